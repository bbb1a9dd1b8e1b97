"""All policies in one pass: each plays as it would alone, and says so when its answer cannot be played."""

from __future__ import annotations

import warnings
from dataclasses import dataclass, fields

import numpy as np
import pytest
from games import hilly_problem, moving_problem
from hypothesis import given, settings
from hypothesis import strategies as st

import pegp_lite as pl
from pegp_lite.bandit.game import Game
from pegp_lite.bandit.play import play_together
from pegp_lite.bandit.record import PriorsExhausted, Record
from pegp_lite.bandit.view import View
from pegp_lite.problems import intel, synthetic_office, toy
from pegp_lite.study.compare import all_policies

GAMES = {
    "still": {},
    "moving": {"epsilon": 0.05},
    "masks of their own": {"mask": "random"},
    "adversary": {"mask": "adversary", "epsilon": 0.02},
    "no mask": {"mask": "none"},
}


def assert_same(one: Record, other: Record) -> None:
    assert one.policy == other.policy
    for field in fields(Record):
        if field.name != "policy":
            ours, theirs = getattr(one, field.name), getattr(other, field.name)
            assert ours.dtype == theirs.dtype
            np.testing.assert_allclose(ours, theirs, rtol=1e-9, atol=1e-9, err_msg=field.name)


@dataclass(frozen=True)
class Lowest(pl.Policy):
    """A stranger's: chooses by itself, trusts a prior by lot, and drops one prior a step while two live."""

    name = "lowest"

    def choose(self, view: View) -> tuple:
        trusted = np.array([rng.choice(np.flatnonzero(live)) for rng, live in zip(view.rng, view.alive, strict=True)])
        rows = np.arange(view.n_rows)
        return trusted, view.pick_point(-view.mean(rows, trusted))

    def survivors(self, view: View) -> np.ndarray:
        first = view.only(np.argmax(view.alive, axis=1))
        return view.alive & ~(first & (view.alive.sum(axis=1) > 1)[:, None])


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_policy_plays_as_it_would_alone(game: dict) -> None:
    problem = toy(points=91, T=40, seeds=7, **game)
    policies = [*all_policies(problem, 0.2), pl.PriorElimination(0.01), Lowest(), pl.RegretBalancing(0.5, "upper")]
    together = play_together(problem, policies, 5, seed=3)
    for policy, record in zip(policies, together, strict=True):
        assert_same(record, pl.play(problem, policy, 5, seed=3))


KINDS = [Lowest, pl.PriorElimination, pl.FullyBayesian, pl.Random, pl.KnownPrior]


@settings(max_examples=25)
@given(
    kinds=st.lists(st.sampled_from(KINDS), min_size=1),
    deltas=st.lists(st.sampled_from([0.001, 0.1, 0.9]), min_size=3, max_size=3),
    ties=st.sampled_from(["random", "first"]),
)  # fmt: skip
def test_any_company_of_any_deltas(kinds: list, deltas: list, ties: str) -> None:
    problem = moving_problem(steps=8)
    policies = [kind(delta=deltas[k % 3]) for k, kind in enumerate(kinds)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PriorsExhausted)
        for policy, record in zip(policies, play_together(problem, policies, ties=ties), strict=True):
            assert_same(record, pl.play(problem, policy, ties=ties))


def test_unlike_kernels_and_one_function_for_all() -> None:
    problem = intel(synthetic_office(days=5, sensors=12), test_day="2004-03-05", steps=30).problem
    policies = [*all_policies(problem), Lowest()]
    for policy, record in zip(policies, play_together(problem, policies, 3), strict=True):
        assert_same(record, pl.play(problem, policy, 3))


def test_rows_that_run_out_of_priors_end_as_they_would_alone() -> None:
    problem = toy(points=91, T=40, seeds=6, priors=[5, 6], noise_std=0.01)
    policies = [pl.PriorElimination(), pl.Random(), pl.MaximumLikelihood(), pl.RegretBalancing()]
    together = play_together(problem, policies)
    assert (together[0].exhausted_at > 0).any()
    assert (together[1].exhausted_at == 0).all()
    with pytest.warns(PriorsExhausted, match="PriorElimination rejected every prior in . of 6 seeds"):
        alone = pl.play(problem, policies[0])
    assert_same(together[0], alone)


