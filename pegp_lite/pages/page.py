"""A live page: a figure under the hand, the controls below it, and the address, reset and downloads of its settings."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any

import ipywidgets as widgets

from pegp_lite.figures.paper import png, svg
from pegp_lite.figures.picture import Picture
from pegp_lite.pages.address import query_of_this_page, read_query, write_query
from pegp_lite.pages.controls import Buttons, Control, Held, Preset
from pegp_lite.pages.live import Hand, LiveFigure
from pegp_lite.pages.looks import alike

State = dict[str, Any]
Table = tuple[Sequence[str], Sequence[Sequence[Any]]]  # a header and rows
__all__ = ["Page", "Scene"]
KINDS = {"PNG": "image/png", "SVG": "image/svg+xml", "CSV": "text/csv"}
LONGEST_NAME = 80  # characters of a download's name


def _unmoved(hand: Hand, state: State) -> Mapping[str, Any]:
    return {}


def _nothing_more(state: State) -> Mapping[str, str]:
    return {}


@dataclass(frozen=True)
class Scene:
    """What a page shows, as functions of its settings.

    `picture(state, covered)`: the figure; `covered`: the reader has not answered yet, so nothing of it may tell.
    `table(state)`: the numbers behind it. `moved(hand, state)`: the settings that a hand in the figure changes.
    `facts(state)`: what a table must say of its making beside the settings.

    >>> from pegp_lite.figures import Axis, Panel, Picture
    >>> from pegp_lite.pages.page import Scene
    >>> def picture(state, covered):
    ...     panel = Panel(x=Axis(low=0, high=9, name="x"), y=Axis(low=0, high=1, name="y"), marks=())
    ...     return Picture(panels=(panel,), sentence=f"{state['n']} looks.")
    >>> scene = Scene(picture, table=lambda state: (["n"], [[state["n"]]]))
    >>> scene.picture({"n": 3}, False).sentence
    '3 looks.'
    """

    picture: Callable[[State, bool], Picture]
    table: Callable[[State], Table]
    moved: Callable[[Hand, State], Mapping[str, Any]] = _unmoved
    facts: Callable[[State], Mapping[str, str]] = _nothing_more


class Page(widgets.VBox):
    """Joins `controls` to a `scene`: any change draws, whatever the browser sent is cleaned first.

    `name` begins the names of its downloads.
    `prefix` begins the names of the settings in the address, so that several figures of a notebook can share it.
    `covered`: what answers an open question stays covered until `uncover`. `hint` is a word on what can be taken.
    `beside` are widgets of the page's own, between the figure and the controls, `ends` those behind Reset. `main` names
    the control that a phone shows, else the first; `on_top`: the controls stand above the figure. `query` None: the
    settings are read from the address the page was opened with.

    >>> from pegp_lite.figures import Axis, Panel, Picture
    >>> from pegp_lite.pages.controls import Slider
    >>> from pegp_lite.pages.page import Page, Scene
    >>> def picture(state, covered):
    ...     panel = Panel(x=Axis(low=0, high=9, name="x"), y=Axis(low=0, high=1, name="y"), marks=())
    ...     return Picture(panels=(panel,), sentence=f"{state['n']} looks.")
    >>> scene = Scene(picture, table=lambda state: (["n"], [[state["n"]]]))
    >>> page = Page("looks", [Slider(name="n", label="looks", value=3, low=1, high=9)], scene, query="n=5")
    >>> page.sentence, page.file("CSV")[2].decode().splitlines()
    ('5 looks.', ['# n = 5  (looks)', 'n', '5'])
    """

    def __init__(
        self,
        name: str,
        controls: Sequence[Control],
        scene: Scene,
        *,
        prefix: str = "",
        covered: bool = False,
        hint: str = "",
        beside: Sequence[widgets.Widget] = (),
        ends: Sequence[widgets.Widget] = (),
        main: str = "",
        on_top: bool = False,
        query: str | None = None,
    ) -> None:
        self.name, self.controls, self.scene, self.prefix = name, tuple(controls), scene, prefix
        self.widgets: dict[str, Any] = {c.name: Held(value=c.first) if c.drawn else c.widget() for c in self.controls}
        self.covered = covered
        self._busy = False
        state, notes = self._read(query_of_this_page() if query is None else query)
        self._put(state)
        self.figure = LiveFigure(self._picture(notes))
        self.figure.address = self._address()
        self.figure.on_hand(self._felt)
        self.figure.on_word(self._told)
        figure, controls = [self.figure, *beside], self._controls(hint, main, on_top, ends)
        super().__init__([controls, *figure] if on_top else [*figure, controls])
        self.add_class("pegp-frame")
        if on_top:
            self.add_class("pegp-on-top")
        for widget in self.widgets.values():
            if isinstance(widget, Buttons):
                widget.watch(self._changed)
            else:
                widget.observe(self._changed, "value")

    @property
    def first(self) -> State:
        """The settings on arrival."""
        return {control.name: control.first for control in self.controls}

    @property
    def state(self) -> State:
        """The present settings, cleaned."""
        return {control.name: control.clean(self.widgets[control.name].value) for control in self.controls}

    @property
    def query(self) -> str:
        """The present settings as they stand in the address."""
        return self._query(self.state)

    @property
    def sentence(self) -> str:
        """What is said under the figure."""
        return self.figure.sentence

    def set(self, **settings: Any) -> None:
        """Change several settings and draw once."""
        unknown = sorted(set(settings) - set(self.widgets))
        if unknown:
            raise ValueError(f"{self.name} has no setting {', '.join(unknown)}; it has {', '.join(self.widgets)}")
        with ExitStack() as held:  # the figure first: a slider that follows has the whole page laid out in the browser
            for name in settings:
                if isinstance(self.widgets[name], widgets.Widget):
                    held.enter_context(self.widgets[name].hold_sync())
            self._put(settings)
            self.draw()

    def reset(self) -> None:
        """Back to the first settings."""
        self.set(**self.first)

    def uncover(self) -> None:
        """The reader has answered: show everything."""
        if self.covered:
            self.covered = False
            self.draw()

    def open_address(self, query: str) -> None:
        """Take the settings from an address; what makes no sense is left out with a note."""
        state, notes = self._read(query)
        self.set(**state)
        if notes:
            self.figure.say(" ".join([*notes, self.sentence]))

    def draw(self) -> None:
        """Bring picture, sentence and address to the present settings."""
        try:
            picture = self._picture(())
        except Exception as error:  # a page must never die under a reader: say what happened and stay alive
            self.figure.say(f"These settings could not be drawn ({error}). Change one, or press Reset.")
            return
        self.figure.show(picture, self._address())

    def __repr__(self) -> str:
        """One line of text: what nbval compares of a page."""
        return self.sentence

    def said_at(self, **settings: Any) -> str:
        """The sentence under the uncovered figure at other settings; the page stays as it is."""
        cleaned = {c.name: c.clean(settings[c.name]) for c in self.controls if c.name in settings}
        return self.scene.picture(self.state | cleaned, False).sentence

    def file(self, kind: str) -> tuple[str, str, bytes]:
        """Name, media type and content of a download: PNG, SVG or CSV."""
        if kind not in KINDS:
            raise ValueError(f"a download is one of {', '.join(KINDS)}, got {kind!r}")
        name = f"{self._file_name()}.{kind.lower()}"
        if kind == "CSV":
            return name, KINDS[kind], self._csv().encode()
        picture = self.figure.picture
        return name, KINDS[kind], png(picture) if kind == "PNG" else svg(picture)

    def _put(self, settings: Mapping[str, Any]) -> None:
        """Give the controls these values, quietly: a preset's first, then what is said beside it."""
        wanted: State = {}
        for preset in self._presets():
            asked = settings.get(preset.name)
            if isinstance(asked, str) and asked in preset.settings:
                wanted = preset.meant(asked, self.first)
        wanted |= settings
        with self._quietly():
            for control in self.controls:
                if control.name in wanted:
                    self.widgets[control.name].value = control.clean(wanted[control.name])
            for preset in self._presets():
                self.widgets[preset.name].value = preset.matching(self.state, self.first)

    def _presets(self) -> list[Preset]:
        return [control for control in self.controls if isinstance(control, Preset)]

    def _controls(self, hint: str, main: str, on_top: bool, own: Sequence[widgets.Widget]) -> widgets.Widget:
        front = [self.widgets[c.name] for c in self.controls if not c.more and not c.drawn]
        drawer = [self.widgets[c.name] for c in self.controls if c.more and not c.drawn]
        if front:
            (self.widgets[main] if main else front[0]).add_class("pegp-main")
        count = f"{len(drawer)} more" if len(drawer) > 1 else "One more setting" if drawer else "More settings"
        words = count if on_top or len(drawer) < 2 else f"{count} settings"
        self.more = widgets.ToggleButton(description=words, tooltip="Show or hide the other settings")
        self.reset_button = widgets.Button(description="Reset", tooltip="Back to the first settings")
        self.reset_button.on_click(lambda _: self.reset())
        self.more.observe(lambda change: self._open(change["new"]), "value")
        self.more.add_class("pegp-more" if drawer else "pegp-more-phone")
        ends = [self.more, self.reset_button, *own]
        if hint:
            ends.append(widgets.HTML(f'<span class="pegp-hint">{hint}</span>'))
        boxes = alike(widgets.Box, [{"children": part} for part in (front, drawer, ends)])
        for box, word in zip(boxes, ("pegp-front", "pegp-drawer", "pegp-rowend"), strict=True):
            box.add_class(word)
        all_of_them = widgets.Box(boxes)
        all_of_them.add_class("pegp-controls")
        return all_of_them

    def _open(self, open_: bool) -> None:
        (self.add_class if open_ else self.remove_class)("pegp-open")

    def _picture(self, notes: Sequence[str]) -> Picture:
        self._drawn = self.state
        picture = self.scene.picture(self._drawn, self.covered)
        return picture.saying(" ".join([*notes, picture.sentence])) if notes else picture

    def _address(self) -> dict[str, Any]:
        state = self._drawn
        now = {self.prefix + c.name: c.write(state[c.name]) for c in self.controls}
        return {"query": self._query(state), "now": now}

    def _query(self, state: State) -> str:
        return write_query(self.controls, state, self.prefix)

    def _read(self, query: str) -> tuple[State, list[str]]:
        return read_query(self.controls, query.lstrip("?"), self.prefix)

    def _felt(self, hand: Hand) -> None:
        changes = self.scene.moved(hand, self.state)
        if changes:
            self.set(**changes)

    def _told(self, kind: str, text: str) -> None:
        if kind == "save":
            if text in KINDS:
                self.figure.offer(*self.file(text))
        elif kind == "set":
            self.set(**self._read(text)[0])
        elif kind == "station":  # the first settings with these: what an earlier station set is gone
            self._put(self.first)
            self.set(**self._read(text)[0])
        else:
            self.open_address(text)

    def _file_name(self) -> str:
        settings = re.sub(r"[^\w.]+", "-", self.query.replace("&", "_"))
        return f"{self.name}_{settings}"[:LONGEST_NAME].rstrip("_-.")

    def _csv(self) -> str:
        header, rows = self.scene.table(self.state)
        text = io.StringIO()
        for control in self.controls:
            text.write(f"# {control.name} = {control.write(self.state[control.name])}  ({control.label})\n")
        for name, fact in self.scene.facts(self.state).items():
            text.write(f"# {name}: {fact}\n")
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)
        return text.getvalue()

    def _changed(self, change: Any) -> None:
        if self._busy or self.state == self._drawn:  # a browser may send what it was sent, rounded by its slider
            return
        preset = next((p for p in self._presets() if change.get("owner") is self.widgets[p.name]), None)
        self._put({preset.name: change["new"]} if preset else {})
        self.draw()

    @contextmanager
    def _quietly(self) -> Iterator[None]:
        self._busy = True
        try:
            yield
        finally:
            self._busy = False
