"""One description, two renderers: drawn by both, a picture has the same limits, ticks, words, marks and colours."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
from chromium import chromium
from drawn_page import BUILT, DrawnPage
from example_figure import example_picture
from matplotlib.colors import to_rgb
from playwright.sync_api import Browser
from thirdparty.stranger import SofterRevision, Thompson, final_regrets

from pegp_lite import PriorElimination, compare
from pegp_lite.figures import pictures_of
from pegp_lite.figures.marks import Handle, Line, Points, Text, Wall, plain
from pegp_lite.figures.palette import color
from pegp_lite.figures.picture import Axis, Panel, Picture
from pegp_lite.figures.render.labels import pushed_apart
from pegp_lite.figures.render.matplotlib import figure, pdf, png, svg
from pegp_lite.pages.ask import Prediction
from pegp_lite.pages.page import Page
from pegp_lite.pages.pages import PAGES, Lesson
from pegp_lite.problems.toy import toy

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = {
    "open": example_picture(),
    "covered": example_picture(covered=True),
    "out": example_picture(y=-1.0),
}
PLAYED = ("regret", "selection", "eliminations_PriorElimination", "theirs")


@cache
def of_a_comparison() -> dict[str, Picture]:
    """The pictures of one, somebody else's policies among the players, and a picture of their own."""
    played = compare(toy(seeds=3, T=30, points=61), [PriorElimination(), SofterRevision(slack=2.0), Thompson()])
    return pictures_of(played) | {"theirs": final_regrets(played, ["SofterRevision", "Thompson"])}


@cache
def on(lesson: Lesson) -> list[Picture]:
    """Every picture of a page, as it opens and with its questions answered."""
    widgets = vars(getattr(import_module(lesson.module), lesson.function)(query="")).values()
    pages = [each for each in widgets if isinstance(each, Page)]
    found = [page.figure.picture for page in pages]
    for question in widgets:
        if isinstance(question, Prediction):
            question.commit(None)
    return [*found, *(page.figure.picture for page in pages)]


READ = """
() => [...document.querySelectorAll('.pegp-figure .cell')].map((cell) => {
  const svg = cell.querySelector('svg.panel');
  if (!svg) return null;
  const texts = (which) => [...svg.querySelectorAll(which)].map((text) => text.textContent);
  const stroke = (line) => getComputedStyle(line).stroke;
  return {
    x: svg.dataset.x.split(' ').map(Number), y: svg.dataset.y.split(' ').map(Number),
    tickX: texts('.tick-x'), tickY: texts('.tick-y'), names: texts('.name-x, .name-y'), words: texts('.word'),
    ends: texts('.end-label'), lines: [...svg.querySelectorAll('.m-line .ln')].map(stroke),
    kinds: [...svg.querySelectorAll('.mark')].map((mark) => mark.classList[1].slice(2)),
    handles: svg.querySelectorAll('[role=slider].handle').length,
  };
})
"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture
def drawn(browser: Browser) -> Iterator[DrawnPage]:
    page = browser.new_page(viewport={"width": 800, "height": 1000})
    yield DrawnPage(page)
    page.close()


@pytest.fixture
def wide(browser: Browser) -> Iterator[DrawnPage]:
    """With room for every tick's words in every column."""
    page = browser.new_page(viewport={"width": 1900, "height": 1000})
    yield DrawnPage(page, 1800)
    page.close()


def rgb(said: str) -> tuple[float, ...]:
    return tuple(float(each) / 255 for each in re.findall(r"[\d.]+", said)[:3])


def shown_lines(panel: Panel) -> list[Line]:
    return [mark for mark in panel.marks if isinstance(mark, Line) and not mark.when]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("name", [*EXAMPLES, *PLAYED])
def test_both_draw_the_same(drawn: DrawnPage, name: str, dark: bool) -> None:
    same(drawn, EXAMPLES[name] if name in EXAMPLES else of_a_comparison()[name], dark)


@pytest.mark.parametrize("lesson", PAGES, ids=lambda lesson: lesson.name)
def test_both_draw_every_page_the_same(wide: DrawnPage, lesson: Lesson) -> None:
    for picture in on(lesson):
        same(wide, picture, dark=False)


