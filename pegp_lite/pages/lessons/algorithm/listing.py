"""Algorithm 1 as a widget: what has run shows its numbers; each line can be pressed and says where it is coded."""

from __future__ import annotations

import html
from urllib.parse import urlencode

import ipywidgets as widgets

from pegp_lite.bandit.listing import places_of
from pegp_lite.pages.lessons.algorithm.words import STOPS, Moment


class Listing(widgets.HTML):
    """The listing at a moment of a run."""

    def __init__(self, now: Moment) -> None:
        super().__init__(listing(now))
        self.add_class("pegp-listing")

    def follow(self, now: Moment) -> None:
        """Show another moment."""
        self.value = listing(now)

    def __repr__(self) -> str:
        return "Algorithm 1, with the numbers of this step"


def listing(now: Moment) -> str:
    """Algorithm 1 as HTML; a line is a phrase that sets the figure to it."""
    rows = []
    for line in now.lines():
        kind = "now" if line.stop == now.stop else "done" if line.stop < now.stop else "later"
        value = html.escape(line.value) if line.stop <= now.stop else "…"
        where = "; ".join(f"{place.path}, line {place.number}, {place.function}" for place in places_of(line.label))
        go = html.escape(f"#set?{urlencode({'line': STOPS[line.stop]})}")
        pressed = f'role="button" aria-pressed="{str(kind == "now").lower()}" class="pegp-try"'
        code = f'<a href="{go}" {pressed} title="{html.escape(where)}">{html.escape(line.code)}</a>'
        rows.append(f'<tr class="{kind}"><th scope="row">{line.label}</th><td>{code}</td><td>{value}</td></tr>')
    caption = "<caption>Algorithm 1, with the numbers of this step. Press a line to go there.</caption>"
    return f"<table>{caption}{''.join(rows)}</table>"
