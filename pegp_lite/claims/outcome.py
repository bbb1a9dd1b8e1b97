"""The outcome of the run on the real readings, kept as data: regrets, shares and verdicts, but no reading."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from pegp_lite.claims.entries import Entry
from pegp_lite.claims.formats import entry_as_dict
from pegp_lite.problems import SensorGame
from pegp_lite.study.compare import Comparison
from pegp_lite.study.results.versions import versions
from pegp_lite.writing import write_atomically

NAME = "intel_outcome.json"
DIGITS = 4


@cache
def real_outcome() -> dict[str, Any]:
    """What the real readings gave, as recorded when the package was made.

    `policies` hold the average regret up to each step in C, mean and standard error over the seeds; `shares` each
    policy's share of steps on each day's prior; `claims` the verdicts on claims 6 to 11; `settings`, `data` and
    `versions` what made them.

    >>> from pegp_lite.claims import real_outcome
    >>> list(real_outcome()["policies"])
    ['PriorElimination', 'MaximumLikelihood', 'FullyBayesian', 'RegretBalancing', 'Random']
    """
    found: dict[str, Any] = json.loads((files("pegp_lite") / "data" / NAME).read_text(encoding="utf-8"))
    return found


def outcome_of(game: SensorGame, played: Comparison, entries: Sequence[Entry], day: str) -> dict[str, Any]:
    """The record of a run on real readings, ready to be written; `day` is the date it was made."""
    if game.synthetic:
        raise ValueError("the outcome on record must come from real readings; these are synthetic")
    curves = {name: played.curve(name, "average") for name in played.records}
    trusting = [name for name in played.records if np.isfinite(played.shares(name)).all()]
    return {
        "what": "average regret up to each step, mean and standard error over the seeds",
        "unit": played.unit,
        "made": day,
        "versions": versions(),
        "data": {"source": game.table.source, "sha256": game.table.checksum},
        "settings": {
            "game": "pegp_lite.problems.sensors.intel with its defaults",
            "test_day": str(game.test_day),
            "training_days": [str(each) for each in game.training_days],
            "sensors": list(game.sensors),
            "bin_minutes": game.table.bin_minutes,
            "noise_std": game.problem.noise_std,
            "epsilons": _rounded(game.epsilons),
            "delta": next(iter(played.policies.values())).delta,
            "seeds": played.seeds,
            "seed": played.seed,
        },
        "policies": {
            name: {"mean": _rounded(curve.mean), "error": _rounded(curve.error)} for name, curve in curves.items()
        },
        "shares": {
            name: dict(zip(played.prior_names, _rounded(played.shares(name)), strict=True)) for name in trusting
        },
        "claims": [entry_as_dict(entry) for entry in entries],
    }


def write_outcome(outcome: dict[str, Any], path: str | PathLike[str]) -> Path:
    """Write the record to `path`, which the package reads where it is its own `data/intel_outcome.json`."""
    place = Path(path)
    write_atomically(place, (json.dumps(outcome, indent=1, ensure_ascii=False) + "\n").encode())
    real_outcome.cache_clear()
    return place


def _rounded(numbers: Any) -> list[float]:
    return [round(float(number), DIGITS) for number in np.ravel(numbers)]
