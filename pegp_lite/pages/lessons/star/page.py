"""Page 02: where the next observation falls, in whose band, and what that does to whom (the paper's Fig. 1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from pegp_lite.figures import Canvas, draw_star_diamond
from pegp_lite.figures.star_diamond import Allowance
from pegp_lite.figures.style import FAINT
from pegp_lite.figures.words import number
from pegp_lite.pages.ask import Exercise, Prediction, Variation
from pegp_lite.pages.controls import Control, Slider
from pegp_lite.pages.lessons.star.meeting import EARLIER, meet
from pegp_lite.pages.lessons.star.sums import running_sums
from pegp_lite.pages.on_canvas import OnCanvas
from pegp_lite.pages.page import Page, Table

NAMES = ("GP1", "GP2")
LIMITS, MOST = (-4.0, 8.5), 8.0
CONTROLS: tuple[Control, ...] = (
    Slider(
        name="y", label="value y of the next observation", value=2.0, low=-2.0, high=6.0, step=0.1,
        help="Move it up and down through the bands",
    ),
    Slider(name="x", label="its place x", value=0.3, low=0.0, high=1.0, step=0.01, help="Where the look goes"),
    Slider(
        name="height", label="height of the hill that GP1 promises", value=4.0, low=0.0, high=5.0, step=0.1,
        help="How far the two experts disagree; GP2 promises no hill",
    ),
    Slider(
        name="earlier", label="observations so far", value=4, low=0, high=len(EARLIER),
        help="What both models were fitted to",
    ),
    Slider(
        name="noise", label="noise R (standard deviation)", value=0.1, low=0.02, high=0.5, step=0.02,
        help="How much an observation may be off by itself",
    ),
    Slider(name="delta", label="failure probability δ", value=0.1, low=0.001, high=0.5, step=0.1, log=True),
)  # fmt: skip


class Verdicts(Allowance):
    """The elimination test, with a word for the model that is not tested because nobody trusted it."""

    def judge(self, trusted: int | None) -> None:
        """Say `would fail` or `would pass` beside the model that is not `trusted`."""
        for p, (text, beyond) in enumerate(zip(self._notes, self.rejected, strict=True)):
            if trusted is not None and p != trusted:
                text.set(text="would fail" if beyond else "would pass", color=FAINT)


class StarScene(OnCanvas):
    """Above: Fig. 1. Below: each model's error against its allowance."""

    def __init__(self, state: Mapping[str, Any]) -> None:
        super().__init__(Canvas(930, 520, rows=(2.2, 1)))
        self.now, self._new = meet(**state), ([state["x"]], [state["y"]])
        now, (top, bottom) = self.now, self.canvas.axes
        picture = draw_star_diamond(top, now.x, now.mean, now.half_width, now.seen, self._new, limits=LIMITS)
        self._picture = self.keep(picture)
        self._allowance = self.keep(Verdicts(bottom, NAMES))

    def show(self, state: Mapping[str, Any]) -> str:
        now = self.now = meet(**state)
        self._new = ([state["x"]], [state["y"]])
        self._picture.update(now.mean, now.half_width, now.seen, self._new)
        self._allowance.update(now.error, np.full(2, now.noise), now.width)
        self._allowance.judge(now.trusted)
        self._allowance.ax.set_xlim(0, MOST)
        return f"{self._kind(state)} {self._errors()} {self._trust()}"

    def table(self) -> Table:
        """A row a point: both means and bands; the first two rows also carry the models' errors."""
        now = self.now
        low, high = now.mean - now.half_width, now.mean + now.half_width
        columns = [now.x, now.mean[0], low[0], high[0], now.mean[1], low[1], high[1]]
        rows = [[*row, "", "", "", ""] for row in np.column_stack(columns).tolist()]
        for p, name in enumerate(NAMES):
            rows[p][7:] = [name, abs(float(now.error[p])), float(now.width[p]), now.noise]
        header = ["x", "GP1 mean", "GP1 low", "GP1 high", "GP2 mean", "GP2 low", "GP2 high"]
        return [*header, "model", "|eta|", "beta sigma", "sqrt xi"], rows

    def _kind(self, state: Mapping[str, Any]) -> str:
        first, second = self.now.inside
        where = f"y = {number(state['y'])} at x = {number(state['x'])}"
        after = f"after {int(state['earlier'])} observations (R = {number(state['noise'])})"
        if first and second:
            return f"A star: {where}, {after}, lies in both bands."
        if first or second:
            return f"A diamond: {where}, {after}, lies in the band of {NAMES[second]} only."
        return f"Neither star nor diamond: {where}, {after}, lies in no band."

    def _errors(self) -> str:
        now = self.now
        parts = [
            f"{name} is off by {number(abs(error))} of {number(width + now.noise)} allowed"
            for name, error, width in zip(NAMES, now.error, now.width, strict=True)
        ]
        return f"{parts[0]}, {parts[1]} (noise explains {number(now.noise)} of each)."

    def _trust(self) -> str:
        now = self.now
        if now.trusted is None:
            return "Both promise the same here, so either may be the one trusted and tested."
        name = NAMES[now.trusted]
        verdict = "rejects it" if now.rejected[now.trusted] else "keeps it"
        return f"{name} promises more here, so PE-GP-UCB trusts {name}, tests only {name}, and {verdict}."


@dataclass(frozen=True, eq=False)
class StarAndDiamond:
    """The widgets of page 02."""

    page: Page
    sums: Page
    prediction: Prediction
    variation: Variation
    exercise: Exercise


def star_and_diamond(query: str | None = None) -> StarAndDiamond:
    """Page 02, its settings taken from `query` or from the address it was opened with."""
    page = Page("02_star_and_diamond", CONTROLS, StarScene({c.name: c.first for c in CONTROLS}), query)
    return StarAndDiamond(page, running_sums(), _prediction(), _variation(page), _exercise())


def _prediction() -> Prediction:
    options = ("yes, at once", "not by this look", "only if it happens twice")
    return Prediction(
        "GP1 promises a hill, GP2 promises none. The algorithm looks where GP1's hill should be, because GP1 promises "
        "more there. It sees the hill: a value inside GP1's band and far outside GP2's. Is GP2 thrown out?",
        options,
        lambda choice: (
            f"{'Right' if choice == options[1] else 'No'}: GP2 was wrong, but nobody had trusted GP2. Line 12 adds the "
            "error to the sum of the prior that was trusted, and tests that one alone. GP2 is tested on the day it "
            "promises more than its rivals. Until then it does no harm."
        ),
    )


def _variation(page: Page) -> Variation:
    return Variation(
        "Here the hill is missing: a diamond against the model that is trusted. Now raise the noise R. From which R on "
        "may GP1 stay in the game, and why does its band hardly change meanwhile?",
        "The hill is not there",
        lambda: page.set(**(page.first | {"y": 0.6})),
    )


def _exercise() -> Exercise:
    return Exercise(
        "A prior is trusted again and again. Each time its error exceeds its band by half of what one observation's "
        "noise is allowed: η = β σ + ½ √ξ, always upwards. Take ξ as constant. At which use is it rejected?",
        lambda: 5.0,
        "After n uses the errors sum to n β σ + n √ξ / 2, and n β σ + √(ξ n) are allowed. When is n / 2 more than √n?",
        "At four uses both sides are equal, at five the errors are ahead. One such miss is noise; five in a row are "
        "not, because noise would have averaged out.",
    )
