"""What a page's scripts, and proxies, ask of the server: whether a process lives, to stop it, to end it."""

from __future__ import annotations

from tornado import web

from pegp_lite.hosting.web.base import Answer
from pegp_lite.hosting.web.pages import Visitor
from pegp_lite.hosting.wire.visits import Reason


class ProcessState(Visitor):
    """Whether a page's process is still there: all that a browser asks before it connects."""

    worth_logging = False

    async def get(self, kernel_id: str) -> None:
        """Its name, if it runs."""
        if self.desk.visits.of(kernel_id) is None:
            raise web.HTTPError(404)
        self.finish({"id": kernel_id, "name": "python3"})


class Goodbye(Visitor):
    """What a browser sends when its page is closed."""

    worth_logging = False

    async def post(self, kernel_id: str) -> None:
        """End the page's process; whoever knows its name owns it."""
        if visit := self.desk.visits.of(kernel_id):
            self.desk.retire_soon(visit, Reason.LEFT)
        self.set_status(204)
        self.finish()


class Stop(Visitor):
    """The stop button beside a long computation."""

    async def post(self, kernel_id: str) -> None:
        """Interrupt what the page's process is doing."""
        if self.desk.visits.of(kernel_id) is None:
            raise web.HTTPError(404)
        await self.desk.kernels.interrupt(kernel_id)
        self.set_status(204)
        self.finish()


class Health(Answer):
    """For a monitor or a container that asks whether the server lives."""

    async def get(self) -> None:
        """It does, or nobody would answer; being full is no illness."""
        self.set_header("Content-Type", "text/plain")
        self.finish("full\n" if self.desk.visits.full else "ok\n")


class Readiness(Answer):
    """For a balancer that asks, every second or two, whether to send the next visitor here."""

    silent = True

    async def get(self) -> None:
        """503 while all places are taken."""
        full = self.desk.visits.full
        self.set_status(503 if full else 200)
        self.set_header("Content-Type", "text/plain")
        self.finish("full\n" if full else "ok\n")
