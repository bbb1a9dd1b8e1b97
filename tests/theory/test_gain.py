"""The bracket of the information gain: brute force lies inside; the certificate against dense matrices."""

from __future__ import annotations

from decimal import Decimal, localcontext
from itertools import product

import numpy as np
import pytest

from pegp_lite import Prior, matern, rbf
from pegp_lite.gp.factor import Factor
from pegp_lite.theory import information_gain, largest_gain
from pegp_lite.theory.certificate import PADS, _blocks, _certificate, _plan, _precisions, certified_upper

RNG = np.random.default_rng(3)
TINY = {
    "smooth": rbf(np.linspace(0, 1, 4), 0.5),
    "rough": matern(np.array([0.0, 0.1, 0.5]), 0.5, 0.3),
    "unrelated": np.eye(4),
    "uneven": np.diag([1.0, 0.2, 0.0]),
    "one point": np.array([[0.7]]),
    "two looks of one": np.outer([1.0, -0.5, 0.3], [1.0, -0.5, 0.3]),
    "any": np.cov(RNG.standard_normal((4, 9))) / 3,
}


def information(covariance: np.ndarray, epsilon: float, noise_std: float, points: np.ndarray) -> np.ndarray:
    """1/2 log |I + R^-2 K_t| by its definition, for queries (..., t)."""
    steps = np.arange(points.shape[-1])
    lag = np.abs(steps[:, None] - steps)
    fade = np.where(lag == 0, 1.0, (1 - epsilon) ** (lag / 2))
    gram = covariance[points[..., :, None], points[..., None, :]] * fade
    return 0.5 * np.linalg.slogdet(np.eye(len(steps)) + gram / noise_std**2)[1]


def brute_force(covariance: np.ndarray, epsilon: float, noise_std: float, t: int) -> float:
    every = np.array(list(product(range(len(covariance)), repeat=t)))
    return float(information(covariance, epsilon, noise_std, every).max())


def prior_of(covariance: np.ndarray, epsilon: float = 0.0) -> Prior:
    return Prior("some", np.zeros(len(covariance)), covariance, epsilon)


@pytest.mark.parametrize("epsilon", [0.0, 0.02, 0.3, 1.0])
@pytest.mark.parametrize("noise_std", [0.05, 0.7])
@pytest.mark.parametrize("name", TINY)
def test_brute_force_lies_inside(name: str, noise_std: float, epsilon: float) -> None:
    covariance = TINY[name]
    gain = information_gain(prior_of(covariance, epsilon), noise_std, 5)
    truth = np.array([brute_force(covariance, epsilon, noise_std, t) for t in range(1, 6)])
    assert (gain.lower <= truth + 1e-9).all()
    assert (truth <= gain.upper).all()
    assert (gain.upper <= 1.25 * gain.lower + 1e-6).all(), "a bracket this loose would say little"


@pytest.mark.parametrize("epsilon", [0.0, 0.02, 0.3, 1.0])
def test_every_pad_and_any_plan_is_a_certificate(epsilon: float) -> None:
    rng = np.random.default_rng(5)
    for covariance in TINY.values():
        looks = prior_of(covariance).factor.features / 0.2
        truth = [brute_force(covariance, epsilon, 0.2, t) for t in (1, 2, 4)]
        for pad in PADS:
            plan = _plan(rng.dirichlet(np.full(len(covariance), 0.5)), looks)
            assert (_certificate(plan, pad, epsilon, np.array([1, 2, 4])) >= np.array(truth) - 1e-9).all()


@pytest.mark.parametrize("epsilon", [0.0, 0.1, 1.0])
@pytest.mark.parametrize("pad", [0.3, np.inf])
@pytest.mark.parametrize("T", [1, 4, 5])
def test_certificate_equals_its_formula_in_dense_matrices(epsilon: float, pad: float, T: int) -> None:
    rng = np.random.default_rng(8)
    looks = rng.standard_normal((6, 3))  # phi / R
    mixture = rng.dirichlet(np.ones(6))
    lag = np.abs(np.subtract.outer(np.arange(T), np.arange(T)))
    Q = np.kron(np.where(lag == 0, 1.0, (1 - epsilon) ** (lag / 2)), np.eye(3))
    L = np.kron(np.eye(T), (looks.T * mixture) @ looks)

    def A(J: np.ndarray) -> float:
        return float(np.linalg.slogdet(np.eye(3 * T) + Q @ J)[1])

    def S(J: np.ndarray) -> np.ndarray:
        return np.linalg.solve(np.eye(3 * T) + Q @ J, Q)

    if pad == np.inf:
        D, value, unknown = S(L), A(L), np.zeros_like(L)
    else:
        D, value, unknown = S(L) - S((1 + pad) * L), A(pad * L) - A((1 + pad) * L) + A(L), S(pad * L)
    for i in range(T):
        block = np.s_[3 * i : 3 * i + 3, 3 * i : 3 * i + 3]
        inner = np.einsum("nr,rs,ns->n", looks, unknown[block], looks)
        slope = np.einsum("nr,rs,ns->n", looks, D[block], looks)
        value += (np.log1p(inner) + slope).max()
    value -= np.trace(D @ L)
    assert _certificate(_plan(mixture, looks), pad, epsilon, np.array([T]))[0] == pytest.approx(value / 2)


@pytest.mark.parametrize("epsilon", [0.0, 0.01, 0.1, 1.0])
def test_toy_kernel_is_bracketed_within_ten_per_cent(epsilon: float) -> None:
    gain = information_gain(prior_of(rbf(np.linspace(0, 1, 361), 0.5), epsilon), 0.01, 100)
    assert gain.upper[-1] <= 1.1 * gain.lower[-1]
    assert (gain.lower <= gain.upper).all()
    assert (np.diff(gain.upper) >= 0).all()


