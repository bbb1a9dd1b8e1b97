"""The door: strangers are taken one at a time, so that nobody's slider waits for a crowd."""

from __future__ import annotations

import asyncio
import errno
import socket
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager, suppress

import pytest
from tornado.netutil import bind_sockets
from tornado.web import Application, RequestHandler

from pegp_lite.hosting.web.door import Door, Limits


class Echo(RequestHandler):
    async def post(self):
        self.finish(self.request.body)


@pytest.fixture
def door_of_echoes():
    @asynccontextmanager
    async def made() -> AsyncIterator[tuple[str, int]]:
        door = Door(Application([("/", Echo)]), Limits(most=100, per_address=100))
        (listener,) = bind_sockets(0, "127.0.0.1", backlog=100)
        door.add_sockets([listener])
        try:
            yield listener.getsockname()
        finally:
            door.stop()
            await door.close_all_connections()

    return made


def test_a_crowd_is_let_in_one_by_one():
    """Between two of them the loop turns to whatever else waits: here, us."""

    async def story() -> None:
        door = Door(Application(), Limits(most=100, per_address=100))
        (listener,) = bind_sockets(0, "127.0.0.1", backlog=100)
        with ExitStack() as crowd:
            for _ in range(40):
                crowd.enter_context(socket.create_connection(listener.getsockname()))
            door.add_sockets([listener])
            crowd.callback(door.stop)
            here = 0
            while here < 40:
                await asyncio.sleep(0)
                assert len(door.guests) - here <= 1
                here = len(door.guests)
        await door.close_all_connections()

    asyncio.run(asyncio.wait_for(story(), 60))


def test_of_whole_requests_too_one_is_answered_at_a_time():
    async def story() -> None:
        door = Door(Application(), Limits(most=100, per_address=100))
        (listener,) = bind_sockets(0, "127.0.0.1", backlog=100)
        with ExitStack() as crowd:
            callers = [crowd.enter_context(socket.create_connection(listener.getsockname())) for _ in range(20)]
            door.add_sockets([listener])
            crowd.callback(door.stop)
            while len(door.guests) < 20:
                await asyncio.sleep(0)
            for each in callers:  # all of them in the same turn of the loop
                each.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            inside = 0
            while inside < 20:
                await asyncio.sleep(0)
                now_inside = sum(guest.stream is not None for guest in door.guests)
                assert now_inside - inside <= 1
                inside = now_inside
            await door.close_all_connections()

    asyncio.run(asyncio.wait_for(story(), 60))


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ",
        b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 6000\r\n\r\n_xsrf=",
    ],
)
def test_who_has_not_said_a_whole_request_costs_tornado_nothing(said: bytes):
    async def story() -> None:
        door = Door(Application(), Limits(most=100, per_address=100))
        (listener,) = bind_sockets(0, "127.0.0.1", backlog=100)
        door.add_sockets([listener])
        with ExitStack() as crowd:
            crowd.callback(door.stop)
            for _ in range(20):
                crowd.enter_context(socket.create_connection(listener.getsockname())).sendall(said)
            while sum(guest.said == said for guest in door.guests) < 20:
                await asyncio.sleep(0)
            assert not any(guest.stream for guest in door.guests)
            await door.close_all_connections()
            assert not door.guests
            assert not door.crowd

    asyncio.run(asyncio.wait_for(story(), 60))


def test_a_request_is_heard_whole_however_it_comes(door_of_echoes):
    """In one piece, byte by byte, longer than one read, and two in one breath."""

    async def story() -> None:
        async with door_of_echoes() as address:
            for body, size in [(b"", 1), (b"a=1", 1), (b"a=1", 10_000), (b"x" * 60_000, 70_000)]:
                reader, writer = await asyncio.open_connection(*address)
                request = b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: %d\r\n\r\n%b" % (len(body), body)
                for sent in (request * 2, request):
                    for start in range(0, len(sent), size):
                        writer.write(sent[start : start + size])
                        await writer.drain()
                        await asyncio.sleep(0)
                for _ in range(3):
                    head = await reader.readuntil(b"\r\n\r\n")
                    assert head.startswith(b"HTTP/1.1 200")
                    assert await reader.readexactly(len(body)) == body
                writer.close()
                await writer.wait_closed()

    asyncio.run(asyncio.wait_for(story(), 60))


