"""What a policy may look at: its own rows of a game, and never the truth."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

import numpy as np

from pegp_lite.bandit.moment import Moment, Timetable
from pegp_lite.bandit.pairs import Pairs, counts_of
from pegp_lite.bandit.ties import pick_best
from pegp_lite.checks import Bools, Floats, Ints, shape_text
from pegp_lite.gp.belief import Belief
from pegp_lite.gp.priors import Prior
from pegp_lite.streams import OWN, stream


class View:
    """One policy's rows of a game: S seeds in lock step, P priors, N points, at step `t` (from 1).

    A row is one seed; rows and priors count from 0. Arrays are read-only and follow the game from step to step. It is
    made by a game: `noise_std` of its observations, `luck` that `rng` comes from.

    `alive` (S, P): the priors not rejected so far. `uses`, `errors`, `widths`, `rewards` (S, P): sums over the steps
    on which a prior was trusted, of one, of y - mu, of beta sigma and of y. `predicted_mean`, `predicted_std`
    (S, P): what each prior had said of the point observed last. `told`: the true prior's number for a policy that
    `needs_true_prior`, else None. `state`: whatever the policy's own `start(view)` returned.

    >>> from pegp_lite import Policy, View, play
    >>> from pegp_lite.problems.toy import toy
    >>> class Asking(Policy):
    ...     def candidates(self, view: View):
    ...         if view.t == 1:
    ...             print(view.n_rows, view.n_priors, view.n_points, round(view.width, 2))
    ...         return view.alive
    >>> _ = play(toy(seeds=2, T=2, points=61), Asking())
    2 11 61 4.33
    """

    def __init__(
        self,
        priors: Sequence[Prior],
        noise_std: float,
        rows: range,
        moment: Moment,
        timetable: Timetable,
        belief: Belief | None,
        alive: Bools,
        sums: Floats,
        luck: tuple[int, range],
        told: int | None,
    ) -> None:
        self.priors, self.noise_std, self.told = tuple(priors), noise_std, told
        self.n_rows, self.n_priors, self.n_points = len(rows), len(self.priors), moment.n_points
        self.alive, self.uses, self.errors, self.widths, self.rewards = map(read_only, (alive, *sums))
        self.predicted_mean: Floats = np.full(alive.shape, np.nan)
        self.predicted_std: Floats = np.full(alive.shape, np.nan)
        self.state: Any = None
        self._rows, self._moment, self._timetable, self._belief = rows, moment, timetable, belief
        self._sums, self._luck = sums, luck
        self._rng: list[np.random.Generator] | None = None
        self._pairs: Pairs | None = None  # compared last

    @property
    def t(self) -> int:
        """The present step, from 1."""
        return self._moment.t

    @property
    def width(self) -> float:
        """beta_t for the policy's delta: the confidence width in standard deviations."""
        return self._timetable.at(self._moment.t)[0]

    @property
    def allowance(self) -> float:
        """xi_t for the policy's delta: how much squared error a step noise may explain."""
        return self._timetable.at(self._moment.t)[1]

    @property
    def available(self) -> Bools:
        """The points that may be queried now, (S, N)."""
        mask = self._moment.available
        if mask is None:
            return np.broadcast_to(np.True_, (self.n_rows, self.n_points))
        return np.broadcast_to(mask, (self.n_rows, self.n_points))

    @property
    def rng(self) -> list[np.random.Generator]:
        """A random generator a row, from that seed's own stream: the same whoever plays along."""
        if self._rng is None:
            seed, numbers = self._luck
            self._rng = [stream(seed, number, OWN) for number in numbers]
        return self._rng

    @property
    def log_evidence(self) -> Floats:
        """log P(data so far | prior), (S, P)."""
        return read_only(self._believed().log_evidence[self._rows.start : self._rows.stop])

    def mean(self, rows: Ints, priors: Ints) -> Floats:
        """Posterior means for L pairs (row, prior), as (L, N)."""
        return self._believed().mean(self._placed(rows), np.asarray(priors))

    def std(self, rows: Ints, priors: Ints) -> Floats:
        """Posterior standard deviations for L pairs (row, prior), as (L, N)."""
        return self._believed().std(self._placed(rows), np.asarray(priors))

    def upper_bounds(self, rows: Ints, priors: Ints, width: float | Floats | None = None) -> Floats:
        """Mean plus `width` (default: beta_t) standard deviations for L pairs (row, prior), as a new array (L, N)."""
        width = self.width if width is None else width
        return self._believed().upper_bounds(self._placed(rows), np.asarray(priors), width).copy()

    def mixture(self, shares: Floats) -> tuple[Floats, Floats]:
        """Share-weighted sums over the priors of posterior means and standard deviations, each (S, N).

        `shares` (S, P), one line a row.
        """
        return self._believed().mixture(shares, slice(self._rows.start, self._rows.stop))

    def samples(self, rows: Ints, priors: Ints) -> Floats:
        """A function drawn from the posterior of each of L pairs (row, prior), as (L, N), by that row's own `rng`."""
        generators = [self.rng[row] for row in rows]
        return self._believed().samples(self._placed(rows), np.asarray(priors), generators)

    def is_open(self, points: Ints) -> Bools:
        """Whether each row's point, (S,) of `points`, may be queried now, (S,)."""
        mask = self._moment.available
        if mask is None:
            return np.ones(self.n_rows, dtype=bool)
        return mask[points] if mask.ndim == 1 else mask[np.arange(self.n_rows), points]

    def draw_point(self) -> Ints:
        """An available point of each row, (S,), by lot whatever the rule for ties, each as likely as the next."""
        draws, mask = self._moment.luck(self._rows.start, self._rows.stop)[:, 1], self._moment.available
        if mask is None:
            return (draws * self.n_points).astype(np.int64)
        lines, points = np.atleast_2d(mask).nonzero()
        counts = np.bincount(lines)
        return points[counts.cumsum() - counts + (draws * counts).astype(np.int64)]

    def pick_point(self, scores: Floats) -> Ints:
        """The available point of the best score of each row, (S,), from `scores` (S, N).

        Ties within 1e-9 go by the game's rule: by lot, or to the first.
        """
        return self.pick_pair(self._scores(scores, self.n_points).copy(), np.arange(self.n_rows))[1]

    def pick_points(self, scores: Floats) -> Ints:
        """The same of each of K scores a row, (S, K), from `scores` (S, K, N), in which hidden points become -inf."""
        S, K, N = scores.shape
        first, last = self._rows.start, self._rows.stop
        lines = scores.reshape(S * K, N)
        self._moment.hide(lines, np.arange(first, last).repeat(K))
        draws = self._moment.tie_draws(first, last)[:, 1].repeat(K)
        return pick_best(lines, np.ones(S * K, dtype=np.int64), draws)[1].reshape(S, K)

    def pick_pair(self, scores: Floats, rows: Ints) -> tuple[Ints, Ints]:
        """Line and available point of each row's best score, each (S,), where several scores belong to a row.

        `scores` (L, N), line i of row `rows[i]`; `rows` (L,) must be sorted and hold every row. The
        scores of hidden points are overwritten with -inf.
        """
        return self._pick(scores, self._placed(rows), counts_of(rows, self.n_rows))

    def pick_prior(self, scores: Floats) -> Ints:
        """The prior of the best score of each row, (S,), from `scores` (S, P); ties as in `pick_point`."""
        draws = self._moment.tie_draws(self._rows.start, self._rows.stop)
        return pick_best(self._scores(scores, self.n_priors), np.ones(self.n_rows, dtype=np.int64), draws[:, 0])[1]

    def only(self, priors: Ints) -> Bools:
        """One prior a row, (S,), as booleans (S, P): what `candidates` returns to trust that one alone."""
        return np.arange(self.n_priors) == np.asarray(priors)[:, None]

    def most_optimistic(self, candidates: Bools, width: Floats | None = None) -> tuple[Ints, Ints]:
        """The prior and the available point of the highest upper bound among `candidates` (S, P), each (S,).

        `width`: how many standard deviations above the mean, one number a row, (S,); by default beta_t.
        """
        candidates, pairs = np.asarray(candidates), self._pairs
        if pairs is None or not pairs.stand_for(candidates):
            pairs = self._pairs = Pairs(candidates, self._rows.start)
        spread = self.width if width is None else width[pairs.rows]
        bounds = self._believed().upper_bounds(pairs.placed, pairs.priors, spread)
        line, point = self._pick(bounds, pairs.placed, pairs.counts)  # Algorithm 1, line 7
        return pairs.priors[line], point

    def keep(self) -> Any:
        """A copy of the policy's own memory, `state` and `rng`, to `restore` where a choice is taken back."""
        memo: dict[int, Any] = {id(each): each for each in (self, *self.priors)}
        return copy.deepcopy((self.state, self._rng), memo)

    def restore(self, kept: Any) -> None:
        """Bring back what was `kept`: what `keep` returned."""
        self.state, self._rng = kept

    def _pick(self, scores: Floats, placed: Ints, counts: Ints) -> tuple[Ints, Ints]:
        self._moment.hide(scores, placed)
        return pick_best(scores, counts, self._moment.tie_draws(self._rows.start, self._rows.stop)[:, 1])

    def _believed(self) -> Belief:
        if self._belief is None:
            raise ValueError("nothing is believed for a policy whose `learns` is False")
        return self._belief

    def _scores(self, given: Floats, columns: int) -> Floats:
        """One line of scores a row."""
        scores, wanted = np.asarray(given, dtype=float), (self.n_rows, columns)
        if scores.shape != wanted:
            raise ValueError(f"scores must be {shape_text(wanted)}, one line a row, got {shape_text(scores.shape)}")
        return scores

    def _placed(self, rows: Ints) -> Ints:
        return np.asarray(rows) + self._rows.start


def read_only(array: Any) -> Any:
    """The same numbers, not to be written through this name."""
    view = array.view()
    view.flags.writeable = False
    return view
