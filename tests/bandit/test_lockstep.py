"""All policies in one pass leave the records they would have left one after another."""

from __future__ import annotations

from dataclasses import fields

import numpy as np
import pytest

from pegp_lite import MaximumLikelihood, PriorElimination, Random, RegretBalancing
from pegp_lite.bandit.record import PriorsExhausted, Record
from pegp_lite.problems import intel, synthetic_office, toy
from pegp_lite.study.compare import all_policies, compare
from pegp_lite.study.lockstep import compare_in_step

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


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_records_are_those_of_compare(game: dict) -> None:
    problem = toy(points=91, T=40, seeds=7, **game)
    apart = compare(problem, all_policies(problem, 0.2), 5, seed=3)
    at_once = compare_in_step(problem, all_policies(problem, 0.2), 5, seed=3)
    assert list(at_once.records) == list(apart.records)
    assert at_once.fingerprint == apart.fingerprint
    for name in apart.records:
        assert_same(at_once[name], apart[name])


def test_unlike_kernels_and_one_function_for_all() -> None:
    problem = intel(synthetic_office(days=5, sensors=12), test_day="2004-03-05", steps=30).problem
    apart, at_once = compare(problem, seeds=3), compare_in_step(problem, all_policies(problem), 3)
    for name in apart.records:
        assert_same(at_once[name], apart[name])


def test_seeds_that_run_out_of_priors_end_as_they_would_alone() -> None:
    problem = toy(points=91, T=40, seeds=6, priors=[5, 6], noise_std=0.01)
    policies = [PriorElimination(), Random(), MaximumLikelihood(), RegretBalancing()]
    with pytest.warns(PriorsExhausted):
        apart = compare(problem, policies, 6)
    with pytest.warns(PriorsExhausted, match="PriorElimination rejected every prior in . of 6 seeds"):
        at_once = compare_in_step(problem, policies, 6)
    assert (apart["PriorElimination"].exhausted_at > 0).any()
    for name in apart.records:
        assert_same(at_once[name], apart[name])


def test_noise_of_ones_own_and_unlike_deltas() -> None:
    problem = toy(points=61, T=20, seeds=4)
    noise = 0.01 * np.random.default_rng(0).standard_normal((4, 20))
    played = compare_in_step(problem, [PriorElimination(), Random()], 4, noise=noise)
    values = np.take_along_axis(problem.values[:, 0], played["Random"].points, axis=1)
    np.testing.assert_allclose(played["Random"].observations - values, noise, atol=1e-12)
    with pytest.raises(ValueError, match="same delta"):
        compare_in_step(problem, [PriorElimination(0.1), MaximumLikelihood(0.2)], 4)
