"""One column a sensor: which columns those are, and their numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from pegp_lite.checks import Floats
from pegp_lite.problems.sensors.errors import DataError, fault
from pegp_lite.problems.sensors.sheet.decimals import MISSING, Spelling, looks_like_number, refused, spelling
from pegp_lite.problems.sensors.sheet.derived import by_numbers
from pegp_lite.problems.sensors.sheet.read_options import ReadOptions, chosen
from pegp_lite.problems.sensors.sheet.roles import Ignored, about_another, by_name, kinds, odd_ones
from pegp_lite.problems.sensors.sheet.rows import Sheet
from pegp_lite.problems.sensors.sheet.suspects import (
    almost_numbers,
    far_above,
    far_and_alone,
    far_and_often,
    few_steps,
    nearly_total,
    refuse_packed,
    refuse_sentinels,
    rising,
    unit_behind,
)
from pegp_lite.problems.sensors.sheet.units import one_unit, split_cell, split_header


@dataclass(frozen=True, eq=False)
class Readings:
    """Numbers (n, N) of the columns that are sensors, with all that was found out about them."""

    columns: tuple[int, ...]
    values: Floats
    spelled: Spelling
    unit: str
    unit_from: str
    ignored: tuple[Ignored, ...]
    missing: tuple[str, ...]
    notes: tuple[str, ...]


def marks_of(options: ReadOptions) -> frozenset[str]:
    """The words that mean "nothing was read", in lower case."""
    return MISSING | {mark.lower() for mark in options.missing or ()}


def read_columns(
    source: object, sheet: Sheet, taken: Sequence[int], units: Sequence[str], options: ReadOptions, least: int = 2
) -> Readings:
    """Choose the sensors among the columns that the time has not `taken`, and read them.

    `units` (one a column) come from a row below the header, "" where there is none. Fewer columns than
    `least` are refused.
    """
    names, where, marks = sheet.names, f"{source}, line {sheet.header_line:,}", marks_of(options)
    candidates, ignored = _candidates(source, sheet, taken, options, marks)
    cells = {i: sheet.column(i) for i in candidates}
    split = {
        i: {word: split_cell(word) for word in dict.fromkeys(cells[i]) if word.lower() not in marks} for i in candidates
    }
    if options.sensors is None:
        text = [i for i in candidates if not any(looks_like_number(number) for number, _ in split[i].values())]
        for i in text:
            if odd := almost_numbers(split[i]):
                raise refused(source, sheet.lines[cells[i].index(odd)], names[i], odd, Spelling("."))
            word = next(iter(split[i]), None)
            ignored.append(Ignored(names[i], "it is empty" if word is None else f"it holds text ({word[:30]!r})"))
        candidates = [i for i in candidates if i not in text]
    numerals = list(_numerals(sheet, cells, split, candidates))
    if sheet.separator == "," and options.decimal is None:
        refuse_packed(source, numerals)
    spelled = spelling(source, numerals, options.decimal)
    values, behind = np.full((len(sheet.rows), len(candidates)), np.nan), {}
    for place, i in enumerate(candidates):
        numbers = {word: spelled.value(number) for word, (number, _) in split[i].items()}
        for line, cell in zip(sheet.lines, cells[i], strict=True):
            if cell in numbers and numbers[cell] is None:
                raise refused(source, line, names[i], cell, spelled)
        values[:, place] = [np.nan if (number := numbers.get(cell)) is None else number for cell in cells[i]]
        behind[i] = unit_behind(source, sheet, i, cells[i], split[i])
    if options.missing is None:
        refuse_sentinels(source, sheet, candidates, cells, values)
    keep, doubted = sensors_among([names[i] for i in candidates], values)
    # A name spelled out is meant; a pattern may catch a total or a row number unawares.
    outright = {name.lower() for name in options.sensors or ()} & {each.column.lower() for each in doubted}
    keep = [place for place, i in enumerate(candidates) if place in keep or names[i].lower() in outright]
    ignored += [each for each in doubted if each.column.lower() not in outright]
    meant = [each for each in doubted if each.column.lower() in outright and least > 1]
    columns = tuple(candidates[place] for place in keep)
    if len(columns) < least:
        raise _too_few(where, names, columns, ignored)
    in_header = [split_header(names[i])[1] or units[i] for i in columns]
    unit = one_unit(source, sheet.header_line, [h or behind[i] for h, i in zip(in_header, columns, strict=True)],
                    [names[i] for i in columns], options.unit)  # fmt: skip
    unit_from = "" if not unit else "option" if options.unit else "header" if any(in_header) else "cells"
    if options.sensors is None and options.unit is None and (measured := kinds(tuple(names[i] for i in columns))):
        (what, first), (other, second), *_ = measured.items()
        raise fault(
            source, sheet.header_line, second, f'this column {other} and "{first}" {what}, so the higher of '
            "them means nothing", "", "choose columns of one kind with --sensors or --ignore", "sensors", "ignore",
        )  # fmt: skip
    met = tuple(dict.fromkeys(word for i in columns for word in dict.fromkeys(cells[i]) if word.lower() in marks))
    played = [names[i] for i in columns]
    taken_values = values[:, keep]
    notes = rising(names, columns, taken_values) + far_and_often(taken_values) + far_and_alone(played, taken_values)
    if options.sensors is None:
        notes += nearly_total(played, taken_values) or far_above(played, taken_values)
        notes += few_steps(played, taken_values) + odd_ones(played)
    silent = [names[i] for h, i in zip(in_header, columns, strict=True) if not (h or behind[i])]
    if unit_from in ("header", "cells") and silent:
        few = ", ".join(f'"{name}"' for name in silent[:4])
        notes += (f"Taken to be in {unit} as the others are, though nothing says so: {few}.",)
    notes += tuple(f'"{each.column}" plays as asked, although {each.reason}.' for each in meant)
    return Readings(columns, values[:, keep], spelled, unit, unit_from, tuple(ignored), met, notes)


def _candidates(
    source: object, sheet: Sheet, taken: Sequence[int], options: ReadOptions, marks: frozenset[str]
) -> tuple[list[int], list[Ignored]]:
    """The columns asked for, or all but those of the time and those asked to be left out."""
    names, where = sheet.names, f"{source}, line {sheet.header_line:,}"
    out = set(chosen(options.ignore, names, "ignore", where)) if options.ignore else set()
    ignored = [Ignored(names[i], "asked for") for i in sorted(out - {*taken})]
    if options.sensors is not None:
        wanted = chosen(options.sensors, names, "sensors", where)
        ignored += [
            Ignored(names[i], "not among --sensors") for i in range(len(names)) if i not in {*wanted, *taken, *out}
        ]
    else:
        wanted = [i for i in range(len(names)) if i not in taken]
    wanted = [i for i in wanted if i not in out and i not in taken]
    if options.sensors is None:  # a "status" or "unit" beside each sensor is none itself
        again = {i: _no_sensor(sheet, i) for i in wanted if names.count(names[i]) > 1}
        ignored += [Ignored(names[i], why) for i, why in again.items() if why]
        wanted = [i for i in wanted if not again.get(i)]
    for i in wanted:
        first = names.index(names[i])
        if first != i and first not in out:
            raise DataError(
                f'{where}: columns {first + 1} and {i + 1} are both named "{names[i]}"; give them names that differ, '
                f'or leave both out with --ignore "{names[i]}"',
                line=sheet.header_line, column=names[i], options=("ignore",),
            )  # fmt: skip
        if names[i].startswith("="):
            raise fault(source, sheet.header_line, names[i], "a name was wanted", names[i], "give the column a name")
    if sheet.header_line and options.sensors is None:
        for i in [i for i in wanted if names[i] == f"column {i + 1}"]:
            cells = [cell for cell in sheet.column(i) if cell.lower() not in marks]
            counts = (
                len(cells) > 2
                and all(cell.isdigit() for cell in cells)
                and set(np.diff([int(c) for c in cells])) <= {1}
            )
            if cells and not counts:
                raise fault(
                    source, sheet.header_line, names[i], f"column {i + 1} has no name and holds {cells[0][:30]!r}", "",
                    f'name it, or leave it out with --ignore "{names[i]}"', "ignore",
                )  # fmt: skip
            wanted.remove(i)
            ignored.append(Ignored(names[i], "it counts the rows" if cells else "it has no name and is empty"))
    return wanted, ignored


def _no_sensor(sheet: Sheet, column: int) -> str | None:
    """Why a column is no sensor, by its name or because it holds text alone."""
    words = [word for word in dict.fromkeys(sheet.column(column)) if word]
    text = words and not any(looks_like_number(split_cell(word)[0]) for word in words)
    return by_name(sheet.names[column]) or (f"it holds text ({words[0][:30]!r})" if text else None)


def _numerals(
    sheet: Sheet,
    cells: dict[int, tuple[str, ...]],
    split: dict[int, dict[str, tuple[str, str]]],
    columns: Sequence[int],
) -> Iterator[tuple[int, str, str]]:
    """Line, column and word of every different number."""
    for i in columns:
        seen: set[str] = set()
        for line, cell in zip(sheet.lines, cells[i], strict=True):
            if cell not in seen:
                seen.add(cell)
                number = split[i].get(cell, ("", ""))[0]
                if number and looks_like_number(number):
                    yield line, sheet.names[i], number


def sensors_among(names: Sequence[str], values: Floats) -> tuple[list[int], list[Ignored]]:
    """Places of the columns of `values` (n, N) that are sensors, and the others with the reason."""
    bare = [split_header(name)[0] for name in names]
    reasons = [by_name(name) or about_another(name, bare) for name in bare]
    totals = [reason for reason in reasons if reason and "total" in reason]
    if 2 * len(totals) > len(names):  # then they are what each sensor's own readings came to
        reasons = [None if reason in totals else reason for reason in reasons]
    keep = [place for place, reason in enumerate(reasons) if reason is None]
    for place, reason in zip(keep, by_numbers([names[place] for place in keep], values[:, keep]), strict=True):
        reasons[place] = reason
    return (
        [place for place, reason in enumerate(reasons) if reason is None],
        [Ignored(name, reason) for name, reason in zip(names, reasons, strict=True) if reason],
    )


def _too_few(where: str, names: tuple[str, ...], columns: tuple[int, ...], ignored: Sequence[Ignored]) -> DataError:
    what = f'one sensor only ("{names[columns[0]]}")' if columns else "no sensor"
    left = "; ".join(f'"{each.column}": {each.reason}' for each in ignored[:6])
    text = any("it holds text" in each.reason or "identity" in each.reason for each in ignored)
    long = ", or say --long SENSOR,VALUE if each row is one reading" if text else ""
    why = f". Not taken: {left}; name the sensors with --sensors if that is wrong{long}" if left else ""
    said = f"{where}: a time column and {what}; choosing among sensors needs at least two{why}"
    return DataError(said, options=("sensors", "long") if text else ("sensors",))
