"""What all rows of a game share at one step: the time, which points are open, and the luck that breaks ties."""

from __future__ import annotations

import numpy as np

from pegp_lite.bandit.schedules import confidence_width, noise_allowance
from pegp_lite.checks import Bools, Floats, Ints
from pegp_lite.streams import POLICY, stream

BLOCK = 256  # steps worked out at once, so that a game may go on for ever and stay small


class Moment:
    """The present step of a game of `rows` rows that play the seeds `numbers` over and over.

    Rows 0, S, 2 S, ... are one seed: they meet the same mask and the same draws.
    """

    def __init__(self, numbers: range, seed: int, break_ties: bool, rows: int, n_points: int) -> None:
        self.t = 1
        self.n_points = n_points
        self.seed_of: Ints = np.arange(rows) % len(numbers)
        self.available: Bools | None = None  # (N,) or (S, N); None: every point is open
        self._hidden: Ints | None = None  # the hidden points, where all rows share them
        self._luck_of = seed, numbers
        self._streams: list[np.random.Generator] = []  # made when luck is first asked for: many games need none
        self._break_ties = break_ties
        self._blocks = 0
        self._draws: Floats = np.empty((0, rows, 2))
        self._nobody = np.zeros((rows, 2))

    def open(self, available: Bools | None) -> None:
        """Say which points may be queried at this step."""
        self.available = None if available is None or np.count_nonzero(available) == available.size else available
        mask = self.available
        self._hidden = None if mask is None or mask.ndim > 1 else (~mask).nonzero()[0]

    def luck(self, first: int, last: int) -> Floats:
        """Two uniform draws of each of the rows `first` to `last` - 1 at this step: for a prior and for a point."""
        block, place = divmod(self.t - 1, BLOCK)
        while self._blocks <= block:
            if not self._streams:
                seed, numbers = self._luck_of
                self._streams = [stream(seed, number, POLICY) for number in numbers]
            drawn = np.stack([each.random((BLOCK, 2)) for each in self._streams], axis=1)
            self._draws = drawn[:, self.seed_of]
            self._blocks += 1
        return self._draws[place, first:last]

    def tie_draws(self, first: int, last: int) -> Floats:
        """The draws that break ties: zeros where the first tie is to win."""
        return self.luck(first, last) if self._break_ties else self._nobody[first:last]

    def hide(self, scores: Floats, rows: Ints) -> None:
        """Overwrite the scores (L, N) of hidden points with -inf; line i belongs to row `rows[i]`."""
        if self._hidden is not None:
            scores[:, self._hidden] = -np.inf
        elif self.available is not None:
            scores[~self.available[self.seed_of[rows]]] = -np.inf


class Timetable:
    """beta_t and xi_t of one delta, a block of steps at a time."""

    def __init__(self, n_points: int, n_priors: int, noise_std: float, delta: float) -> None:
        self._of = n_points, n_priors, noise_std, delta
        self._block = -1
        self._widths: list[float] = []
        self._allowances: list[float] = []

    def at(self, t: int) -> tuple[float, float]:
        """The confidence width and the noise allowance of step t."""
        block, place = divmod(t - 1, BLOCK)
        if block != self._block:
            n_points, n_priors, noise_std, delta = self._of
            steps = np.arange(1, BLOCK + 1) + BLOCK * block
            self._widths = confidence_width(steps, n_points, delta).tolist()
            self._allowances = noise_allowance(steps, n_priors, noise_std, delta).tolist()
            self._block = block
        return self._widths[place], self._allowances[place]
