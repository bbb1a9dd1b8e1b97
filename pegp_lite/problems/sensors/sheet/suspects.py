"""Numbers that may not mean what they say: units that change, marks for "nothing was read", meters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from pegp_lite.checks import Floats
from pegp_lite.problems.sensors.errors import fault
from pegp_lite.problems.sensors.sheet.clock import taken_apart
from pegp_lite.problems.sensors.sheet.derived import ENOUGH
from pegp_lite.problems.sensors.sheet.rows import Sheet
from pegp_lite.problems.sensors.sheet.units import plain_unit

_SENTINELS = (
    *(-99, -999, -9999, -99999, 999, 9999, 99999, -99.9, -999.9, -9999.9, 999.9, 9999.9, -888, 8888, -8888, 88888),
    *(-99.99, -999.99, -9999.99, 999.99, 9999.99, -127, 255, 32767, -32768, 65535, -6999, 6999, 7999),
    *(-200, 1e20, -1e20, 1e30, -1e30, 1e37, 3.4028235e38),
)

_PACKED = re.compile(r"[-+]?0\d{2,},\d{1,2}")
_ALMOST = re.compile(
    r"[~<>≤≥≈±(]?\s*[-+]?\d{1,9}(?:[.,]\d+)*(?:\s?[^\d\s.,:/]{1,3}|\s?(?:±|\+/-)\s?[\d.,]+|[-–]\d+[.,]\d+|D[-+]\d+)?",
    re.IGNORECASE,
)


def almost_numbers(words: Mapping[str, object]) -> str | None:
    """The first word of a column that can only be numbers with a mark of somebody's: "23.5 E", "23.5-", "#####"."""
    hidden = [word for word in words if set(word) == {"#"}]
    odd = [word for word in words if _ALMOST.fullmatch(word) and not taken_apart(word)]
    broken = sum(mark in word for word in odd for mark in ".,") >= len(odd) / 2
    return hidden[0] if hidden else odd[0] if broken and len(odd) >= max(ENOUGH, 0.9 * len(words)) else None


def unit_behind(
    source: object, sheet: Sheet, column: int, cells: Sequence[str], split: dict[str, tuple[str, str]]
) -> str:
    """The unit behind a column's numbers; 1.2 kW beside 980 W are refused, and so are 1.2K beside 980."""
    met: dict[str, tuple[int, str]] = {}
    for line, cell in zip(sheet.lines, cells, strict=True):
        number, unit = split.get(cell, ("", ""))
        if unit or number.strip("0.,+-"):
            met.setdefault(plain_unit(unit), (line, cell))
    if len(met) > 1:
        (line, word), (line2, word2), *_ = sorted(met.values())
        raise fault(
            source, line2, sheet.names[column], f"{word2!r} and {word!r} in line {line:,} are not in one unit", "",
            f'write the column in one unit, or leave it out with --ignore "{sheet.names[column]}"', "ignore",
        )  # fmt: skip
    return next((unit for _, unit in split.values() if unit), "")


def refuse_packed(source: object, numbers: Iterable[tuple[int, str, str]]) -> None:
    """+0200,1 between commas is a reading and its quality, as the weather's archives write it, and hardly 200.1."""
    for line, column, word in numbers:
        if _PACKED.fullmatch(word):
            raise fault(
                source, line, column, f"{word!r} may be two numbers in one cell, a reading and its quality", "",
                "write them in two columns, or say --decimal , if it is one number", "decimal",
            )  # fmt: skip


def refuse_sentinels(
    source: object, sheet: Sheet, columns: Sequence[int], cells: dict[int, tuple[str, ...]], values: Floats
) -> None:
    """9999 far above all other readings stands for "nothing was read" in many a logger: ask."""
    odd = np.isin(values, _SENTINELS)
    if not odd.any():
        return
    rest = values[~odd & np.isfinite(values)]
    if not len(rest):
        return
    low, high = float(rest.min()), float(rest.max())
    reach = 2 * max(high - low, 1.0)
    far = odd & ((values > high + reach) | (values < low - reach))
    if far.any():
        row, place = (int(i) for i in np.argwhere(far)[0])
        word = cells[columns[place]][row]
        mark = f'"{word}"' if " " in word else word
        raise fault(
            source, sheet.lines[row], sheet.names[columns[place]], f"{word!r} lies far from all other readings "
            f"({low:g} to {high:g}) and often stands for a missing one", "", f"say --missing={mark} if it does, "
            '--missing="" if it is a reading', "missing",
        )  # fmt: skip


