"""The pieces of a CSV: lines, header, times and numbers, each refused with its place when wrong."""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta, timezone
from itertools import chain
from pathlib import Path
from typing import BinaryIO

import numpy as np

from pegp_lite.checks import Ints
from pegp_lite.problems.sensors.errors import DataError
from pegp_lite.problems.sensors.files import LONGEST_LINE

TIME_NAMES = ("time", "timestamp", "datetime", "date_time", "date", "bin_start", "start", "when")
MISSING = frozenset(["", "na", "n/a", "nan", "null", "none", "-", "--"])
_YEAR_FIRST = re.compile(r"\d{4}-\d\d-\d\d")
_EPOCH = datetime(1970, 1, 1)


def rows(path: Path, stream: BinaryIO) -> Iterator[tuple[int, list[str]]]:
    """Line number and cells of every line not blank, cut at commas, semicolons or tabs as line 1 is."""
    number = 1
    try:
        with io.TextIOWrapper(stream, encoding="utf-8-sig", newline="") as text:
            lines = _lines(path, text)
            header = next(line for line in lines if line.strip())
            separator = max(",;\t", key=header.count)
            if separator not in header:
                raise DataError(
                    f"{path}, line 1: a header with a time column and one column a sensor was wanted, "
                    f"separated by commas, got {header.strip()[:60]!r}"
                )
            reader = csv.reader(chain([header], lines), delimiter=separator, strict=True)
            for cells in reader:
                number = reader.line_num
                if any(cell.strip() for cell in cells):
                    yield number, cells
    except UnicodeDecodeError as error:
        raise DataError(f"{path}, after line {number:,}: not UTF-8 ({error.reason}); save it as UTF-8") from None
    except csv.Error as error:
        raise DataError(f"{path}, after line {number:,}: cannot be read as CSV ({error})") from None


def _lines(path: Path, text: io.TextIOWrapper) -> Iterator[str]:
    number = 0
    while line := text.readline(LONGEST_LINE + 1):
        number += 1
        if len(line) > LONGEST_LINE:
            raise DataError(f"{path}, line {number:,}: over {LONGEST_LINE:,} characters without a line's end")
        yield line


def pick_columns(path: Path, header: Sequence[str], sensors: Sequence[str] | None) -> tuple[int, list[int]]:
    """The time column and the sensor columns of a header."""
    names = [name.strip() for name in header]
    if is_time(names[0]) or (len(names) > 2 and is_number(names[0])):
        raise DataError(
            f"{path}, line 1: column names were wanted, but it looks like data: {', '.join(names[:4])[:60]}"
        )
    timed = [i for i, name in enumerate(names) if name.lower() in TIME_NAMES]
    if len(timed) > 1:
        both = " and ".join(f'"{names[i]}"' for i in timed)
        raise DataError(f"{path}, line 1: {both} both look like the time; make it one column, as 2004-03-01 00:10:00")
    clock = timed[0] if timed else 0
    for i, name in enumerate(names):
        if not name and i != clock:
            raise DataError(f"{path}, line 1: column {i + 1} has no name")
        if names.index(name) != i:
            raise DataError(f'{path}, line 1: columns {names.index(name) + 1} and {i + 1} are both named "{name}"')
    unknown = [name for name in sensors or () if name not in names]
    if unknown:
        raise DataError(f"{path}, line 1: no column {', '.join(unknown)}; it has {', '.join(names)[:200]}")
    columns = [i for i, name in enumerate(names) if i != clock and (sensors is None or name in sensors)]
    if len(columns) < 2:
        what = f'one sensor only ("{names[columns[0]]}")' if columns else "no sensor"
        raise DataError(f"{path}, line 1: a time column and {what}; choosing among sensors needs at least two")
    return clock, columns


def is_time(cell: str) -> bool:
    """Whether a cell reads as an ISO time."""
    return _parsed(cell) is not None


def is_number(cell: str) -> bool:
    """Whether a cell reads as a number."""
    try:
        return math.isfinite(float(cell))
    except ValueError:
        return False


def time_of(path: Path, number: int, column: str, cell: str) -> datetime:
    """A cell as a time; the offset of an aware one stays with it."""
    stamp = _parsed(cell)
    if stamp is None:
        raise DataError(
            f'{path}, line {number:,}, column "{column}": a time such as 2004-03-01 00:10:00 was wanted, '
            f"got {cell[:40]!r}; the time belongs in the first column or in one named time"
        )
    return stamp


def _parsed(cell: str) -> datetime | None:
    word = cell.strip().replace("/", "-")
    if not _YEAR_FIRST.match(word):
        return None
    try:
        return datetime.fromisoformat(word)
    except ValueError:
        return None


def value_of(path: Path, number: int, column: str, cell: str) -> float:
    """A cell as a number, NaN when it is empty or says so; any other text is refused."""
    try:
        value = float(cell)
        if math.isfinite(value):
            return value
    except ValueError:
        pass
    word = cell.strip()
    if word.lower() in MISSING:
        return math.nan
    hint = "; write decimals with a point" if re.fullmatch(r"[-+]?\d+,\d+", word) else ""
    raise DataError(f'{path}, line {number:,}, column "{column.strip()}": a number was wanted, got {word[:40]!r}{hint}')


def wall_seconds(path: Path, lines: Sequence[int], stamps: Sequence[datetime]) -> tuple[Ints, str | None]:
    """Seconds since 1970 on the file's own wall clock (n,), and a note when its offset from UTC changes.

    Times with an offset keep the first row's offset throughout, so that days are local days and no hour comes
    twice or never; a mixture of times with and without an offset is refused.
    """
    aware = [stamp.tzinfo is not None for stamp in stamps]
    if any(aware) and not all(aware):
        with_zone, without = lines[aware.index(True)], lines[aware.index(False)]
        raise DataError(
            f"{path}: line {with_zone:,} gives its offset from UTC and line {without:,} does not; "
            "give it in all or in none"
        )
    note = None
    if aware[0]:
        home = stamps[0].utcoffset() or timedelta(0)
        odd = next((i for i, stamp in enumerate(stamps) if stamp.utcoffset() != home), None)
        if odd is not None:
            note = (
                f"The offset from UTC changes at line {lines[odd]:,}; "
                f"all times were moved to the first one's, {timezone(home)}."
            )
        stamps = [stamp.astimezone(timezone(home)).replace(tzinfo=None) for stamp in stamps]
    return np.array([(stamp - _EPOCH) // timedelta(seconds=1) for stamp in stamps], np.int64), note
