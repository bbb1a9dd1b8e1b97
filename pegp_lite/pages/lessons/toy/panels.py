"""The four panels of page 05: promises, regret, trust, and every single game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from pegp_lite.bandit.looks import Face, faces
from pegp_lite.checks import Floats
from pegp_lite.claims.toy_claims import MLE, PE, RANDOM, RB
from pegp_lite.figures.curves import axis_top, marker_of
from pegp_lite.figures.marks import Hidden, Line, Mark, Points, Rule, Run, Text, Words
from pegp_lite.figures.palette import expert
from pegp_lite.figures.picture import Axis, Panel, Toggle
from pegp_lite.figures.regret import regret_panel
from pegp_lite.figures.trust import trust_panel
from pegp_lite.figures.words import counted, number
from pegp_lite.pages.lessons.toy.model import (
    CENTRES,
    DRAWN,
    EXPERTS,
    FOUR,
    POINTS,
    STEPS,
    Played,
    Settings,
    promises,
)
from pegp_lite.problems.toy import toy_points
from pegp_lite.study.statistics import Estimate, estimate

HIGHEST = 14.0  # what the map of page 09 reaches
USUAL = 6.0  # up to which height all hills stand on one axis
TRUSTING = (PE, MLE, RB, "SoftRevision", "HedgePriors", "CorralPriors")  # who goes by one expert, and not by a told one
SHOWN = 60  # games drawn one by one, of however many were played
NAMED = 8  # curves that can have their names at their ends; of more, the panel with single games names all
FEW = 6  # rows of single games that have room for a name above the marks; where more, it stands beside them
THIN = 2  # a single game's curve is drawn at every second step
FACES: dict[str, Face] = faces(DRAWN)
ORDINALS = {1: "every step", 2: "every second step", 3: "every third step", 4: "every fourth step"}
NOTE = "Press to take an expert out of the set, or back in; press twice to make it the true one. Or press its hill."


def game_key(name: str, seed: int) -> str:
    """How a single game of a policy is called when it is pressed."""
    return f"game {seed + 1} {name}"


def hills(chosen: Settings) -> Panel:
    """What the experts promise, the true one black, with a number over each hill to press and a row of all of them."""
    x, family = toy_points(POINTS), promises(chosen.tall, chosen.short, chosen.width, chosen.l, chosen.epsilon)
    true = chosen.true_expert
    marks: list[Mark] = []
    if chosen.mask == "hill" and true and chosen.mask_width:
        at = CENTRES[true - 1]
        marks.append(Hidden(low=max(0.0, at - chosen.mask_width), high=min(1.0, at + chosen.mask_width)))
    if 0 in chosen.experts and true:
        marks.append(Line(x=x, y=family[0], color=expert(0), width=1.6, name="expert 0: all short"))
    for n in chosen.experts:
        if n not in (0, true):
            near = np.abs(x - CENTRES[n - 1]) <= 0.056
            marks.append(
                Line(x=x[near], y=family[n][near], color=expert(n), width=1.8, dash=(6, 3), name=f"expert {n}",
                     key=f"expert {n}")
            )  # fmt: skip
    marks.append(Line(x=x, y=family[true], color="truth", width=3, name=f"expert {true}, the true one"))
    highest = USUAL if max(chosen.tall, chosen.short) <= USUAL else HIGHEST
    top = chosen.tall + highest / 8
    marks.append(_numbers(chosen, top))
    words: Words = (Run("true", bold=True), hidden_words(chosen))
    if not true:
        words = (Run("expert 0 is true: no hill is tall", bold=True), hidden_words(chosen))
    left = true <= EXPERTS // 2
    marks.append(
        Text(x=CENTRES[true - 1] if true else 0.0, y=top, words=words, anchor="start" if left else "end",
             dx=-10 if left else 10, dy=-17)
    )  # fmt: skip
    return Panel(
        title="What the experts promise",
        note="value over x",
        tab="Promises",
        x=Axis(low=-0.02, high=1.02, ticks=(0, 0.5, 1), tell="x"),
        y=Axis(low=0, high=1.37 * highest, ticks=4),
        marks=tuple(marks),
        dense=True,
        toggles=tuple(_toggle(n, chosen) for n in range(EXPERTS)),
        toggle_note=NOTE,
    )


def hidden_words(chosen: Settings) -> str:
    """What nobody may look at, and when."""
    when = ORDINALS.get(chosen.mask_every, f"every {chosen.mask_every}th step")
    if not chosen.mask_width or chosen.mask == "none" or (chosen.mask == "hill" and not chosen.true_expert):
        return ", and nothing is hidden"
    if chosen.mask == "hill":
        return f", and hidden on {when}"
    what = "points at random" if chosen.mask == "random" else "the highest points"
    return f"; hidden on {when}: {what}"


def _numbers(chosen: Settings, top: float) -> Points:
    """A disc with its number over each hill: its colour, black for the true one, empty for one out of the set."""
    looks = []
    for n in range(1, EXPERTS):
        true, there = n == chosen.true_expert, n in chosen.experts
        own = expert(n, true) if there else "truth" if true else "edge"
        looks.append((own, "truth" if true and there else "plate", "plate" if true and there else "ink"))
    colors, fills, letters = zip(*looks, strict=True)
    heights = np.full(EXPERTS - 1, top)
    return Points(
        x=np.array(CENTRES), y=heights, size=10.5, color=colors, fill=fills, word_color=letters,
        words=tuple(str(n) for n in range(1, EXPERTS)), keys=tuple(f"expert {n}" for n in range(1, EXPERTS)),
        names=tuple(standing(n, chosen) for n in range(1, EXPERTS)),
    )  # fmt: skip


def standing(n: int, chosen: Settings) -> str:
    """An expert and how it stands."""
    there = "in the set" if n in chosen.experts else "not in the set"
    return f"expert {n}: {'the true one, ' if n == chosen.true_expert else ''}{there}"


def _toggle(n: int, chosen: Settings) -> Toggle:
    there, true = n in chosen.experts, n == chosen.true_expert
    state = ("true" if there else "missing") if true else "in" if there else "out"
    return Toggle(key=f"expert {n}", words=str(n), name=standing(n, chosen), state=state, color=expert(n))  # type: ignore[arg-type]


def regret(found: Played, game: int) -> Panel:
    """Mean regret so far of all who play, and of single games those under the pointer and the one that was pressed."""
    comparison, steps = found.comparison, np.arange(1, STEPS + 1)
    curves = {name: comparison.curve(name) for name in DRAWN if name in comparison.records}
    top = axis_top(float((c.mean + np.nan_to_num(c.error))[-1]) for name, c in curves.items() if name != RANDOM)
    single: list[Mark] = []
    thin = steps[THIN - 1 :: THIN]
    for name in found.rivals:
        face = FACES[name]
        for seed, row in enumerate(comparison.regret(name)[:SHOWN, thin - 1]):
            look: dict[str, Any] = {"width": 3.0, "when": game_key(name, seed)}
            if seed + 1 == game:
                look = {"width": 2.0, "dash": (1.5, 2.5), "name": f"{face.label}, game {game}"}
            single.append(Line(x=thin, y=np.minimum(row, 2 * top), color=face.look.hue, **look))
    return regret_panel(
        {FACES[name]: found for name, found in curves.items()},
        Axis(low=1, high=STEPS, ticks=(1, 50, STEPS), labels=("1", "step 50", "100"), tell="step"),
        Axis(low=0, high=top, ticks=3),
        note=f"mean of {counted(comparison.seeds, 'game')}, band: one standard error",
        named=None if len(curves) <= NAMED else [FACES[name] for name in _named(curves)],
        more=single,
    )


def _named(curves: Mapping[str, Estimate]) -> list[str]:
    """Whose ends are named where not everybody's fit: the paper's four, and of the others those that end highest."""
    others = sorted((name for name in curves if name not in (*FOUR, RANDOM)), key=lambda name: -curves[name].mean[-1])
    return [*FOUR, *others][: NAMED - 1]


def trust(found: Played, chosen: Settings) -> Panel:
    """Each policy's share of the steps on each expert, the true one shaded."""
    return trust_panel(
        {FACES[name]: found.comparison.shares(name) for name in TRUSTING if name in found.comparison.records},
        [f"expert {n}" for n in chosen.experts],
        [str(n) for n in range(EXPERTS)],
        at=chosen.experts,
        true=chosen.true_expert,
        what="expert",
    )


