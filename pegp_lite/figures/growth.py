"""How fast the information gain grows: measured between two bounds, beside the rate of Corollary 6.2."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import NullLocator

from pegp_lite.checks import Floats
from pegp_lite.figures.drawing import Drawing, EndLabels, band
from pegp_lite.figures.limits import round_limits
from pegp_lite.figures.style import BAD, FAINT, INK, dress, short_numbers
from pegp_lite.figures.words import number

_MEASURED, _STILL = "#035E83", "#74767A"


class Growth(Drawing):
    """On log-log axes a power of T is a straight line: only slopes are compared, the rate is laid through the end."""

    def __init__(self, ax: Axes, steps: int) -> None:
        super().__init__(ax)
        dress(ax, "information gain γ, in nats", "horizon T (both axes logarithmic)", grid="both")
        ax.set_xscale("log")
        ax.set_yscale("log")
        ax.set_xlim(1, steps)
        ticks = [t for t in (1, 2, 5, 10, 20, 50, 100, 200) if t <= steps]
        ax.set_xticks(ticks, [str(t) for t in ticks])
        ax.xaxis.set_minor_locator(NullLocator())
        short_numbers(ax.yaxis)
        self._t: Floats = np.arange(1.0, steps + 1)
        self._turn = self.line(1, color=FAINT, linewidth=1.2, linestyle=(0, (2, 2)), transform=ax.get_xaxis_transform())
        self._still = self.line(2, color=_STILL, linewidth=2, linestyle=(0, (6, 2, 1.5, 2)))
        self._between = self.polygons(_MEASURED, alpha=0.35, linewidths=0, zorder=3)
        self._measured = self.line(4, color=_MEASURED, linewidth=3)
        self._rate = self.line(5, color=BAD, linewidth=2.4, linestyle=(0, (5, 2)))
        self._labels = EndLabels(
            self, ["measured", "its growth rate", "if f stood still"], [_MEASURED, BAD, _STILL], bold=0
        )
        self._turning = self.label(1, 1, "", transform=ax.get_xaxis_transform(), ha="left", va="bottom", color=INK)
        self._ends: Floats = np.full(3, np.nan)

    def update(self, lower: Any, upper: Any, rate: Any, still: Any, turning: float) -> None:
        """Show other numbers, each (T,); `turning`: the horizon at which movement takes over."""
        lower, upper, rate, still = (np.asarray(each, dtype=float) for each in (lower, upper, rate, still))
        self._measured.set_data(self._t, upper)
        self._between.set_verts([band(self._t, lower, upper)])
        self._rate.set_data(self._t, rate)
        self._still.set_data(self._t, still)
        inside = 1 < turning < self._t[-1]
        self._turn.set_visible(inside)
        self._turning.set_visible(inside)
        if inside:
            self._turn.set_data([turning, turning], [0, 1])
            self._turning.set(text=f" movement wins from T = {number(turning)}", x=turning, y=0.01)
        logs = np.log10(np.concatenate([lower, upper, still, rate[rate > 0]]))
        low, high = round_limits(float(logs.min()), float(logs.max()), ticks=4)
        self.ax.set_ylim(10**low, 10**high)
        self._ends = np.array([upper[-1], rate[-1] * 0.93, still[-1]])
        self.arrange()

    def arrange(self) -> None:
        """Label the curves where they end."""
        self._labels.place(self._ends)
