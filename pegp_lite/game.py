"""The state of a game in progress, for all seeds in lock step, and the choice among ties."""

from __future__ import annotations

import numpy as np

from pegp_lite.belief import Belief
from pegp_lite.checks import Bools, Floats, Ints
from pegp_lite.problem import Problem
from pegp_lite.schedules import confidence_width, noise_allowance

TIE = 1e-9


class Game:
    """What every policy may look at: beliefs, who is alive, and each prior's sums, all (S, P)."""

    def __init__(self, problem: Problem, delta: float, seeds: int, break_ties: bool) -> None:
        shape = (seeds, problem.n_priors)
        self.problem = problem
        self.belief = Belief(problem.priors, problem.noise_std, seeds)
        self.alive: Bools = np.ones(shape, dtype=bool)
        self.uses: Floats = np.zeros(shape)  # |S^p_t|
        self.errors: Floats = np.zeros(shape)  # sum of eta over S^p_t
        self.widths: Floats = np.zeros(shape)  # sum of beta sigma over S^p_t
        self.rewards: Floats = np.zeros(shape)  # sum of y over S^p_t
        self.available: Bools | None = None
        self.draws: Floats = np.zeros((seeds, 2))
        self.width = self.allowance = 0.0
        steps = np.arange(1, problem.n_steps + 1)
        self._widths: Floats = confidence_width(steps, problem.n_points, delta)
        self._allowances: Floats = noise_allowance(steps, problem.n_priors, problem.noise_std, delta)
        self._break_ties = break_ties

    def begin_step(self, t: int, draws: Floats) -> None:
        """Set the schedules, the mask and this step's two uniform draws (S, 2): for a prior and for a point."""
        self.width, self.allowance = self._widths[t - 1], self._allowances[t - 1]
        self.available = self.problem.available_at(t)
        self.draws = draws

    def pick_point(self, scores: Floats, seeds: Ints, always_draw: bool = False) -> tuple[Ints, Ints]:
        """Row and point of each seed's best score among the available points; `scores` (L, N) of `seeds` (L,)."""
        if self.available is not None:
            mask = self.available if self.available.ndim == 1 else self.available[seeds]
            scores = np.where(mask, scores, -np.inf)
        return pick_best(scores, seeds, self.draws[:, 1] * (self._break_ties or always_draw))

    def pick_prior(self, scores: Floats) -> Bools:
        """The prior of the best score (S, P), alone, as booleans (S, P)."""
        _, prior = pick_best(scores, np.arange(len(scores)), self.draws[:, 0] * self._break_ties)
        return np.arange(scores.shape[1]) == prior[:, None]

    def tally(self, seeds: Ints, priors: Ints, observed: Floats, mean: Floats, std: Floats) -> None:
        """Add one step to the sums of the prior each seed used."""
        self.uses[seeds, priors] += 1
        self.errors[seeds, priors] += observed - mean
        self.widths[seeds, priors] += self.width * std
        self.rewards[seeds, priors] += observed


def pick_best(scores: Floats, seeds: Ints, draws: Floats) -> tuple[Ints, Ints]:
    """Row and column of the best score of each seed, ties within `TIE` broken by that seed's draw in [0, 1).

    `scores` (L, M), whose rows belong to `seeds` (L,), sorted and none missing. A draw of 0 takes the first tie:
    the lowest row, then the lowest column.
    """
    row_best = scores.max(axis=1)
    starts = np.searchsorted(seeds, np.arange(len(draws)))
    bar = np.maximum.reduceat(row_best, starts)[seeds] - TIE
    rows = np.flatnonzero(row_best >= bar)
    tied, tied_column = np.divmod(np.flatnonzero(scores[rows] >= bar[rows, None]), scores.shape[1])
    tied_row = rows[tied]
    count = np.bincount(seeds[tied_row], minlength=len(draws))
    chosen = np.cumsum(count) - count + (draws * count).astype(int)
    return tied_row[chosen], tied_column[chosen]