def same(drawn: DrawnPage, picture: Picture, dark: bool) -> None:
    """Draw it with both and compare what must agree."""
    drawn.page.emulate_media(color_scheme="dark" if dark else "light")
    drawn.show(picture)
    seen, axes = drawn.page.evaluate(READ), figure(picture, dark).axes
    assert len(seen) == len(axes) == len(picture.panels)
    for panel, ax, found in zip(picture.panels, axes, seen, strict=True):
        if panel.covered:
            assert found is None
            assert not ax.lines
            continue
        assert tuple(found["x"]) == tuple(ax.get_xlim()) == (panel.x.low, panel.x.high)
        assert tuple(found["y"]) == tuple(ax.get_ylim()) == (panel.y.low, panel.y.high)
        assert found["tickX"] == [text.get_text() for text in ax.get_xticklabels()]
        assert found["tickY"] == [text.get_text() for text in ax.get_yticklabels()]
        assert list(ax.get_xticks()) == [tick.at for tick in panel.x.marked]
        words = {text.get_text() for text in ax.texts}
        assert set(found["words"]) | set(found["ends"]) <= words
        assert sorted(filter(None, (plain(panel.x.name), plain(panel.y.name)))) == sorted(found["names"])
        assert ax.get_xlabel() == plain(panel.x.name)
        expected = [type(mark).__name__.lower() for mark in panel.marks if not getattr(mark, "when", "")]
        assert found["kinds"] == [kind for kind in expected if kind != "handle"]
        assert found["handles"] == sum(not handle.still for handle in panel.handles)
        own = [to_rgb(color(line.color, dark)) for line in shown_lines(panel)]
        assert [rgb(stroke) for stroke in found["lines"]] == [pytest.approx(each, abs=1e-3) for each in own]
        on_paper = [to_rgb(line.get_color()) for line in ax.lines]
        assert all(each in on_paper for each in own)
        curves = [line.get_xydata() for line in ax.lines]
        for line in shown_lines(panel):
            assert any(np.array_equal(curve, np.column_stack([line.x, line.y]), equal_nan=True) for curve in curves)


def test_files_are_what_they_say_and_keep_their_words() -> None:
    picture = example_picture()
    assert png(picture, dpi=50).startswith(b"\x89PNG")
    assert pdf(picture).startswith(b"%PDF")
    drawn = svg(picture).decode()
    for words in ("GP1 promises a hill here", "PE-GP-UCB", "hidden now", "Each expert’s account"):
        assert words in drawn
    assert svg(picture) == svg(example_picture())
    covered = svg(example_picture(covered=True)).decode()
    assert "kept" not in covered
    assert "Covered until you have answered" in covered


def test_the_veil_hides_everything_from_the_document(drawn: DrawnPage) -> None:
    drawn.show(example_picture(covered=True))
    page = drawn.page
    assert page.locator(".pegp-veil").count() == 1
    assert "Each expert’s account" in page.inner_text("#here")
    content = page.inner_html("#here")
    assert "kept" not in content
    assert "not tested" not in content
    assert page.locator(".pegp-figure").get_attribute("aria-label") == "The answer is covered."
    drawn.show(example_picture())
    assert page.locator(".pegp-veil").count() == 0
    assert "kept" in page.inner_text("#here")


def test_an_account_does_not_jump_with_the_length_of_its_verdict(drawn: DrawnPage) -> None:
    def left(verdict: str) -> float:
        y = Axis(low=0.6, high=-0.6, ticks=(0,), labels=(verdict,), grid=False, line=False)
        account = Wall(at=0, track=1.0, noise=0.5, error=0.3, words="0.3 of 1.5")
        panel = Panel(x=Axis(low=0, high=2, ticks=(), line=False), y=y, marks=(account,))
        drawn.show(Picture(panels=(panel,), sentence=verdict))
        box = drawn.page.locator(".pegp-figure .track").bounding_box()
        assert box
        return box["x"]

    assert left("kept") < left("not tested"), "longer words need more room"
    assert left("kept") == left("not tested")


def test_a_hand_s_line_lies_under_the_words(drawn: DrawnPage) -> None:
    handle = Handle(x=5, y=1, key="at", name="place", words="5", reach_x=(0, 10), rule=True)
    panel = Panel(x=Axis(low=0, high=10), y=Axis(low=0, high=10), marks=(Text(x=5, y=8, words="left"), handle))
    drawn.show(Picture(panels=(panel,), sentence=""))
    order = "() => [...document.querySelectorAll('.hand-rule, text.word')].map(each => each.tagName)"
    assert drawn.page.evaluate(order) == ["path", "text"]


