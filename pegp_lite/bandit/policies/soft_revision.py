"""Doubly optimistic over the priors that the data make likely enough."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pegp_lite.bandit.looks import Look
from pegp_lite.bandit.policies.contract import Policy
from pegp_lite.bandit.ties import TIE
from pegp_lite.bandit.view import View
from pegp_lite.checks import Bools, as_number


@dataclass(frozen=True)
class SoftRevision(Policy):
    """Soft revision (Cattaneo 2014; the paper's Discussion): a prior may be trusted while it is likely enough.

    (x_t, p_t) = argmax of mu^p + beta_t sigma^p over x and all p with P(D_{t-1} | p) >= alpha max_q P(D_{t-1} | q).
    `alpha`, in [0, 1]: 0 never leaves a prior out, 1 leaves the most likely alone (and those tied with it). The
    default, 0.15, is the likelihood ratio at the ends of a 95% interval. Who is left out may come back.
    `delta`: sets beta_t, in (0, 1).

    >>> from pegp_lite import SoftRevision, play
    >>> from pegp_lite.problems.toy import toy
    >>> record = play(toy(seeds=2, T=20, points=61), SoftRevision(alpha=0.15))
    >>> round(float(record.cumulative_regret[:, -1].mean()), 1)
    10.8
    """

    name = "soft revision"
    look = Look("spare1", "pentagon", "dashdotdot")
    alpha: float = 0.15

    def __post_init__(self) -> None:
        super().__post_init__()
        as_number("alpha", self.alpha, 0.0, 1.0)

    def candidates(self, view: View) -> Bools:
        """The priors whose evidence comes near enough to the best."""
        evidence = view.log_evidence
        with np.errstate(divide="ignore"):
            bar = evidence.max(axis=1, keepdims=True) + np.log(self.alpha)
        return evidence >= bar - TIE
