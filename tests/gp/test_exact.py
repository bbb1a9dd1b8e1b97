"""The package plays, point for point, what the plain dense reference plays; scikit-learn vouches for both.

The reference (tests/reference.py) refits every Gaussian process with a dense Cholesky factor at every step
and was written from the paper without looking at the package. Games are random but fixed: game g of a kind
is always the same game, so a failure names it. All of it in both forms of the belief and where one ends and the
other begins: priors of more than `few` features go by their columns.
"""

from __future__ import annotations

import warnings
from dataclasses import fields
from itertools import chain
from typing import Any

import numpy as np
import pytest
from reference import Candidate, Floats, Game, Run, play_dense, posterior, random_game

from pegp_lite import (
    FullyBayesian,
    KnownPrior,
    MaximumLikelihood,
    Prior,
    PriorElimination,
    PriorsExhausted,
    Problem,
    Random,
    RegretBalancing,
    play,
)
from pegp_lite.gp import priors
from pegp_lite.gp.belief import Belief

KINDS = ["static", "moving", "mixed"]
POLICIES = ["elimination", "likelihood", "bayesian", "balancing", "balancing upper", "known"]
GAMES = 60  # for every policy its own, of each kind, one seed each: 360 games of a kind
CROWDS = 8  # for every policy, of each kind, several seeds at once
BELIEFS = 20  # of each kind, compared at every step
TOLERANCE = {"observations": 1e-9, "regret": 1e-9, "predicted_mean": 1e-6, "predicted_std": 1e-6}


