"""Page 00 without a browser: the story it tells is the game that the core plays, and its tables are true."""

from __future__ import annotations

import math
import re
from pathlib import Path

import nbformat
import numpy as np
import pytest
from drawn import drawn
from reference import beta, posterior, xi

from pegp_lite import play, theory
from pegp_lite.bandit import policies, record, sums
from pegp_lite.figures.words import number
from pegp_lite.gp import belief, priors
from pegp_lite.pages.lessons.start.opening import DELTA, LOOKS, LUCK, NAMES, opening_game
from pegp_lite.pages.lessons.start.page import Start, start_here
from pegp_lite.problems import problem
from pegp_lite.theory import steps

NOTEBOOK = Path(__file__).resolve().parents[2] / "notebooks" / "00_start_here.ipynb"


@pytest.fixture(scope="module")
def lesson() -> Start:
    return start_here("")


def test_every_look_changes_picture_and_sentence(lesson: Start) -> None:
    pictures, sentences = set(), set()
    for n in range(LOOKS + 1):
        lesson.page.set(looks=n)
        pictures.add(drawn(lesson.page))
        sentences.add(lesson.page.sentence)
        assert lesson.page.sentence.startswith("PE-GP-UCB ")
    assert len(pictures) == len(sentences) == LOOKS + 1


def test_the_story_agrees_with_the_game_and_with_a_dense_formula(lesson: Start) -> None:
    scene = lesson.page.scene
    x, rivals = opening_game()
    played = play(rivals, policies.PriorElimination(DELTA), 1, seed=LUCK)
    story, errors, widths, uses = scene.story, np.zeros(3), np.zeros(3), np.zeros(3)
    for n in range(LOOKS):
        believed = [posterior(p, played.points[0, :n], played.observations[0, :n], n + 1, 0.2) for p in rivals.priors]
        for p, (mean, std, _) in enumerate(believed):
            assert story.mean[n, p] == pytest.approx(mean, abs=1e-6)
            assert story.half_width[n, p] == pytest.approx(beta(n + 1, len(x), DELTA) * std, abs=1e-5)
        p, at = played.chosen_priors[0, n], played.points[0, n]
        errors[p] += played.observations[0, n] - believed[p][0][at]
        widths[p] += beta(n + 1, len(x), DELTA) * believed[p][1][at]
        uses[p] += 1
        assert story.errors[n + 1] == pytest.approx(errors, abs=1e-6)
        assert story.widths[n + 1] == pytest.approx(widths, abs=1e-5)
        allowed = math.sqrt(xi(n + 1, 3, 0.2, DELTA) * uses[p]) + widths[p]
        assert (abs(errors[p]) > allowed) == (played.eliminated_at[0, p] == n + 1)
        row = scene.table()[1][n]
        assert row[0] == n + 1
        assert row[5:7] == pytest.approx([abs(errors[p]), allowed], abs=1e-5)
        said = lesson.page.said_at(looks=n + 1)
        assert f"Its summed error is {number(abs(errors[p]))} of {number(allowed)} allowed" in said
        assert (f"{NAMES[p]} is thrown out" in said) == (row[7] == "rejected")


def test_two_experts_fall_and_the_true_one_stays(lesson: Start) -> None:
    gone = lesson.page.scene.record.eliminated_at[0]
    assert 0 < gone[1] < gone[0] <= LOOKS
    assert gone[2] == 0
    assert "right was right" in lesson.page.said_at(looks=LOOKS)
    kept = lesson.page.scene.story.alive
    assert kept[LOOKS].tolist() == [False, False, True]
    judged = lesson.page.scene._sums
    lesson.page.set(looks=LOOKS)
    assert judged.rejected.tolist() == [True, True, False], "a rejected expert's last test stays on view"


def test_bands_and_bars_stay_on_their_axes(lesson: Start) -> None:
    story, scene = lesson.page.scene.story, lesson.page.scene
    low, high = scene.canvas.axes[0].get_ylim()
    shown = story.alive[:, :, None]
    assert np.where(shown, story.mean + story.half_width, high - 1).max() < high
    assert np.where(shown, story.mean - story.half_width, low + 1).min() > low
    assert max(np.abs(story.errors).max(), (story.noise + story.widths).max()) < scene.canvas.axes[1].get_xlim()[1]


@pytest.mark.parametrize("value", [1e300, -1e300, math.inf, math.nan, "x", None, [1]])
def test_whatever_is_sent_the_page_lives(lesson: Start, value: object) -> None:
    lesson.page.set(looks=value)
    assert 0 <= lesson.page.state["looks"] <= LOOKS
    assert "could not be drawn" not in lesson.page.sentence_box.value


def test_a_lying_browser_is_clamped(lesson: Start) -> None:
    slider = lesson.page.widgets["looks"]
    slider.max = 10**9
    slider.value = 10**9
    assert "after 10 looks" in lesson.page.sentence
    slider.value, slider.max = 0, LOOKS


def test_reset_said_at_and_address(lesson: Start) -> None:
    lesson.page.set(looks=4)
    assert lesson.page.query == "looks=4"
    before = lesson.page.sentence
    assert lesson.page.said_at(looks=9) != before
    assert lesson.page.sentence == before
    lesson.page.reset_button.click()
    assert lesson.page.state == lesson.page.first == {"looks": 0}
    assert start_here("looks=4").page.sentence == before


def test_questions_answer(lesson: Start) -> None:
    lesson.prediction.choice.value = "left"
    assert "You said <b>left</b>. It is <i>middle</i>, at look 3." in lesson.prediction.reply.value
    lesson.prediction.choice.value = "middle"
    assert "as you said" in lesson.prediction.reply.value
    lesson.variation.button.click()
    assert lesson.page.state["looks"] == 3
    for answer, right in (("3", False), ("nan", False), ("", False), ("6", True)):
        lesson.exercise.answer.value = answer
        assert lesson.exercise.judge() == right


def test_the_table_of_symbols_names_things_that_exist() -> None:
    (table,) = (cell.source for cell in nbformat.read(NOTEBOOK, as_version=4).cells if cell.id == "symbols")
    rows = [line.split(" | ") for line in table.splitlines() if line.startswith("| $")]
    names = [name for row in rows for name in re.findall(r"`([\w.]+)`", row[1])]
    letters = " ".join(row[0] for row in rows)
    for symbol in (r"\mu", r"\sigma", r"\beta_t", r"\xi_t", r"\eta_t", r"\varepsilon", "$R$", r"\delta", r"\mathcal{U}",
                   r"\mathcal{X}_t", "S^p_t", r"\gamma_T", "B_t", r"t^\star"):  # fmt: skip
        assert symbol in letters
    homes = (theory, problem, record, priors, belief, policies, sums, steps)
    for name in names:
        owner, _, part = name.partition(".")
        home = next((m for m in homes if hasattr(m, owner)), None)
        assert home is not None, f"{owner} is nowhere"
        thing = getattr(home, owner)
        fields = getattr(thing, "__dataclass_fields__", {})
        assert not part or part in fields or hasattr(thing, part), name
