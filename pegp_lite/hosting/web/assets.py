"""The files pages consist of: scripts, styles and fonts from a few known folders, compressed once and kept."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import mimetypes
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tornado import web

from pegp_lite.hosting.desk import Desk
from pegp_lite.hosting.web.base import Answer
from pegp_lite.hosting.web.origin import came_from

SERVED = {".css", ".gif", ".js", ".png", ".svg", ".ttf", ".woff", ".woff2"}
SHRINKS = {".css", ".js", ".svg", ".ttf"}
PIECE = 2**16  # bytes sent at once
KEEP = 600  # seconds a browser may use a file without asking again
MOST_HINTS = 200  # a page needs about ninety
MOST_VOTERS = 50
SCRIPT = re.compile(r"/[\w@/.~-]{1,300}\.js(?:\?v=([0-9a-f]{8,128}))?", re.ASCII)  # an address that may stand in a page


@dataclass(frozen=True)
class Asset:
    """A file as it goes out."""

    media: str
    plain: bytes
    packed: bytes | None
    tag: str
    name: str
    digest: str

    def goes_by(self, version: str | None) -> bool:
        """Whether a browser that was told so by our pages would ask for it as this version.

        Bundles write a part of the file's name there, Voilà's templates the digest of what is in it.
        """
        return version is None or version in self.name or version == self.digest


def find(roots: Sequence[Path], path: str, within: Sequence[str] = ()) -> Path | None:
    """The file an address names, if it is one of ours: no hidden parts, no way up, no link out, a kind we serve."""
    parts = path.split("/")
    if any(not part or part.startswith(".") or "\\" in part or "\0" in part for part in parts) or len(path) > 300:
        return None
    if within and not path.startswith(tuple(within)):
        return None
    for root in roots:
        base = root.resolve()
        try:
            wanted = base.joinpath(*parts).resolve()
            if wanted.suffix in SERVED and wanted.is_relative_to(base) and wanted.is_file():
                return wanted
        except OSError:  # a name longer than names can be
            return None
    return None


def load(file: Path) -> Asset:
    """Read and compress a file."""
    plain = file.read_bytes()
    packed = gzip.compress(plain, 6, mtime=0) if file.suffix in SHRINKS and len(plain) > 1000 else None
    media = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    digest = hashlib.sha512(plain).hexdigest()
    return Asset(media, plain, packed, f'"{digest[:24]}"', file.name, digest)


@dataclass
class Store:
    """What was served so far: one copy of each file for all requests, and which scripts browsers came to ask for.

    An address of the net has one vote for each script, whatever it asks for, and what most voted for is hinted at: one
    who fetches every script there is burdens nobody else's page.
    """

    kept: dict[Path, asyncio.Future[Asset]] = field(default_factory=dict)
    found: dict[tuple[Sequence[Path], str], Path] = field(default_factory=dict)
    votes: dict[str, dict[str, None]] = field(default_factory=dict)  # voter -> scripts in the order asked for

    async def asset(self, roots: Sequence[Path], path: str, within: Sequence[str]) -> Asset | None:
        """The file an address names: looked for once, since the disk takes ten times as long, and compressed once."""
        file = self.found.get((roots, path)) or find(roots, path, within)
        if file is None:
            return None
        self.found[roots, path] = file
        if file not in self.kept:
            self.kept[file] = asyncio.get_running_loop().run_in_executor(None, load, file)
        return await asyncio.shield(self.kept[file])

    def vote(self, voter: str, script: str) -> None:
        """Someone asked for this script."""
        if voter not in self.votes and len(self.votes) >= MOST_VOTERS:
            del self.votes[next(iter(self.votes))]
        own = self.votes.setdefault(voter, {})
        if len(own) < MOST_HINTS:
            own[script] = None

    @property
    def scripts(self) -> list[str]:
        """The scripts that more than half asked for, in their order."""
        count = Counter(script for own in self.votes.values() for script in own)
        return [script for script, votes in count.items() if 2 * votes > len(self.votes)]

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
        self.tag: str | None = None

    async def get(self, path: str) -> None:
        """The file, as small as the browser takes it, and only if it has not got it already."""
        store = self.store
        asset = await store.asset(self.roots, path, self.within)
        if asset is None:
            raise web.HTTPError(404)
        script = SCRIPT.fullmatch(self.request.uri or "")
        if script and asset.goes_by(script.group(1)):
            limits = self.desk.limits
            voter = came_from(self.request.remote_ip or "", self.request.headers, limits.proxied)
            store.vote(voter or "", script.string)
        self.set_header("Content-Type", asset.media)
        self.set_header("Cache-Control", f"public, max-age={KEEP}")
        self.tag = asset.tag
        self.set_header("Etag", self.tag)
        self.set_header("Vary", "Accept-Encoding")
        if self.check_etag_header():
            self.set_status(304)
            return
        content = asset.plain
        if asset.packed is not None and "gzip" in self.request.headers.get("Accept-Encoding", ""):
            self.set_header("Content-Encoding", "gzip")
            content = asset.packed
        self.set_header("Content-Length", str(len(content)))
        for start in range(0, len(content), PIECE):  # as it is taken, or whoever does not take it has a copy of it all
            self.write(content[start : start + PIECE])
            await self.flush()
        self.finish()

    head = get

    def compute_etag(self) -> Any:
        """Known: no need to hash again."""
        return self.tag
