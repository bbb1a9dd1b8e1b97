"""Blank of `2_your_campaign`: why somebody was rejected."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from pegp_lite.bandit.record import Record
from pegp_lite.bandit.schedules import confidence_width, noise_allowance
from pegp_lite.checks import Bools, Floats
from pegp_lite.exercises.blank import Blank, Slip, calling
from pegp_lite.exercises.your_campaign.greenhouse import BEDS, DELTA, NOISE, gardeners


def _example() -> Record:
    """Ten hours in which the second of two gardeners is trusted on six and rejected at the ninth."""
    chosen = np.array([[1, 0, 1, 1, 0, 1, 1, 0, 1, 0]])
    seen = np.array([[1.0, 2.0, -3.0, 1.5, 2.5, -2.0, 0.0, 2.0, -4.0, 2.9]])
    expected = np.array([[2.0, 2.1, 1.0, 1.0, 2.2, 1.0, 2.5, 2.3, 1.0, 2.1]])
    std = np.linspace(0.9, 0.3, 10)[None]
    nothing = np.full((1, 10), np.nan)
    return Record(
        "any", np.zeros_like(chosen), chosen, seen, nothing, np.array([[0, 9]]), expected, std, np.zeros(1, int)
    )


def _sides(
    record: Record, p: int, beta: bool = True, last: bool = False, root: bool = True, everyone: bool = False
) -> tuple[Floats, float]:
    """The errors of a prior's hours, and what line 12 allowed them when it was rejected."""
    used = (record.chosen_priors[0] == p) | everyone
    errors = (record.observations - record.predicted_mean)[0, used]
    widths = confidence_width(1 + np.flatnonzero(used), len(BEDS), DELTA) if beta else 1.0
    t = record.points.shape[1] if last else record.eliminated_at[0, p]
    noise = noise_allowance(t, len(gardeners()), NOISE, DELTA) * used.sum()
    return errors, float((np.sqrt(noise) if root else noise) + (widths * record.predicted_std[0, used]).sum())


def _why(record: Record, p: int, **changed: bool) -> tuple[float, float]:
    errors, allowed = _sides(record, p, **changed)
    return abs(float(errors.sum())), allowed


def _with_noise(record: Record, p: int, noise: Callable[[float, Bools], Any]) -> tuple[float, float]:
    """Both sides of line 12, with a part of one's own in place of sqrt(xi |S|)."""
    used = record.chosen_priors[0] == p
    xi = float(noise_allowance(record.eliminated_at[0, p], len(gardeners()), NOISE, DELTA))
    error, allowed = _why(record, p)
    return error, allowed - float(np.sqrt(xi * used.sum())) + float(noise(xi, used))


why = Blank(
    "why",
    _why,
    calling((_example(), 1)),
    "The errors are `record.observations - record.predicted_mean` on the hours `used`; allowed is the root of xi times "
    "their number, xi taken at the hour of the rejection, plus the sum of beta times `record.predicted_std`.",
    (
        Slip(
            lambda record, p: (float(np.abs(_sides(record, p)[0]).sum()), _sides(record, p)[1]),
            "you summed absolute errors; line 12 sums first, so that up and down may cancel.",
        ),
        Slip(
            lambda record, p: (float(_sides(record, p)[0].sum()), _sides(record, p)[1]),
            "the sum is negative here: line 12 takes its absolute value.",
        ),
        Slip(lambda record, p: _why(record, p, beta=False), "the widths are beta times sigma: beta is missing."),
        Slip(
            lambda record, p: _why(record, p, last=True),
            "xi belongs to the hour of the rejection, `record.eliminated_at[0, p]`, not to the last hour.",
        ),
        Slip(lambda record, p: _why(record, p, root=False), "the root is missing: sqrt(xi |S|)."),
        Slip(
            lambda record, p: _why(record, p, everyone=True),
            "all hours are summed; only those count on which this gardener was trusted.",
        ),
        Slip(
            lambda record, p: (_why(record, p, everyone=True)[0], _why(record, p)[1]),
            "the errors of all hours are summed; only those count on which this gardener was trusted, `[0, used]`.",
        ),
        Slip(
            lambda record, p: _with_noise(record, p, lambda xi, used: np.sqrt(xi * len(used))),
            "`len(used)` counts all hours; |S| is on how many this gardener was trusted, `used.sum()`.",
        ),
        Slip(
            lambda record, p: _with_noise(record, p, lambda xi, used: np.sqrt(xi) * used.sum()),
            "the count belongs under the root, sqrt(xi |S|): noise adds up like a root, not like a sum.",
        ),
        Slip(
            lambda record, p: _with_noise(record, p, lambda xi, used: np.sqrt(xi)),
            "xi is for one hour: under the root it is multiplied by |S|, `used.sum()`.",
        ),
        Slip(lambda record, p: _with_noise(record, p, lambda xi, used: 0.0), "the noise is missing: add sqrt(xi |S|)."),
        Slip(
            lambda record, p: (
                _why(record, p)[0],
                _why(record, p)[1] - _with_noise(record, p, lambda xi, used: 0.0)[1],
            ),
            "the gardener's own doubt is missing: add the sum of beta times `record.predicted_std`.",
        ),
        Slip(
            lambda record, p: (_why(record, p)[0] / (record.chosen_priors[0] == p).sum(), _why(record, p)[1]),
            "line 12 holds the *sum* of the errors against the allowance, not their mean.",
        ),
        Slip(lambda record, p: _why(record, p)[::-1], "the two are swapped: the errors first, then what was allowed."),
    ),
    "both sides of line 12, as they stood when it spoke.",
)
