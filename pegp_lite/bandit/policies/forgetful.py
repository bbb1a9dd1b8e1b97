"""What the rivals that forget have in common: one prior they are told, and a memory of their own."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from pegp_lite.bandit.policies.contract import Policy
from pegp_lite.bandit.view import View
from pegp_lite.checks import Floats, Ints
from pegp_lite.gp.recollection import Recollection

LONG = 12.0  # our factor before the papers' order of a window


@dataclass(frozen=True)
class Forgetful(Policy):
    """GP-UCB under the prior it is told, taken to stand still (epsilon 0), on what it still remembers.

    x_t = argmax over x of mu(x) + beta_t sigma(x). beta_t is this package's, the same for all policies. Forgetting
    takes the place of a model of how the function moves. `delta`: sets beta_t, in (0, 1).
    """

    needs_true_prior = True
    learns = False  # it keeps a memory of its own, and looks at no belief

    def start(self, view: View) -> Recollection:
        """Nothing remembered."""
        return Recollection(view.priors[self.told(view)], view.noise_std, view.n_rows)

    def choose(self, view: View) -> tuple[Ints | None, Ints]:
        """The told prior, and the point of its highest UCB."""
        mean, std = self.predicted(view)
        return np.full(view.n_rows, self.told(view)), view.pick_point(mean + view.width * std)

    def observed(self, view: View, points: Ints, values: Floats) -> None:
        """Remember it."""
        view.state.add(points, values, view.t)

    def predicted(self, view: View) -> tuple[Floats, Floats]:
        """Mean and standard deviation of every point now, each (S, N)."""
        memory: Recollection = view.state
        return memory.predict(view.t)

    def told(self, view: View) -> int:
        """The number of the prior it was told."""
        assert view.told is not None
        return view.told


def usual_window(epsilon: float) -> int | None:
    """12 epsilon^(-1/4) steps: the order Bogunovic et al. (2016) give for resets under the squared exponential kernel,
    the factor ours; None (for ever) where nothing moves."""
    return math.ceil(LONG * epsilon**-0.25) if epsilon > 0 else None
