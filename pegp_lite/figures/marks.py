"""What a picture consists of: marks that know where they stand and by what role they are coloured, and no library.

Positions are in the units of the panel's axes; sizes, widths and shifts in pixels of the screen. A colour is the name
of a role ("ink", "p0", "pe", ...; `palette.py`), so that one description serves paper, screen and dark screen.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np

Marker = Literal[
    "", "circle", "square", "triangle", "hourglass", "plus", "star", "diamond", "cross", "ring", "down",
    "pentagon", "hexagon", "left", "right",
]  # fmt: skip
Anchor = Literal["start", "middle", "end"]


@dataclass(frozen=True)
class Run:
    """Some words in a look of their own, within a longer text."""

    text: str
    color: str = ""
    bold: bool = False
    italic: bool = False  # the serif italic of symbols


Words = str | tuple[str | Run, ...]


def symbol(text: str) -> Run:
    """A symbol of the paper, in its italic: `("value ", symbol("y"))`."""
    return Run(text, italic=True)


def plain(words: Words) -> str:
    """The words without their looks."""
    return words if isinstance(words, str) else "".join(part if isinstance(part, str) else part.text for part in words)


class Mark:
    """Something drawn in a panel. `numbers` names the fields that are positions: arrays of one length or a number."""

    numbers: ClassVar[tuple[str, ...]] = ()

    def __post_init__(self) -> None:
        lengths = {}
        for field in self.numbers:
            array = np.asarray(getattr(self, field), dtype=float)
            if array.ndim > 1:
                raise ValueError(f"{type(self).__name__}.{field} must be one row of numbers, got {array.shape}")
            array.setflags(write=False)
            object.__setattr__(self, field, array)
            if array.ndim and array.size:
                lengths[field] = len(array)
        if len(set(lengths.values())) > 1:
            said = ", ".join(f"{field} {length}" for field, length in lengths.items())
            raise ValueError(f"{type(self).__name__} needs arrays of one length, got {said}")


@dataclass(frozen=True, eq=False, kw_only=True)
class Line(Mark):
    """A curve. With a `name` it answers to the pointer; a `label` stands at its end, pushed off its neighbours."""

    numbers = ("x", "y", "spread")
    x: Any
    y: Any  # NaN breaks the curve
    spread: Any = ()  # half the width around y that hovering tells, or nothing
    color: str = "ink"
    width: float = 2.5
    dash: tuple[float, ...] = ()
    fill: str = ""  # role of what the curve encloses: a room of a floor plan
    marker: Marker = ""
    every: int = 1  # a marker on every so-many-th point, counted from the last
    name: str = ""
    label: Words = ""
    label_color: str = ""  # the line's own, unless words need a darker one
    bold: bool = False
    opacity: float = 1.0
    key: str = ""  # pressed, it tells the page this key
    when: str = ""  # drawn only while the mark of this key is under the pointer or has the focus


@dataclass(frozen=True, eq=False, kw_only=True)
class Band(Mark):
    """What lies between two curves, with dashed edges."""

    numbers = ("x", "low", "high")
    x: Any
    low: Any
    high: Any
    color: str = "ink"
    edge: bool = True
    opacity: float = 1.0  # of the band's own faintness
    name: str = ""  # of the line it belongs to: they grow faint together


@dataclass(frozen=True, eq=False, kw_only=True)
class Points(Mark):
    """Markers. `names` are told one by one under the pointer; with `keys` each can be pressed."""

    numbers = ("x", "y")
    x: Any
    y: Any
    color: str | tuple[str, ...] = "ink"
    fill: str | tuple[str, ...] = ""  # role of the inside where it is not the colour: "plate" gives rings
    marker: Marker = "circle"
    size: float = 6.0  # half its height
    opacity: float = 1.0
    names: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    words: tuple[str, ...] = ()  # a letter or number inside each
    word_color: str | tuple[str, ...] = "ink"
    press: bool = True  # whether keys are to be pressed, or only light up what waits for them (`Line.when`)


@dataclass(frozen=True, eq=False, kw_only=True)
class Bars(Mark):
    """Boxes between x0 and x1, y0 and y1: bars upright or flat, cells of a map, the steps of a strip."""

    numbers = ("x0", "x1", "y0", "y1")
    x0: Any
    x1: Any
    y0: Any
    y1: Any
    color: str | tuple[str, ...] = "ink"
    opacity: float | tuple[float, ...] = 1.0
    edge: str = ""  # role of the outline
    hatch: bool = False  # noise, and nothing but noise, is hatched
    gap: float = 0.0  # pixels left free around each
    round: float = 0.0  # radius of the corners
    names: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    press: bool = True


@dataclass(frozen=True, eq=False, kw_only=True)
class Rule(Mark):
    """A straight line through the panel, upright at an x or level at a y, or a part of it."""

    numbers = ("at", "start", "end")
    at: Any
    upright: bool = True
    start: Any = np.nan  # NaN: the panel's own limits
    end: Any = np.nan
    color: str = "ink"
    width: float = 1.5
    dash: tuple[float, ...] = ()
    opacity: float = 1.0


@dataclass(frozen=True, eq=False, kw_only=True)
class Text(Mark):
    """Words at a point, shifted by (dx, dy) pixels, dy downwards, with a leader to another point if there is one."""

    numbers = ("x", "y", "to_x", "to_y")
    x: Any
    y: Any
    words: Words
    color: str = "ink"
    anchor: Anchor = "start"
    bold: bool = False
    size: float = 1.0  # times the panel's letters
    halo: bool = True
    dx: float = 0.0
    dy: float = 0.0
    to_x: Any = np.nan
    to_y: Any = np.nan
    key: str = ""
    inside: bool = True  # kept within the panel's sides


@dataclass(frozen=True, eq=False, kw_only=True)
class Hidden(Mark):
    """A stretch of x where nobody may look: dots."""

    numbers = ("low", "high")
    low: Any
    high: Any
    label: Words = ""


@dataclass(frozen=True, eq=False, kw_only=True)
class Wall(Mark):
    """The test of line 12: a grey track (β σ), its hatched end (noise), a black wall, the error as a bar inside it.

    Upright it begins at y = `start`, the expert's mean, beside x = `at`, and points to where the error points. Flat it
    lies in the row y = `at` and begins at x = `start`. An error that leaves the panel ends in two slashes.
    """

    numbers = ("at", "start", "track", "noise", "error")
    at: Any
    start: Any = 0.0
    track: Any
    noise: Any = 0.0
    error: Any
    color: str = "ink"
    upright: bool = False
    faint: bool = False  # not tested: shown, but it decides nothing
    words: Words = ""  # behind a flat wall: "1.99 of 2.88"
    shift: float = 46.0  # pixels an upright one stands to the right of its point


@dataclass(frozen=True, eq=False, kw_only=True)
class Interval(Mark):
    """A value with its interval, flat in the row y = `at`."""

    numbers = ("low", "middle", "high", "at")
    low: Any
    middle: Any
    high: Any
    at: Any
    color: str = "ink"


@dataclass(frozen=True, eq=False, kw_only=True)
class Handle(Mark):
    """What a hand can take: a glyph on a highlighter disc that moves in x, in y or in both within its reach.

    `reach_x` or `reach_y` empty: it cannot move that way. `words` says its value for those who cannot see it.
    """

    numbers = ("x", "y")
    x: Any
    y: Any
    key: str
    name: str
    words: str
    reach_x: tuple[float, ...] = ()
    reach_y: tuple[float, ...] = ()
    step_x: float = 0.01
    step_y: float = 0.1
    glyph: Marker = "ring"
    color: str = "ink"
    letter: str = ""  # inside a ring: "?" while the answer is covered, or a number
    rule: bool = False  # a dotted highlighter line through the panel, across the way it moves
    stretch: float = 0.0  # it can also be taken anywhere within so much of x to either side (a hidden stretch)
    still: bool = False  # shown, but not to be moved yet
