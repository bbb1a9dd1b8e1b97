"""The line that holds the column names, and the lines that are neither names nor readings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from pegp_lite.problems.sensors.errors import DataError, fault
from pegp_lite.problems.sensors.files import DataFile
from pegp_lite.problems.sensors.sheet.clock import looks_like_time
from pegp_lite.problems.sensors.sheet.decimals import looks_like_number
from pegp_lite.problems.sensors.sheet.read_options import ReadOptions

SAMPLE = 60
Row = tuple[int, list[str]]  # its line in the file, and its cells
_RULE = re.compile(r"[-+=:|]{3,}")
_REMARK = re.compile(r"[^\d\s].*\s.*", re.DOTALL)


def header_row(file: DataFile, found: Sequence[Row], options: ReadOptions) -> int:
    """The index of the row of names: the first one as wide as the rows below; what stands above is passed over."""
    if options.header == 0:
        return 0
    if options.header is not None:
        for at, (number, _) in enumerate(found):
            if number == options.header:
                return at
        raise DataError(f"{file}: --header {options.header} names a line that holds no row")
    widths = [len(trimmed(cells)) for _, cells in found[:SAMPLE]]
    usual = Counter(widths[1:] or widths).most_common(1)[0][0]
    reach = max(usual, Counter(len(cells) for _, cells in found[1:SAMPLE] or found).most_common(1)[0][0])
    # Cells may be empty at a row's end, so a header may be wider than what is usual below it, as far as rows reach.
    if options.sep and widths[0] == 1 and any(mark in found[0][1][0] for mark in "\t;|"):
        return 0  # another mark stands between the names: `--sep` is wrong
    wide = [usual <= width <= reach for width in widths]
    at = next((i for i, fits in enumerate(wide) if fits), 0)
    data = next((i for i, fits in enumerate(wide) if fits and looks_like_data(found[i][1])), at)
    report = [i for i in range(at, data) if not wide[i] and found[i][1][0].strip()]
    at = report[-1] + 1 if report and report[-1] + 1 < data else at  # its lines may be as wide as the table, too
    if at and looks_like_data(found[at][1]):
        at = 0  # the names stand in a line that is too short: say so, rather than take data for names
    number, cells = found[at]
    if looks_like_data(cells) and not _names_like_times(cells, found[at + 1 : at + 3]):
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


def _names_like_times(cells: Sequence[str], below: Sequence[Row]) -> bool:
    """Whether only names look like dates, as addresses do (1/2/10) and rooms (2.10.03): the dates stand below."""
    times = [[looks_like_time(cell.strip()) for cell in row] for row in (cells, *(each for _, each in below))]
    return len(times) > 1 and not times[0][0] and all(row[0] and not any(row[1:]) for row in times[1:])


def readings_among(body: Sequence[Row], names: Sequence[str]) -> tuple[list[Row], list[int]]:
    """The rows without ruled lines, headers of further files joined on, and remarks at the end; and their lines."""
    kept: list[Row] = []
    passed: list[int] = []
    for number, cells in body:
        words = [" ".join(cell.split()) for cell in cells]
        again = words[: len(names)] == list(names)
        (passed.append(number) if again or _is_rule(words) else kept.append((number, cells)))
    while len(kept) > 1 and len(names) > 1 and (_is_remark(kept[-1][1]) or _is_words(kept[-1][1], kept[:SAMPLE])):
        passed.append(kept.pop()[0])
    return kept, passed


def looks_like_data(cells: Sequence[str]) -> bool:
    """Whether a row holds a time, or numbers where names would stand."""
    words = [cell.strip() for cell in cells if cell.strip()]
    numbers = sum(map(looks_like_number, words))
    return any(map(looks_like_time, words)) or (len(words) > 2 and looks_like_number(words[0]) and numbers > 1)


def trimmed(cells: Sequence[str]) -> list[str]:
    """The cells without the empty ones at the end, which trailing separators leave."""
    last = max((i for i, cell in enumerate(cells) if cell.strip()), default=-1)
    return list(cells[: last + 1])


def _is_rule(words: Sequence[str]) -> bool:
    """A line drawn below the header, as databases and Markdown do."""
    filled = [word for word in words if word]
    return bool(filled) and all(_RULE.fullmatch(word) for word in filled)


def _is_words(cells: Sequence[str], rows: Sequence[Row]) -> bool:
    """Words in two cells or more, and no time where other rows have theirs: a program's remarks on each column."""
    words = [cell.strip() for cell in cells if cell.strip()]
    if len(words) < 2 or any(map(looks_like_number, words)) or not all(_REMARK.fullmatch(f"{word} ") for word in words):
        return False
    return any(looks_like_time(cell.strip()) for _, row in rows for cell in row)


def _is_remark(cells: Sequence[str]) -> bool:
    """One cell of words: "(96 rows)", "Exported by ..."; a row that was cut short begins with its time."""
    return len(trimmed(cells)) == 1 and bool(_REMARK.fullmatch(cells[0].strip()))
