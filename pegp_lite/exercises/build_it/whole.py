"""The last blank of `1_build_it`: a step of Algorithm 1, played as a whole game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from pegp_lite.bandit.schedules import confidence_width, noise_allowance
from pegp_lite.checks import Floats
from pegp_lite.exercises.blank import Blank, Slip
from pegp_lite.exercises.build_it.fits import fits_after
from pegp_lite.exercises.build_it.trusting import beyond, most_optimistic
from pegp_lite.problems.problem import Problem

Look = Callable[[int, int], float]
Step = Callable[["Notes", int, Look], None]


class Notes:
    """What has happened so far: the looks in their order, and for each prior the books of line 12.

    >>> notes = Notes(2)
    >>> notes.add(prior=1, point=7, value=3.0, error=-0.5, width=1.25)
    >>> notes.errors, notes.alive
    ([[], [-0.5]], array([ True,  True]))
    """

    def __init__(self, n_priors: int) -> None:
        self.points: list[int] = []
        self.values: list[float] = []
        self.errors: list[list[float]] = [[] for _ in range(n_priors)]
        self.widths: list[list[float]] = [[] for _ in range(n_priors)]
        self.alive = np.ones(n_priors, dtype=bool)

    def add(self, prior: int, point: int, value: float, error: float, width: float) -> None:
        """Write down a look, and in the books of the prior trusted its error and the width it was allowed."""
        self.points.append(int(point))
        self.values.append(float(value))
        self.errors[prior].append(float(error))
        self.widths[prior].append(float(width))


def step(problem: Problem, delta: float, noise: Floats) -> Blank:
    """The blank `step(notes, t, look)`, tried on a whole game of `problem` with `noise` (T,)."""

    def slip(hint: str, **changed: bool) -> Slip:
        return Slip(_stepper(problem, delta, **changed), hint)

    return Blank(
        "step",
        _stepper(problem, delta),
        lambda answer: [_played(problem, noise, answer)],
        "In order: choose from `mean + beta * std`; `y = look(point, t)`; `notes.add(...)` with the error "
        "`y - mean[p, point]` and the width `beta * std[p, point]`; then `notes.alive[p] = not rejects(...)`.",
        (
            slip("nothing is written down: call `notes.add(p, point, y, error, width)`.", silent=True),
            slip("nobody is ever rejected: the last line sets `notes.alive[p]`.", lenient=True),
            slip("`rejects` says who goes, `notes.alive` who stays: write `not rejects(...)`.", inverted=True),
            slip(
                "the error is taken from the upper bound; line 11 takes it from the mean, `y - mean[p, point]`.",
                from_above=True,
            ),
            slip("the error has the wrong sign: it is what was seen minus what was expected, line 11.", mirrored=True),
            slip("the width is `beta * std[p, point]`: beta is missing.", narrow=True),
            slip("the choice forgets the doubt: it is made from `mean + beta * std`, not from `mean`.", greedy=True),
            slip("beta is missing in the choice: it is made from `mean + beta * std`.", unscaled=True),
            slip("that is the lower bound, a pessimist's: choose from `mean + beta * std`.", pessimist=True),
            slip(
                "the choice forgets what is expected: it is made from `mean + beta * std`, not the doubt alone.",
                curious=True,
            ),
            slip("the choice forgets who was rejected: hand `notes.alive` to `choose`.", forgiving=True),
            slip(
                "the error keeps its sign, so that up and down may cancel: no `abs` around `y - mean[p, point]`.",
                unsigned=True,
            ),
            slip("error and width are swapped: `notes.add(p, point, y, error, width)`.", swapped=True),
            slip("that is the truth without noise, which nobody knows: `y = look(point, t)`.", knowing=True),
            slip("it looked a step too early: `look(point, t)`.", early=True),
            slip("the look is written down twice: call `notes.add(...)` once.", twice=True),
            slip(
                "line 12 comes last: first `notes.add(...)`, then `rejects`, or it judges by the books of before.",
                hasty=True,
            ),
            slip(
                "the error is taken from the prior's own mean; what counts is the posterior's, `mean[p, point]`.",
                unlearned=True,
            ),
            slip("the choice forgets which points are closed: hand `available[t - 1]` to `choose`.", everywhere=True),
            slip(
                "every prior is charged; only the one that was trusted made a promise, so only its books are written.",
                everyone=True,
            ),
            slip(
                "the mean and std are those after the look (so line 12 is printed); what counts is what was predicted "
                "before it.",
                afterwards=True,
            ),
        ),
        "point for point and rejection for rejection the same game.",
    )


def _played(problem: Problem, noise: Floats, answer: Step) -> dict[str, Any]:
    notes, gone = Notes(problem.n_priors), [0] * problem.n_priors

    def look(point: int, t: int) -> float:
        return float(problem.values_at(t)[point] + noise[t - 1])

    for t in range(1, problem.n_steps + 1):
        answer(notes, t, look)
        if np.shape(notes.alive) != (problem.n_priors,):
            raise TypeError("`notes.alive` holds a boolean for each prior: set `notes.alive[p]`, of the one trusted")
        gone = [before or (0 if lives else t) for before, lives in zip(gone, notes.alive, strict=True)]
        if not notes.alive.any():
            break
    return {"points": notes.points, "rejected at": gone, "errors": notes.errors, "widths": notes.widths}


def _stepper(problem: Problem, delta: float, **changed: bool) -> Step:
    """A step of the algorithm, or of one with something `changed`."""
    is_ = changed.get
    P, N, R = problem.n_priors, problem.n_points, problem.noise_std

    def fit(notes: Notes) -> tuple[Floats, Floats]:
        return fits_after(problem.priors, notes.points, notes.values, R)

    def one(notes: Notes, t: int, look: Look) -> None:
        mean, std = fit(notes)
        beta, xi = float(confidence_width(t, N, delta)), float(noise_allowance(t, P, R, delta))
        mask: Any = problem.available_at(t)
        open_now = np.ones(N, dtype=bool) if mask is None or is_("everywhere") else mask
        width = 0.0 if is_("greedy") else 1.0 if is_("unscaled") else -beta if is_("pessimist") else beta
        trusted = np.ones(P, dtype=bool) if is_("forgiving") else notes.alive
        p, point = most_optimistic((0.0 if is_("curious") else mean) + width * std, trusted, open_now)
        y = float(problem.values_at(t)[point]) if is_("knowing") else look(point, t - 1 if is_("early") else t)
        if is_("silent"):
            return
        charged = range(P) if is_("everyone") else [p]
        notes.points.append(point)
        notes.values.append(y)
        if is_("afterwards"):
            mean, std = fit(notes)
        for q in charged:
            before = bool(notes.errors[q]) and beyond(notes.errors[q], notes.widths[q], xi)
            expected = problem.priors[q].mean[..., point] if is_("unlearned") else mean[q, point]
            eta = float(y - expected - (beta * std[q, point] if is_("from_above") else 0.0))
            eta = -eta if is_("mirrored") else abs(eta) if is_("unsigned") else eta
            allowed = float((1.0 if is_("narrow") else beta) * std[q, point])
            eta, allowed = (allowed, eta) if is_("swapped") else (eta, allowed)
            notes.errors[q].append(eta)
            notes.widths[q].append(allowed)
            if is_("twice"):
                notes.add(q, point, y, eta, allowed)
            goes = before if is_("hasty") else beyond(notes.errors[q], notes.widths[q], xi)
            if not is_("lenient"):
                notes.alive[q] = goes if is_("inverted") else notes.alive[q] and not goes

    return one
