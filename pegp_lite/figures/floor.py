"""The office from above: sensors where they stand, coloured by temperature, the one asked ringed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import Normalize

from pegp_lite.checks import Bools, Floats
from pegp_lite.figures.drawing import Drawing
from pegp_lite.figures.limits import round_limits
from pegp_lite.figures.style import BODY, FAINT, GRID, INK, SMALL, badge, dress
from pegp_lite.figures.words import counted, number

COLORS = "plasma"  # even steps of temperature look even, also without red or green cones


class FloorPlan(Drawing):
    """A disc a sensor; hollow where nothing was read, a ring around the chosen one, a star on the hottest."""

    def __init__(
        self,
        ax: Axes,
        names: Sequence[str],
        positions: Floats | None,
        limits: tuple[float, float],
        unit: str,
        synthetic: bool,
    ) -> None:
        super().__init__(ax)
        self._names, self._unit = tuple(names), unit
        self.places, self.placed = place_sensors(positions, len(names))
        self._values: Floats = np.full(len(names), np.nan)
        self._chosen: int | None = None
        self._time, self._synthetic = "", synthetic
        dress(ax, "temperature" if self.placed.any() else "temperature (no floor plan)")
        ax.grid(False)
        ax.set(xticks=[], yticks=[])
        ax.spines[:].set(visible=True, color=GRID)
        x, y = self.places.T
        edge = 0.07 * max(np.ptp(x), np.ptp(y), 1.0)
        ax.set_xlim(x.min() - edge, x.max() + edge)
        ax.set_ylim(y.min() - 1.6 * edge, y.max() + 2.2 * edge)
        ax.set_aspect("equal", adjustable="box")
        size = float(np.clip(12000 / max(1, len(names)), 60, 420))
        hollow = {"marker": "o", "markersize": size**0.5, "markerfacecolor": "none", "markeredgecolor": FAINT}
        self._silent = self.line(2, linestyle="none", **hollow)
        scale = Normalize(*limits)
        self._discs = self.add(
            ax.scatter(x, y, s=size, c=np.full(len(x), limits[0]), cmap=COLORS, norm=scale, edgecolors=INK, zorder=3)
        )
        bar = ax.figure.colorbar(self._discs, cax=ax.inset_axes((1.03, 0.0, 0.04, 0.9)))
        bar.ax.tick_params(labelsize=BODY, color=FAINT)
        bar.ax.set_title(unit, fontsize=BODY, color=INK)
        bar.outline.set_visible(False)
        ring = {"marker": "o", "markersize": size**0.5 + 9, "markeredgewidth": 3.2, "markerfacecolor": "none"}
        self._ring = self.line(4, linestyle="none", markeredgecolor=INK, **ring)
        star = {"marker": "*", "markersize": 0.9 * size**0.5 + 2, "markeredgecolor": INK, "markerfacecolor": "white"}
        self._star = self.line(5, linestyle="none", **star)
        words: dict[str, Any] = {"fontsize": SMALL, "color": INK, "va": "top", "transform": ax.transAxes}
        self._note = self.label(0.0, -0.02, "", ha="left", **words)
        self._clock = self.label(0.985, 0.975, "", ha="right", **words)
        self.reserve = [(self._note, "x\nx")]
        if synthetic:
            badge(ax)

    def update(self, values: Any, chosen: int | None = None, time: str = "") -> None:
        """Show another moment: `values` (N,), NaN where nothing was read; the sensor asked; the time in words."""
        self._values, self._chosen, self._time = np.asarray(values, dtype=float), chosen, time
        known = np.isfinite(self._values)
        self._discs.set_offsets(np.where(known[:, None], self.places, np.nan))
        self._discs.set_array(np.where(known, self._values, 0.0))
        hottest = self.hottest
        self._ring.set_data(*(([], []) if chosen is None else self.places[[chosen]].T))
        self._star.set_data(*(([], []) if hottest is None else self.places[[hottest]].T))
        self._silent.set_data(*self.places[~known].T)
        self._clock.set_text(time)
        notes = [("○ asked", chosen), ("☆ hottest", hottest)]
        self._note.set_text("\n".join(f"{mark}: {self._label(k)}" for mark, k in notes if k is not None))

    def _label(self, sensor: int) -> str:
        value = self._values[sensor]
        return f"sensor {self._names[sensor]}, " + (f"{value:.1f} {self._unit}" if np.isfinite(value) else "silent")

    @property
    def hottest(self) -> int | None:
        """The sensor of the highest reading, None if there is none."""
        return int(np.nanargmax(self._values)) if np.isfinite(self._values).any() else None

    def describe(self) -> str:
        """One sentence: the sensor asked, the hottest, and what lies between."""
        text = "Synthetic data. " if self._synthetic else ""
        text += f"{self._time}: " if self._time else ""
        hottest, unit = self.hottest, self._unit
        if hottest is None:
            return f"{text}no sensor has a reading."
        top = self._values[hottest]
        text += f"sensor {self._names[hottest]} is hottest with {number(top)} {unit}"
        if self._chosen is not None:
            asked = self._values[self._chosen]
            text += f"; asked was sensor {self._names[self._chosen]}"
            text += f" with {number(asked)} {unit}, {number(top - asked)} below" if np.isfinite(asked) else ", silent"
        silent = int((~np.isfinite(self._values)).sum())
        return text + (f"; {counted(silent, 'sensor')} silent." if silent else ".")


def draw_floor(
    ax: Axes,
    names: Sequence[str],
    positions: Floats | None,
    values: Any,
    chosen: int | None = None,
    time: str = "",
    limits: tuple[float, float] | None = None,
    unit: str = "°C",
    synthetic: bool = False,
) -> FloorPlan:
    """Draw N sensors at `positions` (N, 2), or on a grid where none are known.

    `limits`: the range of colours, best the whole day's so that colours mean the same at every step.
    """
    values = np.asarray(values, dtype=float)
    known = values[np.isfinite(values)]
    given = limits or round_limits(float(known.min(initial=np.inf)), float(known.max(initial=-np.inf)))
    drawn = FloorPlan(ax, names, positions, given, unit, synthetic)
    drawn.update(values, chosen, time)
    return drawn


def place_sensors(positions: Any, count: int) -> tuple[Floats, Bools]:
    """Where to draw each sensor, (N, 2), and whether that is its real place; the others line up below, or as a grid."""
    given = np.full((count, 2), np.nan) if positions is None else np.array(positions, dtype=float)
    placed: Bools = np.isfinite(given).all(axis=1)
    lost = np.flatnonzero(~placed)
    if len(lost) == count:
        columns = int(np.ceil(np.sqrt(1.6 * count)))
        return np.column_stack([np.arange(count) % columns, -(np.arange(count) // columns)]).astype(float), placed
    if len(lost):
        low, high = given[placed].min(axis=0), given[placed].max(axis=0)
        below = low[1] - 0.15 * max(high[1] - low[1], 1.0)
        given[lost] = np.column_stack([np.linspace(low[0], high[0], len(lost) + 2)[1:-1], np.full(len(lost), below)])
    return given, placed
