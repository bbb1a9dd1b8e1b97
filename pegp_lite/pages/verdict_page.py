"""A page whose figure comes with a list of verdicts under its sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import ipywidgets as widgets

from pegp_lite.pages.canvas_page import Page, Scene
from pegp_lite.pages.controls import Control
from pegp_lite.pages.verdict_list import Item, as_html


class JudgedScene(Scene, Protocol):
    """A scene that also judges what it shows, and can speak without drawing."""

    @property
    def heading(self) -> str:
        """What is judged."""
        ...

    @property
    def items(self) -> Sequence[Item]:
        """The verdicts at the settings last shown."""
        ...

    @property
    def note(self) -> str:
        """What else is to be said below them; may be empty."""
        ...

    def say(self, state: Mapping[str, Any]) -> str:
        """The sentence at these settings; nothing is drawn."""
        ...


class VerdictPage(Page):
    """A page with its scene's verdicts in words below the figure; they change with every control."""

    scene: JudgedScene
    children: Any

    def __init__(self, name: str, controls: Sequence[Control], scene: JudgedScene, query: str | None = None) -> None:
        self.verdicts = widgets.HTML(layout=widgets.Layout(width="100%", height="auto", overflow="visible"))
        super().__init__(name, controls, scene, query)
        style, body, *hidden = self.children  # below figure and controls, so that these stay together on a phone
        self.children = (style, body, self.verdicts, *hidden)

    def draw(self) -> None:
        """As any page, and the list."""
        super().draw()
        self.verdicts.value = as_html(self.scene.heading, self.scene.items, self.scene.note)

    def said_at(self, **settings: Any) -> str:
        """The sentence under the figure at other settings; the page does not move."""
        asked = self.state | settings
        return self.scene.say({control.name: control.clean(asked[control.name]) for control in self.controls})
