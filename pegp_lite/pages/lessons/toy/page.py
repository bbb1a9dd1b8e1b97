"""Page 05: the paper's toy experiment under the reader's hands, and where each of its claims stops being true."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pegp_lite.claims.toy_claims import FB, MLE, PE, RB
from pegp_lite.figures.words import number
from pegp_lite.pages.canvas_ask import Exercise, Prediction, Variation
from pegp_lite.pages.controls import Choice, Control, Several, Slider
from pegp_lite.pages.lessons.toy.scene import HIGHEST, ToyScene
from pegp_lite.pages.lessons.toy.verdicts import MASKS, PRIORS, Settings, played
from pegp_lite.pages.verdict_page import VerdictPage

NUMBERS = tuple(str(p) for p in range(PRIORS))
CONTROLS: tuple[Control, ...] = (
    Slider(name="tall", label="height of the tall hill", value=4, low=1, high=HIGHEST, step=0.5, help="Short ones: 1"),
    Slider(
        name="epsilon",
        label="forgetting rate ε of the function",
        value=0,
        low=0,
        high=0.2,
        step=0.01,
        help="0: it stands still, as in the paper's toy",
    ),
    Slider(name="true", label="true prior", value=2, low=0, high=PRIORS - 1, help="Prior 0 has no tall hill"),
    Several(name="priors", label="priors in the set", options=NUMBERS, least=2),
    Choice(name="mask", label="hidden", options=tuple(MASKS), help="On every other step"),
    Slider(name="delta", label="failure probability δ", value=0.1, low=0.01, high=0.5, step=0.1, log=True),
    Slider(name="R", label="noise R (standard deviation)", value=0.01, low=0.001, high=1, step=0.25, log=True),
    Slider(name="seeds", label="games (seeds)", value=30, low=2, high=30),
)
LABELS = {"PE-GP-UCB": PE, "maximum likelihood": MLE, "fully Bayesian": FB, "regret balancing": RB}


@dataclass(frozen=True, eq=False)
class ToyLesson:
    """The widgets of page 05."""

    page: VerdictPage
    prediction: Prediction
    variation: Variation
    exercise: Exercise


def toy_experiment(query: str | None = None) -> ToyLesson:
    """Page 05, its settings taken from `query` or from the address it was opened with."""
    page = VerdictPage("05_toy_experiment", CONTROLS, ToyScene(), query)
    prediction = Prediction(
        "Thirty games, every policy on the same functions and the same noise. In how many of them will PE-GP-UCB end "
        "with less regret than its fully Bayesian rival, which averages over all priors?",
        ["all, or nearly all", "about half", "only a few"],
        lambda choice: _answer(choice),
    )
    variation = Variation(
        "The paper's toy function stands still. Let it move a little, ε = 0.02, and read the first claim again.",
        "Let the function move",
        lambda: page.set(**page.first | {"epsilon": 0.02}),
    )
    exercise = Exercise(
        "Press Reset, then set the true prior to 0: no hill is tall, and ten experts promise one. Which policy ends "
        "lowest?",
        _lowest_without_a_hill,
        "Move <i>true prior</i> to 0 and read the regrets in the line under the figure.",
        "Optimism must follow every promise of a tall hill until it is disproved; an average over eleven experts "
        "never believed any one of them much.",
        options=list(LABELS),
    )
    return ToyLesson(page, prediction, variation, exercise)


def _ends(chosen: Settings) -> dict[str, np.ndarray]:
    comparison = played(chosen).comparison
    return {label: comparison.regret(name)[:, -1] for label, name in LABELS.items()}


def _answer(choice: str) -> str:
    ends = _ends(Settings())
    ours, theirs = ends["PE-GP-UCB"], ends["fully Bayesian"]
    wins = int((ours < theirs).sum())
    right = " You were right." if choice == "only a few" else ""
    return (
        f"It wins only {wins} of {len(ours)}.{right} And yet its mean is the lower one, {number(ours.mean())} against "
        f"{number(theirs.mean())}: the rival wins most games by a little and loses a few by a lot (its worst game "
        f"costs {number(theirs.max())}, ours {number(ours.max())}). The panel at the lower right shows every game."
    )


def _lowest_without_a_hill() -> str:
    ends = _ends(Settings(true_prior=0))
    return min(ends, key=lambda label: float(ends[label].mean()))
