"""Who is here: which page's process belongs to whom, who must leave, and whether there is room.

Pure book-keeping, with the time handed in, so that every rule can be tested without a server.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum


class Reason(IntEnum):
    """Why a page's process ended, as the websocket's close code tells the browser (site notices go by it)."""

    IDLE = 4001
    REPLACED = 4002
    DIED = 4003
    TOO_LONG = 4004
    TOO_MUCH = 4005
    LEFT = 4006


class Full(Exception):
    """There is no room for one more visitor."""


@dataclass(eq=False)
class Visit:
    """One open page."""

    visitor: str
    page: str
    since: float
    kernel: str | None = None
    lines: int = 0  # open websockets
    unlined_since: float = 0.0  # since when there has been none
    touched: float = 0.0  # when the visitor last did something
    rendering: bool = True
    pending: dict[str, float] = field(default_factory=dict)  # messages the kernel has not finished, by id
    warned: bool = False  # whether the present computation was already interrupted


@dataclass
class Visits:
    """All open pages, with the rules for admission and for leaving."""

    most: int
    per_visitor: int
    gone: float
    idle: float
    busy: float
    slack: float = 3.0  # even when full, a page that reloads or blinks keeps its process this long
    clock: Callable[[], float] = lambda: 0.0
    visits: list[Visit] = field(default_factory=list)

    def admit(self, visitor: str, page: str) -> tuple[Visit, list[Visit]]:
        """Room for one more page of this visitor, and the visits that must go for it; `Full` where there is none.

        Loading a page again replaces the loads before it that never got as far as a connection, so that reloading
        in anger keeps one process; two tabs side by side are fine.
        """
        now = self.clock()
        own = [visit for visit in self.visits if visit.visitor == visitor]
        leaving = [visit for visit in own if visit.page == page and not visit.lines]
        staying = [visit for visit in own if visit not in leaving]
        leaving += staying[: max(0, len(staying) - self.per_visitor + 1)]
        short = len(self.visits) - len(leaving) + 1 - self.most
        if short > 0:
            absent = [v for v in self.visits if v not in leaving and self._absent(v, now) >= self.slack]
            absent.sort(key=lambda visit: visit.unlined_since)
            if len(absent) < short:
                raise Full
            leaving += absent[:short]
        for visit in leaving:
            self.visits.remove(visit)
        visit = Visit(visitor, page, since=now, unlined_since=now, touched=now)
        self.visits.append(visit)
        return visit, leaving

    def of(self, kernel: str) -> Visit | None:
        """The visit a process belongs to."""
        return next((visit for visit in self.visits if visit.kernel == kernel), None)

    def drop(self, visit: Visit) -> None:
        """Forget a visit."""
        if visit in self.visits:
            self.visits.remove(visit)

    def rendered(self, visit: Visit) -> None:
        """The page has gone out: from now on the browser is expected to connect."""
        visit.rendering = False
        visit.unlined_since = visit.touched = self.clock()

    def connected(self, kernel: str) -> None:
        """A websocket opened."""
        if visit := self.of(kernel):
            visit.lines += 1
            visit.touched = self.clock()

    def disconnected(self, kernel: str) -> None:
        """A websocket closed."""
        if visit := self.of(kernel):
            visit.lines = max(0, visit.lines - 1)
            if not visit.lines:
                visit.unlined_since = self.clock()

    def asked(self, kernel: str, message: str) -> None:
        """The visitor did something that the process has to work on."""
        if visit := self.of(kernel):
            visit.touched = visit.pending[message] = self.clock()

    def answered(self, kernel: str, message: str) -> None:
        """The process has finished one thing; what is still waiting starts now."""
        if (visit := self.of(kernel)) and visit.pending.pop(message, None) is not None:
            visit.warned = False
            now = self.clock()
            visit.pending = dict.fromkeys(visit.pending, now)

    def overdue(self) -> list[tuple[Visit, Reason, bool]]:
        """Visits that must end now, or, where the last entry is false, whose computation must be interrupted."""
        now = self.clock()
        found: list[tuple[Visit, Reason, bool]] = []
        for visit in self.visits:
            waited = now - min(visit.pending.values(), default=now)
            if visit.rendering:
                if now - visit.since > self.busy + 60:
                    found.append((visit, Reason.TOO_LONG, True))
            elif self._absent(visit, now) >= self.gone:
                found.append((visit, Reason.LEFT, True))
            elif waited > self.busy + 10:
                found.append((visit, Reason.TOO_LONG, True))
            elif waited > self.busy and not visit.warned:
                visit.warned = True
                found.append((visit, Reason.TOO_LONG, False))
            elif now - visit.touched > self.idle:
                found.append((visit, Reason.IDLE, True))
        return found

    @staticmethod
    def _absent(visit: Visit, now: float) -> float:
        return 0.0 if visit.rendering or visit.lines else now - visit.unlined_since
