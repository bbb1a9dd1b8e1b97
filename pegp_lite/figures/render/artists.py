"""Each kind of mark as matplotlib's artists."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from matplotlib.path import Path
from matplotlib.transforms import ScaledTranslation

from pegp_lite.figures import marks
from pegp_lite.figures.marks import plain
from pegp_lite.figures.palette import BAND, color

POINT = 0.72  # points in a pixel of a figure at 100 dpi
HOURGLASS = Path([(-0.85, 0.95), (0.85, 0.95), (-0.85, -0.95), (0.85, -0.95), (-0.85, 0.95)], closed=True)
MARKERS: dict[str, Any] = {
    "circle": "o", "ring": "o", "square": "s", "triangle": "^", "down": "v", "left": "<", "right": ">", "plus": "P",
    "star": "*", "diamond": "d", "cross": "x", "hourglass": HOURGLASS, "pentagon": "p", "hexagon": "h",
}  # fmt: skip


def letters(size: float = 1.0) -> float:
    """The size of letters in points: 15 pixels, times `size`."""
    return 15 * POINT * size


def _dashes(dash: tuple[float, ...], width: float) -> Any:
    return (0, tuple(each / max(width, 0.1) for each in dash)) if dash else "-"


def _line(ax: Axes, mark: marks.Line, z: float, dark: bool) -> None:
    if mark.when:
        return  # waits for a pointer, and paper has none
    look: dict[str, Any] = {"color": color(mark.color, dark), "alpha": mark.opacity, "zorder": z}
    if mark.fill:
        ax.fill(mark.x, mark.y, color=color(mark.fill, dark), zorder=z, linewidth=0)
    ax.plot(mark.x, mark.y, linewidth=mark.width * POINT, linestyle=_dashes(mark.dash, mark.width), **look)
    if mark.marker:
        x, y = (each[len(mark.x) - 1 :: -mark.every] for each in (mark.x, mark.y))
        (low, high), (bottom, top) = sorted(ax.get_xlim()), sorted(ax.get_ylim())
        inside = (low <= x) & (x <= high) & (bottom <= y) & (y <= top)
        if inside.any():  # no markers have no place, and a layout with them in it collapses
            ax.plot(
                x[inside], y[inside], linestyle="none", marker=MARKERS[mark.marker], markersize=12 * POINT,
                markeredgecolor=color("plate", dark), markeredgewidth=0.8, clip_on=False, **look,
            )  # fmt: skip


def _band(ax: Axes, mark: marks.Band, z: float, dark: bool) -> None:
    own = color(mark.color, dark)
    faint = BAND["dark" if dark else "light"] * mark.opacity
    ax.fill_between(mark.x, mark.low, mark.high, color=own, alpha=faint, linewidth=0, zorder=z)
    if mark.edge:
        for side in (mark.low, mark.high):
            look: dict[str, Any] = {"linewidth": 1.2 * POINT, "linestyle": (0, (4, 3)), "alpha": mark.opacity}
            ax.plot(mark.x, side, color=own, zorder=z, **look)


def _points(ax: Axes, mark: marks.Points, z: float, dark: bool) -> None:
    if not np.size(mark.x):
        return  # as for those of a line
    if isinstance(mark.color, tuple):
        for k in range(len(mark.x)):
            _points(ax, _one_of(mark, k), z, dark)
        return
    fill, word_color = (each if isinstance(each, str) else each[0] for each in (mark.fill, mark.word_color))
    open_ = mark.marker == "ring" or fill
    own, plate = color(mark.color, dark), color("plate", dark)
    crossed = mark.marker == "cross"
    inside = color(fill, dark) if fill else plate if open_ else own
    ax.plot(
        mark.x, mark.y, linestyle="none", marker=MARKERS[mark.marker or "circle"], markersize=2 * mark.size * POINT,
        markerfacecolor=inside, markeredgecolor=own if open_ or crossed else plate, alpha=mark.opacity,
        markeredgewidth=2 if crossed else 1.7 if open_ else 0.8, zorder=z, clip_on=False,
    )  # fmt: skip
    for x, y, word in zip(mark.x, mark.y, mark.words, strict=False):
        look: dict[str, Any] = {"ha": "center", "va": "center", "fontsize": letters(0.85), "fontweight": "bold"}
        ax.text(x, y, word, color=color(word_color, dark), zorder=z + 0.005, **look)


def _one_of(mark: marks.Points, k: int) -> marks.Points:
    """The k-th of points that differ in colour, by itself."""
    color, fill, word_color = (
        each if isinstance(each, str) else each[k] for each in (mark.color, mark.fill, mark.word_color)
    )
    return replace(mark, x=mark.x[k : k + 1], y=mark.y[k : k + 1], color=color, fill=fill, word_color=word_color,
                   words=mark.words[k : k + 1], names=(), keys=())  # fmt: skip


def _bars(ax: Axes, mark: marks.Bars, z: float, dark: bool) -> None:
    for k in range(len(mark.x0)):
        own = mark.color if isinstance(mark.color, str) else mark.color[k]
        faint = mark.opacity if isinstance(mark.opacity, int | float) else mark.opacity[k]
        look = _noise(dark) if mark.hatch else {"facecolor": color(own, dark), "edgecolor": "none"}
        edge = {"edgecolor": color(mark.edge, dark)} if mark.edge else {}
        low, size = (mark.x0[k], mark.y0[k]), (mark.x1[k] - mark.x0[k], mark.y1[k] - mark.y0[k])
        ax.add_patch(Rectangle(low, *size, zorder=z, alpha=float(faint), **(look | edge)))


def _noise(dark: bool) -> dict[str, Any]:
    return {"facecolor": color("track", dark), "edgecolor": color("ink-2", dark), "hatch": "/////", "linewidth": 0}


def _rule(ax: Axes, mark: marks.Rule, z: float, dark: bool) -> None:
    limits = ax.get_ylim() if mark.upright else ax.get_xlim()
    ends = [limit if np.isnan(end) else end for end, limit in zip((mark.start, mark.end), limits, strict=True)]
    x, y = ([mark.at] * 2, ends) if mark.upright else (ends, [mark.at] * 2)
    look: dict[str, Any] = {"linewidth": mark.width * POINT, "linestyle": _dashes(mark.dash, mark.width)}
    ax.plot(x, y, color=color(mark.color, dark), alpha=mark.opacity, zorder=z, **look)


def _text(ax: Axes, mark: marks.Text, z: float, dark: bool) -> None:
    if not np.isfinite([mark.x, mark.y]).all():
        return
    if np.isfinite([mark.to_x, mark.to_y]).all():
        ax.plot([mark.x, mark.to_x], [mark.y, mark.to_y], color=color("edge", dark), linewidth=1.2 * POINT, zorder=z)
    halo = {"facecolor": color("plate", dark), "alpha": 0.7, "pad": 1.0, "edgecolor": "none"} if mark.halo else None
    place = {"start": "left", "middle": "center", "end": "right"}[mark.anchor]
    ax.annotate(
        plain(mark.words), (float(mark.x), float(mark.y)), xytext=(mark.dx * POINT, -mark.dy * POINT),
        textcoords="offset points", ha=place, va="baseline", fontsize=letters(mark.size), zorder=z,
        fontweight="bold" if mark.bold else "normal", color=color(mark.color, dark), bbox=halo,
        annotation_clip=False,
    )  # fmt: skip


def _hidden(ax: Axes, mark: marks.Hidden, z: float, dark: bool) -> None:
    look: dict[str, Any] = {"facecolor": "none", "edgecolor": color("noise", dark), "hatch": "....", "linewidth": 0}
    ax.axvspan(float(mark.low), float(mark.high), zorder=z, **look)
    if plain(mark.label):
        middle, low = (mark.low + mark.high) / 2, ax.get_ylim()[0]
        words = marks.Text(x=middle, y=low, words=mark.label, color="ink-2", anchor="middle", dy=-10)
        _text(ax, words, z + 0.005, dark)


def _wall(ax: Axes, mark: marks.Wall, z: float, dark: bool) -> None:
    turn = np.sign(mark.error) if mark.upright and mark.error else 1.0
    shift = ScaledTranslation(mark.shift / 100 if mark.upright else 0.0, 0, ax.figure.dpi_scale_trans)
    if mark.upright:
        width = abs(np.diff(ax.get_xlim())[0]) * 16 / max(ax.get_window_extent().width, 1)
    else:
        width = 0.5
    faint = 0.45 if mark.faint else 1.0

    def box(start: float, end: float, share: float, **look: Any) -> None:
        along, across = mark.start + turn * start, mark.at - share * width / 2
        size = turn * (end - start)
        place, extent = (across, along), (share * width, size)
        if not mark.upright:
            place, extent = place[::-1], extent[::-1]
        patch = Rectangle(place, *extent, zorder=z, alpha=faint, **look)
        patch.set_transform(ax.transData + shift)
        ax.add_patch(patch)

    room = float(mark.track + mark.noise)
    box(0, float(mark.track), 1.0, facecolor=color("track", dark), linewidth=0)
    box(float(mark.track), room, 1.0, **_noise(dark))
    box(0, float(abs(mark.error)), 0.46, facecolor=color(mark.color, dark), linewidth=0)
    at = mark.start + turn * room
    sides = [mark.at - 0.65 * width, mark.at + 0.65 * width]
    x, y = (sides, [at, at]) if mark.upright else ([at, at], sides)
    ax.plot(x, y, color=color("ink", dark), linewidth=3 * POINT, alpha=faint, zorder=z, transform=ax.transData + shift)
    if plain(mark.words):
        end = min(max(mark.start + room, mark.start + abs(mark.error)), max(ax.get_xlim()))
        words = marks.Text(x=end, y=mark.at, words=mark.words, dx=12, dy=5, halo=False)
        _text(ax, words, z, dark)


def _interval(ax: Axes, mark: marks.Interval, z: float, dark: bool) -> None:
    error = [[mark.middle - mark.low], [mark.high - mark.middle]]
    look: dict[str, Any] = {"fmt": "o", "markersize": 8 * POINT, "capsize": 4, "linewidth": 2 * POINT}
    ax.errorbar([mark.middle], [mark.at], xerr=error, color=color(mark.color, dark), zorder=z, **look)


def _handle(ax: Axes, mark: marks.Handle, z: float, dark: bool) -> None:
    """On paper a handle is only its glyph."""
    words = (mark.letter,) if mark.letter else ()
    shown = marks.Points(x=[mark.x], y=[mark.y], marker=mark.glyph, size=12, color=mark.color, words=words)
    _points(ax, shown, z + 1, dark)


ARTISTS: dict[type, Callable[[Axes, Any, float, bool], None]] = {
    marks.Line: _line,
    marks.Band: _band,
    marks.Points: _points,
    marks.Bars: _bars,
    marks.Rule: _rule,
    marks.Text: _text,
    marks.Hidden: _hidden,
    marks.Wall: _wall,
    marks.Interval: _interval,
    marks.Handle: _handle,
}
