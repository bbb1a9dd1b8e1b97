"""More of the zoo: other languages' clocks and digits, programs' own stamps, agencies of weather and air, meters."""

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
ARABIC = str.maketrans("0123456789.", "٠١٢٣٤٥٦٧٨٩٫")
PERSIAN = str.maketrans("0123456789.", "۰۱۲۳۴۵۶۷۸۹٫")


def twelve(date: str, before: str, after: str, form: str = "{date} {half} {clock}") -> Callable[[datetime], str]:
    """A clock of twelve hours, with the language's words for the halves of the day."""
    return lambda t: form.format(
        date=t.strftime(date), half=before if t.hour < 12 else after, clock=f"{t.hour % 12 or 12}:{t:%M:%S}"
    )


def shown(form: str) -> Callable[[datetime], str]:
    return lambda t: t.strftime(form)


STAMPS: dict[str, Callable[[datetime], str]] = {
    "Chinese dates": lambda t: f"{t.year}年{t.month}月{t.day}日 {t.hour}:00",
    "Chinese dates and hours": shown("%Y年%m月%d日%H时%M分%S秒"),
    "Chinese hours alone": lambda t: f"{t.year}年{t.month}月{t.day}日 {t.hour}时",
    "Chinese halves of the day": twelve("%Y/%m/%d", "上午", "下午"),
    "Chinese days of the week": lambda t: f"{t:%Y/%m/%d} 星期{'一二三四五六日'[t.weekday()]} {t:%H:%M}",
    "Japanese days of the week": lambda t: f"{t:%Y/%m/%d}({'月火水木金土日'[t.weekday()]}) {t:%H:%M}",
    "Japanese halves of the day": twelve("%Y年%m月%d日", "午前", "午後", "{date}{half}{clock}"),
    "Korean halves of the day": twelve("%Y-%m-%d", "오전", "오후"),
    "Korean dates": lambda t: f"{t.year}년 {t.month}월 {t.day}일 {t.hour}시 00분",
    "Arabic halves of the day": twelve("%d/%m/%Y", "ص", "م", "{date} {clock} {half}"),
    "Greek halves of the day": twelve("%d/%m/%Y", "πμ", "μμ", "{date} {clock} {half}"),
    "Spanish halves of the day": twelve("%d/%m/%Y", "a.\u00a0m.", "p.\u00a0m.", "{date} {clock} {half}"),
    "AM and PM in front": twelve("%Y-%m-%d", "AM", "PM"),
    "a browser's dates, with a narrow blank": twelve("%m/%d/%Y", "AM", "PM", "{date}; {clock}\u202f{half}"),
    "an office's long dates": shown("%A; %B %d; %Y %I:%M %p"),
    "GMT+1": shown("%Y/%m/%d %I:%M:%S %p GMT+1"),
    "JavaScript": shown("%a %b %d %Y %H:%M:%S GMT+0100 (Central European Standard Time)"),
    "C": lambda t: f"{t:%a %b} {t.day:2} {t:%H:%M:%S %Y}",
    "Unix": shown("%a %b %d %H:%M:%S CET %Y"),
    "DB2": shown("%Y-%m-%d-%H.%M.%S.000000"),
    "Oracle": lambda t: t.strftime("%d-%b-%y %I.%M.%S.000000 %p").upper(),
    "SAS": lambda t: t.strftime("%d%b%Y:%H:%M:%S").upper(),
    "servers' logs": shown("[%d/%b/%Y:%H:%M:%S +0100]"),
    "Kibana": shown("%b %d; %Y @ %H:%M:%S.000"),
    "tight, with an underscore": shown("%Y%m%d_%H%M%S"),
}


def half_hourly(*names: str, second: Callable[[int], str]) -> bytes:
    """Date, hour and what divides the hour, each in a column of its own; each reading stands twice."""
    rows = [
        [f"{t:%Y-%m-%d}", str(t.hour), second(half), *map(point, row)]
        for t, row in zip(TIMES, VALUES, strict=True)
        for half in (0, 1)
    ]
    return text([[*names, *SENSORS], *rows])


