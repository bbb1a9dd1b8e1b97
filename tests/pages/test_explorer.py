"""The pages' framework, without a browser: controls that survive anything, addresses, questions, downloads."""

from __future__ import annotations

import math

import ipywidgets as widgets
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegp_lite.figures.marks import Line
from pegp_lite.figures.picture import Axis, Panel, Picture
from pegp_lite.pages.ask import Exercise, Prediction
from pegp_lite.pages.controls import Choice, Several, Slider, Switch
from pegp_lite.pages.page import Page, Scene

CONTROLS = [
    Slider(name="delta", label="failure probability", value=0.1, low=0.01, high=0.5, step=0.01),
    Slider(name="steps", label="steps", value=20, low=1, high=50),
    Slider(name="noise", label="noise", value=0.1, low=0.001, high=10, step=0.1, log=True),
    Choice(name="mask", label="mask", options=["none", "hill"]),
    Switch(name="hide", label="hide it"),
    Several(name="set", label="priors", options=["a", "b", "c"]),
]
anything = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.lists(st.text()) | st.binary()


SHOWN: list[dict] = []


def plain_picture(state: dict, covered: bool) -> Picture:
    """A line, and what was asked for."""
    SHOWN.append(dict(state))
    if state["steps"] == 13:
        raise RuntimeError("unlucky thirteen")
    panel = Panel(x=Axis(low=0, high=1), y=Axis(low=0, high=1), marks=(Line(x=[0, 1], y=[0, 1]),), covered=covered)
    said = f"delta {state['delta']:g}, {state['steps']} steps, <{state['mask']}>"
    return Picture(panels=(panel,), sentence="covered" if covered else said)


def plain_page(query: str | None = "", covered: bool = False) -> Page:
    scene = Scene(plain_picture, lambda state: (["t", "regret"], [[1, 0.5], [2, 0.25]]))
    return Page("plain", CONTROLS, scene, query=query, covered=covered)


@pytest.mark.parametrize("control", CONTROLS, ids=lambda c: c.name)
@given(value=anything)
def test_whatever_arrives_is_cleaned_to_something_allowed(control, value) -> None:
    clean = control.clean(value)
    reopened = control.read(control.write(clean))
    assert reopened == (pytest.approx(clean, rel=1e-5) if isinstance(clean, float) else clean)
    assert control.clean(clean) == clean


@pytest.mark.parametrize("value", [1e300, -math.inf, math.inf, 51, 50.4])
def test_a_number_out_of_range_goes_to_the_nearest_end(value: float) -> None:
    assert CONTROLS[1].clean(value) == (50 if value > 0 else 1)


@given(st.text() | st.from_regex(r"(delta|steps|mask|hide|set)=[-a-z0-9.%]{0,8}(&\w{0,5}=?){0,3}"))
def test_any_address_opens_the_page(query: str) -> None:
    page = plain_page(query)
    assert page.sentence
    assert all(control.clean(page.state[control.name]) == page.state[control.name] for control in CONTROLS)


def test_a_shared_address_reopens_the_same_view() -> None:
    page = plain_page()
    page.set(delta=0.25, mask="hill", set=("c", "a"), hide=True, noise=0.5)
    assert plain_page("?" + page.query).state == page.state
    assert page.figure.address["query"] == page.query
    assert page.state["set"] == ("a", "c")
    page.reset()
    assert page.query == ""