def test_one_who_waits_to_be_asked_for_the_body_is_asked(door_of_echoes):
    async def story() -> None:
        async with door_of_echoes() as address:
            reader, writer = await asyncio.open_connection(*address)
            head = b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n"
            writer.write(head)
            assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 100")
            writer.write(b"abc")
            assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200")
            writer.close()
            await writer.wait_closed()

    asyncio.run(asyncio.wait_for(story(), 60))


@pytest.mark.parametrize(
    "said",
    [
        b"nonsense\r\n\r\n",
        b"GET / HTTP/1.1\r\nX: " + b"x" * 20_000,
        b"POST / HTTP/1.1\r\nContent-Length: 99999\r\n\r\n",
    ],
)
def test_what_makes_no_sense_or_is_too_long_is_refused_at_once(door_of_echoes, said: bytes):
    async def story() -> None:
        async with door_of_echoes() as address:
            reader, writer = await asyncio.open_connection(*address)
            writer.write(said)
            with suppress(ConnectionError):  # a line closed on what was not read
                assert b"200" not in await reader.read()
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()

    asyncio.run(asyncio.wait_for(story(), 60))


def test_half_a_request_is_waited_for_so_long_and_no_longer(monkeypatch: pytest.MonkeyPatch):
    async def story() -> None:
        door = Door(Application(), Limits(most=100, per_address=100))
        (listener,) = bind_sockets(0, "127.0.0.1", backlog=100)
        door.add_sockets([listener])
        with ExitStack() as crowd:
            crowd.callback(door.stop)
            for _ in range(20):
                crowd.enter_context(socket.create_connection(listener.getsockname())).sendall(b"GET / ")
            while sum(bool(guest.said) for guest in door.guests) < 20:
                await asyncio.sleep(0)
            door.sweep()
            assert len(door.guests) == 20
            monkeypatch.setattr("pegp_lite.hosting.web.door.PATIENCE", 0.0)
            door.sweep()
            while door.guests:
                await asyncio.sleep(0)
            assert not door.crowd

    asyncio.run(asyncio.wait_for(story(), 60))


def test_whoever_keeps_us_waiting_longest_makes_room():
    async def story() -> None:
        door = Door(Application(), Limits(most=3, per_address=2))
        (listener,) = bind_sockets(0, "127.0.0.1", backlog=100)
        door.add_sockets([listener])
        with ExitStack() as crowd:
            crowd.callback(door.stop)
            made = []
            for _ in range(3):
                made.append(crowd.enter_context(socket.create_connection(listener.getsockname())))
                name = made[-1].getsockname()
                while not any(guest.peer == name for guest in door.guests):
                    await asyncio.sleep(0)
            assert len(door.guests) == 2  # as many as one address may have
            made[0].settimeout(60)
            assert made[0].recv(1) == b""  # the first was seen out
            await door.close_all_connections()

    asyncio.run(asyncio.wait_for(story(), 60))


def test_without_descriptors_it_tries_again_later_and_does_not_spin():
    class Scarce(socket.socket):
        tries, left = 0, False

        def accept(self):
            Scarce.tries += 1
            if not Scarce.left:
                raise OSError(errno.EMFILE, "Too many open files")
            return super().accept()

    async def story() -> None:
        door = Door(Application(), Limits(most=100, per_address=100))
        (bound,) = bind_sockets(0, "127.0.0.1")
        listener = Scarce(fileno=bound.detach())
        door.add_sockets([listener])
        with ExitStack() as crowd:
            crowd.callback(door.stop)
            crowd.enter_context(socket.create_connection(listener.getsockname()))
            while not Scarce.tries:
                await asyncio.sleep(0)
            for _ in range(1000):
                await asyncio.sleep(0)
            assert Scarce.tries < 100  # one a second
            Scarce.left = True
            while not door.guests:
                await asyncio.sleep(0.01)
        await door.close_all_connections()

    asyncio.run(asyncio.wait_for(story(), 60))
