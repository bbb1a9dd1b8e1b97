"""The pages' framework, without a browser: controls that survive anything, addresses, questions, downloads."""

from __future__ import annotations

import io
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegp_lite.pages.canvas_ask import Exercise, Prediction, Variation
from pegp_lite.pages.canvas_page import Page
from pegp_lite.pages.controls import Choice, Several, Slider, Switch

CONTROLS = [
    Slider(name="delta", label="failure probability", value=0.1, low=0.01, high=0.5, step=0.01),
    Slider(name="steps", label="steps", value=20, low=1, high=50),
    Slider(name="noise", label="noise", value=0.1, low=0.001, high=10, step=0.1, log=True),
    Choice(name="mask", label="mask", options=["none", "hill"]),
    Switch(name="hide", label="hide it"),
    Several(name="set", label="priors", options=["a", "b", "c"]),
]
anything = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.lists(st.text()) | st.binary()


class Plain:
    """A scene that draws nothing and remembers what it was asked."""

    def __init__(self) -> None:
        self.shown: list[dict] = []

    def show(self, state) -> str:
        self.shown.append(dict(state))
        if state["steps"] == 13:
            raise RuntimeError("unlucky <b>thirteen</b>")
        return f"delta {state['delta']:g}, {state['steps']} steps, <{state['mask']}>"

    def png(self, dpi: float = 100) -> bytes:
        return f"picture at {dpi}".encode()

    def svg(self) -> bytes:
        return b"<svg/>"

    def table(self):
        return ["t", "regret"], [[1, 0.5], [2, 0.25]]


def plain_page(query: str | None = "") -> Page:
    return Page("plain", CONTROLS, Plain(), query=query)


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
    query = page.query
    assert plain_page("?" + query).state == page.state
    assert page.state["set"] == ("a", "c")
    page.set(**page.first)
    assert page.query == ""
    assert "data-query" not in page.picture.value


def test_the_page_whose_settings_are_in_the_address_says_them_with_its_picture(monkeypatch) -> None:
    monkeypatch.setenv("QUERY_STRING", "delta=0.25")
    page = plain_page(None)
    assert page.state["delta"] == 0.25
    assert f'data-query="{page.query}"' in page.picture.value


def test_an_address_that_makes_no_sense_is_ignored_with_a_note() -> None:
    page = plain_page("delta=lots&steps=7&mask=<script>&set=9&hide=perhaps&nobody=1")
    assert page.state == page.first | {"steps": 7}
    for words in (
        "failure probability must be a number",
        "mask must be one of none, hill",
        "priors must be",
        "hide it",
    ):
        assert words in page.note.value
    assert "<script>" not in page.note.value
    assert "nobody" not in page.note.value
    assert "longer than" in plain_page("delta=0.2&x=" + "y" * 5000).note.value


def test_a_browser_that_lies_about_limits_gets_the_nearest_allowed_value() -> None:
    page = plain_page()
    slider = page.widgets["steps"]
    slider.max, slider.value = 10**6, 900_000
    assert page.scene.shown[-1]["steps"] == 50
    page.widgets["noise"].max = 300
    page.widgets["noise"].value = 1e299
    assert page.scene.shown[-1]["noise"] == 10


def test_a_scene_that_fails_is_told_in_words_and_the_page_lives_on() -> None:
    page = plain_page()
    page.set(steps=13)
    assert "could not be drawn" in page.sentence_box.value
    assert "<b>thirteen" not in page.sentence_box.value
    page.reset_button.click()
    assert page.state == page.first
    assert "delta 0.1, 20 steps" in page.sentence_box.value


def test_several_settings_at_once_draw_once_and_said_at_puts_them_back() -> None:
    page = plain_page()
    drawn = len(page.scene.shown)
    page.set(delta=0.2, steps=5, mask="hill")
    assert len(page.scene.shown) == drawn + 1
    assert page.said_at(steps=6) == "delta 0.2, 6 steps, <hill>"
    assert page.state["steps"] == 5
    assert page.sentence == "delta 0.2, 5 steps, <hill>"
    with pytest.raises(ValueError, match="plain has no setting step; it has delta, steps"):
        page.set(step=3)


def test_the_picture_carries_its_sentence_as_alternative_text() -> None:
    page = plain_page()
    assert 'alt="delta 0.1, 20 steps, &lt;none&gt;"' in page.picture.value


def test_downloads_hold_the_picture_and_the_numbers_with_their_settings() -> None:
    page = plain_page()
    assert page.file("PNG") == ("plain.png", "image/png", b"picture at 200")
    assert page.file("SVG")[2] == b"<svg/>"
    name, media, content = page.file("CSV")
    lines = io.StringIO(content.decode()).read().splitlines()
    assert (name, media) == ("plain.csv", "text/csv")
    assert lines[0].startswith("t,regret,delta=0.1,steps=20")
    assert lines[1:] == ["1,0.5", "2,0.25"]


def test_an_exercise_takes_the_right_answer_and_no_other() -> None:
    number = Exercise("Half of one?", lambda: 0.5, "Divide.", "Indeed.", tolerance=0.01)
    for answer, right in (("", False), ("x", False), ("nan", False), ("0.7", False), ("0,5", True), (" 0.505 ", True)):
        number.answer.value = answer
        number.check.click()
        assert ("Right. Indeed." in number.reply.value) == right
    word = Exercise("Which?", lambda: "left", "Look.", "Yes.", options=["left", "right"])
    assert not word.judge()
    word.answer.value = "right"
    assert not word.judge()
    assert "Look." in word.reply.value
    word.answer.value = "left"
    assert word.judge()


def test_a_prediction_answers_only_after_the_reader_committed() -> None:
    asked = Prediction("Which?", ["left", "right"], lambda choice: f"The page says {choice == 'left'}.")
    assert "The page says" not in asked.reply.value
    asked.choice.value = "left"
    assert "You said <b>left</b>. The page says True." in asked.reply.value


def test_a_variation_changes_the_page() -> None:
    page = plain_page()
    Variation("More.", "go", lambda: page.set(delta=0.4)).button.click()
    assert page.state["delta"] == 0.4
