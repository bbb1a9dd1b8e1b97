"""Regret of rival policies over time: means over seeds with standard-error bands (Figs. 2a and 4a)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from pegp_lite.checks import Floats
from pegp_lite.figures.drawing import Drawing, EndLabels, band
from pegp_lite.figures.limits import round_limits
from pegp_lite.figures.style import count_axis, dress, policy_looks, short_numbers
from pegp_lite.figures.words import counted, listed, number, within
from pegp_lite.study.statistics import estimate

CROP = 3.0  # a curve that ends this many times above the next is cut off, or it would flatten all others


@dataclass(frozen=True, eq=False)
class Curve:
    """A mean over seeds and its standard error, each (T,), NaN once no seed plays on."""

    mean: Floats
    error: Floats
    seeds: int = 1
    ended: int = 0  # seeds that ran out of priors before the last step

    @property
    def last(self) -> int:
        """The index of the last step with a number, -1 if there is none."""
        known = np.flatnonzero(np.isfinite(self.mean))
        return int(known[-1]) if len(known) else -1


def curve_of(regret: Any, average: bool = False) -> Curve:
    """The curve of each step's own regret (S, T): R_t, or R_t / t, over the seeds still in play at t."""
    regret = np.atleast_2d(np.asarray(regret, dtype=float))
    total = regret.cumsum(axis=1)
    if average:
        total /= np.arange(1, total.shape[1] + 1)
    found = estimate(total)
    error = np.where(found.seeds == 1, 0.0, found.error)  # a single game has no band
    return Curve(found.mean, error, len(regret), int((~np.isfinite(total[:, -1])).sum()))


class RegretCurves(Drawing):
    """One line, band and label a policy. The set of policies is fixed, their numbers are not."""

    def __init__(
        self, ax: Axes, policies: Mapping[str, object] | Iterable[str], average: bool, unit: str, crop: bool
    ) -> None:
        super().__init__(ax)
        self._average, self._unit, self._crop = average, unit, crop
        self._looks = policy_looks(policies)
        self._policies, self._curves = tuple(policies), dict[str, Curve]()
        self.cut: tuple[bool, ...] = (False,) * len(self._policies)
        kind = "average regret Rₜ / t" if average else "cumulative regret Rₜ"
        dress(ax, kind + (f" ({unit})" if unit else ""), "step t")
        short_numbers(ax.yaxis)
        self._bands = self.polygons([look.color for look in self._looks], alpha=0.16, linewidths=0, zorder=2)
        marks = {"markersize": 7, "markeredgecolor": "white", "markeredgewidth": 0.8}
        self._lines = [
            self.line(5 if look.width > 3 else 3, **look.line, **marks, marker=look.marker) for look in self._looks
        ]
        strongest = [look.width > 3 for look in self._looks]
        bold = strongest.index(True) if any(strongest) else -1
        self._labels = EndLabels(self, [look.label for look in self._looks], [x.color for x in self._looks], bold)
        self.reserve = [(text, text.get_text() + " ↑") for text in self._labels.texts]

    def update(self, curves: Mapping[str, Curve]) -> None:
        """Show other numbers for the same policies."""
        self._curves = {policy: curves[policy] for policy in self._policies}
        found = list(self._curves.values())
        steps = max(len(curve.mean) for curve in found)
        outlines = []
        for k, (line, curve) in enumerate(zip(self._lines, found, strict=True)):
            t = np.arange(1, len(curve.mean) + 1)
            line.set_data(t, curve.mean)
            every = max(1, round(steps / 6))
            line.set_markevery((every * (k + 1) // (len(found) + 1), every) if steps > 12 else 1)
            outlines.append(band(t, curve.mean - curve.error, curve.mean + curve.error))
        self._bands.set_verts(outlines)
        count_axis(self.ax, steps)
        self.cut = _cut(found) if self._crop else (False,) * len(found)
        shown = [curve for curve, cut in zip(found, self.cut, strict=True) if not cut]
        tops = [np.nanmax(c.mean + c.error) for c in shown if c.last >= 0]
        lows = [np.nanmin(c.mean - c.error) for c in shown if c.last >= 0]
        self.ax.set_ylim(*round_limits(min([0.0, *lows]), max(tops, default=1.0)))
        top = self.ax.get_ylim()[1]
        self.cut = tuple(cut and curve.mean[curve.last] > top for cut, curve in zip(self.cut, found, strict=True))
        self.arrange()

    def arrange(self) -> None:
        """Label the curves where they end; one that left the top is labelled there, with an arrow."""
        if not self._curves:
            return
        found = list(self._curves.values())
        ends = np.array([np.nan if c.last < 0 else c.mean[c.last] for c in found])
        steps = np.array([np.nan if c.last < 0 else c.last + 1.0 for c in found])
        for k, cut in enumerate(self.cut):
            self._labels.texts[k].set_text(self._looks[k].label + (" ↑" if cut else ""))
        self._labels.place(ends, steps)

    def describe(self) -> str:
        """One sentence: where each policy ends, lowest first."""
        named = {look.label: curve for look, curve in zip(self._looks, self._curves.values(), strict=True)}
        return describe_regret(named, self._average, self._unit)


def draw_regret(
    ax: Axes,
    curves: Mapping[str, Curve],
    average: bool = False,
    unit: str = "",
    crop: bool = True,
    policies: Mapping[str, object] | None = None,
) -> RegretCurves:
    """Draw one curve a policy, by class name. `average` and `unit` are for words only: `curve_of` does the sums.

    `crop`: cut off a policy that ends far above all others, with an arrow at its label. `policies`: what was played
    under each name, where names are not those of classes.
    """
    drawn = RegretCurves(ax, policies or curves.keys(), average, unit, crop)
    drawn.update(curves)
    return drawn


def describe_regret(curves: Mapping[str, Curve], average: bool = False, unit: str = "") -> str:
    """`After 100 steps the mean cumulative regret of 30 seeds is 14.2 ± 0.3 for PE-GP-UCB, 26 ± 4 ...`, by label."""
    steps = max(len(curve.mean) for curve in curves.values())
    seeds = max(curve.seeds for curve in curves.values())
    ranked = sorted(
        ((c.mean[c.last] if c.last >= 0 else np.inf, label, c) for label, c in curves.items()),
        key=lambda each: each[:2],
    )
    parts = []
    for value, label, curve in ranked:
        text = within(value, curve.error[curve.last]) if curve.seeds > 1 else number(value)
        early = f" at step {curve.last + 1}, where it ends" if 0 <= curve.last < steps - 1 else ""
        part = f"{text} for {label}{early}"
        if curve.ended and not early:
            part += f" ({curve.seeds - curve.ended} of {counted(curve.seeds, 'seed')} still in play)"
        parts.append(part)
    kind = f"{'average' if average else 'cumulative'} regret"
    kind = f"mean {kind} of {seeds} seeds" if seeds > 1 else kind
    return f"After {counted(steps, 'step')} the {kind}{f' ({unit})' if unit else ''} is {listed(parts)}."


def _cut(curves: list[Curve]) -> tuple[bool, ...]:
    """Whether a curve ends more than `CROP` times above every other; among two, neither does."""
    ends = np.array([curve.mean[curve.last] if curve.last >= 0 else -np.inf for curve in curves])
    if len(ends) < 3:
        return (False,) * len(ends)
    *_, second, first = np.sort(ends)
    return tuple(bool(end == first > CROP * second > 0) for end in ends)
