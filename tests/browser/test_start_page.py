"""The start page as a reader meets it: a game under the hand without a kernel, where one left off, four screens."""

from __future__ import annotations

import json

import pytest
from axe_playwright_python.sync_playwright import Axe
from chromium import Visit, visitor
from playwright.sync_api import Browser

from pegp_lite.pages.pages import PAGES

SIZES = [(1440, 900), (1024, 768), (1920, 1080), (390, 844)]
SAID = "() => document.querySelector('#pegp-hero .pegp-figure').getAttribute('aria-label')"


def arrive(visit: Visit, app: str) -> None:
    visit.page.goto(app)
    visit.page.locator("#pegp-hero svg.panel").wait_for()


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_it_fits_every_screen_and_is_accessible_in_both_themes(
    app: str, browser: Browser, width: int, height: int
) -> None:
    with visitor(browser, width, height, touch=width < 400) as visit:
        for theme in ("light", "dark"):
            visit.page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
            arrive(visit, app)
            assert visit.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
            play = visit.page.get_by_role("button", name="Play").bounding_box()
            assert play
            assert play["y"] + play["height"] <= height, "the hero's controls are below the first screen"
            sizes = visit.page.evaluate(
                "() => [...document.querySelectorAll('main :is(text, span, p, small, a, button, label, output)')]"
                ".filter(t => t.textContent.trim()).map(t => parseFloat(getComputedStyle(t).fontSize))"
            )
            assert min(sizes) >= 13
            found = [v for v in Axe().run(visit.page).response["violations"] if v["impact"] in ("serious", "critical")]
            assert not found
        assert visit.page.locator("style, script:not([src])").count() == 0
        assert visit.page.locator(".thumb svg.panel").count() == sum(p.module.endswith(".lesson") for p in PAGES)
        visit.assert_clean()


def test_the_game_is_scrubbed_played_and_asked(app: str, browser: Browser) -> None:
    with visitor(browser) as visit:
        arrive(visit, app)
        page = visit.page
        first = page.evaluate(SAID)
        assert "is thrown out" in first, "the page opens with what its title says"
        page.get_by_label("looks taken").press("ArrowRight")
        assert page.evaluate(SAID) != first
        assert "After 4 looks." in page.evaluate(SAID)
        assert page.get_by_text("it looks here").count() == 0
        page.locator("#pegp-hero .handle").focus()
        page.keyboard.press("Shift+ArrowRight")
        page.get_by_text("it looks here").wait_for()
        page.get_by_role("button", name="Play").click()
        page.get_by_role("button", name="Pause").wait_for()
        page.wait_for_function("said => said !== (" + SAID + ")()", arg=page.evaluate(SAID))
        page.get_by_role("button", name="Pause").click()
        page.get_by_role("button", name="Play").wait_for()
        visit.assert_clean()


def test_it_goes_on_where_the_reader_left_off(app: str, browser: Browser) -> None:
    with visitor(browser) as visit:
        arrive(visit, app)
        page, link = visit.page, visit.page.locator("#pegp-continue")
        assert link.inner_text() == "Start with 00"
        assert not page.locator("#pegp-over").is_visible()
        kept = {PAGES[0].name: {"first": 1, "exercise": "6"}, "theme": "light"}
        page.evaluate("kept => localStorage.setItem('pegp-lite', kept)", json.dumps(kept))
        page.reload()
        page.get_by_role("link", name="Continue with 01").wait_for()
        assert str(link.get_attribute("href")).endswith(f"{PAGES[1].name}.ipynb")
        assert "✓ done" in page.locator(f'.pc[data-page="{PAGES[0].name}"]').inner_text()
        assert "continue" in page.locator(f'.pc[data-page="{PAGES[1].name}"]').inner_text()
        page.get_by_role("button", name="Start over").click()
        page.get_by_role("link", name="Start with 00").wait_for()
        assert json.loads(page.evaluate("localStorage.getItem('pegp-lite')")) == {"theme": "light"}
        visit.assert_clean()
