"""The games of the page on Algorithm 1: a set of priors, a mask, a forgetting rate and a seed, played once and kept."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from pegp_lite import masks
from pegp_lite.bandit.play import play
from pegp_lite.bandit.policies import PriorElimination
from pegp_lite.bandit.record import PriorsExhausted
from pegp_lite.bandit.replay import Trace, unroll
from pegp_lite.checks import Bools, Floats
from pegp_lite.gp.kernels import rbf
from pegp_lite.gp.priors import Prior, draw_function
from pegp_lite.problems.problem import Problem
from pegp_lite.problems.toy import toy, toy_points

STEPS, POINTS, NOISE, DELTA = 40, 121, 0.1, 0.1
SETS = ("six priors, five hills", "three priors, three hills", "three lengths, one mean", "the true prior left out")
MASKS = ("nothing", "a stretch", "a random third, every step", "the best tenth, every step")
_HILLS = {SETS[0]: (5, range(6)), SETS[1]: (3, range(1, 4)), SETS[3]: (5, (0, 1, 3, 4, 5))}
_LENGTHS = {"smooth": 1.0, "medium": 0.05, "rough": 0.002}


@dataclass(frozen=True, eq=False)
class Run:
    """A game that was played to its end, with the numbers of its priors for colours that stay the same."""

    problem: Problem
    trace: Trace
    numbers: tuple[int, ...]
    hills: tuple[float, ...] = ()  # where those of priors 1, 2, ... stand

    @property
    def x(self) -> Floats:
        """The points of the line, (N,)."""
        return toy_points(self.problem.n_points)

    @property
    def steps(self) -> int:
        """How many steps there may be."""
        return self.problem.n_steps

    def names(self, truth: bool = False) -> tuple[str, ...]:
        """The priors' names; with `truth` the true one says so."""
        true = self.problem.true_prior if truth else None
        return tuple(f"{p.name} (true)" if k == true else p.name for k, p in enumerate(self.problem.priors))

    def rejections(self, before: int | None = None) -> list[tuple[int, int]]:
        """Step and prior of each rejection, those up to a step where one is given."""
        last = self.trace.n_steps if before is None else before
        found = [(t, self.trace.rejected_at(t)) for t in range(1, last + 1)]
        return [(t, prior) for t, prior in found if prior is not None]


@dataclass(frozen=True)
class Mask:
    """What nobody may look at: a kind, and for a stretch of the line its middle, half-width and how often."""

    kind: str = MASKS[1]
    at: float = 0.3
    half: float = 0.1
    every: int = 2

    def available(self, truth: Floats, seed: int) -> Bools | None:
        """Which points may be queried, (T, N), for a true function (T, N)."""
        x = toy_points(POINTS)
        if self.kind == MASKS[1]:
            return masks.interval(x, STEPS, self.at - self.half, self.at + self.half, self.every)
        if self.kind == MASKS[2]:
            return masks.random(STEPS, POINTS, 1 / 3, np.random.default_rng(seed))
        return masks.adversary(truth, POINTS // 10) if self.kind == MASKS[3] else None


@lru_cache(maxsize=64)
def run_of(priors: str, mask: Mask, epsilon: float, seed: int) -> Run:
    """Draw a function from the true prior, play PE-GP-UCB once on it and unroll the game."""
    problem, numbers = _lengths(epsilon, seed) if priors == SETS[2] else _hills(priors, epsilon, seed)
    hidden = mask.available(problem.values[0], seed)
    problem = Problem(problem.priors, problem.values, NOISE, hidden, problem.true_prior)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PriorsExhausted)  # the page explains it
        record = play(problem, PriorElimination(DELTA), seed=seed)
    return Run(problem, unroll(problem, record, DELTA), numbers, tuple(hills_of(priors)))


def _hills(priors: str, epsilon: float, seed: int) -> tuple[Problem, tuple[int, ...]]:
    _, numbers = _HILLS[priors]
    places = hills_of(priors)
    problem = toy(
        2, hills=places, width=0.05, points=POINTS, T=STEPS, noise_std=NOISE, priors=tuple(numbers), mask="none",
        epsilon=epsilon, seeds=1, seed=seed,
    )  # fmt: skip
    return problem, tuple(numbers)


def _lengths(epsilon: float, seed: int) -> tuple[Problem, tuple[int, ...]]:
    priors = _length_priors(epsilon)
    drawn = draw_function(priors[1], STEPS, np.random.default_rng(seed))
    return Problem(priors, drawn[None], NOISE, true_prior=1), (0, 1, 3)


@lru_cache(maxsize=16)
def _length_priors(epsilon: float) -> tuple[Prior, ...]:
    x = toy_points(POINTS)
    return tuple(Prior(name, np.zeros(POINTS), rbf(x, l), epsilon) for name, l in _LENGTHS.items())


def hills_of(priors: str) -> list[float]:
    """Where the hills of a set stand."""
    return [] if priors == SETS[2] else np.linspace(0.1, 0.9, _HILLS[priors][0]).tolist()


def true_hill(priors: str) -> float:
    """Where the true prior's hill stands; the middle where there is none."""
    return hills_of(priors)[1] if priors != SETS[2] else 0.5
