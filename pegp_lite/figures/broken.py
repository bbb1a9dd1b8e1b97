"""Three small panels on a game that may be broken: its first game, who is still trusted, and the test that decides."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection

from pegp_lite.checks import Bools, Floats
from pegp_lite.figures.drawing import Drawing, EndLabels
from pegp_lite.figures.limits import round_limits
from pegp_lite.figures.style import BAD, FAINT, INK, TRUTH, count_axis, dress, policy_look, short_numbers
from pegp_lite.figures.words import counted, number, percent


class FirstGame(Drawing):
    """What the experts expect, what is really there, and what was read: dots, hollow where the mask lied."""

    def __init__(self, ax: Axes, x: Floats) -> None:
        super().__init__(ax)
        self._x, self._text = x, ""
        dress(ax, "first game: readings (dots)", "point x")
        short_numbers(ax.yaxis)
        ax.set_xlim(float(x[0]) - 0.02, float(x[-1]) + 0.02)
        self._experts = LineCollection([], colors="#3D76F9", linewidths=1.2, linestyles="--", alpha=0.55, zorder=2)
        self.add(ax.add_collection(self._experts, autolim=False))
        self._truth = self.line(4, color=TRUTH, linewidth=2.4)
        dots = {"linestyle": "none", "marker": "o", "markersize": 7}
        self._dots = self.line(5, **dots, color=BAD, markeredgecolor="white", markeredgewidth=0.8)
        self._lies = self.line(6, **dots, color=BAD, markerfacecolor="white", markeredgewidth=2.0)

    def update(self, experts: Any, truth: Any, at: Any, readings: Any, lied: Bools) -> None:
        """The experts' lines (K, N), the function (N,), and where, what and whether falsely was read, each (M,)."""
        experts, truth = np.asarray(experts, dtype=float), np.asarray(truth, dtype=float)
        at, readings = np.asarray(at, dtype=float), np.asarray(readings, dtype=float)
        self._experts.set_segments([np.column_stack([self._x, line]) for line in experts])
        self._truth.set_data(self._x, truth)
        self._dots.set_data(at[~lied], readings[~lied])
        self._lies.set_data(at[lied], readings[lied])
        everything = np.concatenate([experts.ravel(), truth, readings])
        self.ax.set_ylim(*round_limits(float(everything.min()), float(everything.max())))
        self._text = f"The first game has {counted(len(at), 'reading')}, {counted(int(lied.sum()), 'of them a lie')}."

    def describe(self) -> str:
        """How many readings, and how many lies."""
        return self._text


class StillTrusted(Drawing):
    """The share of games in which the true prior lives, and the share of wrong priors that still do."""

    def __init__(self, ax: Axes, steps: int) -> None:
        super().__init__(ax)
        self._steps, self._shares = steps, (np.full(steps, np.nan), np.full(steps, np.nan))
        dress(ax, "priors still alive (share)", "step t")
        count_axis(ax, steps)
        ax.set_ylim(-0.03, 1.05)
        ax.set_yticks([0, 0.5, 1], ["0%", "50%", "100%"])
        self._lines = [
            self.line(4, color=TRUTH, linewidth=3.0),
            self.line(3, color="#3D76F9", linewidth=2.0, linestyle="--"),
        ]
        self._labels = EndLabels(self, ["true prior", "wrong priors"], [TRUTH, "#2A5AD0"], 0)

    def update(self, true: Floats | None, wrong: Floats | None) -> None:
        """Shares alive after each step, (T,); None where there is no such prior."""
        nothing = np.full(self._steps, np.nan)
        self._shares = nothing if true is None else true, nothing if wrong is None else wrong
        for line, share in zip(self._lines, self._shares, strict=True):
            line.set_data(np.arange(1, self._steps + 1), share)
        self.arrange()

    def arrange(self) -> None:
        """Put the labels where the lines end."""
        self._labels.place(np.array([share[-1] for share in self._shares]))

    def describe(self) -> str:
        """Both shares at the end."""
        true, wrong = (share[-1] for share in self._shares)
        return (
            f"At the end the true prior lives in {percent(true)} of the games, {percent(wrong)} of the wrong ones do."
        )


class RunningTest(Drawing):
    """Line 12 of Algorithm 1 for one prior: its summed error against what is allowed; a cross where it is rejected."""

    def __init__(self, ax: Axes, steps: int) -> None:
        super().__init__(ax)
        self._text = ""
        dress(ax, "its error (allowed: dashed)", "step t")
        count_axis(ax, steps)
        short_numbers(ax.yaxis)
        look = policy_look("PriorElimination")
        self._allowed = self.line(3, color=FAINT, linewidth=2.4, linestyle="--")
        self._errors = self.line(4, color=look.color, linewidth=3.0, marker="o", markersize=5)
        cross = {"marker": "X", "markersize": 13, "markerfacecolor": INK, "markeredgecolor": "white"}
        self._cross = self.line(6, linestyle="none", **cross)

    def update(self, name: str, steps: Floats, errors: Floats, allowed: Floats) -> None:
        """The steps (M,) on which the prior was trusted, |sum of errors| and the allowance after each, (M,)."""
        self._errors.set_data(steps, errors)
        self._allowed.set_data(steps, allowed)
        out = errors > allowed
        self._cross.set_data(steps[out], errors[out])
        self.ax.set_ylim(*round_limits(0.0, float(max(errors.max(), allowed.max()))))
        verdict = "so it is rejected" if out.any() else "so it stays"
        self._text = f"{name} missed by {number(errors[-1])} in sum, {number(allowed[-1])} are allowed, {verdict}."

    def describe(self) -> str:
        """The last sums and what they decide."""
        return self._text
