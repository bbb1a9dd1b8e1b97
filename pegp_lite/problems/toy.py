"""The paper's first experiment: eleven priors over ten hills, one of them true, its hill hidden every other step."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Literal, get_args

import numpy as np

from pegp_lite.checks import Bools, Floats, as_count, as_finite, as_number, as_positive
from pegp_lite.gp.kernels import rbf
from pegp_lite.gp.priors import Prior, draw_functions
from pegp_lite.problems import masks
from pegp_lite.problems.problem import Problem
from pegp_lite.streams import FUNCTION, MASK, as_seed, stream

Mask = Literal["hill", "none", "random", "adversary"]


def toy(
    true_prior: int = 2,
    *,
    hills: int | Sequence[float] = 10,
    short: float = 1.0,
    tall: float = 4.0,
    width: float = 0.02,
    l: float = 0.5,
    points: int = 361,
    T: int = 100,
    noise_std: float = 0.01,
    priors: Sequence[int] | None = None,
    mask: Mask = "hill",
    mask_width: float = 0.05,
    mask_every: int = 2,
    epsilon: float = 0.0,
    seeds: int = 30,
    seed: int = 0,
) -> Problem:
    """The toy game for `seeds` functions drawn from the true prior, values (S, T, N).

    Prior n has the n-th hill `tall`, the others `short`; prior 0 has all short. A hill at c is a bump
    exp(-(x - c)^2 / (2 width^2)) on [0, 1]; `hills` is how many, evenly spread, or where. All share the kernel
    `rbf(x, l)` and the forgetting rate `epsilon` (0: the function stands still). `priors` picks those that
    compete, by number; a true prior left out of them leaves `Problem.true_prior` None. `noise_std` is of observations.

    On each step that `mask_every` divides, a share 2 `mask_width` of the line is hidden: "hill", that far to
    either side of the true prior's tall hill (nothing for prior 0); "random", points at random, for each seed its
    own; "adversary", the points where the function is highest. The paper gives none of the numbers; those here
    are ours. Seed number s is the same function whatever `seeds` is, and at epsilon 0 whatever `T` is.
    `true_prior`: which of them the functions are drawn from. `width`: of a hill. `l`: the kernel's squared
    length. `points`: how many. `noise_std`: R.

    >>> from pegp_lite.problems.toy import toy
    >>> problem = toy(true_prior=2, seeds=3, T=20)
    >>> problem.n_priors, problem.values.shape
    (11, (3, 20, 361))
    """
    x = toy_points(points)
    centres = _centres(hills)
    heights = _real("short", short), _real("tall", tall)
    shapes = as_positive("width", width), as_positive("l", l)
    rivals = _family(centres, *heights, *shapes, len(x), as_number("epsilon", epsilon, 0.0, 1.0))
    true = _number("true_prior", true_prior, len(centres))
    chosen = list(range(len(rivals))) if priors is None else [_number("priors", p, len(centres)) for p in priors]
    T, seeds = as_count("T", T), as_count("seeds", seeds)
    seed = as_seed(seed)
    streams = [stream(seed, s, FUNCTION) for s in range(seeds)]
    drawn = draw_functions(rivals[true], T if epsilon else 1, streams)
    available = _available(mask, mask_width, mask_every, x, T, centres[true - 1] if true else None, drawn, seed)
    return Problem(
        tuple(rivals[p] for p in chosen),
        np.broadcast_to(drawn, (seeds, T, len(x))),
        noise_std,
        available,
        chosen.index(true) if true in chosen else None,
    )


def toy_points(points: int = 361) -> Floats:
    """Where the toy's points lie on the line, (N,).

    `points`: how many.

    >>> from pegp_lite.problems.toy import toy_points
    >>> toy_points(3).tolist()
    [0.0, 0.5, 1.0]
    """
    return np.linspace(0.0, 1.0, as_count("points", points))


def _centres(hills: int | Sequence[float]) -> tuple[float, ...]:
    """Where the hills stand."""
    if isinstance(hills, int | np.integer):
        return tuple(np.linspace(0.0, 1.0, as_count("hills", hills)).tolist())
    centres = as_finite("hills", hills)
    if centres.ndim != 1 or centres.size == 0 or centres.min() < 0 or centres.max() > 1:
        raise ValueError(f"hills must be a number of hills, or their places between 0 and 1, got {hills!r}")
    return tuple(centres.tolist())


@lru_cache(maxsize=8)
def _family(
    centres: tuple[float, ...], short: float, tall: float, width: float, l: float, points: int, epsilon: float
) -> tuple[Prior, ...]:
    """Prior 0, with equal hills, and one more for each hill; kept, since a slider asks for them again and again."""
    x = toy_points(points)
    bumps = np.exp(-((x - np.array(centres)[:, None]) ** 2) / (2 * width**2))
    base = short * bumps.sum(axis=0)
    plain = Prior("prior 0", base, rbf(x, l), epsilon)
    return plain, *(plain.about(f"prior {n}", base + (tall - short) * b) for n, b in enumerate(bumps, 1))


def _available(
    mask: Any, share: Any, every: Any, x: Floats, T: int, hill: float | None, drawn: Floats, seed: int
) -> Bools | None:
    """The points that may be queried, (T, N) or (S, T, N); `drawn` is (S, 1, N) or (S, T, N)."""
    half, every, seeds, N = as_number("mask_width", share, 0.0, 0.5), as_count("every", every), len(drawn), len(x)
    if mask not in get_args(Mask):
        raise ValueError(f"mask must be one of {', '.join(get_args(Mask))}, got {mask!r}")
    if mask == "none" or half == 0 or (mask == "hill" and hill is None):
        return None
    if mask == "hill" and hill is not None:
        return masks.interval(x, T, hill - half, hill + half, every)
    available = np.ones((seeds, T, N), dtype=bool)
    masked = available[:, every - 1 :: every]
    if mask == "random":
        for s in range(seeds):
            masked[s] = masks.random(T, N, 2 * half, stream(seed, s, MASK))[every - 1 :: every]
    else:
        watched = drawn if drawn.shape[1] == 1 else drawn[:, every - 1 :: every]
        masked[:] = masks.adversary(watched, max(1, round(2 * half * N)))
    return available


def _number(what: str, given: Any, hills: int) -> int:
    """A prior's number, from 0 to the number of hills."""
    if isinstance(given, bool) or not isinstance(given, int | np.integer) or not 0 <= given <= hills:
        raise ValueError(f"{what}: priors are numbered from 0 to {hills}, got {given!r}")
    return int(given)


def _real(what: str, given: Any) -> float:
    return as_number(what, given, -np.inf, np.inf, open_low=True, open_high=True)
