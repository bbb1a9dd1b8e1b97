"""What every answer has in common: its headers, its error page, and a log line without anything personal."""

from __future__ import annotations

import logging
from http.client import responses
from typing import Any

from tornado import web

log = logging.getLogger("pegp_lite.hosting")

ADVICE = {
    403: "This is not for visitors.",
    404: "There is no page at this address.",
    405: "That cannot be done here.",
    421: "This server does not go by the name in the address. Use the address you were given.",
    503: "All places are taken. Please try again in a minute.",
}


def policy(host: str) -> str:
    """The content security policy: scripts from our own files only, none written into a page, nothing from elsewhere.

    Voilà's bundle needs no `unsafe-eval`. Styles are written into pages by JupyterLab's own code, so those must be
    allowed; `ws:` is spelled out because not every browser counts a websocket as `'self'`.
    """
    return "; ".join(
        [
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data: blob:",
            "font-src 'self' data:",
            f"connect-src 'self' ws://{host} wss://{host}",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'self'",
        ]
    )


class House(web.RequestHandler):
    """Comes first among a handler's base classes."""

    def set_default_headers(self) -> None:
        """Headers for every answer, and no word about the software that gives it."""
        self.clear_header("Server")
        self.set_header("Content-Security-Policy", policy(self.request.host))
        self.set_header("Referrer-Policy", "no-referrer")
        self.set_header("X-Content-Type-Options", "nosniff")
        self.set_header("Cross-Origin-Opener-Policy", "same-origin")
        self.set_header("Cross-Origin-Resource-Policy", "same-origin")
        self.set_header("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
        self.set_header("Cache-Control", "no-store")

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """A page that says what to do, whatever went wrong inside."""
        self.set_header("Content-Type", "text/html; charset=utf-8")
        advice = ADVICE.get(status_code, "Something went wrong on our side. Load the page again.")
        self.finish(self.settings["house_page"](status_code, advice))

    def get_login_url(self) -> str:
        """Nobody logs in here."""
        raise web.HTTPError(403)

    def log_exception(self, typ: Any, value: Any, tb: Any) -> None:
        """Errors of ours with their traceback; a refusal has its line in `log_request`."""
        if not isinstance(value, web.HTTPError):
            log.error("failed: %s", self._request_summary(), exc_info=(typ, value, tb))

    def _request_summary(self) -> str:
        """No address of a visitor, and no query, which may hold what they typed."""
        return f"{self.request.method} {self.request.path[:200]}"


def log_request(handler: web.RequestHandler) -> None:
    """One line a page; nothing for the files it consists of, unless they are missing."""
    status = handler.get_status()
    if status >= 400 or getattr(handler, "worth_logging", False):
        seconds = handler.request.request_time()
        log.log(
            logging.WARNING if status >= 500 else logging.INFO,
            "%d %s %s %.2f s",
            status,
            handler.request.method,
            handler.request.path[:200],
            seconds,
        )


class Nothing(House):
    """The answer to every address that is not ours, and to every host name that is not."""

    def initialize(self, status: int = 404) -> None:
        """With the status to answer."""
        self.status = status

    def prepare(self) -> None:
        """Refuse, whatever the method."""
        known = self.settings["house_host"].match(self.request.host_name)
        raise web.HTTPError(self.status if known else 421, reason=responses.get(self.status))