@pytest.fixture(params=[priors.FEW_FEATURES, 3, 0], autouse=True, ids=["features", "either", "columns"])
def few(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Up to how many features a prior is worth a square root."""
    monkeypatch.setattr(priors, "FEW_FEATURES", request.param)


def game_number(kind: str, number: int, seeds: int = 1) -> Game:
    """Always the same game for the same arguments."""
    return random_game(np.random.default_rng([KINDS.index(kind), number, seeds]), kind, seeds)


def packaged(candidates: list[Candidate]) -> list[Prior]:
    """The reference's plain priors as the package's."""
    return [Prior(c.name, c.mean, c.covariance, c.epsilon) for c in candidates]


def package_policy(policy: str, delta: float) -> Any:
    """The package's policy of that name."""
    if policy.startswith("balancing"):
        return RegretBalancing(delta=delta, rule="upper" if policy.endswith("upper") else "printed")
    return {
        "elimination": PriorElimination,
        "likelihood": MaximumLikelihood,
        "bayesian": FullyBayesian,
        "known": KnownPrior,
    }[policy](delta=delta)


def problem_of(game: Game, values: Floats) -> Problem:
    """The game as the package takes it, with values (T, N) or (S, T, N)."""
    priors = packaged(game.priors)
    return Problem(priors, values, game.noise_std, available=game.available, true_prior=game.true_prior)


def reference_run(game: Game, seed: int, policy: str) -> Run:
    """What the dense reference plays for one of the game's seeds."""
    return play_dense(
        game.priors,
        game.values[seed],
        game.noise[seed],
        game.noise_std,
        policy.split()[0],
        game.delta,
        game.available,
        game.true_prior,
        "upper" if policy.endswith("upper") else "printed",
    )


def package_record(game: Game, values: Floats, policy: str) -> tuple[Any, list[warnings.WarningMessage]]:
    """What the package plays, and the warnings it gave."""
    with warnings.catch_warnings(record=True) as given:
        warnings.simplefilter("always")
        problem = problem_of(game, values)
        record = play(problem, package_policy(policy, game.delta), noise=game.noise, ties="first")
    return record, given


def assert_same(record: Any, seed: int, run: Run, where: str) -> None:
    """Every field of the record agrees with the reference's, the choices to the letter."""
    for name in (f.name for f in fields(Run)):
        found, wanted = np.asarray(getattr(record, name))[seed], getattr(run, name)
        tolerance = TOLERANCE.get(name, 0)
        np.testing.assert_allclose(
            found, wanted, rtol=0, atol=tolerance, equal_nan=True, err_msg=f"{where}, seed {seed}: {name}"
        )


def assert_warned_rightly(given: list[warnings.WarningMessage], exhausted: bool, where: str) -> None:
    """One PriorsExhausted when some seed ran out of priors, and no other warning ever."""
    wanted = [PriorsExhausted] if exhausted else []
    assert [w.category for w in given] == wanted, f"{where}: {[str(w.message) for w in given]}"


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("kind", KINDS)
def test_one_seed_plays_like_the_dense_reference(kind: str, policy: str) -> None:
    """Issue 2, "Exact": the same point at every step of every game, predictions to 1e-6."""
    eliminated = exhausted = 0
    first = GAMES * POLICIES.index(policy)
    for number in range(first, first + GAMES):
        game, where = game_number(kind, number), f"{kind} game {number}, {policy}"
        record, given = package_record(game, game.values[0], policy)
        run = reference_run(game, 0, policy)
        assert_same(record, 0, run, where)
        assert_warned_rightly(given, run.exhausted_at > 0, where)
        eliminated += bool(run.eliminated_at.any())
        exhausted += run.exhausted_at > 0
    # The comparison would mean little if these games never came to a rejection.
    assert (eliminated >= GAMES // 10) == (policy == "elimination" or policy.startswith("balancing"))
    assert (exhausted >= GAMES // 40) == (policy == "elimination")


@pytest.mark.parametrize(
    ("policy", "kind", "number"),
    [
        ("balancing", "static", 7635),
        ("balancing", "moving", 7588),
        ("balancing", "mixed", 7885),
        ("balancing upper", "static", 7776),
        ("balancing upper", "moving", 7467),
        ("balancing upper", "mixed", 7183),
    ],
)
def test_allowance_counts_the_priors_at_the_start(policy: str, kind: str, number: int) -> None:
    """Rare games, out of thousands, whose rejections differ if xi_t counted only the priors still alive."""
    game = game_number(kind, number)
    record, _ = package_record(game, game.values[0], policy)
    assert_same(record, 0, reference_run(game, 0, policy), f"{kind} game {number}, {policy}")


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("kind", KINDS)
def test_seeds_played_together_play_like_each_alone(kind: str, policy: str) -> None:
    """Several functions at once, values (S, T, N): each seed is the reference's game of its own."""
    for number in range(CROWDS):
        game, where = game_number(kind, number, seeds=2 + number % 3), f"{kind} crowd {number}, {policy}"
        record, given = package_record(game, game.values, policy)
        runs = [reference_run(game, seed, policy) for seed in range(len(game.values))]
        for seed, run in enumerate(runs):
            assert_same(record, seed, run, where)
        assert_warned_rightly(given, any(run.exhausted_at for run in runs), where)


@pytest.mark.parametrize("kind", KINDS)
def test_one_function_under_several_noises(kind: str) -> None:
    """values (T, N) with noise (S, T): all seeds meet the same function, each with its own noise."""
    for number in range(CROWDS):
        game = game_number(kind, number, seeds=3)
        game.values[1:] = game.values[0]
        record, _ = package_record(game, game.values[0], "elimination")
        for seed in range(3):
            assert_same(record, seed, reference_run(game, seed, "elimination"), f"{kind} noises {number}")


@pytest.mark.parametrize("kind", KINDS)
def test_random_search_keeps_honest_books(kind: str) -> None:
    """Random's points cannot be foretold, but they are available and what it records follows from them."""
    for number in range(CROWDS):
        game = game_number(kind, number, seeds=2)
        record = play(problem_of(game, game.values), Random(), noise=game.noise, ties="first")
        seeds, horizon, _ = game.values.shape
        rows, steps = np.ogrid[:seeds, :horizon]
        mask = np.ones(game.values.shape[1:], dtype=bool) if game.available is None else game.available
        assert mask[steps, record.points].all()
        reward = game.values[rows, steps, record.points]
        best = np.where(mask, game.values, -np.inf).max(axis=2)
        np.testing.assert_allclose(record.observations, reward + game.noise, rtol=0, atol=1e-9)
        np.testing.assert_allclose(record.regret, best - reward, rtol=0, atol=1e-9)
        assert (record.chosen_priors == -1).all()
        assert np.isnan([record.predicted_mean, record.predicted_std]).all()
        assert not record.eliminated_at.any()
        assert not record.exhausted_at.any()


# ---------------------------------------------------------------- the belief alone, step by step


def queries(game: Game, rng: np.random.Generator) -> tuple[Any, Floats]:
    """Points (S, T) that no policy chose, often repeated, and what is observed there."""
    seeds, horizon, size = game.values.shape
    points = rng.integers(size, size=(seeds, horizon))
    rows, steps = np.ogrid[:seeds, :horizon]
    return points, game.values[rows, steps, points] + game.noise


def assert_belief(belief: Any, wanted: list[list[tuple[Floats, Floats, float]]], where: str) -> None:
    """Every seed's and prior's mean and std to 1e-6, log evidence to 1e-6 or, where huge, to nine digits."""
    pairs = [(seed, prior) for seed, row in enumerate(wanted) for prior in range(len(row))]
    seeds, priors = (np.array(column) for column in zip(*pairs, strict=True))
    mean, std, log_evidence = (np.array(column) for column in zip(*chain(*wanted), strict=True))
    close = np.testing.assert_allclose
    close(belief.mean(seeds, priors), mean, rtol=0, atol=1e-6, err_msg=f"{where}: mean")
    close(belief.std(seeds, priors), std, rtol=0, atol=1e-6, err_msg=f"{where}: std")
    found = belief.log_evidence[seeds, priors]
    close(found, log_evidence, rtol=1e-9, atol=1e-6, err_msg=f"{where}: log evidence")


@pytest.mark.parametrize("kind", KINDS)
def test_belief_is_the_dense_posterior_at_every_step(kind: str) -> None:
    """Mean, std and log evidence of every prior and seed, before each of a row of random queries."""
    for number in range(BELIEFS):
        game = game_number(kind, number, seeds=2)
        points, observations = queries(game, np.random.default_rng(number))
        belief = Belief(packaged(game.priors), game.noise_std, rows=2)
        horizon = game.values.shape[1]
        for t in range(1, horizon + 1):
            past = list(zip(points[:, : t - 1], observations[:, : t - 1], strict=True))
            wanted = [[posterior(p, x, y, t, game.noise_std) for p in game.priors] for x, y in past]
            assert_belief(belief, wanted, f"{kind} belief {number}, step {t}")
            belief.observe(points[:, t - 1], observations[:, t - 1])
            if t < horizon:
                belief.advance()


def sklearn_posterior(
    prior: Candidate, points: Any, observations: Floats, t: int, noise_std: float
) -> tuple[Floats, Floats, float]:
    """The same three answers from scikit-learn, whose kernel looks up (point, step) pairs in a table."""
    gaussian_process = pytest.importorskip("sklearn.gaussian_process")
    kernels = pytest.importorskip("sklearn.gaussian_process.kernels")

    class Table(kernels.Kernel):  # type: ignore[name-defined]
        """K[x, x'] (1 - epsilon)^(|t - t'| / 2), without hyperparameters."""

        def __init__(self, covariance: Floats, epsilon: float) -> None:
            self.covariance, self.epsilon = covariance, epsilon

        def __call__(self, left: Any, right: Any = None, eval_gradient: bool = False) -> Floats:
            right = left if right is None else right
            space = self.covariance[left[:, :1].astype(int), right[:, 0].astype(int)]
            return space * np.power(1.0 - self.epsilon, np.abs(left[:, 1:] - right[:, 1]) / 2)

        def diag(self, left: Any) -> Floats:
            return self.covariance.diagonal()[left[:, 0].astype(int)].copy()

        def is_stationary(self) -> bool:
            return False

    size = len(prior.covariance)
    means = np.broadcast_to(prior.mean, (t, size)) if prior.mean.ndim == 1 else prior.mean
    steps = np.arange(t - 1)
    model = gaussian_process.GaussianProcessRegressor(
        Table(prior.covariance, prior.epsilon), alpha=noise_std**2, optimizer=None
    ).fit(np.column_stack([points, steps]), observations - means[steps, points])
    mean, std = model.predict(np.column_stack([np.arange(size), np.full(size, t - 1)]), return_std=True)
    return means[t - 1] + mean, std, float(model.log_marginal_likelihood_value_)


@pytest.mark.parametrize("kind", KINDS)
def test_belief_and_reference_agree_with_scikit_learn(kind: str) -> None:
    """Both against GaussianProcessRegressor after T - 1 observations: epsilon 0 ("static") and the rest."""
    compared = 0
    for number in range(BELIEFS):
        game = game_number(kind, number, seeds=1)
        points, observations = queries(game, np.random.default_rng(number))
        horizon = game.values.shape[1]
        if horizon < 2:
            continue  # scikit-learn does not fit to nothing
        belief = Belief(packaged(game.priors), game.noise_std, rows=1)
        for t in range(horizon - 1):
            belief.observe(points[:, t], observations[:, t])
            belief.advance()
        where = f"{kind} belief {number}"
        data = points[0, :-1], observations[0, :-1], horizon, game.noise_std
        wanted = [sklearn_posterior(prior, *data) for prior in game.priors]
        assert_belief(belief, [wanted], where)
        for prior, (mean, std, log_evidence) in zip(game.priors, wanted, strict=True):
            dense = posterior(prior, *data)
            np.testing.assert_allclose(dense[0], mean, rtol=0, atol=1e-8, err_msg=where)
            np.testing.assert_allclose(dense[1], std, rtol=0, atol=1e-6, err_msg=where)
            np.testing.assert_allclose(dense[2], log_evidence, rtol=1e-10, atol=1e-8, err_msg=where)
            compared += 1
    assert compared > BELIEFS
