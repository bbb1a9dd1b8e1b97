"""Page 08 as pictures: while the reader plays, nothing of the truth and nothing of the rivals but PE's score."""

from __future__ import annotations

import numpy as np

from pegp_lite.figures.marks import Handle, Hidden, Interval, Line, Mark, Points, Run, Text, symbol
from pegp_lite.figures.palette import expert, words_of
from pegp_lite.figures.picture import Axis, Click, Key, Panel, Picture, Round
from pegp_lite.figures.words import counted, number
from pegp_lite.pages.lessons.turn.match import GAMES, HILLS, PE, POINTS, ROUNDS, Match, usual_ends
from pegp_lite.pages.lessons.turn.model import Turn
from pegp_lite.pages.lessons.turn.rivals import FACES, regret_until, thrown_out
from pegp_lite.study.statistics import estimate

LOW, HIGH = -3.0, 11.0  # holds every promise, its upper bound before the first look, and nearly every look
TOPS = (10.0, 20.0, 40.0, 80.0, 160.0)  # where the axis of the regret may end
LINE_UP = 7.0  # the height at which the handle waits
NAMES_AT = 10.1  # clear of it on a phone as well
ROOM = 0.35  # of the line: the words about expert 0 take as much on a phone
BELOW = 1.2  # the share of what stands below the field: less, and the names of its rows meet on a projector
NEAR = 0.13  # of the regret's axis: nearer than this, names at the ends of two lines would lie on each other


def playing(turn: Turn, place: float, hint: int | None = None, covered: bool = False) -> Picture:
    """The game so far, the hand at `place`; `hint`: the expert whose upper bound is shown.

    `covered`: the reader has not yet said where the algorithms will end.
    """
    t = turn.played + 1
    where = f"x = {place:.2f}"
    marks: list[Mark] = [*hidden(turn.match, t), *promises(turn), *bound(turn, hint), *looks(turn)]
    handle = Handle(
        x=place, y=LINE_UP, key="place", name="where to look", words=where, reach_x=(0.0, 1.0), step_x=0.01,
        glyph="ring", letter=str(t), rule=True, presses=True,
    )  # fmt: skip
    words, right = (Run(f"your look {t}", bold=True), f", {where}"), place < 0.7
    marks.append(
        Text(x=place, y=LINE_UP, words=words, dy=5, dx=36 if right else -36, anchor="start" if right else "end")
    )
    marks.append(handle)
    field = Panel(
        x=place_axis(), y=value_axis(), marks=tuple(marks), share=2.0,
        click=Click(key="look", name="where you look"),
    )  # fmt: skip
    return Picture(
        title=(Run(f"Round {t} of {ROUNDS}", bold=True), f" · {turn.match.level.name}, game {turn.match.number}"),
        key=score(turn) if turn.played else (Key("ring", "your looks"), Key("cross", "thrown out", "bad")),
        rounds=rounds(turn),
        panels=(field, regret(turn) if turn.played else usual(turn.match, covered)),
        height=600,
        letters=150,  # of what is said after a look: three lines on a phone, where the first has two
        sentence=said_so_far(turn, place, hint),
    )


def rounds(turn: Turn) -> tuple[Round, ...]:
    """The rounds played, the one that waits for the reader, and those to come."""
    found: list[Round] = ["done" if t < turn.played else "now" if t == turn.played else "open" for t in range(ROUNDS)]
    return tuple(found)


def score(turn: Turn) -> tuple[Key, ...]:
    """Both regrets so far where no cards tell them: on paper, and to be seen from the last row."""
    pe = regret_until(turn.match, PE, turn.played)
    return Key("ring", f"you {number(turn.regret[-1])}"), Key(
        "circle", f"{FACES[PE].label} {number(pe[-1])}", FACES[PE].look.hue
    )


