"""Game by game: where each single seed of each policy ended, since a mean hides what a typical game is like."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from pegp_lite.checks import Floats
from pegp_lite.figures.drawing import Drawing
from pegp_lite.figures.limits import round_limits
from pegp_lite.figures.style import BODY, INK, dress, policy_looks, short_numbers
from pegp_lite.figures.words import number


class Strip(Drawing):
    """A row a policy, a dot a game, and an upright bar at the mean."""

    def __init__(self, ax: Axes, policies: Sequence[str], title: str) -> None:
        super().__init__(ax)
        self._policies = tuple(policies)
        self._ends: dict[str, Floats] = {}
        looks = self._looks = policy_looks(policies)
        dress(ax, title, "regret", grid="x")
        short_numbers(ax.xaxis)
        ax.set_ylim(len(policies) - 0.45, -0.55)
        ax.set_yticks(range(len(policies)), [look.label for look in looks])
        ax.yaxis.tick_right()
        ax.spines["left"].set_visible(False)
        ax.tick_params(axis="y", length=0, labelsize=BODY)
        for label, look in zip(ax.get_yticklabels(), looks, strict=True):
            label.set_color(look.color)
        dots = {"linestyle": "none", "markersize": 7, "alpha": 0.55, "markeredgewidth": 0}
        self._dots = [self.line(3, color=look.color, marker=look.marker, **dots) for look in looks]
        self._means = self.line(4, color=INK, linestyle="none", marker="|", markersize=26, markeredgewidth=2.6)

    def update(self, ends: Mapping[str, Any]) -> None:
        """Show other games: (S,) a policy; NaN is left out."""
        self._ends = {policy: _known(ends[policy]) for policy in self._policies}
        top, means = 0.0, np.full(len(self._policies), np.nan)
        for k, (dots, found) in enumerate(zip(self._dots, self._ends.values(), strict=True)):
            order = np.arange(len(found))
            dots.set_data(found, k + 0.2 * (order % 5 - 2) / 2)
            if len(found):
                top, means[k] = max(top, float(found.max())), found.mean()
        self._means.set_data(means, np.arange(len(means)))
        high = round_limits(0.0, max(top, 1e-9))[1]
        self.ax.set_xlim(-0.02 * high, 1.02 * high)

    def describe(self) -> str:
        """The median and the worst game of each policy."""
        parts = [
            f"{look.label} median {number(float(np.median(found)))}, worst {number(float(found.max()))}"
            for look, found in zip(self._looks, self._ends.values(), strict=True)
            if len(found)
        ]
        return f"Game by game: {'; '.join(parts) or 'no game was finished'}."


def _known(numbers: Any) -> Floats:
    found = np.asarray(numbers, dtype=float)
    return found[np.isfinite(found)]
