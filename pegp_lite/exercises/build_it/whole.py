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
        p, point = most_optimistic(mean + (0.0 if is_("greedy") else beta) * std, notes.alive, open_now)
        y = look(point, t)
        if is_("silent"):
            return
        charged = range(P) if is_("everyone") else [p]
        notes.points.append(point)
        notes.values.append(y)
        if is_("afterwards"):
            mean, std = fit(notes)
        for q in charged:
            eta = y - mean[q, point] - (beta * std[q, point] if is_("from_above") else 0.0)
            notes.errors[q].append(-eta if is_("mirrored") else eta)
            notes.widths[q].append((1.0 if is_("narrow") else beta) * std[q, point])
            goes = beyond(notes.errors[q], notes.widths[q], xi)
            if not is_("lenient"):
                notes.alive[q] = goes if is_("inverted") else notes.alive[q] and not goes

    return one
