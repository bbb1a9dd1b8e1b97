"""Every lesson as a reader meets it: guess, drag, press, on four screens, with every other host out of reach."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from chromium import Visit, visitor
from drawn_page import MUDDLED
from playwright.sync_api import Browser, Locator, expect

from pegp_lite.pages.pages import PAGES, Lesson

LESSONS = [page for page in PAGES if page.module.endswith(".lesson")]
SIZES = {"laptop": (1440, 900), "projector": (1024, 768), "large": (1920, 1080), "phone": (390, 844)}


@pytest.fixture(scope="module", params=LESSONS, ids=lambda lesson: lesson.name)
def lesson(request: pytest.FixtureRequest) -> Lesson:
    """Every page in turn; the tests of one page stand together."""
    return request.param


@pytest.fixture(scope="module")
def opened(app: str, browser: Browser, lesson: Lesson) -> Iterator[Visit]:
    """A visit to the page that its tests below share, each going on where the last has left it."""
    with visitor(browser) as visit:
        visit.open(address_of(app, lesson))
        yield visit


@pytest.fixture
def visit(opened: Visit) -> Visit:
    """The shared visit, as on arrival but with nothing hidden, and no error held against the next test."""
    opened.uncover()
    drawers = opened.page.locator(".pegp-open .pegp-more")
    while still_open := drawers.count():
        drawers.first.click()
        expect(drawers).to_have_count(still_open - 1)
    for button in opened.page.locator(".pegp-frame").get_by_role("button", name="Reset").all():
        button.click()
    opened.settle()
    opened.errors.clear()
    return opened


def made(lesson: Lesson) -> Any:
    """The page's widgets, without a browser."""
    return getattr(import_module(lesson.module), lesson.function)(query="")


def address_of(app: str, lesson: Lesson, query: str = "") -> str:
    return f"{app}/voila/render/{lesson.name}.ipynb" + (f"?{query}" if query else "")


def serious_violations(visit: Visit) -> list[str]:
    """What axe finds that would keep somebody out."""
    return [
        f"{violation['id']}: {node['html'][:200]}"
        for violation in Axe().run(visit.page).response["violations"]
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"]
    ]


def frame(visit: Visit) -> Locator:
    return visit.page.locator(".pegp-frame").first


PLACES = """() => {
    scrollTo(0, 0);
    return [...document.querySelectorAll(".pegp-frame, .pegp-frame .pegp-main, .pegp-predict")].map(each => {
        const { top, height } = each.getBoundingClientRect();
        return [Math.round(top + scrollY), Math.round(height)];
    });
}"""


@pytest.mark.parametrize("size", SIZES)
def test_a_page_opens_whole_on_every_screen(app: str, browser: Browser, lesson: Lesson, size: str) -> None:
    width, height = SIZES[size]
    with visitor(browser, width, height, touch=size == "phone") as visit:
        visit.open(address_of(app, lesson))
        typeset = "() => !document.querySelector('.jp-RenderedMarkdown').innerText.includes('$')"
        visit.page.wait_for_function(typeset)
        visit.settle()
        figure = frame(visit).locator(".pegp-figure")
        assert figure.get_attribute("aria-label") == visit.sentence.strip()
        assert figure.locator("svg").count() >= 1 or figure.locator(".pegp-veil").count() >= 1
        assert visit.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), "it scrolls sideways"
        assert visit.page.evaluate("scrollY") == 0
        main = frame(visit).locator(".pegp-main").bounding_box()
        top = figure.bounding_box()
        assert main
        assert top
        assert top["y"] >= 0
        assert main["y"] + main["height"] <= height, "the main control is below the first screen"
        show = visit.page.get_by_role("button", name="Just show me").first.bounding_box()
        assert show
        if width > 699 and visit.page.locator(".pegp-stage.wide").count() == 0:  # else the figure stands first
            assert show["y"] + show["height"] <= height, "the way past the question is below the first screen"
        places = visit.page.evaluate(PLACES)
        visit.uncover()
        assert visit.page.evaluate(PLACES) == places, "an answer moves what stands around it"
        assert visit.page.evaluate(MUDDLED) == []
        sizes = visit.page.evaluate(
            "() => [...document.querySelectorAll('.pegp-figure text, .pegp-sentence, .pegp-card p, .pegp-card button')]"
            ".filter(t => t.textContent.trim()).map(t => parseFloat(getComputedStyle(t).fontSize))"
        )
        assert min(sizes) >= (15 if size == "large" else 13), "a large screen has larger letters, in figures too"
        assert visit.page.locator(".pegp-figure img, .pegp-figure canvas").count() == 0, "not crisp at every scale"
        assert visit.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), "it scrolls sideways"
        if size in ("laptop", "phone"):  # what the others show is the laptop's, with more or less room
            assert not serious_violations(visit)
        visit.assert_clean()


