"""ET-GP-UCB: start anew when an observation cannot be explained."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pegp_lite.bandit.looks import Look
from pegp_lite.bandit.policies.forgetful import Forgetful
from pegp_lite.bandit.schedules import noise_allowance
from pegp_lite.bandit.view import View
from pegp_lite.checks import Floats, Ints


@dataclass(frozen=True)
class EventTriggeredGPUCB(Forgetful):
    """ET-GP-UCB (Brunzema et al. 2025): takes the function to stand still until an error says otherwise.

    It forgets everything, this observation included, when |y_t - mu_{t-1}(x_t)| > beta_t sigma_{t-1}(x_t) +
    sqrt(2 R^2 log(pi^2 t^2 / delta)): the band's width and a bound on one noise value that all steps keep with
    probability 1 - delta/3. It is PE-GP-UCB's line 12 with a window of one, answered by a reset instead of a
    rejection. There is no window or rate to be told.
    `delta`: the risk in both, in (0, 1).

    >>> from pegp_lite import EventTriggeredGPUCB, play
    >>> from pegp_lite.problems.toy import toy
    >>> record = play(toy(seeds=2, T=20, points=61), EventTriggeredGPUCB())
    >>> round(float(record.cumulative_regret[:, -1].mean()), 1)
    0.9
    """

    name = "ET-GP-UCB"
    look = Look("spare0", "right", "long")

    def observed(self, view: View, points: Ints, values: Floats) -> None:
        """Remember it, unless it is the one that shows the memory to be out of date."""
        mean, std = (each[np.arange(view.n_rows), points] for each in self.predicted(view))
        noise = np.sqrt(noise_allowance(view.t, 1, view.noise_std, self.delta))
        super().observed(view, points, values)
        view.state.forget(np.abs(values - mean) > view.width * std + noise)
