"""The door: how many connections may be open, from whom, and for how long one may keep us waiting.

Tornado accepts whoever comes until the system has no descriptors left, and then spins. Here a newcomer beyond the limit
takes the place of whoever has kept us waiting longest, first of all from the same address: someone who sends half a
request loses to someone who sends a whole one, and an idle browser opens another connection without a word.
"""

from __future__ import annotations

import socket
import time
from collections import Counter
from collections.abc import Awaitable, Iterable
from dataclasses import dataclass
from typing import Any

from tornado import httputil
from tornado.httpserver import HTTPServer
from tornado.ioloop import IOLoop
from tornado.iostream import IOStream

from pegp_lite.hosting import compat
from pegp_lite.hosting.logs import log
from pegp_lite.hosting.web.origin import counted_as

PATIENCE = 15.0  # seconds for a request's headers, or for the next request; as much again for its body
STALLED = 30.0  # seconds in which someone takes not one byte of our answer
SLOW = 1.0  # the same when others want in
BACKLOG = 2048  # connections that may knock at once: beyond, a newcomer is heard a second later
SENT_AHEAD = 2**18  # bytes the system keeps of what someone has not taken yet; left to itself it keeps megabytes
LONGEST_READ = 4 * 2**20  # bytes kept of what someone sends faster than we read


@dataclass(frozen=True)
class Limits:
    """Connections open at once, in all and from one address."""

    most: int
    per_address: int


def limits(visitors: int, share: int, proxied: bool, descriptors: int) -> Limits:
    """So many that every place may be taken by a browser (six connections, and its lines), as descriptors allow.

    Behind a proxy every connection comes from the proxy.
    """
    left = descriptors - 100 - 30 * visitors  # a page's process takes up to thirty of them
    if left < 4 * visitors:
        log.warning("%d places want more than the %d descriptors this system allows", visitors, descriptors)
    most = max(4 * visitors, min(500 + 10 * visitors, left))
    return Limits(most, most if proxied else min(most, 60 + 10 * share))


@dataclass(eq=False)
class Guest:
    """One connection."""

    stream: IOStream
    address: str
    since: float  # when we began to wait for a request, or when something last went out
    waiting: bool = True  # for a request
    taken: int = 0  # bytes of our answers that went out

    def stalled(self, now: float) -> float:
        """Seconds for which our answer has been waiting to be taken."""
        if self.waiting:
            return 0.0
        taken = compat.bytes_taken(self.stream)
        if taken != self.taken or not self.stream.writing():
            self.taken, self.since = taken, now
        return now - self.since


class Reading(httputil.HTTPMessageDelegate):
    """Notes when a request has come in whole."""

    def __init__(self, guest: Guest, inner: httputil.HTTPMessageDelegate) -> None:
        self.guest, self.inner = guest, inner

    def headers_received(self, start_line: Any, headers: httputil.HTTPHeaders) -> Awaitable[None] | None:
        """The first half."""
        return self.inner.headers_received(start_line, headers)

    def data_received(self, chunk: bytes) -> Awaitable[None] | None:
        """A piece of the second."""
        return self.inner.data_received(chunk)

    def finish(self) -> None:
        """Now it is ours to answer."""
        self.guest.waiting, self.guest.since = False, time.monotonic()
        self.inner.finish()

    def on_connection_close(self) -> None:
        """It never came."""
        self.inner.on_connection_close()


class Door(HTTPServer):
    """Tornado's server behind a door."""

    def initialize(self, application: Any, limits: Limits, **settings: Any) -> None:  # type: ignore[override]
        """With the limits; everything else is Tornado's."""
        self.limits = limits
        self.guests: dict[IOStream, Guest] = {}
        self.crowd: Counter[str] = Counter()  # connections by address
        self._open: list[socket.socket] = []
        super().initialize(
            application,
            idle_connection_timeout=PATIENCE,
            body_timeout=PATIENCE,
            max_buffer_size=LONGEST_READ,
            **settings,
        )

    def add_sockets(self, sockets: Iterable[socket.socket]) -> None:
        """Take connections, within the limits."""
        for each in sockets:
            self._open.append(each)
            self._listen(each)

    def _listen(self, listener: socket.socket) -> None:
        if listener.fileno() >= 0:
            IOLoop.current().add_handler(listener, lambda *_: self._accept(listener), IOLoop.READ)

    def stop(self) -> None:
        """Take no more."""
        for each in self._open:
            IOLoop.current().remove_handler(each)
            each.close()
        self._open.clear()

    def _accept(self, listener: socket.socket) -> None:
        """Take one; the loop comes back for the next when the pages' messages have had their turn as well."""
        try:
            connection, address = listener.accept()
        except (BlockingIOError, ConnectionAbortedError):
            return
        except OSError as error:  # no descriptors or no memory: trying again at once would only burn a core
            log.error("cannot take a connection: %s", error.strerror)
            loop = IOLoop.current()
            loop.remove_handler(listener)
            loop.call_later(1.0, self._listen, listener)
            return
        if self._let_in(counted_as(str(address[0]))):
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SENT_AHEAD)
            stream = IOStream(connection, max_buffer_size=self.max_buffer_size)
            self.handle_stream(stream, address)
        else:
            connection.close()

    def handle_stream(self, stream: IOStream, address: tuple[Any, ...]) -> None:
        """Someone is in."""
        guest = Guest(stream, counted_as(str(address[0])), time.monotonic())
        self.guests[stream] = guest
        self.crowd[guest.address] += 1
        super().handle_stream(stream, address)

    def start_request(self, server_conn: Any, request_conn: httputil.HTTPConnection) -> httputil.HTTPMessageDelegate:
        """We wait for a request: the first of a connection, or the next."""
        delegate = super().start_request(server_conn, request_conn)
        guest = self.guests.get(server_conn.stream)
        if guest is None:  # seen out a moment ago
            return delegate
        guest.waiting, guest.since = True, time.monotonic()
        return Reading(guest, delegate)

    def on_close(self, server_conn: Any) -> None:
        """The connection has ended, or has become a websocket, which stays with us."""
        super().on_close(server_conn)
        if server_conn.stream.closed():
            self._forget(server_conn.stream)

    def sweep(self) -> None:
        """Forget who has left, and see out who takes nothing of what they asked for."""
        now = time.monotonic()
        for stream, guest in list(self.guests.items()):
            if stream.closed():
                self._forget(stream)
            elif guest.stalled(now) > STALLED:
                self._see_out(guest)

    def _let_in(self, address: str) -> bool:
        """Whether there is room for one more from there, made if need be."""
        if self.crowd[address] >= self.limits.per_address:
            return self._make_room(address)
        return len(self.guests) < self.limits.most or self._make_room(None)

    def _make_room(self, address: str | None) -> bool:
        """See out who has kept us waiting longest, of this address or of all."""
        now = time.monotonic()
        here = [guest for guest in self.guests.values() if address in (None, guest.address)]
        leaving = [g for g in here if g.waiting or g.stream.closed() or g.stalled(now) > SLOW]
        leaving.sort(key=lambda guest: guest.since)
        for guest in leaving[: 1 + len(leaving) // 32]:  # a few at once, or a crowd would make us look each time
            self._see_out(guest)
        return bool(leaving)

    def _see_out(self, guest: Guest) -> None:
        guest.stream.close()
        self._forget(guest.stream)

    def _forget(self, stream: IOStream) -> None:
        if guest := self.guests.pop(stream, None):
            self.crowd[guest.address] -= 1
            if not self.crowd[guest.address]:
                del self.crowd[guest.address]
