"""What pages ask of the classroom: to hear news, to vote, to hand in a game. Plain requests, past the processes."""

from __future__ import annotations

import hmac
import json
from http.client import responses
from typing import Any

from tornado import web

from pegp_lite.hosting.classroom.room import MOST_WAITING, Room
from pegp_lite.hosting.classroom.votes import Refused
from pegp_lite.hosting.desk import Desk
from pegp_lite.hosting.web.pages import COOKIE, TOKEN, Visitor

LONGEST = 1000  # bytes of what a page hands in
PATIENCE = 25.0  # seconds a page waits for news before it is told that there are none
DESK_COOKIE = "pegp-desk"


class Calling(Visitor):
    """A request to the classroom: answered in JSON, never logged."""

    worth_logging = False

    def initialize(self, desk: Desk, room: Room, secret: str) -> None:  # type: ignore[override]
        """With the classroom, and the lecturer's secret."""
        super().initialize(desk)
        self.room, self.secret = room, secret

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """A word for the page's script."""
        self.finish({"refused": responses.get(status_code, "refused")})

    @property
    def lectures(self) -> bool:
        """Whether this browser knows the secret."""
        return hmac.compare_digest((self.get_cookie(DESK_COOKIE) or "").encode(), self.secret.encode())

    def heard(self) -> int:
        """The number of the last news this page has heard; -1 for none."""
        said = self.get_query_argument("heard", "-1")
        return int(said) if said.isascii() and said.isdigit() and len(said) < 12 else -1

    def handed_in(self, longest: int = LONGEST) -> dict[str, Any]:
        """The request's body, a JSON object of bounded size."""
        if len(self.request.body) > longest:
            raise web.HTTPError(413)
        try:
            given = json.loads(self.request.body)
        except (ValueError, RecursionError):
            raise web.HTTPError(400) from None
        if not isinstance(given, dict):
            raise web.HTTPError(400)
        return given

    def refuse(self, why: Refused) -> None:
        """Say why something does not count."""
        self.set_status(409)
        self.finish({"refused": str(why)})


class Student(Calling):
    """A page that is open: a browser without one is told nothing and counts for nothing."""

    def browser(self) -> str:
        """The browser's token, if a page of ours is open in it."""
        token = self.get_cookie(COOKIE) or ""
        if not TOKEN.fullmatch(token) or not self.room.expects(token):
            raise web.HTTPError(403)
        return token


class News(Student):
    """What there is to know, as soon as it is something new."""

    async def get(self) -> None:
        """At once where the page has not heard the latest, else when there is more, or after a while."""
        browser, room = self.browser(), self.room
        if not room.knows(browser):  # its page is still coming up: ask again in a moment
            self.set_status(204)
            self.finish()
            return
        guest = room.guest(browser)
        if guest.waiting >= MOST_WAITING or not guest.asks.spend(1, room.clock()):
            raise web.HTTPError(429)
        guest.waiting += 1
        try:
            await room.news.wait(self.heard(), PATIENCE)
        finally:
            guest.waiting -= 1
        self.finish(room.for_browser(browser) | {"desk": self.lectures})


class Acting(Student):
    """Something handed in."""

    async def post(self) -> None:
        """Do it, if it counts."""
        browser, room = self.browser(), self.room
        if not room.guest(browser).acts.spend(1, room.clock()):
            raise web.HTTPError(429)
        try:
            self.take(browser, self.handed_in())
        except Refused as why:
            self.refuse(why)
            return
        self.set_status(204)
        self.finish()

    def take(self, browser: str, given: dict[str, Any]) -> None:
        """What is done with it."""
        raise NotImplementedError


class Vote(Acting):
    """A vote."""

    def take(self, browser: str, given: dict[str, Any]) -> None:
        """Count it."""
        self.room.vote(browser, given.get("question"), given.get("choice"))


class HandIn(Acting):
    """A finished game."""

    def take(self, browser: str, given: dict[str, Any]) -> None:
        """Score it."""
        self.room.hand_in(browser, given.get("game"))
