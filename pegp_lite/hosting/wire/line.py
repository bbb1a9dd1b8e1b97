"""The line between a browser and its page's process: a websocket that passes what messages.py lets through."""

from __future__ import annotations

import re
import time
from typing import Any

from tornado import web
from tornado.ioloop import IOLoop
from tornado.websocket import WebSocketClosedError

from pegp_lite.hosting.compat import (
    KernelWebsocketHandler,
    ZMQChannelsWebsocketConnection,
    serialize_msg_to_ws_v1,
    waiting_on,
)
from pegp_lite.hosting.logs import log
from pegp_lite.hosting.web.base import Answer
from pegp_lite.hosting.wire.messages import LONGEST, PROTOCOL, Refused, inward, outward
from pegp_lite.hosting.wire.visits import Reason, Visits

SESSION = re.compile(r"[\w-]{1,64}", re.ASCII)
MOST_UNREAD = 16 * 2**20  # bytes a browser has not taken yet
SILENCE = 22.0  # seconds without an answer to our pings, one every ten


class Line(KernelWebsocketHandler, Answer):
    """One websocket. The old protocol, by which a single client can hang the server, is refused."""

    set_default_headers = Answer.set_default_headers
    get_login_url = Answer.get_login_url
    log_exception = Answer.log_exception
    _request_summary = Answer._request_summary

    async def prepare(self) -> None:  # type: ignore[override]
        """Refuse who is none of our browsers, before anything is made for them."""
        offered = self.request.headers.get("Sec-WebSocket-Protocol", "")
        if PROTOCOL not in (each.strip() for each in offered.split(",")):
            raise web.HTTPError(400)
        if not SESSION.fullmatch(self.get_argument("session_id", "")):
            raise web.HTTPError(400)
        visits, kernel = self.desk.visits, self.path_kwargs["kernel_id"]
        if visits.of(kernel) is None:
            raise web.HTTPError(404)
        if not visits.takes_a_line(kernel):
            raise web.HTTPError(429)
        await super().prepare()

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """The status alone: no browser shows what else a line is refused with."""
        self.finish()

    async def get(self, kernel_id: str) -> None:
        """Open a line."""
        if not self.desk.visits.connected(kernel_id, self):
            raise web.HTTPError(429)
        try:
            await super().get(kernel_id)  # as long as the line lasts
        finally:
            self.desk.visits.disconnected(kernel_id, self)

    async def open(self, kernel_id: str) -> None:
        """The line is there."""
        self.set_nodelay(True)  # an answer is several small messages: held back for one another they take 40 ms longer
        await super().open(kernel_id)

    def send_ping(self) -> None:
        """Ask whether the browser is still there; one that has not answered for a while has fallen asleep."""
        if self.ws_connection is None:
            if self.ping_callback is not None:
                self.ping_callback.stop()
            return
        now = IOLoop.current().time()
        if now - self.last_pong > SILENCE or waiting_on(self) is None:
            self.close()
        else:
            self.ping(b"")

    def on_close(self) -> None:
        """Count it out; a browser may be gone before there was anything to join it to."""
        self.desk.visits.disconnected(self.path_kwargs["kernel_id"], self)
        if getattr(self, "connection", None) is not None:
            super().on_close()


class FilteredConnection(ZMQChannelsWebsocketConnection):
    """Joins a line to its process, cleaning what goes either way."""

    websocket_handler: Line

    @property
    def visits(self) -> Visits:
        """The book of visits."""
        return self.websocket_handler.desk.visits

    def handle_incoming_message(self, incoming_msg: Any) -> None:
        """Pass a browser's message on if it may; close the line where there are too many, or nonsense."""
        visit = self.visits.of(self.kernel_id)
        if not self.channels or visit is None:
            return
        now, size = time.monotonic(), len(incoming_msg)
        if size > LONGEST:
            self._hang_up(Reason.TOO_BIG)
            return
        try:
            message = inward(incoming_msg)
            cost = message.cost
        except Refused as refusal:
            log.info("refused a message: %s", refusal)
            message, cost = None, 2
        if not (visit.messages.spend(cost, now) and visit.bytes.spend(size, now)):
            self._hang_up(Reason.TOO_MUCH)
        elif message is not None:
            if self.visits.asked(visit, self.websocket_handler, message.id, message.size, message.works):
                self.session.send_raw(self.channels["shell"], message.parts)
            else:
                self._hang_up(Reason.TOO_MUCH)

    def handle_outgoing_message(self, stream: Any, outgoing_msg: list[Any]) -> None:
        """Pass a process's message on as a visitor may see it."""
        if isinstance(stream, str):
            stream = self.channels[stream]
        _, parts = self.session.feed_identities(outgoing_msg)
        cleaned = outward(parts[1:])
        if cleaned is None:
            return
        message, kind, parent = cleaned
        if kind == "status" and b'"idle"' in bytes(message[3]):
            self.visits.answered(self.kernel_id, parent)
        if stream.closed():
            return
        unread = waiting_on(self.websocket_handler)
        if unread is None:
            return
        if unread > MOST_UNREAD:
            self._hang_up(Reason.TOO_MUCH)
            return
        try:
            self.write_message(serialize_msg_to_ws_v1(message, stream.channel), binary=True)
        except WebSocketClosedError:
            return

    def on_kernel_restarted(self) -> None:
        """Never happens: processes are not restarted."""

    def on_restart_failed(self) -> None:
        """The server closes the line itself, with the reason."""

    def _hang_up(self, reason: Reason) -> None:
        log.warning("closed a line: %s", reason.name)
        self.websocket_handler.close(reason, reason.name)
