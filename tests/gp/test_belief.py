"""The belief as those who build on it use it: rows and priors in pairs, each pair with a width of its own."""

from __future__ import annotations

import numpy as np
import pytest
from reference import Floats

from pegp_lite import Prior, matern, rbf
from pegp_lite.gp.belief import Belief

X = np.linspace(0, 1, 9)
NOISE = 0.2


def opinions(kinds: str) -> list[Prior]:
    """A prior for each letter: r and R smooth about two means, m rough, both letters with an epsilon of their own."""
    smooth = Prior("r", np.sin(X), rbf(X, 0.1), 0.1)
    known = {"r": smooth, "R": smooth.about("R", np.cos(3 * X)), "m": Prior("m", X * 0, matern(X, 1.5, 0.3), 0.02)}
    return [known[kind] for kind in kinds]


def after_some_steps(priors: list[Prior], rows: int, steps: int = 5) -> Belief:
    """A belief that has seen one observation a row and step."""
    rng, belief = np.random.default_rng(0), Belief(priors, NOISE, rows)
    for _ in range(steps):
        belief.observe(rng.integers(len(X), size=rows), rng.normal(size=rows))
        belief.advance()
    return belief


@pytest.mark.parametrize("kinds", ["r", "rR", "rm", "mRr"])
@pytest.mark.parametrize("width", [2.5, np.array([0.0, 1.0, 2.0, 3.0, 4.5])])
def test_upper_bounds_of_pairs_in_any_order_and_more_than_once(kinds: str, width: float | Floats) -> None:
    belief = after_some_steps(opinions(kinds), 3)
    rows, priors = np.array([2, 0, 0, 2, 1]), np.array([0, 1, 0, 0, 1]) % len(kinds)
    wanted = belief.mean(rows, priors) + np.reshape(width, (-1, 1)) * belief.std(rows, priors)
    np.testing.assert_array_equal(belief.upper_bounds(rows, priors, width), wanted)


@pytest.mark.parametrize("order", [[0, 1, 2], [2, 0, 1], [0, 1, 1]])
def test_upper_bounds_of_a_pair_for_every_row(order: list[int]) -> None:
    belief = after_some_steps(opinions("rR"), 3)
    rows, priors = np.array(order), np.array([1, 0, 1])
    wanted = belief.mean(rows, priors) + 2.5 * belief.std(rows, priors)
    np.testing.assert_array_equal(belief.upper_bounds(rows, priors, 2.5), wanted)
