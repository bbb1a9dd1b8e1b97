"""What was understood of a file, as data: to be shown to a person, and corrected by options."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from pegp_lite.problems.sensors.sheet.roles import Ignored
from pegp_lite.problems.sensors.sheet.rows import NAMES

SHOWN = 12


@dataclass(frozen=True)
class Understanding:
    """How a file was read.

    `form`: "wide" (one column a sensor), "long" (one row a reading) or "lab" (the Intel lab's text).
    `time_columns` and `time_format` say where the time stands and how it is written, `first` and `last` the
    instants it spans, `step_minutes` the usual distance of two rows (0 where there are too few). `decimal`
    is "" where no number has a decimal mark. `sensors`, and `columns`, their headers in the file; `unit` is
    "" where nobody said one, and `unit_from` tells who did: "option", "header", "cells" or "". `ignored`:
    the columns that were not taken, with the reason. `empty_cells` of `cells` held no reading, `missing`
    being the marks met for it. `passed_over`: line numbers above the header and of comments and totals.
    `preview`: the header and the first rows as they stand in the file. `notes`: what else a person should know.
    """

    source: str
    form: str
    separator: str
    decimal: str
    thousands: tuple[str, ...]
    header_line: int
    time_columns: tuple[str, ...]
    time_format: str
    first: str
    last: str
    step_minutes: float
    sensors: tuple[str, ...]
    columns: tuple[str, ...]
    unit: str
    unit_from: str
    ignored: tuple[Ignored, ...]
    rows: int
    cells: int
    empty_cells: int
    missing: tuple[str, ...]
    passed_over: tuple[int, ...]
    preview: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()

    def sentences(self) -> tuple[str, ...]:
        """The same in words, a sentence each, the important ones first; the notes come last."""
        return (*self.facts(), *self.notes)

    def facts(self) -> tuple[str, ...]:
        """The sentences without the notes."""
        names = " and ".join(f'"{name}"' for name in self.time_columns)
        said = [f"Time: {names}, {self.time_format}, from {self.first} to {self.last}."]
        if self.step_minutes:
            said[0] = f"{said[0][:-1]}, rows {self.step_minutes:.3g} min apart."
        unit = f"in {self.unit} (from the {self.unit_from})" if self.unit_from in ("header", "cells") else self.unit
        said.append(f"Sensors: {len(self.sensors)}, {unit or 'unit not given'}: {_list(self.sensors)}.")
        marks = {".": "a decimal point", ",": "a decimal comma", "": "no decimals"}
        grouped = (
            f" and {' or '.join(_MARKS[mark] for mark in self.thousands)} between thousands" if self.thousands else ""
        )
        how = "one row a reading" if self.form == "long" else "one column a sensor"
        said.append(f"Written with {NAMES[self.separator]}, {marks[self.decimal]}{grouped}, {how}.")
        if self.ignored:
            why = "; ".join(f'"{each.column}": {each.reason}' for each in self.ignored[:SHOWN])
            more = f"; and {len(self.ignored) - SHOWN} more" if len(self.ignored) > SHOWN else ""
            said.append(f"Not taken as sensors: {why}{more}.")
        if self.empty_cells:
            share = self.empty_cells / max(1, self.cells)
            marks_met = [f'"{mark}"' for mark in self.missing if mark]
            as_what = f" (as {', '.join(marks_met[:6])})" if marks_met else ""
            said.append(f"Gaps: {self.empty_cells:,} of {self.cells:,} cells ({share:.1%}) hold no reading{as_what}.")
        if self.passed_over:
            lines = ", ".join(f"{line:,}" for line in self.passed_over[:6])
            said.append(f"Lines passed over: {lines}{' ...' if len(self.passed_over) > 6 else ''}.")
        return tuple(said)

    def as_dict(self) -> dict[str, Any]:
        """For JSON, without the preview."""
        found = asdict(self)
        del found["preview"]
        return found


_MARKS = {".": "points", ",": "commas", " ": "blanks", "'": "apostrophes"}


def _list(names: tuple[str, ...]) -> str:
    return ", ".join(names[:SHOWN]) + (f" and {len(names) - SHOWN} more" if len(names) > SHOWN else "")
