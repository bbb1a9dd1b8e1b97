"""`make notebooks`: run every notebook and store the words and numbers that nbval compares, never a picture.

A page's widget shows up in a notebook as a view, which is not stored, and as one line of text, which is.
"""

from __future__ import annotations

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

KEPT = "text/plain"
FOLDER = Path(__file__).resolve().parents[1] / "notebooks"


def refresh(path: Path) -> None:
    """Run one notebook from top to bottom and write it back with its text outputs alone."""
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(
        notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": path.parent}}
    ).execute()
    for cell in notebook.cells:
        if cell.cell_type != "code":
            continue
        cell.metadata = {key: value for key, value in cell.metadata.items() if key != "execution"}
        for output in cell.outputs:
            if "data" in output:
                output.data = {kind: value for kind, value in output.data.items() if kind == KEPT}
    notebook.metadata.pop("widgets", None)
    notebook.metadata["language_info"] = {"name": "python"}
    nbformat.write(notebook, path)


if __name__ == "__main__":
    for path in [Path(name) for name in sys.argv[1:]] or sorted(FOLDER.glob("*.ipynb")):
        print(path.name, flush=True)
        refresh(path)
