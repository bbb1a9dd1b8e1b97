"""The loop: what a record promises, whatever the game."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings
from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest
from games import hilly_problem, moving_problem
from hypothesis import given, settings
from hypothesis import strategies as st

import pegp_lite as pl
from pegp_lite.bandit.schedules import confidence_width

POLICIES = [
    pl.PriorElimination(),
    pl.MaximumLikelihood(),
    pl.FullyBayesian(),
    pl.RegretBalancing(),
    pl.RegretBalancing(rule="upper"),
    pl.KnownPrior(),
    pl.Random(),
]
by_policy = pytest.mark.parametrize("policy", POLICIES, ids=lambda p: f"{type(p).__name__}-{getattr(p, 'rule', '')}")


def equal(a: pl.Record, b: pl.Record) -> bool:
    """Whether two records are the same to the last bit."""
    return all(np.array_equal(getattr(a, f.name), getattr(b, f.name), equal_nan=f.type == "Floats") for f in fields(a))


@st.composite
def problems(draw) -> pl.Problem:
    """Any game: one to many points, steps, priors and seeds; still, moving and forgetful; masked or not."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    n, steps, n_priors = draw(st.integers(1, 9)), draw(st.integers(1, 12)), draw(st.integers(1, 4))
    epsilons = [draw(st.sampled_from([0.0, 1e-6, 0.1, 0.7, 1.0])) for _ in range(n_priors)]
    x = rng.uniform(size=n)
    kernels = [pl.rbf(x, 0.1), pl.matern(x, 0.5, 0.3), np.ones((n, n)), pl.rbf(x, 0.1)]
    moving = draw(st.booleans())
    priors = [
        pl.Prior(f"prior {p}", rng.normal(size=(steps, n) if moving else n), kernels[p], epsilons[p])
        for p in range(n_priors)
    ]
    seeds = draw(st.sampled_from([None, 1, 3]))
    shape = (steps, n) if seeds is None else (seeds, steps, n)
    available = pl.masks.random(steps, n, 0.4, rng) if draw(st.booleans()) else None
    noise_std = draw(st.sampled_from([1e-6, 0.01, 1.0, 1e3]))
    values = rng.normal(size=shape) * draw(st.sampled_from([0.0, 1.0, 100.0]))
    return pl.Problem(priors, values, noise_std, available, true_prior=draw(st.integers(0, n_priors - 1)))