@pytest.mark.parametrize(("said", "strong"), [("6.5σ holds 99%. It is so.", "6.5σ holds 99%."), ("So, 1: 2.", None)])
def test_the_first_words_are_strong_where_they_name_what_is_seen(drawn: DrawnPage, said: str, strong: str) -> None:
    drawn.show(Picture(panels=(Panel(),), sentence=said))
    assert drawn.page.locator(".pegp-sentence").inner_text() == said
    assert drawn.page.locator(".pegp-sentence b").all_inner_texts() == ([strong] if strong else [])


@pytest.mark.parametrize("width", [760, 390, 1200])
def test_letters_are_large_enough_and_nothing_sticks_out(browser: Browser, width: int) -> None:
    page = browser.new_page(viewport={"width": width + 40, "height": 900})
    drawn = DrawnPage(page, width)
    drawn.show(example_picture())
    found = page.evaluate(
        "() => [...document.querySelectorAll('.pegp-figure text, .pegp-figure .panel-title, .pegp-claim span')]"
        ".filter(t => t.textContent.trim()).map(t => [parseFloat(getComputedStyle(t).fontSize),"
        " t.getBoundingClientRect().left, t.getBoundingClientRect().right, t.textContent])"
    )
    assert len(found) > 20
    assert min(size for size, *_ in found) >= 13
    assert all(left >= -1 and right <= width + 1 for _, left, right, _ in found), found
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    page.close()


def test_end_labels_do_not_touch() -> None:
    assert pushed_apart([0.0, 1.0, 50.0], 17, -100, 100) == pytest.approx([-8.0, 9.0, 50.0])
    assert pushed_apart([95.0, 96.0], 17, 0, 100) == pytest.approx([83.0, 100.0])
    assert pushed_apart([], 17, 0, 1) == []


def test_points_beyond_the_pointer_keep_their_strength(drawn: DrawnPage) -> None:
    drawn.show(example_picture())
    page = drawn.page
    box = page.locator("svg.panel").first.bounding_box()
    page.mouse.move(box["x"] + 0.3 * box["width"], box["y"] + 0.38 * box["height"])
    page.wait_for_selector(".hover .tip")
    told = page.locator(".hover").text_content() or ""
    assert re.search(r"x = 0\.\d\d.*GP\d: −?\d\.\d\d ± \d\.\d\d", told)
    strengths = page.evaluate(
        "() => [...document.querySelectorAll('.m-line .ln')].slice(0, 2).map(l => l.style.opacity)"
    )
    assert sorted(strengths) == ["0.35", "1"]


def test_a_dot_under_the_pointer_lights_its_curve_in_another_panel(drawn: DrawnPage) -> None:
    drawn.show(example_picture())
    page = drawn.page
    lines = "() => document.querySelectorAll('svg.panel')[2].querySelectorAll('.ln').length"
    before = page.evaluate(lines)
    page.locator('[data-key="game 2"]').hover()
    page.wait_for_selector(".hover .tip")
    assert page.evaluate(lines) == before + 1


def test_a_picture_knows_no_colour_but_by_its_role() -> None:
    with pytest.raises(ValueError, match="no colour for '#FF0000'"):
        png(Picture(panels=(Panel(marks=(Points(x=[0], y=[0], color="#FF0000"),)),), sentence=""))


def test_the_script_is_built_from_its_source(tmp_path: Path) -> None:
    if shutil.which("node") is None or shutil.which("npm") is None:
        pytest.skip("needs node and npm")
    sys.path.insert(0, str(ROOT / "tools"))
    try:
        from build_figures import TEMPLATE, build, site
    finally:
        sys.path.pop(0)
    for file, text in site().items():
        assert file.read_text() == text, f"run make js: {file.name} is of another source"
    build(tmp_path / "built", tmp_path / "start.js")
    assert (TEMPLATE / "static" / "start.js").read_bytes() == (tmp_path / "start.js").read_bytes(), "run make js"
    for made in sorted((tmp_path / "built").rglob("*")):
        if made.is_file():
            kept = BUILT / made.relative_to(tmp_path / "built")
            assert kept.is_file(), f"run make js: {kept.name} is not there"
            assert kept.read_bytes() == made.read_bytes(), f"run make js: {kept.name} is of another source"


def test_end_labels_stay_at_their_lines_at_any_resolution() -> None:
    def places(dpi: float) -> np.ndarray:
        drawn = figure(example_picture())
        drawn.set_dpi(dpi)
        labels = [text for ax in drawn.axes for text in ax.texts if text.get_text() == "PE-GP-UCB"]
        drawn.draw_without_rendering()
        return np.array([text.get_window_extent().get_points() / dpi for text in labels])

    assert len(places(100))
    np.testing.assert_allclose(places(100), places(200), atol=0.02)
