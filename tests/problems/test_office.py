"""The synthetic office: the same for a seed, like the lab in scale, and true to its own rules."""

from __future__ import annotations

from datetime import date

import numpy as np
import pytest

from pegp_lite.problems.sensors.office import FLOOR, synthetic_office
from pegp_lite.problems.sensors.table import DataError

OFFICE = synthetic_office()


def hours(first: float, last: float) -> np.ndarray:
    """The office's bins between two hours of the day."""
    hour = (OFFICE.times - OFFICE.times.astype("datetime64[D]")).astype(float) / 3600
    return (hour >= first) & (hour < last)


def weekend() -> np.ndarray:
    return np.isin(OFFICE.times.astype("datetime64[D]").astype(int) % 7, [2, 3])  # 1 January 1970 was a Thursday


def test_its_shape_is_the_lab_s():
    assert OFFICE.synthetic
    assert OFFICE.source == "synthetic office"
    assert OFFICE.readings.shape == (2016, 46)
    assert (OFFICE.days[0], OFFICE.days[-1]) == (date(2004, 3, 1), date(2004, 3, 14))
    assert OFFICE.positions is not None
    assert ((OFFICE.positions >= 0) & (OFFICE.positions <= FLOOR)).all()


@pytest.mark.parametrize("seed", range(5))
def test_its_temperatures_are_an_office_s(seed):
    readings = synthetic_office(seed=seed).readings
    low, middle, high = np.nanpercentile(readings, [1, 50, 99])
    assert 14 < low < 19
    assert 20 < middle < 24
    assert 25 < high < 34
    assert (np.nanmin(readings), np.nanmax(readings)) > (10, 0)
    assert np.nanmax(readings) < 45


def test_a_seed_is_a_table():
    assert synthetic_office().checksum == OFFICE.checksum
    np.testing.assert_array_equal(synthetic_office().readings, OFFICE.readings)
    assert synthetic_office(seed=1).checksum != OFFICE.checksum


def test_days_are_warmer_than_nights_and_weekends_unlike_weekdays():
    mean = np.nanmean(OFFICE.readings, axis=1)
    assert mean[hours(13, 17)].mean() > mean[hours(3, 6)].mean() + 3
    morning, free = hours(9, 11), weekend()
    assert mean[morning & ~free].mean() > mean[morning & free].mean() + 1


def test_the_sun_comes_from_the_east_and_leaves_in_the_west():
    assert OFFICE.positions is not None
    x = OFFICE.positions[:, 0]
    east, west = x > FLOOR[0] - 6, x < 6
    rise = np.nanmean(OFFICE.readings[hours(9, 10)], 0) - np.nanmean(OFFICE.readings[hours(6, 7)], 0)
    assert rise[east].mean() > rise[west].mean()
    late = np.nanmean(OFFICE.readings[hours(16, 17)], 0) - np.nanmean(OFFICE.readings[hours(9, 10)], 0)
    assert late[west].mean() > late[east].mean()


def test_some_bins_are_missing_and_every_sensor_is_heard():
    share = np.isnan(OFFICE.readings).mean()
    assert 0.02 < share < 0.12
    assert OFFICE.coverage.min() > 0.7


def test_neighbours_move_together():
    assert OFFICE.positions is not None
    distance = np.linalg.norm(OFFICE.positions[:, None] - OFFICE.positions, axis=2)
    correlation = np.ma.corrcoef(np.ma.masked_invalid(np.diff(OFFICE.readings[::6], axis=0)), rowvar=False).data
    near, far = (distance > 0) & (distance < 6), distance > 25
    assert correlation[near].mean() > correlation[far].mean()


@pytest.mark.parametrize(("days", "sensors", "bin_minutes"), [(1, 2, 10), (3, 7, 60), (2, 100, 30)])
def test_other_sizes(days, sensors, bin_minutes):
    table = synthetic_office(days, sensors, bin_minutes=bin_minutes)
    assert table.readings.shape == (days * 1440 // bin_minutes, sensors)
    assert table.bin_minutes == bin_minutes
    assert np.nanmax(table.readings) < 50


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"sensors": 1}, "at least 2 sensors"),
        ({"bin_minutes": 7}, "1440"),
        ({"bin_minutes": 120}, "60"),
        ({"days": 0}, "days"),
    ],
)
def test_what_makes_no_office_is_refused(more, said):
    with pytest.raises(ValueError, match=said):
        synthetic_office(**more)


def test_data_errors_are_value_errors():
    assert issubclass(DataError, ValueError)
