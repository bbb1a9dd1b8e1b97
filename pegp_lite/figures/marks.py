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
    """Some words in a look of their own, within a longer text.

    >>> plain(("the ", Run("loud", color="bad", bold=True), " part"))
    'the loud part'
    """

    text: str  #: the words
    color: str = ""  #: a role, the surrounding text's unless said
    bold: bool = False  #: heavy letters
    italic: bool = False  #: the serif italic of symbols


Words = str | tuple[str | Run, ...]


def symbol(text: str) -> Run:
    """A symbol of the paper, in its italic, as in `("value ", symbol("y"))`. `text`: the symbol. Returns a `Run`.

    >>> symbol("y").italic
    True
    """
    return Run(text, italic=True)


def plain(words: Words) -> str:
    """The words without their looks. `words`: a text, or a tuple of texts and of `Run`.

    >>> plain(("value ", symbol("y")))
    'value y'
    """
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
    """A curve. With a `name` it answers to the pointer; a `label` stands at its end, pushed off its neighbours.

    >>> Line(x=[0, 1, 2], y=[0, 1, 4], name="squares", label="x²").y
    array([0., 1., 4.])
    """

    numbers = ("x", "y", "spread")
    x: Any  #: places, (N,)
    y: Any  #: heights, (N,); NaN breaks the curve
    spread: Any = ()  #: half the width around y that hovering tells, or nothing
    color: str = "ink"  #: a role
    width: float = 2.5  #: in pixels
    dash: tuple[float, ...] = ()  #: lengths of strokes and gaps in pixels, or solid
    fill: str = ""  #: role of what the curve encloses: a room of a floor plan
    marker: Marker = ""  #: a glyph on its points
    every: int = 1  #: a marker on every so-many-th point, counted from the last
    name: str = ""  #: what the pointer is told
    label: Words = ""  #: what stands at its end
    label_color: str = ""  #: the line's own, unless words need a darker one
    bold: bool = False  #: whether the label is
    opacity: float = 1.0  #: from 0 to 1
    key: str = ""  #: pressed, it tells the page this key
    when: str = ""  #: drawn only while the mark of this key is under the pointer or has the focus


@dataclass(frozen=True, eq=False, kw_only=True)
class Band(Mark):
    """What lies between two curves, with dashed edges.

    >>> Band(x=[0, 1], low=[0, 0], high=[1, 2], color="p0").high
    array([1., 2.])
    """

    numbers = ("x", "low", "high")
    x: Any  #: places, (N,)
    low: Any  #: the lower curve, (N,)
    high: Any  #: the upper curve, (N,)
    color: str = "ink"  #: a role
    edge: bool = True  #: whether its edges are drawn
    opacity: float = 1.0  #: of the band's own faintness
    name: str = ""  #: of the line it belongs to: they grow faint together


@dataclass(frozen=True, eq=False, kw_only=True)
class Points(Mark):
    """Markers. `names` are told one by one under the pointer; with `keys` each can be pressed.

    >>> len(Points(x=[0.2, 0.7], y=[1, 3], marker="star").x)
    2
    """

    numbers = ("x", "y")
    x: Any  #: places, (N,)
    y: Any  #: heights, (N,)
    color: str | tuple[str, ...] = "ink"  #: a role, or one a point
    fill: str | tuple[str, ...] = ""  #: role of the inside where it is not the colour: "plate" gives rings
    marker: Marker = "circle"  #: the glyph
    size: float = 6.0  #: half its height in pixels
    opacity: float = 1.0  #: from 0 to 1
    names: tuple[str, ...] = ()  #: what the pointer is told, one a point
    keys: tuple[str, ...] = ()  #: what pressing tells the page, one a point
    words: tuple[str, ...] = ()  #: a letter or number inside each
    word_color: str | tuple[str, ...] = "ink"  #: their role, or one a point
    press: bool = True  #: whether keys are to be pressed, or only light up what waits for them (`Line.when`)
    apart: float = 0.0  #: on a screen: pixels that they keep sideways, pushed aside where they stand nearer


@dataclass(frozen=True, eq=False, kw_only=True)
class Bars(Mark):
    """Boxes between x0 and x1, y0 and y1: bars upright or flat, cells of a map, the steps of a strip.

    >>> len(Bars(x0=[0, 1], x1=[0.8, 1.8], y0=[0, 0], y1=[3, 5]).y1)
    2
    """

    numbers = ("x0", "x1", "y0", "y1")
    x0: Any  #: their left sides, (N,)
    x1: Any  #: their right sides, (N,)
    y0: Any  #: their lower sides, (N,)
    y1: Any  #: their upper sides, (N,)
    color: str | tuple[str, ...] = "ink"  #: a role, or one a box
    opacity: float | tuple[float, ...] = 1.0  #: from 0 to 1, or one a box
    edge: str = ""  #: role of the outline
    hatch: bool = False  #: noise, and nothing but noise, is hatched
    gap: float = 0.0  #: pixels left free around each
    round: float = 0.0  #: radius of the corners
    names: tuple[str, ...] = ()  #: what the pointer is told, one a box
    keys: tuple[str, ...] = ()  #: what pressing tells the page, one a box
    press: bool = True  #: as for `Points`


