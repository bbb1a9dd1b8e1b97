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
from pegp_lite.figures.marks import Points, Wall, plain
from pegp_lite.figures.words import number
from pegp_lite.gp import belief, priors
from pegp_lite.pages.lessons.start.lesson import Start, start_here
from pegp_lite.pages.lessons.start.model import DELTA, LOOKS, LUCK, NAMES, opening_game, the_game
from pegp_lite.pages.lessons.start.view import LIMITS, MOST, start_table
from pegp_lite.problems import problem
from pegp_lite.theory import steps

NOTEBOOK = Path(__file__).resolve().parents[2] / "notebooks" / "00_start_here.ipynb"


@pytest.fixture
def lesson() -> Start:
    """The page after its prediction."""
    lesson = start_here("")
    lesson.prediction.commit(None)
    return lesson


def test_every_look_changes_picture_and_sentence(lesson: Start) -> None:
    pictures, sentences = set(), set()
    for n in range(LOOKS + 1):
        lesson.page.set(looks=n)
        pictures.add(str(drawn(lesson.page)))
        sentences.add(lesson.page.sentence)
    assert len(pictures) == len(sentences) == LOOKS + 1


def test_the_story_agrees_with_the_game_and_with_a_dense_formula(lesson: Start) -> None:
    x, rivals = opening_game()
    played = play(rivals, policies.PriorElimination(DELTA), 1, seed=LUCK)
    story, errors, widths, uses = the_game().story, np.zeros(3), np.zeros(3), np.zeros(3)
    alive = np.ones(3, dtype=bool)
    for n in range(LOOKS):
        believed = [posterior(p, played.points[0, :n], played.observations[0, :n], n + 1, 0.2) for p in rivals.priors]
        for p, (mean, std, _) in enumerate(believed):
            assert story.mean[n, p] == pytest.approx(mean, abs=1e-6)
            assert story.half_width[n, p] == pytest.approx(beta(n + 1, len(x), DELTA) * std, abs=1e-5)
        p, at = played.chosen_priors[0, n], played.points[0, n]
        upper = np.array([mean + beta(n + 1, len(x), DELTA) * std for mean, std, _ in believed])
        assert upper[p, at] == pytest.approx(upper[alive].max(), abs=1e-6), "it looks where a living band is highest"
        assert the_game().highest(n, at)[1] == pytest.approx(upper[p, at], abs=1e-5)
        errors[p] += played.observations[0, n] - believed[p][0][at]
        widths[p] += beta(n + 1, len(x), DELTA) * believed[p][1][at]
        uses[p] += 1
        assert story.errors[n + 1] == pytest.approx(errors, abs=1e-6)
        assert story.widths[n + 1] == pytest.approx(widths, abs=1e-5)
        allowed = math.sqrt(xi(n + 1, 3, 0.2, DELTA) * uses[p]) + widths[p]
        alive[p] = abs(errors[p]) <= allowed
        assert alive[p] == (played.eliminated_at[0, p] != n + 1)
        row = start_table(lesson.page.state)[1][n]
        assert row[0] == n + 1
        assert row[5:7] == pytest.approx([abs(errors[p]), allowed], abs=1e-5)
        said = lesson.page.said_at(looks=n + 1)
        assert f"Its summed error is {number(abs(errors[p]))} of {number(allowed)} allowed" in said
        assert (f"{NAMES[p]} is thrown out" in said) == (row[7] == "rejected")


def accounts(lesson: Start) -> list[str]:
    """What the lower panel says of each expert."""
    return [plain(label) for label in lesson.page.figure.picture.panels[2].y.labels]


def test_two_experts_fall_and_the_true_one_stays(lesson: Start) -> None:
    gone = the_game().record.eliminated_at[0]
    assert 0 < gone[1] < gone[0] <= LOOKS
    assert gone[2] == 0
    assert "right was right" in lesson.page.said_at(looks=LOOKS)
    assert the_game().story.alive[LOOKS].tolist() == [False, False, True]
    lesson.page.set(looks=LOOKS)
    assert accounts(lesson) == [f"left  ✗ out at {gone[0]}", f"middle  ✗ out at {gone[1]}", "right  ✓ kept"]


