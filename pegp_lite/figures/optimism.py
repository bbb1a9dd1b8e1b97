"""One step of PE-GP-UCB: the upper bound of every living prior over the true function, and each prior's trial."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.font_manager import FontProperties
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.textpath import TextPath

from pegp_lite.checks import Bools, Floats
from pegp_lite.figures.drawing import Drawing, band, boxes, spans
from pegp_lite.figures.style import BAD, BODY, FAINT, INK, SMALL, Look, dress, short_numbers
from pegp_lite.figures.words import counted, number

_GROUND, _EDGE = "#E3E0D8", "#8C8778"


class Optimism(Drawing):
    """Upper bounds as lines, the truth as a silhouette below, hidden points hatched, the choice and what it found."""

    def __init__(self, ax: Axes, x: Floats, priors: int) -> None:
        super().__init__(ax)
        self._x = np.asarray(x, dtype=float)
        dress(ax, "upper bounds", "point x")
        short_numbers(ax.yaxis)
        ax.set_xlim(float(self._x.min()), float(self._x.max()))
        across = ax.get_xaxis_transform()
        self._ground = self.polygons(_GROUND, edgecolors=_EDGE, linewidths=1.2, zorder=1)
        self._hidden = self.polygons(
            "#FFFFFFB0", edgecolors="#9A9CA0", hatch="//", linewidths=0, transform=across, zorder=2
        )
        self._band = self.polygons(INK, alpha=0.15, linewidths=0, zorder=3)
        self._seen = self.line(4, linestyle="none", marker="o", markersize=5, color=INK, alpha=0.45)
        self._tops = [self.line(5) for _ in range(priors)]
        self._mean = self.line(5, linewidth=1.4)
        self._aim = self.line(6, color=INK, linewidth=1.2, linestyle=(0, (3, 2)), transform=across)
        self._error = self.line(7, color=BAD, linewidth=3.5, solid_capstyle="butt")
        big: dict[str, Any] = {"linestyle": "none", "markeredgecolor": "white", "markeredgewidth": 1.2}
        self._choice = self.line(8, marker="v", markersize=15, clip_on=False, **big)
        self._found = self.line(9, marker="D", markersize=11, color=BAD, **big)
        handles = [
            Patch(facecolor=_GROUND, edgecolor=_EDGE, label="true f"),
            Patch(facecolor="white", edgecolor="#9A9CA0", hatch="//", label="hidden"),
            Line2D([], [], marker="v", color=INK, markersize=11, linestyle="none", label="chosen"),
            Line2D([], [], marker="D", color=BAD, markersize=8, linestyle="none", label="seen"),
        ]
        key = ax.legend(
            handles=handles, loc="lower right", bbox_to_anchor=(1.0, 1.01), fontsize=SMALL, ncols=4, frameon=False,
            labelcolor=INK, handlelength=1.2, handletextpad=0.3, columnspacing=0.8, borderaxespad=0.0,
        )  # fmt: skip
        key.set_in_layout(False)
        self._said = ""

    def update(
        self,
        mean: Any,
        width: Any,
        alive: Any,
        looks: Sequence[Look],
        truth: Any,
        available: Any,
        seen: tuple[Any, Any],
        prior: int | None = None,
        point: int | None = None,
        found: float | None = None,
        error: bool = False,
        limits: tuple[float, float] = (0.0, 1.0),
    ) -> None:
        """Show another moment of a step.

        `mean`, `width` (P, N): mu and beta sigma; `alive` (P,). `truth`, `available` (N,). `seen`: x and y of earlier
        steps. `prior`, `point`: what line 7 chose, once it has; `found`: y_t, once it is there; `error`: draw eta.
        """
        mean, width = np.asarray(mean, dtype=float), np.asarray(width, dtype=float)
        lives: Bools = np.asarray(alive, dtype=bool)
        self.ax.set_ylim(*limits)
        floor = np.full(len(self._x), limits[0])
        self._ground.set_verts([band(self._x, floor, np.maximum(truth, floor))])
        hidden = ~np.asarray(available, dtype=bool)
        self._hidden.set_verts(spans(self._x, hidden))
        self._seen.set_data(*seen)
        for p, line in enumerate(self._tops):
            shown = p < len(mean) and bool(lives[p])
            line.set_visible(shown)
            if shown:
                line.set_data(self._x, mean[p] + width[p])
                strong = p == prior
                line.set(**looks[p].line, alpha=1.0 if strong or prior is None else 0.5, zorder=5.5 if strong else 5)
                line.set_linewidth(looks[p].width + (1.6 if strong else 0))
        trusted, trust = prior is not None and point is not None, ""
        for artist in (self._band, self._mean, self._aim, self._choice):
            artist.set_visible(trusted)
        self._found.set_visible(found is not None)
        self._error.set_visible(error and found is not None)
        if prior is not None and point is not None:
            color, at = looks[prior].color, self._x[point]
            self._band.set_verts([band(self._x, mean[prior] - width[prior], mean[prior] + width[prior])])
            self._band.set_facecolor(color)
            self._mean.set_data(self._x, mean[prior])
            self._mean.set_color(color)
            self._aim.set_data([at, at], [0, 1])
            self._choice.set_data([at], [mean[prior, point] + width[prior, point]])
            self._choice.set_color(color)
            self._choice.set_markeredgecolor("white")
            if found is not None:
                self._found.set_data([at], [found])
                self._error.set_data([at, at], [mean[prior, point], found])
            trust = f"; {looks[prior].label} is trusted at x = {number(float(at))}"
        many = f"{counted(int(lives.sum()), 'prior')}, {counted(int(hidden.sum()), 'point')} hidden"
        self._said = f"Upper bounds of {many}{trust}."

    def describe(self) -> str:
        """One sentence: who is alive, what is hidden, who is trusted where."""
        return self._said


class Trial(Drawing):
    """Line 12 for every prior: its summed errors as a share of what is allowed; past 100% it is crossed out."""

    def __init__(self, ax: Axes, priors: int) -> None:
        super().__init__(ax)
        dress(ax, "errors / allowed (line 12)", grid="")
        ax.set_xlim(0, 1.5)
        ax.set_ylim(priors - 0.25, -0.45)
        ax.set_xticks([0, 0.5, 1, 1.5], ["0", "50%", "100%", "150%"])
        ax.set_yticks([])
        ax.set_xlabel("|Σ η| / (√(ξ |S|) + Σ β σ)", fontsize=BODY, color=INK)
        self._track = self.polygons("#E4E6E9", linewidths=0, zorder=0.5)
        self._beyond = self.polygons("#F8DDD0", linewidths=0, zorder=0.5)
        self._limit = self.polygons(INK, linewidths=0, zorder=5)
        self._bars = self.polygons(INK, linewidths=0, zorder=3)
        self._samples = [self.line(4, solid_capstyle="butt") for _ in range(priors)]
        self._strikes = [self.line(6, color=BAD, linewidth=2.2) for _ in range(priors)]
        self._names = [self.add(ax.text(0.17, p, "", va="center", fontsize=BODY)) for p in range(priors)]
        self._notes = [self.add(ax.text(1.49, p, "", va="center", ha="right", fontsize=SMALL)) for p in range(priors)]
        self._said = ""

    def update(self, errors: Any, allowed: Any, out: Any, looks: Sequence[Look], prior: int | None = None) -> None:
        """Show other sums: |sum eta|, its allowance and the step of rejection (0: none), each (P,).

        `prior`: the one tested now, in bold; a prior never trusted has an allowance of 0.
        """
        errors, allowed, out = (
            np.abs(np.asarray(errors, dtype=float)),
            np.asarray(allowed, dtype=float),
            np.asarray(out),
        )
        share = np.where(allowed > 0, errors / np.where(allowed > 0, allowed, 1.0), 0.0)
        row = list(range(len(errors)))
        under = np.array(row)
        self._track.set_verts(boxes(0.0, 1.0, under + 0.22, under + 0.5))
        self._beyond.set_verts(boxes(1.0, 1.5, under + 0.22, under + 0.5))
        self._limit.set_verts(boxes(0.993, 1.007, under + 0.16, under + 0.56))
        self._bars.set_verts(boxes(0.0, np.minimum(share, 1.5), under + 0.22, under + 0.5))
        self._bars.set_facecolor([BAD if out[p] else looks[p].color for p in row])
        for p, (sample, strike, name, note) in enumerate(
            zip(self._samples, self._strikes, self._names, self._notes, strict=True)
        ):
            shown = p < len(errors)
            for artist in (sample, name, note):
                artist.set_visible(shown)
            strike.set_visible(shown and bool(out[p]) if shown else False)
            if not shown:
                continue
            sample.set_data([0.0, 0.15], [p, p])
            sample.set(**looks[p].line, alpha=0.35 if out[p] else 1.0)
            name.set(text=looks[p].label, color=FAINT if out[p] else INK, fontweight="bold" if p == prior else "normal")
            words = f"{number(errors[p])} of {number(allowed[p])}" if allowed[p] > 0 else "not trusted yet"
            note.set(text=f"out at {out[p]}" if out[p] else words, color=BAD if out[p] else INK)
            note.set_fontweight("bold" if out[p] else "normal")
            if out[p]:
                strike.set_data([-0.02, 0.17 + self._wide(looks[p].label, p == prior) + 0.02], [p, p])
        gone = int((out > 0).sum())
        worst = int(np.argmax(np.where(out > 0, -1.0, share)))
        left = f"; of the living, {looks[worst].label} is nearest with {share[worst]:.0%}" if gone < len(row) else ""
        self._said = f"{gone} of {counted(len(row), 'prior')} rejected{left}."

    def describe(self) -> str:
        """One sentence: how many are out, and who is nearest to it."""
        return self._said

    def _wide(self, words: str, bold: bool) -> float:
        """The width of some words on the x axis."""
        pixels = _points(words, bold) * self.ax.figure.dpi / 72
        return pixels / self.ax.bbox.width * 1.5


@lru_cache(maxsize=64)
def _points(words: str, bold: bool) -> float:
    """The width of some words in points."""
    return float(
        TextPath((0, 0), words, size=BODY, prop=FontProperties(weight="bold" if bold else "normal")).get_extents().width
    )
