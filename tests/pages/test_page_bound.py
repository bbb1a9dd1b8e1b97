"""Page 04 without a browser: its numbers are the theorem's, and a hand on a bar finds the term it ends in."""

from __future__ import annotations

import numpy as np
import pytest
from drawn import drawn
from prose import phrases_of

from pegp_lite import PriorElimination, Problem, play
from pegp_lite.figures.marks import Bars, Line, Text, plain
from pegp_lite.figures.render.browser import described
from pegp_lite.figures.words import number
from pegp_lite.pages.address import read_query
from pegp_lite.pages.lessons.bound.growth_view import LIMITS as GAIN_LIMITS
from pegp_lite.pages.lessons.bound.lesson import Bound, regret_bound_page
from pegp_lite.pages.lessons.bound.model import GROWTH_STEPS, KERNELS, STEPS, STEPS_UP, TERMS, case_of, growth_of
from pegp_lite.pages.lessons.bound.view import CELLS, LARGEST, LIMITS, REGRET, ROWS, lit_by
from pegp_lite.theory import gain_growth, information_gain, regret_bound

OTHERS = {"T": 20, "priors": 9, "epsilon": 0.1, "R": 0.316, "delta": 0.01, "seed": 3, "step": "optimism"}
GROWTH_OTHERS = {"epsilon": 0.1, "kernel": KERNELS[3], "R": 0.316}


@pytest.fixture
def lesson() -> Bound:
    """The page after both predictions."""
    lesson = regret_bound_page("")
    lesson.prediction.commit(None)
    lesson.moving.commit(None)
    return lesson


@pytest.mark.parametrize("name", OTHERS)
def test_every_control_changes_picture_and_sentence(lesson: Bound, name: str) -> None:
    picture, sentence = drawn(lesson.page), lesson.page.sentence
    lesson.page.set(**{name: OTHERS[name]})
    assert drawn(lesson.page) != picture
    assert lesson.page.sentence != sentence


@pytest.mark.parametrize("name", GROWTH_OTHERS)
def test_every_control_of_the_growth_does_too(lesson: Bound, name: str) -> None:
    picture, sentence = drawn(lesson.growth), lesson.growth.sentence
    lesson.growth.set(**{name: GROWTH_OTHERS[name]})
    assert drawn(lesson.growth) != picture
    assert lesson.growth.sentence != sentence


def test_a_phrase_that_changes_the_game_lets_go_of_a_pressed_step(lesson: Bound) -> None:
    games = [query for query in phrases_of("04_regret_bound").values() if "priors=" in query]
    assert len(games) == 6
    for query in games:
        lesson.page.set(step=STEPS_UP[0].name)
        lesson.page.set(**read_query(lesson.page.controls, query)[0])
        assert "gives away most" in lesson.page.sentence, "with one prior, nothing is given away at a rejection"


def test_nothing_tells_before_the_reader_has_answered() -> None:
    lesson = regret_bound_page("")
    case = case_of(6, 0.0, 0.1, 0.1, 0)
    told = str(described(lesson.page.figure.picture)[0]) + lesson.page.sentence + str(lesson.prediction.card)
    assert number(case.levels[0, -1]) in told, "the regret may be seen"
    for value in (case.levels[-1, -1], case.levels[-1, -1] / case.levels[0, -1], *case.terms[:, -1]):
        assert number(value) not in told
    curves = [mark for mark in lesson.page.figure.picture.panels[0].marks if isinstance(mark, Line)]
    assert all(np.array_equal(line.y, case.levels[0]) for line in curves)
    assert "1.83" not in str(described(lesson.growth.figure.picture)[0]) + lesson.growth.sentence


@pytest.mark.parametrize("priors", [1, 11])
@pytest.mark.parametrize("epsilon", [0.0, 0.2])
@pytest.mark.parametrize("R", [0.01, 1.0])
def test_the_way_up_climbs_from_the_regret_to_the_theorem(lesson: Bound, priors: int, epsilon: float, R: float) -> None:
    case = case_of(priors, epsilon, R, 0.1, 1)
    record = play(case.problem, PriorElimination(0.1), seed=1)
    bound = regret_bound(case.problem, record, 0.1)
    assert case.levels.shape == (len(ROWS), STEPS)
    np.testing.assert_allclose(case.levels[0], record.cumulative_regret[0])
    np.testing.assert_allclose(case.levels[-1], bound.total[0])
    np.testing.assert_allclose(case.terms.sum(axis=0), bound.total[0])
    if not case.ledger.failed_events:
        assert (np.diff(case.levels, axis=0) >= -1e-9).all()
    for T in (2, STEPS):
        lesson.page.set(priors=priors, epsilon=epsilon, R=R, T=T, delta=0.001)
        assert lesson.page.sentence.startswith(f"After {T} steps")


