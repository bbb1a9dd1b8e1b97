"""Page 03: a whole PE-GP-UCB run, played once and then scrubbed line by line."""

from __future__ import annotations

import html
from dataclasses import dataclass
from importlib import resources
from typing import Any

import ipywidgets as widgets

from pegp_lite.pages.canvas_ask import Exercise, Prediction, Variation
from pegp_lite.pages.canvas_page import Page
from pegp_lite.pages.controls import Choice, Control, Slider
from pegp_lite.pages.lessons.algorithm.game import MASKS, SETS, STEPS, run_of
from pegp_lite.pages.lessons.algorithm.player import Player
from pegp_lite.pages.lessons.algorithm.scene import AlgorithmScene
from pegp_lite.pages.lessons.algorithm.words import STOPS, Moment

SPEEDS = {
    "a line every second": (1, 1000),
    "a line every 0.3 s": (1, 300),
    "a step every second": (len(STOPS), 1000),
    "a step every 0.3 s": (len(STOPS), 300),
}
CONTROLS: tuple[Control, ...] = (
    Slider(name="step", label=f"step t of {STEPS}", value=1, low=1, high=STEPS, help="Scrub back and forth"),
    Choice(name="line", label="line", options=STOPS, help="The line of Algorithm 1 that has just run"),
    Choice(name="priors", label="priors", options=SETS, help="Who competes"),
    Choice(name="mask", label="hidden", options=MASKS, value=MASKS[1], help="Points that may not be queried"),
    Slider(
        name="epsilon", label="forgetting rate ε", value=0.0, low=0.0, high=0.1, step=0.01,
        help="How fast the true function moves; every prior knows it",
    ),
    Slider(name="seed", label="luck: which function and noise", value=0, low=0, high=20, help="Another draw"),
)  # fmt: skip


class AlgorithmPage(Page):
    """The page with its player and, under the picture, Algorithm 1 with the numbers of the moment."""

    def __init__(self, query: str | None = None) -> None:
        self.listing = widgets.HTML()
        self.player = Player(self.go, SPEEDS)
        super().__init__("03_the_algorithm", CONTROLS, AlgorithmScene(), query)
        scrub, rest = self.side.children[:2], self.side.children[2:]
        self.side.children = (*scrub, self.player, *rest)
        style = widgets.HTML(f"<style>{resources.files(__package__).joinpath('listing.css').read_text()}</style>")
        style.layout.display = "none"
        self.front.children = (style, self.picture, self.listing, self.sentence_box)
        self.player.speed.observe(self._whole_steps, "value")

    def go(self, moment: int) -> None:
        """Show a moment, counted from 0 through all stops of all steps."""
        self.set(step=moment // len(STOPS) + 1, line=STOPS[moment % len(STOPS)])

    def draw(self) -> None:
        super().draw()
        assert isinstance(self.scene, AlgorithmScene)
        now = self.scene.moment
        self.listing.value = listing(now)
        self.player.follow(len(STOPS) * (now.t - 1) + now.stop, len(STOPS) * now.run.trace.n_steps - 1)

    def _whole_steps(self, change: Any) -> None:
        if self.player.stride > 1:
            self.set(line=STOPS[-1])


def listing(now: Moment) -> str:
    """Algorithm 1 as HTML: what has run shows its numbers, what runs now is marked."""
    rows = []
    for line in now.lines():
        kind = "now" if line.stop == now.stop else "done" if line.stop < now.stop else "later"
        value = html.escape(line.value) if line.stop <= now.stop else "…"
        mark = "▶" if kind == "now" else ""
        cells = f"<th scope='row'>{mark} {line.label}</th><td>{html.escape(line.code)}</td><td>{value}</td>"
        rows.append(f"<tr class='pegp-{kind}'>{cells}</tr>")
    caption = "<caption>Algorithm 1, with the numbers of this step</caption>"
    columns = "<colgroup><col style='width: 4.4em'><col><col></colgroup>"
    return f"<table class='pegp-listing'>{caption}{columns}{''.join(rows)}</table>"


@dataclass(frozen=True, eq=False)
class Lesson:
    """The widgets of page 03."""

    page: AlgorithmPage
    prediction: Prediction
    variation: Variation
    exercise: Exercise


def the_algorithm(query: str | None = None) -> Lesson:
    """Page 03, its settings taken from `query` or from the address it was opened with."""
    page = AlgorithmPage(query)
    return Lesson(page, _prediction(), _variation(page), _exercise())


def _rejections(mask: str) -> list[int]:
    """The steps at which the three hills' run of luck 0 rejects a prior."""
    trace = run_of(SETS[1], mask, 0.0, 0).trace
    return [t for t in range(1, trace.n_steps + 1) if trace.rejected_at(t) is not None]


def _prediction() -> Prediction:
    def answer(choice: str) -> str:
        free, hidden = _rejections(MASKS[0]), _rejections(MASKS[1])
        right = "You were right. " if choice == "sooner" else ""
        return (
            f"{right}With luck 0 the three-hill run throws out {len(free)} of 2 wrong priors when nothing is hidden, "
            f"and {len(hidden)} of 2 when the hill is hidden, the last at step {max(hidden)}. While the true hill is "
            "in reach, the true prior's upper bound soon beats all others: the wrong priors are not trusted any more, "
            "so they are not tested. Take the hill away and they must make good their promises. Try other luck, too."
        )

    return Prediction(
        "Three priors each promise a tall hill in another place; one of them is right. Now somebody hides the "
        "<i>true</i> hill at every other step. Will PE-GP-UCB catch the wrong priors sooner or later than when nothing "
        "is hidden?",
        ("sooner", "later", "it makes no difference"),
        answer,
    )


def _variation(page: Page) -> Variation:
    return Variation(
        "Three priors that agree on the mean and differ in length: smooth, medium (the true one) and rough. Press the "
        "button, then scrub. Whom does the algorithm trust, and why is nobody ever thrown out? Look at the "
        "right-hand bars: how near does anyone come to 100%?",
        "Priors that differ in length only",
        lambda: page.set(priors=SETS[2], mask=MASKS[0], step=20, line=STOPS[3], epsilon=0.0, seed=0),
    )


def _exercise() -> Exercise:
    def right() -> float:
        return float(max(_rejections(MASKS[1])))

    return Exercise(
        "Choose three priors, three hills, hide the best hill at every other step, leave ε and the luck at 0. Scrub to "
        "the step at which the <i>last</i> wrong prior is thrown out. Which step is it?",
        right,
        "The bars on the right say “out at …” once it has happened. Go to the last step and read the larger number.",
        "An even step: the true hill was hidden then, so a wrong prior had the highest upper bound and was tested.",
    )
