"""A live page: controls beside one figure, the sentence under it, its address, reset and downloads."""

from __future__ import annotations

import base64
import csv
import html
import io
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Protocol

import ipywidgets as widgets

from pegp_lite.pages.address import query_of_this_page, read_query, write_query
from pegp_lite.pages.controls import Buttons, Control
from pegp_lite.pages.looks import alike, looks

State = dict[str, Any]
Table = tuple[Sequence[str], Sequence[Sequence[Any]]]  # a header and rows
SAVED = {"PNG": "the picture as PNG", "SVG": "the picture for print, as SVG", "CSV": "the numbers behind it as CSV"}


class Scene(Protocol):
    """What a page draws: it takes settings, keeps its figure, and can say and list what it shows."""

    def show(self, state: Mapping[str, Any]) -> str:
        """Bring the figure to these settings and return the sentence that says what it now shows."""
        ...

    def png(self, dpi: int | None = None) -> bytes:
        """The figure as it is."""
        ...

    def svg(self) -> bytes:
        """The figure as it is, for print."""
        ...

    def table(self) -> Table:
        """The numbers behind the figure."""
        ...


class Page(widgets.VBox):
    """Joins controls to a scene: any change draws, whatever the browser sent is cleaned first.

    `query` None: the settings stand in the browser's address, and are read from there; there is one such page in a
    notebook. Otherwise they are read from `query`, and the address is left alone.
    """

    def __init__(self, name: str, controls: Sequence[Control], scene: Scene, query: str | None = None) -> None:
        self.name, self.controls, self.scene = name, tuple(controls), scene
        self.widgets = {control.name: control.widget() for control in self.controls}
        self.picture, self.sentence_box, self.note, self.download = alike(widgets.HTML, [{}] * 4)
        self.asked = widgets.Text(layout=widgets.Layout(display="none"))  # the template writes the address here
        self.sentence = ""
        self.addressed = query is None
        self._busy = False
        words = {"Reset": "Back to the first settings"} | {kind: f"Download {what}" for kind, what in SAVED.items()}
        self.reset_button, *saves = alike(
            widgets.Button, [{"description": word, "tooltip": tip} for word, tip in words.items()]
        )
        self.reset_button.on_click(lambda _: self.set(**self.first))
        for button in saves:
            button.add_class("pegp-save")
            button.on_click(lambda pressed: self._offer(pressed.description))

        # A page with more than controls and a picture adds it to the children of these two.
        self.side = widgets.VBox(
            [*self.widgets.values(), widgets.Box([self.reset_button, *saves]), self.download, self.note]
        )
        self.front = widgets.VBox([self.picture, self.sentence_box])
        self.side.add_class("pegp-side")
        self.front.add_class("pegp-front")
        self.picture.add_class("pegp-figure")
        body = widgets.Box([self.side, self.front], layout=widgets.Layout(width="100%"))
        body.add_class("pegp-body")
        for word in ("pegp-hidden", "pegp-asked") if self.addressed else ("pegp-hidden",):
            self.asked.add_class(word)
        super().__init__([looks(), body, self.asked])
        self.add_class("pegp-page")

        for widget in self.widgets.values():
            if isinstance(widget, Buttons):
                widget.watch(self._changed)
            else:
                widget.observe(self._changed, "value")
        self.asked.observe(lambda change: self.open_address(change["new"]), "value")
        self.open_address(query_of_this_page() if query is None else query)

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
        return write_query(self.controls, self.state)

    def set(self, **settings: Any) -> None:
        """Change several settings and draw once."""
        unknown = sorted(set(settings) - set(self.widgets))
        if unknown:
            raise ValueError(f"{self.name} has no setting {', '.join(unknown)}; it has {', '.join(self.widgets)}")
        with self._quietly():
            for control in self.controls:
                if control.name in settings:
                    self.widgets[control.name].value = control.clean(settings[control.name])
        self.draw()

    def open_address(self, query: str) -> None:
        """Take the settings from an address; what makes no sense is left out with a note."""
        state, notes = read_query(self.controls, query.lstrip("?"))
        self.note.value = "".join(f'<p class="pegp-note wrong" role="status">{html.escape(n)}</p>' for n in notes)
        self.set(**state)

    def draw(self) -> None:
        """Bring picture, sentence and address to the present settings."""
        state = self.state
        try:
            self.sentence = self.scene.show(state)
        except Exception as error:  # a page must never die under a reader: say what happened and stay alive
            self._say(f"These settings could not be drawn ({error}). Change one, or press Reset.")
            return
        packed = base64.b64encode(self.scene.png())
        # The address travels with the picture, since a message of its own would be a sixth of what a move costs; and
        # the picture comes last, so that an address never stands over words that are out of date.
        self._say(self.sentence)
        address = f'data-query="{html.escape(self.query)}"' if self.addressed else ""
        self.picture.value = (
            f'<img class="pegp-picture" alt="{html.escape(self.sentence)}" {address} '
            f'src="data:image/png;base64,{packed.decode()}">'
        )
        self.download.value = ""

    def __repr__(self) -> str:
        """One line of text: what nbval compares of a page."""
        return self.sentence

    def said_at(self, **settings: Any) -> str:
        """The sentence under the figure at other settings; the page is then put back as it was."""
        before = self.state
        self.set(**settings)
        sentence = self.sentence
        self.set(**before)
        return sentence

    def file(self, kind: str) -> tuple[str, str, bytes]:
        """Name, media type and content of a download: PNG, SVG or CSV."""
        if kind == "PNG":
            return f"{self.name}.png", "image/png", self.scene.png(dpi=200)
        if kind == "SVG":
            return f"{self.name}.svg", "image/svg+xml", self.scene.svg()
        header, rows = self.scene.table()
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow([*header, *(f"{c.name}={c.write(self.state[c.name])}" for c in self.controls)])
        writer.writerows(rows)
        return f"{self.name}.csv", "text/csv", text.getvalue().encode()

    def _offer(self, kind: str) -> None:
        name, media, content = self.file(kind)
        data = base64.b64encode(content).decode()
        self.download.value = (
            f'<a class="pegp-download" download="{name}" href="data:{media};base64,{data}">Save {name}</a>'
        )

    def _say(self, sentence: str) -> None:
        self.sentence_box.value = f'<p class="pegp-sentence" role="status">{html.escape(sentence)}</p>'

    def _changed(self, change: Any) -> None:
        if not self._busy:
            self.draw()

    @contextmanager
    def _quietly(self) -> Iterator[None]:
        self._busy = True
        try:
            yield
        finally:
            self._busy = False