def said_so_far(turn: Turn, place: float, hint: int | None = None) -> str:
    """The sentence under the figure while the game goes on."""
    t, match = turn.played + 1, turn.match
    if not turn.played:
        start = f"Round 1 of {ROUNDS}: {counted(len(match.experts), 'expert')}, and you have not looked yet."
    else:
        last = turn.regret[-1] - (turn.regret[-2] if turn.played > 1 else 0.0)
        pe = regret_until(match, PE, turn.played)
        start = (
            f"Your look {turn.played} at x = {match.x[turn.choices.looks[-1]]:.2f} returned {number(turn.seen[-1])} "
            f"and cost {number(last)}; your regret is {number(turn.regret[-1])}, PE-GP-UCB's {number(pe[-1])} "
            f"with {thrown_out(match, turn.played)} of {len(match.experts)} experts out."
        )
    stretch = match.hidden_at(t)
    point = point_at(place)
    if not match.open_at(t)[point]:
        coming = f" x = {place:.2f} is hidden in this round: choose a place outside the dots."
    else:
        shut = f"; x from {stretch[0]:.2f} to {stretch[1]:.2f} is hidden" if stretch else ""
        coming = f" Next look: x = {place:.2f}{shut}."
    said = f" Expert {hint} thinks up to {number(turn.upper_bound(hint).max())} possible." if hint is not None else ""
    return f"{turn.refused} {start}{coming}{said}".strip()


def point_at(place: float) -> int:
    """The point nearest to a place on the line."""
    return round(min(max(place, 0.0), 1.0) * (POINTS - 1))


def usual(match: Match, covered: bool) -> Panel:
    """Where the algorithms end on average at this level, before the first look; covered while the reader guesses."""
    title = "Where the algorithms end"
    if covered:
        return Panel(title=title, covered=True, share=BELOW)
    ends = {kind: values[np.isfinite(values)] for kind, values in usual_ends(match.level.name).items()}
    means = {kind: estimate(values) for kind, values in ends.items() if len(values) > 1}
    marks: list[Mark] = []
    for row, (kind, mean) in enumerate(means.items()):
        own = FACES[kind].look.hue
        marks.append(Interval(low=mean.low, middle=mean.mean, high=mean.high, at=row, color=own))
        marks.append(Text(x=mean.high, y=row, words=number(mean.mean), color=own, dx=10, dy=5, halo=False))
    labels = tuple(
        FACES[kind].label + (f" ({len(ends[kind])} games)" if len(ends[kind]) < GAMES else "") for kind in means
    )
    top = next(top for top in TOPS if max(1.3 * mean.high for mean in means.values()) <= top)
    return Panel(
        x=Axis(low=0, high=top, ticks=(), tell="regret"),  # each mean is written beside it; the rows need the height
        y=Axis(low=len(means) - 0.5, high=-0.5, ticks=tuple(range(len(means))), labels=labels, grid=False),
        marks=tuple(marks),
        title=title,
        note=f"mean regret, {GAMES} games, 95%",
        dense=True,
        share=BELOW,
    )


def place_axis() -> Axis:
    """The line of places."""
    return Axis(low=0.0, high=1.0, name=("place ", symbol("x")), tell="x")


def value_axis() -> Axis:
    """What comes back."""
    return Axis(low=LOW, high=HIGH, name="value", ticks=(-2, 0, 2, 4, 6, 8))


def hidden(match: Match, t: int, label: str = "hidden in this round") -> list[Mark]:
    """The stretch that is hidden in round t."""
    stretch = match.hidden_at(t)
    return [Hidden(low=stretch[0], high=stretch[1], label=label)] if stretch else []


def promises(turn: Turn, faint: bool = False) -> list[Mark]:
    """What each expert promised before the game, and its number above its hill, to be pressed for a hint."""
    drawn: list[Mark] = []
    stretch = None if faint or turn.over else turn.match.hidden_at(turn.played + 1)
    above = faint or bool(stretch and stretch[0] < ROOM)  # where its words would lie on those of the hidden stretch
    for n in turn.match.experts:
        out = n not in turn.alive
        faintness, dash = 0.35 if faint or out else 1.0, (1.5, 4.0) if out else (6.0, 4.0)
        drawn.append(
            Line(
                x=turn.match.x, y=turn.match.promise(n), color=expert(n), width=1.6, name=f"expert {n}",
                opacity=faintness, dash=dash,
            )
        )  # fmt: skip
        named = f"expert {n}" if n else "0" if above else "0: none is tall"
        words = (Run("✗ ", "bad"), str(n)) if out else named
        at = HILLS[n - 1] if n else 0.0
        drawn.append(
            Text(
                x=at, y=NAMES_AT if n or above else -2.7, words=words, color=words_of(expert(n)), bold=True,
                anchor="middle" if n else "end" if above else "start", dx=0.0 if n or above else 8.0, key=f"expert {n}",
            )
        )  # fmt: skip
    return drawn