@by_policy
@settings(max_examples=40)
@given(problem=problems(), seed=st.integers(0, 99), ties=st.sampled_from(["random", "first"]))
def test_every_record_keeps_its_promises(policy: pl.Policy, problem: pl.Problem, seed: int, ties: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", pl.PriorsExhausted)
        record = pl.play(problem, policy, seed=seed, ties=ties)
    over = (record.exhausted_at[:, None] > 0) & (np.arange(1, problem.n_steps + 1) > record.exhausted_at[:, None])
    s, t = np.nonzero(~over)
    point = record.points[s, t]

    assert (record.points[over] == -1).all()
    assert np.isnan(record.regret[over]).all()
    assert (record.regret[s, t] >= 0).all()
    assert np.isfinite(record.observations[s, t]).all()
    if problem.available is not None:
        assert problem.available[t, point].all()
    everyone = (len(record.points), problem.n_steps)
    values = np.broadcast_to(problem.values, (*everyone, problem.n_points))
    best = np.broadcast_to(problem.best_values, everyone)
    np.testing.assert_allclose(best[s, t] - values[s, t, point], record.regret[s, t])

    trusted = record.chosen_priors[s, t]
    if isinstance(policy, pl.FullyBayesian | pl.Random):
        assert (trusted == -1).all()
        assert np.isnan(record.predicted_mean).all()
    else:
        assert ((trusted >= 0) & (trusted < problem.n_priors)).all()
        assert (record.predicted_std[s, t] >= 0).all()
        gone = record.eliminated_at[s, trusted]
        assert ((gone == 0) | (gone >= t + 1)).all(), "a rejected prior was trusted again"
    assert ((record.eliminated_at > 0).all(axis=1) == (record.exhausted_at > 0)).all()
    assert (
        record.exhausted_at[record.exhausted_at > 0] == record.eliminated_at.max(axis=1)[record.exhausted_at > 0]
    ).all()


@by_policy
def test_the_same_seed_gives_the_same_record(policy: pl.Policy) -> None:
    assert equal(pl.play(hilly_problem(), policy, seed=5), pl.play(hilly_problem(), policy, seed=5))
    assert not equal(pl.play(hilly_problem(), policy, seed=5), pl.play(hilly_problem(), policy, seed=6))


@by_policy
@pytest.mark.parametrize("problem", [hilly_problem(4), moving_problem(4)], ids=["static", "moving"])
def test_a_seed_plays_the_same_alone_and_in_company(policy: pl.Policy, problem: pl.Problem) -> None:
    many = pl.play(problem, policy, seed=3)
    alone = pl.play(problem, policy, seeds=1, seed=3)
    assert (many.points[:1] == alone.points).all()
    np.testing.assert_allclose(many.regret[:1], alone.regret, atol=1e-12)
    np.testing.assert_allclose(many.predicted_mean[:1], alone.predicted_mean, atol=1e-9)


@by_policy
@pytest.mark.parametrize("problem", [hilly_problem(4), moving_problem(4)], ids=["static", "moving"])
def test_a_run_can_go_on_where_it_stopped(policy: pl.Policy, problem: pl.Problem) -> None:
    whole, rest = pl.play(problem, policy, seed=3), pl.play(problem, policy, seed=3, first=2)
    assert (whole.points[2:] == rest.points).all()
    np.testing.assert_allclose(whole.observations[2:], rest.observations, atol=1e-12)
    with pytest.raises(ValueError, match="first must be a seed's number, from 0 to 3, got 4"):
        pl.play(problem, policy, first=4)


def test_all_rivals_meet_the_same_noise() -> None:
    problem = moving_problem()
    s, t = np.indices((3, 30))
    noises = [(r := pl.play(problem, p, seed=9)).observations - problem.values[s, t, r.points] for p in POLICIES]
    for noise in noises[1:]:
        np.testing.assert_allclose(noise, noises[0], atol=1e-12)
    assert noises[0].std() == pytest.approx(problem.noise_std, rel=0.25)


SCRIPT = """
import hashlib, sys
import numpy as np
sys.path.insert(0, {tests!r})
import pegp_lite as pl
from games import hilly_problem, moving_problem
rng = np.random.default_rng(0)
x = rng.random((400, 2))
wide = [pl.Prior(str(k), np.zeros(400), pl.matern(x, 0.5, 0.2 + 0.1 * k), 0.05 * k) for k in range(3)]
wide = pl.Problem(wide, np.stack([pl.draw_function(wide[1], 12, rng) for _ in range(4)]), 0.1, true_prior=1)
many = [pl.Prior(str(k), np.zeros(3000), pl.matern(rng.random((3000, 2)), 1.5, 0.1, lazy=True), 0.1) for k in range(2)]
many = pl.Problem(many, np.sin(np.arange(40 * 3000.0)).reshape(40, 3000), 0.1)
digest = hashlib.sha256()
for problem in (hilly_problem(30, 20, 361), moving_problem(), wide, many):
    for policy in (pl.PriorElimination(), pl.MaximumLikelihood(), pl.FullyBayesian(), pl.RegretBalancing()):
        record = pl.play(problem, policy)
        for array in (record.points, record.observations, record.regret, record.predicted_mean, record.predicted_std):
            digest.update(array.tobytes())
print(digest.hexdigest())
"""


def test_the_number_of_blas_threads_does_not_change_a_bit() -> None:
    script = SCRIPT.format(tests=str(Path(__file__).resolve().parents[1]))
    digests = {
        subprocess.run(
            [sys.executable, "-c", script],
            env=os.environ | dict.fromkeys(("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS"), threads),
            capture_output=True, text=True, check=True,
        ).stdout
        for threads in ("1", "2", "4")
    }  # fmt: skip
    assert len(digests) == 1


def test_with_a_single_prior_elimination_plays_gp_ucb() -> None:
    problem = hilly_problem()
    lonely = pl.Problem([problem.priors[2]], problem.values, problem.noise_std, problem.available, true_prior=0)
    a, b = pl.play(lonely, pl.PriorElimination()), pl.play(lonely, pl.KnownPrior())
    assert (a.points == b.points).all()
    assert np.array_equal(a.predicted_mean, b.predicted_mean)


def test_an_absurd_prior_is_thrown_out_and_a_lone_one_ends_the_game() -> None:
    problem = hilly_problem()
    absurd = pl.Prior("absurd", np.full(problem.n_points, 50.0), problem.priors[0].covariance)
    together = pl.Problem([*problem.priors, absurd], problem.values, problem.noise_std, true_prior=2)
    record = pl.play(together, pl.PriorElimination())
    assert (record.eliminated_at[:, -1] == 1).all()
    assert (record.exhausted_at == 0).all()

    alone = pl.Problem([absurd], problem.values, problem.noise_std)
    with pytest.warns(pl.PriorsExhausted, match="rejected every prior in 3 of 3 seeds, first at step 1") as caught:
        record = pl.play(alone, pl.PriorElimination())
    assert len(caught) == 1
    assert (record.exhausted_at == 1).all()
    assert (record.points[:, 0] >= 0).all()
    assert (record.points[:, 1:] == -1).all()
    assert np.isnan(record.observations[:, 1:]).all()


def test_one_exhausted_seed_does_not_disturb_the_others() -> None:
    calm = hilly_problem(3)
    values = calm.values.copy()
    values[1] += 1e4
    wild = pl.Problem(calm.priors, values, calm.noise_std, calm.available, true_prior=2)
    with pytest.warns(pl.PriorsExhausted, match="1 of 3 seeds"):
        mixed = pl.play(wild, pl.PriorElimination())
    undisturbed = pl.play(calm, pl.PriorElimination())
    assert mixed.exhausted_at[1] > 0
    assert (mixed.points[[0, 2]] == undisturbed.points[[0, 2]]).all()


def test_ties_first_takes_the_lowest_and_random_takes_each() -> None:
    flat = [pl.Prior(name, np.zeros(4), np.eye(4)) for name in "ab"]
    problem = pl.Problem(flat, np.zeros((1, 4)), 0.1)
    first = pl.play(problem, pl.PriorElimination(), seeds=50, ties="first")
    assert (first.points == 0).all()
    assert (first.chosen_priors == 0).all()
    drawn = pl.play(problem, pl.PriorElimination(), seeds=400)
    pairs = np.bincount((drawn.chosen_priors * 4 + drawn.points).ravel(), minlength=8)
    assert (pairs > 25).all(), "each of the eight ties should be taken about 50 times"


def test_scores_within_1e_9_are_ties_and_others_are_not() -> None:
    def lowest(gap: float) -> int:
        prior = pl.Prior("a", np.array([0.0, gap]), np.eye(2))
        return int(
            pl.play(pl.Problem([prior], np.zeros((1, 2)), 0.1), pl.PriorElimination(), ties="first").points[0, 0]
        )

    assert lowest(5e-10) == 0
    assert lowest(5e-9) == 1


def test_the_widths_are_those_of_the_whole_domain_even_when_masked() -> None:
    prior = pl.Prior("a", np.zeros(5), np.eye(5))
    available = np.eye(1, 5, dtype=bool)
    observed = confidence_width(1, 5, 0.1) * 1.0 + np.sqrt(2 * 0.1**2 * np.log(np.pi**2 / 0.1))
    for factor, rejected in ((0.999, False), (1.001, True)):
        problem = pl.Problem([prior], np.full((1, 5), factor * observed), 0.1, available)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", pl.PriorsExhausted)
            record = pl.play(problem, pl.PriorElimination(), noise=np.zeros((1, 1)))
        assert (record.eliminated_at[0, 0] == 1) == rejected


@pytest.mark.parametrize("epsilon", [0.0, 0.05])
def test_the_true_prior_is_eliminated_in_at_most_a_share_delta_of_games(epsilon: float, record_property) -> None:
    """2,000 games in all, drawn from the assumptions; delta is large so that a fault would show."""
    delta, games, steps = 0.5, 1000, 30
    x = np.linspace(0, 1, 12)
    rng = np.random.default_rng(17)
    priors = [
        pl.Prior(f"{k}", np.sin(3 * x + k), kernel, epsilon)
        for k, kernel in enumerate([pl.rbf(x, 0.05), pl.rbf(x, 0.05), pl.matern(x, 1.5, 0.3)])
    ]
    share = []
    for true in range(3):
        values = np.stack([pl.draw_function(priors[true], steps, rng) for _ in range(games // 3 + 1)])
        problem = pl.Problem(priors, values, 0.1, pl.masks.random(steps, 12, 0.3, rng), true_prior=true)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", pl.PriorsExhausted)
            record = pl.play(problem, pl.PriorElimination(delta=delta), seed=true)
        share.extend(record.eliminated_at[:, true] > 0)
    record_property("share of games that lost the true prior", float(np.mean(share)))
    print(f"epsilon {epsilon}: the true prior was lost in {np.mean(share):.2%} of {len(share)} games (delta {delta})")
    assert len(share) >= games
    assert np.mean(share) <= delta
