"""The game on a table of sensors: find the highest reading of a day that other days are the experts on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

import numpy as np

from pegp_lite.checks import Floats, as_count, as_number, as_positive
from pegp_lite.problems.problem import Problem
from pegp_lite.problems.sensors.days import day_name
from pegp_lite.problems.sensors.errors import DataError
from pegp_lite.problems.sensors.experts import (
    LEAST_OF_A_DAY,
    LEAST_OF_TEST_DAY,
    NOISE_STD,
    heard,
    heard_enough,
    last_heard,
    learn_from,
)
from pegp_lite.problems.sensors.table import SensorTable, as_day

__all__ = ["SensorGame", "sensor_game"]


@dataclass(frozen=True, eq=False)
class SensorGame:
    """A `problem` made from readings, with the way back to their unit.

    >>> from pegp_lite.problems.sensors.office import synthetic_office
    >>> game = sensor_game(synthetic_office(days=3, bin_minutes=60))
    >>> game.label, len(game.sensors), game.table.unit
    ('synthetic: synthetic office, 3 March 2004', 46, 'C')

    The problem's values are standardised: (reading - `unit_offset`) / `unit_scale`. `table` holds the
    sensors that play, in the problem's order; `test_day` is played after
    `training_days`; `epsilons` (P,) are the priors' forgetting rates; `notes` say what was left out.
    """

    problem: Problem
    table: SensorTable
    test_day: date
    training_days: tuple[date, ...]
    unit_scale: float
    unit_offset: float
    epsilons: Floats
    notes: tuple[str, ...] = ()

    @property
    def sensors(self) -> tuple[str, ...]:
        """The sensors' names, in the order of the problem's points."""
        return self.table.sensors

    @property
    def synthetic(self) -> bool:
        """Whether the readings were simulated; what is drawn from them must say so."""
        return self.table.synthetic

    @property
    def label(self) -> str:
        """Where the readings come from, for a figure's face."""
        return f"{'synthetic: ' if self.synthetic else ''}{self.table.source}, {day_name(self.test_day, True)}"

    def in_unit(self, standardised: Any) -> Floats:
        """Regret or any other difference of values in the table's unit."""
        return np.asarray(standardised, float) * self.unit_scale

    def readings(self) -> Floats:
        """The true values in the table's unit, (T, N)."""
        return self.problem.values * self.unit_scale + self.unit_offset


def sensor_game(
    table: SensorTable,
    test_day: str | date | None = None,
    training_days: Sequence[str | date] | None = None,
    min_coverage: float = 0.7,
    epsilon: float | Sequence[float] | None = None,
    noise_std: float = NOISE_STD,
    steps: int | None = None,
    only_measured: bool = False,
    mean: str = "zero",
    scaled: bool = True,
) -> SensorGame:
    """Make the game of one test day of a `table`, with one prior for each training day.

    `test_day`: by default the last day that was heard in half of its bins. `training_days`: all days before it by
    default; a day heard in under a quarter of its bins is left out of the default and refused when named. A sensor
    plays when it was read in at least `min_coverage` of the bins of all these days, and in half of the test day's.
    `epsilon`: one rate, one a day, or None to fit each day's own. `noise_std` is in standardised units (0.1 is a
    choice of ours, a tenth of the training readings' deviation; the paper does not give its noise). `steps`: the
    first so many bins of the day. `mean`: what the priors expect of each sensor, "zero" as in the paper, which
    cannot know that one sensor reads more than another; "day" or "hour", see `day_priors`. `scaled`: whether each
    day's covariance is brought to a largest variance of 1, as the theory wants it, or left as it is.

    All readings are standardised with one mean and one deviation, those of the training days' readings, so
    that warmer sensors stay warmer. Gaps are bridged by straight lines within their day; `only_measured`
    closes a sensor in the test bins where it was not read.

    >>> from pegp_lite.problems.sensors.office import synthetic_office
    >>> game = sensor_game(synthetic_office(days=4, bin_minutes=60), steps=6)
    >>> game.problem.n_steps, [prior.name for prior in game.problem.priors]
    (6, ['1 March', '2 March', '3 March'])
    """
    min_coverage = as_number("min_coverage", min_coverage, 0.0, 1.0)
    noise_std = as_positive("noise_std", noise_std)
    test = last_heard(table) if test_day is None else as_day(test_day)
    table.rows_of(test)
    training, notes = _training_days(table, test, training_days)
    playing = _playing(table, test, training, min_coverage)
    left_out = [name for name in table.sensors if name not in playing.sensors]
    if test_day is None and test != table.days[-1]:
        notes += (f"{day_name(test)} is played: of what follows, too little was read.",)
    if left_out:
        notes += (f"Left out for want of readings: {', '.join(left_out)}.",)

    learnt = learn_from(playing, training, min(0.5, min_coverage), noise_std, epsilon, mean, scaled)
    played = learnt.ready(test)
    length = len(played.readings) if steps is None else as_count("steps", steps)
    if length > len(played.readings):
        raise DataError(f"steps must be at most {len(played.readings)}, the bins of {test}, got {length}")
    priors = tuple(p.about(p.name, p.mean[:length]) if p.mean.ndim == 2 else p for p in learnt.priors)
    measured = np.isfinite(playing.readings[playing.rows_of(test)])[:length]
    problem = Problem(priors, played.readings[:length], noise_std, measured if only_measured else None)
    epsilons = np.array([prior.epsilon for prior in priors])
    return SensorGame(problem, playing, test, training, learnt.scale, learnt.offset, epsilons, notes)


def _training_days(
    table: SensorTable, test: date, asked: Sequence[str | date] | None
) -> tuple[tuple[date, ...], tuple[str, ...]]:
    """The days to learn from, in order, and what was left out of them."""
    shares = heard(table)
    if asked is not None:
        days = tuple(sorted({as_day(day) for day in asked}))
        for day in days:
            table.rows_of(day)
            if shares[day] < LEAST_OF_A_DAY:
                raise DataError(
                    f"{table.source}: {day} was heard in {shares[day]:.0%} of its bins, too few to learn from"
                )
        if not days:
            raise DataError("training_days must name at least one day, got none")
        return days, (f"{test} is both learnt from and played: its expert has seen the answers.",) * (test in days)
    before = [day for day in table.days if day < test]
    days = tuple(day for day in before if shares[day] >= LEAST_OF_A_DAY)
    if not days:
        raise DataError(
            f"{table.source} holds no usable day before {test} to learn from (it holds {table.days[0]} to "
            f"{table.days[-1]}); take a later test day, or name the training days"
        )
    thin = [day_name(day) for day in before if day not in days]
    return days, (f"Not learnt from, hardly any readings: {', '.join(thin)}.",) if thin else ()


def _playing(table: SensorTable, test: date, training: tuple[date, ...], min_coverage: float) -> SensorTable:
    """The table of the sensors that were read often enough."""
    tested = np.isfinite(table.readings[table.rows_of(test)]).mean(0)
    enough = heard_enough(table, {*training, test}, min_coverage)
    enough &= (tested >= min(LEAST_OF_TEST_DAY, min_coverage)) & (tested > 0)
    if enough.sum() < 2:
        raise DataError(
            f"{table.source}: {int(enough.sum())} of {len(table.sensors)} sensors were read in "
            f"{min_coverage:.0%} of the bins and in half of those of {test}, which is "
            f"{table.day_coverage[test]:.0%} full; at least two are wanted: "
            "lower the share (--min-coverage) or take another test day (--test-day)",
            options=("min_coverage", "test_day"),
        )
    return table.select([name for name, keep in zip(table.sensors, enough, strict=True) if keep])
