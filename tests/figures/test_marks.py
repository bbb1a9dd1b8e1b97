"""Marks, panels and pictures say what is wrong with them, and go to a browser whole, once and uncovered."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegp_lite.figures.marks import Band, Handle, Line, Points, Text, plain, symbol
from pegp_lite.figures.picture import Axis, Claim, Click, Panel, Picture
from pegp_lite.figures.render.browser import described
from pegp_lite.figures.ticks import ticks_between
from pegp_lite.pages.live import Hand, LiveFigure, understood

UNIT = Axis(low=0, high=1)


def handle(key: str = "point") -> Handle:
    return Handle(x=0.3, y=2.0, key=key, name="the point", words="x = 0.3", reach_x=(0, 1), reach_y=(-3, 7))


def picture(covered: bool = False) -> Picture:
    x = np.linspace(0, 1, 20)
    marks = (Line(x=x, y=x**2, name="secret"), Band(x=x, low=x - 1, high=x + 1), handle())
    claim = Claim(number="1", text="secret", verdict="holds", chip="holds")
    click = Click(key="look", name="secret")
    named = Axis(low=0, high=1, ticks=(0.5,), labels=("secret",), name="secret")
    panel = Panel(x=named, y=UNIT, marks=marks, covered=covered, claims=(claim,), click=click, title="open")
    return Picture(panels=(panel,), sentence="A picture.")


def test_a_mark_with_arrays_of_two_lengths_is_refused() -> None:
    with pytest.raises(ValueError, match="x 3, y 2"):
        Line(x=[0, 1, 2], y=[0, 1])
    with pytest.raises(ValueError, match="one row"):
        Points(x=np.zeros((2, 2)), y=np.zeros((2, 2)))


def test_axes_say_what_is_wrong() -> None:
    with pytest.raises(ValueError, match="two different limits"):
        Axis(low=1, high=1)
    with pytest.raises(ValueError, match="positive"):
        Axis(low=0, high=1, log=True)
    with pytest.raises(ValueError, match="2 labels"):
        Axis(low=0, high=1, ticks=(0,), labels=("a", "b"))
    with pytest.raises(ValueError, match="share the key point"):
        Picture(panels=(Panel(x=UNIT, y=UNIT, marks=(handle(), handle())),), sentence="")


def test_words_keep_their_looks_and_can_be_read_without() -> None:
    assert plain(("value ", symbol("y"))) == "value y"


def test_equal_arrays_go_over_the_line_once() -> None:
    layout, numbers = described(picture())
    line, band, _ = layout["panels"][0]["marks"]
    assert line["x"] == band["x"] == [0, 20]
    assert len(numbers) == 4 * (4 * 20 + 2)
    found = np.frombuffer(numbers, "<f4")[line["y"][0] :][: line["y"][1]]
    assert found == pytest.approx(np.linspace(0, 1, 20) ** 2, rel=1e-6)
    assert line["spread"][1] == 0
    assert json.loads(json.dumps(layout)) == layout


def test_what_is_covered_never_leaves() -> None:
    layout, numbers = described(picture(covered=True))
    assert "secret" not in json.dumps(layout)
    assert not numbers
    assert layout["panels"][0]["covered"]
    assert layout["panels"][0]["title"] == [{"text": "open"}]


@pytest.mark.parametrize(
    ("value", "hand"),
    [
        ({"key": "point", "x": 0.5, "y": 1, "held": True}, Hand("point", 0.5, 1.0, True)),
        ({"key": "point", "x": 99, "y": -99}, Hand("point", 1.0, -3.0)),
        ({"key": "point", "x": float("nan"), "y": "1"}, Hand("point", 0.3, 2.0)),
        ({"key": "point", "x": True}, Hand("point", 0.3, 2.0)),
        ({"key": "look", "x": 0.25, "y": 0.5}, Hand("look", 0.25, 0.5)),
        ({"key": "look", "x": 7}, Hand("look", 1.0, None)),
        ({"key": "no such"}, None),
        ({"key": 3}, None),
        ({}, None),
        ("point", None),
    ],
)
def test_a_hand_is_understood_or_ignored(value: object, hand: Hand | None) -> None:
    assert understood(value, picture()) == hand
    assert understood(value, picture(covered=True)) is None


def test_a_live_figure_tells_what_a_hand_did_and_shows_the_next_picture() -> None:
    figure, told = LiveFigure(picture()), []
    figure.on_hand(told.append)
    figure.value = {"key": "point", "x": 0.6, "y": 3.0, "held": False}
    figure.value = {"key": "nobody"}
    assert told == [Hand("point", 0.6, 3.0)]
    assert repr(figure) == figure.sentence == "A picture."
    figure.show(Picture(panels=(Panel(x=UNIT, y=UNIT, marks=(Text(x=0, y=0, words="hello"),)),), sentence="Next."))
    assert repr(figure) == "Next."
    assert json.loads(figure.drawing)["panels"][0]["marks"][0]["words"] == [{"text": "hello"}]


@given(st.floats(-1e3, 1e3), st.floats(1e-3, 1e6), st.integers(2, 10))
def test_ticks_are_few_round_and_inside(low: float, width: float, count: int) -> None:
    high = low + width
    found = [tick.at for tick in ticks_between(low, high, count)]
    assert 1 <= len(found) <= 2.5 * count + 1
    assert all(low - 1e-6 * width <= at <= high + 1e-6 * width for at in found)
    gaps = np.diff(found)
    assert gaps == pytest.approx(np.full_like(gaps, gaps[0]) if len(gaps) else gaps, rel=1e-6)


def test_ticks_read_well() -> None:
    def words(*given: object, **more: object) -> list[str]:
        return [str(tick.words) for tick in ticks_between(*given, **more)]  # type: ignore[arg-type]

    assert words(0, 1, 5) == ["0", "0.2", "0.4", "0.6", "0.8", "1"]
    assert words(-3, 7, 5) == ["−2", "0", "2", "4", "6"]
    assert words(0, 40000, 4) == ["0", "10k", "20k", "30k", "40k"]
    assert words(1, 1000, 5, log=True) == ["1", "10", "100", "1000"]
    assert words(0, 1, 2, percent=True) == ["0%", "50%", "100%"]
    assert words(7, 1, 3) == ["2", "4", "6"]
