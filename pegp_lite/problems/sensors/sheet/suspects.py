"""Numbers that may not mean what they say: units that change, marks for "nothing was read", meters."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pegp_lite.checks import Floats
from pegp_lite.problems.sensors.errors import fault
from pegp_lite.problems.sensors.sheet.rows import Sheet
from pegp_lite.problems.sensors.sheet.units import plain_unit

_SENTINELS = (
    *(-99, -999, -9999, -99999, 999, 9999, 99999, -99.9, -999.9, -9999.9, 999.9, 9999.9, -888, 8888, -8888, 88888),
    *(-127, 255, 32767, -32768, 65535, -6999, 6999, 7999, 1e20, -1e20, 1e30, -1e30, 1e37, 3.4028235e38),
)


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
        raise fault(
            source, sheet.lines[row], sheet.names[columns[place]], f"{word!r} lies far from all other readings "
            f"({low:g} to {high:g}) and often stands for a missing one", "", f"say --missing={word} if it does, "
            '--missing="" if it is a reading', "missing",
        )  # fmt: skip


def rising(names: tuple[str, ...], columns: tuple[int, ...], values: Floats) -> tuple[str, ...]:
    """Meters that only count up are not what a person wants to find the highest of."""
    if len(values) < 24:
        return ()
    steps = [np.diff(column[np.isfinite(column)]) for column in values.T]
    rising = [
        names[i] for i, step in zip(columns, steps, strict=True) if len(step) > 20 and (step >= 0).all() and step.any()
    ]
    if not rising:
        return ()
    return (f"These only ever rise, as meter readings do: {', '.join(rising[:6])}. Take differences if so.",)


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
