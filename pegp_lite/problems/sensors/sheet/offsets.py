"""Rows with offsets from UTC on one wall clock; and ends of stretches, which only look like offsets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta, timezone

import numpy as np

from pegp_lite.checks import Ints
from pegp_lite.problems.sensors.errors import DataError


def one_clock(
    source: object,
    lines: Sequence[int],
    cells: Sequence[str],
    seconds: Mapping[str, int],
    offsets: Mapping[str, int | None],
) -> tuple[Ints, tuple[str, ...]]:
    """All rows on the first row's wall clock, so that days are local days and no hour comes twice or never."""
    wall = np.array([seconds[cell] for cell in cells], np.int64)
    given = [offsets.get(cell) for cell in cells]
    if all(each is None for each in given):
        return wall, ()
    if _are_ends(wall, given):
        return wall, ("Times are followed by their ends, as in 13:00-14:00; the beginnings were taken.",)
    if any(each is None for each in given):
        with_zone = next(line for line, each in zip(lines, given, strict=True) if each is not None)
        without = next(line for line, each in zip(lines, given, strict=True) if each is None)
        raise DataError(
            f"{source}: line {with_zone:,} gives its offset from UTC and line {without:,} does not; "
            "give it in all or in none",
            line=max(with_zone, without),
        )
    minutes = np.array(given, np.int64)
    home = int(minutes[0])
    changed = np.flatnonzero(minutes != home)
    if not len(changed):
        return wall, ()
    note = (
        f"The offset from UTC changes at line {lines[int(changed[0])]:,}; "
        f"all times were moved to the first one's, {timezone(timedelta(minutes=home))}."
    )
    return wall + 60 * (home - minutes), (note,)


def _are_ends(wall: Ints, given: Sequence[int | None]) -> bool:
    """Whether what looks like an offset ends a stretch, 00:00-01:00, 01:00-02:00: it keeps its distance to the time."""
    ends = np.array([each is not None and each <= 0 for each in given])
    lengths = (-np.array([each or 0 for each in given], np.int64) - wall // 60) % 1440
    found, counts = np.unique(lengths, return_counts=True)
    return bool(ends.all() and len(set(given)) > 2 and counts.max() > len(given) / 2 and found[counts.argmax()])