def readable() -> list[Animal]:
    """Files that must give their table."""
    wide, long = grid(), long_rows()
    two: dict[str, Any] = {"values": VALUES[:, :2]}
    ids = dict(zip(SENSORS, ("8000000000000e12", "1234e567", "0004a30b001e4567", "70b3d57ed005e123"), strict=True))
    wild = np.cumsum(VALUES, axis=0) % 900
    beside = [["Date", "time", "Hall NO2", "status", "unit", "Lab NO2", "status", "unit"], *(
        [f"{t:%d-%m-%Y}", f"{t:%H:%M:%S}", point(a), "V", "µg/m³", point(b), "P", "µg/m³"]
        for t, (a, b, *_) in zip(TIMES, VALUES, strict=True))]  # fmt: skip
    knmi = "".join(
        f"  {240 + k},{t - HOUR:%Y%m%d},{t.hour or 24:5},{VALUES[i, k] * 10:7.1f}\n"
        for k in range(4)
        for i, t in enumerate(TIMES[1:], 1)
    )
    tenths = np.vstack([VALUES[1:], np.full(4, np.nan)]) * 10  # an hour's number names its end
    aqs = [["State Code", "Site Num", "Latitude", "Date Local", "Time Local", "Date GMT", "Time GMT",
            "Sample Measurement"], *(["06", f"{SENSORS.index(n):04}", "34.1", t[:10], t[11:], t[:10], t[11:], v]
            for t, n, v in long)]  # fmt: skip
    found = [
        *(Animal(name, text([[cell.replace(";", ",") for cell in row] for row in grid(clock)], "\t"))
          for name, clock in STAMPS.items()),
        Animal("Arabic digits", text(grid(lambda t: f"{t:%d/%m/%Y %H:%M}".translate(ARABIC),
            lambda v: point(v).translate(ARABIC)), ";"), understood={"decimal": "."}),
        Animal("Persian digits", text(grid(number=lambda v: point(v).translate(PERSIAN)))),
        Animal("thousands in Arabic", text(grid(number=lambda v: f"{v:,.1f}".replace(",", "٬").translate(ARABIC),
            values=LARGE), ";"), values=LARGE),
        *(Animal(f"{word} for a total", text(with_column(wide, 5, word,
            lambda i: point(1.3 * VALUES[i].sum() + i % 7))),
            said=(f'"{word}": its name says that it is a total',)) for word in ("合计", "合計", "Итого", "Σ kWh",
            "Razem")),
        Animal("names in two rows, of pandas", text([["", "north", "north", "south", "south"],
            ["", "a", "b", "a", "b"], ["when", "", "", "", ""], *wide[1:]]),
            sensors=("north a", "north b", "south a", "south b"), understood={"passed_over": (2, 3)}),
        Animal("the same kind below each name, of pandas", text([["", *SENSORS], ["", *["temp"] * 4], ["time",
            *[""] * 4],
            *wide[1:]])),
        Animal("R for semicolons", text([['""', '"time"', *SENSORS], *([f'"{i + 1}"', f'"{row[0]}:00"', *row[1:]]
            for i, row in enumerate(grid(iso, comma)[1:]))], ";"), said=("it counts the rows",)),
        Animal("addresses like dates for names", text(grid(names=["1/2/10", "1/2/11", "1/2/12", "3/1/24"])),
            sensors=("1/2/10", "1/2/11", "1/2/12", "3/1/24")),
        Animal("rooms like dates for names", text(grid(names=["2.10.03", "2.10.04", "2.11.05", "3.01.06"])),
            sensors=("2.10.03", "2.10.04", "2.11.05", "3.01.06")),
        Animal("numbers of rooms", text(grid(names=["No1", "No2", "No3", "No4"])), sensors=("No1", "No2", "No3",
            "No4")),
        Animal("identities with an e in them", text([["time", "devEUI", "object.temperature"], *(
            [t, ids[n], v] for t, n, v in long)]), sensors=tuple(ids.values())),
        Animal("identities that begin with noughts", text([["time", "id", "wert"], *(
            [t, f"00{SENSORS.index(n)}", v] for t, n, v in long)]), sensors=("000", "001", "002", "003")),
        Animal("a monitor's remarks at the end", text([["Date", "Time", *(f"{n} [°C]" for n in SENSORS[:2]), ""], *(
            [f"{t.day}.{t.month}.{t.year}", f"{t.hour}:{t.minute}:{t.second}.123", *map(point, row[:2]), ""]
            for t, row in zip(TIMES, VALUES, strict=True)), ["", "", "CPU [#0]: Board", "GPU: Card", ""]]),
            sensors=SENSORS[:2], unit="°C", understood={"passed_over": (98,)}, **two),
        Animal("states and units beside each, of one name", text(beside), sensors=("Hall NO2", "Lab NO2"),
            said=('"status": its name says that it marks quality', '"unit": it holds text'), **two),
        Animal("names behind a number sign, and one more", b"# temperature in 0.1 C\n# STN,YYYYMMDD,   HH,    T\n#\n"
            + knmi.encode(), sensors=("240", "241", "242", "243"), values=tenths, said=("run from 1 to 24",)),
        Animal("minutes in a column of their own", half_hourly("Date", "Hour", "Minute", second=lambda k: str(30 * k)),
            understood={"step_minutes": 30.0, "time_columns": ("Date", "Hour", "Minute")}, options={"bin_minutes": 60}),
        Animal("hours as 0700 UTC", b"UF:;DF\nESTACAO:;X\n" + text([["Data", "Hora UTC",
            *(f"{n} (°C)" for n in SENSORS),
            ""], *([f"{t:%Y/%m/%d}", f"{t:%H%M} UTC", *map(comma, row), ""] for t, row in zip(TIMES, VALUES,
            strict=True))], ";"), unit="°C", understood={"time_columns": ("Data", "Hora UTC")}),
        Animal("numbers that begin with their comma", text(grid(iso, lambda v: f"{(v - 20) / 100:.4f}".replace("0.",
            ",")),
            ";"), values=np.round((VALUES - 20) / 100, 4)),
        Animal("an air agency, told", text(aqs, quote=True), {"time": ("Date Local", "Time Local"),
            "long": ("Site Num", "Sample Measurement")}, sensors=("0000", "0001", "0002", "0003")),
        Animal("an agency of the air's lines above", text([["Station", "010", "042", "117", "124"], ["Messkomponente",
            *["PM10"] * 4], ["Messmodus", *["Stundenwerte"] * 4], ["Einheit", *["µg/m³"] * 4], ["Zeit",
            *["Tagesmittel"] * 4], *grid(german)[1:]], ";"), sensors=("010", "042", "117", "124"), unit="µg/m³",
            understood={"passed_over": (2, 3, 4, 5)}),
        Animal("a Spanish supplier", text([["CUPS", "Fecha", "Hora", "Consumo_kWh", "Metodo_obtencion"], *(
            [n, f"{t[8:10]}/{t[5:7]}/{t[:4]}", str(int(t[11:13]) + 1), v.replace(".", ","), "R"] for t, n, v in long)],
            ";"), unit="kWh", said=("run from 1 to 24",)),
        Animal("a phase each and their sum", text([["timestamp", "a_act_energy", "b_act_energy", "total_act_energy"], *(
            [str(epoch(t)), *map(point, row[:2]), point(row[:2].sum())] for t, row in zip(TIMES, VALUES,
            strict=True))]),
            sensors=("a_act_energy", "b_act_energy"), said=('"total_act_energy": its name',), **two),
        Animal("meters that begin anew", text(grid(values=wild)), values=np.round(wild, 2),
            said=("These only ever rise, as meter readings do: hall, lab, roof, cellar",)),
        Animal("kWhs and a clamp that is not there", text([["Time Bucket (Europe/Berlin)", "A (kWhs)", "B (kWhs)",
            "C (kWhs)"], *([f"{t:%m/%d/%Y %H:%M:%S}", *map(point, row[:2]), "No CT"] for t, row in zip(TIMES, VALUES,
            strict=True))]), sensors=("A", "B"), unit="kWhs", said=('"C (kWhs)": it holds text',), **two),
        Animal("the line ends of old computers", text(wide, end="\r")),
        Animal("a sheet's name above", b"Table 1\n" + text(grid(german, comma), ";"), understood={"passed_over": (1,)}),
        Animal("a leap second", text(changed(wide, 30, 0, "2024-02-28 04:59:60"))),
    ]  # fmt: skip
    return found


