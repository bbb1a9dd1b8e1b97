"""A figure that a hand can touch: drawn in the browser from a `Picture`, telling the page what the hand did."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import ipywidgets as widgets
from traitlets import Bytes, Dict, Unicode

from pegp_lite.figures.paper import svg
from pegp_lite.figures.picture import Picture
from pegp_lite.figures.render.browser import described

VERSION = "1.2.0"  # of the language between this module and the script; the script says the same


WORDS = ("set", "station", "address", "save")
LONGEST = 2000  # characters of such a word


@dataclass(frozen=True)
class Hand:
    """What a hand did: moved the handle `key`, or pressed the mark or panel `key`, at this place."""

    key: str
    x: float | None = None
    y: float | None = None
    held: bool = False  # still holding: more moves follow
    twice: bool = False  # pressed twice in a row


class LiveFigure(widgets.DOMWidget):
    """Shows a `Picture`, and the next one when told to; calls whoever asked when a hand moves or presses something.

    Where no extension can be loaded (VS Code, Colab, a notebook on GitHub) the same picture stands still.
    """

    _model_name = Unicode("FigureModel").tag(sync=True)
    _model_module = Unicode("pegp-lite").tag(sync=True)
    _model_module_version = Unicode(VERSION).tag(sync=True)
    _view_name = Unicode("FigureView").tag(sync=True)
    _view_module = Unicode("pegp-lite").tag(sync=True)
    _view_module_version = Unicode(VERSION).tag(sync=True)

    drawing = Bytes().tag(sync=True)  # JSON, as bytes: a dict's every branch would be looked through for buffers
    numbers = Bytes().tag(sync=True)
    sentence = Unicode().tag(sync=True)
    address = Dict().tag(sync=True)  # the settings that belong in the browser's address; empty: none do
    file = Dict().tag(sync=True)  # a download, its bytes in `content`
    content = Bytes().tag(sync=True)
    value = Dict().tag(sync=True)  # the one thing that comes in: the server lets nothing else pass

    def __init__(self, picture: Picture) -> None:
        super().__init__()
        self._asked: list[Callable[[Hand], None]] = []
        self._told: list[Callable[[str, str], None]] = []
        self.show(picture)
        self.observe(self._heard, "value")

    @property
    def picture(self) -> Picture:
        """What is shown."""
        return self._picture

    def show(self, picture: Picture, address: Mapping[str, Any] | None = None) -> None:
        """Show another picture; it goes to the browser in one message, with the settings behind it."""
        self._picture = picture
        layout, numbers = described(picture)
        with self.hold_sync():
            self.drawing = json.dumps(layout, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
            self.numbers, self.sentence = numbers, picture.sentence
            if address is not None:
                self.address = dict(address)

    def say(self, sentence: str) -> None:
        """Say something else of the same picture."""
        self.sentence = sentence

    def offer(self, name: str, media: str, content: bytes) -> None:
        """Hand a file to the browser, which saves it."""
        with self.hold_sync():
            self.content = content
            self.file = {"name": name, "media": media, "count": self.file.get("count", 0) + 1}

    def on_hand(self, callback: Callable[[Hand], None]) -> None:
        """Call this with what a hand did."""
        self._asked.append(callback)

    def on_word(self, callback: Callable[[str, str], None]) -> None:
        """Call this with what the browser asks of the page: to "set" settings, to go to a "station", and so on."""
        self._told.append(callback)

    def _heard(self, change: Any) -> None:
        word = asked(change["new"])
        if word is not None:
            for listener in self._told:
                listener(*word)
            return
        hand = understood(change["new"], self._picture)
        if hand is not None:
            for callback in self._asked:
                callback(hand)

    def __repr__(self) -> str:
        return self._picture.sentence

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        return super()._repr_mimebundle_(**kwargs) | still(self._picture)


def still(picture: Picture) -> dict[str, str]:
    """The picture and its sentence for whatever cannot show a live one; under Voilà, which can, only the sentence."""
    bundle = {"text/plain": picture.sentence}
    if "voila" not in os.environ.get("SERVER_SOFTWARE", ""):
        bundle["image/svg+xml"] = svg(picture).decode()
    return bundle


def understood(value: Any, picture: Picture) -> Hand | None:
    """What a browser says a hand did, cut to what this picture allows; None where it allows nothing of it."""
    if not isinstance(value, dict) or not isinstance(key := value.get("key"), str):
        return None
    held = value.get("held") is True
    x, y = (_number(value.get(name)) for name in ("x", "y"))
    for panel in picture.panels:
        if key in panel.keys:
            limits = [(axis.low, axis.high) for axis in (panel.x, panel.y)]
            x, y = (at if at is None else _within(at, reach, at) for at, reach in zip((x, y), limits, strict=True))
            return Hand(key, x, y, twice=value.get("twice") is True)
    handle = picture.handles.get(key)
    if handle is None or handle.still:
        return None
    return Hand(key, _within(x, handle.reach_x, handle.x), _within(y, handle.reach_y, handle.y), held)


def asked(value: Any) -> tuple[str, str] | None:
    """A word to the page rather than to the figure: what kind, and its text; None where it is none."""
    if not isinstance(value, dict) or (kind := value.get("ask")) not in WORDS:
        return None
    text = value.get("text")
    return (kind, text) if isinstance(text, str) and len(text) <= LONGEST else None


def _within(value: float | None, reach: tuple[float, ...], now: Any) -> float:
    if not reach or value is None:
        return float(now)
    return min(max(value, min(reach)), max(reach))


def _number(value: Any) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return None
    return float(value)
