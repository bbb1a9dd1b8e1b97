"""Regret of rival policies over time: a panel for pages and files, and the sentence that says where each ends."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from pegp_lite.bandit.looks import Face
from pegp_lite.figures.curves import curve
from pegp_lite.figures.marks import Mark, Text
from pegp_lite.figures.picture import Axis, Panel
from pegp_lite.figures.words import counted, listed, number, within
from pegp_lite.study.statistics import Estimate

CROP = 3.0  # a curve that ends this many times above the next is cut off, or it would flatten all others
MeanAndError = Sequence[Any]  # each (T,), NaN once no game plays on


def regret_panel(
    curves: Mapping[Face, MeanAndError],
    x: Axis,
    y: Axis,
    *,
    at: Any = None,
    every: int = 25,
    title: str = "Regret so far",
    note: str = "",
    named: Collection[Face] | None = None,
    more: Iterable[Mark] = (),
) -> Panel:
    """A line and a band of one standard error a policy, named at its end; one that ends beyond `y` where it leaves.

    `at`: where the values stand, by default at the steps 1 to T. `every`: how far apart markers are. `named`: whose
    ends are named where not everybody's fit. `more` lies over all curves.
    """
    marks: list[Mark] = []
    for face in sorted(curves, key=lambda each: each.look.hero):  # the hero lies over its rivals
        mean, error = (np.asarray(each, dtype=float) for each in curves[face][:2])
        places = np.arange(1, len(mean) + 1) if at is None else np.asarray(at)
        leaves = end_of(mean) > y.high
        marks += curve(face, places, mean, () if leaves else error, every=every,
                       label=not leaves and (named is None or face in named))  # fmt: skip
        if leaves:
            marks.append(_exit(face, places, mean, x, y.high))
    return Panel(title=title, note=note, tab="Regret", x=x, y=y, marks=(*marks, *more), dense=True)


def _exit(face: Face, places: Any, mean: Any, x: Axis, top: float) -> Text:
    """The name of a curve at the place where it leaves the panel, and where it ends."""
    out = places[int(np.argmax(mean > top))]
    late = out > x.low + 0.6 * (x.high - x.low)
    return Text(
        x=out, y=top, words=f"{face.label} ↑ {number(end_of(mean))}", color=face.look.hue,
        anchor="end" if late else "start", dx=-22 if late else 6, dy=12,
    )  # fmt: skip


def end_of(mean: Any) -> float:
    """The last known value of a curve; NaN if none is."""
    known = np.asarray(mean)[np.isfinite(mean)]
    return float(known[-1]) if len(known) else np.nan


def reached(curves: Iterable[MeanAndError]) -> float:
    """How high an axis must reach to hold curves and bands, but for one that ends more than `CROP` times above all."""
    ends = sorted((end_of(mean), float(np.nanmax(mean + np.nan_to_num(error)))) for mean, error, *_ in curves
                  if np.isfinite(mean).any())  # fmt: skip
    if len(ends) > 2 and ends[-1][0] > CROP * ends[-2][0] > 0:
        ends.pop()
    return max((top for _, top in ends), default=1.0)


def regret_sentence(curves: Mapping[str, Estimate], average: bool = False, unit: str = "") -> str:
    """`After 100 steps the mean cumulative regret of 30 seeds is 14.2 ± 0.3 for PE-GP-UCB, 26 ± 4 ...`, by label."""
    steps = max(len(each.mean) for each in curves.values())
    seeds = max(int(np.max(each.seeds)) for each in curves.values())
    parts = []
    for label, each in sorted(curves.items(), key=lambda item: (np.nan_to_num(end_of(item[1].mean), nan=np.inf), item)):
        known = np.flatnonzero(np.isfinite(each.mean))
        last, left = int(known[-1]) if len(known) else steps - 1, int(each.seeds[-1])
        part = f"{within(end_of(each.mean), each.error[last])} for {label}"
        if last < steps - 1:
            part += f" at step {last + 1}, where it ends"
        elif left < seeds:
            part += f" ({left} of {counted(seeds, 'seed')} still in play)"
        parts.append(part)
    kind = f"{'average' if average else 'cumulative'} regret"
    kind = f"mean {kind} of {seeds} seeds" if seeds > 1 else kind
    return f"After {counted(steps, 'step')} the {kind}{f' ({unit})' if unit else ''} is {listed(parts)}."
