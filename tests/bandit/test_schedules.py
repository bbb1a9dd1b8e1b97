"""The schedules against values worked by hand from the printed formulas of Theorem 4.1."""

from __future__ import annotations

from math import e, exp, log, pi, sqrt

import numpy as np
import pytest
from games import hilly_problem

import pegp_lite.bandit.schedules
from pegp_lite import PriorElimination, PriorsExhausted, play, theory
from pegp_lite.theory import confidence_width, confidence_width_continuous, function_bound, noise_allowance


def test_confidence_width_by_hand() -> None:
    # delta chosen so that 2 |X| pi^2 / delta = e^18: beta_1 = sqrt(36), and t = e adds 2 log e^2 = 4
    delta = 20 * pi**2 * exp(-18)
    assert confidence_width(1, 10, delta) == pytest.approx(6, rel=1e-14)
    assert confidence_width(e, 10, delta) == pytest.approx(sqrt(40), rel=1e-14)
    assert confidence_width(1, 361, 0.1) == pytest.approx(4.727382, abs=1e-6)
    assert confidence_width(100, 361, 0.1) == pytest.approx(6.385047, abs=1e-6)


def test_continuous_confidence_width_by_hand() -> None:
    # 3 pi^2 / (2 delta) = e^8, 3 d a / (2 delta) = e^4 so the inner root is 2, and 2 r b = e: 16 + 2 = 18
    delta = 1.5 * pi**2 * exp(-8)
    a = 2 * delta * exp(4) / 3
    assert confidence_width_continuous(1, 1, e / 4, a, 2.0, delta) == pytest.approx(sqrt(18), rel=1e-14)
    # at t = e: 2 log t^2 = 4 more in the first logarithm and 2 d log t^2 = 4 more in the second
    assert confidence_width_continuous(e, 1, e / 4, a, 2.0, delta) == pytest.approx(sqrt(26), rel=1e-14)
    # in two dimensions 3 d a doubles and d stands before the logarithm and inside it
    inner = 2 * (e / 4) * 2.0 * sqrt(4 + log(2))
    assert confidence_width_continuous(1, 2, e / 4, a, 2.0, delta) == pytest.approx(sqrt(16 + 4 * log(inner)))
    assert confidence_width_continuous(10, 2, 1.5, 2.0, 3.0, 0.05) == pytest.approx(7.136753, abs=1e-6)


def test_noise_allowance_by_hand() -> None:
    # |U| pi^2 / delta = e^8 and R^2 = 1/4: xi_1 = 2/4 * 8, and t = e adds 2/4 * 2
    delta = 3 * pi**2 * exp(-8)
    assert noise_allowance(1, 3, 0.5, delta) == pytest.approx(4, rel=1e-14)
    assert noise_allowance(e, 3, 0.5, delta) == pytest.approx(5, rel=1e-14)
    assert noise_allowance(100, 11, 0.01, 0.1) == pytest.approx(0.003240056, abs=1e-9)


def test_function_bound_by_hand() -> None:
    delta = 20 * pi**2 * exp(-18)
    mean = np.zeros(10)
    mean[3] = -2.5
    assert function_bound(1, 10, mean, delta) == pytest.approx(6 + 2.5 + 1, rel=1e-14)
    moving = np.zeros((3, 10))
    moving[:, 0] = [1.0, -4.0, 2.0]  # the largest height so far: 1, 4, 4
    widths = confidence_width(np.array([1, 2, 3]), 10, delta)
    assert function_bound(np.array([1, 2, 3]), 10, moving, delta) == pytest.approx(widths + [2.0, 5.0, 5.0])
    with pytest.raises(ValueError, match="t reaches 4 but the mean has 3 steps"):
        function_bound(4, 10, moving, delta)


@pytest.mark.parametrize(
    "schedule",
    [
        lambda t: confidence_width(t, 7, 0.1),
        lambda t: confidence_width_continuous(t, 2, 1.0, 1.0, 1.0, 0.1),
        lambda t: noise_allowance(t, 3, 0.2, 0.1),
        lambda t: function_bound(t, 7, np.arange(7), 0.1),
    ],
)
def test_scalar_or_array_of_t(schedule) -> None:
    steps = np.array([[1, 2, 3], [4, 5, 60]])
    together = schedule(steps)
    assert together.shape == steps.shape
    assert np.ndim(schedule(5)) == 0
    assert together[1, 1] == schedule(5)
    assert (np.diff(together.ravel()) > 0).all()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: confidence_width(0, 7, 0.1), "t counts steps from 1, got 0"),
        (lambda: confidence_width(1, 0, 0.1), "n_points must be a whole number of at least 1, got 0"),
        (lambda: confidence_width(1, 7, 1.0), r"delta must be in \(0, 1\), got 1"),
        (lambda: noise_allowance(1, 3, -0.2, 0.1), "noise_std must be a positive finite number, got -0.2"),
        (lambda: noise_allowance([1, np.nan], 3, 0.2, 0.1), "t must be finite"),
        (lambda: confidence_width_continuous(1, 1, 1, 0.01, 1, 0.1), "3 d a > 2 delta, got 3 d a = 0.03"),
    ],
)
def test_bad_input(call, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()


def test_the_formulas_stand_once() -> None:
    for name in ("confidence_width", "confidence_width_continuous", "noise_allowance", "function_bound"):
        assert getattr(theory, name) is getattr(pegp_lite.bandit.schedules, name)


def test_the_policies_use_the_schedules(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = hilly_problem()
    before = play(problem, PriorElimination(), ties="first").points
    monkeypatch.setattr("pegp_lite.bandit.moment.confidence_width", lambda t, n, delta: 0.0 * t)
    with pytest.warns(PriorsExhausted):  # without a band even the true prior is caught out
        after = play(problem, PriorElimination(), ties="first").points
    assert (after != before).any()
