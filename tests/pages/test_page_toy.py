"""Page 05 without a browser: every control counts, nothing kills it, and its numbers are the package's own."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path

import numpy as np
import pytest
from drawn import drawn

from pegp_lite.claims.toy_claims import toy_findings
from pegp_lite.pages.lessons.toy import verdicts as toy_verdicts
from pegp_lite.pages.lessons.toy.page import CONTROLS, ToyLesson, toy_experiment
from pegp_lite.pages.lessons.toy.verdicts import Settings, played
from pegp_lite.problems import toy
from pegp_lite.study.compare import all_policies, compare
from pegp_lite.study.statistics import prior_shares

NOTEBOOK = Path(__file__).parents[2] / "notebooks" / "05_toy_experiment.ipynb"
FEW = {"seeds": 4}  # enough to see a change, and quick


@pytest.fixture(scope="module")
def lesson() -> ToyLesson:
    return toy_experiment(query="seeds=4")


@pytest.fixture(autouse=True)
def as_opened(lesson: ToyLesson) -> None:
    lesson.page.set(**lesson.page.first | FEW)


MOVES = {
    "tall": 4.5,
    "epsilon": 0.01,
    "true": 3,
    "priors": ("0", "1", "2"),
    "mask": "nothing",
    "delta": 0.1259,
    "R": 0.0178,
    "seeds": 5,
}


@pytest.mark.parametrize("name", [control.name for control in CONTROLS])
def test_every_control_changes_picture_words_and_address(lesson: ToyLesson, name: str) -> None:
    page = lesson.page
    picture, sentence, address = drawn(page), page.sentence, page.query
    page.widgets[name].value = MOVES[name]
    assert page.sentence != sentence
    assert drawn(page) != picture
    assert page.query != address
    assert "could not be drawn" not in page.sentence_box.value
    page.set(**page.first | FEW)
    assert (page.sentence, drawn(page)) == (sentence, picture)


@pytest.mark.parametrize("name", [c.name for c in CONTROLS])
@pytest.mark.parametrize("value", [math.nan, -1e300, "x", None])
def test_nonsense_leaves_the_page_alive(lesson: ToyLesson, name: str, value: object) -> None:
    lesson.page.set(**{name: value})
    assert "could not be drawn" not in lesson.page.sentence_box.value
    assert lesson.page.sentence


@pytest.mark.parametrize(
    "extreme",
    [
        {"tall": 1, "R": 1, "delta": 0.5, "seeds": 2, "true": 0},
        {"tall": 6, "R": 0.001, "delta": 0.01, "epsilon": 0.2, "true": 10, "mask": "the highest points"},
        {"priors": ("0", "2")},
        {"priors": ("5", "6"), "mask": "points at random"},
        {"priors": ("1", "2"), "true": 1},
    ],
)
def test_extremes_are_drawn_and_said(lesson: ToyLesson, extreme: dict) -> None:
    lesson.page.set(**FEW | extreme)
    assert "could not be drawn" not in lesson.page.sentence_box.value
    assert "nan" not in lesson.page.sentence
    assert len(re.findall("<li", lesson.page.verdicts.value)) == 5


def test_the_numbers_are_those_of_the_package(lesson: ToyLesson) -> None:
    lesson.page.set(epsilon=0.02, delta=0.2, R=0.1)
    problem = toy(epsilon=0.02, noise_std=0.1, seeds=4)
    apart = compare(problem, all_policies(problem, 0.2))
    ends = {apart.label(name): apart.regret(name)[:, -1] for name in apart.records}
    ours, theirs = ends["PE-GP-UCB"], ends["fully Bayesian"]
    error = ours.std(ddof=1) / 2
    found = re.search(r"PE-GP-UCB ([\d.]+) ± ([\d.]+)", lesson.page.sentence)
    assert found
    assert float(found[1]) == pytest.approx(ours.mean(), abs=0.06)
    assert float(found[2]) == pytest.approx(error, abs=0.06)
    assert f"beats PE-GP-UCB in {(theirs < ours).sum()} of 4 games" in lesson.page.sentence
    shown = played(lesson.page.scene.chosen).findings
    assert [f.verdict for f in shown] == [f.verdict for f in toy_findings(apart)]
    for finding in shown:
        assert finding.verdict in lesson.page.verdicts.value


def test_the_table_holds_the_curves(lesson: ToyLesson) -> None:
    header, rows = lesson.page.scene.table()
    assert header[:3] == ["step", "PE-GP-UCB mean", "PE-GP-UCB standard error"]
    assert len(rows) == 100
    regret = played(Settings(seeds=4)).comparison["PriorElimination"].cumulative_regret
    np.testing.assert_allclose([row[1] for row in rows], regret.mean(axis=0))
    for kind in ("PNG", "SVG", "CSV"):
        assert lesson.page.file(kind)[2]


def test_without_the_true_prior_its_claims_cannot_be_told_and_exhaustion_is_said(lesson: ToyLesson) -> None:
    lesson.page.set(priors=("3", "4"), R=0.001)
    assert "3, 4 and 5 cannot be told" in lesson.page.sentence
    assert "the true prior is not in the set" in lesson.page.verdicts.value
    over = (played(lesson.page.scene.chosen).comparison["PriorElimination"].exhausted_at > 0).sum()
    assert ("rejected every prior" in lesson.page.sentence) == (over > 0)


def test_claim_5_leaves_prior_0_aside_whether_it_plays_or_not() -> None:
    with_it, without = (played(Settings(priors=p, seeds=6)).findings[4] for p in ((0, 1, 2, 3), (1, 2, 3)))
    assert with_it.parts[0].mean == without.parts[0].mean == 1.0
    assert without.verdict == "holds"


def test_what_is_said_at_other_settings_does_not_move_the_page(lesson: ToyLesson) -> None:
    before = lesson.page.state, lesson.page.sentence, drawn(lesson.page)
    said = lesson.page.said_at(tall=2)
    assert "tall hill 2," in said
    assert (lesson.page.state, lesson.page.sentence, drawn(lesson.page)) == before
    lesson.page.set(tall=2)
    assert lesson.page.sentence == said


def test_prediction_variation_and_exercise(lesson: ToyLesson) -> None:
    assert "Choose first" in lesson.prediction.reply.value
    lesson.prediction.choice.value = "only a few"
    assert "You were right" in lesson.prediction.reply.value
    wins = re.search(r"wins only (\d+) of 30", lesson.prediction.reply.value)
    assert wins
    assert f"beats PE-GP-UCB in {30 - int(wins[1])} of 30 games" in toy_verdicts.sentence(Settings())
    lesson.variation.button.click()
    assert lesson.page.state["epsilon"] == 0.02
    assert "claims 1, 2, 3 and 4 do not hold" in lesson.page.sentence
    lesson.exercise.answer.value = "PE-GP-UCB"
    assert not lesson.exercise.judge()
    lesson.exercise.answer.value = "fully Bayesian"
    assert lesson.exercise.judge()


def test_the_text_tells_what_thirty_and_three_hundred_games_say() -> None:
    prose = " ".join(
        "".join(cell["source"]) for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    ).replace("\n", " ")
    few = played(Settings()).comparison
    bad = few.regret("FullyBayesian")[:, -1]
    bad = np.sort(bad[bad > 2 * np.median(bad)])
    assert "its four bad games" in prose
    assert len(bad) == 4
    assert f"Those games cost {bad[0]:.0f} to {bad[-1]:.0f}." in prose
    assert f"about {few.regret('PriorElimination')[:, -1].mean():.0f} units of regret" in prose

    problem = toy(seeds=300)
    many = compare(
        problem, [policy for policy in all_policies(problem) if policy.learns and not policy.needs_true_prior]
    )
    apart = many.versus("PriorElimination", "FullyBayesian")
    said = " [".join([f"{apart.mean[-1]:.2f}", f"{apart.low[-1]:.2f}, {apart.high[-1]:.2f}]"]).replace("-", "−")
    assert said in prose
    late = prior_shares(many["MaximumLikelihood"], 11, start=0.5)
    stuck = ((late.max(axis=1) >= 0.9) & (late.argmax(axis=1) != 2)).mean()
    assert f"maximum likelihood gets stuck in {stuck:.0%} of them" in prose
    assert f"regret balancing gives the true expert {many.shares('RegretBalancing')[2]:.0%} of its steps" in prose