def test_space_scrolls_at_once(opened: Visit) -> None:
    opened.page.keyboard.press("Space")
    opened.page.wait_for_function("() => scrollY > 200")
    opened.assert_clean()


SHIFTS = """
() => {
  window.shifted = 0;
  new PerformanceObserver(list => list.getEntries().forEach(entry => (window.shifted += entry.value)))
    .observe({ type: "layout-shift", buffered: false });
}
"""


def test_a_prediction_is_not_spoiled_stays_and_moves_nothing(opened: Visit) -> None:
    card = opened.page.locator(".pegp-predict").first
    assert opened.page.locator(".pegp-veil").count() >= 1
    assert card.get_by_role("button", name="Just show me").is_visible()
    before = opened.page.locator("body").inner_text()
    opened.page.evaluate(SHIFTS)
    card.locator(".opt").last.click()
    card.locator(".told").wait_for()
    opened.settle()
    reply = card.locator(".told").inner_text()
    assert reply.startswith(("✓ Right.", "✗ Not so."))
    assert reply.partition(". ")[2][:60] not in before
    assert card.locator(".opt:not([disabled])").count() == 0
    assert opened.page.evaluate("() => window.shifted") <= 0.01
    assert card.get_by_text("answer kept").is_visible()
    opened.page.reload()
    opened.page.wait_for_function(
        "said => document.querySelector('.pegp-predict .told')?.innerText === said", arg=reply
    )
    opened.assert_clean()


def test_who_has_only_been_shown_has_kept_no_answer(app: str, browser: Browser) -> None:
    with visitor(browser) as visit:
        visit.open(address_of(app, LESSONS[0]))
        visit.page.get_by_role("button", name="Just show me").first.click()
        visit.page.locator(".pegp-predict .told").first.wait_for()
        assert visit.page.get_by_text("answer kept").count() == 0


SENTENCE = "handle => handle.closest('.pegp-figure').getAttribute('aria-label')"


def test_every_handle_moves_by_keys(visit: Visit) -> None:
    handles = visit.page.locator(".pegp-figure .handle")
    places = visit.page.locator(".pegp-figure .place")
    buttons = visit.page.locator(".pegp-figure [role=button], .pegp-frame > .pegp-row button")
    assert handles.count() + places.count() + buttons.count() > 0, "nothing in the figures can be touched"
    for k in range(handles.count()):
        handle = handles.nth(k)
        for attribute in ("aria-label", "aria-valuetext"):
            assert handle.get_attribute(attribute)
        said, label = handle.get_attribute("aria-valuetext"), handle.get_attribute("aria-label")
        key = handle.get_attribute("data-key")
        again = visit.page.locator(f'.pegp-figure .handle[data-key="{key}"]').first
        at_end = handle.get_attribute("aria-valuenow") == handle.get_attribute("aria-valuemax")
        sentence = again.evaluate(SENTENCE)
        again.focus()
        again.press("Shift+ArrowLeft" if at_end else "Shift+ArrowRight")
        visit.settle()
        if again.get_attribute("aria-valuetext") == said:
            again.press("Shift+ArrowDown" if at_end else "Shift+ArrowUp")
            visit.settle()
        assert again.get_attribute("aria-valuetext") != said, f"{label} does not move by keys"
        assert again.evaluate(SENTENCE) != sentence
    visit.assert_clean()


