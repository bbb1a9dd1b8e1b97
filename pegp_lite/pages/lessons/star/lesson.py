"""Page 02, Star and diamond: the widgets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pegp_lite.pages.ask import Exercise, Prediction
from pegp_lite.pages.controls import Control, Slider, Switch
from pegp_lite.pages.lessons.star.model import EARLIER, POINTS, meet
from pegp_lite.pages.lessons.star.sums_view import sums_of_state, sums_picture, sums_table
from pegp_lite.pages.lessons.star.view import HILL, star_picture, star_table
from pegp_lite.pages.live import Hand
from pegp_lite.pages.page import Page, Scene, State

CONTROLS: tuple[Control, ...] = (
    Slider(name="y", label="its value", symbol="y", value=3.5, low=-2.0, high=6.0, step=0.1,
           help="Move it up and down through the bands"),
    Slider(name="x", label="its place", symbol="x", value=0.3, low=0.0, high=1.0, step=0.01,
           help="Where the look goes"),
    Slider(name="height", label="height of GP1’s hill", value=4.0, low=0.0, high=5.0, step=0.1,
           help="How far the two experts disagree; GP2 promises no hill"),
    Slider(name="earlier", label="looks so far", value=4, low=0, high=len(EARLIER), more=True,
           help="What both models were fitted to"),
    Slider(name="noise", label="noise", symbol="R", value=0.1, low=0.02, high=0.5, step=0.02, more=True,
           help="How much an observation may be off by itself"),
    Slider(name="delta", label="failure probability", symbol="δ", value=0.1, low=0.001, high=0.5, step=0.1, log=True,
           more=True),
)  # fmt: skip
SUMS: tuple[Control, ...] = (
    Slider(name="miss", label="how far it is off", value=1.3, low=0.0, high=3.0, step=0.05,
           help="The part of every error that is the prior's own fault, always upwards"),
    Slider(name="width", label="its half-width", symbol="βσ", value=1.0, low=0.0, high=3.0, step=0.05,
           help="The same at every use, to keep the picture simple"),
    Slider(name="quiet", label="quiet uses before", value=0, low=0, high=20,
           help="Uses in which it was right: each leaves a band's width of credit"),
    Slider(name="noise", label="noise", symbol="R", value=0.3, low=0.05, high=1.0, step=0.05, more=True),
    Slider(name="luck", label="luck of the noise (seed)", value=2, low=0, high=20, more=True),
    Switch(name="per_use", label="divide both sides by the uses", value=True, more=True),
)  # fmt: skip


@dataclass(frozen=True, eq=False)
class StarAndDiamond:
    """The widgets of page 02."""

    page: Page
    prediction: Prediction
    sums: Page
    late: Prediction
    exercise: Exercise


def star_and_diamond(query: str | None = None) -> StarAndDiamond:
    """Page 02, its settings taken from `query` or from the address it was opened with."""
    scene = Scene(star_picture, star_table, _moved)
    page = Page("02_star_and_diamond", CONTROLS, scene, covered=True, hint="Drag the point, or use the arrow keys",
                query=query)  # fmt: skip
    sums = Page("02_running_sums", SUMS, Scene(sums_picture, sums_table, _level), prefix="sum_", covered=True,
                hint="Drag the two dotted levels", query=query)  # fmt: skip
    return StarAndDiamond(page, _prediction(page), sums, _late(sums), _exercise())


def _moved(hand: Hand, state: State) -> Mapping[str, Any]:
    if hand.key == "hill":
        now = meet(**state)
        top = float(now.half_width[0][round(HILL * (POINTS - 1))])
        return {"height": (hand.y or 0.0) - top}
    return {"x": hand.x, "y": hand.y}


def _level(hand: Hand, state: State) -> Mapping[str, Any]:
    return {hand.key: hand.y}


def _prediction(page: Page) -> Prediction:
    return Prediction(
        "The algorithm looks where GP1 promises its hill, and the hill is there: inside GP1’s band, far outside GP2’s. "
        "Is GP2 thrown out?",
        ("yes, at once", "not by this look", "only if twice"),
        1,
        "GP2 was wrong, but nobody had trusted GP2. Line 12 tests only the expert that was trusted. GP2 is tested on "
        "the day it promises more than its rivals; until then it does no harm.",
        page,
    )


def _late(page: Page) -> Prediction:
    def right() -> int:
        found = sums_of_state(page.first).rejected_at
        return 0 if found == 1 else 1 if found else 2

    return Prediction(
        "A prior’s band is 1 wide to each side, and the prior is off by 1.3, always upwards. When is it found out?",
        ("at once", "late", "never"),
        right,
        lambda _: (
            f"It takes {sums_of_state(page.first).rejected_at} uses here. One miss of 1.3 could be noise; the average "
            "of many cannot, because the share of noise in it shrinks."
        ),
        page,
        name="sums",
    )


def _exercise() -> Exercise:
    return Exercise(
        "A prior is trusted again and again. Each time its error exceeds its band by half of what one observation’s "
        "noise is allowed: _η_ = _βσ_ + ½ _√ξ_, always upwards. Take _ξ_ as constant. At which use is it rejected?",
        lambda: 5.0,
        "After _n_ uses the errors sum to _n_ βσ + _n_ √ξ / 2, and _n_ βσ + √(ξ _n_) are allowed. When is _n_ / 2 more "
        "than √_n_ ?",
        "At four uses both sides are equal, at five the errors are ahead. One such miss is noise; five in a row are "
        "not, because noise would have averaged out.",
    )
