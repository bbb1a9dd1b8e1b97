"""Page 01: two experts' bands around the same looks, and how often the truth really stays inside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pegp_lite.bandit.schedules import confidence_width
from pegp_lite.figures import Canvas, draw_posterior, prior_look
from pegp_lite.figures.shares import TwoSigma, draw_shares
from pegp_lite.figures.words import counted, listed, number, percent
from pegp_lite.pages.canvas_ask import Exercise, Prediction, Variation
from pegp_lite.pages.canvas_page import Page, Table
from pegp_lite.pages.controls import Choice, Control, Several, Slider
from pegp_lite.pages.lessons.confidence.inside import (
    FUNCTIONS,
    MEANS,
    PLACES,
    POINTS,
    TRUE_L,
    Inside,
    expert,
    look_around,
)
from pegp_lite.pages.lessons.confidence.price import price_of_everything
from pegp_lite.pages.on_canvas import OnCanvas

NAMES = ("expert A", "expert B")
LIMITS = (-8.0, 9.0)


@dataclass(frozen=True, kw_only=True)
class Places(Several):
    """Some of several words, or none."""

    least: int = 0

    @property
    def first(self) -> tuple[str, ...]:
        return tuple(self.value)

    def write(self, value: Any) -> str:
        return super().write(value) or "none"

    def read(self, text: str) -> tuple[str, ...]:
        return () if text == "none" else super().read(text)


CONTROLS: tuple[Control, ...] = (
    Places(
        name="looks",
        label="look at x = (one look a step, from left to right)",
        options=[f"{place:g}" for place in PLACES],
        value=("0.1", "0.5", "0.7"),
        help="Each button is one observation, with noise of standard deviation 0.1",
    ),
    Slider(
        name="delta", label="failure probability δ", value=0.1, low=0.001, high=0.5, step=0.1, log=True,
        help="How often the promise may fail",
    ),
    Choice(name="mean", label="expert B's mean", options=MEANS, value="hill on the left"),
    Slider(
        name="l", label="expert B's squared length l", value=0.02, low=0.002, high=0.5, step=0.1, log=True,
        help="How smooth expert B takes the function to be; the truth has 0.02",
    ),
    Slider(
        name="epsilon_b", label="expert B's forgetting rate ε", value=0.0, low=0.0, high=0.5, step=0.05,
        help="How fast expert B takes the function to change",
    ),
    Slider(
        name="epsilon", label="the truth's own forgetting rate ε", value=0.0, low=0.0, high=0.5, step=0.05,
        help="How fast the function really changes; expert A knows it",
    ),
    Slider(
        name="number", label="which function is shown", value=1, low=1, high=20,
        help="The first twenty of the functions drawn",
    ),
)  # fmt: skip


class BandsScene(OnCanvas):
    """Above: both experts' means and bands of beta_t around the looks. Below: what bands of any width hold."""

    def __init__(self, state: Mapping[str, Any]) -> None:
        super().__init__(Canvas(930, 540, rows=(1.35, 1)))
        self.now = self._compute(state)
        now, (top, bottom) = self.now, self.canvas.axes
        first: dict[str, Any] = {"mean": now.mean, "half_width": now.beta * now.std}
        self._bands = self.keep(draw_posterior(top, now.x, NAMES, limits=LIMITS, **first))
        self._two = self.keep(TwoSigma(top, now.x, prior_look(0).color))
        self._shares = self.keep(
            draw_shares(bottom, NAMES, now.needed, (now.first_beta, now.beta), now.held / now.functions, 0.9)
        )

    def show(self, state: Mapping[str, Any]) -> str:
        now = self.now = self._compute(state)
        self._bands.update(now.mean, now.beta * now.std, now.seen, truth=now.truth)
        self._two.update(now.mean[0], now.std[0])
        self._shares.update(now.needed, (now.first_beta, now.beta), now.held / now.functions, 1 - state["delta"])
        return self._sentence(state, now)

    def table(self) -> Table:
        """A row a point with both bands, and beside it a row a width with the shares it holds."""
        now, shares = self.now, self._shares
        half = now.beta * now.std
        columns = [
            now.x, now.truth, now.mean[0], now.mean[0] - half[0], now.mean[0] + half[0], now.mean[1],
            now.mean[1] - half[1], now.mean[1] + half[1], shares.widths, shares.alone, *shares.curves,
        ]  # fmt: skip
        header = [
            "x", "truth", "A mean", "A low", "A high", "B mean", "B low", "B high",
            "width in sigma", "held at one point", "held by A everywhere", "held by B everywhere",
        ]  # fmt: skip
        return header, np.column_stack(columns).tolist()

    def _compute(self, state: Mapping[str, Any]) -> Inside:
        b = expert("B", state["mean"], state["l"], state["epsilon_b"])
        looks = [float(word) for word in state["looks"]]
        return look_around(b, looks, state["epsilon"], state["delta"], int(state["number"]) - 1)

    def _sentence(self, state: Mapping[str, Any], now: Inside) -> str:
        looks, (a, b) = len(state["looks"]), now.held
        moves = f"forgets at rate {number(state['epsilon'])}" if state["epsilon"] else "stands still"
        believes = f"{state['mean']}, l = {number(state['l'])}, ε = {number(state['epsilon_b'])}"
        left = [name for name, held in zip(("A", "B"), now.shown_held, strict=True) if not held]
        fate = f"leaves the band of {listed(left)}" if left else "stays inside both bands"
        return (
            f"After {counted(looks, 'look')} at a truth that {moves}, β = {number(now.beta)}, "
            f"{number(now.beta / 2)} times as wide as 2σ. Expert A's band holds {a} of {now.functions} functions "
            f"everywhere and always (promised: at least {100 * (1 - state['delta']):.3g}%); 2σ would hold "
            f"{percent(now.share(2.0)[0])}. Expert B ({believes}) holds {b}. Function {state['number']} {fate}."
        )


