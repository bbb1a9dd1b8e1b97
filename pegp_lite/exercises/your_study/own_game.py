"""Blanks of `3_your_study`: an expert and a game of one's own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from pegp_lite.checks import Floats
from pegp_lite.exercises.blank import Blank, Slip, other_kind
from pegp_lite.gp.kernels import matern, rbf
from pegp_lite.gp.priors import Prior, draw_functions
from pegp_lite.problems.problem import Problem

X = np.linspace(0.0, 1.0, 31)
T = 40
PLACES = (0.2, 0.5, 0.8)


def _hill(at: float, height: float) -> Floats:
    return height * np.exp(-((X - at) ** 2) / 0.01)


def _expert(name: str, at: float, height: float, epsilon: float) -> Prior:
    return Prior(name, _hill(at, height), matern(X, 1.5, 0.2), epsilon)


def _as_data(answer: Callable[..., Any]) -> list[Any]:
    found: list[Any] = []
    for arguments in (("near", 0.2, 3.0, 0.02), ("far", 0.8, 1.0, 0.1)):
        prior = answer(*arguments)
        if isinstance(prior, Prior):
            found.append(
                {"name": prior.name, "mean": prior.mean, "covariance": prior.covariance, "epsilon": prior.epsilon}
            )
        else:
            found.append(other_kind(prior, "a Prior"))
    return found


expert = Blank(
    "expert",
    _expert,
    _as_data,
    "`Prior(name, mean, covariance, epsilon)`, with the hill as mean and `matern(x, 1.5, 0.2)` as covariance.",
    (
        Slip(
            lambda name, at, height, epsilon: Prior(name, _hill(at, height), matern(X, 1.5, 0.2)),
            "epsilon was not handed on: this expert thinks that the function never moves.",
        ),
        Slip(
            lambda name, at, height, epsilon: Prior(name, _hill(at, height), matern(X, 0.2, 1.5), epsilon),
            "smoothness and length are swapped: `matern(x, nu, l)` wants nu = 1.5 first.",
        ),
        Slip(
            lambda name, at, height, epsilon: Prior(name, _hill(at, height), rbf(X, 0.2), epsilon),
            "that is `rbf`, which is far smoother; a Matérn kernel was wanted, `matern`.",
        ),
        Slip(
            lambda name, at, height, epsilon: Prior(name, _hill(at, height), height**2 * matern(X, 1.5, 0.2), epsilon),
            "the covariance is scaled by the height: the theory wants variances of at most 1; the hill is in the mean.",
        ),
        Slip(
            lambda name, at, height, epsilon: Prior(name, _hill(at, height), matern(X, 1.5, 0.2), 1 - epsilon),
            "epsilon is what is forgotten in a step, and goes in as it is: not 1 - epsilon.",
        ),
        Slip(
            lambda name, at, height, epsilon: Prior(name, _hill(at, height), matern(X, 1.5, 0.2**2), epsilon),
            "the length goes in as it is, 0.2; only the paper's `rbf` takes a squared one.",
        ),
        Slip(
            lambda name, at, height, epsilon: Prior(name, _hill(at, height), np.eye(len(X)), epsilon),
            "an identity says that points have nothing to do with each other: the covariance is `matern(x, 1.5, 0.2)`.",
        ),
        Slip(
            lambda name, at, height, epsilon: Prior(
                name, _hill(at, height), matern(_hill(at, height), 1.5, 0.2), epsilon
            ),
            "the kernel is taken over the hill's values; it belongs over the points, `matern(x, 1.5, 0.2)`.",
        ),
        Slip(
            lambda name, at, height, epsilon: Prior(name, np.zeros(len(X)), matern(X, 1.5, 0.2), epsilon),
            "the mean is flat: put the hill there, or the expert promises nothing.",
        ),
    ),
    "an expert with an opinion.",
)


def made_game(
    height: float = 3.0, epsilon: float = 0.02, seeds: int = 30, seed: int = 0, who: int = 1, luck: Any = None
) -> Problem:
    """The game as the notebook describes it; `who` it is drawn from, and what a seed's `luck` comes from."""
    priors = [_expert(f"hill at {at}", at, height, epsilon) for at in PLACES]
    numbers = [luck(seed, s) if luck else [seed, s] for s in range(seeds)]
    truths = draw_functions(priors[who], T, [np.random.default_rng(each) for each in numbers])
    return Problem(priors, truths, 0.1, true_prior=1)


