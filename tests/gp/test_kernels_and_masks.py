"""The building blocks a teacher uses: kernels, masks, functions drawn from a prior."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.gaussian_process.kernels import RBF, Matern

import pegp_lite as pl

X = np.random.default_rng(0).uniform(size=(12, 2))


def test_rbf_is_the_printed_one_where_l_is_a_squared_length() -> None:
    assert pl.rbf([0.0, 1.0], 0.5)[0, 1] == pytest.approx(np.exp(-1.0))
    np.testing.assert_allclose(pl.rbf(X, 0.09), RBF(0.3)(X), atol=1e-12)


@pytest.mark.parametrize("nu", [0.3, 0.5, 1.0, 1.5, 2.2, 2.5, 7.0])
def test_matern_agrees_with_scikit_learn(nu: float) -> None:
    np.testing.assert_allclose(pl.matern(X, nu, 0.4), Matern(0.4, nu=nu)(X), atol=1e-7)


def test_a_very_smooth_matern_approaches_rbf_and_near_points_stay_finite() -> None:
    x = np.array([0.0, 1e-200, 1e-12, 0.1, 1.0])
    np.testing.assert_allclose(pl.matern(x, 50.0, 0.7), pl.rbf(x, 0.49), atol=0.02)


def test_interval_hides_exactly_the_interval_on_every_kth_step() -> None:
    x = np.linspace(0, 1, 11)
    available = pl.masks.interval(x, 7, 0.25, 0.55, every=3)
    hidden_steps = [t for t in range(1, 8) if not available[t - 1].all()]
    assert hidden_steps == [3, 6]
    assert x[~available[2]] == pytest.approx([0.3, 0.4, 0.5])


def test_random_mask_hides_its_share_and_never_everything() -> None:
    available = pl.masks.random(4000, 5, 0.7, np.random.default_rng(1))
    assert available.any(axis=1).all()
    spared = 0.7**5  # steps that would have lost all keep one point
    assert available.mean() == pytest.approx(0.3 + spared / 5, abs=0.01)
    assert (pl.masks.random(50, 5, 1.0, np.random.default_rng(1)).sum(axis=1) == 1).all()


def test_adversary_hides_the_best_points_and_no_others() -> None:
    values = np.random.default_rng(2).normal(size=(2, 6, 9))
    available = pl.masks.adversary(values, 2)
    assert (available.sum(axis=-1) == 7).all()
    assert (np.where(available, values, -np.inf).max(-1) == np.sort(values, axis=-1)[..., -3]).all()


def test_nothing_hidden() -> None:
    assert pl.masks.none(3, 4).shape == (3, 4)
    assert pl.masks.none(3, 4).all()


@pytest.mark.parametrize("epsilon", [0.0, 0.2, 1.0])
def test_a_drawn_function_moves_by_the_priors_own_law(epsilon: float) -> None:
    x = np.linspace(0, 1, 4)
    mean = np.arange(12.0).reshape(3, 4)
    prior = pl.Prior("p", mean, pl.rbf(x, 0.2), epsilon)
    rng = np.random.default_rng(5)
    drawn = np.stack([pl.draw_function(prior, 3, rng) for _ in range(20_000)])
    np.testing.assert_allclose(drawn.mean(axis=0), mean, atol=0.03)
    centred = (drawn - mean).reshape(len(drawn), -1)
    steps = np.arange(3)
    in_time = np.sqrt(1 - epsilon) ** np.abs(np.subtract.outer(steps, steps))
    np.testing.assert_allclose(centred.T @ centred / len(drawn), np.kron(in_time, prior.covariance), atol=0.04)
