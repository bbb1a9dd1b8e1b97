"""Readings at any instants, averaged into bins of equal length that fill whole days."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pegp_lite.checks import Floats, Ints
from pegp_lite.problems.sensors.errors import DataError

Times = NDArray[np.datetime64]
DAY = 86_400
MOST_CELLS = 20_000_000


def check_bin_minutes(bin_minutes: int) -> int:
    """A bin length in minutes that divides the day; anything else is refused."""
    whole = isinstance(bin_minutes, int | np.integer) and not isinstance(bin_minutes, bool)
    if not whole or bin_minutes < 1 or 1440 % bin_minutes:
        raise DataError(f"bin_minutes must be a whole number that divides the day's 1440, got {bin_minutes!r}")
    return int(bin_minutes)


def own_step_minutes(seconds: Ints) -> float:
    """The usual distance between neighbouring instants (n,) in minutes; 0 when there are too few to tell.

    The lower quartile, so that outages do not count.
    """
    gaps = np.diff(np.unique(seconds))
    return float(np.quantile(gaps, 0.25, method="lower")) / 60 if len(gaps) > 2 else 0.0


def whole_days(first: int, last: int, bin_minutes: int, sensors: int, where: str) -> Times:
    """Bin starts (B,) as datetime64[s] from the first instant's midnight to the end of the last one's day.

    `first` and `last` are seconds since 1970; `where` names both should the grid be too large.
    """
    start, end = first // DAY * DAY, (last // DAY + 1) * DAY
    bins = (end - start) // (60 * bin_minutes)
    if bins * sensors > MOST_CELLS:
        raise DataError(
            f"{where}: from {np.datetime64(first, 's')} to {np.datetime64(last, 's')} makes {bins:,} bins of "
            f"{bin_minutes} min for {sensors} sensors, more than {MOST_CELLS:,} cells; "
            "is one of these two times wrong? If not, take longer bins"
        )
    return (start + 60 * bin_minutes * np.arange(bins)).astype("datetime64[s]")


def bin_means(times: Times, seconds: Ints, column: Ints, value: Floats, columns: int) -> Floats:
    """Mean of `value` (n,) per bin and column, (B, columns); NaN where nothing was read.

    `times` (B,) are the bin starts on a regular grid; `seconds` (n,) since 1970 lie within it.
    """
    start, step = int(times[0].astype(np.int64)), int((times[1] - times[0]).astype(np.int64))
    cell = (seconds - start) // step * columns + column
    size = len(times) * columns
    count = np.bincount(cell, minlength=size)
    total = np.bincount(cell, weights=value, minlength=size)
    with np.errstate(invalid="ignore"):
        means: Floats = (total / count).reshape(len(times), columns)
    return means
