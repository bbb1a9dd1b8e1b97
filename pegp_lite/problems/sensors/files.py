"""Opening data: a file or bytes at hand, packed or plain, and which of the two forms it holds."""

from __future__ import annotations

import gzip
import hashlib
import io
import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, cast

from pegp_lite.problems.sensors.errors import DataError

BLOCK = 8 << 20
LONGEST_LINE = 1 << 20
SAVE_AS = (
    'in Excel choose File, Save As, "CSV UTF-8"; in LibreOffice File, Save As, "Text CSV"; '
    'in Google Sheets File, Download, "Comma-separated values"'
)
_LAB_ROW = re.compile(rb"\s*\d{4}-\d\d-\d\d[ \t]+\d\d:\d\d:\d\d(\.\d*)?[ \t]+\d+[ \t]+\d+([ \t]|\r?$)")
_SHEET = f"save the sheet as CSV: {SAVE_AS}"
_OTHER_FORMATS = {
    b"PK\x03\x04": f"a zip archive or a spreadsheet (.xlsx, .ods); unpack the archive, or {_SHEET}",
    b"PK\x05\x06": "an empty zip archive",
    b"\xd0\xcf\x11\xe0": f"an old spreadsheet (.xls); {_SHEET}",
    b"BZh": "packed with bzip2: unpack it first",
    b"\xfd7zXZ": "packed with xz: unpack it first",
    b"7z\xbc\xaf": "packed with 7-Zip: unpack it first",
    b"Rar!": "packed with RAR: unpack it first",
    b"PAR1": "a Parquet file: save the table as CSV",
    b"\x89HDF": "an HDF5 file: save the table as CSV",
    b"SQLite format 3": "an SQLite database: save the table as CSV",
    b"%PDF": "a PDF; a table of readings was wanted, as CSV",
    b"{\\rtf": f"a rich text document; {_SHEET}",
}
_MARKUP = re.compile(rb"\s*(<!doctype|<html|<table|<\?xml|<head|<body|<meta|<div|<!--)", re.IGNORECASE)
_JSON = re.compile(rb'\s*(\{\s*["}]|\[\s*[\[{])')


@dataclass(frozen=True)
class DataFile:
    """What to read: a file's path, or bytes that somebody handed over; `title` is what sentences call it."""

    content: Path | bytes
    title: str

    @classmethod
    def of(cls, given: str | Path | bytes, title: str | None = None) -> DataFile:
        """A path, or bytes with the title to speak of them."""
        if isinstance(given, bytes):
            return cls(given, title or "the data")
        return cls(Path(given), title or str(given))

    def __str__(self) -> str:
        return self.title

    @property
    def name(self) -> str:
        """The file's name without its folder."""
        return Path(self.title).name


@contextmanager
def open_data(file: DataFile) -> Iterator[BinaryIO]:
    """Open for reading bytes, unpacking gzip by content and not by name."""
    try:
        content = file.content
        with io.BufferedReader(io.BytesIO(content)) if isinstance(content, bytes) else open(content, "rb") as plain:
            if plain.peek(2)[:2] == b"\x1f\x8b":
                with gzip.open(plain) as unpacked:
                    yield cast(BinaryIO, unpacked)
            else:
                yield cast(BinaryIO, plain)
    except FileNotFoundError:
        raise DataError(f"{file}: there is no such file") from None
    except IsADirectoryError:
        raise DataError(f"{file} is a folder; a data file was wanted") from None
    except PermissionError:
        raise DataError(f"{file} may not be read by this user") from None
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise DataError(f"{file}: the gzip file is cut short or damaged ({error}); fetch it again") from None


def blocks(file: DataFile) -> Iterator[bytes]:
    """Yield the file in pieces of about 8 MB that each end with a line's end."""
    rest = b""
    lines_before = 0
    with open_data(file) as stream:
        while piece := stream.read(BLOCK):
            cut = piece.rfind(b"\n") + 1
            if cut == 0 and len(rest) + len(piece) > LONGEST_LINE:
                raise DataError(f"{file}, line {lines_before + 1:,}: over {LONGEST_LINE:,} bytes without a line's end")
            if cut == 0:
                rest += piece
                continue
            whole = rest + piece[:cut]
            rest = piece[cut:]
            lines_before += whole.count(b"\n")
            yield whole
    if rest:
        yield rest + b"\n"


def sha256_of(file: DataFile | Path) -> str:
    """The sha256 of the bytes as they lie on the disk, in hex."""
    content = file.content if isinstance(file, DataFile) else file
    if isinstance(content, bytes):
        return hashlib.sha256(content).hexdigest()
    with open(content, "rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def form_of(file: DataFile, encoding: str | None = None) -> str:
    """`"lab"` for the lab's blank-separated text, `"csv"` for anything else that is text in this encoding."""
    with open_data(file) as stream:
        head = stream.read(1 << 16)
    if not head.strip():
        raise DataError(f"{file}: the file is empty")
    for magic, meaning in _OTHER_FORMATS.items():
        if head.startswith(magic):
            raise DataError(f"{file} is {meaning}")
    if head[:4] in (b"\xff\xfe\0\0", b"\0\0\xfe\xff") and encoding is None:
        raise DataError(
            f"{file} is UTF-32 text; read it with --encoding utf-32, or save it as UTF-8: {SAVE_AS}",
            options=("encoding",),
        )
    if with_its_mark(head) or (encoding and encoding.lower().startswith(("utf-32", "utf32"))):
        return "csv"
    if b"\x00" in head and _every_other_is_zero(head):
        if encoding is None:
            raise DataError(
                f"{file} seems to be UTF-16 text without the mark that says so; read it with --encoding utf-16, or "
                f"save it as UTF-8: {SAVE_AS}",
                options=("encoding",),
            )
        return "csv"
    if b"\x00" in head:
        raise DataError(f"{file} is not text: byte {head.index(0):,} is zero; a CSV or the lab's data.txt was wanted")
    plain = head.removeprefix(b"\xef\xbb\xbf")
    if _MARKUP.match(plain):
        raise DataError(
            f"{file} is a web page or XML, whatever its name says (a log-in page, or a report saved as .csv or "
            f".xls); open it in a browser to see, or open it in a spreadsheet and {_SHEET}"
        )
    if _JSON.match(plain):
        raise DataError(f"{file} is JSON; a CSV was wanted: a time column and one column a sensor")
    lines = [line for line in plain.splitlines()[:20] if line.strip()]
    rows = sum(_LAB_ROW.match(line) is not None for line in lines)
    return "lab" if 2 * rows > len(lines) else "csv"


def with_its_mark(head: bytes) -> bool:
    """Whether two bytes at the start prove UTF-16, as in Excel's "Unicode text"."""
    return head[:2] in (b"\xff\xfe", b"\xfe\xff")


def _every_other_is_zero(head: bytes) -> bool:
    """Latin letters in UTF-16 without its mark: one of the two halves of the bytes is all but zero."""
    pairs = head[: len(head) // 2 * 2]
    return len(pairs) > 8 and max(pairs[0::2].count(0), pairs[1::2].count(0)) > 0.8 * len(pairs) / 2
