"""Blank of `3_your_study`: a policy of one's own."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from pegp_lite.bandit.play import play
from pegp_lite.bandit.policies import PriorElimination
from pegp_lite.bandit.view import View
from pegp_lite.checks import Bools
from pegp_lite.exercises.blank import Blank, Slip
from pegp_lite.exercises.your_study.own_game import made_game
from pegp_lite.problems.problem import Problem


class _TurnByTurn(PriorElimination):
    name = "turn by turn"

    def candidates(self, view: View) -> Bools:
        return view.only(np.where(view.alive, view.uses, np.inf).argmin(axis=1))


class _AlsoTheRejected(PriorElimination):
    name = "also the rejected"

    def candidates(self, view: View) -> Bools:
        return view.only(view.uses.argmin(axis=1))


class _TheMostUsed(PriorElimination):
    name = "the most used"

    def candidates(self, view: View) -> Bools:
        return view.only(np.where(view.alive, view.uses, -np.inf).argmax(axis=1))


class _Everybody(PriorElimination):
    name = "everybody"


class _Never(PriorElimination):
    name = "never alive"

    def candidates(self, view: View) -> Bools:
        return view.only(np.where(view.alive, np.inf, view.uses).argmin(axis=1))


class _RejectedFirst(PriorElimination):
    name = "rejected first"

    def candidates(self, view: View) -> Bools:
        return view.only(np.where(view.alive, view.uses, -np.inf).argmin(axis=1))


class _AllTheLeast(PriorElimination):
    name = "all the least"

    def candidates(self, view: View) -> Bools:
        uses = np.where(view.alive, view.uses, np.inf)
        return np.asarray(uses == uses.min(axis=1, keepdims=True))


@cache
def _trial_games() -> tuple[Problem, ...]:
    """Three games in which somebody is rejected at once, and three in which it takes a while."""
    return made_game(6.0, 0.02, 3, 7), made_game(2.5, 0.02, 3, 7)


def _played(kind: Any) -> list[Any]:
    records = [play(problem, kind(), 3) for problem in _trial_games()]
    return [{"priors trusted": record.chosen_priors, "points": record.points} for record in records]


policy = Blank(
    "your policy",
    _TurnByTurn,
    _played,
    "`view.uses` (S, P) counts how often each prior was trusted. Put `np.inf` where it is not `view.alive`, take the "
    "smallest of each row with `.argmin(axis=1)`, and turn it into booleans with `view.only`.",
    (
        Slip(_AlsoTheRejected, "rejected priors get their turn as well: put `np.inf` where `view.alive` is False."),
        Slip(
            _TheMostUsed,
            "that stays with whoever was trusted most, the first; the turn goes to the one trusted least, `argmin`.",
        ),
        Slip(_RejectedFirst, "the rejected look least trusted of all there: put `np.inf` where `view.alive` is False."),
        Slip(
            _AllTheLeast,
            "where two were trusted equally often, both stay; `argmin` and `view.only` give the turn to one.",
        ),
        Slip(_Everybody, "that trusts the highest promise among all that live, as PE-GP-UCB does; nobody takes turns."),
        Slip(
            _Never,
            "that stays with one prior, even once it is rejected: `np.inf` belongs where a prior does *not* live, and "
            "`argmin` finds the least.",
        ),
    ),
    "every living prior in its turn, and line 12 as before.",
)
