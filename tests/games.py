"""Small games that several test files play."""

from __future__ import annotations

import numpy as np

from pegp_lite import Prior, Problem, draw_function, masks, matern, rbf


def hilly_problem(seeds: int = 3, steps: int = 30, points: int = 41, noise_std: float = 0.05) -> Problem:
    """Four rival hills over one kernel, the third true, its hill hidden on every second step."""
    x = np.linspace(0, 1, points)
    covariance = rbf(x, 0.1)
    priors = [
        Prior(f"hill {k}", 3 * np.exp(-((x - centre) ** 2) / 0.005), covariance)
        for k, centre in enumerate((0.1, 0.35, 0.6, 0.85))
    ]
    rng = np.random.default_rng(7)
    values = np.stack([draw_function(priors[2], steps, rng) for _ in range(seeds)])
    return Problem(priors, values, noise_std, masks.interval(x, steps, 0.5, 0.7), true_prior=2)


def moving_problem(seeds: int = 3, steps: int = 30, points: int = 8, noise_std: float = 0.2) -> Problem:
    """Three rival kernels, none moving alike, the second true, points hidden at random."""
    x = np.linspace(0, 1, points)
    priors = [
        Prior("smooth", np.zeros(points), rbf(x, 0.3), 0.05),
        Prior("rough", np.zeros(points), matern(x, 0.5, 0.4), 0.3),
        Prior("rising", np.linspace(0, 1, steps)[:, None] * x, matern(x, 1.5, 0.2), 0.0),
    ]
    rng = np.random.default_rng(11)
    values = np.stack([draw_function(priors[1], steps, rng) for _ in range(seeds)])
    return Problem(priors, values, noise_std, masks.random(steps, points, 0.3, rng), true_prior="rough")
