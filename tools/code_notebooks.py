"""`make code-notebooks`: the notebooks to write code in, for students and solved, from one source each.

The source, `notebooks/code/source/NAME.py`, is a script whose cells begin with `# %%` (code) or `# %% [markdown]`. What
a student is to write stands between `# BLANK: words` and `# END`; the student's notebook has `...  # words` there. The
solved notebook, in `notebooks/code/solutions`, is run, and its words and numbers are stored for nbval.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, NamedTuple

import nbformat

FOLDER = Path(__file__).resolve().parents[1] / "notebooks" / "code"
BLANK = re.compile(r"^([ ]*)# BLANK: ([^\n]*)\n(.*?)^\1# END\n?", re.MULTILINE | re.DOTALL)
ABOUT = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


class Cell(NamedTuple):
    """A cell of the source: "code" or "markdown", and its text with the blanks still marked."""

    kind: str
    text: str


def cells_of(source: str) -> list[Cell]:
    """The cells of a source."""
    found = []
    for part in re.split(r"^# %%", source, flags=re.MULTILINE)[1:]:
        head, _, body = part.partition("\n")
        if head.strip() == "[markdown]":
            lines = [re.sub(r"^# ?", "", line) for line in body.strip().splitlines()]
            found.append(Cell("markdown", "\n".join(lines)))
        else:
            found.append(Cell("code", body.strip("\n") + "\n"))
    return found


def solved(text: str) -> str:
    """A cell's code with its blanks filled as in the source."""
    return BLANK.sub(r"\3", text)


def emptied(text: str) -> str:
    """A cell's code with its blanks empty."""
    return BLANK.sub(r"\1...  # \2\n", text)


def filled(text: str, wrong: str) -> str:
    """A cell's code with one line or more in place of its (only) blank, indented as that was."""
    return BLANK.sub(lambda mark: "".join(f"{mark[1]}{line}\n" for line in wrong.splitlines()), text)


def notebook(cells: list[Cell], how: Any) -> nbformat.NotebookNode:
    """A notebook of the cells, their code passed through `how` (`solved` or `emptied`)."""
    made = nbformat.v4.new_notebook(metadata=ABOUT)
    for number, cell in enumerate(cells):
        if cell.kind == "code":
            made.cells.append(nbformat.v4.new_code_cell(how(cell.text).rstrip("\n"), id=f"cell-{number}"))
        else:
            made.cells.append(nbformat.v4.new_markdown_cell(cell.text, id=f"cell-{number}"))
    return made


def main() -> None:
    """Write both notebooks of every source."""
    from refresh_notebooks import refresh

    for source in sorted((FOLDER / "source").glob("*.py")):
        print(source.stem, flush=True)
        cells = cells_of(source.read_text())
        nbformat.write(notebook(cells, emptied), FOLDER / f"{source.stem}.ipynb")
        solution = FOLDER / "solutions" / f"{source.stem}.ipynb"
        nbformat.write(notebook(cells, solved), solution)
        refresh(solution)


if __name__ == "__main__":
    main()