@pytest.mark.parametrize("epsilon", [0.0, 0.05])
def test_points_attain_the_lower_end_and_each_is_the_widest(epsilon: float) -> None:
    covariance = matern(np.linspace(0, 1, 30), 1.5, 0.2)
    gain = information_gain(prior_of(covariance, epsilon), 0.1, 40)
    attained = [float(information(covariance, epsilon, 0.1, gain.points[:t])) for t in range(1, 41)]
    assert gain.lower == pytest.approx(attained, abs=1e-9)
    others = [information(covariance, epsilon, 0.1, np.r_[gain.points[:9], x]) for x in range(30)]
    assert gain.lower[9] == pytest.approx(max(others), abs=1e-9)


def test_cases_known_in_closed_form() -> None:
    t = np.arange(1, 31)
    one = information_gain(prior_of(np.array([[0.7]])), 0.5, 30)
    assert one.lower == pytest.approx(0.5 * np.log(1 + 0.7 * t / 0.25))
    assert one.upper == pytest.approx(one.lower, rel=1e-6)
    even = information_gain(prior_of(np.eye(3)), 0.5, 30)  # every third query goes to each of three points
    third = 1.5 * np.log(1 + t[2::3] / 3 / 0.25)
    assert even.lower[2::3] == pytest.approx(third)
    assert even.upper[2::3] == pytest.approx(third, rel=1e-6)
    certain = information_gain(prior_of(np.zeros((4, 4))), 0.5, 30)
    assert not certain.upper.any()
    assert not certain.lower.any()
    fresh = information_gain(prior_of(rbf(np.linspace(0, 1, 9), 0.5), 1.0), 0.1, 30)
    assert fresh.upper == pytest.approx(t / 2 * np.log(101))
    assert fresh.lower == pytest.approx(fresh.upper)


def test_what_the_features_leave_out_is_covered() -> None:
    covariance = rbf(np.linspace(0, 1, 4), 2.0)
    covariance = covariance.astype(np.float32).astype(float)  # rounding upstream: no longer quite positive
    covariance = (covariance + covariance.T) / 2 - 3e-9 * np.eye(4)
    prior = prior_of(covariance)
    gain = information_gain(prior, 1e-3, 4)
    for t in range(1, 5):
        assert brute_force(prior.covariance, 0.0, 1e-3, t) <= gain.upper[t - 1]


def test_whatever_is_left_out_is_paid_for() -> None:
    t = np.arange(1, 21)
    faint = certified_upper(np.array([[1.0, 9e-4]]), 1.0, 0.0, 20)  # the second feature is trimmed
    assert (faint >= 0.5 * np.log1p(t * (1 + 9e-4**2))).all()
    coarse = prior_of(np.array([[1.0]]))
    object.__setattr__(coarse, "factor", Factor(np.array([[0.999]]), np.ones(1)))  # features 0.2% short
    assert (information_gain(coarse, 1.0, 20).upper >= 0.5 * np.log1p(t)).all()


@pytest.mark.parametrize("epsilon", [0.0, 0.02])
def test_long_horizons_are_filled_and_do_not_fall(epsilon: float) -> None:
    prior = prior_of(rbf(np.linspace(0, 1, 12), 0.05), epsilon)
    gain = information_gain(prior, 0.1, 260)
    assert len(np.concatenate(_blocks(260))) < 260, "this test is about horizons that were not examined"
    assert np.isfinite(gain.upper).all()
    assert (np.diff(gain.upper) >= 0).all()
    assert (gain.upper / gain.lower).max() < 1.15


def test_largest_gain_is_the_largest_and_results_are_kept() -> None:
    smooth, rough = prior_of(rbf(np.linspace(0, 1, 9), 0.5)), prior_of(np.eye(9), 0.1)
    together = largest_gain([smooth, rough], 0.3, 12)
    each = [information_gain(prior, 0.3, 12).upper for prior in (smooth, rough)]
    assert (together == np.maximum(*each)).all()
    assert information_gain(smooth, 0.3, 12) is information_gain(smooth, 0.3, 12)
    assert information_gain(smooth, 0.3, 12) is not information_gain(smooth, 0.2, 12)
    with pytest.raises(ValueError, match="read-only"):
        each[0][0] = 0.0


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: information_gain("toy", 0.1, 5), "needs a Prior, got str"),
        (lambda: information_gain(prior_of(np.eye(2)), 0.0, 5), "noise_std must be a positive"),
        (lambda: information_gain(prior_of(np.eye(2)), 0.1, 2.5), "T must be a whole number .* got 2.5"),
    ],
)
def test_bad_input(call, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("epsilon", [1e-14, 1e-9, 1e-5, 0.02, 0.5, 1 - 1e-12])
@pytest.mark.parametrize("strength", [0.0, 1e-12, 1e-3, 1.0, 1e9])
def test_a_chain_s_precision_in_closed_form_is_its_recursion_in_sixty_digits(epsilon: float, strength: float) -> None:
    found = _precisions(np.array([strength]), epsilon, 60)[:, 0]
    with localcontext() as context:
        context.prec = 60
        p, forgets = Decimal(1), Decimal(epsilon)
        for precision in found:
            assert float(abs(Decimal(float(precision)) / p - 1)) < 1e-15
            p = 1 / ((1 - forgets) / (p + Decimal(strength)) + forgets)
