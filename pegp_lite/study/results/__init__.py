"""A comparison on disk: saved piece by piece while it is played, loaded, and continued.

A folder holds `settings.json`, which says what made the result, and under `records` one file for each finished
piece: some seeds of one policy. A file is put in place in one step, so what is there is whole, whenever a run stops.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from os import PathLike
from pathlib import Path
from typing import Any

from pegp_lite.bandit.play import play
from pegp_lite.bandit.players import as_data, from_data
from pegp_lite.bandit.policies import Policy
from pegp_lite.bandit.record import cut, join
from pegp_lite.checks import as_count
from pegp_lite.problems.problem import Problem
from pegp_lite.study.compare import Comparison, Progress, missing, named, together
from pegp_lite.study.results.piece_files import ResultError, pieces, read_record, write_piece
from pegp_lite.study.results.versions import versions
from pegp_lite.writing import write_atomically

__all__ = ["Result", "ResultError", "load", "run", "save"]

FORMAT = 1


@dataclass(frozen=True, eq=False)
class Result:
    """A saved `comparison` and the `settings` that made it (game, arguments, seed, versions, date).

    >>> from pegp_lite import Random, compare
    >>> from pegp_lite.problems.toy import toy
    >>> from pegp_lite.study.results import load, save
    >>> found = load(save(compare(toy(T=5), [Random()], seeds=3), "result"))
    >>> found.comparison.seed, found.settings["n_points"]
    (0, 361)
    """

    comparison: Comparison
    settings: Mapping[str, Any]


def save(comparison: Comparison, folder: str | PathLike[str], made_by: Mapping[str, Any] | None = None) -> Path:
    """Write a finished `comparison` into a `folder`; `made_by`: words and numbers on how it was made, kept with it.

    >>> from pegp_lite import Random, compare
    >>> from pegp_lite.problems.toy import toy
    >>> from pegp_lite.study.results import save
    >>> place = save(compare(toy(T=5), [Random()], seeds=3), "saved", {"made for": "the seminar"})
    >>> sorted(path.name for path in place.iterdir())
    ['records', 'settings.json']
    """
    place, settings = Path(folder), _settings(comparison, made_by or {})
    if (place / "settings.json").exists():
        settings["policies"] = _check_same(place, settings) | settings["policies"]
    _open(place, settings)
    for name, record in comparison.records.items():
        written = write_piece(place, name, 0, record)
        for old in pieces(place, name):
            if old != written:
                old.unlink()
    return place


def load(folder: str | PathLike[str]) -> Result:
    """Read the comparison in `folder`, also of a run that was stopped: the seeds that all its policies finished.

    >>> from pegp_lite import Random, compare
    >>> from pegp_lite.problems.toy import toy
    >>> place = save(compare(toy(T=5), [Random()], seeds=3), "kept", {"game": "toy"})
    >>> found = load(place)
    >>> found.settings["made_by"], found.comparison.records["Random"].points.shape
    ({'game': 'toy'}, (3, 5))
    """
    place = Path(folder)
    settings = _read_settings(place)
    policies = _policies(settings)
    records = {name: record for name in policies if (record := read_record(place, name)) is not None}
    if not records:
        raise ResultError(f"{place} holds settings but no finished piece of a run; start the run again")
    seeds = min(len(record.points) for record in records.values())
    comparison = Comparison(
        {name: cut(record, seeds) for name, record in records.items()},
        {name: policies[name] for name in records},
        tuple(settings["prior_names"]),
        settings["true_prior"],
        settings["n_points"],
        settings["seed"],
        settings["fingerprint"],
        settings["scale"],
        settings["unit"],
        settings["title"],
        settings.get("ties", "random"),
    )
    return Result(comparison, settings)


def run(
    folder: str | PathLike[str],
    problem: Problem,
    policies: Any,
    seeds: int,
    seed: int = 0,
    *,
    made_by: Mapping[str, Any] | None = None,
    presented: tuple[float, str, str] = (1.0, "", ""),
    progress: Progress | None = None,
) -> Comparison:
    """Play what `folder` does not hold yet, writing each piece as it is finished; returns what was asked for.

    A folder with another game, seed or other settings of a policy is refused and left as it is. `made_by` is as in
    `save`, and `problem`, `policies`, `seeds`, `seed` and `progress` are as in `compare`. `presented`: scale, unit and
    title of the comparison.

    >>> from pegp_lite import Random
    >>> from pegp_lite.problems.toy import toy
    >>> from pegp_lite.study.results import run
    >>> _ = run("kept_on", toy(T=5), [Random()], seeds=3)
    >>> run("kept_on", toy(T=5), [Random()], seeds=4).records["Random"].points.shape  # plays the fourth alone
    (4, 5)
    """
    place, rivals, seeds = Path(folder), named(policies), as_count("seeds", seeds)
    empty = together(problem, rivals, {}, seed).presented(*presented)
    settings = _settings(empty, made_by or {})
    if (place / "settings.json").exists():
        settings["policies"] = _check_same(place, settings) | settings["policies"]
    _open(place, settings)
    have = {name: record for name in rivals if (record := read_record(place, name)) is not None}
    todo = list(missing(rivals, {name: len(record.points) for name, record in have.items()}, seeds))
    for done, (name, first, last) in enumerate(todo):
        if progress is not None:
            progress(done, len(todo), name)
        record = play(problem, rivals[name], last - first, seed=seed, first=first)
        write_piece(place, name, first, record)
        have[name] = join([have[name], record]) if name in have else record
    if progress is not None and todo:
        progress(len(todo), len(todo), "")
    records = {name: cut(have[name], seeds) for name in rivals}
    return together(problem, rivals, records, seed).presented(*presented)


def _settings(comparison: Comparison, made_by: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "made": datetime.now(UTC).isoformat(timespec="seconds"),
        "made_by": dict(made_by),
        "versions": versions(),
        "seed": comparison.seed,
        "policies": {name: as_data(policy) for name, policy in comparison.policies.items()},
        "prior_names": list(comparison.prior_names),
        "true_prior": comparison.true_prior,
        "n_points": comparison.n_points,
        "fingerprint": comparison.fingerprint,
        "scale": comparison.scale,
        "unit": comparison.unit,
        "title": comparison.title,
        "ties": comparison.ties,
    }


def _open(place: Path, settings: Mapping[str, Any]) -> None:
    """Make the folder and write the settings, unless it is somebody else's."""
    if place.exists() and not place.is_dir():
        raise ResultError(f"{place} is a file; a folder for results was wanted")
    if place.is_dir() and any(place.iterdir()) and not (place / "settings.json").exists():
        raise ResultError(f"{place} holds other files and no result; give an empty or a new folder")
    text = json.dumps(settings, indent=1, ensure_ascii=False) + "\n"
    write_atomically(place / "settings.json", text.encode())


