"""Present mode on every page, at two projector sizes, with keys alone."""

from __future__ import annotations

import itertools
import re

import pytest
from chromium import Visit, visitor
from playwright.sync_api import Browser, expect

from pegp_lite.pages.pages import PAGES, Lesson

LESSONS = [page for page in PAGES if page.module.endswith(".lesson")]
SIZES = ((1024, 768), (1920, 1080))
SMALLEST = 22  # pixels of a letter that the last row reads
LETTERS = (
    "() => [...document.querySelectorAll('.pegp-shown .pegp-figure :is(text, .title, .panel-title *, .key *, .tab,"
    " .pegp-claim *, .pegp-veil *), .pegp-shown .pegp-sentence, .pegp-presenter .at mark')]"
    ".filter(t => t.textContent.trim() && t.getClientRects().length)"
    ".map(t => parseFloat(getComputedStyle(t).fontSize))"
)
CUT = (
    "() => [...document.querySelectorAll('.pegp-shown .pegp-sentence, .pegp-presenter .at')]"
    ".filter(t => t.getClientRects().length && t.scrollHeight > t.clientHeight + 2).map(t => t.textContent)"
)

# Whether the keys were ever told: after five seconds they go, however long we take to look.
WATCH_KEYS = """() => {
  const look = () => (window.keysShown ||= Boolean(document.querySelector('.pegp-presenter .keys')?.offsetHeight));
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""


def address_of(app: str, lesson: Lesson, query: str = "") -> str:
    return f"{app}/voila/render/{lesson.name}.ipynb{query}"


def where(visit: Visit) -> str:
    return visit.page.locator(".pegp-presenter .at small").inner_text()


def fills_the_screen(visit: Visit, size: tuple[int, int]) -> None:
    """Presented, the figure and its main control take the whole of the screen, in letters for the last row."""
    page = visit.page
    expect(page.locator(".pegp-bar")).to_be_hidden()
    expect(page.locator(".pegp-prose").first).to_be_hidden()
    box = page.locator(".pegp-shown .pegp-figure").first.bounding_box()
    assert box
    assert box["width"] > 0.94 * size[0]
    # The figure is drawn anew for the room that it got: wait until it is.
    page.wait_for_function(
        "() => document.querySelector('.pegp-shown .pegp-main').getBoundingClientRect().bottom"
        " <= document.querySelector('.pegp-presenter').getBoundingClientRect().top + 1",
    )
    visit.until(lambda: min(page.evaluate(LETTERS)) >= SMALLEST, "letters for the last row")
    assert page.locator(".pegp-shown .pegp-figure svg.panel, .pegp-shown .pegp-veil").first.is_visible()
    visit.until(lambda: page.evaluate(CUT) == [], "no words are cut off")
    page.wait_for_function("() => document.documentElement.scrollHeight <= innerHeight + 1")  # nothing scrolls


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_a_page_is_presented_with_keys_alone(app: str, browser: Browser, lesson: Lesson) -> None:
    with visitor(browser) as visit:
        visit.open(address_of(app, lesson, "?notes"))
        visit.settle()
        page = visit.page
        notes = page.locator("details.notes")
        expect(notes).to_contain_text("Aim.")
        expect(notes).to_be_visible()
        page.evaluate(WATCH_KEYS)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.keyboard.press("p")
            page.wait_for_function("() => document.body.classList.contains('presenting')")
            assert "present=1" in page.url
            expect(notes).to_be_hidden()  # they hold the answers
            fills_the_screen(visit, (width, height))
            page.wait_for_function("() => window.keysShown")
            page.keyboard.press("Escape")
            expect(page.locator(".pegp-presenter")).to_have_count(0)
            expect(page.locator(".pegp-bar")).to_be_visible()
            assert "present" not in page.url

        page.keyboard.press("p")
        total = int(where(visit).split()[-2] if "stations" in where(visit) else where(visit).split()[-1])
        assert total > 0
        query = page.url
        page.keyboard.press("s")
        visit.settle()
        assert where(visit) == f"1 of {total}"
        assert page.locator(".pegp-presenter .at").inner_text() != ""
        page.keyboard.press("Shift+S")
        visit.settle()
        assert "stations" in where(visit)
        for key in ("n", "Space", "ArrowRight", "ArrowLeft", "PageDown", "PageUp", "h", "r"):
            page.keyboard.press(key)
            visit.settle()
        expect(page, "R does not bring the first settings back").to_have_url(query)  # it is written with a delay
        page.keyboard.press("v")
        expect(page.locator(".pegp-shown .pegp-predict").first).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator(".pegp-shown .pegp-predict").first).to_be_hidden()
        page.keyboard.press("?")
        page.keyboard.press("Escape")
        expect(page.locator(".pegp-presenter")).to_have_count(0)
        visit.assert_clean()


def test_a_station_sets_the_figure_and_says_its_sentence(app: str, browser: Browser) -> None:
    star = next(lesson for lesson in LESSONS if lesson.name.startswith("02"))
    with visitor(browser, 1024, 768) as visit:
        visit.page.goto(address_of(app, star, "?present=1&y=nonsense"))
        visit.page.wait_for_function("() => document.body.classList.contains('presenting')")
        visit.page.keyboard.press("v")
        visit.page.locator(".pegp-shown .pegp-predict").get_by_role("button", name="Just show me").click()
        visit.settle()
        visit.page.keyboard.press("Escape")
        visit.page.keyboard.press("Space")
        visit.settle()
        assert (
            visit.page.locator(".pegp-presenter .at")
            .inner_text()
            .endswith("Where both hold it, it is a star: put it at 2.0.")
        )
        assert visit.sentence.startswith("A star.")
        visit.page.keyboard.press("ArrowRight")
        visit.settle()
        assert visit.sentence.startswith("A diamond.")
        visit.page.keyboard.press("ArrowLeft")
        visit.settle()
        assert visit.sentence.startswith("A star.")
        assert "y=2" in visit.page.url
        visit.assert_clean()


def test_a_station_does_not_take_over_what_the_one_before_it_set(app: str, browser: Browser) -> None:
    toy = next(lesson for lesson in LESSONS if lesson.name.startswith("05"))
    with visitor(browser, 1024, 768) as visit:
        visit.page.goto(address_of(app, toy, "?present=1&tall=3"))
        visit.page.wait_for_function("() => document.body.classList.contains('presenting')")
        for query in ("epsilon=0.02", "game=4"):
            visit.page.keyboard.press("Space")
            visit.settle()
            assert visit.page.url.split("?")[1] == f"{query}&present=1"
        visit.assert_clean()


def test_a_run_stays_at_its_step_where_a_station_names_none(app: str, browser: Browser) -> None:
    algorithm = next(lesson for lesson in LESSONS if lesson.name.startswith("03"))
    with visitor(browser, 1024, 768) as visit:
        visit.page.goto(address_of(app, algorithm, "?present=1&step=7"))
        visit.page.wait_for_function("() => document.body.classList.contains('presenting')")
        for step in ("2", "2"):
            visit.page.keyboard.press("s")
            visit.settle()
            assert f"step={step}&" in visit.page.url
        assert "truth=yes" in visit.page.url
        visit.assert_clean()


def test_after_a_station_with_nothing_to_draw_the_next_one_fits_again(app: str, browser: Browser) -> None:
    own = next(lesson for lesson in LESSONS if lesson.name.startswith("10"))
    with visitor(browser, 1920, 1080) as visit:
        visit.open(address_of(app, own))
        visit.page.locator(".pegp-predict").get_by_role("button", name="Just show me").click()
        visit.settle()
        visit.page.keyboard.press("p")
        visit.page.keyboard.press("s")
        visit.settle()
        expect(visit.page.locator(".pegp-shown .pegp-figure")).to_contain_text("Nothing to play yet")
        visit.page.keyboard.press("s")
        visit.settle()
        fills_the_screen(visit, (1920, 1080))
        visit.assert_clean()


def test_the_keys_lie_over_no_control_and_go_for_the_words_of_a_station(app: str, browser: Browser) -> None:
    algorithm = next(lesson for lesson in LESSONS if lesson.name.startswith("03"))
    with visitor(browser, 1024, 768) as visit:
        visit.open(address_of(app, algorithm))
        visit.page.keyboard.press("p")
        visit.page.keyboard.press("?")
        fills_the_screen(visit, (1024, 768))
        keys = visit.page.locator(".pegp-presenter .keys")
        if not keys.is_visible():  # they had been there at once, and this key takes them away
            visit.page.keyboard.press("?")
        box, control = keys.bounding_box(), visit.page.locator(".pegp-shown .pegp-main").bounding_box()
        assert box
        assert control
        assert box["y"] >= control["y"] + control["height"] - 1
        visit.page.keyboard.press("s")
        expect(keys).to_be_hidden()
        visit.assert_clean()


def test_a_finger_presents_without_keys_and_finds_the_way_back(app: str, browser: Browser) -> None:
    algorithm = next(lesson for lesson in LESSONS if lesson.name.startswith("03"))
    with visitor(browser, 390, 844, touch=True) as visit:
        visit.open(address_of(app, algorithm, "?present=1"))
        visit.page.wait_for_function("() => document.body.classList.contains('presenting')")
        visit.page.get_by_role("button", name="question").tap()
        visit.page.locator(".pegp-shown .pegp-predict").get_by_role("button", name="Just show me").tap()
        visit.settle()
        visit.page.get_by_role("button", name="leave").tap()  # the question first
        visit.page.get_by_role("button", name="next rejection").tap()
        visit.settle()
        expect(visit.page.locator(".pegp-figure").first).to_have_attribute("aria-label", re.compile("is rejected"))
        assert visit.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        visit.page.get_by_role("button", name="leave").tap()
        expect(visit.page.locator(".pegp-presenter")).to_have_count(0)
        visit.assert_clean()


def test_typing_in_a_field_presents_nothing(app: str, browser: Browser) -> None:
    with visitor(browser) as visit:
        visit.open(address_of(app, LESSONS[0]))
        field = visit.page.locator(".pegp-exercise input").first
        if field.count():
            field.press("p")
            assert not visit.page.evaluate("() => document.body.classList.contains('presenting')")
        visit.page.get_by_role("button", name="Present").click()
        visit.page.wait_for_function("() => document.body.classList.contains('presenting')")
        visit.assert_clean()


def test_a_station_is_a_whole_sentence_with_its_formulas_drawn_and_the_phrase_marked(
    app: str, browser: Browser
) -> None:
    star = next(lesson for lesson in LESSONS if lesson.name.startswith("02"))
    with visitor(browser, 1024, 768) as visit:
        visit.open(address_of(app, star))
        visit.page.keyboard.press("p")
        at = visit.page.locator(".pegp-presenter .at")
        for _ in range(7):
            visit.page.keyboard.press("s")
        expect(at.locator("mark")).to_have_text("off by 0.95")
        expect(at).to_contain_text(
            "If not, never, however often it is used: off by 0.95; and then its looks cost at most"
        )
        assert at.locator("mjx-container").count() == 1
        assert at.locator("a").count() == 0
        visit.assert_clean()


@pytest.mark.parametrize("number", ["05", "07"])  # controls above the figure, and below it
def test_where_four_panels_do_not_fit_one_is_shown_and_a_key_turns_to_the_next(
    app: str, browser: Browser, number: str
) -> None:
    lesson = next(each for each in LESSONS if each.name.startswith(number))
    with visitor(browser, 1024, 768) as visit:
        visit.open(address_of(app, lesson, "?present=1"))
        visit.page.wait_for_function("() => document.body.classList.contains('presenting')")
        tabs = visit.page.locator(".pegp-shown .tabs .tab")
        expect(tabs).to_have_count(4)
        expect(visit.page.locator(".pegp-shown .cell:visible")).to_have_count(1)
        visit.page.keyboard.press("t")
        expect(tabs.nth(1)).to_have_attribute("aria-pressed", "true")
        visit.page.set_viewport_size({"width": 1920, "height": 1080})
        expect(visit.page.locator(".pegp-shown .cell:visible")).to_have_count(4)
        visit.assert_clean()


def test_a_run_goes_to_its_next_rejection_by_a_key(app: str, browser: Browser) -> None:
    algorithm = next(lesson for lesson in LESSONS if lesson.name.startswith("03"))
    with visitor(browser, 1024, 768) as visit:
        visit.open(address_of(app, algorithm))
        visit.page.locator(".pegp-predict").get_by_role("button", name="Just show me").click()
        visit.settle()
        visit.page.keyboard.press("p")
        visit.page.keyboard.press("n")
        visit.settle()
        expect(visit.page.locator(".pegp-figure").first).to_have_attribute("aria-label", re.compile("is rejected"))
        visit.assert_clean()


def test_the_rows_of_a_formula_do_not_lie_over_one_another(app: str, browser: Browser) -> None:
    bound = next(lesson for lesson in LESSONS if lesson.name.startswith("04"))
    with visitor(browser, 1024, 768) as visit:
        visit.open(address_of(app, bound))
        visit.page.locator(".pegp-predict").first.get_by_role("button", name="Just show me").click()
        visit.settle()
        visit.page.keyboard.press("p")
        fills_the_screen(visit, (1024, 768))
        rows = visit.page.locator(".pegp-shown svg.panel").nth(1).locator("text")
        tops = sorted(
            {round(each) for each in rows.evaluate_all("all => all.map(text => Number(text.getAttribute('y')))")}
        )
        assert len(tops) == 3
        assert min(after - before for before, after in itertools.pairwise(tops)) >= SMALLEST
        visit.assert_clean()


def test_f_takes_the_whole_screen_and_gives_it_back(app: str, browser: Browser) -> None:
    with visitor(browser, 1024, 768) as visit:
        visit.open(address_of(app, LESSONS[0], "?present=1"))
        visit.page.wait_for_function("() => document.body.classList.contains('presenting')")
        visit.page.keyboard.press("f")
        visit.page.wait_for_function("() => document.fullscreenElement")
        visit.page.keyboard.press("f")
        visit.page.wait_for_function("() => !document.fullscreenElement")
        visit.assert_clean()
