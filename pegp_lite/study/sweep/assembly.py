"""The cells of a sweep put together as one labelled array."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import xarray as xr

from pegp_lite.study.sweep.cells import Settings
from pegp_lite.study.sweep.swept import NOBODY, Failure, Swept


def assembled(
    cells: Sequence[Settings],
    outcomes: Sequence[Mapping[str, Any] | None],
    failed: Sequence[Failure],
    about: Mapping[str, Any],
) -> Swept:
    """A sweep from its cells' outcomes, None where a cell failed."""
    axes, names, seeds = list(cells[0]), list(about["policies"]), int(about["seeds"])
    none = {"regret": np.full((len(names), seeds), np.nan), "ran_out": np.zeros(len(names), dtype=int), "measured": {}}
    whole: list[Mapping[str, Any]] = [each or none for each in outcomes]
    data = xr.Dataset(
        {
            "regret": (("cell", "policy", "seed"), np.stack([each["regret"] for each in whole])),
            "ran_out": (("cell", "policy"), np.stack([each["ran_out"] for each in whole]).astype(np.int32)),
            **_measured([each["measured"] for each in whole], names),
        },
        {
            **{name: ("cell", _labels([cell[name] for cell in cells])) for name in axes},
            "policy": names,
            "seed": np.arange(seeds, dtype=np.int32),
        },
        {
            "axes": json.dumps(axes),
            "told": json.dumps([name for name, each in about["policies"].items() if each["told"]]),
            "made_by": json.dumps(dict(about), default=repr),
            "versions": json.dumps(
                [json.loads(each) for each in sorted({each["versions"] for each in outcomes if each})]
            ),
        },
    )
    return Swept(data, tuple(failed))


def _measured(found: Sequence[Mapping[str, Any]], policies: Sequence[str]) -> dict[str, tuple[Any, Any]]:
    """What was measured: a number or word a cell, or one for each policy."""
    columns: dict[str, tuple[Any, Any]] = {}
    for name in dict.fromkeys(name for each in found for name in each):
        values = [each.get(name) for each in found]
        if any(isinstance(value, Mapping) for value in values):
            rows = [[(value or {}).get(policy, np.nan) for policy in policies] for value in values]
            columns[name] = ("cell", "policy"), np.array(rows, dtype=float)
        elif any(isinstance(value, str) for value in values):
            columns[name] = "cell", np.array([value or NOBODY for value in values])
        else:
            columns[name] = "cell", np.array([np.nan if value is None else value for value in values], dtype=float)
    return columns


def _labels(values: Sequence[Any]) -> Any:
    """A coordinate a file can hold: numbers as they are, everything else in words."""
    if all(isinstance(value, int | float | np.number) and not isinstance(value, bool) for value in values):
        return np.array(values)
    return np.array([value if isinstance(value, str) else repr(value) for value in values])
