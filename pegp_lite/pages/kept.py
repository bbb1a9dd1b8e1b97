"""The settings that a page keeps for the second of two figures, as one value in its address."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pegp_lite.figures.words import counted
from pegp_lite.pages.address import read_query, write_query
from pegp_lite.pages.controls import Control, Preset

FIRST = "first"  # how an address says: as on arrival
MOST = 2  # differences that a title names


@dataclass(frozen=True, kw_only=True)
class Kept(Control):
    """Other settings of the same page, as a query within the address; empty where nothing is compared.

    `others` are the page's controls. Those named in `along` are the same in both figures, such as the step of a run.
    `against` is by what the second figure first differs; where it is empty, the second begins with the first settings.
    `words` names settings in a title, else the controls do in which the two differ.
    """

    name: str = "beside"
    label: str = "What stands beside"
    drawn: bool = True
    others: tuple[Control, ...]
    along: tuple[str, ...] = ()
    against: Mapping[str, Any] | None = None
    words: Callable[[Mapping[str, Any]], str] | None = None

    @property
    def first(self) -> str:
        return ""

    @property
    def compared(self) -> tuple[Control, ...]:
        """What the two figures may differ in."""
        return tuple(c for c in self.others if c.name not in self.along and not isinstance(c, Preset))

    def clean(self, value: Any) -> str:
        try:
            return self.read(value) if isinstance(value, str) else ""
        except ValueError:
            return ""

    def read(self, text: str) -> str:
        if text in ("", FIRST):
            return text
        told, notes = read_query(self.compared, text)
        if notes or not told:
            raise ValueError(f"{self.label} must be settings of this page")
        return self.keep({c.name: c.first for c in self.compared} | told)

    def keep(self, state: Mapping[str, Any]) -> str:
        """The value that keeps these settings."""
        return write_query(self.compared, {c.name: c.clean(state[c.name]) for c in self.compared}) or FIRST

    def opposite(self, state: Mapping[str, Any]) -> str:
        """The value to begin a comparison of these settings with."""
        first = {c.name: c.first for c in self.compared}
        return self.keep({**state, **(first if self.against is None else self.against)})

    def settings(self, state: Mapping[str, Any]) -> dict[str, Any]:
        """The second figure's settings while the first has these."""
        told, _ = read_query(self.compared, state[self.name])
        return {**state, **{c.name: told.get(c.name, c.first) for c in self.compared}}

    def titles(self, state: Mapping[str, Any]) -> tuple[str, str]:
        """What stands over the first and over the second figure."""
        there = self.settings(state)
        apart = [c for c in self.compared if there[c.name] != state[c.name]]
        if not apart:
            return "The same on both sides", "Change a setting: it acts on the left"
        if self.words and (said := (self.words(state), self.words(there))) and said[0] != said[1]:
            return said
        rest = f", and {counted(len(apart) - MOST, 'more setting')}" if len(apart) > MOST else ""
        left, right = (
            "; ".join(f"{c.label}: {_worded(c, each[c.name])}" for c in apart[:MOST]) + rest for each in (state, there)
        )
        return left, right


def _worded(control: Control, value: Any) -> str:
    return (", ".join(value) or "none") if isinstance(value, tuple) else control.write(value)
