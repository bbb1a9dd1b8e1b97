"""Bad input is answered with a sentence that names what arrived and what was wanted."""

from __future__ import annotations

import re
import warnings

import numpy as np
import pytest
from games import hilly_problem

import pegp_lite as pl

EYE = np.eye(3)
ZERO = np.zeros(3)
VALUES = np.zeros((4, 3))


def prior(name: str = "a", mean=ZERO, covariance=EYE, epsilon: float = 0.0) -> pl.Prior:
    return pl.Prior(name, mean, covariance, epsilon)


def problem(priors=None, values=VALUES, noise_std=0.1, **more) -> pl.Problem:
    return pl.Problem([prior()] if priors is None else priors, values, noise_std, **more)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: prior(mean=[0, np.nan, 0]), r'Prior "a": mean must be finite, got nan at index \(1,\)'),
        (lambda: prior(mean=["x", 0, 0]), r'Prior "a": mean must be numbers'),
        (lambda: prior(mean=np.zeros((2, 2, 3))), r"mean must be \(N,\) or \(T, N\), got 2 x 2 x 3"),
        (lambda: prior(mean=[]), r"mean must be \(N,\) or \(T, N\), got 0"),
        (lambda: prior(mean=1.0), r"mean must be \(N,\) or \(T, N\), got a single number"),
        (lambda: prior(covariance=np.eye(3)[:, :2]), r"covariance must be 3 x 3 to match its mean, got 3 x 2"),
        (lambda: prior(covariance=np.full((3, 3), np.inf)), r"covariance must be finite, got inf"),
        (lambda: prior(covariance=[[1, 0.5, 0], [0.1, 1, 0], [0, 0, 1]]), r"symmetric, got 0.5 at \(0, 1\) but 0.1"),
        (lambda: prior(covariance=[[1, 2, 0], [2, 1, 0], [0, 0, 1]]), r"smallest eigenvalue of -1$"),
        (lambda: prior(covariance=[[0, 1, 0], [1, 0, 0], [0, 0, 1]]), r"smallest eigenvalue of -1$"),
        (lambda: prior(covariance=-np.eye(3)), r"smallest eigenvalue of -1$"),
        (lambda: prior(covariance=np.eye(3) - 0.4), r"smallest eigenvalue of -0.2$"),
        (lambda: prior(epsilon=1.5), r"epsilon must be in \[0, 1\], got 1.5"),
        (lambda: prior(epsilon=-0.1), r"epsilon must be in \[0, 1\], got -0.1"),
        (lambda: prior(epsilon=float("nan")), r"epsilon must be in \[0, 1\], got nan"),
        (lambda: prior(epsilon="fast"), r"epsilon must be a number in \[0, 1\], got 'fast'"),
        (lambda: prior(name=""), r"name must be some text, got ''"),
        (lambda: prior(name=3), r"name must be some text, got 3"),
        (lambda: problem(values=None), r"values must be numbers, got None$"),
        (lambda: prior(mean=None), r'Prior "a": mean must be numbers, got None$'),
        (lambda: problem(priors=[]), r"at least one Prior, got none"),
        (lambda: problem(priors=["a"]), r"must be Prior objects, got str"),
        (lambda: problem(priors=[prior(), prior()]), r'two priors are named "a"'),
        (lambda: problem(values=np.zeros((4, 5))), r'Prior "a" has 3 points, values have 5'),
        (lambda: problem(values=np.zeros(3)), r"values must be \(T, N\) or \(S, T, N\), got 3"),
        (lambda: problem(values=[[0, np.inf, 0]]), r"values must be finite, got inf at index \(0, 1\)"),
        (lambda: problem(priors=[prior(mean=np.zeros((5, 3)))]), r"its mean has 5 steps, values have 4"),
        (lambda: problem(noise_std=0), r"noise_std must be a positive finite number, got 0"),
        (lambda: problem(noise_std=-1), r"noise_std must be a positive finite number, got -1"),
        (lambda: problem(noise_std=np.nan), r"noise_std must be a positive finite number, got nan"),
        (lambda: problem(noise_std=None), r"noise_std must be a positive number, got None"),
        (lambda: problem(available=np.ones((4, 3))), r"available must be booleans .* got float64"),
        (lambda: problem(available=np.ones((3, 3), bool)), r"available must be 4 x 3 .* got 3 x 3"),
        (lambda: problem(available=np.arange(12).reshape(4, 3) < 6), r"step 3 has no available point \(2 such"),
        (lambda: problem(true_prior=1), r"true_prior must be an index from 0 to 0 or one of \['a'\], got 1"),
        (lambda: problem(true_prior="b"), r"got 'b'"),
        (lambda: problem(true_prior=-1), r"got -1"),
        (lambda: pl.PriorElimination(delta=0), r"delta must be in \(0, 1\), got 0"),
        (lambda: pl.MaximumLikelihood(delta=1), r"delta must be in \(0, 1\), got 1"),
        (lambda: pl.FullyBayesian(delta="x"), r"delta must be a number in \(0, 1\), got 'x'"),
        (lambda: pl.RegretBalancing(rule="lower"), r'rule must be "printed" or "upper", got \'lower\''),
        (lambda: pl.play(problem(), pl.Random(), ties="last"), r'ties must be "random" or "first", got \'last\''),
        (lambda: pl.play(problem(), "random"), r"policy must be a policy such as .* got 'random'"),
        (lambda: pl.play(problem(), pl.KnownPrior()), r"KnownPrior needs to be told the true prior"),
        (lambda: pl.play(problem(), pl.Random(), seeds=0), r"seeds must be a whole number of at least 1, got 0"),
        (lambda: pl.play(problem(), pl.Random(), seeds=2.5), r"seeds must be a whole number .* got 2.5"),
        (lambda: pl.play(problem(), pl.Random(), seed=-1), r"seed must be a whole number of at least 0, got -1"),
        (lambda: pl.play(problem(), pl.Random(), noise=np.zeros((2, 3))), r"noise must be .* T = 4, got 2 x 3"),
        (lambda: pl.play(problem(), pl.Random(), noise=np.full((2, 4), np.nan)), r"noise must be finite, got nan"),
        (lambda: pl.play(problem(), pl.Random(), noise=np.zeros((2, 4)), seeds=3), r"3 seeds, but noise holds 2"),
        (lambda: pl.play(hilly_problem(2), pl.Random(), seeds=3), r"3 seeds, but values holds 2"),
        (lambda: pl.play(hilly_problem(2), pl.Random(), noise=np.zeros((3, 30))), r"values hold 2 seeds but noise"),
        (lambda: pl.rbf([0, 1], 0), r"l must be a positive finite number, got 0"),
        (lambda: pl.rbf(np.zeros((2, 2, 2)), 1), r"x must be N points, \(N,\) or \(N, d\), got 2 x 2 x 2"),
        (lambda: pl.matern([0, 1], -1, 1), r"nu must be in \(0, 50\], got -1"),
        (lambda: pl.draw_function(prior(), 0, np.random.default_rng()), r"T must be a whole number of at least 1"),
        (lambda: pl.draw_function(prior(mean=np.zeros((5, 3))), 4, np.random.default_rng()), r"5 steps, asked for 4"),
        (lambda: pl.masks.interval([0, 1], 4, -1, 2), r"would hide all 2 points"),
        (lambda: pl.masks.random(4, 3, 1.5, np.random.default_rng()), r"share must be in \[0, 1\], got 1.5"),
        (lambda: pl.masks.adversary(VALUES, 3), r"width must leave a point: got 3 of 3"),
    ],
)
def test_a_refusal_says_what_arrived_and_what_was_wanted(make, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        make()


def test_a_mask_for_each_seed_names_the_seed() -> None:
    available = np.ones((2, 4, 3), dtype=bool)
    available[1, 2] = False
    with pytest.raises(ValueError, match="step 3 of seed 1 has no available point"):
        problem(values=np.zeros((2, 4, 3)), available=available)


def test_a_variance_above_one_is_a_warning_that_gives_it() -> None:
    with pytest.warns(UserWarning, match=re.escape('Prior "a": the largest variance is 4; the theory assumes')):
        prior(covariance=4 * EYE)


@pytest.mark.parametrize(
    "covariance",
    [
        np.ones((3, 3)),
        np.zeros((3, 3)),
        np.outer([1, 0.5, 0], [1, 0.5, 0]),
        pl.rbf(np.linspace(0, 1, 60), 10.0),
        pl.rbf(np.repeat(np.linspace(0, 1, 20), 2), 0.1),
        pl.rbf(np.linspace(0, 1, 50), 0.2).astype(np.float32),
        np.eye(3) - 1e-10,
        1e-12 * pl.rbf(np.linspace(0, 1, 30), 1.0),
    ],
    ids=["rank one", "zero", "a sure point", "nearly constant", "repeated", "float32", "rounded", "tiny"],
)
@pytest.mark.parametrize("epsilon", [0.0, 0.1, 1.0])
def test_ill_conditioned_and_rank_deficient_covariances_are_ordinary(covariance, epsilon: float) -> None:
    n = len(covariance)
    rng = np.random.default_rng(3)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        a = pl.Prior("a", np.zeros(n), covariance, epsilon)
        b = pl.Prior("b", np.linspace(0, 1, n), covariance, epsilon)
        game = pl.Problem([a, b], pl.draw_function(a, 60, rng), 1e-3, true_prior=0)
        record = pl.play(game, pl.KnownPrior(), seeds=4)
    assert np.isfinite(record.predicted_mean).all()
    assert (record.predicted_std >= 0).all()
    assert np.abs(a.factor.features @ a.factor.features.T - covariance).max() < 1e-5
