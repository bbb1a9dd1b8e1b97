"""The loop: one policy meets one problem, all seeds in lock step."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any, Literal

import numpy as np

from pegp_lite.bandit.game import Game
from pegp_lite.bandit.policies import Policy
from pegp_lite.bandit.record import PriorsExhausted, Record
from pegp_lite.checks import Floats, Ints, as_count, as_finite, shape_text
from pegp_lite.problems.problem import Problem
from pegp_lite.streams import NOISE, POLICY, as_seed, stream


def play(
    problem: Problem,
    policy: Policy,
    seeds: int | None = None,
    noise: Any = None,
    seed: int = 0,
    ties: Literal["random", "first"] = "random",
    first: int = 0,
) -> Record:
    """Play `policy` on `problem` and return the record.

    `seeds`: how many to play (default: as many as `values` or `noise` hold, else one). `noise` (S, T) replaces the
    drawn noise. `seed` fixes noise and tie-breaking, one stream each per seed, so that rivals given the same
    `seed` meet the same noise. `ties` "first" takes the lowest prior, then the lowest point, within 1e-9.
    `first`: the number of the first seed to play, so that a run can go on where an earlier one stopped.
    """
    if not isinstance(policy, Policy):
        raise ValueError(f"policy must be a policy such as PriorElimination(), got {policy!r}")
    if ties not in ("random", "first"):
        raise ValueError(f'ties must be "random" or "first", got {ties!r}')
    if policy.needs_true_prior and problem.true_prior is None:
        raise ValueError(f"{type(policy).__name__} needs to be told the true prior: give the Problem a true_prior")
    seed = as_seed(seed)
    if first:
        problem = problem.from_seed(first)
    n_seeds = _how_many(problem, seeds, noise)
    numbers = range(first, first + n_seeds)
    observations = _noise(problem, numbers, noise, seed)  # the true values are added as they are seen
    draws = _draws(numbers, seed)
    game = Game(problem, policy.delta, n_seeds, break_ties=ties == "random")

    shape, everyone = observations.shape, np.arange(n_seeds)
    points, chosen_priors = np.empty(shape, dtype=np.int64), np.full(shape, -1, dtype=np.int64)
    gained, predicted_mean, predicted_std = np.empty(shape), np.full(shape, np.nan), np.full(shape, np.nan)
    eliminated_at = np.zeros(game.alive.shape, dtype=np.int64)
    exhausted_at = np.zeros(n_seeds, dtype=np.int64)

    for t in range(1, problem.n_steps + 1):
        now = t - 1
        game.begin_step(t, next(draws))
        prior, point = policy.choose(game)
        values = problem.values_at(t)
        value = values[point] if values.ndim == 1 else values[everyone, point]
        observations[:, now] += value
        observed = observations[:, now]
        points[:, now], gained[:, now] = point, value
        if not policy.learns:
            continue
        mean, std = game.belief.observe(point, observed)
        game.belief.advance()
        if prior is None:
            continue
        chosen_priors[:, now] = prior
        predicted_mean[:, now], predicted_std[:, now] = mean[everyone, prior], std[everyone, prior]
        game.tally(prior, observed, predicted_mean[:, now], predicted_std[:, now])
        alive = policy.survivors(game)
        if np.array_equal(alive, game.alive):
            continue
        eliminated_at[game.alive & ~alive & (eliminated_at == 0)] = t
        # A seed without priors is over: it goes on as a ghost to keep the others in step and is blanked below.
        over = np.asarray(~alive.any(axis=1))
        exhausted_at[over & (exhausted_at == 0)] = t
        game.alive = alive | over[:, None]
        if exhausted_at.all():
            break

    regret = np.atleast_2d(problem.best_values)[:n_seeds] - gained
    blank = (exhausted_at[:, None] > 0) & (np.arange(1, problem.n_steps + 1) > exhausted_at[:, None])
    points[blank] = chosen_priors[blank] = -1
    for array in (observations, regret, predicted_mean, predicted_std):
        array[blank] = np.nan
    _warn_if_exhausted(type(policy).__name__, exhausted_at)
    return Record(
        type(policy).__name__,
        points,
        chosen_priors,
        observations,
        regret,
        eliminated_at,
        predicted_mean,
        predicted_std,
        exhausted_at,
    )


def _how_many(problem: Problem, seeds: int | None, noise: Any) -> int:
    """The number of seeds to play, checked against what `values` and `noise` hold."""
    held = {"values": problem.n_seeds, "noise": None if noise is None else _noise_shape(problem, noise)[0]}
    known = {what: count for what, count in held.items() if count is not None}
    if seeds is None:
        if len(set(known.values())) > 1:
            raise ValueError(f"values hold {held['values']} seeds but noise holds {held['noise']}")
        return next(iter(known.values()), 1)
    seeds = as_count("seeds", seeds)
    for what, count in known.items():
        if seeds > count:
            raise ValueError(f"asked for {seeds} seeds, but {what} holds {count}")
    return seeds


def _noise_shape(problem: Problem, noise: Any) -> tuple[int, ...]:
    shape = np.shape(noise)
    if len(shape) != 2 or shape[1] != problem.n_steps or shape[0] < 1:
        raise ValueError(f"noise must be (S, T) with T = {problem.n_steps}, got {shape_text(shape)}")
    return shape


def _noise(problem: Problem, numbers: range, noise: Any, seed: int) -> Floats:
    """The noise of every seed and step, (S, T), as a new array."""
    if noise is not None:
        return as_finite("noise", noise)[: len(numbers)].copy()
    rows = [stream(seed, s, NOISE).standard_normal(problem.n_steps) for s in numbers]
    return problem.noise_std * np.array(rows)


def _draws(numbers: range, seed: int) -> Iterator[Floats]:
    """Two uniform draws of every seed for each step, (S, 2); made in blocks so that long games stay small."""
    streams = [stream(seed, s, POLICY) for s in numbers]
    while True:
        yield from np.stack([each.random((256, 2)) for each in streams], axis=1)


def _warn_if_exhausted(policy: str, exhausted_at: Ints) -> None:
    over = exhausted_at[exhausted_at > 0]
    if len(over):
        warnings.warn(
            f"{policy} rejected every prior in {len(over)} of {len(exhausted_at)} seeds, first at step {over.min()}: "
            "most likely none of the priors is the true one. Those seeds stop there.",
            PriorsExhausted,
            stacklevel=3,
        )
