"""A file from the reader's own disk, read in the browser and sent in pieces that a server's filter lets pass."""

from __future__ import annotations

import base64
import binascii
import math
from collections.abc import Callable
from typing import Any, TypeGuard

import ipywidgets as widgets
from traitlets import Dict, Unicode

from pegp_lite.pages.live import VERSION

PIECE = 48 * 1024  # bytes of the file in one message, which holds them as a third more letters
LONGEST_NAME = 60


class Upload(widgets.DOMWidget):
    """A button that takes a file of at most `most` bytes; the whole of it goes to `taken(name, content)`.

    The browser sends a piece when the one before was acknowledged in `card`; what does not fit together is dropped.
    """

    _model_name = Unicode("UploadModel").tag(sync=True)
    _model_module = Unicode("pegp-lite").tag(sync=True)
    _model_module_version = Unicode(VERSION).tag(sync=True)
    _view_name = Unicode("UploadView").tag(sync=True)
    _view_module = Unicode("pegp-lite").tag(sync=True)
    _view_module_version = Unicode(VERSION).tag(sync=True)

    card = Dict().tag(sync=True)
    value = Dict().tag(sync=True)  # the one thing that comes in

    def __init__(self, taken: Callable[[str, bytes], None], most: int, said: str = "") -> None:
        self._taken, self.most = taken, most
        self._name, self._size, self._pieces = "", 0, list[bytes]()
        super().__init__(card={"most": most, "piece": PIECE, "said": said, "heard": ""})
        self.observe(lambda change: self._heard(change["new"]), "value")

    def say(self, said: str) -> None:
        """Say something beside the button."""
        self.card = self.card | {"said": said}

    def _heard(self, value: Any) -> None:
        if not isinstance(value, dict):
            return
        name, size, at, turn = (value.get(word) for word in ("name", "size", "at", "turn"))
        piece = _bytes(value.get("piece"))
        if not (isinstance(name, str) and _count(size) and _count(at) and _count(turn)) or piece is None:
            return
        if size > self.most:
            self._end(f"{size:,} bytes are too many: at most {self.most:,} are taken here.")
        elif at == 0:
            self._name, self._size, self._pieces = named(name), size, []
            self._take(at, turn, piece)
        elif size == self._size and at == len(self._pieces):
            self._take(at, turn, piece)
        else:
            self._end("The file did not arrive whole; choose it again.")

    def _take(self, at: int, turn: int, piece: bytes) -> None:
        left = self._size - at * PIECE
        if len(piece) != min(PIECE, max(left, 0)):
            self._end("The file did not arrive whole; choose it again.")
            return
        self._pieces.append(piece)
        if len(self._pieces) < math.ceil(self._size / PIECE):
            self.card = self.card | {"heard": f"{turn}.{at}"}
            return
        name, content = self._name, b"".join(self._pieces)
        self._end(name, f"{turn}.{at}")
        self._taken(name, content)

    def _end(self, said: str, heard: str = "") -> None:
        self._name, self._size, self._pieces = "", 0, []
        self.card = self.card | {"said": said, "heard": heard}

    def __repr__(self) -> str:
        return str(self.card["said"])


def named(name: str) -> str:
    """A file's name without folders and without what cannot be printed, not too long."""
    last = name.replace("\\", "/").rsplit("/", 1)[-1]
    return "".join(letter for letter in last if letter.isprintable())[:LONGEST_NAME].strip() or "file"


def _count(value: Any) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _bytes(text: Any) -> bytes | None:
    if not isinstance(text, str) or len(text) > 4 * PIECE // 3 + 4:
        return None
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None
