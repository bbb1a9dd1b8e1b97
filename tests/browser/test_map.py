"""Page 09 under the hand: a box tells its numbers, opens page 05, and what the map lacks is played until Stop."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

from chromium import Visit, visitor
from playwright.sync_api import Browser

from pegp_lite.claims.atlas import CORNERS
from pegp_lite.pages.lessons.regions.onward import toy_address, toy_settings

OURS = toy_address(CORNERS["ours"])
BOX = f'.pegp-figure [role=button][data-key="{OURS}"]'
TIP = ".pegp-figure .hover .tip-word"


def open_map(visit: Visit, app: str, query: str = "") -> None:
    """Page 09, its question answered by "just show me"."""
    visit.open(f"{app}/voila/render/09_where_each_wins.ipynb" + (f"?{query}" if query else ""))
    visit.page.get_by_role("button", name="Just show me").first.click()
    visit.page.wait_for_function("() => !document.querySelector('.pegp-veil')")
    visit.settle()


def arrived(visit: Visit) -> dict[str, str]:
    """The settings in the address, once page 05 has been asked for."""
    visit.page.wait_for_url("**/05_toy_experiment.ipynb?**", wait_until="commit")
    return {name: values[0] for name, values in parse_qs(urlsplit(visit.page.url).query).items()}


def test_hovering_tells_and_pressing_opens_page_05(app: str, browser: Browser) -> None:
    with visitor(browser) as visit:
        open_map(visit, app)
        visit.page.locator(BOX).hover()
        visit.page.locator(TIP).first.wait_for()
        told = visit.page.locator(TIP).all_text_contents()
        assert "PE-GP-UCB 14.1" in told
        assert any(line.startswith("PE-GP-UCB less fully Bayesian: −4.49 [") for line in told)
        visit.assert_clean()
        visit.page.locator(BOX).click()
        found = arrived(visit)
        assert {name: found[name] for name in ("tall", "R") if name in found} == {
            name: toy_settings(CORNERS["ours"])[name] for name in ("tall", "R") if name in found
        }


def test_keys_go_from_box_to_box_tell_and_open(app: str, browser: Browser) -> None:
    with visitor(browser) as visit:
        open_map(visit, app)
        visit.page.locator(".pegp-figure [role=button]").first.focus()
        for key in ("ArrowRight",) * 3 + ("ArrowUp",) * 4:
            visit.page.keyboard.press(key)
        assert visit.page.evaluate("() => document.activeElement.dataset.key") == OURS
        assert "PE-GP-UCB 14.1" in visit.page.locator(TIP).all_text_contents()
        visit.assert_clean()
        visit.page.keyboard.press("Enter")
        arrived(visit)


def test_a_finger_first_reads_and_then_opens(app: str, browser: Browser) -> None:
    with visitor(browser, 390, 844, touch=True) as visit:
        open_map(visit, app)
        box = visit.page.locator(BOX)
        box.scroll_into_view_if_needed()
        box.tap()
        visit.page.locator(TIP).first.wait_for()
        assert "09_where_each_wins" in visit.page.url
        visit.assert_clean()
        box.tap()
        arrived(visit)


def test_what_the_map_lacks_is_played_until_stop(app: str, browser: Browser) -> None:
    with visitor(browser) as visit:
        open_map(visit, app)
        progress = visit.page.locator(".pegp-filling")
        assert "Every box" in progress.inner_text()
        visit.page.get_by_role("link", name="hide the highest points").or_(
            visit.page.get_by_role("button", name="hide the highest points")
        ).click()
        visit.page.wait_for_function("() => / of 49 boxes/.test(document.querySelector('.pegp-filling').innerText)")
        visit.page.wait_for_function("() => !/^0 of/.test(document.querySelector('.pegp-filling').innerText.trim())")
        progress.get_by_role("button", name="Stop").click()
        progress.get_by_role("button", name="Go on").wait_for()
        visit.settle()  # the words and the figure come after the button's own
        stopped = progress.inner_text()
        assert "stopped" in stopped
        assert "not all of them played yet" in visit.sentence
        frame = visit.page.locator(".pegp-frame").first
        frame.locator("select").first.select_option("which claims hold")  # a message there and back
        visit.settle()
        assert progress.inner_text() == stopped  # another colour of the same plane plays nothing
        progress.get_by_role("button", name="Go on").click()
        visit.page.wait_for_function("() => document.querySelector('.pegp-filling').innerText.includes('Every box')")
        visit.page.wait_for_function(
            "() => document.querySelector('.pegp-sentence').innerText.includes('49 settings: ')"
        )
        visit.assert_clean()
