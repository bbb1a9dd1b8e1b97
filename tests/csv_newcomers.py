"""Still more of the zoo: what was once taken in silence, or refused with the wrong advice."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import numpy as np
from csv_zoo import (
    EARLY,
    HOURS,
    SENSORS,
    TIMES,
    VALUES,
    Animal,
    Rows,
    changed,
    comma,
    german,
    grid,
    iso,
    long_rows,
    point,
    text,
    with_column,
)  # fmt: skip


def each_cell(change: Callable[[int, int, str], str]) -> Rows:
    """The plain table with every reading changed, by its row, its column and how it is written."""
    wide = grid()
    return [
        wide[0],
        *([row[0], *(change(i, k, cell) for k, cell in enumerate(row[1:]))] for i, row in enumerate(wide[1:])),
    ]


def beside(suffix: str, cell: Callable[[int], str]) -> Rows:
    """The plain table with a column beside each sensor."""
    names = [name for sensor in SENSORS for name in (sensor, sensor + suffix)]
    return [["time", *names], *(
        [row[0], *(word for reading in row[1:] for word in (reading, cell(i)))] for i, row in enumerate(grid()[1:])
    )]  # fmt: skip


def with_gaps(rows: list[int], column: int) -> Any:
    found = VALUES.copy()
    found[rows, column] = np.nan
    return found


def spiked(value: float) -> Any:
    found = VALUES.copy()
    found[29, 1] = value
    return found


def readable() -> list[Animal]:
    """Files that must give their table."""
    wide, day = grid(), timedelta(days=1)
    words = {3: "N/A", 5: "-", 7: "#REF!", 9: "", 11: "n.a.", 13: "#NAME?"}
    postal = np.array([80331.0 + i % 2 for i in range(HOURS)])
    means = ",".join(["Durchschnitt", *(point(v) for v in VALUES.mean(0))])
    return [
        Animal("N/A, -, #REF! and nothing in one column", text(each_cell(
               lambda i, k, c: words.get(i, c) if k == 1 else c)), {"missing": ["#NAME?"]},
               values=with_gaps(list(words), 1), said=("Gaps: 6 of 384",)),
        Animal("marks of Windows before the dates", text([["\u200e" + row[0], *row[1:]] for row in wide])),
        Animal("blanks of no width", text([["\u200b" + cell for cell in row] for row in wide])),
        Animal("quality beside each", text(beside("_q", lambda i: str(int(i % 13 > 0)))),
               said=('"hall_q": its name says that it is about "hall"',)),
        Animal("counts beside each", text(beside("_n", lambda i: str(55 + i % 5))), said=('about "cellar"',)),
        Animal("deviations beside each", text(beside(" std", lambda i: f"0.{i % 9 + 1}")), said=('about "roof"',)),
        Animal("as many switches as sensors", text([[*row, *(f"s{k}" if not i else str((i + k) % 2 * (i % (k + 2) > 0))
               for k in range(4))] for i, row in enumerate(wide)]), said=('"s0": it holds nothing but 0 and 1',)),
        Animal("a mean below, in German", text(wide) + means.encode() + b"\n", understood={"passed_over": (98,)}),
        Animal("a spike", text(changed(wide, 30, 2, "2150")), values=spiked(2150), said=(
            'Far off: "lab" reads 2150, all its other readings are 18.3 to 25.55', "--value-range=LOW,HIGH")),
        Animal("a sensor that was switched on", text(changed(wide, 30, 2, "85.0")), values=spiked(85),
               said=('"lab" reads 85',)),
        Animal("postal codes", text(with_column(wide, 5, "plz", lambda i: f"{postal[i]:.0f}")),
               sensors=(*SENSORS, "plz"), values=np.column_stack([VALUES, postal]),
               said=('"plz" is always the highest, by far (80331 to 80332', '--ignore "plz"')),
        Animal("a unit in one column only", text(each_cell(lambda i, k, c: c + "%" if k == 1 else c)), unit="%",
               said=('Taken to be in % as the others are, though nothing says so: "hall", "roof", "cellar"',)),
        Animal("humidity among places", text([["time", "hall", "lab", "roof", "cellar RH"], *wide[1:]]),
               sensors=("hall", "lab", "roof", "cellar RH"), said=('"cellar RH" measures humidity, and no other',)),
        Animal("two that say what they measure", text([["time", "hall_co2", "lab_co2", "roof", "cellar"], *wide[1:]]),
               sensors=("hall_co2", "lab_co2", "roof", "cellar"), said=('"hall_co2", "lab_co2" measure CO2, and',)),
        Animal("degrees at the end of names", text([["time", *(f"temp {n} temp C" for n in SENSORS)], *wide[1:]]),
               unit="C", sensors=tuple(f"temp {n} temp" for n in SENSORS)),
        Animal("midnight as 24:00", text(grid(lambda t: f"{t - day:%Y-%m-%d} 24:00" if not t.hour else iso(t)))),
        Animal("dates of Excel with marks, points and commas", text(grid(lambda t: f"\u200e{german(t)}", comma), ";")),
    ]  # fmt: skip


def faulty() -> list[Animal]:
    """Files that must be refused, in a sentence with the place and what helps."""
    wide = grid()

    def bad(name: str, content: bytes, *words: str, helps: tuple[str, ...] = (), **options: Any) -> Animal:
        return Animal(name, content, options, fault=words, helps=helps)

    def named(*names: str) -> bytes:
        return text([["time", *names], *wide[1:]])

    def in_lab(change: Callable[[str], str]) -> bytes:
        return text(each_cell(lambda i, k, cell: change(cell) if k == 1 else cell))

    def autumn(hour: Callable[[int], str]) -> bytes:
        """Two days from 27 October: the hour from 2 to 3 comes twice."""
        first = datetime(2024, 10, 27)
        rows = [[f"{first + timedelta(days=h > 24):%Y-%m-%d}", hour(h), *map(point, VALUES[h])] for h in range(49)]
        return text([["date", "hour", *SENSORS], *rows])

    two = "so the higher of them means nothing"
    kinds = {
        "temp1 and hum1": ("temp1", "temp2", "hum1", "hum2"),
        "T1 and RH1": ("T1", "T2", "RH1", "RH2"),
        "hallTemp and hallHumidity": ("hallTemp", "hallHumidity", "labTemp", "labHumidity"),
        "hall_T and hall_RH": ("hall_T", "hall_RH", "lab_T", "lab_RH"),
        "power and energy": ("hall_power", "hall_energy", "lab_power", "lab_energy"),
        "the wind and where it blows": ("wind_dir", "wind_speed", "gust", "wind 2"),
        "Celsius and Fahrenheit": ("hall temp C", "lab temp F", "roof temp C", "cellar temp F"),
    }
    slips = [[t, name.title() if i % 5 == 0 else name, v] for i, (t, name, v) in enumerate(long_rows())]
    return [
        *(bad(name, named(*names), "line 1", two, helps=("sensors", "ignore")) for name, names in kinds.items()),
        *(bad(f"{word} for a time", text(changed(wide, 30, 0, word)), "line 31", '"time"', word, helps=("time",))
          for word in ("#REF!", "#N/A", "#BEZUG!")),
        bad("times in too narrow a column", text(grid(lambda t: "########")), "line 2", '"time"', "too narrow"),
        bad("readings in too narrow a column", in_lab(lambda cell: "#####"), "line 2", '"lab"', "too narrow"),
        bad("a reading in too narrow a column", text(changed(wide, 30, 2, "###")), "line 31", '"lab"', "too narrow"),
        *(bad(what, in_lab(change), "line 2", '"lab"', change("23.52").strip('"'), helps=("ignore",))
          for what, change in {
            "a letter behind each": lambda cell: f"{cell} E",
            "less than zero, as SAP writes it": lambda cell: f"{cell}-",
            "give or take": lambda cell: f"{cell}±0.1",
            "from and to in a cell": lambda cell: f"{cell}-{float(cell) + 1:.2f}",
            "Fortran's exponents": lambda cell: f"{float(cell) / 10:.4f}D+01",
            "lakhs": lambda cell: f'"2,{cell[:2]},0{cell[3:]}.50"',
        }.items()),
        bad("long, a name in two spellings", text([["time", "sensor", "value"], *slips]), "line 6", '"Hall" and "hall"',
            "spelling", helps=("sensors",)),
        bad("American dates with points", text(grid(lambda t: f"{t:%m.%d.%Y %H:%M}", times=EARLY)), "line 2", "4 March",
            "3 April", "with mdy the rows span 4 days", helps=("time_format",)),
        bad("an hour 25", autumn(lambda h: str(h + 1 if h < 25 else h - 24)), "line 26", '"hour"', "'25'", "put back",
            helps=("time",)),
        bad("hours 3A and 3B", autumn(lambda h: {2: "3A", 3: "3B"}.get(h, str(h + 1 - (h > 2) if h < 25 else h - 24))),
            "line 4", '"hour"', "'3A'", helps=("time",)),
        bad("-99.99 for missing", text(changed(wide, 30, 3, "-99.99")), "line 31", '"roof"', "--missing=-99.99",
            helps=("missing",)),
        bad("-127 with its unit for missing", text(each_cell(lambda i, k, c: "-127.00 °C" if (i, k) == (29, 0) else
            f"{c} °C")), "line 31", '"hall"', '--missing="-127.00 °C"', helps=("missing",)),
        bad("a header once more, in another order", text([*wide[:50], ["time", "lab", "hall", "roof", "cellar"],
            *wide[50:]]), "line 51", "'time'", helps=("time",)),
        bad("tabs that turn into semicolons", text(wide[:50], "\t") + text(wide[50:], ";"), "line 51", "1 cell",
            helps=("sep",)),
        bad("a month of 30 days too many", text(changed(wide, 90, 0, "2024-02-30 17:00")), "line 91", "2024-02-30"),
        bad("days by name only", text(grid(lambda t: f"{t:%a %H:%M}")), "line 1", "no column holds the date",
            helps=("time",)),
        bad("times without a year", text(grid(lambda t: f"{t:%d.%m. %H:%M}")), "line 2", '"time"', f"{TIMES[0]:%d.%m.}",
            helps=("time", "time_format")),
    ]  # fmt: skip
