"""A played game once more: what every prior believed before each step, and Algorithm 1 unrolled to be scrubbed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np

from pegp_lite.bandit.record import Record, rows_of
from pegp_lite.bandit.schedules import confidence_width, noise_allowance
from pegp_lite.bandit.sums import sums_of
from pegp_lite.checks import Bools, Floats, Ints
from pegp_lite.gp.belief import Belief
from pegp_lite.problems.problem import Problem


@dataclass(frozen=True, eq=False)
class Trace:
    """One seed of T steps that were played (fewer than the horizon if every prior was rejected), P priors, N points.

    Row t - 1 of each array belongs to step t. Sums run over S^p_t, the steps up to t on which p was trusted.

    >>> from pegp_lite import PriorElimination, play, unroll
    >>> from pegp_lite.problems.toy import toy
    >>> problem = toy(seeds=1, T=20, points=61)
    >>> trace = unroll(problem, play(problem, PriorElimination()))
    >>> trace.n_steps, trace.mean.shape
    (20, (20, 11, 61))
    """

    truth: Floats  #: (T, N), f
    available: Bools  #: (T, N), X_t
    mean: Floats  #: (T, P, N), mu_{t-1}(x, t)
    width: Floats  #: (T, P, N), beta_t sigma_{t-1}(x, t)
    alive: Bools  #: (T + 1, P), U_0 .. U_T: row t - 1 is who may be trusted at step t, row t who is left after it
    point: Ints  #: (T,), x_t
    prior: Ints  #: (T,), p_t
    observed: Floats  #: (T,), y_t
    regret: Floats  #: (T,), r_t
    beta: Floats  #: (T,)
    xi: Floats  #: (T,)
    uses: Floats  #: (T, P), |S^p_t|
    errors: Floats  #: (T, P), sums of eta
    noise: Floats  #: (T, P), sqrt(xi_t |S^p_t|), the first part of line 12's right side
    widths: Floats  #: (T, P), sums of beta sigma

    @property
    def n_steps(self) -> int:
        """How many steps were played."""
        return len(self.point)

    @property
    def ucb(self) -> Floats:
        """Line 5: mu + beta sigma of every prior, alive or not, (T, P, N)."""
        return self.mean + self.width

    @property
    def allowed(self) -> Floats:
        """Line 12's right side, sqrt(xi_t |S^p_t|) + sum of beta sigma, (T, P)."""
        return self.noise + self.widths

    @property
    def eta(self) -> Floats:
        """Line 11: y_t - mu_{t-1}(x_t, t) of the prior trusted, (T,)."""
        return self.observed - self.mean[np.arange(self.n_steps), self.prior, self.point]

    def rejected_at(self, t: int) -> int | None:
        """The prior rejected at step t (from 1), or None: line 12 tests one prior a step."""
        gone = np.flatnonzero(self.alive[t - 1] & ~self.alive[t])
        return int(gone[0]) if len(gone) else None


def replay(problem: Problem, record: Record) -> Iterator[Belief]:
    """The belief of all seeds and priors before each step, and once more after the last: T + 1 times the same object.

    Each prior is fed what the record says was seen, whoever steered the game. A seed that had ended is fed zeros.
    """
    belief = Belief(problem.priors, problem.noise_std, len(record.points))
    played = record.points >= 0
    points, observed = np.where(played, record.points, 0), np.where(played, record.observations, 0.0)
    for t in range(record.points.shape[1]):
        yield belief
        belief.observe(points[:, t], observed[:, t])
        belief.advance()
    yield belief


def unroll(problem: Problem, record: Record, delta: float = 0.1, seed: int = 0) -> Trace:
    """Feed the record's observations to every prior again and keep what each believed before every step.

    `record`: of PE-GP-UCB on this problem, played with this `delta`; `seed` counts from 0.
    `problem`: the game. Returns a `Trace`.

    >>> from pegp_lite import PriorElimination, play, unroll
    >>> from pegp_lite.problems.toy import toy
    >>> problem = toy(seeds=1, T=20, points=61)
    >>> trace = unroll(problem, play(problem, PriorElimination()))
    >>> bool((trace.alive.sum(axis=1) >= 1).all())
    True
    """
    T = int(record.exhausted_at[seed]) or problem.n_steps
    steps = np.arange(1, T + 1)
    point, prior = record.points[seed, :T], record.chosen_priors[seed, :T]
    observed = record.observations[seed, :T]
    beta = confidence_width(steps, problem.n_points, delta)
    xi = noise_allowance(steps, problem.n_priors, problem.noise_std, delta)
    mean, std = np.empty((2, T, problem.n_priors, problem.n_points))
    everyone, alone = np.arange(problem.n_priors), np.zeros(problem.n_priors, dtype=np.int64)
    for t, belief in enumerate(islice(replay(problem, rows_of(record, slice(seed, seed + 1))), T)):
        mean[t], std[t] = belief.mean(alone, everyone), belief.std(alone, everyone)
    width = beta[:, None, None] * std
    at = np.arange(T), prior, point
    sums = sums_of(prior[:, None] == everyone, observed - mean[at], width[at], xi)
    gone = record.eliminated_at[seed]
    values = problem.values if problem.n_seeds is None else problem.values[seed]
    hidden = problem.available
    return Trace(
        truth=values[:T],
        available=np.ones((T, problem.n_points), dtype=bool)
        if hidden is None
        else (hidden if hidden.ndim == 2 else hidden[seed])[:T],
        mean=mean,
        width=width,
        alive=(gone == 0) | (gone > np.arange(T + 1)[:, None]),
        point=point,
        prior=prior,
        observed=observed,
        regret=record.regret[seed, :T],
        beta=beta,
        xi=xi,
        uses=sums.uses,
        errors=sums.errors,
        noise=sums.noise,
        widths=sums.widths,
    )
