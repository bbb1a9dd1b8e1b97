"""Our docstrings are plain sentences with code in single backticks: said here so that Sphinx reads them as such."""

from __future__ import annotations

import re
from typing import Any

from sphinx.application import Sphinx

PIECES = re.compile(r"(`[^`]+`)")


def setup(app: Sphinx) -> dict[str, Any]:
    """Tell Sphinx to hand every docstring over."""
    app.setup_extension("sphinx.ext.autodoc")
    app.connect("autodoc-process-docstring", reread)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def reread(app: Sphinx, what: str, name: str, thing: Any, options: Any, lines: list[str]) -> None:
    """Code in backticks becomes code, |S| and *at stay what they are; examples and indented blocks are left alone."""
    example, found = False, []
    for line in lines:
        example = line.lstrip().startswith(">>>") or (example and bool(line.strip()))
        if example:
            found.append(line)
        elif line.startswith("    ") and found and (not found[-1].strip() or found[-1].startswith(("    ", "::"))):
            if not found[-1].strip() and not (len(found) > 1 and found[-2] == "::"):
                found += ["::", ""]
            found.append(line)
        else:
            found.append("".join(_piece(piece) for piece in PIECES.split(line)))
    lines[:] = found


def _piece(text: str) -> str:
    if PIECES.fullmatch(text):
        return f"`{text}`"
    return re.sub(r"([|*\\]|_(?=\W|$))", r"\\\1", text)
