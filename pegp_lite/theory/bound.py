"""The regret bound of Theorem 4.1 with its constants, term by term, for every seed and every horizon."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from pegp_lite.bandit.record import Record
from pegp_lite.checks import Floats, as_finite, shape_text
from pegp_lite.problems.problem import Problem
from pegp_lite.theory.gain import largest_gain
from pegp_lite.theory.steps import Steps, read_steps


@dataclass(frozen=True, eq=False)
class RegretBound:
    """Upper ends of R_t for S seeds and horizons t = 1 .. T; all (S, T), NaN after a seed has ended.

    `total` = `elimination` + `noise` + `information` is the theorem; `realised_total` = `elimination` +
    `noise` + `realised` is the form before Lemma 5.3, with the widths that the game really had.
    `gain` (T,): gamma_t as it was used. `constant`: C of Lemma 5.3.

    >>> from pegp_lite import PriorElimination, play
    >>> from pegp_lite.problems.toy import toy
    >>> from pegp_lite.theory import regret_bound
    >>> problem = toy(seeds=2, T=10, points=61)
    >>> bound = regret_bound(problem, play(problem, PriorElimination()))
    >>> bound.total.shape, round(bound.constant, 3)
    ((2, 10), 0.217)
    """

    elimination: Floats  # 2 |U| B_t*, with t* the last rejection up to t; 0 while no prior was rejected
    noise: Floats  # 2 sqrt(xi_t |U| t)
    information: Floats  # 2 beta_t sqrt(C t |U| gamma_t)
    realised: Floats  # 2 sum of beta_i sigma_{i-1}(x_i, i) over the steps i <= t that are not critical
    gain: Floats  # (T,), gamma_t, certified from above
    constant: float  # C

    @property
    def total(self) -> Floats:
        """Theorem 4.1: elimination + noise + information, (S, T)."""
        return self.elimination + self.noise + self.information

    @property
    def realised_total(self) -> Floats:
        """The data-dependent bound: elimination + noise + realised, (S, T)."""
        return self.elimination + self.noise + self.realised


def regret_bound(problem: Problem, record: Record, delta: float = 0.1, gain: Any = None) -> RegretBound:
    """R_t <= 2 |U| B_t* + 2 sqrt(xi_t |U| t) + 2 beta_t sqrt(C t |U| gamma_t), with probability 1 - delta.

    Theorem 4.1 with its constants (Section 5), for each seed of a PE-GP-UCB `record` at each horizon t;
    `delta` is the policy's. |U| counts all priors of the problem. While no prior has been rejected the set C
    of critical steps is empty and its term is 0. `gain` (T,): an upper end of gamma_t = max_p gamma_t^p if
    known already; else it is computed once for priors that share a covariance and an epsilon. The theorem
    takes k <= 1; see `lemma_constant` for what happens above.
    `problem`: the game that was played. Returns a `RegretBound`.

    >>> from pegp_lite import PriorElimination, play
    >>> from pegp_lite.problems.toy import toy
    >>> from pegp_lite.theory import regret_bound
    >>> problem = toy(seeds=2, T=10, points=61)
    >>> record = play(problem, PriorElimination(delta=0.1))
    >>> bool((record.cumulative_regret <= regret_bound(problem, record).total).all())
    True
    """
    return bound_of(problem, read_steps(problem, record, delta), gain)


def bound_of(problem: Problem, steps: Steps, gain: Any = None) -> RegretBound:
    """`regret_bound` for steps already read."""
    T, n_priors, t = problem.n_steps, problem.n_priors, np.arange(1, problem.n_steps + 1)
    gamma = largest_gain(problem.priors, problem.noise_std, T) if gain is None else _checked_gain(gain, T)
    C = lemma_constant(problem)
    bounded = steps.B[np.maximum(steps.last_rejection, 1) - 1]
    return RegretBound(
        elimination=steps.shown(np.where(steps.last_rejection > 0, 2 * n_priors * bounded, 0.0)),
        noise=steps.shown(2 * np.sqrt(steps.xi * n_priors * t)),
        information=steps.shown(2 * steps.beta * np.sqrt(C * t * n_priors * gamma)),
        realised=steps.shown(2 * steps.outside(steps.widths)),
        gain=gamma,
        constant=C,
    )


def lemma_constant(problem: Problem) -> float:
    """C of Lemma 5.3: sigma^2 <= C/2 log(1 + sigma^2 / R^2) for every sigma^2 up to the largest variance k.

    s / log(1 + s / R^2) grows with s, so C = 2 k / log(1 + k / R^2): with the theorem's k = 1, C = 2 / log(1
    + R^-2). Where a prior's variance exceeds 1 its own largest takes the place of 1, and Lemma 5.3 still
    holds (the bound on |f| in the first term does not: see `not_covered`).
    `problem`: its noise and its priors' variances decide.

    >>> from pegp_lite.problems.toy import toy
    >>> from pegp_lite.theory import lemma_constant
    >>> round(lemma_constant(toy(seeds=1, points=61, noise_std=0.1)), 3)
    0.433
    """
    k = max(1.0, *(float(prior.variance.max()) for prior in problem.priors))
    return float(2 * k / np.log1p(k / problem.noise_std**2))


def _checked_gain(given: Any, T: int) -> Floats:
    gain = as_finite("gain", given)
    if gain.shape != (T,):
        raise ValueError(f"gain must hold one number for each of {T} steps, got {shape_text(gain.shape)}")
    if (gain < 0).any():
        raise ValueError(f"gain must not be negative, got {gain.min():g}")
    return gain
