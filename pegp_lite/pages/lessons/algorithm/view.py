"""Page 03's picture: a moment of a run as upper bounds, every expert's account, and the strip of steps."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from itertools import zip_longest
from typing import Any

import numpy as np

from pegp_lite.checks import Bools, Floats
from pegp_lite.figures.limits import round_limits
from pegp_lite.figures.marks import Anchor, Bars, Handle, Hidden, Line, Mark, Points, Rule, Text, Wall
from pegp_lite.figures.marks import Run as Words
from pegp_lite.figures.palette import expert, words_of
from pegp_lite.figures.picture import Axis, Key, Panel, Picture
from pegp_lite.figures.words import number
from pegp_lite.pages.lessons.algorithm.model import MASKS, Mask, Run, run_of
from pegp_lite.pages.lessons.algorithm.replayed import game_of, replayed
from pegp_lite.pages.lessons.algorithm.words import STOPS, Moment

LAST = len(STOPS) - 1
LEAST = 8.0  # of an account's axis: it doubles, and so seldom moves while a hand scrubs


def mask_of(state: Mapping[str, Any]) -> Mask:
    """What these settings hide."""
    return Mask(state["mask"], state["at"], state["wide"], int(state["every"]))


def run_at(state: Mapping[str, Any]) -> Run:
    """The run these settings name: one of this page's own, or a game of page 05 once more."""
    if state["toy"]:
        return replayed(state["toy"])
    return run_of(state["priors"], mask_of(state), state["epsilon"], int(state["seed"]))


def moment_of(state: Mapping[str, Any], covered: bool = False) -> Moment:
    """The moment these settings name: the run's last where there is none so late, its first while covered."""
    run = run_at(state)
    truth = bool(state["truth"]) and not covered
    if covered:
        return Moment(run, 1, 0, truth)
    played = run.trace.n_steps
    over = state["step"] > played
    return Moment(run, min(int(state["step"]), played), LAST if over else STOPS.index(state["line"]), truth)


def algorithm_picture(state: Mapping[str, Any], covered: bool) -> Picture:
    """The figure at these settings; while covered, the first moment and nobody's account."""
    now = moment_of(state, covered)
    ended = not covered and now.t < min(state["step"], now.run.steps)
    late = f"There is no step {state['step']}: nobody is left. " if ended else ""
    waiting = (
        f"The run has not begun: {len(now.names)} upper bounds, and no look yet. It is yours once you have answered."
    )
    return Picture(
        title=f"Step {now.t} of {now.run.steps}, {now.where}: {STOPS[now.stop].split(' ', 1)[1]}{_whose(state)}",
        key=(Key("circle", "a look"), Key("down", "where it looks"), Key("cross", "out", "bad")),
        panels=(_bounds(now, state), _accounts(now, covered), _strip(now, covered)),
        height=640,
        letters=255,
        sentence=waiting if covered else f"{late}{now.sentence()}{_hiding(state)}",
    )


def _whose(state: Mapping[str, Any]) -> str:
    return f" · game {game_of(state['toy'])} of page 05" if state["toy"] else ""


def _hiding(state: Mapping[str, Any]) -> str:
    """What is kept from everybody, where it is a stretch that can be moved."""
    if state["toy"]:
        return " Reset goes back to this page’s own games."
    if state["mask"] != MASKS[1]:
        return ""
    low, high = max(0.0, state["at"] - state["wide"]), min(1.0, state["at"] + state["wide"])
    often = {1: "every step", 2: "every second step", 3: "every third step"}
    when = often.get(int(state["every"]), f"every {int(state['every'])}th step")
    return f" Hidden on {when}: {low:.2f} to {high:.2f}."


def _color(run: Run, prior: int) -> str:
    return expert(run.numbers[prior])


