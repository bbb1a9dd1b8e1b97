"""Kernels that are never written out: the same numbers as the matrix, and beliefs that remember by columns."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from reference import Candidate, posterior
from sklearn.gaussian_process.kernels import RBF, Matern

import pegp_lite as pl
from pegp_lite import Kernel
from pegp_lite.gp import capacity
from pegp_lite.gp import priors as opinions
from pegp_lite.gp.belief import Belief
from pegp_lite.gp.features import FeatureForm
from pegp_lite.gp.observations import FIRST, ObservationForm
from pegp_lite.theory import coverage, information_gain, not_covered

RNG = np.random.default_rng(0)
X = RNG.uniform(size=(30, 2))
ROUGH = RNG.uniform(size=(150, 2))
ALONE = np.zeros(1, dtype=np.int64)


def lines(kernel: Kernel) -> np.ndarray:
    return kernel.columns(np.arange(len(kernel)))


@pytest.mark.parametrize(
    ("made", "theirs"),
    [
        (lambda lazy: pl.rbf(X, 0.09, lazy=lazy), RBF(0.3)(X)),
        (lambda lazy: pl.rbf(X, [0.09, 0.25], lazy=lazy), RBF([0.3, 0.5])(X)),
        (lambda lazy: pl.matern(X, 1.5, 0.4, lazy=lazy), Matern(0.4, nu=1.5)(X)),
        (lambda lazy: pl.matern(X, 1.2, [0.4, 0.1], lazy=lazy), Matern([0.4, 0.1], nu=1.2)(X)),
        (lambda lazy: pl.matern(X[:, 0], 0.5, 0.4, lazy=lazy), Matern(0.4, nu=0.5)(X[:, :1])),
    ],
)
def test_lazy_or_written_out_it_is_the_same_kernel_and_scikit_learn_s(made, theirs: np.ndarray) -> None:
    np.testing.assert_allclose(made(False), theirs, atol=1e-7)
    np.testing.assert_array_equal(lines(made(True)), made(False))
    np.testing.assert_array_equal(made(True).variance, np.ones(30))
    np.testing.assert_allclose(lines(0.5 * made(True) * 0.5), 0.25 * made(False), rtol=1e-15)
    again = pickle.loads(pickle.dumps(made(True)))
    np.testing.assert_array_equal(lines(again), made(False))
    assert again.likeness == made(True).likeness != (0.5 * again).likeness


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: pl.rbf(X, [0.1, 0.2, 0.3]), r"l must be one number or one for each of 2 coordinates, got 3"),
        (lambda: pl.matern(X, 1.5, [0.1, -1.0]), r"l\[1\] must be a positive finite number, got -1"),
        (lambda: pl.rbf(X, [[0.1]]), r"l must be one number or one a coordinate, got 1 x 1"),
        (lambda: pl.rbf(X, 1, lazy=True) * 0, r"a kernel's factor must be a positive finite number, got 0"),
        (lambda: pl.Prior("p", np.zeros(3), pl.rbf(X, 1, lazy=True)), r"covariance must be over 3 points .* got 30"),
        (lambda: pl.Prior("p", lambda t: np.zeros(2), pl.rbf(X, 1)), r'"p": mean\(1\) must be 30 numbers, .* got 2'),
        (lambda: pl.Prior("p", lambda t: np.full(30, np.nan), pl.rbf(X, 1)), r"mean\(1\) must be finite, got nan"),
    ],
)
def test_a_refusal_says_what_arrived_and_what_was_wanted(make, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        make()


def test_what_does_not_fit_is_told_before_it_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(MemoryError, match=r"10000000 x 10000000 .* needs 745058.1 GiB .* lazy=True"):
        pl.rbf(np.linspace(0, 1, 10**7), 1.0)
    assert capacity.memory_left() > 0
    monkeypatch.setattr(capacity, "memory_left", lambda: 2**27)
    with pytest.raises(MemoryError, match=r"2500 x 2500 numbers needs 191 MiB of memory, but 128 MiB are left"):
        pl.Prior("p", np.zeros(2500), np.eye(2500))
    rough = pl.matern(np.linspace(0, 1, 10**5), 0.5, 1e-3, lazy=True)
    with pytest.raises(MemoryError, match="what 20 games remember of 16 observations at 100000 points under 1 kernels"):
        Belief([pl.Prior("p", np.zeros(10**5), rough)], 0.1, 20)


class Minimum(Kernel):
    """Brownian motion's, by a stranger: columns and variances and no more."""

    def __init__(self, x: np.ndarray) -> None:
        self.x = x

    @property
    def variance(self) -> np.ndarray:
        return self.x

    def columns(self, points: np.ndarray) -> np.ndarray:
        return np.minimum(self.x[points][:, None], self.x)


