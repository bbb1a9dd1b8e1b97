"""From bytes to rows of cells: the encoding, the separator, and the line that holds the column names."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pegp_lite.problems.sensors.errors import DataError, fault
from pegp_lite.problems.sensors.files import LONGEST_LINE, SAVE_AS, DataFile, open_data
from pegp_lite.problems.sensors.sheet.clock import looks_like_time
from pegp_lite.problems.sensors.sheet.decimals import looks_like_number
from pegp_lite.problems.sensors.sheet.read_options import ReadOptions

MOST_COLUMNS = 2_000
MOST_CELLS = 20_000_000
SAMPLE = 60
PREFERRED = "\t;|,"  # a comma may also stand within a number, so the others go first
NAMES = {"\t": "tabs", ";": "semicolons", "|": "bars", ",": "commas", " ": "blanks"}
_COMMENT = re.compile(r"\s*(#|//|%%)")
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


def text_of(file: DataFile, options: ReadOptions) -> str:
    """The whole text; one that is too large, or in another encoding than said, is refused."""
    with open_data(file) as stream:
        content = stream.read(options.most_bytes + 1)
    if len(content) > options.most_bytes:
        size = options.most_bytes / (1 << 20)
        raise DataError(
            f"{file} is larger than {size:,.0f} MiB of text; keep fewer sensors or days, or average to longer steps"
        )
    encoding = options.encoding or "utf-8-sig"
    try:
        return content.decode("utf-8-sig" if encoding.lower().replace("-", "") == "utf8" else encoding)
    except LookupError:
        raise DataError(f"--encoding must name an encoding such as utf-8, cp1252 or utf-16, got {encoding!r}") from None
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        found = content[error.start : error.start + 1].hex()
        raise DataError(
            f"{file}, line {line:,}: byte {found} is not UTF-8 text; if the file comes from Windows, try "
            f"--encoding cp1252, or save it as UTF-8: {SAVE_AS}",
            line=line,
            found=found,
            options=("encoding",),
        ) from None


def read_sheet(file: DataFile, options: ReadOptions) -> Sheet:
    """Cut the text into cells."""
    lines = text_of(file, options).splitlines(keepends=True)
    for number, line in enumerate(lines, 1):
        if len(line) > LONGEST_LINE:
            raise DataError(f"{file}, line {number:,}: over {LONGEST_LINE:,} characters without a line's end")
    hinted = _EXCEL_HINT.match(lines[0])
    passed = [1] if hinted else []
    separator = options.sep or (hinted[1] if hinted and hinted[1] in PREFERRED else None)
    found = list(_cut(file, lines, separator or _separator(file, lines, bool(hinted)), bool(hinted), passed))
    separator = separator or _separator(file, lines, bool(hinted))
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
                len(_trimmed(cells)) for cells in csv.reader(sample, delimiter=mark) if any(map(str.strip, cells))
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


def _cut(
    file: DataFile, lines: Sequence[str], separator: str, hinted: bool, passed: list[int]
) -> Iterator[tuple[int, list[str]]]:
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


def _headed(
    file: DataFile, found: list[tuple[int, list[str]]], separator: str, passed: list[int], options: ReadOptions
) -> Sheet:
    """Find the header among the rows, check every row against it, and drop columns that are only separators."""
    if not found:
        raise DataError(f"{file}: the file holds no row")
    at = _header_row(file, found, options)
    if options.header == 0:
        width = max(len(_trimmed(cells)) for _, cells in found)
        line, names, body = 0, [""] * width, found
    else:
        line, names = found[at][0], [" ".join(cell.split()) for cell in _trimmed(found[at][1])]
        body = found[at + 1 :]
        passed += [number for number, _ in found[:at]]
    if len(names) == 1:
        raise fault(
            file, line or found[0][0], "", f"one column only where {NAMES[separator]} separate the cells", names[0],
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


def _header_row(file: DataFile, found: list[tuple[int, list[str]]], options: ReadOptions) -> int:
    """The index of the row of names: the first one as wide as the rows below; what stands above is passed over."""
    if options.header == 0:
        return 0
    if options.header is not None:
        for at, (number, _) in enumerate(found):
            if number == options.header:
                return at
        raise DataError(f"{file}: --header {options.header} names a line that holds no row")
    widths = [len(_trimmed(cells)) for _, cells in found[:SAMPLE]]
    usual = Counter(widths[1:] or widths).most_common(1)[0][0]
    # Cells may be empty at a row's end, so a header may be wider than what is usual below it, but not narrower.
    at = next((i for i, width in enumerate(widths) if width >= usual or i + 1 == len(widths)), 0)
    if at and looks_like_data(found[at][1]):
        at = 0  # the names stand in a line that is too short: say so, rather than take data for names
    number, cells = found[at]
    if looks_like_data(cells):
        shown = ", ".join(cell.strip() for cell in cells[:4])
        if len(cells) > 3 and all(looks_like_time(cell.strip()) for cell in cells[1:]):
            raise fault(
                file, number, "", "the times stand in a row, and a column was wanted", shown[:60],
                "turn the table on its side (in a spreadsheet: copy, then Paste Special, Transpose)",
            )  # fmt: skip
        raise fault(
            file, number, "", "column names were wanted, but it looks like data", shown[:60],
            "write a line of names above it, or say --header 0 to have the columns numbered", "header",
        )  # fmt: skip
    return at


def looks_like_data(cells: Sequence[str]) -> bool:
    """Whether a row holds a time, or numbers where names would stand."""
    words = [cell.strip() for cell in cells if cell.strip()]
    numbers = sum(map(looks_like_number, words))
    return any(map(looks_like_time, words)) or (len(words) > 2 and looks_like_number(words[0]) and numbers > 1)


def _ragged(file: DataFile, number: int, cells: Sequence[str], names: Sequence[str], separator: str) -> DataError:
    extra = len(cells) - len(names)
    if extra > 0 and separator == ",":
        advice = "decimal commas must stand in quotes, or save the file with semicolons between its cells (--sep)"
    elif extra > 0:
        advice = f"is a cell with {NAMES[separator]} in it not in quotes, or is --sep wrong?"
    else:
        advice = "is the line cut short, or is --sep wrong?"
    column = names[len(cells)] if len(cells) < len(names) else names[-1]
    where = f'from column "{column}" on it is empty' if extra < 0 else f"beyond the last column, {column!r},"
    shown = separator.join(cells[len(names) :])[:40] if extra > 0 else ""
    more = f" {where} stands {shown!r}" if extra > 0 else f" ({where})"
    return DataError(
        f"{file}, line {number:,}: {len(cells)} cells where the header has {len(names)},{more}; {advice}"
        if extra > 0
        else f"{file}, line {number:,}: {len(cells)} cells where the header has {len(names)}{more}; {advice}",
        line=number,
        column=column,
        found=shown,
        options=("sep",),
    )


def _trimmed(cells: Sequence[str]) -> list[str]:
    """The cells without the empty ones at the end, which trailing separators leave."""
    last = max((i for i, cell in enumerate(cells) if cell.strip()), default=-1)
    return list(cells[: last + 1])
