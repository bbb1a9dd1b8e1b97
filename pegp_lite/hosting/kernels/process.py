"""A page's own process: a kernel with bounds on what it may take from the machine.

Started as a program where processes cannot be forked, and by the nursery (nursery.py) where they can.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from ipykernel.iostream import OutStream

from pegp_lite.hosting.logs import Calm, Plain, set_up

MEMORY = "PEGP_LITE_MEMORY_MIB"  # the environment variable that holds the bound
FORKED = "--IPKernelApp.parent_handle=1"  # no thread that polls for its parent: the nursery's end is ours
OPTIONS = (
    "--IPKernelApp.log_level=40",
    "--HistoryManager.enabled=False",
    "--InteractiveShellApp.exec_PYTHONSTARTUP=False",
    "--InteractiveShell.cache_size=0",
    "--InteractiveShellApp.extensions=ipywidgets",  # imported before there was a kernel it could tell about itself
    "--IPKernelApp.capture_fd_output=False",
    "--IPKernelApp.outstream_class=pegp_lite.hosting.kernels.process.Output",
)


class Output(OutStream):
    """What a page prints, flushed only where there is something.

    Jupyter flushes two of these after every message and waits for another thread each time: a tenth of a slider's
    answer, for pages that print nothing once they have run.
    """

    said = False

    def write(self, string: str) -> int:
        """Note that there is something."""
        self.said = True
        return super().write(string) or 0

    def flush(self) -> None:
        """Send what was written, if anything was."""
        if self.said:
            self.said = False
            super().flush()


def bound(mebibytes: int) -> None:
    """Bound this process: too much memory becomes a MemoryError that the page survives, and the server goes first."""
    try:
        import resource
    except ImportError:  # Windows has no such limits
        return
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux":
        resource.setrlimit(resource.RLIMIT_AS, (mebibytes * 2**20,) * 2)
        with contextlib.suppress(OSError):  # where memory still runs out, a page goes before the server
            Path("/proc/self/oom_score_adj").write_text("500")
    os.nice(2)


def run(arguments: Sequence[str]) -> None:
    """Be a kernel until told to stop."""
    bound(int(os.environ.get(MEMORY, "1024")))
    set_up("page: %(message)s")
    from ipykernel.kernelapp import IPKernelApp

    app = IPKernelApp.instance()
    app.initialize([*arguments, *OPTIONS])
    for handler in app.log.handlers:  # its own, which a visitor could otherwise fill the server's log by
        handler.addFilter(Calm())
        handler.setFormatter(Plain("page: %(message)s"))
    app.start()


if __name__ == "__main__":
    run(sys.argv[1:])
