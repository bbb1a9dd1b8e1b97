"""Page 01's second picture: from the width for one point to beta_t, one demand after the other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from pegp_lite.checks import Floats
from pegp_lite.figures.marks import Bars, Handle, Mark, Rule, Text, symbol
from pegp_lite.figures.picture import Axis, Panel, Picture
from pegp_lite.figures.words import number
from pegp_lite.pages.lessons.confidence.model import DEMANDS, widths

WIDEST = 10.0


def widths_of(state: Mapping[str, Any]) -> Floats:
    """The widths at these settings, (5,)."""
    return widths(round(state["points"]), round(state["t"]), state["delta"])


def price_picture(state: Mapping[str, Any], covered: bool) -> Picture:
    """The figure at these settings; nothing of it is shown while the question is open."""
    ends = widths_of(state)
    row, start = np.arange(len(ends)), np.concatenate([[0.0], ends[:-1]])
    marks: list[Mark] = [
        Bars(x0=np.zeros(len(ends)), x1=start, y0=row - 0.3, y1=row + 0.3, color="track"),
        Bars(x0=start, x1=ends, y0=row - 0.3, y1=row + 0.3, color="p0", names=tuple(DEMANDS)),
        Rule(at=2.0, end=0.45, color="ink-2", dash=(2, 4)),  # clear of the first row's number
        *(Text(x=end, y=k, words=number(end), bold=True, dx=8, dy=5) for k, end in enumerate(ends[:-1])),
        Text(x=ends[-1], y=row[-1], words=(symbol("β"), f" = {number(ends[-1])}"), bold=True, dx=40, dy=5),
        Handle(x=ends[-1], y=row[-1], key="beta", name="β", words=f"β = {number(ends[-1])}", color="p0",
               reach_x=(_end(state, 0.5), _end(state, 0.001)), step_x=0.05),
    ]  # fmt: skip
    panel = Panel(
        title="What each demand adds to the width",
        x=Axis(low=0, high=WIDEST, name=("half-width in ", symbol("σ"))),
        y=Axis(low=len(DEMANDS) - 0.4, high=-0.6, ticks=tuple(range(len(DEMANDS))), labels=DEMANDS, grid=False),
        marks=tuple(marks),
        covered=covered,
    )
    waiting = (
        "From one point at one step to everywhere and always: the figure says what it costs once you have answered."
    )
    return Picture(panels=(panel,), height=330, letters=240,
                   sentence=waiting if covered else price_sentence(state))  # fmt: skip


def _end(state: Mapping[str, Any], delta: float) -> float:
    return float(widths(round(state["points"]), round(state["t"]), delta)[-1])


def price_sentence(state: Mapping[str, Any]) -> str:
    """What the figure shows, in words."""
    ends = widths_of(state)
    added = np.diff(ends)
    return (
        f"β = {number(ends[-1])}. To hold one point at one step with probability {100 * (1 - state['delta']):.4g}% "
        f"takes {number(ends[0])} standard deviations. All {round(state['points']):,} points add {number(added[0])}, "
        f"all steps (this is step {round(state['t']):,}) {number(added[1])}, sharing δ with two other promises "
        f"{number(added[2])}, and writing it as a formula {number(added[3])}."
    )


def price_table(state: Mapping[str, Any]) -> tuple[list[str], list[list[Any]]]:
    """A row a demand."""
    return ["demand", "half-width in sigma"], [[d, w] for d, w in zip(DEMANDS, widths_of(state).tolist(), strict=True)]