def bound(turn: Turn, hint: int | None) -> list[Mark]:
    """The hint: one expert's upper bound for this round."""
    if hint is None or hint not in turn.match.experts:
        return []
    return [
        Line(
            x=turn.match.x, y=turn.upper_bound(hint), color=expert(hint), width=2.8,
            name=f"upper bound of expert {hint}", label="its bound", label_color=words_of(expert(hint)),
        )
    ]  # fmt: skip


def looks(turn: Turn, until: int | None = None) -> list[Mark]:
    """The reader's looks as numbered rings, older ones fainter where the function moves."""
    t = turn.played if until is None else until
    if not t:
        return []
    moves = turn.match.level.epsilon > 0
    drawn: list[Mark] = []
    for k in range(min(t, turn.played)):
        x, y = turn.match.x[turn.choices.looks[k]], turn.seen[k]
        drawn.append(
            Points(
                x=[x], y=[np.clip(y, LOW, HIGH)], marker="ring", size=11, words=(str(k + 1),),
                names=(f"your look {k + 1}\nx = {x:.2f}, value {number(y)}",),
                opacity=max(0.3, 1 - 0.12 * (t - 1 - k)) if moves else 1.0,
            )
        )  # fmt: skip
    return drawn


def regret(turn: Turn) -> Panel:
    """The reader's regret so far and PE-GP-UCB's, step by step."""
    curves = [("you", "you", turn.regret), (PE, FACES[PE].label, regret_until(turn.match, PE, turn.played))]
    return regret_panel(curves, "Regret so far")


def regret_panel(curves: list[tuple[str, str, np.ndarray]], title: str) -> Panel:
    """Summed regrets as stairs, each with its name and value at its end; the axis grows only as they do."""
    reached = max([float(values.max()) for _, _, values in curves if len(values)], default=0.0)
    top = next((top for top in TOPS if reached <= top), TOPS[-1])
    marks: list[Mark] = []
    ends = {kind: float(values[-1]) for kind, _, values in curves if len(values)}
    close = bool(ends) and max(ends.values()) - min(ends.values()) < NEAR * top
    for kind, label, values in curves:
        if not len(values):
            continue
        words = f"{label} {number(values[-1])}"
        steps = np.arange(len(values) + 1)
        x, y = np.repeat(steps, 2)[1:], np.repeat(np.concatenate([[0.0], values]), 2)[:-1]
        own = "ink" if kind == "you" else FACES[kind].look.hue
        hero = kind in ("you", PE)
        over = len(values) >= ROUNDS
        marks.append(
            Line(
                x=x, y=y, color=own, width=3.0 if hero else 2.0, name=label, label=words if over else "",
                bold=hero, dash=() if hero else (7.0, 4.0),
            )
        )  # fmt: skip
        if not over:  # a leader from here to the edge would be taken for the regret to come
            down = 5.0 if not close else -4.0 if kind == max(ends, key=ends.__getitem__) else 14.0
            marks.append(Text(x=x[-1], y=y[-1], words=words, color=own, bold=hero, dx=12, dy=down))
        marks.append(Points(x=[x[-1]], y=[y[-1]], color=own, marker="ring" if kind == "you" else "circle"))
    return Panel(
        x=Axis(low=0, high=ROUNDS, ticks=(0, 5, 10, 15, 20), tell="round"),
        y=Axis(low=0, high=top, ticks=3),
        marks=tuple(marks),
        title=title,
        note="lower is better",
        share=BELOW,
    )
