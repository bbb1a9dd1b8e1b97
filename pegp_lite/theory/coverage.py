"""How often each of the proof's three events really fails, next to the share of delta set aside for it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from scipy.special import betaincinv

from pegp_lite.bandit.schedules import confidence_width, function_bound, noise_allowance
from pegp_lite.checks import Bools, Floats, Ints, as_count, as_positive, as_probability
from pegp_lite.gp.belief import Belief
from pegp_lite.gp.linear import product
from pegp_lite.gp.priors import Prior
from pegp_lite.theory.proof import EVENTS


@dataclass(frozen=True, eq=False)
class Coverage:
    """Failures of the three events among `functions` drawn functions; rows in the order of `events`.

    An event has failed by horizon t if it failed at any step up to t. `rate` (3,) is the share failed by the
    last, `low` and `high` (3,) its 95% Clopper-Pearson interval, `share` = delta / 3 what the union bound
    allows each.
    `failed_by` (3, T): how many games have failed by each step.

    >>> import numpy as np
    >>> from pegp_lite import Prior, rbf
    >>> from pegp_lite.theory import coverage
    >>> prior = Prior("flat", np.zeros(5), rbf(np.linspace(0, 1, 5), 0.1))
    >>> found = coverage(prior, 0.1, T=5, functions=50, rng=np.random.default_rng(0))
    >>> found.failed_by.shape, round(found.share, 3)
    ((3, 5), 0.033)
    """

    events: tuple[str, ...]
    failed_by: Ints  # (3, T), how many functions have seen the event fail up to t
    functions: int
    share: float
    low: Floats
    high: Floats

    @property
    def rate(self) -> Floats:
        """The share of functions in which each event failed, (3,)."""
        return self.failed_by[:, -1] / self.functions


def coverage(
    prior: Prior,
    noise_std: float,
    T: int,
    *,
    n_priors: int = 1,
    delta: float = 0.1,
    functions: int = 1000,
    rng: Generator,
) -> Coverage:
    """Play GP-UCB on `functions` functions drawn from `prior` and count the games in which each event fails.

    Confidence event (Thm 3.1): |f - mu_{t-1}| <= beta_t sigma_{t-1} at all points and steps. Noise event
    (Lemma 5.1): |sum of noise over S^p_t| <= sqrt(xi_t |S^p_t|) for `n_priors` priors, each step credited to
    one of them at random before its noise is drawn, as the lemma allows. Boundedness event (Lemma 5.2): |f|
    <= B_t. `noise_std` is of observations, `T` the horizon, `delta` what the schedules may fail by, `rng` the luck. All
    functions move in lock step, so memory is `functions` x N numbers.
    Returns a `Coverage`.

    >>> import numpy as np
    >>> from pegp_lite import Prior, rbf
    >>> from pegp_lite.theory import coverage
    >>> prior = Prior("flat", np.zeros(5), rbf(np.linspace(0, 1, 5), 0.1))
    >>> found = coverage(prior, 0.1, T=5, functions=50, rng=np.random.default_rng(0))
    >>> len(found.events), bool((found.rate <= 0.1).all())
    (3, True)
    """
    if not isinstance(prior, Prior):
        raise ValueError(f"coverage needs a Prior, got {type(prior).__name__}")
    if not isinstance(rng, Generator):
        raise ValueError(f"rng must be a numpy random Generator, got {type(rng).__name__}")
    noise_std, delta = as_positive("noise_std", noise_std), as_probability("delta", delta)
    T, n_priors = as_count("T", T), as_count("n_priors", n_priors)
    functions = as_count("functions", functions)
    if prior.n_mean_steps is not None and prior.n_mean_steps < T:
        raise ValueError(f'Prior "{prior.name}": its mean has {prior.n_mean_steps} steps, asked for {T}')
    failed = _failures(prior, noise_std, T, n_priors, delta, functions, rng)
    failed_by = np.logical_or.accumulate(failed, axis=1).sum(axis=2)
    low, high = clopper_pearson(failed_by[:, -1], functions)
    return Coverage(EVENTS, failed_by, functions, delta / 3, low, high)


def clopper_pearson(failures: Ints, trials: int, level: float = 0.95) -> tuple[Floats, Floats]:
    """The exact interval for a rate, `failures` of `trials` seen: too wide rather than too narrow."""
    k, tail = np.asarray(failures, dtype=float), (1 - level) / 2
    low = np.where(k > 0, betaincinv(np.maximum(k, 1), trials - k + 1, tail), 0.0)
    high = np.where(k < trials, betaincinv(k + 1, np.maximum(trials - k, 1), 1 - tail), 1.0)
    return low, high


def _failures(
    prior: Prior, noise_std: float, T: int, n_priors: int, delta: float, functions: int, rng: Generator
) -> Bools:
    """Whether each event fails at each step of each function, (3, T, functions)."""
    steps, everyone, alone = np.arange(1, T + 1), np.arange(functions), np.zeros(functions, dtype=np.int64)
    beta = confidence_width(steps, prior.n_points, delta)
    xi = noise_allowance(steps, n_priors, noise_std, delta)
    B = function_bound(steps, prior.n_points, prior.mean_over(T), delta)
    belief, features, rho = Belief([prior], noise_std, functions), prior.factor.features, prior.memory
    weights = rng.standard_normal((functions, features.shape[1]))
    sums, uses = np.zeros((2, functions, n_priors))
    failed = np.empty((3, T, functions), dtype=bool)
    for t in range(T):
        f = prior.mean_at(t + 1) + product(weights, features.T)
        mean, std = belief.mean(everyone, alone), belief.std(everyone, alone)
        points = np.argmax(mean + beta[t] * std, axis=1)
        credited, noise = rng.integers(n_priors, size=functions), noise_std * rng.standard_normal(functions)
        sums[everyone, credited] += noise
        uses[everyone, credited] += 1
        failed[0, t] = (np.abs(f - mean) > beta[t] * std + 1e-9).any(axis=1)
        failed[1, t] = (np.abs(sums) > np.sqrt(xi[t] * uses)).any(axis=1)
        failed[2, t] = np.abs(f).max(axis=1) > B[t]
        belief.observe(points, f[everyone, points] + noise)
        belief.advance()
        weights = rho * weights + np.sqrt(1 - rho**2) * rng.standard_normal(weights.shape)
    return failed
