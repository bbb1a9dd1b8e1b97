"""Page 05, the toy experiment: the widgets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from pegp_lite.claims.atlas import SETTINGS
from pegp_lite.claims.toy_claims import FB, PE
from pegp_lite.figures.picture import Picture
from pegp_lite.figures.words import number
from pegp_lite.pages.address import write_query
from pegp_lite.pages.ask import Exercise, Prediction
from pegp_lite.pages.controls import Choice, Control, Levels, Preset, Several, Slider
from pegp_lite.pages.kept import Kept
from pegp_lite.pages.lessons.toy.model import (
    CALLED,
    EXPERTS,
    FOUR,
    MASKS,
    RULES,
    TIES,
    USUAL,
    Settings,
    played,
    settings_of,
)
from pegp_lite.pages.lessons.toy.panels import FACES, HIGHEST
from pegp_lite.pages.lessons.toy.view import toy_picture, toy_table
from pegp_lite.pages.live import Hand
from pegp_lite.pages.page import Page, Scene, State
from pegp_lite.pages.pair import PairPage

NUMBERS = tuple(str(n) for n in range(EXPERTS))
MOST = 300  # games: with so many the ledger decides; the paper had thirty
PRESETS: dict[str, dict[str, Any]] = {
    "the paper’s toy": {},
    "a function that moves": {"epsilon": 0.02},
    "narrow hills, first of equals": {
        "short": 4.0, "tall": 6.0, "width": 0.01, "l": 1.0, "R": 0.03, "ties": "the first",
    },
    "loud noise, upper bound": {
        "tall": 5.0, "width": 0.01, "l": 1.0, "R": 0.5, "ties": "the first", "rule": "upper bound",
    },
}  # fmt: skip


def _charted(setting: str) -> tuple[float, ...]:
    """The values that page 09's map has of a setting, so that each of its places can be opened here."""
    return next(each for each in SETTINGS if each.name == setting).values


CONTROLS: tuple[Control, ...] = (
    Preset(name="start", label="start from", settings=PRESETS, aside=("seeds", "game", "who", "beside"),
           help="The paper prints none of its numbers: other choices, other verdicts"),
    Levels(name="epsilon", label="forgetting", symbol="ε", value=0.0, levels=(*_charted("epsilon"), 0.2),
           help="0: the function stands still, as in the paper's toy"),
    Slider(name="tall", label="tall hill", value=4, low=0.5, high=HIGHEST, step=0.5, help="How high a tall hill is"),
    Choice(name="mask", label="hidden", options=tuple(MASKS), help="What nobody may look at now and then"),
    Slider(name="wide", label="hidden to each side", value=0.05, low=0, high=0.2, step=0.01, more=True,
           help="Half of the stretch or share of the line that is hidden"),
    Slider(name="often", label="hidden every n steps", value=2, low=1, high=6, more=True,
           help="1: always"),
    Slider(name="short", label="short hills", value=1, low=0, high=6, step=0.5, more=True,
           help="How high the other hills are"),
    Levels(name="width", label="width of a hill", value=0.02, levels=_charted("width"), more=True,
           help="Claim 3 wants narrow ones"),
    Levels(name="l", label="squared length", symbol="l", value=0.5, levels=_charted("l"), more=True,
           help="Of the kernel that all experts share"),
    Choice(name="ties", label="who wins a tie", options=tuple(TIES), more=True,
           help="Equal upper bounds or likelihoods: chance decides, or the first in the list"),
    Choice(name="rule", label="regret balancing’s rule", options=tuple(RULES), more=True,
           help="As printed: lower bounds on both sides; or with the upper bound, as one would expect"),
    Slider(name="true", label="true expert", value=2, low=0, high=EXPERTS - 1, more=True,
           help="Expert 0 says that no hill is tall"),
    Levels(name="delta", label="failure probability", symbol="δ", value=0.1, levels=(0.01, 0.02, 0.05, 0.1, 0.2, 0.5),
           more=True),
    Levels(name="R", label="noise", symbol="R", value=0.01, levels=(0.001, *_charted("noise_std")), more=True),
    Slider(name="seeds", label="games", value=30, low=2, high=MOST, more=True,
           help="The paper played 30; 300 decide, and take a second or two"),
    Several(name="who", label="who plays", options=tuple(CALLED), value=tuple(CALLED)[: len(USUAL)], more=True),
    Several(name="priors", label="experts in the set", options=NUMBERS, least=0, drawn=True),
    Slider(name="game", label="single game", value=0, low=0, high=MOST, drawn=True),
)  # fmt: skip


@dataclass(frozen=True, eq=False)
class ToyLesson:
    """The widgets of page 05."""

    page: Page
    prediction: Prediction
    exercise: Exercise


def toy_experiment(query: str | None = None) -> ToyLesson:
    """Page 05, its settings taken from `query` or from the address it was opened with."""

    def picture(state: State, covered: bool) -> Picture:
        return toy_picture(state, covered, replay_of(state))

    page = PairPage("05_toy_experiment", Kept(others=CONTROLS, along=("game",)), Scene(picture, toy_table, moved),
                    against="the paper’s toy", covered=True, main="epsilon", on_top=True, query=query)  # fmt: skip
    return ToyLesson(page, _prediction(page), _exercise())


def replay_of(state: State) -> str:
    """The address at which page 03 goes through the single game that is lit, step by step; none without one."""
    if not 0 < state["game"] <= state["seeds"] or PE not in settings_of(state).who:
        return ""
    told = [control for control in CONTROLS if control.name not in ("who", "seeds", "rule")]
    return f"03_the_algorithm.ipynb?{urlencode({'toy': write_query(told, state)})}"


def moved(hand: Hand, state: State) -> Mapping[str, Any]:
    """An expert pressed goes out or comes in, pressed twice it is the true one; a game pressed stays lit."""
    kind, n, *_ = hand.key.split()
    if kind == "game":
        return {"game": 0 if state["game"] == int(n) else int(n)}
    there = set(state["priors"])
    if hand.twice:
        return {"true": int(n), "priors": tuple(there | {n})}
    return {"priors": tuple(there ^ {n})}


def _prediction(page: Page) -> Prediction:
    options = ("nearly all", "about half", "only a few")

    def right() -> int:
        share = played(Settings()).wins / Settings().seeds
        return 0 if share > 0.8 else 2 if share < 0.2 else 1

    def why(_: int) -> str:
        found = played(Settings())
        ours, theirs = found.ends(PE), found.ends(FB)
        return (
            f"It wins {found.wins} of {len(ours)}, and yet its mean is the lower one, {number(ours.mean())} against "
            f"{number(theirs.mean())}: the rival wins most games by a little and loses a few by a lot."
        )

    return Prediction(
        "Thirty games, every policy with the same luck. In how many will PE-GP-UCB end with less regret than its "
        "fully Bayesian rival?",
        options, right, why, page,
    )  # fmt: skip


def _exercise() -> Exercise:
    def right() -> str:
        found = played(Settings(true_expert=0))
        return FACES[min(FOUR, key=lambda name: float(found.ends(name).mean()))].label

    return Exercise(
        "Reset, then press expert 0 twice: it is the true one, no hill is tall, and ten experts promise one. Which "
        "policy ends lowest?",
        right,
        "Press 0 twice in the row of experts and read the regrets in the line under the figure.",
        "Optimism must follow every promise of a tall hill until it is disproved; an average over eleven experts never "
        "believed any one of them much.",
        options=[FACES[name].label for name in FOUR],
    )
