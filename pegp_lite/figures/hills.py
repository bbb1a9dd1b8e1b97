"""The toy's priors, numbered above the one hill that each holds to be tall (Fig. 3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from pegp_lite.checks import Floats
from pegp_lite.figures.drawing import Drawing, spans
from pegp_lite.figures.style import BODY, INK, dress, prior_look, short_numbers
from pegp_lite.figures.words import counted, number

PALE, SHADE = "#C9CBCE", "#E6E6E6"


class Hills(Drawing):
    """A line a prior, its number over its hill; one that does not play is pale, the true one black and thick.

    Prior 0 has no tall hill and no number. The axis goes to `highest`, so that it stays while hills grow.
    """

    def __init__(self, ax: Axes, x: Floats, centres: Sequence[float], highest: float) -> None:
        super().__init__(ax)
        self._x, self._text = x, ""
        dress(ax, "prior means (true: black)", "point x")
        short_numbers(ax.yaxis)
        ax.set_xlim(float(x[0]) - 0.04, float(x[-1]) + 0.04)
        ax.set_ylim(0.0, 1.17 * highest)
        self._hidden = self.polygons(SHADE, linewidths=0, zorder=1, transform=ax.get_xaxis_transform())
        self._lines = [self.line(3, **prior_look(p).line) for p in range(len(centres) + 1)]
        for p, centre in enumerate(centres, 1):
            ax.text(centre, 1.16 * highest, str(p), ha="center", va="top", fontsize=BODY, color=INK)

    def update(self, means: Any, playing: Sequence[int], true: int, hidden: Any = None) -> None:
        """Show other means (P, N); which priors play; the true one; `hidden` (N,): points that come and go."""
        means = np.asarray(means, dtype=float)
        for p, line in enumerate(self._lines):
            plays, look = p in playing or p == true, prior_look(p, true=p == true)
            line.set_data(self._x, means[p])
            line.set(color=look.color if plays else PALE, linewidth=look.width, linestyle=look.linestyle)
            line.set_zorder(4 if p == true else 3 if plays else 2.5)
        shade = [] if hidden is None else spans(self._x, np.asarray(hidden, dtype=bool))
        self._hidden.set_verts([outline * [1.0, 0.86] for outline in shade])  # below the row of numbers
        top = int(np.argmax(means[true]))
        self._text = (
            f"{counted(len(playing), 'prior')} of {len(means)} play; prior {true} is true, at most "
            f"{number(means[true, top])} high."
        )

    def describe(self) -> str:
        """Who plays, and how high the truth's mean is."""
        return self._text