@dataclass(frozen=True, eq=False, kw_only=True)
class Rule(Mark):
    """A straight line through the panel, upright at an x or level at a y, or a part of it.

    >>> float(Rule(at=0.5, dash=(4, 4)).at)
    0.5
    """

    numbers = ("at", "start", "end")
    at: Any  #: its x, or its y where it is level
    upright: bool = True  #: or level
    start: Any = np.nan  #: where it begins; NaN: at the panel's own limit
    end: Any = np.nan  #: where it ends, likewise
    color: str = "ink"  #: a role
    width: float = 1.5  #: in pixels
    dash: tuple[float, ...] = ()  #: as of a `Line`
    opacity: float = 1.0  #: from 0 to 1


@dataclass(frozen=True, eq=False, kw_only=True)
class Text(Mark):
    """Words at a point, shifted by (dx, dy) pixels, dy downwards, with a leader to another point if there is one.

    >>> plain(Text(x=0.5, y=2, words=("here ", symbol("y"), " is highest"), anchor="middle").words)
    'here y is highest'
    """

    numbers = ("x", "y", "to_x", "to_y")
    x: Any  #: its place
    y: Any  #: its height
    words: Words  #: what it says
    color: str = "ink"  #: a role
    anchor: Anchor = "start"  #: which part of it stands at the point: "start", "middle" or "end"
    bold: bool = False  #: heavy letters
    size: float = 1.0  #: times the panel's letters
    halo: bool = True  #: whether the ground shows around the letters
    dx: float = 0.0  #: pixels to the right
    dy: float = 0.0  #: pixels down
    to_x: Any = np.nan  #: where its leader ends
    to_y: Any = np.nan  #: where its leader ends
    key: str = ""  #: pressed, it tells the page this key
    inside: bool = True  #: kept within the panel's sides


@dataclass(frozen=True, eq=False, kw_only=True)
class Hidden(Mark):
    """A stretch of x where nobody may look: dots.

    >>> float(Hidden(low=0.4, high=0.6, label="hidden").high)
    0.6
    """

    numbers = ("low", "high")
    low: Any  #: where it begins
    high: Any  #: where it ends
    label: Words = ""  #: what stands below it


@dataclass(frozen=True, eq=False, kw_only=True)
class Wall(Mark):
    """The test of line 12: a grey track (β σ), its hatched end (noise), a black wall, the error as a bar inside it.

    Upright it begins at y = `start`, the expert's mean, beside x = `at`, and points to where the error points. Flat it
    lies in the row y = `at` and begins at x = `start`. An error that leaves the panel ends in two slashes.

    >>> wall = Wall(at=0, track=2.0, noise=0.5, error=1.2)
    >>> bool(abs(wall.error) <= wall.track + wall.noise)
    True
    """

    numbers = ("at", "start", "track", "noise", "error")
    at: Any  #: the row it lies in, or the x it stands beside
    start: Any = 0.0  #: where it begins
    track: Any  #: how long the grey part is
    noise: Any = 0.0  #: how long the hatched part is
    error: Any  #: how long the bar inside is, with its sign
    color: str = "ink"  #: the bar's role
    upright: bool = False  #: or flat
    faint: bool = False  #: not tested: shown, but it decides nothing
    words: Words = ""  #: behind a flat wall: "1.99 of 2.88"
    shift: float = 46.0  #: pixels an upright one stands to the right of its point


@dataclass(frozen=True, eq=False, kw_only=True)
class Interval(Mark):
    """A value with its interval, flat in the row y = `at`.

    >>> float(Interval(low=1.0, middle=1.5, high=2.0, at=0).middle)
    1.5
    """

    numbers = ("low", "middle", "high", "at")
    low: Any  #: where it begins
    middle: Any  #: the value
    high: Any  #: where it ends
    at: Any  #: its row
    color: str = "ink"  #: a role


@dataclass(frozen=True, eq=False, kw_only=True)
class Handle(Mark):
    """What a hand can take: a glyph on a highlighter disc that moves in x, in y or in both within its reach.

    `reach_x` or `reach_y` empty: it cannot move that way. `words` says its value for those who cannot see it.

    >>> Handle(x=0.3, y=0, key="x", name="the place", words="x = 0.30", reach_x=(0, 1)).reach_x
    (0, 1)
    """

    numbers = ("x", "y")
    x: Any  #: its place
    y: Any  #: its height
    key: str  #: what the page is told, with the new place
    name: str  #: what it is
    words: str  #: how it stands
    reach_x: tuple[float, ...] = ()  #: from where to where it moves sideways
    reach_y: tuple[float, ...] = ()  #: from where to where it moves up and down
    step_x: float = 0.01  #: by which arrow keys move it sideways
    step_y: float = 0.1  #: by which they move it up and down
    glyph: Marker = "ring"  #: what it looks like
    color: str = "ink"  #: a role
    letter: str = ""  #: inside a ring: "?" while the answer is covered, or a number
    rule: bool = False  #: a dotted highlighter line through the panel, across the way it moves
    stretch: float = 0.0  #: it can also be taken anywhere within so much of x to either side (a hidden stretch)
    still: bool = False  #: shown, but not to be moved yet
    presses: bool = False  #: Enter on it presses the panel where it stands
