"""Past days as experts: the priors they make, and the way between readings and the numbers that play."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date

import numpy as np

from pegp_lite.checks import Bools
from pegp_lite.gp.priors import Prior
from pegp_lite.problems.sensors.days import Day, day_name, day_priors, ready_day
from pegp_lite.problems.sensors.errors import DataError
from pegp_lite.problems.sensors.table import SensorTable

NOISE_STD = 0.1
LEAST_OF_A_DAY = 0.25
LEAST_OF_TEST_DAY = 0.5


@dataclass(frozen=True, eq=False)
class Experts:
    """One prior a day over the sensors of `table`; what plays is (reading - `offset`) / `scale`."""

    priors: tuple[Prior, ...]
    table: SensorTable
    days: tuple[date, ...]
    scale: float
    offset: float
    share: float  # of the sensors that must be read for a bin to count as heard

    def ready(self, day: date) -> Day:
        """A day of the table, standardised and without gaps."""
        return _ready(self.table, day, self.offset, self.scale, self.share)


def learn_from(
    table: SensorTable,
    days: tuple[date, ...],
    share: float = 0.5,
    noise_std: float = NOISE_STD,
    epsilon: float | Sequence[float] | None = None,
    mean: str = "zero",
    scaled: bool = True,
) -> Experts:
    """A prior for each of these days of the table, all readings standardised with one mean and one deviation."""
    seen = np.concatenate([table.readings[table.rows_of(day)] for day in days])
    offset, scale = float(np.nanmean(seen)), float(np.nanstd(seen))
    if not scale > 0:
        raise DataError(f"{table.source}: all readings of the training days are {offset:g}; there is nothing to learn")
    ready = [_ready(table, day, offset, scale, share) for day in days]
    for day in ready:
        if day.heard.sum() < 3:
            raise DataError(
                f"{table.source}: {day_name(day.day, True)} has {int(day.heard.sum())} bins with readings; "
                "a covariance wants at least 3, so take shorter bins or leave the day out"
            )
    priors = day_priors(ready, noise_std, epsilon, mean, 60 / table.bin_minutes, scaled)
    return Experts(priors, table, days, scale, offset, share)


def heard(table: SensorTable) -> dict[date, float]:
    """The share of each day's bins in which any sensor was read."""
    return {day: float(np.isfinite(table.readings[table.rows_of(day)]).any(1).mean()) for day in table.days}


def last_heard(table: SensorTable) -> date:
    """The last day that was heard in half of its bins, the table's last where none was.

    A file often ends with the midnight that closes its last day.
    """
    return next((day for day, share in reversed(heard(table).items()) if share >= LEAST_OF_TEST_DAY), table.days[-1])


def heard_enough(table: SensorTable, days: Collection[date], min_coverage: float) -> Bools:
    """Which sensors (N,) were read in at least this share of the bins of these days."""
    used = np.concatenate([np.isfinite(table.readings[table.rows_of(day)]) for day in sorted(days)])
    enough: Bools = used.mean(0) >= min_coverage
    return enough


def _ready(table: SensorTable, day: date, offset: float, scale: float, share: float) -> Day:
    return ready_day(day, (table.readings[table.rows_of(day)] - offset) / scale, share)
