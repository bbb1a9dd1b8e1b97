"""Servers to measure: stock Voilà, or ours, on a folder of notebooks."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests")]

from serving import free_port, launched  # noqa: E402


@dataclass
class Server:
    """A server under load."""

    name: str
    port: int
    process: subprocess.Popen
    log: Path  # what it printed

    @property
    def address(self) -> str:
        """Of its start page, where it has no path prefix."""
        return f"http://127.0.0.1:{self.port}/"

    def below(self) -> list[psutil.Process]:
        """The server and every process it started, directly or not."""
        try:
            own = psutil.Process(self.process.pid)
            return [own, *own.children(recursive=True)]
        except psutil.NoSuchProcess:
            return []

    def memory(self) -> float:
        """MiB of all its processes, with what they share counted once."""
        total = 0
        for process in self.below():
            try:
                total += process.memory_full_info().pss
            except (psutil.Error, AttributeError):
                continue
        return total / 2**20

    def work(self) -> float:
        """Seconds of a core that all its processes have used so far; unlike times, a busy machine leaves it alone."""
        return self._work(self.below())

    def own_work(self) -> float:
        """The same of the one process through which all messages go: where it fills a core, more cores do not help."""
        return self._work([psutil.Process(self.process.pid)])

    @staticmethod
    def _work(processes: Sequence[psutil.Process]) -> float:
        total = 0.0
        for process in processes:
            try:
                times = process.cpu_times()
            except psutil.Error:
                continue
            total += times.user + times.system
        return total


@contextmanager
def running(name: str, folder: Path, *flags: str, port: int = 0) -> Iterator[Server]:
    """Stock Voilà or ours on a folder; ended with all it started."""
    port = port or free_port()
    where = Path(tempfile.mkdtemp(prefix="bench-"))
    env = dict(os.environ)
    if name == "stock":  # nothing of ours: no template, no settings, no advice about threads
        for each in ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS", "JUPYTER_PATH"):
            env.pop(each, None)
        command = ["-m", "voila", str(folder), "--no-browser", f"--port={port}", "--Voila.ip=127.0.0.1"]
    else:
        command = ["-m", "pegp_lite.hosting", str(folder), "--port", str(port)]
    try:
        with launched(
            [sys.executable, *command, *flags], port, where / "log", env | {"PYTHONPATH": str(ROOT)}, where
        ) as process:
            server = Server(name, port, process, where / "log")
            try:
                yield server
            finally:
                left = [each for each in server.below() if each.pid != process.pid]
        for each in left:  # stock kernels are sessions of their own
            if each.is_running():
                each.kill()
    finally:
        shutil.rmtree(where, ignore_errors=True)
