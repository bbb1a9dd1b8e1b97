"""The start page's pictures: page 00's figure in small, look by look, and a miniature of each page's first figure.

They go out as a script of data, made beforehand, because nothing computes behind the start page.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator
from dataclasses import fields, replace
from importlib import import_module
from typing import Any

import numpy as np

from pegp_lite.figures.marks import Handle, Line, Mark, Points, Text, Wall, plain
from pegp_lite.figures.palette import expert
from pegp_lite.figures.picture import Axis, Panel, Picture
from pegp_lite.figures.render.browser import described
from pegp_lite.pages.lessons.algorithm.words import STOPS
from pegp_lite.pages.lessons.start.model import LOOKS, the_game
from pegp_lite.pages.lessons.start.view import happened, hills
from pegp_lite.pages.pages import PAGES, Lesson

ANOTHER = ("middle", 21)  # not the game of page 00, whose question it would answer
YOU = 0.35  # where the reader's ring stands at first
TOLD = ("02", "03", "04")  # covered, they lack what they are about; uncovered, they answer nothing
LATER = {"03": {"step": 4, "line": STOPS[-1]}}  # what tells nothing as it opens: a run when some are out, not yet all
POINTS = {"hero": 101, "miniature": 61}  # of a curve
DIGITS = 3
GLYPH = 6.0  # half the height of one that says what was found
SIZES = {"circle": 3.5, "cross": 11.0}  # of others


def start_pictures() -> dict[str, Any]:
    """The hero after 0 .. T looks, and a miniature for each page that has a figure of marks, by the page's name."""
    return {
        "hero": [_sent(picture, POINTS["hero"]) for picture in hero()],
        "pages": {page.name: _sent(miniature(page), POINTS["miniature"]) for page in PAGES if _has_marks(page)},
    }


def hero() -> Iterator[Picture]:
    """Another game of page 00's kind after each look; where the algorithm looks next is in it, for the page to hide."""
    game = the_game(*ANOTHER)
    for n in range(LOOKS + 1):
        panel = hills(game, n, YOU, ahead=True)
        yield Picture(panels=(panel,), height=440, sentence=happened(game, n),
                      title="Three experts promise a hill. One of them is right.")  # fmt: skip


def miniature(page: Lesson) -> Picture:
    """The page's figure as it opens: its largest panel, an open one where there is one, without words and handles."""
    panel = promises() if page.number == "00" else _largest(page)
    marks = tuple(_bare(mark) for mark in map(_let_go, panel.marks) if _shown(mark))
    small = Panel(x=_plain(panel.x), y=_plain(panel.y), marks=marks, equal=panel.equal)
    return Picture(panels=(small,), sentence="", height=140)


def promises() -> Panel:
    """Page 00's game without its bands, which would fill the small picture: three promises, the looks, the first out.

    In the hero's game, since its own answers its question.
    """
    game = the_game(*ANOTHER)
    n = min(int(out) for out in game.out_at(LOOKS) if out)
    out, record = game.out_at(n), game.record
    marks: list[Mark] = []
    for p, prior in enumerate(game.problem.priors):
        gone = bool(out[p])
        marks.append(Line(x=game.x, y=prior.mean, color=expert(p), dash=(2, 4) if gone else (),
                          opacity=0.6 if gone else 1.0))  # fmt: skip
        if gone:
            marks.append(
                Points(x=[game.x[np.argmax(prior.mean)]], y=[2.2], marker="cross", color="bad", size=SIZES["cross"])
            )
    marks.append(Points(x=game.x[record.points[0, :n]], y=record.observations[0, :n]))
    return Panel(x=Axis(low=0, high=1), y=Axis(low=-1.5, high=6), marks=tuple(marks))


def _largest(page: Lesson) -> Panel:
    live = getattr(import_module(page.module), page.function)(query="").page
    if page.number in TOLD:
        live.uncover()
    if page.number in LATER:
        live.set(**LATER[page.number])
    panels = live.figure.picture.panels
    found: Panel = max(panels, key=lambda each: (not each.covered, each.share))
    return found


def _has_marks(page: Lesson) -> bool:
    return page.module.endswith(".lesson")


def _shown(mark: Mark) -> bool:
    return not isinstance(mark, Text | Handle | Wall) and not getattr(mark, "when", "")


def _let_go(mark: Mark) -> Mark:
    """A handle that is a star or a diamond is what the page is about; of an expert who is out the ✗ is left."""
    if isinstance(mark, Text) and plain(mark.words).startswith("✗"):
        return Points(x=[mark.x], y=[mark.y], marker="cross", color="bad", size=GLYPH)
    if isinstance(mark, Handle) and mark.glyph in ("star", "diamond"):
        return Points(x=[mark.x], y=[mark.y], marker=mark.glyph, size=GLYPH)
    return mark


def _bare(mark: Mark) -> Mark:
    silent = {"name": "", "names": (), "key": "", "keys": (), "words": (), "label": ""}
    named = {field.name for field in fields(mark)}  # type: ignore[arg-type]
    made: Mark = replace(mark, **{name: value for name, value in silent.items() if name in named})  # type: ignore[type-var]
    if isinstance(made, Points):
        return replace(made, size=min(made.size, SIZES.get(made.marker, GLYPH)))
    return replace(made, width=min(made.width, 2.0)) if isinstance(made, Line) else made


def _plain(axis: Axis) -> Axis:
    return replace(axis, name="", ticks=(), labels=(), line=False, grid=False)


def _sent(picture: Picture, points: int) -> dict[str, Any]:
    panels = tuple(replace(p, marks=tuple(_light(mark, points) for mark in p.marks)) for p in picture.panels)
    layout, numbers = described(replace(picture, panels=panels))
    return {"drawing": layout, "numbers": base64.b64encode(numbers).decode(), "sentence": picture.sentence}


def _light(mark: Mark, points: int) -> Mark:
    """Curves of fewer points, and every number rounded."""
    made = {}
    for name in mark.numbers:
        values = np.round(getattr(mark, name), DIGITS)
        long = not hasattr(mark, "marker") or isinstance(mark, Line)
        if long and values.ndim and len(values) > points and name in ("x", "y", "spread", "low", "high"):
            values = values[np.round(np.linspace(0, len(values) - 1, points)).astype(int)]
        made[name] = values
    return replace(mark, **made)  # type: ignore[type-var]
