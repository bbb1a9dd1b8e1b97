"""More of the zoo: slips of people and clocks, and columns that a look at the numbers gives away."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import numpy as np
from csv_zoo import (
    HOURS,
    LARGE,
    SENSORS,
    TIMES,
    VALUES,
    Animal,
    Rows,
    changed,
    comma,
    epoch,
    german,
    grid,
    iso,
    long_rows,
    point,
    text,
    with_column,
)  # fmt: skip

HOUR = timedelta(hours=1)
MARKED = VALUES.copy()
MARKED[::9, 2] = -1.0
GAP = VALUES.copy()
GAP[3, 1] = np.nan
TWELVE = "%Y-%m-%d %I:%M"


def apart(hour: Any, date: str = "%Y-%m-%d", names: tuple[str, str] = ("Date", "Hour")) -> Rows:
    """The day in one column, the hour as the function writes it in the next."""
    rows = with_column(grid(lambda t: t.strftime(date)), 1, names[1], lambda i: hour(TIMES[i]))
    return changed(rows, 0, 0, names[0])


def by_hour(names: list[str]) -> Rows:
    """A row a day, a column an hour."""
    days = [TIMES[24 * k].strftime("%Y-%m-%d") for k in range(3)]
    return [["date", *names], *([day, *map(point, VALUES[24 * k : 24 * k + 24, 0])] for k, day in enumerate(days))]


def readable() -> list[Animal]:
    """Files that must give their table."""
    wide = grid()
    total = VALUES[:, 0] + VALUES[:, 2]
    main = np.round(VALUES.sum(1) * (1 + 0.004 * np.sin(np.arange(HOURS))), 2)
    ids = [str(1000 + i + 5 * (i > 30)) for i in range(HOURS)]
    long = [["time", "sensor", "value"], *long_rows()]
    sums = [[row[0], point(values.sum())] for row, values in zip(wide[1:], VALUES, strict=True)]
    odd = [[iso(TIMES[i // 4] + timedelta(minutes=7 * (i % 4))), *row[1:]] for i, row in enumerate(long[1:])]
    return [
        Animal("stretches without a blank", text(grid(
            lambda t: f"{german(t)}-{t + HOUR:%H:%M}", comma), ";"), said=("the beginnings were taken",)),
        Animal("ISO stretches", text(grid(lambda t: f"{t:%Y-%m-%dT%H:%M}/{t + HOUR:%Y-%m-%dT%H:%M}"))),
        Animal("a stretch as the clock", text(apart(lambda t: f"{t:%H:%M} - {t + HOUR:%H:%M}"))),
        Animal("hours as 0130", text(apart(lambda t: f"{t:%H%M}", names=("Date", "Time")))),
        Animal("hours as 7h", text(apart(lambda t: f"{t.hour}h"))),
        Animal("hours as H1 to H24", text(apart(lambda t: f"H{t.hour + 1}")), said=("run from 1 to 24",)),
        Animal("hours as 07-08", text(apart(lambda t: f"{t.hour:02}-{t.hour + 1:02}"))),
        Animal("a sum of two that stand apart", text(with_column(wide, 5, "both", lambda i: point(total[i]))),
            said=('"both": it is the sum of "hall" and "roof"',)),
        Animal("a main meter", text(with_column(wide, 5, "main", lambda i: point(main[i]))), sensors=(*SENSORS, "main"),
            values=np.column_stack([VALUES, main]), said=('"main" stays near the sum', "--ignore")),
        Animal("a copy", text(with_column(wide, 5, "again", lambda i: wide[i + 1][2])), said=('it repeats "lab"',)),
        Animal("row numbers with holes", text(with_column(wide, 0, "n", lambda i: ids[i])), said=("goes on by ones",)),
        Animal("the week", text(with_column(wide, 5, "KW", lambda i: str(9 + i // 50))), said=('"KW": it only ever',)),
        Animal("places that move", text(with_column(wide, 5, "gps_lat", lambda i: f"52.{i % 7}1")),
            said=('"gps_lat": its name says that it is a place',)),
        Animal("a difference", text(with_column(wide, 5, "delta T", lambda i: f"{i % 5}.1")), said=("difference",)),
        Animal("a setting", text(with_column(wide, 5, "room setpoint", lambda i: f"{20 + i % 2}.5")),
            said=("was set and not measured",)),
        Animal("a mark for nothing that is hardly known", text(grid(values=MARKED)), values=MARKED,
            said=("-1 stands 11 times", "--missing=-1")),
        Animal("a temperature among unnamed", text(changed(wide, 0, 2, "outdoor temp")),
            sensors=("hall", "outdoor temp", "roof", "cellar"), said=('"outdoor temp" measures temperature',)),
        Animal("long, with totals", text([*long, *([time, "Total", value] for time, value in sums)]),
            said=('"Total": its name says that it is a total',)),
        Animal("long, with sums", text([*long, *([time, "all", value] for time, value in sums)]),
            said=('"all": it is the sum of the other columns',)),
        Animal("long, each at its own minute", text([long[0], *odd]), understood={"form": "long"}),
        Animal("long, with ids", text([["id", "sensor_id", "epoch", "value"], *(
            [str(i), name, str(epoch(TIMES[i // 4])), v] for i, (_, name, v) in enumerate(long[1:]))])),
        Animal("k. A.", text(changed(wide, 4, 2, "k. A.")), values=GAP, said=('as "k. A."',)),
        Animal("a form feed at a line's end", text(changed(wide, 9, 4, wide[9][4] + "\x0c"))),
        Animal("UTF-32, asked for", text(wide).decode().encode("utf-32"), {"encoding": "utf-32"}),
        Animal("thousands and less than zero", text(grid(german, lambda v: f"{v - 2000:,.2f}".translate(
            str.maketrans(",.", ".,")), values=LARGE), ";"), values=LARGE - 2000),
    ]  # fmt: skip


def faulty() -> list[Animal]:
    """Files that must be refused, in a sentence with the place and what helps."""
    wide = grid()
    late = wide[40][0].replace("2024", "2204")
    kinds = [[*row[:2], kind, row[2]] for row in long_rows() for kind in ("temp", "rh")]

    def swapped(time: datetime) -> str:
        return iso(time.replace(month=time.day, day=2) if time.day < 13 else time)

    def bad(name: str, content: bytes, *words: str, helps: tuple[str, ...] = (), **options: Any) -> Animal:
        return Animal(name, content, options, fault=words, helps=helps)

    return [
        bad("a year mistyped", text(changed(wide, 40, 0, late)), "line 41", '"time"', late, "days from all other"),
        bad("a logger that began in 1970", text(changed(wide, 1, 0, "1970-01-01 00:00")), "line 2", "1970", "correct"),
        bad("day and month swapped in some lines", text(grid(swapped, times=[t + 13 * 24 * HOUR for t in TIMES])),
            '"time"', "of them hold readings", "swapped"),
        bad("am and pm lost", text(grid(lambda t: t.strftime(TWELVE))), "line 2", '"time"', "1 to 12", "--time",
            helps=("time",)),
        bad("seconds since 1970, shortened", text(grid(lambda t: f"{epoch(t):.5E}")), "line 2", "lost its last digits"),
        bad("a column an hour", text(by_hour([str(h) for h in range(24)])), "line 1", '"0"', "times of day stand in a"),
        bad("a column an hour, named", text(by_hour([f"HE{h}" for h in range(1, 25)])), '"HE1"', "stand in a row"),
        bad("half-hours by number", text([["date", "slot", *SENSORS], *([
            f"2024-02-{27 + k // 48}", str(k % 48 + 1), *map(point, VALUES[k // 2])] for k in range(96))]),
            "line 2", '"slot"', "13:50", time=("date", "slot")),
        bad("brackets for less than zero", text(changed(wide, 5, 3, "(1.25)")), "line 6", '"roof"', "write -1.25"),
        bad("long, of two quantities", text([["time", "room", "quantity", "value"], *kinds]), '"quantity"', "'temp'",
            "'rh'", "--long", helps=("long",)),
        bad("long, one value is text", text([["time", "sensor", "value"], *changed(long_rows(), 9, 2, "broken")]),
            "line 11", '"value"', "broken", "--missing", helps=("missing",)),
        bad("UTF-32", text(wide).decode().encode("utf-32"), "UTF-32", "--encoding utf-32", helps=("encoding",)),
        bad("cells in apostrophes", text([[f"'{cell}'" for cell in row] for row in wide]), "line 2", "apostrophe"),
    ]  # fmt: skip
