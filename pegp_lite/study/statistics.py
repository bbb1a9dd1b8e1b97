"""What records say when many seeds are put together: means with their errors, differences with their intervals.

Small pure functions on arrays with a leading axis for the seeds. A seed that ran out of priors has NaN after its
end; it counts as long as it plays.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

import numpy as np
from scipy.special import stdtrit

from pegp_lite.bandit.record import Record
from pegp_lite.checks import Floats, Ints, as_probability

Regret = Literal["cumulative", "average", "instant"]


class Estimate(NamedTuple):
    """A mean over seeds, its standard error, its confidence interval, and how many seeds it rests on.

    `mean`, `error`, `low`, `high` and `seeds` have one shape.

    >>> from pegp_lite.study.statistics import estimate
    >>> found = estimate([1.0, 2.0, 3.0])
    >>> float(found.mean), int(found.seeds)
    (2.0, 3)
    """

    mean: Any
    error: Any
    low: Any
    high: Any
    seeds: Any

    def __str__(self) -> str:
        return f"{self.mean:.3g} [{self.low:.3g}, {self.high:.3g}]"


def estimate(per_seed: Any, level: float = 0.95) -> Estimate:
    """Mean over the first axis with Student's t interval, for (S,) or (S, ...) numbers; NaN marks no number.

    With a single seed the error is unknown: NaN, and the interval is the whole line.
    `per_seed`: the numbers. `level`: of the interval.

    >>> from pegp_lite.study.statistics import estimate
    >>> found = estimate([1.0, 2.0, 3.0])
    >>> round(float(found.low), 2), round(float(found.high), 2)
    (-0.48, 4.48)
    """
    numbers = np.asarray(per_seed, dtype=float)
    tail = (1 - as_probability("level", level)) / 2
    seeds = np.isfinite(numbers).sum(axis=0)
    many = np.maximum(seeds, 1)
    mean = np.where(seeds > 0, np.nansum(numbers, axis=0) / many, np.nan)
    spread = np.nansum((numbers - mean) ** 2, axis=0) / np.maximum(seeds - 1, 1)
    error = np.where(seeds > 1, np.sqrt(spread / many), np.nan)
    reach = stdtrit(np.maximum(seeds - 1, 1), 1 - tail) * np.nan_to_num(error)
    low, high = np.where(seeds > 1, mean - reach, -np.inf), np.where(seeds > 1, mean + reach, np.inf)
    return Estimate(mean[()], error[()], low[()], high[()], seeds[()])


def difference(one: Any, other: Any, level: float = 0.95) -> Estimate:
    """Mean of `one` minus `other`, paired by seed: what they share (function, noise, masks) cancels.

    `level`: of the interval. Returns an `Estimate`.

    >>> from pegp_lite.study.statistics import difference
    >>> found = difference([1.0, 2.0, 4.0], [2.0, 3.0, 5.5])
    >>> round(float(found.mean), 2), round(float(found.high), 2)
    (-1.17, -0.45)
    """
    first, second = np.asarray(one, dtype=float), np.asarray(other, dtype=float)
    if first.shape != second.shape:
        raise ValueError(f"a paired difference wants the same seeds on both sides, got {first.shape}, {second.shape}")
    return estimate(first - second, level)


def regret_by_seed(record: Record, kind: Regret = "cumulative", scale: float = 1.0) -> Floats:
    """Regret up to each step, (S, T): summed, averaged over the steps so far, or each step's own.

    `record`: the games. `kind`: "cumulative", "average" or "instant". `scale`: what one unit of regret is worth.

    >>> from pegp_lite import Random, play
    >>> from pegp_lite.problems.toy import toy
    >>> from pegp_lite.study.statistics import regret_by_seed
    >>> regret_by_seed(play(toy(seeds=2, T=20, points=61), Random()), "average").shape
    (2, 20)
    """
    if kind == "instant":
        return scale * record.regret
    summed = scale * record.cumulative_regret
    if kind == "cumulative":
        return summed
    if kind == "average":
        return summed / np.arange(1, summed.shape[1] + 1)
    raise ValueError(f'kind must be "cumulative", "average" or "instant", got {kind!r}')


def part_regret(record: Record, start: float = 0.0, end: float = 1.0) -> Floats:
    """Mean regret a step between two shares of the game, (S,): `part_regret(r, 0.5)` is the second half's.

    `record`: the games. `start` and `end`: shares of the game, from 0 to 1.

    >>> from pegp_lite import Random, play
    >>> from pegp_lite.problems.toy import toy
    >>> from pegp_lite.study.statistics import part_regret
    >>> part_regret(play(toy(seeds=2, T=20, points=61), Random()), 0.5).shape
    (2,)
    """
    return record.regret[:, _steps(record, start, end)].mean(axis=1)


def prior_shares(record: Record, n_priors: int, start: float = 0.0, end: float = 1.0) -> Floats:
    """Each prior's share of the steps on which one was trusted, for each seed, (S, P); NaN where none ever was.

    `record`: the games. `n_priors`: how many competed. `start` and `end`: shares of the game, from 0 to 1.

    >>> from pegp_lite import KnownPrior, play
    >>> from pegp_lite.problems.toy import toy
    >>> from pegp_lite.study.statistics import prior_shares
    >>> prior_shares(play(toy(seeds=2, T=20, points=61), KnownPrior()), 11)[:, 2].tolist()
    [1.0, 1.0]
    """
    chosen = record.chosen_priors[:, _steps(record, start, end)]
    counts = np.stack([(chosen == p).sum(axis=1) for p in range(n_priors)], axis=1)
    total = counts.sum(axis=1, keepdims=True)
    return np.where(total > 0, counts / np.maximum(total, 1), np.nan)


def pick_counts(record: Record, n_points: int) -> Ints:
    """How often each point was queried, over all seeds and steps, (N,).

    `record`: the games. `n_points`: how many there are.

    >>> from pegp_lite import Random, play
    >>> from pegp_lite.problems.toy import toy
    >>> from pegp_lite.study.statistics import pick_counts
    >>> int(pick_counts(play(toy(seeds=2, T=20, points=61), Random()), 61).sum())
    40
    """
    points = record.points[record.points >= 0]
    return np.bincount(points, minlength=n_points)


class Eliminations(NamedTuple):
    """Per prior, (P,): share of seeds that rejected it, and the median step among those (NaN where none did).

    `share` and `median_step`, as `eliminations` returns them.

    >>> from pegp_lite.study.statistics import Eliminations
    >>> Eliminations([0.5], [7.0]).share
    [0.5]
    """

    share: Floats
    median_step: Floats


def eliminations(record: Record) -> Eliminations:
    """When priors were rejected, over all seeds.

    `record`: the games. Returns `Eliminations`.

    >>> from pegp_lite import PriorElimination, play
    >>> from pegp_lite.problems.toy import toy
    >>> from pegp_lite.study.statistics import eliminations
    >>> eliminations(play(toy(seeds=2, T=40, points=61), PriorElimination())).share.shape
    (11,)
    """
    steps = np.where(record.eliminated_at > 0, record.eliminated_at, np.nan)
    share = np.isfinite(steps).mean(axis=0)
    median = np.full(len(share), np.nan)
    median[share > 0] = np.nanmedian(steps[:, share > 0], axis=0)
    return Eliminations(share, median)


def alive_over_time(record: Record) -> Floats:
    """How many priors are still alive after each step, mean over the seeds, (T,).

    `record`: the games.

    >>> from pegp_lite import PriorElimination, play
    >>> from pegp_lite.problems.toy import toy
    >>> from pegp_lite.study.statistics import alive_over_time
    >>> alive = alive_over_time(play(toy(seeds=2, T=40, points=61), PriorElimination()))
    >>> bool(11 >= alive[0] >= alive[-1] >= 1)
    True
    """
    T, (S, P) = record.regret.shape[1], record.eliminated_at.shape
    rejected = np.bincount(record.eliminated_at[record.eliminated_at > 0], minlength=T + 1)[1:]
    return P - rejected.cumsum() / S


def _steps(record: Record, start: float, end: float) -> slice:
    T = record.regret.shape[1]
    return slice(round(start * T), max(round(end * T), round(start * T) + 1))
