"""Blanks of `1_build_it`: how values go together, over points and over time."""

from __future__ import annotations

from typing import Any

import numpy as np

from pegp_lite.checks import Floats
from pegp_lite.exercises.blank import Blank, Slip, calling
from pegp_lite.gp.kernels import rbf
from pegp_lite.gp.priors import Prior

X = np.linspace(0.0, 1.0, 7)


def gaps(x: Any) -> Floats:
    """The difference of every two."""
    return np.subtract.outer(x, x)


kernel = Blank(
    "kernel",
    rbf,
    calling((X, 0.1), (X[:4], 0.7)),
    "Take the difference of every two points, `np.subtract.outer(x, x)`, square it, and put it into the formula.",
    (
        Slip(
            lambda x, l: np.exp(-(gaps(x) ** 2) / (2 * l**2)),
            "you squared `l`. The paper's `l` is a squared length already: it stands in the formula as it is.",
        ),
        Slip(lambda x, l: np.exp(-(gaps(x) ** 2) / l), "the 2 is missing: the distance is divided by 2 l."),
        Slip(
            lambda x, l: np.exp(gaps(x) ** 2 / (2 * l)),
            "the minus sign is missing: points far apart must have little to do with each other, not a lot.",
        ),
        Slip(lambda x, l: np.exp(-np.abs(gaps(x)) / (2 * l)), "the distance is not squared."),
        Slip(lambda x, l: np.exp(-gaps(x) / (2 * l)), "the distance is not squared."),
        Slip(
            lambda x, l: np.exp(-(gaps(x) ** 2) / 2 * l),
            "`/ 2 * l` divides by 2 and then multiplies by l. Write `/ (2 * l)`.",
        ),
        Slip(
            lambda x, l: np.exp(-(np.multiply.outer(x, x) ** 2) / (2 * l)),
            "the points are multiplied; take their differences, `np.subtract.outer(x, x)`.",
        ),
        Slip(
            lambda x, l: np.exp(-(np.add.outer(x, x) ** 2) / (2 * l)),
            "the points are added; take their differences, `np.subtract.outer(x, x)`.",
        ),
        Slip(lambda x, l: np.exp(-(gaps(x) ** 2) / 2), "`l` does not occur: the distance is divided by 2 l."),
        Slip(
            lambda x, l: np.exp(-((gaps(x) / (2 * l)) ** 2)),
            "`2 * l` is squared as well; square the difference alone.",
        ),
        Slip(
            lambda x, l: np.exp(-(gaps(x) ** 2) / (2 * l)) / np.sqrt(2 * np.pi * l),
            "that is the density of a normal distribution; a kernel has no factor in front and is 1 at distance 0.",
        ),
        Slip(lambda x, l: -(gaps(x) ** 2) / (2 * l), "the exponential is missing: `np.exp(...)` around it."),
    ),
    "the same as `rbf`.",
)


def memory_over(gap: Any, epsilon: float) -> Any:
    """(1 - epsilon)^(|t - t'| / 2), by the memory of the package's own prior."""
    return Prior("any", np.zeros(1), np.eye(1), epsilon).memory ** np.abs(gap)


fading = Blank(
    "fading",
    memory_over,
    calling((np.array([0, 1, 4]), 0.1), (np.array([-3, 2]), 0.5), (np.array([0, 1]), 0.0)),
    "The covariance over a gap of |t - t'| steps shrinks by (1 - epsilon) to the power |t - t'| / 2.",
    (
        Slip(lambda gap, epsilon: (1 - epsilon) ** np.abs(gap), "the power is |t - t'| / 2: you left the half out."),
        Slip(
            lambda gap, epsilon: (1 - epsilon) ** (gap / 2),
            "a gap may be negative (a look before, seen from a look after); take its absolute value.",
        ),
        Slip(
            lambda gap, epsilon: epsilon ** (np.abs(gap) / 2),
            "epsilon is what is forgotten; what stays is 1 - epsilon.",
        ),
        Slip(
            lambda gap, epsilon: (1 - epsilon) * np.abs(gap) / 2,
            "that multiplies; the gap belongs in the exponent, `**`.",
        ),
        Slip(
            lambda gap, epsilon: 1 - epsilon ** (np.abs(gap) / 2),
            "brackets: it is (1 - epsilon) that is raised to the power, not epsilon alone.",
        ),
        Slip(
            lambda gap, epsilon: np.exp(-epsilon * np.abs(gap)),
            "an exponential decay is close, but the paper's is (1 - epsilon) to the power |t - t'| / 2.",
        ),
        Slip(
            lambda gap, epsilon: (1 - epsilon) ** np.abs(gap) / 2,
            "brackets: `**` comes before `/`, so the whole was halved. Write `** (np.abs(gap) / 2)`.",
        ),
        Slip(
            lambda gap, epsilon: (1 - epsilon) ** (np.abs(gap) // 2),
            "`//` cuts the half off, so an odd gap counts as the even one before it. Write `/`.",
        ),
        Slip(lambda gap, epsilon: (1 - epsilon) ** (gap**2 / 2), "the gap is not squared here; its absolute value."),
        Slip(
            lambda gap, epsilon: np.exp(-epsilon * np.abs(gap) / 2),
            "an exponential decay is close, but the paper's is (1 - epsilon) to the power |t - t'| / 2.",
        ),
        Slip(
            lambda gap, epsilon: (1 - epsilon) ** (-np.abs(gap) / 2),
            "the minus sign makes it grow with the gap; 1 - epsilon is below 1 and shrinks without one.",
        ),
        Slip(lambda gap, epsilon: np.sqrt(1 - epsilon) + 0 * gap, "the gap is not used: one step's worth every time."),
    ),
    "what a prior remembers over a gap of time.",
)
