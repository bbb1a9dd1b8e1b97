"""Times that cannot be meant: a year mistyped, a clock without am and pm, a number that has lost its digits."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import numpy as np

from pegp_lite.checks import Bools, Ints
from pegp_lite.problems.sensors.binning import DAY
from pegp_lite.problems.sensors.errors import fault

ALONE = 27 * DAY  # by so much a lone time must stand off: a month mistyped is at least February
_SHORTENED = re.compile(r"\d([.,]\d{0,8})?[eE]\+?\d+")


def refuse_strays(source: object, column: str, lines: Sequence[int], cells: Sequence[str], seconds: Ints) -> None:
    """One or two times far from all others, or days that are nearly all empty, are years or months mistyped."""
    when, first = np.unique(seconds, return_index=True)
    gaps = np.diff(when)
    if len(when) < 8:
        return
    widest = int(np.argmax(gaps))
    rest = int(np.delete(gaps, widest).max())
    before, behind = widest + 1, len(when) - widest - 1
    if gaps[widest] > max(ALONE, 10 * rest) and min(before, behind) <= max(2, len(when) // 200):
        at = int(first[widest if before <= behind else widest + 1])
        raise fault(
            source, lines[at], column, f"{cells[at]!r} lies {gaps[widest] // DAY:,} days from all other times", "",
            "correct the line, or take it out of the file",
        )  # fmt: skip
    heard, span = len(np.unique(when // DAY)), int(when[-1] - when[0]) // DAY + 1
    if span > 50 * heard:
        at = int(first[widest + 1])
        raise fault(
            source, lines[at], column, f"from {_day(when[0])} to {_day(when[-1])} "
            f"are {span:,} days, and {heard} of them hold readings", cells[at],
            "is a year wrong, or are day and month swapped in some lines? If not, take the few days out of the file",
        )  # fmt: skip


def _day(second: np.int64) -> str:
    return str(np.datetime64(int(second), "s").astype("datetime64[D]"))


def refuse_half_days(source: object, column: str, line: int, seconds: Ints, repeated: Bools) -> None:
    """Hours from 1 to 12 alone, each twice a day with other readings, have lost their am and pm."""
    hours = set((seconds % DAY // 3600).tolist())
    if repeated.mean() > 0.25 and 12 in hours and len(hours) > 8 and hours <= set(range(1, 13)):
        raise fault(
            source, line, column, "hours run from 1 to 12, times come twice, and no cell says am or pm", "",
            "write the times with it or from 0 to 23, or say with --time which column holds it", "time",
        )  # fmt: skip


def refuse_shortened(source: object, column: str, first: Mapping[str, int]) -> None:
    """1.70951E+09 is how spreadsheets show a long number in a narrow column; its last digits are gone."""
    for cell, line in first.items():
        if _SHORTENED.fullmatch(cell):
            raise fault(
                source, line, column, "a time in full was wanted; this one has lost its last digits", cell,
                "in the spreadsheet give the column a number format without decimals, and save again",
            )  # fmt: skip