@pytest.mark.parametrize("seed", range(5))
def test_a_step_ends_in_the_terms_that_light_up(seed: int) -> None:
    """What the steps give away, by the terms they name, makes those terms out of what the game really had."""
    case = case_of(6, 0.0, 0.3, 0.1, seed)
    given = dict(zip(ROWS[1:], np.diff(case.levels[:, -1]), strict=True))

    def only(*terms: str) -> float:
        return sum(value for row, value in given.items() if lit_by(row) == terms)

    def at_end(name: str) -> tuple[float, float]:
        return case.ledger[name].left[0, -1], case.ledger[name].right[0, -1]

    elimination, noise, information = case.terms[:, -1]
    assert only("elimination") == pytest.approx(elimination - at_end("critical steps")[0])
    heard, granted = at_end("noise sums")
    assert only("noise") == pytest.approx(granted - heard + noise - 2 * granted)
    widths = at_end("Lemma 5.3")[0]
    assert only("information") == pytest.approx(information - 2 * widths)
    calm = case.levels[0, -1] - at_end("critical steps")[0]
    assert only("noise", "information") == pytest.approx(heard + granted + 2 * widths - calm)


def test_the_sentence_tells_the_theorem_s_numbers(lesson: Bound) -> None:
    case = case_of(6, 0.0, 0.1, 0.1, 0)
    record = play(case.problem, PriorElimination(0.1), seed=0)
    bound = regret_bound(case.problem, record, 0.1)
    said = lesson.page.said_at(T=30)
    regret, total = record.cumulative_regret[0, 29], bound.total[0, 29]
    assert f"the regret is {number(regret)} and the bound {number(total)}, {number(total / regret)} times" in said
    for term in TERMS:
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


def test_a_hand_moves_the_horizon_and_presses_a_step(lesson: Bound) -> None:
    page = lesson.page
    page.figure.value = {"key": "T", "x": 17, "y": None, "told": 1}
    assert page.state["T"] == 17
    assert page.sentence.startswith("After 17 steps")
    page.figure.value = {"key": "optimism", "told": 2}
    given = np.diff(case_of(6, 0.0, 0.1, 0.1, 0).levels[:, 16])[1]
    assert f"“optimism” gives away {number(given)}: {STEPS_UP[1].why}" in page.sentence
    page.figure.value = {"key": "optimism", "told": 3}
    assert page.state["step"] == LARGEST
    page.figure.value = {"key": "noise: all of Lemma 5.1", "told": 4}
    page.figure.value = {"key": REGRET, "told": 5}
    assert page.state["step"] == LARGEST
    assert "gives away most" in page.sentence


def test_pointing_at_a_bar_lights_its_terms_in_the_formula_and_on_the_chart(lesson: Bound) -> None:
    chart, formula, ledger = lesson.page.figure.picture.panels
    rows = [mark for mark in ledger.marks if isinstance(mark, Bars) and mark.names]
    assert [row.keys for row in rows] == [ROWS]
    case = case_of(6, 0.0, 0.1, 0.1, 0)
    curves = {REGRET: case.levels[0], **dict(zip(TERMS, case.terms, strict=True))}
    for row in ROWS:
        lit = [tuple(mark.x) for mark in formula.marks if isinstance(mark, Line) and mark.when == row]
        assert lit == [CELLS[cell] for cell in lit_by(row)]
        drawn_lit = [mark for mark in chart.marks if isinstance(mark, Line) and mark.when == row]
        for line, cell in zip(drawn_lit, lit_by(row), strict=True):
            positive = curves[cell] > 0
            np.testing.assert_array_equal(line.y[positive], curves[cell][positive])
    said = [plain(mark.words) for mark in formula.marks if isinstance(mark, Text)]
    assert all(number(values[-1]) in said for values in curves.values())


def test_a_curve_without_a_place_has_no_label(lesson: Bound) -> None:
    lesson.page.set(priors=1)
    labelled = lesson.page.figure.picture.panels[0].labelled
    assert "elimination" not in [plain(line.label) for line in labelled]
    assert all(np.isfinite(line.y).any() for line in labelled)


