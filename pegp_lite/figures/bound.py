"""Theorem 4.1 as a picture: its three terms stacked against the horizon, the real regret far below."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from matplotlib.axes import Axes

from pegp_lite.checks import Floats
from pegp_lite.figures.drawing import Drawing, EndLabels, band
from pegp_lite.figures.limits import log_limits, round_limits
from pegp_lite.figures.style import count_axis, dress, policy_look, short_numbers
from pegp_lite.figures.words import number, percent

FORMULAS = ("2|U|B", "2√(ξ|U|T)", "2β√(CT|U|γ)")
_WORDS = ("elimination", "noise", "information")
_FILLS, _HATCHES = ("#8F2703", "#AD8E06", "#035E83"), ("", "--", "//")


class BoundTerms(Drawing):
    """Three areas on top of each other and the regret as a line; on a log axis the areas' edges are what counts."""

    def __init__(self, ax: Axes, scale: Literal["linear", "log"], formulas: bool) -> None:
        super().__init__(ax)
        self._scale = scale
        dress(ax, "regret and its bound", "horizon T")
        ax.set_yscale(scale)
        short_numbers(ax.yaxis)
        self._areas = [
            self.polygons(fill, edgecolors="white", hatch=hatch or None, linewidths=0.8, alpha=0.75, zorder=2)
            for fill, hatch in zip(_FILLS, _HATCHES, strict=True)
        ]
        self._halo = self.line(3, color="white", linewidth=6)
        look = policy_look("PriorElimination")
        self._line = self.line(4, **look.line, marker=look.marker, markevery=(0, 10**9))
        terms = [f"{word} {what}" if formulas else word for word, what in zip(_WORDS, FORMULAS, strict=True)]
        self._labels = EndLabels(self, [*terms, "real regret"], [*_FILLS[:1], "#6B5700", _FILLS[2], look.color], bold=3)
        self._terms: Floats = np.zeros((3, 0))
        self._regret: Floats = np.zeros(0)

    def update(self, elimination: Any, noise: Any, information: Any, regret: Any) -> None:
        """Show other numbers, each (T,): the terms and the cumulative regret; NaN after the game has ended."""
        self._terms = np.array([elimination, noise, information], dtype=float)
        self._regret = np.asarray(regret, dtype=float)
        t = np.arange(1, self._terms.shape[1] + 1)
        edges = np.concatenate([np.zeros((1, len(t))), self._terms.cumsum(axis=0)])
        known = edges[-1][np.isfinite(edges[-1])]
        floor, highest = 0.0, float(np.nanmax(np.append(known, self._regret), initial=1e-9))
        if self._scale == "log":
            least = np.concatenate([known, self._regret])
            least = least[np.isfinite(least) & (least > 0)]
            floor = max(least.min(initial=highest), 1e-6 * highest)
        floor, ceiling = log_limits(floor, highest) if self._scale == "log" else round_limits(0.0, highest)
        count_axis(self.ax, len(t))
        self.ax.set_ylim(floor, ceiling)
        single = np.array([0.5, 1.5]) if len(t) == 1 else t
        shown = np.repeat(edges, 2, axis=1) if len(t) == 1 else edges
        for k, area in enumerate(self._areas):
            area.set_verts([band(single, np.maximum(shown[k], floor), np.maximum(shown[k + 1], floor))])
        for line in (self._halo, self._line):
            line.set_data(t, np.maximum(self._regret, floor) if floor else self._regret)
        self.arrange()

    def arrange(self) -> None:
        """Label each area at its middle and the line at its end."""
        last = self.last
        if last < 0:
            return
        edges = np.concatenate([[0.0], self._terms[:, last].cumsum()])
        floor = self.ax.get_ylim()[0]
        edges = np.maximum(edges, floor)
        middle = np.sqrt(edges[1:] * edges[:-1]) if floor > 0 else (edges[1:] + edges[:-1]) / 2
        self._labels.place(np.append(middle, max(self._regret[last], floor)), np.full(4, last + 1.0))

    @property
    def last(self) -> int:
        """The index of the last horizon with numbers, -1 if there is none."""
        known = np.flatnonzero(np.isfinite(self._terms).all(axis=0) & np.isfinite(self._regret))
        return int(known[-1]) if len(known) else -1

    def describe(self) -> str:
        """One sentence: regret, bound, their ratio and the terms' shares at the last horizon."""
        return describe_bound(self._terms[0], self._terms[1], self._terms[2], self._regret)


def draw_bound(
    ax: Axes,
    elimination: Any,
    noise: Any,
    information: Any,
    regret: Any,
    scale: Literal["linear", "log"] = "linear",
    formulas: bool = False,
) -> BoundTerms:
    """Draw one seed's terms (a `RegretBound`'s row) and its cumulative regret, each (T,).

    `formulas`: write each term's formula beside its name, where the axes are wide enough to spare the room.
    """
    drawn = BoundTerms(ax, scale, formulas)
    drawn.update(elimination, noise, information, regret)
    return drawn


def describe_bound(elimination: Any, noise: Any, information: Any, regret: Any) -> str:
    """`At T = 100 the regret is 13.5 and the bound 5,210, 386 times as much: elimination 3%, noise 1%, ...`."""
    terms, regret = np.array([elimination, noise, information], dtype=float), np.asarray(regret, dtype=float)
    known = np.flatnonzero(np.isfinite(terms).all(axis=0) & np.isfinite(regret))
    if not len(known):
        return "Nothing was played, so there is nothing to bound."
    last = int(known[-1])
    total, real = float(terms[:, last].sum()), float(regret[last])
    parts = terms[:, last] / total if total > 0 else np.zeros(3)
    shares = ", ".join(f"{word} {percent(part)}" for word, part in zip(_WORDS, parts, strict=True))
    if real > total:
        verdict = "which is exceeded"
    else:
        verdict = f"{number(total / real)} times as much" if real > 0 else "never reached"
    return f"At T = {last + 1} the regret is {number(real)} and the bound {number(total)}, {verdict}: {shares}."
