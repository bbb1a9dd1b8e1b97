"""The nursery's own process: imports everything, then forks a copy for each page that is asked for.

It holds no thread, which is what makes forking safe.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import json
import os
import random
import select
import signal
import socket
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

LONGEST = 1 << 18  # bytes of one request: mostly the environment
DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG


def warm_up() -> None:
    """Import what every page needs."""
    import ipykernel.ipkernel
    import ipykernel.kernelapp  # noqa: F401
    import ipywidgets  # noqa: F401

    import pegp_lite.figures.render.matplotlib  # noqa: F401


def rehearse(page: Path) -> None:
    """Run a page once and throw it away, so that its modules, caches and fonts are there; errors are its own."""
    import ipywidgets
    import nbformat

    here = os.getcwd()
    os.chdir(page.parent)
    space: dict[str, Any] = {"__name__": "__rehearsal__"}
    try:
        with open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere):
            for cell in nbformat.read(page, as_version=4).cells:
                if cell.cell_type == "code":
                    exec(compile(cell.source, page.name, "exec"), space)
    except Exception as error:
        print(f"{page.name} could not be rehearsed: {type(error).__name__}", file=sys.stderr)
    finally:
        os.chdir(here)
        space.clear()
        ipywidgets.Widget.close_all()
    if threading.active_count() > 1:
        print(f"{page.name} starts threads, and a process with threads is not safe to fork.", file=sys.stderr)


def be_born(request: Mapping[str, Any], ours: socket.socket) -> None:
    """In the child: shake off the nursery and become a kernel."""
    ours.close()
    os.setsid()
    ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGKILL)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGCHLD):
        signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)
    os.environ.clear()
    os.environ.update(request["env"])
    os.chdir(request["cwd"])
    random.seed()
    if "numpy" in sys.modules:
        sys.modules["numpy"].random.seed()
    from pegp_lite.hosting.kernels.process import FORKED, run

    run([*request["arguments"], FORKED])


def main(handle: int, pages: Sequence[str]) -> None:
    """Attend to the server until it closes its end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # so that ended children leave no zombie
    ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGTERM)
    with socket.socket(fileno=handle) as ours:
        warm_up()
        attend(ours, [Path(page) for page in pages])


def attend(ours: socket.socket, unseen: list[Path]) -> None:
    """Fork a child for every request until there are no more; rehearse the pages while there is none."""
    while True:
        if unseen and not select.select([ours], [], [], 0)[0]:
            rehearse(unseen.pop(0))
            gc.collect()
            gc.freeze()  # so that the collector does not touch, and thereby copy, what all share
            continue
        said = ours.recv(LONGEST)
        if not said:
            return
        request = json.loads(said)
        sys.stdout.flush()
        sys.stderr.flush()
        answer: dict[str, Any] = {"number": request["number"]}
        try:
            pid = os.fork()
        except OSError as error:  # too many processes, or no memory: those who are here stay
            answer["error"] = error.strerror
        else:
            if pid == 0:
                code = 1
                try:
                    be_born(request, ours)
                    code = 0
                finally:
                    os._exit(code)
            answer["pid"] = pid
        ours.send(json.dumps(answer).encode())


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
