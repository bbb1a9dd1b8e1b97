"""Blanks of `1_build_it`: what an expert expects after some looks, and how unsure it then is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from pegp_lite.checks import Floats
from pegp_lite.exercises.blank import Blank, Slip, calling
from pegp_lite.exercises.build_it.covariances import gaps, memory_over
from pegp_lite.gp.belief import Belief
from pegp_lite.gp.kernels import rbf
from pegp_lite.gp.priors import Prior


def _looks() -> list[tuple[Prior, list[int], list[float], float]]:
    x = np.linspace(0.0, 1.0, 9)
    still = Prior("still", 2 * x, rbf(x, 0.1))
    moving = Prior("moving", np.sin(6 * x), rbf(x, 0.05), 0.2)
    return [(still, [2, 7, 3], [1.5, 0.2, 1.4], 0.3), (moving, [0, 8, 4, 5], [0.5, 1.0, -1.0, -0.5], 0.1)]


def _together(prior: Prior, points: Any) -> tuple[Floats, Floats]:
    """How the looks so far go with each other, (n, n), and with every point at the step after the last, (N, n)."""
    steps = np.arange(1, len(points) + 1)
    among = prior.covariance[np.ix_(points, points)] * memory_over(gaps(steps), prior.epsilon)
    return among, prior.covariance[:, points] * memory_over(len(points) + 1 - steps, prior.epsilon)


def fits_after(priors: Sequence[Prior], points: Any, values: Any, noise_std: float) -> tuple[Floats, Floats]:
    """The package's posterior means and standard deviations at the step after the last look, each (P, N)."""
    belief = Belief(priors, noise_std)
    for point, value in zip(points, values, strict=True):
        belief.observe(np.array([point]), np.array([value], dtype=float))
        belief.advance()
    pairs = np.zeros(len(priors), dtype=np.int64), np.arange(len(priors))
    return belief.mean(*pairs), belief.std(*pairs)


def _mean(prior: Prior, points: Any, values: Any, noise_std: float) -> Floats:
    return fits_after([prior], points, values, noise_std)[0][0]


def _std(prior: Prior, points: Any, noise_std: float) -> Floats:
    return fits_after([prior], points, np.zeros(len(points)), noise_std)[1][0]


def _solved(prior: Prior, points: Any, right_side: Floats, noise: float, everywhere: bool = False) -> Any:
    among, _ = _together(prior, points)
    return np.linalg.solve(among + noise * (1.0 if everywhere else np.eye(len(points))), right_side)


def _mean_of(prior: Prior, points: Any, surprise: Floats, noise: float, everywhere: bool = False) -> Floats:
    return _together(prior, points)[1] @ _solved(prior, points, surprise, noise, everywhere)


def _surprise(prior: Prior, points: Any, values: Any) -> Floats:
    return np.asarray(values) - prior.mean[points]


posterior_mean = Blank(
    "posterior_mean",
    _mean,
    calling(*_looks()),
    "Three parts: the surprises, `values - prior.mean[points]`; the matrix `among + noise_std**2 * np.eye(n)`, "
    "solved for them; and `now @` the result, on top of `prior.mean`.",
    (
        Slip(
            lambda prior, points, values, R: (
                prior.mean + _mean_of(prior, points, _surprise(prior, points, values), 0.0)
            ),
            "the noise is missing: add `noise_std**2` on the diagonal of `among`, or every reading is taken for exact.",
        ),
        Slip(
            lambda prior, points, values, R: prior.mean + _mean_of(prior, points, _surprise(prior, points, values), R),
            "the diagonal wants the noise's variance, `noise_std**2`; you added its standard deviation.",
        ),
        Slip(
            lambda prior, points, values, R: _mean_of(prior, points, _surprise(prior, points, values), R**2),
            "you left out `prior.mean +`: what is computed is how far to move from it.",
        ),
        Slip(
            lambda prior, points, values, R: prior.mean + _mean_of(prior, points, np.array(values), R**2),
            "subtract what the prior expected, `prior.mean[points]`, from the values: only the surprise counts.",
        ),
        Slip(
            lambda prior, points, values, R: np.array(
                [
                    prior.mean[i] + _mean_of(prior, points, np.array(values) - prior.mean[i], R**2)[i]
                    for i in range(prior.n_points)
                ]
            ),
            "each value is compared with the mean at the point predicted (so the paper prints it); compare it with the "
            "mean at its own point, `prior.mean[points]`.",
        ),
        Slip(
            lambda prior, points, values, R: (
                prior.mean + _mean_of(prior, points, _surprise(prior, points, values), R**2, everywhere=True)
            ),
            "the noise is added to every entry; it belongs on the diagonal alone, `noise_std**2 * np.eye(n)`: the "
            "noise of two looks has nothing in common.",
        ),
        Slip(
            lambda prior, points, values, R: (
                prior.mean - _mean_of(prior, points, _surprise(prior, points, values), R**2)
            ),
            "the mean moves the wrong way: a surprise is the value minus what was expected, and is added.",
        ),
        Slip(lambda prior, points, values, R: prior.mean, "that is the prior's own: the looks have not moved it."),
        Slip(
            lambda prior, points, values, R: (
                prior.mean + _together(prior, points)[1] @ _surprise(prior, points, values)
            ),
            "no system is solved: `np.linalg.solve(noisy, surprise)` comes between `now @` and the surprises.",
        ),
        Slip(
            lambda prior, points, values, R: (
                prior.mean + _multiplied(prior, points, R) @ _surprise(prior, points, values)
            ),
            "that multiplies by the matrix; the formula has its inverse, `np.linalg.solve(noisy, surprise)`.",
        ),
        Slip(
            lambda prior, points, values, R: (
                prior.mean + _mean_of(replace(prior, epsilon=0.0), points, _surprise(prior, points, values), R**2)
            ),
            "time is forgotten: `among` and `now` hold the fading, `prior.covariance` does not.",
        ),
        Slip(
            lambda prior, points, values, R: _mean_of(prior, points, np.array(values), R**2),
            "the prior's mean does not occur: subtract `prior.mean[points]` from the values, and add `prior.mean`.",
        ),
    ),
    "the same as the package's belief, which never solves a system.",
)