def test_nobody_is_kept_before_being_tested(lesson: Start) -> None:
    assert all(words.endswith("– not tested") for words in accounts(lesson))
    lesson.page.set(looks=1)
    assert [words.split("  ")[1] for words in accounts(lesson)] == ["✓ kept", "– not tested", "– not tested"]


def test_who_is_not_tested_has_the_wall_of_a_first_test(lesson: Start) -> None:
    walls = [mark for mark in lesson.page.figure.picture.panels[2].marks if isinstance(mark, Wall)]
    story, first = the_game().story, int(the_game().record.chosen_priors[0, 0])
    assert all(wall.faint and not wall.words for wall in walls)
    assert (walls[first].track, walls[first].noise) == pytest.approx((story.widths[1, first], story.noise[1, first]))


def test_bands_and_bars_stay_on_their_axes() -> None:
    story, (low, high) = the_game().story, LIMITS
    shown = story.alive[:, :, None]
    assert np.where(shown, story.mean + story.half_width, high - 1).max() < high
    assert np.where(shown, story.mean - story.half_width, low + 1).min() > low
    assert max(np.abs(story.errors).max(), (story.noise + story.widths).max()) < MOST


def test_the_reader_says_where_and_then_the_algorithm_does(lesson: Start) -> None:
    def answered() -> bool:
        marks = lesson.page.figure.picture.panels[0].marks
        return any(isinstance(mark, Points) and mark.marker == "down" for mark in marks)

    assert not answered()
    lesson.page.figure.value = {"key": "you", "x": 0.6, "held": True, "told": 1}
    assert lesson.page.state["you"] == 0.6
    assert not answered(), "while the hand holds the ring nothing is told"
    lesson.page.figure.value = {"key": "you", "x": 0.6, "told": 2}
    assert answered()
    assert "PE-GP-UCB looks at x = 0.2, where left’s reaches" in lesson.page.sentence
    lesson.page.figure.value = {"key": "looks", "x": 4.0, "told": 3}
    assert lesson.page.state["looks"] == 4
    assert not answered(), "a new look asks again"
    lesson.page.figure.value = {"key": "here", "x": 0.2, "y": 1.0, "told": 4}
    assert lesson.page.state["you"] == 0.2
    assert answered()
    lesson.page.widgets["looks"].value = 5
    assert not answered()
    lesson.page.figure.value = {"key": "look 2", "told": 5}
    assert lesson.page.state["looks"] == 2


def test_while_covered_no_look_is_shown() -> None:
    opened, late = start_here(""), start_here("looks=8")
    assert late.page.sentence == opened.page.sentence
    assert drawn(late.page) == drawn(opened.page)
    late.page.figure.value = {"key": "looks", "x": 4.0, "told": 1}
    assert late.page.state["looks"] == 8


def test_questions_answer(lesson: Start) -> None:
    story = the_game().story
    assert NAMES[lesson.prediction.right] == "middle"
    reply = lesson.prediction.card["reply"]
    assert "at look 3" in reply
    assert f"{number(story.noise[1, 0] + story.widths[1, 0])} were allowed" in reply
    for answer, right in (("3", False), ("nan", False), ("", False), ("6", True)):
        assert lesson.exercise.check(answer) == right


def test_the_prose_does_not_hold_the_exercise_s_answer() -> None:
    shown = [c.source for c in nbformat.read(NOTEBOOK, as_version=4).cells if "lab" not in c.metadata.get("tags", [])]
    assert not re.search(r"\b(looks?[ =]6|sixth)\b", " ".join(shown).replace("&", " "))


def test_what_the_prose_says_of_look_2_is_so() -> None:
    game = the_game()
    point, seen = game.record.points[0, 1], game.record.observations[0, 1]
    assert NAMES[game.record.chosen_priors[0, 1]] == "right"
    off = np.abs(seen - game.story.mean[1, :, point])
    assert off[2] < 0.5
    assert np.all((off[:2] > 4.5) & (off[:2] < 5))


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
