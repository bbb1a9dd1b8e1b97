"""Page 01 without a browser: its posteriors, its coverage and its widths against formulas of their own."""

from __future__ import annotations

import numpy as np
import pytest
from prose import phrases_of
from reference import beta, posterior
from scipy.stats import norm

from pegp_lite.figures.marks import Line, Points
from pegp_lite.figures.words import counted, number, percent
from pegp_lite.pages.address import read_query
from pegp_lite.pages.lessons.confidence.lesson import Confidence, confidence_bounds
from pegp_lite.pages.lessons.confidence.model import (
    DEMANDS,
    NOISE,
    PLACES,
    POINTS,
    TRUE_L,
    expert,
    fit,
    look_around,
    right_expert,
    risk_of,
    widths,
)
from pegp_lite.pages.lessons.confidence.view import EDGE, LIMITS, bands_table, inside_of


@pytest.fixture
def lesson() -> Confidence:
    """The page after its predictions."""
    lesson = confidence_bounds("")
    lesson.prediction.commit(None)
    lesson.cheaper.commit(None)
    return lesson


@pytest.mark.parametrize("epsilon", [0.0, 0.3, 1.0])
def test_the_fit_is_the_posterior_of_the_paper(epsilon: float) -> None:
    prior, looks = expert("B", 2.0, 0.4, 0.05, epsilon), np.array([10, 80, 40, 40])
    y = np.array([1.0, -2.0, 0.3, 0.5])
    fitted = fit(prior, looks)
    for t in range(5):
        mean, std, _ = posterior(prior, looks[:t], y[:t], t + 1, NOISE)
        ours = prior.mean + (y[:t] - prior.mean[looks[:t]]) @ fitted.weights[t]
        assert ours == pytest.approx(mean, abs=1e-8)
        assert fitted.std[t] == pytest.approx(std, abs=1e-6)


def test_the_counts_are_those_of_a_plain_loop() -> None:
    b, looks, delta = expert("B", 3.0, 0.2, 0.1, 0.1), (0.2, 0.6), 0.1
    now = look_around(b, looks, 0.2, delta, 3, functions=40)
    again = [look_around(b, looks, 0.2, delta, k, functions=40) for k in range(40)]
    at = np.rint(np.array(looks) * 100).astype(int)
    for p, prior in enumerate((right_expert(0.2), b)):
        for k in (0, 3, 39):
            mean, std, _ = posterior(prior, at, again[k].seen[1], 3, NOISE)
            assert again[k].mean[p, -1] == pytest.approx(mean, abs=1e-8)
            assert again[k].std[p, -1] == pytest.approx(std, abs=1e-6)
        assert now.held[p] == sum(each.shown_held[p] for each in again)
    assert now.beta == pytest.approx(beta(3, POINTS, delta))
    assert now.first_beta == pytest.approx(beta(1, POINTS, delta))
    worst = np.abs(now.truth - now.mean) / now.std
    assert now.needed[:, 3] == pytest.approx(worst.max(axis=(1, 2)), abs=1e-9)
    assert now.leaves == pytest.approx(worst.max(axis=2), abs=1e-9)


def test_the_right_expert_keeps_its_promise_whatever_is_set() -> None:
    b = expert("B", 0.0, 0.0, TRUE_L, 0.0)
    for looks in ((), (0.5,), PLACES):
        for epsilon in (0.0, 0.1, 0.5):
            for delta in (0.001, 0.1, 0.5):
                now = look_around(b, looks, epsilon, delta, 0)
                low, high = now.interval()
                assert low[0] <= now.held[0] / now.functions <= high[0]
                assert high[0] >= 1 - delta
                if epsilon == 0:
                    assert now.held[0] == now.held[1], "with A's own prior B is A"


def test_a_single_point_is_held_as_often_as_a_gaussian_says() -> None:
    b = expert("B", 0.0, 0.0, TRUE_L, 0.0)
    ratio = [
        abs(now.truth[-1, 50] - now.mean[0, -1, 50]) / now.std[0, -1, 50]
        for now in (look_around(b, (0.2, 0.8), 0.1, 0.1, k, functions=300) for k in range(300))
    ]
    assert np.mean(np.array(ratio) <= 2) == pytest.approx(0.954, abs=0.04)


def test_the_sentence_and_the_table_hold_the_numbers(lesson: Confidence) -> None:
    lesson.page.set(
        delta=0.05, height=2.0, hill=0.5, l=0.1, epsilon=0.05, looks=("0.1", "0.4"), number=2, b=True, width=3
    )
    now = look_around(expert("B", 2.0, 0.5, 0.1, 0.0), (0.1, 0.4), 0.05, 0.05, 1)
    said = lesson.page.sentence
    held = now.needed <= 3
    assert said.startswith(f"3σ holds {percent(held[0].mean())}. After 2 looks")
    assert f"hold {held[0].sum()} of 500 functions" in said
    assert f"β = {number(beta(3, POINTS, 0.05))} holds {now.held[0]} and promised at least 95%" in said
    assert f"(hill 2 at 0.5, l = 0.1, ε = 0) holds {held[1].sum()}, and {now.held[1]} with β" in said
    outside = np.flatnonzero(now.leaves[0] > 3)
    when = "before any look" if not outside.size or outside[0] == 0 else f"after {counted(int(outside[0]), 'look')}"
    fate = f"leaves A's band at step {outside[0] + 1}, {when}" if len(outside) else "stays inside A's band"
    assert said.endswith(f"Function 2 {fate}.")
    _, rows = bands_table(lesson.page.state)
    assert len(rows) == POINTS
    assert rows[50][:4] == pytest.approx(
        [0.5, now.truth[-1, 50], now.mean[0, -1, 50], now.mean[0, -1, 50] - 3 * now.std[0, -1, 50]], abs=1e-9
    )
    assert rows[50][10] == pytest.approx(np.mean(now.needed[0] <= rows[50][8]))