COVERING = """track => [...track.querySelectorAll("*")].filter(each =>
    each.clientWidth > 30 && getComputedStyle(each).backgroundColor !== "rgba(0, 0, 0, 0)"
).map(each => each.className)"""


def test_sliders_change_picture_and_words_and_the_address_follows(visit: Visit, browser: Browser) -> None:
    first = visit.sentence
    slider = visit.slider()
    track = slider.locator("xpath=ancestor::*[contains(@class, 'noUi-target')]")
    assert track.evaluate(COVERING) == [], "the track, dark up to its thumb, is painted over"
    assert slider.get_attribute("aria-label"), "a slider without a name"
    at_end = slider.get_attribute("aria-valuenow") == slider.get_attribute("aria-valuemax")
    slider.focus()
    slider.press("ArrowLeft" if at_end else "ArrowRight")
    visit.page.wait_for_function("said => document.querySelector('.pegp-sentence').innerText !== said", arg=first)
    visit.page.wait_for_function("() => location.search.length > 1")
    visit.settle()
    shared, sentence = visit.page.url, visit.sentence
    with visitor(browser) as friend:
        friend.open(shared)
        friend.uncover()
        friend.page.wait_for_function(
            "said => document.querySelector('.pegp-sentence').innerText === said", arg=sentence
        )
        friend.assert_clean()
    frame(visit).get_by_role("button", name="Reset").click()
    visit.page.wait_for_function("said => document.querySelector('.pegp-sentence').innerText === said", arg=first)
    visit.page.wait_for_function("() => !location.search")
    visit.assert_clean()


WRITTEN = """async () => {
    const { model } = document.querySelector(".pegp-figure").pegp;
    const [own, written, write] = [model.get("address"), [], history.replaceState];
    const [name] = Object.keys(own.now);
    history.replaceState = (...told) => { written.push(performance.now()); return write.apply(history, told); };
    for (let k = 1; k <= 40; k += 1) {
        model.set("address", { ...own, query: `${name}=${k}` });
        await new Promise(requestAnimationFrame);
    }
    while (location.search !== `?${name}=40`) await new Promise(requestAnimationFrame);
    model.set("address", own);
    while (location.search) await new Promise(requestAnimationFrame);
    history.replaceState = write;
    return written.slice(1).map((at, k) => at - written[k]);
}"""


def test_the_address_follows_a_drag_without_being_written_at_each_frame(visit: Visit) -> None:
    """Firefox throws at the two hundredth address in ten seconds, and the one to share would be an old one."""
    gaps = visit.page.evaluate(WRITTEN)
    assert gaps
    assert min(gaps) > 10_000 / 200
    visit.assert_clean()


COVERED = """drawer => [...drawer.children].filter(each => each.offsetParent).filter(each => {
    const { left, top, width, height } = each.getBoundingClientRect();
    return !each.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}).map(each => each.innerText)"""


def test_a_hand_gets_at_every_setting_of_the_drawer(visit: Visit) -> None:
    """The figure stays while one scrolls, so what opens below it or under the prose would never come into view."""
    visit.page.evaluate("scrollTo(0, 0)")
    for more in visit.page.locator(".pegp-more").all():
        more.scroll_into_view_if_needed()
        visit.settle()
        more.click()
        drawer = visit.page.locator(".pegp-open .pegp-drawer")
        expect(drawer).to_be_visible()
        visit.until(lambda drawer=drawer: drawer.evaluate(COVERED) == [], "every setting where a hand gets at it")
        visit.settle()
        more.click()
        expect(drawer).to_have_count(0)
    visit.assert_clean()


