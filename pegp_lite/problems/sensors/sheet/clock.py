"""Words for a date and a time of day taken apart; whether 03/04 is April or March is left open here."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pegp_lite.problems.sensors.sheet.rewriting import rewritten

_MONTHS = {
    prefix: number
    for number, prefixes in enumerate(
        ("jan ene gen sty янв oca tammi", "feb fév fev lut фев şub helmi", "mar mär mrz mrt maerz мар maali",
         "apr avr abr kwi апр nis huhti", "may mai mag mei maj мая май touko", "jun juin giu cze июн haz kesä",
         "jul juil lug lip июл tem heinä", "aug aoû aou ago sie авг ağu elo", "sep set wrz сен eyl syys",
         "oct okt ott out paź окт eki loka", "nov lis ноя kas marra", "dec dez déc dic des gru дек ara joulu"), 1
    )
    for prefix in prefixes.split()
}  # fmt: skip
ZONES = {
    **{"z": 0, "utc": 0, "gmt": 0, "cet": 60, "cest": 120, "mez": 60, "mesz": 120, "bst": 60},
    **{"est": -300, "edt": -240, "cst": -360, "cdt": -300, "mst": -420, "mdt": -360, "pst": -480, "pdt": -420},
}
_WEEKDAY = re.compile(
    r"(?:mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so)(?:[a-zß]*day|[a-zß]*tag|s|rs|r|ittwoch|sonnabend)?\.?,?\s+",
    re.IGNORECASE,
)
_DATES = (
    re.compile(r"(?P<a>\d{4})(?P<mark>[-/.])(?P<b>\d{1,2})(?P=mark)(?P<c>\d{1,2})(?!\d)"),
    re.compile(r"(?P<a>\d{1,2})(?P<mark>[-/.])\s?(?P<b>\d{1,2})(?P=mark)\s?(?P<c>\d{4}|\d{2})(?!\d)"),
    re.compile(r"(?P<a>(?:19|20)\d\d)(?P<b>[01]\d)(?P<c>[0-3]\d)(?=$|\D|\d{2}$|\d{4}$|\d{6}$)"),
    re.compile(
        r"(?P<a>\d{1,2})(?:st|nd|rd|th|\.)?[ /-]?(?:de )?(?P<month>[^\W\d_]{3,12})\.?,?[ /-]?(?:de )?"
        r"(?P<c>\d{4}|\d{2})(?!\d)"
    ),
    re.compile(r"(?P<month>[^\W\d_]{3,10})\.? (?P<a>\d{1,2})(?:st|nd|rd|th)?,? (?P<c>\d{4})(?!\d)"),
)
_CLOCK = re.compile(
    r"(?P<hour>\d{1,2})(?:(?::|h|\.(?=\d\d(?:\D|$)))(?P<minute>\d{2})(?::(?P<second>\d{2})(?:[.,](?P<part>\d+))?)?)?h?"
    r"(?:\s*(?P<half>[ap])(?:\.?m\.?|(?<=:\d\d[ap])))?(?:\s*Uhr)?(?:\s*(?P<zone>[+-]\d{2}:?\d{2}|[+-]\d{2}|[A-Za-z]{1,4}))?",
    re.IGNORECASE,
)
_DOTTED = re.compile(r"(\d{1,2})\.(\d{2})\.(\d{2})")
_ZONE_NAME = re.compile(r"\[[A-Za-z_]+(?:/[A-Za-z_+-]+)+\]$")  # as Java writes it behind the offset
_STRETCH = re.compile(r"\s+(?:-|–|—|to|bis|/)\s+|(?<=\d)/(?=\d{4}-)")
_HOUR = re.compile(r"(?:h|he)?\s?(\d{1,2})(?:\s?(?:h|uhr))?(?:\s?-\s?\d{1,2})?(?:\s?(?:h|uhr))?", re.IGNORECASE)
_TIGHT_HOUR = re.compile(r"(\d{4}) ?(?:UTC|GMT)")
_TIGHT = re.compile(r"(?P<hour>\d{2})(?P<minute>\d{2})(?P<second>\d{2})?(?P<zone>Z|[+-]\d{2}:?\d{2})?", re.IGNORECASE)


@dataclass(frozen=True)
class Pieces:
    """A cell taken apart.

    `triple`: the date's three numbers as written, with the `mark` between them ("name" where the month is a
    word, "" where nothing stands between), None for a time of day alone. `seconds`: the time of day, None
    for a date alone. `offset`: minutes from UTC, None where it is not given.
    """

    triple: tuple[int, int, int] | None
    year_digits: int
    mark: str
    seconds: int | None
    offset: int | None


def taken_apart(cell: str) -> Pieces | None:
    """The pieces of a time, a date or both; None where the cell is neither."""
    found = _pieces(cell)
    return found if found or not any(map(str.isdigit, cell)) else _pieces(rewritten(cell))


def _pieces(cell: str) -> Pieces | None:
    word = _ZONE_NAME.sub("", cell.strip())
    if weekday := _WEEKDAY.match(word):
        word = word[weekday.end() :]
    matched = next(((k, m) for k, pattern in enumerate(_DATES) if (m := pattern.match(word))), None)
    if matched is None:
        clock = _clock(word, bare=True)
        return None if clock is None else Pieces(None, 0, "", *clock)
    shape, match = matched
    if (dotted := dotted_clock(word)) is not None and not (0 < int(match["a"]) < 32 and 0 < int(match["b"]) < 13):
        return Pieces(None, 0, "", dotted, None)
    groups = match.groupdict()
    month = None
    if "month" in groups:
        month = _month(groups["month"])
        if month is None:
            return None
        triple = (int(groups["a"]), month, int(groups["c"]))
    else:
        triple = (int(groups["a"]), int(groups["b"]), int(groups["c"]))
    digits = len(groups["a"]) if shape in (0, 2) else len(groups["c"])
    mark = "name" if month is not None else groups.get("mark") or ""
    rest = word[match.end() :]
    if not rest.strip(" ,"):
        return Pieces(triple, digits, mark, None, None)
    if rest[0] not in " T_,-\tt" and shape != 2:
        return None
    clock = _clock(rest.lstrip(" T_,-\tt"), bare=False)
    return None if clock is None else Pieces(triple, digits, mark, *clock)


def dotted_clock(cell: str) -> int | None:
    """Seconds since midnight of "18.00.00", which is a time of day where it cannot be a date."""
    match = _DOTTED.fullmatch(cell.strip())
    clock = _clock(":".join(match.groups()), bare=True) if match else None
    return None if clock is None else clock[0]


def beginning(cell: str) -> str:
    """The first of two times where a cell holds a stretch of time: "1.2.2024 00:00 - 1.2.2024 01:00", "0:00 - 1:00"."""
    first, *rest = _STRETCH.split(cell.strip(), maxsplit=1)
    both = [taken_apart(word) for word in (first, *rest)] if rest else []
    return first if both and all(both) else cell


def bare_hour(cell: str) -> str:
    """The number of an hour written "7h", "H7", "7 Uhr", "0700 UTC" or "07-08"; any other cell as it is."""
    match = _HOUR.fullmatch(cell) or _TIGHT_HOUR.fullmatch(cell)
    return match[1] if match else cell


def looks_like_time(cell: str) -> bool:
    """Whether a cell holds a date, with or without a time of day."""
    found = taken_apart(beginning(cell))
    return found is not None and found.triple is not None and bool(found.mark or found.seconds is not None)


def _month(word: str) -> int | None:
    lower = word.lower()
    return next((_MONTHS[lower[:n]] for n in (5, 4, 3) if lower[:n] in _MONTHS), None)


def _clock(word: str, bare: bool) -> tuple[int, int | None] | None:
    """Seconds since midnight and the offset; `bare` words need minutes or am/pm, so that a number is not an hour."""
    match = _CLOCK.fullmatch(word) or (None if bare else _TIGHT.fullmatch(word))
    if match is None:
        return None
    found = match.groupdict()
    if bare and found.get("minute") is None and found.get("half") is None:
        return None
    if bare and "." in word and ":" not in word:
        return None
    hour, minute, second = (int(found.get(name) or 0) for name in ("hour", "minute", "second"))
    if half := found.get("half"):
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half.lower() == "p" else 0)
    if minute > 59 or second > 60 or hour > 24 or (hour == 24 and (minute or second)):
        return None
    zone = found.get("zone")
    offset = None if not zone else _offset(zone)
    if zone and offset is None:
        return None
    return 3600 * hour + 60 * minute + second, offset


def _offset(zone: str) -> int | None:
    if zone[0] in "+-":
        digits = zone[1:].replace(":", "").ljust(4, "0")
        return (1 if zone[0] == "+" else -1) * (60 * int(digits[:2]) + int(digits[2:]))
    return ZONES.get(zone.lower())
