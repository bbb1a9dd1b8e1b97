"""The best of many scores, and who wins where several are as good."""

from __future__ import annotations

import numpy as np

from pegp_lite.checks import Floats, Ints

TIE = 1e-9


def pick_best(scores: Floats, counts: Ints, draws: Floats) -> tuple[Ints, Ints]:
    """Line and column of each row's best score, ties within `TIE` broken by that row's draw in [0, 1).

    `scores` (L, M): the first `counts[0]` lines belong to row 0, the next `counts[1]` to row 1 and so on, at least
    one each. `draws` (R,): 0 takes the first tie, the lowest line and then the lowest column.
    """
    best = scores.max(axis=1)
    if len(counts) == len(best):
        bar = best - TIE
        lines, near = None, scores >= bar[:, None]
    else:
        starts = counts.cumsum() - counts
        bar = np.repeat(np.maximum.reduceat(best, starts), counts) - TIE
        lines = np.flatnonzero(best >= bar)
        near = scores[lines] >= bar[lines, None]
    tied, column = np.divmod(np.flatnonzero(near), scores.shape[1])
    line = tied if lines is None else lines[tied]
    if len(line) == len(counts):
        return line, column
    row = line if lines is None else np.repeat(np.arange(len(counts)), counts)[line]
    ties = np.bincount(row, minlength=len(counts))
    chosen = ties.cumsum() - ties + (draws * ties).astype(np.int64)
    return line[chosen], column[chosen]
