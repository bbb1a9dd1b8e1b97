"""Rows that are no readings: a row of units below the header, a row of totals at the end."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from pegp_lite.problems.sensors.sheet.clock import taken_apart
from pegp_lite.problems.sensors.sheet.decimals import looks_like_number
from pegp_lite.problems.sensors.sheet.rows import Sheet
from pegp_lite.problems.sensors.sheet.units import known_unit

_TOTAL = re.compile(
    r"(?:grand )?(?:total|sum|summe|gesamt|mean|average|avg|mittel|mittelwert|max|min|maximum|minimum|std|count)"
    r"\b.{0,20}",
    re.IGNORECASE,
)


def without_units_row(sheet: Sheet) -> tuple[Sheet, tuple[str, ...]]:
    """The sheet without a row of units below its header, and the units, one a column ("" where none)."""
    none = ("",) * len(sheet.names)
    if len(sheet.rows) < 2:
        return sheet, none
    words = [cell.strip("[]() ") for cell in sheet.rows[0]]
    filled = [word for word in words if word]
    is_data = any(looks_like_number(word) or taken_apart(word) for word in filled)
    if is_data or not any(known_unit(word) for word in filled):
        return sheet, none
    units = tuple(word if known_unit(word) else "" for word in words)
    passed = tuple(sorted((*sheet.passed_over, sheet.lines[0])))
    return replace(sheet, rows=sheet.rows[1:], lines=sheet.lines[1:], passed_over=passed), units


def without_totals(sheet: Sheet) -> Sheet:
    """The sheet without rows at its end that begin with a word such as "Total"."""
    last = len(sheet.rows)
    while last > 1 and _is_total(sheet.rows[last - 1]):
        last -= 1
    passed = tuple(sorted((*sheet.passed_over, *sheet.lines[last:])))
    return replace(sheet, rows=sheet.rows[:last], lines=sheet.lines[:last], passed_over=passed)


def _is_total(row: Sequence[str]) -> bool:
    first = next((cell for cell in row if cell), "")
    return bool(_TOTAL.fullmatch(first))
