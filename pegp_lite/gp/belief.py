"""What the data so far say, under every prior and for every game at once: exact, at the same cost at every step.

A prior of the paper is Markov in time: with K = Phi Phi^T and rho = sqrt(1 - epsilon), f_t = mean_t + Phi w_t,
w_{t+1} = rho w_t + sqrt(1 - rho^2) g, g ~ N(0, I). So the exact posterior is a Kalman filter on the weights w,
w ~ N(a, C), and nothing grows with t:

    start     a = 0, C = I, var = diag K
    observe   h = C phi_i,  s^2 = phi_i.h + R^2,  g = h / s,  z = (y - mean_i - phi_i.a) / s,
              a += g z,  C -= g g^T,  var -= (Phi g)^2,  log evidence -= z^2/2 + log s + log(2 pi)/2
    advance   a *= rho,  C = rho^2 C + (1 - rho^2) I,  var = rho^2 var + (1 - rho^2) diag K

C and var depend on where was looked, not on what was seen nor on the mean, so priors that share a covariance and
an epsilon (a *group*) share them. C is updated in blocks: C = s C0 + (1 - s) I - sum_j v_j g_j g_j^T, where C0 is
as old as the last fold and the g_j are the few observations since. A step then touches O(r) numbers for each g_j
and reads C0 once; the r x r sum is a matrix product every `BLOCK` steps. Where r is small, so is C: no waiting.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pegp_lite.checks import Floats, Ints
from pegp_lite.gp.linear import product, vector_product
from pegp_lite.gp.priors import Prior

BLOCK = 16
SMALL_RANK = 32


class Belief:
    """Posteriors of P priors for S rows in lock step; a row is one game: a policy that plays a seed.

    Shapes: S rows, P priors, G groups, N points, r features.
    """

    def __init__(self, priors: Sequence[Prior], noise_std: float, rows: int = 1) -> None:
        keys = {(id(prior.factor), prior.epsilon): prior for prior in priors}
        groups = list(keys.values())
        order = {key: g for g, key in enumerate(keys)}
        self.t = 1
        self.group_of: Ints = np.array([order[id(prior.factor), prior.epsilon] for prior in priors])
        self.log_evidence: Floats = np.zeros((rows, len(priors)))
        self._means = [prior.mean for prior in priors]
        self._moving = any(mean.ndim == 2 for mean in self._means)
        self._mean_now = self._prior_means()
        self._noise_variance = noise_std**2

        rank = max(1, *(prior.factor.features.shape[1] for prior in groups))
        n_groups, n_points = len(groups), priors[0].n_points
        self._features: Floats = np.zeros((n_groups, n_points, rank))
        for g, prior in enumerate(groups):
            self._features[g, :, : prior.factor.features.shape[1]] = prior.factor.features
        self._features_T = np.ascontiguousarray(self._features.transpose(0, 2, 1))
        self._prior_variance: Floats = np.array([prior.factor.variance for prior in groups])[:, None, :]
        self._rho: Floats = np.array([prior.memory for prior in groups])
        self._static = bool((self._rho == 1).all())

        self._variance: Floats = np.repeat(self._prior_variance, rows, axis=1)  # (G, S, N)
        self._std: Floats = np.sqrt(self._variance)
        self._weights: Floats = np.zeros((rows, len(priors), rank))  # a
        self._folded: Floats = np.broadcast_to(np.eye(rank), (n_groups, rows, rank, rank)).copy()  # C0
        self._folded_share: Floats = np.ones(n_groups)  # s
        self._block = 1 if rank <= SMALL_RANK else BLOCK
        self._recent: Floats = np.zeros((n_groups, rows, self._block, rank))  # g_j
        self._recent_share: Floats = np.zeros((n_groups, self._block))  # v_j
        self._n_recent = 0
        self._scratch: Floats | None = None
        self._everyone = np.arange(rows)

    def mean(self, rows: Ints, priors: Ints) -> Floats:
        """Posterior means at the present step for L pairs (row, prior), as (L, N)."""
        return self._mean_into(np.empty((2, len(rows), self._mean_now.shape[1])), rows, priors)

    def std(self, rows: Ints, priors: Ints) -> Floats:
        """Posterior standard deviations at the present step for L pairs (row, prior), as (L, N)."""
        return self._std[self.group_of[priors], rows]

    def upper_bounds(self, rows: Ints, priors: Ints, width: float | Floats) -> Floats:
        """Mean plus `width` standard deviations for L pairs (row, prior), as (L, N), good until the next call.

        `width` is one number or one for each pair, (L,); pairs may come in any order and more than once.
        Written into arrays that are kept: fresh memory of this size costs more than the sums in it.
        """
        if self._scratch is None or self._scratch.shape[1] < len(rows):
            self._scratch = np.empty((2, len(rows), self._mean_now.shape[1]))
        bounds = self._mean_into(self._scratch[:, : len(rows)], rows, priors)
        one_width = np.ndim(width) == 0
        std = np.multiply(self._std, width) if one_width else self._std
        place = self.group_of[priors] * len(self._everyone) + rows
        spread = self._scratch[1, : len(rows)]
        np.take(std.reshape(-1, bounds.shape[1]), place, axis=0, out=spread, mode="clip")
        if not one_width:
            spread *= np.asarray(width)[:, None]
        bounds += spread  # Algorithm 1, line 5
        return bounds

    def mixture(self, shares: Floats) -> tuple[Floats, Floats]:
        """Share-weighted sums over the priors of posterior means and of standard deviations, each (S, N)."""
        means, stds = product(shares, self._mean_now), np.zeros(self._variance.shape[1:])
        for g in range(len(self._features)):
            members = np.flatnonzero(self.group_of == g)
            weights = np.einsum("sp,spr->sr", shares[:, members], self._weights[:, members])
            means += product(weights, self._features_T[g])
            stds += shares[:, members].sum(axis=1)[:, None] * self._std[g]
        return means, stds

    def observe(self, points: Ints, observations: Floats) -> tuple[Floats, Floats]:
        """Take in one observation of each row, (S,) points and (S,) values, at the present step.

        Returns the mean and standard deviation that each prior had predicted there, each (S, P).
        """
        phi = self._features[:, points]  # (G, S, r)
        predicted_std = self._std[:, self._everyone, points][self.group_of].T
        h = vector_product(self._folded, phi)
        if not self._static:
            share = self._folded_share[:, None, None]
            h = share * h + (1 - share) * phi
        if self._n_recent:
            recent = self._recent[:, :, : self._n_recent]
            overlap = vector_product(recent, phi) * self._recent_share[:, None, : self._n_recent]
            h -= np.einsum("gsj,gsjr->gsr", overlap, recent)
        # Rounding may leave a variance that is zero in truth at -1e-16; the noise keeps s^2 positive.
        s = np.sqrt(np.maximum(np.einsum("gsr,gsr->gs", phi, h), 0.0) + self._noise_variance)
        gain = h / s[:, :, None]

        self._variance -= product(gain, self._features_T) ** 2
        np.maximum(self._variance, 0.0, out=self._variance)
        np.sqrt(self._variance, out=self._std)

        predicted_mean = np.einsum("psr,spr->sp", phi[self.group_of], self._weights)
        predicted_mean += self._mean_now[:, points].T
        scale = s[self.group_of].T
        z = (observations[:, None] - predicted_mean) / scale
        self._weights += gain[self.group_of].transpose(1, 0, 2) * z[:, :, None]  # Algorithm 1, line 4
        self.log_evidence -= 0.5 * (z * z) + (np.log(s) + 0.5 * np.log(2 * np.pi))[self.group_of].T

        self._recent[:, :, self._n_recent] = gain
        self._recent_share[:, self._n_recent] = 1.0
        self._n_recent += 1
        if self._n_recent == self._block:
            self._fold()
        return predicted_mean, predicted_std

    def advance(self) -> None:
        """Let one step of time pass."""
        self.t += 1
        if self._moving:
            self._mean_now = self._prior_means()
        if self._static:
            return
        kept = self._rho**2
        self._weights *= self._rho[self.group_of][:, None]
        self._folded_share *= kept
        self._recent_share *= kept[:, None]
        self._variance *= kept[:, None, None]
        self._variance += (1 - kept)[:, None, None] * self._prior_variance
        np.sqrt(self._variance, out=self._std)

    def _fold(self) -> None:
        """Bring C0 up to date with the recent observations and forget them."""
        recent = self._recent
        if not self._static:
            recent = recent * np.sqrt(self._recent_share)[:, None, :, None]
            self._folded *= self._folded_share[:, None, None, None]
            diagonal = np.einsum("gsrr->gsr", self._folded)
            diagonal += (1 - self._folded_share)[:, None, None]
            self._folded_share[:] = 1.0
        self._folded -= product(recent.transpose(0, 1, 3, 2), recent)
        self._n_recent = 0

    def _mean_into(self, work: Floats, rows: Ints, priors: Ints) -> Floats:
        """Posterior means of L pairs, written into the first half of `work` (2, L, N)."""
        means, spare = work
        weights = self._weights[rows, priors]
        if len(self._features_T) == 1:
            product(weights, self._features_T[0], out=means)
        else:
            groups = self.group_of[priors]
            by_group = np.argsort(groups, kind="stable")
            ends = np.cumsum(np.bincount(groups, minlength=len(self._features_T)))
            for g, (start, end) in enumerate(zip(np.concatenate([[0], ends]), ends, strict=False)):
                if start < end:
                    product(weights[by_group[start:end]], self._features_T[g], out=spare[start:end])
            means[by_group] = spare
        means += np.take(self._mean_now, priors, axis=0, out=spare, mode="clip")
        return means

    def _prior_means(self) -> Floats:
        """The priors' means at the present step, (P, N); past a moving mean's end its last row stays."""
        return np.array([m if m.ndim == 1 else m[min(self.t, len(m)) - 1] for m in self._means])
