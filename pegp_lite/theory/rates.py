"""How fast information gain and regret grow by Corollary 6.2, up to constants and logarithms.

Each rate is the larger of two: how the function's own movement limits what can be known (linear in T, with a
power of epsilon), and how fast a function that stands still is learnt. Constants are not part of the
corollary: draw a rate `through` one measured value, then only its slope says something.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pegp_lite.checks import Floats, as_count, as_finite, as_number, as_positive


def matern_exponent(nu: float, d: int = 1) -> float:
    """c = d (d + 1) / (2 nu + d (d + 1)), Corollary 6.2: near 0 for smooth functions, 1 for rough ones.

    `nu`: the smoothness. `d`: the dimension.

    >>> from pegp_lite.theory import matern_exponent
    >>> round(matern_exponent(nu=2.5, d=1), 3)
    0.286
    """
    nu, d = as_positive("nu", nu), as_count("d", d)
    return d * (d + 1) / (2 * nu + d * (d + 1))


def gain_growth(T: Any, epsilon: Any, nu: float | None = None, d: int = 1) -> Any:
    """The growth of gamma_T (appendix, proof of Corollary 6.2), for scalar or array `T` and `epsilon`.

    Squared exponential (`nu` None): max{T epsilon^(1/3), 1}. Matern: max{T epsilon^((1 - c) / (3 - c)), T^c}, on
    points of `d` coordinates.

    >>> from pegp_lite.theory import gain_growth
    >>> round(float(gain_growth(100, 0.001)), 3)
    10.0
    """
    steps, forgets = _checked(T, epsilon)
    c = 0.0 if nu is None else matern_exponent(nu, d)
    return np.maximum(steps * forgets ** ((1 - c) / (3 - c)), steps**c)[()]


def regret_growth(T: Any, epsilon: Any, nu: float | None = None, d: int = 1, n_priors: int = 1) -> Any:
    """The growth of the part of R_T that depends on T (Corollary 6.2), for scalar or array `T` and `epsilon`.

    Squared exponential (`nu` None): sqrt|U| max{T epsilon^(1/6), sqrt T}. Matern: sqrt|U| max{T epsilon^((1 -
    c) / (3 - c) / 2), sqrt(T^(1 + c))}, on points of `d` coordinates, |U| = `n_priors`. The corollary adds |U| B_t*,
    which stays.

    >>> from pegp_lite.theory import regret_growth
    >>> round(float(regret_growth(100, 0.0)), 3)
    10.0
    """
    steps, forgets = _checked(T, epsilon)
    c = 0.0 if nu is None else matern_exponent(nu, d)
    moving, still = steps * forgets ** ((1 - c) / (3 - c) / 2), np.sqrt(steps ** (1 + c))
    return (np.sqrt(as_count("n_priors", n_priors)) * np.maximum(moving, still))[()]


def turning_point(epsilon: float, nu: float | None = None, d: int = 1) -> float:
    """The horizon at which movement overtakes learning and regret turns linear; infinite for epsilon = 0.

    T epsilon^((1 - c) / (3 - c)) = T^c, that is T = epsilon^(-1 / (3 - c)), for a kernel of smoothness `nu` on `d`
    coordinates as in `gain_growth`.
    `epsilon`: the forgetting rate. `nu`: the smoothness, None for the squared exponential. `d`: the dimension.

    >>> from pegp_lite.theory import turning_point
    >>> round(turning_point(0.001), 3)
    10.0
    """
    epsilon = as_number("epsilon", epsilon, 0.0, 1.0)
    c = 0.0 if nu is None else matern_exponent(nu, d)
    return float("inf") if epsilon == 0 else epsilon ** (-1 / (3 - c))


def through(curve: Any, value: float, index: int = -1) -> Floats:
    """`curve` scaled so that it has `value` at `index`: a rate laid over a measurement.

    >>> from pegp_lite.theory import through
    >>> through([1.0, 2.0, 4.0], 8.0).tolist()
    [2.0, 4.0, 8.0]
    """
    rate, value = as_finite("curve", curve), float(as_finite("value", value))
    if rate.ndim != 1 or not -len(rate) <= index < len(rate):
        raise ValueError(f"curve must be a row of numbers that has an index {index}, got {rate.shape}")
    if rate[index] == 0:
        raise ValueError(f"curve is 0 at index {index}: no scale takes it to {value:g}")
    return rate * (value / rate[index])


def _checked(T: Any, epsilon: Any) -> tuple[Floats, Floats]:
    steps, forgets = as_finite("T", T), as_finite("epsilon", epsilon)
    if (steps < 1).any():
        raise ValueError(f"T counts steps from 1, got {steps.min():g}")
    if (forgets < 0).any() or (forgets > 1).any():
        raise ValueError(f"epsilon must be in [0, 1], got {forgets.min():g} to {forgets.max():g}")
    return steps, forgets