def _bounds(now: Moment, state: Mapping[str, Any]) -> Panel:
    trace, t, run = now.run.trace, now.t - 1, now.run
    alive, left = trace.alive[t], trace.alive[now.t if now.stop == LAST else t]
    low, high = _limits(run)
    marks: list[Mark] = [Hidden(low=a, high=b) for a, b in _stretches(run.x, ~trace.available[t])]
    tops, x = dict(enumerate(run.hills, 1)), run.x
    for p in sorted(range(len(now.names)), key=lambda p: run.numbers[p] not in tops):  # who has no hill lies on top
        prior = run.problem.priors[p]
        color, name = _color(run, p), now.names[p]
        words = words_of(color)
        if not alive[p]:
            marks.append(Line(x=x, y=prior.mean, color=color, width=1.6, dash=(2, 4), opacity=0.6))
        else:
            trusted = now.stop >= 1 and p == now.prior
            marks.append(Line(x=x, y=trace.ucb[t, p], color=color, width=3.6 if trusted else 2.4, name=name,
                              label="" if run.numbers[p] in tops else name, label_color=words))  # fmt: skip
        if run.numbers[p] in tops:
            short = name if name == run.problem.priors[p].name else name.removeprefix("prior ")  # "2 (true)"
            told, shade = (short, words) if left[p] else (f"✗ {run.numbers[p]}", "bad")
            marks.append(
                Text(x=tops[run.numbers[p]], y=high, words=told, color=shade, bold=True, anchor="middle", dy=4)
            )
    if now.truth:
        marks.append(Line(x=x, y=trace.truth[t], color="truth", width=2, name="the truth", label="truth"))
    marks.append(Points(x=x[trace.point[:t]], y=trace.observed[:t], names=tuple(f"look {k + 1}" for k in range(t))))
    marks += _look(now)
    if state["mask"] == MASKS[1] and not state["toy"]:
        marks.append(
            Handle(x=state["at"], y=low + 0.06 * (high - low), key="at", name="the hidden stretch", reach_x=(0, 1),
                   words=f"hidden around {state['at']:.2f}", step_x=0.01, stretch=float(state["wide"]))
        )  # fmt: skip
        near = state["at"] < 0.7
        marks.append(Text(x=state["at"], y=low + 0.06 * (high - low), words="what is hidden", color="ink-2", dy=5,
                          dx=38 if near else -38, anchor="start" if near else "end"))  # fmt: skip
    return Panel(
        x=Axis(low=0, high=1, tell="x"),
        y=Axis(low=low, high=high, name="upper bound"),
        marks=tuple(marks),
        share=3.2,
    )


def _look(now: Moment) -> list[Mark]:
    """The choice, and what came of it, as far as this moment knows."""
    trace, t, p = now.run.trace, now.t - 1, now.prior
    if now.stop < 1:
        return []
    x, bound = float(now.run.x[trace.point[t]]), float(trace.ucb[t, p, trace.point[t]])
    marks: list[Mark] = [Points(x=[x], y=[bound], marker="down", size=10)]
    if now.stop >= 2:
        seen, mean = float(trace.observed[t]), float(trace.mean[t, p, trace.point[t]])
        outside = abs(seen - mean) > trace.width[t, p, trace.point[t]]
        marks.insert(0, Rule(at=x, start=seen, end=bound, dash=(2, 3)))
        marks.append(Points(x=[x], y=[seen], marker="diamond" if outside else "circle", size=9))
        side: Anchor = "start" if x < 0.6 else "end"
        words = f"promised {number(bound)}, seen {number(seen)}"
        marks.append(Text(x=x, y=(bound + seen) / 2, words=words, bold=True, anchor=side, dx=10 if x < 0.6 else -10))
    return marks


def _accounts(now: Moment, covered: bool) -> Panel:
    errors, widths, noise, out = accounts(now)
    tests = widths + noise > 0
    first_widths, first_noise = first_tests(now)
    widths, noise = np.where(tests, widths, first_widths), np.where(tests, noise, first_noise)
    labels, marks = [], []
    longest = max(1.0, float(errors.max()), 1.1 * float((widths + noise).max()))
    most = LEAST * 2.0 ** max(0, math.ceil(math.log2(longest / LEAST)))
    for p, name in enumerate(now.names):
        color = _color(now.run, p)
        tested = tests[p]
        fate = Words(f"✗ out at {out[p]}", "bad", bold=True) if out[p] else None
        state = fate or (Words("✓ kept", "good", bold=True) if tested else Words("– not tested", "ink-2"))
        now_tested = now.stop >= 1 and p == now.prior
        labels.append((Words(f"{name}  ", words_of(color), bold=True), state))
        words = (Words(number(errors[p]), bold=now_tested), f" of {number(widths[p] + noise[p])}") if tested else ""
        marks.append(Wall(at=p, track=widths[p], noise=noise[p], error=errors[p], color=color,
                          faint=not now_tested and (bool(out[p]) or not tested), words=words))  # fmt: skip
    return Panel(
        title="Errors against what is allowed",
        x=Axis(low=0, high=most, ticks=(), line=False),
        y=Axis(low=len(labels) - 0.4, high=-0.6, ticks=tuple(range(len(labels))), labels=tuple(labels), grid=False,
               line=False),
        marks=tuple(marks),
        share=2.6,
        beside=0.45,
        dense=True,
        covered=covered,
    )  # fmt: skip


