"""The paper's second experiment: the warmest sensor of the Intel lab on 14 March 2004."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from pegp_lite.problems.sensors.contest import SensorGame, sensor_game
from pegp_lite.problems.sensors.experts import NOISE_STD
from pegp_lite.problems.sensors.sources import office_table
from pegp_lite.problems.sensors.table import SensorTable, as_day

TEST_DAY = "2004-03-14"


def intel(
    table: SensorTable | None = None,
    test_day: str | date = TEST_DAY,
    training_days: Sequence[str | date] | None = None,
    min_coverage: float = 0.7,
    epsilon: float | Sequence[float] | None = None,
    noise_std: float = NOISE_STD,
    steps: int | None = None,
    only_measured: bool = False,
    mean: str = "zero",
    scaled: bool = True,
) -> SensorGame:
    """The lab's game (Section 7): ten-minute steps, one prior for each earlier day of the test day's month.

    `table` None takes the real readings when this computer has them, else the synthetic office, and the
    game says which. `test_day`, `training_days`, `min_coverage`, `epsilon`, `noise_std`, `steps`, `only_measured`,
    `mean` and `scaled` are as in `sensor_game`.
    """
    table = office_table() if table is None else table
    test = as_day(test_day)
    month = [day for day in table.days if (day.year, day.month) == (test.year, test.month)]
    if training_days is None and month and month[0] < test:
        table = table.select(first_day=month[0])
    return sensor_game(table, test, training_days, min_coverage, epsilon, noise_std, steps, only_measured, mean, scaled)
