"""Page 04's second figure: how fast the information gain grows, beside the rate of Corollary 6.2."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from pegp_lite.checks import Floats
from pegp_lite.figures import Canvas
from pegp_lite.figures.growth import Growth
from pegp_lite.figures.words import number
from pegp_lite.pages.canvas_page import Page, Table
from pegp_lite.pages.controls import Choice, Control, Slider
from pegp_lite.pages.lessons.bound.game import GROWTH_STEPS, KERNELS, SMOOTHNESS, growth_of
from pegp_lite.theory import InformationGain, gain_growth, through, turning_point

CONTROLS: tuple[Control, ...] = (
    Slider(name="epsilon", label="forgetting rate ε", value=0.02, low=0.0, high=0.2, step=0.02),
    Choice(name="kernel", label="kernel", options=KERNELS, help="From smooth to rough"),
    Slider(name="R", label="noise R", value=0.1, low=0.01, high=1.0, step=0.25, log=True, help="Standard deviation"),
)
_T = np.arange(1, GROWTH_STEPS + 1)


class GrowthScene:
    """The measured gain between its two certified ends, the corollary's rate through its last value."""

    def __init__(self) -> None:
        self.canvas = Canvas(930, 380)
        self._growth = self.canvas.add(Growth(self.canvas.axes[0], GROWTH_STEPS))
        self.png, self.svg = self.canvas.png, self.canvas.svg
        self._columns: list[Any] = []

    def show(self, state: Mapping[str, Any]) -> str:
        kernel, epsilon, noise = state["kernel"], state["epsilon"], state["R"]
        nu = SMOOTHNESS[kernel]
        gain, still = growth_of(kernel, epsilon, noise), growth_of(kernel, 0.0, noise)
        rate = through(gain_growth(_T, epsilon, nu), float(gain.upper[-1]))
        turning = turning_point(epsilon, nu)
        self._growth.update(gain.lower, gain.upper, rate, still.upper, turning)
        self._columns = [_T, gain.lower, gain.upper, rate, still.upper]
        return _sentence(kernel, epsilon, noise, gain, still.upper[-1], rate, turning)

    def table(self) -> Table:
        """A row a horizon: both ends, the rate laid through the last, and the gain if nothing moved."""
        header = ["T", "gain, lower end", "gain, upper end", "rate through the last", "upper end for epsilon 0"]
        return header, np.column_stack(self._columns).tolist()


def _sentence(
    kernel: str, epsilon: float, noise: float, gain: InformationGain, still: float, rate: Floats, turning: float
) -> str:
    half, last = GROWTH_STEPS // 2 - 1, float(gain.upper[-1])
    who = "wins at once" if turning <= 1 else f"wins from T = {number(turning)}"
    moving = f"movement {who}" if epsilon else "nothing moves"
    times = f", {number(last / still)} times what a function that stands still holds" if epsilon else ""
    return (
        f"{kernel[0].upper()}{kernel[1:]}, ε = {number(epsilon)}, R = {number(noise)}: after {GROWTH_STEPS} steps at "
        f"most {number(last)} nats can have been learnt (at least {number(gain.lower[-1])} by a greedy plan){times}. "
        f"From T = {half + 1} to {GROWTH_STEPS} it grows by {number(last / gain.upper[half])}, the rate by "
        f"{number(rate[-1] / rate[half])}: {moving}."
    )


def growth_page() -> Page:
    """The second figure of page 04; the address belongs to the first."""
    return Page("04_growth", CONTROLS, GrowthScene(), query="")
