"""A list of claims or promises, each with a mark, a word and the number that decided it, as HTML and as text."""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import NamedTuple

MARKS = {True: ("✓", "#00552F"), False: ("✗", "#B03602"), None: ("?", "#5B5E63")}


class Item(NamedTuple):
    """One line: what is said, whether it is so (None: cannot be told), the verdict in words, and the number behind."""

    title: str
    holds: bool | None
    verdict: str
    detail: str = ""


def as_html(heading: str, items: Sequence[Item], note: str = "") -> str:
    """The list for a page, with a note below it; marks differ in shape as well as in colour."""
    lines = []
    for item in items:
        mark, color = MARKS[item.holds]
        said = f'<b style="color:{color}">{mark} {html.escape(item.verdict)}</b>'
        detail = f' <span style="color:#4A4D52">({html.escape(item.detail)})</span>' if item.detail else ""
        lines.append(f'<li style="margin:2px 0">{html.escape(item.title)}: {said}{detail}</li>')
    style = "font-size:16px;line-height:1.35;margin:4px 0 0;padding-left:1.4em;list-style:none;text-indent:-1.4em"
    below = f'<p style="font-size:16px;line-height:1.4;margin:6px 0 0">{html.escape(note)}</p>' if note else ""
    return (
        '<div style="line-height:1.35;white-space:normal">'
        f'<p style="font-size:16px;font-weight:bold;margin:8px 0 0;line-height:1.35">{html.escape(heading)}</p>'
        f'<ul style="{style}">{"".join(lines)}</ul>{below}</div>'
    )
