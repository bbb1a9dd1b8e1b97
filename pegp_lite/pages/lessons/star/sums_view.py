"""Page 02's second picture: a prior's errors against their allowance, use after use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from pegp_lite.figures.marks import Bars, Handle, Line, Mark, Points, Text, symbol
from pegp_lite.figures.picture import Axis, Panel, Picture
from pegp_lite.figures.words import counted, number
from pegp_lite.pages.lessons.star.model import USES, Sums, luck, sum_up

MOST_AVERAGE, MOST_SUM = 3.2, 130.0


def sums_of_state(state: Mapping[str, Any], noise: bool = True) -> Sums:
    """The sums at these settings, or without their noise."""
    drawn = luck(int(state["luck"])) if noise else np.zeros(USES)
    return sum_up(state["miss"], state["width"], state["noise"], int(state["quiet"]), drawn)


def sums_picture(state: Mapping[str, Any], covered: bool) -> Picture:
    """The figure at these settings; nothing of it is shown while the question is open."""
    sums, average = sums_of_state(state), bool(state["per_use"])
    what = "average" if average else "sum"
    panel = Panel(
        title=f"A prior that is wrong by the same amount each time: {what} over its uses",
        x=Axis(low=-5, high=USES + 4, name=("times the prior was trusted, ", symbol("n")), ticks=(1, 10, 20, 30, 40),
               tell="use"),
        y=Axis(low=0, high=MOST_AVERAGE if average else MOST_SUM),
        marks=_marks(sums, state, average),
        covered=covered,
    )  # fmt: skip
    waiting = "Its band is 1 wide and it is off by 1.3. What comes of it, the figure says once you have answered."
    return Picture(panels=(panel,), height=400, letters=235,
                   sentence=waiting if covered else sums_sentence(sums, state))  # fmt: skip


def _marks(sums: Sums, state: Mapping[str, Any], average: bool) -> tuple[Mark, ...]:
    n = np.arange(1.0, USES + 1)
    share = n if average else np.ones_like(n)
    end = sums.rejected_at or USES
    errors, widths, allowed = sums.errors / share, sums.widths / share, sums.allowed / share
    most = MOST_AVERAGE if average else MOST_SUM
    left, right = n - 0.5, n + 0.5
    marks: list[Mark] = [
        Bars(x0=left, x1=right, y0=np.zeros(USES), y1=np.minimum(widths, most), color="track"),
        Bars(x0=left, x1=right, y0=np.minimum(widths, most), y1=np.minimum(allowed, most), color="noise", hatch=True),
        Line(x=n, y=allowed, color="ink", width=3, name="allowed"),
        Line(x=n[:end], y=errors[:end], color="p1", width=3, marker="circle", name="errors"),
    ]
    if sums.rejected_at:
        marks.append(Points(x=[end], y=[min(errors[end - 1], most)], marker="cross", color="bad", size=9))
        marks.append(Text(x=end, y=errors[end - 1], words=f"out at use {end}", color="bad", bold=True, dx=14, dy=-12))
    place = min(5, end)
    if errors[place - 1] > most / 4:
        marks.append(Text(x=place, y=errors[place - 1], words="its errors", color="p1t", bold=True, dy=44,
                          to_x=place, to_y=errors[place - 1]))  # fmt: skip
    else:  # there is no room for a leader below
        marks.append(Text(x=1, y=errors[0], words="its errors", color="p1t", bold=True,
                          dy=-14 if errors[0] < most / 8 else 28))  # fmt: skip
    free = 4 if end > 9 else end + 14  # clear of what is said where the expert falls
    marks.append(Text(x=free, y=allowed[free - 1], words="the wall: what is allowed", bold=True, dy=-14))
    if average:
        marks += [
            _level("miss", "how far the prior is off", float(state["miss"]), "p1"),
            _level("width", "half-width of its band", float(state["width"]), "ink"),
        ]
    return tuple(marks)


def _level(key: str, name: str, at: float, color: str) -> Handle:
    return Handle(
        x=-2.4 if key == "miss" else USES + 2,  # one at each end, or they lie on one another where the levels are close
        y=at,
        key=key,
        name=name,
        words=f"{name} {number(at)}",
        reach_y=(0.0, 3.0),
        step_y=0.05,
        color=color,
        rule=True,
    )


def sums_sentence(sums: Sums, state: Mapping[str, Any]) -> str:
    """What the figure shows, in words."""
    quiet = int(state["quiet"])
    start = f"After {counted(quiet, 'quiet use')}, a prior" if quiet else "A prior"
    last = (sums.rejected_at or USES) - 1
    share = last + 1 if state["per_use"] else 1
    what = "average" if state["per_use"] else "sum"
    numbers = f"{sums.errors[last] / share:.4g} against {sums.allowed[last] / share:.4g} allowed"
    verdict = f"rejected at use {last + 1}" if sums.rejected_at else f"still kept after {USES} uses"
    calm = sums_of_state(state, noise=False).rejected_at
    without = f"reject it at use {calm}" if calm else f"not reject it within {USES} uses"
    return (
        f"{start} that is off by {number(state['miss'])} each time, with a band of {number(state['width'])} and noise "
        f"{number(state['noise'])} (seed {int(state['luck'])}), is {verdict}: its errors {what} to {numbers}. "
        f"The same errors without noise would {without}."
    )


def sums_table(state: Mapping[str, Any]) -> tuple[list[str], list[list[Any]]]:
    """A row a use."""
    sums = sums_of_state(state)
    n = np.arange(1, USES + 1)
    columns = [n, sums.errors, sums.noise, sums.widths, sums.allowed]
    return ["use", "|sum eta|", "sqrt(xi n)", "sum beta sigma", "allowed"], np.column_stack(columns).tolist()
