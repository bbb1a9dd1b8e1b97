"""The rivals of the related work, each against its dense reference and against what it must be at its ends."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import rivals
from reference import Game, beta, posterior, random_game

from pegp_lite import KnownPrior, MaximumLikelihood, Policy, Prior, Problem, play
from pegp_lite.bandit.policies import (
    CorralPriors,
    EventTriggeredGPUCB,
    HedgePriors,
    ResettingGPUCB,
    SlidingWindowGPUCB,
    SoftRevision,
    WeightedGPUCB,
)
from pegp_lite.bandit.policies.corral import log_barrier_step
from pegp_lite.bandit.policies.forgetful import usual_window
from pegp_lite.problems import toy
from pegp_lite.streams import OWN, stream

SEED = 5
GAMES = 50


def cases(rng: np.random.Generator, delta: float) -> dict[str, tuple[Policy, Any]]:
    """Each rival with settings at random, and its reference (pick, learn)."""
    every, window, discount = int(rng.integers(1, 12)), int(rng.integers(1, 12)), float(rng.uniform(0.3, 1))
    alpha, rate = float(rng.choice([0.0, 0.15, 0.5, 1.0])), None if rng.random() < 0.5 else float(rng.uniform(0.1, 2))
    return {
        "resetting": (ResettingGPUCB(delta, every), (rivals.resetting(every), None)),
        "sliding": (SlidingWindowGPUCB(delta, window), (rivals.sliding(window), None)),
        "weighted": (WeightedGPUCB(delta, discount), (rivals.weighted(discount), None)),
        "triggered": (EventTriggeredGPUCB(delta), rivals.triggered()),
        "soft": (SoftRevision(delta, alpha), (rivals.soft(alpha), None)),
        "hedge": (HedgePriors(delta, rate), rivals.hedge(rate)),
        "corral": (CorralPriors(delta, rate, 40), rivals.corral(rate, 40)),
    }


def as_problem(game: Game) -> Problem:
    priors = [Prior(p.name, p.mean, p.covariance, p.epsilon) for p in game.priors]
    return Problem(priors, game.values, game.noise_std, game.available, game.true_prior)


@pytest.mark.parametrize("rival", list(cases(np.random.default_rng(0), 0.1)))
def test_equals_its_dense_reference_point_for_point(rival: str) -> None:
    steps = resets = 0
    for number in range(GAMES):
        rng = np.random.default_rng([7, number])
        game = random_game(rng, ["static", "moving", "mixed"][number % 3], seeds=2)
        policy, (pick, learn) = cases(rng, game.delta)[rival]
        record = play(as_problem(game), policy, noise=game.noise, seed=SEED, ties="first")
        for s in range(2):
            points, priors, own = rivals.play_rival(game, s, pick, learn, stream(SEED, s, OWN))
            np.testing.assert_array_equal(record.points[s], points, err_msg=f"game {number}, {policy}")
            np.testing.assert_array_equal(record.chosen_priors[s], priors, err_msg=f"game {number}, {policy}")
            steps += len(points)
            resets += own.get("resets", 0)
    assert steps > 500
    assert resets > 50 or rival != "triggered"


@pytest.mark.parametrize(
    "policy",
    [ResettingGPUCB(every=40), SlidingWindowGPUCB(window=40), WeightedGPUCB(discount=1.0), ResettingGPUCB(),
     SlidingWindowGPUCB(), WeightedGPUCB()],
    ids=str,
)  # fmt: skip
def test_on_a_function_that_stands_still_a_memory_as_long_as_the_game_is_gp_ucb(policy: Policy) -> None:
    problem = toy(T=40, points=121, seeds=6)
    floor, ours = play(problem, KnownPrior()), play(problem, policy)
    np.testing.assert_array_equal(ours.points, floor.points)
    assert (ours.chosen_priors == problem.true_prior).all()


def test_a_short_memory_is_not_gp_ucb_and_forgets_when_it_should() -> None:
    problem = toy(T=40, points=121, seeds=6)
    floor = play(problem, KnownPrior())
    for policy in (ResettingGPUCB(every=10), SlidingWindowGPUCB(window=10)):
        ours = play(problem, policy)
        np.testing.assert_array_equal(ours.points[:, :10], floor.points[:, :10])
        assert (ours.points != floor.points).any()
    reset = play(problem, ResettingGPUCB(every=1), ties="first")
    assert all((reset.points[:, t] == reset.points[0, t]).all() for t in range(40))  # nothing is ever learned


def test_event_triggered_resets_where_the_function_jumps_and_not_where_it_stands() -> None:
    rng = np.random.default_rng(1)
    x = np.linspace(0, 1, 31)
    prior = Prior("flat", np.zeros(31), np.exp(-((x[:, None] - x) ** 2) / 0.02))
    root = np.linalg.cholesky(prior.covariance + 1e-9 * np.eye(31))
    before, after = root @ rng.normal(size=31), root @ rng.normal(size=31)
    still = np.broadcast_to(before, (60, 31))
    jump = np.concatenate([still[:30], np.broadcast_to(3 * after - 3 * before, (30, 31))])
    for values, same in ((still, True), (jump, False)):
        problem = Problem([prior], values, 0.02, true_prior=0)
        triggered, floor = (play(problem, policy, 3) for policy in (EventTriggeredGPUCB(), KnownPrior()))
        assert np.array_equal(triggered.points, floor.points) is same
        if not same:
            assert triggered.regret[:, 40:].mean() < floor.regret[:, 40:].mean()


def test_soft_revision_with_alpha_0_never_leaves_anybody_out() -> None:
    problem = toy(T=40, points=121, seeds=6)
    everyone = play(problem, SoftRevision(alpha=0.0))
    assert (everyone.eliminated_at == 0).all()
    for s in range(6):
        for t in (1, 10, 40):
            points, seen = everyone.points[s, : t - 1], everyone.observations[s, : t - 1]
            fits = [posterior(prior, points, seen, t, problem.noise_std) for prior in problem.priors]
            tops = [np.max((fit[0] + beta(t, 121, 0.1) * fit[1])[problem.available[t - 1]]) for fit in fits]
            assert tops[everyone.chosen_priors[s, t - 1]] >= max(tops) - 1e-8


def test_soft_revision_with_alpha_1_is_maximum_likelihood_up_to_ties() -> None:
    rng = np.random.default_rng(2)
    x = np.linspace(0, 1, 15)
    covariance = np.exp(-((x[:, None] - x) ** 2) / 0.1)
    priors = [Prior(f"prior {p}", rng.normal(size=15), covariance) for p in range(4)]
    problem = Problem(priors, rng.normal(size=(5, 30, 15)), 0.3)
    for policy in (SoftRevision(alpha=1.0), MaximumLikelihood()):
        record = play(problem, policy)
        for s, t in np.ndindex(5, 30):
            points, seen = record.points[s, :t], record.observations[s, :t]
            evidence = [posterior(prior, points, seen, t + 1, 0.3)[2] for prior in priors]
            assert evidence[record.chosen_priors[s, t]] >= max(evidence) - 2e-9
    likely, strict = (play(problem, policy, ties="first") for policy in (MaximumLikelihood(), SoftRevision(alpha=1.0)))
    start = Problem(priors[:1], problem.values, 0.3)  # nobody to be tied with
    alone = [play(start, policy).points for policy in (MaximumLikelihood(), SoftRevision(alpha=1.0))]
    np.testing.assert_array_equal(*alone)
    assert (likely.chosen_priors[:, 0] == 0).all()  # at the first step all are tied: the first wins,
    assert len(set(strict.chosen_priors[:, 0])) == 1  # or the most optimistic


def test_the_log_barrier_step_is_the_one_described() -> None:
    rng = np.random.default_rng(3)
    chances = rng.dirichlet(np.ones(5), size=40)
    losses = np.where(np.arange(5) == rng.integers(5, size=(40, 1)), rng.uniform(0, 30, (40, 1)), 0.0)
    rates = rng.uniform(0.01, 2, (40, 5))
    found = log_barrier_step(chances, losses, rates)
    np.testing.assert_allclose(found.sum(axis=1), 1)
    shifts = losses - (1 / found - 1 / chances) / rates  # lambda, the same for every prior
    np.testing.assert_allclose(shifts, np.broadcast_to(shifts[:, :1], shifts.shape), atol=1e-7)
    hit = losses > 0
    assert (found[hit] <= chances[hit]).all()
    np.testing.assert_allclose(log_barrier_step(chances, np.zeros((40, 5)), rates), chances)


def test_usual_windows_follow_the_papers_order() -> None:
    assert usual_window(0.0) is None
    assert usual_window(1.0) == 12
    assert usual_window(1 / 16) == 24
    moving = toy(T=30, points=61, seeds=3, epsilon=0.0625)
    for usual, said in (
        (ResettingGPUCB(), ResettingGPUCB(every=24)),
        (SlidingWindowGPUCB(), SlidingWindowGPUCB(window=24)),
        (WeightedGPUCB(), WeightedGPUCB(discount=1 - 1 / 24)),
    ):
        np.testing.assert_array_equal(play(moving, usual).points, play(moving, said).points)


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: ResettingGPUCB(every=0), "every must be a whole number of at least 1, got 0"),
        (lambda: SlidingWindowGPUCB(window=2.5), "window must be a whole number"),  # type: ignore[arg-type]
        (lambda: WeightedGPUCB(discount=0.0), "discount must be in"),
        (lambda: SoftRevision(alpha=1.5), "alpha must be in"),
        (lambda: HedgePriors(rate=-1.0), "rate must be a positive finite number"),
        (lambda: CorralPriors(horizon=1), "horizon must be at least 2 steps"),
        (lambda: EventTriggeredGPUCB(delta=2.0), "delta must be in"),
    ],
)
def test_settings_that_make_no_sense_are_refused(make: Any, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        make()


def test_those_that_must_be_told_a_prior_say_so() -> None:
    problem = toy(priors=(0, 1), T=5, points=21, seeds=1)
    with pytest.raises(ValueError, match="ResettingGPUCB needs to be told the true prior"):
        play(problem, ResettingGPUCB())
