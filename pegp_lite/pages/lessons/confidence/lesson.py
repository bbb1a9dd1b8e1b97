"""Page 01, Confidence bounds: the widgets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pegp_lite.bandit.schedules import confidence_width
from pegp_lite.figures.words import percent
from pegp_lite.pages.ask import Exercise, Prediction
from pegp_lite.pages.controls import Control, Several, Slider, Switch
from pegp_lite.pages.lessons.confidence.model import FUNCTIONS, PLACES, POINTS, TRUE_L, risk_of
from pegp_lite.pages.lessons.confidence.price_view import price_picture, price_table, widths_of
from pegp_lite.pages.lessons.confidence.view import EDGE, bands_picture, bands_table, inside_of, shown_step
from pegp_lite.pages.live import Hand
from pegp_lite.pages.page import Page, Scene, State

ROUND = 100  # points of the second figure: a number that its slider can stand at
WORDS = tuple(f"{place:g}" for place in PLACES)
CONTROLS: tuple[Control, ...] = (
    Slider(name="width", label="half-width in", symbol="σ", value=2.0, low=0.5, high=7.0, step=0.1),
    Slider(name="number", label="which function", value=1, low=1, high=20, help="The first twenty of 500 drawn"),
    Switch(name="b", label="bring in expert B"),
    Several(name="looks", label="look at x =", options=WORDS, value=("0.1", "0.5", "0.7"), least=0, more=True,
            help="One look a step, from left to right, with noise of standard deviation 0.1"),
    Slider(name="delta", label="failure probability", symbol="δ", value=0.1, low=0.001, high=0.5, step=0.1, log=True,
           more=True, help="How often the promise may fail"),
    Slider(name="epsilon", label="the truth’s forgetting rate", symbol="ε", value=0.0, low=0.0, high=0.5, step=0.05,
           more=True, help="How fast the function really changes; expert A knows it"),
    Slider(name="height", label="height of B’s hill", value=3.0, low=0.0, high=3.0, step=0.25, more=True),
    Slider(name="hill", label="place of B’s hill", value=0.2, low=0.0, high=1.0, step=0.05, more=True),
    Slider(name="l", label="B’s squared length", symbol="l", value=TRUE_L, low=0.002, high=0.5, step=0.1, log=True,
           more=True, help="How smooth expert B takes the function to be; the truth has 0.02"),
    Slider(name="epsilon_b", label="B’s forgetting rate", symbol="ε", value=0.0, low=0.0, high=0.5, step=0.05,
           more=True, help="How fast expert B takes the function to change"),
)  # fmt: skip
PRICE: tuple[Control, ...] = (
    Slider(name="points", label="number of points", symbol="|X|", value=ROUND, low=1, high=1_000_000, step=0.1,
           log=True, format=",.0f"),
    Slider(name="t", label="step", symbol="t", value=1, low=1, high=10_000, step=0.25, log=True, format=",.0f"),
    Slider(name="delta", label="failure probability", symbol="δ", value=0.1, low=0.001, high=0.5, step=0.1, log=True),
)  # fmt: skip


@dataclass(frozen=True, eq=False)
class Confidence:
    """The widgets of page 01."""

    page: Page
    prediction: Prediction
    price: Page
    cheaper: Prediction
    exercise: Exercise


def confidence_bounds(query: str | None = None) -> Confidence:
    """Page 01, its settings taken from `query` or from the address it was opened with."""
    page = Page("01_confidence_bounds", CONTROLS, Scene(bands_picture, bands_table, _moved), covered=True, query=query,
                hint="Drag the band’s edge; press where to look")  # fmt: skip
    price = Page("01_price_of_everything", PRICE, Scene(price_picture, price_table, _priced), prefix="price_",
                 covered=True, query=query, hint="Drag β: which δ does it buy?")  # fmt: skip
    return Confidence(page, _prediction(page), price, _cheaper(price), _exercise())


def _moved(hand: Hand, state: State) -> Mapping[str, Any]:
    if hand.key == "look":
        word = WORDS[round((hand.x or 0.0) * (len(WORDS) - 1))]
        kept = set(state["looks"]) ^ {word}
        return {"looks": tuple(each for each in WORDS if each in kept)}
    if hand.key == "hill":
        return {"hill": hand.x, "height": hand.y}
    if hand.key == "width":
        return {"width": hand.x}
    now = inside_of(state)
    t = shown_step(now, state["width"])
    return {"width": ((hand.y or 0.0) - now.mean[0, t, EDGE]) / max(now.std[0, t, EDGE], 1e-6)}


def _priced(hand: Hand, state: State) -> Mapping[str, Any]:
    return {"delta": risk_of(hand.x or 0.0, round(state["points"]), round(state["t"]))}


def _prediction(page: Page) -> Prediction:
    def share() -> float:
        return float(inside_of(page.first).share(2.0)[0])

    return Prediction(
        "Expert A is right: every function is drawn from A’s own prior. At any one point a band of two standard "
        f"deviations holds it 95 times in 100. How often does it hold the **whole** function, at all {POINTS} points, "
        "before and after each of three looks?",
        ("about 95%", "about 70%", "less than half"),
        lambda: 0 if share() > 0.85 else 1 if share() > 0.5 else 2,
        lambda _: (
            f"In {percent(share())} of {FUNCTIONS} functions. Each point and each step is one more chance to leave the "
            "band. A bandit needs it to hold at the point it will choose, whichever that is: so it must hold at all of "
            "them, every time."
        ),
        page,
    )


def _cheaper(page: Page) -> Prediction:
    def grown(**changes: float) -> float:
        return float(widths_of(page.first | changes)[-1])

    def points() -> float:
        return grown(points=1_000_000) - grown(points=ROUND)

    def risk() -> float:
        return grown(delta=0.001) - grown(delta=0.5)

    return Prediction(
        "Where do the four or five standard deviations come from? What widens the band more: ten thousand times as "
        "many points (100 to 1,000,000), or a risk five hundred times smaller (_δ_ from 0.5 to 0.001)?",
        ("the points", "the risk", "neither much"),
        lambda: 0 if points() > risk() else 1,
        lambda _: (
            f"The points add {points():.2f} standard deviations, the risk {risk():.2f}. Everything stands inside a "
            "logarithm inside a root, so everywhere and always is affordable."
        ),
        page,
        name="price",
    )


def _exercise() -> Exercise:
    return Exercise(
        f"Somebody wants to be wrong once in a thousand, not every other time: _δ_ goes from 0.5 to 0.001, with "
        f"{POINTS} points at step 1. By what factor does _β_ grow?",
        lambda: float(confidence_width(1, ROUND, 0.001) / confidence_width(1, ROUND, 0.5)),
        "Read _β_ at _t_ = 1 for both values of _δ_ in the figure, and divide the larger by the smaller.",
        "Five hundred times less risk for a band a third wider: _δ_ stands inside a logarithm inside a root.",
        tolerance=0.03,
    )
