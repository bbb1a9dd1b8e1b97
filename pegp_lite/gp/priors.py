"""One expert's opinion: a Gaussian-process prior over a finite set of points, and functions drawn from it."""

from __future__ import annotations

import copy
import math
import warnings
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from pegp_lite.checks import Floats, Ints, as_count, as_finite, as_number, set_fields, shape_text
from pegp_lite.gp.capacity import require_room
from pegp_lite.gp.factor import Factor, factorise, factorise_kernel
from pegp_lite.gp.kernels import Kernel
from pegp_lite.gp.linear import product

FEW_FEATURES = 64  # a covariance of so many features is worth a square root; a rougher one goes by its columns
MOST_WORK = 2**33  # multiply-adds of a square root that takes seconds; more is refused


@dataclass(frozen=True, eq=False)
class Prior:
    """A Gaussian-process prior on N points, by its `name`, whose functions forget at rate `epsilon`.

    `mean` (N,); (T, N) where it moves in time; or a function of the step t (from 1) that returns (N,), so that it may
    go on for ever. `covariance` over the points: a matrix (N, N), or a kernel that is never written out, such as
    `matern(x, 1.5, 0.1, lazy=True)`. Between step t and t' it is K (1 - epsilon)^(|t - t'| / 2): `epsilon` 0 never
    moves, 1 is a new function each step.

    >>> import numpy as np
    >>> from pegp_lite import Prior, rbf
    >>> x = np.linspace(0, 1, 5)
    >>> prior = Prior("flat", np.zeros(5), rbf(x, 0.1), epsilon=0.19)
    >>> prior.n_points, round(prior.memory, 3)
    (5, 0.9)
    """

    name: str
    mean: Any
    covariance: Any
    epsilon: float = 0.0

    def __post_init__(self) -> None:
        who = f'Prior "{self.name}"'
        if not isinstance(self.name, str) or not self.name:
            raise ValueError(f"a prior's name must be some text, got {self.name!r:.60}")
        lazy, mean = isinstance(self.covariance, Kernel), _checked_mean(who, self.mean)
        n = len(self.covariance) if callable(mean) else mean.shape[-1]
        covariance = self.covariance if lazy else _checked_matrix(who, self.covariance, n)
        if len(covariance) != n:
            raise ValueError(f"{who}: covariance must be over {n} points to match its mean, got {len(covariance)}")
        set_fields(self, mean=mean, covariance=covariance)
        set_fields(self, epsilon=as_number(f"{who}: epsilon", self.epsilon, 0.0, 1.0))
        try:
            _ = self.few_features if lazy else self.factor
        except ValueError as error:
            raise ValueError(f"{who}: covariance {error}") from None
        if callable(mean):
            self.mean_at(1)
        if self.variance.max() > 1 + 1e-9:
            warnings.warn(
                f"{who}: the largest variance is {self.variance.max():g}; the theory assumes at most 1, "
                "so its guarantees do not cover this prior",
                stacklevel=3,
            )

    def about(self, name: str, mean: Any) -> Prior:
        """The same covariance and epsilon about another mean, under another name."""
        moved, who = copy.copy(self), f'Prior "{name}"'
        given = mean if callable(mean) else as_finite(f"{who}: mean", mean)
        if not callable(given) and (given.shape[-1:] != (self.n_points,) or given.ndim > 2):
            raise ValueError(f"{who}: mean must be over {self.n_points} points, got {shape_text(given.shape)}")
        set_fields(moved, name=name, mean=given if callable(given) else _frozen(given.copy()))
        moved.mean_at(1)
        return moved

    @property
    def n_points(self) -> int:
        """How many points the prior speaks of."""
        return len(self.covariance)

    @property
    def memory(self) -> float:
        """rho = sqrt(1 - epsilon): the correlation between one step and the next."""
        return float(np.sqrt(1.0 - self.epsilon))

    @property
    def variance(self) -> Floats:
        """The prior variance of every point, (N,)."""
        return self.covariance.variance if isinstance(self.covariance, Kernel) else self.factor.variance

    def columns(self, points: Ints) -> Floats:
        """The covariances of each of `points` (L,) with every point, as (L, N)."""
        return self.covariance.columns(points) if isinstance(self.covariance, Kernel) else self.covariance[points]

    @property
    def n_mean_steps(self) -> int | None:
        """How many steps a mean given as a table (T, N) has; None where it stands still or is a function of t."""
        return None if callable(self.mean) or self.mean.ndim == 1 else len(self.mean)

    def mean_at(self, t: int) -> Floats:
        """The mean at step t (from 1), (N,); past the end of a table its last row stays."""
        if not callable(self.mean):
            return self.mean if self.mean.ndim == 1 else self.mean[min(t, len(self.mean)) - 1]
        given = as_finite(f'Prior "{self.name}": mean({t})', self.mean(t))
        if given.shape != (self.n_points,):
            wanted = f"{self.n_points} numbers, one a point"
            raise ValueError(f'Prior "{self.name}": mean({t}) must be {wanted}, got {shape_text(given.shape)}')
        return given

    def mean_over(self, T: int) -> Floats:
        """The mean of steps 1 to T, (T, N); just (N,) where it stands still."""
        if not callable(self.mean) and self.mean.ndim == 1:
            return self.mean
        return np.array([self.mean_at(t) for t in range(1, T + 1)])

    def sketch(self) -> Floats:
        """Numbers that tell this covariance from others: the features of a matrix, some columns of a kernel."""
        if not isinstance(self.covariance, Kernel):
            return self.factor.features
        return self.columns(np.unique(np.linspace(0, self.n_points - 1, FEW_FEATURES).astype(np.int64)))

    @property
    def likeness(self) -> Hashable:
        """Priors of equal likeness share a covariance."""
        return self.covariance.likeness if isinstance(self.covariance, Kernel) else id(self.factor)

    @cached_property
    def factor(self) -> Factor:
        """The square root of the covariance; ValueError where a kernel is too rough for one on so many points."""
        if not isinstance(self.covariance, Kernel):
            return factorise(self.covariance)
        if self.few_features is not None:
            return self.few_features
        most = most_features(self.n_points)
        found = factorise_kernel(self.covariance, most)
        if found is None:
            raise ValueError(
                f'Prior "{self.name}" is too rough on {self.n_points} points for a square root of its covariance '
                f"(more than {most} features), which this needs; take fewer points or a smoother kernel"
            )
        return found

    @cached_property
    def few_features(self) -> Factor | None:
        """The square root where it is a thin one, of at most `FEW_FEATURES` features; else None."""
        if isinstance(self.covariance, Kernel):
            return factorise_kernel(self.covariance, FEW_FEATURES)
        return self.factor if self.factor.features.shape[1] <= FEW_FEATURES else None


