"""WGP-UCB: what is old is heard less."""

from __future__ import annotations

from dataclasses import dataclass

from pegp_lite.bandit.looks import Look
from pegp_lite.bandit.policies.forgetful import Forgetful, usual_window
from pegp_lite.bandit.view import View
from pegp_lite.checks import Floats, as_number


@dataclass(frozen=True)
class WeightedGPUCB(Forgetful):
    """WGP-UCB (Deng et al. 2022): weighted GP regression, in which observations grow noisier with age.

    At step t an observation of step i, of age a = t - 1 - i, counts as one of noise variance R^2 discount^-a.
    `discount`, in (0, 1]; by default 1 - 1 / W with W = 12 epsilon^(-1/4) for the told prior's epsilon, so that it
    remembers about as long as its siblings, and 1 at epsilon 0. (Their own order, 1 - gamma_T^(-1/4) (B_T / T)^(1/2),
    needs the horizon and how much the function will move.)
    `delta`: sets beta_t, in (0, 1).

    >>> from pegp_lite import WeightedGPUCB, play
    >>> from pegp_lite.problems.toy import toy
    >>> record = play(toy(seeds=2, T=20, points=61), WeightedGPUCB())
    >>> round(float(record.cumulative_regret[:, -1].mean()), 1)
    0.9
    """

    name = "WGP-UCB"
    look = Look("spare2", "left", "dot")
    discount: float | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.discount is not None:
            as_number("discount", self.discount, 0.0, 1.0, open_low=True)

    def predicted(self, view: View) -> tuple[Floats, Floats]:
        """From all observations, each as loud as its age lets it be."""
        window = usual_window(view.priors[self.told(view)].epsilon)
        usual = 1.0 if window is None else 1.0 - 1.0 / window
        found: tuple[Floats, Floats] = view.state.predict(view.t, self.discount or usual)
        return found
