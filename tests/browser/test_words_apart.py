"""The words of a figure lie beside one another wherever a hand takes it: all states of a page, drawn one by one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, product

import pytest
from chromium import visitor
from drawn_page import MUDDLED, DrawnPage
from playwright.sync_api import Browser

from pegp_lite.figures.picture import Picture
from pegp_lite.pages.lessons.algorithm.lesson import the_algorithm
from pegp_lite.pages.lessons.algorithm.words import STOPS
from pegp_lite.pages.lessons.confidence.lesson import confidence_bounds
from pegp_lite.pages.lessons.star.lesson import star_and_diamond
from pegp_lite.pages.lessons.start.lesson import start_here
from pegp_lite.pages.lessons.start.model import LOOKS
from pegp_lite.pages.page import Page

SCREENS = {"laptop": (760, 562), "projector": (646, 452), "phone": (390, 560)}  # a figure's width, and height to fill


def states(page: Page, **settings: tuple[object, ...]) -> Iterator[Picture]:
    """The uncovered picture at every combination of these settings."""
    for values in product(*settings.values()):
        yield page.scene.picture(page.first | dict(zip(settings, values, strict=True)), False)


def pictures() -> Iterator[Picture]:
    yield from states(start_here("").page, looks=tuple(range(LOOKS + 1)), next=(True,), you=(0.2, 0.5, 0.8))
    yield from states(confidence_bounds("").page, number=(1, 2, 4, 11), width=(0.5, 2.0, 3.5, 7.0), b=(False, True))
    star = star_and_diamond("")
    yield from states(star.page, x=(0.0, 0.15, 0.3, 0.5, 0.66, 0.75, 1.0), y=(-0.5, 0.6, 2.0, 3.5, 6.0))
    yield from states(star.page, x=(0.2, 0.5, 0.8), y=(0.6, 2.0), height=(0.0,))
    yield from states(star.sums, miss=(0.0, 0.5, 0.95, 1.3, 2.0, 3.0), width=(0.0, 0.5, 1.0, 3.0), quiet=(0, 3, 20))


@pytest.mark.parametrize("screen", SCREENS)
def test_no_word_lies_on_another(browser: Browser, screen: str) -> None:
    width, height = SCREENS[screen]
    with visitor(browser) as visit:
        drawn = DrawnPage(visit.page, width)
        visit.page.evaluate(f"() => here.style.setProperty('--pegp-height', '{height}px')")
        muddled = []
        for picture in pictures():
            drawn.show(picture)
            muddled += [f"{picture.sentence[:60]}: {words}" for words in visit.page.evaluate(MUDDLED)]
    assert not muddled, "\n".join(muddled)


@pytest.mark.parametrize("screen", SCREENS)
def test_the_crosses_of_neighbouring_steps_do_not_touch(browser: Browser, screen: str) -> None:
    width, height = SCREENS[screen]
    with visitor(browser) as visit:
        drawn = DrawnPage(visit.page, width)
        visit.page.evaluate(f"() => here.style.setProperty('--pegp-height', '{height}px')")
        run = the_algorithm("").page
        drawn.show(run.scene.picture(run.first | {"step": 9, "line": STOPS[-1]}, False))
        boxes = visit.page.locator("svg.panel").last.locator(".glyph.cross").evaluate_all(
            "all => all.map(cross => { const { left, right } = cross.getBoundingClientRect();"
            " const own = parseFloat(getComputedStyle(cross).strokeWidth) / 2; return [left - own, right + own]; })"
        )  # fmt: skip
        assert len(boxes) > 3
        assert all(after > end for (_, end), (after, _) in pairwise(sorted(boxes)))


def test_accounts_tell_names_and_verdicts_in_two_columns(browser: Browser) -> None:
    with visitor(browser) as visit:
        drawn = DrawnPage(visit.page, 760)
        opening = start_here("").page
        drawn.show(opening.scene.picture(opening.first | {"looks": 4}, False))
        lefts = visit.page.locator("svg.panel").last.locator(".tick-y").evaluate_all(
            "all => all.map(text => [...text.children].map(part => Math.round(part.getBoundingClientRect().left)))"
        )  # fmt: skip
        names, verdicts = zip(*lefts, strict=True)
        assert len(set(names)) == 1
        assert max(verdicts) - min(verdicts) <= 1
        assert min(verdicts) > max(names) + 30
