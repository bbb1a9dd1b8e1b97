"""Blanks of `1_build_it`: whom to trust where (line 7), and whom no longer (line 12)."""

from __future__ import annotations

from typing import Any

import numpy as np

from pegp_lite.bandit.sums import sums_of
from pegp_lite.bandit.ties import pick_best
from pegp_lite.checks import Bools, Floats
from pegp_lite.exercises.blank import Blank, Slip, calling


def most_optimistic(upper: Floats, alive: Bools, available: Bools) -> tuple[int, int]:
    scores = np.where(alive[:, None] & available, upper, -np.inf)
    line, point = pick_best(scores, np.array([len(scores)]), np.zeros(1))
    return int(line[0]), int(point[0])


def _argmax(upper: Floats, open_: Any) -> tuple[int, int]:
    p, point = np.unravel_index(np.argmax(np.where(open_, upper, -np.inf)), upper.shape)
    return int(p), int(point)


UPPER = np.array([[1.0, 9.0, 2.0, 3.0], [2.0, 3.0, 8.0, 1.0], [4.0, 5.0, 7.0, 6.0]])
SOME, NOT_THE_BEST = np.array([False, True, True]), np.array([True, False, True, True])

choose = Blank(
    "choose",
    most_optimistic,
    calling(
        (UPPER, SOME, NOT_THE_BEST),
        (UPPER, ~SOME, NOT_THE_BEST),
        (UPPER[::-1].copy(), SOME, ~NOT_THE_BEST),
        (UPPER, SOME, np.array([True, False, False, True])),
        (UPPER - 10, SOME, NOT_THE_BEST),
    ),
    "Put -inf where the prior is rejected or the point is closed, `np.where(alive[:, None] & available, upper, "
    "-np.inf)`; `np.unravel_index(np.argmax(...), upper.shape)` is the pair.",
    (
        Slip(
            lambda upper, alive, available: _argmax(upper, alive[:, None] & np.ones_like(available)),
            "you chose a point that is closed now. The paper prints the maximum over all points; it has to be over "
            "those `available`.",
        ),
        Slip(
            lambda upper, alive, available: _argmax(upper, available & np.ones_like(alive)[:, None]),
            "you trusted a prior that was rejected: only those `alive` may promise.",
        ),
        Slip(
            lambda upper, alive, available: _argmax(upper, np.ones_like(upper, dtype=bool)),
            "neither `alive` nor `available` is looked at: rejected priors and closed points are out.",
        ),
        Slip(
            lambda upper, alive, available: _argmax(np.where(alive[:, None] & available, upper, 0.0), True),
            "0 is higher than a bound below zero: put `-np.inf` where a prior or a point is out.",
        ),
        Slip(
            lambda upper, alive, available: most_optimistic(upper, alive, available)[1],
            "that is the point alone; whose bound it is counts as well: return prior and point.",
        ),
        Slip(
            lambda upper, alive, available: most_optimistic(upper, alive, available)[::-1],
            "prior and point are swapped: the prior comes first.",
        ),
        Slip(
            lambda upper, alive, available: int(np.argmax(np.where(alive[:, None] & available, upper, -np.inf))),
            "`np.argmax` counts through the whole table; `np.unravel_index(..., upper.shape)` makes it row and column.",
        ),
        Slip(
            lambda upper, alive, available: _argmax(-upper, alive[:, None] & available),
            "that is the lowest upper bound: optimism takes the highest.",
        ),
    ),
    "optimistic over the points that are open and the priors that live.",
)


def beyond(errors: Any, widths: Any, xi: float) -> bool:
    used = np.ones((len(errors), 1), dtype=bool)
    return bool(sums_of(used, np.asarray(errors), np.asarray(widths), np.full(len(errors), xi)).beyond[-1, 0])


# Each slip below is wrong in some of these, no two in the same ones; nowhere does rounding decide.
CASES = (
    *(([3.0], [1.0], 1.0), ([-3.0], [1.0], 1.0), ([1.0, -1.0, 1.0, -1.0], [0.2] * 4, 0.1), ([1.0] * 4, [0.4] * 4, 1.0)),
    *(([1.0] * 4, [0.7] * 4, 1.0), ([0.5], [0.1], 1.0), ([1.5] * 4, [0.4] * 4, 1.0), ([-0.9] * 9, [0.6] * 9, 0.1)),
    *(([2.0, 2.0], [1.9, 1.9], 0.012), ([1.0], [0.2], 0.5), ([-0.1], [0.3], 0.09), ([1.1] * 16, [0.8] * 16, 1.0)),
    ([0.475] * 4, [0.05] * 4, 1.0),
)

rejects = Blank(
    "rejects",
    beyond,
    calling(*CASES),
    "Line 12 has three parts: the absolute value of the summed errors; sqrt(xi |S|), where |S| is how many they are; "
    "and the summed widths.",
    (
        Slip(
            lambda errors, widths, xi: bool(np.abs(errors).sum() > np.sqrt(xi * len(errors)) + np.sum(widths)),
            "you summed absolute errors. Errors up and down may cancel: sum first, then take the absolute value.",
        ),
        Slip(
            lambda errors, widths, xi: bool(np.sum(errors) > np.sqrt(xi * len(errors)) + np.sum(widths)),
            "a prior that promises too little is wrong as well: take the absolute value of the sum.",
        ),
        Slip(
            lambda errors, widths, xi: bool(np.sum(errors) < np.sqrt(xi * len(errors)) + np.sum(widths)),
            "that says when a prior may stay, and forgets the absolute value: it goes when |sum| is *above*.",
        ),
        Slip(
            lambda errors, widths, xi: not beyond(errors, widths, xi),
            "the other way round: a prior goes when its errors are *above* what is allowed.",
        ),
        Slip(
            lambda errors, widths, xi: bool(abs(np.sum(errors)) > np.sqrt(xi) * len(errors) + np.sum(widths)),
            "the count belongs under the root, sqrt(xi |S|): noise adds up like a root, not like a sum.",
        ),
        Slip(
            lambda errors, widths, xi: bool(abs(np.sum(errors)) > np.sqrt(xi * len(errors))),
            "the prior's own doubt is missing: add the sum of `widths`.",
        ),
        Slip(
            lambda errors, widths, xi: bool(abs(np.sum(errors)) > np.sum(widths)),
            "the noise is missing: add sqrt(xi |S|).",
        ),
        Slip(
            lambda errors, widths, xi: bool(abs(np.sum(errors)) > xi * len(errors) + np.sum(widths)),
            "the root is missing: sqrt(xi |S|).",
        ),
        Slip(
            lambda errors, widths, xi: bool(abs(np.sum(errors)) > np.sqrt(xi) + np.sum(widths)),
            "xi is for one step: under the root it is multiplied by |S|, the number of errors.",
        ),
        Slip(
            lambda errors, widths, xi: bool(abs(np.mean(errors)) > np.sqrt(xi * len(errors)) + np.sum(widths)),
            "line 12 holds the *sum* of the errors against the allowance, not their mean.",
        ),
        Slip(
            lambda errors, widths, xi: bool(abs(errors[-1]) > np.sqrt(xi) + widths[-1]),
            "only the last error is looked at: an expert's account is the sum of all its errors.",
        ),
    ),
    "line 12.",
)
