"""The paper's Appendix rival: every prior gets its turn until its rewards lag behind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from pegp_lite.bandit.looks import Look
from pegp_lite.bandit.policies.contract import Policy
from pegp_lite.bandit.view import View
from pegp_lite.checks import Bools, Floats


@dataclass(frozen=True)
class RegretBalancing(Policy):
    """Uses the priors in turn and drops those whose rewards lag behind (Appendix, with R^p(t) = t).

    p_t = argmin over living p of |S^p_{t-1}|, then x_t = argmax of mu^{p_t} + beta_t sigma^{p_t}. `delta`: sets the
    widths, in (0, 1). `rule` "printed" compares lower bounds on both sides, as the paper prints it; "upper" gives
    each prior the benefit of its upper bound.

    >>> from pegp_lite import RegretBalancing, play
    >>> from pegp_lite.problems.toy import toy
    >>> record = play(toy(seeds=2, T=20, points=61), RegretBalancing(rule="upper"))
    >>> round(float(record.cumulative_regret[:, -1].mean()), 1)
    21.4
    """

    name = "regret balancing"
    look = Look("rb", "hourglass", "dot")
    rule: Literal["printed", "upper"] = "printed"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.rule not in ("printed", "upper"):
            raise ValueError(f'rule must be "printed" or "upper", got {self.rule!r}')

    def candidates(self, view: View) -> Bools:
        """Line 3: the living prior used least."""
        return view.only(view.pick_prior(np.where(view.alive, -view.uses, -np.inf)))

    def survivors(self, view: View) -> Bools:
        """Lines 9 to 11, once every living prior has been used."""
        uses = np.maximum(view.uses, 1)
        reward, slack = view.rewards / uses, np.sqrt(view.allowance / uses)
        lower: Floats = reward - slack
        hope = view.widths / uses + (lower if self.rule == "printed" else reward + slack)
        best = np.where(view.alive, lower, -np.inf).max(axis=1, keepdims=True)
        all_used = ((view.uses > 0) | ~view.alive).all(axis=1, keepdims=True)
        return view.alive & ((hope >= best) | ~all_used)
