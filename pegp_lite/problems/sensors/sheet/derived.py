"""Columns of numbers that measure nothing: row counts, switches, constants, and what was reckoned from the others."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pegp_lite.checks import Floats
from pegp_lite.problems.sensors.sheet.times import epoch_kind

ENOUGH = 8  # rows from which on a pattern in the numbers is no accident
MOST_PAIRS = 5_000
_FIRST = 8  # rows that are looked at before all of them are


def by_numbers(names: Sequence[str], values: Floats) -> list[str | None]:
    """Why each column of `values` (n, N) is hardly a sensor, by what stands in it; None where it may be one."""
    found = [_counts(column) or _instants(column) or _places(column) for column in values.T]
    for reasons in ([what(column) for column in values.T] for what in (_constant, _switch, _by_ones)):
        share = sum(reason is not None for reason in reasons) / max(1, len(reasons))
        if share < 0.5 or (share == 0.5 and len(reasons) > 3):  # else they are what is measured here
            found = [old or new for old, new in zip(found, reasons, strict=True)]
    while True:
        left = [i for i, reason in enumerate(found) if reason is None]
        part = values[:, left][np.isfinite(values[:, left]).all(1)]
        enough = max(ENOUGH, min(len(left), 100))  # in few rows, some of many columns agree by accident
        if len(left) < 3 or len(part) < enough:
            return found
        here = [names[i] for i in left]
        made = _copy(part, here) or _of_all_others(part) or _of_a_run(part, here) or _of_two(part, here)
        if made is None:
            return found
        found[left[made[0]]] = made[1]


def _counts(column: Floats) -> str | None:
    steps = np.diff(column)
    if len(column) < ENOUGH or steps[0] == 0 or not (steps == steps[0]).all():
        return None
    what = "it counts the rows" if abs(steps[0]) == 1 else "it goes on in equal steps"
    return f"{what} ({column[0]:.0f}, {column[1]:.0f}, {column[2]:.0f}, ...)"


def _places(column: Floats) -> str | None:
    """Places in an order: whole numbers without a hole, each of them once."""
    found = np.sort(column)
    if len(found) < 3 * ENOUGH or not (np.diff(found) == 1).all():
        return None
    return f"it holds each number from {found[0]:.0f} to {found[-1]:.0f} once"


def _instants(column: Floats) -> str | None:
    heard = column[np.isfinite(column)]
    kind = epoch_kind(heard.tolist()) if len(heard) >= ENOUGH and (np.diff(heard) >= 0).all() else None
    return "it holds times, counted since 1970" if kind else None


def _constant(column: Floats) -> str | None:
    heard = column[np.isfinite(column)]
    return f"it never changes ({heard[0]:g})" if len(heard) >= ENOUGH and np.ptp(heard) == 0 else None


def _switch(column: Floats) -> str | None:
    heard = column[np.isfinite(column)]
    return "it holds nothing but 0 and 1" if len(heard) >= ENOUGH and np.isin(heard, (0, 1)).all() else None


def _by_ones(column: Floats) -> str | None:
    """Days of a month, weeks, and row numbers with holes: whole numbers that go on by one, or nearly always do."""
    heard = column[np.isfinite(column)]
    steps = np.diff(heard)
    if len(heard) < ENOUGH or (heard % 1).any() or (steps < 0).any() or not steps.any():
        return None
    if (steps <= 1).all() or (steps == 1).mean() > 0.9:
        return f"it only ever goes on by ones ({heard[0]:.0f} to {heard[-1]:.0f})"
    return None


def _copy(part: Floats, names: Sequence[str]) -> tuple[int, str] | None:
    first: dict[bytes, int] = {}
    for place, column in enumerate(part.T):
        before = first.setdefault(column.tobytes(), place)
        if before != place and np.ptp(column):
            return place, f'it repeats "{names[before]}" in every row'
    return None


def _of_all_others(part: Floats) -> tuple[int, str] | None:
    """The one column that is the sum, mean or maximum of all the others."""
    made = {}
    for place in range(part.shape[1]):
        rest = np.delete(part, place, axis=1)
        for other, what in ((rest.sum(1), "the sum"), (rest.mean(1), "the mean"), (rest.max(1), "the maximum")):
            if _same(part[:, place], other, exact=what == "the maximum"):
                made[place] = f"it is {what} of the other columns"
    # Where several are, the columns are all alike and none is made from the others.
    return next(iter(made.items())) if len(made) == 1 else None


def _of_a_run(part: Floats, names: Sequence[str]) -> tuple[int, str] | None:
    """The first column that is the sum or the mean of columns that stand directly before or behind it."""
    head = part[:_FIRST]
    total = np.concatenate([np.zeros((len(head), 1)), np.cumsum(head, axis=1)], axis=1)
    count = part.shape[1]
    for place in range(count):
        for low, high in ((np.arange(place), np.full(place, place)),
                          (np.full(count - place - 1, place + 1), np.arange(place + 2, count + 1))):  # fmt: skip
            sums, long = total[:, high] - total[:, low], high - low
            for least, what, made in ((2, "the sum", sums), (3, "the mean", sums / np.maximum(long, 1))):
                near = np.abs(head[:, [place]] - made) <= 1e-3 * np.abs(made).max(0, initial=0.0)
                for k in np.flatnonzero(near.all(0) & (long >= least)):
                    run = part[:, low[k] : high[k]]
                    if _same(part[:, place], run.sum(1) if what == "the sum" else run.mean(1)):
                        return place, f'it is {what} of "{names[low[k]]}" to "{names[high[k] - 1]}"'
    return None


def _of_two(part: Floats, names: Sequence[str]) -> tuple[int, str] | None:
    """The first column that is the sum of any two, which need not stand together."""
    head = part[:_FIRST]
    one, other = np.triu_indices(part.shape[1], 1)
    if len(one) > MOST_PAIRS:
        return None
    sums = head[:, one] + head[:, other]
    for place in range(part.shape[1]):
        near = (np.abs(head[:, [place]] - sums) <= 1e-3 * np.abs(sums).max(0, initial=0.0)).all(0)
        for k in np.flatnonzero(near & (one != place) & (other != place)):
            if _same(part[:, place], part[:, one[k]] + part[:, other[k]]):
                return place, f'it is the sum of "{names[one[k]]}" and "{names[other[k]]}"'
    return None


def _same(column: Floats, other: Floats, exact: bool = False) -> bool:
    """Whether two columns agree; cells are rounded, so a sum is only nearly one, while a maximum is exact."""
    apart = 0.0 if exact else 1e-3 * float(np.abs(other).max())
    return bool((np.abs(column - other) <= apart).all() and np.ptp(column) > 10 * apart)
