"""What a visitor opens: the start page and the pages, each with a process of its own while there is room."""

from __future__ import annotations

import asyncio
import re
import secrets
from typing import Any

from tornado import web

from pegp_lite.hosting.compat import JupyterHandler, has_left
from pegp_lite.hosting.desk import Desk
from pegp_lite.hosting.logs import log
from pegp_lite.hosting.web.assets import Store
from pegp_lite.hosting.web.base import ADVICE, NO_SHARE, Answer
from pegp_lite.hosting.web.origin import came_from, may_open_a_page
from pegp_lite.hosting.wire.visits import Full, Reason

COOKIE = "pegp-visitor"
TOKEN = re.compile(r"[\w-]{22}", re.ASCII)
BEAT = 10.0  # seconds of silence after which a page that is being made says that it still is


class Visitor(Answer, JupyterHandler):
    """A handler that knows a browser again, by a random cookie that dies with the browser's session."""

    worth_logging = True

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
        self.finish(self.desk.template("tree.html", classroom=self.desk.limits.classroom))


class Slash(Answer):
    """The start page's address without its last slash, as people type it and JupyterHub passes it on."""

    async def get(self) -> None:
        """The right address."""
        self.redirect(self.desk.limits.base_url, permanent=True)


class LessonPage(Visitor):
    """A page with its process."""

    def initialize(self, desk: Desk, store: Store) -> None:  # type: ignore[override]
        """With the files' store, which knows the scripts a page will need."""
        super().initialize(desk)
        self.store = store

    async def get(self, page: str) -> None:
        """A ready page where there is one, else one made now."""
        desk = self.desk
        if page not in desk.renderings.notebooks:
            raise web.HTTPError(404)
        if not may_open_a_page(self.request.headers):
            raise web.HTTPError(403)
        self.set_header("Content-Type", "text/html; charset=utf-8")
        address = came_from(self.request.remote_ip or "", self.request.headers, desk.limits.proxied)
        try:
            visit, leaving = desk.visits.admit(self.visitor(), page, address)
        except Full as full:
            log.warning("full: %s of %d taken", full, desk.limits.visitors)
            self.set_status(503)
            self.set_header("Retry-After", "60")
            self.set_header("Refresh", str(45 + secrets.randbelow(30)))  # not all who wait at the same moment
            self.finish(desk.error_page(503, ADVICE[NO_SHARE if full.share else 503]))
            return
        for other in leaving:
            desk.retire_soon(other, Reason.REPLACED)
        try:
            ready = desk.shelf.take(page)
            if ready is not None:
                visit.kernel = ready.kernel
                self.write(self.store.with_hints(ready.html))
            else:
                async with asyncio.timeout(desk.limits.busy + 60):
                    visit.kernel, chunks = await desk.renderings.start(page, self.request.query)
                    await self._stream(chunks)
        except BaseException:
            desk.retire_soon(visit, Reason.DIED)
            raise
        desk.visits.rendered(visit)
        if has_left(self.request):
            desk.retire_soon(visit, Reason.LEFT)

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
                    self.write(self.store.with_hints(piece))
                    step = asyncio.ensure_future(anext(pieces, None))
                if not has_left(self.request):
                    await self.flush()
        finally:
            step.cancel()
