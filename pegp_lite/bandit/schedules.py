"""The numbers the theory fixes in advance: how wide a band is, how much error noise may explain.

Every formula is Theorem 4.1's, as printed; the three bad events share `delta` equally (`delta / 3` each).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pegp_lite.checks import Floats, as_count, as_finite, as_positive, as_probability


def _steps(t: Any) -> Floats:
    steps = as_finite("t", t)
    if (steps < 1).any():
        raise ValueError(f"t counts steps from 1, got {steps.min():g}")
    return steps


def confidence_width(t: Any, n_points: int, delta: float) -> Any:
    """Half-width of the confidence band in standard deviations, for a finite domain (Thm 4.1 A).

    beta_t = sqrt(2 log(2 |X| pi^2 t^2 / delta)), `n_points` = |X|. Scalar or array of t, same shape back.
    Theorem 3.1 with delta/3 needs only 3/2 where the paper prints 2: valid, and slightly wide.
    `t`: the step, from 1. `n_points`: |X|. `delta`: the risk, in (0, 1).

    >>> from pegp_lite.theory import confidence_width
    >>> round(float(confidence_width(1, n_points=100, delta=0.1)), 3)
    4.448
    """
    n_points, delta = as_count("n_points", n_points), as_probability("delta", delta)
    return np.sqrt(2 * np.log(2 * n_points * np.pi**2 * _steps(t) ** 2 / delta))[()]


def confidence_width_continuous(t: Any, d: int, r: float, a: float, b: float, delta: float) -> Any:
    """Half-width of the band on a continuous domain in [0, r]^d (Thm 4.1 B, Assumption 3.2 with a, b).

    beta_t = sqrt(2 log(3 pi^2 t^2 / (2 delta)) + 2 d log(d t^2 r b sqrt(log(3 d a / (2 delta))))).
    The inner root needs 3 d a > 2 delta.
    `t`: the step, from 1. `d`, `r`: the domain. `a`, `b`: of the assumption. `delta`: the risk, in (0, 1).

    >>> from pegp_lite.theory import confidence_width_continuous
    >>> round(float(confidence_width_continuous(1, d=1, r=1.0, a=1.0, b=1.0, delta=0.1)), 3)
    3.315
    """
    d, delta = as_count("d", d), as_probability("delta", delta)
    r, a, b = as_positive("r", r), as_positive("a", a), as_positive("b", b)
    steps = _steps(t)
    if 3 * d * a <= 2 * delta:
        raise ValueError(
            f"the continuous width needs 3 d a > 2 delta, got 3 d a = {3 * d * a:g} and 2 delta = {2 * delta:g}"
        )
    cells = d * steps**2 * r * b * np.sqrt(np.log(3 * d * a / (2 * delta)))
    square = 2 * np.log(3 * np.pi**2 * steps**2 / (2 * delta)) + 2 * d * np.log(cells)
    if (square <= 0).any():
        raise ValueError(f"the continuous width is not real for r = {r:g}, b = {b:g}: the domain is too small")
    return np.sqrt(square)[()]


def noise_allowance(t: Any, n_priors: int, noise_std: float, delta: float) -> Any:
    """How much squared error per step noise may explain (Thm 4.1; Lemma 5.1 with delta/3).

    xi_t = 2 R^2 log(|U| pi^2 t^2 / delta), `n_priors` = |U|, `noise_std` = R. Scalar or array of t, same shape back.
    `t`: the step, from 1. `n_priors`: |U|. `noise_std`: R. `delta`: the risk, in (0, 1).

    >>> from pegp_lite.theory import noise_allowance
    >>> round(float(noise_allowance(1, n_priors=3, noise_std=0.1, delta=0.1)), 4)
    0.1138
    """
    n_priors, delta = as_count("n_priors", n_priors), as_probability("delta", delta)
    noise_std = as_positive("noise_std", noise_std)
    return (2 * noise_std**2 * np.log(n_priors * np.pi**2 * _steps(t) ** 2 / delta))[()]


def function_bound(t: Any, n_points: int, mean: Any, delta: float) -> Any:
    """How far from zero the function stays up to step t (Lemma 5.2, Thm 4.1).

    B_t = beta_t + max_{t' <= t} max_x |mean(x, t')| + 1, with `mean` (N,) or (T, N) of the true prior;
    `n_points` and `delta` are beta_t's.
    `t`: the step, from 1. `n_points`: |X|. `delta`: the risk, in (0, 1).

    >>> from pegp_lite.theory import function_bound
    >>> round(float(function_bound(1, n_points=100, mean=[0.0, -4.0], delta=0.1)), 3)
    9.448
    """
    heights = np.abs(as_finite("mean", mean))
    steps = _steps(t)
    if heights.ndim == 1:
        tallest: Any = heights.max()
    else:
        rows = np.maximum.accumulate(heights.max(axis=1))
        if steps.max() > len(rows):
            raise ValueError(f"t reaches {steps.max():g} but the mean has {len(rows)} steps")
        tallest = rows[steps.astype(int) - 1]
    return (confidence_width(steps, n_points, delta) + tallest + 1)[()]
