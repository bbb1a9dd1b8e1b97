"""More of the zoo: files as loggers, spreadsheets, databases and suppliers of energy write them."""

from __future__ import annotations

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
    epoch,
    german,
    grid,
    iso,
    long_rows,
    point,
    text,
    with_column,
)  # fmt: skip

ISO = "%Y-%m-%dT%H:%M:%S"
GAP = VALUES.copy()
GAP[3, 1] = np.nan
POWER = np.round(VALUES * 40, 0)  # 700 to 1,200 W: a dashboard would write some of them in kW


def many(*extra: str, clock: Any = iso, number: Any = point) -> Rows:
    """Long rows, each with these cells behind."""
    return [[*row, *extra] for row in long_rows(clock, number)]


def stamped(form: str, number: Any = point, **more: Any) -> Rows:
    return grid(lambda time: time.strftime(form), number, **more)


def influx() -> bytes:
    """As InfluxDB's page exports a query: annotations, a first column without a name, the range in every row."""
    head = "#group,false,false,true,true,false,false,true\n#datatype,string,long,dateTime,dateTime,dateTime,double,"
    head += "string\n#default,_result,,,,,,\n,result,table,_start,_stop,_time,_value,room\n"
    first, last = START.strftime(ISO) + "Z", (START + timedelta(days=4)).strftime(ISO) + "Z"
    rows = [
        ["", "", str(SENSORS.index(name)), first, last, time.replace(" ", "T") + ":00Z", value, name]
        for name in SENSORS
        for time, sensor, value in long_rows()
        if sensor == name
    ]
    return head.encode() + text(rows)


def campbell() -> bytes:
    quoted = [
        ["TIMESTAMP", "RECORD", *(f"{name}_Avg" for name in SENSORS)],
        ["TS", "RN", *["Deg C"] * 4],
        ["", "", *["Avg"] * 4],
    ]
    head = b'"TOA5","CR1000","CR1000","12345","CR1000.Std.32","CPU:air.CR1","4711","Table1"\n'
    rows = [[f'"{time}:00"', str(i), *row] for i, (time, *row) in enumerate(grid()[1:])]
    return head + text(quoted, quote=True) + text(rows)


def hobo() -> bytes:
    names = [f"Temp, °C (LGR S/N: 20, LBL: {name})" for name in SENSORS]
    rows = [["#", "Date Time, GMT+01:00", *names, "Coupler Detached", "End Of File"]]
    rows += [
        [str(i + 1), time.strftime("%m/%d/%y %I:%M:%S %p"), *map(point, row), "", ""]
        for i, (time, row) in enumerate(zip(TIMES, VALUES, strict=True))
    ]
    return b'"Plot Title: greenhouse"\n' + text(rows, quote=True)


def summer() -> tuple[Rows, Any]:
    """Wall clock of a country that puts its clock forward on 31 March: one hour is missing, the offset changes."""
    utc = [datetime(2024, 3, 29, 23) + timedelta(hours=h) for h in range(HOURS)]
    rows = grid()
    for row, time in zip(rows[1:], utc, strict=True):
        ahead = 2 if time >= datetime(2024, 3, 31, 1) else 1
        row[0] = (time + timedelta(hours=ahead)).strftime(ISO) + f"+0{ahead}:00"
    return rows, datetime(2024, 3, 30)


