"""Opening a data file: packed or plain, and which of the two forms it holds."""

from __future__ import annotations

import gzip
import hashlib
import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

from pegp_lite.problems.sensors.errors import DataError

BLOCK = 8 << 20
LONGEST_LINE = 1 << 20
_LAB_ROW = re.compile(rb"\s*\d{4}-\d\d-\d\d[ \t]+\d\d:\d\d:\d\d(\.\d*)?[ \t]+\d+[ \t]+\d+([ \t]|\r?$)")
_OTHER_FORMATS = {
    b"PK\x03\x04": "a zip archive or a spreadsheet (.xlsx): unpack it, or save the sheet as CSV",
    b"\xd0\xcf\x11\xe0": "an old spreadsheet (.xls): save the sheet as CSV",
    b"BZh": "packed with bzip2: unpack it first",
    b"\xfd7zXZ": "packed with xz: unpack it first",
    b"PAR1": "a Parquet file: save the table as CSV",
    b"\x89HDF": "an HDF5 file: save the table as CSV",
    b"\xff\xfe": "UTF-16 text: save it as UTF-8",
    b"\xfe\xff": "UTF-16 text: save it as UTF-8",
}


@contextmanager
def open_data(path: Path) -> Iterator[BinaryIO]:
    """Open `path` for reading bytes, unpacking gzip by content and not by name."""
    try:
        with open(path, "rb") as plain:
            if plain.peek(2)[:2] == b"\x1f\x8b":
                with gzip.open(plain) as unpacked:
                    yield cast(BinaryIO, unpacked)
            else:
                yield plain
    except FileNotFoundError:
        raise DataError(f"{path}: there is no such file") from None
    except IsADirectoryError:
        raise DataError(f"{path} is a folder; a data file was wanted") from None
    except PermissionError:
        raise DataError(f"{path} may not be read by this user") from None
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise DataError(f"{path}: the gzip file is cut short or damaged ({error}); fetch it again") from None


def blocks(path: Path) -> Iterator[bytes]:
    """Yield the file in pieces of about 8 MB that each end with a line's end."""
    rest = b""
    lines_before = 0
    with open_data(path) as stream:
        while piece := stream.read(BLOCK):
            cut = piece.rfind(b"\n") + 1
            if cut == 0 and len(rest) + len(piece) > LONGEST_LINE:
                raise DataError(f"{path}, line {lines_before + 1:,}: over {LONGEST_LINE:,} bytes without a line's end")
            if cut == 0:
                rest += piece
                continue
            whole = rest + piece[:cut]
            rest = piece[cut:]
            lines_before += whole.count(b"\n")
            yield whole
    if rest:
        yield rest + b"\n"


def sha256_of(path: Path) -> str:
    """The sha256 of the file's bytes as they lie on the disk, in hex."""
    with open(path, "rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def form_of(path: Path) -> str:
    """`"lab"` for the lab's blank-separated text, `"csv"` for anything else that is text."""
    with open_data(path) as stream:
        head = stream.read(1 << 16)
    if not head.strip():
        raise DataError(f"{path}: the file is empty")
    for magic, meaning in _OTHER_FORMATS.items():
        if head.startswith(magic):
            raise DataError(f"{path} is {meaning}")
    if b"\x00" in head:
        raise DataError(f"{path} is not text: byte {head.index(0):,} is zero; a CSV or the lab's data.txt was wanted")
    lines = [line for line in head.splitlines()[:20] if line.strip()]
    rows = sum(_LAB_ROW.match(line) is not None for line in lines)
    return "lab" if 2 * rows > len(lines) else "csv"
