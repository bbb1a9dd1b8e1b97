"""Every page as a reader meets it: in Chromium, through the real app, with every other host out of reach."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from importlib import import_module

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser import Visit, chromium, visitor
from playwright.sync_api import Browser, Locator
from serving import running_app

from pegp_lite.explorer.pages import PAGES, Lesson

every_page = pytest.mark.parametrize("lesson", PAGES, ids=lambda lesson: lesson.name)


@pytest.fixture(scope="module")
def app(tmp_path_factory) -> Iterator[str]:
    with running_app(tmp_path_factory.mktemp("app")) as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


def address_of(app: str, lesson: Lesson, query: str = "") -> str:
    return f"{app}/voila/render/{lesson.name}.ipynb" + (f"?{query}" if query else "")


def nudge(visit: Visit, handle: Locator) -> None:
    """Move a slider by one key press, away from the end it may stand at, and wait for the picture."""
    before = visit.picture
    at_end = handle.get_attribute("aria-valuenow") == handle.get_attribute("aria-valuemax")
    handle.focus()
    handle.press("ArrowLeft" if at_end else "ArrowRight")
    visit.wait_for_change(before)


@every_page
def test_a_page_comes_up_and_its_sliders_move_by_keyboard(app: str, browser: Browser, lesson: Lesson) -> None:
    with visitor(browser) as visit:
        visit.open(address_of(app, lesson))
        handles = visit.page.locator(".pegp-page").first.locator(".noUi-handle")
        assert handles.count() > 0
        for k in range(handles.count()):
            handle = handles.nth(k)
            assert handle.get_attribute("aria-label"), "a slider without a name"
            sentence = visit.sentence
            nudge(visit, handle)
            visit.page.wait_for_function(
                "before => document.querySelector('.pegp-sentence').innerText !== before", arg=sentence, timeout=5000
            )
        visit.assert_clean()


@every_page
def test_an_exercise_takes_right_and_wrong_answers(app: str, browser: Browser, lesson: Lesson) -> None:
    right = import_module(lesson.module).__dict__[lesson.function](query="").exercise.solution
    with visitor(browser) as visit:
        visit.open(address_of(app, lesson))
        box = visit.page.locator(".pegp-ask", has_text="Exercise.")
        reply = box.locator(".pegp-note")
        if isinstance(right, str):
            wrong = box.locator("label", has_text="").filter(has_not_text=right).first
            wrong.click()
        else:
            box.locator("input").fill("-98765")
        box.get_by_role("button", name="Check").click()
        box.get_by_text("Not yet.").wait_for(timeout=10_000)
        if isinstance(right, str):
            box.get_by_text(right, exact=True).click()
        else:
            box.locator("input").fill(f"{right:.6g}")
        box.get_by_role("button", name="Check").click()
        box.get_by_text("Right.").wait_for(timeout=10_000)
        assert reply.count() == 1
        visit.assert_clean()


@every_page
def test_a_shared_address_reopens_the_view_and_reset_leaves_it(app: str, browser: Browser, lesson: Lesson) -> None:
    with visitor(browser) as visit:
        visit.open(address_of(app, lesson))
        first = visit.sentence
        nudge(visit, visit.page.locator(".pegp-page").first.locator(".noUi-handle").first)
        visit.page.wait_for_function("() => location.search.length > 1")
        shared, sentence = visit.page.url, visit.sentence
        with visitor(browser) as friend:
            friend.open(shared)
            friend.page.wait_for_function(
                "said => document.querySelector('.pegp-sentence').innerText === said", arg=sentence, timeout=15_000
            )
            friend.assert_clean()
        before = visit.picture
        visit.page.get_by_role("button", name="Reset").first.click()
        visit.wait_for_change(before)
        assert visit.sentence == first
        visit.assert_clean()


@every_page
def test_downloads_arrive_and_open(app: str, browser: Browser, lesson: Lesson, tmp_path) -> None:
    starts = {"PNG": b"\x89PNG\r\n\x1a\n", "SVG": b"<?xml", "CSV": b""}
    with visitor(browser) as visit:
        visit.open(address_of(app, lesson))
        for kind, start in starts.items():
            with visit.page.expect_download(timeout=20_000) as caught:
                visit.page.locator(".pegp-page").first.get_by_role("button", name=kind, exact=True).click()
            target = tmp_path / caught.value.suggested_filename
            caught.value.save_as(target)
            content = target.read_bytes()
            assert target.suffix == f".{kind.lower()}"
            assert content.startswith(start)
            if kind == "CSV":
                rows = list(csv.reader(io.StringIO(content.decode())))
                assert len(rows) > 2
        visit.assert_clean()


def test_an_address_with_nonsense_is_ignored_with_a_note(app: str, browser: Browser) -> None:
    lesson = PAGES[1]
    controls = import_module(lesson.module).__dict__[lesson.function](query="").page.controls
    query = "&".join(f"{control.name}=<script>alert(1)</script>" for control in controls)
    with visitor(browser) as visit:
        visit.page.on("dialog", lambda dialog: visit.errors.append(f"a script ran: {dialog.message}"))
        visit.open(address_of(app, lesson, query))
        visit.page.locator(".pegp-side .pegp-note").first.wait_for(timeout=10_000)
        visit.assert_clean()


@every_page
@pytest.mark.parametrize("width", [1440, 390])
def test_no_serious_accessibility_violation(app: str, browser: Browser, lesson: Lesson, width: int) -> None:
    with visitor(browser, width=width) as visit:
        visit.open(address_of(app, lesson))
        found = Axe().run(visit.page).response["violations"]
        serious = [
            f"{violation['id']}: {node['html'][:200]}"
            for violation in found
            if violation["impact"] in ("serious", "critical")
            for node in violation["nodes"]
        ]
        assert not serious


def test_the_start_page_is_ours_and_accessible(app: str, browser: Browser) -> None:
    with visitor(browser) as visit:
        visit.page.goto(app)
        links = visit.page.locator("main a").all()
        assert [link.get_attribute("href") for link in links] == [f"/voila/render/{each.name}.ipynb" for each in PAGES]
        for link, each in zip(links, PAGES, strict=True):
            assert each.title in link.inner_text()
        assert not [v for v in Axe().run(visit.page).response["violations"] if v["impact"] in ("serious", "critical")]
        visit.assert_clean()


@pytest.mark.parametrize("hang", [False, True], ids=["refused", "hanging"])
@every_page
def test_a_page_is_whole_without_a_network(app: str, browser: Browser, lesson: Lesson, hang: bool) -> None:
    with visitor(browser, hang=hang) as visit:
        visit.open(address_of(app, lesson))
        visit.page.wait_for_timeout(500)
        assert "$" not in visit.page.locator(".jp-RenderedMarkdown").first.inner_text(), "maths was not typeset"
        visit.assert_clean()
