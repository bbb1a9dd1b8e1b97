"""From a command's options to a game: which options belong to which game, and the game they make."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pegp_lite.bandit.policies import (
    FullyBayesian,
    KnownPrior,
    MaximumLikelihood,
    Policy,
    PriorElimination,
    Random,
    RegretBalancing,
)
from pegp_lite.problems import SensorGame, SensorTable, intel, sensor_game, toy
from pegp_lite.problems.problem import Problem
from pegp_lite.problems.sensors.sources import office_table

# Option's name -> the parameter it sets.
TOY = {
    **{"true_prior": "true_prior", "steps": "T", "noise": "noise_std", "epsilon": "epsilon", "tall": "tall"},
    **{"hills": "hills", "width": "width", "l": "l", "points": "points", "mask": "mask", "mask_width": "mask_width"},
}
SENSORS = {
    **{"test_day": "test_day", "training_days": "training_days", "steps": "steps", "noise": "noise_std"},
    **{"epsilon": "epsilon", "min_coverage": "min_coverage", "only_measured": "only_measured"},
}
READING = ("data", "bin_minutes", "unit")
SHORT: Mapping[str, tuple[str, type[Policy], Mapping[str, Any]]] = {
    "pe": ("PriorElimination", PriorElimination, {}),
    "mle": ("MaximumLikelihood", MaximumLikelihood, {}),
    "bayes": ("FullyBayesian", FullyBayesian, {}),
    "rb": ("RegretBalancing", RegretBalancing, {}),
    "rb-upper": ("regret balancing, upper", RegretBalancing, {"rule": "upper"}),
    "known": ("KnownPrior", KnownPrior, {}),
    "random": ("Random", Random, {}),
}


@dataclass(frozen=True, eq=False)
class Built:
    """A game ready to be played, how to read its regret, and what made it."""

    problem: Problem
    scale: float
    unit: str
    title: str
    made_by: dict[str, Any]
    notes: tuple[str, ...] = ()

    @property
    def presented(self) -> tuple[float, str, str]:
        """Scale, unit and title, for a comparison."""
        return self.scale, self.unit, self.title


def build(options: Namespace) -> Built:
    """The game that the options of `run` ask for."""
    if options.game == "toy":
        _refuse(options, {*SENSORS, *READING} - {*TOY}, "the toy")
        given = _given(options, TOY)
        problem = toy(**given, seeds=options.seeds, seed=options.seed)
        return Built(problem, 1.0, "", "toy", {"game": "toy", **given})
    given = _given(options, SENSORS)
    if options.game == "intel":
        _refuse(options, {*TOY} - {*SENSORS}, "the Intel readings")
        table = office_table(options.data, options.bin_minutes)
        return _sensors(intel(table, **given), {"game": "intel", **given})
    _refuse(options, {*TOY, "data"} - {*SENSORS}, "a table of sensors")
    path = Path(options.game)
    if not path.exists():
        raise ValueError(f'"{options.game}" is neither toy nor intel, and there is no such file')
    table = SensorTable.read(path, options.bin_minutes, **({"unit": options.unit} if options.unit else {}))
    return _sensors(sensor_game(table, **given), {"game": path.name, **given})


def chosen_policies(text: str | None, delta: float, problem: Problem) -> dict[str, Policy]:
    """The policies named, with commas between; all that can play where none is."""
    names = [name.strip() for name in text.split(",")] if text else [n for n in SHORT if n != "rb-upper"]
    unknown = [name for name in names if name not in SHORT]
    if unknown:
        raise ValueError(f"policies are {', '.join(SHORT)}; got {', '.join(map(repr, unknown))}")
    if not text and problem.true_prior is None:
        names.remove("known")
    found = {}
    for name in names:
        label, kind, settings = SHORT[name]
        if kind.needs_true_prior and problem.true_prior is None:
            raise ValueError(f'policy "{name}" must be told the true prior, and here nobody knows it')
        found[label] = kind(delta=delta, **settings)
    return found


def _sensors(game: SensorGame, made_by: dict[str, Any]) -> Built:
    notes = game.notes if game.table.report is None else (game.table.report.sentence(), *game.notes)
    made_by |= {"source": game.table.source, "sha256": game.table.checksum, "synthetic": game.synthetic}
    return Built(game.problem, game.unit_scale, game.table.unit, game.label, made_by, notes)


def _given(options: Namespace, names: Mapping[str, str]) -> dict[str, Any]:
    return {p: value for name, p in names.items() if (value := getattr(options, name)) not in (None, False)}


def _refuse(options: Namespace, names: set[str], what: str) -> None:
    """An option that would change nothing is a misunderstanding: say so."""
    wrong = sorted(name for name in names if getattr(options, name) not in (None, False))
    if wrong:
        raise ValueError(f"{what} has no --{wrong[0].replace('_', '-')}; see python -m pegp_lite run --help")
