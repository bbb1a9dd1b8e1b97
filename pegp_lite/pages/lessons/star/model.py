"""Page 02's numbers: two models meet one more observation; and a prior's errors summed, use after use."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from pegp_lite import Prior, rbf
from pegp_lite.bandit.schedules import confidence_width, noise_allowance
from pegp_lite.bandit.sums import sums_of
from pegp_lite.checks import Floats
from pegp_lite.gp.belief import Belief

POINTS = 101
NAMES = ("GP1", "GP2")
USES, PRIORS, DELTA = 40, 2, 0.1  # of the running sums
EARLIER = ((0.95, 0.31), (0.55, -0.2), (0.02, 0.25), (0.7, -0.24), (0.82, 0.1), (0.1, 0.12))  # x and y


@dataclass(frozen=True, eq=False)
class Meeting:
    """Two models before one observation; arrays are (2,) or (2, N), GP1 first."""

    x: Floats
    mean: Floats
    half_width: Floats  # beta_t sigma
    seen: tuple[Floats, Floats]
    error: Floats  # eta = y - mean there
    width: Floats  # beta_t sigma there
    noise: float  # sqrt(xi_t): the allowance for one use
    trusted: int | None  # whose upper bound is higher there; None if equal

    @property
    def inside(self) -> tuple[bool, bool]:
        """Whose band holds the observation."""
        first, second = np.abs(self.error) <= self.width
        return bool(first), bool(second)

    @property
    def rejected(self) -> tuple[bool, bool]:
        """Line 12 of Algorithm 1 for each model, were this the first time that it is trusted."""
        first, second = np.abs(self.error) > self.width + self.noise
        return bool(first), bool(second)


def meet(x: float, y: float, height: float, earlier: int, noise: float, delta: float) -> Meeting:
    """Fit both models to the first `earlier` observations and confront them with y at x."""
    line = np.linspace(0.0, 1.0, POINTS)
    hill = height * np.exp(-((line - 0.3) ** 2) / (2 * 0.09**2))
    belief = Belief([_flat().about("GP1", hill), _flat()], noise)
    for place, value in EARLIER[:earlier]:
        belief.observe(np.array([round(place * (POINTS - 1))]), np.array([value]))
        belief.advance()
    seeds, both, t, at = np.zeros(2, dtype=np.int64), np.arange(2), earlier + 1, round(x * (POINTS - 1))
    mean = belief.mean(seeds, both)
    half = confidence_width(t, POINTS, delta) * belief.std(seeds, both)
    upper = mean[:, at] + half[:, at]
    places, values = np.array(EARLIER[:earlier]).reshape(-1, 2).T
    return Meeting(
        line, mean, half, (places, values), y - mean[:, at], half[:, at],
        float(np.sqrt(noise_allowance(t, 2, noise, delta))),
        None if abs(upper[0] - upper[1]) < 1e-9 else int(np.argmax(upper)),
    )  # fmt: skip


@cache
def _flat() -> Prior:
    """GP2, kept because its covariance is the same at every move of a slider."""
    return Prior("GP2", np.zeros(POINTS), 0.25 * rbf(np.linspace(0.0, 1.0, POINTS), 0.02))


@dataclass(frozen=True, eq=False)
class Sums:
    """Line 12 of Algorithm 1 for uses 1 .. n, taken to be steps 1 .. n; all (n,)."""

    errors: Floats  # |sum of eta|
    noise: Floats  # sqrt(xi_t n)
    widths: Floats  # sum of beta sigma
    rejected_at: int  # the first use at which the errors exceed what is allowed; 0 if none

    @property
    def allowed(self) -> Floats:
        """sqrt(xi_t n) + sum of beta sigma."""
        return self.noise + self.widths


def sum_up(miss: float, width: float, noise_std: float, quiet: int, noise: Floats) -> Sums:
    """`quiet` uses with errors of noise alone, then errors of `miss` more; `noise` (n,) in units of R."""
    n = np.arange(1, len(noise) + 1)
    eta = noise_std * noise + np.where(n > quiet, miss, 0.0)
    xi = noise_allowance(n, PRIORS, noise_std, DELTA)
    found = sums_of(np.ones((len(n), 1), dtype=bool), eta, np.full(len(n), width), xi)
    first = int(found.beyond.argmax()) + 1 if found.beyond.any() else 0
    return Sums(np.abs(found.errors[:, 0]), found.noise[:, 0], found.widths[:, 0], first)


def luck(seed: int) -> Floats:
    """The noise of the uses, (USES,), in units of R."""
    return np.random.default_rng(seed).standard_normal(USES)
