"""Visits by the hundred: descriptors, memory and processes must be back where they began when all have left."""

from __future__ import annotations

import asyncio
import random
import shutil
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import psutil

from benchmarks.servers import Server, running
from benchmarks.visitors import Visitor, high

GONE = 10.0  # seconds after which the server takes a page without a line for left
WARM = 0.2  # of the visits, beforehand and at the same pace: by then caches are full
STAY = (4.0, 20.0)  # seconds that a visit takes, at least and at most
LOOK = 50  # visits between two looks at the server's own memory
RESTS = 6.0  # seconds after which a server that nobody visits has given its memory back
VANISH = 5  # every so-manieth tab is gone without a goodbye, as when a laptop is shut


@dataclass(frozen=True)
class Holdings:
    """What a server and its processes hold at one moment."""

    processes: int
    descriptors: int
    memory: float  # MiB that are theirs alone

    @classmethod
    def of(cls, server: Server) -> Holdings:
        """As it is now."""
        below = server.below()
        return cls(
            len(below),
            sum(process.num_fds() for process in below),
            sum(process.memory_full_info().uss for process in below) / 2**20,
        )


@dataclass
class Tally:
    """What came of the visits."""

    visits: int
    seconds: float
    failures: list[str]
    moves: list[float]
    before: Holdings
    after: Holdings
    along: list[float]  # MiB of the server itself, every so many visits

    @property
    def growth(self) -> float:
        """MiB that stayed, for each hundred visits."""
        return 100 * (self.after.memory - self.before.memory) / self.visits

    def line(self) -> str:
        """All figures."""
        before, after = self.before, self.after
        return (
            f"{self.visits} visits in {self.seconds:.0f} s: {len(self.failures)} failed, "
            f"slider p95 {1e3 * high(self.moves):.0f} ms; processes {before.processes} before and {after.processes} "
            f"after, descriptors {before.descriptors} and {after.descriptors}, memory {before.memory:.0f} and "
            f"{after.memory:.0f} MiB ({self.growth:+.1f} for each hundred visits); "
            f"the server's own every {LOOK} visits: {', '.join(f'{each:.1f}' for each in self.along)} MiB"
        )


async def visit(address: str, page: str, number: int, seconds: float, moves: list[float]) -> None:
    """Come, move something now and then, and go."""
    visitor = Visitor(address, page, number)
    deadline = time.monotonic() + seconds
    await visitor.arrive()
    k = 1
    while time.monotonic() < deadline:
        k += 1
        moves.append(await visitor.move(k))
        await asyncio.sleep(0.5)
    if number % VANISH == 0:
        visitor.line.transport.abort()
    else:
        await visitor.leave()


async def visits(
    server: Server, page: str, number: int, seconds: float, moves: list[float], along: list[float]
) -> list[str]:
    """So many visits, begun evenly over so many seconds; what went wrong."""
    dice, tasks = random.Random(0), []
    begun, own = time.monotonic(), psutil.Process(server.process.pid)
    for k in range(number):
        await asyncio.sleep(max(0.0, begun + k * seconds / number - time.monotonic()))
        if k % LOOK == 0:
            along.append(own.memory_full_info().uss / 2**20)
        tasks.append(asyncio.ensure_future(visit(server.address, page, k, dice.uniform(*STAY), moves)))
    done = await asyncio.gather(*tasks, return_exceptions=True)
    return [f"{type(each).__name__} {each}" for each in done if isinstance(each, BaseException)]


async def emptied(server: Server, quiet: int, seconds: float = 120.0) -> None:
    """Until all pages' processes have ended."""
    deadline = time.monotonic() + seconds
    while len(server.below()) > quiet:
        if time.monotonic() > deadline:
            raise RuntimeError(f"{len(server.below()) - quiet} processes are left {seconds:.0f} s after the last visit")
        await asyncio.sleep(0.5)
    await asyncio.sleep(RESTS)


async def come_and_go(server: Server, page: str, number: int, seconds: float) -> Tally:
    """The whole story of one server."""
    quiet = len(server.below())
    moves: list[float] = []
    along: list[float] = []
    await visits(server, page, max(10, round(WARM * number)), WARM * seconds, moves, along)
    await emptied(server, quiet)
    before, begun = Holdings.of(server), time.monotonic()
    moves.clear()
    failures = await visits(server, page, number, seconds, moves, along)
    taken = time.monotonic() - begun
    try:
        await emptied(server, quiet)
    except RuntimeError as error:
        failures.append(str(error))
    return Tally(number, taken, failures, moves, before, Holdings.of(server), along)


def report(page: Path, number: int, minutes: float) -> Tally:
    """Come and go, and print what came of it."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(page, folder)
        flags = ("--visitors", "80", "--gone-seconds", str(GONE))
        with running("ours", Path(folder), *flags) as server:
            while len(psutil.Process(server.process.pid).children()) < 1:  # the nursery
                time.sleep(0.1)
            tally = asyncio.run(come_and_go(server, page.name, number, 60 * minutes))
    print(tally.line(), flush=True)
    for failure in tally.failures:
        print(f"    {failure}", flush=True)
    return tally
