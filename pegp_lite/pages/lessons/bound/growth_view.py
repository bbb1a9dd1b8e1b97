"""Page 04's second picture: how fast the information gain grows, beside the rate of Corollary 6.2."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from pegp_lite.checks import Floats
from pegp_lite.figures.marks import Band, Line, Mark, Rule, Text, symbol
from pegp_lite.figures.picture import Axis, Panel, Picture
from pegp_lite.figures.words import number
from pegp_lite.pages.lessons.bound.model import GROWTH_STEPS, SMOOTHNESS, growth_of
from pegp_lite.theory import InformationGain, gain_growth, through, turning_point

LIMITS = (0.3, 300.0)  # of the gain, whatever the settings
_T = np.arange(1.0, GROWTH_STEPS + 1)


def growth_at(state: Mapping[str, Any]) -> tuple[InformationGain, InformationGain, Floats, float]:
    """The gain, the gain if nothing moved, the rate laid through the gain's last value, and where movement wins."""
    kernel, epsilon, noise = state["kernel"], state["epsilon"], state["R"]
    nu = SMOOTHNESS[kernel]
    gain = growth_of(kernel, epsilon, noise)
    rate = through(gain_growth(_T, epsilon, nu), float(gain.upper[-1]))
    return gain, growth_of(kernel, 0.0, noise), rate, turning_point(epsilon, nu)


def growth_picture(state: Mapping[str, Any], covered: bool) -> Picture:
    """The figure at these settings; nothing of it is shown while the question is open."""
    gain, still, rate, turning = growth_at(state)
    marks: list[Mark] = [
        Band(x=_T, low=gain.lower, high=gain.upper, color="ink", name="learnt"),
        Line(x=_T, y=still.upper, color="ink-3", dash=(2, 4), label="if it stood still", label_color="ink-2",
             name="if it stood still"),
        Line(x=_T, y=rate, color="ink-3", dash=(10, 5), label="the rate", label_color="ink-2", name="rate"),
        Line(x=_T, y=gain.upper, width=3.2, label=("learnt, ", symbol("γ")), bold=True, name="learnt"),
    ]  # fmt: skip
    if 1 < turning < GROWTH_STEPS:
        marks.append(Rule(at=turning, color="ink-2", dash=(2, 4)))
        marks.append(Text(x=turning, y=0.42, words="from here movement wins", color="ink-2", dx=8))
    panel = Panel(
        title="How much can be learnt in T steps",
        x=Axis(low=1, high=GROWTH_STEPS, name=("horizon ", symbol("T")), log=True, ticks=(1, 2, 5, 10, 20, 50),
               tell="T"),
        y=Axis(low=LIMITS[0], high=LIMITS[1], name=("information gain ", symbol("γ"), " in nats"), log=True,
               ticks=(1, 10, 100)),
        marks=tuple(marks),
        covered=covered,
    )  # fmt: skip
    waiting = "What becomes of the gain when the function moves, the figure says once you have answered."
    return Picture(panels=(panel,), height=420, letters=265,
                   sentence=waiting if covered else growth_sentence(state))  # fmt: skip


def growth_sentence(state: Mapping[str, Any]) -> str:
    """What the figure shows, in words."""
    gain, still, rate, turning = growth_at(state)
    kernel, epsilon, noise = state["kernel"], state["epsilon"], state["R"]
    half, last = GROWTH_STEPS // 2 - 1, float(gain.upper[-1])
    who = "wins at once" if turning <= 1 else f"wins from T = {number(turning)}"
    moving = f"movement {who}" if epsilon else "nothing moves"
    times = f", {number(last / still.upper[-1])} times what a function that stands still holds" if epsilon else ""
    return (
        f"{kernel[0].upper()}{kernel[1:]}, ε = {number(epsilon)}, R = {number(noise)}: after {GROWTH_STEPS} steps at "
        f"most {number(last)} nats can have been learnt (at least {number(gain.lower[-1])} by a greedy plan){times}. "
        f"From T = {half + 1} to {GROWTH_STEPS} it grows by {number(last / gain.upper[half])}, the rate by "
        f"{number(rate[-1] / rate[half])}: {moving}."
    )


def growth_table(state: Mapping[str, Any]) -> tuple[list[str], list[list[Any]]]:
    """A row a horizon: both ends, the rate laid through the last, and the gain if nothing moved."""
    gain, still, rate, _ = growth_at(state)
    header = ["T", "gain, lower end", "gain, upper end", "rate through the last", "upper end for epsilon 0"]
    return header, np.column_stack([_T, gain.lower, gain.upper, rate, still.upper]).tolist()
