"""What the theorem does not cover, told in sentences."""

from __future__ import annotations

import numpy as np
import pytest
from games import hilly_problem

from pegp_lite import Prior, Problem, matern, rbf
from pegp_lite.theory import not_covered

X = np.linspace(0, 1, 9)
SMOOTH, ROUGH = rbf(X, 0.1), matern(X, 0.5, 0.3)
FLAT = np.zeros(9)


def the_one(sentences: list[str]) -> str:
    assert len(sentences) == 1, sentences
    return sentences[0]


def test_nothing_to_say_where_the_theorem_applies() -> None:
    assert not_covered(hilly_problem()) == []
    priors = [
        Prior("a", FLAT, SMOOTH),
        Prior("b", FLAT, ROUGH),
        Prior("c", X, SMOOTH, 0.1),
        Prior("d", X, SMOOTH),
    ]
    for true_prior in (0, "c", priors[3]):
        assert not_covered(priors, true_prior, 0.1) == []


def test_true_prior_unknown_or_missing() -> None:
    priors = [Prior("a", FLAT, SMOOTH), Prior("b", X, ROUGH)]
    assert "not known" in the_one(not_covered(priors))
    for absent in ("c", 2, Prior("a", X, SMOOTH)):
        sentence = the_one(not_covered(priors, absent))
        assert "is not among these priors (a, b)" in sentence


def test_variance_above_one_and_how_to_mend_it() -> None:
    with pytest.warns(UserWarning, match="largest variance is 4"):
        priors = [Prior("loud", FLAT, 4 * SMOOTH), Prior("b", X, ROUGH)]
    sentence = the_one(not_covered(priors, "b"))
    assert 'Prior "loud" has a variance of 4' in sentence
    assert "noise by 2, variances by 4" in sentence


def test_priors_that_differ_only_in_output_scale() -> None:
    priors = [Prior("narrow", X, 0.25 * ROUGH, 0.1), Prior("wide", X, ROUGH, 0.1)]
    sentence = the_one(not_covered(priors, 0))
    assert 'Priors "wide" and "narrow" differ only in output scale (variances 4 : 1)' in sentence
    assert sentence == the_one(not_covered(priors[::-1], 1))
    assert not_covered([priors[0], Prior("wide", X, ROUGH, 0.2)], 0) == []  # they move differently as well
    assert not_covered([priors[0], Prior("wide", FLAT, ROUGH, 0.1)], 0) == []  # their means differ as well
    assert not_covered([priors[0], Prior("wide", X, SMOOTH, 0.1)], 0) == []  # it is another kernel


def test_the_same_prior_twice() -> None:
    sentence = the_one(not_covered([Prior("a", X, ROUGH), Prior("b", np.tile(X, (5, 1)), ROUGH)], 0))
    assert '"a" and "b" are the same prior twice' in sentence
    certain = [Prior("a", X, 0 * ROUGH), Prior("b", X, ROUGH)]
    assert not_covered(certain, 0) == []


def test_means_that_keep_growing() -> None:
    t = np.arange(1, 41)[:, None]
    growing = Prior("growing", -0.5 * t * X, ROUGH)
    sentence = the_one(not_covered([growing], 0))
    assert 'The mean of prior "growing" keeps growing' in sentence
    assert "is 5 in the first quarter of the game and 20 in the last" in sentence
    peak = np.interp(t, [1, 20, 40], [1.0, 9.0, 5.0])
    for fine in (np.sin(t) * X, np.tanh(t) * X, 1 / t * X, 0.5 * t[:6] * X, peak * X):
        assert not_covered([Prior("fine", fine, ROUGH)], 0) == []


def test_noise_below_what_double_precision_can_tell() -> None:
    priors = [Prior("a", FLAT, SMOOTH)]
    assert "too small for the sixteen digits" in the_one(not_covered(priors, 0, 1e-7))
    assert not_covered(priors, 0, 1e-5) == []


def test_a_function_the_true_prior_thinks_impossible() -> None:
    values = np.zeros((3, 9))
    values[1, 4] = 25.0
    sentence = the_one(not_covered(Problem([Prior("a", FLAT, SMOOTH)], values, 0.1, true_prior=0)))
    assert "at step 2 and point 4 (from 0)" in sentence
    many = np.zeros((2, 3, 9))
    many[1, 2, 0] = -25.0
    sentence = the_one(not_covered(Problem([Prior("a", FLAT, SMOOTH)], many, 0.1, true_prior=0)))
    assert "at step 3 and point 0 (from 0)" in sentence


@pytest.mark.parametrize("given", [[], ["a"], 3])
def test_bad_input(given) -> None:
    with pytest.raises(ValueError, match="needs a Problem or a list of at least one Prior, got"):
        not_covered(given)
