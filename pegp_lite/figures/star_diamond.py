"""Fig. 1: a star lies in both bands and says little, a diamond lies in one and accuses the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from pegp_lite.checks import Bools, Floats, Ints
from pegp_lite.figures.drawing import Drawing, band, boxes, key
from pegp_lite.figures.limits import round_limits
from pegp_lite.figures.style import BAD, BODY, GOOD, INK, SMALL, dress, prior_look, short_numbers
from pegp_lite.figures.words import called, listed, number

_KINDS = (("X", "in neither", BAD), ("D", "in one band", INK), ("*", "in both", INK))


def bands_holding(mean: Floats, half_width: Floats, x: Floats, at: Floats, value: Floats) -> Bools:
    """Which of P bands hold each of K observations, (P, K); bands (P, N) over x are read between its points."""
    centre = np.array([np.interp(at, x, row) for row in mean])
    half = np.array([np.interp(at, x, row) for row in half_width])
    inside: Bools = np.abs(value - centre) <= half
    return inside


class StarDiamond(Drawing):
    """Two models' means and bands, their data, and new observations marked by how many bands hold them."""

    def __init__(self, ax: Axes, x: Floats, names: Sequence[str], limits: tuple[float, float] | None = None) -> None:
        super().__init__(ax)
        self._x, self._names, self._limits = np.asarray(x, dtype=float), tuple(names), limits
        looks = [prior_look(p, name) for p, name in enumerate(names)]
        dress(ax, "value", "point x")
        short_numbers(ax.yaxis)
        ax.set_xlim(float(self._x.min()), float(self._x.max()))
        self._bands = self.polygons([look.color for look in looks], alpha=0.18, linewidths=0, zorder=2)
        self._means = [self.line(3, label=look.label, color=look.color, linewidth=2.4) for look in looks]
        self._edges = [
            self.line(3, color=look.color, linewidth=1, linestyle=look.linestyle) for look in looks for _ in "ab"
        ]
        self._dots = self.line(6, linestyle="none", marker="o", color=INK, markersize=8, label="data so far")
        self._new = [
            self.line(
                7, linestyle="none", marker=marker, color=color, markersize=20 if marker == "*" else 13,
                markeredgecolor="white", markeredgewidth=1.2, label=label,
            )
            for marker, label, color in _KINDS
        ]  # fmt: skip
        samples = [
            Line2D([], [], linestyle="none", marker=marker, color=color, markersize=11, label=label)
            for marker, label, color in reversed(_KINDS)
        ]
        key(ax, [*self._means, self._dots, *samples])
        self.inside: Bools = np.zeros((len(names), 0), dtype=bool)
        self._at: Floats = np.zeros(0)
        self._value: Floats = np.zeros(0)

    def update(self, mean: Any, half_width: Any, seen: tuple[Any, Any], new: tuple[Any, Any]) -> None:
        """Show other models, `mean` and `half_width` (2, N), data (x, y) and new observations (x, y), each (K,)."""
        mean, half = np.asarray(mean, dtype=float), np.asarray(half_width, dtype=float)
        self._at, self._value = (np.atleast_1d(np.asarray(each, dtype=float)) for each in new)
        self.inside = bands_holding(mean, half, self._x, self._at, self._value)
        self._bands.set_verts([band(self._x, m - h, m + h) for m, h in zip(mean, half, strict=True)])
        for p, line in enumerate(self._means):
            line.set_data(self._x, mean[p])
            self._edges[2 * p].set_data(self._x, mean[p] + half[p])
            self._edges[2 * p + 1].set_data(self._x, mean[p] - half[p])
        self._dots.set_data(np.asarray(seen[0], dtype=float), np.asarray(seen[1], dtype=float))
        kind = self.kinds
        for k, marks in enumerate(self._new):
            marks.set_data(self._at[kind == k], self._value[kind == k])
        if self._limits is not None:
            self.ax.set_ylim(*self._limits)
        else:
            values = np.concatenate([(mean - half).ravel(), (mean + half).ravel(), self._value])
            margin = 0.03 * (np.nanmax(values) - np.nanmin(values))
            self.ax.set_ylim(*round_limits(np.nanmin(values) - margin, np.nanmax(values) + margin, ticks=10))

    @property
    def kinds(self) -> Ints:
        """For each new observation 2 if all bands hold it (a star), 1 if some do (a diamond), 0 if none does."""
        held = self.inside.sum(axis=0)
        return np.where(held == len(self._names), 2, np.where(held > 0, 1, 0))

    def describe(self) -> str:
        """One sentence a new observation: star or diamond, and whom it accuses."""
        parts = []
        for k, kind in enumerate(self.kinds):
            where = f"the observation {number(self._value[k])} at x = {number(self._at[k])} is"
            out = [name for name, inside in zip(self._names, self.inside[:, k], strict=True) if not inside]
            if kind == 2:
                parts.append(f"{where} a star: every band holds it, so it accuses neither prior")
            elif kind == 1:
                parts.append(f"{where} a diamond: it lies outside the band of {listed(out)}")
            else:
                parts.append(f"{where} outside every band")
        text = "; ".join(parts) or "no new observation yet"
        return f"{text[:1].upper()}{text[1:]}."


