"""Whose upper bounds are compared, and that a policy which crosses out a prior in place is noticed."""

from __future__ import annotations

import numpy as np
import pytest

from pegp_lite.bandit.pairs import Pairs


def test_pairs_stand_for_the_candidates_they_were_made_of_and_no_others() -> None:
    candidates = np.array([[True, True, False], [False, True, False]])
    pairs = Pairs(candidates, first=4)
    assert pairs.stand_for(candidates.copy())
    assert list(zip(pairs.rows, pairs.placed, pairs.priors, strict=True)) == [(0, 4, 0), (0, 4, 1), (1, 5, 1)]
    assert pairs.counts.tolist() == [2, 1]
    candidates[0, 1] = False  # as line 13 does
    assert not pairs.stand_for(candidates)


def test_a_row_without_a_candidate_is_refused() -> None:
    with pytest.raises(ValueError, match="row 1 has nothing to pick from"):
        Pairs(np.array([[True, False], [False, False]]))
