"""Page 03 without a browser: the run behind it, its words and numbers, its player and its listing."""

from __future__ import annotations

import html
import re
import subprocess
import sys

import numpy as np
import pytest

from pegp_lite import PriorElimination, play
from pegp_lite.bandit.schedules import confidence_width, noise_allowance
from pegp_lite.figures.marks import Handle, Hidden, Line, Wall
from pegp_lite.figures.words import number
from pegp_lite.pages.lessons.algorithm.lesson import TheAlgorithm, the_algorithm
from pegp_lite.pages.lessons.algorithm.listing import listing
from pegp_lite.pages.lessons.algorithm.model import DELTA, MASKS, NOISE, POINTS, SETS, STEPS, Mask, run_of
from pegp_lite.pages.lessons.algorithm.player import SPEEDS
from pegp_lite.pages.lessons.algorithm.view import algorithm_table
from pegp_lite.pages.lessons.algorithm.words import STOPS, Moment

HIDDEN, FREE = Mask(), Mask(MASKS[0])


@pytest.fixture
def lesson() -> TheAlgorithm:
    """The page after its prediction."""
    lesson = the_algorithm(query="")
    lesson.prediction.commit(None)
    return lesson


def test_every_corner_can_be_drawn(lesson: TheAlgorithm) -> None:
    for priors in SETS:
        for mask in MASKS:
            for step in (1, 20, STEPS):
                lesson.page.set(priors=priors, mask=mask, step=step, line=STOPS[step % 5], epsilon=0.1, seed=20)
                assert lesson.page.sentence.startswith((f"Step {step} of", f"There is no step {step}"))


def test_the_sentence_tells_the_numbers_of_the_game(lesson: TheAlgorithm) -> None:
    run = run_of(SETS[0], HIDDEN, 0.0, 0)
    record = play(run.problem, PriorElimination(DELTA), seed=0)
    gone = record.eliminated_at[0]
    said = lesson.page.said_at(step=2, line=STOPS[2])
    point = record.points[0, 1]
    assert f"x = {number(point / (POINTS - 1))} returns {number(record.observations[0, 1])}" in said
    assert f"expected {number(record.predicted_mean[0, 1])} ± " in said
    assert "regret" not in said, "the end of the run is not told before it is reached"
    ended = lesson.page.said_at(step=STEPS, line=STOPS[4])
    assert f"rejected {(gone > 0).sum()} priors, the last at step {gone.max()}" in ended
    assert f"its regret is {number(record.regret[0].sum())}." in ended
    said = lesson.page.said_at(step=int(gone[5]), line=STOPS[4])
    assert "Prior 5 is rejected" in said
    assert lesson.page.state == lesson.page.first


def test_ties_are_counted_and_not_left_to_rounding(lesson: TheAlgorithm) -> None:
    assert "8.49 for 5 priors" in lesson.page.sentence


def test_an_account_stays_as_it_was_at_the_rejection(lesson: TheAlgorithm) -> None:
    def account(step: int, prior: int) -> Wall:
        lesson.page.set(step=step, line=STOPS[4])
        return [mark for mark in lesson.page.figure.picture.panels[1].marks if isinstance(mark, Wall)][prior]

    for step, prior in run_of(SETS[0], HIDDEN, 0.0, 0).rejections():
        then, late = account(step, prior), account(STEPS, prior)
        assert then.error > then.track + then.noise
        assert (late.error, late.track, late.noise) == (then.error, then.track, then.noise)


def test_the_axis_of_the_accounts_holds_every_bar_and_seldom_moves(lesson: TheAlgorithm) -> None:
    lengths = []
    for step in range(1, STEPS + 1):
        lesson.page.set(step=step, line=STOPS[4])
        panel = lesson.page.figure.picture.panels[1]
        lengths.append(panel.x.high)
        bars = [mark for mark in panel.marks if isinstance(mark, Wall)]
        assert max(max(bar.error, bar.track + bar.noise) for bar in bars) <= panel.x.high
    assert lengths == sorted(lengths)
    assert set(lengths) == {8.0, 16.0}