def test_a_thumb_that_has_the_focus_is_of_the_highlighter(visit: Visit) -> None:
    """Colour is data: a hue on a control would be taken for an expert's."""
    for thumb in visit.page.locator(".pegp-front .noUi-handle:visible").all():
        thumb.focus()
        assert thumb.evaluate("""e => {
            const probe = e.appendChild(document.createElement("i"));
            probe.style.backgroundColor = "var(--marker)";
            const [wanted, found] = [probe, e].map(each => getComputedStyle(each).backgroundColor);
            probe.remove();
            return wanted === found;
        }""")


def test_every_phrase_sets_what_it_says(visit: Visit) -> None:
    phrases = visit.page.locator('a:is([href^="#set?"], [href^="#only?"])')
    assert phrases.count() > 0, "no phrase in the prose sets the figure"
    for k in range(phrases.count()):
        phrases.nth(k).click()
        visit.settle()
        assert phrases.nth(k).get_attribute("aria-pressed") == "true", phrases.nth(k).inner_text()
    visit.assert_clean()


def test_downloads_arrive_and_open(visit: Visit, tmp_path: Path) -> None:
    starts = {"PNG": b"\x89PNG\r\n\x1a\n", "SVG": b"<?xml", "CSV": b"#"}
    for kind, start in starts.items():
        visit.page.get_by_role("button", name="Download").click()
        with visit.page.expect_download() as caught:
            visit.page.get_by_role("menuitem", name=kind).click()
        target = tmp_path / caught.value.suggested_filename
        caught.value.save_as(target)
        content = target.read_bytes()
        assert target.suffix == f".{kind.lower()}"
        assert content.startswith(start)
        if kind == "CSV":
            rows = [row for row in csv.reader(io.StringIO(content.decode())) if not row[0].startswith("#")]
            assert len(rows) > 2
            assert len({len(row) for row in rows}) == 1
    visit.assert_clean()


def test_an_exercise_takes_right_and_wrong_answers(visit: Visit, lesson: Lesson) -> None:
    exercise = made(lesson).exercise
    right = exercise.solution
    box = visit.page.locator(".pegp-exercise")
    if exercise.options:
        wrong = next(word for word in exercise.options if word != right)
        box.get_by_role("button", name=wrong, exact=True).click()
        box.get_by_text("✗ Not yet.").wait_for()
        box.get_by_role("button", name=str(right), exact=True).click()
    else:
        box.locator("input").fill("-98765")
        box.locator("input").press("Enter")
        box.get_by_text("✗ Not yet.").wait_for()
        box.locator("input").fill(f"{right:.6g}")
        box.locator("input").press("Enter")
    box.get_by_text("✓ Right.").wait_for()
    visit.assert_clean()


def test_nonsense_in_the_address_is_left_out_with_a_note(app: str, browser: Browser, lesson: Lesson) -> None:
    query = "&".join(f"{control.name}=<script>alert(1)</script>" for control in made(lesson).page.controls)
    with visitor(browser) as visit:
        visit.page.on("dialog", lambda dialog: visit.errors.append(f"a script ran: {dialog.message}"))
        visit.open(address_of(app, lesson, query))
        visit.page.wait_for_function(
            "() => document.querySelector('.pegp-sentence').innerText.includes('the address said otherwise')"
        )
        visit.assert_clean()


def test_the_start_page_lists_every_page_and_is_accessible(app: str, browser: Browser) -> None:
    with visitor(browser) as visit:
        visit.page.goto(app)
        links = {link.get_attribute("href") for link in visit.page.locator("main a").all()}
        for each in PAGES:
            assert any(href and href.endswith(f"voila/render/{each.name}.ipynb") for href in links)
            assert each.title in visit.page.locator("main").inner_text()
        assert not serious_violations(visit)
        visit.assert_clean()


