"""The belief's feature form: K = Phi Phi^T of few features, and a Kalman filter on their weights.

f_t = mean_t + Phi w_t with w ~ N(a, C), so nothing grows with t:

    start     a = 0, C = I
    observe   h = C phi_i,  c = Phi h,  g = h / s,  a += g z,  C -= g g^T
    advance   a *= rho,  C = rho^2 C + (1 - rho^2) I

C is updated in blocks: C = s C0 + (1 - s) I - sum_j v_j g_j g_j^T, where C0 is as old as the last fold and the g_j
are the few observations since. A step then touches O(r) numbers for each g_j and reads C0 once; the r x r sum is a
matrix product every `BLOCK` steps. Where r is small, so is C: no waiting.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pegp_lite.checks import Floats, Ints
from pegp_lite.gp.factor import pivoted_cholesky
from pegp_lite.gp.linear import product, vector_product

BLOCK = 16
SMALL_RANK = 32


class FeatureForm:
    """S rows, P priors, G groups, N points, r features; `features` (N, r) of each group, `rho` (G,)."""

    def __init__(self, features: Sequence[Floats], rho: Floats, group_of: Ints, rows: int) -> None:
        rank = max(1, *(phi.shape[1] for phi in features))
        self._group_of, self._rho, self._static = group_of, rho, bool((rho == 1).all())
        self._features: Floats = np.zeros((len(features), len(features[0]), rank))
        for g, phi in enumerate(features):
            self._features[g, :, : phi.shape[1]] = phi
        self._features_T = np.ascontiguousarray(self._features.transpose(0, 2, 1))
        self._weights: Floats = np.zeros((rows, len(group_of), rank))  # a
        self._folded: Floats = np.broadcast_to(np.eye(rank), (len(features), rows, rank, rank)).copy()  # C0
        self._folded_share: Floats = np.ones(len(features))  # s
        self._block = 1 if rank <= SMALL_RANK else BLOCK
        self._recent: Floats = np.zeros((len(features), rows, self._block, rank))  # g_j
        self._recent_share: Floats = np.zeros((len(features), self._block))  # v_j
        self._n_recent = 0
        self._members = [_members(group_of, g) for g in range(len(features))]
        self._phi: Floats = np.empty(0)
        self._h: Floats = np.empty(0)

    def deviations_at(self, points: Ints) -> Floats:
        """Posterior minus prior means of each row at its own point, (S,), under every prior: (S, P)."""
        self._phi = self._features.take(points, axis=1)  # (G, S, r)
        return np.einsum("psr,spr->sp", self._by_prior(self._phi), self._weights)

    def deviations_into(self, out: Floats, spare: Floats, rows: Ints, priors: Ints) -> None:
        """Posterior minus prior means of L pairs (row, prior), written into `out` (L, N)."""
        weights = self._weights[rows, priors]
        if len(self._features_T) == 1:
            product(weights, self._features_T[0], out=out)
            return
        groups = self._group_of[priors]
        by_group = np.argsort(groups, kind="stable")
        ends = np.cumsum(np.bincount(groups, minlength=len(self._features_T)))
        for g, (start, end) in enumerate(zip(np.concatenate([[0], ends]), ends, strict=False)):
            if start < end:
                product(weights[by_group[start:end]], self._features_T[g], out=spare[start:end])
        out[by_group] = spare

    def mixture(self, shares: Floats, rows: slice) -> Floats:
        """Posterior minus prior means, summed over the priors by `shares` (L, P), for L `rows`: (L, N)."""
        found: Floats = np.zeros((len(shares), self._features.shape[1]))
        for members, turned in zip(self._members, self._features_T, strict=True):
            weights = np.einsum("sp,spr->sr", shares[:, members], self._weights[rows, members])
            found += product(weights, turned)
        return found

    def look(self, points: Ints) -> Floats:
        """Every group's posterior variance at each row's point, (G, S); after `deviations_at`, before `take_in`."""
        phi = self._phi
        h = vector_product(self._folded, phi)
        if not self._static:
            share = self._folded_share[:, None, None]
            h = share * h + (1 - share) * phi
        if self._n_recent:
            recent = self._recent[:, :, : self._n_recent]
            overlap = vector_product(recent, phi) * self._recent_share[:, None, : self._n_recent]
            h -= np.einsum("gsj,gsjr->gsr", overlap, recent)
        self._h = h
        return np.vecdot(phi, h)

    def take_in(self, s: Floats, z: Floats) -> Floats:
        """The observation looked at, of deviation `s` (G, S) and standardised error `z` (S, P); returns u (G, S, N)."""
        gain = self._h / s[:, :, None]
        self._weights += self._by_prior(gain).transpose(1, 0, 2) * z[:, :, None]
        if self._block == 1:
            self._let_time_pass()
            self._folded -= gain[..., None] * gain[..., None, :]
        else:
            self._recent[:, :, self._n_recent] = gain
            self._recent_share[:, self._n_recent] = 1.0
            self._n_recent += 1
            if self._n_recent == self._block:
                self._fold()
        return product(gain, self._features_T)

    def _by_prior(self, of_groups: Floats) -> Floats:
        """Numbers of each group (G, ...) as those of each prior (P, ...); one group serves all as it is."""
        return of_groups if len(of_groups) == 1 else of_groups[self._group_of]

    def advance(self) -> None:
        """Let one step of time pass."""
        kept = self._rho**2
        self._weights *= self._rho[self._group_of][:, None]
        self._folded_share *= kept
        self._recent_share *= kept[:, None]

    def wiggle(self, group: int, row: int, variance: Floats, rng: np.random.Generator) -> Floats:
        """A draw of f minus its posterior mean, (N,); `variance` (N,) is f's."""
        recent = self._recent[group, row, : self._n_recent]
        fading = self._recent_share[group, : self._n_recent, None] * recent
        C = self._folded_share[group] * self._folded[group, row] - np.einsum("jr,jq->rq", fading, recent)
        C += (1 - self._folded_share[group]) * np.eye(len(C))
        root, _ = pivoted_cholesky(C.__getitem__, np.diag(C), len(C) * np.finfo(float).eps)
        weights = np.einsum("kr,k->r", root, rng.standard_normal(len(C))[: len(root)])
        return np.einsum("nr,r->n", self._features[group], weights)

    def _fold(self) -> None:
        """Bring C0 up to date with the recent observations and forget them."""
        recent = self._recent
        if not self._static:
            recent = recent * np.sqrt(self._recent_share)[:, None, :, None]
        self._let_time_pass()
        self._folded -= product(recent.transpose(0, 1, 3, 2), recent)
        self._n_recent = 0

    def _let_time_pass(self) -> None:
        """C0 = s C0 + (1 - s) I, and s = 1 again."""
        if not self._static:
            self._folded *= self._folded_share[:, None, None, None]
            diagonal = np.einsum("gsrr->gsr", self._folded)
            diagonal += (1 - self._folded_share)[:, None, None]
            self._folded_share[:] = 1.0


def _members(group_of: Ints, group: int) -> slice | Ints:
    """The priors of a group: a slice where they stand side by side, for that copies nothing."""
    members = np.flatnonzero(group_of == group)
    first, last = int(members[0]), int(members[-1]) + 1
    return slice(first, last) if last - first == len(members) else members