def test_nothing_is_believed_for_those_who_never_learn(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    real = pl.bandit.game.Belief  # type: ignore[attr-defined]
    monkeypatch.setattr(
        pl.bandit.game, "Belief", lambda priors, noise, rows: asked.append(rows) or real(priors, noise, rows)
    )
    problem = hilly_problem(3)
    play_together(problem, [pl.Random(), pl.PriorElimination(), pl.FullyBayesian()])
    pl.play(problem, pl.Random())
    assert asked == [6]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_point_drawn_by_lot_is_a_tie_of_all_that_are_open(game: dict) -> None:
    class Drawing(pl.Policy):
        def choose(self, view: View) -> tuple:
            points = view.draw_point()
            np.testing.assert_array_equal(points, view.pick_point(np.zeros((view.n_rows, view.n_points))))
            many = view.rng[0].integers(0, 3, (view.n_rows, 4, view.n_points)).astype(float)
            each = [view.pick_point(many[:, k]) for k in range(4)]
            np.testing.assert_array_equal(np.column_stack(each), view.pick_points(many.copy()))
            assert view.is_open(points).all()
            np.testing.assert_array_equal(view.is_open(points - 1), view.available[np.arange(7), points - 1])
            return None, points

    record = pl.play(toy(points=91, T=40, seeds=7, **game), Drawing())
    assert len(np.unique(record.points)) > 60


def test_a_prior_brought_back_is_alive_in_the_record() -> None:
    class Moody(pl.Policy):
        def survivors(self, view: View) -> np.ndarray:
            return view.only(np.full(view.n_rows, 0)) if view.t == 3 else np.ones((view.n_rows, view.n_priors), bool)

    record = pl.play(hilly_problem(), Moody())
    assert (record.eliminated_at == 0).all()

    class Firm(Moody):
        def survivors(self, view: View) -> np.ndarray:
            return super().survivors(view) if view.t < 4 else view.alive

    assert (pl.play(hilly_problem(), Firm()).eliminated_at == [0, 3, 3, 3]).all()


def answering(**answers) -> type[pl.Policy]:
    """A policy whose methods return what is given."""

    def method(answer):
        return lambda self, view: answer(view)

    return type("Odd", (pl.Policy,), {name: method(answer) for name, answer in answers.items()})


def gapped(view: View) -> np.ndarray:
    """Scores that lack one, beside a tie."""
    scores = np.zeros((view.n_rows, view.n_points))
    scores[:, 0] = 1.0
    scores[1, 7], scores[2, 1] = np.nan, 1.0
    return scores


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        ({"candidates": lambda v: np.zeros((v.n_rows, 4), bool)}, "Odd.candidates left no prior to trust in row 0"),
        ({"candidates": lambda v: np.ones((2, 4), bool)}, r"return booleans, 3 x 4 \(rows x priors\)"),
        ({"candidates": lambda v: np.ones((3, 4))}, "must return booleans, 3 x 4 .* got float64 of 3 x 4"),
        ({"candidates": lambda v: None}, "must return booleans, 3 x 4 .* got object of a single number"),
        ({"survivors": lambda v: v.alive[0]}, "Odd.survivors must return booleans, 3 x 4 .* got bool of 4"),
        ({"choose": lambda v: np.zeros(3, int)}, r"Odd.choose must return a pair .*, got an array of 3"),
        ({"choose": lambda v: (None, np.zeros(2, int))}, "points as 3 whole numbers, one a row, got int64 of 2"),
        ({"choose": lambda v: (None, np.zeros(3))}, "points as 3 whole numbers, one a row, got float64 of 3"),
        ({"choose": lambda v: (None, [0, 41, 0])}, "points from 0 to 40, got 41 in row 1 at step 1"),
        ({"choose": lambda v: (None, [0, -1, 0])}, "points from 0 to 40, got -1 in row 1 at step 1"),
        ({"choose": lambda v: ([0, 4, 0], [0, 0, 0])}, "priors from -1 to 3, got 4 in row 1"),
        ({"choose": lambda v: v.most_optimistic(v.alive, np.full(3, np.nan))}, "NaN on line 0 for number 0"),
        ({"choose": lambda v: (None, v.pick_point(gapped(v)))}, "scores must be numbers, got NaN on line 1 for"),
        ({"choose": lambda v: (None, [24, 24, 24])}, "took point 24 in row 0 at step 2, which is hidden then"),
    ],
)  # fmt: skip
def test_what_a_policy_returns_is_checked(answers: dict, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        pl.play(hilly_problem(), answering(**answers)())


def test_a_game_is_played_by_hand() -> None:
    problem = hilly_problem(2)
    game = Game(problem.priors, problem.noise_std, [pl.PriorElimination()], range(2), told=None)
    record = pl.play(problem, pl.PriorElimination())
    for t in range(1, 6):
        assert game.t == t
        trusted, points = game.ask(problem.available_at(t))
        np.testing.assert_array_equal(points, record.points[:2, t - 1])
        mean, _ = game.tell(points, record.observations[:2, t - 1], trusted)
        np.testing.assert_allclose(mean, record.predicted_mean[:2, t - 1], atol=1e-12)
        game.advance()
