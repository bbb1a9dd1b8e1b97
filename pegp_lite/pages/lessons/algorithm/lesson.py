"""Page 03, The algorithm: a whole PE-GP-UCB run, played once and then scrubbed line by line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import ipywidgets as widgets

from pegp_lite.pages.ask import Exercise, Prediction
from pegp_lite.pages.controls import Choice, Control, Slider, Switch
from pegp_lite.pages.kept import Kept
from pegp_lite.pages.lessons.algorithm.listing import Listing
from pegp_lite.pages.lessons.algorithm.model import MASKS, SETS, Mask, run_of, true_hill
from pegp_lite.pages.lessons.algorithm.player import Player
from pegp_lite.pages.lessons.algorithm.replayed import Replayed
from pegp_lite.pages.lessons.algorithm.view import algorithm_picture, algorithm_table, moment_of, run_at
from pegp_lite.pages.lessons.algorithm.words import STOPS
from pegp_lite.pages.live import Hand
from pegp_lite.pages.page import Page, Scene, State
from pegp_lite.pages.pair import PairPage

LONGEST = 100  # steps: those of page 05's games, which can be replayed here
CONTROLS: tuple[Control, ...] = (
    Slider(name="step", label="step", symbol="t", value=1, low=1, high=LONGEST, help="Scrub back and forth"),
    Choice(name="priors", label="who competes", options=SETS, help="The set of priors"),
    Switch(name="truth", label="show the truth", help="The true function, and whose prior is the true one"),
    Choice(name="line", label="line", options=STOPS, more=True, help="The line of Algorithm 1 that has just run"),
    Choice(name="mask", label="hidden", options=MASKS, value=MASKS[1], more=True, help="What may not be queried"),
    Slider(name="at", label="middle of the hidden stretch", value=0.3, low=0.0, high=1.0, step=0.01, more=True),
    Slider(name="wide", label="how far it reaches to each side", value=0.1, low=0.02, high=0.3, step=0.02, more=True),
    Slider(name="every", label="hidden on every … step", value=2, low=1, high=6, more=True,
           help="1: always; 2: every second step"),
    Slider(name="epsilon", label="forgetting rate", symbol="ε", value=0.0, low=0.0, high=0.1, step=0.01, more=True,
           help="How fast the true function moves; every prior knows it"),
    Slider(name="seed", label="luck: which function and noise", value=0, low=0, high=20, more=True),
    Replayed(),
)  # fmt: skip
OF_ITS_OWN = ("priors", "mask", "at", "wide", "every", "epsilon", "seed")  # what a game of page 05 brings along
BESIDE = Kept(others=CONTROLS, along=("step", "truth", "line", "toy"), against={"mask": MASKS[0]})


class AlgorithmPage(PairPage):
    """The page with its player and its listing, which follow the figure."""

    def __init__(self, query: str | None = None) -> None:
        self.player = Player(self.go)
        self.next_rejection = widgets.Button(description="Next rejection", tooltip="Go to where a prior is thrown out")
        self.next_rejection.on_click(lambda _: self.seek())
        row = widgets.Box([self.player, self.next_rejection])
        row.add_class("pegp-row")
        scene = Scene(algorithm_picture, algorithm_table, _moved)
        super().__init__("03_the_algorithm", BESIDE, scene, against="the same with nothing hidden", covered=True,
                         beside=[row], query=query, hint="Drag the step, or the hidden stretch")  # fmt: skip
        self.listing = Listing(moment_of(self.state, True))
        self._follow()

    def go(self, moment: int) -> None:
        """Show a moment, counted from 0 through all stops of all steps."""
        self.set(step=moment // len(STOPS) + 1, line=STOPS[moment % len(STOPS)])

    def seek(self) -> None:
        """Go to the next rejection, or to the run's end."""
        now = moment_of(self.state)
        later = [t for t, _ in now.run.rejections() if t > now.t or (t == now.t and now.stop < len(STOPS) - 1)]
        self.set(step=later[0] if later else now.run.trace.n_steps, line=STOPS[-1])

    def draw(self) -> None:
        super().draw()
        self._follow()

    def _follow(self) -> None:
        state = self.state
        now = moment_of(state, self.covered)
        self.listing.follow(now)
        self.player.follow(len(STOPS) * (now.t - 1) + now.stop, len(STOPS) * now.run.trace.n_steps - 1)
        slider = self.widgets["step"]
        if slider.max != now.run.steps:
            slider.max, slider.value = now.run.steps, min(int(state["step"]), now.run.steps)
        for name in OF_ITS_OWN:
            self.widgets[name].layout.display = "none" if state["toy"] else None


def _moved(hand: Hand, state: State) -> Mapping[str, Any]:
    if hand.key == "at":
        return {"at": hand.x}
    if hand.key == "step":
        return {"step": hand.x, "line": STOPS[-1]}
    return {"step": int(hand.key.removeprefix("step ")), "line": STOPS[-1]}


@dataclass(frozen=True, eq=False)
class TheAlgorithm:
    """The widgets of page 03."""

    page: AlgorithmPage
    listing: Listing
    prediction: Prediction
    exercise: Exercise


def the_algorithm(query: str | None = None) -> TheAlgorithm:
    """Page 03, its settings taken from `query` or from the address it was opened with."""
    page = AlgorithmPage(query)
    return TheAlgorithm(page, page.listing, _prediction(page), _exercise())


def last_rejections(kind: str) -> list[int]:
    """The steps at which the three hills' run of luck 0 rejects a prior."""
    mask = Mask(kind, true_hill(SETS[1]))
    return [t for t, _ in run_of(SETS[1], mask, 0.0, 0).rejections()]


def _prediction(page: Page) -> Prediction:
    def why(choice: int) -> str:
        hidden, free = (run_at(page.first | {"mask": kind}) for kind in (MASKS[1], MASKS[0]))
        out, gone = hidden.rejections(), len(free.rejections())
        return (
            f"With six priors and luck 0, all {len(out)} wrong ones are out by step {out[-1][0]}; with nothing hidden "
            f"only {gone} ever go. While the true hill is in reach it outshines the rest, and whom nobody trusts, "
            "nobody tests. _Compare_ shows both runs."
        )

    return Prediction(
        "Somebody hides the _true_ hill at every other step. Will PE-GP-UCB catch the wrong priors sooner or later "
        "than when nothing is hidden?",
        ("sooner", "later", "no difference"),
        0,
        why,
        page,
    )


def _exercise() -> Exercise:
    return Exercise(
        "Take the three priors with three hills, hide the middle hill (0.5) at every other step, leave _ε_ and the "
        "luck at 0. Scrub to the step at which the **last** wrong prior is thrown out. Which step is it?",
        lambda: float(max(last_rejections(MASKS[1]))),
        "The strip carries a ✗ at each rejection once it has happened. Press “Next rejection” until there is none.",
        "An even step: the true hill was hidden then, so a wrong prior had the highest upper bound and was tested.",
    )