def games(found: Played, game: int, covered: bool, replay: str = "") -> Panel:
    """The last regret of every single game, a row a policy, its mean as a line; `replay`: where one is replayed."""
    rows = found.rivals
    ends = {name: found.ends(name)[:SHOWN] for name in rows}
    top = axis_top(float(np.nanmax(each, initial=0.0)) for each in ends.values())
    marks: list[Mark] = []
    few = len(rows) <= FEW
    middle, size = (0.58, 5) if few else (0.5, 4)
    for row, name in enumerate(rows):
        face, mean = FACES[name], float(estimate(found.ends(name)).mean)
        offsets = stacked(ends[name], top / 58)
        names = tuple(f"{face.label}, game {seed + 1}\nregret {number(float(e))}" for seed, e in enumerate(ends[name]))
        if row:
            marks.append(Rule(at=row, upright=False, color="grid", width=1))
        marks.append(
            Points(x=ends[name], y=row + middle + offsets, color=face.look.hue, marker=marker_of(face) or "circle",
                   size=size, names=names, keys=tuple(game_key(name, seed) for seed in range(len(names))), opacity=0.85)
        )  # fmt: skip
        # There without a game, too: else what has the focus would be drawn anew as soon as it is pressed.
        at = slice(game - 1, game) if game else slice(0)
        marks.append(
            Points(x=ends[name][at], y=row + middle + offsets[at], marker=marker_of(face) or "circle", size=size + 3)
        )
        marks.append(Rule(at=mean, start=row + 0.16, end=row + 1.0, color="ink", width=2.6))
        words = f"{face.label}, mean {number(mean)}"
        right = (ends[name] > 0.55 * top).sum() <= (ends[name] < 0.45 * top).sum()
        marks.append(
            Text(x=top if right else 0, y=row + (0.24 if few else 0.5), dy=0 if few else 5, words=words,
                 color=face.look.hue, anchor="end" if right else "start", bold=face.look.hero)
        )  # fmt: skip
    if replay:
        there = (Run("▸ ", "ink-3"), f"replay game {game} on page 03")
        at_end = Text(x=top, y=0.66, words=there, anchor="end", key=replay, bold=True)
        marks.append(at_end if few else replace(at_end, x=0.6 * top, y=0.5, dy=5))
    seeds = found.comparison.seeds
    some = f"the first {SHOWN} of {seeds}; " if seeds > SHOWN else ""
    return Panel(
        title="Every single game",
        note=f"{some}last regret; line: mean",
        tab="Games",
        x=Axis(low=0, high=top, ticks=4, tell="regret"),
        y=Axis(low=max(4, len(rows)), high=0, ticks=(), grid=False, line=False),
        marks=tuple(marks),
        dense=True,
        covered=covered,
    )


def stacked(values: Any, apart: float) -> Floats:
    """How far up or down each value steps aside for those within `apart` of it, in units of a row."""
    aside, seen = np.zeros(len(values)), dict[int, int]()
    for k in np.argsort(values):
        if np.isfinite(values[k]):
            place = round(float(values[k]) / apart)
            turn = seen[place] = seen.get(place, -1) + 1
            aside[k] = min((turn + 1) // 2, 3) * (-1) ** turn * 0.12
    return aside


def empty(panel_of: str, tab: str) -> Panel:
    """A panel with nothing to show, since nobody plays."""
    return Panel(title=panel_of, note="nobody plays", tab=tab, dense=True)
