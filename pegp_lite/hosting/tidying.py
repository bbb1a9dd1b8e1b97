"""What keeps a server that runs for days as quick and as small as on its first: its memory, looked after."""

from __future__ import annotations

import ctypes
import gc
import sys


def settle() -> None:
    """Leave what was loaded out of Python's search for garbage: each one held up everyone for a fifth of a second."""
    gc.collect()
    gc.freeze()


def give_back() -> None:
    """Return memory that is free to the system; left alone it stays with us in small pieces, more with every visit."""
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # of glibc alone
        if trim is not None:
            trim(0)
