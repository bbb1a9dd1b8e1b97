"""Everything a played game left behind, as arrays: what figures, theory, tests and exports read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any

import numpy as np

from pegp_lite.checks import Floats, Ints


class PriorsExhausted(UserWarning):
    """Every prior was rejected in some seed: most likely none of them is the true one.

    >>> import warnings
    >>> from pegp_lite import PriorElimination, PriorsExhausted, play
    >>> from pegp_lite.problems.toy import toy
    >>> with warnings.catch_warnings(record=True) as said:
    ...     warnings.simplefilter("always")
    ...     _ = play(toy(priors=[5, 6], seeds=1, T=60, mask="none"), PriorElimination(0.9), ties="first")
    >>> [each.category.__name__ for each in said]
    ['PriorsExhausted']
    """


@dataclass(frozen=True, eq=False)
class Record:
    """S seeds of one policy over T steps with P priors. Steps count from 1, indices from 0.

    After a seed's last prior was rejected its later steps are -1 and NaN.
    `policy`: the class's name; the arrays stand below.

    >>> from pegp_lite import Random, play
    >>> from pegp_lite.problems.toy import toy
    >>> record = play(toy(seeds=2, T=20, points=61), Random())
    >>> record.policy, record.points.shape, record.cumulative_regret.shape
    ('Random', (2, 20), (2, 20))
    """

    policy: str
    points: Ints  #: (S, T), the point queried
    chosen_priors: Ints  #: (S, T), the prior trusted; -1 where the policy trusts no single one
    observations: Floats  #: (S, T), y_t
    regret: Floats  #: (S, T), best available value minus the value at the point: each step's own
    eliminated_at: Ints  #: (S, P), the step of the rejection; 0 while alive
    predicted_mean: Floats  #: (S, T), at the point under the trusted prior before the observation, or NaN
    predicted_std: Floats  #: (S, T), likewise
    exhausted_at: Ints  #: (S,), the step at which the last prior was rejected; 0 if never

    @cached_property
    def cumulative_regret(self) -> Floats:
        """R_t for every seed and horizon, (S, T), read-only: kept, since every question about regret begins here."""
        found = self.regret.cumsum(axis=1)
        found.flags.writeable = False
        return found


ARRAYS = tuple(field.name for field in fields(Record) if field.name != "policy")


def join(records: Sequence[Record]) -> Record:
    """Records of the same policy one after another, as one: their seeds are put in a row."""
    names = {record.policy for record in records}
    if len(names) != 1:
        raise ValueError(f"only records of one policy can be joined, got {sorted(names)}")
    joined: dict[str, Any] = {name: np.concatenate([getattr(record, name) for record in records]) for name in ARRAYS}
    return replace(records[0], **joined)


def cut(record: Record, seeds: int) -> Record:
    """The first so many seeds of a record."""
    return rows_of(record, slice(seeds))


def rows_of(record: Record, rows: slice) -> Record:
    """Some seeds of a record."""
    found: dict[str, Any] = {name: getattr(record, name)[rows] for name in ARRAYS}
    return replace(record, **found)
