"""Experts by hand: points with their places, and for each expert a kernel, a deviation and a mean, in your own unit.

unit = "kg"
noise = 0.3                       # deviation of one measurement

[points]                          # a name and a place, one number or several; or: grid = [[0, 10, 21]]
"bench 1" = [0, 0]
"bench 2" = [0, 4]

[[experts]]
name = "Anna"
kernel = "rbf"                    # or "matern", with smoothness = 0.5, 1.5 or 2.5
length = 3.0                      # points so far apart are still alike
deviation = 2.0                   # how far from the mean a value may well be
mean = 12.0                       # one number, a list, or a number by name: { "bench 1" = 14 } and the rest 0
epsilon = 0.02                    # how much is forgotten from step to step: 0 nothing, 1 all
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import product
from typing import Any

import numpy as np

from pegp_lite.checks import Floats, as_finite, as_number, as_positive
from pegp_lite.gp.kernels import matern, rbf
from pegp_lite.gp.priors import Prior

MOST_POINTS = 2000


@dataclass(frozen=True)
class Expert:
    """One expert of a recipe."""

    name: str
    length: float
    deviation: float
    kernel: str = "rbf"
    smoothness: float = 1.5
    mean: Any = 0.0
    epsilon: float = 0.0

    def prior(self, places: Floats, labels: Sequence[str], scale: float) -> Prior:
        """The expert's prior, with values divided by `scale`."""
        if self.kernel == "rbf":
            alike = rbf(places, as_positive("length", self.length) ** 2)
        elif self.kernel == "matern":
            alike = matern(places, self.smoothness, self.length)
        else:
            raise ValueError(f'kernel must be "rbf" or "matern", got {self.kernel!r}')
        return Prior(self.name, self._mean(labels) / scale, (self.deviation / scale) ** 2 * alike, self.epsilon)

    def _mean(self, labels: Sequence[str]) -> Floats:
        if isinstance(self.mean, Mapping):
            unknown = [name for name in self.mean if name not in labels]
            if unknown:
                raise ValueError(
                    f"mean speaks of {unknown[0]!r}, which is no point; points are {', '.join(labels[:12])}"
                )
            return as_finite("mean", [self.mean.get(name, 0.0) for name in labels])
        given = as_finite("mean", self.mean)
        if given.shape not in ((), (len(labels),)):
            raise ValueError(f"mean must be one number or {len(labels)}, one a point, got {len(given)}")
        return np.broadcast_to(given, len(labels)).copy()


@dataclass(frozen=True, eq=False)
class Recipe:
    """A recipe that was read: `places` (N, d) of the points, their `labels`, the `experts`, `noise` and `unit`."""

    places: Floats
    labels: tuple[str, ...]
    experts: tuple[Expert, ...]
    noise: float
    unit: str

    @classmethod
    def read(cls, given: Mapping[str, Any], source: str) -> Recipe:
        """Read what TOML or JSON held; ValueError says what is wrong, and in which expert."""
        where = source
        try:
            _only(given, {"points", "grid", "experts", "noise", "unit"})
            if ("points" in given) == ("grid" in given):
                raise ValueError("either points, by name, or a grid is wanted")
            labels, places = _grid(given["grid"]) if "grid" in given else _named(given["points"])
            experts = []
            listed = given.get("experts")
            if not isinstance(listed, list) or not listed:
                raise ValueError("at least one [[experts]] is wanted")
            for number, each in enumerate(listed, 1):
                where = f"{source}, expert {number}"
                _only(each, {field.name for field in fields(Expert)})
                lacking = [word for word in ("name", "length", "deviation") if word not in each]
                if lacking:
                    raise ValueError(f"it lacks {' and '.join(lacking)}")
                as_positive("deviation", each["deviation"])
                as_number("epsilon", each.get("epsilon", 0.0), 0.0, 1.0)
                experts.append(Expert(**each))
            where = source
            if "noise" not in given:
                raise ValueError("it does not say the noise of a measurement: noise = 0.3, say")
            return cls(places, labels, tuple(experts), as_positive("noise", given["noise"]), str(given.get("unit", "")))
        except (ValueError, TypeError, AttributeError) as error:
            raise ValueError(f"{where}: {error}") from None


def _only(given: Any, known: set[str]) -> None:
    if not isinstance(given, Mapping):
        raise ValueError(f"a table of settings was wanted, got {given!r}")
    unknown = [word for word in given if word not in known]
    if unknown:
        raise ValueError(f"nobody knows {unknown[0]!r}; known are {', '.join(sorted(known))}")


def _named(points: Any) -> tuple[tuple[str, ...], Floats]:
    if not isinstance(points, Mapping) or len(points) < 2:
        raise ValueError("points must be at least two names, each with its place")
    places = [np.atleast_1d(as_finite(f"the place of {name!r}", place)) for name, place in points.items()]
    if len({place.shape for place in places}) > 1:
        raise ValueError("all places must have as many numbers")
    return tuple(map(str, points)), np.array(places)


def _grid(axes: Any) -> tuple[tuple[str, ...], Floats]:
    if not isinstance(axes, list) or not axes or not all(isinstance(axis, list) and len(axis) == 3 for axis in axes):
        raise ValueError("grid must be a list of axes [from, to, count]: grid = [[0, 10, 21]]")
    lines = [np.linspace(float(low), float(high), int(count)) for low, high, count in axes]
    places = np.array(list(product(*lines)))
    if not 2 <= len(places) <= MOST_POINTS:
        raise ValueError(f"a grid of 2 to {MOST_POINTS:,} points is wanted, got {len(places):,}")
    return tuple(", ".join(f"{x:g}" for x in place) for place in places), places
