"""The best of many scores, and who wins where several are as good."""

from __future__ import annotations

import math

import numpy as np

from pegp_lite.checks import Floats, Ints

TIE = 1e-9


def pick_best(scores: Floats, counts: Ints, draws: Floats) -> tuple[Ints, Ints]:
    """Line and column of each row's best score, ties within `TIE` broken by that row's draw in [0, 1).

    `scores` (L, M): the first `counts[0]` lines belong to row 0, the next `counts[1]` to row 1 and so on, at least
    one each. `draws` (R,): 0 takes the first tie, the lowest line and then the lowest column.

    >>> import numpy as np
    >>> from pegp_lite.bandit.ties import pick_best
    >>> pick_best(np.array([[1.0, 3.0, 3.0], [2.0, 0.0, 3.0]]), counts=np.array([2]), draws=np.array([0.9]))
    (array([1]), array([2]))
    """
    lines = np.arange(len(scores))
    top = scores.argmax(axis=1)
    best = scores[lines, top]
    if math.isnan(best.dot(best)):  # infinities do not cancel in squares
        first = int(np.isnan(best).argmax())
        raise ValueError(f"scores must be numbers, got NaN on line {first} for number {top[first]}")
    if len(counts) == len(best):
        near = scores >= (best - TIE)[:, None]
    else:
        starts = counts.cumsum() - counts
        bar = np.maximum.reduceat(best, starts).repeat(counts) - TIE
        lines = (best >= bar).nonzero()[0]
        near = scores[lines] >= bar[lines, None]
    if np.count_nonzero(near) == len(counts) == len(lines):
        return lines, top[lines]
    tied, column = np.divmod(near.ravel().nonzero()[0], scores.shape[1])
    line = lines[tied]
    row = np.arange(len(counts)).repeat(counts)[line]
    ties = np.bincount(row, minlength=len(counts))
    chosen = ties.cumsum() - ties + (draws * ties).astype(np.int64)
    return line[chosen], column[chosen]
