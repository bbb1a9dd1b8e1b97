"""Page 01 without a browser: its posteriors, its coverage and its widths against formulas of their own."""

from __future__ import annotations

import csv
import io
import math

import numpy as np
import pytest
from drawn import drawn
from reference import beta, posterior
from scipy.stats import norm

from pegp_lite.figures.words import number, percent
from pegp_lite.pages.lessons.confidence.inside import MEANS, NOISE, PLACES, POINTS, TRUE_L, expert, fit, look_around
from pegp_lite.pages.lessons.confidence.page import CONTROLS, Confidence, Places, confidence_bounds
from pegp_lite.pages.lessons.confidence.price import DEMANDS, widths

OTHER = {
    "looks": ("0.2",), "delta": 0.01, "mean": "slope", "l": 0.2, "epsilon_b": 0.3, "epsilon": 0.1, "number": 7,
}  # fmt: skip


@pytest.fixture(scope="module")
def lesson() -> Confidence:
    return confidence_bounds("")


@pytest.fixture(autouse=True)
def _as_it_opens(lesson: Confidence) -> None:
    lesson.page.set(**lesson.page.first)
    lesson.price.set(**lesson.price.first)


@pytest.mark.parametrize("name", OTHER)
def test_every_control_changes_picture_and_sentence(lesson: Confidence, name: str) -> None:
    picture, sentence = drawn(lesson.page), lesson.page.sentence
    lesson.page.set(**{name: OTHER[name]})
    assert drawn(lesson.page) != picture
    assert lesson.page.sentence != sentence


@pytest.mark.parametrize("epsilon", [0.0, 0.3, 1.0])
def test_the_fit_is_the_posterior_of_the_paper(epsilon: float) -> None:
    prior, looks = expert("B", "slope", 0.05, epsilon), np.array([10, 80, 40, 40])
    y = np.array([1.0, -2.0, 0.3, 0.5])
    fitted = fit(prior, looks)
    for t in range(5):
        mean, std, _ = posterior(prior, looks[:t], y[:t], t + 1, NOISE)
        ours = prior.mean + (y[:t] - prior.mean[looks[:t]]) @ fitted.weights[t]
        assert ours == pytest.approx(mean, abs=1e-8)
        assert fitted.std[t] == pytest.approx(std, abs=1e-6)


def test_the_counts_are_those_of_a_plain_loop() -> None:
    b, looks, delta = expert("B", "hill on the left", 0.1, 0.1), (0.2, 0.6), 0.1
    now = look_around(b, looks, 0.2, delta, 3, functions=40)
    again = [look_around(b, looks, 0.2, delta, k, functions=40) for k in range(40)]
    at = np.rint(np.array(looks) * 100).astype(int)
    for p, prior in enumerate((expert("A", "flat", TRUE_L, 0.2), b)):
        for k in (0, 3, 39):
            mean, std, _ = posterior(prior, at, again[k].seen[1], 3, NOISE)
            assert again[k].mean[p] == pytest.approx(mean, abs=1e-8)
            assert again[k].std[p] == pytest.approx(std, abs=1e-6)
        assert now.held[p] == sum(each.shown_held[p] for each in again)
    assert now.beta == pytest.approx(beta(3, POINTS, delta))
    assert now.first_beta == pytest.approx(beta(1, POINTS, delta))
    worst = np.abs(now.truth - now.mean) / now.std
    assert (now.needed[:, 3] >= worst.max(axis=1) - 1e-9).all()


def test_the_right_expert_keeps_its_promise_whatever_is_set() -> None:
    b = expert("B", "flat", TRUE_L, 0.0)
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
    b = expert("B", "flat", TRUE_L, 0.0)
    ratio = [
        abs(now.truth[50] - now.mean[0, 50]) / now.std[0, 50]
        for now in (look_around(b, (0.2, 0.8), 0.1, 0.1, k, functions=300) for k in range(300))
    ]
    assert np.mean(np.array(ratio) <= 2) == pytest.approx(0.954, abs=0.04)


def test_the_sentence_and_the_table_hold_the_scene_s_numbers(lesson: Confidence) -> None:
    lesson.page.set(delta=0.05, mean="hill in the middle", l=0.1, epsilon=0.05, looks=("0.1", "0.4"), number=2)
    b = expert("B", "hill in the middle", 0.1, 0.0)
    now = look_around(b, (0.1, 0.4), 0.05, 0.05, 1)
    said = lesson.page.sentence
    assert f"β = {number(beta(3, POINTS, 0.05))}, {number(beta(3, POINTS, 0.05) / 2)} times as wide as 2σ" in said
    assert f"holds {now.held[0]} of 500 functions" in said
    assert "promised: at least 95%" in said
    assert f"2σ would hold {percent(np.mean(now.needed[0] <= 2))}" in said
    assert f"(hill in the middle, l = 0.1, ε = 0) holds {now.held[1]}. Function 2 " in said
    rows = list(csv.reader(io.StringIO(lesson.page.file("CSV")[2].decode())))
    assert rows[0][-7:] == [f"{c.name}={c.write(lesson.page.state[c.name])}" for c in CONTROLS]
    assert len(rows) == POINTS + 1
    middle = [float(cell) for cell in rows[51]]
    assert middle[:4] == pytest.approx(
        [0.5, now.truth[50], now.mean[0, 50], now.mean[0, 50] - now.beta * now.std[0, 50]], abs=1e-9
    )
    assert middle[10] == pytest.approx(np.mean(now.needed[0] <= middle[8]))


