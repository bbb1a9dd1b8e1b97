"""Two settings side by side, without a browser: what is kept, what is drawn, what a hand on either changes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl

import pytest
from serving import ROOT

from pegp_lite.figures.picture import Picture
from pegp_lite.pages.lessons.algorithm.lesson import the_algorithm
from pegp_lite.pages.lessons.algorithm.model import MASKS, SETS
from pegp_lite.pages.lessons.breaks.lesson import when_it_breaks
from pegp_lite.pages.lessons.toy.lesson import toy_experiment
from pegp_lite.pages.live import Hand
from pegp_lite.pages.pair import PairPage

Maker = Callable[[str], Any]
END = f"priors={SETS[1]}&at=0.5&step=40&line=13 decide"
APART = {the_algorithm: END, toy_experiment: "epsilon=0.02", when_it_breaks: "strength=5&luck=1"}


def told(maker: Maker, query: str = "") -> PairPage:
    """A page whose question is answered."""
    lesson = maker(query)
    lesson.prediction.commit(None)
    return lesson.page


def limits(picture: Picture) -> list[tuple[float, ...]]:
    return [(p.x.low, p.x.high, p.y.low, p.y.high) for p in picture.panels]


@pytest.mark.parametrize("maker", APART, ids=lambda maker: maker.__name__)
def test_the_second_figure_is_the_page_at_the_kept_settings(maker: Maker) -> None:
    page = told(maker, APART[maker])
    alone = page.sentence
    page.compare.click()
    there = page.kept.settings(page.state)
    assert there != page.state
    assert page.sentence == alone
    assert page.second.picture.sentence == page.said_at(**there) != alone
    assert limits(page.figure.picture) == limits(page.second.picture)
    assert page.figure.picture.title != page.second.picture.title
    again = told(maker, page.query)
    assert again.state == page.state
    assert again.second.picture.sentence == page.second.picture.sentence
    page.copy.click()
    assert page.second.picture.sentence == page.sentence == alone
    page.compare.click()
    assert page.state["beside"] == ""
    assert "pegp-two" not in page._dom_classes
    assert page.query == told(maker, APART[maker]).query


def test_nothing_is_told_before_the_answer() -> None:
    page = the_algorithm(query=f"{END}&beside=mask%3Dnothing").page
    for figure in (page.figure, page.second):
        assert [panel.covered for panel in figure.picture.panels] == [False, True, True]
        assert "has not begun" in figure.picture.sentence


def test_a_hand_moves_the_figure_that_it_touches_and_the_step_is_both_s() -> None:
    page = told(the_algorithm, f"{END}&beside=mask%3Da+stretch%26at%3D0.1")
    page.second.value = {"key": "at", "x": 0.9, "told": 1}
    assert page.state["at"] == 0.5
    assert page.kept.settings(page.state)["at"] == 0.9
    page.second.value = {"key": "step 7", "told": 2}
    assert page.state["step"] == 7
    assert all("Step 7 of" in figure.sentence for figure in (page.figure, page.second))
    assert page.kept.settings(page.state)["at"] == 0.9


def test_the_mask_comparison_is_one_button() -> None:
    page = told(the_algorithm, END)
    page.compare.click()
    assert page.kept.settings(page.state) == {**page.state, "mask": MASKS[0]}
    assert "rejected 2 priors" in page.sentence
    assert "rejected no prior" in page.second.sentence


def test_a_preset_acts_on_the_left_alone() -> None:
    page = told(toy_experiment, "beside=first")
    page.set(start="a function that moves")
    assert page.state["epsilon"] == 0.02
    assert page.state["beside"] == "first"
    page.reset()
    assert page.state["beside"] == ""


@pytest.mark.parametrize("nonsense", ["mask=everything", "step=3", "x", "beside=first", "at=2", "mask=nothing&at=2"])
def test_what_makes_no_sense_beside_is_left_out_and_said(nonsense: str) -> None:
    page = told(the_algorithm)
    page.open_address(f"beside={nonsense.replace('&', '%26').replace('=', '%3D')}")
    assert page.state["beside"] == ""
    assert page.sentence.startswith("What stands beside must be settings of this page")
    page.set(beside=nonsense)
    assert page.state["beside"] == ""


def test_titles_name_what_differs() -> None:
    page = told(toy_experiment, "epsilon=0.02&tall=5&l=1&beside=first")
    assert page.figure.picture.title == "forgetting: 0.02; tall hill: 5, and 1 more setting"
    assert page.second.picture.title == "forgetting: 0; tall hill: 4, and 1 more setting"
    page = told(when_it_breaks, "strength=5&luck=2&beside=luck%3D2")
    assert page.figure.picture.title == "The noise is 3.5 times as loud as R = 0.1 says"
    assert page.second.picture.title == "The noise is as loud as R = 0.1 says"


@pytest.mark.parametrize("maker", APART, ids=lambda maker: maker.__name__)
def test_the_prose_offers_a_comparison_as_the_page_would_write_it(maker: Maker) -> None:
    page = told(maker)
    notebook = json.loads((ROOT / "notebooks" / f"{page.name}.ipynb").read_text(encoding="utf-8"))
    prose = "".join("".join(cell["source"]) for cell in notebook["cells"])
    offered = [dict(parse_qsl(query)) for query in re.findall(r"\(#(?:set|only)\?([^)]*beside=[^)]+)\)", prose)]
    offered = [settings for settings in offered if "beside" in settings]
    assert offered
    for settings in offered:
        assert page.kept.read(settings["beside"]) == settings["beside"]
        page.figure.value = {
            "ask": "set",
            "text": "&".join(f"{n}={v.replace('&', '%26')}" for n, v in settings.items()),
        }
        assert page.second.sentence != page.sentence


def test_a_forged_hand_on_a_figure_that_is_not_there_does_nothing() -> None:
    page = told(the_algorithm)
    page.second.value = {"key": "at", "x": 0.9, "told": 1}
    assert page.state == page.first
    page.alone.moved(Hand("at", 0.2), page.state)
    assert page.state == page.first
