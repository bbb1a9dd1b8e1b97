"""One prior a day: what its readings say about how the sensors move together, and how fast they forget."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

import numpy as np

from pegp_lite.checks import Bools, Floats, as_finite
from pegp_lite.gp.priors import Prior
from pegp_lite.problems.sensors.errors import DataError
from pegp_lite.problems.sensors.forgetting import fit_epsilon

MEANS = ("zero", "day", "hour")
_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


@dataclass(frozen=True, eq=False)
class Day:
    """A day made ready: `readings` (T, N) without gaps, and which bins were `heard` (T,)."""

    day: date
    readings: Floats
    heard: Bools


def day_name(day: date, with_year: bool = False) -> str:
    """ "7 March", whatever the computer's language."""
    return f"{day.day} {_MONTHS[day.month - 1]}" + (f" {day.year}" if with_year else "")


def day_names(days: Sequence[date]) -> list[str]:
    """Names that differ: with the year where the days span more than one."""
    years = len({day.year for day in days}) > 1
    return [day_name(day, years) for day in days]


def fill_gaps(readings: Floats) -> Floats:
    """Straight lines in time across the gaps of one day (T, N).

    Before its first and after its last reading a sensor holds the nearest one. A sensor silent the whole day
    moves as the mean of the others does.
    """
    filled = readings.copy()
    bins = np.arange(len(readings))
    seen = np.isfinite(readings)
    for i in np.flatnonzero(~seen.all(0) & seen.any(0)):
        filled[:, i] = np.interp(bins, bins[seen[:, i]], readings[seen[:, i], i])
    silent = ~seen.any(0)
    if silent.any() and not silent.all():
        filled[:, silent] = filled[:, ~silent].mean(1, keepdims=True)
    return filled


def ready_day(day: date, readings: Floats, share: float = 0.5) -> Day:
    """Fill one day's gaps; a bin counts as heard when at least this share of the sensors was read in it."""
    heard = np.isfinite(readings).mean(1) >= max(share, 1e-9)
    return Day(day, fill_gaps(readings), heard)


def daily_course(days: Sequence[Day], bins_an_hour: float) -> Floats:
    """What each sensor read on average at each hour of the day, (T, N), over the heard bins of all days."""
    seen = np.array([np.where(day.heard[:, None], day.readings, np.nan) for day in days])
    filled = np.array([day.readings for day in days])
    hours = (np.arange(seen.shape[1]) / max(bins_an_hour, 1.0)).astype(int)
    course = np.empty(seen.shape[1:])
    for hour in np.unique(hours):
        at = hours == hour
        silent = np.isnan(seen[:, at]).all()
        course[at] = filled[:, at].mean((0, 1)) if silent else np.nanmean(seen[:, at], axis=(0, 1))
    return course


def day_covariance(day: Day, about: Floats | None = None, scaled: bool = True) -> tuple[Floats, Floats]:
    """The day's mean (N,) and its covariance (N, N) about that mean, `scaled` to a largest variance of 1.

    Only heard bins count: a line drawn through a silent night says nothing about how sensors move. With
    `about` (T, N) the covariance is that of the readings' distance from it.
    """
    heard = (day.readings if about is None else day.readings - about)[day.heard]
    mean = heard.mean(0)
    covariance = np.atleast_2d(np.cov(heard, rowvar=False))
    largest = float(np.diag(covariance).max())
    if not largest > 0:
        raise DataError(f"{day_name(day.day, True)}: every sensor stands still all day, so it makes no prior")
    if not scaled:
        return mean, covariance
    at_most_1 = covariance / largest
    return mean, at_most_1 / max(1.0, float(np.diag(at_most_1).max()))


def day_priors(
    days: Sequence[Day],
    noise_std: float,
    epsilon: float | Sequence[float] | None = None,
    mean: str = "zero",
    bins_an_hour: float = 6.0,
    scaled: bool = True,
) -> tuple[Prior, ...]:
    """A prior for each day; `epsilon` None fits every day's own rate; `scaled` as in `day_covariance`.

    `mean`: "zero", as in the paper; "day", each sensor's mean of that day; "hour", its average course through
    the hours of all these days, (T, N). The rate is the one under which the day's readings about that mean
    are most likely, under the very covariance and noise the game is played with.
    """
    if mean not in MEANS:
        raise DataError(f"mean must be one of {', '.join(MEANS)}, got {mean!r}")
    if mean == "hour" and len(days) < 2:
        raise DataError('mean "hour" is the average over several days, and there is one training day: say "day"')
    course = daily_course(days, bins_an_hour) if mean == "hour" else None
    found = [day_covariance(day, course, scaled) for day in days]
    covariances = np.array([covariance for _, covariance in found])
    if epsilon is None:
        about = 0.0 if course is None else course
        centred = np.array([day.readings - about - level for day, (level, _) in zip(days, found, strict=True)])
        rates = fit_epsilon(centred, covariances, noise_std, np.array([day.heard for day in days]))
    else:
        rates = as_finite("epsilon", epsilon)
        if rates.shape not in ((), (len(days),)):
            raise DataError(f"epsilon must be one rate or {len(days)}, one for each training day, got {epsilon!r}")
    names = day_names([day.day for day in days])
    rates = np.broadcast_to(rates, len(days))
    zero = np.zeros(covariances.shape[1])
    means = [zero if mean == "zero" else level if course is None else course for level, _ in found]
    return tuple(
        Prior(name, prior_mean, covariance, float(rate))
        for name, prior_mean, covariance, rate in zip(names, means, covariances, rates, strict=True)
    )
