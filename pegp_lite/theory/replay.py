"""What the true prior believed during a game, at all points and steps, whichever prior steered it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pegp_lite.bandit.record import Record
from pegp_lite.checks import Floats, Ints
from pegp_lite.gp.belief import Belief
from pegp_lite.problems.problem import Problem
from pegp_lite.theory.steps import Steps

SAME = 1e-6  # how far a recorded prediction may be from the replayed one, as a share of the numbers involved


@dataclass(frozen=True, eq=False)
class Replay:
    """The point that strains the confidence event most, at each step, and the tallest |f|; all (S, T)."""

    error: Floats  # |f(x, t) - mu*_{t-1}(x, t)| at that point
    width: Floats  # beta_t sigma*_{t-1}(x, t) at that point
    strained: Ints  # the point
    tallest: Floats  # max_{t' <= t} max_x |f(x, t')|


def replay_true_prior(problem: Problem, record: Record, steps: Steps) -> Replay:
    """Feed the record's observations to the true prior alone and compare its band with f everywhere.

    Where the game trusted the true prior its predictions were recorded: they must agree, else the record was
    made with other priors or another noise, and that is a ValueError.
    """
    S, T = record.points.shape
    everyone, alone = np.arange(S), np.zeros(S, dtype=np.int64)
    belief = Belief([problem.priors[steps.truth]], problem.noise_std, S)
    points, observations = np.maximum(record.points, 0), np.where(steps.played, record.observations, 0.0)
    error, width, tallest = np.empty((3, S, T))
    mean_at, std_at = np.empty((2, S, T))
    strained = np.empty((S, T), dtype=np.int64)
    for t in range(T):
        f = problem.values_at(t + 1)[:S] if problem.n_seeds else problem.values_at(t + 1)
        mean, std = belief.mean(everyone, alone), belief.std(everyone, alone)
        mean_at[:, t], std_at[:, t] = mean[everyone, points[:, t]], std[everyone, points[:, t]]
        off, band = np.abs(f - mean), steps.beta[t] * std
        x = np.argmax(off - band, axis=1)
        strained[:, t], error[:, t], width[:, t] = x, off[everyone, x], band[everyone, x]
        tallest[:, t] = np.abs(f).max(axis=-1)
        belief.observe(points[:, t], observations[:, t])
        belief.advance()
    _check_predictions(record, steps, mean_at, std_at)
    return Replay(error, width, strained, np.maximum.accumulate(tallest, axis=1))


def _check_predictions(record: Record, steps: Steps, mean: Floats, std: Floats) -> None:
    trusted = steps.played & (record.chosen_priors == steps.truth)
    scale = 1 + np.abs(mean) + np.abs(steps.values)
    off = np.abs(record.predicted_mean - mean) + np.abs(record.predicted_std - std)
    wrong = np.argwhere(trusted & ~(off <= SAME * scale))
    if len(wrong):
        s, t = (int(i) for i in wrong[0])
        raise ValueError(
            f"record is not of this problem: at seed {s}, step {t + 1} the true prior predicted "
            f"{record.predicted_mean[s, t]:g} +- {record.predicted_std[s, t]:g} in it, "
            f"but the problem's predicts {mean[s, t]:g} +- {std[s, t]:g}"
        )