def rising(names: tuple[str, ...], columns: tuple[int, ...], values: Floats) -> tuple[str, ...]:
    """Meters that only count up are not what a person wants to find the highest of."""
    if len(values) < 24:
        return ()
    steps = [np.diff(column[np.isfinite(column)]) for column in values.T]
    rising = [names[i] for i, step in zip(columns, steps, strict=True) if len(step) > 20 and _counts_up(step)]
    if not rising:
        return ()
    return (f"These only ever rise, as meter readings do: {', '.join(rising[:6])}. Take differences if so.",)


def _counts_up(step: Floats) -> bool:
    """Whether these steps only go up, but for a few falls back to the start."""
    falls = step < 0
    back = not falls.any() or (step[falls] < -5 * step.max()).all()
    return bool((step > 0).any() and falls.mean() < 0.1 and back)


def far_and_often(values: Floats) -> tuple[str, ...]:
    """One and the same number again and again, far from all others, is often a mark and no reading."""
    heard = values[np.isfinite(values)]
    found, counts = np.unique(heard, return_counts=True)
    if len(found) < 10:
        return ()
    said = []
    for at, inner in ((0, 1), (-1, -2)):
        rest = found[1:] if at == 0 else found[:-1]
        if counts[at] >= 3 and abs(found[at] - found[inner]) > 0.5 * np.ptp(rest):
            said.append(
                f"{found[at]:g} stands {counts[at]:,} times, far from all other readings ({rest[0]:g} to "
                f"{rest[-1]:g}); if it means that nothing was read, say --missing={found[at]:g}."
            )
    return tuple(said)


def far_and_alone(names: Sequence[str], values: Floats) -> tuple[str, ...]:
    """One reading far from all others of its sensor is often an error, and would be what everybody looks for."""
    said = []
    for name, column in zip(names, values.T, strict=True):
        heard = column[np.isfinite(column)]
        found, counts = np.unique(heard, return_counts=True)
        for at, rest in ((0, found[1:]), (-1, found[:-1])):
            if len(found) >= 10 and counts[at] < 3 and np.abs(found[at] - rest).min() > 5 * np.ptp(rest):
                said.append(f'"{name}" reads {found[at]:g}, all its other readings are {rest[0]:g} to {rest[-1]:g}')
    more = f", and {len(said) - 3} more" if len(said) > 3 else ""
    remedy = "if that is an error, blank it with --value-range=LOW,HIGH"
    return (f"Far off: {'; '.join(said[:3])}{more}; {remedy}.",) if said else ()


def far_above(names: Sequence[str], values: Floats) -> tuple[str, ...]:
    """A column far above all others, such as a place's number, would always be the highest."""
    part = values[np.isfinite(values).all(1)]
    if len(part) < 8 or len(names) < 3:
        return ()
    top = int(np.argmax(part.mean(0)))
    own, others = part[:, top], np.delete(part, top, axis=1)
    if own.min() <= others.max() + 2 * np.ptp(others):
        return ()
    return (
        f'"{names[top]}" is always the highest, by far ({own.min():g} to {own.max():g}, all others {others.min():g} to '
        f'{others.max():g}); if it measures something else, say --ignore "{names[top]}".',
    )


def few_steps(names: Sequence[str], values: Floats) -> tuple[str, ...]:
    """Three to five whole numbers, where the others take many values, are often the states of something."""
    kinds = [np.unique(column[np.isfinite(column)]) for column in values.T]
    states = {
        name: found for name, found in zip(names, kinds, strict=True) if 3 <= len(found) <= 5 and not (found % 1).any()
    }
    if not states or 2 * len(states) >= len(names) or max(map(len, kinds)) < 20:
        return ()
    told = "; ".join(f'"{name}" holds nothing but {", ".join(f"{x:g}" for x in f)}' for name, f in states.items())
    return (f'{told}, as a state does; if it measures nothing, say --ignore "{",".join(states)}".',)


def nearly_total(names: Sequence[str], values: Floats) -> tuple[str, ...]:
    """A column that goes with the sum of all others, as a main meter does, wins every hour."""
    part = values[np.isfinite(values).all(1)]
    if len(part) < 8 or len(names) < 3 or (part <= 0).any():
        return ()
    top = int(np.argmax(part.mean(0)))
    others = np.delete(part, top, axis=1).sum(1)
    if np.ptp(others) == 0 or (np.abs(part[:, top] / others - 1) > 0.15).mean() > 0.05:
        return ()
    return (f'"{names[top]}" stays near the sum of all others; if it measures them all, say --ignore "{names[top]}".',)
