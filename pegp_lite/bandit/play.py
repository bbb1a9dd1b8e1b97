"""The loop: policies meet one problem, all policies and all seeds in lock step."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any, Literal

import numpy as np

from pegp_lite.bandit.game import Game
from pegp_lite.bandit.policies.contract import Policy
from pegp_lite.bandit.record import PriorsExhausted, Record
from pegp_lite.checks import Bools, Floats, as_count, as_finite, shape_text
from pegp_lite.problems.problem import Problem
from pegp_lite.streams import NOISE, as_seed, stream

Ties = Literal["random", "first"]


def play(
    problem: Problem,
    policy: Policy,
    seeds: int | None = None,
    noise: Any = None,
    seed: int = 0,
    ties: Ties = "random",
    first: int = 0,
) -> Record:
    """Play `policy` on `problem` and return the record.

    `seeds`: how many to play (default: as many as `values` or `noise` hold, else one). `noise` (S, T) replaces the
    drawn noise. `seed` fixes noise and tie-breaking, one stream each per seed, so that rivals given the same
    `seed` meet the same noise. `ties` "first" takes the lowest prior, then the lowest point, within 1e-9.
    `first`: the number of the first seed to play, so that a run can go on where an earlier one stopped.

    >>> from pegp_lite import PriorElimination, play
    >>> from pegp_lite.problems.toy import toy
    >>> record = play(toy(seeds=2, T=20, points=61), PriorElimination(delta=0.1), ties="first")
    >>> record.chosen_priors[0, :4].tolist(), record.eliminated_at.shape
    ([4, 10, 1, 3], (2, 11))
    """
    (record,) = play_together(problem, [policy], seeds, noise, seed, ties, first)
    warn_if_exhausted(record)
    return record


def play_together(
    problem: Problem,
    policies: Sequence[Policy],
    seeds: int | None = None,
    noise: Any = None,
    seed: int = 0,
    ties: Ties = "random",
    first: int = 0,
) -> list[Record]:
    """The records of several policies on the same luck, in one pass; the other arguments are as in `play`."""
    seed = as_seed(seed)
    problem = problem.from_seed(first) if first else problem
    n_seeds = _how_many(problem, seeds, noise)
    numbers = range(first, first + n_seeds)
    told = problem.true_prior if isinstance(problem.true_prior, int) else None
    game = Game(problem.priors, problem.noise_std, policies, numbers, seed, ties, told)
    seed_of = game.moment.seed_of
    drawn = _noise(problem, numbers, noise, seed)[seed_of]
    shape = len(seed_of), problem.n_steps
    points, chosen_priors = np.empty(shape, dtype=np.int64), np.empty(shape, dtype=np.int64)
    observations, gained = np.empty(shape), np.empty(shape)
    predicted_mean, predicted_std = np.empty(shape), np.empty(shape)
    eliminated_at = np.zeros(game.alive.shape, dtype=np.int64)
    exhausted_at = np.zeros(shape[0], dtype=np.int64)
    alive = game.alive.copy()

    for t in range(1, problem.n_steps + 1):  # Algorithm 1, line 2
        now = t - 1
        prior, point = game.ask(_first_rows(problem.available_at(t), n_seeds))
        values = problem.values_at(t)
        value = values[point] if values.ndim == 1 else values[seed_of, point]
        observed = value + drawn[:, now]  # Algorithm 1, line 9
        mean, std = game.tell(point, observed, prior)
        points[:, now], chosen_priors[:, now] = point, prior
        gained[:, now], observations[:, now] = value, observed
        predicted_mean[:, now], predicted_std[:, now] = mean, std
        game.advance()
        if alive.tobytes() == game.alive.tobytes():
            continue
        playing = exhausted_at == 0
        eliminated_at[playing[:, None] & alive & ~game.alive] = t
        eliminated_at[playing[:, None] & ~alive & game.alive] = 0
        # A row without priors is over: it goes on as a ghost to keep the others in step and is blanked below.
        over = ~game.alive.any(axis=1)
        exhausted_at[over & playing] = t
        game.alive[over] = True
        alive[...] = game.alive
        if exhausted_at.all():
            break

    best = np.broadcast_to(problem.best_values, (problem.n_seeds or n_seeds, problem.n_steps))
    regret = np.subtract(best[seed_of], gained, out=gained)
    blank = (exhausted_at[:, None] > 0) & (np.arange(1, problem.n_steps + 1) > exhausted_at[:, None])
    points[blank] = chosen_priors[blank] = -1
    for array in (observations, regret, predicted_mean, predicted_std):
        array[blank] = np.nan
    arrays: Any = (
        points,
        chosen_priors,
        observations,
        regret,
        eliminated_at,
        predicted_mean,
        predicted_std,
        exhausted_at,
    )
    return [Record(type(seat.policy).__name__, *(array[seat.rows] for array in arrays)) for seat in game.seats]


def warn_if_exhausted(record: Record) -> None:
    """Say that some seeds ran out of priors, to the caller of the function that calls this."""
    over = record.exhausted_at[record.exhausted_at > 0]
    if len(over):
        warnings.warn(
            f"{record.policy} rejected every prior in {len(over)} of {len(record.exhausted_at)} seeds, first at step "
            f"{over.min()}: most likely none of the priors is the true one. Those seeds stop there.",
            PriorsExhausted,
            stacklevel=3,
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
    """The noise of every seed and step, (S, T)."""
    if noise is not None:
        return as_finite("noise", noise)[: len(numbers)]
    rows = [stream(seed, s, NOISE).standard_normal(problem.n_steps) for s in numbers]
    return problem.noise_std * np.array(rows)


def _first_rows(available: Bools | None, seeds: int) -> Bools | None:
    return available if available is None or available.ndim == 1 else available[:seeds]