def draw_star_diamond(
    ax: Axes,
    x: Floats,
    mean: Any,
    half_width: Any,
    seen: tuple[Any, Any],
    new: tuple[Any, Any],
    names: Sequence[str] = ("GP1", "GP2"),
    limits: tuple[float, float] | None = None,
) -> StarDiamond:
    """Draw Fig. 1 over the points x (N,); the rest as in `StarDiamond.update`."""
    drawn = StarDiamond(ax, x, names, limits)
    drawn.update(mean, half_width, seen, new)
    return drawn


class Allowance(Drawing):
    """Line 13 of Algorithm 1 as bars: each prior's |sum eta| below what noise and width allow."""

    def __init__(self, ax: Axes, names: Sequence[str]) -> None:
        super().__init__(ax)
        self._names = tuple(names)
        looks = [prior_look(p, name) for p, name in enumerate(names)]
        dress(ax, "errors and allowance", grid="x")
        ax.set_ylim(len(names) - 0.45, -0.55)
        ax.set_yticks(range(len(names)), [look.label for look in looks], fontsize=BODY)
        ax.tick_params(axis="y", length=0)
        short_numbers(ax.xaxis)
        edge = {"edgecolors": "white", "linewidths": 0.8, "zorder": 2}
        self._noise = self.polygons("#9A9CA0", **edge, hatch="//", label="√(ξ n)")
        self._width = self.polygons("#D2D4D8", **edge, label="Σ β σ")
        self._error = self.polygons([look.color for look in looks], **edge, label="|Σ η|")
        beside: dict[str, Any] = {"transform": ax.get_yaxis_transform(), "va": "center", "ha": "left", "fontsize": BODY}
        self._notes = [self.label(1.02, p, "", **beside) for p in range(len(names))]
        self.reserve = [(text, "✗ rejected") for text in self._notes]
        legend = "upper bar: the errors |Σ η|\nlower: noise √(ξ n), hatched, + width Σ β σ"
        ax.set_xlabel(legend, fontsize=SMALL, color=INK, loc="left")
        self.errors: Floats = np.zeros(len(names))
        self.allowed: Floats = np.zeros(len(names))

    def update(self, errors: Any, noise: Any, widths: Any) -> None:
        """Show other sums, each (P,): of eta (with sign), sqrt(xi_t n), and sum of beta sigma."""
        errors, noise, widths = (np.asarray(each, dtype=float) for each in (errors, noise, widths))
        self.errors, self.allowed = np.abs(errors), noise + widths
        row, start = np.arange(len(self._names)), np.zeros(len(self._names))
        self._error.set_verts(boxes(start, self.errors, row - 0.36, row - 0.02))
        self._noise.set_verts(boxes(start, noise, row + 0.02, row + 0.36))
        self._width.set_verts(boxes(noise, self.allowed, row + 0.02, row + 0.36))
        for text, rejected in zip(self._notes, self.rejected, strict=True):
            text.set(text="✗ rejected" if rejected else "✓ kept", color=BAD if rejected else GOOD)
        both = np.concatenate([self.errors, self.allowed])
        self.ax.set_xlim(*round_limits(0.0, float(np.nanmax(both, initial=1e-3)), ticks=4))

    @property
    def rejected(self) -> Bools:
        """Which priors have errors beyond their allowance, (P,)."""
        beyond: Bools = self.errors > self.allowed
        return beyond

    def describe(self) -> str:
        """One sentence: each prior's sum, its allowance and the verdict."""
        rows = zip(self._names, self.errors, self.allowed, self.rejected, strict=True)
        parts = [
            f"{called(n)} {number(e)} of {number(a)} allowed, {'rejected' if r else 'kept'}" for n, e, a, r in rows
        ]
        return f"Summed errors: {'; '.join(parts)}."


def draw_allowance(ax: Axes, names: Sequence[str], errors: Any, noise: Any, widths: Any) -> Allowance:
    """Draw the elimination test of P priors; the sums as in `Allowance.update`."""
    drawn = Allowance(ax, names)
    drawn.update(errors, noise, widths)
    return drawn
