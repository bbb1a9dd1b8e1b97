"""The proof as numbers: each step's two sides as bars, and the way from the real regret up to the bound."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from matplotlib.axes import Axes

from pegp_lite.checks import Bools, Floats
from pegp_lite.figures.drawing import Drawing, boxes
from pegp_lite.figures.limits import log_limits, round_limits
from pegp_lite.figures.style import BAD, FAINT, GOOD, INK, SMALL, dress, short, short_numbers
from pegp_lite.figures.words import counted, listed, number

Scale = Literal["linear", "log"]
_ALLOWED, _USED = "#D2D4D8", "#035E83"


class LedgerRows(Drawing):
    """A row a step of the proof: what is allowed (right side) pale, what is used of it (left side) dark inside."""

    def __init__(self, ax: Axes, names: Sequence[str], scale: Scale) -> None:
        super().__init__(ax)
        self._names, self._scale = tuple(names), scale
        self._left = self._right = np.zeros(len(names))
        self._holds: Bools = np.ones(len(names), dtype=bool)
        _rows(ax, names, scale, "left side ≤ right side")
        self._pale = self.polygons(_ALLOWED, linewidths=0, zorder=2)
        self._dark = self.polygons(_USED, linewidths=0, zorder=3)
        beside: dict[str, Any] = {
            "transform": ax.get_yaxis_transform(),
            "va": "center",
            "ha": "left",
            "fontsize": SMALL,
        }
        self._notes = [self.label(1.015, k, "", **beside) for k in range(len(names))]
        self.reserve = [(text, "✗ 0.0312 > 0.0298") for text in self._notes]

    def update(self, left: Any, right: Any, holds: Any) -> None:
        """Show other numbers, each (K,) in the order of the names; NaN leaves a row empty."""
        self._left, self._right = np.asarray(left, dtype=float), np.asarray(right, dtype=float)
        self._holds = np.asarray(holds, dtype=bool)
        low, high = _limits(np.concatenate([self._left, self._right]), self._scale)
        row = np.arange(len(self._names))
        start = np.full(len(row), max(low, 0.0) if self._scale == "log" else 0.0)
        self._pale.set_verts(boxes(start, np.maximum(self._right, start), row - 0.38, row + 0.38))
        self._dark.set_verts(boxes(start, np.maximum(self._left, start), row - 0.17, row + 0.17))
        self._dark.set_facecolor([_USED if held else BAD for held in self._holds])
        self.ax.set_xlim(low, high)
        for text, a, b, held in zip(self._notes, self._left, self._right, self._holds, strict=True):
            sides = f"{short3(a)} {'≤' if held else '>'} {short3(b)}"
            text.set(text=f"{'✓' if held else '✗'} {sides}", color=GOOD if held else BAD)
            if not (np.isfinite(a) and np.isfinite(b)):
                text.set(text="–", color=FAINT)

    def describe(self) -> str:
        """One sentence: how many steps held, which failed, which is loosest."""
        return describe_ledger(self._names, self._left, self._right, self._holds)


def draw_ledger(ax: Axes, names: Sequence[str], left: Any, right: Any, holds: Any, scale: Scale = "log") -> LedgerRows:
    """Draw K steps of a proof, left <= right; allow about 22 pixels a row."""
    drawn = LedgerRows(ax, names, scale)
    drawn.update(left, right, holds)
    return drawn


class Waterfall(Drawing):
    """From the real regret up to the final bound: each inequality's bar is what it gives away."""

    def __init__(self, ax: Axes, names: Sequence[str], scale: Scale) -> None:
        super().__init__(ax)
        self._names, self._scale, self._levels = tuple(names), scale, np.zeros(len(names))
        _rows(ax, names, scale, "what each step gives away")
        self._bars = self.polygons(_USED, edgecolors="face", linewidths=1.5, zorder=3)
        self._links = self.polygons("none", edgecolors=FAINT, linewidths=0.9, zorder=2)
        beside: dict[str, Any] = {
            "transform": ax.get_yaxis_transform(),
            "va": "center",
            "ha": "left",
            "fontsize": SMALL,
        }
        self._notes = [self.label(1.015, k, "", **beside) for k in range(len(names))]
        self.reserve = [(text, "✗ −0.123") for text in self._notes]

    def update(self, levels: Any) -> None:
        """Show another chain, (K,): the real regret first, then the right side of each inequality in turn."""
        self._levels = np.asarray(levels, dtype=float)
        low, high = _limits(self._levels, self._scale)
        before = np.concatenate([[low if self._scale == "log" else 0.0], self._levels[:-1]])
        row = np.arange(len(self._levels))
        ends = np.sort(np.stack([before, self._levels]), axis=0)
        self._bars.set_verts(boxes(np.maximum(ends[0], low), np.maximum(ends[1], low), row - 0.34, row + 0.34))
        falls = np.append(False, np.diff(self._levels) < 0)
        self._bars.set_facecolor([INK if not k else BAD if falls[k] else _USED for k in row])
        join = np.maximum(self._levels[:-1], low)
        self._links.set_verts(boxes(join, join, row[:-1] + 0.34, row[1:] - 0.34))
        self.ax.set_xlim(low, high)
        for k, (text, a, b) in enumerate(zip(self._notes, before, self._levels, strict=True)):
            words = short3(b) if not k else f"✗ −{short3(a - b)}" if falls[k] else f"+{short3(b - a)}"
            text.set(text=words if np.isfinite(b) else "–", color=BAD if falls[k] else INK)

    def describe(self) -> str:
        """One sentence: both ends and the step that gives away most."""
        return describe_waterfall(self._names, self._levels)


