"""Covariances over points, for building priors: an N x N matrix, or a kernel that is asked for its columns."""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, Literal, overload

import numpy as np
from scipy.special import gammaln, kve

from pegp_lite.checks import Floats, Ints, as_finite, as_number, as_positive, shape_text
from pegp_lite.gp.capacity import require_room

BLOCK = 2**22  # numbers worked out at once when a matrix is written out


class Kernel(ABC):
    """A covariance over N points that is never written out: `Prior` takes one in place of a matrix.

    A kernel of your own says its `variance` and its `columns`.

    >>> import numpy as np
    >>> from pegp_lite import Kernel, Prior
    >>> class White(Kernel):
    ...     variance = np.ones(3)
    ...     def columns(self, points):
    ...         return np.eye(3)[points]
    >>> Prior("white", np.zeros(3), White()).n_points
    3
    """

    @property
    @abstractmethod
    def variance(self) -> Floats:
        """The prior variance of every point, (N,)."""

    @abstractmethod
    def columns(self, points: Ints) -> Floats:
        """The covariances of each of `points` (L,) with every point, as (L, N)."""

    def __len__(self) -> int:
        """N."""
        return len(self.variance)

    @property
    def likeness(self) -> Hashable:
        """Kernels of equal likeness are one kernel, and their priors share work; by default each is its own."""
        return id(self)

    def matrix(self) -> Floats:
        """The whole covariance, (N, N); MemoryError where it would not fit."""
        n = len(self)
        require_room(8 * n * n, f"a covariance of {n} x {n} numbers", "a kernel with lazy=True is never written out")
        written = np.empty((n, n))
        block = max(1, BLOCK // n)
        for start in range(0, n, block):
            written[start : start + block] = self.columns(np.arange(start, min(start + block, n)))
        return written


@dataclass(frozen=True, eq=False)
class Stationary(Kernel):
    """`scale` times a `formula` of the squared distance between points (N, d)."""

    points: Floats
    formula: Callable[[Floats], Floats]
    scale: float = 1.0

    @cached_property
    def variance(self) -> Floats:
        """The prior variance of every point, (N,): `scale`."""
        return np.full(len(self.points), self.scale)

    @cached_property
    def likeness(self) -> Hashable:
        """The formula with its numbers, and the points."""
        formula = self.formula
        said = (formula.func.__name__, formula.args) if isinstance(formula, partial) else formula
        return said, self.scale, hashlib.blake2b(self.points.tobytes(), digest_size=16).digest(), self.points.shape

    def columns(self, points: Ints) -> Floats:
        """The covariances of each of `points` (L,) with every point, as (L, N)."""
        squared: Any = 0.0
        for coordinate in self._coordinates:
            apart = np.subtract.outer(coordinate[points], coordinate)
            squared = np.add(squared, np.square(apart, out=apart), out=apart)
        found = self.formula(squared)
        return found if self.scale == 1 else np.multiply(self.scale, found, out=found)

    def __mul__(self, factor: float) -> Stationary:
        """The same kernel with its variance times `factor`."""
        return replace(self, scale=self.scale * as_positive("a kernel's factor", factor))

    __rmul__ = __mul__

    @cached_property
    def _coordinates(self) -> Floats:
        return np.ascontiguousarray(self.points.T)


@overload
def rbf(x: Any, l: Any, lazy: Literal[False] = False) -> Floats: ...
@overload
def rbf(x: Any, l: Any, lazy: Literal[True]) -> Stationary: ...
@overload
def rbf(x: Any, l: Any, lazy: bool) -> Floats | Stationary: ...
def rbf(x: Any, l: Any, lazy: bool = False) -> Floats | Stationary:
    """The paper's squared exponential, k(x, x') = exp(-|x - x'|^2 / (2 l)): `l` is a *squared* length.

    `x`: N points, (N,) or (N, d). `l`: one number, or one for each of the d coordinates. `lazy`: a kernel that
    is never written out, for points by the ten thousand, in place of the matrix (N, N).

    >>> from pegp_lite import rbf
    >>> rbf([0.0, 0.5, 1.0], l=0.1).round(3).tolist()
    [[1.0, 0.287, 0.007], [0.287, 1.0, 0.287], [0.007, 0.287, 1.0]]
    """
    lengths = _lengths(l)
    if lengths.ndim == 0:
        return _made(Stationary(_points(x), partial(_rbf, 2 * float(lengths))), lazy)
    return _made(Stationary(_stretched(x, np.sqrt(lengths)), partial(_rbf, 2.0)), lazy)


@overload
def matern(x: Any, nu: float, l: Any, lazy: Literal[False] = False) -> Floats: ...
@overload
def matern(x: Any, nu: float, l: Any, lazy: Literal[True]) -> Stationary: ...
@overload
def matern(x: Any, nu: float, l: Any, lazy: bool) -> Floats | Stationary: ...
def matern(x: Any, nu: float, l: Any, lazy: bool = False) -> Floats | Stationary:
    """Matérn covariance with smoothness `nu` and length `l` (a length, as in scikit-learn, not its square).

    k(d) = 2^(1-nu) / Gamma(nu) * (sqrt(2 nu) d / l)^nu * K_nu(sqrt(2 nu) d / l); the usual half-integer
    cases in closed form. Above nu = 50 it cannot be told from `rbf(x, l**2)`. `x`, `l` and `lazy` as in `rbf`.

    >>> from pegp_lite import matern
    >>> matern([0.0, 0.5], nu=1.5, l=0.5).round(3).tolist()
    [[1.0, 0.483], [0.483, 1.0]]
    """
    nu, lengths = as_number("nu", nu, 0.0, 50.0, open_low=True), _lengths(l)
    if lengths.ndim == 0:
        return _made(Stationary(_points(x), partial(_matern, nu, float(lengths))), lazy)
    return _made(Stationary(_stretched(x, lengths), partial(_matern, nu, 1.0)), lazy)


def _made(kernel: Stationary, lazy: bool) -> Floats | Stationary:
    return kernel if lazy else kernel.matrix()


def _points(x: Any) -> Floats:
    points = as_finite("x", x)
    if points.ndim not in (1, 2) or points.size == 0:
        raise ValueError(f"x must be N points, (N,) or (N, d), got {shape_text(points.shape)}")
    return points.reshape(len(points), -1)


def _stretched(x: Any, lengths: Floats) -> Floats:
    """The points in units of each coordinate's own length."""
    points = _points(x)
    if len(lengths) != points.shape[1]:
        raise ValueError(f"l must be one number or one for each of {points.shape[1]} coordinates, got {len(lengths)}")
    return points / lengths


def _lengths(l: Any) -> Floats:
    lengths = np.asarray(l)
    if lengths.ndim == 0:
        return np.array(as_positive("l", l))
    if lengths.ndim > 1:
        raise ValueError(f"l must be one number or one a coordinate, got {shape_text(lengths.shape)}")
    return np.array([as_positive(f"l[{k}]", each) for k, each in enumerate(lengths)])


def _rbf(twice_squared_length: float, squared: Floats) -> Floats:
    return np.exp(-squared / twice_squared_length)


def _matern(nu: float, l: float, squared: Floats) -> Floats:
    scaled = np.sqrt(2 * nu * squared) / l
    if nu == 0.5:
        return np.exp(-scaled)
    if nu == 1.5:
        return (1 + scaled) * np.exp(-scaled)
    if nu == 2.5:
        return (1 + scaled + scaled**2 / 3) * np.exp(-scaled)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        log_k = (1 - nu) * np.log(2) - gammaln(nu) + nu * np.log(scaled) + np.log(kve(nu, scaled)) - scaled
    # kve overflows only where the distance is so small that the covariance is 1 to the last digit.
    return np.exp(np.where(np.isfinite(log_k), np.minimum(log_k, 0.0), 0.0))
