"""Page 00's picture: hills, bands and looks, time to be dragged under them, and every expert's account."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from pegp_lite.figures.marks import Anchor, Band, Bars, Handle, Line, Mark, Points, Rule, Run, Text, Wall, symbol
from pegp_lite.figures.palette import expert, words_of
from pegp_lite.figures.picture import Axis, Click, Key, Panel, Picture
from pegp_lite.figures.words import counted, listed, number
from pegp_lite.pages.lessons.start.model import LOOKS, NAMES, Opening, the_game

LIMITS = (-7.5, 13.0)  # holds every band of the game, so that the axis never moves
YOU = -5.8  # where the reader's ring stands
MOST = 12.5  # of the accounts


def start_picture(state: Mapping[str, Any], covered: bool) -> Picture:
    """The figure at these settings; while covered, the game before its first look and nobody's account."""
    n = 0 if covered else int(state["looks"])
    return Picture(
        title="Three experts promise a hill. One of them is right.",
        key=(Key("circle", "a look"), Key("down", "the next one"), Key("cross", "out", "bad")),
        panels=(hills(the_game(), n, state["you"], state["next"]), _time(n, covered), _accounts(n, covered)),
        height=620,
        letters=250,
        sentence=sentence(n, state["you"], state["next"]),
    )


def hills(game: Opening, n: int, you: float | None = None, ahead: bool = False) -> Panel:
    """What the experts promised, and what the living ones believe after n looks.

    `you`: where the reader would look next; `ahead`: whether the algorithm's own choice is shown.
    """
    story, record, x = game.story, game.record, game.x
    marks: list[Mark] = []
    out = game.out_at(n)
    alive = [p for p in range(len(NAMES)) if not out[p]]
    marks += _bands(game, n, alive)
    for p, prior in enumerate(game.problem.priors):
        gone = bool(out[p])
        marks.append(Line(x=x, y=prior.mean, color=expert(p), width=1.8, dash=(2, 4) if gone else (7, 5),
                          opacity=0.6 if gone else 1.0))  # fmt: skip
        marks.append(Text(x=_top(game, p), y=LIMITS[1], words=f"✗ {NAMES[p]}" if gone else NAMES[p], bold=True, dy=8,
                          color="bad" if gone else words_of(expert(p)), anchor="middle"))  # fmt: skip
    for p in alive:
        marks.append(Line(x=x, y=story.mean[n, p], spread=story.half_width[n, p], color=expert(p), name=NAMES[p]))
    if n == LOOKS:
        truth = game.problem.values_at(1)
        marks.append(Line(x=x, y=truth, color="truth", width=2, name="the function"))
        marks.append(Text(x=0.3, y=-4.6, words="the function", bold=True, anchor="middle", to_x=0.33,
                          to_y=float(truth[game.point(0.33)])))  # fmt: skip
    names = tuple(f"look {k + 1}: {number(seen)}" for k, seen in enumerate(record.observations[0, :n]))
    marks.append(Points(x=x[record.points[0, :n]], y=record.observations[0, :n], names=names))
    if n:
        marks += _last_look(game, n)
    if n < LOOKS and ahead:
        marks += _next_look(game, n)
    if n < LOOKS and you is not None:
        right = you < 0.75
        marks.append(Text(x=you, y=YOU, words="you: here?", bold=True, dx=38 if right else -38, dy=5,
                          anchor="start" if right else "end"))  # fmt: skip
        marks.append(Handle(x=you, y=YOU, key="you", name="where you would look", words=f"x = {you:.2f}", rule=True,
                            reach_x=(0, 1), step_x=0.01))  # fmt: skip
    pressed = None if you is None or n == LOOKS else Click(key="here", name="a place to look at")
    name = ("place ", symbol("x"), ": press where you would look") if pressed else ("place ", symbol("x"))
    return Panel(
        x=Axis(low=0, high=1, name=name, tell="x"),
        y=Axis(low=LIMITS[0], high=LIMITS[1], ticks=(-5, 0, 5, 10)),
        marks=tuple(marks),
        click=pressed,
        share=3.0,
    )


