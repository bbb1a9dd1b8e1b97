"""How often the three events fail: against probabilities known in closed form, and against their share."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import trapezoid
from scipy.stats import binomtest, norm

from pegp_lite import Prior, matern, rbf
from pegp_lite.theory import EVENTS, confidence_width, coverage, noise_allowance
from pegp_lite.theory.coverage import clopper_pearson


def agrees(rate: float, truth: float, trials: int) -> bool:
    """Within four standard errors: a right answer fails one time in fifteen thousand."""
    return bool(abs(rate - truth) <= 4 * np.sqrt(truth * (1 - truth) / trials))


def test_one_step_at_one_point_has_the_normal_tails() -> None:
    delta, point, trials = 0.95, Prior("point", [0.0], [[1.0]]), 200_000
    found = coverage(point, 0.3, 1, delta=delta, functions=trials, rng=np.random.default_rng(0))
    confidence = 2 * norm.sf(confidence_width(1, 1, delta))
    noise = 2 * norm.sf(np.sqrt(noise_allowance(1, 1, 0.3, delta)) / 0.3)
    assert confidence > 0.01  # else the comparison would say nothing
    assert noise > 0.02
    assert agrees(found.rate[0], confidence, trials)
    assert agrees(found.rate[1], noise, trials)


def test_a_function_new_at_every_step_is_tried_anew_each_time() -> None:
    fresh, trials = Prior("fresh", [0.0], [[1.0]], 1.0), 100_000
    found = coverage(fresh, 0.3, 4, delta=0.95, functions=trials, rng=np.random.default_rng(3))
    tails = 2 * norm.sf(confidence_width(np.arange(1, 5), 1, 0.95))
    truth = 1 - np.cumprod(1 - tails)
    for t in range(4):
        assert agrees(found.failed_by[0, t] / trials, truth[t], trials)


def test_noise_is_summed_prior_by_prior() -> None:
    point, trials = Prior("point", [0.0], [[1.0]]), 400_000
    found = coverage(point, 1.0, 2, n_priors=2, delta=0.95, functions=trials, rng=np.random.default_rng(4))
    a, b = np.sqrt(noise_allowance(np.array([1, 2]), 2, 1.0, 0.95))
    apart = 1 - (1 - 2 * norm.sf(a)) * (1 - 2 * norm.sf(b))
    z = np.linspace(-a, a, 20_001)  # both steps to one prior: |z| <= a and |z + z'| <= sqrt(2) b
    inside = norm.pdf(z) * (norm.cdf(np.sqrt(2) * b - z) - norm.cdf(-np.sqrt(2) * b - z))
    together = 1 - trapezoid(inside, z)
    assert agrees(found.rate[1], (apart + together) / 2, trials)


def test_boundedness_fails_where_its_assumption_does() -> None:
    with pytest.warns(UserWarning, match="largest variance is 9"):
        tall = Prior("tall", [0.0], [[9.0]])
    found = coverage(tall, 0.3, 1, delta=0.95, functions=20_000, rng=np.random.default_rng(1))
    truth = 2 * norm.sf((confidence_width(1, 1, 0.95) + 1) / 3)
    assert agrees(found.rate[2], truth, 20_000)
    assert truth > 0.2


@pytest.mark.parametrize("epsilon", [0.0, 0.1])
def test_each_event_stays_within_its_share(epsilon: float) -> None:
    x = np.linspace(0, 1, 20)
    mean = np.sin(np.arange(30))[:, None] * x
    prior = Prior("moving", mean, matern(x, 1.5, 0.2), epsilon)
    found = coverage(prior, 0.1, 30, n_priors=4, delta=0.9, functions=3000, rng=np.random.default_rng(2))
    assert found.events == EVENTS
    assert found.share == pytest.approx(0.3)
    assert found.failed_by.shape == (3, 30)
    assert (np.diff(found.failed_by, axis=1) >= 0).all()
    assert (found.high <= found.share).all()
    assert found.failed_by[0, -1] > 0, "with delta = 0.9 some confidence bands should fail"
    assert found.failed_by[1, -1] > 0, "with delta = 0.9 some noise should be too loud"
    assert (found.low <= found.rate).all()
    assert (found.rate <= found.high).all()


def test_same_generator_state_same_answer() -> None:
    prior = Prior("smooth", np.zeros(9), rbf(np.linspace(0, 1, 9), 0.1), 0.05)
    one, two = (coverage(prior, 0.2, 10, delta=0.9, functions=200, rng=np.random.default_rng(7)) for _ in range(2))
    assert (one.failed_by == two.failed_by).all()


@pytest.mark.parametrize("failures", [0, 1, 17, 40])
def test_interval_is_the_exact_one(failures: int) -> None:
    low, high = clopper_pearson(np.array([failures]), 40)
    exact = binomtest(failures, 40).proportion_ci(0.95, "exact")
    assert [low[0], high[0]] == pytest.approx([exact.low, exact.high], abs=1e-9)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"prior": "toy"}, "coverage needs a Prior, got str"),
        ({"rng": 3}, "rng must be a numpy random Generator, got int"),
        ({"functions": 0}, "functions must be a whole number of at least 1, got 0"),
        ({"delta": 2.0}, r"delta must be in \(0, 1\), got 2"),
        ({"T": 6}, "its mean has 5 steps, asked for 6"),
    ],
)
def test_bad_input(change: dict, message: str) -> None:
    given = {"prior": Prior("p", np.zeros((5, 2)), np.eye(2)), "noise_std": 0.1, "T": 5}
    given |= {"rng": np.random.default_rng(0)}
    with pytest.raises(ValueError, match=message):
        coverage(**(given | change))
