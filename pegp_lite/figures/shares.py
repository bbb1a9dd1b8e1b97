"""How often bands of a given width hold the whole truth: a curve an expert, over the width in standard deviations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from scipy.special import erf

from pegp_lite.checks import Floats
from pegp_lite.figures.drawing import Drawing, boxes, key
from pegp_lite.figures.style import BAD, FAINT, INK, SMALL, dress, prior_look
from pegp_lite.figures.words import number, percent

WIDEST = 7.0


class Shares(Drawing):
    """One rising curve an expert, the curve of a single point for comparison, the theory's width and promise."""

    def __init__(self, ax: Axes, names: Sequence[str]) -> None:
        super().__init__(ax)
        self._names = tuple(names)
        self.widths: Floats = np.linspace(0.0, WIDEST, 101)
        self.alone: Floats = erf(self.widths / np.sqrt(2))  # one point at one step, if the prior is the true one
        self.curves: Floats = np.zeros((len(names), len(self.widths)))
        self.betas, self.promise = (np.nan, np.nan), np.nan
        dress(ax, "share of drawn functions held", "half-width of the band in standard deviations σ", grid="both")
        ax.set_xlim(0, WIDEST)
        ax.set_ylim(0, 1.09)
        ax.set_yticks([0, 0.5, 1], ["0", "50%", "100%"])
        ax.set_xticks(range(int(WIDEST) + 1))
        (single,) = ax.plot(
            self.widths, self.alone, color=FAINT, linewidth=2, linestyle=":", label="one point, one step"
        )
        self._lines = []
        for p, name in enumerate(names):
            look = prior_look(p, name)
            (line,) = ax.plot([], [], color=look.color, linewidth=2.6, label=f"{name}, all points, all steps", zorder=3)
            self._lines.append(self.add(line))
        self._span = self.polygons("#C9CBCF", linewidths=0, zorder=1.5, label="from β₁ to β now, the theory's")
        (line,) = ax.plot([], [], color=BAD, linewidth=1.6, linestyle="--", label="1 − δ, its promise", zorder=2.5)
        self._promise = self.add(line)
        dots: dict[str, Any] = {"linestyle": "none", "marker": "o", "markersize": 9, "markeredgecolor": "white"}
        self._dots = []
        for p, name in enumerate(names):
            (dot,) = ax.plot([], [], color=prior_look(p, name).color, **dots, zorder=5, clip_on=False)
            self._dots.append(self.add(dot))
        self._word = self.add(ax.text(0, 0.03, "", fontsize=SMALL, color=INK, ha="left", va="bottom", zorder=6))
        key(ax, [single, *self._lines, self._span, self._promise])

    def update(self, needed: Any, betas: tuple[float, float], held: Any, promise: float) -> None:
        """`needed` (P, F): the width that would have held each function. `betas`: beta_1 and beta now.

        `held` (P,): the share that bands of beta_t hold. Since beta_t grew from the first of `betas` to the second,
        a curve passes that height between the two, and there stands its dot.
        """
        needed = np.asarray(needed, dtype=float)
        self.curves = np.array([np.searchsorted(np.sort(row), self.widths, side="right") / len(row) for row in needed])
        self.betas, self.promise = betas, promise
        between = np.linspace(betas[1], betas[0], 41)
        for line, dot, curve, share in zip(self._lines, self._dots, self.curves, held, strict=True):
            line.set_data(self.widths, curve)
            off = np.abs(np.interp(between, self.widths, curve) - share)
            dot.set_data([between[np.argmin(off)]], [share])
        self._span.set_verts(boxes(betas[0] - 0.015, betas[1] + 0.015, np.zeros(1), np.full(1, 1.09)))
        self._promise.set_data([0, WIDEST], [promise, promise])
        self._word.set(text=f" β = {number(betas[1])}", x=betas[1])

    def describe(self) -> str:
        """One sentence: what two standard deviations hold, and what the theory's width does."""
        two = [float(np.interp(2.0, self.widths, curve)) for curve in self.curves]
        parts = [f"{name} {percent(share)}" for name, share in zip(self._names, two, strict=True)]
        return f"Bands of 2 standard deviations hold whole functions this often: {', '.join(parts)}."


def draw_shares(
    ax: Axes, names: Sequence[str], needed: Any, betas: tuple[float, float], held: Any, promise: float
) -> Shares:
    """Draw how often bands hold the truth everywhere and always; the rest as in `Shares.update`."""
    drawn = Shares(ax, names)
    drawn.update(needed, betas, held, promise)
    return drawn


class TwoSigma(Drawing):
    """Thin lines two standard deviations either side of one expert's mean."""

    def __init__(self, ax: Axes, x: Floats, color: str) -> None:
        super().__init__(ax)
        self._x, self._lines = x, [self.add(ax.plot([], [], color=color, linewidth=1.1)[0]) for _ in "ab"]
        self._word = self.add(ax.text(0.99, 0, "A ± 2σ", fontsize=SMALL, color=color, ha="right", va="bottom"))

    def update(self, mean: Floats, std: Floats) -> None:
        """Show other lines, (N,) each."""
        for line, sign in zip(self._lines, (2, -2), strict=True):
            line.set_data(self._x, mean + sign * std)
        self._word.set_y(float(mean[-1] + 2 * std[-1]) + 0.1)
