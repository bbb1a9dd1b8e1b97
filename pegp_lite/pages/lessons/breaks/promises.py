"""The promises of the theory, counted in twenty games of page 07: kept, broken, or too few games to tell."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np

from pegp_lite.bandit.play import play
from pegp_lite.bandit.policies import KnownPrior, PriorElimination
from pegp_lite.bandit.record import PriorsExhausted, Record
from pegp_lite.bandit.replay import unroll
from pegp_lite.bandit.schedules import confidence_width
from pegp_lite.checks import Bools, Floats
from pegp_lite.figures.words import counted, number, percent
from pegp_lite.pages.lessons.breaks.breakages import SEEDS, STEPS, BrokenGame, broken_game, gain_of
from pegp_lite.theory.bound import regret_bound
from pegp_lite.theory.coverage import clopper_pearson

FOLLOWS = 0.9  # "follows the true prior" means on this share of the steps of the second half
TINY = 1e-9


class Promise(NamedTuple):
    """One promise: what is promised, whether it was kept (None: cannot be told), that in a word, and the number."""

    title: str
    holds: bool | None
    verdict: str
    detail: str = ""


@dataclass(frozen=True, eq=False)
class Outcome:
    """What came of a broken game; what is not asked for is not played."""

    kind: str
    game: BrokenGame
    delta: float
    luck: int
    record: Record  # PE-GP-UCB
    warning: str  # the engine's words where every prior was rejected in some games

    @cached_property
    def told(self) -> Record:
        """The same game played by one who was told the true prior."""
        return play(self.game.told, KnownPrior(self.delta), SEEDS, noise=self.game.noise, seed=self.luck)

    @cached_property
    def left_band(self) -> Bools:
        """Whether |f - mu| > beta sigma at a point asked by the one who was told the true prior, (S,)."""
        game, told = self.game.told, self.told
        rows, steps = np.arange(SEEDS)[:, None], np.arange(STEPS)
        f = game.values[rows, steps, told.points]
        band = confidence_width(steps + 1, game.n_points, self.delta) * told.predicted_std
        return np.asarray((np.abs(f - told.predicted_mean) > band + TINY).any(axis=1))

    @cached_property
    def bound_used(self) -> float:
        """The largest share of the bound of Theorem 4.1 that any game's regret took; NaN without one."""
        problem = self.game.problem
        if problem.true_prior is None:
            return float("nan")
        total = regret_bound(problem, self.record, self.delta, gain_of(self.kind)).total
        return float(np.nanmax(self.record.cumulative_regret / total))

    @property
    def lost_truth(self) -> Bools:
        """Whether the true prior was rejected, (S,); nowhere if it is not there."""
        true = self.game.problem.true_prior
        gone = self.record.eliminated_at
        return gone[:, true] > 0 if isinstance(true, int) else np.zeros(len(gone), dtype=bool)

    @property
    def regret_a_step(self) -> Floats:
        """The mean regret of a step of every game, as far as it went, (S,): those that ended early count too."""
        played = self.record.points >= 0
        return np.asarray(np.where(played, self.record.regret, 0.0).sum(axis=1) / played.sum(axis=1))

    @property
    def follows(self) -> float:
        """Share of the second half's steps on the true prior, or on one that equals it."""
        problem = self.game.problem
        if not isinstance(problem.true_prior, int):
            return 0.0
        truth = problem.priors[problem.true_prior]
        same = [
            p
            for p, prior in enumerate(problem.priors)
            if prior.factor is truth.factor and np.array_equal(prior.mean, truth.mean)
        ]
        return float(np.isin(self.record.chosen_priors[:, STEPS // 2 :], same).mean())


@lru_cache(maxsize=48)
def outcome(kind: str, strength: int, delta: float, luck: int) -> Outcome:
    """Play the game broken this way; kept, since a hand goes back and forth."""
    game = broken_game(kind, strength, luck)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        record = play(game.problem, PriorElimination(delta), SEEDS, noise=game.noise, seed=luck)
    said = [str(each.message) for each in caught if issubclass(each.category, PriorsExhausted)]
    return Outcome(kind, game, delta, luck, record, said[0] if said else "")


def promises(found: Outcome) -> list[Promise]:
    """The five promises with their verdicts."""
    here = found.game.problem.true_prior is not None
    left = _rare("f stays inside the true prior’s band", found.left_band, found.delta, "left it in")
    gone = "The true prior is never thrown out"
    somebody = _rare("Some prior is always left", found.record.exhausted_at > 0, found.delta, "none was left in")
    bound, follow = "Regret stays under the bound", "Later it follows the true prior"
    if not here:
        return [
            left,
            Promise(gone, False, "broken", "it was never in the set"),
            somebody,
            Promise(bound, False, "void", "the theorem gives none when the true prior is missing"),
            Promise(follow, False, "broken", "nobody in the set is right"),
        ]
    used = found.bound_used
    kept = found.follows >= FOLLOWS
    return [
        left,
        _rare(gone, found.lost_truth, found.delta, "it was in"),
        somebody,
        Promise(bound, used <= 1, "kept" if used <= 1 else "broken", f"at most {percent(used)} of it was used"),
        Promise(follow, kept, "kept" if kept else "broken", f"on {percent(found.follows)} of its steps"),
    ]


def _rare(title: str, happened: Bools, delta: float, words: str) -> Promise:
    """A promise that may fail with probability delta: broken where twenty games rule that out."""
    count = int(happened.sum())
    low = float(clopper_pearson(np.asarray(count), len(happened))[0])
    holds = True if count <= delta * len(happened) else False if low > delta else None
    verdict = {True: "kept", False: "broken", None: "cannot be told"}[holds]
    return Promise(title, holds, verdict, f"{words} {count} of {counted(len(happened), 'game')}, δ = {number(delta)}")


def sums(found: Outcome) -> tuple[str, Floats, Floats, Floats]:
    """The test of Algorithm 1, line 12, for the prior trusted most in the first game.

    Its name, the steps on which it was trusted, |sum eta| and what was allowed after each of them.
    """
    problem = found.game.problem
    trace = unroll(problem, found.record, found.delta)
    most = int(trace.uses[-1].argmax())
    steps = np.flatnonzero(trace.prior == most)
    errors, allowed = np.abs(trace.errors[steps, most]), trace.allowed[steps, most]
    return problem.priors[most].name, np.asarray(steps + 1, dtype=float), errors, allowed
