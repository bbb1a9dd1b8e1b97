"""Who is here: which page's process belongs to whom, who must leave, and whether there is room.

Pure book-keeping, with the time handed in, so that every rule can be tested without a server.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Protocol

from pegp_lite.hosting.wire.allowance import Allowance

MOST_LINES = 3  # websockets to one process: a browser has one, for a moment two
MOST_WAITING = 800  # messages a process has not yet finished; a page asks once for each of its widgets, up to 200
MOST_BYTES_WAITING = 2 * 2**20
COMING_UP = 60.0  # seconds for a page's scripts over a slow net; after 45 the page loads itself again (watch.js)


class Reason(IntEnum):
    """Why a page's process ended, as the websocket's close code tells the browser (site notices go by it)."""

    IDLE = 4001
    REPLACED = 4002
    DIED = 4003
    TOO_LONG = 4004
    TOO_MUCH = 4005
    LEFT = 4006
    TOO_BIG = 4007


class Full(Exception):
    """There is no room for one more visitor, or, where `share` is true, for one more from their address."""

    def __init__(self, share: bool = False) -> None:
        self.share = share
        super().__init__("the share of one address" if share else "all places")


class Closable(Protocol):
    """An open websocket, as far as the book is concerned."""

    def close(self, code: int | None = None, reason: str | None = None) -> None:
        """Close it with a reason that the browser gets to know."""


@dataclass(eq=False)
class Asked:
    """A message that a process has not finished."""

    at: float
    size: int
    works: bool
    line: Closable | None  # None where it has gone since: the answer may never be heard


@dataclass(eq=False)
class Visit:
    """One open page. What it may spend hangs on it and not on its websocket, or a new one would begin anew."""

    visitor: str
    page: str
    since: float
    address: str | None = None  # None where it is not known
    kernel: str | None = None
    lines: set[Closable] = field(default_factory=set)  # websockets, those being opened included
    met: bool = False  # whether there ever was one
    unlined_since: float = 0.0  # since when there has been none
    touched: float = 0.0  # when the visitor last did something
    answered: float = 0.0  # when the process last finished something
    rendering: bool = True
    pending: dict[str, Asked] = field(default_factory=dict)  # messages the kernel has not finished, by id
    warned: bool = False  # whether the present computation was already interrupted
    messages: Allowance = field(
        default_factory=lambda: Allowance(burst=800, rate=200)
    )  # a fast screen moves 144 a second
    bytes: Allowance = field(default_factory=lambda: Allowance(burst=2 * 2**20, rate=2**18))

    def has_room(self, size: int) -> bool:
        """Whether the process may be given one more thing to do."""
        waiting = sum(each.size for each in self.pending.values()) + size
        return len(self.pending) < MOST_WAITING and waiting <= MOST_BYTES_WAITING


@dataclass
class Visits:
    """All open pages, with the rules for admission and for leaving."""

    most: int
    per_visitor: int
    gone: float
    idle: float
    busy: float
    per_address: int | None = None  # None is as many as there are
    slack: float = 3.0  # even when full, a page that blinks keeps its process this long; one still loading is not ended
    clock: Callable[[], float] = lambda: 0.0
    visits: list[Visit] = field(default_factory=list)

    def admit(self, visitor: str, page: str, address: str | None = None) -> tuple[Visit, list[Visit]]:
        """Room for one more page of this visitor, and the visits that must go for it; `Full` where there is none.

        Loading a page again replaces the loads before it that never got as far as a connection, so that reloading
        in anger keeps one process; two tabs side by side are fine while there is room. Where there is none, who is
        here already keeps a place: many browsers, phones above all, let go of a page only once the next one answers.
        """
        now = self.clock()
        own = [visit for visit in self.visits if visit.visitor == visitor]
        leaving = [visit for visit in own if visit.page == page and not visit.lines]
        staying = [visit for visit in own if visit not in leaving]
        leaving += staying[: max(0, len(staying) - self.per_visitor + 1)]
        if address is not None and self.per_address is not None:
            neighbours = [visit for visit in self.visits if visit.address == address]
            leaving += self._places(neighbours, self.per_address, leaving, visitor, now, share=True)
        leaving += self._places(self.visits, self.most, leaving, visitor, now)
        for visit in leaving:
            self.visits.remove(visit)
        visit = Visit(visitor, page, since=now, address=address, unlined_since=now, touched=now)
        self.visits.append(visit)
        return visit, leaving

    def _places(
        self, here: list[Visit], most: int, leaving: list[Visit], visitor: str, now: float, share: bool = False
    ) -> list[Visit]:
        """Whom of those here to see out so that one more makes no more than `most`; `Full` where nobody can be.

        First those who are away, longest first; then pages of the newcomer's own, first the one last touched: that is
        the one they are most likely coming from.
        """
        staying = [visit for visit in here if visit not in leaving]
        short = len(staying) + 1 - most
        absent = [visit for visit in staying if visit.met and self._absent(visit, now) >= self.slack]
        absent.sort(key=lambda visit: visit.unlined_since)
        own = [each for each in staying if each.visitor == visitor and not each.rendering and each not in absent]
        own.sort(key=lambda visit: -visit.touched)
        if len(absent) + len(own) < short:
            raise Full(share)
        return (absent + own)[: max(0, short)]

    @property
    def full(self) -> bool:
        """Whether the next newcomer would be turned away."""
        now = self.clock()
        return sum(1 for v in self.visits if not (v.met and self._absent(v, now) >= self.slack)) >= self.most

    def busy_within(self, seconds: float) -> bool:
        """Whether someone came, or had something to compute, so short a time ago."""
        since = self.clock() - seconds
        return any(visit.rendering or visit.pending or visit.touched > since for visit in self.visits)

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

    def takes_a_line(self, kernel: str) -> bool:
        """Whether a process may have one more websocket."""
        visit = self.of(kernel)
        return visit is not None and len(visit.lines) < MOST_LINES

    def connected(self, kernel: str, line: Closable) -> bool:
        """A websocket is being opened; false where there are enough. Counted from here: many at once must not pass."""
        visit = self.of(kernel)
        if visit is None or not self.takes_a_line(kernel):
            return False
        visit.lines.add(line)
        visit.met, visit.touched = True, self.clock()
        return True

    def disconnected(self, kernel: str, line: Closable) -> None:
        """A websocket closed, or was not opened after all."""
        visit = self.of(kernel)
        if visit is None or line not in visit.lines:
            return
        visit.lines.remove(line)
        now = self.clock()
        if not visit.lines:
            visit.unlined_since = now
        for each in visit.pending.values():
            if each.line is line:
                each.line, each.at = None, now

    def asked(self, visit: Visit, line: Closable, message: str, size: int, works: bool) -> bool:
        """The visitor sent something that the process has to work on; false where too much waits already.

        A name that is waiting is not taken again: the answers are counted by name, and browsers never use one twice.
        """
        if message in visit.pending or not visit.has_room(size):
            return False
        now = self.clock()
        visit.pending[message] = Asked(now, size, works, line)
        if works:
            visit.touched = now
        return True

    def answered(self, kernel: str, message: str) -> None:
        """The process has finished one thing, and what came before it by the same line; what still waits starts now."""
        visit = self.of(kernel)
        if visit is None or message not in visit.pending:
            return
        line = visit.pending[message].line
        for name, each in list(visit.pending.items()):
            if name == message or (line is not None and each.line is line):
                del visit.pending[name]
            if name == message:
                break
        visit.warned, visit.answered = False, self.clock()

    def overdue(self) -> list[tuple[Visit, Reason, bool]]:
        """Visits that must end now, or, where the last entry is false, whose computation must be interrupted."""
        now = self.clock()
        found: list[tuple[Visit, Reason, bool]] = []
        for visit in self.visits:
            for name in [n for n, each in visit.pending.items() if each.line is None and now - each.at > self.busy]:
                del visit.pending[name]  # its answer, if there was one, had nobody to hear it
            begun = min((each.at for each in visit.pending.values() if each.works and each.line), default=now)
            waited = now - max(begun, visit.answered)
            if visit.rendering:
                if now - visit.since > self.busy + 60:
                    found.append((visit, Reason.TOO_LONG, True))
            elif self._absent(visit, now) >= (self.gone if visit.met else max(self.gone, COMING_UP)):
                found.append((visit, Reason.LEFT, True))
            elif waited > self.busy + 10:
                found.append((visit, Reason.TOO_LONG, True))
            elif waited > self.busy and not visit.warned:
                visit.warned = True
                found.append((visit, Reason.TOO_LONG, False))
            elif visit.met and now - visit.touched > self.idle:
                found.append((visit, Reason.IDLE, True))
        return found

    @staticmethod
    def _absent(visit: Visit, now: float) -> float:
        return 0.0 if visit.rendering or visit.lines else now - visit.unlined_since
