"""The server's log: one line a page, nothing personal, and no way to fill a disk with it or to forge a line."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # pages' processes log too, and need no web server
    from tornado import web

log = logging.getLogger("pegp_lite.hosting")
LONGEST = 500  # characters of one line
MOST_TRACEBACK = 6000  # characters of one traceback; its end says what went wrong
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def plain(text: str) -> str:
    """What strangers sent, without the newlines that forge a line and the escapes that colour a terminal."""
    return CONTROL.sub(lambda found: f"\\x{ord(found.group()):02x}", text)


class Plain(logging.Formatter):
    """One line for each entry, and tracebacks indented, so that nothing in them passes for an entry."""

    def formatMessage(self, record: logging.LogRecord) -> str:
        """The line, cut to size."""
        line = plain(super().formatMessage(record))
        return line if len(line) <= LONGEST else line[:LONGEST] + "…"

    def formatException(self, ei: object) -> str:
        """The traceback, or its end where it is long."""
        lines = super().formatException(ei)[-MOST_TRACEBACK:].splitlines()  # type: ignore[arg-type]
        return "\n".join("    " + plain(line) for line in lines)


@dataclass(eq=False)
class Calm(logging.Filter):
    """Lets so many entries of a kind pass, and so many in all; the rest are counted, and the next one says how many.

    A kind is the place in the code that speaks: what it says may hold what a stranger sent, so no two are alike.
    """

    burst: float = 30.0
    rate: float = 0.5  # a second, of each kind
    burst_in_all: float = 200.0
    rate_in_all: float = 5.0
    clock: Callable[[], float] = time.monotonic
    kinds: dict[tuple[str, int], tuple[float, float]] = field(default_factory=dict)  # what is left, and since when
    unsaid: dict[tuple[str, int], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        super().__init__()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether this one is written."""
        kind, all_of_them = (record.pathname, record.lineno), ("", 0)
        own, total = (
            self._left(kind, self.burst, self.rate),
            self._left(all_of_them, self.burst_in_all, self.rate_in_all),
        )
        now = self.clock()
        passes = own >= 1 and total >= 1
        self.kinds[kind] = (own - passes, now)
        self.kinds[all_of_them] = (total - passes, now)
        if not passes:
            self.unsaid[kind] = self.unsaid.get(kind, 0) + 1
        elif count := self.unsaid.pop(kind, 0):
            record.msg, record.args = f"{record.getMessage()} (and {count} more like it)", None
        return passes

    def _left(self, kind: tuple[str, int], burst: float, rate: float) -> float:
        left, since = self.kinds.get(kind, (burst, self.clock()))
        return min(burst, left + (self.clock() - since) * rate)


def set_up(form: str, level: int = logging.WARNING) -> None:
    """Make every entry of this process go to standard error, plain and bounded."""
    handler = logging.StreamHandler()
    handler.setFormatter(Plain(form, datefmt="%H:%M:%S"))
    handler.addFilter(Calm())
    logging.basicConfig(handlers=[handler], level=level, force=True)


def log_request(handler: web.RequestHandler) -> None:
    """One line a page; nothing for the files it consists of, unless they are missing."""
    status = handler.get_status()
    if getattr(handler, "silent", False):
        return
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
