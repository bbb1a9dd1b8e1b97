"""PE-GP-UCB, the paper's Algorithm 1."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pegp_lite.bandit.looks import Look
from pegp_lite.bandit.policies.contract import Policy
from pegp_lite.bandit.view import View
from pegp_lite.checks import Bools


@dataclass(frozen=True)
class PriorElimination(Policy):
    """PE-GP-UCB (Algorithm 1): doubly optimistic, rejects a prior whose errors exceed what theory allows.

    (x_t, p_t) = argmax over x in X_t, p in U_{t-1} of mu^p_{t-1}(x, t) + beta_t sigma^p_{t-1}(x, t).
    `delta`: the risk of ever rejecting the true prior, in (0, 1).

    >>> from pegp_lite import PriorElimination, play
    >>> from pegp_lite.problems.toy import toy
    >>> record = play(toy(seeds=2, T=20, points=61), PriorElimination(delta=0.1))
    >>> round(float(record.cumulative_regret[:, -1].mean()), 1)
    11.8
    """

    name = "PE-GP-UCB"
    look = Look("pe", "circle", "solid", hero=True)

    def candidates(self, view: View) -> Bools:
        """Every prior not yet rejected."""
        return view.alive  # Algorithm 1, line 3

    def survivors(self, view: View) -> Bools:
        """Lines 12 to 14: |sum eta| <= sqrt(xi_t |S|) + sum beta sigma, for the prior just used.

        Tested for all: a prior not used now keeps its sums while xi_t grows, so it cannot newly fail.
        """
        allowed = np.sqrt(view.allowance * view.uses) + view.widths  # Algorithm 1, line 12
        return view.alive & (np.abs(view.errors) <= allowed)  # Algorithm 1, line 13
