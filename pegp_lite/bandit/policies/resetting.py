"""R-GP-UCB: start anew at fixed intervals."""

from __future__ import annotations

from dataclasses import dataclass

from pegp_lite.bandit.looks import Look
from pegp_lite.bandit.policies.forgetful import Forgetful, usual_window
from pegp_lite.bandit.view import View
from pegp_lite.checks import Floats, as_count


@dataclass(frozen=True)
class ResettingGPUCB(Forgetful):
    """R-GP-UCB (Bogunovic et al. 2016; Zhou and Shroff 2021): GP-UCB that forgets everything every H steps.

    At step t it knows the observations of the steps H floor((t - 1) / H) + 1 to t - 1. `every`: H; by default
    12 epsilon^(-1/4) for the told prior's epsilon (the papers give the order, the factor is ours), never at epsilon 0.
    `delta`: sets beta_t, in (0, 1).

    >>> from pegp_lite import ResettingGPUCB, play
    >>> from pegp_lite.problems.toy import toy
    >>> record = play(toy(seeds=2, T=20, points=61), ResettingGPUCB(every=10))
    >>> round(float(record.cumulative_regret[:, -1].mean()), 1)
    1.8
    """

    name = "R-GP-UCB"
    look = Look("spare0", "pentagon", "dash")
    every: int | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.every is not None:
            as_count("every", self.every)

    def predicted(self, view: View) -> tuple[Floats, Floats]:
        """From the observations of this block alone."""
        every = self.every or usual_window(view.priors[self.told(view)].epsilon)
        if every is not None:
            view.state.forget_before(view.t - (view.t - 1) % every)
        return super().predicted(view)
