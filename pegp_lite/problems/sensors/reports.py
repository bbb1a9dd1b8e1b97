"""What a reader did with every row it met: counted, never guessed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import numpy as np

from pegp_lite.checks import Bools, Ints

_MEANING = {
    "short": "with too few fields",
    "long": "with too many fields",
    "garbled": "garbled",
    "outside_sensors": "from unknown sensors",
    "duplicates": "repeated word for word",
    "out_of_range": "out of range",
}


@dataclass(frozen=True)
class ReadReport:
    """The counts of one reading.

    `rows` counts the lines that hold data. For the lab's text every row ends in exactly one of `used`,
    `short`, `long`, `garbled`, `outside_sensors`, `duplicates`, `out_of_range`, so these sum to `rows`.
    In a CSV a bad row is refused, so there `used + duplicates == rows`; `out_of_range` and `missing`
    count single cells. `disordered` rows come earlier than the row before them and `same_time` rows share
    an instant (and a sensor) with another row but not its reading: both are used.
    `first_line` gives the line number where each kind was met first.
    """

    source: str
    form: str
    rows: int
    used: int
    short: int = 0
    long: int = 0
    garbled: int = 0
    outside_sensors: int = 0
    duplicates: int = 0
    out_of_range: int = 0
    missing: int = 0
    disordered: int = 0
    same_time: int = 0
    first_line: Mapping[str, int] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "first_line", MappingProxyType(dict(self.first_line)))

    @property
    def dropped(self) -> int:
        """Rows that left no reading behind."""
        return self.rows - self.used

    def sentence(self) -> str:
        """The whole report as prose, one line."""
        cells = self.form == "csv"
        parts = [f"{self.source}: {self.rows:,} rows read, {self.used:,} used"]
        for name, meaning in _MEANING.items():
            count = getattr(self, name)
            if count:
                what = "cells " if cells and name == "out_of_range" else ""
                parts.append(f"{count:,} {what}{meaning} left out{self._where(name)}")
        if self.missing:
            what = "cell" if self.missing == 1 else "cells"
            parts.append(f"{self.missing:,} {what} empty{self._where('missing')}")
        if self.disordered:
            parts.append(f"{self.disordered:,} rows out of time order, sorted{self._where('disordered')}")
        if self.same_time:
            parts.append(f"{self.same_time:,} rows share a time with another, averaged{self._where('same_time')}")
        return "; ".join(parts) + "." + "".join(" " + note for note in self.notes)

    __str__ = sentence

    def _where(self, name: str) -> str:
        line = self.first_line.get(name)
        return f" (first: line {line:,})" if line else ""


class Tally:
    """Counts per kind while reading, with the first line of each."""

    def __init__(self) -> None:
        self.counts: dict[str, Any] = {}
        self.first: dict[str, int] = {}

    def add(self, name: str, lines: Ints) -> None:
        """Count these lines (n,), given in the file's order."""
        if len(lines):
            self.counts[name] = self.counts.get(name, 0) + len(lines)
            self.first.setdefault(name, int(lines[0]))

    def add_cells(self, name: str, where: Bools, line: Ints) -> None:
        """Count the true cells of `where` (n, N), whose rows stand in the lines `line` (n,)."""
        self.add(name, np.repeat(line, where.sum(1)))

    def sentence(self) -> str:
        """The counts as words."""
        return ", ".join(f"{count:,} {name} (first: line {self.first[name]:,})" for name, count in self.counts.items())
