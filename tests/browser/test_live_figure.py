"""A figure under the hand, in our server and in JupyterLab: mouse, finger and keys move it, and the page answers."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from chromium import Visit, visitor
from playwright.sync_api import Browser, Locator, WebSocketRoute
from serving import ROOT, free_port, launched

SOURCE = (ROOT / "tests" / "example_figure.py").read_text()
SAYS = "said => document.querySelector('.pegp-sentence')?.innerText.includes(said)"
LAB = ("--no-browser", "--allow-root", "--expose-app-in-browser", "--IdentityProvider.token=", "--LabApp.news_url=")


def example_notebook(folder: Path) -> None:
    """A folder with one page in it, and that page is the example."""
    cells = [nbformat.v4.new_markdown_cell("# Example"), nbformat.v4.new_code_cell(f"{SOURCE}\n\nexample()")]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": kernel}), folder / "example.ipynb")


@pytest.fixture(scope="module")
def app(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("example")
    example_notebook(folder)
    port = free_port()
    command = [sys.executable, "-m", "pegp_lite.hosting", str(folder), f"--port={port}"]
    with launched(command, port, folder / "app.log"):
        yield f"http://127.0.0.1:{port}"


def opened(visit: Visit, app: str, uncover: bool = True) -> Locator:
    """The example, open, and its handle in view."""
    visit.page.goto(f"{app}/voila/render/example.ipynb")
    visit.page.wait_for_selector(".pegp-figure svg.panel", timeout=60_000)
    if uncover:
        visit.page.get_by_text("Just show me").click()
        visit.page.wait_for_function("() => !document.querySelector('.pegp-veil')")
    handle = visit.page.locator(".pegp-figure .handle")
    handle.scroll_into_view_if_needed()
    return handle


def middle(handle: Locator) -> tuple[float, float]:
    box = handle.locator(".hand").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_mouse_drags_the_point_and_the_page_answers(app: str, browser: Browser) -> None:
    with visitor(browser) as visit:
        handle = opened(visit, app)
        x, y = middle(handle)
        visit.page.mouse.move(x, y)
        visit.page.mouse.down()
        visit.page.mouse.move(x + 6, y + 60, steps=5)
        # At once, whatever the page says; but a browser paints several moves together.
        visit.until(lambda: middle(handle) == pytest.approx((x + 6, y + 60), abs=4), "the handle under the mouse")
        visit.page.wait_for_function(SAYS, arg="A diamond")
        assert visit.page.locator(".handle.held").count() == 1
        visit.page.mouse.up()
        visit.page.wait_for_function("() => !document.querySelector('.handle.held')")
        visit.settle()
        words = handle.get_attribute("aria-valuetext")
        assert words is not None
        assert words in visit.page.locator(".pegp-figure").get_attribute("aria-label")
        assert words != "x = 0.30, y = 2.0"
        visit.assert_clean()


def test_axes_stay_while_a_hand_moves(app: str, browser: Browser) -> None:
    with visitor(browser) as visit:
        handle = opened(visit, app)
        before = visit.page.locator("svg.panel").first.locator(".axes").inner_html()
        x, y = middle(handle)
        visit.page.mouse.move(x, y)
        visit.page.mouse.down()
        visit.page.mouse.move(x, y + 40, steps=5)
        visit.page.wait_for_function(SAYS, arg="A diamond")
        assert visit.page.locator("svg.panel").first.locator(".axes").inner_html() == before
        visit.page.mouse.up()


def test_keys_move_it_by_steps_and_do_not_scroll(app: str, browser: Browser) -> None:
    with visitor(browser) as visit:
        handle = opened(visit, app)
        handle.focus()
        for key, words in (
            ("ArrowRight", "x = 0.31, y = 2.0"),
            ("ArrowUp", "x = 0.31, y = 2.1"),
            ("Shift+ArrowDown", "x = 0.31, y = 1.1"),
            ("Shift+ArrowLeft", "x = 0.21, y = 1.1"),
            ("Home", "x = 0.00, y = 1.1"),
            ("ArrowLeft", "x = 0.00, y = 1.1"),
        ):
            top = visit.page.evaluate("() => scrollY")
            handle.press(key)
            visit.page.wait_for_function(SAYS, arg=words)
            assert visit.page.evaluate("() => scrollY") == top
        assert handle.get_attribute("role") == "slider"
        assert handle.get_attribute("aria-label") == "the observation"
        assert handle.get_attribute("aria-valuetext") == "x = 0.00, y = 1.1"
        visit.assert_clean()


def test_a_handle_goes_on_from_where_keys_left_it_however_late_the_page_answers(app: str, browser: Browser) -> None:
    with visitor(browser) as visit:
        page, lines, held = visit.page, list[WebSocketRoute](), list[bytes | str]()
        slow = False

        def through(line: WebSocketRoute) -> None:
            lines.append(line)
            line.connect_to_server().on_message(lambda each: held.append(each) if slow else line.send(each))

        page.route_web_socket("**/channels*", through)
        page.clock.install()
        handle = opened(visit, app)
        slow = True
        handle.press("ArrowRight")
        visit.until(lambda: held, "an answer, which the page is to wait for")
        page.clock.fast_forward(5000)
        handle.press("ArrowRight")
        slow = False
        while held:
            lines[0].send(held.pop(0))
        page.wait_for_function(SAYS, arg="x = 0.32, y = 2.0")


def test_a_finger_drags_the_point_and_scrolls_elsewhere(app: str, browser: Browser) -> None:
    with visitor(browser, width=390, height=844, touch=True) as visit:
        handle = opened(visit, app)
        grip = handle.locator(".grip").last.bounding_box()
        assert min(grip["width"], grip["height"]) >= 44
        x, y = middle(handle)
        touch = visit.page.context.new_cdp_session(visit.page)

        def finger(kind: str, *at: float) -> None:
            points = [{"x": at[0], "y": at[1]}] if at else []
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        top = visit.page.evaluate("() => scrollY")
        visit.page.evaluate("() => addEventListener('pointercancel', () => (window.taken = true))")
        finger("touchStart", x, y)
        for k in range(1, 16):
            finger("touchMove", x + k, y + 5 * k)
        visit.until(lambda: middle(handle) == pytest.approx((x + 15, y + 75), abs=4), "the handle under the finger")
        finger("touchEnd")
        visit.page.wait_for_function(SAYS, arg="A diamond")
        assert not visit.page.evaluate("() => window.taken"), "the page took the finger's movement to scroll"
        assert visit.page.evaluate("() => scrollY") == top
        assert visit.page.evaluate(
            "() => getComputedStyle(document.querySelector('svg.panel')).touchAction"
        ) == "auto"  # fmt: skip
        assert visit.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        visit.assert_clean()


def test_marks_and_panels_can_be_pressed_with_mouse_and_keys(app: str, browser: Browser) -> None:
    with visitor(browser) as visit:
        opened(visit, app)
        page = visit.page
        page.locator('[data-key="game 3"]').click()
        page.wait_for_function(SAYS, arg="pressed game 3")
        page.locator('[data-key="b2"]').focus()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        page.wait_for_function(SAYS, arg="pressed b3")
        assert page.locator('[role=button][data-key^="game"][tabindex="0"]').count() == 1
        place = page.locator(".place")
        place.focus()
        page.keyboard.press("Shift+ArrowRight")
        page.keyboard.press("Enter")
        page.wait_for_function(SAYS, arg="pressed look 0.60")
        visit.assert_clean()


def test_what_is_covered_is_not_in_the_page(app: str, browser: Browser) -> None:
    with visitor(browser) as visit:
        opened(visit, app, uncover=False)
        assert visit.page.locator(".pegp-veil").count() == 1
        assert "kept" not in visit.page.locator(".pegp-figure").inner_html()
        assert visit.page.locator(".pegp-figure").get_attribute("aria-label") == "The answer is covered."


def test_it_is_drawn_and_not_painted_at_any_scale(app: str, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 1440, "height": 900}, device_scale_factor=2)
    page = context.new_page()
    page.goto(f"{app}/voila/render/example.ipynb")
    page.wait_for_selector(".pegp-figure svg.panel", timeout=60_000)
    assert page.locator(".pegp-figure img, .pegp-figure canvas, .pegp-figure image").count() == 0
    context.close()


# The most widths that one bar has on its way after one press; a busy machine may leave no frame for one.
GLIDE = """
async (calm) => {
  const bars = document.querySelectorAll('svg.panel')[1];
  const bar = () => bars.querySelector('.error').getAttribute('width');
  const frame = () => new Promise(requestAnimationFrame);
  const deadline = performance.now() + 60000;
  let seen = new Set();
  const watch = new MutationObserver(() => seen.add(bar()));
  watch.observe(document.querySelector('.pegp-figure'), { subtree: true, attributes: true });
  let most = 0;
  for (let k = 0; k < (calm ? 3 : 30) && (calm || most <= 2) && performance.now() < deadline; k++) {
    const before = bar();
    seen = new Set();
    const key = k % 2 ? 'ArrowDown' : 'ArrowUp';
    document.querySelector('.handle').dispatchEvent(
      new KeyboardEvent('keydown', { key, shiftKey: true, bubbles: true }));
    while (bar() === before && performance.now() < deadline) await frame();
    for (let still = 0, last = bar(); still < 30; await frame()) {
      still = bar() === last ? still + 1 : 0;
      last = bar();
    }
    most = Math.max(most, seen.size);
  }
  return most;
}
"""


def test_changes_glide_unless_the_system_asks_for_calm(app: str, browser: Browser) -> None:
    for calm in (False, True):
        with visitor(browser) as visit:
            visit.page.emulate_media(reduced_motion="reduce" if calm else "no-preference")
            opened(visit, app)
            visit.settle()
            frames = visit.page.evaluate(GLIDE, calm)
            assert frames <= 2 if calm else frames > 2


RUN = """
async () => {
  // The cells are there a moment before their panel is the current one.
  while (!jupyterapp.shell.currentWidget?.sessionContext) await new Promise(requestAnimationFrame);
  const panel = jupyterapp.shell.currentWidget;
  await panel.context.ready;
  await panel.sessionContext.ready;
  await panel.sessionContext.session.kernel.info;
  for (let k = 0; k < 2; k++) await jupyterapp.commands.execute('notebook:run-cell-and-select-next');
}
"""


def test_the_same_figure_lives_in_jupyterlab(browser: Browser, tmp_path: Path) -> None:
    example_notebook(tmp_path)
    port = free_port()
    ours = str(ROOT / "pegp_lite" / "pages" / "share" / "jupyter")
    env = os.environ | {"HOME": str(tmp_path), "JUPYTER_CONFIG_DIR": str(tmp_path / "config"), "JUPYTER_PATH": ours}
    command = [sys.executable, "-m", "jupyterlab", *LAB, f"--port={port}", f"--ServerApp.root_dir={tmp_path}"]
    with launched(command, port, tmp_path / "lab.log", env, tmp_path), visitor(browser) as visit:
        page = visit.page
        page.goto(f"http://127.0.0.1:{port}/lab/tree/example.ipynb?reset")
        page.wait_for_selector(".jp-NotebookPanel .jp-Cell", timeout=60_000)
        page.evaluate(RUN)
        page.wait_for_selector(".pegp-figure svg.panel", timeout=60_000)
        cells = page.locator(".jp-Cell").count()
        handle = page.locator(".pegp-figure .handle")
        handle.focus()
        handle.press("ArrowRight")
        page.wait_for_function(
            "() => document.querySelector('.handle').getAttribute('aria-valuetext') === 'x = 0.31, y = 2.0'"
        )
        page.get_by_text("Just show me").last.click()
        page.wait_for_function(SAYS, arg="x = 0.31, y = 2.0")
        assert page.locator(".jp-Cell").count() == cells
        assert not visit.outside
