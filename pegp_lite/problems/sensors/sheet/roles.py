"""Which columns are hardly sensors by their names: totals, row numbers, parts of the date, a logger's own state."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

_TOTAL = re.compile(
    r"(?:.*[\s_.-])?(?:sub|grand)?[\s_-]?(?:total|totals|sum|summe|gesamt|gesamtsumme|suma|somme|totale|aggregate|mean|"
    r"average|avg|mittel|mittelwert|durchschnitt|moyenne|median|maximum|minimum|max|min)(?:[\s_.-].*)?"
    r"|(?:total|gesamt)\w+|\w+total|(?:.*\W)?(?:合计|合計|总计|總計|総計|합계|итого|всего|razem|suma|celkem|toplam|المجموع|Σ)(?:\W.*)?",
    re.IGNORECASE,
)
_NUMBERING = re.compile(
    r"#|(?:row|record|line|sample|obs|entry|serial)?[\s_]?(?:id|no|nr|num|number|index|idx|row|rowid|lfd|seq)\.?"
    r"|unnamed: ?\d+|pk|uid|uuid|record|rec|recno|counter|rank",
    re.IGNORECASE,
)
_CALENDAR = re.compile(
    r"year|month|day|hour|minute|second|ms|msec|milliseconds?|us|usec|microseconds?|ns|nsec|nanoseconds?|week|weekday|week_?day|day_?of_?(?:week|month|year)|doy|dow|quarter|season|"
    r"is_?(?:weekend|holiday)|jahr|monat|tag|stunde|woche|wochentag",
    re.IGNORECASE,
)
_PLACE = re.compile(
    r"(?:.*[\s_.-])?(?:lat|lon|lng|long|latitude|longitude|elevation|altitude|breitengrad|längengrad|geo_?[xy])",
    re.IGNORECASE,
)
_SETTING = re.compile(r"(?:.*[\s_.-])?(?:set[\s_-]?point|setpoints|sollwert|soll)", re.IGNORECASE)
_DIFFERENCE = re.compile(r"(?:delta|diff|difference|differenz|spread)(?:[\s_.-].*)?|[Δδ∆].*|dT", re.IGNORECASE)
_FLAG = re.compile(
    r"(?:.*[\s_.-])?(?:flags?|quality|qc|qa|status|state|mode|alarms?|error|err|fault|valid)"
    r"(?:[\s_.-]?(?:codes?|nr|no|word|bits?|flags?))?",
    re.IGNORECASE,
)
_IDENTITY = re.compile(
    r".*[\s_.-](?:id|uid|uuid|serial|imei|mac|eui)|(?:item|device|sensor|station|meter|node|point|channel|host)id",
    re.IGNORECASE,
)
_LOGGER = re.compile(
    r"(?:v?bat|batt|battery|akku|batterie)(?:[\s_-]?(?:v|volt|voltage|level|percent|spannung|status))?|rssi|snr|lqi|"
    r"signal(?:[\s_-]?strength)?|uptime|firmware|fw|heartbeat",
    re.IGNORECASE,
)
_ABOUT = re.compile(r"(.+?)[\s_.-](?:n|count|q|qf|std|stdev|sd|err|error|unc|uncertainty)", re.IGNORECASE)
_KINDS = {
    "measures the dew point": ("dew", "dewpoint", "taupunkt"),
    "measures temperature": ("temp", "temperature", "temperatur", "température", "tair"),
    "measures humidity": ("humidity", "hum", "rh", "rf", "feuchte", "luftfeuchtigkeit", "humidité"),
    "measures CO2": ("co2",),
    "measures ozone": ("o3", "ozone", "ozon"),
    "measures NO2": ("no2",),
    "measures PM10": ("pm10",),
    "measures PM2.5": ("pm25", "pm2"),
    "measures pressure": ("pressure", "luftdruck", "pression"),
    "measures light": ("light", "illuminance", "lux", "brightness"),
    "measures a direction": ("direction", "dir", "winddir", "richtung", "windrichtung"),
    "measures wind": ("wind", "windspeed", "gust"),
    "measures rain": ("rain", "precipitation", "niederschlag", "rainfall"),
    "measures voltage": ("voltage", "spannung"),
    "measures current": ("current", "strom"),
    "measures power": ("power", "leistung"),
    "measures energy": ("energy", "energie", "énergie"),
    "is an amount of money": ("price", "cost", "preis", "kosten", "prix", "tariff", "tarif"),
    "measures temperature, it seems": ("t", "tt"),
}
_GASES = {"o3": "o1", "no2": "no1", "co2": "co1"}  # beside "No1", "No2" is a number
_STATISTICS = {
    "is a minimum": ("min", "minimum", "low", "lowest"),
    "is a maximum": ("max", "maximum", "high", "highest", "peak"),
    "is a mean": ("avg", "mean", "average", "mittel", "mittelwert", "moyenne"),
    "is a spread": ("std", "stdev", "sd", "variance", "stddev"),
}


@dataclass(frozen=True)
class Ignored:
    """A column that was not taken as a sensor, and why."""

    column: str
    reason: str


def by_name(name: str) -> str | None:
    """Why a column of numbers with this name is hardly a sensor; None where nothing speaks against it."""
    return _by_words(name) or _by_words(_apart(name))


def _by_words(name: str) -> str | None:
    if _NUMBERING.fullmatch(name):
        return "its name says that it numbers the rows"
    if _TOTAL.fullmatch(name):
        return "its name says that it is a total or a mean of others"
    if _DIFFERENCE.fullmatch(name):
        return "its name says that it is a difference of others"
    if _SETTING.fullmatch(name):
        return "its name says that it was set and not measured"
    if _CALENDAR.fullmatch(name):
        return "its name says that it is part of the date"
    if _FLAG.fullmatch(name):
        return "its name says that it marks quality and measures nothing"
    if _PLACE.fullmatch(name):
        return "its name says that it is a place"
    if _IDENTITY.fullmatch(name):
        return "its name says that it is the identity of something"
    if _LOGGER.fullmatch(name):
        return "its name says that it is about the logger itself"
    return None


def about_another(name: str, names: Sequence[str]) -> str | None:
    """Why "hall_std" beside "hall" is no sensor of its own."""
    match = _ABOUT.fullmatch(name)
    return f'its name says that it is about "{match[1]}"' if match and match[1] in names else None


def odd_ones(names: Sequence[str]) -> tuple[str, ...]:
    """A sentence where a few headers say what they measure, and the others are names of places."""
    said = _said(names, _KINDS)
    if not said or 2 * len(said) > len(names) or len(names) < 3 or len(set(said.values())) > 1:
        return ()
    few = ", ".join(f'"{name}"' for name in list(said)[:4])
    what = next(iter(said.values()))
    what = what if len(said) == 1 else what.replace("measures", "measure", 1)
    ignore = ",".join(said)
    return (
        f'{few} {what}, and no other header says so: if the others measure something else, say --ignore "{ignore}".',
    )


def _said(names: Sequence[str], kinds: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """What each of the headers says of itself, of those that do."""
    parts = {name: _parts(name) for name in names}
    numbers = {gas for gas, first in _GASES.items() if any(first in words for words in parts.values())}
    found = {
        n: next((w for w, said in kinds.items() if (words - numbers) & {*said}), None) for n, words in parts.items()
    }
    return {name: what for name, what in found.items() if what}


def _parts(name: str) -> set[str]:
    """The words of a header, which may stand together: "hallTemp", "temp1"."""
    apart = _apart(name).lower()
    words = set(re.split(r"[^0-9a-zäöüéè]+", apart)) | {re.sub(r"[\s_]+", "", name.lower())}
    return words | {word.rstrip("0123456789") for word in words}


def _apart(name: str) -> str:
    """ "statusCode" as "status Code"."""
    return re.sub(r"(?<=[a-zäöü])(?=[A-ZÄÖÜ])", " ", name)


def kinds(names: tuple[str, ...]) -> dict[str, str]:
    """What these headers say of themselves where they differ ("measures humidity"), each with its first header."""
    for words in (_KINDS, _STATISTICS):
        found: dict[str, str] = {}
        for name, what in _said(names, words).items():
            found.setdefault(what.removesuffix(", it seems"), name)
        if len(found) > 1:
            return found
    return {}


def spelled_alike(names: Sequence[str]) -> tuple[str, str] | None:
    """Two names that differ in capitals, blanks and lines only."""
    first: dict[str, str] = {}
    for name in names:
        if first.setdefault(re.sub(r"[\s_-]+", " ", name).casefold(), name) != name:
            return first[re.sub(r"[\s_-]+", " ", name).casefold()], name
    return None