def readable() -> list[Animal]:
    """Files that must give their table."""
    wide = grid()
    celsius = [f"{name} (°C)" for name in SENSORS]
    found = [
        Animal("Grafana, joined by time", text(stamped("%Y-%m-%d %H:%M:%S", time_name="Time", names=[
            f'{{room=""{n}""}}' for n in SENSORS]), quote=True), sensors=tuple(f'{{room="{n}"}}' for n in SENSORS)),
        Animal("Grafana, a row a series", b"sep=;\r\n" + text([["Series", "Time", "Value"], *(
            [name, f"{t.replace(' ', 'T')}:00+01:00", value] for t, name, value in long_rows())], ";", end="\r\n"),
            understood={"form": "long"}),
        Animal("Grafana's undefined", text(changed(wide, 4, 2, "undefined")), values=GAP),
        Animal("Home Assistant, asked for", text([["entity_id", "state", "last_changed"], *(
            [f"sensor.{name}", value, (datetime.fromisoformat(time) + timedelta(seconds=7 * i % 600)).strftime(
                f"{ISO}.%fZ")] for i, (time, name, value) in enumerate(long_rows()))]).replace(
            b",20.00,", b",unavailable,", 1), {"long": ("entity_id", "state")},
            sensors=tuple(f"sensor.{name}" for name in SENSORS),
            values=np.where((np.arange(HOURS)[:, None] == 0) & (np.arange(4) == 0), np.nan, VALUES)),
        Animal("Home Assistant with a door, the rooms asked for", text([["entity_id", "state", "last_changed"], *(
            row for time, name, value in long_rows() for row in ([name, value, time], ["door", "off", time])[
                : 2 if name == "hall" else 1])]), {"long": ("entity_id", "state"), "sensors": SENSORS}),
        Animal("long with a unit for each kind, one kind asked for", text([["time", "sensor", "value", "unit"], *(
            row for t, n, v in long_rows() for row in ([t, n, v, "°C"], [t, f"{n} damp", "40.5", "%"]))]),
            {"sensors": SENSORS}, unit="°C"),
        Animal("InfluxDB with its annotations", influx(), understood={"form": "long", "time_columns": ("_time",)}),
        Animal("nanoseconds since 1970", text(grid(lambda t: str(epoch(t) * 10**9))),
               said=("nanoseconds since 1970, UTC",)),
        Animal("microseconds since 1970", text(grid(lambda t: str(epoch(t) * 10**6))),
               said=("microseconds since 1970, UTC",)),
        Animal("seconds since 1970 with a fraction", text(grid(lambda t: f"{epoch(t)}.0", time_name="start"))),
        Animal("ThingSpeak", text([[*row, "", "", "0"] if r else [*row, "latitude", "status", "elevation"]
               for r, row in enumerate(with_column(stamped("%Y-%m-%d %H:%M:%S UTC", time_name="created_at"), 1,
               "entry_id", lambda i: str(900 + i)))])),
        Animal("Campbell Scientific's TOA5", campbell(), unit="Deg C", sensors=tuple(f"{n}_Avg" for n in SENSORS)),
        Animal("HOBO", hobo(), sensors=tuple(f"Temp, °C (LGR S/N: 20, LBL: {name})" for name in SENSORS)),
        Animal("a solar inverter's second header", text([["Date and time", *SENSORS], ["[dd.MM.yyyy HH:mm]",
               *["[Wh]"] * 4], *grid(german)[1:]], ";"), unit="Wh"),
        Animal("an open weather service", b"latitude,longitude,elevation,utc_offset,timezone,short\n52.52,13.41,38.0,0,"
               b"GMT,GMT\n\n" + text(stamped("%Y-%m-%dT%H:%M", names=celsius)), unit="°C",
               understood={"header_line": 4}),
        Animal("hours without marks, as weather services write them", text(stamped("%Y%m%d%H", time_name="MESS_DATUM"),
               ";"), understood={"time_format": "year first"}),
        Animal("stretches of time", text(grid(lambda t: f"{german(t)} - {german(t + timedelta(hours=1))}", comma,
               time_name="MTU (CET)"), ";"), said=("its beginning was taken",)),
        Animal("Java's zone behind the offset", text(stamped(f"{ISO}+01:00[Europe/Berlin]"))),
        Animal("as mails write dates", text(stamped("%a; %d %b %Y %H:%M:%S +0000"), "|").replace(b";", b",")),
        Animal("a zone's letters", text(stamped("%Y-%m-%d %H:%M CET"))),
        Animal("a.m. and p.m.", text(grid(lambda t: t.strftime("%m/%d/%Y %I:%M %p").replace("AM", "a.m.").replace(
            "PM", "p.m.")))),
        Animal("French hours", text(stamped("%d/%m/%Y %Hh%M", comma), ";")),
        Animal("points between hours and minutes", text(stamped("%d.%m.%Y %H.%M", comma), ";")),
        Animal("German months", text(grid(lambda t: f"{t.day}. {'Februar' if t.month == 2 else 'März'} {t:%Y %H:%M}",
               comma), ";")),
        Animal("French months", text(grid(lambda t: f"{t.day} {'févr.' if t.month == 2 else 'mars'} {t:%Y %H:%M}",
               comma), ";")),
        Animal("Dutch months", text(grid(lambda t: f"{t.day} {'feb' if t.month == 2 else 'mrt'} {t:%Y %H:%M}", comma),
               ";")),
        Animal("parts of a second behind a comma", text(stamped("%Y-%m-%d %H:%M:%S,000"), ";")),
        Animal("Excel's day numbers with a decimal comma", text(grid(
            lambda t: f"{epoch(t) / 86400 + 25569:.6f}".replace(".", ","), comma), ";"), {"time_format": "excel"}),
        Animal("Excel's Unicode text", text(grid(german, comma), "\t").decode().encode("utf-16")),
        Animal("French letters, said", text(grid(lambda t: t.strftime("%d/%m/%Y %H:%M"), comma, names=["été", "là",
               "où", "ça"]), ";").decode().encode("latin-1"), {"encoding": "latin-1"},
               sensors=("été", "là", "où", "ça")),
        Animal("line ends of an old Macintosh", text(wide, end="\r")),
        Animal("thousands with hard blanks", text(grid(german, lambda v: f"{v:,.1f}".replace(",", "\xa0").replace(
            ".", ","), values=LARGE), ";"), values=LARGE),
        Animal("thousands with the printer's apostrophe", text(grid(german, lambda v: f"{v:,.1f}".replace(",", "’"),
               values=LARGE), ";"), values=LARGE),
        Animal("exponents with commas", text(grid(german, lambda v: f"{v:.6E}".replace(".", ",")), ";")),
        Animal("a blank before the percent sign", text(grid(german, lambda v: f"{comma(v)} %"), ";"), unit="%"),
        Animal("units glued to the numbers", text(grid(number=lambda v: f"{v:.2f}kWh")), unit="kWh"),
        Animal("dollars", text(grid(number=lambda v: f"${v:,.2f}", values=LARGE), quote=True), values=LARGE, unit="$"),
        Animal("a degree sign alone", text(grid(number=lambda v: f"{v:.2f}°")), unit="°"),
        Animal("one unit in several spellings", text(grid(names=["hall [°C]", "lab [degC]", "roof (C)", "cellar_°C"])),
               unit="°C", sensors=SENSORS),
        Animal("a nought without its unit", text(changed(grid(number=lambda v: f"{v:.2f} kW"), 4, 2, "0")), unit="kW",
               values=np.where((np.arange(HOURS)[:, None] == 3) & (np.arange(4) == 1), 0.0, VALUES)),
        Animal("names with commas", text(grid(names=[f'"{name}, north"' for name in SENSORS])),
               sensors=tuple(f"{name}, north" for name in SENSORS)),
        Animal("numbers for names", text(grid(names=["101", "102", "103", "104"])),
               sensors=("101", "102", "103", "104")),
        Animal("a header behind a number sign", text([["# time", *SENSORS], *wide[1:]]), understood={"header_line": 1}),
        Animal("a header that begins with a number sign for a name", text(with_column(wide, 0, "#", str), ";"),
               understood={"header_line": 1}),
        Animal("files joined, each with its header", text([*wide[:50], wide[0], *wide[50:]]),
               understood={"passed_over": (51,)}),
        Animal("files joined, each with its mark", text([*wide[:50], ["\ufefftime", *SENSORS], *wide[50:]]),
               understood={"passed_over": (51,)}),
        Animal("a remark below", text(wide) + b"Exported by Logger 3.2 on 2024-03-05\n",
               understood={"passed_over": (98,)}),
        Animal("a count below", text(wide, "|") + b"(96 rows)\n"),
        Animal("minimum, maximum and mean below", text([*wide, *([word, *(point(f(VALUES[:, k])) for k in range(4))]
               for word, f in (("Min", np.min), ("Max", np.max), ("Mittelwert", np.mean)))]),
               understood={"passed_over": (98, 99, 100)}),
        Animal("as databases print tables", b" time | hall | lab | roof | cellar\n------+------+-----+------+-------\n"
               + text(wide[1:], " | ") + b"(96 rows)\n"),
        Animal("a table of Markdown", text([["", *wide[0], ""], *([["", *["---"] * 5, ""]]), *(["", *row, ""]
               for row in wide[1:])], "|")),
        Animal("groups over the names", text([["", "ground", "", "upper", ""], *wide], ";"),
               understood={"header_line": 2}),
        Animal("more words below the units", text([wide[0], ["", *["°C"] * 4], ["", *["Avg"] * 4], *wide[1:]]),
               unit="°C", understood={"passed_over": (2, 3)}),
        Animal("a pivot table", text([["Row Labels", *SENSORS, "Grand Total"], *([*row, point(VALUES[i].sum())]
               for i, row in enumerate(wide[1:])), ["Grand Total", *(point(v) for v in VALUES.sum(0)), "0"]])),
        Animal("battery, signal and identity of a logger", text(with_column(with_column(with_column(wide, 1, "battery",
               lambda i: f"{3.1 - i / 999:.3f}"), 2, "rssi", lambda i: str(-60 - i % 7)), 3, "device_id",
               lambda i: str(4711 + i % 3))),
               said=('"battery": its name', '"rssi": its name', '"device_id": its name')),
        Animal("a switch of noughts and ones", text(with_column(wide, 2, "heater", lambda i: str(i % 2))),
               said=('"heater": it holds nothing but 0 and 1',)),
        Animal("a column that never changes", text(with_column(wide, 2, "idle", lambda i: "21.5")),
               said=('"idle": it never changes (21.5)',)),
        Animal("true, false and empty columns", text(with_column(with_column(wide, 2, "heating", lambda i: "TRUE"), 4,
               "spare", lambda i: "")), said=('"heating": it holds text', '"spare": it is empty')),
        Animal("a subtotal and a total without saying so", text([[*row[:3], "west", *row[3:], "house"] if not r else
               [*row[:3], point(VALUES[r - 1, :2].sum()), *row[3:], point(VALUES[r - 1].sum())]
               for r, row in enumerate(wide)]), said=('"west": it is the sum of "hall" to "lab"', '"house"')),
        Animal("a sum and a mean without saying so", text([[*row, "house", "usual"] if not r else [*row,
               point(VALUES[r - 1].sum()), f"{VALUES[r - 1].mean():.4f}"] for r, row in enumerate(wide)]),
               said=('"house": it is the sum', '"usual": it is the mean')),
        Animal("a line's end within a remark", text(with_column(wide, 5, "remark", lambda i: '"window\nopen"')),
               said=('"remark": it holds text',)),
        Animal("a longer line of dashes for missing", text(changed(wide, 4, 2, "-----")), values=GAP),
        Animal("the time a second time", text(with_column(wide, 1, "epoch", lambda i: str(epoch(TIMES[i]) + i % 3))),
               said=('"epoch": it holds times',)),
        Animal("row numbers in steps, downwards", text(with_column(wide, 1, "n", lambda i: str(900 - 3 * i))),
               said=('"n": it goes on in equal steps (900, 897, 894, ...)',)),
        Animal("milliseconds in a column of their own", text(with_column(wide, 1, "ms", lambda i: str(17 * i % 1000))),
               said=('"ms": its name says that it is part of the date',)),
        Animal("totals in one word", text(with_column(with_column(wide, 5, "TotalUsage", lambda i: point(
            1.1 * VALUES[i].sum())), 6, "Gesamtverbrauch", lambda i: point(1.2 * VALUES[i].sum()))),
            said=('"TotalUsage": its name says that it is a total', '"Gesamtverbrauch": its name says')),
        Animal("the end of a file in DOS", text(wide) + b"\x1a"),
        Animal("times in the middle", text([[*row[1:3], row[0], *row[3:]] for row in wide])),
    ]  # fmt: skip
    return found


