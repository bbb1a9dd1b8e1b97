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


def _prior_first(upper: Floats, alive: Bools, available: Bools) -> tuple[int, int]:
    p = int(np.argmax(np.where(alive, upper.max(axis=1), -np.inf)))
    return p, int(np.argmax(np.where(available, upper[p], -np.inf)))


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
            lambda upper, alive, available: _argmax(np.where(alive[:, None] & available, upper, np.inf), True),
            "you put `np.inf` where a prior or a point is out, which makes it the best of all: it is `-np.inf`.",
        ),
        Slip(
            lambda upper, alive, available: _argmax(upper, ~(alive[:, None] & available)),
            "the other way round: the bounds stay where prior and point are in, `-np.inf` goes where they are out.",
        ),
        Slip(
            lambda upper, alive, available: _prior_first(upper, alive, available),
            "first the prior, then the point: so a prior wins by a promise at a point that is closed. Take the "
            "highest over both at once.",
        ),
        Slip(
            lambda upper, alive, available: _argmax(upper[alive][:, available], True),
            "that counts among those that are left; put `-np.inf` in place of the others, so that all keep their "
            "numbers.",
        ),
        Slip(
            lambda upper, alive, available: np.add(most_optimistic(upper, alive, available), 1),
            "prior and point count from 0, as numpy does.",
        ),
        Slip(
            lambda upper, alive, available: float(np.where(alive[:, None] & available, upper, -np.inf).max()),
            "that is how high the bound is; wanted is where it is: `np.argmax`, and prior and point from it.",
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
    *(([0.475] * 4, [0.05] * 4, 1.0), ([-0.2, 1.0, -1.5, -0.5], [0.1, 0.2, 0.2, 1.2], 0.1), ([-1.5], [1.2], 0.25)),
    ([3.0, -1.5, 0.5], [1.2, 0.2, 0.2], 0.5),
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
            lambda errors, widths, xi: bool(abs(np.sum(errors)) > xi * np.sqrt(len(errors)) + np.sum(widths)),
            "the root goes over both, sqrt(xi |S|): xi stands outside.",
        ),
        Slip(
            lambda errors, widths, xi: bool(abs(np.sum(errors)) > np.sqrt(xi * len(errors) + np.sum(widths))),
            "the widths stand outside the root: sqrt(xi |S|) plus their sum.",
        ),
        Slip(
            lambda errors, widths, xi: bool(abs(np.sum(errors)) > np.sqrt(xi * len(errors)) + np.mean(widths)),
            "line 12 allows the *sum* of the widths, not their mean.",
        ),
        Slip(
            lambda errors, widths, xi: bool(abs(np.sum(errors)) > np.sqrt(xi * len(errors)) + widths[-1]),
            "only the last width is allowed; line 12 allows the sum of all of them.",
        ),
        Slip(
            lambda errors, widths, xi: bool(
                abs(np.sum(errors)) > np.sqrt(xi * len(errors)) + np.sqrt(np.square(widths).sum())
            ),
            "the widths are summed as they are, without squares and root: each is a promise, not noise.",
        ),
        Slip(
            lambda errors, widths, xi: bool(np.any(np.abs(errors) > np.sqrt(xi) + np.asarray(widths))),
            "that looks at each error by itself: an expert's account is the sum of all its errors.",
        ),
        Slip(
            lambda errors, widths, xi: bool(np.max(np.abs(errors)) > np.sqrt(xi * len(errors)) + np.sum(widths)),
            "only the largest error is looked at: an expert's account is the sum of all its errors.",
        ),
        Slip(
            lambda errors, widths, xi: bool(abs(np.sum(errors)) > np.sqrt(xi * len(errors)) - np.sum(widths)),
            "the widths are subtracted; they are what a prior is allowed besides the noise: add them.",
        ),
        Slip(lambda errors, widths, xi: True, "that throws out every prior, whatever it did: compare."),
        Slip(lambda errors, widths, xi: False, "that throws out nobody, whatever they did: compare."),
        Slip(
            lambda errors, widths, xi: bool(abs(errors[-1]) > np.sqrt(xi) + widths[-1]),
            "only the last error is looked at: an expert's account is the sum of all its errors.",
        ),
    ),
    "line 12.",
)
