"""How everything looks: one colour, line style and marker a policy, likewise a prior, sizes for a projector.

The colours keep the hues of the Okabe-Ito set, darkened until each stands out from white (policies 4.5 to 1,
so that a label may wear its line's colour; priors 3 to 1) and from every other of its set, also for eyes
without red, green or blue cones (a CIELAB distance of at least 20; `tests/test_palette.py` simulates them).
Black is the truth's: the true function, the true prior, the policy that was told it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.path import Path
from matplotlib.text import Text
from matplotlib.ticker import FuncFormatter, MaxNLocator

from pegp_lite.bandit.looks import Face, faces

TITLE, BODY, SMALL = 14.0, 12.5, 11.5  # points at 100 dpi; nothing is set smaller than SMALL
INK, FAINT, GRID, TRUTH = "#1A1A1A", "#74767A", "#DDDDDD", "#000000"
GOOD, BAD = "#00552F", "#CB4003"

LineStyle = str | tuple[float, tuple[float, ...]]
Marker = str | Path


@dataclass(frozen=True)
class Look:
    """What tells one curve from the others: any one of colour, line style and marker is enough."""

    label: str
    color: str
    linestyle: LineStyle
    marker: Marker
    width: float = 2.0
    hatch: str = ""

    @property
    def line(self) -> dict[str, Any]:
        """Keyword arguments of a line."""
        return {"color": self.color, "linestyle": self.linestyle, "linewidth": self.width}


_DASH, _DASHDOT, _DOT = (0.0, (5.0, 2.0)), (0.0, (6.0, 2.0, 1.5, 2.0)), (0.0, (1.5, 1.5))
_LONG = (0.0, (9.0, 3.0))

_DASHES: dict[str, LineStyle] = {
    "solid": "-", "dash": _DASH, "dashdot": _DASHDOT, "dot": _DOT, "long": _LONG,
    "dashdotdot": (0.0, (6.0, 2.0, 1.5, 2.0, 1.5, 2.0)),
}  # fmt: skip
_HOURGLASS = Path([(-1, -1), (1, -1), (-1, 1), (1, 1), (-1, -1)], closed=True)
_MARKERS: dict[str, Marker] = {
    "none": "", "circle": "o", "square": "s", "triangle": "^", "hourglass": _HOURGLASS, "plus": "P",
    "pentagon": "p", "hexagon": "h", "left": "<", "right": ">",
}  # fmt: skip
HUES = {
    "pe": "#CB4003", "ml": "#074BEB", "fb": "#00552F", "rb": "#961F8A", "kp": TRUTH, "rd": FAINT,
    "spare0": "#7A5200", "spare1": "#035E83", "spare2": "#330CAF",
}  # fmt: skip
_HATCHES = {"solid": "", "dash": "//", "dashdot": "\\\\", "dot": "--", "long": "||", "dashdotdot": "++"}
PRIOR_COLORS = ("#3D76F9", "#8F2703", "#199B56", "#D860CB", "#AD8E06", "#035E83", "#330CAF")
_PRIOR_LINES: tuple[LineStyle, ...] = (_DASH, _DASHDOT, _DOT, _LONG)
_PRIOR_MARKERS = "osD^vP*X<>"


def policy_looks(policies: Mapping[str, object] | Iterable[str]) -> list[Look]:
    """The look of each policy of one figure, in order: policies by name, or the names of their classes."""
    return [_drawn(face) for face in faces(policies).values()]


def policy_look(policy: str) -> Look:
    """The look of a policy that stands alone, by its class name."""
    (look,) = policy_looks([policy])
    return look


def _drawn(face: Face) -> Look:
    look = face.look
    width = 3.2 if look.hero else 1.4 if look.hue == "kp" else 2.0
    return Look(face.label, HUES[look.hue], _DASHES[look.dash], _MARKERS[look.marker], width, _HATCHES[look.dash])


def prior_look(index: int, name: str = "", true: bool = False) -> Look:
    """The look of the prior at `index`: seven colours, then the same with other line styles; the true one black."""
    label = name or f"prior {index}"
    if true:
        return Look(f"{label} (true)", TRUTH, "-", "*", 3.0)
    lines = _PRIOR_LINES[index // len(PRIOR_COLORS) % len(_PRIOR_LINES)]
    color = PRIOR_COLORS[index % len(PRIOR_COLORS)]
    return Look(label, color, lines, _PRIOR_MARKERS[index % len(_PRIOR_MARKERS)], 1.8)


def context() -> AbstractContextManager[None]:
    """Settings for making and saving figures, whatever the user's matplotlibrc says."""
    return rc_context(
        {
            "font.family": ["DejaVu Sans"],
            "font.size": BODY,
            "axes.unicode_minus": True,
            "hatch.linewidth": 1.0,
            "svg.hashsalt": "pegp_lite",
            "svg.fonttype": "path",
            "path.simplify": True,
            "figure.facecolor": "white",
            "savefig.facecolor": "white",
            "savefig.bbox": None,
        }
    )


def apply_style(fig: Figure) -> None:
    """Dress every axes of a figure."""
    for ax in fig.axes:
        dress(ax)


def dress(ax: Axes, title: str = "", xlabel: str = "", grid: str = "y") -> None:
    """Legible ticks, a thin grid ("x", "y", "both" or ""), no box; the title says what is measured upwards."""
    ax.spines[["top", "right"]].set_visible(False)
    ax.spines[["left", "bottom"]].set_color(FAINT)
    ax.tick_params(labelsize=BODY, labelcolor=INK, color=FAINT, length=4)
    ax.grid(False)
    ax.set_axisbelow(True)
    if grid:
        ax.grid(True, axis=grid, color=GRID, linewidth=0.8)  # type: ignore[arg-type]
    if title:
        ax.set_title(title, loc="left", fontsize=TITLE, color=INK, pad=10)
    if xlabel:
        ax.set_xlabel(xlabel, fontsize=BODY, color=INK)


def count_axis(ax: Axes, steps: int) -> None:
    """An x axis of steps 1 to T in whole numbers."""
    limits = (0.0, 2.0) if steps < 2 else (1.0, float(steps))
    if ax.get_xlim() != limits:
        ax.set_xlim(limits)
        ax.xaxis.set_major_locator(MaxNLocator(6, integer=True, min_n_ticks=1))


def short_numbers(axis: Any) -> None:
    """Tick labels of at most five characters, so that they keep their room when the numbers change."""
    axis.set_major_formatter(FuncFormatter(lambda value, _: short(value)))
    if axis.get_scale() == "log":
        axis.set_minor_formatter(FuncFormatter(lambda value, _: ""))
    else:
        axis.set_major_locator(MaxNLocator(5, steps=[1, 2, 2.5, 5, 10], min_n_ticks=2))


def short(value: float) -> str:
    """`value` in at most five characters or so: 0.25, 130, 1.5k, 20k, 3M."""
    for size, unit in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(value) >= size and (size > 1e3 or abs(value) >= 1e4):
            return f"{value / size:.3g}{unit}".replace("-", "−")
    return f"{value:.4g}".replace("-", "−")


def badge(ax: Axes, text: str = "synthetic") -> Text:
    """A word that nobody can overlook, in a box on the axes' face."""
    return ax.text(
        0.015, 0.975, text, transform=ax.transAxes, ha="left", va="top", fontsize=BODY, fontweight="bold",
        color=BAD, zorder=20, bbox={"facecolor": "white", "edgecolor": BAD, "boxstyle": "round,pad=0.25"},
    )  # fmt: skip
