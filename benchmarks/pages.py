"""How the pages feel: from slider move to painted picture, and from arrival to the first picture.

Measured in Chromium through the real app, against a bare Voilà page served in the same run: one slider and a kept
two-panel matplotlib figure of the same size, pushed as PNG.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import nbformat
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from browser import BROWSERS, Visit, chromium, visitor
from serving import running_app

from benchmarks.engine import Row
from pegp_lite.explorer.pages import PAGES

MOVES, ARRIVALS = 30, 3
WANTED = {"01": 1.5, "02": 1.5, "03": 1.5, "04": 1.5, "05": 4.0, "06": 6.0}

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

# From the key press to the frame after the new picture is decoded, in the browser's own clock.
MOVE = """
async key => {
  const handle = document.querySelectorAll('.noUi-handle')[0];
  const before = document.querySelector('.pegp-picture').src;
  const start = performance.now();
  handle.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
  while (document.querySelector('.pegp-picture').src === before) {
    if (performance.now() - start > 20000) return NaN;
    await new Promise(requestAnimationFrame);
  }
  await document.querySelector('.pegp-picture').decode();
  await new Promise(requestAnimationFrame);
  return performance.now() - start;
}
"""


def bare_notebook(folder: Path) -> None:
    """Write the page everything is measured against."""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(BARE)])
    nbformat.write(notebook, folder / "bare.ipynb")


def moves(visit: Visit) -> np.ndarray:
    """Milliseconds of each of `MOVES` moves of the page's first slider."""
    handle = visit.page.locator(".noUi-handle").first
    low, now, high = (float(handle.get_attribute(f"aria-value{end}") or 0) for end in ("min", "now", "max"))
    forth, back = ("ArrowRight", "ArrowLeft") if high - now > now - low else ("ArrowLeft", "ArrowRight")
    keys = [forth, forth, back] * MOVES
    return np.array([visit.page.evaluate(MOVE, key) for key in keys[: MOVES + 2]])[2:]


def arrival(visit: Visit, address: str) -> float:
    """Seconds from asking for a page to its first picture."""
    visit.page.goto(address)
    visit.page.wait_for_selector(".pegp-picture", timeout=120_000)
    return visit.page.evaluate("performance.now() / 1000")


def measured(browser: object, address: str) -> tuple[float, float, float]:
    """Median seconds of arrival, and the median and 95th percentile of a move in milliseconds."""
    arrivals = []
    for _ in range(ARRIVALS):
        with visitor(browser) as visit:  # type: ignore[arg-type]
            arrivals.append(arrival(visit, address))
    with visitor(browser) as visit:  # type: ignore[arg-type]
        arrival(visit, address)
        visit.page.wait_for_timeout(1500)
        taken = moves(visit)
    return float(np.median(arrivals)), float(np.median(taken)), float(np.nanpercentile(taken, 95))


def rows() -> Iterator[Row]:
    """The bare page, then every page as a ratio to it; nothing where there is no Chromium."""
    if not any(map(shutil.which, BROWSERS)):
        yield "pages: slider to picture", "-", "Chromium is not installed"
        return
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        bare_notebook(Path(folder))
        with running_app(Path(folder), f"PAGES={folder}") as app:
            start, middle, slow = measured(browser, f"{app}/voila/render/bare.ipynb")
        yield "bare page: first picture, slider to picture", "1", f"{start:.1f} s; p50 {middle:.0f}, p95 {slow:.0f} ms"
        with running_app(Path(folder)) as app:
            for lesson in PAGES:
                began, p50, p95 = measured(browser, f"{app}/voila/render/{lesson.name}.ipynb")
                wanted = WANTED.get(lesson.name[:2])
                aim = f"; wanted {wanted:g}" if wanted else ""
                yield (
                    f"{lesson.name}: slider to picture, p95",
                    f"{p95 / slow:.2f} x",
                    f"p50 {p50:.0f}, p95 {p95:.0f} ms{aim}",
                )
                yield f"{lesson.name}: first picture", f"{began / start:.2f} x", f"{began:.1f} s; wanted 1.5"