def _bands(game: Opening, n: int, alive: list[int]) -> list[Mark]:
    """What all the living hold possible in grey, and above it in an expert's colour what its band reaches beyond.

    Three bands laid over each other mix to a colour that is nobody's; each keeps its edges.
    """
    story, x = game.story, game.x
    lows = story.mean[n] - story.half_width[n]
    highs = story.mean[n] + story.half_width[n]
    shared = highs[alive].min(axis=0)
    marks: list[Mark] = []
    if len(alive) > 1:
        common = np.minimum(lows[alive].max(axis=0), shared)
        marks.append(Band(x=x, low=common, high=shared, color="ink-3", edge=False, opacity=0.8))
    for p in alive:
        low = lows[p] if len(alive) == 1 else np.maximum(shared, lows[p])
        marks.append(Band(x=x, low=low, high=np.maximum(low, highs[p]), color=expert(p), edge=False, name=NAMES[p]))
        for edge in (lows[p], highs[p]):
            marks.append(Line(x=x, y=edge, color=expert(p), width=1.2, dash=(4, 4), name="", opacity=0.8))
    return marks


def _last_look(game: Opening, n: int) -> list[Mark]:
    """What the expert trusted for look n had expected there, and what was seen."""
    x, p = float(game.x[game.record.points[0, n - 1]]), int(game.record.chosen_priors[0, n - 1])
    expected, seen = float(game.record.predicted_mean[0, n - 1]), float(game.record.observations[0, n - 1])
    side: Anchor = "start" if x < 0.6 else "end"
    words = (Run(NAMES[p], words_of(expert(p))), f" said {number(expected)}, seen {number(seen)}")
    return [
        Rule(at=x, start=seen, end=expected, dash=(2, 3)),
        Points(x=[x], y=[seen], size=8),
        Text(x=x, y=_said_at(game, n)[1], words=words, bold=True, anchor=side, dx=14 if side == "start" else -14, dy=5),
    ]


def _said_at(game: Opening, n: int) -> tuple[float, float]:
    """Where it stands what look n had been expected to see."""
    record = game.record
    middle = (record.predicted_mean[0, n - 1] + record.observations[0, n - 1]) / 2
    return float(game.x[record.points[0, n - 1]]), float(middle)


def _close(one: tuple[float, float], other: tuple[float, float]) -> bool:
    """Whether words that begin at two points would meet, on a screen of any width."""
    return abs(one[0] - other[0]) < 0.5 and abs(one[1] - other[1]) < 3


def _next_look(game: Opening, n: int) -> list[Mark]:
    """Where a living expert's band reaches highest."""
    point, p = int(game.record.points[0, n]), int(game.record.chosen_priors[0, n])
    x, top = float(game.x[point]), game.highest(n, point)[1]
    side: Anchor = "start" if x < 0.6 else "end"
    crowded = n > 0 and _close((x, top), _said_at(game, n))
    words = ("it looks here: ", Run(NAMES[p], words_of(expert(p))), f" may reach {number(top)}")
    return [
        Points(x=[x], y=[top], marker="down", size=10),
        Text(
            x=x,
            y=top,
            words=words,
            bold=True,
            anchor=side,
            dx=16 if side == "start" else -16,
            dy=-12 if crowded else 14,
        ),
    ]


def _top(game: Opening, p: int) -> float:
    return float(game.x[np.argmax(game.problem.priors[p].mean)])


def _time(n: int, covered: bool) -> Panel:
    """The looks as a strip; a fall stands over the look that brought it."""
    steps = np.arange(1, LOOKS + 1)
    marks: list[Mark] = [
        Bars(x0=steps - 0.5, x1=steps + 0.5, y0=np.full(LOOKS, -0.2), y1=np.full(LOOKS, 1.2), gap=1, round=2,
             color=tuple("ink" if k <= n else "track" for k in steps), names=tuple(f"look {k}" for k in steps),
             keys=() if covered else tuple(f"look {k}" for k in steps))
    ]  # fmt: skip
    for p, out in enumerate(the_game().out_at(n)):
        if out:
            marks.append(Text(x=out, y=3.4, words=(Run("✗ ", "bad"), Run(NAMES[p], words_of(expert(p)))), bold=True,
                              anchor="middle", halo=False))  # fmt: skip
    marks.append(Handle(x=n, y=0.5, key="looks", name="looks taken", words=counted(n, "look"), reach_x=(0, LOOKS),
                        step_x=1, still=covered))  # fmt: skip
    return Panel(
        x=Axis(low=-0.5, high=LOOKS + 0.5, ticks=tuple(range(LOOKS + 1)), line=False, tell="look"),
        y=Axis(low=-1.6, high=5.2, ticks=(), line=False, grid=False),
        marks=tuple(marks),
        share=0.95,
        dense=True,
    )


