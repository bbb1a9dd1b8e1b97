"""Every prior has a say, by how likely the data make it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pegp_lite.bandit.looks import Look
from pegp_lite.bandit.policies.contract import Policy
from pegp_lite.bandit.view import View
from pegp_lite.checks import Ints


@dataclass(frozen=True)
class FullyBayesian(Policy):
    """Averages the UCBs of all priors, weighted by their posterior probability under equal odds (Section 7).

    x_t = argmax over x of sum_p P(p | D_{t-1}) (mu^p + beta_t sigma^p). `delta`: sets beta_t, in (0, 1).

    >>> from pegp_lite import FullyBayesian, play
    >>> from pegp_lite.problems.toy import toy
    >>> record = play(toy(seeds=2, T=20, points=61), FullyBayesian())
    >>> round(float(record.cumulative_regret[:, -1].mean()), 1)
    10.8
    """

    name = "fully Bayesian"
    look = Look("fb", "triangle", "dashdot")

    def choose(self, view: View) -> tuple[Ints | None, Ints]:
        """The point of the highest averaged UCB; no single prior is trusted."""
        evidence = view.log_evidence
        odds = np.exp(evidence - evidence.max(axis=1, keepdims=True))
        mean, std = view.mixture(odds / odds.sum(axis=1, keepdims=True))
        return None, view.pick_point(mean + view.width * std)
