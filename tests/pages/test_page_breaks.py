"""Page 07 without a browser: the promises, how each breakage breaks them, and what the figure makes of it."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

from pegp_lite import PriorElimination, PriorsExhausted, play
from pegp_lite.figures.marks import Line
from pegp_lite.figures.words import within
from pegp_lite.pages.lessons.breaks.breakages import KINDS, SEEDS, STEPS, R, broken_game
from pegp_lite.pages.lessons.breaks.lesson import CONTROLS, WhenItBreaks, when_it_breaks
from pegp_lite.pages.lessons.breaks.promises import outcome, promises, sums
from pegp_lite.pages.lessons.breaks.view import breaks_picture, breaks_table
from pegp_lite.theory import largest_gain, regret_bound


@pytest.fixture
def lesson() -> WhenItBreaks:
    """The page after its prediction."""
    lesson = when_it_breaks(query="")
    lesson.prediction.commit(None)
    return lesson


def verdicts(kind: str, strength: int) -> list[bool | None]:
    return [item.holds for item in promises(outcome(kind, strength, 0.1, 0))]


@pytest.mark.parametrize("kind", KINDS.values())
def test_at_strength_0_every_promise_is_kept_and_no_assumption_is_blamed(kind: str) -> None:
    assert verdicts(kind, 0) == [True] * 5
    game = broken_game(kind, 0, 0)
    assert (game.assumption, game.why) == ("", "")


@pytest.mark.parametrize(
    ("kind", "strength", "expected"),
    [
        ("noise", 4, [False, True, True, True, True]),
        ("noise", 10, [False, False, False, True, False]),
        ("removed", 4, [True, False, False, False, False]),
        ("scale", 4, [True, True, True, True, False]),
        ("many", 10, [True, True, True, True, False]),
        ("mask", 4, [False, False, False, True, False]),
        ("nothing", 10, [True, True, True, True, True]),
    ],
)
def test_what_each_breakage_breaks(kind: str, strength: int, expected: list[bool]) -> None:
    assert verdicts(kind, strength) == expected
    assert bool(broken_game(kind, strength, 0).assumption) == (kind != "nothing")


def test_the_theory_names_what_it_does_not_cover() -> None:
    assert "differ only in output scale" in broken_game("scale", 4, 0).why
    assert "is not among these priors" in broken_game("removed", 4, 0).why


def test_the_counts_are_those_of_the_engine(lesson: WhenItBreaks) -> None:
    lesson.page.set(broken="wrong noise level", strength=10)
    game = broken_game("noise", 10, 0)
    with pytest.warns(PriorsExhausted):
        record = play(game.problem, PriorElimination(0.1), noise=game.noise, seed=0)
    said = lesson.page.sentence
    assert f"true prior was thrown out in {(record.eliminated_at[:, 1] > 0).sum()}." in said
    over = record.exhausted_at[record.exhausted_at > 0]
    assert f"In {len(over)} games every prior was rejected, first at step {over.min()}" in said
    a_step = np.array([row[:end].mean() for row, end in zip(record.regret, record.exhausted_at, strict=True) if end])
    left = record.regret[record.exhausted_at == 0].mean(axis=1)
    every = np.concatenate([a_step, left])
    assert len(every) == SEEDS
    assert f"Regret a step, in all games: {within(every.mean(), every.std(ddof=1) / np.sqrt(SEEDS))}" in said
    assert game.noise.std() == pytest.approx(6 * R, rel=0.1)


def test_no_game_is_left_out_of_the_figure(lesson: WhenItBreaks) -> None:
    lesson.page.set(broken="a lying mask", strength=4)
    record = outcome("mask", 4, 0.1, 0).record
    lines = [m for m in lesson.page.figure.picture.panels[1].marks if isinstance(m, Line) and m.color == "pe"]
    assert [len(line.x) for line in lines] == [int(t) or STEPS for t in record.exhausted_at]
    assert all((np.diff(line.y) >= 0).all() for line in lines), "a cumulative regret never falls"


def test_no_curve_is_bent_to_fit_its_axis(lesson: WhenItBreaks) -> None:
    for kind, word in (("scale", "only output scales differ"), ("removed", "the true prior removed")):
        lesson.page.set(broken=word, strength=10, luck=0)
        found = outcome(kind, 10, 0.1, 0)
        games, line12 = lesson.page.figure.picture.panels[1:3]
        lines = [m for m in games.marks if isinstance(m, Line) and m.color == "pe"]
        assert max(line.y[-1] for line in lines) == np.nancumsum(found.record.regret, axis=1)[:, -1].max()
        (wall,) = [m for m in line12.marks if isinstance(m, Line) and m.name == "the wall"]
        assert np.array_equal(wall.y, sums(found)[3])
    lesson.page.reset()


def test_room_is_kept_for_the_longest_sentence() -> None:
    first = {control.name: control.first for control in CONTROLS}
    for kind in KINDS:
        for strength in (1, 5, 10):
            picture = breaks_picture({**first, "broken": kind, "strength": strength}, False)
            assert len(picture.sentence) <= picture.letters


def test_the_truth_stays_when_the_scale_changes() -> None:
    values = [broken_game("scale", strength, 0).problem.values for strength in (0, 4, 10)]
    assert np.array_equal(values[0], values[1])
    assert np.array_equal(values[0], values[2])


def test_the_share_of_the_bound_is_that_of_the_theory() -> None:
    found = outcome("noise", 3, 0.2, 1)
    gain = largest_gain(found.game.problem.priors, R, STEPS)
    total = regret_bound(found.game.problem, found.record, 0.2, gain).total
    assert found.bound_used == pytest.approx(np.nanmax(found.record.cumulative_regret / total), rel=1e-9)


def test_the_sums_are_the_test_of_algorithm_1() -> None:
    for kind, strength in (("mask", 4), ("noise", 2), ("many", 3)):
        found = outcome(kind, strength, 0.1, 0)
        name, steps, errors, allowed = sums(found)
        p = [prior.name for prior in found.game.problem.priors].index(name)
        out = found.record.eliminated_at[0, p]
        if out:
            assert steps[-1] == out
            assert errors[-1] > allowed[-1]
            errors, allowed = errors[:-1], allowed[:-1]
        assert (errors <= allowed).all()


def test_a_lying_mask_hands_out_the_nearest_open_point() -> None:
    game = broken_game("mask", 5, 0)
    assert game.lies.sum() == 15
    assert not game.lies[::2].any()
    honest, lied = game.problem.values[0, 0], game.problem.values[0, game.lies][0]
    shut = honest != lied
    assert 10 < shut.sum() < 25
    edges = np.flatnonzero(np.diff(shut))
    assert set(lied[shut]) == {honest[edges[0]], honest[edges[1] + 1]}
    weaker = broken_game("mask", 3, 0)
    assert not (weaker.lies & ~game.lies).any()


@pytest.mark.parametrize("label", KINDS)
@pytest.mark.parametrize("strength", [0, 10])
def test_extremes_are_drawn_and_said_without_a_warning(lesson: WhenItBreaks, label: str, strength: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        lesson.page.set(broken=label, strength=strength, delta=0.01, luck=20)
    assert "could not be drawn" not in lesson.page.sentence
    assert "nan" not in lesson.page.sentence
    assert sum(len(panel.claims) for panel in lesson.page.figure.picture.panels) == 5


def test_a_switch_for_each_assumption(lesson: WhenItBreaks) -> None:
    for switch in lesson.page.switches:
        switch.value = True
        assert lesson.page.state["broken"] == switch.description
        assert lesson.page.state["strength"] >= 1
        assert [each.description for each in lesson.page.switches if each.value] == [switch.description]
    switch.value = False
    assert lesson.page.state["strength"] == 0


def test_all_priors_rejected_is_explained(lesson: WhenItBreaks) -> None:
    lesson.page.set(broken="a lying mask", strength=4)
    assert f"In {SEEDS} games every prior was rejected" in lesson.page.sentence
    assert "none of the priors is the true one" in outcome("mask", 4, 0.1, 0).warning


def test_the_table(lesson: WhenItBreaks) -> None:
    lesson.page.set(broken="a lying mask", strength=4)
    header, rows = breaks_table(lesson.page.state)
    assert len(rows) == SEEDS
    assert len(header) == len(rows[0])
    assert [row[5] for row in rows] == outcome("mask", 4, 0.1, 0).record.exhausted_at.tolist()


def test_prediction_and_exercise_count_their_own_games(lesson: WhenItBreaks) -> None:
    reply = lesson.prediction.card["reply"]
    assert lesson.prediction.card["right"] == 0
    assert "The band is broken at 2.5 times" in reply
    lost = {1 + s / 2: int(outcome("noise", s, 0.1, 0).lost_truth.sum()) for s in range(11)}
    first = min(factor for factor, count in lost.items() if count)
    assert f"{lost[first]} at {first:g}" in reply
    assert [outcome("many", s, 0.1, 0).follows < 0.5 for s in (6, 7)] == [False, True]
    assert lesson.exercise.solution == 7
