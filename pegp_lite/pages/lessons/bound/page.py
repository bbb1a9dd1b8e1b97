"""Page 04: Theorem 4.1's bound stacked against the real regret, and what each step of its proof gives away."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from pegp_lite.figures import Canvas, draw_bound, draw_waterfall
from pegp_lite.figures.words import counted, number
from pegp_lite.pages.canvas_ask import Exercise, Prediction, Variation
from pegp_lite.pages.canvas_page import Page, Table
from pegp_lite.pages.controls import Control, Slider
from pegp_lite.pages.lessons.bound.game import MOST, STEPS, STEPS_UP, Case, case_of
from pegp_lite.pages.lessons.bound.growth import growth_page

TERMS = ("elimination", "noise", "information")
CONTROLS: tuple[Control, ...] = (
    Slider(name="T", label="horizon T", value=STEPS, low=2, high=STEPS, help="How many steps are counted"),
    Slider(name="priors", label="number of priors |U|", value=6, low=1, high=MOST, help="The true one is always there"),
    Slider(
        name="epsilon", label="forgetting rate ε", value=0.0, low=0.0, high=0.2, step=0.02,
        help="0: the function stands still; 0.2: one step and the next correlate by 0.89",
    ),
    Slider(name="R", label="noise R", value=0.1, low=0.01, high=1.0, step=0.25, log=True, help="Standard deviation"),
    Slider(name="delta", label="failure probability δ", value=0.1, low=0.001, high=0.5, step=0.1, log=True),
    Slider(name="seed", label="luck: which function and noise", value=0, low=0, high=20),
)  # fmt: skip


class BoundScene:
    """Above: the three terms and the regret against the horizon. Below: the way up at the horizon T."""

    def __init__(self) -> None:
        self.canvas = Canvas(930, 540, rows=(1, 1.1))
        above, below = self.canvas.axes
        self.case, self.T = case_of(6, 0.0, 0.1, 0.1, 0), STEPS
        start = np.ones(STEPS)
        self._terms = self.canvas.add(draw_bound(above, start, start, start, start, formulas=True))
        self._steps = self.canvas.add(draw_waterfall(below, list(STEPS_UP), np.ones(len(STEPS_UP))))
        self._widen()
        self.png, self.svg = self.canvas.png, self.canvas.svg

    def _widen(self) -> None:
        """Let each panel take the room that the other's labels would have kept free beside it."""
        self.canvas.settle()
        for ax, left, right in zip(self.canvas.axes, (0.075, None), (None, 0.92), strict=True):
            place = ax.get_position()
            start, end = left or place.x0, right or place.x1
            ax.set_position((start, place.y0, end - start, place.height))
        self._terms.arrange()

    def show(self, state: Mapping[str, Any]) -> str:
        self.T = int(state["T"])
        self.case = case_of(int(state["priors"]), state["epsilon"], state["R"], state["delta"], int(state["seed"]))
        later = np.arange(1, STEPS + 1) > self.T
        self._terms.update(*(np.where(later, np.nan, each) for each in self._curves()))
        self._steps.update(self.case.levels[:, self.T - 1])
        return sentence(self.case, self.T)

    def table(self) -> Table:
        """A row a horizon up to T: the regret, the three terms, the bound and the steps between."""
        header = ["T", "regret", *TERMS, "bound", *(f"after: {name}" for name in list(STEPS_UP)[1:-1])]
        regret, *terms = np.array(self._curves())[[3, 0, 1, 2]]
        levels = self.case.levels
        columns = [np.arange(1, STEPS + 1), regret, *terms, levels[-1], *levels[1:-1]]
        return header, np.column_stack(columns)[: self.T].tolist()

    def _curves(self) -> tuple[Any, ...]:
        bound = self.case.ledger.bound
        return bound.elimination[0], bound.noise[0], bound.information[0], self.case.levels[0]


def sentence(case: Case, T: int) -> str:
    """Regret, bound, its terms, and the step of the proof that gives away most."""
    bound, at = case.ledger.bound, T - 1
    regret, total = case.levels[0, at], case.levels[-1, at]
    parts = [number(float(getattr(bound, term)[0, at])) for term in TERMS]
    given = np.diff(case.levels[:, at])
    most = int(np.argmax(given))
    name, why = list(STEPS_UP.items())[most + 1]
    times = f", {number(total / regret)} times as much" if regret > 0 else ""
    text = (
        f"After {T} steps with {counted(case.problem.n_priors, 'prior')} the regret is {number(regret)} and the bound "
        f"{number(total)}{times}: {parts[0]} for elimination, {parts[1]} for noise, {parts[2]} for information "
        f"(γ = {number(bound.gain[at])}). “{name}” gives away most, {number(given[most])}: {why}."
    )
    failed = [each for each in case.ledger.failed_events if each.step <= T]
    if failed:
        text += f" In this game the {failed[0].event} failed at step {failed[0].step}, so nothing was promised."
    return text


@dataclass(frozen=True, eq=False)
class Lesson:
    """The widgets of page 04."""

    page: Page
    growth: Page
    prediction: Prediction
    variation: Variation
    exercise: Exercise


def regret_bound_page(query: str | None = None) -> Lesson:
    """Page 04, its settings taken from `query` or from the address it was opened with."""
    page = Page("04_regret_bound", CONTROLS, BoundScene(), query)
    return Lesson(page, growth_page(), _prediction(), _variation(page), _exercise())


def _first() -> Case:
    return case_of(6, 0.0, 0.1, 0.1, 0)


def _prediction() -> Prediction:
    options = ("about twice as much", "about ten times", "fifty times or more")

    def answer(choice: str) -> str:
        regret, total = _first().levels[[0, -1], -1]
        right = "Right. " if choice == options[2] else ""
        return (
            f"{right}The regret is {number(regret)}, the bound {number(total)}: {number(total / regret)} times that. "
            "It is a promise for every function and every mask that anybody may think of, and it pays for that at each "
            "step of the proof. Where, is what the lower half of the figure shows."
        )

    return Prediction(
        f"Six priors, one of them true, {STEPS} steps, noise R = 0.1. Theorem 4.1 promises, with probability 90%, that "
        "the regret stays below a bound. How far above the regret of a real game will that bound be?",
        options,
        answer,
    )


def _variation(page: Page) -> Variation:
    return Variation(
        "Make the noise ten times larger. Which steps of the proof were small and are so no longer? Whose fault is it "
        "that the real regret grows too, though noise never counts as regret? (When does the elimination term jump?)",
        "R = 1",
        lambda: page.set(R=1.0, T=STEPS, priors=6, epsilon=0.0, delta=0.1),
    )


def _exercise() -> Exercise:
    def right() -> float:
        one, four = (case_of(n, 0.0, 0.1, 0.1, 0).ledger.bound.information[0, -1] for n in (1, 4))
        return float(four / one)

    return Exercise(
        "Go from one prior to four and leave everything else at its first setting. By what factor does the "
        "<i>information</i> term grow?",
        right,
        "Read the number “for information” in the sentence at |U| = 1 and at |U| = 4, and divide.",
        "It is √4: |U| stands under the root. The elimination term knows no root: it grows with |U| itself.",
        tolerance=0.05,
    )
