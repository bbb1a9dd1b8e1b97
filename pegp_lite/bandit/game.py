"""The state of a game in progress, for all seeds in lock step, and the choice among ties."""

from __future__ import annotations

import numpy as np

from pegp_lite.bandit.schedules import confidence_width, noise_allowance
from pegp_lite.checks import Bools, Floats, Ints
from pegp_lite.gp.belief import Belief
from pegp_lite.problems.problem import Problem

TIE = 1e-9


class Game:
    """What every policy may look at: beliefs, who is alive, and each prior's sums, all (S, P)."""

    def __init__(self, problem: Problem, delta: float, seeds: int, break_ties: bool) -> None:
        shape = (seeds, problem.n_priors)
        self.problem = problem
        self.belief = Belief(problem.priors, problem.noise_std, seeds)
        self.alive: Bools = np.ones(shape, dtype=bool)
        # Sums over S^p_t, the steps on which p was trusted: their number, and of eta, beta sigma and y.
        self._sums: Floats = np.zeros((4, *shape))
        self.uses, self.errors, self.widths, self.rewards = self._sums
        self._everyone = np.arange(seeds)
        self._hidden: Floats | None = None  # -inf at hidden points, added to scores
        self.draws: Floats = np.zeros((seeds, 2))
        self.width = self.allowance = 0.0
        steps = np.arange(1, problem.n_steps + 1)
        self._widths: Floats = confidence_width(steps, problem.n_points, delta)
        self._allowances: Floats = noise_allowance(steps, problem.n_priors, problem.noise_std, delta)
        self._break_ties = break_ties

    def begin_step(self, t: int, draws: Floats) -> None:
        """Set the schedules, the mask and this step's two uniform draws (S, 2): for a prior and for a point."""
        self.width, self.allowance = self._widths[t - 1], self._allowances[t - 1]
        available = self.problem.available_at(t)
        self._hidden = None if available is None or available.all() else np.where(available, 0.0, -np.inf)
        self.draws = draws

    def pick_point(self, scores: Floats, seeds: Ints, always_draw: bool = False) -> tuple[Ints, Ints]:
        """Row and point of each seed's best score among the available points; `scores` (L, N) of `seeds` (L,).

        The scores of hidden points are overwritten with -inf.
        """
        if self._hidden is not None:
            scores += self._hidden if self._hidden.ndim == 1 else self._hidden[seeds]
        return pick_best(scores, seeds, self.draws[:, 1] * (self._break_ties or always_draw))

    def pick_prior(self, scores: Floats) -> Bools:
        """The prior of the best score (S, P), alone, as booleans (S, P)."""
        _, prior = pick_best(scores, self._everyone, self.draws[:, 0] * self._break_ties)
        return np.arange(scores.shape[1]) == prior[:, None]

    def tally(self, priors: Ints, observed: Floats, mean: Floats, std: Floats) -> None:
        """Add one step to the sums of the prior each seed trusted; all (S,)."""
        step = np.array([np.ones_like(std), observed - mean, self.width * std, observed])
        self._sums[:, self._everyone, priors] += step


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
    if len(tied) == len(draws):
        return tied_row, tied_column
    count = np.bincount(seeds[tied_row], minlength=len(draws))
    chosen = np.cumsum(count) - count + (draws * count).astype(int)
    return tied_row[chosen], tied_column[chosen]
