"""Panels and pictures: marks on axes with fixed limits, and the sentence that says what they show."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from pegp_lite.figures.marks import Handle, Line, Mark, Marker, Words, plain
from pegp_lite.figures.ticks import Tick, ticks_between

Verdict = Literal["holds", "fails", "open", "untested"]
Round = Literal["done", "now", "open"]


@dataclass(frozen=True, kw_only=True)
class Axis:
    """One direction of a panel: fixed limits and ticks, which are the same on paper and screen.

    `ticks` is about how many, or which; `labels` what stands at them. `low` > `high` turns the axis round.

    >>> [tick.words for tick in Axis(low=0, high=1, ticks=2, percent=True).marked]
    ['0%', '50%', '100%']
    """

    low: float  #: the left or lower end
    high: float  #: the right or upper end
    name: Words = ""  #: what is measured
    ticks: int | tuple[float, ...] = 5  #: about how many, or where
    labels: tuple[Words, ...] = ()  #: what stands at ticks that are given, if not their numbers
    log: bool = False  #: powers of ten at equal distances
    percent: bool = False  #: shares are told as per cent
    tell: str = ""  #: its name when hovering tells a value: "x", "step"
    line: bool = True  #: whether the axis itself is drawn
    grid: bool = True  #: only level lines are drawn, so this speaks of y alone

    def __post_init__(self) -> None:
        if not self.low != self.high:
            raise ValueError(f"an axis needs two different limits, got {self.low} and {self.high}")
        if self.log and min(self.low, self.high) <= 0:
            raise ValueError(f"a logarithmic axis needs positive limits, got {self.low} and {self.high}")
        if self.labels and (isinstance(self.ticks, int) or len(self.ticks) != len(self.labels)):
            raise ValueError(f"{len(self.labels)} labels need as many ticks, got {self.ticks}")

    @property
    def marked(self) -> tuple[Tick, ...]:
        """Where the ticks are and what stands there."""
        about, at = (self.ticks, None) if isinstance(self.ticks, int) else (0, self.ticks)
        return ticks_between(self.low, self.high, about, at, self.labels, self.log, self.percent)


NO_AXIS = Axis(low=0.0, high=1.0, ticks=(), line=False, grid=False)


@dataclass(frozen=True, kw_only=True)
class Claim:
    """A statement beside the panel that is its evidence.

    >>> Claim(number="1", text="PE-GP-UCB ends lowest", verdict="holds", chip="holds").verdict
    'holds'
    """

    number: str  #: its number
    text: str  #: what it says
    verdict: Verdict  #: "holds", "fails", "open" or "untested"
    chip: str  #: the verdict in a word or two
    words: str = ""  #: the numbers that decide
    low: float | None = None  #: where the interval that decides begins, if there is one
    middle: float | None = None  #: its middle
    high: float | None = None  #: where it ends
    deciding: float | None = None  #: what the interval is compared with


@dataclass(frozen=True, kw_only=True)
class Click:
    """A panel that can be pressed anywhere: the page is told the key and the place.

    >>> Click(key="look", name="where you would look").step_x
    0.01
    """

    key: str  #: what the page is told
    name: str  #: "where you would look"
    step_x: float = 0.01  #: by which arrow keys move the place; Enter presses
    step_y: float = 0.0  #: 0: only x counts


@dataclass(frozen=True, kw_only=True)
class Toggle:
    """A member of a set, in a row below its panel: pressed it goes out or comes in, twice it becomes the true one.

    >>> Toggle(key="expert 3", words="3", name="expert 3: in the set", state="in", color="p3").state
    'in'
    """

    key: str  #: what the page is told
    words: str  #: what stands on it
    name: str  #: what it is and how it stands, for those who cannot see it
    state: Literal["in", "out", "true", "missing"]  #: missing: the true one, and not in the set
    color: str  #: a role


@dataclass(frozen=True, kw_only=True)
class Panel:
    """Marks on one pair of axes. Later marks lie over earlier ones; handles over all.

    >>> curve = Line(x=[0, 1], y=[0, 1], label="rising")
    >>> panel = Panel(x=Axis(low=0, high=1), y=Axis(low=0, high=1), marks=(curve,), title="A line")
    >>> len(panel.labelled)
    1
    """

    x: Axis = NO_AXIS  #: sideways
    y: Axis = NO_AXIS  #: upwards
    marks: tuple[Mark, ...] = ()  #: what is drawn
    title: Words = ""  #: what it shows
    note: Words = ""  #: fainter, behind the title
    share: float = 1.0  #: of the picture's height
    covered: bool = False  #: veiled until the reader has answered: but for title and switches nothing is sent or drawn
    dense: bool = False  #: smaller letters
    click: Click | None = None  #: what pressing anywhere in it tells the page
    claims: tuple[Claim, ...] = ()  #: statements below it
    toggles: tuple[Toggle, ...] = ()  #: a row of switches below it
    toggle_note: str = ""  #: what pressing them does
    tab: str = ""  #: its name where only one panel fits, as on a phone
    beside: float = 0.0  #: on a screen: share of the width it takes beside the first panel where that would be flat
    equal: bool = False  #: one unit is as long upwards as sideways: a floor plan

    @property
    def handles(self) -> tuple[Handle, ...]:
        """What can be taken in it."""
        return () if self.covered else tuple(mark for mark in self.marks if isinstance(mark, Handle))

    @property
    def keys(self) -> frozenset[str]:
        """What can be pressed in it."""
        found = {toggle.key for toggle in self.toggles}
        if self.covered:
            return frozenset(found)
        found |= {self.click.key} if self.click else set()
        for mark in self.marks:
            found |= set(getattr(mark, "keys", ())) if getattr(mark, "press", True) else set()
            found |= {key} if not isinstance(mark, Handle) and (key := getattr(mark, "key", "")) else set()
        return frozenset(found)

    @property
    def labelled(self) -> tuple[Line, ...]:
        """The lines that carry a label at their end."""
        return tuple(mark for mark in self.marks if isinstance(mark, Line) and plain(mark.label))


@dataclass(frozen=True)
class Key:
    """A glyph and what it means.

    >>> Key("star", "inside both bands").glyph
    'star'
    """

    glyph: Marker  #: the glyph
    words: Words  #: what it means
    color: str = "ink"  #: its role


@dataclass(frozen=True, kw_only=True)
class Picture:
    """Panels in a grid, row by row, with a title, a key of glyphs and the sentence that says what is seen.

    `height` is in pixels, for all rows together, where the page has room; a page may give it less. `letters`: of the
    longest sentence that its settings lead to, for which the browser keeps room from the start.

    >>> panel = Panel(x=Axis(low=0, high=1), y=Axis(low=0, high=1), marks=(Line(x=[0, 1], y=[0, 1]),))
    >>> Picture(panels=(panel,), sentence="A line that rises.").sentence
    'A line that rises.'
    """

    panels: tuple[Panel, ...]  #: row by row
    sentence: str  #: what is seen
    title: Words = ""  #: over all panels
    key: tuple[Key, ...] = ()  #: what its glyphs mean
    rounds: tuple[Round, ...] = ()  #: of a game, a dot each behind the title: "done", "now" or "open"
    columns: int = 1  #: panels in a row
    height: float = 480.0  #: in pixels
    letters: int = 0  #: of the longest sentence
    tabs: tuple[int, ...] = ()  #: on a narrow screen one panel at a time, in this order; the first is shown first

    def __post_init__(self) -> None:
        if not self.panels:
            raise ValueError("a picture needs at least one panel")
        taken = [handle.key for panel in self.panels for handle in panel.handles]
        twice = sorted({key for key in taken if taken.count(key) > 1})
        if twice:
            raise ValueError(f"two handles of one picture share the key {', '.join(twice)}")

    def saying(self, sentence: str) -> Picture:
        """The same picture with another sentence."""
        return replace(self, sentence=sentence)

    @property
    def handles(self) -> dict[str, Handle]:
        """What can be taken, by key."""
        return {handle.key: handle for panel in self.panels for handle in panel.handles}

    @property
    def keys(self) -> frozenset[str]:
        """What can be pressed."""
        return frozenset().union(*(panel.keys for panel in self.panels))
