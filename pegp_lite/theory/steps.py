"""A played game as the proof sees it: noise, errors and widths of every step, by the prior trusted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from pegp_lite.bandit.policies import Policy, PriorElimination
from pegp_lite.bandit.record import Record
from pegp_lite.bandit.schedules import confidence_width, function_bound, noise_allowance
from pegp_lite.bandit.sums import Sums, sums_of
from pegp_lite.checks import Bools, Floats, Ints, as_probability, shape_text
from pegp_lite.problems.problem import Problem

SAME = 1e-9  # how far a record's regret may be from the problem's own, as a share of the values


@dataclass(frozen=True, eq=False)
class Steps:
    """Shapes: S seeds, T steps, P priors. Steps that a seed did not play hold zeros; see `played`."""

    truth: int  # the index of the true prior
    played: Bools  # (S, T)
    used: Bools  # (S, T, P), one True a step: which prior was trusted
    sums: Sums  # (S, T, P), line 12 of Algorithm 1
    regret: Floats  # (S, T), r_t
    values: Floats  # (S, T), f(x_t, t)
    noise: Floats  # (S, T), epsilon_t = y_t - f(x_t, t)
    errors: Floats  # (S, T), eta_t = y_t - mu_{t-1}(x_t, t) of the trusted prior
    std: Floats  # (S, T), sigma_{t-1}(x_t, t) of the trusted prior
    widths: Floats  # (S, T), beta_t sigma_{t-1}(x_t, t)
    critical: Bools  # (S, T), whether a prior was rejected at t: the set C
    last_rejection: Ints  # (S, T), t* as it was at horizon t; 0 while none was rejected
    beta: Floats  # (T,)
    xi: Floats  # (T,)
    B: Floats  # (T,), the bound on |f| of Lemma 5.2

    def outside(self, array: Floats) -> Floats:
        """Sums of `array` (S, T) over the steps up to t that are not critical, (S, T)."""
        return np.where(self.critical, 0.0, array).cumsum(axis=1)

    def shown(self, array: Any) -> Floats:
        """`array`, stretched to (S, T), with NaN where a seed had ended."""
        return np.where(self.played, array, np.nan)


def read_steps(problem: Problem, record: Record, delta: float) -> Steps:
    """The record's steps, once it is clear that it is a PE-GP-UCB game on this problem."""
    delta = as_probability("delta", delta)
    truth = _checked_truth(problem, record)
    values = _values_at_points(problem, record)
    t = np.arange(1, problem.n_steps + 1)
    played = _checked_ends(problem, record)
    used = record.chosen_priors[:, :, None] == np.arange(problem.n_priors)
    beta = confidence_width(t, problem.n_points, delta)
    xi = noise_allowance(t, problem.n_priors, problem.noise_std, delta)
    errors = np.where(played, record.observations - record.predicted_mean, 0.0)
    std = np.where(played, record.predicted_std, 0.0)
    critical = (record.eliminated_at[:, None, :] == t[:, None]).any(axis=2)
    return Steps(
        truth=truth,
        played=played,
        used=used,
        sums=sums_of(used, errors, beta * std, xi),
        regret=np.where(played, record.regret, 0.0),
        values=values,
        noise=np.where(played, record.observations - values, 0.0),
        errors=errors,
        std=std,
        widths=beta * std,
        critical=critical,
        last_rejection=np.maximum.accumulate(np.where(critical, t, 0), axis=1),
        beta=beta,
        xi=xi,
        B=function_bound(t, problem.n_points, problem.priors[truth].mean_over(problem.n_steps), delta),
    )


def _checked_truth(problem: Any, record: Any) -> int:
    """The true prior's index; ValueError unless this is a PE-GP-UCB record and a problem that knows it."""
    if not isinstance(problem, Problem):
        raise ValueError(f"the proof needs the Problem that knows the true f, got {type(problem).__name__}")
    if not isinstance(record, Record):
        raise ValueError(f"record must be the Record that play() returned, got {type(record).__name__}")
    if not isinstance(problem.true_prior, int):
        raise ValueError("the proof speaks of the true prior: give the Problem a true_prior, got None")
    if record.policy not in _names_of(PriorElimination):
        raise ValueError(
            f"the proof is about PE-GP-UCB: record must be of PriorElimination, got one of {record.policy}"
        )
    return problem.true_prior


def _names_of(kind: type[Policy]) -> set[str]:
    """The name of a class and of all classes derived from it."""
    return {kind.__name__}.union(*(_names_of(derived) for derived in kind.__subclasses__()))


def _checked_ends(problem: Problem, record: Record) -> Bools:
    """Which steps were played, (S, T); ValueError where the record contradicts itself on when its games ended."""
    gone, wrong = record.eliminated_at, "record contradicts itself"
    t = np.arange(1, problem.n_steps + 1)
    ended = np.where((gone > 0).all(axis=1), gone.max(axis=1), 0)
    for seed in np.flatnonzero(record.exhausted_at != ended)[:1]:
        said = f"ended at step {record.exhausted_at[seed]}" if record.exhausted_at[seed] else "never ended"
        raise ValueError(f"{wrong}: it says that seed {seed} {said}, but priors were rejected at {gone[seed].tolist()}")
    played = (ended[:, None] == 0) | (t <= ended[:, None])
    chosen = record.chosen_priors
    for what, fine in {
        "a point": (record.points >= 0) == played,
        "a trusted prior": np.where(played, (chosen >= 0) & (chosen < problem.n_priors), chosen == -1),
        "an observation": np.isfinite(record.observations) == played,
        "a rejection": np.broadcast_to(np.all((gone >= 0) & (gone <= len(t)), axis=1, keepdims=True), played.shape),
    }.items():
        for seed, step in np.argwhere(~fine)[:1]:
            raise ValueError(f"{wrong}: at seed {seed}, step {step + 1} it has {what} too many, too few or of no use")
    return played


def _values_at_points(problem: Problem, record: Record) -> Floats:
    """f(x_t, t), (S, T), zero where a seed had ended; ValueError if the record cannot be of this problem."""
    shape, alien = record.points.shape, "record is not of this problem"
    n_priors = record.eliminated_at.shape[-1]
    if len(shape) != 2 or shape[1] != problem.n_steps:
        raise ValueError(f"{alien} of {problem.n_steps} steps: it is {shape_text(shape)}")
    if n_priors != problem.n_priors:
        raise ValueError(f"{alien} of {problem.n_priors} priors: it has {n_priors}")
    if problem.n_seeds is not None and shape[0] > problem.n_seeds:
        raise ValueError(f"{alien} of {problem.n_seeds} seeds: it has {shape[0]}")
    if record.points.max() >= problem.n_points:
        raise ValueError(f"{alien} of {problem.n_points} points: it queried number {record.points.max()}")
    played = record.points >= 0
    seeds, steps = np.nonzero(played)
    points = record.points[played]
    at = (steps, points) if problem.n_seeds is None else (seeds, steps, points)
    everyone = np.broadcast_to(problem.best_values, (problem.n_seeds or shape[0], shape[1]))
    best, found = everyone[: shape[0]][played], problem.values[at]
    off = np.abs(record.regret[played] - (best - found))
    if not (off <= SAME * (1 + np.abs(best) + np.abs(found))).all():
        worst = int(np.argmax(np.nan_to_num(off, nan=np.inf)))
        raise ValueError(
            f"{alien}: at seed {seeds[worst]}, step {steps[worst] + 1} its regret is "
            f"{record.regret[played][worst]:g}, the problem's is {best[worst] - found[worst]:g}"
        )
    values = np.zeros(shape)
    values[played] = found
    return values
