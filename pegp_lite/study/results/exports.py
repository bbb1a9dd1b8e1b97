"""A comparison for other programs and for people: CSV, JSON, a table for the terminal, figures."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from pegp_lite.shown import shown
from pegp_lite.study.compare import Comparison
from pegp_lite.study.statistics import difference, eliminations
from pegp_lite.writing import write_atomically


def write_tables(comparison: Comparison, folder: Path, settings: Mapping[str, Any]) -> list[Path]:
    """Write `regret.csv`, `priors.csv`, `seeds.csv`, `queries.csv` and `summary.json`; every row says what data it is
    from. Points have names and steps a time of day where the settings' `made_by` knows them."""
    made_by = settings.get("made_by", {})
    tables = {
        "regret.csv": _csv(regret_rows(comparison)),
        "priors.csv": _csv(prior_rows(comparison)),
        "seeds.csv": _csv(seed_rows(comparison)),
        "queries.csv": _csv(query_rows(comparison, made_by)),
        "summary.json": json.dumps(summary(comparison) | {"settings": dict(settings)}, indent=1) + "\n",
    }
    for name, text in tables.items():
        write_atomically(folder / name, text.encode())
    return [folder / name for name in tables]


def regret_rows(comparison: Comparison) -> Iterable[dict[str, Any]]:
    """Per policy and step: cumulative and average regret, mean and standard error over the seeds."""
    for name in comparison.records:
        total, average = comparison.curve(name), comparison.curve(name, "average")
        for t in range(comparison.n_steps):
            yield {
                "data": comparison.title,
                "policy": comparison.label(name),
                "step": t + 1,
                "cumulative_mean": _number(total.mean[t]),
                "cumulative_error": _number(total.error[t]),
                "average_mean": _number(average.mean[t]),
                "average_error": _number(average.error[t]),
                "seeds": int(total.seeds[t]),
            }


def prior_rows(comparison: Comparison) -> Iterable[dict[str, Any]]:
    """Per policy and prior: share of the steps, share of seeds that rejected it, median step of that."""
    for name, record in comparison.records.items():
        shares, gone = comparison.shares(name), eliminations(record)
        for p, prior in enumerate(comparison.prior_names):
            yield {
                "data": comparison.title,
                "policy": comparison.label(name),
                "prior": prior,
                "is_true": "" if comparison.true_prior is None else int(p == comparison.true_prior),
                "share": _number(shares[p]),
                "eliminated": _number(gone.share[p]),
                "median_step": _number(gone.median_step[p]),
            }


def seed_rows(comparison: Comparison) -> Iterable[dict[str, Any]]:
    """Per policy and seed: the cumulative regret at the end."""
    for name in comparison.records:
        for s, value in enumerate(comparison.regret(name)[:, -1]):
            row = {"data": comparison.title, "policy": comparison.label(name), "seed": s}
            yield row | {"cumulative_regret": _number(value)}


def query_rows(comparison: Comparison, made_by: Mapping[str, Any]) -> Iterable[dict[str, Any]]:
    """Per policy, seed and step: who was asked, at what time, what was read, whom the policy trusted.

    `made_by` may hold `sensors`, the points' names; `first_step` and `step_minutes`; `unit_offset` of the readings.
    """
    names, offset = made_by.get("sensors"), made_by.get("unit_offset", 0.0)
    clock = [""] * comparison.n_steps
    if "first_step" in made_by:
        minutes = np.arange(comparison.n_steps) * np.timedelta64(made_by["step_minutes"], "m")
        clock = [str(time).replace("T", " ") for time in np.datetime64(made_by["first_step"], "m") + minutes]
    for name, record in comparison.records.items():
        label, seen = comparison.label(name), record.observations * comparison.scale + offset
        for s, t in np.argwhere(record.points >= 0).tolist():
            point, prior = int(record.points[s, t]), int(record.chosen_priors[s, t])
            yield {
                "data": comparison.title,
                "policy": label,
                "seed": s,
                "step": t + 1,
                "time": clock[t],
                "point": point,
                "name": names[point] if names else "",
                "value": _number(seen[s, t]),
                "trusted": comparison.prior_names[prior] if prior >= 0 else "",
                "regret": _number(record.regret[s, t] * comparison.scale),
            }


def summary(comparison: Comparison) -> dict[str, Any]:
    """Where each policy ended, and how far from the first one, paired by seed with a 95% interval."""
    first, *_ = comparison.records
    ends = {name: comparison.regret(name)[:, -1] for name in comparison.records}
    policies = {}
    for name in comparison.records:
        curve, apart = comparison.curve(name), difference(ends[name], ends[first])
        policies[comparison.label(name)] = {
            "cumulative_regret": _number(curve.mean[-1]),
            "error": _number(curve.error[-1]),
            "average_regret": _number(curve.mean[-1] / comparison.n_steps),
            f"minus_{comparison.label(first)}": [_number(each) for each in (apart.mean, apart.low, apart.high)],
            "exhausted_seeds": int((comparison[name].exhausted_at > 0).sum()),
        }
    return {
        "data": comparison.title,
        "unit": comparison.unit,
        "seeds": comparison.seeds,
        "steps": comparison.n_steps,
        "policies": policies,
    }


def as_text(comparison: Comparison) -> str:
    """The summary as a table for the terminal."""
    found = summary(comparison)
    first = next(iter(found["policies"]))
    unit = f" ({comparison.unit})" if comparison.unit else ""
    lines = [
        f"{comparison.title}: {comparison.seeds} seeds, {comparison.n_steps} steps, "
        f"{len(comparison.prior_names)} priors, {comparison.n_points} points",
        "",
        f"{'policy':24s} {'regret' + unit:>18s} {'a step':>8s}   {'minus ' + first + ', 95%':26s}  trusted most",
    ]
    for name in comparison.records:
        row = found["policies"][comparison.label(name)]
        regret = f"{shown(row['cumulative_regret'])} +- {shown(row['error'], 2)}"
        average = shown(row["average_regret"])
        mean, low, high = row[f"minus_{first}"]
        apart = "" if comparison.label(name) == first else f"{shown(mean)} [{shown(low)}, {shown(high)}]"
        lines.append(
            f"{comparison.label(name):24s} {regret:>18s} {average:>8s}   {apart:26s}  {_trusted(comparison, name)}"
        )
        if row["exhausted_seeds"]:
            lines.append(f"{'':24s} ran out of priors in {row['exhausted_seeds']} seeds, which stop there")
    return "\n".join(lines) + "\n"


def _trusted(comparison: Comparison, name: str) -> str:
    shares = comparison.shares(name)
    if not np.isfinite(shares).all():
        return "no single prior"
    top = np.argsort(-shares, kind="stable")[:2]
    return ", ".join(f"{comparison.prior_names[p]} {shares[p]:.0%}" for p in top if shares[p] >= 0.005)


def _csv(rows: Iterable[Mapping[str, Any]]) -> str:
    found = list(rows)
    out = io.StringIO()
    writer = csv.DictWriter(out, list(found[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(found)
    return out.getvalue()


def _number(value: Any) -> float | None:
    """Six digits; None (an empty cell, JSON's null) where there is no number."""
    return float(f"{float(value):.6g}") if np.isfinite(value) else None
