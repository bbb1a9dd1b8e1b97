"""A page that can show two of its settings side by side, both under the hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import ipywidgets as widgets

from pegp_lite.figures.picture import Axis, Panel, Picture
from pegp_lite.pages.kept import Kept
from pegp_lite.pages.live import Hand, LiveFigure
from pegp_lite.pages.looks import alike
from pegp_lite.pages.page import Page, Scene, State

NOTHING = Picture(panels=(Panel(),), sentence="")


class PairPage(Page):
    """The page with a button that puts a second figure beside the first, by the settings that `kept` keeps.

    Controls act on the first figure, a hand on the one it touches. `against` says what the button puts there.
    """

    def __init__(
        self, name: str, kept: Kept, scene: Scene, *, against: str, beside: Sequence[widgets.Widget] = (), **rest: Any
    ) -> None:
        self.kept, self.alone = kept, scene
        self.second = LiveFigure(NOTHING)
        self.second.on_hand(self._felt_beside)
        self.compare, self.copy = alike(
            widgets.Button,
            [
                {"description": "Compare", "tooltip": f"Put {against} beside this, or take it away"},
                {"description": "Copy →", "tooltip": "Put the left figure’s settings on the right"},
            ],
        )
        self.compare.on_click(lambda _: self.set(beside="" if self.state["beside"] else kept.opposite(self.state)))
        self.copy.on_click(lambda _: self.set(beside=kept.keep(self.state)))
        super().__init__(
            name, (*kept.others, kept), Scene(self._left, scene.table, scene.moved), beside=beside,
            ends=[self.compare, self.copy], **rest,
        )  # fmt: skip
        self._make_room()
        self._accompany()

    def draw(self) -> None:
        self._make_room()
        super().draw()
        self._accompany()

    def _left(self, state: State, covered: bool) -> Picture:
        picture = self.alone.picture(state, covered)
        if not state["beside"]:
            return picture
        return side_by_side(picture, self._other(state, covered), self.kept.titles(state))[0]

    def _other(self, state: State, covered: bool) -> Picture:
        return self.alone.picture(self.kept.settings(state), covered)

    def _accompany(self) -> None:
        if self._two:
            state = self.state
            left, right = self.alone.picture(state, self.covered), self._other(state, self.covered)
            self.second.show(side_by_side(left, right, self.kept.titles(state))[1])

    @property
    def _two(self) -> bool:
        return bool(self.kept.clean(self.widgets[self.kept.name].value))

    def _make_room(self) -> None:
        two = self._two
        (self.add_class if two else self.remove_class)("pegp-two")
        (self.copy.remove_class if two else self.copy.add_class)("pegp-hidden")
        parts = [part for part in self.children if part is not self.second]
        if two:
            parts.insert(parts.index(self.figure) + 1, self.second)
        self.set_trait("children", parts)
        self.compare.description = "One figure" if two else "Compare"

    def _felt_beside(self, hand: Hand) -> None:
        there = self.kept.settings(self.state)
        changes = self.alone.moved(hand, there)
        both = {name: value for name, value in changes.items() if name in self.kept.along}
        self.set(**both, beside=self.kept.keep({**there, **changes}))


def side_by_side(left: Picture, right: Picture, titles: tuple[str, str]) -> tuple[Picture, Picture]:
    """Two pictures of one page under their titles, on the same axes."""
    pairs = list(zip(left.panels, right.panels, strict=True))
    return (
        replace(left, title=titles[0], key=(), panels=tuple(_reaching(a, b) for a, b in pairs)),
        replace(right, title=titles[1], key=(), panels=tuple(_reaching(b, a) for a, b in pairs)),
    )


def _reaching(panel: Panel, other: Panel) -> Panel:
    return replace(panel, x=_as_far(panel.x, other.x), y=_as_far(panel.y, other.y))


def _as_far(axis: Axis, other: Axis) -> Axis:
    """The axis, reaching as far as the other one does."""
    ends = (axis.low, axis.high, other.low, other.high)
    low, high = (max(ends), min(ends)) if axis.low > axis.high else (min(ends), max(ends))
    return replace(axis, low=low, high=high)
