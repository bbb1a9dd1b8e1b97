"""The files of a saved comparison: some seeds of one policy each, put in place in one step."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from pathlib import Path

import numpy as np

from pegp_lite.bandit.record import ARRAYS, Record, join
from pegp_lite.writing import write_atomically

_PIECE = re.compile(r"(?P<slug>.+)\.(?P<first>\d{6})-(?P<last>\d{6})\.npz")


class ResultError(ValueError):
    """A folder that does not hold a result, or holds another one; the message says which.

    >>> from pegp_lite.study.results import load
    >>> load("nowhere")
    Traceback (most recent call last):
    pegp_lite.study.results.piece_files.ResultError: nowhere holds no result: there is no settings.json in it
    """


def pieces(place: Path, name: str) -> list[Path]:
    """The files of one policy, by their first seed."""
    found = {path: match for path in (place / "records").glob("*.npz") if (match := _PIECE.fullmatch(path.name))}
    ours = [path for path, match in found.items() if match["slug"] == slug(name)]
    return sorted(ours, key=lambda path: path.name)


def write_piece(place: Path, name: str, first: int, record: Record) -> Path:
    """Write the record of some seeds of one policy, the first of them number `first`."""
    content = io.BytesIO()
    np.savez_compressed(content, policy=np.array(record.policy), **{each: getattr(record, each) for each in ARRAYS})
    path = place / "records" / f"{slug(name)}.{first:06d}-{first + len(record.points):06d}.npz"
    write_atomically(path, content.getvalue())
    return path


def read_record(place: Path, name: str) -> Record | None:
    """The seeds of one policy from the first on without a gap, or None."""
    found: list[Record] = []
    have = 0
    for path in pieces(place, name):
        first = int(_PIECE.fullmatch(path.name)["first"])  # type: ignore[index]
        if first != have:
            continue
        try:
            with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as piece:
                found.append(Record(str(piece["policy"]), *(piece[each] for each in ARRAYS)))
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile, zlib.error) as error:
            raise ResultError(f"{path} is damaged ({error}); delete it, and a new run will play it again") from None
        have += len(found[-1].points)
    return join(found) if found else None


def slug(name: str) -> str:
    """A file name's worth of a policy's name; names that differ stay different."""
    if re.fullmatch(r"[A-Za-z0-9]+", name):
        return name
    return re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-") + f"-{zlib.crc32(name.encode()):08x}"
