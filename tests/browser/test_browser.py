"""Every page as a reader meets it: in Chromium, through the real app, with every other host out of reach."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from chromium import Visit, chromium, visitor
from playwright.sync_api import Browser, Locator
from serving import running_app

from pegp_lite.pages.pages import PAGES, Lesson

DRAWN_HERE = [page for page in PAGES if page.module.endswith(".page")]  # pages whose pictures the server draws


@pytest.fixture(scope="module")
def app(tmp_path_factory) -> Iterator[str]:
    with running_app(tmp_path_factory.mktemp("app")) as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture(scope="module", params=DRAWN_HERE, ids=lambda lesson: lesson.name)
def lesson(request: pytest.FixtureRequest) -> Lesson:
    """Every page in turn; the tests of one page stand together."""
    return request.param


@pytest.fixture(scope="module")
def visit(app: str, browser: Browser, lesson: Lesson) -> Iterator[Visit]:
    """One visitor of this page, whose every other host never answers; the tests below use it in their order."""
    with visitor(browser, hang=True) as visit:
        visit.open(address_of(app, lesson))
        yield visit


def serious_violations(visit: Visit) -> list[str]:
    """What axe finds that would keep somebody out."""
    return [
        f"{violation['id']}: {node['html'][:200]}"
        for violation in Axe().run(visit.page).response["violations"]
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"]
    ]


def address_of(app: str, lesson: Lesson, query: str = "") -> str:
    return f"{app}/voila/render/{lesson.name}.ipynb" + (f"?{query}" if query else "")


def nudge(visit: Visit, handle: Locator) -> None:
    """Move a slider by one key press, away from the end it may stand at, and wait for the picture."""
    before, said = visit.picture, visit.sentence
    at_end = handle.get_attribute("aria-valuenow") == handle.get_attribute("aria-valuemax")
    handle.focus()
    handle.press("ArrowLeft" if at_end else "ArrowRight")
    visit.wait_for_change(before)
    visit.page.wait_for_function("said => document.querySelector('.pegp-sentence').innerText !== said", arg=said)


def test_a_page_is_whole_although_no_other_host_answers(visit: Visit) -> None:
    typeset = "() => !document.querySelector('.jp-RenderedMarkdown').innerText.includes('$')"
    visit.page.wait_for_function(typeset)
    visit.settle()
    visit.assert_clean()


def test_figure_and_controls_share_the_first_screen_of_a_laptop(visit: Visit) -> None:
    ends = visit.page.evaluate(
        "() => ['.pegp-picture', '.pegp-side'].map(part => "
        "document.querySelector('.pegp-page ' + part).getBoundingClientRect().bottom)"
    )
    assert visit.page.evaluate("scrollY") == 0
    assert max(ends) <= 900


def test_no_serious_accessibility_violation(visit: Visit) -> None:
    assert not serious_violations(visit)


def test_downloads_arrive_and_open(visit: Visit, tmp_path: Path) -> None:
    starts = {"PNG": b"\x89PNG\r\n\x1a\n", "SVG": b"<?xml", "CSV": b""}
    for kind, start in starts.items():
        with visit.page.expect_download() as caught:
            visit.page.locator(".pegp-page").first.get_by_role("button", name=kind, exact=True).click()
        target = tmp_path / caught.value.suggested_filename
        caught.value.save_as(target)
        content = target.read_bytes()
        assert target.suffix == f".{kind.lower()}"
        assert content.startswith(start)
        if kind == "CSV":
            assert len(list(csv.reader(io.StringIO(content.decode())))) > 2
    visit.assert_clean()


def test_an_exercise_takes_right_and_wrong_answers(visit: Visit, lesson: Lesson) -> None:
    right = import_module(lesson.module).__dict__[lesson.function](query="").exercise.solution
    box = visit.page.locator(".pegp-ask", has_text="Exercise.")
    if isinstance(right, str):
        box.locator(".widget-radio-box label").filter(has_not_text=right).first.click()
    else:
        box.locator("input").fill("-98765")
    box.get_by_role("button", name="Check").click()
    box.get_by_text("Not yet.").wait_for()
    if isinstance(right, str):
        box.get_by_text(right, exact=True).click()
    else:
        box.locator("input").fill(f"{right:.6g}")
    box.get_by_role("button", name="Check").click()
    box.get_by_text("Right.").wait_for()
    visit.assert_clean()


def test_every_slider_moves_by_keyboard_and_changes_picture_and_words(visit: Visit) -> None:
    handles = visit.page.locator(".pegp-page").first.locator(".noUi-handle")
    assert handles.count() > 0
    for k in range(handles.count()):
        assert handles.nth(k).get_attribute("aria-label"), "a slider without a name"
        nudge(visit, handles.nth(k))
    visit.assert_clean()


# Watches every frame of a drag: how many pictures there were, whether one was missing, whether anything moved.
WATCH = """
() => {
  const page = document.querySelector('.pegp-page');
  const seen = {sources: new Set(), blank: 0, tops: new Set(), watching: true};
  const look = () => {
    const picture = page.querySelector('.pegp-picture');
    if (!picture || !picture.naturalWidth) seen.blank += 1;
    else {
      seen.sources.add(picture.src);
      const box = picture.getBoundingClientRect();
      const side = page.querySelector('.pegp-side').getBoundingClientRect();
      seen.tops.add([box.top, box.left, box.width, box.height, side.top, side.left].map(Math.round).join());
    }
    if (seen.watching) requestAnimationFrame(look);
  };
  window.seen = seen;
  requestAnimationFrame(look);
}
"""
SEEN = "() => ({pictures: seen.sources.size, blank: seen.blank, places: [...seen.tops]})"


def test_while_dragging_the_latest_value_wins_and_nothing_jumps(app: str, browser: Browser, lesson: Lesson) -> None:
    with visitor(browser) as visit:
        visit.open(address_of(app, lesson))
        visit.page.wait_for_load_state("networkidle")
        handle = visit.page.locator(".pegp-page").first.locator(".noUi-handle").first
        base = visit.page.locator(".pegp-page").first.locator(".noUi-base").first
        handle.scroll_into_view_if_needed()
        track, at = base.bounding_box(), handle.bounding_box()
        assert track
        assert at
        x, y = at["x"] + at["width"] / 2, at["y"] + at["height"] / 2
        end = track["x"] + (0.9 if x < track["x"] + track["width"] / 2 else 0.1) * track["width"]
        visit.page.evaluate(WATCH)
        visit.page.mouse.move(x, y)
        visit.page.mouse.down()
        moves = 60
        for k in range(1, moves + 1):
            visit.page.mouse.move(x + (end - x) * k / moves, y)
            visit.page.wait_for_timeout(15)  # a hand's pace
        visit.page.mouse.up()
        moved = handle.get_attribute("aria-valuenow")
        assert len(visit.unanswered) <= 2, "old values queue up"
        visit.settle()
        sentence, seen = visit.sentence, visit.page.evaluate(SEEN)
        assert handle.get_attribute("aria-valuenow") == moved, "the page pulled the slider back"
        assert 1 < seen["pictures"] <= moves + 1
        assert seen["blank"] == 0, "it flickered"
        assert len(seen["places"]) == 1, f"the layout jumped: {seen['places']}"
        visit.page.reload()
        visit.page.wait_for_function(
            "said => document.querySelector('.pegp-sentence')?.innerText === said", arg=sentence
        )
        visit.assert_clean()


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
                "said => document.querySelector('.pegp-sentence').innerText === said", arg=sentence
            )
            friend.assert_clean()
        visit.page.get_by_role("button", name="Reset").first.click()
        visit.page.wait_for_function("said => document.querySelector('.pegp-sentence').innerText === said", arg=first)
        visit.assert_clean()


def test_no_serious_accessibility_violation_on_a_phone(app: str, browser: Browser, lesson: Lesson) -> None:
    with visitor(browser, width=390, height=844) as phone:
        phone.open(address_of(app, lesson))
        assert not serious_violations(phone)


def test_a_finger_moves_a_slider(app: str, browser: Browser, lesson: Lesson) -> None:
    with visitor(browser, width=390, height=844, touch=True) as phone:
        phone.open(address_of(app, lesson))
        phone.page.wait_for_load_state("networkidle")
        first = phone.page.locator(".pegp-page").first
        handle, track = first.locator(".noUi-handle").first, first.locator(".noUi-base").first
        before, sentence = phone.picture, phone.sentence
        room = track.bounding_box()
        assert room
        at_end = handle.get_attribute("aria-valuenow") == handle.get_attribute("aria-valuemax")
        track.tap(position={"x": (0.3 if at_end else 0.9) * room["width"], "y": room["height"] / 2})
        phone.wait_for_change(before)
        phone.page.wait_for_function(
            "before => document.querySelector('.pegp-sentence').innerText !== before", arg=sentence
        )
        phone.assert_clean()


def test_an_address_with_nonsense_is_ignored_with_a_note(app: str, browser: Browser) -> None:
    lesson = DRAWN_HERE[0]
    controls = import_module(lesson.module).__dict__[lesson.function](query="").page.controls
    query = "&".join(f"{control.name}=<script>alert(1)</script>" for control in controls)
    with visitor(browser) as visit:
        visit.page.on("dialog", lambda dialog: visit.errors.append(f"a script ran: {dialog.message}"))
        visit.open(address_of(app, lesson, query))
        visit.page.locator(".pegp-side .pegp-note").first.wait_for()
        visit.assert_clean()
