"""What all drawings share: artists that move, shapes made of arrays, and labels that keep out of each other's way."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, TypeVar

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.text import Text
from matplotlib.transforms import blended_transform_factory

from pegp_lite.checks import Bools, Floats
from pegp_lite.figures.quick import Label
from pegp_lite.figures.style import BODY, FAINT, INK, SMALL

A = TypeVar("A", bound=Artist)


class Drawing:
    """A picture on one Axes: `update(...)` gives its artists new data, `describe()` says what they show.

    `moving`: the artists that an update may change. `fixed_state`: whatever else an update changed (a crossed-out
    legend entry); while it and the axes' limits stay, a canvas may keep its background. `reserve`: texts with the
    widest words they may come to hold, for which the layout keeps room.
    """

    def __init__(self, ax: Axes) -> None:
        self.ax = ax
        self.moving: list[Artist] = []
        self.fixed_state: Hashable = None
        self.reserve: list[tuple[Text, str]] = []

    def add(self, artist: A) -> A:
        """Note an artist that updates change."""
        self.moving.append(artist)
        return artist

    def describe(self) -> str:
        """One sentence that says what the picture shows now."""
        raise NotImplementedError

    def arrange(self) -> None:
        """Place what depends on the size of the axes; called when that is settled and by updates."""

    def line(self, zorder: float, **settings: Any) -> Line2D:
        """An empty line; `set_data` fills it."""
        (drawn,) = self.ax.plot([], [], zorder=zorder, **settings)
        drawn.set_in_layout(False)  # while empty it would ask for room at the figure's corner
        return self.add(drawn)

    def label(self, x: float, y: float, text: str, **settings: Any) -> Label:
        """A text that updates change or move."""
        drawn = Label(x, y, text, clip_on=False, **settings)
        self.ax.add_artist(drawn)
        return self.add(drawn)

    def polygons(self, colors: Any, **settings: Any) -> PolyCollection:
        """An empty set of filled shapes; `set_verts` fills it."""
        drawn = PolyCollection([], facecolors=colors, **settings)
        self.ax.add_collection(drawn, autolim=False)
        return self.add(drawn)


def band(x: Any, low: Any, high: Any) -> Floats:
    """The outline of the area between two curves, (2M, 2); places where either is NaN are left out."""
    known = np.isfinite(low) & np.isfinite(high)
    x, low, high = x[known], low[known], high[known]
    return np.column_stack([np.concatenate([x, x[::-1]]), np.concatenate([high, low[::-1]])])


def boxes(left: Any, right: Any, bottom: Any, top: Any) -> Any:
    """The corners of K rectangles, (K, 4, 2); one with a side that is NaN shrinks to a point."""
    left, right, bottom, top = np.broadcast_arrays(left, right, bottom, top)
    corners = np.stack(
        [np.stack([left, left, right, right], axis=-1), np.stack([bottom, top, top, bottom], axis=-1)], axis=-1
    ).astype(float)
    corners[~np.isfinite(corners).all(axis=(1, 2))] = 0.0
    return corners


def spans(x: Floats, shown: Bools) -> list[Floats]:
    """Rectangles from 0 to 1 in height over the runs of points where `shown`, as outlines for polygons."""
    if len(x) == 0 or not shown.any():
        return []
    order = np.argsort(x)
    x, shown = x[order], shown[order]
    half = np.diff(x) / 2 if len(x) > 1 else np.array([0.5])
    low, high = x - np.append(half[:1], half), x + np.append(half, half[-1:])
    edges = np.flatnonzero(np.diff(np.concatenate([[False], shown, [False]])))
    return [
        np.array([[low[a], 0], [low[a], 1], [high[b - 1], 1], [high[b - 1], 0]])
        for a, b in zip(edges[::2], edges[1::2], strict=True)
    ]


def spread(places: Floats, gap: float, low: float, high: float) -> Floats:
    """Places moved apart to at least `gap`, in the same order, as little as can be, within [low, high] if they fit.

    Neighbours that clash form a block around their common middle; blocks that clash merge. NaN stays NaN.
    """
    moved = np.array(places, dtype=float)
    known = np.flatnonzero(np.isfinite(moved))
    order = known[np.argsort(moved[known], kind="stable")]
    gap = min(gap, (high - low) / max(1, len(order) - 1))
    blocks: list[list[float]] = []  # middle, count
    for place in np.clip(moved[order], low, high):
        blocks.append([place, 1])
        while True:
            half = gap * (blocks[-1][1] - 1) / 2
            blocks[-1][0] = min(max(blocks[-1][0], low + half), high - half)
            if len(blocks) < 2:
                break
            (below, m), (above, n) = blocks[-2:]
            if above - below >= gap * (m + n) / 2 * (1 - 1e-9):
                break
            blocks[-2:] = [[(below * m + above * n) / (m + n), m + n]]
    laid = [middle + gap * (i - (count - 1) / 2) for middle, count in blocks for i in range(int(count))]
    moved[order] = laid
    return moved


class EndLabels:
    """Labels right of the axes at the height where each curve ends, nudged apart, with thin leaders."""

    def __init__(self, drawing: Drawing, labels: Sequence[str], colors: Sequence[str], bold: int = -1) -> None:
        ax = self._ax = drawing.ax
        across = blended_transform_factory(ax.transAxes, ax.transAxes)
        self._leaders = LineCollection([], colors=FAINT, linewidths=0.8, transform=across, clip_on=False, zorder=1)
        drawing.add(ax.add_collection(self._leaders, autolim=False))
        self._leaders.set_in_layout(False)
        self.texts = [
            drawing.label(
                1.0, 0.5, label, transform=across, va="center", ha="left", fontsize=BODY, color=color,
                fontweight="bold" if k == bold else "normal",
            )
            for k, (label, color) in enumerate(zip(labels, colors, strict=True))
        ]  # fmt: skip
        self._lead = 0.05
        for text in self.texts:
            text.set_x(1 + self._lead)

    def place(self, values: Floats, ends: Floats | None = None) -> None:
        """Put the labels at `values` (K,) of the y axis; NaN hides one. `ends` (K,): where curves end on x."""
        ax = self._ax
        to_axes = ax.transScale + ax.transLimits
        right = ax.get_xlim()[1]
        ends = np.full(len(values), right) if ends is None else np.asarray(ends, dtype=float)
        xy = np.column_stack([np.where(np.isfinite(ends), ends, right), values])
        with np.errstate(divide="ignore", invalid="ignore"):
            at = to_axes.transform(xy)
        at[~np.isfinite(at).all(axis=1)] = np.nan
        at[:, 1] = np.clip(at[:, 1], 0, 1)
        pixels = ax.bbox.size
        points = 72 / ax.figure.dpi
        gap = 1.25 * BODY / (pixels[1] * points)
        self._lead = 14 / (pixels[0] * points)
        where = spread(at[:, 1], gap, 0.0, 1.0)
        leaders = []
        for text, (end, height), y in zip(self.texts, at, where, strict=True):
            text.set_visible(bool(np.isfinite(y)))
            if np.isfinite(y):
                text.set_position((1 + self._lead, y))
                leaders.append([(end, height), (1 + 0.15 * self._lead, height), (1 + 0.8 * self._lead, y)])
        self._leaders.set_segments(leaders)


def key(ax: Axes, handles: Sequence[Any], columns: int = 0) -> Legend:
    """A legend right of the axes, where it hides nothing; long ones take two columns."""
    return ax.legend(
        handles=handles, loc="upper left", bbox_to_anchor=(1.01, 1.02), borderaxespad=0.0, frameon=False,
        fontsize=SMALL, labelcolor=INK, handlelength=2.4, labelspacing=0.3, handletextpad=0.6,
        ncols=columns or 1 + (len(handles) > 15), columnspacing=1.0,
    )  # fmt: skip