def test_when_all_priors_are_rejected_the_page_says_so(lesson: TheAlgorithm) -> None:
    said = lesson.page.said_at(priors=SETS[3], mask=MASKS[0], step=STEPS)
    assert said.startswith("There is no step 40: nobody is left. Step 21 of 40")
    assert "nobody left to trust" in said


def test_the_listing_runs_line_by_line() -> None:
    run = run_of(SETS[0], HIDDEN, 0.0, 0)
    for stop in range(len(STOPS)):
        text = listing(Moment(run, 2, stop))
        rows = re.findall(r'<tr class="(\w+)">.*?<td>(.*?)</td><td>(.*?)</td></tr>', text)
        lines = Moment(run, 2, stop).lines()
        assert [kind for kind, *_ in rows] == [
            "now" if line.stop == stop else "done" if line.stop < stop else "later" for line in lines
        ]
        assert all((value == "…") == (kind == "later") for kind, _, value in rows)
        assert all("#set?line=" in code and "pegp_lite/" in code for _, code, _ in rows)
    record = play(run.problem, PriorElimination(DELTA), seed=0)
    error = abs(record.observations[0, 1] - record.predicted_mean[0, 1])  # prior 5's first and last step
    noise = np.sqrt(noise_allowance(2, 6, NOISE, DELTA))
    width = confidence_width(2, POINTS, DELTA) * record.predicted_std[0, 1]
    sides = f"{number(error)} > {number(noise)} + {number(width)} = {number(noise + width)}"
    assert f"{sides}: yes" in html.unescape(text)
    assert "prior 5 is out" in text


def test_the_table_holds_what_is_drawn(lesson: TheAlgorithm) -> None:
    lesson.page.set(step=6, line=STOPS[4])
    header, rows = algorithm_table(lesson.page.state)
    trace = run_of(SETS[0], HIDDEN, 0.0, 0).trace
    assert len(rows) == POINTS
    assert header[:4] == ["x", "true f", "available", "UCB prior 0"]
    np.testing.assert_allclose([row[1] for row in rows], trace.truth[5])
    np.testing.assert_allclose([row[3:9] for row in rows], trace.ucb[5].T)
    assert [row[9] for row in rows[:7]] == [*(f"prior {n}{' (true)' * (n == 2)}" for n in range(6)), ""]
    np.testing.assert_allclose([row[10] for row in rows[:6]], np.abs(trace.errors[5]))
    assert [row[12] for row in rows[:6]] == [0, 3, 0, 4, 6, 2]


def test_the_player_walks_on_and_back(lesson: TheAlgorithm) -> None:
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
    player.speed.value = "step by step"
    assert (player.clock.step, player.clock.interval) == SPEEDS["step by step"]


def test_play_at_the_end_begins_again(lesson: TheAlgorithm) -> None:
    lesson.page.set(step=STEPS, line=STOPS[4])
    lesson.page.player.toggle.value = True
    assert (lesson.page.state["step"], lesson.page.state["line"]) == (1, STOPS[0])
    assert lesson.page.player.toggle.value


def test_the_player_ends_where_the_run_ends(lesson: TheAlgorithm) -> None:
    lesson.page.set(priors=SETS[3], mask=MASKS[0], step=STEPS)
    assert lesson.page.player.clock.max == 5 * 21 - 1 == lesson.page.player.clock.value
    lesson.page.player.on.click()
    assert "could not be drawn" not in lesson.page.sentence
    lesson.page.player.toggle.value = True
    lesson.page.player.clock.max = 10**6  # a browser may send anything
    lesson.page.player.clock.value = 10**6
    assert lesson.page.player.clock.value <= 5 * 21 - 1


