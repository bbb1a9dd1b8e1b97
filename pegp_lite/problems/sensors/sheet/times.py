"""A column of dates and times into seconds: the order of day and month is proven by the rows, or asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from pegp_lite.checks import Ints
from pegp_lite.problems.sensors.errors import fault
from pegp_lite.problems.sensors.sheet.clock import Pieces, beginning, taken_apart
from pegp_lite.problems.sensors.sheet.day_order import WORDS, date_of, order_of
from pegp_lite.problems.sensors.sheet.offsets import one_clock
from pegp_lite.problems.sensors.sheet.strays import refuse_shortened

DAY = 86_400
EPOCHS = {"epoch": ("", 1), "epoch-ms": ("milli", 10**3), "epoch-us": ("micro", 10**6), "epoch-ns": ("nano", 10**9)}
_EXCEL_ZERO = (date(1899, 12, 30) - date(1970, 1, 1)).days
_ORIGIN = date(1970, 1, 1)
_EARLY, _LATE = 8e8, 2.6e9  # 1995 to 2052: seconds since 1970; those since 1904, as some loggers count, are more
OUR_YEARS = (1900, 2100)


@dataclass(frozen=True, eq=False)
class Instants:
    """Seconds since 1970 on the file's own wall clock (n,), how they were written, and what was odd."""

    seconds: Ints
    style: str
    notes: tuple[str, ...] = ()


def epoch_kind(values: Sequence[float]) -> str | None:
    """ "epoch", "epoch-ms", ... where all numbers are instants of our time in seconds, milliseconds, ..."""
    for name, (_, parts) in EPOCHS.items():
        if values and all(_EARLY <= value / parts <= _LATE for value in values):
            return name
    return None


def instants(source: object, column: str, lines: Sequence[int], cells: Sequence[str], asked: str | None) -> Instants:
    """Read a column whose cells each hold a date (and a time of day)."""
    seconds: dict[str, int]
    offsets: dict[str, int | None] = {}
    first: dict[str, int] = {}
    whole, cells = cells, [beginning(cell) for cell in cells] if asked is None or "%" not in asked else cells
    for line, cell in zip(lines, cells, strict=True):
        first.setdefault(cell, line)
    numbers = numbers_among(first)
    counted = len(numbers) == len(first) and not all(map(_tight_hour, first))
    kind = asked if asked is not None else epoch_kind(list(numbers.values())) if counted else None
    if asked is not None and "%" in asked:
        seconds, offsets, style = *_patterned(source, column, first, asked), f'as "{asked}"'
    elif kind in (*EPOCHS, "excel"):
        seconds, style = _counted(source, column, first, numbers, kind)
    else:
        pieces = {cell: _known(source, column, line, cell, len(numbers) == len(first)) for cell, line in first.items()}
        _refuse_other_calendars(source, column, first, pieces)
        order = asked or order_of(source, column, first, pieces)
        seconds = {cell: _seconds(source, column, first[cell], cell, each, order) for cell, each in pieces.items()}
        offsets = {cell: each.offset for cell, each in pieces.items()}
        marks = {each.mark for each in pieces.values()}
        style = "month as a word" if marks == {"name"} else WORDS[order]
    wall, notes = one_clock(source, lines, cells, seconds, offsets)
    if list(cells) != list(whole):
        notes = (*notes, f'Cells of "{column}" hold a stretch of time; its beginning was taken.')
    return Instants(wall, style, notes)


TIME_HELP = (
    "say which column holds the time with --time, and how it is written with --time-format (%d.%m.%Y %H:%M, say)"
)


def numbers_among(cells: Iterable[str]) -> dict[str, float]:
    """Those of the cells that are numbers, with a point or a comma."""
    found = {}
    for cell in cells:
        try:
            found[cell] = float(cell.replace(",", "."))
        except ValueError:
            continue
    return found


