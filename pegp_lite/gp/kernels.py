"""Covariances over points, for building priors: N points of one or more coordinates to an N x N matrix."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.special import gammaln, kve

from pegp_lite.checks import Floats, as_finite, as_number, as_positive, shape_text


def _squared_distances(x: Any) -> Floats:
    """Squared Euclidean distance between each two points of `x`, (N,) or (N, d), as (N, N)."""
    points = as_finite("x", x)
    if points.ndim not in (1, 2) or points.size == 0:
        raise ValueError(f"x must be N points, (N,) or (N, d), got {shape_text(points.shape)}")
    coordinates = points.reshape(len(points), -1).T
    return sum((np.subtract.outer(c, c) ** 2 for c in coordinates), np.zeros((len(points),) * 2))


def rbf(x: Any, l: float) -> Floats:
    """The paper's squared exponential, k(x, x') = exp(-|x - x'|^2 / (2 l)): `l` is a *squared* length."""
    return np.exp(-_squared_distances(x) / (2 * as_positive("l", l)))


def matern(x: Any, nu: float, l: float) -> Floats:
    """Matérn covariance with smoothness `nu` and length `l` (a length, as in scikit-learn, not its square).

    k(d) = 2^(1-nu) / Gamma(nu) * (sqrt(2 nu) d / l)^nu * K_nu(sqrt(2 nu) d / l); the usual half-integer
    cases in closed form. Above nu = 50 it cannot be told from `rbf(x, l**2)`.
    """
    nu, l = as_number("nu", nu, 0.0, 50.0, open_low=True), as_positive("l", l)
    scaled = np.sqrt(2 * nu * _squared_distances(x)) / l
    if nu == 0.5:
        return np.exp(-scaled)
    if nu == 1.5:
        return (1 + scaled) * np.exp(-scaled)
    if nu == 2.5:
        return (1 + scaled + scaled**2 / 3) * np.exp(-scaled)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        log_k = (1 - nu) * np.log(2) - gammaln(nu) + nu * np.log(scaled) + np.log(kve(nu, scaled)) - scaled
    # kve overflows only where the distance is so small that the covariance is 1 to the last digit.
    return np.exp(np.where(np.isfinite(log_k), np.minimum(log_k, 0.0), 0.0))
