"""What a notebook may hold, and that nbval really compares its numbers."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbval.plugin import find_comment_markers, find_metadata_tags

FOLDER = Path(__file__).resolve().parents[2] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
SOLUTIONS = sorted((FOLDER / "code" / "solutions").glob("*.ipynb"))
NUMBER = re.compile(r"\d(?=\D*$)")  # the last digit


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_holds_prose_and_one_line_calls(path: Path) -> None:
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.cell_type != "code":
            continue
        for statement in ast.parse(cell.source).body:
            assert isinstance(statement, ast.ImportFrom | ast.Assign | ast.Expr), ast.unparse(statement)
        for output in cell.outputs:
            assert output.output_type in ("stream", "execute_result")
            assert set(output.get("data", {})) <= {"text/plain"}, "only words and numbers are stored"


def printed(notebook: nbformat.NotebookNode) -> list[nbformat.NotebookNode]:
    """What a notebook's cells are stored to have printed."""
    return [output for cell in notebook.cells for output in cell.get("outputs", []) if output.output_type == "stream"]


@pytest.mark.parametrize("path", [*NOTEBOOKS, *SOLUTIONS], ids=lambda path: path.stem)
def test_a_notebook_prints_numbers_that_nbval_is_not_told_to_pass_over(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    assert any(NUMBER.search(output.text) for output in printed(notebook))
    for cell in notebook.cells:
        if cell.cell_type == "code":
            assert not [*find_comment_markers(cell.source), *find_metadata_tags(cell.metadata)], cell.source


def test_a_changed_number_makes_nbval_fail(tmp_path: Path) -> None:
    """On one notebook, since nbval does the same with all that do not tell it otherwise."""
    path = NOTEBOOKS[0]
    notebook = nbformat.read(path, as_version=4)
    told = next(output for output in printed(notebook) if NUMBER.search(output.text))
    told.text = NUMBER.sub(lambda digit: str((int(digit[0]) + 1) % 10), told.text)
    nbformat.write(notebook, tmp_path / path.name)
    options = ["--nbval", "--nbval-current-env", "--nbval-cell-timeout=60", "-p", "no:cacheprovider", "-p", "no:xdist"]
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", *options, "-q", path.name], cwd=tmp_path, capture_output=True, text=True
    )
    assert ran.returncode == 1, ran.stdout
    assert "1 failed" in ran.stdout.splitlines()[-1]
    assert "mismatch 'stdout'" in ran.stdout
