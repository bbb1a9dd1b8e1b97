"""From a command's options to a game: which options belong to which game, and the game they make."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from inspect import signature
from pathlib import Path
from typing import Any

import numpy as np

from pegp_lite.bandit.policies import (
    FullyBayesian,
    KnownPrior,
    MaximumLikelihood,
    Policy,
    PriorElimination,
    Random,
    RegretBalancing,
)
from pegp_lite.cli.csv_options import NAMES, csv_options
from pegp_lite.problems import SensorGame, intel, sensor_game, toy
from pegp_lite.problems.problem import Problem
from pegp_lite.problems.sensors.cautions import cautions
from pegp_lite.problems.sensors.reading import read_table
from pegp_lite.problems.sensors.sources import office_table
from pegp_lite.theory import not_covered

# Option's name -> the parameter it sets.
TOY = {
    **{"true_prior": "true_prior", "steps": "T", "noise": "noise_std", "epsilon": "epsilon", "tall": "tall"},
    **{"hills": "hills", "width": "width", "l": "l", "points": "points", "mask": "mask", "mask_width": "mask_width"},
}
SENSORS = {
    **{"test_day": "test_day", "training_days": "training_days", "steps": "steps", "noise": "noise_std"},
    **{"epsilon": "epsilon", "min_coverage": "min_coverage", "only_measured": "only_measured", "mean": "mean"},
}
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
    """A game ready to be played, how to read its regret, and what made it; `notes` say what was understood."""

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
        _refuse(options, {*SENSORS, *NAMES, "data"} - {*TOY}, "the toy")
        given = _given(options, TOY)
        problem = toy(**given, seeds=options.seeds, seed=options.seed)
        made_by = {"game": "toy", "seeds": options.seeds, **_settings(toy, given), "not_covered": not_covered(problem)}
        return Built(problem, 1.0, "", "toy", made_by)
    given = _given(options, SENSORS)
    if options.game == "intel":
        _refuse(options, {*TOY, *NAMES} - {*SENSORS, "bin_minutes"}, "the Intel readings")
        game = intel(office_table(options.data, options.bin_minutes), **given)
        return _sensors(options, game, _settings(intel, given), ())
    _refuse(options, {*TOY, "data"} - {*SENSORS}, "a table of sensors")
    path = Path(options.game)
    if not path.exists():
        raise ValueError(f'"{options.game}" is neither toy nor intel, and there is no such file')
    found = read_table(path, csv_options(options))
    read = {"read": asdict(found.options), "understood": found.understanding.as_dict()}
    settings, facts = _settings(sensor_game, given) | read, found.understanding.facts()
    return _sensors(options, sensor_game(found.table, **given), settings, facts)


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


def _sensors(options: Namespace, game: SensorGame, settings: dict[str, Any], facts: tuple[str, ...]) -> Built:
    counted = () if game.table.report is None else (game.table.report.sentence(),)
    made_by = {
        **{"game": Path(options.game).name, "seeds": options.seeds},
        **settings,
        "test_day": str(game.test_day),
        "training_days": [str(day) for day in game.training_days],
        "epsilons": np.round(game.epsilons, 12).tolist(),
        **{"source": game.table.source, "sha256": game.table.checksum, "synthetic": game.synthetic},
        "sensors": list(game.sensors),
        "first_step": str(game.test_day),
        "step_minutes": game.table.bin_minutes,
        "unit_offset": game.unit_offset,
        "not_covered": [*not_covered(game.problem), *cautions(game)],
    }
    return Built(game.problem, game.unit_scale, game.table.unit, game.label, made_by, (*facts, *counted, *game.notes))


def _settings(function: Callable[..., Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Every setting of a game that has a default, with the value it has here."""
    known = signature(function).parameters.values()
    defaults = {each.name: each.default for each in known if each.default is not each.empty}
    return {name: value for name, value in {**defaults, **given}.items() if name not in ("seed", "seeds", "table")}


def _given(options: Namespace, names: Mapping[str, str]) -> dict[str, Any]:
    return {p: value for name, p in names.items() if (value := getattr(options, name)) not in (None, False)}


def _refuse(options: Namespace, names: set[str], what: str) -> None:
    """An option that would change nothing is a misunderstanding: say so."""
    wrong = sorted(name for name in names if getattr(options, name) not in (None, False))
    if wrong:
        raise ValueError(f"{what} has no --{wrong[0].replace('_', '-')}; see pegp run --help")
