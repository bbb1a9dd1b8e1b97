"""A hundred thousand steps: still exact, and no larger than the record."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import pegp_lite as pl

STEPS, POINTS, NOISE = 100_000, 5, 0.3


def long_problem(epsilon: float, steps: int) -> pl.Problem:
    """One prior, told to GP-UCB, over many steps; the true function costs no memory of its own where it is still."""
    x = np.linspace(0, 1, POINTS)
    prior = pl.Prior("p", np.sin(5 * x), pl.matern(x, 1.5, 0.4), epsilon)
    values = pl.draw_function(prior, steps if epsilon else 1, np.random.default_rng(23))
    problem = pl.Problem([prior], np.broadcast_to(values, (steps, POINTS)), NOISE, true_prior=0)
    _ = problem.best_values
    return problem


def play_in_a_process_of_its_own(epsilon: float, target: Path) -> float:
    """Play the long game, save its record, and return by how many bytes the process grew beyond its former peak."""
    script = f"""
import resource, sys
sys.path[:0] = [{str(Path(__file__).parent)!r}, {str(Path(__file__).resolve().parents[1])!r}]
from test_long_run import *
pl.play(long_problem({epsilon}, 1000), pl.KnownPrior())
problem = long_problem({epsilon}, STEPS)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
record = pl.play(problem, pl.KnownPrior())
print(1024 * (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before))
np.savez({str(target)!r}, **vars(record))
"""
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return float(ran.stdout)


def last_prediction(problem: pl.Problem, points: np.ndarray, y: np.ndarray, at: int) -> tuple[float, float]:
    """Mean and deviation one step after the last observation, from a dense solve over all that are given."""
    prior = problem.priors[0]
    ages = np.arange(len(points), 0, -1)
    memory = np.sqrt(1 - prior.epsilon)
    gram = prior.covariance[np.ix_(points, points)] * memory ** np.abs(np.subtract.outer(ages, ages))
    cross = prior.covariance[points, at] * memory**ages
    weights = np.linalg.solve(gram + NOISE**2 * np.eye(len(points)), cross)
    mean = prior.mean[at] + weights @ (y - prior.mean[points])
    return mean, np.sqrt(prior.covariance[at, at] - weights @ cross)


def static_prediction(problem: pl.Problem, points: np.ndarray, y: np.ndarray, at: int) -> tuple[float, float]:
    """The same where nothing moves, from each point's average: n observations are one with noise R^2 / n."""
    prior = problem.priors[0]
    counts = np.bincount(points, minlength=POINTS)
    seen = np.flatnonzero(counts)
    averages = np.bincount(points, weights=y, minlength=POINTS)[seen] / counts[seen]
    gram = prior.covariance[np.ix_(seen, seen)] + np.diag(NOISE**2 / counts[seen])
    weights = np.linalg.solve(gram, prior.covariance[seen, at])
    mean = prior.mean[at] + weights @ (averages - prior.mean[seen])
    return mean, np.sqrt(prior.covariance[at, at] - weights @ prior.covariance[seen, at])


@pytest.mark.parametrize("epsilon", [0.0, 0.01])
def test_the_last_belief_is_exact_and_memory_is_the_records(epsilon: float, tmp_path: Path) -> None:
    grown = play_in_a_process_of_its_own(epsilon, tmp_path / "record.npz")
    problem, record = long_problem(epsilon, STEPS), np.load(tmp_path / "record.npz")
    points, y = record["points"][0, :-1], record["observations"][0, :-1]
    recent = slice(-4000, None) if epsilon else slice(None)  # 0.99^2000 of an older observation is below rounding
    exact = last_prediction if epsilon else static_prediction
    mean, std = exact(problem, points[recent], y[recent], record["points"][0, -1])
    assert record["predicted_mean"][0, -1] == pytest.approx(mean, abs=1e-6)
    assert record["predicted_std"][0, -1] == pytest.approx(std, abs=1e-6)

    kept = sum(array.nbytes for array in record.values())
    assert grown < 2 * kept + 2**20, f"the process grew by {grown / kept:.2f} times the record"
