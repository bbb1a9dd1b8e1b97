"""Whether 03/04 is April or March: proven by the rows, or asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date

from pegp_lite.problems.sensors.days import day_name
from pegp_lite.problems.sensors.errors import fault
from pegp_lite.problems.sensors.sheet.clock import Pieces

ORDERS = {"ymd": (0, 1, 2), "dmy": (2, 1, 0), "mdy": (2, 0, 1)}
WORDS = {"ymd": "year first", "dmy": "day first", "mdy": "month first (US)"}


def order_of(source: object, column: str, first: Mapping[str, int], pieces: Mapping[str, Pieces]) -> str:
    """The one order of year, month and day in which every cell is a date."""
    by_date: dict[tuple[int, int, int], str] = {}
    shapes: dict[str, str] = {}
    for cell, each in pieces.items():
        by_date.setdefault(each.triple or (0, 0, 0), cell)
        shapes.setdefault("ymd" if each.triple and each.triple[0] > 99 else "other", cell)
    if "ymd" in shapes and "other" in shapes:
        line, odd = max((first[cell], cell) for cell in shapes.values())
        before = min((first[cell], cell) for cell in shapes.values())[1]
        raise fault(
            source, line, column, f"{odd!r} is written otherwise than {before!r} further up", "",
            "write all times alike, or say how with --time-format", "time_format",
        )  # fmt: skip
    sample = next(iter(pieces.values()))
    if "ymd" in shapes:
        return "ymd"
    if sample.mark == "name":
        return "dmy"
    candidates = ["dmy", "mdy"]
    if sample.year_digits == 2 and sample.mark != ".":
        candidates.append("ymd")
    fitting = [order for order in candidates if all(date_of(triple, order) for triple in by_date)]
    if len(fitting) == 1:
        _refuse_half_swapped(source, column, first, by_date, fitting[0])
        return fitting[0]
    if not fitting:
        failing = {o: next(cell for triple, cell in by_date.items() if not date_of(triple, o)) for o in candidates}
        best = max(candidates, key=lambda o: sum(date_of(triple, o) is not None for triple in by_date))
        cell = failing[best]
        others = [
            f"{failing[o]!r} (line {first[failing[o]]:,}) is none with {WORDS[o]}" for o in candidates if o != best
        ]
        raise fault(
            source, first[cell], column, f"{cell!r} is no date with the {WORDS[best]}, and {'; '.join(others)}", "",
            "write all times alike, or say how with --time-format dmy or mdy", "time_format",
        )  # fmt: skip
    spans = {order: _span(by_date, order) for order in fitting}
    if sample.mark == "." and "dmy" in fitting and spans["dmy"] <= 5 * min(spans.values()):
        return "dmy"  # points between the numbers are the custom of countries that put the day first
    if len({tuple(date_of(triple, o) for triple in by_date) for o in fitting}) == 1:
        return fitting[0]
    triple, cell = next(iter(by_date.items()))
    readings = [f"{_shown(date_of(triple, o))} (--time-format {o})" for o in fitting]
    raise fault(
        source, first[cell], column, f"{cell!r} may be {' or '.join(readings)}, and no row tells", "",
        f"say which{_likely(spans)}", "time_format",
    )  # fmt: skip


def _refuse_half_swapped(
    source: object, column: str, first: Mapping[str, int], by_date: Mapping[tuple[int, int, int], str], order: str
) -> None:
    """A spreadsheet of another country swaps day and month wherever it can: the rest proves its order, and days lie
    far apart that follow each other once the others are turned back."""
    back = "mdy" if order == "dmy" else "dmy"
    both = [triple for triple in by_date if date_of(triple, order) and date_of(triple, back)]
    if order == "ymd" or not both or len(both) == len(by_date):
        return
    days = sorted(found for triple in by_date if (found := date_of(triple, back if triple in both else order)))
    if 5 * ((days[-1] - days[0]).days + 1) < _span(by_date, order):
        line, cell = min((first[by_date[triple]], by_date[triple]) for triple in both)
        raise fault(
            source, line, column, f"with the {WORDS[order]}, as other lines have it, {cell!r} lies "
            f"{_span(by_date, order):,} days from the others, and with the {WORDS[back]} among them", "",
            "day and month are swapped in some lines: export the file anew, in the order year, month, day",
        )  # fmt: skip


def _span(triples: Iterable[tuple[int, int, int]], order: str) -> int:
    """So many days the rows span in this order."""
    days = sorted(found for triple in triples if (found := date_of(triple, order)))
    return (days[-1] - days[0]).days + 1


def _likely(spans: Mapping[str, int]) -> str:
    """A hint, not a decision: days that follow each other are likelier than days a month or a year apart."""
    close = min(spans, key=lambda order: spans[order])
    if sum(span == spans[close] for span in spans.values()) > 1:
        return ""
    return f" (with {close} the rows span {spans[close]} days, otherwise {max(spans.values()):,})"


def _shown(day: date | None) -> str:
    return "no date" if day is None else day_name(day, True)


def date_of(triple: tuple[int, int, int], order: str) -> date | None:
    year, month, day = (triple[i] for i in ORDERS[order])
    if year < 100:
        year += 2000 if year < 70 else 1900
    try:
        return date(year, month, day)
    except ValueError:
        return None
