"""Page 04 without a browser: bound, way up and growth agree with the theory, and nothing breaks the page."""

from __future__ import annotations

import math

import numpy as np
import pytest
from drawn import drawn

from pegp_lite import PriorElimination, Problem, play
from pegp_lite.figures.words import number
from pegp_lite.pages.lessons.bound.game import GROWTH_STEPS, KERNELS, STEPS, STEPS_UP, case_of, growth_of
from pegp_lite.pages.lessons.bound.growth import CONTROLS as GROWTH_CONTROLS
from pegp_lite.pages.lessons.bound.page import CONTROLS, Lesson, regret_bound_page
from pegp_lite.theory import gain_growth, information_gain, regret_bound

OTHERS = {"T": 20, "priors": 9, "epsilon": 0.1, "R": 0.316, "delta": 0.01, "seed": 3}
GROWTH_OTHERS = {"epsilon": 0.1, "kernel": KERNELS[3], "R": 0.316}


@pytest.fixture(scope="module")
def lesson() -> Lesson:
    return regret_bound_page(query="")


@pytest.fixture(autouse=True)
def as_opened(lesson: Lesson) -> None:
    lesson.page.set(**lesson.page.first)
    lesson.growth.set(**lesson.growth.first)


@pytest.mark.parametrize(
    ("which", "name"), [("page", c.name) for c in CONTROLS] + [("growth", c.name) for c in GROWTH_CONTROLS]
)
def test_every_control_changes_sentence_and_picture(lesson: Lesson, which: str, name: str) -> None:
    page = getattr(lesson, which)
    sentence, picture = page.sentence, drawn(page)
    page.widgets[name].value = (OTHERS if which == "page" else GROWTH_OTHERS)[name]
    assert page.sentence != sentence
    assert drawn(page) != picture
    page.reset_button.click()
    assert (page.sentence, drawn(page)) == (sentence, picture)


@pytest.mark.parametrize("value", [math.nan, 1e300, -math.inf, "x", None, [], b"\0", True])
@pytest.mark.parametrize(
    ("which", "name"), [("page", c.name) for c in CONTROLS] + [("growth", c.name) for c in GROWTH_CONTROLS]
)
def test_hostile_values_leave_the_page_alive(lesson: Lesson, which: str, name: str, value) -> None:
    page = getattr(lesson, which)
    page.set(**{name: value})
    assert "could not be drawn" not in page.sentence_box.value
    try:
        page.widgets[name].value = value
    except Exception:
        return  # the widget refused it
    assert "could not be drawn" not in page.sentence_box.value


@pytest.mark.parametrize("priors", [1, 11])
@pytest.mark.parametrize("epsilon", [0.0, 0.2])
@pytest.mark.parametrize("R", [0.01, 1.0])
def test_the_way_up_climbs_from_the_regret_to_the_theorem(
    lesson: Lesson, priors: int, epsilon: float, R: float
) -> None:
    case = case_of(priors, epsilon, R, 0.1, 1)
    record = play(case.problem, PriorElimination(0.1), seed=1)
    bound = regret_bound(case.problem, record, 0.1)
    assert case.levels.shape == (len(STEPS_UP), STEPS)
    np.testing.assert_allclose(case.levels[0], record.cumulative_regret[0])
    np.testing.assert_allclose(case.levels[-1], bound.total[0])
    if not case.ledger.failed_events:
        assert (np.diff(case.levels, axis=0) >= -1e-9).all()
    for T in (2, STEPS):
        lesson.page.set(priors=priors, epsilon=epsilon, R=R, T=T, delta=0.001)
        assert lesson.page.sentence.startswith(f"After {T} steps")


def test_the_sentence_tells_the_theorem_s_numbers(lesson: Lesson) -> None:
    case = case_of(6, 0.0, 0.1, 0.1, 0)
    record = play(case.problem, PriorElimination(0.1), seed=0)
    bound = regret_bound(case.problem, record, 0.1)
    said = lesson.page.said_at(T=30)
    regret, total = record.cumulative_regret[0, 29], bound.total[0, 29]
    assert f"the regret is {number(regret)} and the bound {number(total)}, {number(total / regret)} times" in said
    for term in ("elimination", "noise", "information"):
        assert f"{number(getattr(bound, term)[0, 29])} for {term}" in said
    assert f"γ = {number(bound.gain[29])}" in said
    assert lesson.page.state == lesson.page.first


