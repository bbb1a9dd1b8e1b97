"""The door: how many connections may be open, from whom, and for how long one may keep us waiting.

Tornado accepts whoever comes until the system has no descriptors left, and then spins; and for each of them it makes
two dozen objects, a task and an alarm. Here a newcomer costs a place in a queue until a whole request has come in, and
one beyond the limit takes the place of whoever has kept us waiting longest, first of all from the same address: someone
who sends half a request loses to someone who sends a whole one, and an idle browser opens another connection without a
word.
"""

from __future__ import annotations

import socket
import time
from collections import Counter, deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tornado import httputil
from tornado.httpserver import HTTPServer
from tornado.ioloop import IOLoop

from pegp_lite.hosting.logs import log
from pegp_lite.hosting.web.guests import LONGEST_BODY, LONGEST_HEAD, Guest, Heard, Reading, whole
from pegp_lite.hosting.web.origin import counted_as

PATIENCE = 15.0  # seconds for a request, the first or the next; of the next as much again for its body
STALLED = 30.0  # seconds in which someone takes not one byte of our answer
SLOW = 1.0  # the same when others want in
BACKLOG = 2048  # connections that may knock at once: beyond, a newcomer is heard a second later
SENT_AHEAD = 2**18  # bytes the system keeps of what someone has not taken yet; left to itself it keeps megabytes
LONGEST_READ = 4 * 2**20  # bytes kept of what someone sends faster than we read
BREATH = 2  # turns of the loop from one whole request at the door to the next, which belong to those inside
AT_ONCE = 4  # how many are seen out in one turn


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


class Door(HTTPServer):
    """Tornado's server behind a door."""

    def initialize(self, application: Any, limits: Limits, **settings: Any) -> None:  # type: ignore[override]
        """With the limits; everything else is Tornado's."""
        self.limits = limits
        self.guests: set[Guest] = set()
        self._ready: deque[Guest] = deque()  # who said a whole request and is to be led in
        self._leading = False  # whether the next of them has been sent for
        self.crowd: Counter[str] = Counter()  # connections by address
        self._open: list[socket.socket] = []
        super().initialize(
            application,
            idle_connection_timeout=PATIENCE,
            body_timeout=PATIENCE,
            max_buffer_size=LONGEST_READ,
            max_header_size=LONGEST_HEAD,
            max_body_size=LONGEST_BODY,
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
        counted = counted_as(str(address[0]))
        if not self._let_in(counted):
            connection.close()
            return
        connection.setblocking(False)
        guest = Guest(connection, address, counted, time.monotonic())
        self.guests.add(guest)
        self.crowd[counted] += 1
        self._hear(guest)
        if guest in self.guests and guest.waiting:
            IOLoop.current().add_handler(connection, lambda *_: self._hear(guest), IOLoop.READ)

    def _hear(self, guest: Guest) -> None:
        """Someone on the doorstep may have said something, or hung up."""
        if not guest.hear():
            self._see_out(guest)
        elif whole(guest.said):
            guest.waiting = False
            IOLoop.current().remove_handler(guest.connection)
            self._ready.append(guest)
            if not self._leading:
                self._leading = True
                self._lead_in()

    def _lead_in(self, breath: int = 0) -> None:
        """Bring the next request to Tornado: answering one may take a hundred times as long as hearing it."""
        if breath:
            IOLoop.current().add_callback(self._lead_in, breath - 1)
            return
        while self._ready:
            guest = self._ready.popleft()
            if guest in self.guests:
                IOLoop.current().add_callback(self._lead_in, BREATH)
                guest.connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SENT_AHEAD)
                guest.stream = Heard(guest, max_buffer_size=self.max_buffer_size)
                self.handle_stream(guest.stream, guest.peer)
                return
        self._leading = False

    def start_request(self, server_conn: Any, request_conn: httputil.HTTPConnection) -> httputil.HTTPMessageDelegate:
        """We wait for a request: the first of a connection, or the next."""
        delegate = super().start_request(server_conn, request_conn)
        guest = server_conn.stream.guest
        guest.waiting, guest.since = True, time.monotonic()
        return Reading(guest, delegate)

    def on_close(self, server_conn: Any) -> None:
        """The connection has ended, or has become a websocket, which stays with us."""
        super().on_close(server_conn)
        if server_conn.stream.closed():
            self._forget(server_conn.stream.guest)

    async def close_all_connections(self) -> None:
        """Those on the doorstep as well."""
        for guest in list(self.guests):
            if guest.stream is None:
                self._see_out(guest)
        await super().close_all_connections()

    def sweep(self) -> None:
        """Forget who has left, and see out who does not finish a request, or takes nothing of what they asked for."""
        now, leaving = time.monotonic(), []
        for guest in list(self.guests):
            if guest.gone():
                self._forget(guest)
            elif guest.stalled(now) > STALLED or (guest.stream is None and now - guest.since > PATIENCE):
                leaving.append(guest)
        self._see_out_by_and_by(leaving)

    def _see_out_by_and_by(self, leaving: list[Guest]) -> None:
        for guest in leaving[:AT_ONCE]:
            self._see_out(guest)
        if len(leaving) > AT_ONCE:
            IOLoop.current().add_callback(self._see_out_by_and_by, leaving[AT_ONCE:])

    def _let_in(self, address: str) -> bool:
        """Whether there is room for one more from there, made if need be."""
        if self.crowd[address] >= self.limits.per_address:
            return self._make_room(address)
        return len(self.guests) < self.limits.most or self._make_room(None)

    def _make_room(self, address: str | None) -> bool:
        """See out who has kept us waiting longest, of this address or of all."""
        now = time.monotonic()
        here = [guest for guest in self.guests if address in (None, guest.address)]
        leaving = [g for g in here if g.waiting or g.gone() or g.stalled(now) > SLOW]
        leaving.sort(key=lambda guest: guest.since)
        for guest in leaving[: min(AT_ONCE, 1 + len(leaving) // 32)]:  # a few, or a crowd would make us look each time
            self._see_out(guest)
        return bool(leaving)

    def _see_out(self, guest: Guest) -> None:
        if guest not in self.guests:
            return
        if guest.stream is not None:
            guest.stream.close()
        else:
            IOLoop.current().remove_handler(guest.connection)
            guest.connection.close()
        self._forget(guest)

    def _forget(self, guest: Guest) -> None:
        if guest in self.guests:
            self.guests.remove(guest)
            self.crowd[guest.address] -= 1
            if not self.crowd[guest.address]:
                del self.crowd[guest.address]
