"""Page 01's first picture: bands of a width that a hand can set, and the share of functions such bands hold."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np
from scipy.special import erf

from pegp_lite.figures.marks import Anchor, Band, Handle, Line, Mark, Points, Rule, Text, symbol
from pegp_lite.figures.picture import Axis, Click, Key, Panel, Picture
from pegp_lite.figures.words import counted, number, percent
from pegp_lite.pages.lessons.confidence.model import WIDEST, Inside, expert, hill, look_around

LIMITS = (-3.6, 4.4)  # holds every function and hill; a band that is wider leaves the panel
REACH = (0.5, 7.0)  # of the width
EDGE = 85  # the point at which the band's edge can be taken
CURVE = np.linspace(0.0, WIDEST, 161)


@lru_cache(maxsize=64)
def _computed(
    looks: tuple[str, ...], height: float, hill: float, l: float, epsilon_b: float, epsilon: float, delta: float, k: int
) -> Inside:
    b = expert("B", height, hill, l, epsilon_b)
    return look_around(b, [float(word) for word in looks], epsilon, delta, k)


def inside_of(state: Mapping[str, Any]) -> Inside:
    """The numbers at these settings."""
    names = ("height", "hill", "l", "epsilon_b", "epsilon", "delta")
    return _computed(tuple(state["looks"]), *(state[name] for name in names), int(state["number"]) - 1)


def shown_step(now: Inside, width: float) -> int:
    """The step drawn, from 0: the one at which the function leaves the band, or the last."""
    return (now.left_at(width) or len(now.truth)) - 1


def bands_picture(state: Mapping[str, Any], covered: bool) -> Picture:
    """The figure at these settings; while covered, how much a band holds cannot be seen."""
    now = inside_of(state)
    return Picture(
        title="A function, looks at it, and a band",
        key=(Key("circle", "a look"), Key("cross", "it leaves here", "bad")),
        panels=(_bands(now, state, covered), _shares(now, state, covered)),
        height=600,
        letters=300,
        sentence=_waiting(state) if covered else bands_sentence(now, state),
    )


def _bands(now: Inside, state: Mapping[str, Any], covered: bool) -> Panel:
    width = float(state["width"])
    t = len(now.truth) - 1 if covered else shown_step(now, width)
    later = len(now.seen[0]) - t
    experts = (0, 1) if state["b"] else (0,)
    marks: list[Mark] = []
    for p in reversed(experts):
        mean, half = now.mean[p, t], width * now.std[p, t]
        name = ("expert A", "expert B")[p]
        marks.append(Band(x=now.x, low=mean - half, high=mean + half, color=f"p{p}", name=name))
        marks.append(Line(x=now.x, y=mean, spread=half, color=f"p{p}", name=name, dash=(9, 5) if p else (),
                          label=f"expert {'AB'[p]}", label_color=f"p{p}t"))  # fmt: skip
    marks.append(Line(x=now.x, y=now.truth[t], color="truth", width=2, name="the function"))
    marks.append(Points(x=now.seen[0][t:], y=now.seen[1][t:], color="ink-3", size=5, names=("a later look",) * later))
    marks.append(Points(x=now.seen[0][:t], y=now.seen[1][:t]))
    if not covered and now.left_at(width):
        worst = int(np.argmax(np.abs(now.truth[t] - now.mean[0, t]) / now.std[0, t]))
        x, y = float(now.x[worst]), float(now.truth[t, worst])
        marks.append(Points(x=[x], y=[y], marker="cross", color="bad", size=9))
        anchor: Anchor = "start" if x < 0.2 else "end" if x > 0.8 else "middle"
        marks.append(Text(x=x, y=y, words=f"leaves at step {t + 1}", color="bad", bold=True, dy=-14 if y > 0 else 26,
                          anchor=anchor))  # fmt: skip
    mean, std = float(now.mean[0, t, EDGE]), max(float(now.std[0, t, EDGE]), 1e-6)
    low, edge, high = (min(mean + each * std, LIMITS[1]) for each in (REACH[0], width, REACH[1]))
    marks.append(
        Handle(x=now.x[EDGE], y=edge, key="edge", name="width of the band", color="p0",
               words=f"{number(width)} standard deviations", reach_y=(low, high), step_y=0.1 * std)
    )  # fmt: skip
    if state["b"]:
        promise = hill(state["height"], state["hill"])
        marks.append(Line(x=now.x, y=promise, color="p1", width=1.8, dash=(2, 4), name="what B promised"))
        marks.append(
            Handle(x=state["hill"], y=state["height"], key="hill", name="expert B's hill", color="p1",
                   words=f"{number(state['height'])} high at x = {number(state['hill'])}", reach_x=(0, 1),
                   reach_y=(0, 3), step_x=0.05, step_y=0.25)
        )  # fmt: skip
    return Panel(
        x=Axis(low=0, high=1, name=("place ", symbol("x"), ": press to look there, or not"), tell="x"),
        y=Axis(low=LIMITS[0], high=LIMITS[1], ticks=(-2, 0, 2, 4), name="value"),
        marks=tuple(marks),
        click=Click(key="look", name="where to look", step_x=0.1),
        share=1.5,
    )


def _shares(now: Inside, state: Mapping[str, Any], covered: bool) -> Panel:
    width = float(state["width"])
    curves = np.array([now.share(w) for w in CURVE])
    marks: list[Mark] = [
        Line(x=CURVE, y=erf(CURVE / np.sqrt(2)), color="ink-2", width=1.8, dash=(2, 4), name="one point, one step",
             label="one point", label_color="ink-2"),
        Line(x=CURVE, y=curves[:, 0], color="p0", width=3, name="expert A, everywhere", label="A", label_color="p0t"),
    ]  # fmt: skip
    if state["b"]:
        marks.append(Line(x=CURVE, y=curves[:, 1], color="p1", dash=(9, 5), name="expert B, everywhere", label="B",
                          label_color="p1t"))  # fmt: skip
    promised = 1 - float(state["delta"])
    marks.append(Rule(at=now.beta, color="ink", width=2))
    marks.append(Text(x=now.beta, y=0.12, words=(symbol("β"), f" = {number(now.beta)}"), bold=True, dx=8))
    marks.append(Rule(at=promised, upright=False, color="ink-2", dash=(2, 4), start=now.beta - 1.2, end=now.beta))
    marks.append(Text(x=now.beta, y=promised, words=f"promised: {100 * promised:.3g}%", color="ink-2", dx=8,
                      dy=14 if promised > 0.8 else 2))  # fmt: skip
    marks.append(
        Handle(x=width, y=float(now.share(width)[0]), key="width", name="width of the band", color="p0",
               words=f"{number(width)} standard deviations", reach_x=REACH, step_x=0.1)
    )  # fmt: skip
    return Panel(
        title="How many of 500 functions it holds",
        note="everywhere and always",
        x=Axis(low=0, high=WIDEST, name=("half-width in ", symbol("σ")), tell="width"),
        y=Axis(low=0, high=1.2, percent=True, ticks=(0, 0.5, 1)),
        marks=tuple(marks),
        beside=0.45,
        covered=covered,
    )


def _waiting(state: Mapping[str, Any]) -> str:
    return (
        f"A band of {number(state['width'])}σ around expert A's mean, after {counted(len(state['looks']), 'look')}. "
        "How many functions such a band holds, the figure says once you have answered."
    )


def _when(step: int) -> str:
    return f"at step {step}, after {counted(step - 1, 'look')}" if step > 1 else "at step 1, before any look"


def bands_sentence(now: Inside, state: Mapping[str, Any]) -> str:
    """What the figure shows, in words."""
    width, looks = float(state["width"]), counted(len(state["looks"]), "look")
    a, b = (round(share * now.functions) for share in now.share(width))
    left = now.left_at(width)
    fate = f"leaves A's band {_when(left)}" if left else "stays inside A's band"
    rival = ""
    if state["b"]:
        believes = f"hill {number(state['height'])} at {number(state['hill'])}, l = {number(state['l'])}, "
        rival = f" Expert B ({believes}ε = {number(state['epsilon_b'])}) holds {b}, and {now.held[1]} with β."
    return (
        f"{number(width)}σ holds {percent(a / now.functions)}. After {looks}, bands of {number(width)} standard "
        f"deviations around expert A's mean hold {a} of {now.functions} functions everywhere and always; the theory's "
        f"β = {number(now.beta)} holds {now.held[0]} and promised at least {100 * (1 - state['delta']):.3g}%.{rival} "
        f"Function {int(state['number'])} {fate}."
    )


def bands_table(state: Mapping[str, Any]) -> tuple[list[str], list[list[Any]]]:
    """A row a point with both bands after the last look, and beside it a width with the shares it holds."""
    now, width = inside_of(state), float(state["width"])
    mean, half = now.mean[:, -1], width * now.std[:, -1]
    grid = np.linspace(0.0, WIDEST, len(now.x))
    shares = np.array([now.share(w) for w in grid])
    columns = [now.x, now.truth[-1]]
    for p in (0, 1):
        columns += [mean[p], mean[p] - half[p], mean[p] + half[p]]
    header = ["x", "truth", "A mean", "A low", "A high", "B mean", "B low", "B high"]
    columns += [grid, erf(grid / np.sqrt(2)), shares[:, 0], shares[:, 1]]
    more = ["width in sigma", "held at one point", "held by A everywhere", "held by B everywhere"]
    return [*header, *more], np.column_stack(columns).tolist()