def test_axes_stay_and_hold_all_that_the_controls_reach() -> None:
    for priors, epsilon, R, delta in [(11, 0.2, 1.0, 0.001), (11, 0.0, 0.01, 0.001), (1, 0.0, 0.01, 0.5)]:
        for seed in (0, 20):
            levels = case_of(priors, epsilon, R, delta, seed).levels
            assert levels[-1].max() < LIMITS[1]
            assert levels[0, -1] > LIMITS[0]
    for kernel in (KERNELS[0], KERNELS[-1]):
        for epsilon, R in ((0.0, 1.0), (0.2, 0.01)):
            gain = growth_of(kernel, epsilon, R)
            assert GAIN_LIMITS[0] < gain.lower.min()
            assert gain.upper.max() < GAIN_LIMITS[1]


def test_the_tables_hold_what_is_drawn(lesson: Bound) -> None:
    header, rows = lesson.page.scene.table(lesson.page.state | {"T": 10})
    case = case_of(6, 0.0, 0.1, 0.1, 0)
    assert len(rows) == 10
    assert len(header) == len(rows[0])
    np.testing.assert_allclose([row[1] for row in rows], case.levels[0, :10])
    np.testing.assert_allclose([row[2] + row[3] + row[4] for row in rows], [row[5] for row in rows])
    np.testing.assert_allclose(np.array(rows)[:, 6:].T, case.levels[1:-1, :10])
    header, rows = lesson.growth.scene.table(lesson.growth.state)
    assert len(rows) == GROWTH_STEPS
    assert all(lower <= upper + 1e-9 for _, lower, upper, _, _ in rows)
    assert rows[-1][2] == pytest.approx(rows[-1][3])


def test_growth_is_the_theory_s_own(lesson: Bound) -> None:
    gain = growth_of(KERNELS[0], 0.02, 0.1)
    prior = case_of(6, 0.02, 0.1, 0.1, 0).problem.priors[0]
    again = information_gain(prior, 0.1, STEPS)
    np.testing.assert_allclose(case_of(6, 0.02, 0.1, 0.1, 0).ledger.bound.gain, again.upper)
    rate = gain_growth(np.array([25, 50]), 0.02)
    said = lesson.growth.sentence
    assert f"at most {number(gain.upper[-1])} nats" in said
    assert f"it grows by {number(gain.upper[49] / gain.upper[24])}, the rate by {number(rate[1] / rate[0])}" in said
    assert f"at least {number(gain.lower[-1])}" in said


def test_what_the_prose_says() -> None:
    first = case_of(6, 0.0, 0.1, 0.1, 0)
    assert first.terms[0, 1] == 0, "at T = 2 nobody has been rejected"
    assert (first.terms[0, 20:] == first.terms[0, -1]).all(), "after the last rejection it stays"
    longest = [int(np.argmax(np.diff(case_of(6, 0.0, 0.1, 0.1, seed).levels[:, -1]))) for seed in range(21)]
    assert longest.count(len(STEPS_UP) - 1) > 15, "mostly the last"
    given = np.diff(first.levels[:, -1])
    assert sorted(np.argsort(given)[-3:]) == [0, 5, 6], "the three long ones are those the prose names"
    assert case_of(6, 0.0, 1.0, 0.1, 0).levels[0, -1] > first.levels[0, -1], "with noise the real regret grows too"
    for seed in range(21):
        case = case_of(6, 0.0, 0.1, 0.1, seed)
        assert (case.levels[0] <= case.levels[-1]).all()


def test_questions_answer() -> None:
    lesson = regret_bound_page("")
    lesson.prediction.value = {"choice": 1, "told": 1}
    assert (lesson.prediction.card["right"], lesson.prediction.card["lead"]) == (2, "✗ Not so. ")
    assert "60.5 times that" in lesson.prediction.card["reply"]
    lesson.moving.value = {"choice": 2, "told": 1}
    gain, still = growth_of(KERNELS[0], 0.02, 0.1).upper, growth_of(KERNELS[0], 0.0, 0.1).upper
    factors = number(gain[49] / gain[24]), number(still[49] / still[24])
    assert f"factor of {factors[0]}, against {factors[1]}" in lesson.moving.card["reply"]
    assert lesson.moving.card["lead"] == "✓ Right. "
    for answer, state in (("4", "wrong"), ("two", "wrong"), ("2", "right"), ("2.02", "right")):
        lesson.exercise.value = {"answer": answer, "told": answer}
        assert lesson.exercise.card["state"] == state


def test_a_shared_address_reopens_both_figures(lesson: Bound) -> None:
    lesson.page.set(**OTHERS)
    lesson.growth.set(**GROWTH_OTHERS)
    again = regret_bound_page(f"{lesson.page.query}&{lesson.growth.query}")
    again.prediction.commit(None)
    again.moving.commit(None)
    assert again.page.sentence == lesson.page.sentence
    assert again.growth.sentence == lesson.growth.sentence
