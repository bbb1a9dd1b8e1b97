"""A table of sensor readings on a regular time grid, and how to read one from a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from os import PathLike

import numpy as np

from pegp_lite.checks import Floats, Ints, shape_text
from pegp_lite.problems.sensors.binning import Times
from pegp_lite.problems.sensors.errors import DataError
from pegp_lite.problems.sensors.reports import ReadReport

__all__ = ["DataError", "ReadReport", "SensorTable", "as_day"]


def as_day(day: str | date | np.datetime64) -> date:
    """A calendar day from `"2004-03-14"`, a `date` or a `datetime64`."""
    try:
        return np.array(day, "datetime64[D]").item()
    except (ValueError, TypeError):
        raise DataError(f'a day such as "2004-03-14" was wanted, got {day!r}') from None


@dataclass(frozen=True, eq=False)
class SensorTable:
    """Readings of N `sensors` in B bins of equal length.

    `times` (B,) datetime64[s] are the bins' starts; `readings` (B, N) hold NaN where nothing was read;
    `positions` (N, 2) are metres on the floor plan, or None. `unit`, `source`, whether it is `synthetic` and the
    `report` of how it was read are for those who look at it. `checksum` is the sha256 of the file read, or of
    the numbers simulated. The arrays are read-only.

    >>> hours = np.datetime64("2024-06-13T00:00") + np.arange(48) * np.timedelta64(1, "h")
    >>> table = SensorTable(hours, ("hall", "attic"), np.tile([20.0, 24.0], (48, 1)), unit="°C")
    >>> table.bin_minutes, [str(day) for day in table.days], table.day("2024-06-14").readings.shape
    (60, ['2024-06-13', '2024-06-14'], (24, 2))
    """

    times: Times
    sensors: tuple[str, ...]
    readings: Floats
    unit: str = ""
    positions: Floats | None = None
    source: str = "given arrays"
    synthetic: bool = False
    checksum: str = ""
    report: ReadReport | None = None

    def __post_init__(self) -> None:
        times = np.array(self.times, "datetime64[s]")
        readings = np.array(self.readings, float)
        sensors = tuple(str(name) for name in self.sensors)
        if times.ndim != 1 or len(times) < 2:
            raise DataError(f"times must be at least two bin starts in a row, got an array of shape {times.shape}")
        if readings.shape != (len(times), len(sensors)):
            wanted = f"{len(times)} x {len(sensors)} (bins x sensors)"
            raise DataError(f"readings must be {wanted}, got {shape_text(readings.shape)}")
        if len(set(sensors)) < len(sensors):
            twice = sorted({name for name in sensors if sensors.count(name) > 1})
            raise DataError(f"sensor names must differ, these come twice: {', '.join(twice)}")
        steps = np.unique(np.diff(times).astype(np.int64))
        if len(steps) != 1 or steps[0] <= 0:
            raise DataError(f"times must rise in equal steps, got steps of {', '.join(map(str, steps[:5]))} seconds")
        if np.isinf(readings).any():
            raise DataError("readings must be finite, or NaN where missing; got an infinite one")
        positions = None if self.positions is None else np.array(self.positions, float)
        if positions is not None and positions.shape != (len(sensors), 2):
            raise DataError(
                f"positions must be {len(sensors)} x 2 (sensors x metres), got {shape_text(positions.shape)}"
            )
        for name, value in {"times": times, "readings": readings, "positions": positions}.items():
            if value is not None:
                value.flags.writeable = False
            object.__setattr__(self, name, value)
        object.__setattr__(self, "sensors", sensors)

    @classmethod
    def read(
        cls,
        path: str | PathLike[str],
        bin_minutes: int | None = None,
        *,
        value_range: tuple[float, float] | str | None = "default",
        sensors: Sequence[str | int] | None = None,
        unit: str | None = None,
        positions: str | PathLike[str] | Mapping[str, Sequence[float]] | None = None,
        min_days: int = 2,
    ) -> SensorTable:
        """Read at `path` the lab's `data.txt` or a CSV with a time column and one column a sensor, packed or plain.

        `bin_minutes`: None takes ten minutes, or a CSV's own step when that is longer. `value_range`:
        readings outside are blanked and counted; by default 10..50 for the lab's text and none for a CSV.
        `sensors`: only these, all by default. `unit`: blank unless given or in the file. `positions`: a file of
        `name x y` rows, or a mapping. `min_days`: fewer are refused. `reading.read_table` takes more options and tells
        what it understood. What was counted is in `report`; what cannot be used is refused with a `DataError` that says
        what and where.
        """
        from pegp_lite.problems.sensors.reading import read_table
        from pegp_lite.problems.sensors.sheet.read_options import ReadOptions

        options = ReadOptions(
            bin_minutes=bin_minutes,
            value_range=value_range,
            sensors=None if sensors is None else tuple(str(name) for name in sensors),
            unit=unit,
            min_days=min_days,
        )
        return read_table(path, options, positions=positions).table

    @property
    def bin_minutes(self) -> int:
        """Length of a bin in minutes."""
        return int((self.times[1] - self.times[0]).astype(np.int64)) // 60

    @cached_property
    def days(self) -> tuple[date, ...]:
        """The calendar days that the bins touch, in order."""
        return tuple(np.unique(self.times.astype("datetime64[D]")).astype(date))

    @property
    def coverage(self) -> Floats:
        """Share of each sensor's bins that hold a reading, (N,)."""
        return np.isfinite(self.readings).mean(0)

    @property
    def day_coverage(self) -> dict[date, float]:
        """Share of the bins that hold a reading, per day over all sensors."""
        return {day: float(np.isfinite(self.readings[self.rows_of(day)]).mean()) for day in self.days}

    def rows_of(self, day: str | date | np.datetime64) -> slice:
        """The rows of one day."""
        wanted = as_day(day)
        if wanted not in self.days:
            raise DataError(f"{self.source} has no {wanted}; it holds {self.days[0]} to {self.days[-1]}")
        low, high = np.searchsorted(self.times, [np.datetime64(wanted), np.datetime64(wanted) + 1])
        return slice(int(low), int(high))

    def day(self, day: str | date | np.datetime64) -> SensorTable:
        """The table of one day."""
        rows = self.rows_of(day)
        return replace(self, times=self.times[rows], readings=self.readings[rows])

    def select(
        self,
        sensors: Sequence[str | int] | None = None,
        first_day: str | date | None = None,
        last_day: str | date | None = None,
        min_coverage: float = 0.0,
    ) -> SensorTable:
        """The table of some `sensors` from `first_day` to `last_day`, each included.

        Those whose bins are filled by a share of less than `min_coverage` are left out.
        """
        rows = slice(
            0 if first_day is None else self.rows_of(first_day).start,
            len(self.times) if last_day is None else self.rows_of(last_day).stop,
        )
        keep = np.arange(len(self.sensors)) if sensors is None else self.columns_of(sensors)
        readings = self.readings[rows][:, keep]
        enough = np.isfinite(readings).mean(0) >= min_coverage
        keep = keep[enough]
        return replace(
            self,
            times=self.times[rows],
            sensors=tuple(self.sensors[i] for i in keep),
            readings=readings[:, enough],
            positions=None if self.positions is None else self.positions[keep],
        )

    def columns_of(self, sensors: Sequence[str | int]) -> Ints:
        """The columns of the named sensors."""
        names = [str(name) for name in sensors]
        unknown = [name for name in names if name not in self.sensors]
        if unknown:
            raise DataError(f"{self.source} has no sensor {', '.join(unknown)}; it has {', '.join(self.sensors)}")
        return np.array([self.sensors.index(name) for name in names], int)
