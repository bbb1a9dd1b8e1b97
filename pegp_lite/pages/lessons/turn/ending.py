"""Page 08 when the game is over: the truth, a rival's looks beside the reader's and why, and who threw out whom."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np

from pegp_lite.figures.marks import Line, Mark, Marker, Points, Run
from pegp_lite.figures.palette import expert, words_of
from pegp_lite.figures.picture import Axis, Key, Panel, Picture
from pegp_lite.figures.words import number
from pegp_lite.pages.lessons.turn.match import ROUNDS
from pegp_lite.pages.lessons.turn.model import Turn
from pegp_lite.pages.lessons.turn.rivals import FACES, LABELS, look_of, regret_until, scores, verdict, why
from pegp_lite.pages.lessons.turn.view import (
    HIGH,
    LOW,
    hidden,
    looks,
    place_axis,
    promises,
    regret_panel,
    value_axis,
)

BESIDE = 0.7  # of a round, from one who was thrown out to the next in the same round: their numbers stay to be read
DISC = 9.0  # pixels: half of one


def ended(turn: Turn, rival: str, t: int) -> Picture:
    """The game once more at round t, the reader beside the `rival`, with all regrets and all who were thrown out."""
    label = LABELS[rival]
    curves = [("you", "you", turn.regret)]
    curves += [(kind, LABELS[kind], regret_until(turn.match, kind, ROUNDS)) for kind in turn.match.rivals]
    summed = regret_panel(curves, "Regret on the same game and noise")
    return Picture(
        title=(Run(f"Round {t} of {ROUNDS}", bold=True), f" again: you and {label}"),
        key=(Key("ring", "you"), Key(_marker(rival), label, FACES[rival].look.hue)),
        panels=(_field(turn, rival, t), replace(summed, share=1.4), _account(turn)),
        height=820,
        sentence=f"{verdict(turn)} {why(turn.match, rival, t)}",
    )  # fmt: skip


def _field(turn: Turn, rival: str, t: int) -> Panel:
    """The truth of round t, the looks up to it, and the curve whose highest open point the rival took."""
    match, face = turn.match, FACES[rival]
    marks: list[Mark] = [*hidden(match, t, "hidden"), *promises(turn, faint=True)]
    truth = match.problem.values[0, t - 1]
    marks.append(Line(x=match.x, y=truth, color="truth", width=3.2, name="the truth", label="truth", bold=True))
    now = look_of(match, rival, t)
    if now is not None:
        marks.append(Line(x=match.x, y=now.bound, color=face.look.hue, width=2.0, dash=(7.0, 4.0),
                          name=f"what {face.label} went by", label="its bound"))  # fmt: skip
    marks += looks(turn, t)
    for k in range(1, t + 1):
        look = look_of(match, rival, k)
        if look is not None:
            x, newest = match.x[look.point], k == t
            marks.append(
                Points(
                    x=[x], y=[np.clip(look.seen, LOW, HIGH)], marker=_marker(rival), color=face.look.hue,
                    size=10 if newest else 6, opacity=1.0 if newest else 0.55,
                    names=(f"{face.label}, look {k}\nx = {x:.2f}, value {number(look.seen)}",),
                )
            )  # fmt: skip
    return Panel(x=place_axis(), y=replace(value_axis(), ticks=(0, 4, 8)), marks=tuple(marks), share=1.4)


def _account(turn: Turn) -> Panel:
    """A row for each player who threw somebody out: the expert's number at its round, several side by side."""
    rows = [score for score in scores(turn) if score.out or score.label == "you"]
    marks: list[Mark] = []
    for row, score in enumerate(rows):
        together, at = Counter(t for t, _ in score.out), Counter[int]()
        places = []
        for t, _ in score.out:
            places.append(t + BESIDE * (at[t] - (together[t] - 1) / 2))
            at[t] += 1
        who = [expert(n) for _, n in score.out]
        marks.append(
            Points(
                x=places, y=np.full(len(places), row), color=tuple(who), fill="plate", size=DISC, apart=2 * DISC + 3,
                words=tuple(str(n) for _, n in score.out), word_color=tuple(words_of(each) for each in who),
                names=tuple(
                    f"{score.label}: expert {n} out in round {t}{', who was right' if n == turn.match.true else ''}"
                    for t, n in score.out
                ),
            )
        )  # fmt: skip
    return Panel(
        x=Axis(low=0, high=ROUNDS, ticks=(0, 5, 10, 15, 20), tell="round"),
        y=Axis(low=len(rows) - 0.5, high=-0.5, ticks=tuple(range(len(rows))), labels=tuple(s.label for s in rows)),
        marks=tuple(marks),
        title="Who threw out whom, in which round",
        note=f"expert {turn.match.true} was right",
        share=0.35 + 0.22 * len(rows),
        dense=True,
    )


def _marker(rival: str) -> Marker:
    """The rival's own mark; who has none gets a dot."""
    own: dict[str, Marker] = {"square": "square", "triangle": "triangle", "hourglass": "hourglass"}
    return own.get(FACES[rival].look.marker, "circle")
