"""Page 02's first picture: a point in two experts' bands, the wall beside it, and both accounts below."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from pegp_lite.figures.marks import Band, Handle, Line, Mark, Points, Run, Text, Wall, Words, symbol
from pegp_lite.figures.picture import Axis, Key, Panel, Picture
from pegp_lite.figures.words import number
from pegp_lite.pages.lessons.star.model import NAMES, Meeting, meet

LIMITS = (-3.0, 8.0)
REACH = (-2.0, 6.0)  # of the point
HILL = 0.3
ASIDE = 0.45  # from here on a place is beside GP1's hill
MOST = 4.5  # of the accounts: an error beyond it is cut
COLORS, DARKER = ("p0", "p1"), ("p0t", "p1t")


def star_picture(state: Mapping[str, Any], covered: bool) -> Picture:
    """The figure at these settings; `covered`: neither the point's kind nor who is tested can be told."""
    now = meet(**state)
    return Picture(
        title="One more observation, two experts",
        key=(Key("star", "in both bands"), Key("diamond", "in one"), Key("cross", "in none", "bad")),
        panels=(_bands(now, state, covered), _accounts(now, covered)),
        height=560,
        letters=185,
        sentence=_waiting(state) if covered else sentence(now, state),
    )


def _bands(now: Meeting, state: Mapping[str, Any], covered: bool) -> Panel:
    x, y = float(state["x"]), float(state["y"])
    top = float(now.half_width[0][_at(HILL, now)])
    marks: list[Mark] = []
    for p in (1, 0):
        low, high = now.mean[p] - now.half_width[p], now.mean[p] + now.half_width[p]
        marks.append(Band(x=now.x, low=low, high=high, color=COLORS[p], name=NAMES[p]))
    marks.append(Line(x=now.x, y=now.mean[1], spread=now.half_width[1], color="p1", dash=(9, 5), name="GP2"))
    marks.append(Line(x=now.x, y=now.mean[0], spread=now.half_width[0], color="p0", width=3, name="GP1"))
    marks.append(Points(x=now.seen[0], y=now.seen[1]))
    promise = "GP1 promises a hill here" if state["height"] else "GP1 promises none, either"
    lifted = x < ASIDE and y > 5 and not covered  # of the words at the wall
    marks.append(Text(x=0.45, y=6.6 if lifted else 5.4, words=promise, color="p0t", bold=True))
    marks.append(Text(x=HILL, y=-1.6, words="GP2 promises none", color="p1t", bold=True, anchor="middle"))
    if len(now.seen[0]) > 1:
        marks.append(
            Text(x=0.57, y=-2.2, words="looks so far: both agree there", color="ink-2",
                 to_x=float(now.seen[0][1]), to_y=float(now.seen[1][1]))
        )  # fmt: skip
    if covered:
        marks.append(Text(x=0.45, y=3.7, words="the next look sees this", bold=True, to_x=x + 0.03, to_y=y))
    else:
        marks += _wall(now, x)
    words = f"x = {x:.2f}, y = {y:.1f}"
    marks.append(
        Handle(x=HILL, y=state["height"] + top, key="hill", name="height of GP1's hill", color="p0",
               words=f"GP1 promises {number(state['height'])}", reach_y=(top, 5 + top), step_y=0.1)
    )  # fmt: skip
    marks.append(
        Handle(x=x, y=y, key="point", name="the observation", words=words, reach_x=(0, 1), reach_y=REACH,
               glyph="ring" if covered else _glyph(now), letter="?" if covered else "",
               color="bad" if not covered and not any(now.inside) else "ink")
    )  # fmt: skip
    return Panel(
        x=Axis(low=0, high=1, name=("place ", symbol("x")), tell="x"),
        y=Axis(low=LIMITS[0], high=LIMITS[1], name=("value ", symbol("y")), ticks=(-2, 0, 2, 4, 6)),
        marks=tuple(marks),
        share=2.6,
    )


