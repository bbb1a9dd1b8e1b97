"""`python -m pegp_lite.hosting`: serve the pages, to yourself or to a class."""

from __future__ import annotations

import argparse
import logging
import sys
from collections.abc import Sequence
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

from pegp_lite.hosting.logs import log, set_up
from pegp_lite.hosting.settings import Settings, prepare_environment
from pegp_lite.pages.folder import notebooks_folder


def add_arguments(
    parser: argparse.ArgumentParser, host: str = "127.0.0.1", ready: int | None = 0, classroom: bool = False
) -> None:
    """Everything a server can be told; `ready` None keeps a copy for each visitor, `classroom` has votes."""
    add = parser.add_argument
    add("folder", nargs="?", type=Path, help="where the pages are (those that came with the package)")
    add("--host", default=host, help=f"address to listen on; 0.0.0.0 lets others in ({host})")
    add("--port", default=8866, type=int, help="port to listen on (8866)")
    add("--base-url", default="/", help="path prefix behind a proxy, like /pegp/ (/)")
    add("--name", action="append", default=[], help="a host name visitors use; may be given again")
    add("--proxied", action="store_true", help="a proxy of yours is in front: believe its X-Forwarded headers")
    add("--visitors", default=30, type=int, help="pages open at once; the next visitor is asked to wait (30)")
    add("--per-address", type=int, help="pages open at once from one address (all but a tenth; on loopback all)")
    kept = "one a visitor" if ready is None else ready
    add("--ready", default=ready, type=int, help=f"copies of the first page kept run and waiting ({kept})")
    add("--idle-minutes", default=20, type=float, help="close a page that nobody touched for so long (20)")
    add("--gone-seconds", default=30, type=float, help="close a page whose tab is gone for so long (30)")
    add("--busy-seconds", default=60, type=float, help="stop a computation that takes longer (60)")
    add("--memory", default=1024, type=int, metavar="MIB", help="address space a page's process may use (1024)")
    votes, either = "votes on the predictions, and a desk for the lecturer", argparse.BooleanOptionalAction
    add("--class", action=either, dest="classroom", default=classroom, help=votes)
    files = "the page for files of visitors’ own, kept in memory alone (only where nobody else can come)"
    add("--own-data", action=either, default=None, help=files)
    add("--no-fork", action="store_true", help="start each page's process from nothing, as must be done outside Linux")


def settings_of(given: argparse.Namespace) -> Settings:
    """The settings a command line asks for."""
    made = Settings(
        folder=(notebooks_folder() if given.folder is None else given.folder).resolve(),
        host=given.host,
        port=given.port,
        base_url=given.base_url,
        names=tuple(given.name),
        proxied=given.proxied,
        visitors=given.visitors,
        per_address=given.per_address,
        ready=given.visitors if given.ready is None else given.ready,
        idle=60 * given.idle_minutes,
        gone=given.gone_seconds,
        busy=given.busy_seconds,
        memory=given.memory,
        classroom=given.classroom,
        fork=not given.no_fork,
    )
    own_data = made.loopback and not made.classroom if given.own_data is None else given.own_data
    return replace(made, own_data=own_data)


def serve(settings: Settings) -> None:
    """Serve until told to stop."""
    set_up("%(asctime)s %(message)s")
    logging.getLogger("pegp_lite.hosting").setLevel(logging.INFO)
    prepare_environment()
    try:
        from pegp_lite.hosting import compat

        compat.check()
    except (ImportError, RuntimeError) as error:
        library = (getattr(error, "name", None) or "pegp_lite").split(".")[0]
        if find_spec(library) is None:
            sys.exit(f"pegp_lite: the pages need {library}, which is not here: pip install 'pegp_lite[app]'")
        sys.exit(f"pegp_lite: a library below us has changed: {error}. `make lock` names the versions that fit.")
    for told in compat.misfits():
        log.warning("%s", told)
    from pegp_lite.hosting.server import Server

    Server.made(settings).start()


def main(arguments: Sequence[str] | None = None) -> None:
    """Serve as the command line says."""
    parser = argparse.ArgumentParser(prog="python -m pegp_lite.hosting", description=__doc__)
    add_arguments(parser)
    try:
        settings = settings_of(parser.parse_args(arguments))
    except ValueError as error:
        parser.error(str(error))
    serve(settings)


if __name__ == "__main__":
    main()
