"""How long the two experiments take as a whole, and how long refitting rivals would."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from benchmarks.engine import SEEDS, Row, fastest
from benchmarks.rivals import Posterior, dense_cholesky, refit_elimination, scikit_learn
from pegp_lite import Problem, RegretBalancing
from pegp_lite.problems import intel, toy
from pegp_lite.problems.sensors.sources import office_table
from pegp_lite.problems.toy import toy_points
from pegp_lite.study.compare import all_policies, compare, named


def refitting(problem: Problem, posterior: Posterior, many: int, single: int) -> float:
    """Seconds that a comparison takes with models refitted at every step, from one seed of PE-GP-UCB.

    `many` policies refit every prior at each step (maximum likelihood, fully Bayesian), `single` ones just the prior
    they use (regret balancing, known prior); PE-GP-UCB refits those still alive, random none.
    """
    noise = problem.noise_std * np.random.default_rng(2).standard_normal(problem.n_steps)
    alive, _ = fastest(lambda: refit_elimination(problem, noise, posterior, False), 1)
    every, _ = fastest(lambda: refit_elimination(problem, noise, posterior, True), 1)
    return SEEDS * (alive + many * every + single * every / problem.n_priors)


def rows() -> Iterator[Row]:
    """All rows of this file."""
    building, _ = fastest(lambda: toy(tall=4.0 + 1e-9 * np.random.default_rng().random()), 5)
    yield "toy, building the game for 30 seeds from new numbers", f"{building * 1e3:.0f} ms", "wanted below 20 ms"
    problem = toy()
    ours, _ = fastest(lambda: compare(problem), 5)
    theirs = refitting(problem, scikit_learn(problem.noise_std, toy_points(), 0.5), many=2, single=2)
    figures = f"{theirs:.0f} s (from one seed) / {ours:.2f} s; wanted 900"
    yield "toy, six policies x 30 seeds, scikit-learn refits / ours", f"{theirs / ours:.0f} x", figures

    game = intel(office_table())
    rivals = named(all_policies(game.problem)) | {"upper": RegretBalancing(rule="upper")}
    ours, _ = fastest(lambda: compare(game.problem, rivals, SEEDS), 2)
    theirs = refitting(game.problem, dense_cholesky(game.problem.noise_std), many=2, single=2)
    data = "synthetic office" if game.synthetic else "Intel lab"
    figures = f"{theirs:.0f} s (from one seed) / {ours:.2f} s; wanted 100"
    yield f"{data}, six policies x 30 seeds, dense refits / ours", f"{theirs / ours:.0f} x", figures
