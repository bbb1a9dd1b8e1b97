"""The same PE-GP-UCB for one seed, its models refitted from scratch at every step: what the engine is measured by."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.linalg import cho_factor, cho_solve

from pegp_lite import Prior, Problem
from pegp_lite.bandit.schedules import confidence_width, noise_allowance

Posterior = Callable[[Prior, list[int], np.ndarray], tuple[np.ndarray, np.ndarray]]


def refit_elimination(problem: Problem, noise: np.ndarray, posterior: Posterior, every_prior: bool) -> np.ndarray:
    """Algorithm 1 on the first seed, ties to the first, with `posterior(prior, points, observations)` at each step.

    `every_prior` refits the rejected ones as well. Returns the points queried, (T,).
    """
    values = problem.values if problem.values.ndim == 2 else problem.values[0]
    n_steps, n_points = values.shape
    n_priors = problem.n_priors
    alive, uses, errors, widths = np.ones(n_priors, bool), np.zeros(n_priors), np.zeros(n_priors), np.zeros(n_priors)
    points: list[int] = []
    observations = np.empty(n_steps)
    for t in range(1, n_steps + 1):
        beta = confidence_width(t, n_points, 0.1)
        bounds, means, stds = np.full((3, n_priors, n_points), -np.inf)
        for p in range(n_priors):
            if alive[p] or every_prior:
                means[p], stds[p] = posterior(problem.priors[p], points, observations[: t - 1])
            if alive[p]:
                bounds[p] = means[p] + beta * stds[p]
        if problem.available is not None:
            bounds = np.where(problem.available[t - 1], bounds, -np.inf)
        p, x = (int(i[0]) for i in np.nonzero(bounds >= bounds.max() - 1e-9))
        points.append(x)
        observations[t - 1] = values[t - 1, x] + noise[t - 1]
        uses[p] += 1
        errors[p] += observations[t - 1] - means[p, x]
        widths[p] += beta * stds[p, x]
        allowance = noise_allowance(t, n_priors, problem.noise_std, 0.1)
        alive[p] = abs(errors[p]) <= np.sqrt(allowance * uses[p]) + widths[p]
    return np.array(points)


def dense_cholesky(noise_std: float) -> Posterior:
    """Textbook Gaussian-process regression: one Cholesky factorisation of the whole history."""

    def posterior(prior: Prior, points: list[int], observations: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        n = len(points)
        if n == 0:
            return prior.mean, np.sqrt(np.diag(prior.covariance))
        ages = np.arange(n, 0, -1)
        gram = prior.covariance[np.ix_(points, points)] * prior.memory ** np.abs(np.subtract.outer(ages, ages))
        cross = prior.covariance[points] * (prior.memory**ages)[:, None]
        factor = cho_factor(gram + noise_std**2 * np.eye(n), lower=True)
        mean = prior.mean + cross.T @ cho_solve(factor, observations - prior.mean[points])
        variance = np.diag(prior.covariance) - np.einsum("tn,tn->n", cross, cho_solve(factor, cross))
        return mean, np.sqrt(np.maximum(variance, 0))

    return posterior


def scikit_learn(noise_std: float, x: np.ndarray, l: float) -> Posterior:
    """scikit-learn's GaussianProcessRegressor with the toy's RBF kernel, refitted on residuals."""
    from sklearn.gaussian_process import GaussianProcessRegressor
    from sklearn.gaussian_process.kernels import RBF

    grid = x[:, None]

    def posterior(prior: Prior, points: list[int], observations: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        if not points:
            return prior.mean, np.sqrt(np.diag(prior.covariance))
        model = GaussianProcessRegressor(RBF(np.sqrt(l)), alpha=noise_std**2, optimizer=None)
        model.fit(grid[points], observations - prior.mean[points])
        mean, std = model.predict(grid, return_std=True)
        return prior.mean + mean, std

    return posterior


def gpytorch(noise_std: float, x: np.ndarray, l: float) -> Posterior | None:
    """GPyTorch's exact GP, refitted on residuals; None where it is not installed."""
    try:
        import gpytorch as gp
        import torch
    except ImportError:
        return None
    grid = torch.as_tensor(x)[:, None]

    class Model(gp.models.ExactGP):
        def __init__(self, points: Any, residuals: Any, likelihood: Any) -> None:
            super().__init__(points, residuals, likelihood)
            self.mean_module, self.covar_module = gp.means.ZeroMean(), gp.kernels.RBFKernel()
            self.covar_module.lengthscale = float(np.sqrt(l))

        def forward(self, points: Any) -> Any:
            return gp.distributions.MultivariateNormal(self.mean_module(points), self.covar_module(points))

    def posterior(prior: Prior, points: list[int], observations: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        if not points:
            return prior.mean, np.sqrt(np.diag(prior.covariance))
        likelihood = gp.likelihoods.GaussianLikelihood(noise_constraint=gp.constraints.GreaterThan(1e-8))
        likelihood.noise = noise_std**2
        model = Model(grid[points], torch.as_tensor(observations - prior.mean[points]), likelihood).double()
        model.eval()
        with torch.no_grad(), gp.settings.fast_pred_var(False):
            predicted = model(grid)
            return prior.mean + predicted.mean.numpy(), predicted.stddev.numpy()

    return posterior
