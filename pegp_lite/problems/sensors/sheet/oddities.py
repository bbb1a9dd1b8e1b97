"""Rows that are no readings: units and more words below the header, totals at the end."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from pegp_lite.problems.sensors.sheet.clock import taken_apart
from pegp_lite.problems.sensors.sheet.decimals import looks_like_number
from pegp_lite.problems.sensors.sheet.rows import Sheet
from pegp_lite.problems.sensors.sheet.units import known_unit

MOST_ROWS_OF_WORDS = 6
_TOTAL = re.compile(
    r"(?:grand )?(?:total|sum|summe|somme|suma|totale|gesamt|mean|average|avg|mittel|mittelwert|durchschnitt|moyenne|"
    r"promedio|media|max|min|maximum|minimum|std|count)\b.{0,20}",
    re.IGNORECASE,
)


def without_units_row(sheet: Sheet) -> tuple[Sheet, tuple[str, ...]]:
    """The sheet without rows of words below its header where one gives units, and these, one a column ("": none)."""
    above = 0
    while above < min(MOST_ROWS_OF_WORDS, len(sheet.rows) - 1) and not _holds_data(sheet.rows[above]):
        above += 1
    rows = [[cell.strip("[]() ") for cell in row] for row in sheet.rows[:above]]
    said = next((row for row in rows if any(map(known_unit, row))), None)
    names = sheet.names if said else _joined(sheet.names, rows)
    if names is None:
        return sheet, ("",) * len(sheet.names)
    units = tuple(word if known_unit(word) else "" for word in said or [""] * len(names))
    passed = tuple(sorted((*sheet.passed_over, *sheet.lines[:above])))
    return replace(sheet, names=names, rows=sheet.rows[above:], lines=sheet.lines[above:], passed_over=passed), units


def _joined(names: tuple[str, ...], rows: Sequence[Sequence[str]]) -> tuple[str, ...] | None:
    """The names where pandas wrote them in several rows, the last of which names the time alone; None elsewhere."""
    if not rows or not rows[-1][0] or any(rows[-1][1:]):
        return None
    levels = [names[1:], *(row[1:] for row in rows[:-1])]
    own = (
        names[1:]
        if len({*names}) == len(names)
        else [" ".join(dict.fromkeys(each)) for each in zip(*levels, strict=True)]
    )
    return (rows[-1][0], *own)


def without_totals(sheet: Sheet) -> Sheet:
    """The sheet without rows at its end that begin with a word such as "Total"."""
    last = len(sheet.rows)
    while last > 1 and _is_total(sheet.rows[last - 1]):
        last -= 1
    passed = tuple(sorted((*sheet.passed_over, *sheet.lines[last:])))
    return replace(sheet, rows=sheet.rows[:last], lines=sheet.lines[:last], passed_over=passed)


def _holds_data(row: Sequence[str]) -> bool:
    return any(looks_like_number(word) or taken_apart(word) for cell in row if (word := cell.strip("[]() ")))


def _is_total(row: Sequence[str]) -> bool:
    first = next((cell for cell in row if cell), "")
    return bool(_TOTAL.fullmatch(first))
