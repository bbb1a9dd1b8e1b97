"""A page's settings in its address, so that a view can be shared and opened again."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import parse_qsl, urlencode

from pegp_lite.pages.controls import Control, Preset

LONGEST = 2000  # characters of an address that we read


def query_of_this_page() -> str:
    """The question-mark part of the address this page was opened with; empty outside Voilà."""
    return os.environ.get("QUERY_STRING", "")


def write_query(controls: Sequence[Control], state: Mapping[str, Any], prefix: str = "") -> str:
    """The settings that differ from the first ones, as a query; their names begin with `prefix`."""
    told = [c for c in controls if not isinstance(c, Preset) and state[c.name] != c.first]
    pairs = [(prefix + c.name, c.write(state[c.name])) for c in told]
    return urlencode(pairs)


def read_query(controls: Sequence[Control], query: str, prefix: str = "") -> tuple[dict[str, Any], list[str]]:
    """The settings a query holds, and a sentence for each part of it that made no sense."""
    known = {prefix + control.name: control for control in controls}
    state: dict[str, Any] = {}
    notes: list[str] = []
    if len(query) > LONGEST:
        return state, [f"The address is longer than {LONGEST} characters, so it was not read."]
    for name, text in parse_qsl(query, keep_blank_values=True):
        if name not in known:
            continue  # Voilà and servers have parameters of their own
        try:
            state[name.removeprefix(prefix)] = known[name].read(text)
        except ValueError as error:
            reason = str(error) if str(error).startswith(known[name].label) else f"{known[name].label} must be a number"
            notes.append(f"{reason}; the address said otherwise, so it was left as it is.")
    return state, notes