@dataclass(frozen=True, eq=False)
class Confidence:
    """The widgets of page 01."""

    page: Page
    price: Page
    prediction: Prediction
    variation: Variation
    exercise: Exercise


def confidence_bounds(query: str | None = None) -> Confidence:
    """Page 01, its settings taken from `query` or from the address it was opened with."""
    scene = BandsScene({control.name: control.first for control in CONTROLS})
    share = float(scene.now.share(2.0)[0])
    page = Page("01_confidence_bounds", CONTROLS, scene, query)
    return Confidence(page, price_of_everything(), _prediction(share), _variation(page), _exercise())


def _prediction(share: float) -> Prediction:
    options: Sequence[str] = ("about 95%", "about 70%", "less than half")
    return Prediction(
        f"Expert A is right: every function below is drawn from A's own prior. At any one point a band of two "
        f"standard deviations holds it 95 times in 100. How often does it hold the <i>whole</i> function, at all "
        f"{POINTS} points, before and after each of three looks?",
        options,
        lambda choice: (
            f"In {percent(share)} of {FUNCTIONS} functions{'' if choice == options[-1] else ': less than half'}."
            " Each point and each step is one more chance to leave the band. A bandit needs the band to hold at the "
            "point it will choose, whichever that is: so it must hold at all of them, every time."
        ),
    )


def _variation(page: Page) -> Variation:
    return Variation(
        "Make expert B right about everything but one thing: the truth now moves, and B believes that it stands "
        "still. Does looking more often help B or harm B? Press more of the buttons and watch how many of the "
        "functions B still holds.",
        "B believes that nothing moves",
        lambda: page.set(mean="flat", l=TRUE_L, epsilon_b=0.0, epsilon=0.05, looks=("0.3", "0.7")),
    )


def _exercise() -> Exercise:
    def right() -> float:
        return float(confidence_width(1, POINTS, 0.001) / confidence_width(1, POINTS, 0.5))

    return Exercise(
        f"Somebody wants to be wrong once in a thousand, not every other time: δ goes from 0.5 to 0.001, with "
        f"{POINTS} points at step 1. By what factor does β grow? (The figure above has the sliders.)",
        right,
        "Read β at t = 1 for both values of δ, and divide the larger by the smaller.",
        "Five hundred times less risk for a band a third wider: δ stands inside a logarithm inside a root.",
        tolerance=0.03,
    )
