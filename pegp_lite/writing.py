"""Files that are whole or not there, whenever the power goes."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def write_atomically(path: Path, content: bytes) -> None:
    """Put a whole file in place in one step: readers see the old one or the new one, never half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with part.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def only_writer(lock: Path, else_raise: Exception) -> Iterator[None]:
    """Hold the file `lock` through the operating system, which lets go of it when a process dies."""
    lock.parent.mkdir(parents=True, exist_ok=True)
    with open(lock, "a+b") as held:
        try:
            if os.name == "nt":
                import msvcrt

                held.seek(0)
                msvcrt.locking(held.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
            else:
                import fcntl

                fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise else_raise from None
        yield