def test_the_dot_of_an_expert_stands_on_its_curve(lesson: Confidence) -> None:
    for looks in ((), ("0.5",), ("0.1", "0.3", "0.6", "0.9")):
        lesson.page.set(looks=looks, l=0.1)
        shares, now = lesson.page.scene._shares, lesson.page.scene.now
        for dot, curve, held in zip(shares._dots, shares.curves, now.held, strict=True):
            (x,), (y,) = dot.get_data()
            assert y == held / now.functions
            assert now.first_beta - 1e-9 <= x <= now.beta + 1e-9
            assert np.interp(x, shares.widths, curve) == pytest.approx(y, abs=0.01)


@pytest.mark.parametrize("name", OTHER)
def test_whatever_is_sent_the_page_lives(lesson: Confidence, name: str) -> None:
    control = next(c for c in CONTROLS if c.name == name)
    for value in (1e300, -1e300, math.nan, "nonsense", None, [], {}, ["0.2", "<b>"]):
        lesson.page.set(**{name: value})
        assert control.clean(lesson.page.state[name]) == lesson.page.state[name]
        assert "could not be drawn" not in lesson.page.sentence_box.value


@pytest.mark.parametrize("end", ["low", "high"])
@pytest.mark.parametrize("mean", MEANS)
def test_the_ends_of_all_sliders_together(lesson: Confidence, end: str, mean: str) -> None:
    ends = {c.name: getattr(c, end) for c in CONTROLS if hasattr(c, end)}
    lesson.page.set(**ends, mean=mean, looks=() if end == "low" else CONTROLS[0].options)
    assert "Expert A's band holds" in lesson.page.sentence
    assert np.isfinite(lesson.page.scene.now.needed).all()


def test_no_look_at_all_can_be_shared(lesson: Confidence) -> None:
    lesson.page.set(looks=())
    assert lesson.page.query == "looks=none"
    again = confidence_bounds("looks=none").page
    assert again.sentence == lesson.page.sentence
    assert not again.note.value
    assert lesson.page.widgets["looks"].value == ()
    bad = confidence_bounds("looks=77").page
    assert bad.state == bad.first
    assert "look at x" in bad.note.value


@pytest.mark.parametrize("value", [(), ("0",), ("1", "0"), None, 3, "x", ["0.5", "0.5"]])
def test_places_survive_the_address(value: object) -> None:
    control = next(c for c in CONTROLS if isinstance(c, Places))
    clean = control.clean(value)
    assert control.read(control.write(clean)) == clean


def test_reset_and_said_at(lesson: Confidence) -> None:
    first = lesson.page.sentence
    assert lesson.page.said_at(delta=0.5) != first
    assert lesson.page.sentence == first
    lesson.variation.button.click()
    assert lesson.page.state["epsilon"] == 0.05
    lesson.page.reset_button.click()
    assert lesson.page.sentence == first


def test_looking_more_often_harms_who_believes_that_nothing_moves(lesson: Confidence) -> None:
    lesson.variation.button.click()
    few = lesson.page.scene.now.held[1]
    lesson.page.set(looks=("0.1", "0.3", "0.5", "0.7", "0.9"))
    assert lesson.page.scene.now.held[1] < few / 2


def test_the_price_of_everything() -> None:
    for points, t, delta in ((101, 1, 0.1), (1, 1, 0.5), (10**6, 10**4, 0.001)):
        ends = widths(points, t, delta)
        assert ends[0] == pytest.approx(norm.isf(delta / 2))
        assert ends[1] == pytest.approx(norm.isf(delta / points / 2))
        assert ends[3] == pytest.approx(norm.isf(delta / points * 2 / (math.pi * t) ** 2 / 2))
        assert ends[-1] == pytest.approx(beta(t, points, delta))
        assert (np.diff(ends) >= -1e-12).all()
    # The third step's risks, summed over all steps and points, are delta.
    risks = 2 * norm.sf([widths(5, t, 0.3)[2] for t in range(1, 4000)])
    assert 5 * risks.sum() == pytest.approx(0.3, rel=1e-3)


@pytest.mark.parametrize(("name", "value"), [("points", 1), ("t", 1e9), ("delta", math.nan), ("t", 30), ("delta", 0.3)])
def test_the_price_figure_follows_its_sliders(lesson: Confidence, name: str, value: float) -> None:
    price = lesson.price
    picture, sentence = drawn(price), price.sentence
    price.set(**{name: value})
    assert (drawn(price) != picture) == (price.sentence != sentence) == (price.state != price.first)
    assert [row[0] for row in price.scene.table()[1]] == list(DEMANDS)
    ends = widths(round(price.state["points"]), round(price.state["t"]), price.state["delta"])
    assert [row[1] for row in price.scene.table()[1]] == pytest.approx(ends)
    assert price.sentence.endswith(f"β = {number(ends[-1])}.")


def test_questions_answer(lesson: Confidence) -> None:
    share = percent(lesson.page.scene.now.share(2.0)[0])
    for choice in ("about 95%", "less than half"):
        lesson.prediction.choice.value = choice
        assert f"You said <b>{choice}</b>. In {share} of 500" in lesson.prediction.reply.value
    right = beta(1, 101, 0.001) / beta(1, 101, 0.5)
    assert lesson.exercise.solution == pytest.approx(right)
    for answer, correct in (
        (f"{right:.2f}", True),
        ("500", False),
        ("", False),
        ("wide", False),
        (f"{right + 0.1}", False),
    ):
        lesson.exercise.answer.value = answer
        assert lesson.exercise.judge() == correct
