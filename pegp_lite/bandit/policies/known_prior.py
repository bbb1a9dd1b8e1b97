"""What one could do if one knew whom to believe."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pegp_lite.bandit.looks import Look
from pegp_lite.bandit.policies.contract import Policy
from pegp_lite.bandit.view import View
from pegp_lite.checks import Bools


@dataclass(frozen=True)
class KnownPrior(Policy):
    """GP-UCB (TV-GP-UCB where the function moves), told the true prior p*: the floor.

    x_t = argmax over x of mu^{p*} + beta_t sigma^{p*}. `delta`: sets beta_t, in (0, 1). The problem tells it p*; in
    a campaign you do.

    >>> from pegp_lite import KnownPrior, play
    >>> from pegp_lite.problems.toy import toy
    >>> record = play(toy(seeds=2, T=20, points=61), KnownPrior())
    >>> round(float(record.cumulative_regret[:, -1].mean()), 1)
    0.9
    """

    name = "known prior"
    look = Look("kp", "none", "solid")
    needs_true_prior = True

    def start(self, view: View) -> Bools:
        """The true prior alone, booleans (S, P)."""
        return view.only(np.full(view.n_rows, view.told))

    def candidates(self, view: View) -> Bools:
        """The true prior alone."""
        told: Bools = view.state
        return told