def test_the_prediction_s_numbers_and_the_exercise() -> None:
    lesson = the_algorithm(query="")
    lesson.prediction.commit(0)
    assert lesson.prediction.card["lead"].startswith("✓")
    hidden, free = (run_of(SETS[0], mask, 0.0, 0).rejections() for mask in (HIDDEN, FREE))
    reply = lesson.prediction.card["reply"]
    assert f"all {len(hidden)} wrong ones are out by step {hidden[-1][0]}" in reply
    assert f"only {len(free)} ever go" in reply
    assert len(hidden) == 5 > len(free)
    assert lesson.exercise.solution == 8


def test_next_rejection_finds_each_and_then_the_end(lesson: TheAlgorithm) -> None:
    gone = sorted(t for t, _ in run_of(SETS[0], HIDDEN, 0.0, 0).rejections())
    for step in [*gone, STEPS]:
        lesson.page.next_rejection.click()
        assert (lesson.page.state["step"], lesson.page.state["line"]) == (step, STOPS[4])


def test_the_truth_is_told_only_when_asked_for(lesson: TheAlgorithm) -> None:
    lesson.page.set(step=STEPS, line=STOPS[4])
    assert "true" not in lesson.page.sentence
    names = [mark.name for mark in lesson.page.figure.picture.panels[0].marks if isinstance(mark, Line)]
    assert "the truth" not in names
    lesson.page.set(truth=True)
    assert "Prior 2 (true)" in lesson.page.sentence
    names = [mark.name for mark in lesson.page.figure.picture.panels[0].marks if isinstance(mark, Line)]
    assert "the truth" in names


def test_the_hidden_stretch_can_be_dragged_and_widened(lesson: TheAlgorithm) -> None:
    lesson.page.set(step=2)
    handle = lesson.page.figure.picture.handles["at"]
    assert isinstance(handle, Handle)
    lesson.page.figure.value = {"key": "at", "x": 0.6, "told": 1}
    lesson.page.set(wide=0.2)
    (stretch,) = [mark for mark in lesson.page.figure.picture.panels[0].marks if isinstance(mark, Hidden)]
    assert (stretch.low, stretch.high) == pytest.approx((0.4, 0.8), abs=1 / (POINTS - 1))
    lesson.page.set(every=5)
    assert not [mark for mark in lesson.page.figure.picture.panels[0].marks if isinstance(mark, Hidden)]


def test_the_walls_are_line_twelve(lesson: TheAlgorithm) -> None:
    lesson.page.set(step=6, line=STOPS[4])
    trace = run_of(SETS[0], HIDDEN, 0.0, 0).trace
    walls = [mark for mark in lesson.page.figure.picture.panels[1].marks if isinstance(mark, Wall)]
    np.testing.assert_allclose([wall.error for wall in walls], np.abs(trace.errors[5]))
    out = {prior: step for step, prior in run_of(SETS[0], HIDDEN, 0.0, 0).rejections()}
    tested = np.flatnonzero(trace.uses[5])
    at_last_test = [trace.allowed[min(out.get(prior, 6), 6) - 1, prior] for prior in tested]
    np.testing.assert_allclose([walls[prior].track + walls[prior].noise for prior in tested], at_last_test)


def test_who_is_not_tested_has_the_wall_of_a_first_test(lesson: TheAlgorithm) -> None:
    lesson.page.set(step=1, line=STOPS[0])
    trace = run_of(SETS[0], HIDDEN, 0.0, 0).trace
    walls = [mark for mark in lesson.page.figure.picture.panels[1].marks if isinstance(mark, Wall)]
    wall = walls[trace.prior[0]]
    assert (wall.track, wall.noise) == pytest.approx((trace.widths[0, trace.prior[0]], trace.noise[0, trace.prior[0]]))
    assert all(wall.faint and not wall.words for wall in walls)


def test_the_maths_needs_no_widgets() -> None:
    script = "import sys, pegp_lite.pages.lessons.algorithm.words; print('ipywidgets' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "False"
