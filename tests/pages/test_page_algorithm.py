"""Page 03 without a browser: the run behind it, its words and numbers, its player, and that nothing breaks it."""

from __future__ import annotations

import math
import re
import subprocess
import sys

import numpy as np
import pytest
from drawn import drawn

from pegp_lite import PriorElimination, play
from pegp_lite.bandit.schedules import confidence_width, noise_allowance
from pegp_lite.figures.words import number
from pegp_lite.pages.lessons.algorithm.game import DELTA, MASKS, NOISE, POINTS, SETS, STEPS, run_of
from pegp_lite.pages.lessons.algorithm.page import CONTROLS, SPEEDS, Lesson, listing, the_algorithm
from pegp_lite.pages.lessons.algorithm.words import STOPS, Moment

OTHERS = {"step": 7, "line": STOPS[3], "priors": SETS[1], "mask": MASKS[0], "epsilon": 0.05, "seed": 4}


@pytest.fixture(scope="module")
def lesson() -> Lesson:
    return the_algorithm(query="")


@pytest.fixture(autouse=True)
def as_opened(lesson: Lesson) -> None:
    lesson.page.set(**lesson.page.first)
    lesson.page.player.toggle.value = False
    lesson.page.player.speed.value = next(iter(SPEEDS))


@pytest.mark.parametrize("control", CONTROLS, ids=lambda control: control.name)
def test_every_control_changes_sentence_and_picture(lesson: Lesson, control) -> None:
    first = lesson.page.sentence, drawn(lesson.page)
    if control.name not in ("step", "line"):
        lesson.page.set(step=2)  # at the first step nothing has been seen, so nothing can have moved or been hidden
    sentence, picture = lesson.page.sentence, drawn(lesson.page)
    lesson.page.widgets[control.name].value = OTHERS[control.name]
    assert lesson.page.sentence != sentence
    assert drawn(lesson.page) != picture
    lesson.page.reset_button.click()
    assert (lesson.page.sentence, drawn(lesson.page)) == first


@pytest.mark.parametrize("value", [math.nan, 1e300, -math.inf, "x", None, [], {}, b"\0", True])
@pytest.mark.parametrize("control", CONTROLS, ids=lambda control: control.name)
def test_hostile_values_leave_the_page_alive(lesson: Lesson, control, value) -> None:
    lesson.page.set(**{control.name: value})
    assert "could not be drawn" not in lesson.page.sentence_box.value
    try:
        lesson.page.widgets[control.name].value = value
    except Exception:
        return  # the widget refused it
    assert "could not be drawn" not in lesson.page.sentence_box.value


def test_every_corner_can_be_drawn(lesson: Lesson) -> None:
    for priors in SETS:
        for mask in MASKS:
            for step in (1, 20, STEPS):
                lesson.page.set(priors=priors, mask=mask, step=step, line=STOPS[step % 5], epsilon=0.1, seed=20)
                assert lesson.page.sentence.startswith((f"Step {step} of", f"There is no step {step}"))


def test_the_sentence_tells_the_numbers_of_the_game(lesson: Lesson) -> None:
    run = run_of(SETS[0], MASKS[1], 0.0, 0)
    record = play(run.problem, PriorElimination(DELTA), seed=0)
    gone = record.eliminated_at[0]
    said = lesson.page.said_at(step=2, line=STOPS[2])
    point = record.points[0, 1]
    assert f"x = {number(point / (POINTS - 1))} returns {number(record.observations[0, 1])}" in said
    assert f"expected {number(record.predicted_mean[0, 1])} ± " in said
    assert f"rejects {(gone > 0).sum()} priors, the last at step {gone.max()}" in said
    assert said.endswith(f"its regret is {number(record.regret[0].sum())}.")
    said = lesson.page.said_at(step=int(gone[5]), line=STOPS[4])
    assert "prior 5 is rejected" in said
    assert lesson.page.state == lesson.page.first


def test_ties_are_counted_and_not_left_to_rounding(lesson: Lesson) -> None:
    assert "8.49 for 3 priors" in lesson.page.sentence


def test_when_all_priors_are_rejected_the_page_says_so(lesson: Lesson) -> None:
    said = lesson.page.said_at(priors=SETS[3], mask=MASKS[0], step=STEPS)
    assert said.startswith("There is no step 40: every prior was rejected by step 21.")
    assert "nobody left to trust" in said


def test_the_listing_runs_line_by_line() -> None:
    run = run_of(SETS[0], MASKS[1], 0.0, 0)
    for stop in range(len(STOPS)):
        text = listing(Moment(run, 2, stop))
        rows = re.findall(r"<tr class='pegp-(\w+)'>.*?<td>.*?</td><td>(.*?)</td></tr>", text)
        lines = Moment(run, 2, stop).lines()
        assert [kind for kind, _ in rows] == [
            "now" if line.stop == stop else "done" if line.stop < stop else "later" for line in lines
        ]
        assert all((value == "…") == (kind == "later") for kind, value in rows)
    record = play(run.problem, PriorElimination(DELTA), seed=0)
    error = abs(record.observations[0, 1] - record.predicted_mean[0, 1])  # prior 5's first and last step
    noise = np.sqrt(noise_allowance(2, 6, NOISE, DELTA))
    width = confidence_width(2, POINTS, DELTA) * record.predicted_std[0, 1]
    sides = f"{number(error)} &gt; {number(noise)} + {number(width)} = {number(noise + width)}"
    assert f"{sides}: yes" in text
    assert "prior 5 is out" in text


