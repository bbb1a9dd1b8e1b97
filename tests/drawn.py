"""A page's picture without the words that travel with it: those change at every move, whatever is drawn."""

from __future__ import annotations

from typing import Any

from pegp_lite.figures.render.browser import described


def drawn(page: Any) -> object:
    """What is sent of the picture: layout and numbers."""
    return described(page.figure.picture)
