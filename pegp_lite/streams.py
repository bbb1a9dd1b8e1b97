"""Where luck comes from: one random stream for each purpose of each seed, the same whoever plays along."""

from __future__ import annotations

from typing import Any

import numpy as np

FUNCTION, NOISE, POLICY, MASK, OWN = range(5)  # OWN: what a policy draws for itself


def stream(seed: int, number: int, purpose: int) -> np.random.Generator:
    """The stream of seed number `number` for one of the purposes above, under the run's `seed`."""
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(number, purpose)))


def as_seed(given: Any) -> int:
    """`given` as a whole number of at least 0."""
    if isinstance(given, bool) or not isinstance(given, int | np.integer) or given < 0:
        raise ValueError(f"seed must be a whole number of at least 0, got {given!r}")
    return int(given)
