"""Rivals on the same luck, and what many seeds say together."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from games import hilly_problem, moving_problem
from scipy.stats import ttest_1samp, ttest_rel

import pegp_lite as pl
from pegp_lite.bandit.play import play_together
from pegp_lite.bandit.record import ARRAYS, Record, cut, join
from pegp_lite.study.compare import Comparison, all_policies, compare
from pegp_lite.study.results import ResultError, load, run, save
from pegp_lite.study.statistics import (
    alive_over_time,
    difference,
    eliminations,
    estimate,
    part_regret,
    pick_counts,
    prior_shares,
    regret_by_seed,
)

compare_module = import_module("pegp_lite.study.compare")
SEEDS = 5


def assert_same(one: Record, other: Record) -> None:
    assert one.policy == other.policy
    for name in ARRAYS:
        np.testing.assert_allclose(getattr(one, name), getattr(other, name), rtol=0, atol=1e-9, err_msg=name)


@pytest.fixture(scope="module", params=[hilly_problem, moving_problem])
def problem(request: pytest.FixtureRequest) -> pl.Problem:
    return request.param(seeds=SEEDS)


@pytest.fixture(scope="module")
def played() -> Comparison:
    return compare(hilly_problem(seeds=SEEDS), seed=3)


def test_all_six_by_their_names(played: Comparison) -> None:
    assert list(played.records) == [
        "PriorElimination", "MaximumLikelihood", "FullyBayesian", "RegretBalancing", "KnownPrior", "Random",
    ]  # fmt: skip
    assert [played.label(name) for name in played.records][:2] == ["PE-GP-UCB", "maximum likelihood"]
    assert (played.seeds, played.n_steps, played.true_prior) == (SEEDS, 30, 2)
    for name, record in played.records.items():
        assert record.policy == name


def test_each_plays_as_it_would_alone(played: Comparison) -> None:
    for name, policy in played.policies.items():
        assert_same(played[name], pl.play(hilly_problem(seeds=SEEDS), policy, seed=3))


def test_all_meet_the_same_function_and_the_same_noise(played: Comparison) -> None:
    problem = hilly_problem(seeds=SEEDS)
    everyone, steps = np.arange(SEEDS)[:, None], np.arange(30)
    noise = [r.observations - problem.values[everyone, steps, r.points] for r in played.records.values()]
    for other in noise[1:]:
        np.testing.assert_allclose(other, noise[0], atol=1e-12)


def test_where_nobody_knows_the_truth_five_play() -> None:
    problem = replace(moving_problem(), true_prior=None)
    assert "KnownPrior" not in compare(problem, seeds=1).records
    assert len(all_policies(problem)) == 5
    with pytest.raises(ValueError, match="KnownPrior needs to be told the true prior"):
        compare(problem, [pl.KnownPrior()])


def test_one_function_for_all_seeds_is_played_thirty_times_unless_told() -> None:
    problem = replace(moving_problem(), values=moving_problem().values[0])
    assert compare(problem, [pl.Random()]).seeds == 30
    assert compare(problem, [pl.Random()], seeds=4).seeds == 4


@pytest.mark.parametrize("policy", [*all_policies(hilly_problem()), pl.RegretBalancing(rule="upper", delta=0.3)])
def test_later_seeds_are_those_of_the_whole_run(policy: pl.Policy, problem: pl.Problem) -> None:
    whole = pl.play(problem, policy, seeds=SEEDS, seed=7)
    parts = [pl.play(problem, policy, n, seed=7, first=first) for first, n in ((0, 2), (2, 1), (3, 2))]
    assert_same(join(parts), whole)
    assert_same(parts[0], cut(whole, 2))


def test_later_seeds_of_a_shared_function_and_long_games() -> None:
    problem = moving_problem(steps=300)  # longer than one block of draws
    problem = replace(problem, values=problem.values[0])
    whole = pl.play(problem, pl.Random(), seeds=4, seed=1)
    parts = [pl.play(problem, pl.Random(), n, seed=1, first=first) for first, n in ((0, 1), (1, 3))]
    assert_same(join(parts), whole)


def test_later_seeds_that_are_not_there_are_refused() -> None:
    with pytest.raises(ValueError, match="asked for 7 seeds, but values holds 1"):
        pl.play(hilly_problem(seeds=3), pl.Random(), 7, first=2)
    with pytest.raises(ValueError, match="seed must be a whole number"):
        pl.play(hilly_problem(seeds=3), pl.Random(), 1, first=2, seed=-1)
    with pytest.raises(ValueError, match="needs to be told the true prior"):
        pl.play(replace(hilly_problem(), true_prior=None), pl.KnownPrior(), 1, first=1)
    with pytest.raises(ValueError, match="only records of one policy"):
        join([pl.play(hilly_problem(), pl.Random()), pl.play(hilly_problem(), pl.PriorElimination())])


def test_a_later_seed_without_priors_is_told_of_by_the_policy_s_own_name() -> None:
    problem = hilly_problem(seeds=3)
    absurd = pl.Prior("absurd", np.full(41, 99.0), problem.priors[0].covariance)
    with pytest.warns(pl.PriorsExhausted, match="^PriorElimination rejected every prior in 2 of 2"):
        pl.play(pl.Problem([absurd], problem.values, 0.05), pl.PriorElimination(), 2, first=1)


def test_what_was_played_is_not_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple] = []

    def counting(problem: pl.Problem, policies: list, seeds: int, seed: int, first: int, **others: Any) -> list[Record]:
        asked.append((*(type(policy).__name__ for policy in policies), first, first + seeds))
        return play_together(problem, policies, seeds, seed=seed, first=first, **others)

    monkeypatch.setattr(compare_module, "play_together", counting)
    problem = hilly_problem(seeds=SEEDS)
    first = compare(problem, [pl.PriorElimination(), pl.Random()], seeds=3, seed=2)
    asked.clear()
    more = compare(problem, [pl.PriorElimination(), pl.Random(), pl.KnownPrior()], seeds=5, seed=2, already=first)
    assert asked == [("KnownPrior", 0, 5), ("PriorElimination", "Random", 3, 5)]
    asked.clear()
    fewer = compare(problem, [pl.Random()], seeds=2, seed=2, already=more)
    assert asked == []
    fresh = compare(problem, [pl.PriorElimination(), pl.Random(), pl.KnownPrior()], seed=2)
    for name in fresh.records:
        assert_same(more[name], fresh[name])
    assert_same(fewer["Random"], cut(fresh["Random"], 2))
    asked.clear()
    compare(problem, [pl.PriorElimination(0.2)], seed=2, already=more)
    assert asked == [("PriorElimination", 0, 5)]  # other settings: not what was played


def test_an_earlier_comparison_of_another_game_is_refused(played: Comparison) -> None:
    problem = hilly_problem(seeds=SEEDS)
    others = [
        replace(problem, noise_std=0.06),
        replace(problem, available=None),
        replace(problem, values=problem.values + 1e-9),
        pl.Problem(problem.priors[::-1], problem.values, problem.noise_std, problem.available),
    ]
    for other in others:
        with pytest.raises(ValueError, match="of another problem"):
            compare(other, seed=3, already=played)
    with pytest.raises(ValueError, match="with seed 3, not 4"):
        compare(problem, seed=4, already=played)


def test_long_runs_go_in_pieces_and_tell_of_each(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = hilly_problem(seeds=SEEDS)
    monkeypatch.setattr(compare_module, "CHUNK", 2)
    told: list[tuple[int, int, str]] = []
    pieces = compare(problem, [pl.Random()], progress=lambda *each: told.append(each))
    assert told == [(0, 3, "Random"), (1, 3, "Random"), (2, 3, "Random"), (3, 3, "")]
    assert_same(pieces["Random"], pl.play(problem, pl.Random()))


def test_where_numbers_are_many_a_pass_takes_fewer_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = hilly_problem(seeds=SEEDS)
    policies = [pl.PriorElimination(), pl.MaximumLikelihood(), pl.Random()]
    whole = compare(problem, policies)
    # Two seeds of the two that learn: nothing is believed for whoever does not.
    monkeypatch.setattr(compare_module, "NUMBERS", 2 * 2 * problem.n_priors * problem.n_points)
    told: list[tuple[int, int, str]] = []
    pieces = compare(problem, policies, progress=lambda *each: told.append(each))
    assert told == [*((k, 3, "PriorElimination, MaximumLikelihood, Random") for k in range(3)), (3, 3, "")]
    for name in whole.records:
        assert_same(pieces[name], whole[name])


def test_policies_of_different_delta_play_together() -> None:
    problem = hilly_problem(seeds=SEEDS)
    found = compare(problem, {"bold": pl.PriorElimination(0.9), "careful": pl.PriorElimination(1e-6)}, seed=3)
    for policy, name in ((pl.PriorElimination(0.9), "bold"), (pl.PriorElimination(1e-6), "careful")):
        assert_same(found[name], pl.play(problem, policy, seed=3))
    assert (found["bold"].points != found["careful"].points).any()


def test_two_of_a_kind_want_names() -> None:
    problem = hilly_problem()
    two = [pl.RegretBalancing(), pl.RegretBalancing(rule="upper")]
    with pytest.raises(ValueError, match="two policies are of one kind; give a mapping"):
        compare(problem, two)
    found = compare(problem, {"printed": two[0], "upper": two[1]})
    assert found.label("upper") == "upper"
    with pytest.raises(KeyError, match="no policy 'lower' was played; there are printed, upper"):
        found["lower"]
    with pytest.raises(ValueError, match="at least one policy"):
        compare(problem, [])


def test_curves_and_differences_are_the_textbook_s(played: Comparison) -> None:
    total = {name: record.regret.cumsum(axis=1) for name, record in played.records.items()}
    curve = played.curve("Random")
    np.testing.assert_allclose(curve.mean, total["Random"].mean(axis=0))
    np.testing.assert_allclose(curve.error, total["Random"].std(axis=0, ddof=1) / np.sqrt(SEEDS))
    apart = played.versus("PriorElimination", "Random")
    wanted = ttest_rel(total["PriorElimination"][:, -1], total["Random"][:, -1]).confidence_interval()
    assert (apart.low[-1], apart.high[-1]) == pytest.approx((wanted.low, wanted.high))
    average = played.presented(10.0, "C", "x").curve("Random", "average")
    np.testing.assert_allclose(average.mean, 10 * total["Random"].mean(axis=0) / np.arange(1, 31))
    assert played.curve("Random") is curve, "worked out once"
    with pytest.raises(ValueError, match="read-only"):
        curve.mean[0] = 0.0


def test_an_estimate_is_student_s_and_knows_what_it_does_not_know() -> None:
    numbers = np.array([1.0, 4.0, 2.0, 8.0])
    interval = ttest_1samp(numbers, 0).confidence_interval(0.9)
    found = estimate(numbers, level=0.9)
    assert (found.low, found.high) == pytest.approx((interval.low, interval.high))
    assert str(estimate([2.0, 2.0])) == "2 [2, 2]"
    one = estimate([3.0])
    assert one.mean == 3
    assert np.isnan(one.error)
    assert (one.low, one.high) == (-np.inf, np.inf)
    gaps = estimate(np.array([[1.0, np.nan, np.nan], [3.0, 5.0, np.nan]]))
    np.testing.assert_array_equal(gaps.seeds, [2, 1, 0])
    np.testing.assert_array_equal(gaps.mean, [2, 5, np.nan])
    with pytest.raises(ValueError, match="same seeds on both sides"):
        difference([1, 2], [1, 2, 3])
    with pytest.raises(ValueError, match="level"):
        estimate([1, 2], level=95)


def small_record() -> Record:
    """Two seeds, four steps, three priors; the second seed is over after step 2."""
    nan = np.nan
    return Record(
        "PriorElimination",
        points=np.array([[0, 1, 1, 1], [2, 2, -1, -1]]),
        chosen_priors=np.array([[0, 1, 1, 1], [2, 0, -1, -1]]),
        observations=np.zeros((2, 4)),
        regret=np.array([[3.0, 1, 0, 0], [4.0, 2, nan, nan]]),
        eliminated_at=np.array([[1, 0, 3], [2, 2, 1]]),
        predicted_mean=np.zeros((2, 4)),
        predicted_std=np.zeros((2, 4)),
        exhausted_at=np.array([0, 2]),
    )


def test_summaries_of_a_small_record() -> None:
    record = small_record()
    np.testing.assert_allclose(prior_shares(record, 3), [[0.25, 0.75, 0], [0.5, 0, 0.5]])
    np.testing.assert_array_equal(prior_shares(record, 3, start=0.5), [[0, 1, 0], [np.nan] * 3])
    np.testing.assert_array_equal(pick_counts(record, 5), [1, 3, 2, 0, 0])
    gone = eliminations(record)
    np.testing.assert_array_equal(gone.share, [1, 0.5, 1])
    np.testing.assert_array_equal(gone.median_step, [1.5, 2, 2])
    np.testing.assert_array_equal(alive_over_time(record), [2, 1, 0.5, 0.5])
    np.testing.assert_array_equal(part_regret(record, 0, 0.5), [2, 3])
    np.testing.assert_array_equal(estimate(regret_by_seed(record)).mean, [3.5, 5, 4, 4])
    with pytest.raises(ValueError, match="kind must be"):
        regret_by_seed(record, "total")  # type: ignore[arg-type]
    nobody = replace(record, eliminated_at=np.zeros((2, 3), dtype=np.int64))
    assert np.isnan(eliminations(nobody).median_step).all()


def test_ties_are_kept_with_the_comparison(tmp_path: Path) -> None:
    problem = hilly_problem(steps=8)
    rivals = [pl.PriorElimination(), pl.Random()]
    first = compare(problem, rivals, 2, ties="first")
    np.testing.assert_array_equal(
        first["PriorElimination"].points, pl.play(problem, pl.PriorElimination(), 2, ties="first").points
    )
    with pytest.raises(ValueError, match="broke ties by 'first', not 'random'"):
        compare(problem, rivals, 3, already=first)
    assert load(save(first, tmp_path / "kept")).comparison.ties == "first"
    with pytest.raises(ResultError, match="was played with ties first"):
        run(tmp_path / "kept", problem, rivals, 2)
