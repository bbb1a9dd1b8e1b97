"""CSV files of the kinds people have, made here: each with the table it must give, or the fault it must name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import numpy as np

SENSORS = ("hall", "lab", "roof", "cellar")
START = datetime(2024, 2, 27)
HOURS = 96
VALUES = np.round(
    20 + np.arange(4) + 3 * np.sin(np.arange(HOURS)[:, None] / 4 + np.arange(4)) + np.arange(HOURS)[:, None] / 50, 2
)
TIMES = tuple(START + timedelta(hours=h) for h in range(HOURS))

Rows = list[list[str]]


@dataclass(frozen=True)
class Animal:
    """A file, the options it is read with, and what must come of it.

    Where `fault` is None the table must hold `values` (96 x 4 by default) under `sensors`, and the
    understanding what `understood` says. Else the message must hold every word of `fault`, and name
    `options` as helping.
    """

    name: str
    content: bytes
    options: Mapping[str, Any] = field(default_factory=dict)
    sensors: tuple[str, ...] = SENSORS
    values: Any = None
    unit: str = ""
    understood: Mapping[str, Any] = field(default_factory=dict)
    said: tuple[str, ...] = ()  # words that the understanding's sentences must hold
    fault: tuple[str, ...] | None = None
    helps: tuple[str, ...] = ()


def point(value: float) -> str:
    return f"{value:.2f}"


def comma(value: float) -> str:
    return point(value).replace(".", ",")


def iso(time: datetime) -> str:
    return time.strftime("%Y-%m-%d %H:%M")


def grid(
    clock: Callable[[datetime], str] = iso, number: Callable[[float], str] = point, names: Sequence[str] = SENSORS,
    values: Any = VALUES, time_name: str = "time", times: Sequence[datetime] = TIMES,
) -> Rows:  # fmt: skip
    rows = [[time_name, *names]]
    rows += [[clock(time), *map(number, row)] for time, row in zip(times, values, strict=True)]
    return rows


def text(rows: Rows, separator: str = ",", quote: bool = False, end: str = "\n") -> bytes:
    shown = ([f'"{cell}"' for cell in row] if quote else row for row in rows)
    return (end.join(separator.join(row) for row in shown) + end).encode()


def with_column(rows: Rows, at: int, name: str, cell: Callable[[int], str]) -> Rows:
    return [[*row[:at], name if i == 0 else cell(i - 1), *row[at:]] for i, row in enumerate(rows)]


def long_rows(clock: Callable[[datetime], str] = iso, number: Callable[[float], str] = point) -> Rows:
    return [
        [clock(time), name, number(value)]
        for time, row in zip(TIMES, VALUES, strict=True)
        for name, value in zip(SENSORS, row, strict=True)
    ]


def changed(rows: Rows, row: int, column: int, cell: str) -> Rows:
    copy = [list(each) for each in rows]
    copy[row][column] = cell
    return copy


def german(time: datetime) -> str:
    return time.strftime("%d.%m.%Y %H:%M")


def american(time: datetime) -> str:
    return time.strftime("%m/%d/%Y %I:%M %p")


def british(time: datetime) -> str:
    return time.strftime("%d/%m/%Y %H:%M")


def epoch(time: datetime) -> int:
    return int((time - datetime(1970, 1, 1)).total_seconds())


EARLY = tuple(datetime(2024, 4, 3) + timedelta(hours=h) for h in range(HOURS))  # 3 to 6 April: no day above 12
LARGE = np.round(VALUES * 100, 1)
WHOLE = np.round(VALUES * 100)
SMALL = np.round(VALUES, 3) + 0.001


def dots(value: float) -> str:
    return f"{value:,.0f}".replace(",", ".")


def swiss(value: float) -> str:
    return f"{value:,.1f}".replace(",", "'")


def readable() -> list[Animal]:
    """Files that must give their table."""
    wide = grid()
    kwh = {"unit": "kWh"}
    found = [
        Animal("long rows at odd minutes", text([["at", "entity", "state"], *(
            [(datetime.fromisoformat(row[0]) + timedelta(minutes=11 * r % 17)).isoformat(), *row[1:]]
            for r, row in enumerate(long_rows()))]), {"long": ("entity", "state")}, understood={"form": "long"}),
        Animal("plain", text(wide), understood={"separator": ",", "decimal": ".", "form": "wide", "header_line": 1}),
        Animal("semicolons and decimal commas", text(grid(german, comma), ";"),
               understood={"separator": ";", "decimal": ",", "time_format": "day first"}),
        Animal("tabs and decimal commas", text(grid(german, comma), "\t"), understood={"separator": "\t"}),
        Animal("bars", text(wide, "|"), understood={"separator": "|"}),
        Animal("quoted decimal commas between commas", text(grid(iso, comma), quote=True), understood={"decimal": ","}),
        Animal("Windows line ends and a mark at the start", b"\xef\xbb\xbf" + text(wide, end="\r\n")),
        Animal("Excel's sep= line", b"sep=;\r\n" + text(grid(german, comma), ";", end="\r\n"),
               understood={"header_line": 2}),
        Animal("US dates with am and pm", text(grid(american)), understood={"time_format": "month first (US)"}),
        Animal("British dates", text(grid(british)), understood={"time_format": "day first"}),
        Animal("dashes, day first", text(grid(lambda t: t.strftime("%d-%m-%Y %H:%M:%S")))),
        Animal("dates with the month's name", text(grid(lambda t: t.strftime("%d-%b-%Y %H:%M"))),
               understood={"time_format": "month as a word"}),
        Animal("month's name first", text([[c.replace(";", ",") for c in r] for r in grid(
            lambda t: t.strftime("%b %d; %Y %H:%M"))], ";")),
        Animal("two-digit years with points", text(grid(lambda t: t.strftime("%d.%m.%y %H:%M"), comma), ";")),
        Animal("ISO with T and Z", text(grid(lambda t: t.strftime("%Y-%m-%dT%H:%M:%SZ")))),
        Animal("ISO with parts of a second", text(grid(lambda t: t.strftime("%Y-%m-%d %H:%M:%S.000")))),
        Animal("tight dates", text(grid(lambda t: t.strftime("%Y%m%d%H%M")))),
        Animal("single digits", text(grid(lambda t: f"{t.month}/{t.day}/{t.year} {t.hour}:{t.minute:02}"))),
        Animal("weekday before the date", text(grid(lambda t: t.strftime("%a %d %b %Y %H:%M")))),
        Animal("seconds since 1970", text(grid(lambda t: str(epoch(t)))), said=("seconds since 1970, UTC",)),
        Animal("milliseconds since 1970", text(grid(lambda t: str(1000 * epoch(t)), time_name="timestamp")),
               said=("milliseconds since 1970, UTC",)),
        Animal("Excel's day numbers", text(grid(lambda t: f"{epoch(t) / 86400 + 25569:.6f}")),
               {"time_format": "excel"}),
        Animal("a pattern of one's own", text(grid(lambda t: t.strftime("%H:%M on %Y/%m/%d"))),
               {"time_format": "%H:%M on %Y/%m/%d"}),
        Animal("date and hour apart", text(with_column(grid(lambda t: t.strftime("%d/%m/%Y"), time_name="date"), 1,
               "hour", lambda i: str(TIMES[i].hour))), understood={"time_columns": ("date", "hour")}),
        Animal("date and clock apart, in German", text(with_column(grid(lambda t: t.strftime("%d.%m.%Y"), comma,
               time_name="Datum"), 1, "Uhrzeit", lambda i: TIMES[i].strftime("%H:%M")), ";")),
        Animal("hours from 1 to 24", text(with_column(grid(lambda t: t.strftime("%Y-%m-%d"), time_name="date"), 1,
               "hour", lambda i: str(TIMES[i].hour + 1))), said=("run from 1 to 24",)),
        Animal("year, month, day and hour apart", text([[*h, *r[1:]] for h, r in zip(
            [["year", "month", "day", "hour"], *([str(t.year), str(t.month), str(t.day), str(t.hour)] for t in TIMES)],
            wide, strict=True)])),
        Animal("24:00 for midnight", text(grid(lambda t: iso(t) if t.hour or t == START else
               (t - timedelta(days=1)).strftime("%Y-%m-%d 24:00")))),
        Animal("the day's first row without a clock", text(grid(lambda t: t.strftime("%d.%m.%Y") if t.hour == 0
               else german(t), comma), ";")),
        Animal("thousands with commas", text(grid(iso, lambda v: f"{v:,.1f}", values=LARGE), quote=True), values=LARGE,
               understood={"decimal": "."}),
        Animal("thousands with points", text(grid(german, lambda v: f"{v:,.1f}".translate(
            str.maketrans(",.", ".,")), values=LARGE), ";"), values=LARGE, understood={"decimal": ","}),
        Animal("thousands with apostrophes", text(grid(german, swiss, values=LARGE), ";"), values=LARGE,
               understood={"thousands": ("'",)}),
        Animal("thousands with narrow blanks", text(grid(german, lambda v: f"{v:,.1f}".replace(",", "\u202f").replace(
            ".", ","), values=LARGE), ";"), values=LARGE),
        Animal("thousands, once the decimal mark is given", text(grid(german, dots, values=WHOLE), ";"),
               {"decimal": ","}, values=WHOLE),
        Animal("three decimals, once the decimal mark is given", text(grid(iso, lambda v: f"{v:.3f}", values=SMALL)),
               {"decimal": "."}, values=SMALL),
        Animal("long", text([["time", "sensor", "value"], *long_rows()]), understood={"form": "long"}),
        Animal("long, in German with a unit column", text([["Zeit", "Messstelle", "Wert", "Einheit"],
               *([*row, "kWh"] for row in long_rows(german, comma))], ";"), **kwh),
        Animal("long with numbers for names", text([["timestamp", "sensor_id", "temperature"],
               *([t, str(SENSORS.index(n)), v] for t, n, v in long_rows())]), sensors=("0", "1", "2", "3")),
        Animal("long, asked for, with more columns", text([["id", "when", "room", "floor", "temp", "rh"],
               *([str(i), t, n, "ground", v, "40.5"] for i, (t, n, v) in enumerate(long_rows()))]),
               {"long": ("room", "temp")}),
        Animal("text columns", text(with_column(with_column(wide, 1, "sky", lambda i: "sun" if i % 3 else "rain"), 4,
               "comment", lambda i: "" if i % 7 else "window open")),
               said=('"sky": it holds text', '"comment": it holds text')),
        Animal("a row number first", text(with_column(wide, 0, "", str)), said=("counts the rows",)),
        Animal("row_id and TOTAL", text(with_column(with_column(wide, 1, "row_id", lambda i: str(7 * i)), 6, "TOTAL",
               lambda i: point(VALUES[i].sum()))), said=('"row_id": its name says', '"TOTAL": its name says')),
        Animal("a total that its name does not give away", text(with_column(wide, 3, "house",
               lambda i: point(VALUES[i].sum()))), said=('"house": it is the sum of the other columns',)),
        Animal("a maximum that its name does not give away", text(with_column(wide, 3, "peak",
               lambda i: point(VALUES[i].max()))), said=('"peak": it is the maximum of the other columns',)),
        Animal("a row number that its name does not give away", text(with_column(wide, 5, "tick",
               lambda i: str(i + 40))), said=('"tick": it counts the rows (40, 41, 42, ...)',)),
        Animal("parts of the date as columns", text(with_column(with_column(wide, 1, "hour",
               lambda i: str(TIMES[i].hour)), 2, "weekday", lambda i: str(TIMES[i].weekday()))),
               said=("part of the date",)),
        Animal("quality flags", text(with_column(wide, 2, "hall_flag", lambda i: "0")), said=("marks quality",)),
        Animal("units in square brackets", text(grid(names=[f"{n} [kWh]" for n in SENSORS])), **kwh,
               understood={"unit_from": "header", "columns": tuple(f"{n} [kWh]" for n in SENSORS)}),
        Animal("units in round brackets", text(grid(names=[f"{n} (°C)" for n in SENSORS])), unit="°C"),
        Animal("units after an underscore", text(grid(names=[f"{n}_kWh" for n in SENSORS])), **kwh),
        Animal("units in a row below", text([wide[0], ["", "°C", "°C", "°C", "°C"], *wide[1:]]), unit="°C"),
        Animal("a unit behind every number", text(grid(number=lambda v: f"{v:.2f} °C")), unit="°C",
               understood={"unit_from": "cells"}),
        Animal("percent signs", text(grid(number=lambda v: f"{v:.2f}%")), unit="%"),
        Animal("prices", text(grid(german, lambda v: f"{v:.2f} €".replace(".", ",")), ";"), unit="€"),
        Animal("a unit that is given", text(wide), {"unit": "ppm"}, unit="ppm"),
        Animal("trailing separators", text([[*row, ""] for row in wide])),
        Animal("trailing separators below the header only", text([wide[0], *([*row, "", ""] for row in wide[1:])])),
        Animal("empty lines", b"\n\n" + text(wide).replace(b"\n", b"\n\n") + b"\n ,,,,\n"),
        Animal("comments", b"# made by a logger, unit 7\n# more\n" + text(wide) + b"# end\n",
               understood={"header_line": 3, "passed_over": (1, 2, 100)}),
        Animal("lines above the header", b"Station Hall\nExported;today\n\n" + text(grid(german, comma), ";"),
               understood={"header_line": 4, "passed_over": (1, 2)}),
        Animal("no header, said", text(wide[1:]), {"header": 0}, sensors=tuple(f"column {i}" for i in range(2, 6))),
        Animal("quoted line ends in a header", text(wide).replace(b"time,hall", b'"time\n(local)","hall"')),
        Animal("a total in the last line", text([*wide, ["Total", *(point(v) for v in VALUES.sum(0))]]),
               understood={"passed_over": (98,)}),
        Animal("rows upside down", text([wide[0], *wide[:0:-1]])),
        Animal("rows twice", text([*wide, *wide[5:9]])),
        Animal("the time last", text([[*row[1:], row[0]] for row in wide])),
        Animal("blanks around everything", text([[f"  {cell} " for cell in row] for row in wide])),
        Animal("columns asked for", text(with_column(wide, 1, "outside", lambda i: point(i % 5))),
               {"sensors": ("hall", "lab", "roof", "cellar")}),
        Animal("columns left out", text(with_column(wide, 1, "outside", lambda i: point(i % 5))), {"ignore": ("out*",)},
               said=('"outside": asked for',)),
        Animal("Windows letters, said", text(grid(names=[f"{n} (°C)" for n in SENSORS])).decode().encode("cp1252"),
               {"encoding": "cp1252"}, unit="°C"),
        Animal("UTF-16, said", text(wide).decode().encode("utf-16"), {"encoding": "utf-16"}),
        Animal("blanks between columns, said", text([[c.replace(" ", "T") for c in r] for r in wide], "   "),
               {"sep": "space"}),
        Animal("true minus signs", text(grid(number=lambda v: point(v - 25).replace("-", "\u2212"))),
               values=np.round(VALUES - 25, 2)),
        Animal("exponents", text(grid(number=lambda v: f"{v:.6e}"))),
    ]  # fmt: skip
    for mark in ("NA", "null", "-", "NaN", "#N/A", "n/a", ""):
        gaps = VALUES.copy()
        gaps[3, 1] = gaps[40, 2] = np.nan
        holes = changed(changed(wide, 4, 2, mark), 41, 3, mark)
        found.append(Animal(f"missing as {mark!r}", text(holes), values=gaps, understood={"empty_cells": 2}))
    gaps = VALUES.copy()
    gaps[3, 1] = np.nan
    found.append(
        Animal("missing as 9999, said", text(changed(wide, 4, 2, "9999")), {"missing": ("9999",)}, values=gaps)
    )
    found.append(Animal("a word for missing, said", text(changed(wide, 4, 2, "offline")), {"missing": ("offline",)},
                        values=gaps))  # fmt: skip
    return found


def faulty() -> list[Animal]:
    """Files that must be refused, in a sentence with the place and what helps."""
    wide = grid()
    early = grid(lambda t: t.strftime("%m/%d/%Y %H:%M"), times=EARLY)

    def bad(name: str, content: bytes, *words: str, helps: tuple[str, ...] = (), **options: Any) -> Animal:
        return Animal(name, content, options, fault=words, helps=helps)

    many = [["time", "room", "value"], *long_rows()]
    return [
        bad("two lines of names", b"site,a,a,b,b\n" + text(wide), "line 2", '"site"', "'time'", "--header 2",
            helps=("header",)),
        bad("a table on its side", text([list(column) for column in zip(*wide, strict=True)]), "line 1",
            "the times stand in a row", "Transpose"),
        bad("long rows of two kinds", text([[*row, "kind"] if not r else [*row, kind] for r, row in enumerate(many)
            for kind in (("warm", "damp") if r else ("",))]), "line 3", '"kind"', "'warm'", "'damp'", "--long",
            helps=("long",), long=("room", "value")),
        bad("03/04/2024 all through", text(early), "line 2", '"time"', "04/03/2024", "4 March 2024", "3 April 2024",
            "--time-format dmy", "--time-format mdy", "span 4 days", helps=("time_format",)),
        bad("two-digit years with slashes", text(grid(lambda t: t.strftime("%y/%m/%d %H:%M"),
            times=EARLY)), "line 2", "24/04/03", "--time-format", helps=("time_format",)),
        bad("days first and US dates in one file", text(changed(grid(british), 50, 0, "02/29/2024 01:00")), "line 51",
            "02/29/2024", "--time-format", helps=("time_format",)),
        bad("ISO and German dates in one file", text(changed(wide, 50, 0, "29.02.2024 01:00")), "line 51", '"time"',
            "29.02.2024 01:00", "--time-format", helps=("time_format",)),
        bad("a date that is none", text(changed(wide, 60, 0, "2024-02-30 10:00")), "line 61", "2024-02-30",
            helps=("time_format",)),
        bad("a word for a time", text(changed(wide, 60, 0, "yesterday")), "line 61", '"time"', "yesterday", "--time",
            helps=("time", "time_format")),
        bad("an empty time", text(changed(wide, 60, 0, "")), "line 61", '"time"', "--time"),
        bad("1.234 as thousands or decimal", text(grid(german, dots, values=WHOLE), ";"), "line 2", '"hall"', "2.000",
            "2000", "--decimal .", "--decimal ,", helps=("decimal",)),
        bad("three decimals all through", text(grid(iso, lambda v: f"{v:.3f}", values=SMALL)), "line 2", '"hall"',
            "20.001", "--decimal", helps=("decimal",)),
        bad("two decimal marks", text(changed(grid(german, comma), 30, 3, "21.57"), ";"), "line 31", '"roof"', "21.57",
            "--decimal", helps=("decimal",)),
        bad("a word in a column of numbers", text(changed(wide, 30, 3, "warm")), "line 31", '"roof"', "'warm'",
            '--missing "warm"', '--ignore "roof"', helps=("missing", "ignore")),
        bad("a formula", text(changed(wide, 30, 3, "=B2*2")), "line 31", '"roof"', "=B2*2", "formulas"),
        bad("9999 for missing", text(changed(wide, 30, 3, "9999")), "line 31", '"roof"', "9999", "--missing=9999",
            helps=("missing",)),
        bad("-999 for missing", text(changed(wide, 30, 3, "-999")), "line 31", '"roof"', "-999", helps=("missing",)),
        bad("decimal commas between commas", text(grid(iso, comma)), "line 2", "9 cells where the header has 5",
            "decimal commas", helps=("sep",)),
        bad("a line cut short", text(wide)[:-14], "line 97", "cells where the header has 5"),
        bad("two times", text(with_column(wide, 1, "end", lambda i: iso(TIMES[i] + timedelta(hours=1)))), "line 1",
            '"time" and "end"', '--time "time"', helps=("time",)),
        bad("degrees and percent", text(grid(names=["hall [°C]", "lab [°C]", "hall [%]", "lab [%]"])), "line 1",
            '"hall [%]"', "°C", "--sensors", helps=("sensors", "ignore", "unit")),
        bad("different things", text(grid(names=["temperature", "humidity", "co2", "light"])), "line 1", '"humidity"',
            "temperature", "--sensors", helps=("sensors", "ignore")),
        bad("no header", text(wide[1:]), "line 1", "looks like data", "--header 0", helps=("header",)),
        bad("two columns of one name", text(grid(names=["hall", "lab", "hall", "roof"])), "line 1",
            'columns 2 and 4 are both named "hall"', "--ignore", helps=("ignore",)),
        bad("a column without a name", text(grid(names=["hall", "", "roof", "cellar"])), "line 1",
            "column 3 has no name", '--ignore "column 3"', helps=("ignore",)),
        bad("one sensor only", text([row[:2] for row in wide]), "line 1", 'one sensor only ("hall")'),
        bad("one sensor beside a total", text([[*row[:2], row[1] if i else "total"] for i, row in enumerate(wide)]),
            "needs at least two", "--sensors", helps=("sensors",)),
        bad("one day only", text(wide[:25]), "covers 1 day (2024-02-27)", "one to play on"),
        bad("one row a day", text([wide[0], *wide[1::24]]), "rows are 1 day apart"),
        bad("long with two values", text([["time", "room", "temp", "rh"], *([t, n, v, "40.5"] for t, n, v in
            long_rows())]), "line 1", '"room"', '"temp", "rh"', "--long SENSOR,VALUE", helps=("long", "wide")),
        bad("long with two units", text([["time", "sensor", "value", "unit"], *([t, n, v, "C" if n != "lab" else "%"]
            for t, n, v in long_rows())]), "line 3", '"unit"', "--unit", helps=("unit",)),
        bad("Excel", b"PK\x03\x04" + b"\x00" * 99, "spreadsheet", "CSV UTF-8"),
        bad("old Excel", b"\xd0\xcf\x11\xe0" + b"\x00" * 99, "spreadsheet", "CSV UTF-8"),
        bad("a web page saved as csv", b"<!DOCTYPE html><html><table><tr><td>1</td></tr></table></html>", "web page",
            "CSV UTF-8"),
        bad("JSON", b'[{"time": "2024-02-27", "hall": 1}]', "JSON"),
        bad("UTF-16 without its mark", text(wide).decode().encode("utf-16-le"), "UTF-16", "--encoding utf-16",
            helps=("encoding",)),
        bad("Windows letters", text(grid(names=[f"{n} (°C)" for n in SENSORS])).decode().encode("cp1252"), "line 1",
            "byte b0", "--encoding cp1252", helps=("encoding",)),
        bad("too many columns", text([["time", *map(str, range(10_000))], ["2024-02-27", *["1"] * 10_000]]), "line 1",
            "10,001 columns", helps=("sep", "long")),
        bad("a quote that is never closed", text(changed(wide, 30, 3, '"21.5')), "quote", "line 31"),
        bad("a column that is not there", text(wide), "line 1", "no column attic", "--sensors", helps=("sensors",),
            sensors=("attic", "lab")),
        bad("the wrong separator", text(wide), "line 1", sep=";"),
        bad("commas said where semicolons stand", text(grid(german, comma), ";"), "line 1", "one column only", sep=",",
            helps=("sep",)),
        bad("the wrong order of day and month", text(grid(british)), "line 2", '"time"', "27/02/2024",
            time_format="mdy", helps=("time_format",)),
        bad("the wrong decimal mark", text(grid(german, comma), ";"), "line 2", '"hall"', "20,00", "--decimal",
            decimal=".", helps=("decimal",)),
        bad("too large", text(wide), "larger than", most_bytes=1000),
    ]  # fmt: skip


def all_of_them() -> list[Animal]:
    return [*readable(), *faulty()]
