"""A picture drawn with matplotlib, for files: the one module that imports it. SVG and PDF keep their words as text."""

from __future__ import annotations

import io
from textwrap import wrap
from typing import Any, Literal

import numpy as np
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch
from matplotlib.text import Annotation

from pegp_lite.figures.marks import Text, Words, plain
from pegp_lite.figures.palette import color
from pegp_lite.figures.picture import Axis, Panel, Picture
from pegp_lite.figures.render.artists import ARTISTS, POINT, letters
from pegp_lite.figures.render.labels import pushed_apart

WIDTH = 760.0  # pixels of one column
CLAIMS, CLAIM = 52.0, 18.0  # pixels above the claims of a row, and of each line
LETTERS = 56  # of such a line
LOWEST = 130.0  # pixels of a row, with its title and ticks
ROUNDS = {"done": "●", "now": "◉", "open": "○"}
SIGNS = {"holds": "✓", "fails": "✗", "open": "?", "untested": "–"}
SETTINGS: dict[Any, Any] = {
    "font.family": ["DejaVu Sans"],
    "axes.unicode_minus": True,
    "hatch.linewidth": 1.0,
    "pdf.fonttype": 42,
    "svg.fonttype": "none",
    "svg.hashsalt": "pegp_lite",
    "savefig.bbox": None,
}


def figure(picture: Picture, dark: bool = False) -> Figure:
    """The picture as a matplotlib figure."""
    with rc_context(SETTINGS):
        return _drawn(picture, dark)


def png(picture: Picture, dpi: int = 200, dark: bool = False) -> bytes:
    """The picture as PNG."""
    return _saved(picture, dark, format="png", dpi=dpi)


def svg(picture: Picture, dark: bool = False) -> bytes:
    """The picture as SVG with real text."""
    return _saved(picture, dark, format="svg", metadata={"Date": None, "Title": picture.sentence})


def pdf(picture: Picture, dark: bool = False) -> bytes:
    """The picture as PDF with real text."""
    return _saved(picture, dark, format="pdf", metadata={"CreationDate": None, "Title": picture.sentence})


def _saved(picture: Picture, dark: bool, **how: Any) -> bytes:
    content = io.BytesIO()
    with rc_context(SETTINGS):
        drawn = _drawn(picture, dark)
        drawn.savefig(content, facecolor=drawn.get_facecolor(), **how)
    return content.getvalue()


