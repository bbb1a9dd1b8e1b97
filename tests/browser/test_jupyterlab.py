"""The same notebooks in somebody's JupyterLab: with their code in view, and as Binder opens them, through Voilà."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator

import pytest
from chromium import Visit, visitor
from playwright.sync_api import Browser, expect
from serving import ROOT, free_port, launched

from pegp_lite.pages.pages import PAGES, Lesson

OPTIONS = (
    "--no-browser",
    "--allow-root",
    "--expose-app-in-browser",
    "--IdentityProvider.token=",
    "--LabApp.news_url=",
    "--LabApp.extension_manager=readonly",
)

# Down to the page and no further; running all cells would scroll it out of view.
RUN = """
async () => {
  // The cells are there a moment before their panel is the current one.
  while (!jupyterapp.shell.currentWidget?.sessionContext) await new Promise(requestAnimationFrame);
  const panel = jupyterapp.shell.currentWidget;
  await panel.context.ready;
  await panel.sessionContext.ready;
  await panel.sessionContext.session.kernel.info;
  const source = (cell) => cell.model.sharedModel.getSource();
  const last = panel.content.widgets.findIndex((cell) => source(cell).trim() === 'lesson.page');
  for (let k = 0; k <= last; k++) await jupyterapp.commands.execute('notebook:run-cell-and-select-next');
}
"""


@pytest.fixture(scope="module")
def lab(browser: Browser, tmp_path_factory) -> Iterator[str]:
    """The address of a JupyterLab that knows nobody's settings."""
    home = tmp_path_factory.mktemp("lab")
    shutil.copytree(ROOT / "notebooks", home / "notebooks", ignore=shutil.ignore_patterns(".*"))
    shutil.copy(ROOT / "voila.json", home)
    port, log = free_port(), home / "lab.log"
    command = [sys.executable, "-m", "jupyterlab", *OPTIONS, f"--port={port}", f"--ServerApp.root_dir={home}"]
    with launched(
        command, port, log, os.environ | {"HOME": str(home), "JUPYTER_CONFIG_DIR": str(home / "config")}, home
    ):
        yield f"http://127.0.0.1:{port}"


@pytest.fixture(scope="module")
def reader(browser: Browser) -> Iterator[Visit]:
    """Somebody who opens one notebook after the other, and so loads JupyterLab's scripts once."""
    with visitor(browser) as visit:
        yield visit


@pytest.mark.parametrize("lesson", PAGES, ids=lambda lesson: lesson.name)
def test_a_notebook_runs_in_jupyterlab_with_its_code_in_view(lab: str, reader: Visit, lesson: Lesson) -> None:
    page = reader.page
    page.goto(f"{lab}/lab/tree/notebooks/{lesson.name}.ipynb?reset")
    page.wait_for_selector(".jp-NotebookPanel .jp-Cell", timeout=60_000)
    expect(page.get_by_text(f"lesson = {lesson.function}()").first).to_be_visible()  # once run, it may scroll away
    page.evaluate(RUN)
    page.wait_for_selector(".pegp-picture, .pegp-figure .panels", timeout=60_000)
    reader.uncover()
    handle = reader.slider()
    before, sentence = reader.picture, reader.sentence
    at_end = handle.get_attribute("aria-valuenow") == handle.get_attribute("aria-valuemax")
    handle.focus()
    handle.press("ArrowLeft" if at_end else "ArrowRight")
    reader.wait_for_change(before)
    page.wait_for_function("said => document.querySelector('.pegp-sentence').innerText !== said", arg=sentence)
    assert "Traceback" not in page.locator("body").inner_text()
    assert not reader.outside


def test_binder_opens_a_page_in_our_template(lab: str, browser: Browser) -> None:
    with visitor(browser) as visit:
        visit.open(f"{lab}/voila/render/notebooks/{PAGES[0].name}.ipynb")
        assert visit.page.locator("script[src*='templates/pegp/static/site.js']").count()
        visit.uncover()
        before = visit.picture
        handle = visit.page.locator(".noUi-handle").first
        handle.focus()
        handle.press("ArrowRight")
        visit.wait_for_change(before)
        visit.page.wait_for_function("() => location.search.length > 1")
        visit.page.locator(".pegp-next", has_text="Confidence bounds").click()
        visit.page.wait_for_selector("h1:has-text('Confidence bounds')")
        visit.page.wait_for_selector(".pegp-figure .panels")
