"""What a visitor opens: the start page and the pages, each with a process of its own while there is room."""

from __future__ import annotations

import asyncio
import re
import secrets
from typing import Any

from jupyter_server.base.handlers import JupyterHandler
from tornado import web

from pegp_lite.hosting.assets import with_hints
from pegp_lite.hosting.house import ADVICE, House, log
from pegp_lite.hosting.visits import Full, Reason

COOKIE = "pegp-visitor"
TOKEN = re.compile(r"[\w-]{22}", re.ASCII)
BEAT = 10.0  # seconds of silence after which a page that is being made says that it still is


class Visitor(House, JupyterHandler):
    """A handler that knows a browser again, by a random cookie that dies with the browser's session."""

    worth_logging = True

    @property
    def server(self) -> Any:
        """The server."""
        return self.settings["house_server"]

    def visitor(self) -> str:
        """The browser's token, given out on its first visit; and the cookie that the page needs to say goodbye."""
        token = self.get_cookie(COOKIE) or ""
        if not TOKEN.fullmatch(token):
            token = secrets.token_urlsafe(16)
            secure = self.request.protocol == "https"
            base = self.base_url
            self.set_cookie(COOKIE, token, path=base, httponly=True, samesite="Lax", secure=secure, expires_days=None)
        _ = self.xsrf_token  # reading it sets its cookie
        return token


class StartPage(Visitor):
    """The list of pages."""

    async def get(self) -> None:
        """Always the same, whatever the query says."""
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.finish(self.server.template("tree.html"))


class LessonPage(Visitor):
    """A page with its process."""

    async def get(self, page: str) -> None:
        """A ready page where there is one, else one made now."""
        server = self.server
        if page not in server.renderings.notebooks:
            raise web.HTTPError(404)
        self.set_header("Content-Type", "text/html; charset=utf-8")
        try:
            visit, leaving = server.visits.admit(self.visitor(), page)
        except Full:
            log.warning("full: %d pages are open", server.settings_of.visitors)
            self.set_status(503)
            self.set_header("Retry-After", "60")
            self.set_header("Refresh", str(45 + secrets.randbelow(30)))  # not all who wait at the same moment
            self.finish(server.error_page(503, ADVICE[503]))
            return
        for other in leaving:
            server.retire_soon(other, Reason.REPLACED)
        try:
            ready = server.shelf.take(page)
            if ready is not None:
                visit.kernel = ready.kernel
                self.write(with_hints(ready.html))
            else:
                async with asyncio.timeout(server.settings_of.busy + 60):
                    visit.kernel, chunks = await server.renderings.start(page, self.request.query)
                    await self._stream(chunks)
        except BaseException:
            server.retire_soon(visit, Reason.DIED)
            raise
        server.visits.rendered(visit)
        if self.request.connection.stream.closed():  # type: ignore[union-attr]
            server.retire_soon(visit, Reason.LEFT)

    async def _stream(self, chunks: Any) -> None:
        """Send the page as it is made, with a sign of life in between."""
        pieces = aiter(chunks)
        step = asyncio.ensure_future(anext(pieces, None))
        try:
            while True:
                done, _ = await asyncio.wait([step], timeout=BEAT)
                if not done:
                    self.write("<!-- still at it -->\n")
                elif (piece := step.result()) is None:
                    return
                else:
                    self.write(with_hints(piece))
                    step = asyncio.ensure_future(anext(pieces, None))
                if not self.request.connection.stream.closed():  # type: ignore[union-attr]
                    await self.flush()
        finally:
            step.cancel()


class ProcessState(Visitor):
    """Whether a page's process is still there: all that a browser asks before it connects."""

    worth_logging = False

    async def get(self, kernel_id: str) -> None:
        """Its name, if it runs."""
        if self.server.visits.of(kernel_id) is None:
            raise web.HTTPError(404)
        self.finish({"id": kernel_id, "name": "python3"})


class Goodbye(Visitor):
    """What a browser sends when its page is closed."""

    worth_logging = False

    async def post(self, kernel_id: str) -> None:
        """End the page's process; whoever knows its name owns it."""
        if visit := self.server.visits.of(kernel_id):
            self.server.retire_soon(visit, Reason.LEFT)
        self.set_status(204)
        self.finish()


class Stop(Visitor):
    """The stop button beside a long computation."""

    async def post(self, kernel_id: str) -> None:
        """Interrupt what the page's process is doing."""
        if self.server.visits.of(kernel_id) is None:
            raise web.HTTPError(404)
        await self.server.kernel_manager.interrupt_kernel(kernel_id)
        self.set_status(204)
        self.finish()


class Health(House):
    """For a proxy or a container that asks whether the server lives."""

    async def get(self) -> None:
        """It does, or nobody would answer."""
        self.set_header("Content-Type", "text/plain")
        self.finish("ok\n")