def faulty() -> list[Animal]:
    """Files that must be refused, in a sentence with the place and what helps."""
    wide, long = grid(), long_rows()

    def bad(name: str, content: bytes, *words: str, helps: tuple[str, ...] = (), **options: Any) -> Animal:
        return Animal(name, content, options, fault=words, helps=helps)

    def two(one: str, other: str) -> bytes:
        return text([["time", one, other], *(row[:3] for row in wide[1:])])

    def later(time: str) -> str:
        return iso(datetime.fromisoformat(time) + HOUR)

    means = "so the higher of them means nothing"
    quarters = [[f"{START + timedelta(minutes=15 * i):%m/%d/%Y}", str(i // 4 % 24 + 1), str(i % 4 + 1), *map(point,
        VALUES[i % HOURS, :2])] for i in range(4 * HOURS)]  # fmt: skip
    denmark: Rows = [["MålepunktId", "Fra", "Til", "Mængde"], *(
        [f"5713{SENSORS.index(n)}", t, later(t), v.replace(".", ",")] for t, n, v in long)]  # fmt: skip
    history = b"history:/Site/AHU1\n" + text(
        [
            ["Timestamp", "Status", "Value (°C)"],
            *([f"{t:%d-%b-%y %I:%M:%S %p} CET", "{ok}", point(row[0])] for t, row in zip(TIMES, VALUES, strict=True)),
        ]
    )
    return [
        *(bad(f"{one} and {other}", two(one, other), "line 1", f'"{other}"', means, helps=("sensors", "ignore"))
          for one, other in (("Temp (°C)", "Dew Point Temp (°C)"), ("TT_TU", "RF_TU"), ("O3 [ug/m3]", "PM10 [ug/m3]"),
            ("PM10", "PM2.5"), ("NO2", "O3"))),
        bad("a reading and its quality in a cell", text([["STATION", "DATE", "TMP", "DEW"], *(["7250",
            f"{t:%Y-%m-%dT%H:%M}",
            *(f'"+{10 * v:04.0f},1"' for v in row[:2])] for t, row in zip(TIMES, VALUES, strict=True))]), "line 2",
            '"TMP"', "'+0200,1'", "two numbers in one cell", helps=("decimal",)),
        bad("-200 for missing", text(changed(wide, 30, 3, "-200")), "line 31", '"roof"', "--missing=-200",
            helps=("missing",)),
        bad("a star behind some", text(changed(wide, 30, 3, "21.57*")), "line 31", '"roof"', "'21.57*'", "write 21.57",
            helps=("ignore",)),
        bad("n/e for missing", text(changed(wide, 30, 3, "n/e")), "line 31", '"roof"', '--missing "n/e"',
            helps=("missing",)),
        bad("quarters of an hour by number", text([["Delivery Date", "Delivery Hour", "Delivery Interval", "North",
            "South"], *quarters]), "line 2", '"Delivery Date"', "time of day", helps=("time",)),
        bad("a meter's from and to", text(denmark, ";"), "line 1", '"Fra" and "Til"', "--time", helps=("time",)),
        bad("an air agency's two clocks", text([["Date Local", "Time Local", "Date GMT", "Time GMT", "A", "B"], *(
            [f"{t:%Y-%m-%d}", f"{t:%H:%M}", f"{t + HOUR:%Y-%m-%d}", f"{t + HOUR:%H:%M}", *map(point, row[:2])]
            for t, row in zip(TIMES, VALUES, strict=True))]), '"Date Local" and "Date GMT"', helps=("time",)),
        bad("a gateway with all it hears", text([["time", "device_id", "temperature", "humidity", "rssi"], *(
            [t, n, v, "40.5", "-101"] for t, n, v in long)]), "line 1", '"device_id"', '"humidity"', helps=("long",)),
        bad("JSON in cells", text([["time", "topic", "payload"], *([t, f"tele/{n}", '"{""T"":' + v + '}"']
            for t, n, v in long)]), "line 1", '"topic"', "the value in none", helps=("long",)),
        bad("one point's history", history, "line 2", "one sensor only", '"Status": it holds text', helps=("sensors",)),
        bad("two points' histories, joined", history * 2, "line 99", "1 cell where the header has 3"),
        bad("a market's file of meters", b"100,NEM12,202402270000,A,B\n200,N1,E1,1,E1,N1,1,kWh,30,\n" + b"".join(
            f"300,202402{d},{','.join(map(point, VALUES[:48, 0]))},A,,,20240303,\n".encode() for d in range(10, 16)),
            "line 1", "looks like data", "100, NEM12", helps=("header",)),
        bad("letters of China", text(grid(names=["大厅", "实验室", "屋顶", "地下室"])).decode().encode("gb18030"),
            "line 1",
            "gb18030", helps=("encoding",)),
        bad("means below, without a word", text([*wide, ["", *map(point, VALUES.mean(0))]]), "line 98", '"time"',
            "an empty cell", helps=("time",)),
        bad("the year, its day and the hour", text([["Year", "DOY", "Hour", *SENSORS], *([str(t.year), f"{t:%j}",
            str(t.hour), *map(point, row)] for t, row in zip(TIMES, VALUES, strict=True))]), "line 1", '"Hour"',
            "no column holds the date", helps=("time",)),
    ]  # fmt: skip
