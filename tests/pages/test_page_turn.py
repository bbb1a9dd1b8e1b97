"""Page 08 without a browser: a reader's game is the engine's, the rivals' the package's, and nothing is told early."""

from __future__ import annotations

import warnings
from dataclasses import fields

import numpy as np
import pytest
import reference
from hypothesis import given, settings
from hypothesis import strategies as st

from pegp_lite import KnownPrior, PriorElimination, play
from pegp_lite.figures.marks import Handle, Line, Points, Text
from pegp_lite.figures.picture import Picture
from pegp_lite.figures.render.matplotlib import figure
from pegp_lite.figures.words import number
from pegp_lite.pages.lessons.turn.cards import scores_so_far
from pegp_lite.pages.lessons.turn.ending import ended
from pegp_lite.pages.lessons.turn.lesson import your_turn
from pegp_lite.pages.lessons.turn.match import DELTA, LEVELS, PE, POINTS, RIVALS, ROUNDS, Match, match_of
from pegp_lite.pages.lessons.turn.model import Turn, first_rounds, policy_of, turn_of
from pegp_lite.pages.lessons.turn.reader import Choices, Reader, read_choices
from pegp_lite.pages.lessons.turn.rivals import look_of, regret_until, scores, thrown_out, verdict, why
from pegp_lite.pages.lessons.turn.view import playing
from pegp_lite.streams import NOISE, stream

# Game 7, written down once.
FACTS = {
    "still": (2, [(0.8, 1.0), (0.0, 0.2)]),
    "moving": (3, [(0.2, 0.4), (0.6, 0.8)]),
    "true expert missing": (2, [(0.4, 0.6), (0.0, 0.2)]),
    "noisy": (1, [(0.4, 0.6), (0.2, 0.4)]),
}
STILL = [0.28432278, 0.76859721, 0.62081868, -0.00259488, -0.20584514, -0.40332237]
MOVING = [0.34513993, 0.20525026, 0.37732925, 0.15814328, -0.44174519, -0.67411628]
levels = pytest.mark.parametrize("level", list(LEVELS))


def open_looks(match: Match, wanted: list[int]) -> tuple[int, ...]:
    """The open point nearest to each wanted one."""
    found = []
    for t, point in enumerate(wanted, 1):
        free = np.flatnonzero(match.open_at(t))
        found.append(int(free[np.argmin(np.abs(free - point))]))
    return tuple(found)


def some_game(level: str = "still", number: int = 7, rounds: int = ROUNDS) -> Turn:
    match = match_of(level, number)
    looks = open_looks(match, [(37 * k + 10) % POINTS for k in range(rounds)])
    charges = tuple((at, who) for at, who in ((2, match.experts[0]), (5, match.experts[-1])) if at <= rounds)
    turn = turn_of(match, Choices(looks, charges))
    assert not turn.refused
    return turn


@levels
@pytest.mark.parametrize("rounds", [1, 6, ROUNDS])
def test_the_record_is_what_play_makes_of_the_same_choices(level: str, rounds: int) -> None:
    turn = some_game(level, rounds=rounds)
    match, record = turn.match, turn.record
    again = play(first_rounds(match.problem, rounds), policy_of(match, turn.choices), seed=match.number)
    assert record is not None
    for field in fields(record):
        np.testing.assert_array_equal(getattr(record, field.name), getattr(again, field.name), field.name)


@levels
def test_the_record_is_also_what_one_writes_down_by_hand(level: str) -> None:
    turn = some_game(level)
    problem, looks = turn.match.problem, np.array(turn.choices.looks)
    noise = turn.match.level.noise * stream(turn.match.number, 0, NOISE).standard_normal(ROUNDS)
    values, steps = problem.values[0], np.arange(ROUNDS)
    np.testing.assert_allclose(turn.seen, values[steps, looks] + noise)
    best = np.array([values[t][turn.match.open_at(t + 1)].max() for t in steps])
    np.testing.assert_allclose(turn.regret, (best - values[steps, looks]).cumsum())
    assert turn.record is not None
    gone = {turn.match.experts[p]: at for p, at in enumerate(turn.record.eliminated_at[0]) if at}
    assert gone == {who: at for at, who in turn.choices.accusations}


