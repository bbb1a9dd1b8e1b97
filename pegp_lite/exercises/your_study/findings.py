"""Blanks of `3_your_study`: what a comparison says, as a row of a table and as a sentence."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from pegp_lite.bandit.policies import Random
from pegp_lite.bandit.record import Record
from pegp_lite.checks import Floats
from pegp_lite.exercises.blank import Blank, Slip
from pegp_lite.study.compare import Comparison
from pegp_lite.study.statistics import estimate


def _compared(*ends: Floats) -> Comparison:
    """A comparison of made-up policies with these regrets (S, T), to try a sentence about it on."""
    names = [f"policy {k}" for k in range(len(ends))]
    records = {}
    for name, regret in zip(names, ends, strict=True):
        S, steps = regret.shape
        points, whole = np.zeros((S, steps), dtype=np.int64), np.zeros((S, steps))
        gone, over = np.zeros((S, 2), dtype=np.int64), np.zeros(S, dtype=np.int64)
        records[name] = Record(name, points, points, whole, regret, gone, whole, whole, over)
    return Comparison(records, dict.fromkeys(names, Random()), ("a", "b"), None, 3, 0)


@cache
def _cases() -> tuple[Comparison, ...]:
    """Regrets: paired and close; far apart; nearly the same; the first worse."""
    rng = np.random.default_rng(0)
    luck, own = rng.random((20, 5)), rng.random((20, 5))
    pairs = [(luck, luck + 0.05 + 0.01 * own), (luck, own + 2.0), (luck, own), (luck + 1.0, own), (luck, own + 0.03)]
    early = np.array([-9.0, 9.0, 9.0, 9.0, 9.0])
    pairs.append((luck + early, own))
    pairs.append((luck - early, own + 1.0 - 2.0 * luck[:, :1]))  # late, and not in every game
    pairs.append((luck + np.array([-9.0, 3.0, 3.0, 3.0, 3.0]), own))  # much lower, but not at the end
    pairs.append((luck, luck + 0.2 * (own - 0.4)))  # lower beyond luck, but not in every game
    pairs.append((luck, luck + 0.2 * (own - 0.494)))  # lower by one standard error, not by two
    pairs.append((luck, luck + 0.2 * (own - 0.55)))  # a bit higher, in most games
    return tuple(_compared(*pair) for pair in pairs)


def _each(ask: Callable[[Any, Comparison], Any]) -> Callable[[Any], list[Any]]:
    return lambda answer: [ask(answer, comparison) for comparison in _cases()]


def _row(comparison: Comparison, name: str) -> tuple[float, float]:
    curve = comparison.curve(name)
    return float(curve.mean[-1]), float(curve.error[-1])


row = Blank(
    "row",
    _row,
    _each(lambda answer, comparison: answer(comparison, "policy 1")),
    "`curve = comparison.curve(name)` has `mean` and `error` at every step; the last is [-1].",
    (
        Slip(
            lambda comparison, name: (_row(comparison, name)[0], float(comparison.regret(name)[:, -1].std(ddof=1))),
            "that is the spread of the games; the *mean's* standard error is smaller by the root of the seeds.",
        ),
        Slip(
            lambda comparison, name: (_row(comparison, name)[0], float(comparison.regret(name)[:, -1].std())),
            "that is the spread of the games; the *mean's* standard error is smaller by the root of the seeds.",
        ),
        Slip(
            lambda comparison, name: (
                _row(comparison, name)[0],
                float(estimate(comparison.regret(name)[:, -1]).error * _unbiased(comparison, name)),
            ),
            "the spread is a bit too small: estimated from the games themselves it wants `ddof=1`, as `error` has it.",
        ),
        Slip(
            lambda comparison, name: (_row(comparison, name)[0], float(comparison.regret(name)[:, -1].var(ddof=1))),
            "that is a variance; the mean's standard error is its root, over the root of the seeds.",
        ),
        Slip(
            lambda comparison, name: (_row(comparison, name)[0], float(comparison.regret(name)[:, -1].var())),
            "that is a variance; the mean's standard error is its root, over the root of the seeds.",
        ),
        Slip(lambda comparison, name: _row(comparison, name)[::-1], "the two are swapped: the mean comes first."),
        Slip(
            lambda comparison, name: (_row(comparison, name)[0], 2 * _row(comparison, name)[1]),
            "that is twice the standard error; wanted is one, `error`.",
        ),
        Slip(
            lambda comparison, name: (_row(comparison, name)[0], float(comparison.curve(name).high[-1])),
            "that is the upper end of the interval; the standard error is `error`.",
        ),
        Slip(
            lambda comparison, name: tuple(float(part.mean()) for part in comparison.curve(name)[:2]),
            "that is the mean over all steps; a table shows the last, [-1].",
        ),
        Slip(
            lambda comparison, name: tuple(round(part, 2) for part in _row(comparison, name)),
            "round when the table is written, not before: others may want to reckon with it.",
        ),
        Slip(
            lambda comparison, name: (float(comparison.curve(name).mean[0]), float(comparison.curve(name).error[0])),
            "that is the first step; a table shows the last, [-1].",
        ),
        Slip(
            lambda comparison, name: tuple(float(part[-1]) for part in comparison.curve(name, "instant")[:2]),
            "that is the regret of the last step alone; cumulative regret is `comparison.curve(name)`.",
        ),
        Slip(
            lambda comparison, name: tuple(float(part[-1]) for part in comparison.curve(name, "average")[:2]),
            "that is the regret a step; cumulative regret is `comparison.curve(name)`.",
        ),
        Slip(
            lambda comparison, name: (
                _row(comparison, name)[0],
                float(comparison.curve(name).high[-1] - comparison.curve(name).mean[-1]),
            ),
            "that is half the 95% interval; the standard error is `error`.",
        ),
        Slip(
            lambda comparison, name: tuple(comparison.curve(name)[:2]),
            "those are the whole curves; a table wants the last step of each, [-1].",
        ),
    ),
    "mean and standard error at the end.",
)


def _unbiased(comparison: Comparison, name: str) -> float:
    """What a spread that divides by the seeds, and not by one less, is smaller by."""
    seeds = len(comparison.regret(name))
    return float(np.sqrt((seeds - 1) / seeds))


def _sure(comparison: Comparison, one: str, other: str) -> bool:
    return bool(comparison.versus(one, other).high[-1] < 0)


def _apart(comparison: Comparison, one: str, other: str) -> bool:
    a, b = (estimate(comparison.regret(name)[:, -1]) for name in (one, other))
    return bool(a.high < b.low)


sure = Blank(
    "sure",
    _sure,
    _each(lambda answer, comparison: answer(comparison, "policy 0", "policy 1")),
    "`apart = comparison.versus(one, other)` is paired by seed; `one` is better for sure when its whole interval, "
    "up to `apart.high[-1]`, lies below 0.",
    (
        Slip(
            lambda comparison, one, other: bool(comparison.versus(one, other).mean[-1] < 0),
            "a lower mean may be luck: look at the interval, `high`, and not at the mean.",
        ),
        Slip(
            lambda comparison, one, other: bool(comparison.versus(one, other).high[-1] > 0),
            "the other way round: regret is better when it is lower, so the interval must lie below 0.",
        ),
        Slip(
            lambda comparison, one, other: bool(sum(part[-1] for part in comparison.versus(one, other)[:2]) < 0),
            "that is one standard error; the 95% interval reaches further, up to `high`.",
        ),
        Slip(
            lambda comparison, one, other: bool((comparison.versus(one, other).high < 0).all()),
            "that asks for every step; what counts is the end, [-1].",
        ),
        Slip(
            lambda comparison, one, other: bool((comparison.versus(one, other).high < 0).any()),
            "any step will do there; what counts is the end, [-1].",
        ),
        Slip(
            lambda comparison, one, other: bool(comparison.versus(one, other).high.mean() < 0),
            "that is the mean over all steps; what counts is the end, [-1].",
        ),
        Slip(
            lambda comparison, one, other: _sure(comparison, one, other) or _sure(comparison, other, one),
            "that says that the two differ, whichever is better: the whole interval must lie below 0.",
        ),
        Slip(
            lambda comparison, one, other: bool((comparison.regret(one) < comparison.regret(other))[:, -1].all()),
            "that asks for every game; a mean may be lower for sure though some games went worse.",
        ),
        Slip(
            lambda comparison, one, other: bool(
                (comparison.regret(one) < comparison.regret(other))[:, -1].mean() > 0.5
            ),
            "how many games are won says nothing of luck: look at the interval of the difference, `high`.",
        ),
        Slip(
            lambda comparison, one, other: float(comparison.versus(one, other).high[-1]),
            "that is the interval's end itself; whether it lies below 0 is the question, `< 0`.",
        ),
        Slip(
            lambda comparison, one, other: bool(comparison.versus(one, other).low[-1] < 0),
            "the interval's lower end is below 0 even where the two are equal; its upper end, `high`, must be.",
        ),
        Slip(
            _apart,
            "you compared two intervals, one for each. Both met the same luck, so the difference, paired by seed, "
            "knows more: `comparison.versus`.",
        ),
        Slip(
            lambda comparison, one, other: _sure(comparison, other, one),
            "the other way round: regret is better when it is lower, so the difference must be below 0.",
        ),
        Slip(
            lambda comparison, one, other: bool(comparison.versus(one, other).low[-1] > 0),
            "the other way round: regret is better when it is lower, so the difference must be below 0.",
        ),
        Slip(
            lambda comparison, one, other: bool(comparison.versus(one, other).high[0] < 0),
            "that is the first step; what counts is the end, [-1].",
        ),
    ),
    "paired by seed, with an interval.",
)
