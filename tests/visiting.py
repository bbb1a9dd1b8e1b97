"""A book of visits to write stories in, with a clock that stands still until moved."""

from __future__ import annotations

from dataclasses import dataclass, field

from pegp_lite.hosting.wire.visits import Visits


@dataclass
class Clock:
    now: float = 1000.0

    def __call__(self) -> float:
        return self.now


class Socket:
    """A websocket that nobody closes."""

    def close(self, code=None, reason=None):
        raise AssertionError(code)


@dataclass
class House:
    """Visits with a clock that stands still until moved."""

    clock: Clock = field(default_factory=Clock)
    most: int = 3
    per_visitor: int = 2
    per_address: int | None = None

    def __post_init__(self):
        self.visits = Visits(
            self.most, self.per_visitor, gone=30, idle=600, busy=60, per_address=self.per_address, clock=self.clock
        )
        self.count = 0
        self.made = {}

    def arrive(self, who="ann", page="a", address=None):
        visit, leaving = self.visits.admit(who, page, address)
        self.count += 1
        visit.kernel = f"k{self.count}"
        self.visits.rendered(visit)
        return visit, leaving

    def connect(self, who="ann", page="a", address=None):
        visit, leaving = self.arrive(who, page, address)
        assert self.visits.connected(visit.kernel, self.line(visit))
        return visit, leaving

    def line(self, visit):
        """A page's own websocket, always the same one."""
        return self.made.setdefault(visit.kernel, Socket())

    def leave(self, visit):
        self.visits.disconnected(visit.kernel, self.line(visit))

    def ask(self, visit, name, size=100, line=None):
        return self.visits.asked(visit, line or self.line(visit), name, size, works=True)