def most_features(n_points: int) -> int:
    """How many features of so many points can be found in `MOST_WORK`."""
    return min(n_points, math.isqrt(2 * MOST_WORK // n_points))


def draw_function(prior: Prior, T: int, rng: np.random.Generator) -> Floats:
    """One function drawn by `rng` that moves by the prior's own law, (T, N).

    f_{t+1} = rho f_t + sqrt(1 - rho^2) g around the mean.
    `prior`: whose law. `T`: how many steps. `rng`: where the luck comes from.

    >>> import numpy as np
    >>> from pegp_lite import Prior, draw_function, rbf
    >>> x = np.linspace(0, 1, 5)
    >>> truth = draw_function(Prior("flat", np.zeros(5), rbf(x, 0.1)), T=3, rng=np.random.default_rng(0))
    >>> truth.shape, bool((truth[0] == truth[2]).all())
    ((3, 5), True)
    """
    return draw_functions(prior, T, [rng])[0]


def draw_functions(prior: Prior, T: int, streams: Sequence[np.random.Generator]) -> Floats:
    """One function of `T` steps from each of the random `streams`, (S, T, N), drawn in lock step.

    `prior`: whose law. `T`: how many steps. `streams`: a generator for each function.

    >>> import numpy as np
    >>> from pegp_lite import Prior, draw_functions, rbf
    >>> prior = Prior("moving", np.zeros(5), rbf(np.linspace(0, 1, 5), 0.1), epsilon=0.1)
    >>> draw_functions(prior, T=3, streams=[np.random.default_rng(s) for s in range(4)]).shape
    (4, 3, 5)
    """
    T = as_count("T", T)
    if prior.n_mean_steps not in (None, T):
        raise ValueError(f'Prior "{prior.name}": its mean has {prior.n_mean_steps} steps, asked for {T}')
    features, rho = prior.factor.features, prior.memory
    weights = np.stack([rng.standard_normal((T, features.shape[1])) for rng in streams])
    weights[:, 1:] *= np.sqrt(1 - rho**2)
    for t in range(1, T):
        weights[:, t] += rho * weights[:, t - 1]
    drawn = product(weights.reshape(len(streams) * T, features.shape[1]), features.T).reshape(
        len(streams), T, prior.n_points
    )
    drawn += prior.mean_over(T)
    return drawn


def _checked_mean(who: str, given: Any) -> Any:
    """A mean as a read-only array, or as the function it is."""
    if callable(given):
        return given
    mean = as_finite(f"{who}: mean", given)
    if mean.ndim not in (1, 2) or mean.size == 0:
        raise ValueError(f"{who}: mean must be (N,) or (T, N), got {shape_text(mean.shape)}")
    return _frozen(mean.copy())


def _checked_matrix(who: str, given: Any, n: int) -> Floats:
    """A covariance as a symmetric read-only matrix (n, n)."""
    require_room(32 * n * n, f"{who}: a prior with a matrix of {n} x {n} numbers", "give it a kernel with lazy=True")
    covariance = as_finite(f"{who}: covariance", given)
    if covariance.shape != (n, n):
        raise ValueError(f"{who}: covariance must be {n} x {n} to match its mean, got {shape_text(covariance.shape)}")
    asymmetry = np.abs(covariance - covariance.T)
    if asymmetry.max() > 1e-8 * max(np.abs(covariance).max(), 1e-300):
        i, j = np.unravel_index(np.argmax(asymmetry), asymmetry.shape)
        raise ValueError(
            f"{who}: covariance must be symmetric, got {covariance[i, j]:g} at ({i}, {j}) "
            f"but {covariance[j, i]:g} at ({j}, {i})"
        )
    return _frozen((covariance + covariance.T) / 2)


def _frozen(array: Any) -> Floats:
    array.flags.writeable = False
    return array
