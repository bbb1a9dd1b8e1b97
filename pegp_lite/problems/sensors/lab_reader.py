"""The lab's text, block by block, into means per bin and mote."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pegp_lite.checks import Bools, Floats, Ints
from pegp_lite.problems.sensors.binning import Times, bin_means, whole_days
from pegp_lite.problems.sensors.errors import DataError
from pegp_lite.problems.sensors.files import DataFile, blocks
from pegp_lite.problems.sensors.lab_text import parse_block
from pegp_lite.problems.sensors.reports import ReadReport, Tally

MOTES = tuple(str(number) for number in range(1, 55))
_SECOND = 1_000_000


def read_lab(
    path: DataFile, bin_minutes: int, bounds: tuple[float, float] | None, sensors: tuple[str, ...] | None
) -> tuple[Times, tuple[str, ...], Floats, ReadReport]:
    """Bin starts (B,), mote names, means (B, N) and the report. Motes never heard from get no column."""
    wanted = MOTES if sensors is None else sensors
    try:
        known = np.array(sorted(int(name) for name in wanted))
    except ValueError:
        raise DataError(f"{path}: motes are numbers such as 7, asked for {', '.join(wanted)}") from None
    tally = Tally()
    kept: list[tuple[NDArray[Any], ...]] = []
    lines = rows = 0
    last = np.iinfo(np.int64).min
    for block in blocks(path):
        parsed = parse_block(block)
        line = parsed.line + lines + 1
        for name in ("short", "long", "garbled"):
            tally.add(name, getattr(parsed, name) + lines + 1)
        if len(line):
            before = np.concatenate([[last], parsed.micros[:-1]])
            tally.add("disordered", line[parsed.micros < before])
            last = int(parsed.micros[-1])
        member = np.isin(parsed.mote, known)
        tally.add("outside_sensors", line[~member])
        mote = np.searchsorted(known, parsed.mote[member])
        kept.append((parsed.micros[member], mote, parsed.temperature[member], line[member]))
        lines, rows = lines + parsed.lines, rows + parsed.rows
    micros, mote, value, line = (np.concatenate(column) for column in zip(*kept, strict=True))
    if not len(micros):
        raise DataError(f"{path}: none of its {rows:,} rows could be used; {tally.sentence()}")

    first, final = int(np.argmin(micros)), int(np.argmax(micros))
    times = whole_days(
        int(micros[first]) // _SECOND, int(micros[final]) // _SECOND, bin_minutes, len(known),
        f"{path}, lines {line[first]:,} and {line[final]:,}",
    )  # fmt: skip
    repeated, same_time = _repeats(micros, mote, value, len(known))
    tally.add("duplicates", np.sort(line[repeated]))
    tally.add("same_time", np.sort(line[same_time]))
    use = ~repeated
    if bounds is not None:
        inside = (value >= bounds[0]) & (value <= bounds[1])
        tally.add("out_of_range", line[use & ~inside])
        use &= inside
    means = bin_means(times, micros[use] // _SECOND, mote[use], value[use], len(known))
    heard = np.unique(mote)
    never = ", ".join(str(name) for name in np.delete(known, heard))
    report = ReadReport(
        source=path.name, form="lab", rows=rows, used=int(use.sum()), first_line=tally.first,
        notes=(f"Never heard from: {never}.",) if never else (), **tally.counts,
    )  # fmt: skip
    return times, tuple(str(known[i]) for i in heard), means[:, heard], report


def _repeats(micros: Ints, mote: Ints, value: Floats, motes: int) -> tuple[Bools, Bools]:
    """Which rows repeat an earlier one whole, and which share only its mote and instant, each (n,)."""
    key = (micros - micros.min()) * motes + mote
    again, differs = np.zeros(len(key), bool), np.zeros(len(key), bool)
    ordered = np.sort(key)
    if (ordered[1:] != ordered[:-1]).all():
        return again, differs
    order = np.lexsort((value, key))
    same = ordered[1:] == ordered[:-1]
    equal = value[order][1:] == value[order][:-1]
    again[order[1:]] = same & equal
    differs[order[1:]] = same & ~equal
    return again, differs
