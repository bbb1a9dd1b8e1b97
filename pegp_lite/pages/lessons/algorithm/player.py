"""Buttons that walk through the moments of a run by themselves: play, one back, one on, by lines or by whole steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ipywidgets as widgets

SPEEDS = {"line by line": (1, 900), "step by step": (5, 600)}  # moments a tick goes on, milliseconds between ticks


class Player(widgets.Box):
    """Counts moments from 0 while it plays and calls `go` with each; `follow` tells it where the page is.

    The counting is ipywidgets' own Play, in the browser, where ticks that come too fast are skipped, not queued. Its
    own buttons are icons without names, so they are hidden and ours, in words, stand in for them.
    """

    def __init__(self, go: Callable[[int], None]) -> None:
        self._go = go
        self._moment, self._told, self._ticking = 0, False, False
        self.clock = widgets.Play(min=0, max=1, value=0)
        self.clock.add_class("pegp-hidden")
        self.toggle = widgets.ToggleButton(description="▶ Play", tooltip="Let the run go on by itself")
        self.back = widgets.Button(description="◀ Back", tooltip="One line back")
        self.on = widgets.Button(description="Next ▶", tooltip="One line on")
        self.speed = widgets.Dropdown(options=list(SPEEDS), description="speed")
        super().__init__([self.back, self.toggle, self.on, self.speed, self.clock])
        self.add_class("pegp-row")
        widgets.jslink((self.toggle, "value"), (self.clock, "playing"))
        self.toggle.observe(self._pressed, "value")
        self.clock.observe(self._ticked, "value")
        self.back.on_click(lambda _: self._go(max(0, self._moment - 1)))
        self.on.on_click(lambda _: self._go(min(self.clock.max, self._moment + 1)))
        self.speed.observe(self._hurry, "value")
        self._hurry()

    def follow(self, moment: int, last: int) -> None:
        """The page shows this moment of a run that ends at `last`: go on from here, paused if a hand moved it."""
        if not self._ticking and moment != self._moment:
            self.toggle.value = False
        self._moment = moment
        self._told = True
        try:
            self.clock.max = last
            self.clock.value = moment
        finally:
            self._told = False

    def _ticked(self, change: Any) -> None:
        if self._told:
            return
        if not self.toggle.value:  # sent before the browser knew of the pause
            self.follow(self._moment, self.clock.max)
            return
        self._ticking = True
        try:
            self._go(min(max(0, change["new"]), self.clock.max))
        finally:
            self._ticking = False

    def _pressed(self, change: Any) -> None:
        self.toggle.description = "❚❚ Pause" if self.toggle.value else "▶ Play"
        if self.toggle.value and self._moment >= self.clock.max:  # at the end it begins again
            self._ticking = True
            try:
                self._go(0)
            finally:
                self._ticking = False

    def _hurry(self, change: Any = None) -> None:
        self.clock.step, self.clock.interval = SPEEDS[self.speed.value]
