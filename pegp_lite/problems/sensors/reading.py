"""From a file to a `SensorTable`: choose the reader, check what came out, say what was odd."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path

import numpy as np

from pegp_lite.checks import Floats
from pegp_lite.problems.sensors.binning import Times
from pegp_lite.problems.sensors.errors import DataError
from pegp_lite.problems.sensors.files import DataFile, form_of, open_data, sha256_of
from pegp_lite.problems.sensors.lab_reader import read_lab
from pegp_lite.problems.sensors.sheet.csv_reader import read_csv
from pegp_lite.problems.sensors.sheet.read_options import ReadOptions
from pegp_lite.problems.sensors.sheet.understanding import Understanding
from pegp_lite.problems.sensors.table import SensorTable

__all__ = ["Reading", "SensorTable", "read_table"]

LAB_RANGE = (10.0, 50.0)


Places = str | PathLike[str] | Mapping[str, Sequence[float]]


@dataclass(frozen=True, eq=False)
class Reading:
    """What a file gave: the `table`, how the file was understood (`understanding`), and the `options` it was read with.

    >>> from pegp_lite.problems.sensors.examples import example_csv
    >>> found = read_table(example_csv().encode(), title="office.csv")
    >>> found.sentences()[1]
    'Sensors: 8, in °C (from the header): north, east, south, west, hall, kitchen, library, attic.'
    """

    table: SensorTable
    understanding: Understanding
    options: ReadOptions

    def sentences(self) -> tuple[str, ...]:
        """All that a person should know before playing: what was understood, and what was counted."""
        counted = () if self.table.report is None else (self.table.report.sentence(),)
        return (*self.understanding.facts(), *counted)


def read_table(
    source: str | PathLike[str] | bytes,
    options: ReadOptions | None = None,
    *,
    title: str | None = None,
    positions: Places | None = None,
) -> Reading:
    """Read the `source`, a file or bytes with a `title` to speak of them, as the `options` say.

    What the options leave open is recognised and said in `understanding`; what cannot be told is refused
    with a `DataError` that names the line, the column, what was found and the option that helps. `positions`: as in
    `SensorTable.read`.

    >>> rows = [f"{day}.6.2024 {h}:00;{20 + h % 7},5;{day + h % 3},25" for day in (13, 14) for h in range(24)]
    >>> sheet = chr(10).join(["time;hall;attic", *rows]).encode()
    >>> found = read_table(sheet, title="june.csv")
    >>> found.table.sensors, found.understanding.decimal, found.understanding.time_format
    (('hall', 'attic'), ',', 'day first')
    >>> read_table(sheet.replace(b"13.6.2024 5:00;25,5", b"13.6.2024 5:00;warm"), title="june.csv")
    Traceback (most recent call last):
    pegp_lite.problems.sensors.errors.DataError: june.csv, line 7, column "hall": a number was wanted, got 'warm'; ...
    """
    options = options or ReadOptions()
    file = DataFile.of(source if isinstance(source, bytes) else Path(source), title)
    form = form_of(file, options.encoding)
    value_range = (LAB_RANGE if form == "lab" else None) if options.value_range == "default" else options.value_range
    bounds = _bounds(value_range)
    if form == "lab":
        times, names, readings, report = read_lab(file, options.bin_minutes or 10, bounds, options.sensors)
        understanding = _of_lab(file, times, names, readings, options.unit or "C")
    else:
        found = read_csv(file, options, bounds)
        times, names, readings, report = found.times, found.names, found.means, found.report
        understanding = found.understanding
    _refuse_useless(file, times, names, readings, report.out_of_range, bounds, options.min_days)
    notes = _notes(times, names, readings, understanding.unit)
    table = SensorTable(
        times=times,
        sensors=names,
        readings=readings,
        unit=understanding.unit,
        source=f"Intel lab {file.name}" if form == "lab" else file.name,
        checksum=sha256_of(file),
        report=replace(report, notes=report.notes + notes),
    )
    table = table if positions is None else with_positions(table, positions)
    return Reading(table, understanding, options)


def _of_lab(file: DataFile, times: Times, names: tuple[str, ...], readings: Floats, unit: str) -> Understanding:
    """The lab's text has one form, so there is nothing to recognise."""
    return Understanding(
        source=file.name, form="lab", separator=" ", decimal=".", thousands=(), header_line=0,
        time_columns=("date", "time"), time_format="year first", first=str(times[0]), last=str(times[-1]),
        step_minutes=0.0, sensors=names, columns=names, unit=unit, unit_from="", ignored=(), rows=len(times),
        cells=int(readings.size), empty_cells=int(np.isnan(readings).sum()), missing=(), passed_over=(), preview=(),
    )  # fmt: skip


