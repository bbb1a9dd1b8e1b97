"""CORRAL over priors: a master that shifts its odds by what was really earned."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pegp_lite.bandit.looks import Look
from pegp_lite.bandit.policies.contract import Policy
from pegp_lite.bandit.policies.nominees import drawn, nominees
from pegp_lite.bandit.view import View
from pegp_lite.checks import Floats, Ints, as_count, as_positive

HALVINGS = 100  # of an interval at most: mostly nothing is left of it after sixty


@dataclass
class Master:
    """Odds, rates and thresholds (S, P), who was played (S,), and the range of rewards the priors speak of (S,)."""

    chances: Floats
    rates: Floats
    thresholds: Floats
    played: Ints
    low: Floats
    high: Floats


@dataclass(frozen=True)
class CorralPriors(Policy):
    """CORRAL (Agarwal et al. 2017) with GP-UCB under each prior as the base algorithms; M = |U|.

    Prior i is played with chance q_i = (1 - 1/T) p_i + 1/(T M) and its loss, in [0, 1], is divided by q_i. Mirror
    descent with the log barrier: 1/p_i' = 1/p_i + eta_i (loss_i - lambda), lambda such that p' sums to 1. Where
    1/q_i passes rho_i (first 2 M), rho_i = 2/q_i and eta_i *= e^(1/log T): the rate grows as the chance falls.

    `horizon`: T, which it must be told. `rate`: eta at the start, by default sqrt(M / T), the order of its analysis.
    A reward becomes a loss by the widest range that the priors' bands span at the first step. Unlike CORRAL's bases,
    ours all learn from every observation.
    `delta`: sets beta_t, in (0, 1).

    >>> from pegp_lite import CorralPriors, play
    >>> from pegp_lite.problems.toy import toy
    >>> record = play(toy(seeds=2, T=20, points=61), CorralPriors(horizon=20))
    >>> round(float(record.cumulative_regret[:, -1].mean()), 1)
    22.9
    """

    name = "CORRAL"
    look = Look("spare0", "left", "dashdot")
    rate: float | None = None
    horizon: int = 100

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.rate is not None:
            as_positive("rate", self.rate)
        if as_count("horizon", self.horizon) < 2:
            raise ValueError(f"horizon must be at least 2 steps, got {self.horizon}")

    def start(self, view: View) -> Master:
        """Equal chances."""
        shape = view.n_rows, view.n_priors
        rate = np.sqrt(view.n_priors / self.horizon) if self.rate is None else self.rate
        rows, priors = np.divmod(np.arange(view.n_rows * view.n_priors), view.n_priors)
        mean, reach = view.mean(rows, priors), view.width * view.std(rows, priors)
        return Master(
            chances=np.full(shape, 1.0 / view.n_priors),
            rates=np.full(shape, rate),
            thresholds=np.full(shape, 2.0 * view.n_priors),
            played=np.zeros(view.n_rows, dtype=np.int64),
            low=(mean - reach).reshape(*shape, -1).min(axis=(1, 2)),
            high=(mean + reach).reshape(*shape, -1).max(axis=(1, 2)),
        )

    def choose(self, view: View) -> tuple[Ints | None, Ints]:
        """A prior by lot, and its nominee."""
        master: Master = view.state
        master.played = drawn(view, self._mixed(master.chances))
        return master.played, nominees(view)[np.arange(view.n_rows), master.played]

    def observed(self, view: View, points: Ints, values: Floats) -> None:
        """Only the prior played has its chance changed by what was earned."""
        master: Master = view.state
        at = np.arange(view.n_rows), master.played
        lost = np.clip((master.high - values) / (master.high - master.low), 0.0, 1.0)
        losses = np.zeros_like(master.chances)
        losses[at] = lost / self._mixed(master.chances)[at]
        master.chances = log_barrier_step(master.chances, losses, master.rates)
        rarity = 1.0 / self._mixed(master.chances)
        rare = rarity > master.thresholds
        master.thresholds[rare] = 2.0 * rarity[rare]
        master.rates[rare] *= np.exp(1.0 / np.log(self.horizon))

    def _mixed(self, chances: Floats) -> Floats:
        """A little of everybody, so that no loss is divided by nothing."""
        return (1.0 - 1.0 / self.horizon) * chances + 1.0 / (self.horizon * chances.shape[1])


def log_barrier_step(chances: Floats, losses: Floats, rates: Floats) -> Floats:
    """One step of mirror descent with the log barrier for every row, (S, P): 1/p' = 1/p + rate (loss - lambda).

    The sum of p' grows with lambda and passes 1 between the smallest and the largest loss, so lambda is found by
    halving.
    """
    low, high = losses.min(axis=1, keepdims=True), losses.max(axis=1, keepdims=True)
    upright = 1.0 / chances
    with np.errstate(all="ignore"):  # sums mean nothing where lambda is too large already
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            inverse = upright + rates * (losses - middle)
            above = (inverse.min(axis=1, keepdims=True) <= 0) | ((1.0 / inverse).sum(axis=1, keepdims=True) > 1.0)
            before, low, high = (low, high), np.where(above, low, middle), np.where(above, middle, high)
            if (low == before[0]).all() and (high == before[1]).all():
                break
    found = 1.0 / (upright + rates * (losses - low))
    return found / found.sum(axis=1, keepdims=True)
