"""Which columns hold the time: one, a date and a time of day, or year, month, day and hour."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pegp_lite.problems.sensors.errors import DataError, fault
from pegp_lite.problems.sensors.sheet.clock import bare_hour, beginning, looks_like_time, taken_apart
from pegp_lite.problems.sensors.sheet.decimals import MISSING, looks_like_number
from pegp_lite.problems.sensors.sheet.read_options import ReadOptions, chosen
from pegp_lite.problems.sensors.sheet.rows import Sheet
from pegp_lite.problems.sensors.sheet.time_of_day import clock_seconds
from pegp_lite.problems.sensors.sheet.times import Instants, epoch_kind, instants, numbers_among
from pegp_lite.problems.sensors.sheet.units import plain, words

NAMES = words(
    "time timestamp datetime date_time date bin_start start when ts epoch unixtime unix_time zeit datum zeitstempel "
    "zeitpunkt uhrzeit datum_zeit fecha hora heure horodatage data ora tijd dato tid date/time datum/zeit utc "
    "localtime local_time measured_at recorded_at created_at clock day tag yyyymmdd"
)
HOURS = words("hour hr hours stunde heure hora he std h hh")
CLOCKS = words("time uhrzeit zeit hora ora tid clock hhmm")
_HOUR = re.compile(r"(?:h|hr|hour|he|std|stunde)?[ _]?(\d{1,2})h?", re.IGNORECASE)
PARTS = {
    "year": ("year", "jahr", "yr", "année", "annee", "año"),
    "month": ("month", "monat", "mois", "mes"),
    "day": ("day", "tag", "jour", "dia", "día", "day_of_month"),
    "hour": ("hour", "hr", "stunde", "heure", "hora"),
    "minute": ("minute", "min", "minuten"),
}
LOOK = 200


@dataclass(frozen=True, eq=False)
class TimeColumns:
    """The columns used up for the time, and what they say."""

    columns: tuple[int, ...]
    found: Instants


def read_times(source: object, sheet: Sheet, options: ReadOptions) -> TimeColumns:
    """Find the time's columns and read them; where two could be meant, the person is asked."""
    where = f"{source}, line {sheet.header_line:,}"
    if options.time is not None:
        at = [chosen([name], sheet.names, "time", where)[0] for name in options.time]
        if len(at) == 2 and _kind(sheet, at[0]) in ("clock", "hour"):
            at.reverse()
        return _read(source, sheet, tuple(at), options)
    kinds = [_kind(sheet, i) for i in range(len(sheet.names))]
    _refuse_hours_in_a_row(source, sheet, not {"stamp", "epoch", "clock", "hour"} & set(kinds))
    named = [i for i, name in enumerate(sheet.names) if plain(name) in NAMES]
    stamps = [i for i, kind in enumerate(kinds) if kind == "stamp" or (kind == "epoch" and i in {*named, 0})]
    dates = [i for i, kind in enumerate(kinds) if kind == "date"]
    clocks = [i for i, kind in enumerate(kinds) if kind in ("clock", "hour")]
    if len(stamps) > 1 and len([i for i in stamps if kinds[i] != "epoch"]) == 1:
        stamps = [i for i in stamps if kinds[i] != "epoch"]
    moving = [i for i in stamps if len(set(sheet.column(i))) > 1]
    stamps = moving or stamps  # the range that was asked of a database stands still in every row
    for several, what in ((stamps, ""), ([] if stamps else dates, "date"), ([] if stamps else clocks, "time of day")):
        if len(several) > 1 and (what != "time of day" or dates):
            both = " and ".join(f'"{sheet.names[i]}"' for i in several[:3])
            day = f"{sheet.names[dates[0]]}," if what == "time of day" else ""
            raise DataError(
                f"{where}: {both} both look like the {what or 'time'}; say which one to take with "
                f'--time "{day}{sheet.names[several[0]]}"',
                line=sheet.header_line,
                column=sheet.names[several[1]],
                options=("time",),
            )
    if stamps:
        return _read(source, sheet, (stamps[0],), options)
    if dates:
        hour = clocks[:1] if clocks and kinds[clocks[0]] == "hour" else []
        return _read(source, sheet, (dates[0], *clocks[:1], *_minutes(sheet, dates[0], hour)), options)
    if parts := _parts(sheet):
        return _from_parts(source, sheet, parts)
    if options.time_format is None and clocks and (not named or named[0] in clocks):
        raise fault(
            source, sheet.header_line, sheet.names[clocks[0]], "this column holds a time of day and no column holds "
            "the date", "", "add one, or say which with --time DATE,HOUR", "time",
        )  # fmt: skip
    return _read(source, sheet, (named[0] if named else 0,), options)


