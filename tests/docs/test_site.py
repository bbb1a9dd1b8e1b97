"""The documentation builds without a warning, holds every public name, and asks nobody for anything."""

from __future__ import annotations

import importlib
import importlib.util
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import nbformat
import pytest
from sphinx.util.inventory import InventoryFile

from pegp_lite.pages.pages import PAGES

ROOT = Path(__file__).parents[2]
OUTSIDE = re.compile(r"^(https?:)?//")


@pytest.fixture(scope="module")
def tool():
    spec = importlib.util.spec_from_file_location("build_docs", ROOT / "tools" / "build_docs.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole site, as `make docs` builds it."""
    place = tmp_path_factory.mktemp("site")
    command = [sys.executable, str(ROOT / "tools" / "build_docs.py"), str(place / "docs")]
    built = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert built.returncode == 0, built.stdout + built.stderr
    assert "WARNING" not in built.stderr
    return place / "docs" / "html"


def test_every_public_name_is_in_the_reference(site: Path, tool):
    with (site / "objects.inv").open("rb") as file:
        inventory = InventoryFile.load(file, "", lambda base, uri: uri)
    held = {name for kind, names in inventory.items() if kind.startswith("py:") for name in names}
    for name in tool.PUBLIC:
        module = importlib.import_module(name)
        offered = {f"{name}.{each}" for each in tool.public_names(module)}
        assert offered, f"{name} offers nothing"
        assert offered <= held, f"not in the reference: {sorted(offered - held)}"


SHOWN = re.compile(r"^(?:>>> )?from (pegp_lite[\w.]*) import ([\w, ]+)$", re.MULTILINE)


def shown() -> set[tuple[str, str]]:
    """Every function and class that README, documentation and solutions import, and the notebooks' own, by place."""
    texts = [path.read_text() for path in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md"))]
    for path in (ROOT / "notebooks" / "code" / "solutions").glob("*.ipynb"):
        texts += [cell.source for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
    found = {
        (place, name.strip()) for text in texts for place, names in SHOWN.findall(text) for name in names.split(",")
    }
    checks = {(place, name) for place, name in found if place.startswith("pegp_lite.exercises")}
    constants = {(place, name) for place, name in found if name.isupper()}
    return (found - checks - constants) | {(page.module, page.function) for page in PAGES}


def test_what_the_readme_the_site_and_the_notebooks_import_is_in_the_reference(site: Path):
    with (site / "objects.inv").open("rb") as file:
        inventory = InventoryFile.load(file, "", lambda base, uri: uri)
    held = {name for kind, names in inventory.items() if kind.startswith("py:") for name in names}
    wanted = shown()
    assert len(wanted) > 40
    assert "pegp_lite.study.results.load" in held
    assert ("pegp_lite.pages.page", "Scene") in wanted
    missing = sorted(f"{place}.{name}" for place, name in wanted if f"{place}.{name}" not in held)
    assert not missing


class Assets(HTMLParser):
    """The addresses a page loads by itself: scripts, styles, pictures; not the links one may follow."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag in ("script", "img", "iframe", "source", "video", "audio", "embed"):
            self.found += [given[word] for word in ("src", "srcset") if given.get(word)]
        if tag == "link" and given.get("rel") != "canonical":
            self.found.append(given.get("href") or "")


def test_a_built_page_loads_nothing_from_elsewhere_and_sets_formulas_without_a_script(site: Path):
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 20
    for page in pages:
        assets = Assets()
        assets.feed(page.read_text())
        assert not [address for address in assets.found if OUTSIDE.match(address)], page
    for sheet in site.rglob("*.css"):
        assert not re.search(r"(url\(|@import)\s*['\"]?(https?:)?//", sheet.read_text()), sheet
    said = (site / "explanation" / "mathematics.html").read_text()
    assert "<math" in said
    assert "MathJax" not in said


def test_the_tutorials_hold_what_the_notebooks_printed_and_their_figure(site: Path):
    for path in sorted((ROOT / "notebooks" / "code" / "solutions").glob("*.ipynb")):
        page = (site / "tutorials" / f"{path.stem}.html").read_text()
        words = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", page))
        printed = [
            output.text.splitlines()[0]
            for cell in nbformat.read(path, as_version=4).cells
            for output in cell.get("outputs", [])
            if output.output_type == "stream"
        ]
        right = [line for line in printed if line.startswith("Right, ")]
        assert len(right) >= 4
        for line in right:
            assert line.split(":")[0] in words, f"{path.stem}: {line}"
    assert 'src="../_images/3_your_study' in page


def test_the_table_of_symbols_is_the_one_of_the_start_page(site: Path):
    cells = nbformat.read(ROOT / "notebooks" / "00_start_here.ipynb", as_version=4).cells
    (table,) = (cell.source for cell in cells if cell.source.startswith("## The symbols"))
    names = re.findall(r"^\|[^|]*\| `([\w.]+)`", table, re.MULTILINE)
    page = (site / "symbols.html").read_text()
    assert len(names) > 15
    for name in names:
        assert f">{name}<" in page


def test_changelog_contributing_and_hosting_are_part_of_it(site: Path):
    for page in ("changelog", "contributing", "hosting"):
        assert (site / f"{page}.html").exists()
