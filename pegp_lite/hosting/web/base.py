"""What every answer has in common: its headers, its error page, and a log line without anything personal."""

from __future__ import annotations

from http.client import responses
from typing import Any

from tornado import web
from tornado.iostream import StreamClosedError

from pegp_lite.hosting.desk import Desk
from pegp_lite.hosting.logs import log
from pegp_lite.hosting.web.policy import ALWAYS, content_security_policy

NO_SHARE = 0  # no status: the address has its share of places
ADVICE = {
    403: "This is not for visitors.",
    404: "There is no page at this address.",
    405: "That cannot be done here.",
    421: "This server does not go by the name in the address. Use the address you were given.",
    503: "All places are taken. Please try again in a minute.",
    NO_SHARE: "All places for your network are taken. Please try again in a minute.",
}


class Answer(web.RequestHandler):
    """Comes first among a handler's base classes; every handler is given the desk."""

    def initialize(self, desk: Desk) -> None:
        """With the desk, which knows who is here."""
        self.desk = desk

    def set_default_headers(self) -> None:
        """Headers for every answer, and no word about the software that gives it."""
        self.clear_header("Server")
        self.set_header("Content-Security-Policy", content_security_policy(self.request.host))
        for name, value in ALWAYS.items():
            self.set_header(name, value)

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """A page that says what to do, whatever went wrong inside."""
        self.set_header("Content-Type", "text/html; charset=utf-8")
        advice = ADVICE.get(status_code, "Something went wrong on our side. Load the page again.")
        self.finish(self.desk.error_page(status_code, advice))

    def get_login_url(self) -> str:
        """Nobody logs in here."""
        raise web.HTTPError(403)

    def log_exception(self, typ: Any, value: Any, tb: Any) -> None:
        """Errors of ours with their traceback; a refusal has its line in `log_request`, and who leaves is no error."""
        if not isinstance(value, web.HTTPError | StreamClosedError):
            log.error("failed: %s", self._request_summary(), exc_info=(typ, value, tb))

    def _request_summary(self) -> str:
        """No address of a visitor, and no query, which may hold what they typed."""
        return f"{self.request.method} {self.request.path[:200]}"


class Nothing(Answer):
    """The answer to every address that is not ours, and to every host name that is not."""

    def initialize(self, desk: Desk, status: int = 404) -> None:
        """With the status to answer."""
        super().initialize(desk)
        self.status = status

    def prepare(self) -> None:
        """Refuse, whatever the method."""
        known = self.desk.limits.answers_to(self.request.host_name)
        raise web.HTTPError(self.status if known else 421, reason=responses.get(self.status))
