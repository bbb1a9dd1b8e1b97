"""The belief's observation form, for rough kernels and many points: no root of K, only its columns.

The posterior covariance is K - sum_j v_j u_j u_j^T with a column u_j (N numbers) for each observation still felt:

    observe   c = k(., i) - sum_j v_j u_j[i] u_j,  u = c / s is kept with v = 1
    advance   v_j *= rho^2

Nothing grows for ever here either. With few points the columns are folded, a block at a time, into the whole matrix
K - sum_j v_j u_j u_j^T = b B + (1 - b) K - sum over those since the last fold. With many, what has faded below
rounding is dropped, and columns of observations made again and again at the same few points are merged into as many as
there are points, which changes no sum.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pegp_lite.checks import Bools, Floats, Ints
from pegp_lite.gp.capacity import require_room
from pegp_lite.gp.factor import pivoted_cholesky
from pegp_lite.gp.linear import product, row_product
from pegp_lite.gp.priors import Prior, most_features

FADED = 1e-18  # a strength that moves no digit of a variance
FIRST = 16  # columns kept before the first look for room
ROWS = 16  # folded at once
FEW_POINTS = 64  # so many may have a matrix in every row
ROUNDING = 4 * np.finfo(float).eps


class ObservationForm:
    """S rows, P priors, G groups, N points, J columns kept; `groups` holds a prior of each, `rho` (G,)."""

    def __init__(self, groups: Sequence[Prior], rho: Floats, group_of: Ints, rows: int) -> None:
        n_points = groups[0].n_points
        self._groups, self._rho, self._group_of, self._everyone = tuple(groups), rho, group_of, np.arange(rows)
        self._static = bool((rho == 1).all())
        self._deviations: Floats = np.zeros((len(group_of), rows, n_points))  # posterior minus prior means, (P, S, N)
        self._kept = self._space(FIRST, n_points)  # u_j, (G, S, J, N)
        self._strength: Floats = np.zeros((len(groups), FIRST))  # v_j
        self._count = 0
        self._visited: Bools = np.zeros((rows, n_points), dtype=bool)
        self._written = n_points <= FEW_POINTS
        if self._written:
            everywhere = np.arange(n_points)
            self._K: Floats = np.stack([prior.columns(everywhere) for prior in groups])[:, None]  # (G, 1, N, N)
            self._folded: Floats = np.repeat(self._K, rows, axis=1)  # B, (G, S, N, N)
            self._folded_share: Floats = np.ones(len(groups))  # b
        self._column: Floats = np.empty(0)

    @property
    def capacity(self) -> int:
        """How many columns there is space for."""
        return self._kept.shape[2]

    def deviations_at(self, points: Ints) -> Floats:
        """Posterior minus prior means of each row at its own point, (S,), under every prior: (S, P)."""
        return self._deviations[:, self._everyone, points].T

    def deviations_into(self, out: Floats, spare: Floats, rows: Ints, priors: Ints) -> None:
        """Posterior minus prior means of L pairs (row, prior), written into `out` (L, N)."""
        flat = self._deviations.reshape(-1, self._deviations.shape[-1])
        np.take(flat, priors * len(self._everyone) + rows, axis=0, out=out, mode="clip")

    def mixture(self, shares: Floats, rows: slice) -> Floats:
        """Posterior minus prior means, summed over the priors by `shares` (L, P), for L `rows`: (L, N)."""
        return np.einsum("sp,psn->sn", shares, self._deviations[:, rows])

    def look(self, points: Ints) -> Floats:
        """Every group's posterior variance at each row's point, (G, S); after `deviations_at`, before `take_in`."""
        if self._written:
            column = self._folded[:, self._everyone, points]
            if not self._static:
                column *= self._folded_share[:, None, None]
                column += (1 - self._folded_share)[:, None, None] * self._K[:, 0, points]
        else:
            column = np.stack([prior.columns(points) for prior in self._groups])
            self._visited[self._everyone, points] = True
        if self._count:
            kept = self._kept[:, :, : self._count]
            overlap = self._kept[:, self._everyone[:, None], np.arange(self._count), points[:, None]]
            overlap *= self._strength[:, None, : self._count]
            column -= row_product(overlap, kept)
        self._column = column
        return column[:, self._everyone, points]

    def take_in(self, s: Floats, z: Floats) -> Floats:
        """The observation looked at, of deviation `s` (G, S) and standardised error `z` (S, P); returns u (G, S, N)."""
        if self._count == self.capacity:
            self._fold() if self._written else self._make_room()
        u = np.divide(self._column, s[:, :, None], out=self._column)
        if self._written:
            self._deviations += u[self._group_of] * z.T[:, :, None]
        else:
            for prior, group in enumerate(self._group_of):
                self._deviations[prior] += u[group] * z[:, prior, None]
        self._kept[:, :, self._count] = u
        self._strength[:, self._count] = 1.0
        self._count += 1
        return u

    def advance(self) -> None:
        """Let one step of time pass."""
        self._deviations *= self._rho[self._group_of][:, None, None]
        self._strength *= (self._rho**2)[:, None]
        if self._written:
            self._folded_share *= self._rho**2

    def wiggle(self, group: int, row: int, variance: Floats, rng: np.random.Generator) -> Floats:
        """A draw of f minus its posterior mean, (N,); `variance` (N,) is f's."""
        prior, n_points = self._groups[group], len(variance)
        if most_features(n_points) < n_points:
            raise ValueError(
                f'Prior "{prior.name}" is too rough on {n_points} points to draw from its posterior, which takes a '
                "square root of its covariance; take fewer points or a smoother kernel"
            )
        kept = self._kept[group, row, : self._count]
        strength = self._strength[group, : self._count]

        def column(i: int) -> Floats:
            found = prior.columns(np.array([i]))[0] - np.einsum("j,jn->n", strength * kept[:, i], kept)
            if self._written:
                found += self._folded_share[group] * (self._folded[group, row, i] - self._K[group, 0, i])
            return found

        root, _ = pivoted_cholesky(column, variance, n_points * np.finfo(float).eps * prior.variance.max())
        return np.einsum("kn,k->n", root, rng.standard_normal(n_points)[: len(root)])

    def _fold(self) -> None:
        """Bring B up to date with the columns kept, and forget them."""
        loudness = np.sqrt(self._strength)[:, None, :, None]
        # Some rows of a group at a time: what is worked on stays in the cache.
        for g, first in np.ndindex(len(self._groups), -(-len(self._everyone) // ROWS)):
            some = np.s_[g, first * ROWS : (first + 1) * ROWS]
            folded, loud, b = self._folded[some], self._kept[some] * loudness[g], self._folded_share[g]
            if b < 1:
                folded *= b
                folded += (1 - b) * self._K[g]
            folded -= product(loud.transpose(0, 2, 1), loud)
        self._folded_share[:] = 1.0
        self._count = 0

    def _make_room(self) -> None:
        """Drop the columns that have faded, or merge them, or make the space for them larger."""
        felt = np.flatnonzero((self._strength > FADED).any(axis=0))
        fewest = int(self._visited.sum(axis=1).max())
        if 4 * len(felt) <= 3 * self._count:
            self._kept[:, :, : len(felt)] = self._kept[:, :, felt]
            self._strength[:, : len(felt)] = self._strength[:, felt]
            self._count = len(felt)
        elif 2 * fewest <= self._count:
            self._merge(fewest)
        else:
            larger = self._space(2 * self._count, self._kept.shape[-1])
            larger[:, :, : self._count] = self._kept
            self._kept = larger
            self._strength = np.concatenate([self._strength, np.zeros_like(self._strength)], axis=1)

    def _merge(self, most: int) -> None:
        """Write sum_j v_j u_j u_j^T as a sum of at most `most` columns: its rank is the number of points visited."""
        count = 0
        for group, row in np.ndindex(self._kept.shape[:2]):
            loud = self._kept[group, row] * np.sqrt(self._strength[group])[:, None]
            diagonal = np.einsum("jn,jn->n", loud, loud)
            root, _ = pivoted_cholesky(
                lambda i, loud=loud: np.einsum("j,jn->n", loud[:, i], loud),  # type: ignore[misc]
                diagonal,
                ROUNDING * diagonal.max(),
                most,
            )
            self._kept[group, row, : len(root)] = root
            self._kept[group, row, len(root) :] = 0.0
            count = max(count, len(root))
        self._strength[:, :count] = 1.0
        self._count = count

    def _space(self, columns: int, n_points: int) -> Floats:
        rows, n_groups = len(self._everyone), len(self._groups)
        require_room(
            8 * n_groups * rows * columns * n_points,
            f"what {rows} games remember of {columns} observations at {n_points} points under {n_groups} kernels",
            "play fewer seeds or policies at once, or take fewer points",
        )
        return np.empty((n_groups, rows, columns, n_points))
