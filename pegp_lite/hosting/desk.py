"""The front desk: knows who is here, which process is whose, and sees those out who must leave."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any

from pegp_lite.hosting.kernels.manager import Kernels
from pegp_lite.hosting.kernels.shelf import QUIET, Shelf
from pegp_lite.hosting.logs import log
from pegp_lite.hosting.settings import Settings
from pegp_lite.hosting.tidying import give_back
from pegp_lite.hosting.web.rendering import Renderings
from pegp_lite.hosting.wire.visits import Reason, Visit, Visits


class Desk:
    """Everything a request may need: the book of visits, the open lines, ready pages and processes."""

    def __init__(
        self, limits: Settings, kernels: Kernels, renderings: Renderings, template: Callable[..., str]
    ) -> None:
        self.limits, self.kernels, self.renderings, self.template = limits, kernels, renderings, template
        self.visits = Visits(
            most=limits.visitors,
            per_visitor=limits.per_visitor,
            gone=limits.gone,
            idle=limits.idle,
            busy=limits.busy,
            per_address=limits.share,
            clock=time.monotonic,
        )
        others = min(limits.ready, 2)
        wanted = {page: limits.ready if k == 0 else others for k, page in enumerate(limits.pages)}
        self.shelf = Shelf(
            wanted,
            renderings.start,
            kernels.retire,
            room=lambda: limits.visitors - len(self.visits.visits),
            busy=lambda: self.visits.busy_within(QUIET),
        )
        self._error_pages: dict[tuple[int, str], str] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._untidy = False  # whether a page has ended since we last gave memory back
        kernels.on_death = self._died

    def error_page(self, status: int, advice: str) -> str:
        """What a visitor sees when something is not to be had: written once, or strangers could keep us writing."""
        if (status, advice) not in self._error_pages:
            self._error_pages[status, advice] = self.template("error.html", status_code=status, advice=advice)
        return self._error_pages[status, advice]

    def retire_soon(self, visit: Visit, reason: Reason) -> None:
        """End a visit: tell its browser why, free its process, make room."""
        self.visits.drop(visit)
        self._untidy = True
        self.shelf.wake()
        if visit.kernel is None:
            return
        for line in list(visit.lines):
            line.close(reason, reason.name)
        self.later(self.kernels.retire(visit.kernel))

    def sweep(self) -> None:
        """See out who has left, and stop what takes too long."""
        self.kernels.tend()
        for visit, reason, end in self.visits.overdue():
            if visit.kernel is None:
                self.visits.drop(visit)
            elif end:
                log.info("closing %s: %s", visit.page, reason.name)
                self.retire_soon(visit, reason)
            else:
                log.warning("stopping a computation on %s: %s", visit.page, reason.name)
                self.later(self.kernels.interrupt(visit.kernel))
        if self._untidy and not self.visits.busy_within(QUIET):  # it takes some milliseconds, in which nobody is heard
            self._untidy = False
            give_back()

    def later(self, coroutine: Coroutine[Any, Any, Any]) -> None:
        """Do something that nobody waits for."""
        task = asyncio.ensure_future(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _died(self, kernel: str) -> None:
        self.shelf.discard(kernel)
        if visit := self.visits.of(kernel):
            log.warning("the process of %s died", visit.page)
            self.retire_soon(visit, Reason.DIED)