def test_04_regret_bound_lights_the_term_of_a_bar_and_t_is_dragged(app: str, browser: Browser) -> None:
    page = next(each for each in PAGES if each.name == "04_regret_bound")
    lit = ".pegp-figure >> nth=0 >> path.ln[style*='--marker']"
    with visitor(browser) as visit:
        visit.open(address_of(app, page))
        visit.uncover()
        assert visit.page.locator(lit).count() == 0
        visit.page.locator('[role=button][data-key="errors: all of line 12"]').hover()
        visit.page.wait_for_function("() => document.querySelector('.pegp-figure .hover .tip')")
        expect(visit.page.locator(lit)).to_have_count(4)  # two terms, each in the formula and on the chart
        handle = visit.page.locator('.pegp-figure .handle[data-key="T"]')
        disc = handle.locator("circle").first.bounding_box()
        assert disc
        x, y = disc["x"] + disc["width"] / 2, disc["y"] + disc["height"] / 2
        visit.page.mouse.move(x, y)
        visit.page.mouse.down()
        visit.page.mouse.move(x - 150, y, steps=4)
        visit.page.mouse.up()
        visit.page.wait_for_function(
            "() => !document.querySelector('.pegp-sentence').innerText.startsWith('After 50 steps')"
        )
        visit.assert_clean()


PAIRS = {
    "03": "priors=three+priors%2C+three+hills&at=0.5&step=40&beside=mask%3Dnothing",
    "05": "epsilon=0.02&beside=first",
    "07": "strength=5&beside=first",
}
STANDING = """() => {
    const box = each => each.getBoundingClientRect();
    const [left, right] = [...document.querySelectorAll(".pegp-two > .pegp-figure")].map(box);
    const main = box(document.querySelector(".pegp-two .pegp-main"));
    const level = Math.abs(left.top - right.top) < 2;
    if (document.documentElement.scrollWidth > innerWidth) return "wider than the screen";
    if (left.width < 300 || right.width < 300) return "";
    if (right.top >= left.bottom - 1) return "stacked";
    return level && right.left >= left.right - 1 && Math.max(left.bottom, main.bottom) <= innerHeight ? "beside" : "";
}"""


FIRST_TWO = """() => {
  const [first, second] = [...document.querySelectorAll('.pegp-frame .panels > .cell')]
    .filter((cell) => cell.textContent.includes('Errors against') || !cell.previousElementSibling)
    .map((cell) => cell.getBoundingClientRect());
  const [plot] = document.querySelectorAll('.pegp-frame svg.panel');
  return [second.top === first.top ? 'beside' : 'below', plot.clientWidth / plot.clientHeight];
}"""


@pytest.mark.parametrize("number", ["00", "03"])
def test_accounts_stand_beside_a_panel_that_would_be_flat(app: str, browser: Browser, number: str) -> None:
    lesson = next(each for each in LESSONS if each.number == number)
    with visitor(browser) as visit:
        visit.open(address_of(app, lesson))
        visit.uncover()
        for size, stand in (
            ("phone", "below"),
            ("projector", "below" if number == "00" else "beside"),
            ("large", "below" if number == "00" else "beside"),
        ):
            visit.page.set_viewport_size(dict(zip(("width", "height"), SIZES[size], strict=True)))
            # Drawn anew for the new size, a moment after the page has it.
            visit.page.wait_for_function(
                f"stand => {{ const [stands, flat] = ({FIRST_TWO})(); return stands === stand && flat < 3.2; }}",
                arg=stand,
            )
        visit.page.keyboard.press("p")
        visit.page.set_viewport_size({"width": 1024, "height": 768})
        visit.page.wait_for_function(
            f"() => ({FIRST_TWO})()[0] === 'beside' && document.body.classList.contains('presenting')"
        )
        visit.assert_clean()