def _drawn(picture: Picture, dark: bool) -> Figure:
    columns = min(picture.columns, len(picture.panels))
    rows = -(-len(picture.panels) // columns)
    shares = [max(panel.share for panel in picture.panels[row * columns : (row + 1) * columns]) for row in range(rows)]
    wide = WIDTH if columns == 1 else 0.7 * WIDTH * columns
    row_of = [picture.panels[row * columns : (row + 1) * columns] for row in range(rows)]
    said = [max(len(_said(panel)) for panel in row) for row in row_of]
    claims = sum(CLAIMS + CLAIM * count for count in said if count)
    heights = [max(LOWEST, picture.height * share / sum(shares)) for share in shares]
    tall = sum(heights) + 30 * (rows - 1) + (34 if picture.title or picture.key else 0) + claims
    drawn = Figure(figsize=(wide / 100, tall / 100), dpi=100, facecolor=color("plate", dark), layout="constrained")
    grid = drawn.add_gridspec(rows, columns, height_ratios=heights)
    axes = [drawn.add_subplot(grid[k // columns, k % columns]) for k in range(len(picture.panels))]
    if picture.title or picture.key:
        _head(drawn, picture, dark)
    for ax, panel in zip(axes, picture.panels, strict=True):
        _panel(ax, panel, dark)
    kept = [_room(ax, panel) for ax, panel in zip(axes, picture.panels, strict=True)]
    drawn.draw_without_rendering()
    drawn.set_layout_engine("none")  # pixels are known now, and stay
    for text in filter(None, kept):
        text.remove()
    for ax, panel in zip(axes, picture.panels, strict=True):
        _labels(ax, panel, dark)
    return drawn


def _head(drawn: Figure, picture: Picture, dark: bool) -> None:
    drawn.suptitle(
        plain(picture.title), x=0.01, ha="left", fontsize=letters(1.07), fontweight="bold",
        color=color(_first_color(picture.title) or "ink", dark),
    )  # fmt: skip
    rounds = "".join(ROUNDS[each] for each in picture.rounds)
    key = "   ".join([rounds, *(f"{_sign(key.glyph)} {plain(key.words)}" for key in picture.key)]).strip()
    drawn.text(0.99, 0.99, key, ha="right", va="top", fontsize=letters(0.95), color=color("ink-2", dark))


def _sign(glyph: str) -> str:
    signs = {"star": "★", "diamond": "◆", "cross": "✗", "circle": "●", "ring": "○", "down": "▼", "square": "■"}
    return signs.get(glyph, "▲" if glyph == "triangle" else "•")


def _panel(ax: Axes, panel: Panel, dark: bool) -> None:
    ax.set_facecolor("none")
    ax.spines[["top", "right", "left"]].set_visible(False)
    ax.spines["bottom"].set(visible=panel.x.line and not panel.covered, color=color("edge", dark))
    ax.set_axisbelow(True)
    _title(ax, panel, dark)
    if panel.covered:
        _veil(ax, dark)
        return
    _axis(ax, panel.x, "x", panel.dense, dark)
    _axis(ax, panel.y, "y", panel.dense, dark)
    if plain(panel.y.name):
        ax.annotate(
            plain(panel.y.name), (0, 1), xytext=(-24, 10), xycoords="axes fraction", textcoords="offset points",
            fontsize=letters(), color=color("ink", dark), annotation_clip=False,
        )  # fmt: skip
    if panel.equal:
        ax.set_aspect("equal")
    for k, mark in enumerate(panel.marks):
        before = len(ax.texts)
        ARTISTS[type(mark)](ax, mark, 2 + 0.01 * k, dark)
        for text in ax.texts[before:] if isinstance(mark, Text) else ():
            text.set_in_layout(False)  # words in the plot take no room from it
    if panel.claims:
        ax.annotate(
            "\n".join(_said(panel)), (0, 0), xytext=(0, -34), xycoords="axes fraction", textcoords="offset points",
            va="top", fontsize=letters(0.9), color=color("ink-2", dark), annotation_clip=False,
        )  # fmt: skip


def _title(ax: Axes, panel: Panel, dark: bool) -> None:
    """The panel's title, and its note behind it, lighter and fainter."""
    title, note = plain(panel.title), plain(panel.note)
    look: dict[str, Any] = {"fontsize": letters(), "color": color("ink", dark), "fontweight": "bold"}
    written = ax.set_title(title, loc="left", pad=26 if plain(panel.y.name) else 8, **look)
    if note:
        look |= {"color": color("ink-2", dark), "fontweight": "normal"}
        gap = 9 if title else 0
        behind = ax.annotate(
            note, (1, 0), xytext=(gap, 0), xycoords=written, textcoords="offset points", va="bottom", **look,
            annotation_clip=False,
        )  # fmt: skip
        behind.set_in_layout(False)  # the title has its height, and its width takes none from the plot


def _said(panel: Panel) -> list[str]:
    """A panel's claims as lines that are no wider than it."""
    lines = []
    for claim in panel.claims:
        words = f"{claim.number}  {claim.text}: {SIGNS[claim.verdict]} {claim.chip}"
        lines += wrap(f"{words}. {claim.words}" if claim.words else words, LETTERS)
    return lines


def _axis(ax: Axes, axis: Axis, way: Literal["x", "y"], dense: bool, dark: bool) -> None:
    ticks = axis.marked
    if axis.log:
        ax.set(**{f"{way}scale": "log"})
    ax.set(**{f"{way}lim": (axis.low, axis.high)})
    places: Any = getattr(ax, f"{way}axis")
    places.set_ticks([tick.at for tick in ticks], [plain(tick.words) for tick in ticks])
    places.set_ticks([], minor=True)
    size = letters(0.9 if dense else 1)
    length = 4 if way == "x" and axis.line else 0
    ax.tick_params(axis=way, labelsize=size, labelcolor=color("ink-2", dark), color=color("edge", dark), length=length)
    for label, tick in zip(places.get_ticklabels(), ticks, strict=True):
        label.set_color(color(_first_color(tick.words) or "ink-2", dark))
    if way == "y" and axis.grid:
        ax.grid(True, axis="y", color=color("grid", dark), linewidth=POINT)
    if way == "y" and not axis.grid and axis.line and ticks:
        ax.spines["left"].set(visible=True, color=color("edge", dark))
    if way == "x" and plain(axis.name):
        ax.set_xlabel(plain(axis.name), loc="right", fontsize=size, color=color("ink", dark))


def _first_color(words: Words) -> str:
    runs = [part for part in words if not isinstance(part, str)] if not isinstance(words, str) else []
    return next((run.color for run in runs if run.color), "")


def _veil(ax: Axes, dark: bool) -> None:
    ax.set(xticks=[], yticks=[])
    look: dict[str, Any] = {
        "facecolor": color("sunk", dark),
        "edgecolor": color("edge", dark),
        "linestyle": (0, (3, 3)),
    }
    shape = FancyBboxPatch((0.01, 0.02), 0.98, 0.96, "round,pad=0,rounding_size=0.01", transform=ax.transAxes, **look)
    ax.add_patch(shape)
    ax.text(
        0.5, 0.5, "Covered until you have answered", transform=ax.transAxes, ha="center", va="center", zorder=6,
        fontsize=letters(), fontweight="bold", color=color("ink", dark),
    )  # fmt: skip


def _room(ax: Axes, panel: Panel) -> Annotation | None:
    """Room at the right for the longest end label, until it is known where each goes."""
    if panel.covered or not panel.labelled:
        return None
    longest = max((plain(line.label) for line in panel.labelled), key=len)
    return ax.annotate(
        longest, (1, 0.5), xytext=(16 * POINT, 0), xycoords="axes fraction", textcoords="offset points",
        fontsize=letters(0.95), fontweight="bold", annotation_clip=False,
    )  # fmt: skip


def _labels(ax: Axes, panel: Panel, dark: bool) -> None:
    """End labels, pushed apart as in the browser."""
    lines = () if panel.covered else panel.labelled
    if not lines:
        return
    ends: list[Any] = []
    for line in lines:
        known = np.flatnonzero(np.isfinite(line.y))
        k = int(known[-1]) if len(known) else -1
        ends.append(ax.transData.transform((line.x[k], line.y[k])) if k >= 0 else (np.nan, np.nan))
    box = ax.get_window_extent()
    heights = np.clip([end[1] for end in ends], box.y0, box.y1)
    for line, end, height in zip(lines, ends, pushed_apart(heights, 17.0, box.y0, box.y1), strict=True):
        ax.annotate(
            plain(line.label), xy=(POINT * end[0], POINT * np.clip(end[1], box.y0, box.y1)),
            xytext=(POINT * (box.x1 + 16), POINT * height), xycoords="figure points", textcoords="figure points",
            va="center", fontsize=letters(0.95),
            fontweight="bold" if line.bold else "normal", color=color(line.label_color or line.color, dark),
            annotation_clip=False, arrowprops={"arrowstyle": "-", "color": color(line.color, dark), "linewidth": 0.8},
        )  # fmt: skip
