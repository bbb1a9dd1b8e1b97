"""Telling a person at the terminal how far long work has come: on stderr, so that results stay clean."""

from __future__ import annotations

import sys
import time
from typing import TextIO

WIDTH = 24
PATIENCE = 5.0  # seconds between two lines where there is no terminal to draw a bar on


class Progress:
    """A bar that moves on a terminal; elsewhere a line now and then. `quiet` says nothing at all."""

    def __init__(self, stream: TextIO | None = None, quiet: bool = False) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._live = self._stream.isatty()
        self._quiet = quiet
        self._drawn = 0
        self._last = time.monotonic()

    def __call__(self, done: int, total: int | None, label: str = "") -> None:
        """So much is done of so much (None: nobody knows)."""
        if self._quiet:
            return
        if self._live:
            self._draw(f"{_bar(done, total)} {label}".rstrip())
        elif time.monotonic() - self._last > PATIENCE:
            self._last = time.monotonic()
            print(f"{_count(done, total)} {label}".rstrip(), file=self._stream, flush=True)

    def note(self, text: str) -> None:
        """Say what comes next, without a measure."""
        if self._quiet:
            return
        if self._live:
            self._draw(f"{text} ...")
        else:
            print(text, file=self._stream, flush=True)

    def close(self) -> None:
        """Wipe the bar away."""
        if self._drawn:
            self._stream.write("\r" + " " * self._drawn + "\r")
            self._stream.flush()
            self._drawn = 0

    def _draw(self, text: str) -> None:
        self._stream.write("\r" + text.ljust(self._drawn))
        self._stream.flush()
        self._drawn = len(text)


def _bar(done: int, total: int | None) -> str:
    if not total:
        return _count(done, total)
    filled = round(WIDTH * min(done / total, 1.0))
    return f"[{'#' * filled}{'.' * (WIDTH - filled)}] {_count(done, total)}"


def _count(done: int, total: int | None) -> str:
    big = max(done, total or 0) > 1_000_000
    shown = [f"{each / 1e6:.1f}" if big else str(each) for each in (done, *([total] if total else []))]
    return " / ".join(shown) + (" MB" if big else "")
