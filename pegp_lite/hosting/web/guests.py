"""Those at the door: who said a whole request, which goes on to Tornado, and who is still to finish one."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Any

from tornado import httputil
from tornado.iostream import IOStream

from pegp_lite.hosting import compat

LONGEST_HEAD = 2**14  # bytes of a request's headers
LONGEST_BODY = 2**16
HEAD_ENDS = re.compile(rb"\r?\n\r?\n")
LENGTH = re.compile(rb"\ncontent-length:[ \t]*(\d{1,9})[ \t]*\r?\n", re.IGNORECASE)
EXPECTS = re.compile(rb"\nexpect:", re.IGNORECASE)  # that we ask for the body


@dataclass(eq=False, slots=True)
class Guest:
    """One connection."""

    connection: socket.socket
    peer: tuple[Any, ...]
    address: str  # under which it is counted
    since: float  # when we began to wait for a request, or when something last went out
    said: bytes = b""  # of the first request
    stream: IOStream | None = None  # from when that is whole
    waiting: bool = True  # for a request
    taken: int = 0  # bytes of our answers that went out

    def hear(self) -> bool:
        """Take what has come; false where the other end has hung up."""
        try:
            more = self.connection.recv(LONGEST_HEAD + LONGEST_BODY)
        except BlockingIOError:
            return True
        except OSError:
            return False
        self.said += more
        return bool(more)

    def stalled(self, now: float) -> float:
        """Seconds for which our answer has been waiting to be taken."""
        if self.waiting or self.stream is None:
            return 0.0
        taken = compat.bytes_taken(self.stream)
        if taken != self.taken or not self.stream.writing():
            self.taken, self.since = taken, now
        return now - self.since

    def gone(self) -> bool:
        """Whether the other end hung up, or we did."""
        return self.stream is not None and self.stream.closed()


class Heard(IOStream):
    """The stream of a guest whose first words we have heard already."""

    def __init__(self, guest: Guest, **settings: Any) -> None:
        self.guest, self._words = guest, memoryview(guest.said)
        super().__init__(guest.connection, **settings)

    def read_from_fd(self, buf: bytearray | memoryview) -> int | None:
        """Those words, then what comes after."""
        if not self._words:
            return super().read_from_fd(buf)
        size = min(len(buf), len(self._words))
        buf[:size] = self._words[:size]
        self._words = self._words[size:]
        return size


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


def whole(said: bytes) -> bool:
    """Whether a request has come in whole, or is one that Tornado had better look at as it is.

    This decides only when Tornado is told; what was said, and whether it makes sense, is for Tornado to say.
    """
    head = HEAD_ENDS.search(said)
    if head is None:
        return len(said) > LONGEST_HEAD
    length = LENGTH.search(said, 0, head.end())
    if length is None or EXPECTS.search(said, 0, head.end()):
        return True
    expected = int(length[1])
    return expected > LONGEST_BODY or len(said) - head.end() >= expected
