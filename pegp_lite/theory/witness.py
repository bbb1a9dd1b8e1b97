"""What every prior believed during a game, at all points and steps: a witness to what the record says."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

import numpy as np

from pegp_lite.bandit.record import Record
from pegp_lite.bandit.replay import replay
from pegp_lite.checks import Bools, Floats, Ints
from pegp_lite.problems.problem import Problem
from pegp_lite.theory.steps import Steps

SAME = 1e-6  # how far a recorded prediction may be from the replayed one, as a share of the numbers involved
TIE = 1e-8  # how far below the highest bound a choice may be: the engine's ties, and rounding


@dataclass(frozen=True, eq=False)
class Witness:
    """The point that strains the confidence event most, at each step, the tallest |f|, and the choices; all (S, T)."""

    error: Floats  # |f(x, t) - mu*_{t-1}(x, t)| at that point
    width: Floats  # beta_t sigma*_{t-1}(x, t) at that point
    strained: Ints  # the point
    tallest: Floats  # max_{t' <= t} max_x |f(x, t')|
    not_highest: Bools  # whether the bound at (p_t, x_t) was not the highest of living priors and open points


def hear_all_priors(problem: Problem, record: Record, steps: Steps) -> Witness:
    """Feed the record's observations to every prior; compare the true one's band with f, and all with the record.

    What the record says that the trusted prior predicted must be what it does predict, else the record was tampered
    with or made with other priors or another noise, and that is a ValueError.
    """
    S, T, P = steps.used.shape
    seeds, priors = np.repeat(np.arange(S), P), np.tile(np.arange(P), S)
    everyone = np.arange(S)
    points, trusted = np.maximum(record.points, 0), np.maximum(record.chosen_priors, 0)
    error, width, tallest, mean_at, std_at = np.empty((5, S, T))
    strained, amiss = np.empty((S, T), dtype=np.int64), np.zeros((S, T), dtype=bool)
    gone = record.eliminated_at
    for t, belief in enumerate(islice(replay(problem, record), T)):
        f = problem.values_at(t + 1)[:S] if problem.n_seeds else problem.values_at(t + 1)
        mean = belief.mean(seeds, priors).reshape(S, P, -1)
        std = belief.std(seeds, priors).reshape(S, P, -1)
        chosen = everyone, trusted[:, t], points[:, t]
        mean_at[:, t], std_at[:, t] = mean[chosen], std[chosen]
        off, band = np.abs(f - mean[:, steps.truth]), steps.beta[t] * std[:, steps.truth]
        x = np.argmax(off - band, axis=1)
        strained[:, t], error[:, t], width[:, t] = x, off[everyone, x], band[everyone, x]
        tallest[:, t] = np.abs(f).max(axis=-1)
        may = np.broadcast_to(((gone == 0) | (gone > t))[:, :, None], mean.shape)
        available = problem.available_at(t + 1)
        if available is not None:
            may = may & (available if available.ndim == 1 else available[:S, None])
        bounds = mean + steps.beta[t] * std
        highest = bounds.max(axis=(1, 2), where=may, initial=-np.inf)
        amiss[:, t] = ~may[chosen] | (bounds[chosen] < highest - TIE * (1 + np.abs(bounds[chosen])))
    _check_predictions(problem, record, steps, mean_at, std_at)
    return Witness(error, width, strained, np.maximum.accumulate(tallest, axis=1), amiss & steps.played)


def _check_predictions(problem: Problem, record: Record, steps: Steps, mean: Floats, std: Floats) -> None:
    scale = 1 + np.abs(mean) + np.abs(steps.values)
    off = np.abs(record.predicted_mean - mean) + np.abs(record.predicted_std - std)
    wrong = np.argwhere(steps.played & ~(off <= SAME * scale))
    if len(wrong):
        s, t = (int(i) for i in wrong[0])
        name = problem.priors[record.chosen_priors[s, t]].name
        raise ValueError(
            f'record is not of this problem: at seed {s}, step {t + 1} prior "{name}" predicted '
            f"{record.predicted_mean[s, t]:g} +- {record.predicted_std[s, t]:g} in it, "
            f"but the problem's predicts {mean[s, t]:g} +- {std[s, t]:g}"
        )
