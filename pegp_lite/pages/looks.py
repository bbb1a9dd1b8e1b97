"""What the widgets of a page share: their layouts and styles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import ipywidgets as widgets


def alike(kind: Any, settings: Sequence[Mapping[str, Any]], **layout: str) -> list[Any]:
    """Widgets of one kind with one layout and one style between them.

    A browser makes a model of every widget, every layout and every style, and a page waits for all of them.
    """
    shared: dict[str, Any] = {"layout": widgets.Layout(**layout)}
    made = []
    for each in settings:
        made.append(kind(**shared, **each))
        if hasattr(made[0], "style"):
            shared["style"] = made[0].style
    return made
