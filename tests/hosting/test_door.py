"""The door: strangers are taken one at a time, so that nobody's slider waits for a crowd."""

from __future__ import annotations

import asyncio
import errno
import socket
from contextlib import ExitStack

from tornado.netutil import bind_sockets
from tornado.web import Application

from pegp_lite.hosting.web.door import Door, Limits


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
                while not any(stream.socket.getpeername() == name for stream in door.guests):
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
