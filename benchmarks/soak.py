"""A million steps of the exact filter on problems made to hurt it, checked at every step and, by sample, densely."""

from __future__ import annotations

import time
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from pegp_lite.gp.belief import Belief
from pegp_lite.gp.kernels import matern, rbf
from pegp_lite.gp.priors import Prior
from tests.reference import posterior

STEPS = 1_000_000
LARGEST = 2000
DENSE = 60  # observations a dense check may look back on; more would take all the time


@dataclass
class Tally:
    """What the soak has met so far."""

    steps: int = 0
    problems: int = 0
    checks: int = 0
    not_finite: int = 0
    negative: int = 0
    apart: int = 0
    worst: float = 0.0  # disagreement in units of what the dense formula itself can promise
    sizes: list[int] = field(default_factory=list)


def covariance(kind: str, n: int, rng: np.random.Generator) -> np.ndarray:
    """A covariance that is awkward in its own way."""
    x = np.linspace(0, 1, n)
    length = float(10 ** rng.uniform(-3, 1))
    if kind == "twins":  # every point twice: exactly singular
        return rbf(np.repeat(np.linspace(0, 1, (n + 1) // 2), 2)[:n], length)
    if kind == "constant":
        return np.full((n, n), 0.7)
    if kind == "faint":
        return 1e-10 * rbf(x, length)
    if kind == "uneven":
        scale = 10 ** rng.uniform(-4, 0, n)
        return rbf(x, length) * np.outer(scale, scale)
    return matern(x, float(rng.choice([0.5, 1.5, 2.5])), length) if kind == "matern" else rbf(x, length)


def problems(rng: np.random.Generator) -> Iterator[tuple[list[Prior], float, int, int]]:
    """Priors, noise, seeds and steps, for ever."""
    kinds = ["rbf", "matern", "twins", "constant", "faint", "uneven"]
    while True:
        n = int(rng.choice([1, 2, LARGEST, round(10 ** rng.uniform(0, np.log10(LARGEST)))], p=[0.05, 0.05, 0.02, 0.88]))
        epsilon = float(rng.choice([0.0, 1.0, 10 ** rng.uniform(-6, 0)]))
        base = Prior("a", rng.normal(size=n), covariance(str(rng.choice(kinds)), n, rng), epsilon)
        other = Prior("c", np.zeros(n), covariance(str(rng.choice(kinds)), n, rng), float(rng.choice([0.0, 1.0, 0.1])))
        priors = [base, base.about("b", 3 * rng.normal(size=n)), other]
        rank = max(prior.factor.features.shape[1] for prior in priors)
        seeds = int(np.clip(min(3e6 / rank**2, 2e5 / n), 1, 32))
        steps = int(rng.integers(20, 200)) if n * rank < 1e5 else 30
        yield priors, float(10 ** rng.uniform(-4, 4)), seeds, steps


def soak(wanted: int = STEPS, seed: int = 0) -> Tally:
    """Run until so many steps are done."""
    rng, tally = np.random.default_rng(seed), Tally()
    for priors, noise, seeds, steps in problems(rng):
        if tally.steps >= wanted:
            return tally
        tally.problems += 1
        tally.sizes.append(priors[0].n_points)
        run(tally, priors, noise, seeds, steps, rng)
    raise AssertionError("problems never end")


def run(tally: Tally, priors: list[Prior], noise: float, seeds: int, steps: int, rng: np.random.Generator) -> None:
    """One problem: random looks, observations that fit no prior, everything looked at after every step."""
    n = priors[0].n_points
    belief = Belief(priors, noise, seeds)
    points = rng.integers(n, size=(seeds, steps))
    seen = rng.normal(size=(seeds, steps)) * (1 + noise) * 10 ** rng.uniform(-2, 2)
    watched, at = int(rng.integers(seeds)), int(rng.integers(1, min(steps, DENSE)))
    few = np.arange(min(seeds, 4))
    for t in range(steps):
        belief.observe(points[:, t], seen[:, t])
        belief.advance()
        tally.steps += seeds
        pairs = np.repeat(few, len(priors)), np.tile(np.arange(len(priors)), len(few))
        numbers = (belief.mean(*pairs), belief._std, belief._weights, belief.log_evidence)
        tally.not_finite += not all(np.isfinite(each).all() for each in numbers)
        tally.negative += bool((belief._variance < 0).any() or (belief._std < 0).any())
        if t + 1 == at:
            check(tally, belief, priors, noise, points[watched, :at], seen[watched, :at], watched)


def check(
    tally: Tally, belief: Belief, priors: list[Prior], noise: float, x: np.ndarray, y: np.ndarray, seed: int
) -> None:
    """Against the dense formula; where noise is tiny that one loses digits itself, by the condition of its matrix."""
    t = len(x) + 1
    for p, prior in enumerate(priors):
        try:
            mean, std, _ = posterior(prior, x, y, t, noise)
        except np.linalg.LinAlgError:  # the dense matrix is singular to the last digit: nothing to compare with
            continue
        tally.checks += 1
        scale = max(1.0, float(np.abs(y).max()), float(np.abs(prior.mean).max()))
        condition = 1 + len(x) * float(prior.factor.variance.max()) / noise**2
        promise = 1e-8 + 100 * np.finfo(float).eps * condition
        who = np.array([seed]), np.array([p])
        apart = np.abs(belief.mean(*who)[0] - mean).max() / (scale * promise)
        spread = np.abs(belief.std(*who)[0] ** 2 - std**2).max() / promise
        tally.worst = max(tally.worst, float(apart), float(spread))
        tally.apart += bool(max(apart, spread) > 1)


def report(wanted: int = STEPS) -> Tally:
    """Soak and print what came of it."""
    start = time.perf_counter()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tally = soak(wanted)
    print(
        f"soak: {tally.steps:,} steps of {tally.problems} problems (N {min(tally.sizes)} to {max(tally.sizes)}) "
        f"in {time.perf_counter() - start:.0f} s: {tally.not_finite} not finite, {tally.negative} negative variances, "
        f"{tally.apart} of {tally.checks} dense checks apart (worst {tally.worst:.2g} of the tolerance)"
    )
    return tally