def _accounts(n: int, covered: bool) -> Panel:
    game = the_game()
    story = game.story
    labels, marks = [], []
    for p, (name, out) in enumerate(zip(NAMES, game.out_at(n), strict=True)):
        error, width, noise = abs(float(story.errors[n, p])), float(story.widths[n, p]), float(story.noise[n, p])
        tested = width > 0
        fate = Run(f"✗ out at {out}", "bad", bold=True) if out else None
        said = fate or (Run("✓ kept", "good", bold=True) if tested else Run("– not tested", "ink-2"))
        labels.append((Run(f"{name}  ", words_of(expert(p)), bold=True), said))
        now = n > 0 and p == game.record.chosen_priors[0, n - 1]
        words = (Run(number(error), bold=bool(now)), f" of {number(width + noise)}") if tested else ""
        if not tested:
            width, noise = game.first_test(n, p)
        marks.append(Wall(at=p, track=width, noise=noise, error=error, color=expert(p),
                          faint=not now and (bool(out) or not tested), words=words))  # fmt: skip
    return Panel(
        title="Errors against what is allowed",
        note="grey: bands; hatched: noise",
        x=Axis(low=0, high=MOST, ticks=(), line=False),
        y=Axis(low=len(NAMES) - 0.4, high=-0.6, ticks=(0, 1, 2), labels=tuple(labels), grid=False, line=False),
        marks=tuple(marks),
        covered=covered,
        share=1.5,
        beside=0.42,
    )


def sentence(n: int, you: float, ahead: bool) -> str:
    """What the figure shows after n looks, in words."""
    return f"{happened(the_game(), n)} {_onward(the_game(), n, you, ahead)}"


def happened(game: Opening, n: int) -> str:
    """What the last of n looks brought."""
    if n == 0:
        return "Before the first look. Three experts each promise a hill of height 5; PE-GP-UCB has tested none."
    record, story = game.record, game.story
    p, place = int(record.chosen_priors[0, n - 1]), game.x[record.points[0, n - 1]]
    error, allowed = abs(story.errors[n, p]), story.noise[n, p] + story.widths[n, p]
    expected, seen = record.predicted_mean[0, n - 1], record.observations[0, n - 1]
    fate = "is thrown out" if record.eliminated_at[0, p] == n else "stays"
    return (
        f"After {counted(n, 'look')}. At x = {number(place)} {NAMES[p]} expected {number(expected)}, and "
        f"{number(seen)} was seen. Its summed error is {number(error)} of {number(allowed)} allowed: {NAMES[p]} {fate}."
    )


def _onward(game: Opening, n: int, you: float, ahead: bool) -> str:
    alive = game.story.alive[n]
    left = listed(name for name, lives in zip(NAMES, alive, strict=True) if lives)
    if n == LOOKS:
        return f"Only {left} is left, and the black line shows the function: {left} was right."
    who, top = game.highest(n, game.point(you))
    yours = f"You would look at x = {you:.2f}, where no band reaches above {number(top)} ({NAMES[who]}’s)."
    if not ahead:
        return yours
    point, p = int(game.record.points[0, n]), int(game.record.chosen_priors[0, n])
    reached = number(game.highest(n, point)[1])
    return f"{yours} PE-GP-UCB looks at x = {number(game.x[point])}, where {NAMES[p]}’s reaches {reached}."


def start_table(state: Mapping[str, Any]) -> tuple[list[str], list[list[Any]]]:
    """One row a look: where, whom it trusted, what it saw, and that expert's sums after it."""
    game = the_game()
    story, record, rows = game.story, game.record, []
    for n in range(1, LOOKS + 1):
        p = int(record.chosen_priors[0, n - 1])
        allowed = story.noise[n, p] + story.widths[n, p]
        rows.append(
            [n, game.x[record.points[0, n - 1]], NAMES[p], record.observations[0, n - 1],
             record.predicted_mean[0, n - 1], abs(story.errors[n, p]), allowed,
             "rejected" if record.eliminated_at[0, p] == n else "kept"]
        )  # fmt: skip
    return ["look", "x", "expert trusted", "seen", "expected", "summed error", "allowed", "verdict"], rows
