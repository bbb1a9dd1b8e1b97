"""`python -m pegp_lite.hosting`: serve the pages, to yourself or to a class."""

from __future__ import annotations

import argparse
import logging
from collections.abc import Sequence
from pathlib import Path

from pegp_lite.hosting.settings import Settings, prepare_environment


def read(arguments: Sequence[str] | None = None) -> Settings:
    """The settings a command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m pegp_lite.hosting", description=__doc__)
    add = parser.add_argument
    add("folder", nargs="?", default="notebooks", type=Path, help="where the pages are (notebooks)")
    add("--host", default="127.0.0.1", help="address to listen on; 0.0.0.0 lets others in (127.0.0.1)")
    add("--port", default=8866, type=int, help="port to listen on (8866)")
    add("--base-url", default="/", help="path prefix behind a proxy, like /pegp/ (/)")
    add("--name", action="append", default=[], help="a host name visitors use; may be given again")
    add("--proxied", action="store_true", help="a proxy of yours is in front: believe its X-Forwarded headers")
    add("--visitors", default=30, type=int, help="pages open at once; the next visitor is asked to wait (30)")
    add("--ready", default=0, type=int, help="copies of the first page kept run and waiting (0)")
    add("--idle-minutes", default=20, type=float, help="close a page that nobody touched for so long (20)")
    add("--gone-seconds", default=30, type=float, help="close a page whose tab is gone for so long (30)")
    add("--busy-seconds", default=60, type=float, help="stop a computation that takes longer (60)")
    add("--memory", default=1024, type=int, metavar="MIB", help="address space a page's process may use (1024)")
    given = parser.parse_args(arguments)
    try:
        return Settings(
            folder=given.folder.resolve(),
            host=given.host,
            port=given.port,
            base_url=given.base_url,
            names=tuple(given.name),
            proxied=given.proxied,
            visitors=given.visitors,
            ready=given.ready,
            idle=60 * given.idle_minutes,
            gone=given.gone_seconds,
            busy=given.busy_seconds,
            memory=given.memory,
        )
    except ValueError as error:
        parser.error(str(error))


def main(arguments: Sequence[str] | None = None) -> None:
    """Serve until told to stop."""
    settings = read(arguments)
    logging.basicConfig(format="%(asctime)s %(message)s", datefmt="%H:%M:%S", level=logging.WARNING)
    logging.getLogger("pegp_lite.hosting").setLevel(logging.INFO)
    prepare_environment()
    from pegp_lite.hosting.server import Server

    Server.made(settings).start()


if __name__ == "__main__":
    main()
