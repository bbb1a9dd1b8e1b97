"""The toy: what the reading notes fix, what may be chosen, and what is refused."""

from __future__ import annotations

import time

import numpy as np
import pytest

from pegp_lite import Prior, PriorElimination, draw_function, play, rbf
from pegp_lite.problems import toy
from pegp_lite.problems.toy import toy_points


def test_defaults_are_those_of_the_reading_notes() -> None:
    problem = toy()
    assert problem.values.shape == (30, 100, 361)
    assert [prior.name for prior in problem.priors] == [f"prior {n}" for n in range(11)]
    assert problem.true_prior == 2
    assert problem.noise_std == 0.01
    x = toy_points()
    for n, prior in enumerate(problem.priors):
        at_hills = prior.mean[np.searchsorted(x, np.linspace(0, 1, 10) - 1e-9)]
        heights = np.where(np.arange(1, 11) == n, 4.0, 1.0)
        np.testing.assert_allclose(at_hills, heights, atol=0.01)
        np.testing.assert_allclose(prior.covariance, rbf(x, 0.5))
        assert prior.epsilon == 0
    half_way = problem.priors[2].mean[np.argmin(np.abs(x - (1 / 9 + 0.02)))]
    assert half_way == pytest.approx(4 * np.exp(-0.5), abs=0.1)  # a Gaussian bump, one width from its top
    assert problem.available is not None
    hidden = ~problem.available
    assert not hidden[0::2].any()
    np.testing.assert_array_equal(hidden[1::2], np.broadcast_to(np.abs(x - 1 / 9) <= 0.05, (50, 361)))


def test_a_prior_made_from_another_is_the_one_made_from_scratch() -> None:
    family = toy(seeds=1).priors
    scratch = Prior("prior 7", family[7].mean, rbf(toy_points(), 0.5))
    np.testing.assert_array_equal(scratch.factor.features, family[7].factor.features)
    assert family[7].factor is scratch.factor
    assert not family[7].mean.flags.writeable
    with pytest.raises(AttributeError):
        family[7].name = "other"  # type: ignore[misc]


def test_a_still_function_costs_no_copy_a_step_and_is_drawn_from_its_own_stream() -> None:
    problem = toy(seeds=3, seed=5)
    assert problem.values.strides[1] == 0
    for s in range(3):
        stream = np.random.default_rng(np.random.SeedSequence(5, spawn_key=(s, 0)))
        np.testing.assert_allclose(problem.values[s, 0], draw_function(problem.priors[2], 1, stream)[0], atol=1e-12)


def test_a_moving_function_moves_as_its_prior_says() -> None:
    problem = toy(seeds=2, T=20, epsilon=0.3)
    assert {prior.epsilon for prior in problem.priors} == {0.3}
    for s in range(2):
        stream = np.random.default_rng(np.random.SeedSequence(0, spawn_key=(s, 0)))
        np.testing.assert_allclose(problem.values[s], draw_function(problem.priors[2], 20, stream), atol=1e-12)


def test_a_seed_is_the_same_function_however_many_come_along_and_however_long() -> None:
    few, many = toy(seeds=2), toy(seeds=9, T=37, noise_std=0.3, mask="none")
    np.testing.assert_allclose(few.values[:, 0], many.values[:2, 0], atol=1e-12)
    assert np.abs(toy(seeds=2, seed=1).values[:, 0] - few.values[:, 0]).max() > 0.1


def test_the_functions_are_of_the_prior() -> None:
    problem = toy(seeds=2000, points=11, T=1, mask="none")
    off = problem.values[:, 0] - problem.priors[2].mean
    np.testing.assert_allclose(off.mean(axis=0), 0, atol=0.1)
    np.testing.assert_allclose(off.T @ off / 2000, problem.priors[2].covariance, atol=0.15)


def test_the_rivals_are_free_to_choose() -> None:
    problem = toy(5, priors=[0, 3, 5], seeds=1)
    assert [prior.name for prior in problem.priors] == ["prior 0", "prior 3", "prior 5"]
    assert problem.true_prior == 2
    assert toy(5, priors=[0, 3], seeds=1).true_prior is None
    two = toy(1, hills=[0.3, 0.8], short=0.5, tall=2, width=0.05, seeds=1)
    assert two.n_priors == 3
    assert toy_points()[np.argmax(two.priors[1].mean)] == pytest.approx(0.3, abs=0.01)
    assert two.priors[1].mean.max() == pytest.approx(2.0, abs=0.01)


@pytest.mark.parametrize("epsilon", [0.0, 0.2])
@pytest.mark.parametrize("every", [1, 2, 3])
def test_masks(epsilon: float, every: int) -> None:
    settings = {"seeds": 4, "T": 9, "points": 50, "mask_every": every, "mask_width": 0.1, "epsilon": epsilon}
    masked = np.arange(1, 10) % every == 0
    drawn = toy(mask="random", **settings)
    assert drawn.available is not None
    assert drawn.available.shape == (4, 9, 50)
    assert drawn.available[:, ~masked].all()
    assert 0.1 < (~drawn.available[:, masked]).mean() < 0.3
    assert (drawn.available[0] != drawn.available[1]).any()
    foe = toy(mask="adversary", **settings)
    assert foe.available is not None
    assert foe.available[:, ~masked].all()
    hidden = ~foe.available[:, masked]
    assert (hidden.sum(axis=-1) == 10).all()
    seen = foe.values[:, masked]
    assert (np.where(hidden, seen, np.inf).min(axis=-1) >= np.where(hidden, -np.inf, seen).max(axis=-1)).all()


def test_where_nothing_is_hidden() -> None:
    for nothing in ({"mask": "none"}, {"true_prior": 0}, {"mask_width": 0}):
        assert toy(seeds=1, **nothing).available is None
    long = toy(seeds=1, T=3, mask="adversary", mask_every=7).available
    assert long is not None
    assert long.all()


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"true_prior": 11}, "true_prior: priors are numbered from 0 to 10, got 11"),
        ({"true_prior": True}, "numbered"),
        ({"priors": [0, 12]}, "priors: priors are numbered from 0 to 10, got 12"),
        ({"priors": []}, "at least one Prior"),
        ({"priors": [1, 1]}, "names must differ"),
        ({"hills": 0}, "hills must be a whole number of at least 1"),
        ({"hills": [0.5, 1.5]}, "places between 0 and 1"),
        ({"mask": "hil"}, "mask must be one of hill, none, random, adversary, got 'hil'"),
        ({"mask_width": 0.6}, "mask_width"),
        ({"mask_width": 0.5, "mask": "adversary"}, "width must leave a point"),
        ({"width": 0}, "width"),
        ({"l": -1}, "l must be"),
        ({"tall": float("nan")}, "tall"),
        ({"short": "low"}, "short"),
        ({"epsilon": 1.5}, "epsilon"),
        ({"T": 0}, "T must be"),
        ({"points": 0}, "points"),
        ({"seeds": 0}, "seeds"),
        ({"seed": -1}, "seed must be a whole number of at least 0, got -1"),
        ({"noise_std": 0}, "noise_std"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(wrong: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        toy(**wrong)  # type: ignore[arg-type]


def test_it_is_built_fast_enough_for_a_slider() -> None:
    toy()
    taken = []
    for n in range(5):
        start = time.process_time()
        toy(tall=3 + 0.01 * n)
        taken.append(time.process_time() - start)
    assert min(taken) < 0.06, "about 10 ms on an idle machine"


def test_it_can_be_played() -> None:
    record = play(toy(seeds=2, T=30), PriorElimination())
    assert (record.eliminated_at[:, 2] == 0).all()
