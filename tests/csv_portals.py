"""More of the zoo: what meters' portals, building controls and science write, and calendars that are not ours."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import numpy as np
from csv_zoo import (
    HOURS,
    LARGE,
    SENSORS,
    START,
    TIMES,
    VALUES,
    Animal,
    Rows,
    changed,
    comma,
    dots,
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
MONTHS = {
    "Spanish": ("febrero", "marzo"),
    "Portuguese": ("fev", "mar"),
    "Polish": ("lutego", "marca"),
    "Russian": ("февраля", "марта"),
    "Turkish": ("Şub", "Mar"),
    "Finnish": ("helmikuuta", "maaliskuuta"),
}


def in_words(pattern: str, months: tuple[str, str]) -> Callable[[datetime], str]:
    return lambda t: pattern.format(t=t, month=months[t.month - 2])


def with_state(name: str, *states: int) -> Rows:
    """The plain table and a column that goes through these states."""
    return with_column(grid(), 5, name, lambda i: str(states[i // 13 % len(states)]))


def with_gaps(mark: str, every: int = 37) -> tuple[Rows, Any]:
    rows, values = grid(), VALUES.copy()
    for i in range(5, HOURS, every):
        rows[i + 1][1], values[i, 0] = mark, np.nan
    return rows, values


def influx() -> bytes:
    """A table a room as InfluxDB's command line writes it; one of the rooms is a bath, "bad" in German."""
    head = "#group,false,false,true,false,true\n#datatype,string,long,string,dateTime:RFC3339,double\n#default,,,,,\n"
    head += ",result,table,room,_time,_value\n"
    rooms = [
        "".join(f",,{k},{room},{t:%Y-%m-%dT%H:%M:%SZ},{point(VALUES[i, k])}\r\n" for i, t in enumerate(TIMES))
        for k, room in enumerate(("hall", "bad"))
    ]
    return "\r\n".join(head + room for room in rooms).encode()


def desigo() -> tuple[bytes, Any]:
    """A building's trend report: lines of its own above the table, some as wide as the table; remarks below."""
    above = [
        ["Key", "Name:Suffix", "", "Trend"],
        ["Point_1:", "AHU1.SAT", "", "15 minutes"],
        ["Time Interval:", "1 Hour"],
    ]
    above += [["Date Range:", "2/27/2024 00:00:00 - 3/1/2024 23:59:59"], ["<>Date", "Time", "Point_1", "Point_2"]]
    rows = [[f"{t.month}/{t.day}/{t.year}", f"{t:%H:%M:%S}", *map(point, VALUES[i, :2])] for i, t in enumerate(TIMES)]
    rows[3][2], values = "No Data", VALUES[:, :2].copy()
    values[3, 0] = np.nan
    return text([*above, *rows], quote=True) + b'" ***** End of Report *****"\n', values


def around_the_world(time: datetime) -> str:
    """The same instants on the clocks of four places, in turn."""
    ahead = (1, 2, -5, 9)[int((time - START) / HOUR) % 4]
    return f"{time + HOUR * (ahead - 1):%Y-%m-%dT%H:%M}{ahead:+03}:00"


