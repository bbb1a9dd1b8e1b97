"""A plain CSV, one time column and one column a sensor, into means per bin; a faulty one is refused."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from pegp_lite.checks import Bools, Floats, Ints
from pegp_lite.problems.sensors.binning import Times, bin_means, own_step_minutes, whole_days
from pegp_lite.problems.sensors.csv_text import pick_columns, rows, time_of, value_of, wall_seconds
from pegp_lite.problems.sensors.errors import DataError
from pegp_lite.problems.sensors.files import open_data
from pegp_lite.problems.sensors.reports import ReadReport, Tally


def read_csv(
    path: Path, bin_minutes: int | None, bounds: tuple[float, float] | None, sensors: tuple[str, ...] | None
) -> tuple[Times, tuple[str, ...], Floats, ReadReport]:
    """Bin starts (B,), sensor names, means (B, N) and the report."""
    with open_data(path) as stream:
        table = rows(path, stream)
        _, header = next(table)
        clock, columns = pick_columns(path, header, sensors)
        lines, stamps, cells = [], [], []
        for number, row in table:
            if len(row) != len(header):
                raise DataError(f"{path}, line {number:,}: {len(row)} cells where the header has {len(header)}")
            lines.append(number)
            stamps.append(time_of(path, number, header[clock], row[clock]))
            cells.append(np.array([value_of(path, number, header[i], row[i]) for i in columns]))
    if not lines:
        raise DataError(f"{path}: a header in line 1 and no row below it")
    names = tuple(header[i].strip() for i in columns)
    seconds, zone_note = wall_seconds(path, lines, stamps)
    values, line = np.array(cells), np.array(lines)

    tally = Tally()
    tally.add_cells("missing", np.isnan(values), line)
    tally.add("disordered", line[1:][np.diff(seconds) < 0])
    again, differs = _repeats(seconds, values)
    tally.add("duplicates", line[again])
    tally.add("same_time", line[differs])
    if bounds is not None:
        outside = ((values < bounds[0]) | (values > bounds[1])) & ~again[:, None]
        tally.add_cells("out_of_range", outside, line)
        values[outside] = np.nan

    minutes, bin_note = _bin_length(path, bin_minutes, seconds)
    low, high = int(np.argmin(seconds)), int(np.argmax(seconds))
    where = f"{path}, lines {line[low]:,} and {line[high]:,}"
    times = whole_days(int(seconds[low]), int(seconds[high]), minutes, len(names), where)
    at, column = np.nonzero(np.isfinite(values) & ~again[:, None])
    means = bin_means(times, seconds[at], column, values[at, column], len(names))
    notes = tuple(note for note in (zone_note, bin_note) if note)
    report = ReadReport(
        source=path.name, form="csv", rows=len(lines), used=int((~again).sum()),
        first_line=tally.first, notes=notes, **tally.counts,
    )  # fmt: skip
    return times, names, means, report


def _repeats(seconds: Ints, values: Floats) -> tuple[Bools, Bools]:
    """Which rows repeat an earlier row whole, and which share only its time, each (n,)."""
    again, differs = np.zeros(len(seconds), bool), np.zeros(len(seconds), bool)
    order = np.argsort(seconds, kind="stable")
    groups = np.split(order, np.flatnonzero(np.diff(seconds[order])) + 1)
    for group in (group for group in groups if len(group) > 1):
        seen: set[bytes] = set()
        for i in group:
            word = values[i].tobytes()
            (again if word in seen else differs)[i] = bool(seen)
            seen.add(word)
    return again, differs


def _bin_length(path: Path, bin_minutes: int | None, seconds: Ints) -> tuple[int, str | None]:
    """The bin length asked for, or ten minutes, or the file's own step when that is longer."""
    step = own_step_minutes(seconds)
    fitting = next((m for m in range(1, 1441) if 1440 % m == 0 and m >= step), None)
    if fitting is None:
        raise DataError(f"{path}: rows are {step / 1440:.3g} days apart; at least two readings a day are needed")
    if bin_minutes is None:
        note = f"Rows are {step:g} min apart, so bins are {fitting} min long." if fitting > 10 else None
        return max(fitting, 10), note
    if bin_minutes < fitting:
        raise DataError(
            f"{path}: rows are {step:g} min apart, so bins of {bin_minutes} min would mostly be empty; "
            f"take bin_minutes={fitting} or longer"
        )
    return bin_minutes, None