def _check_same(place: Path, settings: Mapping[str, Any]) -> dict[str, Any]:
    """The policies an existing folder knows; refuses one that holds another game."""
    there = _read_settings(place)
    if there["seed"] != settings["seed"]:
        raise ResultError(f"{place} was played with seed {there['seed']}, not {settings['seed']}; give another folder")
    if there.get("ties", "random") != settings["ties"]:
        raise ResultError(f"{place} was played with ties {there.get('ties', 'random')}; give another folder")
    if there["fingerprint"] != settings["fingerprint"]:
        raise ResultError(f"{place} holds another game (other data or settings); give another folder")
    for name in there["policies"].keys() & settings["policies"].keys():
        if there["policies"][name] != settings["policies"][name]:
            found = ", ".join(f"{key} {value}" for key, value in there["policies"][name].items())
            raise ResultError(f"{place} holds {name} with other settings ({found}); give another folder")
    known: dict[str, Any] = there["policies"]
    return known


def _read_settings(place: Path) -> dict[str, Any]:
    path = place / "settings.json"
    try:
        settings: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ResultError(f"{place} holds no result: there is no {path.name} in it") from None
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise ResultError(f"{path} cannot be read ({error})") from None
    if not isinstance(settings, dict) or settings.get("format") != FORMAT:
        raise ResultError(f"{path} is not of this version's form ({FORMAT})")
    return settings


def _policies(settings: Mapping[str, Any]) -> dict[str, Policy]:
    found = {}
    for name, given in settings["policies"].items():
        try:
            found[name] = from_data(given)
        except ValueError as error:
            raise ResultError(f"policy {name!r} cannot be read: {error}") from None
    return found
