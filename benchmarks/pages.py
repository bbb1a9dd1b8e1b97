"""How the pages feel: from slider move to painted picture, a handle dragged, and from arrival to the first picture.

Measured in Chromium through the real app, against a bare Voilà page in the same run: one slider and a kept two-panel
matplotlib figure of the same size, pushed as PNG. Stock Voilà serves it, and then our own server; what counts is the
better of the two.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import nbformat
import numpy as np
import psutil
from playwright.sync_api import Browser

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from chromium import BROWSERS, Visit, chromium
from serving import running_app

from benchmarks.engine import Row
from benchmarks.servers import running
from pegp_lite.pages.pages import PAGES

MOVES, ARRIVALS = 30, 3
SETTLE, REFILL = 20.0, 6.0  # seconds for a server to warm up, and to make the next copy of a page ready
WANTED = {"00": 0.6, "01": 0.6, "02": 0.6, "03": 0.6, "04": 0.6, "05": 1.6, "06": 2.0, "07": 0.6}
CORE = {"01": 6.0, "02": 6.0, "03": 6.0, "04": 6.0}  # ms of a core that a move may cost the page's process
DRAG = 0.35  # of the bare page's move, for a handle in a figure

BARE = """
import base64, io
import numpy as np
import ipywidgets as widgets
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
figure = Figure(figsize=(9.3, 5.0), dpi=100)
FigureCanvasAgg(figure)
left, right = figure.subplots(1, 2)
x = np.linspace(0, 1, 500)
lines = [left.plot(x, np.sin(k + 5 * x))[0] for k in range(11)]
bars = right.bar(range(11), range(11))
picture, slider = widgets.HTML(), widgets.IntSlider(description="bare", min=0, max=100)
def draw(change=None):
    for k, line in enumerate(lines):
        line.set_ydata(np.sin(k + (5 + slider.value / 20) * x))
    out = io.BytesIO()
    figure.savefig(out, format="png")
    packed = base64.b64encode(out.getvalue()).decode()
    picture.value = f'<img class="pegp-picture" alt="bare" src="data:image/png;base64,{packed}">'
slider.observe(draw, "value")
draw()
widgets.VBox([slider, picture])
"""

# From the key press until the new picture is in the document, in the browser's own clock; null where none comes.
MOVE = """
([handle, key]) => new Promise(done => {
  const page = document.querySelector('.pegp-frame') ?? document.body;
  const image = () => page.querySelector('.pegp-picture');
  const shown = () => image()?.src ?? [...page.querySelectorAll('svg.panel')].map(panel => panel.innerHTML).join();
  const before = shown();
  const end = async taken => {
    clearTimeout(patience);
    watch.disconnect();
    await image()?.decode();
    done(taken && performance.now() - start);
  };
  const watch = new MutationObserver(() => shown() !== before && end(true));
  const patience = setTimeout(() => end(null), 1000);
  watch.observe(page, {subtree: true, childList: true, attributes: true, characterData: true});
  const start = performance.now();
  handle.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
})
"""
# From a handle's move until it stands at its new place and the page has answered: its new sentence in the document.
DRAGGED = """
([handle, by]) => new Promise(done => {
  const figure = handle.closest('.pegp-figure');
  const box = handle.querySelector('.hand').getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const told = (kind, dx, dy) => handle.dispatchEvent(new PointerEvent(kind,
    {pointerId: 1, button: 0, buttons: kind === 'pointerup' ? 0 : 1, clientX: x + dx, clientY: y + dy, bubbles: true}));
  handle.setPointerCapture = () => {};
  const before = figure.getAttribute('aria-label');
  const end = taken => {
    clearTimeout(patience);
    watch.disconnect();
    told('pointerup', by, by);
    done(taken && performance.now() - start);
  };
  const watch = new MutationObserver(() => figure.getAttribute('aria-label') !== before && end(true));
  const patience = setTimeout(() => end(null), 1000);
  watch.observe(figure, {attributes: true, attributeFilter: ['aria-label']});
  told('pointerdown', 0, 0);
  const start = performance.now();
  told('pointermove', by, by);
})
"""


@dataclass(frozen=True)
class Felt:
    """How one page feels: its slowest slider, that slider's moves and a core's work for a move of any, both in ms."""

    slider: str
    middle: float
    slow: float
    work: float


@contextmanager
def visitor(browser: Browser) -> Iterator[Visit]:
    """A new visitor whom nobody watches: looking at each request, as the tests do, would take time of its own."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    try:
        yield Visit(context.new_page())
    finally:
        context.close()


def bare_notebook(folder: Path) -> None:
    """Write the page everything is measured against."""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(BARE)])
    nbformat.write(notebook, folder / "bare.ipynb")


def moves(visit: Visit, slider: int) -> np.ndarray:
    """Milliseconds of `MOVES` moves of one slider, up to its end and back; of those that changed the picture."""
    handle = visit.page.locator(".noUi-handle").nth(slider)
    taken, key = [], "ArrowRight"
    for k in range(MOVES + 2):
        at = {end: handle.get_attribute(f"aria-value{end}") for end in ("min", "now", "max")}
        key = "ArrowLeft" if at["now"] == at["max"] else "ArrowRight" if at["now"] == at["min"] else key
        taken.append(visit.page.evaluate(MOVE, [handle.element_handle(), key]))
        if k == 3 and not any(taken):
            break  # a slider that leaves the picture as it is: where to look next, say
    return np.array([each for each in taken[2:] if each is not None])


