"""Fetching one known file: resumed where it broke off, checked against a pinned sum, one writer at a time."""

from __future__ import annotations

import errno
import os
import shutil
import urllib.error
import urllib.request
from collections.abc import Callable
from http.client import HTTPException
from pathlib import Path
from urllib.parse import urlsplit

from pegp_lite.problems.sensors.files import sha256_of
from pegp_lite.writing import only_writer

Progress = Callable[[int, int | None], None]
_PIECE = 1 << 17


class DownloadError(RuntimeError):
    """A download that did not come to its end; the message says why and what to do next."""


def fetch(
    url: str,
    destination: Path,
    sha256: str,
    progress: Progress | None = None,
    timeout: float = 30.0,
    attempts: int = 5,
) -> Path:
    """Download `url` to `destination` and return it; a file already there with the right sum is left alone.

    Bytes go to `<destination>.part` and stay there when the line breaks, so the next call goes on from them;
    the finished file is checked and then put in place in one step. `progress` is called with the bytes so
    far and the bytes in all, None where the server does not say.
    """
    if urlsplit(url).scheme not in ("http", "https"):
        raise DownloadError(f"an address that starts with http:// or https:// was wanted, got {url!r}")
    destination.parent.mkdir(parents=True, exist_ok=True)
    busy = DownloadError(f"another process is downloading to {destination}; wait for it to end")
    with only_writer(destination.with_name(destination.name + ".lock"), busy):
        if destination.exists():
            if sha256_of(destination) == sha256:
                return destination
            raise DownloadError(f"{destination} exists and is another file; move it away or choose another place")
        part = destination.with_name(destination.name + ".part")
        try:
            _fetch_all(url, part, progress, timeout, attempts)
        except OSError as error:
            if error.errno not in (errno.ENOSPC, errno.EDQUOT):
                raise
            free = shutil.disk_usage(destination.parent).free
            raise DownloadError(
                f"the disk of {destination.parent} is full ({free:,} bytes free); what arrived is kept, "
                "make room and run it again"
            ) from None
        found = sha256_of(part)
        if found != sha256:
            part.unlink()
            raise DownloadError(
                f"what {url} sent is not the file wanted: its sha256 is {found}, not {sha256}; "
                "it was thrown away. Run it again; if that ends the same, the file on the server has changed"
            )
        os.replace(part, destination)
    return destination


def _fetch_all(url: str, part: Path, progress: Progress | None, timeout: float, attempts: int) -> None:
    """Fill `part`, going on after a broken line as long as some attempt still brings bytes."""
    failures = 0
    while True:
        before = part.stat().st_size if part.exists() else 0
        try:
            if _fetch_once(url, part, before, progress, timeout):
                return
            reason = "the connection closed early"
        except urllib.error.HTTPError as error:
            raise DownloadError(f"{url}: the server answered {error.code} {error.reason}") from None
        except (urllib.error.URLError, HTTPException, TimeoutError, ConnectionError) as error:
            reason = str(getattr(error, "reason", error)) or type(error).__name__
        now = part.stat().st_size if part.exists() else 0
        failures = 0 if now > before else failures + 1
        if failures >= attempts or now == 0:
            kept = f"; {now:,} bytes are kept and the next run goes on from there" if now else ""
            raise DownloadError(
                f"{urlsplit(url).hostname} could not be reached or broke off ({reason}){kept}. "
                "Without a network: get the file elsewhere and give its path, or set PEGP_INTEL_DATA to it"
            )


def _fetch_once(url: str, part: Path, have: int, progress: Progress | None, timeout: float) -> bool:
    """One request from byte `have` on; True when the file is complete."""
    headers = {"User-Agent": "pegp_lite"} | ({"Range": f"bytes={have}-"} if have else {})
    try:
        response = urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=timeout)
    except urllib.error.HTTPError as error:
        if error.code != 416 or not have:
            raise
        error.close()
        total = (error.headers.get("Content-Range") or "").rpartition("/")[2]
        if total == str(have):
            return True
        part.unlink()
        return False
    with response:
        resumed = response.status == 206 and f"bytes {have}-" in response.headers.get("Content-Range", "")
        have = have if resumed else 0
        length = response.headers.get("Content-Length")
        total_bytes = have + int(length) if length and length.isdigit() else None
        with open(part, "ab" if resumed else "wb") as file:
            if total_bytes is not None and shutil.disk_usage(part.parent).free < total_bytes - have:
                raise OSError(errno.ENOSPC, "no room for the whole file")
            while piece := response.read(_PIECE):
                file.write(piece)
                have += len(piece)
                if progress is not None:
                    progress(have, total_bytes)
    return total_bytes is None or have == total_bytes
