"""Page 00, Start here: ten looks, played once and dragged back and forth, in which two of three experts fall."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pegp_lite.figures.words import number
from pegp_lite.pages.ask import Exercise, Prediction
from pegp_lite.pages.controls import Control, Slider, Switch
from pegp_lite.pages.lessons.start.model import LOOKS, NAMES, the_game
from pegp_lite.pages.lessons.start.view import start_picture, start_table
from pegp_lite.pages.live import Hand
from pegp_lite.pages.page import Page, Scene, State

CONTROLS: tuple[Control, ...] = (
    Slider(name="looks", label="looks taken", value=0, low=0, high=LOOKS,
           help="How many points the game has queried: 0 is before the first"),
    Slider(name="you", label="you would look at", symbol="x", value=0.35, low=0.0, high=1.0, step=0.01),
    Switch(name="next", label="show where it looks next", help="A new look covers it again"),
)  # fmt: skip


@dataclass(frozen=True, eq=False)
class Start:
    """The widgets of page 00."""

    page: Page
    prediction: Prediction
    exercise: Exercise


def start_here(query: str | None = None) -> Start:
    """Page 00, its settings taken from `query` or from the address it was opened with."""
    page = Page("00_start_here", CONTROLS, Scene(start_picture, start_table, _moved), covered=True, query=query,
                hint="Press where you would look")  # fmt: skip
    shown = page.widgets["next"]

    def ask_again(_: Any) -> None:
        shown.value = False

    page.widgets["looks"].observe(ask_again, "value")
    return Start(page, _prediction(page), _exercise())


def _moved(hand: Hand, state: State) -> Mapping[str, Any]:
    if hand.key in ("you", "here"):  # once the hand has let go, the algorithm answers
        return {"you": hand.x, "next": state["next"] or not hand.held}
    if hand.key == "looks":
        return {"looks": hand.x}
    return {"looks": int(hand.key.removeprefix("look "))}


def _prediction(page: Page) -> Prediction:
    def why(_: int) -> str:
        game = the_game()
        allowed = game.story.noise[1, 0] + game.story.widths[1, 0]
        return (
            f"Middle falls first, at look {int(game.record.eliminated_at[0, 1])}. Left missed by "
            f"{number(abs(game.story.errors[1, 0]))} at look 1, but before any data its band was wide: "
            f"{number(allowed)} were allowed. Now drag the looks."
        )

    def right() -> int:
        gone = the_game().record.eliminated_at[0]
        return min((p for p in range(len(NAMES)) if gone[p]), key=lambda p: int(gone[p]))

    return Prediction(
        "The first look goes to the hill that _left_ promised, and finds no hill. Which expert is thrown out first?",
        NAMES,
        right,
        why,
        page,
    )


def _exercise() -> Exercise:
    return Exercise(
        "Left was asked first and missed badly. After which look is it thrown out?",
        lambda: float(the_game().record.eliminated_at[0, 0]),
        "Watch the name _left_ over the figure, and its account below, while you drag the looks.",
        "One bad miss was within its first, wide band. It learned from the looks, promised again, and missed again.",
    )
