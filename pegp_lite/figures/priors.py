"""What the rival priors expect before any data: their means over the points (Fig. 3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from pegp_lite.checks import Floats
from pegp_lite.figures.drawing import Drawing, key
from pegp_lite.figures.limits import round_limits
from pegp_lite.figures.style import dress, prior_look, short_numbers
from pegp_lite.figures.words import called, counted, number
from pegp_lite.gp.priors import Prior


class PriorMeans(Drawing):
    """One line a prior; the true one solid, black and thick, the others dashed."""

    def __init__(self, ax: Axes, x: Floats, names: Sequence[str], true_prior: int | None) -> None:
        super().__init__(ax)
        self._x, self._names, self._true = np.asarray(x, dtype=float), tuple(names), true_prior
        self._means: Floats = np.full((len(names), len(self._x)), np.nan)
        dress(ax, "prior mean", "point x")
        short_numbers(ax.yaxis)
        ax.set_xlim(*_span(self._x))
        lines = []
        for p, name in enumerate(names):
            look = prior_look(p, name, true=p == true_prior)
            alone = look.marker if len(self._x) < 3 else ""
            lines += ax.plot(self._x, self._means[p], label=look.label, marker=alone, zorder=3, **look.line)
        if true_prior is not None:
            lines[true_prior].set_zorder(4)
        self._lines = [self.add(line) for line in lines]
        key(ax, self._lines)

    def update(self, means: Any) -> None:
        """Show other means, (P, N) in the order of the names."""
        self._means = np.asarray(means, dtype=float)
        for line, mean in zip(self._lines, self._means, strict=True):
            line.set_ydata(mean)
        low, high = np.nanmin(self._means), np.nanmax(self._means)
        self.ax.set_ylim(*round_limits(low, high + 0.05 * (high - low), ticks=10))

    def describe(self) -> str:
        """One sentence: how many priors, and where each is highest on its own."""
        return describe_prior_means(self._x, self._means, self._names, self._true)


def draw_prior_means(
    ax: Axes, x: Floats, priors: Sequence[Prior], true_prior: int | None = None, step: int = 1
) -> PriorMeans:
    """Draw the priors' means over the points x (N,); a mean that moves is shown at `step` (from 1)."""
    drawn = PriorMeans(ax, x, [prior.name for prior in priors], true_prior)
    drawn.update([prior.mean_at(step) for prior in priors])
    return drawn


def describe_prior_means(x: Floats, means: Floats, names: Sequence[str], true_prior: int | None) -> str:
    """The priors, the true one's peak, and the range of all."""
    text = f"{counted(len(names), 'prior mean')} between {number(means.min())} and {number(means.max())}"
    if true_prior is None:
        return text + "."
    top = int(np.argmax(means[true_prior]))
    peak = f"{number(means[true_prior, top])} at x = {number(x[top])}"
    return f"{text}; the true one, {called(names[true_prior])}, is highest with {peak}."


def _span(x: Floats) -> tuple[float, float]:
    low, high = float(x.min()), float(x.max())
    return (low, high) if high > low else (low - 0.5, high + 0.5)
