"""Whose upper bounds a step compares: a line for every candidate prior of every row."""

from __future__ import annotations

import numpy as np

from pegp_lite.checks import Bools, Ints


class Pairs:
    """The pairs (row, prior) that `candidates` (S, P) name, row after row; made once and kept while they stay.

    `rows`, `priors`: one number a pair. `placed`: its row counted from elsewhere, where row 0 is number `first`.
    `counts` (S,): how many pairs a row has.

    >>> import numpy as np
    >>> from pegp_lite.bandit.pairs import Pairs
    >>> pairs = Pairs(np.array([[True, True], [False, True]]))
    >>> pairs.rows.tolist(), pairs.priors.tolist(), pairs.counts.tolist()
    ([0, 0, 1], [0, 1, 1], [2, 1])
    """

    def __init__(self, candidates: Bools, first: int = 0) -> None:
        self._named = candidates.tobytes()
        self.rows, self.priors = candidates.nonzero()
        self.counts = counts_of(self.rows, len(candidates))
        self.placed = self.rows + first

    def stand_for(self, candidates: Bools) -> bool:
        """Whether they are those that `candidates` name."""
        return candidates.tobytes() == self._named


def counts_of(rows: Ints, n_rows: int) -> Ints:
    """How many of `rows` (L,) are row 0, row 1 and so on, (S,): at least one each."""
    counts = np.bincount(rows, minlength=n_rows)
    if np.count_nonzero(counts) < len(counts):
        raise ValueError(f"row {int(np.argmin(counts))} has nothing to pick from; each row needs a candidate")
    return counts
