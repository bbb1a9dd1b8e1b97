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
from itertools import count
from pathlib import Path
from typing import Any

from pegp_lite.hosting.compat import KernelConnectionInfo, LocalProvisioner, add_provisioner
from pegp_lite.hosting.logs import log

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
        if self.code is None and self._ended(0):
            self.code = 1
            os.close(self._handle)
        return self.code

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it has ended."""
        if self.code is None and not self._ended(timeout):
            raise subprocess.TimeoutExpired("kernel", timeout or 0)
        return self.poll() or 1

    def _ended(self, timeout: float | None) -> bool:
        poll = select.poll()  # not select(), which knows descriptors below 1,024 only
        poll.register(self._handle, select.POLLIN)
        return bool(poll.poll(None if timeout is None else 1000 * timeout))

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
    """The server's end: starts the warm process and asks it for copies.

    Every request has a number that its answer repeats, so that an answer that comes too late is known for what it is:
    the copy that nobody waits for is ended, and no one gets another's.
    """

    def __init__(self, pages: Sequence[Path]) -> None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        ours.setblocking(False)
        self.begin(ours)
        command = [sys.executable, "-m", "pegp_lite.hosting.kernels.birth", str(theirs.fileno()), *map(str, pages)]
        self.process = subprocess.Popen(command, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL)
        theirs.close()

    def begin(self, ours: socket.socket) -> None:
        """Ask at this end of a socket; who answers at the other is not our concern."""
        self._ours = ours
        self._numbers = count(1)
        self._waiting: dict[int, asyncio.Future[Forked]] = {}
        self._listener: asyncio.Task[None] | None = None

    async def fork(self, arguments: Sequence[str], env: Mapping[str, str], cwd: str, patience: float = 60) -> Forked:
        """A new copy, on its way to become a kernel; where nobody waits for it any more it is ended."""
        loop = asyncio.get_running_loop()
        if self._listener is None:
            self._listener = loop.create_task(self._listen())
        number = next(self._numbers)
        request = {"number": number, "arguments": list(arguments), "env": dict(env), "cwd": cwd}
        answer = self._waiting[number] = loop.create_future()
        try:
            async with asyncio.timeout(patience):
                await loop.sock_sendall(self._ours, json.dumps(request).encode())
                return await answer
        finally:
            del self._waiting[number]
            if answer.done() and not answer.cancelled() and answer.exception() is None and sys.exc_info()[0]:
                answer.result().kill()  # it came in the moment we gave up

    async def _listen(self) -> None:
        """Hand each answer to whoever waits for it."""
        loop = asyncio.get_running_loop()
        while said := await loop.sock_recv(self._ours, 1000):
            told = json.loads(said)
            waiting = self._waiting.get(told["number"])
            if "pid" not in told:
                log.error("the nursery could not make a process: %s", told["error"])
                if waiting is not None and not waiting.done():
                    waiting.set_exception(OSError(told["error"]))
            elif waiting is None or waiting.done():
                Forked(told["pid"]).kill()
            else:
                waiting.set_result(Forked(told["pid"]))
        for waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_exception(RuntimeError("the nursery has ended"))

    def unplug(self) -> None:
        """Ask no more."""
        if self._listener is not None:
            self._listener.cancel()
        self._ours.close()

    def close(self) -> None:
        """End the nursery, and with it every process born there."""
        self.unplug()
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
    add_provisioner(PROVISIONER, NurseryProvisioner)
