"""A CSV into means per bin, with all that was understood of it; a faulty one is refused."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from pegp_lite.checks import Bools, Floats, Ints
from pegp_lite.problems.sensors.binning import DAY, Times, bin_means, own_step_minutes, whole_days
from pegp_lite.problems.sensors.errors import DataError, fault
from pegp_lite.problems.sensors.files import DataFile
from pegp_lite.problems.sensors.reports import ReadReport, Tally
from pegp_lite.problems.sensors.sheet.long_form import find_long, read_long, refuse_two_kinds
from pegp_lite.problems.sensors.sheet.oddities import without_totals, without_units_row
from pegp_lite.problems.sensors.sheet.read_options import ReadOptions
from pegp_lite.problems.sensors.sheet.rows import Sheet, read_sheet
from pegp_lite.problems.sensors.sheet.strays import refuse_half_days, refuse_strays
from pegp_lite.problems.sensors.sheet.time_columns import TimeColumns, read_times
from pegp_lite.problems.sensors.sheet.understanding import Understanding
from pegp_lite.problems.sensors.sheet.units import split_header
from pegp_lite.problems.sensors.sheet.wide_form import Readings, read_columns, sensors_among

PREVIEW = 6


@dataclass(frozen=True, eq=False)
class CsvContent:
    """Bin starts (B,), sensor names, means (B, N), what was counted and what was understood."""

    times: Times
    names: tuple[str, ...]
    means: Floats
    report: ReadReport
    understanding: Understanding


def read_csv(file: DataFile, options: ReadOptions, bounds: tuple[float, float] | None) -> CsvContent:
    """Read, recognise, count and average; `bounds` blanks readings outside of them."""
    raw = read_sheet(file, options)
    sheet, units = without_units_row(raw)
    sheet = without_totals(sheet)
    clock = read_times(file, sheet, options)
    when = clock.columns[0]
    refuse_strays(file, sheet.names[when], sheet.lines, sheet.column(when), clock.found.seconds)
    long = find_long(file, sheet, clock.columns, clock.found.seconds.tolist(), options)
    if long is None:
        form = "wide"
        taken = read_columns(file, sheet, clock.columns, units, options)
        headers = tuple(sheet.names[i] for i in taken.columns)
        names = _short(headers)
        values, place = taken.values, None
    else:
        form = "long"
        many = read_long(file, sheet, long, clock.columns, options)
        keep = many.place >= 0
        sheet = replace(
            sheet,
            rows=tuple(row for row, use in zip(sheet.rows, keep, strict=True) if use),
            lines=tuple(line for line, use in zip(sheet.lines, keep, strict=True) if use),
        )
        clock = TimeColumns(clock.columns, replace(clock.found, seconds=clock.found.seconds[keep]))
        refuse_two_kinds(file, sheet, long, clock.columns, clock.found.seconds.tolist())
        alone = replace(options, sensors=(sheet.names[long.value],), ignore=())
        taken = read_columns(file, sheet, clock.columns, units, alone, least=1)
        unit = options.unit or taken.unit or many.unit
        taken = replace(taken, unit=unit, ignored=many.ignored, unit_from=taken.unit_from or ("header" if unit else ""))
        names, place, values = _short(many.names), many.place[keep], taken.values
        headers = (sheet.names[long.sensor], sheet.names[long.value])
    return _binned(file, form, raw, sheet, clock, taken, names, headers, values, place, options, bounds)


def _binned(
    file: DataFile, form: str, raw: Sheet, sheet: Sheet, clock: TimeColumns, taken: Readings, names: tuple[str, ...],
    headers: tuple[str, ...], values: Floats, place: Ints | None, options: ReadOptions,
    bounds: tuple[float, float] | None,
) -> CsvContent:  # fmt: skip
    """Count what is odd, and average; `place` (n,) tells the sensor of each row where rows are long."""
    seconds, line = clock.found.seconds, np.array(sheet.lines)
    tally = Tally()
    empty = np.isnan(values)
    tally.add_cells("missing", empty, line)
    if place is None:
        tally.add("disordered", line[1:][np.diff(seconds) < 0])
    again, differs = _repeats(seconds, values, place)
    tally.add("duplicates", line[again])
    tally.add("same_time", line[differs])
    values = values.copy()
    if bounds is not None:
        outside = ((values < bounds[0]) | (values > bounds[1])) & ~again[:, None]
        tally.add_cells("out_of_range", outside, line)
        values[outside] = np.nan
    step = _own_step(seconds, values, place)
    if len(clock.columns) == 1 and not (seconds % DAY).any() and (again | differs).mean() > 0.5:
        when = sheet.names[clock.columns[0]]
        raise fault(
            file, int(line[0]), when, "dates without a time of day, each in many rows", "",
            f'say which column holds the time of day with --time "{when},HOUR"', "time",
        )  # fmt: skip
    refuse_half_days(file, sheet.names[clock.columns[-1]], int(line[0]), seconds, again | differs)
    minutes, bin_note = _bin_length(file, options.bin_minutes, step)
    low, high = int(np.argmin(seconds)), int(np.argmax(seconds))
    where = f"{file}, lines {line[low]:,} and {line[high]:,}"
    times = whole_days(int(seconds[low]), int(seconds[high]), minutes, len(names), where)
    at, column = np.nonzero(np.isfinite(values) & ~again[:, None])
    sensor = column if place is None else place[at]
    means = bin_means(times, seconds[at], sensor, values[at, column], len(names))
    if place is not None and options.sensors is None:
        keep, doubted = sensors_among(names, means[np.isfinite(means).all(1)])
        names, means = tuple(names[i] for i in keep), means[:, keep]
        taken = replace(taken, ignored=(*taken.ignored, *doubted))
    notes = (*clock.found.notes, *taken.notes, *_clock_change(seconds[differs]))
    understanding = Understanding(
        source=file.name, form=form, separator=sheet.separator, decimal=taken.spelled.decimal,
        thousands=taken.spelled.thousands, header_line=sheet.header_line,
        time_columns=tuple(sheet.names[i] for i in clock.columns), time_format=clock.found.style,
        first=_stamp(seconds[low]), last=_stamp(seconds[high]), step_minutes=step,
        sensors=names, columns=headers, unit=taken.unit, unit_from=taken.unit_from, ignored=taken.ignored,
        rows=len(sheet.rows), cells=int(values.size), empty_cells=int(empty.sum()), missing=taken.missing,
        passed_over=sheet.passed_over, preview=(raw.names, *raw.rows[:PREVIEW]), notes=notes,
    )  # fmt: skip
    report = ReadReport(
        source=file.name, form="csv", rows=len(sheet.rows), used=int((~again).sum()),
        first_line=tally.first, notes=(*notes, bin_note) if bin_note else notes, **tally.counts,
    )  # fmt: skip
    return CsvContent(times, names, means, report, understanding)


def _short(headers: tuple[str, ...]) -> tuple[str, ...]:
    """The headers without their units, as long as they still differ."""
    names = tuple(split_header(header)[0] for header in headers)
    return names if len(set(names)) == len(names) else headers


def _repeats(seconds: Ints, values: Floats, place: Ints | None) -> tuple[Bools, Bools]:
    """Which rows repeat an earlier row whole, and which share only its time (and sensor), each (n,)."""
    again, differs = np.zeros(len(seconds), bool), np.zeros(len(seconds), bool)
    key = seconds if place is None else seconds * (int(place.max()) + 1) + place
    order = np.argsort(key, kind="stable")
    groups = np.split(order, np.flatnonzero(np.diff(key[order])) + 1)
    for group in (group for group in groups if len(group) > 1):
        seen: set[bytes] = set()
        for i in group:
            word = values[i].tobytes()
            (again if word in seen else differs)[i] = bool(seen)
            seen.add(word)
    return again, differs


def _clock_change(seconds: Ints) -> tuple[str, ...]:
    """Times that come twice within one or two hours of one night are a clock put back."""
    if not len(seconds) or seconds.max() - seconds.min() >= 7200 or seconds.max() % 86_400 >= 14_400:
        return ()
    return (f"Times come twice around {_stamp(seconds.min())}, as when the clock is put back; they were averaged.",)


def _stamp(seconds: int | np.int64) -> str:
    return str(np.datetime64(int(seconds), "s")).replace("T", " ")[:16]


def _own_step(seconds: Ints, values: Floats, place: Ints | None) -> float:
    """The usual distance in minutes of two readings of one sensor, which need not stand in every row."""
    if place is not None:
        return float(np.median([own_step_minutes(seconds[place == k]) for k in np.unique(place)]))
    heard = np.isfinite(values)
    sparse = heard.sum(0).max(initial=0) < 0.6 * len(seconds)  # else gaps would make a logger slower than it is
    return float(np.median([own_step_minutes(seconds[h]) for h in heard.T])) if sparse else own_step_minutes(seconds)


def _bin_length(path: DataFile | Path, bin_minutes: int | None, step: float) -> tuple[int, str | None]:
    """The bin length asked for, or ten minutes, or the file's own step when that is longer."""
    # Loggers that drift are not to be taken for slower ones: 60.5 minutes are an hour.
    fitting = next((m for m in range(1, 721) if 1440 % m == 0 and m >= 0.97 * step), None)
    if fitting is None:
        days = f"{step / 1440:.3g} day{'s' * (step != 1440)}"
        raise DataError(f"{path}: rows are {days} apart; at least two readings a day are needed")
    if bin_minutes is None:
        note = f"Rows are {step:.3g} min apart, so bins are {fitting} min long." if fitting > 10 else None
        return max(fitting, 10), note
    if bin_minutes < fitting:
        raise DataError(
            f"{path}: rows are {step:g} min apart, so bins of {bin_minutes} min would mostly be empty; "
            f"take bin_minutes={fitting} or longer (--bin-minutes)",
            options=("bin_minutes",),
        )
    return bin_minutes, None
