"""A column that holds the time of day alone: 13:50, 1350, 7h, or a number for each hour."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pegp_lite.checks import Ints
from pegp_lite.problems.sensors.errors import fault
from pegp_lite.problems.sensors.sheet.clock import bare_hour, beginning, dotted_clock, taken_apart
from pegp_lite.problems.sensors.sheet.times import TIME_HELP, numbers_among


def clock_seconds(source: object, column: str, lines: Sequence[int], cells: Sequence[str]) -> tuple[Ints, str]:
    """Seconds since midnight (n,) of a column that holds the time of day, or a whole hour; and a note."""
    cells = [bare_hour(cell) for cell in cells]
    numbers = numbers_among(cells)
    if len(numbers) == len(set(cells)) and all(value == int(value) and 0 <= value <= 24 for value in numbers.values()):
        hours = [int(numbers[cell]) for cell in cells]
        first_hour = 1 if max(hours) == 24 and min(hours) == 1 else 0
        note = f'Hours in "{column}" run from 1 to 24; hour 1 was taken to begin at 00:00.' if first_hour else ""
        return np.array([3600 * (hour - first_hour) for hour in hours], np.int64), note
    if (
        len(numbers) == len(set(cells))
        and all(0 <= value <= 2400 and value % 100 < 60 for value in numbers.values())
        and any(value >= 100 for value in numbers.values())  # else they number the half-hours of a day
    ):
        found = [divmod(int(numbers[cell]), 100) for cell in cells]
        return np.array([3600 * hour + 60 * minute for hour, minute in found], np.int64), ""
    clocks = {cell: _clock(cell) for cell in dict.fromkeys(cells)}
    failing = {cell: numbers.get(cell, 99.0) for cell, clock in clocks.items() if clock is None}
    if failing:
        odd = next((cell for cell, hour in failing.items() if hour > 24), next(iter(failing)))
        twice = failing[odd] == 25 == max(numbers.values())  # else they number the half-hours of a day
        raise fault(
            source, lines[cells.index(odd)], column, "a time of day such as 13:50 was wanted", odd,
            "25 may be the hour that comes twice when clocks are put back: take the line out, or write times in UTC"
            if twice else TIME_HELP, "time",
        )  # fmt: skip
    return np.array([clocks[cell] for cell in cells], np.int64), ""


def _clock(cell: str) -> int | None:
    pieces = taken_apart(beginning(cell))
    return pieces.seconds if pieces is not None and pieces.triple is None else dotted_clock(cell)