class Broken(Minimum):
    def columns(self, points: np.ndarray) -> np.ndarray:
        return 2 - super().columns(points)


def test_a_kernel_of_one_s_own_and_one_that_is_none() -> None:
    x = np.linspace(0.1, 1, 40)
    priors = [pl.Prior("lazy", np.zeros(40), Minimum(x)), pl.Prior("written", np.zeros(40), np.minimum.outer(x, x))]
    belief = Belief(priors, 0.1)
    for point in (3, 30, 11, 3):
        belief.observe(np.array([point]), np.ones(1))
    np.testing.assert_allclose(*belief.mean(ALONE.repeat(2), np.arange(2)), atol=1e-9)
    np.testing.assert_allclose(*belief.std(ALONE.repeat(2), np.arange(2)), atol=1e-9)
    with pytest.raises(ValueError, match=r'Prior "p": covariance must be positive semi-definite, but .* negative'):
        pl.Prior("p", np.zeros(40), Broken(x))


@pytest.mark.parametrize(("epsilon", "places", "steps"), [(0.0, 40, 400), (0.4, 150, 300), (0.02, 5, 150)])
def test_nothing_grows_for_ever_and_it_stays_exact(epsilon: float, places: int, steps: int) -> None:
    """Columns that faded are dropped, those of the same few points merged; both against one dense solve."""
    candidate = Candidate("p", np.sin(9 * ROUGH[:, 0]), pl.matern(ROUGH, 1.5, 0.2), epsilon)
    belief = Belief([pl.Prior(*candidate), pl.Prior("q", np.zeros(150), candidate.covariance, epsilon)], 0.1, rows=2)
    points, values = RNG.integers(places, size=(2, steps)), RNG.normal(size=(2, steps))
    for t in range(steps):
        belief.observe(points[:, t], values[:, t])
        belief.advance()
    for row in range(2):
        mean, std, log_evidence = posterior(candidate, points[row], values[row], steps + 1, 0.1)
        np.testing.assert_allclose(belief.mean(ALONE + row, ALONE)[0], mean, atol=1e-9)
        np.testing.assert_allclose(belief.std(ALONE + row, ALONE)[0], std, atol=1e-9)
        assert belief.log_evidence[row, 0] == pytest.approx(log_evidence, rel=1e-10)
    assert isinstance(belief.form, ObservationForm)
    assert belief.form.capacity <= 8 * FIRST < steps


@pytest.mark.parametrize("few", [opinions.FEW_FEATURES, 0], ids=["features", "columns"])
@pytest.mark.parametrize("epsilon", [0.0, 0.3])
def test_samples_have_the_posterior_s_moments(epsilon: float, few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opinions, "FEW_FEATURES", few)
    x = np.linspace(0, 1, 9)
    thin = np.column_stack([np.cos(k * x) for k in (0, 2, 5)]) / 2
    candidate = Candidate("p", x, thin @ thin.T, epsilon)
    belief = Belief([pl.Prior(*candidate)], 0.3)
    assert isinstance(belief.form, FeatureForm if few else ObservationForm)
    points, values = np.array([0, 3, 3, 1]), np.array([1.0, -1.0, 0.5, 2.0])
    for point, value in zip(points, values, strict=True):
        belief.observe(np.array([point]), np.array([value]))
        belief.advance()
    rng, many = np.random.default_rng(3), 20_000
    drawn = belief.samples(ALONE.repeat(many), ALONE.repeat(many), [rng] * many)
    mean, std, _ = posterior(candidate, points, values, 5, 0.3)
    ages = np.arange(4, 0, -1)
    rho = np.sqrt(1 - epsilon)
    gram = candidate.covariance[np.ix_(points, points)] * rho ** np.abs(np.subtract.outer(ages, ages))
    cross = candidate.covariance[points] * (rho**ages)[:, None]
    wanted = candidate.covariance - cross.T @ np.linalg.solve(gram + 0.09 * np.eye(4), cross)
    np.testing.assert_allclose(drawn.mean(axis=0), mean, atol=5 * std.max() / np.sqrt(many))
    np.testing.assert_allclose(np.cov(drawn.T), wanted, atol=0.03)


