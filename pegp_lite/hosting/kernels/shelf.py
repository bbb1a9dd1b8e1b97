"""Pages made before anyone asked: run, rendered and waiting, so that a visitor need not wait for either."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass

from pegp_lite.hosting.logs import log

QUIET = 2.0  # seconds without a visitor arriving before the shelf takes the cores to fill itself
LOOK = 0.2  # seconds between looks whether anyone is busy
PATIENCE = 9.0


@dataclass(frozen=True)
class Ready:
    """A page that has run: its process and its text."""

    kernel: str
    html: str


class Shelf:
    """Keeps so many of each page ready, filled while nobody is arriving, and no more than could still be taken.

    `room` says how many visitors may still come: with every place taken there is nobody to prepare for. `busy` says
    whether someone here needs the cores: the shelf waits for them, but not for ever, since in a large class there is
    always someone; then it takes a tenth of the time.
    """

    def __init__(
        self,
        wanted: Mapping[str, int],
        make: Callable[[str], Awaitable[tuple[str, AsyncIterator[str]]]],
        retire: Callable[[str], Awaitable[None]],
        room: Callable[[], int],
        busy: Callable[[], bool] = lambda: False,
    ) -> None:
        self._busy = busy
        self.wanted, self._make, self._retire, self._room = dict(wanted), make, retire, room
        self.ready: dict[str, list[Ready]] = {page: [] for page in wanted}
        self._last_arrival = -QUIET
        self._owed = 0.0  # seconds that those who are here have coming
        self._turn = asyncio.Lock()
        self._changed = asyncio.Event()

    def take(self, page: str) -> Ready | None:
        """A ready page, if there is one."""
        self._last_arrival = time.monotonic()
        self._changed.set()
        waiting = self.ready.get(page, [])
        return waiting.pop(0) if waiting else None

    def discard(self, kernel: str) -> None:
        """A waiting process has died: forget its page."""
        for waiting in self.ready.values():
            waiting[:] = [each for each in waiting if each.kernel != kernel]
        self._changed.set()

    def wake(self) -> None:
        """Someone has left: there may be something to prepare again."""
        self._changed.set()

    async def fill(self, workers: int = 1) -> None:
        """Fill the shelf, for ever; what fails is tried again a little later."""
        await asyncio.gather(*(self._worker() for _ in range(workers)))

    async def _worker(self) -> None:
        pause = 1.0
        while True:
            quiet = time.monotonic() - self._last_arrival
            page = self._missing()
            if page is None:
                self._changed.clear()
                await self._changed.wait()
            elif quiet < QUIET:
                await asyncio.sleep(QUIET - quiet)
            else:
                try:
                    await self._wait_for_calm()
                    start = time.monotonic()
                    await self._add(page)
                    self._owed = PATIENCE * (time.monotonic() - start)
                    pause = 1.0
                except Exception:
                    log.exception("could not prepare %s", page)
                    await asyncio.sleep(pause)
                    pause = min(60.0, 2 * pause)

    async def _wait_for_calm(self) -> None:
        """Let those who are here go first, for nine times as long as the page before took to make."""
        async with self._turn:  # one page at a time while anyone is busy
            until = time.monotonic() + self._owed
            while self._busy() and time.monotonic() < until:
                await asyncio.sleep(LOOK)

    def _missing(self) -> str | None:
        """The page of which the largest share is missing: after a rush all come back together."""
        room = self._room()
        wanted = {page: min(number, max(room, 1)) for page, number in self.wanted.items() if number}
        short = {p: 1 - len(self.ready[p]) / n for p, n in wanted.items() if len(self.ready[p]) < n}
        return max(short, key=lambda page: short[page]) if short else None

    async def _add(self, page: str) -> None:
        kernel, chunks = await self._make(page)
        try:
            html = "".join([chunk async for chunk in chunks])
        except BaseException:
            await self._retire(kernel)
            raise
        self.ready[page].append(Ready(kernel, html))