def readable() -> list[Animal]:
    """Files that must give their table."""
    wide = grid()
    blanks = {"Spanish": "{t.day} de {month} de {t:%Y %H:%M}", "Portuguese": "{t:%d}/{month}/{t:%Y %H:%M}"}
    report, reported = desigo()
    two = {"values": VALUES[:, :2]}
    starred, gaps = with_gaps("\\N")
    home = [
        [f"sensor.{name}", value, f"{datetime.fromisoformat(time) + timedelta(seconds=7 * i % 60):%Y-%m-%dT%H:%M:%S}Z"]
        for i, (time, name, value) in enumerate(long_rows())
    ]
    quality = [[*row[:2], "hall.Quality" if not i else str(192 - 24 * (i % 9 == 0)), *row[2:]] for i, row in enumerate(
        grid(names=[f"{name}.Value" for name in SENSORS]))]  # fmt: skip
    shuffled = [str(i * 37 % HOURS + 1) for i in range(HOURS)]
    ends = [time + HOUR for time in TIMES[:-1]]
    found = [
        *(Animal(f"{name} months", text(grid(in_words(blanks.get(name, "{t.day} {month} {t:%Y %H:%M}"), months), comma),
            ";"), understood={"time_format": "month as a word"}) for name, months in MONTHS.items()),
        Animal("French days and months", text(grid(in_words("{t:%d}. {month} {t:%Y %H:%M}", ("févr.", "mars")), comma,
            time_name="Horodatage"), ";")),
        Animal("a weather station's clock, 12:30a", text(with_column(grid(lambda t: f"{t:%d/%m/%Y}", time_name="Date"),
            1, "Time", lambda i: f"{TIMES[i].hour % 12 or 12}:00{'a' if TIMES[i].hour < 12 else 'p'}"))),
        Animal("a clock with points, 18.00.00", text([[*row, "", ""] for row in with_column(grid(
            lambda t: f"{t:%d/%m/%Y}", time_name="Date"), 1, "Time", lambda i: f"{TIMES[i]:%H.%M.%S}")], ";")),
        Animal("Home Assistant", text([["entity_id", "state", "last_changed"], *home]),
            sensors=tuple(f"sensor.{name}" for name in SENSORS), understood={"form": "long"}),
        Animal("Home Assistant with its units", text([["entity_id", "state", "last_changed", "unit_of_measurement"],
            *([*row, "°C"] for row in home)]), sensors=tuple(f"sensor.{name}" for name in SENSORS), unit="°C"),
        Animal("InfluxDB, a table a room", influx(), sensors=("hall", "bad"), understood={"form": "long"}, **two),
        Animal("InfluxDB 1, from its shell", b"name: air\n" + text([wide[0], ["----"] * 5, *grid(
            lambda t: f"{epoch(t)}000000000")[1:]]), understood={"passed_over": (1, 3)}),
        Animal("a building's trend report", report, sensors=("Point_1", "Point_2"), values=reported,
            understood={"header_line": 5}),
        Animal("OPC's quality", text(quality), sensors=tuple(f"{name}.Value" for name in SENSORS),
            said=('"hall.Quality": its name says that it marks quality',)),
        *(Animal(f"a column {name}", text(with_state(name, 200, 503, 404)), said=(f'"{name}": its name says that',))
            for name in ("StatusCode", "Mode", "alarm", "error_code")),
        Animal("states without a word", text(with_state("X", 0, 2, 4)), sensors=(*SENSORS, "X"), said=(
            '"X" holds nothing but 0, 2, 4, as a state does; if it measures nothing, say --ignore "X"',),
            values=np.column_stack([VALUES, [(0, 2, 4)[i // 13 % 3] for i in range(HOURS)]])),
        *(Animal(f"places in an order, {name}", text(with_column(wide, 5, name, lambda i: shuffled[i])), said=(
            f'"{name}": {why}',)) for name, why in (("rank", "its name"), ("by heat", "it holds each number from 1"))),
        Animal("a price beside", text(with_column(wide, 5, "price EUR", lambda i: str(30 + i % 23))), unit="EUR",
            sensors=(*SENSORS, "price"), values=np.column_stack([VALUES, 30 + np.arange(HOURS) % 23]),
            said=('"price EUR" is an amount of money, and no other header says so', '--ignore "price EUR"')),
        Animal("clocks of four places", text(grid(around_the_world)), said=("The offset from UTC changes at line 3",)),
        Animal("zone letters that change", text(grid(lambda t: f"{t + HOUR * (t.month > 2):%Y-%m-%d %H:%M} "
            f"{'CEST' if t.month > 2 else 'CET'}")), said=("The offset from UTC changes at line 74",)),
        Animal("a region's load with its sum", text([["Hour_End", *SENSORS, "ERCOT"], *([
            f"{(t if t.hour else t - HOUR):%m/%d/%Y} {t.hour or 24:02}:00", *map(point, row), point(row.sum())]
            for t, row in zip(ends, VALUES[:-1], strict=True))]), values=np.vstack([np.full(4, np.nan), VALUES[:-1]]),
            said=('"ERCOT": it is the sum of the other columns',)),
        Animal("a supplier's from and to, told", text([["Datum", "Zeit von", "Zeit bis", *(f"{n} [kWh]" for n in
            SENSORS), "Status"], *([f"{t:%d.%m.%Y}", f"{t:%H:%M}", f"{t + HOUR:%H:%M}", *map(comma, row), "VALID"]
            for t, row in zip(TIMES, VALUES, strict=True))], ";"), {"time": ("Datum", "Zeit von")}, unit="kWh",
            said=('"Status": it holds text', '"Zeit bis": it holds text')),
        Animal("a Japanese sheet", text(grid(lambda t: f"{t.year}/{t.month}/{t.day} {t:%H:%M}", names=[
            f"{n}(℃)" for n in SENSORS], time_name="日時")).decode().encode("cp932"), {"encoding": "cp932"}, unit="℃"),
        Animal("hours of a typical year", b"723650,ALBUQUERQUE,NM,-7.0,35.05\n" + text([["Date (MM/DD/YYYY)",
            "Time (HH:MM)", *(f"{n} (W/m^2)" for n in SENSORS)], *([f"{(t - HOUR):%m/%d/%Y}", f"{t.hour or 24:02}:00",
            *map(point, row)] for t, row in zip(ends, VALUES[:-1], strict=True))]), unit="W/m^2",
            values=np.vstack([np.full(4, np.nan), VALUES[:-1]])),
        Animal("a database's null", text(starred), values=gaps, said=('(as "\\N")',)),
        Animal("numpy's times", text(grid(lambda t: f"{t:%Y-%m-%dT%H:%M:%S}.000000000"))),
        Animal("R's midnights", text(grid(lambda t: f"{t:%Y-%m-%d %H:%M:%S}" if t.hour else f"{t:%Y-%m-%d}"))),
        Animal("a tab after sep=", b"sep=\t\r\n" + text(wide, "\t", end="\r\n")),
        Animal("millions in German", text(grid(german, lambda v: f"{v:,.2f}".translate(str.maketrans(",.", ".,")),
            values=LARGE * 1000), ";"), values=LARGE * 1000, understood={"thousands": (".",)}),
        Animal("inches in names", text(grid(names=['5" pipe', '8" pipe', "roof", "cellar"])),
            sensors=('5" pipe', '8" pipe', "roof", "cellar")),
        Animal("means, and when it was made, below", text(wide) + b"Average,21.3,22.1,25.0,23\nGenerated on 2024-03-05 "
            b"10:00 by Logger 3\n", understood={"passed_over": (98, 99)}),
        Animal("statistics of the logger above", b"Serial Number,EF7\nMax:,28.1\nMin:,16.2\n\n" + text(with_column(
            wide, 0, "No.", lambda i: str(i + 1))), understood={"header_line": 5}),
        Animal("events of a logger at its end", text([[*row, "Host Connected", "End of File"] if not i else
            [*row, "", ""] for i, row in enumerate(wide)]) + f"{iso(TIMES[-1] + HOUR / 4)},,,,,Logged,Yes\n".encode(),
            said=('"Host Connected": it holds text',)),
        Animal("each sensor in rows of its own", text([wide[0], *([iso(t + k * HOUR / 9), *(point(v) if j == k else ""
            for j, v in enumerate(row))] for t, row in zip(TIMES, VALUES, strict=True) for k in range(4))]),
            understood={"step_minutes": 60.0}),
        Animal("a dashboard's units and means", text(grid(number=lambda v: f"{v:.2f} °C", names=[f"{n} (mean)" for n in
            SENSORS], time_name="Time"), quote=True), sensors=tuple(f"{n} (mean)" for n in SENSORS), unit="°C"),
    ]  # fmt: skip
    return found


def faulty() -> list[Animal]:
    """Files that must be refused, in a sentence with the place and what helps."""
    wide = grid()

    def bad(name: str, content: bytes, *words: str, helps: tuple[str, ...] = (), **options: Any) -> Animal:
        return Animal(name, content, options, fault=words, helps=helps)

    def half_swapped(t: datetime) -> str:
        return f"{t.month}/{t.day}/{t.year} {t.hour}:00" if t.day > 12 else f"{t:%d/%m/%Y %H:%M}"

    items = [[str(23000 + k), str(epoch(t) + k), point(v), str((i * 7919 + k) % 10**9)] for i, (t, row) in enumerate(
        zip(TIMES, VALUES, strict=True)) for k, v in enumerate(row)]  # fmt: skip
    japan = text(grid(lambda t: f"{t:%Y/%m/%d %H:%M}", time_name="日時")).decode().encode("cp932")
    return [
        bad("Buddhist years", text(grid(lambda t: f"{t:%d/%m}/{t.year + 543} {t:%H:%M}", times=[
            t + timedelta(days=3) for t in TIMES])), "line 2", '"time"', "2567", "another calendar"),
        bad("Persian years", text(grid(lambda t: f"1402/12/{t.day % 27 + 1:02} {t:%H:%M}")), "line 2", "1402",
            "another calendar"),
        bad("seconds since 1904", text(grid(lambda t: str(epoch(t) + 2_082_844_800))), "line 2", '"time"', "379",
            helps=("time", "time_format")),
        bad("seconds since 2001", text(grid(lambda t: str(epoch(t) - 978_307_200))), "line 2", '"time"', "73",
            helps=("time",)),
        bad("a sheet that swapped what it could", text(grid(half_swapped, times=[datetime(2024, 2, 11) + HOUR * h
            for h in range(HOURS)])), "line 2", '"time"', "'11/02/2024 00:00'", "swapped in some lines", "export"),
        bad("Zabbix", text([["itemid", "clock", "value", "ns"], *items], quote=True), "line 1", '"itemid"', '"ns"',
            "--long SENSOR,VALUE", helps=("long",)),
        bad("Home Assistant in two units", text([["entity_id", "state", "last_changed", "unit_of_measurement"], *(
            [name, value, time, "W" if name == "lab" else "°C"] for time, name, value in long_rows())]), "line 3",
            "'°C' and in 'W'", helps=("sensors", "unit")),
        bad("a weather box with all it measures", b'Name;Long;Lat\n"Indoor";"2.35";"48.85"\n' + text([["Timestamp",
            "Timezone : Europe/Paris", "Temperature", "Humidity", "CO2"], *([str(epoch(t)), f"{t:%Y/%m/%d %H:%M:%S}",
            *map(point, VALUES[i, :3])] for i, t in enumerate(TIMES))], ";"), "line 3", '"Humidity"',
            helps=("sensors", "ignore")),
        bad("a logger with all it measures", b'"Plot Title: 20"\n' + text([["#", "Date-Time (CET)",
            "Ch: 1 - Temperature   (°C)", "Ch: 2 - RH   (%)"], *([str(i + 1), f"{t:%m/%d/%Y %H:%M:%S}", *map(point,
            VALUES[i, :2])] for i, t in enumerate(TIMES))], quote=True), "line 2", "RH", "°C", helps=("sensors",)),
        bad("a supplier's start and end", text([["Consumption (kWh)", "Cost", " Start", " End"], *([point(row[0]),
            point(row[1]), f" {t:%Y-%m-%dT%H:%M:%S}+00:00", f" {t + HOUR:%Y-%m-%dT%H:%M:%S}+00:00"]
            for t, row in zip(TIMES, VALUES, strict=True))]), "line 1", '"Start" and "End"', helps=("time",)),
        bad("a customer's own power", b"Name,JO DOE\nAddress,1 MAIN ST\n\n" + text([["TYPE", "DATE", "START TIME",
            "END TIME", "USAGE", "UNITS"], *(["Electric usage", f"{t:%Y-%m-%d}", f"{t:%H:%M}", f"{t:%H}:59",
            point(VALUES[i, 0]), "kWh"] for i, t in enumerate(TIMES))]), '"START TIME" and "END TIME"',
            '--time "DATE,START TIME"', helps=("time",)),
        bad("one meter of a grid", b"Identifiant;Type;Unite\n123;Courbe;W\n" + text([["Horodate", "Valeur"], *(
            [f"{t:%Y-%m-%dT%H:%M:%S}+01:00", dots(VALUES[i, 0] * 40)] for i, t in enumerate(TIMES))], ";"),
            'one sensor only ("Valeur")', decimal=","),
        bad("quarters of an hour in a row", text([["Meter", "Date", *(f"{q // 4:02}:{q % 4 * 15:02}" for q in
            range(96))], *([f"M{k}", f"2024-02-{d}", *map(point, VALUES[:, k])] for k in range(3) for d in range(10,
            16))]), "line 1", '"00:00"', "stand in a row"),
        bad("hours in a row and the day's sum", text([["Datum", *(f"h{h}" for h in range(1, 25)), "Tagessumme"], *(
            [f"{d}.02.2024", *map(comma, VALUES[:24, 0]), "500,0"] for d in range(10, 16))], ";"), "line 1", '"h1"',
            "stand in a row"),
        bad("weeks of ISO", text(grid(lambda t: "{}-W{:02}-{} {:%H:%M}".format(*t.isocalendar(), t))), "line 2",
            "2024-W09-2", helps=("time_format",)),
        bad("days of the year", text(grid(lambda t: f"{t:%Y-%jT%H:%M}")), "line 2", "2024-058", helps=("time_format",)),
        bad("an array logger without names", text([["101", str(t.year), f"{t:%j}", str(t.hour * 100), *map(point, row)]
            for t, row in zip(TIMES, VALUES, strict=True)]), "line 1", "--header 0", helps=("header",)),
        bad("days of another epoch", text(grid(lambda t: f"{epoch(t) / 86400 + 719529:.6f}")), "line 2", "739309",
            helps=("time",)),
        bad("notes of a point in every cell", text(grid(number=lambda v: f"{v:.2f} {{ok}}")), "{ok}",
            helps=("sensors",)),
        bad("letters of Japan", japan, "line 1", "cp932", helps=("encoding",)),
        *(bad(f"{mark} for missing", text(with_gaps(mark)[0]), "line 7", '"hall"', mark, helps=("missing",))
          for mark in ("***", "1.#QNAN", "+Inf", "N/D", "<LOD", "OutOfRange", "-----.-", "M", "-9999.00", "999.9")),
        bad("lines of JSON", b"".join(b'{"time": "%s", "hall": 20.5}\n' % iso(t).encode() for t in TIMES), "JSON"),
        bad("a total on top", text([wide[0], ["Total", "3000.1", "3200.2", "3500.3", "1"], *wide[1:]]), "line 2",
            "'Total'", helps=("time",)),
        bad("quotes behind backslashes", text(grid(names=['"A \\"x\\""', '"B \\"y\\""', "roof", "cellar"])), "line 1",
            "quote"),
        bad("rooms over kinds", text([["time", "kitchen", "", "bath", ""], ["", "T", "RH", "T", "RH"], *wide[1:]]),
            "line 2", 'both named "T"'),
        bad("a date of 2204 on top", text(changed(wide, 1, 0, "2204-02-27 00:00")), "line 2", "2204"),
    ]  # fmt: skip
