"""How fast the engine is: ratios to refitting rivals measured in the same run, and its growth with T."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.rivals import Posterior, dense_cholesky, gpytorch, refit_elimination, scikit_learn
from pegp_lite import KnownPrior, Prior, PriorElimination, Problem, draw_function, masks, matern, play, rbf

Row = tuple[str, str, str]
SEEDS = 30


def fastest(work: Callable[[], Any], times: int) -> tuple[float, Any]:
    """The least seconds of several tries (what others do on the machine only ever adds), and the last result."""
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        result = work()
        taken.append(time.perf_counter() - start)
    return min(taken), result


def toy_shape(steps: int = 100, points: int = 361, seeds: int = SEEDS) -> tuple[Problem, np.ndarray, float]:
    """Eleven means over one kernel; the problem, its points and the kernel's l."""
    x, l = np.linspace(0, 1, points), 0.5
    hills = np.exp(-((x[:, None] - np.linspace(0, 1, 10)) ** 2) / (2 * 0.02**2))
    covariance = rbf(x, l)
    priors = [Prior(f"{k}", hills.sum(axis=1) + (3 * hills[:, k - 1] if k else 0), covariance) for k in range(11)]
    rng = np.random.default_rng(0)
    values = np.stack([np.broadcast_to(draw_function(priors[2], 1, rng), (steps, points)) for _ in range(seeds)])
    hidden = np.linspace(0, 1, 10)[1]
    return Problem(priors, values, 0.01, masks.interval(x, steps, hidden - 0.05, hidden + 0.05), true_prior=2), x, l


def intel_shape(steps: int = 144, points: int = 46, priors: int = 13) -> Problem:
    """Thirteen unlike kernels of full rank that forget at unlike rates."""
    rng = np.random.default_rng(1)
    rivals = []
    for k in range(priors):
        covariance = np.cov(rng.normal(size=(points, 144)) + 2 * rng.normal(size=144))
        rivals.append(Prior(f"day {k + 1}", np.zeros(points), covariance / covariance.max(), 0.02 + 0.01 * k))
    values = np.stack([draw_function(rivals[3], steps, rng) for _ in range(SEEDS)])
    return Problem(rivals, values, 0.1, true_prior=3)


def side_by_side(
    problem: Problem, rivals: dict[str, tuple[Posterior, bool]], seed: int
) -> Iterator[tuple[str, float, str]]:
    """Each rival's seconds over ours for one PE-GP-UCB run, ours as one of thirty; tries alternate."""
    noise = problem.noise_std * np.random.default_rng(seed).standard_normal((SEEDS, problem.n_steps))
    for name, (posterior, every_prior) in rivals.items():
        ours, theirs = [], []
        for _ in range(4):
            best, record = fastest(lambda: play(problem, PriorElimination(), noise=noise, ties="first"), 5)
            ours.append(best / SEEDS)
            best, points = fastest(lambda p=posterior, e=every_prior: refit_elimination(problem, noise[0], p, e), 1)  # type: ignore[misc]
            theirs.append(best)
        agree = "same points" if np.array_equal(points, record.points[0]) else "OTHER POINTS"
        yield name, min(theirs) / min(ours), f"{min(theirs) * 1e3:.0f} ms / {min(ours) * 1e3:.2f} ms, {agree}"


def against_refits() -> Iterator[Row]:
    """One PE-GP-UCB run as one of thirty, against the same run with models refitted at every step."""
    problem, x, l = toy_shape()
    rivals = {"scikit-learn": (scikit_learn(problem.noise_std, x, l), False)}
    torch_based = gpytorch(problem.noise_std, x, l)
    if torch_based is not None:
        rivals["GPyTorch"] = (torch_based, False)
    for name, ratio, figures in side_by_side(problem, rivals, seed=2):
        aim = "; wanted 250" if name == "scikit-learn" else ""
        yield f"toy shape, {name} refits of live priors / ours", f"{ratio:.0f} x", figures + aim
    if torch_based is None:
        yield "toy shape, GPyTorch refits of live priors / ours", "-", "GPyTorch is not installed"
    problem = intel_shape()
    dense = {"dense Cholesky": (dense_cholesky(problem.noise_std), True)}
    for name, ratio, figures in side_by_side(problem, dense, seed=3):
        yield f"Intel shape, {name} of every prior / ours", f"{ratio:.0f} x", figures + "; wanted 100"


def growth() -> Iterator[Row]:
    """How time grows with T: the exponent between 200 and 1,600 steps, and one very long run."""
    seconds = {}
    for steps in (200, 1600):
        problem, _, _ = toy_shape(steps, seeds=5)
        seconds[steps], _ = fastest(lambda p=problem: play(p, PriorElimination()), 5)  # type: ignore[misc]
    exponent = np.log(seconds[1600] / seconds[200]) / np.log(8)
    yield "time against T, exponent from 200 to 1,600 steps", f"{exponent:.2f}", "wanted at most 1.1"

    x = np.linspace(0, 1, 46)
    prior = Prior("p", np.zeros(46), rbf(x, 0.05), 0.02)
    rates = {}
    for steps in (1_000, 100_000):
        problem = Problem([prior], draw_function(prior, steps, np.random.default_rng(4)), 0.1, true_prior=0)
        taken, _ = fastest(lambda p=problem: play(p, KnownPrior()), 1 if steps > 10_000 else 3)  # type: ignore[misc]
        rates[steps] = taken / steps
    ratio = rates[100_000] / rates[1_000]
    figures = f"{rates[100_000] * 1e6:.0f} us a step, one seed, 46 points"
    yield "a step of 100,000 / a step of 1,000", f"{ratio:.2f} x", figures


LARGE = """
import resource, sys, time
sys.path.insert(0, {root!r})
from benchmarks.engine import large_game
start = time.perf_counter()
steps = large_game({side}, {lengths})
print(time.perf_counter() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, steps)
"""


def large_game(side: int, lengths: list[float], steps: int = 200) -> int:
    """Matérn 3/2 on a grid of side x side points, a prior for each length; how many steps were played."""
    one = np.linspace(0, 1, side)
    x = np.stack(np.meshgrid(one, one), axis=-1).reshape(-1, 2)
    priors = [Prior(f"length {l}", np.zeros(len(x)), matern(x, 1.5, l, lazy=True), 0.01) for l in lengths]
    f = np.sin(7 * x[:, 0]) * np.cos(5 * x[:, 1])
    record = play(Problem(priors, np.broadcast_to(f, (steps, len(x))), 0.1), PriorElimination())
    return int((record.points >= 0).sum())


def large() -> Iterator[Row]:
    """Many points by the columns of their kernels: seconds and memory of a process of its own, imports and all."""
    for side, lengths, aim in (
        (100, [0.05, 0.1, 0.15, 0.2, 0.3], "at most 6 s and 600 MiB"),
        (317, [0.1], "at most 2048 MiB"),
    ):
        script = LARGE.format(root=str(Path(__file__).parent.parent), side=side, lengths=lengths)
        ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
        seconds, mebibytes, steps = ran.stdout.split()
        what = f"{side**2:,} points, {len(lengths)} kernel{'s' if len(lengths) > 1 else ''}, {steps} steps"
        figures = f"{float(seconds):.1f} s, {float(mebibytes):.0f} MiB in all; wanted {aim}"
        yield f"Matérn 3/2 on a grid of {what}", "-", figures


def rows() -> Iterator[Row]:
    """All rows of this file."""
    yield from against_refits()
    yield from growth()
    yield from large()
