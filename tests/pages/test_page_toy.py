"""Page 05 without a browser: every control and press counts, nothing kills it, its numbers are the package's own."""

from __future__ import annotations

import json
import math
import re
from dataclasses import replace
from pathlib import Path
from urllib.parse import parse_qs, urlencode

import numpy as np
import pytest

from pegp_lite import rbf
from pegp_lite.bandit.players import OURS
from pegp_lite.bandit.schedules import confidence_width
from pegp_lite.claims.atlas import places
from pegp_lite.claims.toy_claims import toy_findings
from pegp_lite.claims.verdicts import FAILS, HOLDS
from pegp_lite.figures.marks import Bars, Hidden, Line, Points, Text
from pegp_lite.figures.render.browser import described
from pegp_lite.figures.words import number
from pegp_lite.pages.address import read_query
from pegp_lite.pages.controls import OWN
from pegp_lite.pages.lessons.algorithm.lesson import the_algorithm
from pegp_lite.pages.lessons.algorithm.replayed import replayed
from pegp_lite.pages.lessons.algorithm.words import STOPS
from pegp_lite.pages.lessons.regions.onward import toy_address
from pegp_lite.pages.lessons.toy.lesson import CONTROLS, PRESETS, ToyLesson, replay_of, toy_experiment
from pegp_lite.pages.lessons.toy.model import CALLED, CENTRES, FURTHER, Settings, played, promises, settings_of
from pegp_lite.pages.lessons.toy.panels import SHOWN, game_key, stacked
from pegp_lite.pages.page import Page
from pegp_lite.problems.toy import toy, toy_points
from pegp_lite.study.compare import all_policies, compare
from pegp_lite.study.statistics import prior_shares