def faulty() -> list[Animal]:
    """Files that must be refused, in a sentence with the place and what helps."""
    wide = grid()

    def bad(name: str, content: bytes, *words: str, helps: tuple[str, ...] = (), **options: Any) -> Animal:
        return Animal(name, content, options, fault=words, helps=helps)

    spelled = {
        "hall": "hall temperature",
        "lab": "lab humidity",
        "roof": "roof temperature",
        "cellar": "cellar humidity",
    }
    return [
        bad("kilowatts beside watts", text(grid(number=lambda v: f"{v / 1000:.2f} kW" if v >= 1000 else f"{v:.0f} W",
            values=POWER)), "line 54", '"lab"', "kW", "W", "column", helps=("ignore",)),
        bad("thousands as K", text(grid(number=lambda v: f"{v / 1000:.2f}K" if v >= 1000 else f"{v:.0f}",
            values=POWER)), "line ", "K", helps=("ignore",)),
        bad("half hours numbered from 1 to 48", text([[*row[:1], "period", *row[1:]] if not r else [row[0][:10],
            str(r % 24 + 1), *row[1:]] for r, row in enumerate(wide)]), "time of day", '"time"', helps=("time",)),
        bad("dates without a time of day", text(grid(lambda t: t.strftime("%Y-%m-%d"))), '"time"', "time of day",
            helps=("time",)),
        bad("a time of day without dates", text(grid(lambda t: t.strftime("%H:%M"))), '"time"',
            "no column holds the date", helps=("time",)),
        bad("the hours in a row", text([["date", *(f"{h:02d}:00" for h in range(24))], *([f"2024-02-{d:02d}",
            *(point(v) for v in VALUES[:24, 0])] for d in range(20, 29))]), "line 1", "00:00", "row"),
        bad("from and to beside the date", text([["Datum", "Von", "Bis", *SENSORS] if not r else [row[0][:10],
            row[0][11:], f"{r % 24:02d}:00", *row[1:]] for r, row in enumerate(wide)]), "line 1", '"Von" and "Bis"',
            '--time "Datum,Von"', helps=("time",)),
        bad("UTC and local time", text(with_column(wide, 1, "local", lambda i: iso(TIMES[i] + timedelta(hours=1)))),
            '"time" and "local"', helps=("time",)),
        bad("below what can be measured", text(changed(wide, 30, 3, "<0.1")), "line 31", '"roof"', "<0.1", "--missing",
            helps=("missing", "ignore")),
        bad("a process historian's words", text(changed(wide, 30, 3, "I/O Timeout")), "line 31", '"roof"',
            "I/O Timeout", helps=("missing",)),
        *(bad(f"{word} for missing", text(changed(wide, 30, 3, word)), "line 31", '"roof"', word, f"--missing={word}",
              helps=("missing",)) for word in ("-127", "65535", "32767", "-32768", "1e30", "8888")),
        bad("long rows of two quantities by their names", text([["time", "sensor", "value"], *([t, spelled[n], v]
            for t, n, v in long_rows())]), '"lab humidity"', "temperature", helps=("sensors",)),
        bad("long rows with their units in the names", text([["time", "sensor", "value"], *([t, f"{n} [{u}]", v]
            for (t, n, v), u in zip(long_rows(), ("°C", "%") * 9999, strict=False))]), "%", "°C", helps=("sensors",)),
        bad("row names without a header, as R writes them", text([wide[0], *([str(i + 1), *row] for i, row in enumerate(
            wide[1:]))]), "line 2", "6 cells where the header has 5", "row number"),
        bad("a report above, as wide as the table", b"Station,Hall,Owner,Me,x\n" + text(wide), "line 2", "--header 2",
            helps=("header",)),
        bad("French letters", text(grid(names=["été", "là", "où", "ça"]), ";").decode().encode("latin-1"), "line 1",
            "byte e9", "--encoding", helps=("encoding",)),
        bad("whole lines in quotes", text([[f'"{";".join(row)}"'] for row in grid(german, comma)]), "line 1", "quotes"),
        bad("formulas that hold texts", text(changed(wide, 30, 3, '"=""21.5"""')), "line 31", '"roof"', "formulas"),
        bad("accountants' negatives", text(changed(wide, 30, 3, "(5.00)")), "line 31", '"roof"', "(5.00)"),
        bad("no time at all", text([row[1:] for row in wide]), "line 2", '"hall"', "20.00", "--time", helps=("time",)),
        bad("seconds since the start", text([[str(3600 * (r - 1)) if r else "elapsed", *row[1:]] for r, row in
            enumerate(wide)]), "line 2", '"elapsed"', "--time", helps=("time", "time_format")),
        bad("a header alone", text(wide[:1]), "line 1", "no row below"),
        bad("one row", text(wide[:2]), "covers 1 day"),
        bad("merged cells for the date", text(with_column(grid(lambda t: t.strftime("%Y-%m-%d") if t.hour == 0 else "",
            time_name="date"), 1, "hour", lambda i: str(i % 24))), "line 3", '"date"', helps=("time",)),
        bad("some times with an offset, some without", text(changed(wide, 50, 0, "2024-02-29 01:00+01:00")), "line 51",
            "offset"),
        bad("subtotals in between", text([*wide[:25], ["Total 27 Feb", *["480.00"] * 4], *wide[25:]]), "line 26",
            "Total 27 Feb", helps=("time",)),
        bad("long rows with numbers for sensors under an unknown name", text([["ts", "dev", "val"], *(
            [t, str(SENSORS.index(n) + 1), v] for t, n, v in long_rows())]), "line 1", '"dev"', '"val"', "--long",
            helps=("long", "wide")),
        bad("minimum, maximum and mean of each sensor", text([["time", *(f"{n} {k}" for n in SENSORS[:2] for k in (
            "min", "max", "avg"))], *([iso(t), *(point(v + d) for v in row[:2] for d in (-1, 1, 0))]
            for t, row in zip(TIMES, VALUES, strict=True))]), "line 1", '"hall max"', "a maximum", "a minimum",
            helps=("sensors", "ignore")),
        bad("times as formulas", text(grid(lambda t: f'"=""{iso(t)}"""')), "line 2", '"time"', "bare time"),
        bad("single quotes", text([[f"'{cell}'" for cell in row] for row in wide]), "line 2", "'2024"),
    ]  # fmt: skip
