"""Page 07 without a browser: the promises, how each breakage breaks them, and that nothing breaks the page."""

from __future__ import annotations

import math
import re
import warnings

import numpy as np
import pytest
from drawn import drawn

from pegp_lite import PriorElimination, PriorsExhausted, play
from pegp_lite.pages.lessons.breaks.breakages import KINDS, SEEDS, STEPS, R, broken_game
from pegp_lite.pages.lessons.breaks.page import CONTROLS, BreaksLesson, when_it_breaks
from pegp_lite.pages.lessons.breaks.promises import Outcome, outcome, promises, sums
from pegp_lite.theory import largest_gain, regret_bound


@pytest.fixture(scope="module")
def lesson() -> BreaksLesson:
    return when_it_breaks(query="")


@pytest.fixture(autouse=True)
def as_opened(lesson: BreaksLesson) -> None:
    lesson.page.set(**lesson.page.first)


def verdicts(kind: str, strength: int) -> list[bool | None]:
    return [item.holds for item in promises(outcome(kind, strength, 0.1, 0))]


@pytest.mark.parametrize("kind", KINDS.values())
def test_at_strength_0_every_promise_is_kept_and_no_assumption_is_blamed(kind: str) -> None:
    assert verdicts(kind, 0) == [True] * 5
    game = broken_game(kind, 0, 0)
    assert (game.assumption, game.why) == ("", "")


@pytest.mark.parametrize(
    ("kind", "strength", "expected"),
    [
        ("noise", 4, [False, True, True, True, True]),
        ("noise", 10, [False, False, False, True, False]),
        ("removed", 4, [True, False, False, False, False]),
        ("scale", 4, [True, True, True, True, False]),
        ("many", 10, [True, True, True, True, False]),
        ("mask", 4, [False, False, False, True, False]),
        ("nothing", 10, [True, True, True, True, True]),
    ],
)
def test_what_each_breakage_breaks(kind: str, strength: int, expected: list[bool]) -> None:
    assert verdicts(kind, strength) == expected
    assert bool(broken_game(kind, strength, 0).assumption) == (kind != "nothing")


def test_the_theory_names_what_it_does_not_cover() -> None:
    assert "differ only in output scale" in broken_game("scale", 4, 0).why
    assert "is not among these priors" in broken_game("removed", 4, 0).why


def test_the_counts_are_those_of_the_engine(lesson: BreaksLesson) -> None:
    lesson.page.set(broken="wrong noise level", strength=10)
    game = broken_game("noise", 10, 0)
    with pytest.warns(PriorsExhausted):
        record = play(game.problem, PriorElimination(0.1), noise=game.noise, seed=0)
    said = lesson.page.sentence
    assert f"true prior was thrown out in {(record.eliminated_at[:, 1] > 0).sum()}." in said
    over = record.exhausted_at[record.exhausted_at > 0]
    assert f"In {len(over)} of the games every prior was rejected, first at step {over.min()}" in said
    ends = record.cumulative_regret[record.exhausted_at == 0, -1]
    assert f"{ends.mean():.2f} ± {ends.std(ddof=1) / math.sqrt(len(ends)):.2f} (in the {len(ends)} games" in said
    assert game.noise.std() == pytest.approx(6 * R, rel=0.1)


def test_the_share_of_the_bound_is_that_of_the_theory() -> None:
    found = outcome("noise", 3, 0.2, 1)
    gain = largest_gain(found.game.problem.priors, R, STEPS)
    total = regret_bound(found.game.problem, found.record, 0.2, gain).total
    assert found.bound_used == pytest.approx(np.nanmax(found.record.cumulative_regret / total), rel=1e-9)


def test_the_sums_are_the_test_of_algorithm_1() -> None:
    for kind, strength in (("mask", 4), ("noise", 2), ("many", 3)):
        found = outcome(kind, strength, 0.1, 0)
        name, steps, errors, allowed = sums(found)
        p = [prior.name for prior in found.game.problem.priors].index(name)
        out = found.record.eliminated_at[0, p]
        if out:
            assert steps[-1] == out
            assert errors[-1] > allowed[-1]
            errors, allowed = errors[:-1], allowed[:-1]
        assert (errors <= allowed).all()