def test_pressing_in_the_figure_changes_what_the_first_phrase_shows(lesson: Confidence) -> None:
    phrase = phrases_of("01_confidence_bounds")["function 4"]
    settings, notes = read_query(lesson.page.controls, phrase)
    assert not notes
    lesson.page.set(**settings)
    assert lesson.page.sentence.endswith("Function 4 leaves A's band at step 3, after 2 looks.")
    later = [
        m for m in lesson.page.figure.picture.panels[0].marks if isinstance(m, Points) and "a later look" in m.names
    ]
    assert [m.x.round(3).tolist() for m in later] == [[0.7]], (
        "a look that comes after the function has left is there, too"
    )
    fates = {lesson.page.said_at(looks=looks).rpartition("Function 4 ")[2] for looks in ((), ("0.5", "0.7"))}
    assert fates == {"stays inside A's band.", "leaves A's band at step 2, after 1 look."}


def test_expert_b_comes_only_when_brought_in(lesson: Confidence) -> None:
    def names() -> set[str]:
        return {m.name for panel in lesson.page.figure.picture.panels for m in panel.marks if isinstance(m, Line)}

    assert not any("expert B" in name for name in names())
    lesson.page.set(b=True)
    assert {"expert B", "expert B, everywhere"} <= names()


def test_a_hand_sets_the_width_and_the_looks(lesson: Confidence) -> None:
    now = inside_of(lesson.page.state)
    top = (LIMITS[1] - now.mean[0, -1, EDGE]) / now.std[0, -1, EDGE]  # the edge can be taken as far as the panel goes
    for key, most in (("edge", top), ("width", 7.0)):
        handle = lesson.page.figure.picture.handles[key]
        reach = handle.reach_y or handle.reach_x
        lesson.page.figure.value = {"key": key, "x": reach[1], "y": reach[1], "told": key}
        assert lesson.page.state["width"] == pytest.approx(most, abs=0.01)
        assert lesson.page.figure.picture.handles["width"].x == pytest.approx(most, abs=0.01)
        lesson.page.reset()
    assert top > now.beta
    lesson.page.set(width=7.0)
    assert lesson.page.figure.picture.handles["edge"].y == LIMITS[1]
    lesson.page.reset()
    lesson.page.figure.value = {"key": "look", "x": 0.31, "y": 0.0, "told": 1}
    assert lesson.page.state["looks"] == ("0.1", "0.3", "0.5", "0.7")
    lesson.page.figure.value = {"key": "look", "x": 0.52, "y": 0.0, "told": 2}
    assert lesson.page.state["looks"] == ("0.1", "0.3", "0.7")
    lesson.page.set(looks=())
    assert lesson.page.query == "looks=none"
    assert confidence_bounds("looks=none").page.state["looks"] == ()


def test_a_function_that_leaves_is_shown_where_it_leaves(lesson: Confidence) -> None:
    shown = set()
    for k in range(1, 21):
        lesson.page.set(number=k)
        now = inside_of(lesson.page.state)
        left = now.left_at(2.0)
        shown.add(bool(left))
        words = str(lesson.page.figure.picture.panels[0].marks)
        assert (f"leaves at step {left}" in words) == bool(left)
    assert shown == {True, False}


def test_the_widths_meet_their_demands() -> None:
    for points, t, delta in ((101, 1, 0.1), (1, 1, 0.5), (10_000, 37, 0.001)):
        one, everywhere, always, third, paper = widths(points, t, delta)
        assert 2 * norm.sf(one) == pytest.approx(delta)
        assert points * 2 * norm.sf(everywhere) == pytest.approx(delta)
        assert points * 2 * norm.sf(always) == pytest.approx(delta * 6 / (np.pi * t) ** 2)
        assert points * 2 * norm.sf(third) == pytest.approx(delta / 3 * 6 / (np.pi * t) ** 2)
        assert paper == pytest.approx(beta(t, points, delta))
        assert risk_of(paper, points, t) == pytest.approx(delta)
    assert len(DEMANDS) == 5


def test_dragging_beta_sets_the_risk_it_buys(lesson: Confidence) -> None:
    lesson.price.figure.value = {"key": "beta", "x": float(beta(1, 100, 0.01)), "told": 1}
    assert lesson.price.state["delta"] == pytest.approx(0.01, rel=1e-3)


def test_questions_answer_with_the_numbers_of_the_page(lesson: Confidence) -> None:
    share = np.mean(look_around(right_expert(), (0.1, 0.5, 0.7), 0.0, 0.1, 0).needed[0] <= 2)
    assert lesson.prediction.card["right"] == 2
    assert percent(share) in lesson.prediction.card["reply"]
    points = beta(1, 10**6, 0.1) - beta(1, 100, 0.1)
    risk = beta(1, 100, 0.001) - beta(1, 100, 0.5)
    assert lesson.cheaper.card["right"] == int(risk > points)
    assert f"add {points:.2f} standard deviations, the risk {risk:.2f}" in lesson.cheaper.card["reply"]
    assert lesson.exercise.solution == pytest.approx(beta(1, 100, 0.001) / beta(1, 100, 0.5))
