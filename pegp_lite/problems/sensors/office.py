"""A synthetic office: the stand-in for the real readings, simulated from a few plain rules of heat.

Every sensor's air loses warmth to the weather outside and mixes with its neighbours'; the sun comes in at
the east wall in the morning, at the south wall at noon and at the west wall in the afternoon; on weekdays
heating and cooling hold a set point from early morning to evening and people bring warmth, at weekends
nothing does. It looks like the lab in scale (most readings between 16 and 32 C) and claims nothing more.
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from pegp_lite.checks import Bools, Floats, as_count
from pegp_lite.problems.sensors.binning import Times, check_bin_minutes
from pegp_lite.problems.sensors.errors import DataError
from pegp_lite.problems.sensors.table import SensorTable

FLOOR = (40.0, 30.0)
FIRST_DAY = "2004-03-01"
_SUNRISE, _DAYLIGHT = 6.5, 11.5


def synthetic_office(
    days: int = 14,
    sensors: int = 46,
    seed: int = 0,
    bin_minutes: int = 10,
    first_day: str = FIRST_DAY,
) -> SensorTable:
    """Simulate so many `days` of an office of so many `sensors`; the same arguments give the same table.

    `seed` fixes the luck, `bin_minutes` is a bin's length, `first_day` a date such as "2004-03-01". Bins are missing
    now and then, one by one and for hours, about one in twenty.

    >>> from pegp_lite.problems.sensors.office import synthetic_office
    >>> office = synthetic_office(days=3, sensors=5, bin_minutes=60)
    >>> office.readings.shape, office.synthetic, str(office.days[-1])
    ((72, 5), True, '2004-03-03')
    """
    days, sensors = as_count("days", days), as_count("sensors", sensors)
    if sensors < 2:
        raise DataError(f"an office needs at least 2 sensors to choose from, got {sensors}")
    bin_minutes = check_bin_minutes(bin_minutes)
    if bin_minutes > 60:
        raise DataError(f"the office is simulated in steps of at most 60 minutes, got {bin_minutes}")
    rng_plan, rng_weather, rng_air, rng_gaps = np.random.default_rng(seed).spawn(4)
    bins = days * 1440 // bin_minutes
    times = np.datetime64(first_day, "s") + np.arange(bins) * np.timedelta64(60 * bin_minutes, "s")
    plan = _floor_plan(sensors, rng_plan)
    temperature = _simulate(times, plan, bin_minutes / 60, rng_plan, rng_weather, rng_air)
    temperature = np.round(temperature, 2)
    temperature[_gaps(temperature.shape, bin_minutes, rng_gaps)] = np.nan
    return SensorTable(
        times=times,
        sensors=tuple(str(i + 1) for i in range(sensors)),
        readings=temperature,
        unit="C",
        positions=plan,
        source="synthetic office",
        synthetic=True,
        checksum=hashlib.sha256(np.ascontiguousarray(temperature).tobytes()).hexdigest(),
    )


def _floor_plan(sensors: int, rng: np.random.Generator) -> Floats:
    """Places (N, 2) in metres: one in each cell of a grid over the floor, off its middle by chance."""
    width, depth = FLOOR
    columns = max(1, round(np.sqrt(sensors * width / depth)))
    rows = -(-sensors // columns)
    cells = np.sort(rng.permutation(rows * columns)[:sensors])
    corner = np.column_stack([cells % columns, cells // columns])
    return (corner + rng.uniform(0.15, 0.85, (sensors, 2))) * [width / columns, depth / rows]


def _simulate(times: Times, plan: Floats, hours: float, *rngs: np.random.Generator) -> Floats:
    """Temperatures (B, N) in C, one explicit step of `hours` for every bin."""
    rng_plan, rng_weather, rng_air = rngs
    bins, sensors = len(times), len(plan)
    hour = (times - times.astype("datetime64[D]")).astype(float) / 3600
    weekday = (times.astype("datetime64[D]").astype(np.int64) + 3) % 7 < 5
    outside = _weather(bins, hours, rng_weather) + 4.5 * np.cos(2 * np.pi * (hour - 15) / 24)
    shade = rng_plan.uniform(0.5, 1.2, (sensors, 3))
    sun = _sun(hour, bins, hours, rng_weather) @ (_windows(plan) * shade).T

    working = weekday & (hour > 7) & (hour < 20)
    set_point = 23.2 + rng_plan.normal(0, 0.7, sensors)
    leak = rng_plan.uniform(0.05, 0.08, sensors)
    people = rng_plan.gamma(2.0, 0.2, sensors)
    rhythm = (weekday & (hour > 8.5) & (hour < 18)) * (1 - 0.5 * np.exp(-((hour - 12.5) ** 2)))
    mixing = _mixing(plan)
    draught = _drifting(0.8**hours, rng_air.normal(0, 0.6 * np.sqrt(hours), (bins, sensors)))
    temperature = np.empty((bins, sensors))
    air = np.full(sensors, 19.0) + rng_plan.normal(0, 0.4, sensors)
    for b in range(bins):
        change = leak * (outside[b] - air) + sun[b] + people * rhythm[b] + mixing @ air
        change += working[b] * 0.6 * (set_point - air)
        air = air + hours * change
        temperature[b] = air + draught[b]
    return temperature + rng_plan.normal(0, 0.35, sensors)


def _weather(bins: int, hours: float, rng: np.random.Generator) -> Floats:
    """The outdoor temperature without its daily swing (B,), drifting over days around 16 C."""
    memory = np.exp(-hours / 60)
    push = rng.normal(0, 2.2 * np.sqrt(1 - memory**2), bins)
    return 16 + _drifting(memory, push)


def _sun(hour: Floats, bins: int, hours: float, rng: np.random.Generator) -> Floats:
    """Sunshine on the east, south and west wall (B, 3), dimmed by each day's clouds and by passing ones."""
    way = np.clip((hour - _SUNRISE) / _DAYLIGHT, 0, 1)
    height = np.sin(np.pi * way)
    per_day = round(24 / hours)
    clear = np.repeat(rng.uniform(0.45, 1.0, -(-bins // per_day)), per_day)[:bins]
    memory = 0.3**hours
    passing = _drifting(memory, rng.normal(0, 0.25 * np.sqrt(1 - memory**2), bins))
    walls = np.column_stack([np.cos(np.pi * way), height, -np.cos(np.pi * way)])
    return np.maximum(walls, 0) * (np.sqrt(height) * clear * np.clip(1 + passing, 0.2, 1.3))[:, None]


def _windows(plan: Floats) -> Floats:
    """How much of each wall's sun reaches a sensor, in C an hour (N, 3): most at the window."""
    x, y = plan.T
    wall = np.column_stack([FLOOR[0] - x, y, x])
    return np.array([9.0, 4.0, 5.0]) * np.exp(-wall / 3.5) + np.array([0.6, 1.0, 0.9])


def _mixing(plan: Floats) -> Floats:
    """Exchange of air between sensors (N, N) per hour: near ones mix, and what one gains the other loses."""
    distance = np.linalg.norm(plan[:, None] - plan, axis=2)
    exchange = 0.25 * np.exp(-((distance / 5) ** 2))
    np.fill_diagonal(exchange, 0.0)
    return exchange - np.diag(exchange.sum(1))


def _gaps(shape: tuple[int, ...], bin_minutes: int, rng: Any) -> Bools:
    """Missing bins (B, N): single ones at random, and now and then a sensor quiet for hours."""
    missing = rng.random(shape) < 0.02
    for sensor in range(shape[1]):
        for _ in range(rng.poisson(shape[0] * bin_minutes / 1440 * 0.15)):
            start = rng.integers(shape[0])
            missing[start : start + int(rng.integers(60, 360)) // bin_minutes, sensor] = True
    return missing


def _drifting(memory: float, pushes: Floats) -> Floats:
    """What drifts and forgets: each row is `memory` times the one before plus its own push; along the first axis."""
    from scipy.signal import lfilter  # here, because it alone would double the time to import the package

    return np.asarray(lfilter([1], [1, -memory], pushes, axis=0))
