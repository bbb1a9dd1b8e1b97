"""A set of experts as a person states it: days of the past, or points and kernels; and as data that a file can hold.

A person's numbers stay in a person's unit. What plays is (value - offset) / scale, of variance at most 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

import numpy as np

from pegp_lite.checks import as_finite, as_number, as_positive
from pegp_lite.gp.priors import Prior
from pegp_lite.problems.recipe import Recipe
from pegp_lite.problems.sensors.errors import DataError
from pegp_lite.problems.sensors.experts import LEAST_OF_A_DAY, NOISE_STD, heard, heard_enough, learn_from
from pegp_lite.problems.sensors.table import SensorTable, as_day

MEANS = ("zero", "day")  # a mean that moves through the hours would end with its first day


__all__ = ["from_days", "from_recipe"]


@dataclass(frozen=True, eq=False)
class Opinions:
    """Priors over named points, with their unit; `noise_std` is of one measurement, standardised as the priors are.

    `source` says where they came from, `step_minutes` how long a step is (0: as long as you like), `recipe` what to
    make them from again, where that is shorter than themselves.
    """

    priors: tuple[Prior, ...]
    points: tuple[str, ...]
    noise_std: float
    scale: float
    offset: float
    unit: str
    source: str
    step_minutes: int = 0
    recipe: Mapping[str, Any] | None = None

    def standardised(self, value: float) -> float:
        """A value as it plays."""
        return (value - self.offset) / self.scale

    def in_unit(self, standardised: float) -> float:
        """A value as a person knows it."""
        return standardised * self.scale + self.offset

    def as_data(self) -> dict[str, Any]:
        """For JSON, whole: nothing but this is needed to have the same priors again, bit for bit."""
        words = ("noise_std", "scale", "offset", "unit", "source", "step_minutes")
        data: dict[str, Any] = {word: getattr(self, word) for word in words}
        if self.recipe is not None:
            return data | {"recipe": dict(self.recipe)}
        return data | {
            "points": list(self.points),
            "priors": [
                {
                    "name": prior.name,
                    "epsilon": prior.epsilon,
                    "mean": prior.mean.tolist(),
                    "covariance": prior.covariance.tolist(),
                }
                for prior in self.priors
            ],
        }


def from_data(data: Mapping[str, Any]) -> Opinions:
    """What `as_data` described."""
    try:
        if "recipe" in data:
            return from_recipe(data["recipe"], data["source"])
        priors = tuple(
            Prior(each["name"], np.array(each["mean"]), np.array(each["covariance"]), each["epsilon"])
            for each in data["priors"]
        )
        noise_std, scale = (as_positive(word, data[word]) for word in ("noise_std", "scale"))
        offset = float(as_finite("offset", data["offset"]))
        unit, source = str(data["unit"]), str(data["source"])
        step = int(data["step_minutes"])
        return Opinions(priors, tuple(data["points"]), noise_std, scale, offset, unit, source, step)
    except (KeyError, TypeError) as error:
        raise ValueError(f"the experts cannot be read: {error!r} is wrong or missing") from None


def from_recipe(given: Mapping[str, Any], source: str) -> Opinions:
    """The experts of a recipe, `given` as TOML or JSON says it; `source`: what sentences call it.

    `pegp campaign new --help` shows a recipe.

    >>> expert = {"name": "Anna", "kernel": "rbf", "length": 3.0, "deviation": 2.0, "mean": 12.0}
    >>> points = {"bench 1": [0, 0], "bench 2": [0, 4]}
    >>> found = from_recipe({"unit": "kg", "noise": 0.3, "points": points, "experts": [expert]}, "benches")
    >>> found.points, found.unit
    (('bench 1', 'bench 2'), 'kg')
    """
    recipe = Recipe.read(given, source)
    scale = max(each.deviation for each in recipe.experts)
    priors = []
    for number, each in enumerate(recipe.experts, 1):
        try:
            priors.append(each.prior(recipe.places, recipe.labels, scale))
        except ValueError as error:
            raise ValueError(f"{source}, expert {number}: {error}") from None
    noise_std = recipe.noise / scale
    return Opinions(tuple(priors), recipe.labels, noise_std, scale, 0.0, recipe.unit, source, recipe=dict(given))


def from_days(
    table: SensorTable,
    days: Sequence[str | date] | None = None,
    *,
    mean: str = "zero",
    noise: float | None = None,
    epsilon: float | None = None,
    min_coverage: float = 0.7,
) -> Opinions:
    """Each day of a `table` as an expert on days to come; sensors read too seldom are left out.

    `noise`: of one measurement, in the table's unit; None takes a tenth of the readings' deviation. `days`: only
    these; `mean`, `epsilon` and `min_coverage` are as in `sensor_game`.

    >>> from pegp_lite.problems.sensors.office import synthetic_office
    >>> found = from_days(synthetic_office(days=3, bin_minutes=60), mean="day")
    >>> [prior.name for prior in found.priors], found.step_minutes
    (['1 March', '2 March', '3 March'], 60)
    """
    if mean not in MEANS:
        raise DataError(f"the mean of a campaign's priors must be one of {', '.join(MEANS)}, got {mean!r}")
    shares = heard(table)
    asked = tuple(sorted({as_day(day) for day in days})) if days is not None else None
    chosen = tuple(day for day in table.days if shares[day] >= LEAST_OF_A_DAY) if asked is None else asked
    for day in chosen:
        table.rows_of(day)
    if not chosen:
        raise DataError(f"{table.source} holds no day with enough readings to learn from")
    enough = heard_enough(table, chosen, as_number("min_coverage", min_coverage, 0.0, 1.0))
    if enough.sum() < 2:
        raise DataError(
            f"{table.source}: {int(enough.sum())} of {len(table.sensors)} sensors were read in {min_coverage:.0%} of "
            "the bins; at least two are wanted"
        )
    playing = table.select([name for name, keep in zip(table.sensors, enough, strict=True) if keep])
    first = learn_from(playing, chosen, min(0.5, min_coverage), NOISE_STD, epsilon, mean)
    noise_std = NOISE_STD if noise is None else as_positive("noise", noise) / first.scale
    learnt = first if noise is None else learn_from(playing, chosen, first.share, noise_std, epsilon, mean)
    return Opinions(
        learnt.priors,
        playing.sensors,
        noise_std,
        learnt.scale,
        learnt.offset,
        table.unit,
        f"{table.source}, {chosen[0]} to {chosen[-1]}",
        table.bin_minutes,
    )
