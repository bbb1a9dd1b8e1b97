"""SW-GP-UCB: only the newest observations count."""

from __future__ import annotations

from dataclasses import dataclass

from pegp_lite.bandit.looks import Look
from pegp_lite.bandit.policies.forgetful import Forgetful, usual_window
from pegp_lite.bandit.view import View
from pegp_lite.checks import Floats, Ints, as_count


@dataclass(frozen=True)
class SlidingWindowGPUCB(Forgetful):
    """SW-GP-UCB (Zhou and Shroff 2021): GP-UCB on the last W observations.

    `window`: W; by default 12 epsilon^(-1/4) for the told prior's epsilon, as for resets (their own order,
    gamma_T^(1/4) (T / B_T)^(1/2), needs the horizon and how much the function will move), all of them at epsilon 0.
    `delta`: sets beta_t, in (0, 1).

    >>> from pegp_lite import SlidingWindowGPUCB, play
    >>> from pegp_lite.problems.toy import toy
    >>> record = play(toy(seeds=2, T=20, points=61), SlidingWindowGPUCB(window=10))
    >>> round(float(record.cumulative_regret[:, -1].mean()), 1)
    1.7
    """

    name = "SW-GP-UCB"
    look = Look("spare1", "hexagon", "dashdot")
    window: int | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.window is not None:
            as_count("window", self.window)

    def observed(self, view: View, points: Ints, values: Floats) -> None:
        """Remember it, and let the oldest go."""
        super().observed(view, points, values)
        window = self.window or usual_window(view.priors[self.told(view)].epsilon)
        if window is not None:
            view.state.keep_last(window)
