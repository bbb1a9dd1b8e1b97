"""What the data so far say, under every prior and for every game at once: exact, in the cheaper of two forms.

A prior of the paper is Markov in time: with rho = sqrt(1 - epsilon) it is f_{t+1} = rho f_t + sqrt(1 - rho^2) g
about its mean, g ~ N(0, K). So with c = cov(f, f(i) | data), the posterior covariance's column at point i,

    start     mean = prior mean, var = diag K
    observe   s^2 = c_i + R^2,  u = c / s,  z = (y - mean_i) / s,
              mean += u z,  var -= u^2,  log evidence -= z^2/2 + log s + log(2 pi)/2
    advance   mean - prior mean *= rho,  var = rho^2 var + (1 - rho^2) diag K

and the two forms differ in where c comes from: `gp/features.py` keeps the covariance of a few features' weights,
`gp/observations.py` the columns u themselves. c and var depend on where was looked, not on what was seen nor on the
mean, so priors that share a covariance and an epsilon (a *group*) share them.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pegp_lite.checks import Floats, Ints
from pegp_lite.gp.features import FeatureForm
from pegp_lite.gp.linear import product
from pegp_lite.gp.observations import ObservationForm
from pegp_lite.gp.priors import Prior

HALF_LOG_2_PI = 0.5 * np.log(2 * np.pi)
THIN = 3  # points a feature, from where on features are cheaper
UNREAD = 64  # observations whose evidence may wait until it is asked for


class Belief:
    """Posteriors of P priors for S rows in lock step; a row is one game: a policy that plays a seed.

    Shapes: S rows, P priors, G groups, N points.
    `priors`: whose beliefs. `noise_std`: R. `rows`: how many games.

    >>> import numpy as np
    >>> from pegp_lite import Prior, rbf
    >>> from pegp_lite.gp.belief import Belief
    >>> belief = Belief([Prior("flat", np.zeros(3), rbf([0.0, 0.5, 1.0], 0.1))], noise_std=0.1)
    >>> _ = belief.observe(np.array([1]), np.array([2.0]))
    >>> belief.mean(np.array([0]), np.array([0])).round(2).tolist()
    [[0.57, 1.98, 0.57]]
    """

    def __init__(self, priors: Sequence[Prior], noise_std: float, rows: int = 1) -> None:
        keys = {(prior.likeness, prior.epsilon): prior for prior in priors}
        groups = list(keys.values())
        order = {key: g for g, key in enumerate(keys)}
        self.t = 1
        self.group_of: Ints = np.array([order[prior.likeness, prior.epsilon] for prior in priors])
        self._log_evidence: Floats = np.zeros((rows, len(priors)))
        self._unread: list[tuple[Floats, Floats]] = []  # z and s of observations that it does not hold yet
        self._priors = tuple(priors)
        self._moving = any(callable(prior.mean) or prior.mean.ndim == 2 for prior in priors)
        self._mean_now = self._prior_means()
        self._noise_variance = noise_std**2
        self._prior_variance: Floats = np.array([prior.variance for prior in groups])[:, None, :]
        self._rho: Floats = np.array([prior.memory for prior in groups])
        self._static = bool((self._rho == 1).all())

        self._variance: Floats = np.repeat(self._prior_variance, rows, axis=1)  # (G, S, N)
        self._std: Floats = np.empty_like(self._variance)  # its root, taken where it is asked for
        self._stale = True
        self._scratch: Floats | None = None
        self._everyone = np.arange(rows)
        # The roughest prior decides for all: it is the dearest, and one form keeps rows and priors in one array.
        self.form: FeatureForm | ObservationForm
        features = [factor.features for prior in groups if (factor := prior.few_features) is not None]
        if len(features) == len(groups) and all(THIN * phi.shape[1] <= len(phi) for phi in features):
            self.form = FeatureForm(features, self._rho, self.group_of, rows)
        else:
            self.form = ObservationForm(groups, self._rho, self.group_of, rows)

    @property
    def log_evidence(self) -> Floats:
        """log P(data so far | prior), (S, P)."""
        self._read()
        return self._log_evidence

    def mean(self, rows: Ints, priors: Ints) -> Floats:
        """Posterior means at the present step for L pairs (row, prior), as (L, N)."""
        return self._mean_into(np.empty((2, len(rows), self._mean_now.shape[1])), rows, priors)

    def std(self, rows: Ints, priors: Ints) -> Floats:
        """Posterior standard deviations at the present step for L pairs (row, prior), as (L, N)."""
        return self._root()[self.group_of[priors], rows]

    def upper_bounds(self, rows: Ints, priors: Ints, width: float | Floats) -> Floats:
        """Mean plus `width` standard deviations for L pairs (row, prior), as (L, N), good until the next call.

        `width` is one number or one for each pair, (L,); pairs may come in any order and more than once.
        Written into arrays that are kept: fresh memory of this size costs more than the sums in it.
        """
        if self._scratch is None or self._scratch.shape[1] < len(rows):
            self._scratch = np.empty((2, len(rows), self._mean_now.shape[1]))
        bounds = self._mean_into(self._scratch[:, : len(rows)], rows, priors)
        std, spread, everyone = self._root(), self._scratch[1, : len(rows)], self._everyone
        one_width = isinstance(width, float) or np.ndim(width) == 0  # as a rule a float, and ndim is slow
        place = rows if len(std) == 1 else self.group_of[priors] * len(everyone) + rows
        if one_width and len(std) == 1 and rows.tobytes() == everyone.tobytes():
            np.multiply(std[0], width, out=spread)  # a line a row, as they stand
        else:
            std = np.multiply(std, width) if one_width else std
            std.reshape(-1, bounds.shape[1]).take(place, 0, spread, "clip")
        if not one_width:
            spread *= np.asarray(width)[:, None]
        bounds += spread  # Algorithm 1, line 5
        return bounds

    def mixture(self, shares: Floats, rows: slice = slice(None)) -> tuple[Floats, Floats]:
        """Share-weighted sums over the priors of posterior means and of standard deviations, each (L, N).

        `shares` (L, P), a line for each of L `rows`.
        """
        means = product(shares, self._mean_now)
        means += self.form.mixture(shares, rows)
        parts = (shares[:, self.group_of == g].sum(axis=1)[:, None] * std[rows] for g, std in enumerate(self._root()))
        stds = next(parts)
        for part in parts:
            stds += part
        return means, stds

    def samples(self, rows: Ints, priors: Ints, generators: Sequence[np.random.Generator]) -> Floats:
        """A function drawn from each of L pairs' (row, prior) posterior at the present step, as (L, N)."""
        drawn = self.mean(rows, priors)
        for line, (row, prior, rng) in enumerate(zip(rows, priors, generators, strict=True)):
            group = self.group_of[prior]
            drawn[line] += self.form.wiggle(group, row, self._variance[group, row], rng)
        return drawn

    def observe(self, points: Ints, observations: Floats) -> tuple[Floats, Floats]:
        """Take in one observation of each row, (S,) points and (S,) values, at the present step.

        Returns the mean and standard deviation that each prior had predicted there, each (S, P).
        """
        predicted_mean = self.form.deviations_at(points)
        predicted_mean += self._mean_now.take(points, axis=1).T
        # Rounding may leave a variance that is zero in truth at -1e-16; the noise keeps s^2 positive.
        variance = np.maximum(self.form.look(points), 0.0)
        s = np.sqrt(variance + self._noise_variance)
        z = (observations[:, None] - predicted_mean) / self._by_prior(s)
        gain = self.form.take_in(s, z)
        self._variance -= np.multiply(gain, gain, out=gain)  # Algorithm 1, line 4
        if self._variance.min() < 0.0:  # as a rule there are none
            np.maximum(self._variance, 0.0, out=self._variance)
        self._stale = True
        self._unread.append((z, s))
        if len(self._unread) == UNREAD:
            self._read()
        return predicted_mean, np.sqrt(variance.T).take(self.group_of, axis=1)

    def advance(self) -> None:
        """Let one step of time pass."""
        self.t += 1
        if self._moving:
            self._mean_now = self._prior_means()
        if self._static:
            return
        kept = self._rho**2
        self.form.advance()
        self._variance *= kept[:, None, None]
        self._variance += (1 - kept)[:, None, None] * self._prior_variance
        self._stale = True

    def _read(self) -> None:
        """Bring the log evidence up to date: few ask for it, and many observations cost little more than one."""
        if not self._unread:
            return
        several = len(self._unread) > 1
        z, s = map(np.stack, zip(*self._unread, strict=True)) if several else self._unread[0]
        self._unread.clear()
        spent = 0.5 * (z * z) + self._by_prior(np.log(s) + HALF_LOG_2_PI)
        for each in spent if several else [spent]:
            self._log_evidence -= each

    def _by_prior(self, of_groups: Floats) -> Floats:
        """A number of each group and row, (..., G, S), as (..., S, P), or as (..., S, 1) where all priors share it."""
        by_prior = of_groups if of_groups.shape[-2] == 1 else of_groups[..., self.group_of, :]
        return by_prior.swapaxes(-1, -2)

    def _root(self) -> Floats:
        """Standard deviations of every group, row and point, (G, S, N)."""
        if self._stale:
            np.sqrt(self._variance, out=self._std)
            self._stale = False
        return self._std

    def _mean_into(self, work: Floats, rows: Ints, priors: Ints) -> Floats:
        """Posterior means of L pairs, written into the first half of `work` (2, L, N)."""
        means, spare = work
        self.form.deviations_into(means, spare, rows, priors)
        means += self._mean_now.take(priors, 0, spare, "clip")
        return means

    def _prior_means(self) -> Floats:
        """The priors' means at the present step, (P, N)."""
        return np.array([prior.mean_at(self.t) for prior in self._priors])
