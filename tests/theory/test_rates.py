"""Growth rates of Corollary 6.2, against exponents worked by hand."""

from __future__ import annotations

import numpy as np
import pytest

from pegp_lite import Prior, rbf
from pegp_lite.theory import (
    gain_growth,
    information_gain,
    matern_exponent,
    regret_growth,
    through,
    turning_point,
)


def test_exponents_by_hand() -> None:
    assert matern_exponent(1.0, 1) == 0.5  # 2 / (2 + 2)
    assert matern_exponent(2.5, 2) == pytest.approx(6 / 11)
    # Matern with nu = 1, d = 1: (1 - c) / (3 - c) = 0.5 / 2.5 = 1/5
    assert gain_growth(100, 0.00001, nu=1.0) == pytest.approx(10)  # 100 * 0.1 = 10 = 100^(1/2)
    assert gain_growth(100, 0.03125, nu=1.0) == pytest.approx(50)  # 0.03125 = 2^-5
    assert regret_growth(100, 2.0**-10, nu=1.0) == pytest.approx(50)  # exponent 1/10; T^(3/4) = 31.6 is less
    assert regret_growth(16, 0.0, nu=1.0) == pytest.approx(8)
    assert gain_growth(1000, 0.001) == pytest.approx(100)  # T epsilon^(1/3)
    assert gain_growth(1000, 0.0) == 1
    assert regret_growth(64, 2.0**-6) == pytest.approx(32)  # T epsilon^(1/6)
    assert regret_growth(64, 0.0) == pytest.approx(8)
    assert regret_growth(64, 0.0, n_priors=9) == pytest.approx(24)


def test_arrays_and_slopes() -> None:
    T = np.array([1e2, 1e3, 1e4, 1e5])
    slope = np.diff(np.log(regret_growth(T, 0.0, nu=1.5))) / np.diff(np.log(T))
    assert slope == pytest.approx((1 + matern_exponent(1.5)) / 2)  # sqrt(T^(1 + c))
    assert np.diff(np.log(gain_growth(T, 0.5, nu=1.5))) == pytest.approx(np.log(10))  # linear once it moves
    assert gain_growth(T[:, None], np.array([0.0, 0.1])).shape == (4, 2)


@pytest.mark.parametrize("nu", [None, 0.5, 2.5])
def test_turning_point_is_where_the_two_rates_meet(nu: float | None) -> None:
    T = turning_point(0.01, nu)
    assert gain_growth(0.9 * T, 0.01, nu) == pytest.approx(gain_growth(0.9 * T, 0.0, nu))
    assert gain_growth(1.1 * T, 0.01, nu) > gain_growth(1.1 * T, 0.0, nu) * 1.01
    assert turning_point(0.0, nu) == np.inf


def test_a_rate_is_drawn_through_a_measurement() -> None:
    steps = np.arange(1, 201)
    x = np.linspace(0, 1, 30)
    measured = information_gain(Prior("moving", np.zeros(30), rbf(x, 0.5), 0.2), 0.1, 200).lower
    drawn = through(gain_growth(steps, 0.2), measured[-1])
    assert drawn[-1] == measured[-1]
    assert drawn[99:] == pytest.approx(measured[99:], rel=0.02)  # linear in T, as the corollary has it
    assert through([1.0, 2.0, 4.0], 6.0, 1) == pytest.approx([3.0, 6.0, 12.0])


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: gain_growth(0, 0.1), "T counts steps from 1, got 0"),
        (lambda: gain_growth(5, 1.5), r"epsilon must be in \[0, 1\], got 1.5"),
        (lambda: regret_growth(5, 0.1, nu=-1.0), "nu must be a positive finite number, got -1"),
        (lambda: matern_exponent(1.0, 0), "d must be a whole number of at least 1, got 0"),
        (lambda: through([0.0, 1.0], 3.0, 0), "curve is 0 at index 0"),
        (lambda: through([1.0], 3.0, 4), "has an index 4"),
    ],
)
def test_bad_input(call, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()
