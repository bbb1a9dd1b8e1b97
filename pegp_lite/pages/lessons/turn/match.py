"""Page 08's games: a level and a number, the same game on every machine, and what the algorithms made of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from pegp_lite.bandit.play import play_together
from pegp_lite.bandit.policies import (
    FullyBayesian,
    KnownPrior,
    MaximumLikelihood,
    Policy,
    PriorElimination,
    RegretBalancing,
)
from pegp_lite.bandit.record import Record
from pegp_lite.checks import Bools, Floats
from pegp_lite.problems.problem import Problem
from pegp_lite.problems.toy import toy, toy_points
from pegp_lite.streams import MASK, stream

ROUNDS, POINTS, DELTA = 20, 101, 0.1
HILLS = (0.1, 0.3, 0.5, 0.7, 0.9)  # expert n promises that the n-th is tall; expert 0 that none is
HALF = 0.1  # how far to either side of a hill a hidden stretch reaches
LAST_GAME = 9999
GAMES = 40  # over which it is told where the rivals usually end


@dataclass(frozen=True)
class Level:
    """What makes a game easy or hard, and the place in the luck that is its own."""

    name: str
    letter: str  # by which a written game says it
    words: str
    place: int
    epsilon: float = 0.0
    noise: float = 0.1
    missing: bool = False  # whether the true expert is not among those who speak


LEVELS = {
    level.name: level
    for level in (
        Level("still", "s", "The function stands still and one of the experts is right.", 0),
        Level("moving", "m", "The function moves a little in every round: what you saw grows old.", 1, epsilon=0.05),
        Level("true expert missing", "x", "Whoever is right has not come: all who speak are wrong.", 2, missing=True),
        Level("noisy", "n", "What you see is blurred by noise five times as strong.", 3, noise=0.5),
    )
}
# In the order of the page's words; each meets the same function, the same hidden stretches and the same noise.
RIVALS: tuple[Policy, ...] = (
    PriorElimination(DELTA),
    FullyBayesian(DELTA),
    MaximumLikelihood(DELTA),
    RegretBalancing(DELTA),
    KnownPrior(DELTA),
)
PE = type(RIVALS[0]).__name__


@dataclass(frozen=True, eq=False)
class Match:
    """One game and what the algorithms made of it. `experts`: the number of each prior of `problem`."""

    level: Level
    number: int
    problem: Problem
    experts: tuple[int, ...]
    true: int  # the number of the expert who is right, here or not
    informed: Problem  # the same game with the right expert in it, for who is told
    rivals: dict[str, Record]

    @property
    def x(self) -> Floats:
        """Where the points lie, (N,)."""
        return toy_points(POINTS)

    def open_at(self, t: int) -> Bools:
        """The points that may be looked at in round t (from 1), (N,)."""
        mask = self.problem.available_at(t)
        return np.ones(POINTS, dtype=bool) if mask is None else mask

    def hidden_at(self, t: int) -> tuple[float, float] | None:
        """The ends of the stretch hidden in round t, or None."""
        shut = self.x[~self.open_at(t)]
        return (float(shut.min()), float(shut.max())) if len(shut) else None

    def promise(self, expert: int) -> Floats:
        """What an expert promised before the game, (N,)."""
        return self.problem.priors[self.experts.index(expert)].mean

    def of(self, rival: str) -> Problem:
        """The problem that a rival played."""
        return self.informed if rival == KnownPrior.__name__ else self.problem

    def experts_of(self, rival: str) -> tuple[int, ...]:
        """The numbers of the experts that a rival heard."""
        return tuple(range(len(HILLS) + 1)) if rival == KnownPrior.__name__ else self.experts


@lru_cache(maxsize=16)
def match_of(level: str, number: int) -> Match:
    """The game of this number at this level, and the rivals' games on it."""
    return _played(level, number)


@lru_cache
def usual_ends(level: str) -> dict[str, Floats]:
    """Where each rival ended in the first games of a level, (GAMES,); NaN for a game it gave up."""
    played = [_played(level, number).rivals for number in range(GAMES)]
    return {kind: np.array([rivals[kind].regret[0].sum() for rivals in played]) for kind in played[0]}


def _played(level: str, number: int) -> Match:
    told = LEVELS[level]
    luck = stream(number, told.place, MASK)
    true = int(luck.integers(1, len(HILLS) + 1))
    x, available = toy_points(POINTS), np.ones((ROUNDS, POINTS), dtype=bool)
    for t in range(1, ROUNDS, 2):  # a hill drawn by lot: to hide the true one every time would give it away
        available[t] = np.abs(x - HILLS[luck.integers(len(HILLS))]) > HALF + 1e-9
    whole = toy(
        true, hills=HILLS, width=0.05, points=POINTS, T=ROUNDS, noise_std=told.noise, mask="none",
        epsilon=told.epsilon, seeds=1, seed=number,
    )  # fmt: skip
    informed = replace(whole, available=available)
    experts = tuple(n for n in range(len(HILLS) + 1) if not (told.missing and n == true))
    problem = replace(
        informed, priors=[informed.priors[n] for n in experts], true_prior=None if told.missing else experts.index(true)
    )
    open_minded = [rival for rival in RIVALS if not rival.needs_true_prior]
    knowing = [rival for rival in RIVALS if rival.needs_true_prior]
    records = play_together(problem, open_minded, seed=number) + play_together(informed, knowing, seed=number)
    return Match(told, number, problem, experts, true, informed, {record.policy: record for record in records})
