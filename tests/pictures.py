"""One of each drawing with made-up numbers, for the tests of the figures: how to draw it, and two other states."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from pegp_lite import Prior, rbf
from pegp_lite import figures as f

X = np.linspace(0, 1, 61)
NAMES = [f"hill {k}" for k in range(4)]
SENSORS = [str(k) for k in range(1, 13)]
POLICIES = ["PriorElimination", "MaximumLikelihood", "FullyBayesian", "RegretBalancing", "KnownPrior", "Random"]


@dataclass(frozen=True)
class Picture:
    """`draw(ax)`, and functions that each bring the drawing into another state."""

    draw: Callable[[Any], f.Drawing]
    changes: tuple[Callable[[Any], None], ...]


def curves(scale: float, seeds: int = 5, steps: int = 40, ends: int = 0) -> dict[str, f.Curve]:
    """Regret that grows a little faster for each policy; `ends`: how many of the first policy's seeds stop midway."""
    rng = np.random.default_rng(1)
    found = {}
    for k, policy in enumerate(POLICIES):
        regret = scale * (k + 1) * (1 + rng.random((seeds, steps)))
        if k == 0 and ends:
            regret[:ends, steps // 2 :] = np.nan
        found[policy] = f.curve_of(regret)
    return found


def shares(seed: int) -> dict[str, Any]:
    """Shares for those who trust a prior, NaN for those who do not."""
    rng = np.random.default_rng(seed)
    return {
        "PriorElimination": rng.dirichlet(np.ones(4)),
        "FullyBayesian": np.full(4, np.nan),
        "RegretBalancing": rng.dirichlet(np.ones(4)),
    }


def belief(shift: float, **more: Any) -> dict[str, Any]:
    """Four waves with bands, in `Posterior.update`'s words."""
    mean = np.array([np.sin(6 * X + k + shift) for k in range(4)])
    return {"mean": mean, "half_width": 0.2 + 0.1 * np.abs(mean), "seen": ([0.2, 0.5], [0.1, shift]), **more}


def models(shift: float) -> tuple[Any, Any]:
    """Means and half-widths of two models, (2, N)."""
    return np.array([X + shift, 1 - X]), np.array([0.4 + 0 * X, 0.3 + 0 * X])


def temperatures(seed: int) -> Any:
    """A reading for each sensor but one."""
    values = np.random.default_rng(seed).uniform(18, 28, 12)
    values[4] = np.nan
    return values


PLAN = np.column_stack([np.arange(12) % 4 * 5.0, np.arange(12) // 4 * 6.0])
GONE = np.array([[3, 0, 0, 7], [2, 0, 0, 9], [5, 0, 0, 0]])
PRIORS = [Prior(name, 3 * np.exp(-((X - 0.2 * k - 0.2) ** 2) / 0.005), rbf(X, 0.1)) for k, name in enumerate(NAMES)]

PICTURES = {
    "priors": Picture(
        lambda ax: f.draw_prior_means(ax, X, PRIORS, 2),
        (lambda d: d.update([0.6 * p.mean for p in PRIORS]), lambda d: d.update([40 * p.mean for p in PRIORS])),
    ),
    "regret": Picture(
        lambda ax: f.draw_regret(ax, curves(1.0)),
        (lambda d: d.update(curves(0.9)), lambda d: d.update(curves(300.0, ends=5))),
    ),
    "average regret": Picture(
        lambda ax: f.draw_regret(ax, curves(0.02), average=True, unit="°C"),
        (lambda d: d.update(curves(0.019)), lambda d: d.update(curves(0.02, seeds=1, steps=1))),
    ),
    "selection": Picture(
        lambda ax: f.draw_selection(ax, shares(0), NAMES, 2),
        (lambda d: d.update(shares(1)), lambda d: d.update(shares(2))),
    ),
    "eliminations": Picture(
        lambda ax: f.draw_eliminations(ax, GONE, NAMES, 40, 2),
        (lambda d: d.update(GONE + (GONE > 0)), lambda d: d.update(GONE[0], now=4)),
    ),
    "posterior": Picture(
        lambda ax: f.draw_posterior(ax, X, NAMES, 2, upper=True, **belief(0.0, truth=np.sin(6 * X), step=3)),
        (
            lambda d: d.update(**belief(0.1, truth=np.sin(6 * X), available=X < 0.7, point=30, prior=1, step=4)),
            lambda d: d.update(**belief(9.0, alive=[True, False, True, False])),
        ),
    ),
    "star and diamond": Picture(
        lambda ax: f.draw_star_diamond(ax, X, *models(0.0), ([0.1], [0.2]), ([0.5, 0.9], [0.5, 1.2])),
        (
            lambda d: d.update(*models(0.05), ([0.1], [0.2]), ([0.5], [0.5])),
            lambda d: d.update(*models(50.0), ([0.1], [0.2]), ([0.5], [25.0])),
        ),
    ),
    "allowance": Picture(
        lambda ax: f.draw_allowance(ax, NAMES, [-1.0, 0.4, 2.0, 0.1], np.full(4, 0.3), np.full(4, 0.9)),
        (
            lambda d: d.update([1.1, 0.4, 1.9, 0.2], np.full(4, 0.3), np.full(4, 0.9)),
            lambda d: d.update(np.zeros(4), np.zeros(4), np.zeros(4)),
        ),
    ),
    "floor": Picture(
        lambda ax: f.draw_floor(ax, SENSORS, PLAN, temperatures(0), 3, "13:40", (15, 30), synthetic=True),
        (lambda d: d.update(temperatures(1), 5, "13:50"), lambda d: d.update(np.full(12, np.nan))),
    ),
    "floor without plan": Picture(
        lambda ax: f.draw_floor(ax, SENSORS, None, temperatures(0)),
        (lambda d: d.update(temperatures(1), 5), lambda d: d.update(temperatures(2), 4)),
    ),
}