@levels
def test_the_hint_is_the_dense_upper_bound(level: str) -> None:
    turn = some_game(level, rounds=6)
    for expert in turn.match.experts:
        prior = turn.match.problem.priors[turn.match.experts.index(expert)]
        mean, std, _ = reference.posterior(prior, turn.choices.looks, turn.seen, 7, turn.match.level.noise)
        bound = mean + reference.beta(7, POINTS, DELTA) * std
        np.testing.assert_allclose(turn.upper_bound(expert), bound, atol=1e-6)
    before = Turn(turn.match).upper_bound(turn.match.experts[0])
    np.testing.assert_allclose(before, turn.match.promise(turn.match.experts[0]) + reference.beta(1, POINTS, DELTA))


@levels
def test_the_rivals_played_the_same_game_with_the_same_noise(level: str) -> None:
    match = match_of(level, 11)
    noise = match.level.noise * stream(11, 0, NOISE).standard_normal(ROUNDS)
    for policy in RIVALS:
        kind = type(policy).__name__
        record = match.rivals[kind]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            alone = play(match.of(kind), policy, seed=11)
        np.testing.assert_array_equal(record.points, alone.points)
        np.testing.assert_array_equal(record.eliminated_at, alone.eliminated_at)
        for t in np.flatnonzero(record.points[0] >= 0):
            point = record.points[0, t]
            assert match.open_at(t + 1)[point]
            assert record.observations[0, t] == pytest.approx(match.problem.values[0, t, point] + noise[t])
    np.testing.assert_array_equal(match.problem.values, match.informed.values)
    assert list(match.rivals) == [type(policy).__name__ for policy in RIVALS]


@levels
def test_each_rival_took_the_highest_open_point_of_what_it_went_by(level: str) -> None:
    match = match_of(level, 5)
    for kind in match.rivals:
        for t in (1, 2, 7, ROUNDS):
            look = look_of(match, kind, t)
            if look is None:
                assert "looks no more" in why(match, kind, t)
                continue
            assert look.bound[look.point] >= look.bound[match.open_at(t)].max() - 1e-8
            assert number(look.bound[look.point]) in why(match, kind, t)


def test_the_same_number_is_the_same_game_on_every_machine() -> None:
    """Written down once; a game that differs elsewhere cannot be played by a class."""
    facts = {}
    for level in LEVELS:
        match = match_of(level, 7)
        facts[level] = match.true, [match.hidden_at(t) for t in (2, 4)]
    assert facts == FACTS
    np.testing.assert_allclose(match_of("still", 7).problem.values[0, 3, ::20], STILL, atol=1e-7)
    np.testing.assert_allclose(match_of("moving", 7).problem.values[0, 9, ::20], MOVING, atol=1e-7)


def test_the_true_expert_cannot_be_read_off_the_mask() -> None:
    hidden = [match_of("still", k).hidden_at(t) for k in range(40) for t in (2, 4)]
    true = [match_of("still", k).true for k in range(40) for _ in (2, 4)]
    at = [round((low + high) / 2 * 5 + 0.5) for low, high in (stretch for stretch in hidden if stretch)]
    assert len(at) == 80
    assert 0.05 < np.mean(np.array(at) == np.array(true)) < 0.4  # one in five by chance


def test_nobody_may_look_where_it_is_hidden_and_nothing_is_lost() -> None:
    turn = some_game(rounds=1)
    shut = int(np.flatnonzero(~turn.match.open_at(2))[0])
    refused = turn.look(shut)
    assert (refused.choices, "hidden in round 2" in refused.refused) == (turn.choices, True)
    assert refused.refused in playing(refused, 0.5).sentence
    assert "no point" in turn.look(POINTS).refused
    assert not refused.look(int(np.flatnonzero(turn.match.open_at(2))[0])).refused


def test_accusations() -> None:
    start = Turn(match_of("still", 7))
    assert "Look once" in start.accuse(1).refused
    turn = start.look(50).accuse(1)
    assert turn.alive == (0, 2, 3, 4, 5)
    assert "cannot" in turn.accuse(1).refused
    for who in turn.alive:
        turn = turn.accuse(who)
    assert turn.over
    assert turn.record is not None
    assert turn.record.exhausted_at[0] == 1
    assert "over" in turn.look(50).refused
    assert "you after round 1 with everybody thrown out" in verdict(turn)