def test_the_table_holds_what_is_drawn(lesson: Lesson) -> None:
    lesson.page.set(step=6, line=STOPS[4])
    header, rows = lesson.page.scene.table()
    trace = run_of(SETS[0], MASKS[1], 0.0, 0).trace
    assert len(rows) == POINTS
    assert header[:4] == ["x", "true f", "available", "UCB prior 0"]
    np.testing.assert_allclose([row[1] for row in rows], trace.truth[5])
    np.testing.assert_allclose([row[3:9] for row in rows], trace.ucb[5].T)
    assert [row[9] for row in rows[:7]] == [*(f"prior {n}{' (true)' * (n == 2)}" for n in range(6)), ""]
    np.testing.assert_allclose([row[10] for row in rows[:6]], np.abs(trace.errors[5]))
    assert [row[12] for row in rows[:6]] == [0, 3, 0, 4, 6, 2]
    assert len(lesson.page.file("CSV")[2].splitlines()) == POINTS + 1
    assert lesson.page.file("SVG")[2].startswith(b"<?xml")


def test_the_player_walks_on_and_back(lesson: Lesson) -> None:
    page, player = lesson.page, lesson.page.player
    player.on.click()
    assert (page.state["step"], page.state["line"]) == (1, STOPS[1])
    for _ in range(4):
        player.on.click()
    assert (page.state["step"], page.state["line"]) == (2, STOPS[0])
    player.back.click()
    assert (page.state["step"], page.state["line"]) == (1, STOPS[4])
    player.toggle.value = True
    assert "Pause" in player.toggle.description
    player.clock.value = 11  # as the browser's clock does
    assert (page.state["step"], page.state["line"]) == (3, STOPS[1])
    assert player.toggle.value
    page.widgets["step"].value = 30  # a hand on the slider stops it
    assert not player.toggle.value
    player.clock.value = 13  # a tick sent before the browser knew
    assert page.state["step"] == 30
    assert player.clock.value == 5 * 29 + 1
    player.speed.value = "a step every second"
    assert (page.state["line"], player.clock.step, player.clock.interval) == (STOPS[4], 5, 1000)


def test_the_player_ends_where_the_run_ends(lesson: Lesson) -> None:
    lesson.page.set(priors=SETS[3], mask=MASKS[0], step=STEPS)
    assert lesson.page.player.clock.max == 5 * 21 - 1 == lesson.page.player.clock.value
    lesson.page.player.on.click()
    assert "could not be drawn" not in lesson.page.sentence_box.value
    lesson.page.player.toggle.value = True
    lesson.page.player.clock.max = 10**6  # a browser may send anything
    lesson.page.player.clock.value = 10**6
    assert lesson.page.player.clock.value <= 5 * 21 - 1


def test_prediction_variation_and_exercise(lesson: Lesson) -> None:
    lesson.prediction.choice.value = "sooner"
    assert "throws out 0 of 2" in lesson.prediction.reply.value
    assert "and 2 of 2" in lesson.prediction.reply.value
    lesson.variation.button.click()
    assert "rejects no prior" in lesson.page.sentence
    assert lesson.page.scene.moment.name == "rough"
    for answer, right in (("8", True), ("7", False), ("eight", False), ("", False)):
        lesson.exercise.answer.value = answer
        assert lesson.exercise.judge() is right


def test_what_the_prose_says_about_hiding_and_moving() -> None:
    def rejections(mask: str, epsilon: float) -> tuple[float, float]:
        gone = [run_of(SETS[1], mask, epsilon, seed).trace.alive for seed in range(21)]
        assert all(alive[-1, 1] for alive in gone)  # the true prior lives
        last = [max((alive[:, p].sum() for p in (0, 2) if not alive[-1, p]), default=0) for alive in gone]
        return float(np.mean([(~alive[-1]).sum() for alive in gone])), float(np.mean(last))

    assert rejections(MASKS[0], 0.0)[0] == pytest.approx(0.9, abs=0.05)
    assert rejections(MASKS[0], 0.05)[0] == pytest.approx(1.2, abs=0.05)
    assert rejections(MASKS[1], 0.0) == (2.0, pytest.approx(8, abs=0.5))
    assert rejections(MASKS[1], 0.05) == (2.0, pytest.approx(11, abs=0.5))


def test_a_shared_address_reopens_the_moment() -> None:
    page = the_algorithm(query="").page
    page.set(**OTHERS)
    query = page.query
    assert the_algorithm(query=query).page.sentence == page.sentence


def test_the_maths_needs_no_widgets() -> None:
    script = "import sys, pegp_lite.pages.lessons.algorithm.words; print('ipywidgets' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "False"