def with_positions(table: SensorTable, positions: Places) -> SensorTable:
    """The same table with its sensors placed; a sensor without a place gets NaN coordinates."""
    places = positions if isinstance(positions, Mapping) else read_positions(Path(positions))
    places = {str(name): tuple(place) for name, place in places.items()}
    if not set(places) & set(table.sensors):
        raise DataError(f"none of {table.source}'s sensors is among the {len(places)} positions given")
    placed = [places.get(name, (np.nan, np.nan)) for name in table.sensors]
    return replace(table, positions=np.array(placed, float))


def read_positions(path: Path) -> dict[str, tuple[float, float]]:
    """Places in metres from rows `name x y`, blanks or commas between, as in the lab's `mote_locs.txt`."""
    places: dict[str, tuple[float, float]] = {}
    with open_data(DataFile.of(path)) as stream:
        for number, line in enumerate(stream.read(1 << 20).decode("utf-8", "replace").splitlines(), 1):
            cells = line.replace(",", " ").split()
            try:
                name, x, y = cells
                places[name] = (float(x), float(y))
            except ValueError:
                if cells and number > 1:
                    raise DataError(f"{path}, line {number}: `name x y` was wanted, got {line[:60]!r}") from None
    if not places:
        raise DataError(f"{path} holds no row `name x y`")
    return places


def _bounds(value_range: tuple[float, float] | str | None) -> tuple[float, float] | None:
    if value_range is None:
        return None
    try:
        low, high = (float(end) for end in value_range)
    except (TypeError, ValueError):
        raise DataError(f"value_range must be two numbers or None, got {value_range!r}") from None
    if not low < high:
        raise DataError(f"value_range must rise from its first number to its second, got {low:g}..{high:g}")
    return low, high


def _refuse_useless(
    path: DataFile,
    times: Times,
    names: tuple[str, ...],
    readings: Floats,
    out_of_range: int,
    bounds: tuple[float, float] | None,
    min_days: int,
) -> None:
    if len(names) < 2:
        raise DataError(f"{path} holds one sensor only ({names[0]}); choosing among sensors needs at least two")
    if not np.isfinite(readings).any():
        why = f": all {out_of_range:,} lie outside {bounds[0]:g}..{bounds[1]:g}" if bounds and out_of_range else ""
        raise DataError(f"{path} holds {len(names)} sensors but not one usable reading{why}")
    days = np.unique(times.astype("datetime64[D]"))
    if len(days) < min_days:
        raise DataError(
            f"{path} covers {len(days)} day ({days[0]}); one to learn from and one to play on are needed "
            f"(to look at it all the same: `pegp data`, or min_days={len(days)} in Python)",
            options=("min_days",),
        )


def _notes(times: Times, names: tuple[str, ...], readings: Floats, unit: str) -> tuple[str, ...]:
    """What is usable but odd: silent sensors, thin days, a unit that does not fit."""
    notes = []
    seen = np.isfinite(readings)
    silent = [name for i, name in enumerate(names) if not seen[:, i].any()]
    if silent:
        notes.append(f"No reading at all from {', '.join(silent)}.")
    days = np.unique(times.astype("datetime64[D]"))
    shares = seen.reshape(len(days), -1).mean(1)  # the times fill whole days
    thin = [f"{day} ({share:.0%})" for day, share in zip(days, shares, strict=True) if share < 0.5]
    if thin:
        more = f" and {len(thin) - 6} more days" if len(thin) > 6 else ""
        notes.append(f"Under half of the bins are filled on {', '.join(thin[:6])}{more}.")
    note = unit_note(float(np.nanmedian(readings)), unit)
    return tuple(notes + ([note] if note else []))


def unit_note(median: float, unit: str) -> str | None:
    """A sentence when room temperatures in `unit` would hardly have this median, else None."""
    if unit != "C" or 5 <= median <= 45:
        return None
    if 50 <= median <= 100:
        celsius = (median - 32) / 1.8
        return f"The median is {median:.1f}: as a room that is Fahrenheit ({celsius:.1f} C); say --unit F."
    if 270 <= median <= 320:
        return f"The median is {median:.1f}: as a room that is Kelvin ({median - 273.15:.1f} C); say --unit K."
    return f"The median is {median:.4g}, no room in Celsius; name the unit, as in --unit lux."
