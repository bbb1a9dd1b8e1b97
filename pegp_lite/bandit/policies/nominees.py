"""What the rivals that draw lots among the priors share: every prior's nominee, and the draw."""

from __future__ import annotations

import numpy as np

from pegp_lite.bandit.view import View
from pegp_lite.checks import Floats, Ints


def nominees(view: View) -> Ints:
    """The point of each prior's own highest UCB, (S, P)."""
    rows, priors = np.divmod(np.arange(view.n_rows * view.n_priors), view.n_priors)
    bounds = view.upper_bounds(rows, priors).reshape(view.n_rows, view.n_priors, view.n_points)
    return view.pick_points(bounds)


def drawn(view: View, chances: Floats) -> Ints:
    """A prior a row, (S,), with these chances (S, P), by one draw of the row's own generator."""
    luck = np.array([rng.random() for rng in view.rng])
    below = np.cumsum(chances, axis=1) <= luck[:, None] * chances.sum(axis=1, keepdims=True)
    return np.minimum(below.sum(axis=1), view.n_priors - 1)
