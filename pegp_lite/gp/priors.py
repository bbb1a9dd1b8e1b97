"""One expert's opinion: a Gaussian-process prior over a finite set of points, and functions drawn from it."""

from __future__ import annotations

import copy
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from pegp_lite.checks import Floats, as_count, as_finite, as_number, shape_text
from pegp_lite.gp.factor import Factor, factorise
from pegp_lite.gp.linear import product


@dataclass(frozen=True, eq=False)
class Prior:
    """A Gaussian-process prior on N points whose functions forget at rate `epsilon`.

    `mean` (N,), or (T, N) where it moves in time; `covariance` (N, N) over the points. Between step t and t'
    the covariance is K (1 - epsilon)^(|t - t'| / 2): `epsilon` 0 never moves, 1 is a new function each step.
    """

    name: str
    mean: Floats
    covariance: Floats
    epsilon: float = 0.0
    factor: Factor = field(init=False, repr=False)

    def __post_init__(self) -> None:
        who = f'Prior "{self.name}"'
        if not isinstance(self.name, str) or not self.name:
            raise ValueError(f"a prior's name must be some text, got {self.name!r}")
        mean, covariance = as_finite(f"{who}: mean", self.mean), as_finite(f"{who}: covariance", self.covariance)
        if mean.ndim not in (1, 2) or mean.size == 0:
            raise ValueError(f"{who}: mean must be (N,) or (T, N), got {shape_text(mean.shape)}")
        n = mean.shape[-1]
        if covariance.shape != (n, n):
            raise ValueError(
                f"{who}: covariance must be {n} x {n} to match its mean, got {shape_text(covariance.shape)}"
            )
        asymmetry = np.abs(covariance - covariance.T)
        if asymmetry.max() > 1e-8 * max(np.abs(covariance).max(), 1e-300):
            i, j = np.unravel_index(np.argmax(asymmetry), asymmetry.shape)
            raise ValueError(
                f"{who}: covariance must be symmetric, got {covariance[i, j]:g} at ({i}, {j}) "
                f"but {covariance[j, i]:g} at ({j}, {i})"
            )
        covariance = _frozen((covariance + covariance.T) / 2)
        try:
            factor = factorise(covariance)
        except ValueError as error:
            raise ValueError(f"{who}: covariance {error}") from None
        if factor.variance.max() > 1 + 1e-9:
            warnings.warn(
                f"{who}: the largest variance is {factor.variance.max():g}; the theory assumes at most 1, "
                "so its guarantees do not cover this prior",
                stacklevel=3,
            )
        _set(self, mean=_frozen(mean.copy()), covariance=covariance, factor=factor)
        _set(self, epsilon=as_number(f"{who}: epsilon", self.epsilon, 0.0, 1.0))

    def about(self, name: str, mean: Any) -> Prior:
        """The same covariance and epsilon about another mean, (N,) or (T, N), under another name."""
        moved = copy.copy(self)
        given = as_finite(f'Prior "{name}": mean', mean)
        if given.shape[-1:] != (self.n_points,) or given.ndim > 2:
            raise ValueError(f'Prior "{name}": mean must be over {self.n_points} points, got {shape_text(given.shape)}')
        _set(moved, name=name, mean=_frozen(given.copy()))
        return moved

    @property
    def n_points(self) -> int:
        """How many points the prior speaks of."""
        return len(self.covariance)

    @property
    def memory(self) -> float:
        """rho = sqrt(1 - epsilon): the correlation between one step and the next."""
        return float(np.sqrt(1.0 - self.epsilon))


def draw_function(prior: Prior, T: int, rng: np.random.Generator) -> Floats:
    """One function that moves by the prior's own law, (T, N): f_{t+1} = rho f_t + sqrt(1 - rho^2) g around the mean."""
    return draw_functions(prior, T, [rng])[0]


def draw_functions(prior: Prior, T: int, streams: Sequence[np.random.Generator]) -> Floats:
    """One function from each stream, (S, T, N), drawn in lock step."""
    T = as_count("T", T)
    if prior.mean.ndim == 2 and len(prior.mean) != T:
        raise ValueError(f'Prior "{prior.name}": its mean has {len(prior.mean)} steps, asked for {T}')
    features, rho = prior.factor.features, prior.memory
    weights = np.stack([rng.standard_normal((T, features.shape[1])) for rng in streams])
    weights[:, 1:] *= np.sqrt(1 - rho**2)
    for t in range(1, T):
        weights[:, t] += rho * weights[:, t - 1]
    drawn = product(weights.reshape(len(streams) * T, features.shape[1]), features.T).reshape(
        len(streams), T, prior.n_points
    )
    drawn += prior.mean
    return drawn


def _frozen(array: Any) -> Floats:
    array.flags.writeable = False
    return array


def _set(instance: Any, **values: Any) -> None:
    """Fill a frozen dataclass's fields once, after checking them."""
    for name, value in values.items():
        object.__setattr__(instance, name, value)
