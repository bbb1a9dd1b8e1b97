"""What the commands of a campaign do: each opens the file, changes it and says what came of it."""

from __future__ import annotations

import json
import math
import sys
import tomllib
from argparse import Namespace
from pathlib import Path
from typing import Any

from pegp_lite.cli.csv_options import NAMES, csv_options
from pegp_lite.cli.games import SHORT
from pegp_lite.problems import opinions
from pegp_lite.problems.sensors.reading import read_table
from pegp_lite.shown import shown
from pegp_lite.study.ongoing import Skipped, begin, ongoing, undo
from pegp_lite.theory import not_covered


def new(options: Namespace) -> int:
    """Begin a campaign."""
    if (options.days is None) == (options.experts is None):
        raise ValueError("experts are wanted from one place: give --days FILE.csv or --experts FILE.toml")
    found = _past(options) if options.experts is None else _recipe(options)
    _, kind, settings = SHORT[options.policy]
    begin(options.file, found, kind(delta=options.delta, **settings), options.seed, options.on_exhausted)
    step = f", a step is {found.step_minutes} min" if found.step_minutes else ""
    print(f"{options.file}: {len(found.points)} points ({_few(found.points)}), {len(found.priors)} experts "
          f"({_few([prior.name for prior in found.priors])}){step}; "
          f"noise {_with_unit(found.noise_std * found.scale, found.unit)}.")  # fmt: skip
    for sentence in not_covered(found.priors, None, found.noise_std):
        print(f"- {sentence}")
    print(f"Now: pegp campaign ask {options.file}")
    return 0


def ask(options: Namespace) -> int:
    """Say where to measure."""
    with ongoing(options.file) as campaign:
        asked, unit = campaign.ask(options.open, options.closed), campaign.opinions.unit
    if options.json:
        return _print_json(asked._asdict() | {"unit": unit})
    print(f"Step {asked.step}: measure at {asked.label}.")
    if asked.prior is not None and math.isfinite(asked.mean):
        expects, most = _with_unit(asked.mean, unit), _with_unit(asked.upper, unit)
        print(f'"{asked.prior}" expects {expects} there, give or take {shown(asked.std)}, and at most {most}.')
    return 0


def tell(options: Namespace) -> int:
    """Tell what was measured."""
    with ongoing(options.file) as campaign:
        told = campaign.tell(options.value, options.at)
        last, alive = campaign.measured[-1], campaign.campaign.alive
        unit, far = campaign.opinions.unit, campaign.far(last.value, last.label)
    if options.json:
        return _print_json(told._asdict() | {"step": last.step, "label": last.label, "alive": alive, "far": far})
    print(f"Step {last.step}: {f'{last.value:g} {unit}'.strip()} at {last.label}.")
    gone = f"Rejected: {', '.join(told.rejected)}. " if told.rejected else ""
    print(f"{gone}{len(alive)} of {len(campaign.opinions.priors)} experts are believed: {_few(alive)}.")
    if far:
        print(f"No expert held such a value possible there. If it is a slip: pegp campaign undo {options.file}")
    return 0


def skip(options: Namespace) -> int:
    """Let time pass."""
    with ongoing(options.file) as campaign:
        campaign.skip(options.steps)
        t = campaign.campaign.t
    if options.json:
        return _print_json({"step": t})
    print(f"Now at step {t}.")
    return 0


def take_back(options: Namespace) -> int:
    """Take back the last question, value or skip."""
    taken = undo(options.file)
    if options.json:
        return _print_json(None if taken is None else vars(taken))
    if isinstance(taken, Skipped):
        what = f"{taken.steps:,} step{'s' * (taken.steps > 1)} without a measurement"
    else:
        what = "the question at this step" if taken is None else f"{taken.value:g} at {taken.label}, step {taken.step}"
    print(f"Taken back: {what}.")
    if taken is not None:
        print(f"Now at step {taken.step} again: pegp campaign ask {options.file}")
    return 0


def status(options: Namespace) -> int:
    """Say how each expert stands."""
    with ongoing(options.file) as campaign:
        standings, measured, t = campaign.status(), campaign.measured, campaign.campaign.t
        unit, asked = campaign.opinions.unit, campaign.waiting
    if options.json:
        experts = [each._asdict() for each in standings]
        told = [vars(each) for each in measured]
        return _print_json({"step": t, "asked": asked, "unit": unit, "experts": experts, "measured": told})
    print(f"Step {t}, {len(measured)} measurement{'s' * (len(measured) != 1)}, from {campaign.opinions.source}.")
    if asked is not None:
        print(f"Asked for and not told yet: {asked}.")
    for each in measured[-5:]:
        print(f"  step {each.step}: {f'{each.value:g} {unit}'.strip()} at {each.label}")
    if measured:
        best = max(measured, key=lambda each: each.value)
        print(f"Highest so far: {f'{best.value:g} {unit}'.strip()} at {best.label}, step {best.step}.")
    print(f"\n{standings}")
    return 0


def _past(options: Namespace) -> opinions.Opinions:
    found = read_table(Path(options.days), csv_options(options))
    for sentence in found.understanding.sentences():
        print(sentence, file=sys.stderr)
    given = {name: getattr(options, name) for name in ("mean", "noise", "epsilon", "min_coverage")}
    return opinions.from_days(found.table, options.training_days, **{k: v for k, v in given.items() if v is not None})


def _recipe(options: Namespace) -> opinions.Opinions:
    for name in ("training_days", "mean", "noise", "epsilon", "min_coverage", *NAMES):
        if getattr(options, name) is not None:
            raise ValueError(f"--{name.replace('_', '-')} is for past days; with --experts the file says it")
    path = Path(options.experts)
    try:
        text = path.read_text(encoding="utf-8")
        given = json.loads(text) if path.suffix.lower() == ".json" else tomllib.loads(text)
    except (UnicodeDecodeError, json.JSONDecodeError, tomllib.TOMLDecodeError) as error:
        raise ValueError(
            f"{path} cannot be read as {'JSON' if path.suffix.lower() == '.json' else 'TOML'}: {error}"
        ) from None
    return opinions.from_recipe(given, path.name)


def _print_json(answer: Any) -> int:
    print(json.dumps(_plain(answer), ensure_ascii=False))
    return 0


def _plain(answer: Any) -> Any:
    """With null in place of what is no number, which JSON cannot say."""
    if isinstance(answer, dict):
        return {name: _plain(value) for name, value in answer.items()}
    if isinstance(answer, list | tuple):
        return [_plain(value) for value in answer]
    return None if isinstance(answer, float) and not math.isfinite(answer) else answer


def _with_unit(value: float, unit: str) -> str:
    return f"{shown(value)} {unit}".strip()


def _few(names: Any) -> str:
    return ", ".join(names[:8]) + (f" and {len(names) - 8} more" if len(names) > 8 else "")