def test_a_shorter_horizon_is_the_beginning_of_the_same_game() -> None:
    case = case_of(6, 0.02, 0.1, 0.1, 2)
    whole = case.problem
    short = Problem(whole.priors, whole.values[:, :20], whole.noise_std, whole.available[:20], whole.true_prior)
    record = play(short, PriorElimination(0.1), seed=2)
    np.testing.assert_array_equal(record.points, case.record.points[:, :20])
    bound = regret_bound(short, record, 0.1, case.ledger.bound.gain[:20])
    np.testing.assert_allclose(bound.total[0], case.levels[-1, :20])


def test_the_tables_hold_what_is_drawn(lesson: Lesson) -> None:
    lesson.page.set(T=10)
    header, rows = lesson.page.scene.table()
    case = case_of(6, 0.0, 0.1, 0.1, 0)
    assert len(rows) == 10
    assert len(header) == len(rows[0])
    np.testing.assert_allclose([row[1] for row in rows], case.levels[0, :10])
    np.testing.assert_allclose([row[2] + row[3] + row[4] for row in rows], [row[5] for row in rows])
    np.testing.assert_allclose(np.array(rows)[:, 6:].T, case.levels[1:-1, :10])
    header, rows = lesson.growth.scene.table()
    assert len(rows) == GROWTH_STEPS
    assert all(lower <= upper + 1e-9 for _, lower, upper, _, _ in rows)
    assert rows[-1][2] == pytest.approx(rows[-1][3])


def test_growth_is_the_theory_s_own(lesson: Lesson) -> None:
    gain = growth_of(KERNELS[0], 0.02, 0.1)
    prior = case_of(6, 0.02, 0.1, 0.1, 0).problem.priors[0]
    again = information_gain(prior, 0.1, STEPS)
    np.testing.assert_allclose(case_of(6, 0.02, 0.1, 0.1, 0).ledger.bound.gain, again.upper)
    rate = gain_growth(np.array([25, 50]), 0.02)
    said = lesson.growth.sentence
    assert f"at most {number(gain.upper[-1])} nats" in said
    assert f"it grows by {number(gain.upper[49] / gain.upper[24])}, the rate by {number(rate[1] / rate[0])}" in said
    assert f"at least {number(gain.lower[-1])}" in said


def test_what_the_prose_says(lesson: Lesson) -> None:
    totals = {delta: case_of(6, 0.0, 0.1, delta, 0).levels[-1, -1] for delta in (0.1, 0.001)}
    assert totals[0.001] / totals[0.1] == pytest.approx(1.12, abs=0.005)
    first = case_of(6, 0.0, 0.1, 0.1, 0).levels[:, -1]
    assert 55 < first[-1] / first[0] < 65
    for seed in range(21):
        case = case_of(6, 0.0, 0.1, 0.1, seed)
        assert (case.levels[0] <= case.levels[-1]).all()


def test_prediction_variation_and_exercise(lesson: Lesson) -> None:
    lesson.prediction.choice.value = "about ten times"
    assert "60.5 times that" in lesson.prediction.reply.value
    lesson.variation.button.click()
    assert lesson.page.state["R"] == 1.0
    for answer, right in (("2", True), ("2.02", True), ("4", False), ("two", False), ("", False)):
        lesson.exercise.answer.value = answer
        assert lesson.exercise.judge() is right


def test_a_shared_address_reopens_the_view_and_only_the_first_figure_has_one() -> None:
    page = regret_bound_page(query="").page
    page.set(**OTHERS)
    query = page.query
    again = regret_bound_page(query=query)
    assert again.page.sentence == page.sentence
    assert again.growth.state == again.growth.first