def work_of_pages() -> dict[int, float]:
    """Seconds of a core that each page's process has used so far: the leaves below the servers that we started."""
    spent = {}
    for process in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):
            if "pegp_lite.hosting" in " ".join(process.cmdline()) and not process.children():
                times = process.cpu_times()
                spent[process.pid] = times.user + times.system
    return spent


def felt(browser: Browser, address: str) -> Felt:
    """Every slider of the page's first figure, moved; the slowest counts, and the work of all."""
    found, before, count = [], {}, 0
    with visitor(browser) as visit:
        arrival(visit, address)
        visit.uncover()
        visit.page.wait_for_timeout(1500)
        sliders = visit.page.locator(".pegp-frame").first.locator(".noUi-handle").count() or 1
        before = work_of_pages()
        for slider in range(sliders):
            taken = moves(visit, slider)
            if len(taken) < MOVES / 2:
                continue
            count += MOVES + 2
            name = visit.page.locator(".noUi-handle").nth(slider).get_attribute("aria-label") or "slider"
            found.append((float(np.percentile(taken, 95)), float(np.median(taken)), name))
            visit.page.wait_for_timeout(300)
        spent = [after - before.get(pid, after) for pid, after in work_of_pages().items()]
    slow, middle, name = max(found)
    return Felt(name, middle, slow, 1e3 * max(spent, default=float("nan")) / count)


def dragged(browser: Browser, address: str) -> float:
    """The 95th percentile, in milliseconds, of moves of the page's first handle; NaN where it has none."""
    with visitor(browser) as visit:
        arrival(visit, address)
        visit.uncover()
        visit.page.wait_for_timeout(1500)
        handle = visit.page.locator(".pegp-figure .handle").first
        if not handle.count():
            return float("nan")
        taken = []
        for k in range(MOVES):
            taken.append(visit.page.evaluate(DRAGGED, [handle.element_handle(), 14 if k % 2 else -14]))
            visit.page.wait_for_timeout(60)
    known = [each for each in taken if each is not None]
    return float(np.percentile(known, 95)) if known else float("nan")


def arrival(visit: Visit, address: str) -> float:
    """Seconds from asking for a page until its picture and its slider are there."""
    visit.page.goto(address, wait_until="commit")  # stock Voilà asks for MathJax elsewhere, which never answers here
    for part in (".pegp-picture, .pegp-figure .panels", ".noUi-handle"):
        visit.page.wait_for_selector(part, state="attached", timeout=120_000)  # a slider may be in a drawer
    return visit.page.evaluate("performance.now() / 1000")


def arrivals(browser: Browser, address: str, pause: float = 0.0) -> float:
    """Median seconds of several new visitors, one after another."""
    taken = []
    for _ in range(ARRIVALS):
        time.sleep(pause)
        with visitor(browser) as visit:
            taken.append(arrival(visit, address))
    return float(np.median(taken))


def met(browser: Browser, address: str) -> tuple[float, Felt]:
    """How long a page takes to come up, and how it then feels."""
    return arrivals(browser, address), felt(browser, address)


def rows() -> Iterator[Row]:
    """The bare page, then every page as a ratio to it; nothing where there is no Chromium."""
    if not any(map(shutil.which, BROWSERS)):
        yield "pages: slider to picture", "-", "Chromium is not installed"
        return
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        bare_notebook(Path(folder))
        bare = []
        with running("stock", Path(folder)) as stock:
            bare.append(met(browser, f"http://127.0.0.1:{stock.port}/voila/render/bare.ipynb"))
        with running_app(Path(folder), f"PAGES={folder}", "READY=0") as app:
            bare.append(met(browser, f"{app}/voila/render/bare.ipynb"))
        for (began, page), server in zip(bare, ("stock Voilà", "our server"), strict=True):
            figures = f"{began:.1f} s; p50 {page.middle:.0f}, p95 {page.slow:.0f} ms"
            yield f"bare page on {server}: first interactive, slider", "", figures
        start, slow = min(began for began, _ in bare), min(page.slow for _, page in bare)
        with running_app(Path(folder), "READY=0") as app:
            time.sleep(SETTLE)
            for lesson in PAGES:
                began, page = met(browser, f"{app}/voila/render/{lesson.name}.ipynb")
                aim = f"; wanted {WANTED[lesson.name[:2]]:g}" if lesson.name[:2] in WANTED else ""
                said = f"p50 {page.middle:.0f}, p95 {page.slow:.0f} ms, slowest slider: {page.slider}{aim}"
                yield f"{lesson.name}: slider to picture, p95", f"{page.slow / slow:.2f} x", said
                core = f"wanted {CORE[lesson.name[:2]]:g}" if lesson.name[:2] in CORE else ""
                yield f"{lesson.name}: a core's work for a move, page's process", f"{page.work:.1f} ms", core
                hand = dragged(browser, f"{app}/voila/render/{lesson.name}.ipynb")
                if np.isfinite(hand):
                    yield (
                        f"{lesson.name}: a handle dragged, p95",
                        f"{hand / slow:.2f} x",
                        f"{hand:.0f} ms; wanted {DRAG}",
                    )
                yield f"{lesson.name}: first interactive", f"{began / start:.2f} x", f"{began:.1f} s; wanted 1.3"
        with running_app(Path(folder), "READY=1") as app:
            time.sleep(SETTLE)
            for lesson in PAGES:
                began = arrivals(browser, f"{app}/voila/render/{lesson.name}.ipynb", REFILL)
                yield (
                    f"{lesson.name}: first interactive, kept ready",
                    f"{began / start:.2f} x",
                    f"{began:.1f} s; wanted 2 s",
                )
