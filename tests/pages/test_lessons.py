"""What holds of every lesson without a browser: controls, addresses, hostile values, covers, tables and questions."""

from __future__ import annotations

import csv
import io
import math
from importlib import import_module
from typing import Any

import pytest
from drawn import drawn

from pegp_lite.pages.ask import Exercise, Prediction
from pegp_lite.pages.controls import Choice, Levels, Slider
from pegp_lite.pages.page import Page
from pegp_lite.pages.pages import PAGES, Lesson

LESSONS = [page for page in PAGES if page.module.endswith(".lesson")]
HOSTILE = [math.nan, 1e300, -math.inf, "x", None, [], {}, b"\0", True]


def made(lesson: Lesson, query: str = "") -> Any:
    return getattr(import_module(lesson.module), lesson.function)(query=query)


def pages_of(widgets: Any) -> list[Page]:
    return [each for each in vars(widgets).values() if isinstance(each, Page)]


def questions_of(widgets: Any) -> list[Prediction]:
    return [each for each in vars(widgets).values() if isinstance(each, Prediction)]


@pytest.fixture(scope="module", params=LESSONS, ids=lambda lesson: lesson.name)
def lesson(request: pytest.FixtureRequest) -> Lesson:
    return request.param


@pytest.fixture(scope="module")
def opened(lesson: Lesson) -> Any:
    """The page after its predictions; tests put it back as it was."""
    widgets = made(lesson)
    for question in questions_of(widgets):
        question.commit(None)
    return widgets


def test_room_is_kept_for_what_is_said_once_a_question_is_answered(lesson: Lesson) -> None:
    for question in questions_of(made(lesson)):
        kept = max(len(question.page.sentence), question.page.figure.picture.letters)
        question.commit(None)
        assert len(question.page.sentence) <= kept


def test_hostile_values_leave_the_page_alive(opened: Any) -> None:
    for page in pages_of(opened):
        for control in page.controls:
            for value in HOSTILE:
                page.set(**{control.name: value})
                assert "could not be drawn" not in page.sentence
            page.reset()


def test_the_ends_of_all_sliders_can_be_drawn(opened: Any) -> None:
    for page in pages_of(opened):
        for end in ("low", "high"):
            page.set(**{c.name: getattr(c, end) for c in page.controls if isinstance(c, Slider)})
            assert "could not be drawn" not in page.sentence
            assert "unknown" not in page.sentence
        page.reset()


def another(page: Page) -> dict[str, Any]:
    """Another value of the page's first slider, or of its first menu where it has none."""
    for control in page.controls:
        if isinstance(control, Slider):
            return {control.name: control.low if control.first != control.low else control.high}
        if isinstance(control, Levels):
            return {control.name: next(level for level in control.levels if level != control.first)}
    menu = next(control for control in page.controls if isinstance(control, Choice))
    return {menu.name: next(option for option in menu.options if option != menu.first)}


def test_addresses_reopen_and_reset_goes_back(lesson: Lesson, opened: Any) -> None:
    for name in [name for name, each in vars(opened).items() if isinstance(each, Page)]:
        page: Page = getattr(opened, name)
        first = page.sentence, drawn(page)
        page.set(**another(page))
        assert (page.sentence, drawn(page)) != first
        again: Page = getattr(made(lesson, page.query), name)
        again.uncover()
        assert (again.sentence, drawn(again)) == (page.sentence, drawn(page))
        page.reset()
        assert (page.sentence, drawn(page)) == first
        assert page.query == ""


def test_settings_of_a_page_s_figures_do_not_share_a_name(opened: Any) -> None:
    names = [page.prefix + control.name for page in pages_of(opened) for control in page.controls]
    assert len(names) == len(set(names))


def test_what_is_covered_is_not_sent(lesson: Lesson) -> None:
    widgets = made(lesson)
    questions = questions_of(widgets)
    assert questions, "a page asks before it shows"
    for question in questions:
        page = question.page
        assert page.covered
        covered = drawn(page), page.sentence
        assert any(panel.covered for panel in page.figure.picture.panels)
        reply_before = question.card["reply"]
        question.commit(0)
        assert (drawn(page), page.sentence) != covered
        assert not any(panel.covered for panel in page.figure.picture.panels)
        assert reply_before == ""
        assert question.card["lead"].startswith(("✓ Right.", "✗ Not so."))
        question.commit(len(question.options) - 1)
        assert question.card["mine"] == 0, "a choice, once revealed, stays"
        room = question.card["reserve"]
        assert len(room) >= 0.8 * len(question.card["reply"]), "the reply has more words than were given room"


def test_tables_are_proper_columns(opened: Any) -> None:
    for page in pages_of(opened):
        name, media, content = page.file("CSV")
        assert (name.endswith(".csv"), media) == (True, "text/csv")
        rows = list(csv.reader(line for line in io.StringIO(content.decode()) if not line.startswith("# ")))
        assert len(rows) > 2
        assert {len(row) for row in rows} == {len(rows[0])}
        assert page.file("SVG")[2].startswith(b"<?xml")


def test_the_exercise_knows_right_from_wrong(opened: Any) -> None:
    exercise: Exercise = opened.exercise
    right = exercise.solution
    wrong = next(word for word in exercise.options if word != right) if exercise.options else "-98765"
    exercise.value = {"answer": wrong, "told": 1}
    assert exercise.card["state"] == "wrong"
    exercise.value = {"answer": right if isinstance(right, str) else f"{right:.6g}", "told": 2}
    assert exercise.card["state"] == "right"
    exercise.value = {"answer": "nonsense" * 100, "told": 3}
    assert exercise.card["state"] == "right", "what is too long is not taken"


def test_every_handle_belongs_to_the_page(opened: Any) -> None:
    for page in pages_of(opened):
        for key, handle in page.figure.picture.handles.items():
            if not handle.still:
                before = page.state
                x = float(handle.reach_x[0]) if handle.reach_x else None
                y = float(handle.reach_y[0]) if handle.reach_y else None
                page.figure.value = {"key": key, "x": x, "y": y, "told": key}
                at_end = (handle.reach_x and handle.x == x) or (handle.reach_y and handle.y == y)
                assert page.state != before or at_end, f"{key} moves nothing"
                page.reset()
