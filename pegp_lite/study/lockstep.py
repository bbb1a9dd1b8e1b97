"""All policies of a comparison in one pass: what `compare` plays one after another, in a third of the time.

With few seeds and points a game's time goes into calling numpy, not into sums. So the rivals sit side by side as
rows of one game: observations are taken in once for all of them, and each policy looks at its own rows only.
"""

from __future__ import annotations

import copy
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

import numpy as np

from pegp_lite.bandit.game import Game
from pegp_lite.bandit.play import _draws, _noise, _warn_if_exhausted, play
from pegp_lite.bandit.policies import Policy
from pegp_lite.bandit.record import PriorsExhausted, Record
from pegp_lite.checks import Bools, Floats, Ints
from pegp_lite.gp.belief import Belief
from pegp_lite.gp.priors import _set
from pegp_lite.problems.problem import Problem
from pegp_lite.study.compare import Comparison, named, together


def compare_in_step(
    problem: Problem, policies: Sequence[Policy] | Mapping[str, Policy], seeds: int, seed: int = 0, noise: Any = None
) -> Comparison:
    """The records of `compare(problem, policies, seeds, seed)`; all policies must have the same delta.

    `noise` (S, T) replaces the drawn noise, the same for every policy.
    """
    rivals = named(policies)
    drawn = _noise(problem, range(seeds), noise, seed)
    # One that does not learn is quicker alone, since nothing need be believed for it.
    records = {name: play(problem, p, seeds, drawn, seed) for name, p in rivals.items() if not p.learns}
    order = sorted(set(rivals) - set(records), key=lambda name: (not _is_optimist(rivals[name]), name))
    if order:
        crowd = _Crowd(tuple(rivals[name] for name in order), seeds, seed)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", PriorsExhausted)  # it would speak of the crowd, not of its members
            played = play(_Crowded.of(problem, len(order), seeds), crowd, noise=np.tile(drawn, (len(order), 1)))
        records |= {name: _share(played, rivals[name], k, seeds) for k, name in enumerate(order)}
    for each in records.values():
        _warn_if_exhausted(each.policy, each.exhausted_at)
    return together(problem, rivals, {name: records[name] for name in rivals}, seed)


class _Crowd(Policy):
    """Several policies as one: the k-th plays rows k S to (k + 1) S of the game, the optimists first.

    An optimist is a policy that only says which priors it would trust: all of them pick their points together.
    """

    policies: tuple[Policy, ...]
    rows: tuple[slice, ...]
    optimists: int
    draws: Iterator[Floats]
    views: list[Game]

    def __init__(self, policies: tuple[Policy, ...], seeds: int, seed: int) -> None:
        super().__init__(policies[0].delta)
        if any(policy.delta != self.delta for policy in policies):
            raise ValueError("policies that play in one pass must have the same delta")
        rows = [slice(k * seeds, (k + 1) * seeds) for k in range(len(policies))]
        optimists = sum(_is_optimist(policy) for policy in policies)
        _set(self, policies=policies, rows=rows, optimists=optimists, draws=_draws(range(seeds), seed), views=[])

    def choose(self, game: Game) -> tuple[Ints | None, Ints]:
        """Each policy's own choice in its own rows; one that trusts no single prior is put down for the first."""
        together = slice(0, self.optimists * self.rows[0].stop)
        if not self.views:
            self.views.extend(_view(game, rows) for rows in (*self.rows, together))
        draws = next(self.draws)
        priors, points = np.zeros((2, len(game.alive)), dtype=np.int64)
        for view, rows in zip(self.views, (*self.rows, together), strict=True):
            _refresh(view, game, rows, draws)
        if self.optimists:
            wanted = [p.candidates(v) for p, v in zip(self.policies, self.views[: self.optimists], strict=False)]
            seeds, trusted = np.nonzero(np.concatenate(wanted))
            shared = self.views[-1]
            row, points[together] = shared.pick_point(shared.belief.upper_bounds(seeds, trusted, game.width), seeds)
            priors[together] = trusted[row]
        for k in range(self.optimists, len(self.policies)):
            _, points[self.rows[k]] = self.policies[k].choose(self.views[k])
        return priors, points

    def survivors(self, game: Game) -> Bools:
        """Each policy's own survivors."""
        return np.concatenate([p.survivors(v) for p, v in zip(self.policies, self.views, strict=False)])


def _is_optimist(policy: Policy) -> bool:
    return type(policy).choose is Policy.choose


def _view(game: Game, rows: slice) -> Game:
    """The game as it is seen from some of its rows, sharing their arrays."""
    view, belief = copy.copy(game), copy.copy(game.belief)
    for name in ("log_evidence", "_weights"):
        setattr(belief, name, getattr(game.belief, name)[rows])
    for name in ("_variance", "_std"):
        setattr(belief, name, getattr(game.belief, name)[:, rows])
    belief._scratch = None
    belief._everyone = view._everyone = np.arange(rows.stop - rows.start)
    view.belief = belief
    view._sums = game._sums[:, rows]
    view.uses, view.errors, view.widths, view.rewards = view._sums
    return view


def _refresh(view: Game, game: Game, rows: slice, draws: Floats) -> None:
    """What the game holds anew at each step; every policy meets the same draws (S, 2)."""
    view.draws = np.tile(draws, (len(view._everyone) // len(draws), 1))
    view.alive, view.width, view.allowance = game.alive[rows], game.width, game.allowance
    hidden = game._hidden
    view._hidden = hidden if hidden is None or hidden.ndim == 1 else hidden[rows]
    belief: Belief = view.belief
    belief.t, belief._mean_now = game.belief.t, game.belief._mean_now


class _Crowded(Problem):
    """A problem whose first `seeds` stand there once for each policy, without a copy of its values."""

    copies: int
    seeds: int

    @staticmethod
    def of(problem: Problem, copies: int, seeds: int) -> _Crowded:
        """`problem` is checked already, so nothing is looked at again."""
        crowded = object.__new__(_Crowded)
        vars(crowded).update(vars(problem))
        best = np.broadcast_to(problem.best_values, (problem.n_seeds or seeds, problem.n_steps))[:seeds]
        _set(crowded, copies=copies, seeds=seeds, best_values=np.tile(best, (copies, 1)))
        return crowded

    @property
    def n_seeds(self) -> int | None:
        return self.copies * self.seeds

    def values_at(self, t: int) -> Floats:
        return self._each(super().values_at(t))

    def available_at(self, t: int) -> Bools | None:
        available = super().available_at(t)
        return available if available is None or available.ndim == 1 else self._each(available)

    def _each(self, rows: Any) -> Any:
        return rows if rows.ndim == 1 else np.tile(rows[: self.seeds], (self.copies, 1))


def _share(record: Record, policy: Policy, k: int, seeds: int) -> Record:
    """One policy's rows as the record it would have left alone."""
    rows = slice(k * seeds, (k + 1) * seeds)
    arrays = {f.name: getattr(record, f.name)[rows] for f in fields(Record) if f.name != "policy"}
    if not _is_optimist(policy):
        arrays["chosen_priors"] = np.full_like(arrays["chosen_priors"], -1)
        arrays["predicted_mean"] = arrays["predicted_std"] = np.full_like(arrays["regret"], np.nan)
    return replace(record, policy=type(policy).__name__, **arrays)