def test_an_address_with_choices_the_game_does_not_allow_stops_there() -> None:
    match = match_of("still", 7)
    shut = int(np.flatnonzero(~match.open_at(2))[0])
    turn = turn_of(match, Choices((50, shut, 50)))
    assert (turn.played, "hidden" in turn.refused) == (1, True)
    assert turn_of(match, Choices((50,), ((1, 9),))).refused
    assert turn_of(match, Choices((50,) * 30)).refused


@given(st.lists(st.tuples(st.integers(0, 100), st.lists(st.integers(0, 5), max_size=2, unique=True)), max_size=ROUNDS))
def test_choices_can_be_written_and_read(rounds: list[tuple[int, list[int]]]) -> None:
    charges = tuple((k, who) for k, (_, whom) in enumerate(rounds, 1) for who in whom)
    choices = Choices(tuple(point for point, _ in rounds), charges)
    assert read_choices(choices.write()) == choices


@pytest.mark.parametrize("text", ["x", "1..2", "5x", "-1", "1e3", "9" * 500, "5.x2", "<b>", "5 6", "٣"])
def test_what_is_no_list_of_choices_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="choices look like"):
        read_choices(text)


def test_a_reader_without_a_look_says_so() -> None:
    with pytest.raises(ValueError, match="no look was chosen for step 2"):
        play(match_of("still", 7).problem, Reader(looks=(50,)), seed=7)


def coordinates(picture: Picture) -> set[tuple[float, float]]:
    marks = [mark for panel in picture.panels for mark in panel.marks if isinstance(mark, Points)]
    return {(round(float(x), 9), round(float(y), 6)) for mark in marks for x, y in zip(mark.x, mark.y, strict=True)}


@levels
def test_while_the_game_goes_on_nothing_tells_the_truth_or_where_the_algorithm_looked(level: str) -> None:
    turn = some_game(level, rounds=9)
    match, picture = turn.match, playing(turn, 0.4, hint=turn.alive[0])
    pe = match.rivals[PE]
    theirs = {(round(float(match.x[p]), 9), round(float(y), 6)) for p, y in zip(pe.points[0], pe.observations[0])}  # noqa: B905
    ours = {
        (round(float(match.x[p]), 9), round(float(y), 6)) for p, y in zip(turn.choices.looks, turn.seen, strict=True)
    }
    assert not (theirs - ours) & coordinates(picture)
    lines = [mark for panel in picture.panels for mark in panel.marks if isinstance(mark, Line)]
    assert not any(len(line.y) == POINTS and np.allclose(line.y, match.problem.values[0, 9]) for line in lines)
    assert "right" not in picture.sentence
    assert "truth" not in {line.color for line in lines}
    assert f"PE-GP-UCB's {number(pe.regret[0, :9].sum())}" in picture.sentence
    assert f"{thrown_out(match, 9)} of {len(match.experts)} experts out" in picture.sentence


@levels
def test_at_the_end_the_truth_and_all_games_are_shown(level: str) -> None:
    turn = some_game(level)
    match = turn.match
    picture = ended(turn, PE, 6)
    lines = {mark.name: mark for panel in picture.panels for mark in panel.marks if isinstance(mark, Line)}
    np.testing.assert_allclose(lines["the truth"].y, match.problem.values[0, 5])
    assert f"Expert {match.true} was right" in picture.sentence
    assert f"Your regret is {number(turn.regret[-1])}" in picture.sentence
    for kind, record in match.rivals.items():
        curve = regret_until(match, kind, ROUNDS)
        assert curve[-1] == pytest.approx(np.nansum(record.regret))
    found = {score.label: score for score in scores(turn)}
    assert found["you"].regret == pytest.approx(turn.regret[-1])
    assert {who for _, who in found["you"].out} == {who for _, who in turn.choices.accusations}
    alone = play(match.informed, KnownPrior(DELTA), seed=match.number)
    assert found["known prior"].regret == pytest.approx(alone.regret.sum())


def test_out_of_priors_pe_stops_and_the_page_says_so() -> None:
    stopped = next(k for k in range(60) if match_of("true expert missing", k).rivals[PE].exhausted_at[0])
    turn = some_game("true expert missing", stopped)
    at = int(turn.match.rivals[PE].exhausted_at[0])
    assert f"PE-GP-UCB after round {at} with everybody thrown out" in verdict(turn)
    assert len(regret_until(turn.match, PE, ROUNDS)) == at
    with pytest.warns(UserWarning, match="rejected every prior"):
        play(turn.match.problem, PriorElimination(DELTA), seed=stopped)


