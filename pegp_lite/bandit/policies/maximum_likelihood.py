"""GP-UCB on whichever prior fits best."""

from __future__ import annotations

from dataclasses import dataclass

from pegp_lite.bandit.looks import Look
from pegp_lite.bandit.policies.contract import Policy
from pegp_lite.bandit.view import View
from pegp_lite.checks import Bools


@dataclass(frozen=True)
class MaximumLikelihood(Policy):
    """Trusts the prior under which the data so far are most likely, and plays its UCB (Section 7).

    p_t = argmax over p of P(D_{t-1} | p), then x_t = argmax of mu^{p_t} + beta_t sigma^{p_t}.
    `delta`: sets beta_t, in (0, 1).

    >>> from pegp_lite import MaximumLikelihood, play
    >>> from pegp_lite.problems.toy import toy
    >>> record = play(toy(seeds=2, T=20, points=61), MaximumLikelihood())
    >>> round(float(record.cumulative_regret[:, -1].mean()), 1)
    5.2
    """

    name = "maximum likelihood"
    look = Look("ml", "square", "dash")

    def candidates(self, view: View) -> Bools:
        """The prior of the highest log evidence."""
        return view.only(view.pick_prior(view.log_evidence))
