"""How fast a day forgets: the rate epsilon under which its own readings are most likely.

The day's model is Cov(i, i') (1 - epsilon)^(|t - t'| / 2) plus noise. In the eigenbasis of the covariance it
falls apart into N chains z_{t+1} = rho z_t + sqrt(1 - rho^2) g that know nothing of each other, and a scalar
Kalman filter along each gives the exact likelihood in O(N T) for any epsilon, without a matrix over time.
Silent bins are stepped over. All days and all candidate rates go through in lock step.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pegp_lite.checks import Bools, Floats, as_finite, as_positive, shape_text

LEAST = 1e-6
_CANDIDATES = 12
_ROUNDS = 3


def log_likelihood(epsilons: Any, readings: Any, covariance: Any, noise_std: float, heard: Any = None) -> Floats:
    """Log density of D days under every candidate rate, (D, E).

    `epsilons` (E,), or (D, E) where each day has its own; `readings` (D, T, N), centred; `covariance` (D, N,
    N); `heard` (D, T), False where a bin was silent and is stepped over. One day may come without the
    leading axis, and then the result is (E,).
    """
    days, spaces, seen = _checked(readings, covariance, heard)
    rates = np.broadcast_to(np.atleast_2d(as_finite("epsilons", epsilons)), (len(days), np.shape(epsilons)[-1]))
    found = _likelihoods(rates, *_chains(days, spaces), seen, as_positive("noise_std", noise_std))
    return found[0] if np.ndim(readings) == 2 else found


def fit_epsilon(readings: Any, covariance: Any, noise_std: float, heard: Any = None) -> Any:
    """The most likely rate of one day, a float, or of D days, (D,); shapes as in `log_likelihood`.

    A log-spaced search from 1e-6 to 1, with 0 for a day that does not move at all, closed in on twice: good
    to two percent of epsilon, far finer than a day's data can tell.
    """
    days, spaces, seen = _checked(readings, covariance, heard)
    noise_std = as_positive("noise_std", noise_std)
    chains, scales = _chains(days, spaces)
    everyone = np.arange(len(days))
    low, high = np.full(len(days), LEAST), np.ones(len(days))
    best, still = low, np.zeros(len(days), bool)
    for turn in range(_ROUNDS):
        rates = np.geomspace(low, high, _CANDIDATES, axis=1)
        if turn == 0:
            rates = np.concatenate([np.zeros((len(days), 1)), rates], axis=1)
        top = np.argmax(_likelihoods(rates, chains, scales, seen, noise_std), axis=1)
        best = rates[everyone, top]
        if turn == 0:
            still = best == 0
        low = np.maximum(rates[everyone, np.maximum(top - 1, 0)], LEAST)
        high = np.maximum(rates[everyone, np.minimum(top + 1, rates.shape[1] - 1)], LEAST)
    best = np.where(still, 0.0, best)
    return float(best[0]) if np.ndim(readings) == 2 else best


def _checked(readings: Any, covariance: Any, heard: Any) -> tuple[Floats, Floats, Bools]:
    """Days (D, T, N), covariances (D, N, N) and heard bins (D, T), one day made into an axis of one."""
    days, spaces = as_finite("readings", readings), as_finite("covariance", covariance)
    if days.ndim == 2:
        days, spaces = days[None], spaces[None]
    if days.ndim != 3 or spaces.shape != (days.shape[0], days.shape[2], days.shape[2]):
        raise ValueError(
            "readings must be (T, N) with a covariance (N, N), or (D, T, N) with (D, N, N); "
            f"got {shape_text(np.shape(readings))} with {shape_text(np.shape(covariance))}"
        )
    seen = np.ones(days.shape[:2], bool) if heard is None else np.asarray(heard, bool).reshape(days.shape[:2])
    return days, spaces, seen


def _chains(days: Floats, spaces: Floats) -> tuple[Floats, Floats]:
    """The readings in the eigenbasis of their day's covariance (D, T, N), and its eigenvalues (D, N)."""
    scales, basis = np.linalg.eigh(spaces)
    return days @ basis, np.maximum(scales, 0.0)


def _likelihoods(rates: Floats, chains: Floats, scales: Floats, heard: Bools, noise_std: float) -> Floats:
    """The filter: rates (D, E), chains (D, T, N), scales (D, N), heard (D, T) to log densities (D, E)."""
    rho = np.sqrt(1.0 - rates)[:, :, None]
    keep = rho**2
    fresh = (1.0 - keep) * scales[:, None, :]
    mean = np.zeros(fresh.shape)
    var = np.repeat(scales[:, None, :], rates.shape[1], axis=1)
    total = np.zeros(rates.shape)
    for t in range(chains.shape[1]):
        on = heard[:, t, None, None]
        spread = var + noise_std**2
        error = (chains[:, t, None, :] - mean) * on
        scaled = error / spread
        total -= np.einsum("den,den->de", error, scaled) + np.log(spread).sum(2) * on[..., 0]
        mean += var * scaled
        mean *= rho
        var *= np.where(on, noise_std**2 / spread, 1.0)
        var *= keep
        var += fresh
    return 0.5 * (total - heard.sum(1)[:, None] * chains.shape[2] * np.log(2 * np.pi))