def test_settings_are_read_from_the_address_a_page_was_opened_with(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUERY_STRING", "delta=0.25")
    assert plain_page(None).state["delta"] == 0.25


def test_an_address_that_makes_no_sense_is_ignored_with_a_note() -> None:
    page = plain_page("delta=lots&steps=7&mask=<script>&set=9&hide=perhaps&nobody=1")
    assert page.state == page.first | {"steps": 7}
    for words in (
        "failure probability must be a number",
        "mask must be one of none, hill",
        "priors must be",
        "hide it",
    ):
        assert words in page.sentence
    assert "<script>" not in page.sentence
    assert "nobody" not in page.sentence
    assert "longer than" in plain_page("delta=0.2&x=" + "y" * 5000).sentence


def test_a_browser_that_lies_about_limits_gets_the_nearest_allowed_value() -> None:
    page = plain_page()
    slider = page.widgets["steps"]
    slider.max, slider.value = 10**6, 900_000
    assert SHOWN[-1]["steps"] == 50
    page.widgets["noise"].max = 300
    page.widgets["noise"].value = 1e299
    assert SHOWN[-1]["noise"] == 10


def test_what_a_browser_asks_is_taken_only_in_its_own_words() -> None:
    page = plain_page()
    page.figure.value = {"ask": "set", "text": "steps=7&delta=nonsense", "told": 1}
    assert page.state == page.first | {"steps": 7}
    before = page.state
    for value in (
        {"ask": "run", "text": "x"},
        {"ask": "set", "text": 5},
        {"ask": "save", "text": "EXE"},
        {"key": "no"},
    ):
        page.figure.value = value
    page.figure.value = {"ask": "set", "text": "steps=9" + "&x=y" * 5000}
    assert page.state == before
    assert page.figure.file == {}
    page.figure.value = {"ask": "save", "text": "CSV", "told": 2}
    assert page.figure.file["name"].endswith(".csv")


def test_a_station_begins_from_the_first_settings() -> None:
    page = plain_page()
    page.figure.value = {"ask": "set", "text": "noise=5&set=0.2", "told": 1}
    page.figure.value = {"ask": "station", "text": "steps=7", "told": 2}
    assert page.state == page.first | {"steps": 7}


def test_a_scene_that_fails_is_told_in_words_and_the_page_lives_on() -> None:
    page = plain_page()
    page.set(steps=13)
    assert "could not be drawn (unlucky thirteen)" in page.sentence
    page.reset_button.click()
    assert page.state == page.first
    assert "delta 0.1, 20 steps" in page.sentence


def test_several_settings_at_once_draw_once_and_said_at_leaves_them() -> None:
    page = plain_page()
    drawn = len(SHOWN)
    page.set(delta=0.2, steps=5, mask="hill")
    assert len(SHOWN) == drawn + 1
    assert page.said_at(steps=6) == "delta 0.2, 6 steps, <hill>"
    assert page.state["steps"] == 5
    assert page.sentence == "delta 0.2, 5 steps, <hill>"
    with pytest.raises(ValueError, match="plain has no setting step; it has delta, steps"):
        page.set(step=3)


def test_downloads_hold_the_picture_and_the_numbers_with_their_settings() -> None:
    page = plain_page()
    page.set(delta=0.2)
    assert page.file("PNG")[2].startswith(b"\x89PNG")
    name, media, content = page.file("CSV")
    lines = content.decode().splitlines()
    assert (name, media) == ("plain_delta-0.2.csv", "text/csv")
    assert lines[0] == "# delta = 0.2  (failure probability)"
    assert lines[len(CONTROLS) :] == ["t,regret", "1,0.5", "2,0.25"]


def test_an_exercise_takes_the_right_answer_and_no_other() -> None:
    number = Exercise("Half of one?", lambda: 0.5, "Divide.", "Indeed.", tolerance=0.01)
    for answer, right in (("x", False), ("nan", False), ("0.7", False), ("0,5", True), (" 0.505 ", True)):
        assert number.check(answer) == right
        assert ("Right. Indeed." in number.card["said"]) == right
    word = Exercise("Which?", lambda: "left", "Look.", "Yes.", options=["left", "right"])
    word.value = {"answer": "right"}
    assert "Look." in word.card["said"]
    word.value = {"answer": "elsewhere"}
    assert word.card["answer"] == "right"
    word.value = {"answer": "left"}
    assert word.card["state"] == "right"


def test_a_prediction_answers_only_after_the_reader_committed() -> None:
    page = plain_page(covered=True)
    asked = Prediction("Which?", ["left", "right"], 0, lambda choice: f"The page says {choice == 0}.", page)
    assert "The page says" not in str(asked.card)
    assert page.sentence == "covered"
    asked.value = {"choice": 0}
    assert (asked.card["lead"], asked.card["reply"]) == ("✓ Right. ", "The page says True.")
    assert page.sentence.startswith("delta")


def test_what_is_set_is_drawn_before_the_controls_follow(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the browser a slider that moves has the whole page laid out, which the figure need not wait for."""
    page, sent = plain_page(), []
    told = widgets.Widget.send_state
    monkeypatch.setattr(widgets.Widget, "send_state", lambda self, key=None: (sent.append(self), told(self, key))[1])
    page.set(steps=7)
    assert [type(widget).__name__ for widget in sent] == ["LiveFigure", "IntSlider"]
    assert page.widgets["steps"].value == 7
