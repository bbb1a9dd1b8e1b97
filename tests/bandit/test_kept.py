"""The records of the first engine at the defaults of the paper's two games: what a change of shape must not change."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pegp_lite import Problem, RegretBalancing, play
from pegp_lite.problems import intel, synthetic_office, toy
from pegp_lite.study.compare import all_policies, compare

KEPT = Path(__file__).parent / "kept"
SEEDS = {"toy": 6, "office": 3}
ARRAYS = ("points", "chosen_priors", "eliminated_at", "exhausted_at")


def game(name: str) -> Problem:
    return toy(seeds=SEEDS[name]) if name == "toy" else intel(synthetic_office()).problem


def policies(problem: Problem) -> dict:
    ours = {type(policy).__name__: policy for policy in all_policies(problem)}
    return ours | {"RegretBalancing upper": RegretBalancing(rule="upper")}


def keep() -> None:
    """Write the records of the engine as it stands; run by hand, once, before it was rewritten."""
    KEPT.mkdir(exist_ok=True)
    for name, seeds in SEEDS.items():
        problem = game(name)
        records = {label: play(problem, policy, seeds) for label, policy in policies(problem).items()}
        arrays = {f"{label}: {a}": getattr(r, a).astype(np.int16) for label, r in records.items() for a in ARRAYS}
        np.savez_compressed(KEPT / f"{name}.npz", **arrays)


@pytest.mark.parametrize("name", SEEDS)
def test_the_engine_plays_as_the_first_one_did(name: str) -> None:
    problem = game(name)
    alone = {label: play(problem, policy, SEEDS[name]) for label, policy in policies(problem).items()}
    together = compare(problem, policies(problem), SEEDS[name]).records
    with np.load(KEPT / f"{name}.npz") as kept:
        assert len(kept.files) == len(alone) * len(ARRAYS)
        for key in kept.files:
            label, array = key.split(": ")
            for records in (alone, together):
                np.testing.assert_array_equal(getattr(records[label], array), kept[key], err_msg=key)