@levels
def test_every_stage_can_be_drawn(level: str) -> None:
    turn = Turn(match_of(level, 3))
    figure(playing(turn, 0.0))
    while not turn.over:
        turn = (
            turn.skip_to_end()
            if turn.played > 2
            else turn.look(int(np.flatnonzero(turn.match.open_at(turn.played + 1))[0]))
        )
        if not turn.over:
            figure(playing(turn, 1.0, hint=turn.match.experts[-1]))
    for kind in turn.match.rivals:
        figure(ended(turn, kind, ROUNDS))


@settings(max_examples=25)
@given(st.sampled_from(list(LEVELS)), st.integers(0, 9999), st.lists(st.integers(0, 100), min_size=1, max_size=ROUNDS))
def test_any_game_can_be_played(level: str, number: int, wanted: list[int]) -> None:
    match = match_of(level, number)
    turn = turn_of(match, Choices(open_looks(match, wanted)))
    assert not turn.refused
    assert (np.diff(turn.regret, prepend=0.0) >= -1e-12).all()
    assert turn.skip_to_end().over


def test_words_in_the_field_leave_the_places_to_look_free() -> None:
    """A name is pressed for a hint: it stands above what is looked for or below the axis' lowest value looked at."""
    for played in ("", "7s50", "7s50.30.30.70"):
        page = your_turn(f"game=7&played={played}" if played else "game=7").page
        field = page.figure.picture.panels[0]
        names = [mark for mark in field.marks if isinstance(mark, Text) and mark.key.startswith("expert")]
        handle = next(mark for mark in field.marks if isinstance(mark, Handle))
        assert len(names) == 6
        assert all(mark.y > handle.y + 2 or mark.y < -2 for mark in names)
    turn = page.turn
    theirs = regret_until(turn.match, PE, turn.played)[-1]
    said = [key.words for key in page.figure.picture.key]
    assert said == [f"you {number(turn.regret[-1])}", f"PE-GP-UCB {number(theirs)}"]


def test_the_cards_tell_the_score_of_the_rounds_played_and_a_hand_changes_nothing_on_them() -> None:
    page = your_turn("game=7").page
    assert [regret for _, regret, _ in page.scores.told] == ["0", "0"]
    turn = some_game(rounds=4, number=7)
    page.set(played=turn.written)
    theirs = turn.match.rivals[PE].regret[0, :4].sum()
    assert [regret for _, regret, _ in page.scores.told] == [number(turn.regret[-1]), number(theirs)]
    assert page.scores.told[0][2] == f"last look cost {number(turn.regret[3] - turn.regret[2])}"
    assert page.scores.told[1][2] == f"{thrown_out(turn.match, 4)} of 6 experts out"
    sent = []
    page.scores.observe(sent.append, "value")
    page.set(place=0.31)
    assert not sent


@levels
def test_who_has_thrown_everybody_out_is_told_to_have_stopped(level: str) -> None:
    for k in range(6):
        turn = some_game(level, k, rounds=ROUNDS)
        (_, ours, _), (_, theirs, word) = scores_so_far(turn)
        assert ours == number(turn.regret[-1])
        assert theirs == number(np.nansum(turn.match.rivals[PE].regret))
        assert ("stopped" in word) == (len(regret_until(turn.match, PE, ROUNDS)) < ROUNDS)


def test_the_strip_has_a_dot_a_round_and_one_that_waits() -> None:
    assert playing(Turn(match_of("still", 7)), 0.5).rounds == ("now", *("open",) * 19)
    assert playing(some_game(rounds=7), 0.5).rounds == (*("done",) * 7, "now", *("open",) * 12)


def test_the_room_for_the_figure_is_made_before_the_figure_of_the_end_is_sent() -> None:
    page = your_turn(f"game=7&played={some_game(rounds=19, number=7).written}").page
    sent = []
    page.figure.observe(lambda _: sent.append("pegp-over" in page._dom_classes), "drawing")
    page.skip.click()
    assert sent == [True]
