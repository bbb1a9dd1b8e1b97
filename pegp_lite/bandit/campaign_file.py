"""A campaign on disk: what happened, a line a measurement, and by what numbers its priors are known again."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from pegp_lite.gp.priors import Prior
from pegp_lite.writing import write_atomically

FORMAT = 1
KEYS = ("format", "policy", "priors", "noise_std", "points", "seed", "ties", "on_exhausted", "true_prior")
LISTS = ("priors", "points", "happened")  # written a line an entry
LOOKED_AT = 64  # columns of a large covariance, and steps of a mean, that are looked at
SAME = 1e-6


class CampaignError(ValueError):
    """A file that does not hold a campaign, or holds one of other priors; the message says which."""


def write(path: Path, kept: Mapping[str, Any]) -> Path:
    """Write a campaign, whole or not at all; returns the path."""
    parts = []
    for word, value in {"format": FORMAT, **kept}.items():
        if word in LISTS and value:
            inner = ",\n".join(f"  {json.dumps(each, ensure_ascii=False)}" for each in value)
            parts.append(f"{json.dumps(word)}: [\n{inner}\n ]")
        else:
            parts.append(f"{json.dumps(word)}: {json.dumps(value, ensure_ascii=False)}")
    write_atomically(path, ("{\n " + ",\n ".join(parts) + "\n}\n").encode())
    return path


def read(path: Path) -> dict[str, Any]:
    """Read what `write` wrote; CampaignError says what is wrong with the file."""
    try:
        kept = json.loads(path.read_text(encoding="utf-8-sig"))  # editors on Windows leave a mark at the start
    except FileNotFoundError:
        raise CampaignError(f"there is no file {path}") from None
    except (OSError, UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise CampaignError(f"{path} cannot be read as a campaign ({error})") from None
    if not isinstance(kept, dict) or kept.get("format") != FORMAT:
        raise CampaignError(f"{path} does not hold a campaign of this version's form ({FORMAT})")
    lacking = [word for word in (*KEYS, "t", "asked", "happened") if word not in kept]
    if lacking:
        raise CampaignError(f"{path} is not a whole campaign: it lacks {', '.join(lacking)}")
    return kept


def known_by(prior: Prior) -> dict[str, Any]:
    """A prior's name, its epsilon and weighted sums over its mean and covariance.

    Sums and not a checksum: the same kernel computed on another machine may differ in its last bits.
    """
    n = prior.n_points
    weights, others = 1 + 0.5 * np.cos(np.arange(n)), 1 + 0.5 * np.sin(np.arange(n) + 1)
    looked_at = np.arange(n) if n <= 16 * LOOKED_AT else np.linspace(0, n - 1, LOOKED_AT).astype(np.int64)
    means = np.atleast_2d(prior.mean_over(LOOKED_AT) if prior.n_mean_steps is None else prior.mean)
    over_time = 1 + 0.5 * np.cos(np.arange(len(means)))
    sums = {
        "mean": float(over_time @ means @ weights),
        "covariance": float(others[looked_at] @ (prior.columns(looked_at) @ weights)),
    }
    return {"name": prior.name, "epsilon": prior.epsilon, "points": n, **sums}


def check_same_priors(path: Path, kept: Sequence[Mapping[str, Any]], priors: Sequence[Prior]) -> None:
    """Refuse other priors than those a campaign was begun with, saying which differ."""
    ours = {prior.name: known_by(prior) for prior in priors}
    theirs = {str(each["name"]): each for each in kept}
    wrong = [f'"{name}" is missing' for name in theirs if name not in ours]
    wrong += [f'"{name}" was not in it' for name in ours if name not in theirs]
    for name in theirs.keys() & ours.keys():
        differ = [word for word in ours[name] if not _alike(ours[name][word], theirs[name].get(word))]
        if differ:
            wrong.append(f'"{name}" has another {" and ".join(differ)}')
    if not wrong and list(ours) != list(theirs):
        wrong.append(f"they stand in another order ({', '.join(theirs)})")
    if wrong:
        raise CampaignError(f"{path} is a campaign with other priors: {'; '.join(sorted(wrong))}")


def _alike(one: Any, other: Any) -> bool:
    if isinstance(one, float) and isinstance(other, int | float):
        return abs(one - other) <= SAME * (abs(one) + abs(other)) + 1e-12
    return bool(one == other)