def _read(source: object, sheet: Sheet, columns: tuple[int, ...], options: ReadOptions) -> TimeColumns:
    column = sheet.names[columns[0]]
    first = [cell for cell in (sheet.rows[0] if sheet.rows else ()) if cell]
    told = any(looks_like_number(cell) or looks_like_time(cell) or cell[0] == "'" for cell in first)
    if sheet.rows and not told:
        raise fault(
            source, sheet.lines[0], column, "a time was wanted", sheet.rows[0][columns[0]],
            f"if this line holds the columns' names, say --header {sheet.lines[0]}", "header", "time",
        )  # fmt: skip
    found = instants(source, column, sheet.lines, sheet.column(columns[0]), options.time_format)
    if len(columns) == 1:
        return TimeColumns(columns, found)
    hours = sheet.names[columns[1]]
    seconds, note = clock_seconds(source, hours, sheet.lines, sheet.column(columns[1]))
    notes = (*found.notes, note) if note else found.notes
    if len(columns) == 3:
        seconds = seconds + 60 * np.array([int(cell) for cell in sheet.column(columns[2])], np.int64)
    return TimeColumns(columns, Instants(found.seconds + seconds, f"{found.style}, and the time of day", notes))


def _minutes(sheet: Sheet, date: int, hours: Sequence[int]) -> list[int]:
    """The column of minutes where the hours of a date come again and again."""
    pairs = [(row[date], row[hour]) for hour in hours for row in sheet.rows]
    if len(set(pairs)) > 0.8 * len(pairs):
        return []
    named = [i for i, name in enumerate(sheet.names) if plain(name) in PARTS["minute"]]
    return [i for i in named if all(cell.isdecimal() and int(cell) < 60 for cell in sheet.column(i))][:1]


def _kind(sheet: Sheet, index: int) -> str:
    """What a column's cells look like: stamp, date, clock, hour, epoch, or nothing of the kind ("")."""
    cells = [cell for cell in dict.fromkeys(row[index] for row in sheet.rows[:LOOK]) if cell.lower() not in MISSING]
    if not cells:
        return ""
    found = [taken_apart(beginning(cell)) for cell in cells]
    dated = [each for each in found if each is not None and each.triple is not None]
    if 2 * len(dated) > len(cells):
        tight = all(each.mark == "" and each.seconds is None for each in dated)
        if tight and plain(sheet.names[index]) not in NAMES:
            return ""  # eight digits are a date only where the header says so
        return "stamp" if any(each.seconds is not None for each in dated) else "date"
    if 2 * sum(each is not None for each in found) > len(cells):
        return "clock"
    name = plain(sheet.names[index]).removesuffix("_utc").removesuffix("_gmt")
    cells = [bare_hour(cell) for cell in cells]
    if name in HOURS:
        hours = [
            value for value in numbers_among(map(bare_hour, cells)).values() if value % 1 == 0 and 0 <= value <= 25
        ]
        if len(hours) > 0.8 * len(cells):  # what is none will be refused with its line
            return "hour"
    try:
        values = [float(cell) for cell in cells]
    except ValueError:
        return ""
    if name in HOURS | CLOCKS and all(len(cell) <= 4 and cell.isdigit() and int(cell) <= 2400 for cell in cells):
        return "hour" if len({*values}) > 2 and all(value % 100 < 60 for value in values) else ""
    return "epoch" if epoch_kind(values) else ""


def _refuse_hours_in_a_row(source: object, sheet: Sheet, only_dates: bool) -> None:
    """One row a day with the hours as columns would make a sensor of every hour; numbers are hours by 24 of them."""
    hours = [name for name in sheet.names if (found := taken_apart(name)) and found.triple is None]
    counted = [name for name in sheet.names if _HOUR.fullmatch(name)] if only_dates else []
    numbers = [int(match[1]) for name in counted if (match := _HOUR.fullmatch(name))]
    if numbers in (list(range(24)), list(range(1, 25))):
        hours = counted
    if len(hours) > 2:
        raise fault(
            source, sheet.header_line, hours[0], "the times of day stand in a row, and a column was wanted", hours[0],
            "write one row a time and one column a sensor (in a spreadsheet: unpivot, or copy and Paste Special, "
            "Transpose)",
        )  # fmt: skip


def _parts(sheet: Sheet) -> dict[str, int] | None:
    headers = [plain(name) for name in sheet.names]
    found = {part: headers.index(name) for part, names in PARTS.items() for name in names if name in headers}
    return found if {"year", "month", "day"} <= found.keys() else None


def _from_parts(source: object, sheet: Sheet, parts: dict[str, int]) -> TimeColumns:
    """Year, month, day, hour and minute from columns of their own."""
    dates = tuple("-".join(row[parts[part]].zfill(2) for part in ("year", "month", "day")) for row in sheet.rows)
    day = instants(source, sheet.names[parts["day"]], sheet.lines, dates, "ymd")
    seconds, notes = day.seconds, day.notes
    if "hour" in parts:
        hours, note = clock_seconds(source, sheet.names[parts["hour"]], sheet.lines, sheet.column(parts["hour"]))
        seconds, notes = seconds + hours, (*notes, note) if note else notes
    if "minute" in parts:
        try:
            minutes = [int(row[parts["minute"]]) for row in sheet.rows]
        except ValueError:
            raise DataError(f'{source}: column "{sheet.names[parts["minute"]]}" must hold whole minutes') from None
        seconds = seconds + 60 * np.array(minutes, np.int64)
    style = f"{', '.join(part for part in PARTS if part in parts)} in columns of their own"
    return TimeColumns(tuple(parts.values()), Instants(seconds, style, notes))
