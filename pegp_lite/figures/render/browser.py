"""A picture as a browser wants it: its layout as JSON and all its numbers in one float32 buffer.

Every position is a place in the buffer, [first, count], so that equal arrays go over the line once and the browser can
glide from one picture to the next of the same layout. Of what is covered only title and switches are sent.
"""

from __future__ import annotations

import struct
from dataclasses import MISSING, fields
from functools import cache
from typing import Any

import numpy as np

from pegp_lite.figures.marks import (
    Band,
    Bars,
    Handle,
    Hidden,
    Interval,
    Line,
    Mark,
    Points,
    Rule,
    Run,
    Text,
    Wall,
    Words,
    plain,
)  # fmt: skip
from pegp_lite.figures.picture import NO_AXIS, Axis, Claim, Click, Key, Panel, Picture, Toggle


class Numbers:
    """The buffer, filled array by array; one that is in it already is only pointed at."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._places: dict[bytes, list[int]] = {}
        self._length = 0

    def place(self, values: Any) -> list[int]:
        """Where these numbers are: [first, count]; count -1 for a single number."""
        array = np.asarray(values)
        content = array.astype("<f4").tobytes() if array.ndim else struct.pack("<f", array)
        if content not in self._places:
            self._places[content] = [self._length, array.size]
            self._parts.append(content)
            self._length += array.size
        first, count = self._places[content]
        return [first, count if array.ndim else -1]

    def content(self) -> bytes:
        """All of it."""
        return b"".join(self._parts)


def described(picture: Picture) -> tuple[dict[str, Any], bytes]:
    """Layout and numbers of a picture."""
    numbers = Numbers()
    layout = {
        "title": runs(picture.title),
        "key": [_key(each) for each in picture.key],
        "rounds": list(picture.rounds),
        "columns": picture.columns,
        "height": picture.height,
        "letters": picture.letters,
        "tabs": list(picture.tabs),
        "panels": [_panel(panel, numbers) for panel in picture.panels],
    }
    return layout, numbers.content()


def runs(words: Words) -> list[dict[str, Any]]:
    """Words as parts with a look each."""
    parts = (words,) if isinstance(words, str) else words
    return [_run(part if isinstance(part, Run) else Run(part)) for part in parts if part not in ("",)]


def _run(run: Run) -> dict[str, Any]:
    said: dict[str, Any] = {"text": run.text}
    if run.color:
        said["color"] = run.color
    if run.bold:
        said["bold"] = True
    if run.italic:
        said["italic"] = True
    return said


def _panel(panel: Panel, numbers: Numbers) -> dict[str, Any]:
    shown = () if panel.covered else panel.marks
    return {
        "title": runs(panel.title),
        "note": runs(panel.note),
        "tab": panel.tab or plain(panel.title),
        "x": _axis(NO_AXIS if panel.covered else panel.x),
        "y": _axis(NO_AXIS if panel.covered else panel.y),
        "share": panel.share,
        "beside": panel.beside,
        "covered": panel.covered,
        "dense": panel.dense,
        "equal": panel.equal,
        "click": None if panel.covered or panel.click is None else _click(panel.click),
        "claims": [] if panel.covered else [_fields(claim) for claim in panel.claims],
        "toggles": [_fields(toggle) for toggle in panel.toggles],
        "toggleNote": panel.toggle_note,
        "room": len(panel.claims) if panel.covered else 0,  # for as many claims as will stand there
        "marks": [_mark(mark, numbers) for mark in shown],
    }


def _axis(axis: Axis) -> dict[str, Any]:
    return {
        "low": axis.low,
        "high": axis.high,
        "name": runs(axis.name),
        "ticks": [[tick.at, runs(tick.words)] for tick in axis.marked],
        "log": axis.log,
        "percent": axis.percent,
        "tell": axis.tell or plain(axis.name),
        "line": axis.line,
        "grid": axis.grid,
    }


def _mark(mark: Mark, numbers: Numbers) -> dict[str, Any]:
    kind: Any = type(mark)
    positions, words, usual = _fields_of(kind)
    said: dict[str, Any] = {"kind": kind.__name__.lower()}
    for name in positions:
        said[name] = numbers.place(getattr(mark, name))
    for name in words:
        said[name] = runs(getattr(mark, name))
    for name, default in usual:
        value = getattr(mark, name)
        if value != default:  # what is not said is as in `marks.py`: the browser has its `vocabulary`
            said[name] = list(value) if isinstance(value, tuple) else value
    return said


@cache
def _fields_of(kind: type[Any]) -> tuple[tuple[str, ...], tuple[str, ...], tuple[tuple[str, Any], ...]]:
    """A kind's fields that are positions, those that are words, and all others with what they usually are."""
    others = [field for field in fields(kind) if field.name not in kind.numbers]
    return (
        tuple(kind.numbers),
        tuple(field.name for field in others if field.type == "Words"),
        tuple((field.name, field.default) for field in others if field.type != "Words"),
    )


def vocabulary() -> dict[str, dict[str, Any]]:
    """What the browser must know of each kind of mark: which fields are positions, and what holds unless said."""
    return {
        kind.__name__.lower(): {
            "numbers": list(kind.numbers),
            "usual": {
                name: list(default) if isinstance(default, tuple) else default
                for name, default in _fields_of(kind)[2]
                if default is not MISSING
            },
        }
        for kind in (Line, Band, Points, Bars, Rule, Text, Hidden, Wall, Interval, Handle)
    }


def _key(key: Key) -> dict[str, Any]:
    return {"glyph": key.glyph, "words": runs(key.words), "color": key.color}


def _click(click: Click) -> dict[str, Any]:
    return {"key": click.key, "name": click.name, "stepX": click.step_x, "stepY": click.step_y}


def _fields(part: Claim | Toggle) -> dict[str, Any]:
    return {field.name: getattr(part, field.name) for field in fields(part)}
