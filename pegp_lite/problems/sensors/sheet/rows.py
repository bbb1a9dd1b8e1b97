"""From text to rows of cells: the separator, and every row checked against the header."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pegp_lite.problems.sensors.errors import DataError, fault
from pegp_lite.problems.sensors.files import LONGEST_LINE, DataFile
from pegp_lite.problems.sensors.sheet.clock import looks_like_time
from pegp_lite.problems.sensors.sheet.header import (
    SAMPLE,
    Row,
    header_row,
    looks_like_data,
    readings_among,
    trimmed,
)
from pegp_lite.problems.sensors.sheet.read_options import ReadOptions
from pegp_lite.problems.sensors.sheet.text import text_of

MOST_COLUMNS = 2_000
MOST_CELLS = 20_000_000
PREFERRED = "\t;|,"  # a comma may also stand within a number, so the others go first
NAMES = {"\t": "tabs", ";": "semicolons", "|": "bars", ",": "commas", " ": "blanks"}
_COMMENT = re.compile(  # but for spreadsheets' "#REF!" and "#####", which are cells
    r"\s*(#(?!#*[,;\t|]|(?:N/?A|N/?V|REF!|BEZUG!|VALUE!|WERT!|DIV/0!|NAME\?|NUM!|ZAHL!|NULL!))|//|%%)", re.IGNORECASE
)
_EXCEL_HINT = re.compile(r'"?sep=(.)"?\s*$', re.IGNORECASE)


@dataclass(frozen=True, eq=False)
class Sheet:
    """The cells of a CSV: column names, and per row its line number in the file and one cell a column."""

    names: tuple[str, ...]
    lines: tuple[int, ...]
    rows: tuple[tuple[str, ...], ...]
    separator: str
    header_line: int
    passed_over: tuple[int, ...]  # lines that hold no data: above the header, comments

    def column(self, index: int) -> tuple[str, ...]:
        """The cells of one column, from top to bottom."""
        return tuple(row[index] for row in self.rows)


def read_sheet(file: DataFile, options: ReadOptions) -> Sheet:
    """Cut the text into cells."""
    lines = list(io.StringIO(text_of(file, options), newline=""))  # `str.splitlines` would also cut at a form feed
    for number, line in enumerate(lines, 1):
        if len(line) > LONGEST_LINE:
            raise DataError(f"{file}, line {number:,}: over {LONGEST_LINE:,} characters without a line's end")
    hinted = _EXCEL_HINT.match(lines[0])
    passed = [1] if hinted else []
    separator = options.sep or (hinted[1] if hinted and hinted[1] in PREFERRED else None)
    separator = separator or _separator(file, lines, bool(hinted))
    found = list(_cut(file, lines, separator, bool(hinted), passed))
    if options.header is None and found and looks_like_data(found[0][1]):
        found = [*_behind_a_number_sign(lines, found[0], separator, passed), *found]
    return _headed(file, found, separator, passed, options)


def _separator(file: DataFile, lines: Sequence[str], hinted: bool) -> str:
    """The mark that cuts most lines into the same number of cells, two or more."""
    sample = [line for line in lines[hinted : SAMPLE + hinted] if line.strip() and not _COMMENT.match(line)]
    best = {}
    for mark in PREFERRED:
        if not any(mark in line for line in sample):
            continue
        try:
            widths = Counter(
                len(trimmed(cells)) for cells in csv.reader(sample, delimiter=mark) if any(map(str.strip, cells))
            )
        except csv.Error:
            widths = Counter(line.count(mark) + 1 for line in sample)
        (width, share), *_ = sorted(widths.items(), key=lambda item: (-item[1], -item[0]))
        if width > 1 and share >= 0.5 * len(sample):
            return mark
        best[mark] = (max(widths), share)
    if best:
        return max(best, key=lambda mark: best[mark])
    first = sample[0].strip() if sample else ""
    raise fault(
        file, 1, "", "a header with a time column and one column a sensor was wanted, separated by commas, "
        "semicolons or tabs", first, "where blanks separate the columns, say --sep space", "sep",
    )  # fmt: skip


def _cut(file: DataFile, lines: Sequence[str], separator: str, hinted: bool, passed: list[int]) -> Iterator[Row]:
    """First line number and cells of every row that holds something."""
    start = int(hinted)
    kept: list[str] = []
    numbers: list[int] = []
    open_quote = False
    for number, line in enumerate(lines[start:], start + 1):
        if not open_quote and _COMMENT.match(line):
            passed.append(number)
            continue
        if line.count('"') % 2:
            open_quote = not open_quote
        kept.append(line)
        numbers.append(number)
    if separator == " ":
        for number, line in zip(numbers, kept, strict=True):
            if line.strip():
                yield number, line.split()
        return
    reader = csv.reader(kept, delimiter=separator, strict=True, skipinitialspace=True)
    before = 0
    try:
        for cells in reader:
            number, before = numbers[before], reader.line_num
            if any(cell.strip() for cell in cells):
                yield number, cells
    except csv.Error as error:
        at = numbers[min(before, len(numbers) - 1)]
        raise DataError(
            f'{file}, line {at:,}: cannot be read as CSV ({error}); is a quote (") opened and not closed?', line=at
        ) from None


def _behind_a_number_sign(lines: Sequence[str], first: Row, separator: str, passed: list[int]) -> list[Row]:
    """The names where they stand in the last comment above the readings: as many cells, and none of them data."""
    for above in sorted((number for number in passed if number < first[0]), reverse=True)[:3]:
        line = _COMMENT.sub("", lines[above - 1], count=1)
        cells = line.split() if separator == " " else line.strip("\r\n").split(separator)
        if len(cells) == len(first[1]) and not looks_like_data(cells):
            passed.remove(above)
            return [(above, [cell.strip(' "') for cell in cells])]
    return []


def _headed(file: DataFile, found: list[Row], separator: str, passed: list[int], options: ReadOptions) -> Sheet:
    """Find the header among the rows, check every row against it, and drop columns that are only separators."""
    if not found:
        raise DataError(f"{file}: the file holds no row")
    at = header_row(file, found, options)
    if options.header == 0:
        width = max(len(trimmed(cells)) for _, cells in found)
        line, names, body = 0, [""] * width, found
    else:
        line, names = found[at][0], [" ".join(cell.split()) for cell in trimmed(found[at][1])]
        passed += [number for number, _ in found[:at]]
        body, others = readings_among(found[at + 1 :], names)
        passed += others
    if len(names) == 1:
        whole = separator in names[0]
        raise fault(
            file, line or found[0][0], "", f"one column only where {NAMES[separator]} separate the cells", names[0],
            "whole lines stand in quotes: take the quotes at their ends away, in a text editor" if whole else
            "a time column and one column a sensor were wanted; say what separates them with --sep", "sep",
        )  # fmt: skip
    if len(names) > MOST_COLUMNS:
        raise DataError(
            f"{file}, line {line:,}: {len(names):,} columns, more than {MOST_COLUMNS:,}; is --sep right? If so, keep "
            "fewer sensors, or give one row a reading (--long)", line=line, options=("sep", "long"),
        )  # fmt: skip
    if len(names) * len(body) > MOST_CELLS:
        raise DataError(f"{file}: {len(names) * len(body):,} cells, more than {MOST_CELLS:,}; average to longer steps")
    if not body:
        raise DataError(f"{file}: a header in line {line:,} and no row below it", line=line)
    rows = []
    for number, cells in body:
        extra = cells[len(names) :]
        if len(cells) < len(names) or any(cell.strip() for cell in extra):
            raise _ragged(file, number, cells, names, separator)
        rows.append(tuple(cell.strip() for cell in cells[: len(names)]))
    named = tuple(name or f"column {i + 1}" for i, name in enumerate(names))
    return Sheet(named, tuple(number for number, _ in body), tuple(rows), separator, line, tuple(sorted(passed)))


def _ragged(file: DataFile, number: int, cells: Sequence[str], names: Sequence[str], separator: str) -> DataError:
    extra = len(cells) - len(names)
    if extra == 1 and cells[0].strip().isdigit() and looks_like_time(cells[1].strip()):
        advice = "its first cell seems to be a row number, which the line of names has no name for: write one there"
    elif extra > 0 and separator == ",":
        advice = "decimal commas must stand in quotes, or save the file with semicolons between its cells (--sep)"
    elif extra > 0:
        advice = f"is a cell with {NAMES[separator]} in it not in quotes, or is --sep wrong?"
    else:
        advice = "is the line cut short, or is --sep wrong?"
    column = names[len(cells)] if extra < 0 else names[-1]
    shown = separator.join(cells[len(names) :])[:40]
    where = f", beyond the last column, {column!r}, stands {shown!r}" if extra > 0 else ""
    where = where or f' (from column "{column}" on it is empty)'
    counted = f"{len(cells)} cell{'s' * (len(cells) > 1)} where the header has {len(names)}"
    return DataError(
        f"{file}, line {number:,}: {counted}{where}; {advice}",
        line=number, column=column, found=shown, options=("sep",),
    )  # fmt: skip
