"""A game unrolled: the numbers of Algorithm 1 at every step agree with the record and with a dense posterior."""

from __future__ import annotations

import numpy as np
import pytest

from pegp_lite import Prior, PriorElimination, PriorsExhausted, Problem, draw_function, play, rbf
from pegp_lite.bandit.replay import Trace, unroll
from pegp_lite.bandit.schedules import confidence_width, noise_allowance

DELTA, NOISE = 0.2, 0.15
x = np.linspace(0, 1, 31)


def hill(at: float) -> np.ndarray:
    return 6 * np.exp(-((x - at) ** 2) / 0.01)


@pytest.fixture(scope="module", params=[0.0, 0.1])
def game(request) -> tuple[Problem, object, Trace]:
    priors = [Prior(f"{at}", hill(at), rbf(x, 0.2), request.param) for at in (0.2, 0.5, 0.8)]
    rng = np.random.default_rng(3)
    values = np.stack([draw_function(priors[1], 25, rng) for _ in range(2)])
    available = rng.random((25, len(x))) > 0.3
    problem = Problem(priors, values, NOISE, available, 1)
    record = play(problem, PriorElimination(DELTA), seed=5)
    return problem, record, unroll(problem, record, DELTA, seed=1)


def test_it_is_the_recorded_game(game) -> None:
    problem, record, trace = game
    assert trace.n_steps == 25
    np.testing.assert_array_equal(trace.truth, problem.values[1])
    np.testing.assert_array_equal(trace.available, problem.available)
    steps = np.arange(25)
    np.testing.assert_allclose(trace.mean[steps, trace.prior, trace.point], record.predicted_mean[1], atol=1e-9)
    np.testing.assert_allclose(
        trace.width[steps, trace.prior, trace.point], trace.beta * record.predicted_std[1], atol=1e-9
    )
    np.testing.assert_allclose(trace.eta, record.observations[1] - record.predicted_mean[1], atol=1e-9)
    for p, gone in enumerate(record.eliminated_at[1]):
        assert trace.alive[:, p].sum() == (gone or 26)
        assert gone == 0 or trace.rejected_at(gone) == p


def test_line_7_takes_the_highest_bound_of_the_living_over_the_available(game) -> None:
    _, _, trace = game
    for t in range(trace.n_steps):
        open_ = np.where(trace.available[t] & trace.alive[t][:, None], trace.ucb[t], -np.inf)
        assert open_[trace.prior[t], trace.point[t]] == pytest.approx(open_.max(), abs=1e-9)


def test_line_12_decides_every_rejection(game) -> None:
    _, _, trace = game
    for t in range(1, trace.n_steps + 1):
        p = trace.prior[t - 1]
        mine = [i for i in range(t) if trace.prior[i] == p]
        left = abs(sum(trace.eta[i] for i in mine))
        xi = noise_allowance(t, 3, NOISE, DELTA)
        right = np.sqrt(xi * len(mine)) + sum(trace.width[i, p, trace.point[i]] for i in mine)
        assert abs(trace.errors[t - 1, p]) == pytest.approx(left)
        assert trace.allowed[t - 1, p] == pytest.approx(right)
        assert (trace.rejected_at(t) == p) == (left > right)


def test_every_prior_has_the_dense_posterior(game) -> None:
    problem, _, trace = game
    for t in (0, 1, 7, 24):
        for p, prior in enumerate(problem.priors):
            time = (1 - prior.epsilon) ** (np.abs(np.subtract.outer(np.arange(t + 1), np.arange(t + 1))) / 2)
            at = trace.point[:t]
            K = prior.covariance[np.ix_(at, at)] * time[:t, :t] + NOISE**2 * np.eye(t)
            k = prior.covariance[:, at] * time[t, :t]
            mean = prior.mean + k @ np.linalg.solve(K, trace.observed[:t] - prior.mean[at])
            variance = np.diag(prior.covariance) - np.einsum("ni,in->n", k, np.linalg.solve(K, k.T))
            width = confidence_width(t + 1, len(x), DELTA) * np.sqrt(variance)
            np.testing.assert_allclose(trace.mean[t, p], mean, atol=1e-7)
            np.testing.assert_allclose(trace.width[t, p], width, atol=1e-5)


def test_a_run_without_priors_left_ends_early() -> None:
    wrong = [Prior("left", 20 + hill(0.2), rbf(x, 0.2)), Prior("right", 20 + hill(0.8), rbf(x, 0.2))]
    problem = Problem(wrong, np.zeros((10, len(x))), NOISE)
    with pytest.warns(PriorsExhausted):
        record = play(problem, PriorElimination(DELTA))
    trace = unroll(problem, record, DELTA)
    assert trace.n_steps == record.exhausted_at[0] < 10
    assert trace.available.all()
    assert not trace.alive[-1].any()