NOTEBOOK = Path(__file__).parents[2] / "notebooks" / "05_toy_experiment.ipynb"
FIRST = {control.name: control.first for control in CONTROLS}
FEW = {"seeds": 4}  # enough to see a change, and quick
PROSE = " ".join("".join(cell["source"]) for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"])


@pytest.fixture(scope="module")
def lesson() -> ToyLesson:
    lesson = toy_experiment(query="seeds=4")
    lesson.prediction.commit(None)
    return lesson


@pytest.fixture(autouse=True)
def as_opened(lesson: ToyLesson) -> None:
    lesson.page.set(**lesson.page.first | FEW)


def drawn(page: Page) -> object:
    return described(page.figure.picture)


MOVES = {
    "start": "a function that moves", "epsilon": 0.01, "tall": 4.5, "mask": "nothing", "wide": 0.1, "often": 3,
    "short": 0.5, "width": 0.01, "l": 0.2, "ties": "the first", "rule": "upper bound", "true": 3, "delta": 0.2,
    "R": 0.1, "seeds": 5, "priors": ("0", "1", "2"), "game": 3, "who": ("PE-GP-UCB", "regret balancing", "CORRAL"),
}  # fmt: skip


@pytest.mark.parametrize("name", [control.name for control in CONTROLS])
def test_every_control_changes_picture_words_and_address(lesson: ToyLesson, name: str) -> None:
    page = lesson.page
    picture, sentence, address = drawn(page), page.sentence, page.query
    page.widgets[name].value = MOVES[name]
    assert page.sentence != sentence
    assert drawn(page) != picture
    assert page.query != address
    page.set(**page.first | FEW)
    assert (page.sentence, drawn(page)) == (sentence, picture)


@pytest.mark.parametrize("name", [c.name for c in CONTROLS])
@pytest.mark.parametrize("value", [math.nan, -1e300, "x", None, ["nonsense"]])
def test_nonsense_leaves_the_page_alive(lesson: ToyLesson, name: str, value: object) -> None:
    lesson.page.set(**FEW | {name: value})
    assert "could not be drawn" not in lesson.page.sentence
    assert "game" in lesson.page.sentence


@pytest.mark.parametrize(
    "extreme",
    [
        {"tall": 1, "R": 1, "delta": 0.5, "seeds": 2, "true": 0},
        {"tall": 6, "R": 0.001, "delta": 0.01, "epsilon": 0.2, "true": 10, "mask": "the highest points", "often": 1},
        {"wide": 0.2, "often": 1, "mask": "points at random", "width": 0.005, "l": 0.05, "short": 4},
        {"wide": 0.0, "width": 0.05, "l": 2, "tall": 1, "short": 4},
        {"priors": ("0", "2")},
        {"priors": ("5", "6"), "mask": "points at random"},
        {"priors": ("1", "2"), "true": 1},
        {"priors": ("2",)},
        {"priors": ("7",)},
        {"priors": ()},
    ],
)
@pytest.mark.parametrize("covered", [False, True])
def test_extremes_are_drawn_and_said(lesson: ToyLesson, extreme: dict, covered: bool) -> None:
    state = lesson.page.first | FEW | extreme
    picture = lesson.page.scene.picture(state, covered)
    assert "nan" not in picture.sentence
    described(picture)
    assert len(lesson.page.scene.table(state)[1]) == (100 if state["priors"] else 0)
    claims = [claim.number for panel in picture.panels for claim in panel.claims]
    assert claims == (["1", "2", "4", "5", "3"] if state["priors"] else [])


def test_before_the_answer_nothing_tells_who_wins_single_games() -> None:
    page = toy_experiment("").page
    layout, _ = described(page.figure.picture)
    assert page.figure.picture.panels[3].covered
    assert layout["panels"][3]["marks"] == layout["panels"][3]["claims"] == []
    for words in (page.sentence, str(layout)):
        assert "beats" not in words
        assert "26 of 30" not in words


def test_the_numbers_are_those_of_the_package(lesson: ToyLesson) -> None:
    lesson.page.set(epsilon=0.02, delta=0.2, R=0.1)
    problem = toy(epsilon=0.02, noise_std=0.1, seeds=4)
    apart = compare(problem, all_policies(problem, 0.2))
    ends = {apart.label(name): apart.regret(name)[:, -1] for name in apart.records}
    ours, theirs = ends["PE-GP-UCB"], ends["fully Bayesian"]
    found = re.search(r"PE-GP-UCB ([\d.]+) ± ([\d.]+)", lesson.page.sentence)
    assert found
    assert float(found[1]) == pytest.approx(ours.mean(), abs=0.06)
    assert float(found[2]) == pytest.approx(ours.std(ddof=1) / 2, abs=0.06)
    assert f"beats PE-GP-UCB in {(theirs < ours).sum()} of 4 games" in lesson.page.sentence
    chips = {claim.number: claim.chip for panel in lesson.page.figure.picture.panels for claim in panel.claims}
    assert chips == {finding.claim.key: finding.verdict for finding in toy_findings(apart)}


def test_every_setting_reaches_the_game() -> None:
    first = toy_experiment("").page.first
    state = first | {name: MOVES[name] for name in MOVES if name in first} | {"seeds": 4, "priors": ("1", "2", "3")}
    chosen = settings_of(state)
    problem = chosen.problem()
    plain = toy(
        3, short=0.5, tall=4.5, width=0.01, l=0.2, noise_std=0.1, priors=(1, 2, 3), mask="none", epsilon=0.01, seeds=4
    )
    np.testing.assert_array_equal(problem.values, plain.values)
    assert (problem.noise_std, problem.available) == (0.1, None)
    hidden = settings_of(state | {"mask": "the true hill"}).problem().available
    assert hidden is not None
    assert [bool((~step).any()) for step in hidden[:6]] == [False, False, True, False, False, True]
    away = np.abs(toy_points() - CENTRES[2])
    clear = np.abs(away - 0.1) > 1e-9  # rounding decides at the very ends
    assert (~hidden[2] == (away <= 0.1))[clear].all()
    assert {policy.delta for policy in chosen.policies()} == {0.2}
    assert played(chosen).comparison.ties == "first"
    assert next(p for p in chosen.policies() if type(p).__name__ == "RegretBalancing").rule == "upper"


def test_what_is_kept_of_an_earlier_game_is_what_would_be_played(lesson: ToyLesson) -> None:
    played(Settings(seeds=6))
    for chosen in (Settings(seeds=5, rule="upper"), Settings(seeds=8, delta=0.3)):
        alone = compare(chosen.problem(), chosen.policies(), chosen.seeds)
        for name, record in played(chosen).comparison.records.items():
            np.testing.assert_array_equal(record.points, alone[name].points)


def test_an_expert_pressed_goes_out_and_in_and_twice_is_true(lesson: ToyLesson) -> None:
    page, figure = lesson.page, lesson.page.figure

    def press(key: str, twice: bool = False) -> None:
        press.told += 1
        figure.value = {"key": key, "told": press.told} | ({"twice": True} if twice else {})

    press.told = 0
    press("expert 5")
    assert "5" not in page.state["priors"]
    assert "10 experts" in page.sentence
    press("expert 5")
    assert page.state["priors"] == page.first["priors"]
    press("expert 5")
    press("expert 5", twice=True)
    assert (page.state["true"], len(page.state["priors"])) == (5, 11)
    press("expert 5")
    assert "expert 5 true, who is not in the set" in page.sentence
    toggles = {toggle.key: toggle.state for toggle in figure.picture.panels[0].toggles}
    assert toggles["expert 5"] == "missing"
    press("game 3 FullyBayesian")
    assert page.state["game"] == 3
    assert "Game 3 alone" in page.sentence
    press("game 3 PriorElimination")
    assert page.state["game"] == 0
    press("expert 99")
    assert page.state["game"] == 0


def test_nobody_in_the_set_is_said_and_shared() -> None:
    page = toy_experiment("priors=none&seeds=4").page
    assert page.state["priors"] == ()
    assert page.sentence.startswith("No expert is in the set.")
    assert page.query == "seeds=4&priors=none"
    assert "must" in toy_experiment("priors=1.1").page.sentence


def test_hills_numbers_and_hidden_stretch_stand_where_they_belong(lesson: ToyLesson) -> None:
    lesson.page.set(true=4, wide=0.08, priors=("1", "4", "9"))
    panel = lesson.page.figure.picture.panels[0]
    hidden = next(mark for mark in panel.marks if isinstance(mark, Hidden))
    assert (float(hidden.low), float(hidden.high)) == pytest.approx((CENTRES[3] - 0.08, CENTRES[3] + 0.08))
    keys = [mark.key for mark in panel.marks if isinstance(mark, Line) and mark.key]
    assert keys == ["expert 1", "expert 9"]
    truth = next(mark for mark in panel.marks if isinstance(mark, Line) and mark.color == "truth")
    x = toy_points()
    bumps = np.exp(-((x - np.array(CENTRES)[:, None]) ** 2) / (2 * 0.02**2))
    np.testing.assert_allclose(truth.y, bumps.sum(axis=0) + 3 * bumps[3], atol=1e-12)
    numbers = next(mark for mark in panel.marks if isinstance(mark, Points))
    assert [fill == "truth" for fill in numbers.fill] == [n == 4 for n in range(1, 11)]


def test_trust_and_single_games_are_the_records(lesson: ToyLesson) -> None:
    found = played(settings_of(lesson.page.state))
    _, regret, trust, games = lesson.page.figure.picture.panels
    bars = [mark for mark in trust.marks if isinstance(mark, Bars)][1:]
    for bar, name in zip(bars, ("PriorElimination", "MaximumLikelihood", "RegretBalancing"), strict=True):
        np.testing.assert_allclose(bar.y1, prior_shares(found.comparison[name], 11).mean(axis=0))
    dots = {mark.keys[0].split()[-1]: mark.x for mark in games.marks if isinstance(mark, Points) and mark.keys}
    for name, x in dots.items():
        np.testing.assert_array_equal(x, found.ends(name))
    lit = {mark.when: mark for mark in regret.marks if isinstance(mark, Line) and mark.when}
    assert set(lit) == {game_key(name, seed) for name in dots for seed in range(4)}
    curve = found.comparison.regret("FullyBayesian")[2]
    np.testing.assert_array_equal(lit[game_key("FullyBayesian", 2)].y, curve[1::2])


def test_many_games_are_drawn_in_part_and_say_so(lesson: ToyLesson) -> None:
    lesson.page.set(seeds=SHOWN + 5)
    panel = lesson.page.figure.picture.panels[3]
    assert all(len(mark.x) == SHOWN for mark in panel.marks if isinstance(mark, Points) and mark.keys)
    assert f"first {SHOWN} of {SHOWN + 5}" in str(panel.note)


def test_dots_step_aside_for_each_other() -> None:
    aside = stacked([1.0, 1.0, 1.0, 9.0, math.nan], 0.5)
    assert len(set(aside[:3])) == 3
    assert aside[3] == 0


def test_the_table_holds_the_curves(lesson: ToyLesson) -> None:
    header, rows = lesson.page.scene.table(lesson.page.state)
    assert header[:3] == ["step", "PE-GP-UCB mean", "PE-GP-UCB standard error"]
    regret = played(Settings(seeds=4)).comparison["PriorElimination"].cumulative_regret
    np.testing.assert_allclose([row[1] for row in rows], regret.mean(axis=0))
    for kind in ("PNG", "SVG", "CSV"):
        assert lesson.page.file(kind)[2]


def test_without_the_true_expert_its_claims_cannot_be_told_and_exhaustion_is_said(lesson: ToyLesson) -> None:
    lesson.page.set(priors=("3", "4"), R=0.001)
    assert "3, 4 and 5 cannot be told" in lesson.page.sentence
    words = [claim.words for panel in lesson.page.figure.picture.panels for claim in panel.claims]
    assert words.count("the true expert is not in the set") == 3
    over = (played(settings_of(lesson.page.state)).comparison["PriorElimination"].exhausted_at > 0).sum()
    assert ("rejected every expert" in lesson.page.sentence) == (over > 0)


def test_claim_5_leaves_expert_0_aside_whether_it_plays_or_not() -> None:
    with_it, without = (played(Settings(experts=p, seeds=6)).findings[4] for p in ((0, 1, 2, 3), (1, 2, 3)))
    assert with_it.parts[0].mean == without.parts[0].mean == 1.0
    assert without.verdict == "holds"


def test_a_preset_sets_everything_and_is_known_by_its_settings(lesson: ToyLesson) -> None:
    page = lesson.page
    page.set(short=3.0)
    assert page.state["start"] == OWN
    page.widgets["start"].value = "loud noise, upper bound"
    assert page.state == page.first | FEW | PRESETS["loud noise, upper bound"] | {"start": "loud noise, upper bound"}
    assert "start" not in page.query
    assert toy_experiment(page.query).page.state == page.state
    page.widgets["R"].value = 0.1
    assert page.state["start"] == OWN
    page.widgets["start"].value = OWN
    assert page.state["R"] == 0.1
    page.set(start="the paper’s toy")
    assert page.query == "seeds=4"


def test_every_place_of_the_map_can_be_opened_here() -> None:
    for place in places()[::17]:
        state, notes = read_query(CONTROLS, toy_address(place).partition("?")[2])
        chosen = settings_of(FIRST | state)
        assert not notes
        assert (chosen.short, chosen.tall - chosen.short) == pytest.approx((place.short, place.rise))
        found = (chosen.width, chosen.l, chosen.noise_std, chosen.epsilon, chosen.experts, chosen.mask, chosen.ties)
        assert found == (
            *(place.width, place.l, place.noise_std, place.epsilon, place.competing, place.mask, place.ties),
        )
        assert chosen.rule == place.rule


def test_what_is_said_at_other_settings_does_not_move_the_page(lesson: ToyLesson) -> None:
    before = lesson.page.state, lesson.page.sentence, drawn(lesson.page)
    said = lesson.page.said_at(true=4)
    assert "expert 4 true" in said
    assert (lesson.page.state, lesson.page.sentence, drawn(lesson.page)) == before
    lesson.page.set(true=4)
    assert lesson.page.sentence == said


def test_prediction_and_exercise() -> None:
    lesson = toy_experiment("")
    lesson.prediction.commit(2)
    assert lesson.prediction.card["lead"].startswith("✓")
    wins = re.search(r"wins (\d+) of 30", lesson.prediction.card["reply"])
    assert wins
    assert f"beats PE-GP-UCB in {30 - int(wins[1])} of 30 games" in lesson.page.sentence
    lesson.page.set(epsilon=0.02)
    assert "claims 1, 2, 3 and 4 do not hold" in lesson.page.sentence
    assert not lesson.exercise.check("PE-GP-UCB")
    assert lesson.exercise.check("fully Bayesian")
    lesson.page.set(**lesson.page.first | {"true": 0})
    assert "steps: fully Bayesian" in lesson.page.sentence


def test_the_text_tells_what_thirty_games_say() -> None:
    found = played(Settings())
    ends = found.ends("PriorElimination")
    assert f"costs {ends.mean():.0f} units of regret on average, {ends.min():.1f} in the luckiest game" in PROSE
    assert f"and {ends.max():.1f} in the unluckiest" in PROSE
    rival = found.ends("FullyBayesian")
    bad = np.flatnonzero(rival > 2 * np.median(rival))
    assert "In its four bad games" in PROSE
    assert len(bad) == 4
    assert f"Those games cost {rival[bad].min():.0f} to {rival[bad].max():.0f}" in PROSE
    assert f"(#only?game={bad[0] + 1})" in PROSE


def test_what_stands_beside_the_question_does_not_answer_it() -> None:
    """The prose that a large screen shows beside the card asks; what answers comes further down."""
    _, beside = PROSE.split("## Look at single games")
    assert beside.index("wins most single games") > 900
    assert "a mean of" not in PROSE.partition("## Look at")[0].lower()


def test_why_the_averaging_policy_fails_is_what_the_text_says() -> None:
    """By a dense formula: how many experts are left, and the averaged bound at the true hill and at the right end."""
    found, problem, x = played(Settings()), Settings().problem(), toy_points()
    record, hill, likely = found.comparison["FullyBayesian"], round(360 * CENTRES[1]), []
    kernel, family = rbf(x, 0.5), promises(4.0, 1.0, 0.02, 0.5, 0.0)
    for seed in np.flatnonzero(found.ends("FullyBayesian") > 60):
        points, seen = record.points[seed, :98], record.observations[seed, :98]
        assert (np.abs(x[points] - CENTRES[1]) > 0.03).all(), "it looked at the true hill"
        assert np.median(x[points]) == 1.0, "it does not sit at the right end"
        factor = np.linalg.cholesky(kernel[np.ix_(points, points)] + 1e-4 * np.eye(98))
        across = np.linalg.solve(factor, kernel[points])
        std = np.sqrt(np.maximum(0, 1 - (across**2).sum(axis=0)))
        misses = [np.linalg.solve(factor, seen - mean[points]) for mean in family]
        odds = np.exp([-0.5 * miss @ miss for miss in misses] + 0.5 * min(miss @ miss for miss in misses))
        bounds = [
            m + across.T @ miss + confidence_width(99, 361, 0.1) * std for m, miss in zip(family, misses, strict=True)
        ]
        averaged = odds / odds.sum() @ np.array(bounds)
        assert averaged[hill] < averaged[-1] - 0.4
        likely.append(int((odds > 0.5).sum()))
        tilt = problem.values[seed, 0] - family[2]
        assert tilt[-1] > tilt[hill] + 1
    assert "seven experts are still equally likely (six in one of the four games)" in PROSE
    assert sorted(likely) == [6, 7, 7, 7]


def test_the_text_tells_what_three_hundred_games_say() -> None:
    chosen = Settings(seeds=300)
    many = played(chosen).comparison
    apart = many.versus("PriorElimination", "FullyBayesian")
    said = " [".join([f"{apart.mean[-1]:.2f}", f"{apart.low[-1]:.2f}, {apart.high[-1]:.2f}]"]).replace("-", "−")
    assert said in PROSE
    late = prior_shares(many["MaximumLikelihood"], 11, start=0.5)
    stuck = ((late.max(axis=1) >= 0.9) & (late.argmax(axis=1) != 2)).mean()
    assert f"maximum likelihood gets stuck in {stuck:.0%} of them" in PROSE
    assert f"regret balancing gives the true expert {many.shares('RegretBalancing')[2]:.0%} of its steps" in PROSE


def test_the_presets_are_what_the_text_says() -> None:
    first = toy_experiment("").page.first
    narrow = played(settings_of(first | PRESETS["narrow hills, first of equals"] | {"seeds": 300}))
    assert narrow.findings[2].verdict == HOLDS
    late = prior_shares(narrow.comparison["MaximumLikelihood"], 11, start=0.5)
    assert late.mean(axis=0).argmax() == 0
    loud = played(settings_of(first | PRESETS["loud noise, upper bound"] | {"seeds": 300}))
    assert [loud.findings[k].verdict for k in (0, 3)] == [FAILS, HOLDS]
    assert loud.ends("FullyBayesian").mean() < loud.ends("PriorElimination").mean()
    moving = played(settings_of(first | PRESETS["a function that moves"]))
    assert moving.ends("FullyBayesian").max() < 60
    names = {f.claim.key for f in narrow.findings if f.verdict == HOLDS}
    assert names != {"1", "2", "3", "4", "5"}


def test_whoever_is_chosen_plays_and_is_drawn() -> None:
    """All thirteen, each with its dots, its curve and its words; told ones only where the true expert is there."""
    every = ".".join(str(k) for k in range(len(CALLED)))
    page = toy_experiment(f"seeds=2&who={every}").page
    page.uncover()
    found = played(settings_of(page.state))
    assert set(found.comparison.records) == set(OURS)
    _, regret, trust, games = page.figure.picture.panels
    rivals = set(OURS) - {"Random", "KnownPrior"}
    assert {m.keys[0].split()[-1] for m in games.marks if isinstance(m, Points) and m.keys} == rivals
    assert games.y.low == len(rivals)
    assert {m.name for m in regret.marks if isinstance(m, Line) and not m.when} == set(CALLED)
    assert sum(isinstance(m, Bars) for m in trust.marks) == 1 + 6
    for label in CALLED:
        assert label in page.sentence or label in ("known prior", "random")
    page.set(who=("soft revision",))
    assert "soft revision" in page.sentence
    assert "cannot be told" in page.sentence
    page.set(who=("R-GP-UCB",), priors=("3", "4"))
    assert page.sentence.startswith("All who were chosen")


def test_the_rivals_of_the_literature_keep_to_what_the_text_says() -> None:
    """Those who are told the prior have nothing to forget while the function stands still."""
    assert "their curves lie on that of the known prior" in PROSE
    still = played(replace(Settings(), who=("KnownPrior", *FURTHER[:4]), seeds=6)).comparison
    for name in FURTHER[:4]:
        np.testing.assert_allclose(still.regret(name), still.regret("KnownPrior"), atol=1e-9)
    for phrase in ("who=0.4.6.7.8.9)", "who=0.2.10.11.12)"):
        assert phrase in PROSE
    assert [list(CALLED.values())[k] for k in (6, 7, 8, 9)] == list(FURTHER[:4])
    assert [list(CALLED.values())[k] for k in (10, 11, 12)] == list(FURTHER[4:])


def test_a_lit_game_can_be_replayed_on_page_03_and_is_the_same_game() -> None:
    page = toy_experiment("game=4&epsilon=0.02&tall=5").page
    page.uncover()
    games = page.figure.picture.panels[3]
    there = next(mark.key for mark in games.marks if isinstance(mark, Text) and mark.key)
    assert there == replay_of(page.state)
    run = replayed(parse_qs(there.partition("?")[2])["toy"][0])
    record = played(settings_of(page.state)).comparison["PriorElimination"]
    np.testing.assert_array_equal(run.trace.point, record.points[3])
    np.testing.assert_allclose(run.trace.regret, record.regret[3])
    again = the_algorithm(there.partition("?")[2]).page
    again.uncover()
    assert "game 4 of page 05" in str(again.figure.picture.title)
    again.set(step=100, line=STOPS[-1])
    assert f"its regret is {number(float(record.regret[3].sum()))}" in again.sentence
    again.reset()
    assert again.sentence.startswith("Step 1 of 40")
    assert not again.query
    for wrong in ("game=0", "game=4&priors=none", "tall=lots&game=4"):
        assert "the address said otherwise" in the_algorithm(urlencode({"toy": wrong})).page.sentence
    assert not replay_of(page.state | {"game": 0})
    assert not replay_of(page.state | {"who": ("random",)})


def test_who_ended_alike_is_told_once(lesson: ToyLesson) -> None:
    said = lesson.page.said_at(who=tuple(CALLED))
    alone = lesson.page.said_at(who=("PE-GP-UCB", "R-GP-UCB"))
    ended = re.search(r"R-GP-UCB (\S+ ± \S+) ", alone)
    assert ended
    assert f"R-GP-UCB, SW-GP-UCB, WGP-UCB and ET-GP-UCB {ended[1]} each, " in said


def test_a_lit_game_leaves_all_other_marks_where_they_are(lesson: ToyLesson) -> None:
    lesson.page.set(game=0)
    before = lesson.page.figure.picture.panels[3].marks
    lesson.page.set(game=4)
    after = lesson.page.figure.picture.panels[3].marks
    assert [type(mark) for mark in before] == [type(mark) for mark in after[: len(before)]]
    assert isinstance(after[-1], Text), "only the way to page 03 comes in, at the end"