def _strip(now: Moment, covered: bool) -> Panel:
    t, played, last = now.t, now.run.trace.n_steps, now.run.steps
    steps = np.arange(1, played + 1)
    colors = tuple("ink" if s < t else "marker" if s == t else "track" for s in steps)
    marks: list[Mark] = [
        Bars(x0=steps - 0.5, x1=steps + 0.5, y0=np.full(played, -0.2), y1=np.full(played, 1.2), color=colors, gap=1,
             round=2, names=tuple(f"step {s}" for s in steps), keys=tuple(f"step {s}" for s in steps))
    ]  # fmt: skip
    gone = now.run.rejections(t if now.stop == LAST else t - 1)
    marks.append(Points(x=[s for s, _ in gone], y=[4.2] * len(gone), marker="cross", color="bad", size=5))
    for s, prior in gone:
        marks.append(
            Text(x=s, y=5.4, words=str(now.run.numbers[prior]), anchor="middle", bold=True, halo=False,
                 color=words_of(_color(now.run, prior)))
        )  # fmt: skip
    marks.append(Handle(x=t, y=0.5, key="step", name="step", words=f"step {t}", reach_x=(1, played), step_x=1))
    return Panel(
        x=Axis(low=0.2, high=last + 0.8, ticks=(1, *range(last // 4, last + 1, last // 4)), line=False, tell="step"),
        y=Axis(low=-1.0, high=6.0, ticks=(), line=False, grid=False),
        marks=tuple(marks),
        share=1.35,
        dense=True,
        title="Steps",
        covered=covered,
    )


def accounts(now: Moment) -> tuple[Floats, Floats, Floats, Any]:
    """Summed errors, widths, noise and steps of rejection, (P,) each, as far as this moment knows them."""
    trace, t = now.run.trace, now.t - 1
    known = t if now.stop >= 3 else t - 1  # the step whose look has been compared
    alive = trace.alive[: (now.t if now.stop == LAST else t) + 1]
    out = np.where(alive[-1], 0, alive.sum(axis=0))
    nothing = np.zeros(len(out))
    if known < 0:
        return nothing, nothing, nothing, out
    last_test = np.where(out == 0, known, out - 1)  # what it came to stays on view
    return np.abs(trace.errors[known]), trace.widths[known], trace.noise[last_test, np.arange(len(out))], out


@lru_cache(maxsize=64)
def _limits(run: Run) -> tuple[float, float]:
    """A y axis that holds the whole run, so that it stays while scrubbing."""
    trace = run.trace
    reached = np.where(trace.alive[:-1, :, None], trace.ucb, -np.inf).max()
    low = float(min(trace.truth.min(), trace.observed.min()))
    return round_limits(low - 0.3, 0.0)[0], float(reached) + 1.0


def first_tests(now: Moment) -> tuple[Floats, float]:
    """What bands, (P,), and noise would be allowed to each expert if this step were its first test."""
    trace, t = now.run.trace, now.t - 1
    highest = np.where(trace.available[t], trace.ucb[t], -np.inf).argmax(axis=1)
    return trace.width[t, np.arange(len(highest)), highest], math.sqrt(trace.xi[t])


def _stretches(x: Floats, hidden: Bools) -> list[tuple[float, float]]:
    """The stretches of x that are hidden."""
    half = 0.5 / (len(x) - 1)
    edges = np.flatnonzero(np.diff(np.concatenate([[False], hidden, [False]]).astype(int)))
    return [(x[a] - half, x[b - 1] + half) for a, b in edges.reshape(-1, 2)]


def algorithm_table(state: Mapping[str, Any]) -> tuple[list[str], list[list[Any]]]:
    """A row a point with the truth and all upper bounds; beside it a row a prior with its errors."""
    now = moment_of(state)
    trace, names, t = now.run.trace, now.run.names(True), now.t - 1
    errors, widths, noise, out = accounts(now)
    header = ["x", "true f", "available", *(f"UCB {name}" for name in names)]
    curves = np.column_stack([now.run.x, trace.truth[t], trace.available[t], trace.ucb[t].T]).tolist()
    priors = zip(names, errors.tolist(), (widths + noise).tolist(), out.tolist(), strict=True)
    rows = [[*row, *(prior or ("",) * 4)] for row, prior in zip_longest(curves, priors)]
    return [*header, "prior", "summed errors", "allowed", "rejected at"], rows
