"""The files pages consist of: scripts, styles and fonts from a few known folders, compressed once and kept."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import mimetypes
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tornado import web

from pegp_lite.hosting.desk import Desk
from pegp_lite.hosting.web.base import Answer

SERVED = {".css", ".gif", ".js", ".png", ".svg", ".ttf", ".woff", ".woff2"}
SHRINKS = {".css", ".js", ".svg", ".ttf"}
KEEP = 600  # seconds a browser may use a file without asking again
MOST_HINTS = 200  # a page needs about ninety
SCRIPT = re.compile(r"/[\w@/.~-]{1,300}\.js(\?v=[0-9a-f]{1,64})?", re.ASCII)  # an address that may stand in a page


@dataclass(frozen=True)
class Asset:
    """A file as it goes out."""

    media: str
    plain: bytes
    packed: bytes | None
    tag: str


def find(roots: Sequence[Path], path: str, within: Sequence[str] = ()) -> Path | None:
    """The file an address names, if it is one of ours: no hidden parts, no way up, no link out, a kind we serve."""
    parts = path.split("/")
    if any(not part or part.startswith(".") or "\\" in part or "\0" in part for part in parts) or len(path) > 300:
        return None
    if within and not path.startswith(tuple(within)):
        return None
    for root in roots:
        base = root.resolve()
        wanted = base.joinpath(*parts).resolve()
        if wanted.suffix in SERVED and wanted.is_relative_to(base) and wanted.is_file():
            return wanted
    return None


def load(file: Path) -> Asset:
    """Read and compress a file."""
    plain = file.read_bytes()
    packed = gzip.compress(plain, 6, mtime=0) if file.suffix in SHRINKS and len(plain) > 1000 else None
    media = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    return Asset(media, plain, packed, f'"{hashlib.sha256(plain).hexdigest()[:24]}"')


@dataclass
class Store:
    """What was served so far: one copy of each file for all requests, and which scripts browsers came to ask for."""

    kept: dict[tuple[Sequence[Path], str], Asset] = field(default_factory=dict)
    scripts: dict[str, None] = field(default_factory=dict)  # addresses, in their order

    def with_hints(self, html: str) -> str:
        """A page that names in its head all scripts which browsers before came to need, so that none waits for another.

        A page's scripts load one another in four waves; known beforehand they come in one, a third of a second sooner.
        """
        hints = "".join(f'<link rel="preload" as="script" href="{address}">' for address in self.scripts)
        return html.replace("<head>", f"<head>{hints}", 1)


class Assets(Answer):
    """Serves files below `roots`, with `within` only those whose address begins so."""

    def initialize(self, desk: Desk, store: Store, roots: Sequence[Path], within: Sequence[str] = ()) -> None:  # type: ignore[override]
        """With the folders to look in."""
        super().initialize(desk)
        self.store, self.roots, self.within = store, tuple(roots), within

    async def get(self, path: str) -> None:
        """The file, as small as the browser takes it, and only if it has not got it already."""
        store = self.store
        asset = store.kept.get((self.roots, path))
        if asset is None:
            file = find(self.roots, path, self.within)
            if file is None:
                raise web.HTTPError(404)
            asset = await asyncio.get_running_loop().run_in_executor(None, load, file)
            if SCRIPT.fullmatch(self.request.uri or "") and len(store.scripts) < MOST_HINTS:
                store.scripts[str(self.request.uri)] = None
            store.kept[self.roots, path] = asset  # found again without asking the disk, which takes ten times as long
        self.set_header("Content-Type", asset.media)
        self.set_header("Cache-Control", f"public, max-age={KEEP}")
        self.set_header("Etag", asset.tag)
        self.set_header("Vary", "Accept-Encoding")
        if self.check_etag_header():
            self.set_status(304)
            return
        if asset.packed is not None and "gzip" in self.request.headers.get("Accept-Encoding", ""):
            self.set_header("Content-Encoding", "gzip")
            self.finish(asset.packed)
        else:
            self.finish(asset.plain)

    head = get

    def compute_etag(self) -> Any:
        """Set above: no need to hash again."""
        return self._headers.get("Etag")
