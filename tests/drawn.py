"""A page's picture without the words that travel with it: those change at every move, whatever is drawn."""

from __future__ import annotations

from pegp_lite.pages.canvas_page import Page


def drawn(page: Page) -> str:
    """The image alone, as the text of its source."""
    return page.picture.value.partition(' src="')[2]