def draw_waterfall(ax: Axes, names: Sequence[str], levels: Any, scale: Scale = "linear") -> Waterfall:
    """Draw a chain of K growing numbers, the real regret first and the final bound last."""
    drawn = Waterfall(ax, names, scale)
    drawn.update(levels)
    return drawn


def describe_ledger(names: Sequence[str], left: Floats, right: Floats, holds: Bools) -> str:
    """`All 20 steps of the proof hold; the loosest is final bound, 13.5 against 5,210.`"""
    failed = [name for name, held in zip(names, holds, strict=True) if not held]
    all_of = f"all {len(names)} steps" if len(names) > 1 else "the one step"
    text = f"{all_of[:1].upper()}{all_of[1:]} of the proof hold{'' if len(names) > 1 else 's'}"
    if failed:
        text = f"{len(failed)} of {counted(len(names), 'step')} of the proof failed: {listed(failed)}"
    usable = np.isfinite(left) & np.isfinite(right) & (left > 0) & holds
    if usable.any():
        loosest = int(np.argmax(np.where(usable, right / np.where(usable, left, 1.0), -np.inf)))
        sides = f"{number(left[loosest])} against {number(right[loosest])}"
        text += f"; the loosest is “{names[loosest]}”, {sides}"
    return text + "."


def describe_waterfall(names: Sequence[str], levels: Floats) -> str:
    """`From a regret of 13.5 to a bound of 5,210; "Lemma 5.3" gives away most, 4,800.`"""
    text = f"From a real regret of {number(levels[0])} to a bound of {number(levels[-1])}"
    steps = np.diff(levels)
    if len(steps) and np.isfinite(steps).any():
        most = int(np.nanargmax(steps))
        text += f"; “{names[most + 1]}” gives away most, {number(steps[most])}"
    return text + "."


def short3(value: float) -> str:
    """Three figures, one below 0.01, for the narrow column beside the bars."""
    if 0 < abs(value) < 0.01:
        return f"{value:.1g}".replace("-", "−")
    return short(float(f"{value:.3g}"))


def _rows(ax: Axes, names: Sequence[str], scale: Scale, title: str) -> None:
    dress(ax, title, grid="x")
    ax.set_xscale(scale)
    short_numbers(ax.xaxis)
    ax.set_ylim(len(names) - 0.4, -0.6)
    ax.set_yticks(range(len(names)), names, fontsize=SMALL)
    ax.tick_params(axis="y", length=0, labelsize=SMALL, pad=3)


def _limits(values: Floats, scale: Scale) -> tuple[float, float]:
    known = values[np.isfinite(values)]
    high = float(known.max(initial=1e-9))
    if scale == "linear":
        return round_limits(min(0.0, float(known.min(initial=0.0))), high)
    return log_limits(1e-6 * high, high)  # what is smaller still has its numbers beside it