def _shared() -> Callable[[int, int], np.random.Generator]:
    """Luck from one generator for all seeds of a study."""
    made: dict[int, np.random.Generator] = {}
    return lambda seed, s: made.setdefault(seed, np.random.default_rng(seed))


def _one_for_all(height: float, epsilon: float, seeds: int, seed: int) -> Problem:
    whole = made_game(height, epsilon, seeds, seed)
    return Problem(whole.priors, whole.values[0], 0.1, true_prior=1)


def _drawn(answer: Callable[..., Any]) -> list[Any]:
    found: list[Any] = []
    for seed in (0, 1):
        problem = answer(2.0, 0.05, 3, seed)
        if isinstance(problem, Problem):
            true = problem.true_prior if isinstance(problem.true_prior, int) else -1
            found.append(
                {
                    "number of functions": problem.n_seeds or 1,
                    "functions": problem.values,
                    "true prior": true,
                    "noise": problem.noise_std,
                }
            )
        else:
            found.append(other_kind(problem, "a Problem"))
    return found


game = Blank(
    "game",
    made_game,
    _drawn,
    "One generator a seed, `np.random.default_rng([seed, s])`, and `draw_functions(priors[1], T, generators)`.",
    (
        Slip(
            lambda height, epsilon, seeds, seed: made_game(height, epsilon, seeds, seed, luck=lambda seed, s: seed),
            "all seeds meet the same function: every generator begins alike. Give each its own, from `[seed, s]`.",
        ),
        Slip(
            lambda height, epsilon, seeds, seed: made_game(height, epsilon, seeds, seed, luck=lambda seed, s: s),
            "`seed` is not used: another seed must bring other functions, or no study can be repeated with fresh luck.",
        ),
        Slip(
            lambda height, epsilon, seeds, seed: made_game(height, epsilon, seeds, seed, luck=lambda seed, s: seed + s),
            "`seed + s` gives two studies the same functions (0 + 1 is 1 + 0): take both, `[seed, s]`.",
        ),
        Slip(
            lambda height, epsilon, seeds, seed: made_game(
                height, epsilon, seeds, seed, luck=lambda seed, s: [s, seed]
            ),
            "seed and s are swapped: the notebook's luck comes from `[seed, s]`.",
        ),
        Slip(
            lambda height, epsilon, seeds, seed: made_game(
                height, epsilon, seeds, seed, luck=lambda seed, s: [seed, s + 1]
            ),
            "s counts from 0, `range(seeds)`.",
        ),
        Slip(
            lambda height, epsilon, seeds, seed: made_game(height, epsilon, seeds, seed, luck=_shared()),
            "one generator draws for all seeds, so a function depends on how many came before: give each its own.",
        ),
        Slip(
            lambda height, epsilon, seeds, seed: replace(made_game(height, epsilon, seeds, seed), true_prior=2),
            "priors count from 0: the second is number 1.",
        ),
        Slip(
            lambda height, epsilon, seeds, seed: made_game(height, epsilon, seeds, seed, who=2),
            "the functions are drawn from the third expert: priors count from 0, so the second is `priors[1]`.",
        ),
        Slip(
            lambda height, epsilon, seeds, seed: made_game(height, epsilon, seeds, seed, who=0),
            "the functions are drawn from the first expert, but the game says that the second, number 1, is right.",
        ),
        Slip(
            lambda height, epsilon, seeds, seed: replace(made_game(height, epsilon, seeds, seed), true_prior=None),
            "the game does not say who is right, so nobody can be told: `true_prior=1`.",
        ),
        Slip(
            _one_for_all,
            "there is one function for all seeds: `draw_functions`, with an s, draws one for each generator.",
        ),
    ),
    "a function of its own for every seed.",
)