def test_what_needs_a_square_root_says_so_where_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opinions, "MOST_WORK", 2**26)
    prior = pl.Prior("rough", np.zeros(10_000), pl.matern(np.linspace(0, 1, 10_000), 0.5, 1e-4, lazy=True))
    with pytest.raises(ValueError, match=r'"rough" is too rough on 10000 points .* take fewer points or a smoother'):
        pl.draw_function(prior, 2, np.random.default_rng(0))
    with pytest.raises(ValueError, match="too rough on 10000 points"):
        information_gain(prior, 0.1, 3)
    with pytest.raises(ValueError, match="too rough on 10000 points to draw from its posterior"):
        Belief([prior], 0.1).samples(ALONE, ALONE, [np.random.default_rng(0)])


def rhythm(t: int) -> np.ndarray:
    return np.sin(t / 4) * ROUGH[:, 0]


def test_a_lazy_prior_does_all_that_a_matrix_does(tmp_path) -> None:
    """Play, theory, policies that forget, campaigns and saved comparisons: the same with or without the matrix."""
    both = []
    for lazy in (False, True):
        kernels = [pl.matern(ROUGH, 1.5, 0.2, lazy=lazy), pl.matern(ROUGH, 0.5, 0.4, lazy=lazy)]
        priors = [pl.Prior("a", rhythm, kernels[0], 0.05), pl.Prior("b", np.zeros(150), kernels[1], 0.1)]
        values = pl.draw_function(priors[0], 12, np.random.default_rng(4))
        problem = pl.Problem(priors, values, 0.1, true_prior=0)
        policies = [pl.PriorElimination(), pl.FullyBayesian(), pl.SlidingWindowGPUCB(), pl.WeightedGPUCB()]
        played = pl.compare(problem, policies, 2, ties="first")
        gain = information_gain(priors[0], 0.1, 3)
        failed = coverage(priors[0], 0.1, 4, functions=50, rng=np.random.default_rng(1)).failed_by
        twins = [priors[0], priors[0].about("twin", rhythm), pl.Prior("wide", rhythm, 0.5 * kernels[0], 0.05)]
        campaign = pl.Campaign(priors, 0.1, seed=2)
        for _ in range(3):
            campaign.tell(float(np.sin(campaign.ask().point)))
        again = pl.Campaign.load(campaign.save(tmp_path / "c.json"), priors)
        assert again.ask() == campaign.ask()
        other = [pl.Prior("a", np.zeros(150), kernels[0], 0.05), pl.Prior("b", np.zeros(150), 0.9 * kernels[1], 0.1)]
        with pytest.raises(ValueError, match=r'"a" has another mean; "b" has another covariance'):
            pl.Campaign.load(tmp_path / "c.json", other)
        both.append((values, played, gain, failed, not_covered(problem), not_covered(twins), campaign.ask()))
        assert len(not_covered(twins)) == 4
        assert pl.compare(problem, policies, 3, ties="first", already=played).seeds == 3
        assert pickle.loads(pickle.dumps(problem)).priors[0].n_points == 150
    (values, played, gain, failed, *said), (v, p, g, f, *s) = both
    np.testing.assert_allclose(values, v, atol=1e-9)
    for name in played.records:
        np.testing.assert_array_equal(played.records[name].points, p.records[name].points)
        np.testing.assert_allclose(played.records[name].regret, p.records[name].regret, atol=1e-9)
    np.testing.assert_allclose([gain.lower, gain.upper], [g.lower, g.upper], rtol=1e-6)
    np.testing.assert_array_equal(failed, f)
    assert said[:2] == s[:2]
    assert said[2][:4] == s[2][:4]


def test_a_mean_that_is_a_function_goes_on_for_ever() -> None:
    x = np.linspace(0, 1, 9)
    table = np.array([np.sin(t / 5) * x for t in range(1, 31)])
    moving = pl.Prior("f", lambda t: np.sin(t / 5) * x, pl.rbf(x, 0.1), 0.1)
    pair = [Belief([prior], 0.1) for prior in (moving, pl.Prior("t", table, pl.rbf(x, 0.1), 0.1))]
    for t in range(30):
        for belief in pair:
            belief.observe(np.array([t % 9]), np.array([np.cos(t)]))
            if t < 29:
                belief.advance()
    np.testing.assert_array_equal(pair[0].mean(ALONE, ALONE), pair[1].mean(ALONE, ALONE))
    campaign = pl.Campaign([moving], 0.1)
    campaign.skip(10_000)
    assert campaign.ask().mean == pytest.approx(np.sin(10_001 / 5) * x[campaign.ask().point], abs=1e-9)
