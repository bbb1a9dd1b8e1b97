"""The nursery: whoever asks for a process gets their own or none, whatever goes wrong there."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest

from pegp_lite.hosting.kernels import birth, nursery

pytestmark = pytest.mark.skipif(not nursery.possible(), reason="needs Linux")
SLEEPER = "import os, signal; os.write(1, b'up'); signal.pause()"


@contextmanager
def sleeper() -> Iterator[int]:
    """A process that waits to be ended."""
    read, write = os.pipe()
    pid = os.posix_spawn(
        sys.executable, [sys.executable, "-c", SLEEPER], os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, write, 1)]
    )
    os.close(write)
    try:
        assert os.read(read, 10)
        yield pid
    finally:
        os.close(read)
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        with suppress(ChildProcessError):
            os.waitpid(pid, 0)


@contextmanager
def puppet() -> Iterator[tuple[nursery.Nursery, socket.socket]]:
    """The server's end of a nursery whose other end is ours to speak for."""
    made = object.__new__(nursery.Nursery)
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    ours.setblocking(False)
    made.begin(ours)
    with ours, theirs:
        yield made, theirs


def told(theirs: socket.socket) -> int:
    return json.loads(theirs.recv(birth.LONGEST))["number"]


def answer(theirs: socket.socket, **what: object) -> None:
    theirs.send(json.dumps(what).encode())


async def until_told(theirs: socket.socket) -> int:
    return await asyncio.get_running_loop().run_in_executor(None, told, theirs)


def test_an_answer_that_comes_late_is_nobody_else_s():
    """A nursery that was stopped for a minute: the next visitor gets the second process and not the first's."""

    async def story(late: int, own: int) -> None:
        with puppet() as (made, theirs):
            with pytest.raises(TimeoutError):
                await made.fork([], {}, ".", patience=0.05)
            first = await until_told(theirs)
            next_one = asyncio.ensure_future(made.fork([], {}, "."))
            second = await until_told(theirs)
            answer(theirs, number=first, pid=late)
            answer(theirs, number=second, pid=own)
            assert (await next_one).pid == own
            assert os.waitpid(late, 0)[1] == signal.SIGKILL  # which nobody waits for, was ended
            made.unplug()

    with sleeper() as late, sleeper() as own:
        asyncio.run(story(late, own))


def test_answers_may_come_in_any_order():
    async def story(one: int, other: int) -> None:
        with puppet() as (made, theirs):
            both = [asyncio.ensure_future(made.fork([], {}, ".")) for _ in range(2)]
            numbers = [await until_told(theirs), await until_told(theirs)]
            answer(theirs, number=numbers[1], pid=other)
            answer(theirs, number=numbers[0], pid=one)
            assert [(await each).pid for each in both] == [one, other]
            made.unplug()

    with sleeper() as one, sleeper() as other:
        asyncio.run(story(one, other))


def test_a_nursery_that_ends_leaves_nobody_waiting():
    async def story() -> None:
        with puppet() as (made, theirs):
            waiting = asyncio.ensure_future(made.fork([], {}, "."))
            await until_told(theirs)
            theirs.close()
            with pytest.raises(RuntimeError, match="ended"):
                await waiting

    asyncio.run(story())


def test_a_fork_that_fails_is_told_and_the_nursery_lives_on(monkeypatch):
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)

    def no_more() -> int:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(os, "fork", no_more)
    with ours, theirs:
        for number in (1, 2):
            answer(ours, number=number, arguments=[], env={}, cwd=".")
        ours.shutdown(socket.SHUT_WR)
        birth.attend(theirs, [])  # returns at the end of what was asked, as it does when the server has gone
        for number in (1, 2):
            assert json.loads(ours.recv(1000)) == {"number": number, "error": "Resource temporarily unavailable"}


def test_a_failed_fork_is_an_error_and_no_process():
    async def story() -> None:
        with puppet() as (made, theirs):
            waiting = asyncio.ensure_future(made.fork([], {}, "."))
            answer(theirs, number=await until_told(theirs), error="no memory")
            with pytest.raises(OSError, match="no memory"):
                await waiting
            made.unplug()

    asyncio.run(story())
