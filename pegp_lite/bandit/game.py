"""A game in progress: many rows, one for each policy and seed, that ask, are told, and let time pass together.

With few seeds and points the time goes into calling numpy, not into sums. So belief, sums and who is alive are arrays
over all rows, whoever they belong to; each policy looks at its own rows through a `View`. Rows of policies that only
say whom they would trust come first, and pick their points together; rows of those that never learn come last, and
nothing is believed for them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pegp_lite.bandit.answers import checked_candidates, checked_choice, checked_flags
from pegp_lite.bandit.moment import Moment, Timetable
from pegp_lite.bandit.policies.contract import Policy
from pegp_lite.bandit.view import View
from pegp_lite.checks import Bools, Floats, Ints
from pegp_lite.gp.belief import Belief
from pegp_lite.gp.priors import Prior


@dataclass(frozen=True)
class Seat:
    """A policy at the table: where its rows are, what it sees, and which of the methods are its own."""

    policy: Policy
    rows: slice
    view: View
    listens: bool
    judges: bool


class Game:
    """R = policies x seeds rows, P priors, N points.

    `numbers`: the seeds that every policy plays; `seed` fixes their luck. `told`: the true prior, for those who are
    to know it. `seats` stand in the order of `policies`, their rows do not.
    """

    def __init__(
        self,
        priors: Sequence[Prior],
        noise_std: float,
        policies: Sequence[Policy],
        numbers: range,
        seed: int = 0,
        ties: str = "random",
        told: int | None = None,
    ) -> None:
        check_players(policies, ties, told)
        S, rows = len(numbers), len(policies) * len(numbers)
        n_points = priors[0].n_points
        self.moment = Moment(numbers, seed, ties == "random", rows, n_points)
        self.alive: Bools = np.ones((rows, len(priors)), dtype=bool)  # Algorithm 1, line 1
        # Sums over S^p_t, the steps on which p was trusted: their number, and of eta, beta sigma and y.
        self._sums: Floats = np.zeros((4, rows, len(priors)))
        self._planes = rows * len(priors) * np.arange(4)[:, None]  # where each of the four starts
        self._learners = S * sum(policy.learns for policy in policies)
        self._belief = Belief(priors, noise_std, self._learners) if self._learners else None
        tables = {delta: Timetable(n_points, len(priors), noise_std, delta) for delta in {p.delta for p in policies}}

        def view(rows: range, policy: Policy, belief: Belief | None) -> View:
            part = slice(rows.start, rows.stop)
            return View(
                *(priors, noise_std, rows, self.moment, tables[policy.delta], belief),
                *(self.alive[part], self._sums[:, part], (seed, numbers), told if policy.needs_true_prior else None),
            )

        places = sorted(range(len(policies)), key=lambda k: (not policies[k].learns, not _is_optimist(policies[k])))
        seats = {}
        for place, k in enumerate(places):
            policy, own = policies[k], range(place * S, (place + 1) * S)
            seen = view(own, policy, self._belief if policy.learns else None)
            overrides = [getattr(type(policy), name) is not getattr(Policy, name) for name in ("observed", "survivors")]
            seats[k] = Seat(policy, slice(own.start, own.stop), seen, *overrides)
        self.seats = [seats[k] for k in range(len(policies))]
        in_order = [seats[k] for k in places]
        self._optimists = [seat for seat in in_order if seat.policy.learns and _is_optimist(seat.policy)]
        self._others = in_order[len(self._optimists) :]
        self._crowd = view(range(len(self._optimists) * S), in_order[0].policy, self._belief)
        self._one_delta = len(tables) == 1
        for seat in self.seats:
            seat.view.state = seat.policy.start(seat.view)

    @property
    def t(self) -> int:
        """The present step, from 1."""
        return self.moment.t

    def ask(self, available: Bools | None) -> tuple[Ints, Ints]:
        """Every row's trusted prior, -1 where there is no single one, and its point, each (R,).

        `available`: the points open at this step, (N,) or (S, N); None: all.
        """
        self.moment.open(available)
        priors, points = np.empty(len(self.alive), dtype=np.int64), np.empty(len(self.alive), dtype=np.int64)
        if self._optimists:
            wanted = [
                checked_candidates(seat.policy.candidates(seat.view), seat.policy, seat.view)
                for seat in self._optimists
            ]
            together = slice(0, self._crowd.n_rows)
            candidates = wanted[0] if len(wanted) == 1 else np.concatenate(wanted)
            priors[together], points[together] = self._crowd.most_optimistic(candidates, self._widths())
        for seat in self._others:
            trusted, points[seat.rows] = checked_choice(seat.policy.choose(seat.view), seat.policy, seat.view)
            priors[seat.rows] = -1 if trusted is None else trusted
        return priors, points

    def tell(self, points: Ints, values: Floats, trusted: Ints, judge: bool = True) -> tuple[Floats, Floats]:
        """Take in one observation a row, (R,) points and values, made in trust of `trusted` (R,), -1: of nobody.

        Returns the mean and standard deviation that the trusted prior had predicted, each (R,), NaN where there is
        none. Then every policy says who survives, unless `judge` is False.
        """
        predicted: Floats = np.full((2, len(points)), np.nan)
        learners = slice(0, self._learners)
        if self._belief is not None:
            mean, std = self._belief.observe(points[learners], values[learners])  # Algorithm 1, line 10
            charged = (trusted[learners] >= 0).nonzero()[0]
            at = charged * self.alive.shape[1] + trusted[charged]
            predicted[0, charged], predicted[1, charged] = said = mean.take(at), std.take(at)
            self._tally(charged, at, values[charged], *said)
        for seat in self.seats:
            if seat.listens or seat.judges:
                if seat.policy.learns:
                    seat.view.predicted_mean, seat.view.predicted_std = mean[seat.rows], std[seat.rows]
                if seat.listens:
                    seat.policy.observed(seat.view, points[seat.rows], values[seat.rows])
                if seat.judges and judge:
                    kept = seat.policy.survivors(seat.view)
                    self.alive[seat.rows] = checked_flags("survivors", kept, seat.policy, seat.view)
        return predicted[0], predicted[1]

    def advance(self) -> None:
        """Let one step of time pass."""
        if self._belief is not None:
            self._belief.advance()
        self.moment.t += 1

    def start_again(self, row: int) -> None:
        """Bring every prior of a row back, with nothing held against it; what was observed stays known."""
        self.alive[row] = True
        self._sums[:, row] = 0.0

    def _tally(self, rows: Ints, at: Ints, observed: Floats, mean: Floats, std: Floats) -> None:
        """Add one step to the sums of a pair (row, prior) of each of `rows`, at the places `at` of row after row."""
        widths = self._widths()
        width = self._crowd.width if widths is None else widths[rows]
        step = np.empty((4, len(at)))
        step[0], step[3] = 1.0, observed
        np.subtract(observed, mean, out=step[1])  # Algorithm 1, line 11
        np.multiply(width, std, out=step[2])
        places = at + self._planes
        step += self._sums.take(places)
        self._sums.put(places, step)  # Algorithm 1, line 8

    def _widths(self) -> Floats | None:
        """beta_t of every row, (R,), or None where it is the same for all."""
        if self._one_delta:
            return None
        widths = np.empty(len(self.alive))
        for seat in self.seats:
            widths[seat.rows] = seat.view.width
        return widths


def check_players(policies: Sequence[Policy], ties: str, told: int | None) -> None:
    """Refuse what cannot play."""
    for policy in policies:
        if not isinstance(policy, Policy):
            raise ValueError(f"policy must be a policy such as PriorElimination(), got {policy!r}")
        if policy.needs_true_prior and told is None:
            who = type(policy).__name__
            raise ValueError(f"{who} needs to be told the true prior: give the Problem, or the Campaign, a true_prior")
    if ties not in ("random", "first"):
        raise ValueError(f'ties must be "random" or "first", got {ties!r}')


def _is_optimist(policy: Policy) -> bool:
    """Whether it only says whom it would trust, and leaves the point to the highest UCB."""
    return getattr(policy.choose, "__func__", None) is Policy.choose
