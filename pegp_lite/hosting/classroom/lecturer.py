"""The lecturer's desk: who knows the secret may read it and act; to everybody else it is not there.

The address with the secret is opened once. It leaves a cookie and goes on to an address that can be projected.
"""

from __future__ import annotations

import hmac

from tornado import web

from pegp_lite.hosting.classroom.invitation import qr_svg
from pegp_lite.hosting.classroom.room import Room
from pegp_lite.hosting.classroom.students import DESK_COOKIE, Calling
from pegp_lite.hosting.classroom.votes import Refused
from pegp_lite.hosting.desk import Desk
from pegp_lite.hosting.web.base import Answer

LONGEST = 4000  # bytes of what the desk hands in: a view's address may be long
PATIENCE = 2.0  # seconds after which the desk looks who is here


class Enter(Calling):
    """The address with the secret."""

    async def get(self, given: str) -> None:
        """Remember this browser, and go where the secret is not on the screen."""
        if not hmac.compare_digest(given.encode(), self.secret.encode()):
            self.request.path = f"{self.base_url}desk/..."  # a guess may be the secret with a slip: not for the log
            raise web.HTTPError(404)
        self.set_cookie(
            *(DESK_COOKIE, self.secret), path=self.base_url, httponly=True, samesite="Lax",
            secure=self.request.protocol == "https", expires_days=None,
        )  # fmt: skip
        self.redirect(f"{self.base_url}desk", status=303)

    write_error = Answer.write_error


class AtDesk(Calling):
    """For the lecturer alone."""

    def check_desk(self) -> None:
        """404, as for any address that is not ours, where the secret is not known."""
        if not self.lectures:
            raise web.HTTPError(404)


class DeskPage(AtDesk):
    """The desk itself."""

    def initialize(self, desk: Desk, room: Room, secret: str, address: str) -> None:  # type: ignore[override]
        """With the class's address."""
        super().initialize(desk, room, secret)
        self.address = address

    async def get(self) -> None:
        """A page whose script asks for the rest."""
        self.check_desk()
        _ = self.xsrf_token  # reading it sets its cookie
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.finish(self.desk.template("desk.html", address=self.address, code=qr_svg(self.address)))

    write_error = Answer.write_error


class DeskNews(AtDesk):
    """All there is to see."""

    async def get(self) -> None:
        """As soon as it changes, and now and then."""
        self.check_desk()
        await self.room.desk_news.wait(self.heard(), PATIENCE)
        self.finish(self.room.for_desk())


class DeskAct(AtDesk):
    """What the lecturer does."""

    async def post(self) -> None:
        """Do it."""
        self.check_desk()
        given = self.handed_in(LONGEST)
        try:
            self.room.act(given.get("do"), given.get("question"), given.get("page"), given.get("query", ""))
        except Refused as why:
            self.refuse(why)
            return
        self.set_status(204)
        self.finish()
