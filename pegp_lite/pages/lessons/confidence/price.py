"""The second figure of page 01: from the width for one point to beta_t, one demand after the other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from scipy.special import ndtri

from pegp_lite.bandit.schedules import confidence_width
from pegp_lite.checks import Floats
from pegp_lite.figures import Canvas, Drawing
from pegp_lite.figures.drawing import boxes
from pegp_lite.figures.style import BODY, INK, PRIOR_COLORS, dress
from pegp_lite.figures.words import number
from pegp_lite.pages.canvas_page import Page, Table
from pegp_lite.pages.controls import Control, Slider
from pegp_lite.pages.on_canvas import OnCanvas

DEMANDS = (
    "one point, one step",
    "all points",
    "all steps",
    "a third of δ only",
    "the paper's β",
)
CONTROLS: tuple[Control, ...] = (
    Slider(name="points", label="number of points |X|", value=101, low=1, high=1_000_000, step=0.1, log=True),
    Slider(name="t", label="step t", value=1, low=1, high=10_000, step=0.25, log=True),
    Slider(name="delta", label="failure probability δ", value=0.1, low=0.001, high=0.5, step=0.1, log=True),
)


def widths(n_points: int, t: int, delta: float) -> Floats:
    """Half-widths in standard deviations that meet one demand more each, (5,).

    The exact Gaussian quantile for a failure of delta; of delta / |X|; of delta / |X| 6 / (pi t)^2, whose sum over
    all steps is delta / |X|; of a third of that, since three events share delta; and beta_t as printed.
    """
    risk = delta * np.cumprod([1.0, 1.0 / n_points, 6.0 / (np.pi * t) ** 2, 1.0 / 3.0])
    return np.append(-ndtri(risk / 2), confidence_width(t, n_points, delta))


class Steps(Drawing):
    """A row a demand: the width it takes, the part it adds in colour, its number at the end."""

    def __init__(self, ax: Axes) -> None:
        super().__init__(ax)
        dress(ax, "half-width of the band in standard deviations", grid="x")
        ax.set_xlim(0, 10)
        ax.set_ylim(len(DEMANDS) - 0.45, -0.55)
        ax.set_yticks(range(len(DEMANDS)), [DEMANDS[0], *(f"+ {words}" for words in DEMANDS[1:-1]), DEMANDS[-1]])
        ax.tick_params(axis="y", length=0)
        ax.axvline(2, color=INK, linewidth=1, linestyle=":")
        self._before = self.polygons("#D2D4D8", zorder=2)
        self._added = self.polygons(PRIOR_COLORS[0], zorder=2)
        self._words = [
            self.add(ax.text(0, row, "", fontsize=BODY, color=INK, va="center", ha="left", zorder=3))
            for row in range(len(DEMANDS))
        ]

    def update(self, ends: Floats) -> None:
        """Show other widths, (5,)."""
        row, start = np.arange(len(ends)), np.concatenate([[0.0], ends[:-1]])
        self._before.set_verts(boxes(np.zeros(len(ends)), start, row - 0.3, row + 0.3))
        self._added.set_verts(boxes(start, ends, row - 0.3, row + 0.3))
        for text, end in zip(self._words, ends, strict=True):
            text.set(text=f" {number(end)}", x=max(end, 0.0))


class PriceScene(OnCanvas):
    """What each demand adds to the width."""

    def __init__(self) -> None:
        super().__init__(Canvas(930, 300))
        self._steps = self.keep(Steps(self.canvas.axes[0]))
        self.ends = widths(101, 1, 0.1)

    def show(self, state: Mapping[str, Any]) -> str:
        n_points, t, delta = round(state["points"]), round(state["t"]), state["delta"]
        ends = self.ends = widths(n_points, t, delta)
        self._steps.update(ends)
        added = np.diff(ends)
        return (
            f"To hold one point at one step with probability {100 * (1 - delta):.4g}% takes {number(ends[0])} standard "
            f"deviations. All {n_points:,} points add {number(added[0])}, all steps (this is step {t:,}) "
            f"{number(added[1])}, sharing δ with two other promises {number(added[2])}, and writing it as a formula "
            f"{number(added[3])}: β = {number(ends[-1])}."
        )

    def table(self) -> Table:
        """A row a demand."""
        return ["demand", "half-width in sigma"], [[d, w] for d, w in zip(DEMANDS, self.ends.tolist(), strict=True)]


def price_of_everything() -> Page:
    """The figure with its three sliders; it leaves the address to the page's first figure."""
    return Page("01_price_of_everything", CONTROLS, PriceScene(), query="")
