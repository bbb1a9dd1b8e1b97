"""Page 07, When it breaks: break one assumption of the theory at a time and watch which of its promises go."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import ipywidgets as widgets

from pegp_lite.figures.words import counted, number
from pegp_lite.pages.ask import Exercise, Prediction
from pegp_lite.pages.controls import Choice, Control, Slider
from pegp_lite.pages.kept import Kept
from pegp_lite.pages.lessons.breaks.breakages import KINDS, SEEDS, STRONGEST
from pegp_lite.pages.lessons.breaks.promises import outcome, promises
from pegp_lite.pages.lessons.breaks.view import breaks_picture, breaks_table, found_at
from pegp_lite.pages.looks import alike
from pegp_lite.pages.page import Scene
from pegp_lite.pages.pair import PairPage

DELTA = 0.1
CONTROLS: tuple[Control, ...] = (
    Slider(name="strength", label="how badly (0: not at all)", value=0, low=0, high=STRONGEST),
    Choice(name="broken", label="what is broken", options=tuple(KINDS)),
    Slider(name="luck", label="other luck: new games", value=0, low=0, high=20),
    Slider(name="delta", label="failure probability", symbol="δ", value=DELTA, low=0.01, high=0.5, step=0.1, log=True,
           more=True),
)  # fmt: skip
BESIDE = Kept(others=CONTROLS, against={"strength": 0}, words=lambda state: found_at(state).game.what)


class BreaksPage(PairPage):
    """The page with a switch for each assumption: one is leaned on at a time."""

    def __init__(self, query: str | None = None) -> None:
        self.switches = alike(widgets.ToggleButton, [{"description": kind} for kind in KINDS if kind != "nothing"])
        row = widgets.Box(self.switches)
        row.add_class("pegp-row")
        scene = Scene(breaks_picture, breaks_table)
        super().__init__("07_when_it_breaks", BESIDE, scene, against="the unbroken games", covered=True, beside=[row],
                         query=query, hint="Choose an assumption, then lean on it")  # fmt: skip
        self._follow()
        for switch in self.switches:
            switch.observe(lambda change: self._pressed(change["owner"]), "value")

    def draw(self) -> None:
        super().draw()
        self._follow()

    def _pressed(self, switch: Any) -> None:
        if not self._following:
            self.set(broken=switch.description, strength=max(1, self.state["strength"]) if switch.value else 0)

    def _follow(self) -> None:
        self._following = True
        state = self.state
        for switch in self.switches:
            switch.value = switch.description == state["broken"] and state["strength"] > 0
        self._following = False


@dataclass(frozen=True, eq=False)
class WhenItBreaks:
    """The widgets of page 07."""

    page: BreaksPage
    prediction: Prediction
    exercise: Exercise


def when_it_breaks(query: str | None = None) -> WhenItBreaks:
    """Page 07, its settings taken from `query` or from the address it was opened with."""
    page = BreaksPage(query)
    prediction = Prediction(
        "You are about to make the noise louder and louder than the algorithm was told. Which promise goes first?",
        ("the band of the true prior", "the true prior’s life", "the regret bound"),
        lambda: _first_to_go()[0],
        lambda _: _first_to_go()[1],
        page,
    )
    exercise = Exercise(
        "Press Reset, choose **too many priors** and raise the strength. At which strength does PE-GP-UCB first follow "
        "the true prior on less than half of the steps of the second half?",
        _too_many,
        "The fifth promise tells the share. Start at 0 and go up by one.",
        "It was never wrong about anybody. It merely had not finished asking: every wrong expert costs at least one "
        "look, and looks are what a game is made of.",
    )
    return WhenItBreaks(page, prediction, exercise)


def _first_to_go() -> tuple[int, str]:
    """Which of band, true prior and bound is broken at the least noise, and what the games say of each."""
    games = [(1 + strength / 2, outcome("noise", strength, DELTA, 0)) for strength in range(STRONGEST + 1)]
    broken: dict[int, float] = {}
    for factor, found in games:
        said = promises(found)
        for k, place in enumerate((0, 1, 3)):
            if said[place].holds is False:
                broken.setdefault(k, factor)
    lost = [f"{int(found.lost_truth.sum())} at {number(factor)}" for factor, found in games if found.lost_truth.any()]
    first = min(broken, key=lambda k: broken[k])
    bound = f"broken at {number(broken[2])} times" if 2 in broken else "never touched: it is far too loose to notice"
    text = (
        f"The band is broken at {number(broken[0])} times the noise. The true prior is thrown out of "
        f"{counted(SEEDS, 'game')} in {', '.join(lost[:3])} and so on: the test sums errors of both signs. The bound "
        f"is {bound}."
    )
    return first, text


def _too_many() -> float:
    shares = [outcome("many", strength, DELTA, 0).follows for strength in range(STRONGEST + 1)]
    return float(next(strength for strength, share in enumerate(shares) if share < 0.5))
