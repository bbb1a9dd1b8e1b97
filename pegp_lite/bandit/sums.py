"""Line 12 of Algorithm 1 over a whole game: what each prior got wrong so far, and what it was allowed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pegp_lite.checks import Bools, Floats


@dataclass(frozen=True, eq=False)
class Sums:
    """Sums over S^p_t, the steps up to t on which prior p was trusted; all (..., T, P), row t - 1 for step t."""

    uses: Floats  # |S^p_t|
    errors: Floats  # of eta
    noise: Floats  # sqrt(xi_t |S^p_t|)
    widths: Floats  # of beta sigma

    @property
    def allowed(self) -> Floats:
        """Line 12's right side, sqrt(xi_t |S^p_t|) + sum of beta sigma."""
        return self.noise + self.widths

    @property
    def beyond(self) -> Bools:
        """Whether line 12 rejects, |sum of eta| > allowed."""
        return np.abs(self.errors) > self.allowed


def by_prior(used: Bools, numbers: Floats) -> Floats:
    """`numbers` (..., T) summed up to each step over the steps on which a prior was trusted, (..., T, P)."""
    return (numbers[..., None] * used).cumsum(axis=-2)


def sums_of(used: Bools, eta: Floats, widths: Floats, xi: Floats) -> Sums:
    """The sums of a game: `used` (..., T, P) whom it trusted, `eta` and `widths` (..., T) of the one trusted, xi_t."""
    uses = used.cumsum(axis=-2, dtype=float)
    return Sums(uses, by_prior(used, eta), np.sqrt(xi[:, None] * uses), by_prior(used, widths))
