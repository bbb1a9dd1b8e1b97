"""One row of a game, played a step at a time: a choice can be taken back, and what happened is remembered."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np

from pegp_lite.bandit.game import Game
from pegp_lite.bandit.policies import Policy
from pegp_lite.bandit.record import Record
from pegp_lite.checks import Bools, Ints
from pegp_lite.gp.priors import Prior

OnExhausted = Literal["stop", "restart", "keep"]
MOST_STEPS = 100_000  # to skip at once: a year of steps of six minutes


class Choice(NamedTuple):
    """What the policy chose among the points `available`: the prior trusted (-1: none), the point, what it expects."""

    available: Bools | None
    prior: int
    point: int
    mean: float
    std: float
    upper: float


class Step(NamedTuple):
    """A measurement that was made: as chosen, or elsewhere and then in trust of nobody (-1)."""

    t: int
    available: Bools | None
    point: int
    value: float
    prior: int
    mean: float
    std: float


class Sitting:
    """A policy's game on one row without an end, `P` priors. `rejected_at` (P,): 0 for who never was."""

    def __init__(
        self,
        priors: Sequence[Prior],
        noise_std: float,
        policy: Policy,
        seed: int,
        ties: str,
        told: int | None,
        on_exhausted: OnExhausted,
    ) -> None:
        self.game = Game(priors, noise_std, [policy], range(1), seed, ties, told)
        self.view = self.game.seats[0].view
        self.choice: Choice | None = None
        self.steps: list[Step] = []
        self.rejected_at: Ints = np.zeros(len(priors), dtype=np.int64)
        self.exhausted_at = 0
        self._policy, self._on_exhausted = policy, on_exhausted
        self._kept = self.view.keep()

    @property
    def over(self) -> bool:
        """Whether nobody is left to be trusted."""
        return not self.game.alive.any()

    def choose(self, available: Bools | None) -> Choice:
        """The policy's choice at this step; one made before is taken back."""
        self.withdraw()
        self._kept = self.view.keep()
        try:
            trusted, points = self.game.ask(available)
        except BaseException:
            self.view.restore(self._kept)
            raise
        prior, point = int(trusted[0]), int(points[0])
        mean = std = math.nan
        if prior >= 0 and self._policy.learns:
            pair = np.array([0]), np.array([prior])
            mean, std = float(self.view.mean(*pair)[0, point]), float(self.view.std(*pair)[0, point])
        self.choice = Choice(available, prior, point, mean, std, mean + self.view.width * std)
        return self.choice

    def withdraw(self) -> None:
        """Take the choice back, as if it had not been made."""
        if self.choice is not None:
            self.view.restore(self._kept)
            self.choice = None

    def tell(self, choice: Choice, point: int, value: float) -> tuple[list[int], bool]:
        """The value seen at this step, in answer to `choice`: the priors it rejected, and whether nobody was left.

        At another point than the one chosen it teaches all and judges none. Time moves on.
        """
        t, before, as_chosen = self.game.t, self.game.alive[0].copy(), point == choice.point
        prior = choice.prior if as_chosen else -1
        mean, std = self.game.tell(np.array([point]), np.array([value]), np.array([prior]), judge=as_chosen)
        self.steps.append(Step(t, choice.available, point, value, prior, float(mean[0]), float(std[0])))
        self.choice = None
        gone, nobody = before & ~self.game.alive[0], self.over
        if nobody:
            self.exhausted_at = t
            if self._on_exhausted == "restart":
                self.game.start_again(0)
            elif self._on_exhausted == "keep":
                self.game.alive[0] = before
                gone[:] = False
        self.rejected_at[gone] = t
        self.game.advance()
        return np.flatnonzero(gone).tolist(), nobody

    def skip(self, steps: int) -> None:
        """Let time pass without a measurement."""
        if steps > MOST_STEPS:
            raise ValueError(f"at most {MOST_STEPS:,} steps can be skipped at once, got {steps:,}")
        self.withdraw()
        for _ in range(steps):
            self.game.advance()

    def record(self) -> Record:
        """All steps so far, (1, t - 1): -1 and NaN where nothing was measured, and for regret, which nobody knows."""
        shape = (1, self.game.t - 1)
        points, priors = np.full((2, *shape), -1, dtype=np.int64)
        values, means, stds, regret = np.full((4, *shape), np.nan)
        for step in self.steps:
            at = 0, step.t - 1
            points[at], values[at], priors[at], means[at], stds[at] = step[2:]
        gone = np.where(self.game.alive[0], 0, self.rejected_at)[None]
        over = np.array([self.exhausted_at if self.over else 0])
        return Record(type(self._policy).__name__, points, priors, values, regret, gone, means, stds, over)