def test_a_lying_mask_hands_out_the_nearest_open_point() -> None:
    game = broken_game("mask", 5, 0)
    assert game.lies.sum() == 15
    assert not game.lies[::2].any()
    honest, lied = game.problem.values[0, 0], game.problem.values[0, game.lies][0]
    shut = honest != lied
    assert 10 < shut.sum() < 25
    edges = np.flatnonzero(np.diff(shut))
    assert set(lied[shut]) == {honest[edges[0]], honest[edges[1] + 1]}
    weaker = broken_game("mask", 3, 0)
    assert not (weaker.lies & ~game.lies).any()


@pytest.mark.parametrize(
    ("before", "name", "value"),
    [
        ({}, "strength", 1),
        ({"strength": 3}, "broken", "too many priors"),
        ({}, "delta", 0.1259),
        ({}, "luck", 1),
        ({"broken": "the true prior removed"}, "strength", 10),
    ],
)
def test_every_control_changes_picture_and_words(lesson: BreaksLesson, before: dict, name: str, value: object) -> None:
    page = lesson.page
    page.set(**page.first | before)
    picture, sentence = drawn(page), page.sentence
    page.widgets[name].value = value
    assert page.sentence != sentence
    assert drawn(page) != picture
    page.set(**page.first | before)
    assert (page.sentence, drawn(page)) == (sentence, picture)


@pytest.mark.parametrize("label", KINDS)
@pytest.mark.parametrize("strength", [0, 10])
@pytest.mark.parametrize(("delta", "luck"), [(0.01, 20), (0.5, 3)])
def test_extremes_are_drawn_and_said_without_a_warning(
    lesson: BreaksLesson, label: str, strength: int, delta: float, luck: int
) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        lesson.page.set(broken=label, strength=strength, delta=delta, luck=luck)
    assert "could not be drawn" not in lesson.page.sentence_box.value
    assert "nan" not in lesson.page.sentence
    assert len(re.findall("<li", lesson.page.verdicts.value)) == 5


@pytest.mark.parametrize("control", CONTROLS, ids=lambda control: control.name)
@pytest.mark.parametrize("value", [math.nan, 1e300, -7, "x", None, []])
def test_nonsense_leaves_the_page_alive(lesson: BreaksLesson, control: object, value: object) -> None:
    lesson.page.set(**{control.name: value})  # type: ignore[attr-defined]
    assert "could not be drawn" not in lesson.page.sentence_box.value


def test_all_priors_rejected_is_explained(lesson: BreaksLesson) -> None:
    lesson.variation.button.click()
    assert lesson.page.state["broken"] == "a lying mask"
    assert f"In {SEEDS} of the games every prior was rejected" in lesson.page.sentence
    assert "most likely none of its priors is the true one" in lesson.page.sentence
    assert "none of the priors is the true one" in outcome("mask", 4, 0.1, 0).warning
    assert "the true prior is blamed" in lesson.page.verdicts.value


def test_the_table_and_files(lesson: BreaksLesson) -> None:
    lesson.page.set(broken="a lying mask", strength=4)
    header, rows = lesson.page.scene.table()
    found: Outcome = outcome("mask", 4, 0.1, 0)
    assert len(rows) == SEEDS
    assert len(header) == len(rows[0])
    assert [row[5] for row in rows] == found.record.exhausted_at.tolist()
    for kind in ("PNG", "SVG", "CSV"):
        assert lesson.page.file(kind)[2]


def test_prediction_and_exercise(lesson: BreaksLesson) -> None:
    lesson.prediction.choice.value = "the regret bound"
    assert "The band goes first, at 2.5 times" in lesson.prediction.reply.value
    assert "You were right" not in lesson.prediction.reply.value
    for answer, right in (("5", False), ("", False), ("many", False), ("7", True)):
        lesson.exercise.answer.value = answer
        assert lesson.exercise.judge() == right
    assert [outcome("many", s, 0.1, 0).follows < 0.5 for s in (6, 7)] == [False, True]


def test_what_is_said_at_other_settings_does_not_move_the_page(lesson: BreaksLesson) -> None:
    before = lesson.page.state, lesson.page.sentence
    said = lesson.page.said_at(broken="too many priors", strength=99)
    assert said.startswith("80 priors compete")
    assert (lesson.page.state, lesson.page.sentence) == before
