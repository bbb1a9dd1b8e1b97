"""Day priors that know which sensor reads more: their means, against plain averages of the readings."""

from __future__ import annotations

import numpy as np
import pytest
from csv_zoo import grid, text

from pegp_lite.bandit.play import play
from pegp_lite.bandit.policies import PriorElimination
from pegp_lite.problems import DataError, sensor_game
from pegp_lite.problems.sensors.reading import read_table

TABLE = read_table(text(grid()), title="zoo.csv").table


def standardised() -> np.ndarray:
    """The three training days (3, 24, 4), by the game's own offset and scale."""
    days = TABLE.readings.reshape(4, 24, 4)[:3]
    return (days - days.mean()) / days.std()


@pytest.mark.parametrize("mean", ["zero", "day", "hour"])
def test_the_priors_carry_the_mean_asked_for(mean: str) -> None:
    game = sensor_game(TABLE, mean=mean)
    days = standardised()
    for prior, day in zip(game.problem.priors, days, strict=True):
        wanted = {"zero": np.zeros(4), "day": day.mean(0), "hour": days.mean(0)}[mean]
        np.testing.assert_allclose(prior.mean, wanted, atol=1e-12)
        apart = day - (days.mean(0) if mean == "hour" else 0)
        covariance = np.cov(apart, rowvar=False)
        np.testing.assert_allclose(prior.covariance, covariance / covariance.diagonal().max(), atol=1e-9)


def test_a_shorter_game_has_a_shorter_mean_and_is_played() -> None:
    game = sensor_game(TABLE, mean="hour", steps=10)
    assert {prior.mean.shape for prior in game.problem.priors} == {(10, 4)}
    assert play(game.problem, PriorElimination(delta=0.1), seeds=2).points.shape == (2, 10)


def test_means_that_cannot_be_had_are_refused() -> None:
    with pytest.raises(DataError, match="one of zero, day, hour, got 'week'"):
        sensor_game(TABLE, mean="week")
    with pytest.raises(DataError, match="there is one training day"):
        sensor_game(TABLE, mean="hour", training_days=["2024-02-27"])
