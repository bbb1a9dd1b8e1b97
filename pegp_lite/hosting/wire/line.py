"""The line between a browser and its page's process: a websocket that passes what messages.py lets through."""

from __future__ import annotations

import re
import time
from typing import Any

from jupyter_server.services.kernels.connection.base import serialize_msg_to_ws_v1
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from jupyter_server.services.kernels.websocket import KernelWebsocketHandler
from tornado import web
from tornado.ioloop import IOLoop
from tornado.websocket import WebSocketClosedError

from pegp_lite.hosting.logs import log
from pegp_lite.hosting.web.base import Answer
from pegp_lite.hosting.wire.messages import PROTOCOL, Budget, Refused, inward, outward
from pegp_lite.hosting.wire.visits import Reason, Visits

SESSION = re.compile(r"[\w-]{1,64}", re.ASCII)
MOST_LINES = 3  # websockets to one process: a browser has one, for a moment two
MOST_WAITING = 800  # messages a process has not yet finished; a page asks once for each of its widgets, up to 200
MOST_UNREAD = 16 * 2**20  # bytes a browser has not taken yet
SILENCE = 22.0  # seconds without an answer to our pings, one every ten


class Line(KernelWebsocketHandler, Answer):
    """One websocket. The old protocol, by which a single client can hang the server, is refused."""

    set_default_headers = Answer.set_default_headers
    write_error = Answer.write_error
    get_login_url = Answer.get_login_url
    log_exception = Answer.log_exception
    _request_summary = Answer._request_summary

    async def get(self, kernel_id: str) -> None:
        """Open a line, for a browser of ours only."""
        offered = self.request.headers.get("Sec-WebSocket-Protocol", "")
        if PROTOCOL not in (each.strip() for each in offered.split(",")):
            raise web.HTTPError(400)
        if not SESSION.fullmatch(self.get_argument("session_id", "")):
            raise web.HTTPError(400)
        visit = self.desk.visits.of(kernel_id)
        if visit is None:
            raise web.HTTPError(404)
        if visit.lines >= MOST_LINES:
            raise web.HTTPError(429)
        await super().get(kernel_id)

    async def open(self, kernel_id: str) -> None:
        """Count the line in."""
        self.desk.lines.setdefault(kernel_id, set()).add(self)
        self.desk.visits.connected(kernel_id)
        self.set_nodelay(True)  # an answer is several small messages: held back for one another they take 40 ms longer
        await super().open(kernel_id)

    def send_ping(self) -> None:
        """Ask whether the browser is still there; one that has not answered for a while has fallen asleep."""
        if self.ws_connection is None:
            if self.ping_callback is not None:
                self.ping_callback.stop()
            return
        now = IOLoop.current().time()
        if now - self.last_pong > SILENCE or self.ws_connection.client_terminated:
            self.close()
        else:
            self.ping(b"")

    def on_close(self) -> None:
        """Count it out."""
        self.desk.lines.get(self.kernel_id, set()).discard(self)
        self.desk.visits.disconnected(self.kernel_id)
        super().on_close()


class FilteredConnection(ZMQChannelsWebsocketConnection):
    """Joins a line to its process, cleaning what goes either way."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.budget = Budget(at=time.monotonic())

    websocket_handler: Line

    @property
    def visits(self) -> Visits:
        """The book of visits."""
        return self.websocket_handler.desk.visits

    def handle_incoming_message(self, incoming_msg: Any) -> None:
        """Pass a browser's message on if it may; close the line where there are too many, or nonsense."""
        if not self.channels:
            return
        try:
            message = inward(incoming_msg)
        except Refused as refusal:
            log.info("refused a message: %s", refusal)
            if not self.budget.spend(2, time.monotonic()):
                self._hang_up(Reason.TOO_MUCH)
            return
        visit = self.visits.of(self.kernel_id)
        crowded = visit is not None and len(visit.pending) >= MOST_WAITING
        if crowded or not self.budget.spend(message.cost, time.monotonic()):
            self._hang_up(Reason.TOO_MUCH)
            return
        if message.works:
            self.visits.asked(self.kernel_id, message.id)
        self.session.send_raw(self.channels["shell"], message.parts)

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
        socket = self.websocket_handler.ws_connection
        if socket is None:
            return
        unread = len(getattr(socket.stream, "_write_buffer", b""))
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
