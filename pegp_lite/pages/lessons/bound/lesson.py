"""Page 04, The regret bound: the widgets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pegp_lite.figures.words import number
from pegp_lite.pages.ask import Exercise, Prediction
from pegp_lite.pages.controls import Choice, Control, Slider
from pegp_lite.pages.lessons.bound.growth_view import growth_at, growth_picture, growth_table
from pegp_lite.pages.lessons.bound.model import GROWTH_STEPS, KERNELS, MOST, STEPS, STEPS_UP, case_of
from pegp_lite.pages.lessons.bound.view import LARGEST, REGRET, bound_picture, bound_table, case_at
from pegp_lite.pages.live import Hand
from pegp_lite.pages.page import Page, Scene, State

CONTROLS: tuple[Control, ...] = (
    Slider(name="T", label="horizon", symbol="T", value=STEPS, low=2, high=STEPS, help="How many steps are counted"),
    Slider(name="priors", label="priors", symbol="|U|", value=6, low=1, high=MOST,
           help="How many; the true one is always among them"),
    Slider(name="R", label="noise", symbol="R", value=0.1, low=0.01, high=1.0, step=0.25, log=True,
           help="Standard deviation"),
    Slider(name="epsilon", label="forgetting rate", symbol="ε", value=0.0, low=0.0, high=0.2, step=0.02, more=True,
           help="0: the function stands still; 0.2: one step and the next correlate by 0.89"),
    Slider(name="delta", label="failure probability", symbol="δ", value=0.1, low=0.001, high=0.5, step=0.1, log=True,
           more=True),
    Slider(name="seed", label="luck: which function and noise", value=0, low=0, high=20, more=True),
    Choice(name="step", label="proof step explained", options=(LARGEST, *(step.name for step in STEPS_UP)), more=True,
           help="Or press its bar"),
)  # fmt: skip
GROWTH: tuple[Control, ...] = (
    Slider(name="epsilon", label="forgetting rate", symbol="ε", value=0.02, low=0.0, high=0.2, step=0.02),
    Choice(name="kernel", label="kernel", options=KERNELS, help="From smooth to rough"),
    Slider(name="R", label="noise", symbol="R", value=0.1, low=0.01, high=1.0, step=0.25, log=True,
           help="Standard deviation"),
)  # fmt: skip


@dataclass(frozen=True, eq=False)
class Bound:
    """The widgets of page 04."""

    page: Page
    prediction: Prediction
    growth: Page
    moving: Prediction
    exercise: Exercise


def regret_bound_page(query: str | None = None) -> Bound:
    """Page 04, its settings taken from `query` or from the address it was opened with."""
    page = Page("04_regret_bound", CONTROLS, Scene(bound_picture, bound_table, _moved), covered=True, query=query,
                hint="Drag T; point at a bar, or press it")  # fmt: skip
    growth = Page("04_growth", GROWTH, Scene(growth_picture, growth_table), prefix="gain_", covered=True, query=query,
                  hint="Point at a curve")  # fmt: skip
    return Bound(page, _prediction(page), growth, _moving(growth), _exercise())


def _moved(hand: Hand, state: State) -> Mapping[str, Any]:
    if hand.key == "T":
        return {"T": hand.x}
    return {"step": LARGEST if hand.key in (REGRET, state["step"]) else hand.key}


def _prediction(page: Page) -> Prediction:
    def ends() -> tuple[float, float]:
        regret, total = case_at(page.first).levels[[0, -1], -1]
        return float(regret), float(total)

    def right() -> int:
        regret, total = ends()
        return 0 if total < 5 * regret else 1 if total < 25 * regret else 2

    def why(_: int) -> str:
        regret, total = ends()
        return (
            f"The regret is {number(regret)}, the bound {number(total)}: {number(total / regret)} times that. It "
            "promises for every function and every mask, and pays for that at each step of the proof: the bars show "
            "where."
        )

    return Prediction(
        f"Six priors, one of them true, {STEPS} steps, noise _R_ = 0.1. Theorem 4.1 promises, with probability 90%, "
        "that the regret stays below a bound. How far above the regret of a real game is it?",
        ("about twice", "about ten times", "fifty times or more"),
        right,
        why,
        page,
    )


def _moving(page: Page) -> Prediction:
    def grown(epsilon: float) -> float:
        gain = growth_at(page.first | {"epsilon": epsilon})[0].upper
        return float(gain[-1] / gain[GROWTH_STEPS // 2 - 1])

    def right() -> int:
        factor = grown(page.first["epsilon"])
        return 0 if factor < 1.25 else 1 if factor < 1.6 else 2

    return Prediction(
        "A smooth function that stands still is soon known: between 25 and 50 steps there is hardly anything left to "
        "learn. Now let it move a little, _ε_ = 0.02. How does what can be learnt grow over the same steps?",
        ("hardly, too", "by about 40%", "it nearly doubles"),
        right,
        lambda _: (
            f"By a factor of {number(grown(page.first['epsilon']))}, against {number(grown(0.0))} for the function "
            "that stands still. Every step brings its own little novelty, for ever."
        ),
        page,
        name="moving",
    )


def _exercise() -> Exercise:
    def right() -> float:
        one, four = (case_of(n, 0.0, 0.1, 0.1, 0).ledger.bound.information[0, -1] for n in (1, 4))
        return float(four / one)

    return Exercise(
        "Go from one prior to four and leave everything else at its first setting. By what factor does the "
        "**information** term grow?",
        right,
        "Read the number “for information” in the sentence at |_U_| = 1 and at |_U_| = 4, and divide.",
        "It is √4: |_U_| stands under the root. The elimination term knows no root: it grows with |_U_| itself.",
        tolerance=0.05,
    )
