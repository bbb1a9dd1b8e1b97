"""The proof ledger: for a game whose f is known, which steps of the proof held and what broke the rest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from pegp_lite.bandit.record import Record
from pegp_lite.checks import Bools
from pegp_lite.problems.problem import Problem
from pegp_lite.theory.bound import RegretBound, bound_of
from pegp_lite.theory.proof import EVENTS, Row, proof_rows
from pegp_lite.theory.steps import read_steps
from pegp_lite.theory.witness import hear_all_priors


class Breach(NamedTuple):
    """A step of the proof that did not hold: in which seed, which row, first at which step."""

    seed: int
    row: str
    step: int


class FailedEvent(NamedTuple):
    """An event that failed in a seed, first at `step`, and the rows resting on it that did not hold after."""

    seed: int
    event: str
    step: int
    broke: tuple[Breach, ...]

    def __str__(self) -> str:
        broke = ", ".join(f"{b.row} (step {b.step})" for b in self.broke) or "nothing: the proof still held"
        return f"seed {self.seed}: the {self.event} failed at step {self.step}; that broke {broke}"


class Line(NamedTuple):
    """One row of the ledger for one seed at one horizon."""

    name: str
    reference: str
    left: float
    right: float
    slack: float
    holds: bool


@dataclass(frozen=True, eq=False)
class Ledger:
    """The rows of the proof in its order, for S seeds at T horizons, and the bound they lead to.

    `rows`: the steps of the proof. `bound`: what they end in.

    >>> from pegp_lite import PriorElimination, play
    >>> from pegp_lite.problems.toy import toy
    >>> from pegp_lite.theory import proof_ledger
    >>> problem = toy(seeds=1, T=10, points=61)
    >>> ledger = proof_ledger(problem, play(problem, PriorElimination()))
    >>> len(ledger.rows) > 5
    True
    """

    rows: tuple[Row, ...]
    bound: RegretBound

    def __getitem__(self, name: str) -> Row:
        for row in self.rows:
            if row.name == name:
                return row
        raise KeyError(f"no row is named {name!r}; there are {', '.join(row.name for row in self.rows)}")

    def at(self, seed: int, t: int) -> list[Line]:
        """The whole ledger of one `seed` (from 0) at one horizon `t` (from 1), for a table."""
        S, T = self.rows[0].left.shape
        if not (0 <= seed < S and 1 <= t <= T):
            raise ValueError(f"seed must be 0 to {S - 1} and t 1 to {T}, got {seed} and {t}")
        found = []
        for row in self.rows:
            left, right, slack = (float(each[seed, t - 1]) for each in (row.left, row.right, row.slack))
            found.append(Line(row.name, row.reference, left, right, slack, bool(row.holds[seed, t - 1])))
        return found

    @property
    def events_hold(self) -> Bools:
        """Whether all three events have held at every step up to t, (S, T)."""
        return self._held(EVENTS)

    @property
    def failed_events(self) -> tuple[FailedEvent, ...]:
        """The events that failed, by seed and in the order of the proof, each with what it broke."""
        failed = []
        for event in EVENTS:
            for seed, _, step in _breaches(self[event], ~self[event].holds):
                resting = [row for row in self.rows if event in row.rests_on]
                later = np.arange(1, self.rows[0].left.shape[1] + 1) >= step
                broke = [b for row in resting for b in _breaches(row, ~row.holds & later, seed)]
                failed.append(FailedEvent(seed, event, step, tuple(broke)))
        return tuple(sorted(failed, key=lambda each: each.seed))

    @property
    def unexplained(self) -> tuple[Breach, ...]:
        """Rows that failed though every event they rest on had held: the game did not follow Algorithm 1."""
        found = []
        for row in self.rows:
            if row.name not in EVENTS:
                found += _breaches(row, ~row.holds & self._held(row.rests_on))
        return tuple(found)

    def _held(self, events: tuple[str, ...]) -> Bools:
        together = np.ones(self.rows[0].left.shape, dtype=bool)
        for event in events:
            together &= self[event].holds
        return np.logical_and.accumulate(together, axis=1)


def proof_ledger(problem: Problem, record: Record, delta: float = 0.1, gain: Any = None) -> Ledger:
    """Each step of the proof of Theorem 4.1 as two numbers, left <= right, for every seed and horizon.

    The `record` is of PE-GP-UCB on this problem, played with this `delta`, and the true prior is known. Rows
    that speak of one step (the confidence event, optimism, the instantaneous bound) say so at each t; the
    others at each horizon t sum over the steps up to it. When the three events have held up to t every row
    holds at t; `failed_events` tells which did not and what that broke, `unexplained` what no event explains.
    `gain` as in `regret_bound`, which the ledger contains. A record that contradicts itself or the problem (what a
    prior predicted, what was seen, the regret, when the game ended) is refused with a ValueError that says where.
    `problem`: the game that was played. Returns a `Ledger`.

    >>> from pegp_lite import PriorElimination, play
    >>> from pegp_lite.problems.toy import toy
    >>> from pegp_lite.theory import proof_ledger
    >>> problem = toy(seeds=1, T=10, points=61)
    >>> ledger = proof_ledger(problem, play(problem, PriorElimination(delta=0.1)), delta=0.1)
    >>> ledger.bound.total.shape
    (1, 10)
    """
    steps = read_steps(problem, record, delta)
    bound = bound_of(problem, steps, gain)
    witness = hear_all_priors(problem, record, steps)
    return Ledger(proof_rows(problem, record, steps, witness, bound), bound)


def _breaches(row: Row, broken: Bools, only_seed: int | None = None) -> list[Breach]:
    """The first step of `broken` (S, T) in each seed that has one, or in one seed alone."""
    seeds = np.flatnonzero(broken.any(axis=1))
    if only_seed is not None:
        seeds = seeds[seeds == only_seed]
    return [Breach(int(s), row.name, int(np.argmax(broken[s])) + 1) for s in seeds]
