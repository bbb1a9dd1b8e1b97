"""The office behind page 06: its readings, the games played on them so far, and the verdicts on claims 6 to 11."""

from __future__ import annotations

import warnings
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import cache, lru_cache
from typing import Any

import numpy as np

from pegp_lite.bandit.policies import (
    FullyBayesian,
    MaximumLikelihood,
    Policy,
    PriorElimination,
    Random,
    RegretBalancing,
)
from pegp_lite.bandit.record import cut
from pegp_lite.claims.outcome import real_outcome
from pegp_lite.claims.toy_claims import FB, MLE, PE, RANDOM, RB
from pegp_lite.problems.sensors.contest import SensorGame, sensor_game
from pegp_lite.problems.sensors.days import day_name
from pegp_lite.problems.sensors.experts import LEAST_OF_A_DAY
from pegp_lite.problems.sensors.intel import TEST_DAY
from pegp_lite.problems.sensors.office import synthetic_office
from pegp_lite.problems.sensors.sources import find_intel, office_table
from pegp_lite.problems.sensors.table import DataError, SensorTable, as_day
from pegp_lite.study.compare import Comparison, compare

PLAYERS: Mapping[str, Policy] = {
    PE: PriorElimination(),
    MLE: MaximumLikelihood(),
    FB: FullyBayesian(),
    RB: RegretBalancing(),
    RANDOM: Random(),
}
LABELS = {policy.name: name for name, policy in PLAYERS.items()}
MOST_BUTTONS, KEPT = 13, 24


@dataclass(frozen=True)
class Choices:
    """What the reader chose; `epsilon` None is fitted to each training day."""

    test: date
    training: tuple[date, ...]
    epsilon: float | None
    seeds: int
    policies: tuple[str, ...]


def find_office() -> Office:
    """The office of the real readings where this computer has them, else the synthetic one; it says if that failed."""
    try:
        path = find_intel()
        return Office(office_table(path)) if path else the_synthetic_office()
    except (DataError, OSError) as error:
        return Office(the_synthetic_office().table, f"The real readings could not be used: {error}.")


@cache
def the_synthetic_office() -> Office:
    """The synthetic office, simulated once, whatever readings the computer has."""
    return Office(synthetic_office())


class Office:
    """A table of readings and every game played on it lately, so that nothing is played twice."""

    def __init__(self, table: SensorTable, note: str = "") -> None:
        self.table, self.note = table, note
        heard = {day: np.isfinite(table.readings[table.rows_of(day)]).any(1).mean() for day in table.days}
        usable = [day for day in table.days if heard[day] >= LEAST_OF_A_DAY]
        self.test_days = tuple(usable[2:])
        if not self.test_days:
            raise DataError(
                f"{table.source} has {len(usable)} usable days; three are wanted, two of them to learn from"
            )
        asked = as_day(TEST_DAY)
        self.test_day = asked if asked in self.test_days else self.test_days[-1]
        self.training_days = tuple(day for day in usable if day < self.test_day)[-MOST_BUTTONS:]
        self.limits = _range(table)
        self.game = lru_cache(maxsize=8)(self._game)
        self._played: OrderedDict[object, Comparison] = OrderedDict()

    @property
    def name(self) -> str:
        """What to call it in a sentence."""
        return "Synthetic office" if self.table.synthetic else f"Real readings ({self.table.source})"

    def usable(self, choices: Choices) -> tuple[date, ...]:
        """The training days that lie before the test day; where none does, the two days before it."""
        before = tuple(day for day in choices.training if day < choices.test)
        return before or tuple(day for day in self.table.days if day < choices.test)[-2:]

    def _game(self, test: date, training: tuple[date, ...], epsilon: float | None) -> SensorGame:
        return sensor_game(self.table, test, training, epsilon=epsilon)

    def game_of(self, choices: Choices) -> SensorGame:
        """The game at these choices, built once."""
        return self.game(choices.test, self.usable(choices), choices.epsilon)

    def played(self, choices: Choices) -> Comparison:
        """The chosen policies on that game; a policy or a seed that was played before is not played again."""
        game = self.game_of(choices)
        key = choices.test, self.usable(choices), choices.epsilon
        wanted = {name: PLAYERS[name] for name in choices.policies}
        before = self._played.get(key)
        everyone = {**(dict(before.policies) if before else {}), **wanted}
        seeds = max(choices.seeds, before.seeds if before else 0)
        if before is None or seeds > before.seeds or len(everyone) > len(before.policies):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # a policy that rejects all its priors is told of in words
                before = compare(game.problem, everyone, seeds, already=before)
        self._played[key] = before
        self._played.move_to_end(key)
        while len(self._played) > KEPT:
            self._played.popitem(last=False)
        return first_seeds(before, choices.seeds, choices.policies).presented(
            game.unit_scale, game.table.unit, game.label
        )


def first_seeds(comparison: Comparison, seeds: int, policies: tuple[str, ...]) -> Comparison:
    """Some policies of a comparison, and its first so many seeds."""
    return replace(
        comparison,
        records={name: cut(comparison.records[name], seeds) for name in policies},
        policies={name: comparison.policies[name] for name in policies},
    )


def recorded(key: str) -> str:
    """The verdict on a claim that the real readings gave when the package was made."""
    claim = next(each for each in real_outcome()["claims"] if each["key"] == key)
    return str(claim["verdict"])


def short_day(day: date, among: tuple[date, ...]) -> str:
    """A day's name on a button: its number where all are of one month."""
    return str(day.day) if len({(each.year, each.month) for each in among}) == 1 else day_name(day)


def _range(table: SensorTable) -> tuple[float, float]:
    """The temperatures between which colours are spread: all but the rarest."""
    low, high = np.nanpercentile(table.readings, [0.2, 99.8])
    return float(np.floor(low)), float(np.ceil(high))


def first_choices(office: Office, seeds: int = 6) -> Choices:
    """The paper's settings, with fewer games than its thirty."""
    return Choices(office.test_day, office.training_days, None, seeds, tuple(PLAYERS))


def choices_of(office: Office, state: Mapping[str, Any]) -> Choices:
    """The choices in a page's state."""
    tests = {day_name(day): day for day in office.test_days}
    days = {short_day(day, office.training_days): day for day in office.training_days}
    return Choices(
        tests.get(state["test"], office.test_day),
        tuple(days[word] for word in state["training"] if word in days),
        float(state["epsilon"]) or None,
        int(state["seeds"]),
        tuple(LABELS[word] for word in state["policies"]),
    )


def clock(step: int, bin_minutes: int) -> str:
    """The time of day at which a step begins, "14:20"."""
    minutes = (step - 1) * bin_minutes
    return f"{minutes // 60:02d}:{minutes % 60:02d}"


def asked_at(played: Comparison, step: int) -> dict[str, int]:
    """The point that each policy queries in the first game at this step."""
    points = {name: int(record.points[0, step - 1]) for name, record in played.records.items()}
    return {name: point for name, point in points.items() if point >= 0}
