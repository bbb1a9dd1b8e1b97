"""The notebooks to write code in: one source, kind to empty blanks, and a hint for each typical mistake."""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import io
import re
from functools import cache
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient
from wrong_answers import OTHERWISE, WRONG

from pegp_lite.exercises.blank import Blank

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "notebooks" / "code"
NAMES = sorted(path.stem for path in (FOLDER / "source").glob("*.py"))
CHECK = re.compile(r"check\.(\w+)")


@cache
def tool() -> Any:
    spec = importlib.util.spec_from_file_location("code_notebooks", ROOT / "tools" / "code_notebooks.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def code_cells(name: str) -> list[str]:
    return [
        cell.text for cell in tool().cells_of((FOLDER / "source" / f"{name}.py").read_text()) if cell.kind == "code"
    ]


def blanks_of(name: str) -> dict[str, int]:
    """Where the blanks are: the name each is checked by, and the number of its cell among the code cells."""
    cells = code_cells(name)
    found = {}
    for number, text in enumerate(cells):
        if "# BLANK:" in text:
            assert text.count("# BLANK:") == text.count("# END") == 1
            check = CHECK.search(cells[number + 1])
            assert check, "a blank is followed by its check"
            found[check[1]] = number
    return found


@pytest.mark.parametrize("name", NAMES)
def test_both_notebooks_are_what_the_source_makes(name: str) -> None:
    cells = tool().cells_of((FOLDER / "source" / f"{name}.py").read_text())
    for path, how in ((f"{name}.ipynb", tool().emptied), (f"solutions/{name}.ipynb", tool().solved)):
        kept, made = nbformat.read(FOLDER / path, as_version=4), tool().notebook(cells, how)
        assert [cell.source for cell in kept.cells] == [cell.source for cell in made.cells], "run make code-notebooks"


@pytest.mark.parametrize("name", NAMES)
def test_cells_are_short_and_a_students_notebook_has_no_outputs(name: str) -> None:
    for text in code_cells(name):
        for shown in (tool().solved(text), tool().emptied(text)):
            lines = [line for line in shown.splitlines() if line.strip() and not line.startswith(("import", "from"))]
            assert len(lines) <= 8, shown
    for cell in nbformat.read(FOLDER / f"{name}.ipynb", as_version=4).cells:
        assert not cell.get("outputs")


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_with_empty_blanks_runs_through_and_says_kindly_what_is_missing(name: str, tmp_path: Path) -> None:
    notebook = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)
    where = {"metadata": {"path": str(tmp_path)}}
    told = {"timeout": 120, "kernel_name": "python3", "resources": where, "allow_errors": True}
    NotebookClient(notebook, coalesce_streams=True, **told).execute()  # what is printed may come in pieces
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    for cell in cells:
        kinds = [output.output_type for output in cell.outputs]
        assert "error" not in kinds, cell.outputs
        assert not [output for output in cell.outputs if output.get("name") == "stderr"], cell.outputs
    for number in blanks_of(name).values():
        said = "".join(output.text for output in cells[number + 1].outputs)
        assert said.startswith("Not yet, "), said
        assert said.endswith("(The cells below go on with the package's own.)\n")


@pytest.mark.filterwarnings("default::pegp_lite.PriorsExhausted")  # as in a notebook, where 2_your_campaign shows one
@pytest.mark.parametrize("name", NAMES)
def test_each_blank_filled_wrongly_gets_a_hint_and_rightly_in_other_words_passes(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    cells, blanks = code_cells(name), blanks_of(name)
    assert set(WRONG[name]) == set(blanks)
    space: dict[str, Any] = {}
    for number, text in enumerate(cells):
        for check in (check for check, place in blanks.items() if place == number):
            assert len(WRONG[name][check]) >= 3
            for wrong, words in WRONG[name][check]:
                own = dict(space)
                run(tool().filled(text, wrong), own)
                said = run(cells[number + 1], own)
                assert said.startswith("Not yet, "), f"{check}: {wrong} passes as {said}"
                assert words in said, f"{check}: {wrong}\ngot: {said}"
            for other in OTHERWISE[name].get(check, []):
                own = dict(space)
                run(tool().filled(text, other), own)
                said = run(cells[number + 1], own)
                assert said.startswith("Right, "), f"{check}: {other}\ngot: {said}"
        said = run(tool().solved(text), space)
        if number - 1 in blanks.values():
            assert said.startswith("Right, "), said


@pytest.mark.parametrize("name", NAMES)
def test_every_slip_is_told_as_itself_and_the_packages_own_is_right(name: str) -> None:
    module = importlib.import_module(f"pegp_lite.exercises.{name[2:]}")
    for blank in (value for value in vars(module).values() if isinstance(value, Blank)):
        assert blank.look_at(blank.right).right
        assert len(blank.slips) >= 3
        for slip in blank.slips:
            reply = blank.look_at(slip.instead)
            assert not reply.right
            assert slip.hint in reply.text


def run(text: str, space: dict[str, Any]) -> str:
    """What a cell prints."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(text, "<cell>", "exec"), space)
    return printed.getvalue()
