"""Playing what the map lacks, cell by cell, between the reader's messages; with progress and Stop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

import ipywidgets as widgets

from pegp_lite.claims.atlas import Place
from pegp_lite.pages.lessons.regions.model import Charts

PAUSE = 0.02  # seconds after each cell in which whatever the reader did is heard first


class Filling(widgets.Box):
    """A line of progress and a button; `begin` takes the places to play, `shown` is called after each of them."""

    def __init__(self, charts: Charts, shown: Callable[[], None]) -> None:
        self._charts, self._shown = charts, shown
        self._todo: list[Place] = []
        self._in_all = 0
        self._stopped = False
        self._task: asyncio.Task[None] | None = None
        self.words = widgets.HTML()
        self.button = widgets.Button(description="Stop", disabled=True, tooltip="Stop or go on playing")
        self.button.on_click(lambda _: self._pressed())
        super().__init__([self.words, self.button])
        self.add_class("pegp-row")
        self.add_class("pegp-filling")
        self._say()

    @property
    def left(self) -> int:
        """How many cells are still to be played."""
        return len(self._todo)

    def begin(self, places: Sequence[Place], in_all: int) -> None:
        """Play these of so many cells; those asked for before are left. Asked for the same again, it stays stopped."""
        self._stopped = self._stopped and list(places) == self._todo
        self._todo, self._in_all = list(places), in_all
        self._say()
        if not self._stopped:
            self._go_on()

    def finish(self) -> None:
        """Play all that is left at once, where nobody waits: in a script or a test."""
        while self._todo:
            self._step()

    def _go_on(self) -> None:
        if not self._todo or (self._task is not None and not self._task.done()):
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return  # no loop to live in: `finish` plays
        self._task = loop.create_task(self._run())

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(PAUSE)
            if not self._todo or self._stopped:
                return
            self._step()

    def _step(self) -> None:
        self._charts.play(self._todo.pop(0))
        self._shown()
        self._say()

    def _pressed(self) -> None:
        self._stopped = not self._stopped
        self._say()
        if not self._stopped:
            self._go_on()

    def _say(self) -> None:
        done, left = self._in_all - len(self._todo), len(self._todo)
        self.button.disabled = not left
        self.button.description = "Go on" if self._stopped and left else "Stop"
        state = "stopped" if self._stopped else "playing"
        said = f"{done} of {self._in_all} boxes played, {state}" if left else "Every box of this plane is played"
        self.words.value = f'<span role="status">{said}</span>'
