"""`make docs`: the documentation as HTML, without a warning and without the network.

Its sources are collected in one folder: docs/ as it is, what other files of the repository say (changelog, table of
symbols, ...), the solved code notebooks, run, and a reference of every public name.
"""

from __future__ import annotations

import base64
import importlib
import inspect
import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import nbformat
from nbclient import NotebookClient
from sphinx.cmd.build import build_main

from pegp_lite.pages.pages import PAGES

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOKS = ROOT / "notebooks"
# What `from ... import` is promised to give; each is a page of the reference.
PUBLIC = {
    "pegp_lite": "The way in",
    "pegp_lite.theory": "Theory",
    "pegp_lite.problems.masks": "Masks",
    "pegp_lite.problems.toy": "The toy experiment",
    "pegp_lite.problems.opinions": "Opinions: past days or a recipe as experts",
    "pegp_lite.problems.sensors.contest": "Own data: the game on a table of sensors",
    "pegp_lite.problems.sensors.reading": "Own data: reading a file",
    "pegp_lite.problems.sensors.sheet.read_options": "Own data: what a reader may be told",
    "pegp_lite.problems.sensors.office": "The synthetic office",
    "pegp_lite.study.results": "Results in a folder",
    "pegp_lite.study.ongoing": "Campaigns in a file",
    "pegp_lite.study.sweep": "Sweeps",
    "pegp_lite.study.statistics": "Statistics",
    "pegp_lite.gp.belief": "Beliefs",
    "pegp_lite.bandit.ties": "Ties",
    "pegp_lite.bandit.listing": "Algorithm 1 in the package",
    "pegp_lite.figures": "Figures",
    "pegp_lite.pages.page": "Pages: a scene with its controls",
    "pegp_lite.pages.controls": "Pages: controls",
    "pegp_lite.claims": "The claims ledger",
    "pegp_lite.claims.atlas": "The map of the claims",
    "pegp_lite.exercises.blank": "Checks of the code notebooks",
}


def public_names(module: ModuleType) -> list[str]:
    """What a module offers: its `__all__`, or its own functions and classes without an underscore."""
    listed = getattr(module, "__all__", None)
    if listed is not None:
        return list(listed)
    own = inspect.getmembers(module, lambda each: inspect.isclass(each) or inspect.isfunction(each))
    return [name for name, each in own if each.__module__ == module.__name__ and not name.startswith("_")]


def collect(into: Path, run: bool = True) -> None:
    """Write all sources of the site into a new folder; `run` the notebooks, or take what is stored of them."""
    shutil.copytree(ROOT / "docs", into, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("CHANGELOG.md", "CONTRIBUTING.md"):
        shutil.copy(ROOT / name, into / name.lower())
    (into / "symbols.md").write_text(symbols())
    tutorials = into / "tutorials"
    tutorials.mkdir()
    for path in sorted((NOTEBOOKS / "code" / "solutions").glob("*.ipynb")):
        write_tutorial(path, tutorials, run)
    (into / "reference" / "pegp_lite.pages.lessons.md").write_text(lessons())
    for name, title in PUBLIC.items():
        (into / "reference" / f"{name}.md").write_text(reference(importlib.import_module(name), title))


def symbols() -> str:
    """The table of symbols of the page *Start here*, which is its one source."""
    cells = nbformat.read(NOTEBOOKS / "00_start_here.ipynb", as_version=4).cells
    found = [cell.source for cell in cells if cell.cell_type == "markdown" and cell.source.startswith("## The symbols")]
    if len(found) != 1:
        raise ValueError("notebooks/00_start_here.ipynb must hold one cell that begins with '## The symbols'")
    return found[0].replace("## The symbols", "# Symbols", 1) + "\n"


def reference(module: ModuleType, title: str) -> str:
    """A page that documents every public name of a module from its docstring."""
    lines = [f"# {title}: `{module.__name__}`", "", inspect.getdoc(module) or "", "", "```{eval-rst}"]
    for name in public_names(module):
        lines += [*_documented(module, name), ""]
    return "\n".join([*lines, "```", ""])


def lessons() -> str:
    """A page that documents the functions which make the widgets of the notebooks."""
    lines = [
        "# Pages: the notebooks' own: `pegp_lite.pages.lessons`",
        "",
        "Each makes the widgets of one notebook.",
        "",
    ]
    lines += ["```{eval-rst}", *(f".. autofunction:: {each.module}.{each.function}\n" for each in PAGES), "```", ""]
    return "\n".join(lines)


def _documented(module: ModuleType, name: str) -> Iterator[str]:
    thing, full = getattr(module, name), f"{module.__name__}.{name}"
    if inspect.isclass(thing):
        kind = "autoexception" if issubclass(thing, BaseException) else "autoclass"
        yield f".. {kind}:: {full}"
        yield "   :members:"
    elif inspect.ismodule(thing):
        yield f".. py:module:: {full}"
        yield ""
        yield f"{(inspect.getdoc(thing) or '').replace('`', '``')} See :doc:`{thing.__name__}`."
    elif callable(thing):
        yield f".. autofunction:: {full}"
    else:
        yield f".. autodata:: {full}"
        yield "   :no-value:"


def write_tutorial(path: Path, folder: Path, run: bool) -> None:
    """A solved notebook as Markdown: its code, what it printed, and its pictures as files."""
    notebook = nbformat.read(path, as_version=4)
    if run:
        work = folder / "run"
        work.mkdir(exist_ok=True)
        where = {"metadata": {"path": str(work)}}
        quiet = ["--log-level=ERROR"]  # else each kernel warns that it listens, on loopback, in plain text
        NotebookClient(notebook, timeout=120, kernel_name="python3", resources=where, extra_arguments=quiet).execute()
        shutil.rmtree(work)
    parts = []
    for number, cell in enumerate(notebook.cells):
        if cell.cell_type == "markdown":
            parts.append(cell.source)
            continue
        parts.append(f"```python\n{cell.source}\n```")
        for output in cell.outputs:
            parts += _shown(output, folder, f"{path.stem}_{number}")
    (folder / f"{path.stem}.md").write_text("\n\n".join(parts) + "\n")


def _shown(output: Any, folder: Path, name: str) -> Iterator[str]:
    data = output.get("data", {})
    if "image/png" in data:
        (folder / f"{name}.png").write_bytes(base64.b64decode(data["image/png"]))
        yield f"![{json.dumps(data['text/plain'])}]({name}.png)"
    else:
        text = output.get("text") or data.get("text/plain", "")
        yield f"```text\n{text.rstrip()}\n```"


def main(out: str = "build/docs") -> int:
    """Collect the sources and build; nothing is left of an earlier build."""
    place = (ROOT / out).resolve()
    shutil.rmtree(place, ignore_errors=True)
    collect(place / "source")
    return build_main(["-b", "html", "-W", "--keep-going", "-q", str(place / "source"), str(place / "html")])


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
