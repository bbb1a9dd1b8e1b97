"""The proof of Theorem 4.1, inequality by inequality, with the numbers of a played game on both sides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from pegp_lite.bandit.record import Record
from pegp_lite.bandit.sums import by_prior
from pegp_lite.checks import Bools, Floats
from pegp_lite.problems.problem import Problem
from pegp_lite.theory.bound import RegretBound
from pegp_lite.theory.steps import Steps
from pegp_lite.theory.witness import Witness

TOLERANCE = 1e-9  # of slack below zero, times the larger side where that exceeds 1: ties and rounding

CONFIDENCE, NOISE, BOUNDED = EVENTS = "confidence event", "noise event", "boundedness event"


@dataclass(frozen=True, eq=False)
class Row:
    """One step of the proof by its `name`, left <= right, for S seeds at each t; (S, T), NaN after a seed has ended.

    `name`, `reference` and `meaning` say which step; `left` and `right` are its sides; `rests_on`: the events it needs.

    >>> from pegp_lite import PriorElimination, play
    >>> from pegp_lite.problems.toy import toy
    >>> from pegp_lite.theory import proof_ledger
    >>> problem = toy(seeds=1, T=10, points=61)
    >>> row = proof_ledger(problem, play(problem, PriorElimination())).rows[0]
    >>> row.left.shape == row.right.shape
    True
    """

    name: str
    reference: str  # where the paper has it
    meaning: str  # in plain words
    left: Floats
    right: Floats
    rests_on: tuple[str, ...] = ()  # the events without which the step may fail

    @property
    def slack(self) -> Floats:
        """right - left: how loose the step is, (S, T)."""
        return self.right - self.left

    @property
    def holds(self) -> Bools:
        """slack >= -1e-9 max(1, |left|, |right|), (S, T); after a seed has ended nothing is claimed: True."""
        scale = np.maximum(1.0, np.maximum(np.abs(self.left), np.abs(self.right)))
        return ~(self.slack < -TOLERANCE * scale)


def proof_rows(problem: Problem, record: Record, steps: Steps, witness: Witness, bound: RegretBound) -> tuple[Row, ...]:
    """Every step of the proof in its order (Section 5 and the appendix)."""
    found = (*_events(steps, witness), *_the_rule(problem, record, steps, witness), *_regret(problem, steps, bound))
    final = _information(problem, steps, bound)
    return tuple(
        Row(name, reference, meaning, steps.shown(left), steps.shown(right), rests_on)
        for name, reference, meaning, left, right, rests_on in (*found, *final)
    )


_Side = Floats | float
_Line = tuple[str, str, str, _Side, _Side, tuple[str, ...]]


def _events(steps: Steps, witness: Witness) -> Iterator[_Line]:
    sums, allowed = np.abs(by_prior(steps.used, steps.noise)), steps.sums.noise
    worst = np.where(steps.sums.uses > 0, sums - allowed, -np.inf).argmax(axis=2)[:, :, None]
    yield (
        CONFIDENCE, "Theorem 3.1",
        "At every point f lies inside the true prior's band; shown is where it comes closest to leaving.",
        witness.error, witness.width, (),
    )  # fmt: skip
    yield (
        NOISE, "Lemma 5.1",
        "Noise on the steps trusting a prior adds up to at most sqrt(xi_t |S|); shown is the worst prior.",
        np.take_along_axis(sums, worst, 2)[:, :, 0], np.take_along_axis(allowed, worst, 2)[:, :, 0], (),
    )  # fmt: skip
    yield (
        BOUNDED, "Lemma 5.2",
        "Up to now f has stayed between -B_t and B_t.",
        witness.tallest, steps.B, (),
    )  # fmt: skip


def _the_rule(problem: Problem, record: Record, steps: Steps, witness: Witness) -> Iterator[_Line]:
    t, truth = np.arange(1, problem.n_steps + 1), steps.truth
    sums, allowed = np.abs(steps.sums.errors), steps.sums.allowed
    rejected = record.eliminated_at[:, None, :] == t[:, None]
    gone = (record.eliminated_at[:, None, :] > 0) & (record.eliminated_at[:, None, :] < t[:, None])
    doubt = np.abs(sums - allowed) <= TOLERANCE * np.maximum(1.0, allowed)
    amiss = steps.used & (gone | ((rejected != (sums > allowed)) & ~doubt)) | (rejected & ~steps.used)
    yield (
        "the choice", "Algorithm 1, lines 5-7",
        "The game looked where, of all living priors and open points, the upper confidence bound was highest; "
        "counted are the steps at which it did not.",
        witness.not_highest.cumsum(axis=1).astype(float), 0.0, (),
    )  # fmt: skip
    yield (
        "the rule", "Algorithm 1, lines 7, 12-14",
        "The game trusted living priors only and rejected just those whose errors exceeded the allowance; "
        "counted are the steps at which it did not (or was it played with another delta?).",
        amiss.any(axis=2).cumsum(axis=1).astype(float), 0.0, (),
    )  # fmt: skip
    yield (
        "true prior passes", "Section 5, Preservation of p*",
        "The true prior's errors add up to what noise and its own widths allow: its test never fires.",
        sums[:, :, truth], allowed[:, :, truth], (CONFIDENCE, NOISE),
    )  # fmt: skip
    yield (
        "true prior kept", "Section 5, Preservation of p*",
        "The true prior has not been rejected (left: 1 if it has).",
        (rejected | gone)[:, :, truth].astype(float), 0.0, (CONFIDENCE, NOISE),
    )  # fmt: skip


def _regret(problem: Problem, steps: Steps, bound: RegretBound) -> Iterator[_Line]:
    predicted = steps.values + steps.noise - steps.errors  # mu of the trusted prior at the point
    n_critical = steps.critical.cumsum(axis=1).astype(float)
    total, in_critical = steps.regret.cumsum(axis=1), (steps.regret * steps.critical).cumsum(axis=1)
    widths, noise, errors = (steps.outside(each) for each in (steps.widths, steps.noise, steps.errors))
    by_noise = steps.sums.noise.sum(axis=2)
    yield (
        "optimism", "eq. (1)-(2)",
        "The best available value is at most the upper confidence bound of the point and prior chosen.",
        steps.values + steps.regret, predicted + steps.widths, (CONFIDENCE, NOISE),
    )  # fmt: skip
    yield (
        "instantaneous bound", "eq. (4)",
        "The regret of this step is at most the width minus the prediction error plus the noise.",
        steps.regret, steps.widths - steps.errors + steps.noise, (CONFIDENCE, NOISE),
    )  # fmt: skip
    yield (
        "few critical steps", "Section 5, size of C",
        "Each critical step costs one prior and the true one stays, so there are at most |U| - 1.",
        n_critical, float(problem.n_priors - 1), (CONFIDENCE, NOISE),
    )  # fmt: skip
    yield (
        "critical steps", "Section 5, r_t <= 2 B_t*",
        "On critical steps anything may happen, yet f is bounded: their regret is at most 2 |U| B_t*.",
        in_critical, bound.elimination, (BOUNDED,),
    )  # fmt: skip
    yield (
        "split", "Section 5, critical and other steps",
        "Regret is at most the critical steps' share plus the others' widths, noise and errors.",
        total, bound.elimination + widths + noise - errors, EVENTS,
    )  # fmt: skip
    yield (
        "eta bound", "Section 5, terms eta_t",
        "On the other steps the rule was silent, so the errors add up to no more than it allows.",
        -errors, by_noise + widths, (),
    )  # fmt: skip
    yield (
        "noise sums", "Section 5, Lemma 5.1 applied",
        "The noise of the other steps adds up to no more than its allowance, prior by prior.",
        noise, by_noise, (NOISE,),
    )  # fmt: skip
    yield (
        "collected", "Section 5, bound on R_T",
        "Regret is at most the critical steps' share, twice the noise allowance and twice the widths.",
        total, bound.elimination + 2 * by_noise + 2 * widths, EVENTS,
    )  # fmt: skip
    yield (
        "Cauchy-Schwarz", "Section 5, over the priors",
        "However the steps are spread over the priors, an even spread allows the most noise.",
        by_noise, bound.noise / 2, (),
    )  # fmt: skip
    yield (
        "data-dependent bound", "Section 5, before Lemma 5.3",
        "Regret is at most the bound with the widths that this game really had.",
        total, bound.realised_total, EVENTS,
    )  # fmt: skip


def _information(problem: Problem, steps: Steps, bound: RegretBound) -> Iterator[_Line]:
    t, variances = np.arange(1, problem.n_steps + 1), steps.outside(steps.std**2)
    widths = steps.outside(steps.widths)
    yield (
        "Cauchy-Schwarz on widths", "Lemma 5.3, eq. (5)",
        "The widths add up to at most beta_t sqrt(t times the sum of their squares).",
        widths, steps.beta * np.sqrt(t * variances), (),
    )  # fmt: skip
    yield (
        "variances and gain", "Lemma 5.3, last step",
        "Variances add up to at most C |U| gamma_t: bands are wide only while there is more to learn.",
        variances, bound.constant * problem.n_priors * bound.gain, (),
    )  # fmt: skip
    yield (
        "Lemma 5.3", "Lemma 5.3",
        "The widths add up to at most beta_t sqrt(C t |U| gamma_t).",
        widths, bound.information / 2, (),
    )  # fmt: skip
    yield (
        "final bound", "Theorem 4.1",
        "Regret is at most 2 |U| B_t* + 2 sqrt(xi_t |U| t) + 2 beta_t sqrt(C t |U| gamma_t).",
        steps.regret.cumsum(axis=1), bound.total, EVENTS,
    )  # fmt: skip