def _tight_hour(cell: str) -> bool:
    """Whether ten digits are a date and an hour (2024022713), which as seconds since 1970 would lie in the 2030s."""
    found = taken_apart(cell) if len(cell) == 10 and cell.isdigit() else None
    return found is not None and found.triple is not None and date_of(found.triple, "ymd") is not None


def _known(source: object, column: str, line: int, cell: str, numeric: bool) -> Pieces:
    pieces = taken_apart(cell)
    if pieces is not None and pieces.triple is not None:
        return pieces
    if not cell:
        advice = "write it there, take the line out, or say with --time which column holds the time"
    elif set(cell) == {"#"}:
        advice = "the column was too narrow when the sheet was saved: widen it, and save again"
    elif cell[:1] in ("=", "'"):
        advice = "write the bare time, without a formula or an apostrophe"
    elif numeric and 20_000 <= float(cell.replace(",", ".")) <= 80_000:
        advice = "if these are Excel's day numbers, say --time-format excel"
    else:
        advice = TIME_HELP
    raise fault(
        source, line, column, f"a time such as 2004-03-01 00:10:00 was wanted{'' if cell else ', got an empty cell'}",
        cell, advice, "time", "time_format",
    )  # fmt: skip


def _refuse_other_calendars(
    source: object, column: str, first: Mapping[str, int], pieces: Mapping[str, Pieces]
) -> None:
    """Years such as 2567 or 1402 are those of another calendar, whose months may be others, too."""
    years = {cell: max(each.triple or (0,)) for cell, each in pieces.items() if max(each.triple or (0,)) > 99}
    if years and not any(OUR_YEARS[0] <= year <= OUR_YEARS[1] for year in years.values()):
        cell, year = next(iter(years.items()))
        raise fault(
            source, first[cell], column, f"a year from {OUR_YEARS[0]} to {OUR_YEARS[1]} was wanted, not {year}", cell,
            "if another calendar counts it, write dates as 2024-02-27",
        )  # fmt: skip


def _seconds(source: object, column: str, line: int, cell: str, pieces: Pieces, order: str) -> int:
    triple = pieces.triple or (0, 0, 0)
    known = "ymd" if triple[0] > 99 else "dmy" if pieces.mark == "name" else order
    day = date_of(triple, known)
    if day is None:
        raise fault(
            source, line, column, f"a date, {WORDS[known]}, was wanted", cell,
            "correct the cell, or say how times are written with --time-format", "time_format",
        )  # fmt: skip
    return (day - _ORIGIN).days * DAY + (pieces.seconds or 0)


def _counted(
    source: object, column: str, first: Mapping[str, int], numbers: Mapping[str, float], kind: str
) -> tuple[dict[str, int], str]:
    for cell, line in first.items():
        if cell not in numbers:
            raise fault(
                source, line, column, "a number was wanted, as --time-format says", cell, TIME_HELP, "time_format"
            )
    refuse_shortened(source, column, first)
    if kind == "excel":
        found = {cell: round((value + _EXCEL_ZERO) * DAY) for cell, value in numbers.items()}
        return found, "Excel's day numbers"
    small, parts = EPOCHS[kind]
    return {cell: int(value / parts // 1) for cell, value in numbers.items()}, f"{small}seconds since 1970, UTC"


def _patterned(
    source: object, column: str, first: Mapping[str, int], pattern: str
) -> tuple[dict[str, int], dict[str, int | None]]:
    seconds, offsets = {}, {}
    for cell, line in first.items():
        try:
            stamp = datetime.strptime(cell, pattern)
        except ValueError:
            raise fault(
                source, line, column, f'a time written as "{pattern}" was wanted', cell,
                "correct the cell or --time-format", "time_format",
            ) from None  # fmt: skip
        offset = stamp.utcoffset()
        offsets[cell] = None if offset is None else int(offset.total_seconds()) // 60
        seconds[cell] = (stamp.replace(tzinfo=UTC) - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(seconds=1)
    return seconds, offsets
