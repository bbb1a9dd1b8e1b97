"""Page 03's figure: a moment of a run as curves and bars, which stay while the run is scrubbed."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import zip_longest
from typing import Any

import numpy as np

from pegp_lite.figures.canvas import Canvas
from pegp_lite.figures.drawing import round_limits
from pegp_lite.figures.optimism import Optimism, Trial
from pegp_lite.figures.style import Look, prior_look
from pegp_lite.pages.canvas_page import Table
from pegp_lite.pages.lessons.algorithm.game import MASKS, POINTS, SETS, Run, run_of
from pegp_lite.pages.lessons.algorithm.words import STOPS, Moment
from pegp_lite.problems.toy import toy_points

MOST = 6  # priors in the largest set


class AlgorithmScene:
    """Left: the upper bounds and the choice. Right: every prior's errors against what line 12 allows."""

    def __init__(self) -> None:
        self.canvas = Canvas(930, 370, columns=(1.75, 1))
        left, right = self.canvas.axes
        self._bounds = self.canvas.add(Optimism(left, toy_points(POINTS), MOST))
        self._trial = self.canvas.add(Trial(right, MOST))
        self.png, self.svg = self.canvas.png, self.canvas.svg
        self.moment = Moment(run_of(SETS[0], MASKS[1], 0.0, 0), 1, 0)

    def show(self, state: Mapping[str, Any]) -> str:
        run = run_of(state["priors"], state["mask"], state["epsilon"], state["seed"])
        played = run.trace.n_steps
        over = state["step"] > played
        now = self.moment = Moment(run, min(state["step"], played), 4 if over else STOPS.index(state["line"]))
        self._draw(now)
        late = f"There is no step {state['step']}: every prior was rejected by step {played}. " if over else ""
        return late + now.sentence()

    def table(self) -> Table:
        """A row a point with the truth and all upper bounds; beside it a row a prior with its errors."""
        now, trace = self.moment, self.moment.run.trace
        names, t = now.run.names, now.t - 1
        errors, allowed, out = _trial(now)
        header = ["x", "true f", "available", *(f"UCB {name}" for name in names)]
        curves = np.column_stack([toy_points(POINTS), trace.truth[t], trace.available[t], trace.ucb[t].T]).tolist()
        priors = zip(names, errors.tolist(), allowed.tolist(), out.tolist(), strict=True)
        rows = [[*row, *(prior or ("",) * 4)] for row, prior in zip_longest(curves, priors)]
        return [*header, "prior", "summed errors", "allowed", "rejected at"], rows

    def _draw(self, now: Moment) -> None:
        trace, t, looks = now.run.trace, now.t - 1, _looks(now.run)
        x = toy_points(POINTS)
        self._bounds.update(
            trace.mean[t],
            trace.width[t],
            trace.alive[now.t if now.stop == 4 else t],
            looks,
            trace.truth[t],
            trace.available[t],
            (x[trace.point[:t]], trace.observed[:t]),
            prior=now.prior if now.stop >= 1 else None,
            point=int(trace.point[t]) if now.stop >= 1 else None,
            found=float(trace.observed[t]) if now.stop >= 2 else None,
            error=now.stop >= 3,
            limits=_limits(now.run),
        )
        errors, allowed, out = _trial(now)
        self._trial.update(errors, allowed, out, looks, now.prior if now.stop >= 1 else None)


def _looks(run: Run) -> list[Look]:
    """One look a prior: its number keeps its colour whatever set it is in."""
    true = run.problem.true_prior
    return [
        prior_look(number, prior.name, true=k == true)
        for k, (number, prior) in enumerate(zip(run.numbers, run.problem.priors, strict=True))
    ]


def _limits(run: Run) -> tuple[float, float]:
    """A y axis that holds the whole run, so that it stays while scrubbing."""
    trace = run.trace
    reached = np.where(trace.alive[:-1, :, None], trace.ucb, -np.inf).max()
    return round_limits(float(min(trace.truth.min(), trace.observed.min())) - 0.3, float(reached) * 1.04, ticks=6)


def _trial(now: Moment) -> tuple[Any, Any, Any]:
    """Summed errors, allowances and steps of rejection, (P,) each, as far as this moment knows them."""
    trace, t = now.run.trace, now.t - 1
    known = t if now.stop >= 3 else t - 1  # the step whose look has been compared
    alive = trace.alive[: (now.t if now.stop == 4 else t) + 1]
    out = np.where(alive[-1], 0, alive.sum(axis=0))
    nothing = np.zeros(len(out))
    return (nothing, nothing, out) if known < 0 else (np.abs(trace.errors[known]), trace.allowed[known], out)