def _multiplied(prior: Prior, points: Any, noise_std: float) -> Floats:
    """Every point now with each look, times the noisy matrix where its inverse should be."""
    among, now = _together(prior, points)
    return now @ (among + noise_std**2 * np.eye(len(points)))


def _explained(prior: Prior, points: Any, noise: float, everywhere: bool = False) -> Floats:
    _, now = _together(prior, points)
    return (now * _solved(prior, points, now.T, noise, everywhere).T).sum(axis=1)


posterior_std = Blank(
    "posterior_std",
    _std,
    calling(*((prior, points, R) for prior, points, _, R in _looks())),
    "What the looks explain is subtracted from the prior's variance, `np.diag(prior.covariance)`; then the root.",
    (
        Slip(
            lambda prior, points, R: np.diag(prior.covariance) - _explained(prior, points, R**2),
            "that is the variance: take the root.",
        ),
        Slip(
            lambda prior, points, R: np.sqrt(np.diag(prior.covariance) + _explained(prior, points, R**2)),
            "looks make an expert surer: subtract what they explain.",
        ),
        Slip(
            lambda prior, points, R: np.sqrt(np.maximum(np.diag(prior.covariance) - _explained(prior, points, 0.0), 0)),
            "the noise is missing: add `noise_std**2` on the diagonal of `among`, or a look leaves no doubt at all.",
        ),
        Slip(
            lambda prior, points, R: np.sqrt(np.maximum(np.diag(prior.covariance) - _explained(prior, points, R), 0)),
            "the diagonal wants the noise's variance, `noise_std**2`; you added its standard deviation.",
        ),
        Slip(
            lambda prior, points, R: np.sqrt(
                np.diag(prior.covariance) - _explained(prior, points, R**2, everywhere=True)
            ),
            "the noise is added to every entry; it belongs on the diagonal alone, `noise_std**2 * np.eye(n)`.",
        ),
        Slip(
            lambda prior, points, R: np.sqrt(np.diag(prior.covariance)),
            "that is the prior's own: what the looks explain has to be subtracted.",
        ),
        Slip(
            lambda prior, points, R: (np.diag(prior.covariance) - _explained(prior, points, R**2)) ** 2,
            "that squares the variance: the standard deviation is its root, `np.sqrt`.",
        ),
        Slip(
            lambda prior, points, R: np.sqrt(np.diag(prior.covariance)) - np.sqrt(_explained(prior, points, R**2)),
            "variances are subtracted, not roots: first subtract, then take the root of what is left.",
        ),
        Slip(
            lambda prior, points, R: np.sqrt(np.diag(prior.covariance) + R**2 - _explained(prior, points, R**2)),
            "that is the doubt about the next reading, noise included; here it is about the function.",
        ),
        Slip(
            lambda prior, points, R: np.sqrt(
                np.diag(prior.covariance) - _explained(replace(prior, epsilon=0.0), points, R**2)
            ),
            "time is forgotten: `among` and `now` hold the fading, `prior.covariance` does not.",
        ),
        Slip(
            lambda prior, points, R: np.sqrt(
                np.diag(prior.covariance) - (_multiplied(prior, points, R) * _together(prior, points)[1]).sum(axis=1)
            ),
            "that multiplies by the matrix; the formula has its inverse, `np.linalg.solve(noisy, now.T)`.",
        ),
        Slip(
            lambda prior, points, R: np.sqrt(_explained(prior, points, R**2)),
            "that is what the looks explain; the doubt is what they leave of `np.diag(prior.covariance)`.",
        ),
    ),
    "the doubt that is left.",
)
