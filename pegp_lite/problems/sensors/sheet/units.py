"""Units where people write them: in a header, in a row below it, or behind every number."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pegp_lite.problems.sensors.errors import fault

KNOWN = (
    *(
        "°",
        "°C",
        "ºC",
        "℃",
        "°F",
        "degC",
        "degF",
        "deg C",
        "deg F",
        "Celsius",
        "Fahrenheit",
        "kWh",
        "kWhs",
        "MWh",
        "GWh",
        "Wh",
    ),
    *("kW", "MW", "GW", "W/m2", "W/m²", "W/m^2", "W", "kVA", "kvar", "mV", "kV", "V", "mA", "A", "Hz", "hPa", "kPa"),
    *("Pa", "mbar", "bar", "psi", "ppm", "ppb", "µg/m3", "µg/m³", "ug/m3", "μg/m³", "mg/l", "mg/L", "%RH", "% RH"),
    *("%rF", "%", "lux", "lx", "dB", "dBA", "dB(A)", "m/s", "km/h", "mph", "l/min", "L/min", "l/s", "l/h", "m3/h"),
    *("m³/h", "m3", "m³", "mm", "cm", "km", "m", "ft", "in", "kg", "g", "t", "l", "L", "s", "min", "h", "K", "C", "F"),
    *("J", "kJ", "MJ", "EUR", "USD", "GBP", "CHF", "€", "$", "£", "¥", "EUR/MWh", "€/MWh", "ct/kWh", "pH", "µS/cm"),
    *("NTU", "rpm"),
)
_BY_WORD = {unit.lower(): unit for unit in reversed(KNOWN)}
_SAME = {
    **dict.fromkeys(("ºC", "℃", "degC", "deg C", "Deg C", "Celsius", "C"), "°C"),
    **dict.fromkeys(("ºF", "degF", "deg F", "Deg F", "Fahrenheit", "F"), "°F"),
    **{"W/m^2": "W/m2", "€": "EUR", "$": "USD", "£": "GBP", "L": "l", "kWhs": "kWh", "lux": "lx", "% RH": "%RH"},
}
_LETTERS = str.maketrans("²³μ", "23µ")
_BRACKETS = re.compile(r"(?P<name>.*?)\s*[\[(](?P<unit>[^\[\]()]{1,16})[\])]\s*$")
_AFTER = re.compile(r"(?P<name>.*?\S)(?:\s+in\s+|\s*/\s*|_|\s+)(?P<unit>\S{1,8}(?:/\S{1,4})?)$", re.IGNORECASE)
_OF_HEAT = re.compile(r"(?P<name>(?:.*[\s_])?temp\w*)[\s_]+(?P<unit>[CFK])", re.IGNORECASE)
_CURRENCY = "€$£¥"
_SUFFIX = re.compile(r"(?P<number>[-+\d.,' \u00a0\u202f]*\d)\s*(?P<unit>[^\d\s.,'+-][^\d]{0,7})$")


def words(text: str) -> frozenset[str]:
    """The words of a list that is easier to read with blanks between."""
    return frozenset(text.split())


def plain(header: str) -> str:
    """A header in lower case, without a bracketed remark and with underscores for blanks."""
    return header.split("(")[0].split("[")[0].strip().lower().replace(" ", "_")


def known_unit(word: str) -> str | None:
    """The unit in the spelling of the file, where we know it as one."""
    return word if word in KNOWN else word if word.lower() in _BY_WORD and len(word) > 1 else None


def plain_unit(unit: str) -> str:
    """One spelling for units that are written in several ways."""
    return _SAME.get(unit, unit).translate(_LETTERS)


def split_header(header: str) -> tuple[str, str]:
    """A column's name and its unit, "" where it says none: "Hall [kWh]", "Hall (°C)", "hall_kWh", "Hall in °C"."""
    if match := _BRACKETS.fullmatch(header):
        unit = match["unit"].strip()
        if match["name"] and ("[" in header or known_unit(unit)):
            return match["name"], unit
        return header, ""
    match = _AFTER.fullmatch(header)
    if match and len(match["unit"]) > 1 and match["unit"] in KNOWN and match["unit"] != "min":  # a minimum
        return match["name"], match["unit"]
    if match := _OF_HEAT.fullmatch(header):
        return match["name"], match["unit"].upper()
    return header, ""


def split_cell(word: str) -> tuple[str, str]:
    """A cell's number and the unit written with it: ("21.5", "°C") from "21.5 °C", ("12", "€") from "€ 12"."""
    if word and word[0] in _CURRENCY:
        return word[1:].strip(), word[0]
    if len(word) > 1 and word[0] in "+-" and word[1] in _CURRENCY:
        return word[0] + word[2:].strip(), word[1]
    if word and not word[-1].isdigit() and (match := _SUFFIX.fullmatch(word)):
        unit = match["unit"].strip()
        if known_unit(unit):
            return match["number"].strip(), unit
    return word, ""


def one_unit(source: object, line: int, units: Sequence[str], columns: Sequence[str], asked: str | None) -> str:
    """The unit all these columns share; two different ones cannot be compared and are refused."""
    if asked is not None:
        return asked
    found: dict[str, tuple[str, str]] = {}
    for unit, column in zip(units, columns, strict=True):
        if unit:
            found.setdefault(plain_unit(unit), (unit, column))
    if len(found) > 1:
        (unit, column), (other, column2), *_ = found.values()
        raise fault(
            source, line, column2, f'this column is in {other} and "{column}" in {unit}, so the higher of them means '
            "nothing", "", "choose columns of one kind with --sensors or --ignore, or say that they are alike with "
            "--unit", "sensors", "ignore", "unit",
        )  # fmt: skip
    return next((unit for unit, _ in found.values()), "")
