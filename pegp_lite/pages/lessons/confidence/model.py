"""Page 01's numbers: two experts look at the same places; how often does the truth stay inside their bands?

Expert A is the prior from which the truth is drawn; expert B is whatever the reader makes of it. Where they look is
the same for all functions, so an expert's posterior mean is one matrix times the observations: thousands of
posteriors cost no more than a few.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from scipy.special import ndtri

from pegp_lite.bandit.schedules import confidence_width
from pegp_lite.checks import Floats, Ints
from pegp_lite.gp.kernels import rbf
from pegp_lite.gp.linear import product
from pegp_lite.gp.priors import Prior
from pegp_lite.theory.coverage import clopper_pearson

POINTS, FUNCTIONS, NOISE, TRUE_L = 101, 500, 0.1, 0.02
PLACES = tuple(round(0.1 * k, 1) for k in range(11))
WIDEST = 8.0  # standard deviations that the curves of shares reach to
DEMANDS = ("one point, one step", "+ all points", "+ all steps", "+ a third of δ only", "the paper’s β")


def points() -> Floats:
    """The line, (N,)."""
    return np.linspace(0.0, 1.0, POINTS)


def expert(name: str, height: float, place: float, l: float, epsilon: float) -> Prior:
    """A prior whose mean has one hill of this height and place, with the kernel `rbf(x, l)` and a forgetting rate."""
    return Prior(name, hill(height, place), rbf(points(), l), epsilon)


def hill(height: float, place: float) -> Floats:
    """A mean with one hill, (N,)."""
    mean: Floats = height * np.exp(-((points() - place) ** 2) / 0.02)
    return mean


def right_expert(epsilon: float = 0.0) -> Prior:
    """Expert A, from whose prior every function is drawn."""
    return expert("A", 0.0, 0.0, TRUE_L, epsilon)


@dataclass(frozen=True, eq=False)
class Fit:
    """One expert at steps t = 1 .. n + 1 of n looks: the posterior mean at t is mean + (y - mean at looks) weights.

    `weights[t - 1]` (t - 1, N); `std` (n + 1, N), as predicted before look t.
    """

    weights: tuple[Floats, ...]
    std: Floats


def fit(prior: Prior, looks: Ints, noise_std: float = NOISE) -> Fit:
    """The posterior of Section 2 for one look a step, at the points `looks` (n,), in that order."""
    n, K, rho = len(looks), prior.covariance, prior.memory
    lag = np.arange(n + 1)
    fade = np.where(lag == 0, 1.0, rho**lag)  # rho^0 is 1 even where rho is 0
    gram = K[np.ix_(looks, looks)] * fade[np.abs(lag[:n, None] - lag[:n])] + noise_std**2 * np.eye(n)
    weights, std = [], np.empty((n + 1, len(K)))
    for t in range(n + 1):
        cross = K[looks[:t]] * fade[t - lag[:t]][:, None]  # (t, N)
        solved = np.linalg.solve(gram[:t, :t], cross)
        weights.append(solved)
        std[t] = np.sqrt(np.maximum(np.diag(K) - (cross * solved).sum(axis=0), 0.0))
    return Fit(tuple(weights), std)


@lru_cache(maxsize=2)
def _luck(functions: int, steps: int) -> tuple[Floats, Floats]:
    """Innovations (steps, F, N) of functions that follow expert A, and unit noise (F, steps)."""
    rng = np.random.default_rng(20)
    features = right_expert().factor.features
    g = product(rng.standard_normal((steps, functions, features.shape[1])), features.T)
    return g, rng.standard_normal((functions, steps))


def draw_truths(epsilon: float, steps: int, functions: int = FUNCTIONS) -> tuple[Floats, Floats]:
    """F functions from expert A's prior, (steps, F, N), and the noise of their looks, (F, steps)."""
    g, noise = _luck(functions, len(PLACES) + 1)
    rho = np.sqrt(1 - epsilon)
    f = np.empty((steps, *g.shape[1:]))
    f[0] = g[0]
    for t in range(1, steps):
        f[t] = f[t - 1] if epsilon == 0 else rho * f[t - 1] + np.sqrt(1 - rho**2) * g[t]
    return f, NOISE * noise[:, :steps]


