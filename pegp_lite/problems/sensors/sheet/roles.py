"""Which columns are sensors: totals, row numbers, parts of the date and text are pointed out, with the reason."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from pegp_lite.checks import Floats

ENOUGH = 8  # rows from which on a pattern in the numbers is no accident
_TOTAL = re.compile(
    r"(?:.*[\s_.-])?(?:sub|grand)?[\s_-]?(?:total|totals|sum|summe|gesamt|gesamtsumme|suma|somme|totale|aggregate|mean|"
    r"average|avg|mittel|mittelwert|durchschnitt|moyenne|median|maximum|minimum|max|min)(?:[\s_.-].*)?",
    re.IGNORECASE,
)
_NUMBERING = re.compile(
    r"#|(?:row|record|line|sample|obs|entry|serial)?[\s_]?(?:id|no|nr|num|number|index|idx|row|rowid|lfd|seq)\.?"
    r"|unnamed: ?\d+|pk|uid|uuid",
    re.IGNORECASE,
)
_CALENDAR = re.compile(
    r"year|month|day|hour|minute|second|week|weekday|week_?day|day_?of_?(?:week|month|year)|doy|dow|quarter|season|"
    r"is_?(?:weekend|holiday)|jahr|monat|tag|stunde|woche|wochentag",
    re.IGNORECASE,
)
_PLACE = re.compile(r"lat|lon|lng|long|latitude|longitude|elevation|altitude", re.IGNORECASE)
_FLAG = re.compile(r".*(?:^|[\s_-])(?:flag|flags|quality|qc|qa|status|state|error|err|valid)$", re.IGNORECASE)
_QUANTITIES = {
    "temperature": ("temp", "temperature", "temperatur", "température", "tair"),
    "humidity": ("humidity", "hum", "rh", "feuchte", "luftfeuchtigkeit", "humidité"),
    "CO2": ("co2",),
    "pressure": ("pressure", "luftdruck", "pression"),
    "light": ("light", "illuminance", "lux", "brightness"),
    "wind": ("wind", "windspeed", "gust"),
    "rain": ("rain", "precipitation", "niederschlag", "rainfall"),
    "voltage": ("voltage", "spannung"),
    "current": ("current", "strom"),
    "power": ("power", "leistung"),
}


@dataclass(frozen=True)
class Ignored:
    """A column that was not taken as a sensor, and why."""

    column: str
    reason: str


def by_name(name: str) -> str | None:
    """Why a column of numbers with this name is hardly a sensor; None where nothing speaks against it."""
    if _NUMBERING.fullmatch(name):
        return "its name says that it numbers the rows"
    if _TOTAL.fullmatch(name):
        return "its name says that it is a total or a mean of others"
    if _CALENDAR.fullmatch(name):
        return "its name says that it is part of the date"
    if _FLAG.fullmatch(name):
        return "its name says that it marks quality and measures nothing"
    if _PLACE.fullmatch(name):
        return "its name says that it is a place"
    return None


def by_numbers(values: Floats) -> list[str | None]:
    """The same by what stands in the columns (n, N): row counts, and the sum, mean or maximum of all the others."""
    found = [_counts_rows(column) for column in values.T]
    left = [i for i, reason in enumerate(found) if reason is None]
    part = values[:, left][np.isfinite(values[:, left]).all(1)]
    if len(left) < 3 or len(part) < ENOUGH:
        return found
    made = {}
    for place, i in enumerate(left):
        rest = np.delete(part, place, axis=1)
        for other, what in ((rest.sum(1), "the sum"), (rest.mean(1), "the mean"), (rest.max(1), "the maximum")):
            # Cells are rounded, so a sum is only nearly one; a maximum is exact.
            apart = 0.0 if what == "the maximum" else 1e-3 * float(np.abs(other).max())
            if (np.abs(part[:, place] - other) <= apart).all() and np.ptp(part[:, place]) > 10 * apart:
                made[i] = f"it is {what} of the other columns"
    if len(made) == 1:  # where several are, the columns are all alike and none is made from the others
        ((i, reason),) = made.items()
        found[i] = reason
    return found


def _counts_rows(column: Floats) -> str | None:
    if len(column) >= ENOUGH and (np.diff(column) == 1).all():
        return f"it counts the rows ({column[0]:.0f}, {column[1]:.0f}, {column[2]:.0f}, ...)"
    return None


def quantities(names: tuple[str, ...]) -> dict[str, str]:
    """The different things that these headers say they measure, each with the first header that says so."""
    found: dict[str, str] = {}
    for name in names:
        words = set(re.split(r"[^0-9a-zäöüéè]+", name.lower())) | {re.sub(r"[\s_]+", "", name.lower())}
        for what, said in _QUANTITIES.items():
            if words & set(said):
                found.setdefault(what, name)
                break
    return found
