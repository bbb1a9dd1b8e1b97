"""Algorithm 1 with the numbers of one moment of a game: the listing's lines and the sentence under the figure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from pegp_lite.checks import Floats, Ints
from pegp_lite.figures.words import counted, listed, number
from pegp_lite.pages.lessons.algorithm.model import Run

# The parts of a step at which the player stops, by the line numbers of Algorithm 1.
STOPS = ("3–5 compute bounds", "7 choose", "8–10 look", "11–12 compare", "13 decide")


class Line(NamedTuple):
    """One line of the listing: its number, its words, its numbers once it has run, and which stop runs it."""

    label: str
    code: str
    value: str
    stop: int


@dataclass(frozen=True)
class Moment:
    """Step `t` (from 1) of a run, stopped at `STOPS[stop]`."""

    run: Run
    t: int
    stop: int
    truth: bool = False  # whether the true prior may be named

    @property
    def names(self) -> tuple[str, ...]:
        """The priors' names, as far as they may be known."""
        return self.run.names(self.truth)

    @property
    def prior(self) -> int:
        """p_t, the prior trusted at this step."""
        return int(self.run.trace.prior[self.t - 1])

    @property
    def name(self) -> str:
        """The trusted prior's name."""
        return self.names[self.prior]

    @property
    def alive(self) -> list[str]:
        """The priors alive as far as this step has got: the rejection happens at the last stop."""
        row = self.run.trace.alive[self.t if self.stop == 4 else self.t - 1]
        return [name for name, lives in zip(self.names, row, strict=True) if lives]

    @property
    def where(self) -> str:
        """The lines of the listing that have just run."""
        label = STOPS[self.stop].split()[0]
        return f"line{'s' if '–' in label else ''} {label}"

    @property
    def tested(self) -> tuple[float, float]:
        """Line 12's two sides for the trusted prior, after this step's look."""
        trace, now = self.run.trace, self.t - 1
        return abs(float(trace.errors[now, self.prior])), float(trace.allowed[now, self.prior])

    def lines(self) -> list[Line]:
        """Lines 2 to 13 with the numbers of this step; a line that has not run yet shows its words alone."""
        trace, now, p = self.run.trace, self.t - 1, self.prior
        x, mean = trace.point[now], trace.mean[now, p, trace.point[now]]
        points, uses = trace.available[now], int(trace.uses[now, p])
        error, allowed = self.tested
        place = number(x / (trace.truth.shape[1] - 1))
        rejected = error > allowed
        total = len(self.names)
        before = int(trace.alive[now].sum())
        parts = f"{number(trace.noise[now, p])} + {number(trace.widths[now, p])} = {number(allowed)}"
        lines = [
            Line("2", "for t = 1, …, T", f"t = {self.t}; {points.sum()} of {points.size} points", 0),
            Line("3", "for each prior p not rejected", f"{before} of {counted(total, 'prior')}", 0),
            Line("4–5", "UCB(x) = μ(x) + β σ(x)", f"β = {number(trace.beta[now])}", 0),
            Line(
                "7",
                "x, p = argmax UCB, x available",
                f"{number(trace.ucb[now, p, x])} at x = {place}, {self.name}",
                1,
            ),
            Line("8", "S = S ∪ {t}, the steps trusting p", f"|S| = {uses}", 2),
            Line("9–10", "query y = f(x, t) + noise", f"y = {number(trace.observed[now])}", 2),
            Line(
                "11",
                "η = y − μ(x)",
                f"{number(trace.observed[now])} − ({number(mean)}) = {number(trace.eta[now])}",
                3,
            ),
            Line(
                "12",
                "if |Σ η| > √(ξ |S|) + Σ β σ",
                f"{number(error)} > {parts}: yes" if rejected else f"{number(error)} ≤ {parts}: no",
                3,
            ),
            Line("13", "then reject p", f"{self.name} is out" if rejected else "skipped: all stay", 4),
        ]
        return lines

    def sentence(self) -> str:
        """What happens at this moment; at the end of the run, how it ended."""
        said = (self._bounds, self._choice, self._look, self._test, self._verdict)[self.stop]()
        where = f"Step {self.t} of {self.run.steps}, {self.where}"
        over = self.t == self.run.trace.n_steps and self.stop == 4
        return f"{where}. {said[0].upper()}{said[1:]}" + (f" {self._whole_run()}" if over else "")

    def _bounds(self) -> str:
        trace, now = self.run.trace, self.t - 1
        tops = np.where(trace.available[now], trace.ucb[now], -np.inf).max(axis=1)
        lives = np.flatnonzero(trace.alive[now])
        hidden = int((~trace.available[now]).sum())
        away = f"{counted(hidden, 'point')} hidden" if hidden else "no point hidden"
        high, low = (self._whose(lives, tops, end) for end in (tops[lives].max(), tops[lives].min()))
        peaks = f"peak between {low} and {high}" if high != low else f"peak at {high}"
        return f"{counted(len(lives), 'prior')} alive, {away}; the upper bounds {peaks}."

    def _whose(self, lives: Ints, tops: Floats, value: float) -> str:
        """A value and whose it is; those of whom the same number would be said are counted."""
        owners = [self.names[p] for p in lives if number(tops[p]) == number(value)]
        return f"{number(value)} for {owners[0] if len(owners) == 1 else f'{len(owners)} priors'}"

    def _choice(self) -> str:
        trace, now = self.run.trace, self.t - 1
        x = trace.point[now]
        away = int((~trace.available[now]).sum())
        hidden = f", {counted(away, 'point')} being hidden" if away else ""
        bound = number(trace.ucb[now, self.prior, x])
        where = f"at x = {self._place}{hidden}"
        return f"the highest upper bound is {bound}, {where}; it is {self.name}'s, so that is trusted."

    def _look(self) -> str:
        trace, now = self.run.trace, self.t - 1
        x = trace.point[now]
        expected = f"{number(trace.mean[now, self.prior, x])} ± {number(trace.width[now, self.prior, x])}"
        times = counted(int(trace.uses[now, self.prior]), "time")
        return (
            f"the look at x = {self._place} returns {number(trace.observed[now])} where {self.name}, "
            f"now trusted {times}, expected {expected}."
        )

    def _test(self) -> str:
        error, allowed = self.tested
        eta = number(self.run.trace.eta[self.t - 1])
        verdict = "too much" if error > allowed else "within bounds"
        sums = f"{self.name}'s errors add up to {number(error)}, allowed are {number(allowed)}"
        return f"the error is {eta}; {sums}: {verdict}."

    def _verdict(self) -> str:
        error, allowed = self.tested
        if error <= allowed:
            return f"{self.name} has used {number(error)} of its {number(allowed)} and stays; {len(self.alive)} alive."
        left = listed(self.alive) if self.alive else "none, so the algorithm has nobody left to trust and stops"
        return f"{self.name} is rejected, its errors of {number(error)} exceed {number(allowed)}; left: {left}."

    def _whole_run(self) -> str:
        out = self.run.rejections()
        rejects = (
            f"rejected {counted(len(out), 'prior')}, the last at step {out[-1][0]}" if out else "rejected no prior"
        )
        return f"The whole run {rejects}; its regret is {number(self.run.trace.regret.sum())}."

    @property
    def _place(self) -> str:
        trace = self.run.trace
        return number(trace.point[self.t - 1] / (trace.truth.shape[1] - 1))
