"""Where pages' processes are born: one warm process that has imported everything and forks a copy for each page.

A kernel started from nothing spends over a second of a core on imports, so thirty visitors wait for half a minute; a
forked copy starts in a tenth of that and shares the memory of what was imported. The server asks over a socket; the
nursery (birth.py) forks, the child becomes a kernel. Linux only: elsewhere pages' processes start as programs
(process.py).
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

from jupyter_client.connect import KernelConnectionInfo
from jupyter_client.provisioning.factory import KernelProvisionerFactory
from jupyter_client.provisioning.local_provisioner import LocalProvisioner

PROVISIONER = "pegp-lite-nursery"


def possible() -> bool:
    """Whether this system can fork kernels and watch them."""
    return sys.platform == "linux" and hasattr(os, "pidfd_open") and hasattr(signal, "pidfd_send_signal")


class Forked:
    """A process that is not our child, with what LocalProvisioner wants of a subprocess.Popen."""

    stdin = stdout = stderr = None

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.code: int | None = None
        self._handle = -1
        try:
            self._handle = os.pidfd_open(pid)
        except ProcessLookupError:
            self.code = 1

    def poll(self) -> int | None:
        """None while it runs; how it ended only the nursery knows, so any other answer is 1."""
        if self.code is None and select.select([self._handle], [], [], 0)[0]:
            self.code = 1
            os.close(self._handle)
        return self.code

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it has ended."""
        if self.code is None and not select.select([self._handle], [], [], timeout)[0]:
            raise subprocess.TimeoutExpired("kernel", timeout or 0)
        return self.poll() or 1

    def send_signal(self, number: int) -> None:
        """Signal it, if it still runs."""
        if self.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._handle, number)

    def kill(self) -> None:
        """End it."""
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)


class Nursery:
    """The server's end: starts the warm process and asks it for copies."""

    def __init__(self, pages: Sequence[Path]) -> None:
        self._ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._ours.setblocking(False)
        self._lock = asyncio.Lock()
        command = [sys.executable, "-m", "pegp_lite.hosting.kernels.birth", str(theirs.fileno()), *map(str, pages)]
        self.process = subprocess.Popen(command, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL)
        theirs.close()

    async def fork(self, arguments: Sequence[str], env: Mapping[str, str], cwd: str) -> Forked:
        """A new copy, on its way to become a kernel; where nobody waits for it any more it is ended."""
        request = json.dumps({"arguments": list(arguments), "env": dict(env), "cwd": cwd}).encode()
        task = asyncio.ensure_future(self._ask(request))  # never cut off, or the next one would get its answer
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(lambda done: None if done.exception() else done.result().kill())
            raise

    async def _ask(self, request: bytes) -> Forked:
        loop = asyncio.get_running_loop()
        async with self._lock:
            await loop.sock_sendall(self._ours, request)
            answer = await asyncio.wait_for(loop.sock_recv(self._ours, 100), 60)
        if not answer:
            raise RuntimeError("the nursery has ended")
        return Forked(int(answer))

    def close(self) -> None:
        """End the nursery, and with it every process born there."""
        self._ours.close()
        self.process.terminate()
        self.process.wait(timeout=10)


class NurseryProvisioner(LocalProvisioner):
    """Hands kernels out from the nursery instead of starting a program for each."""

    async def launch_kernel(self, cmd: list[str], **kwargs: Any) -> KernelConnectionInfo:
        """Fork the kernel that `cmd` would start."""
        manager: Any = self.parent  # of this kernel; above it is the manager of all
        nursery: Nursery = manager.parent.nursery
        process = await nursery.fork(cmd[3:], kwargs.get("env") or os.environ, str(kwargs.get("cwd") or "."))
        self.process = process  # type: ignore[assignment]
        self.pid = self.pgid = process.pid
        self.cwd = kwargs.get("cwd")
        return self.connection_info


def register() -> None:
    """Make jupyter_client know where forked kernels come from."""
    value = f"{NurseryProvisioner.__module__}:{NurseryProvisioner.__name__}"
    factory = KernelProvisionerFactory.instance()
    factory.provisioners[PROVISIONER] = EntryPoint(PROVISIONER, value, KernelProvisionerFactory.GROUP_NAME)
