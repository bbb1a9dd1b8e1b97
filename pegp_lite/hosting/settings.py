"""What can be set about a server, with limits that are safe for a class on one machine."""

from __future__ import annotations

import os
import re
import socket
from dataclasses import dataclass
from functools import cached_property
from ipaddress import ip_address
from pathlib import Path

from pegp_lite.pages.pages import PAGES

PAGE_NAME = re.compile(r"[\w-]{1,80}\.ipynb", re.ASCII)
HOST_NAME = re.compile(r"[a-z0-9]([a-z0-9.-]{0,250}[a-z0-9])?", re.ASCII)
BASE_URL = re.compile(r"/([\w~.-]+/)*", re.ASCII)


@dataclass(frozen=True, kw_only=True)
class Settings:
    """Everything a server is told; times are in seconds."""

    folder: Path
    host: str = "127.0.0.1"
    port: int = 8866
    base_url: str = "/"
    names: tuple[str, ...] = ()  # host names visitors may use, besides addresses and this machine's own
    proxied: bool = False  # whether a proxy in front may tell us the scheme its visitors used
    visitors: int = 30
    ready: int = 0  # pages to keep run and waiting of the first page; of the others at most two
    idle: float = 20 * 60  # a connected page that nobody touched for this long is closed
    gone: float = 30  # a page without its connection for this long is taken for left
    busy: float = 60  # a computation longer than this is stopped
    memory: int = 1024  # MiB of address space a page's process may use
    per_visitor: int = 4  # pages one browser may have open
    per_address: int | None = None  # pages one address may have open; None is all but a few of them
    own_data: bool = True  # whether pages are offered to which visitors bring files of their own
    classroom: bool = False  # whether there are votes and a lecturer's desk
    fork: bool = True  # whether pages' processes are forked from a warm one, where the system can

    def __post_init__(self) -> None:
        if not self.folder.is_dir():
            raise ValueError(f"there is no folder {self.folder}; name the one with the pages")
        if not self.pages:
            raise ValueError(f"{self.folder} holds no page (a notebook with a plain name)")
        if not BASE_URL.fullmatch(self.base_url):
            raise ValueError("the base URL must begin and end with a slash, like /pegp/")
        if not 0 < self.port < 65536:
            raise ValueError("the port must be between 1 and 65535")
        if self.visitors < 1 or self.per_visitor < 1 or self.share < 1 or self.ready < 0:
            raise ValueError("there must be room for at least one visitor, and no fewer than no pages ready")
        if min(self.idle, self.gone, self.busy) <= 0:
            raise ValueError("times must be positive")
        if self.memory < 512:
            raise ValueError("a page's process needs at least 512 MiB of address space")
        for name in self.names:
            if not HOST_NAME.fullmatch(name):
                raise ValueError(f"{name!r} is not a host name; write it in lower case, without scheme or port")

    @property
    def pages(self) -> tuple[str, ...]:
        """The notebooks served: those in the folder itself, by name; nothing below it, nothing hidden."""
        found = (path.name for path in self.folder.glob("*.ipynb") if path.is_file())
        return tuple(sorted(name for name in found if PAGE_NAME.fullmatch(name) and name[:-6] not in self.withheld))

    @property
    def withheld(self) -> frozenset[str]:
        """The pages of ours that are not offered, by name."""
        return frozenset(page.name for page in PAGES if page.brings_files and not self.own_data)

    @property
    def loopback(self) -> bool:
        """Whether only this machine can reach the server."""
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"

    @property
    def share(self) -> int:
        """Pages one address may have open: generous, since a class may sit behind one, but not all there are.

        On loopback without a proxy everyone comes from this machine, so there is nobody to leave places to.
        """
        if self.per_address is not None:
            return self.per_address
        if self.loopback and not self.proxied:
            return self.visitors
        return max(1, self.visitors - max(1, self.visitors // 10))

    @cached_property
    def known_names(self) -> frozenset[str]:
        """The host names we go by."""
        names = {"localhost", *self.names}
        if not self.loopback:
            own = socket.gethostname().lower()
            names |= {own, f"{own.split('.')[0]}.local", self.host.lower()}
        return frozenset(name for name in names if HOST_NAME.fullmatch(name))

    def answers_to(self, host: str) -> bool:
        """Whether we answer to this Host, its port cut off: a page that points its own name at us must get nothing.

        That attack (DNS rebinding) needs a name, so a bare address is harmless; of names only known ones pass.
        """
        bare = host[1:-1] if host.startswith("[") and host.endswith("]") else host
        try:
            address = ip_address(bare)
        except ValueError:
            return host.lower() in self.known_names
        return (address.version == 6) == (bare != host) and (address.is_loopback or not self.loopback)


def prepare_environment() -> None:
    """Let Voilà find our page template, and give each page one BLAS thread, since the visitors share the cores."""
    ours = str(Path(__file__).resolve().parents[1] / "pages" / "share" / "jupyter")
    paths = [path for path in os.environ.get("JUPYTER_PATH", "").split(os.pathsep) if path]
    if ours not in paths:
        os.environ["JUPYTER_PATH"] = os.pathsep.join([ours, *paths])
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ[name] = "1"
    os.environ["JUPYTER_WIDGETS_ECHO"] = (
        "0"  # what one browser did is told back for the sake of others, and there are none
    )
    os.environ.setdefault("MALLOC_ARENA_MAX", "2")  # threads that only wait need no memory pool of their own