def _wall(now: Meeting, x: float) -> list[Mark]:
    """The test of line 12 beside the point, for the expert that is trusted there."""
    p = 0 if now.trusted is None else now.trusted
    mean, error, width = (float(a[p]) for a in (now.mean[:, _at(x, now)], now.error, now.width))
    side, y = 1 if x < 0.62 else -1, mean + error
    words: Words = ("error ", symbol("η"), f" = {number(error)}, allowed {number(width + now.noise)}")
    place: dict[str, Any] = {"x": x, "y": mean + error / 2, "anchor": "start" if side > 0 else "end", "dx": 66 * side}
    if x >= ASIDE:  # the bands are low there, and free the space above them
        place |= {"y": 3.1, "to_x": x + 0.075 * side, "to_y": mean + error / 2}
        if y < 1.5:
            place |= {"anchor": "middle", "dx": 0}
    return [
        Wall(at=x, start=mean, track=width, noise=now.noise, error=error, color=COLORS[p], upright=True,
             shift=46.0 * side),
        Text(words=words, bold=True, **place),
    ]  # fmt: skip


def _accounts(now: Meeting, covered: bool) -> Panel:
    labels, marks = [], []
    for p, name in enumerate(NAMES):
        tested = now.trusted in (None, p)
        said = Run("– not tested", "ink-2") if not tested else _verdict(now.rejected[p])
        labels.append((Run(f"{name}  ", DARKER[p], bold=True), said))
        error, allowed = abs(float(now.error[p])), float(now.width[p] + now.noise)
        marks.append(
            Wall(at=p, track=now.width[p], noise=now.noise, error=error, color=COLORS[p], faint=not tested,
                 words=(Run(number(error), bold=True), f" of {number(allowed)}"))
        )  # fmt: skip
    return Panel(
        title="Each expert’s account: error so far, and the wall it must not pass",
        note="grey: β σ; hatched: noise, √ξ",
        x=Axis(low=0, high=MOST, ticks=(), line=False),
        y=Axis(low=1.6, high=-0.6, ticks=(0, 1), labels=tuple(labels), grid=False, line=False),
        marks=tuple(marks),
        covered=covered,
    )


def _verdict(rejected: bool) -> Run:
    return Run("✗ out", "bad", bold=True) if rejected else Run("✓ kept", "good", bold=True)


def _glyph(now: Meeting) -> Any:
    return ("cross", "diamond", "star")[sum(now.inside)]


def _at(x: float, now: Meeting) -> int:
    return round(x * (len(now.x) - 1))


def _waiting(state: Mapping[str, Any]) -> str:
    return (
        f"The next look is at x = {state['x']:.2f} and sees y = {state['y']:.1f}. What it does to whom, the figure "
        "says once you have answered."
    )


def sentence(now: Meeting, state: Mapping[str, Any]) -> str:
    """What the figure shows, in words."""
    first, second = now.inside
    where = f"y = {number(state['y'])} at x = {number(state['x'])}"
    if first and second:
        kind = f"A star. {where} lies in both bands."
    elif first or second:
        kind = f"A diamond. {where} lies in the band of {NAMES[second]} only."
    else:
        kind = f"In no band. {where} speaks against both."
    if now.trusted is None:
        return f"{kind} Both promise the same here, so either may be the one trusted and tested."
    p = now.trusted
    name, allowed = NAMES[p], float(now.width[p] + now.noise)
    off = f"off by {number(abs(float(now.error[p])))} of {number(allowed)} allowed"
    fate = f"throws it out: {off}" if now.rejected[p] else f"keeps it: {off}"
    return f"{kind} {name} promises more here, so PE-GP-UCB trusts {name}, tests only {name}, and {fate}."


def star_table(state: Mapping[str, Any]) -> tuple[list[str], list[list[Any]]]:
    """A row a place: both means and bands; then what the point did to each model."""
    now = meet(**state)
    low, high = now.mean - now.half_width, now.mean + now.half_width
    columns = [now.x, now.mean[0], low[0], high[0], now.mean[1], low[1], high[1]]
    rows = [[*row, "", "", "", ""] for row in np.column_stack(columns).tolist()]
    for p, name in enumerate(NAMES):
        rows[p][7:] = [name, abs(float(now.error[p])), float(now.width[p]), now.noise]
    header = ["x", "GP1 mean", "GP1 low", "GP1 high", "GP2 mean", "GP2 low", "GP2 high"]
    return [*header, "model", "|eta|", "beta sigma", "sqrt xi"], rows
