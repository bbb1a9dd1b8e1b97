"""Which points may be queried when: builders of `available`, (T, N) booleans (True: may be queried)."""

from __future__ import annotations

from typing import Any

import numpy as np

from pegp_lite.checks import Bools, as_count, as_finite, as_number


def none(T: int, N: int) -> Bools:
    """Nothing hidden: all `N` points at all `T` steps.

    >>> from pegp_lite import masks
    >>> masks.none(T=2, N=3).tolist()
    [[True, True, True], [True, True, True]]
    """
    return np.ones((as_count("T", T), as_count("N", N)), dtype=bool)


def interval(x: Any, T: int, low: float, high: float, every: int = 2) -> Bools:
    """Points of the line `x` (N,) inside [low, high] hidden on each of `T` steps that `every` divides.

    `T`: how many steps; returns booleans (T, N). Both ends, `low` and `high`, are hidden too.

    >>> from pegp_lite import masks
    >>> masks.interval([0.0, 0.5, 1.0], T=2, low=0.4, high=0.6).tolist()
    [[True, True, True], [True, False, True]]
    """
    x, every = as_finite("x", x), as_count("every", every)
    available = none(T, len(x))
    outside = (x < low) | (x > high)
    if not outside.any():
        raise ValueError(f"the interval [{low:g}, {high:g}] would hide all {len(x)} points")
    available[every - 1 :: every] = outside
    return available


def random(T: int, N: int, share: float, rng: np.random.Generator) -> Bools:
    """Each of `N` points hidden with probability `share` at each of `T` steps, by `rng`; at least one is left.

    >>> import numpy as np
    >>> from pegp_lite import masks
    >>> masks.random(T=4, N=3, share=1.0, rng=np.random.default_rng(0)).sum(axis=1).tolist()
    [1, 1, 1, 1]
    """
    share = as_number("share", share, 0.0, 1.0)
    available = none(T, N) & (rng.random((T, N)) >= share)
    spared = rng.integers(N, size=T)
    empty = np.flatnonzero(~available.any(axis=1))
    available[empty, spared[empty]] = True
    return available


def adversary(values: Any, width: int = 1) -> Bools:
    """The `width` points of highest true value hidden at each step: `values` (T, N) or (S, T, N).

    Returns booleans of the shape of `values`.

    >>> from pegp_lite import masks
    >>> masks.adversary([[0.0, 3.0, 1.0]]).tolist()
    [[True, False, True]]
    """
    values, width = as_finite("values", values), as_count("width", width)
    if width >= values.shape[-1]:
        raise ValueError(f"width must leave a point: got {width} of {values.shape[-1]}")
    available = np.ones(values.shape, dtype=bool)
    best = np.argpartition(-values, width - 1, axis=-1)[..., :width]
    np.put_along_axis(available, best, False, axis=-1)
    return available
