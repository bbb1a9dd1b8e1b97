"""The server's log: one line a page, nothing personal."""

from __future__ import annotations

import logging

from tornado import web

log = logging.getLogger("pegp_lite.hosting")


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
