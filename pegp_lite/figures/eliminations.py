"""When each prior was thrown out: its row is as thick as the share of games in which it still lives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from pegp_lite.checks import Ints
from pegp_lite.figures.limits import widened
from pegp_lite.figures.marks import Bars, Mark, Points, Text
from pegp_lite.figures.palette import expert, words_of
from pegp_lite.figures.picture import Axis, Panel
from pegp_lite.figures.ticks import ticks_between
from pegp_lite.figures.words import called, counted, listed, percent

FULL = 0.36  # half the thickness of a row that is alive in every game


def eliminations_panel(eliminated_at: Any, names: Sequence[str], steps: int, true: int | None = None) -> Panel:
    """A row a prior over T = `steps`; a cross where half of the games had rejected it, and behind it how it ended.

    `eliminated_at` (S, P) as in a record: the step, 0 where alive. `names` (P,); `true`: which of them is right.
    """
    gone = np.atleast_2d(np.asarray(eliminated_at, dtype=np.int64))
    half, notes = median_step(gone), [_note(each) for each in gone.T]
    labels = tuple(f"{name} (true)" if p == true else name for p, name in enumerate(names))
    marks: list[Mark] = [_row(p, gone[:, p], steps, expert(p, p == true)) for p in range(len(names))]
    out: list[int] = np.flatnonzero(half).tolist()
    if out:
        said = tuple(f"{called(names[p])}: out by step {half[p]}" for p in out)
        marks.append(Points(x=half[out], y=out, marker="cross", color="bad", size=7, names=said))
    for p, words in enumerate(notes):
        color = words_of(expert(p, p == true))
        marks.append(Text(x=steps, y=p, words=words, color=color, bold=p == true, dx=10, dy=5, halo=False))
    ticks = tuple(tick.at for tick in ticks_between(0, steps, 5) if tick.at == round(tick.at))
    return Panel(
        title="Priors alive" + ("" if len(gone) == 1 else ", share of seeds"),
        note=f"✗: {'rejected' if len(gone) == 1 else 'rejected in half of them'}",
        tab="Alive",
        x=Axis(low=0, high=max(widened(steps, note) for note in notes), ticks=ticks, name="step t"),
        y=Axis(low=len(names) - 0.4, high=-0.6, ticks=tuple(range(len(names))), labels=labels, grid=False),
        marks=tuple(marks),
        dense=True,
    )


def median_step(eliminated_at: Ints) -> Ints:
    """The step by which at least half of the games had rejected each prior, (P,); 0 where fewer ever did."""
    when = np.where(eliminated_at > 0, eliminated_at, np.iinfo(np.int64).max)
    half = np.sort(when, axis=0)[(len(when) + 1) // 2 - 1]
    return np.where(half == np.iinfo(np.int64).max, 0, half)


def _row(p: int, gone: Ints, steps: int, color: str) -> Bars:
    """One prior's row as boxes, one between each two steps at which games rejected it."""
    edges = np.array([0, *np.unique(gone[gone > 0]), steps])
    alive = np.array([((gone == 0) | (gone > t)).mean() for t in edges[:-1]])
    name = tuple(f"after step {t}: alive in {percent(float(a))}" for t, a in zip(edges, alive, strict=False))
    return Bars(
        x0=edges[:-1], x1=edges[1:], y0=p - FULL * alive, y1=p + FULL * alive, color=color, opacity=0.75, names=name
    )


def _note(gone: Ints) -> str:
    if len(gone) == 1:
        return f"out at step {gone[0]}" if gone[0] else "alive"
    return f"alive in {percent(float((gone == 0).mean()))}" if (gone == 0).any() else f"out in all by step {gone.max()}"


def eliminations_sentence(eliminated_at: Any, names: Sequence[str], steps: int, true: int | None = None) -> str:
    """`By step 100, 8 of 11 priors are out: prior 3 (step 2), ...; the true one, prior 2, lives in 30 of 30 seeds.`"""
    gone = np.atleast_2d(eliminated_at)
    seeds, half = len(gone), median_step(gone)
    out = sorted((int(half[p]), name) for p, name in enumerate(names) if half[p])
    where = "" if seeds == 1 else f" in at least half of {seeds} seeds"
    text = f"By step {steps}, {len(out)} of {counted(len(names), 'prior')} are out{where}"
    if out:
        text += ": " + listed(f"{called(name)} (step {when})" for when, name in out[:4])
        text += f", the last of them at step {out[-1][0]}" if len(out) > 4 else ""
    if true is not None:
        lives = int((gone[:, true] == 0).sum())
        how = ("lives" if lives else "is out") if seeds == 1 else f"lives in {lives} of {seeds} seeds"
        text += f"; the true one, {called(names[true])}, {how}"
    return text + "."