@dataclass(frozen=True, eq=False)
class Inside:
    """What two experts believe after n looks, and how the same bands fare on F functions; expert A first."""

    x: Floats  # (N,)
    seen: tuple[Floats, Floats]  # where and what, (n,) each, of the function shown
    truth: Floats  # (n + 1, N), the function shown, at each step
    mean: Floats  # (2, n + 1, N), before each look and after the last
    std: Floats  # (2, n + 1, N)
    first_beta: float  # beta_1
    beta: float  # beta_{n+1}
    needed: (
        Floats  # (2, F), the width in standard deviations that would have held each function at all points and steps
    )
    held: Ints  # (2,), functions inside the band of beta_t at all points and all steps
    shown_held: tuple[bool, bool]  # whether the function shown is
    leaves: Floats  # (2, n + 1), how many standard deviations the function shown is off at worst, at each step

    @property
    def functions(self) -> int:
        """F."""
        return self.needed.shape[1]

    def share(self, width: float) -> Floats:
        """The share of functions that bands of `width` standard deviations hold everywhere and always, (2,)."""
        return (self.needed <= width).mean(axis=1)

    def left_at(self, width: float) -> int:
        """The first step (from 1) at which the function shown is outside expert A's band of this width; 0: never."""
        beyond = np.flatnonzero(self.leaves[0] > width)
        return int(beyond[0]) + 1 if len(beyond) else 0

    def interval(self) -> tuple[Floats, Floats]:
        """95% intervals of the shares that the bands of beta_t hold, (2,) each."""
        low, high = clopper_pearson(self.functions - self.held, self.functions)
        return 1 - high, 1 - low


def look_around(
    b: Prior, looks: Sequence[float], epsilon: float, delta: float, number: int, functions: int = FUNCTIONS
) -> Inside:
    """Both experts look at `looks` (in order, one a step) while the truth forgets at rate `epsilon`.

    `number`: which of the functions is shown. Expert A knows the truth's law, `epsilon` included.
    """
    x = points()
    a = right_expert(epsilon)
    at = np.rint(np.asarray(looks, dtype=float) * (POINTS - 1)).astype(int)
    n = len(at)
    f, noise = draw_truths(epsilon, n + 1, functions)
    y = f[np.arange(n), :, at].T + noise[:, :n]  # (F, n)
    beta = confidence_width(np.arange(1, n + 2), POINTS, delta)
    needed, leaves = np.zeros((2, functions)), np.empty((2, n + 1))
    held = np.ones((2, functions), dtype=bool)
    means, stds = np.empty((2, 2, n + 1, POINTS))
    for p, prior in enumerate((a, b)):
        fitted = fit(prior, at)
        stds[p] = fitted.std
        residual = y - prior.mean[at]
        for t in range(n + 1):
            off = f[t] - prior.mean
            if t:
                off -= product(residual[:, :t], fitted.weights[t])
            means[p, t] = f[t, number] - off[number]
            worst = np.abs(off / np.maximum(fitted.std[t], 1e-9)).max(axis=1)
            np.maximum(needed[p], worst, out=needed[p])
            held[p] &= worst <= beta[t]
            leaves[p, t] = worst[number]
    inside = held[:, number]
    return Inside(
        x, (x[at], y[number]), f[:, number], means, stds, float(beta[0]), float(beta[n]), needed,
        held.sum(axis=1), (bool(inside[0]), bool(inside[1])), leaves,
    )  # fmt: skip


def widths(n_points: int, t: int, delta: float) -> Floats:
    """Half-widths in standard deviations that meet one of the `DEMANDS` more each, (5,).

    The exact Gaussian quantile for a failure of delta; of delta / |X|; of delta / |X| 6 / (pi t)^2, whose sum over
    all steps is delta / |X|; of a third of that, since three events share delta; and beta_t as printed.
    """
    risk = delta * np.cumprod([1.0, 1.0 / n_points, 6.0 / (np.pi * t) ** 2, 1.0 / 3.0])
    return np.append(-ndtri(risk / 2), confidence_width(t, n_points, delta))


def risk_of(width: float, n_points: int, t: int) -> float:
    """The delta at which beta_t is this wide."""
    return float(2 * n_points * np.pi**2 * t**2 * np.exp(-(width**2) / 2))
