"""Regression under one prior that stands still, on what is still remembered: observations may fade or be dropped."""

from __future__ import annotations

import numpy as np

from pegp_lite.checks import Bools, Floats, Ints
from pegp_lite.gp.kernels import Kernel
from pegp_lite.gp.linear import product
from pegp_lite.gp.priors import Prior

FORGOTTEN = 1e-17  # a precision, against the prior's 1, that changes no digit


class Recollection:
    """The observations that S rows in lock step still hold, and the exact posterior they give.

    With K = Phi Phi^T, an observation of age a (0: the newest there can be) counts as one whose noise variance is
    R^2 discount^-a. With phi_i = Phi[x_i] discount^(a/2) / R and z_i = (y_i - mean_i) discount^(a/2) / R,

        A = I + sum phi_i phi_i^T,  mean(x) = mean_t(x) + Phi(x) A^-1 sum phi_i z_i,  var(x) = Phi(x) A^-1 Phi(x)^T,

    or the same by the matrix inversion lemma, whichever of features and observations are fewer.
    """

    def __init__(self, prior: Prior, noise_std: float, rows: int) -> None:
        self._prior, self._noise_std = prior, noise_std
        self._factor = prior.few_features if isinstance(prior.covariance, Kernel) else prior.factor
        self._steps: Ints = np.empty(0, dtype=np.int64)  # (k,)
        self._points: Ints = np.empty((rows, 0), dtype=np.int64)
        self._errors: Floats = np.empty((rows, 0))  # y - mean at its own step, (S, k)
        self._held: Bools = np.empty((rows, 0), dtype=bool)
        self._told: tuple[int, float, Floats, Floats] | None = None

    def __len__(self) -> int:
        """How many steps any row still holds an observation of."""
        return len(self._steps)

    def add(self, points: Ints, values: Floats, t: int) -> None:
        """Take in one observation a row, (S,) points and values, made at step t."""
        errors = values - self._prior.mean_at(t)[points]
        self._steps = np.append(self._steps, t)
        self._points = np.column_stack([self._points, points])
        self._errors = np.column_stack([self._errors, errors])
        self._held = np.column_stack([self._held, np.ones(len(points), dtype=bool)])
        self._told = None

    def forget(self, rows: Bools) -> None:
        """Drop everything that these rows (S,) hold."""
        self._held[rows] = False
        self._keep(np.asarray(self._held.any(axis=0)))

    def forget_before(self, step: int) -> None:
        """Drop what was seen before a step."""
        self._keep(self._steps >= step)

    def keep_last(self, count: int) -> None:
        """Drop all but the last so many observations."""
        self._keep(np.arange(len(self)) >= len(self) - count)

    def predict(self, t: int, discount: float = 1.0) -> tuple[Floats, Floats]:
        """Mean and standard deviation of every point at step t, each (S, N)."""
        if self._told is None or self._told[:2] != (t, discount):
            weights = discount ** (t - 1.0 - self._steps)
            self._keep(weights > FORGOTTEN * self._noise_std**2)
            self._told = t, discount, *self._posterior(t, np.sqrt(discount ** (t - 1.0 - self._steps)))
        return self._told[2], self._told[3]

    def _posterior(self, t: int, fade: Floats) -> tuple[Floats, Floats]:
        loudness = self._held * fade / self._noise_std  # a row that holds nothing there hears nothing
        z = (self._errors * loudness)[:, :, None]
        if self._factor is not None and self._factor.features.shape[1] <= len(self):
            features = self._factor.features
            rank, phi = features.shape[1], features[self._points] * loudness[:, :, None]  # (S, k, r)
            turned = phi.transpose(0, 2, 1)
            # Turned over once, since a root is small and the points are many.
            back = np.linalg.inv(np.linalg.cholesky(np.eye(rank) + product(turned, phi)))
            reach = product(back, features.T)  # (S, r, N)
            pull = product(back, product(turned, z))
            variance = np.einsum("srn,srn->sn", reach, reach)
        else:
            rows, k = self._points.shape
            cross = (
                self._prior.columns(self._points.ravel()).reshape(rows, k, self._prior.n_points) * loudness[:, :, None]
            )
            gram = np.take_along_axis(cross, self._points[:, None, :], axis=2) * loudness[:, None, :]
            root = np.linalg.cholesky(np.eye(k) + gram)
            reach = np.linalg.solve(root, cross)  # (S, k, N)
            pull = np.linalg.solve(root, z)
            variance = np.maximum(self._prior.variance - np.einsum("skn,skn->sn", reach, reach), 0.0)
        mean = self._prior.mean_at(t) + np.einsum("skn,sk->sn", reach, pull[:, :, 0])
        return mean, np.sqrt(variance)

    def _keep(self, columns: Bools) -> None:
        if not columns.all():
            self._steps, self._told = self._steps[columns], None
            self._points, self._errors = self._points[:, columns], self._errors[:, columns]
            self._held = self._held[:, columns]
