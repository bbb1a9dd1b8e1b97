"""What rival priors believe at one step: means, bands of beta_t standard deviations, data, the point chosen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from pegp_lite.checks import Bools, Floats
from pegp_lite.figures.drawing import Drawing, band, key, spans
from pegp_lite.figures.limits import round_limits
from pegp_lite.figures.style import FAINT, INK, Look, dress, prior_look, short_numbers
from pegp_lite.figures.words import called, counted, number

_SHADOW = "#A3A5A9"  # the true function is a broad line below the others, which may lie right on it


class Posterior(Drawing):
    """A dashed mean, a band and, if asked for, an upper bound for each prior; what was seen as dots."""

    def __init__(
        self,
        ax: Axes,
        x: Floats,
        names: Sequence[str],
        true_prior: int | None,
        bands: Literal["all", "chosen"],
        upper: bool,
        limits: tuple[float, float] | None,
    ) -> None:
        super().__init__(ax)
        self._x, self._names, self._bands_of, self._upper = np.asarray(x, dtype=float), tuple(names), bands, upper
        self._limits = limits
        self._looks = [prior_look(p, name, true=p == true_prior) for p, name in enumerate(names)]
        dress(ax, "value f(x)", "point x")
        short_numbers(ax.yaxis)
        low, high = float(self._x.min()), float(self._x.max())
        ax.set_xlim((low, high) if high > low else (low - 0.5, high + 0.5))
        across = ax.get_xaxis_transform()
        self._hidden = self.polygons("#E4E4E4", transform=across, linewidths=0, zorder=0.5)
        self._bands = self.polygons([look.color for look in self._looks], alpha=0.16, linewidths=0, zorder=2)
        self._means = [self._line(look, 3) for look in self._looks]
        self._tops = [self._line(look, 3, linewidth=1.0) for look in self._looks] if upper else []
        self._truth = self.line(1.5, color=_SHADOW, linewidth=6)
        self._pick = self.line(4.5, color=INK, linewidth=1.4, transform=across)
        dots: dict[str, Any] = {"marker": "o", "markersize": 7, "markerfacecolor": INK, "markeredgecolor": "white"}
        self._dots = self.line(6, linestyle="none", **dots)
        aim = {"marker": "v", "markersize": 13, "markeredgecolor": "white", "clip_on": False}
        self._aim = self.line(7, linestyle="none", transform=across, **aim)
        handles = [*self._means, Line2D([], [], color=_SHADOW, linewidth=6, solid_capstyle="butt", label="true f")]
        self._key = key(ax, [*handles, Line2D([], [], linestyle="none", **dots, label="observed")])
        self.facts: dict[str, Any] = {}

    def update(
        self,
        mean: Any,
        half_width: Any,
        seen: tuple[Any, Any] = ((), ()),
        truth: Any = None,
        available: Any = None,
        point: int | None = None,
        prior: int | None = None,
        alive: Any = None,
        step: int | None = None,
    ) -> None:
        """Show another step.

        `mean`, `half_width` (P, N): posterior means and beta_t sigma. `seen`: x and y of the data. `truth` (N,).
        `available` (N,): hidden points are shaded. `point`, `prior`: indices of what is chosen. `alive` (P,).
        """
        mean, half = np.asarray(mean, dtype=float), np.asarray(half_width, dtype=float)
        lives: Bools = np.ones(len(mean), dtype=bool) if alive is None else np.asarray(alive, dtype=bool)
        high, low = mean + half, mean - half
        banded = lives if self._bands_of == "all" or prior is None else np.arange(len(mean)) == prior
        nothing = np.empty((0, 2))
        self._bands.set_verts([band(self._x, low[p], high[p]) if banded[p] else nothing for p in range(len(mean))])
        for p, line in enumerate(self._means):
            line.set_data(self._x, mean[p])
            line.set_visible(bool(lives[p]))
            line.set_alpha(1.0 if banded[p] or not self._upper else 0.35)
        for p, line in enumerate(self._tops):
            line.set_data(self._x, high[p])
            line.set_visible(bool(lives[p]))
        self._truth.set_data(([], []) if truth is None else (self._x, np.asarray(truth, dtype=float)))
        self._dots.set_data(np.asarray(seen[0], dtype=float), np.asarray(seen[1], dtype=float))
        hidden = np.zeros(len(self._x), dtype=bool) if available is None else ~np.asarray(available, dtype=bool)
        self._hidden.set_verts(spans(self._x, hidden))
        place = [] if point is None else [float(self._x[point])]
        self._pick.set_data(place * 2, [0, 1] if place else [])
        self._aim.set_data(place, [1.0] * len(place))
        self._aim.set_color(INK if prior is None else self._looks[prior].color)
        self._mark_dead(lives)
        self._fit(mean, low, high, banded, lives, truth, seen[1])
        self.facts = {
            "seen": len(np.atleast_1d(seen[0])), "lives": int(lives.sum()), "step": step, "hidden": int(hidden.sum()),
            "x": place[0] if place else None, "prior": None if prior is None else called(self._names[prior]),
            "low": None if point is None or prior is None else low[prior, point],
            "high": None if point is None or prior is None else high[prior, point],
        }  # fmt: skip

    def describe(self) -> str:
        """One sentence: who is alive, where the next look goes and what its prior expects there."""
        facts, text = self.facts, ""
        if facts["step"] is not None:
            text = f"Step {facts['step']}: "
        seen = counted(facts["seen"], "observation")
        text += f"{facts['lives']} of {counted(len(self._names), 'prior')} alive, {seen}"
        if facts["hidden"]:
            text += f", {counted(facts['hidden'], 'point')} hidden"
        if facts["x"] is not None and facts["prior"] is not None:
            expects = f"expects {number(facts['low'])} to {number(facts['high'])}"
            text += f"; the next look goes to x = {number(facts['x'])}, where {facts['prior']} {expects}"
        elif facts["x"] is not None:
            text += f"; the next look goes to x = {number(facts['x'])}"
        return text + "."

    def _line(self, look: Look, zorder: float, **changed: Any) -> Line2D:
        mark = look.marker if len(self._x) < 3 else ""
        return self.line(zorder, label=look.label, marker=mark, **{**look.line, **changed})

    def _mark_dead(self, lives: Bools) -> None:
        state = tuple(map(bool, lives))
        if state == self.fixed_state:
            return
        self.fixed_state = state
        for p, alive in enumerate(state):
            look, sample = self._looks[p], self._key.legend_handles[p]
            assert isinstance(sample, Line2D)
            sample.set(color=look.color if alive else FAINT, marker="" if alive else "x", markersize=9, visible=True)
            self._key.get_texts()[p].set_color(INK if alive else FAINT)

    def _fit(self, mean: Floats, low: Floats, high: Floats, banded: Bools, lives: Bools, *others: Any) -> None:
        if self._limits is not None:
            self.ax.set_ylim(*self._limits)
            return
        parts = [mean[lives], low[banded & lives], high[(lives if self._upper else banded & lives)]]
        parts += [np.asarray(other, dtype=float) for other in others if other is not None]
        values = np.concatenate([part.ravel() for part in parts])
        values = values[np.isfinite(values)]
        if len(values):
            margin = 0.03 * (values.max() - values.min())
            self.ax.set_ylim(*round_limits(values.min() - margin, values.max() + margin, ticks=10))


def draw_posterior(
    ax: Axes,
    x: Floats,
    names: Sequence[str],
    true_prior: int | None = None,
    bands: Literal["all", "chosen"] = "all",
    upper: bool = False,
    limits: tuple[float, float] | None = None,
    **state: Any,
) -> Posterior:
    """Draw what P priors believe over the points x (N,); `state` is `Posterior.update`'s.

    `bands` "chosen": only the trusted prior's band, for many priors. `upper`: also each prior's upper bound.
    `limits`: a y axis that stays; else it fits the data in round steps.
    """
    drawn = Posterior(ax, x, names, true_prior, bands, upper, limits)
    drawn.update(**state)
    return drawn
