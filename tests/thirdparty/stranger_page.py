"""A page of somebody else's about their own policies: a slider, a picture and the numbers behind it."""

from __future__ import annotations

from typing import Any

from thirdparty.stranger import SofterRevision, Thompson, bay, final_regrets

from pegp_lite import Comparison, compare
from pegp_lite.figures import Picture
from pegp_lite.pages.controls import Slider
from pegp_lite.pages.page import Page, Scene

CONTROLS = (Slider(name="slack", label="how soft", value=2.0, low=0.0, high=6.0, step=0.5),)


def bay_page(query: str | None = None) -> Page:
    """Both policies in the bay, for a softness that the reader sets."""
    return Page("the_bay", CONTROLS, Scene(_picture, _table), query=query)


def _played(slack: float) -> Comparison:
    return compare(bay(steps=6), [SofterRevision(slack=slack), Thompson()], 2)


def _picture(state: dict[str, Any], covered: bool) -> Picture:
    played = _played(state["slack"])
    picture = final_regrets(played, ["SofterRevision", "Thompson"])
    return picture.saying(f"{picture.sentence} In the end {played.curve('SofterRevision').mean[-1]:.3f}.")


def _table(state: dict[str, Any]) -> tuple[list[str], list[list[float]]]:
    played = _played(state["slack"])
    return ["seed", "regret"], [[s, each] for s, each in enumerate(played.regret("SofterRevision")[:, -1])]
