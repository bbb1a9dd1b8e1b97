"""A game of page 05 once more: its settings as one word of the address, and its run, step by step."""

from __future__ import annotations

import warnings
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from pegp_lite.bandit.play import play
from pegp_lite.bandit.policies import PriorElimination
from pegp_lite.bandit.record import PriorsExhausted
from pegp_lite.bandit.replay import unroll
from pegp_lite.pages.address import read_query, write_query
from pegp_lite.pages.controls import Control
from pegp_lite.pages.lessons.algorithm.model import Run
from pegp_lite.pages.lessons.toy.lesson import CONTROLS
from pegp_lite.pages.lessons.toy.model import CENTRES, settings_of

FIRST = {control.name: control.first for control in CONTROLS}


@dataclass(frozen=True, kw_only=True)
class Replayed(Control):
    """The settings of page 05 and the number of one of its games, as a query within the address; or none."""

    name: str = "toy"
    label: str = "A game of page 05"
    drawn: bool = True

    @property
    def first(self) -> str:
        return ""

    def clean(self, value: Any) -> str:
        try:
            return self.read(value) if isinstance(value, str) else ""
        except ValueError:
            return ""

    def read(self, text: str) -> str:
        if not text:
            return ""
        told, notes = read_query(CONTROLS, text)
        state = FIRST | told
        if notes or not state["priors"] or not state["game"]:
            raise ValueError(f"{self.label} must be settings of that page, with an expert and the number of a game")
        return write_query(CONTROLS, state)


def game_of(toy: str) -> int:
    """The number of the game, from 1."""
    return int((FIRST | read_query(CONTROLS, toy)[0])["game"])


@lru_cache(maxsize=8)
def replayed(toy: str) -> Run:
    """What PE-GP-UCB did in that game, with the same function, masks and noise."""
    state = FIRST | read_query(CONTROLS, toy)[0]
    game = int(state["game"])
    chosen = replace(settings_of(state), seeds=game)
    problem = chosen.problem()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PriorsExhausted)  # the page explains it
        record = play(problem, PriorElimination(chosen.delta), game, ties=chosen.ties)
    return Run(problem, unroll(problem, record, chosen.delta, game - 1), chosen.experts, CENTRES)