@pytest.mark.parametrize("size", ["laptop", "projector"])
def test_07_when_it_breaks_moves_no_control_whatever_is_broken(app: str, browser: Browser, size: str) -> None:
    lesson = next(each for each in LESSONS if each.number == "07")
    width, height = SIZES[size]
    with visitor(browser, width, height) as visit:
        visit.open(address_of(app, lesson))
        visit.uncover()
        places = visit.page.evaluate(PLACES)
        whole = frame(visit).bounding_box()
        assert whole
        assert whole["y"] + whole["height"] <= height, "the frame ends below the first screen"
        phrases = visit.page.locator('a[href^="#set?broken="]:not([href*=beside])')
        assert phrases.count() == 5
        for phrase in phrases.all():
            said = visit.sentence
            phrase.click()
            visit.until(lambda said=said: visit.sentence != said, "another sentence")
            visit.settle()
            assert visit.page.evaluate(PLACES) == places
            assert visit.page.evaluate(MUDDLED) == []


def test_05_toy_experiment_leaves_nothing_of_one_scene_of_the_text_in_the_next(app: str, browser: Browser) -> None:
    with visitor(browser) as visit:
        visit.open(f"{app}/voila/render/05_toy_experiment.ipynb?R=0.1&seeds=12")
        visit.uncover()
        for query in ("game=4", "seeds=300&beside=first", "epsilon=0.02&who=0.4.6.7.8.9", "priors=0.1.3"):
            phrase = visit.page.locator(f'a[href="#only?{query}"]')
            phrase.click()
            visit.settle()
            expect(phrase).to_have_attribute("aria-pressed", "true")
            assert visit.page.url.endswith(f"?{query}")
        visit.assert_clean()


def test_05_toy_experiment_a_pressed_game_keeps_the_focus_and_thirteen_policies_are_told_apart(
    app: str, browser: Browser
) -> None:
    lesson = next(each for each in LESSONS if each.number == "05")
    with visitor(browser) as visit:
        page = visit.page
        visit.open(address_of(app, lesson, "who=" + ".".join(str(k) for k in range(13))))
        visit.uncover()
        visit.settle()
        assert page.evaluate(MUDDLED) == []
        page.locator('[data-key="game 4 FullyBayesian"].reach').focus()
        for said in (True, False):
            page.keyboard.press("Enter")
            visit.until(lambda said=said: ("Game 4 alone" in visit.sentence) is said, "the game lit, then no more")
            visit.settle()
            assert page.evaluate("() => document.activeElement.dataset.key") == "game 4 FullyBayesian"
        visit.assert_clean()


@pytest.mark.parametrize("number", PAIRS)
def test_two_settings_stand_side_by_side_and_on_a_phone_stacked(app: str, browser: Browser, number: str) -> None:
    lesson = next(each for each in LESSONS if each.number == number)
    with visitor(browser) as visit:
        page = visit.page
        visit.open(address_of(app, lesson, PAIRS[number]))
        visit.uncover()
        page.evaluate("() => scrollTo(0, 0)")
        for size, stand in (("laptop", "beside"), ("projector", "beside"), ("phone", "stacked"), ("large", "beside")):
            page.set_viewport_size(dict(zip(("width", "height"), SIZES[size], strict=True)))
            page.wait_for_function(f"stand => ({STANDING})() === stand", arg=stand)
        figures = page.locator(".pegp-two > .pegp-figure")
        if (tabs := figures.nth(1).locator(".tab")).count():
            tabs.nth(1).click()
            for k in range(2):
                expect(figures.nth(k).locator(".tab").nth(1)).to_have_attribute("aria-pressed", "true")
        assert not serious_violations(visit)
        page.keyboard.press("p")
        page.set_viewport_size({"width": 1024, "height": 768})
        page.wait_for_function(f"() => ({STANDING})() === 'beside' && document.body.classList.contains('presenting')")
        page.keyboard.press("c")
        page.wait_for_function("() => !document.querySelector('.pegp-two')")
        visit.settle()
        assert "beside" not in page.url
        assert page.locator(".pegp-frame").first.locator(".pegp-figure:visible").count() == 1
        visit.assert_clean()
