"""`make bench-hosting`: a class arrives, beside stock Voilà on the same machine in the same run; then the soak.

Visitors are websocket clients that do what a page's scripts do (load, connect, ask for all widgets, move a slider),
since thirty browsers would take the two cores from the server; a few real ones check the result. Loopback only.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
for name in ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ.setdefault(name, "1")  # for the soak; servers set their own
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

import psutil  # noqa: E402
from attacker import V1, pack, unpack  # noqa: E402
from serving import free_port, stop, wait_until_listening  # noqa: E402
from tornado.httpclient import AsyncHTTPClient  # noqa: E402
from websockets.asyncio.client import connect  # noqa: E402

from benchmarks import soak  # noqa: E402

CLASS, DRAGGERS = 30, 5
PATIENCE = 120.0  # seconds after which a visitor counts as stuck
SLIDERS = ("IntSliderModel", "FloatSliderModel", "FloatLogSliderModel")


@dataclass
class Server:
    """A server under load."""

    name: str
    port: int
    process: subprocess.Popen

    def below(self) -> list[psutil.Process]:
        """The server and every process it started, directly or not."""
        own = psutil.Process(self.process.pid)
        return [own, *own.children(recursive=True)]

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
        total = 0.0
        for process in self.below():
            try:
                times = process.cpu_times()
            except psutil.Error:
                continue
            total += times.user + times.system
        return total


@contextmanager
def running(name: str, folder: Path, *flags: str) -> Iterator[Server]:
    """Stock Voilà or ours on a folder; ended with all it started."""
    port = free_port()
    where = Path(tempfile.mkdtemp(prefix="bench-"))
    env = dict(os.environ)
    if name == "stock":  # nothing of ours: no template, no settings, no advice about threads
        for each in ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS", "JUPYTER_PATH"):
            env.pop(each, None)
        command = ["-m", "voila", str(folder), "--no-browser", f"--port={port}", "--Voila.ip=127.0.0.1"]
    else:
        command = ["-m", "pegp_lite.hosting", str(folder), "--port", str(port)]
    log = where / "log"
    with log.open("wb") as sink:
        process = subprocess.Popen(
            [sys.executable, *command, *flags],
            cwd=where,
            env=env | {"PYTHONPATH": str(ROOT)},
            stdin=subprocess.DEVNULL,
            stdout=sink,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    server = Server(name, port, process)
    try:
        wait_until_listening(port, process, log)
        yield server
    finally:
        left = [p for p in server.below() if p.pid != process.pid]
        stop(process)
        for each in left:  # stock kernels are sessions of their own
            if each.is_running():
                each.kill()
        shutil.rmtree(where, ignore_errors=True)


@dataclass
class Visitor:
    """One websocket client."""

    port: int
    page: str
    states: dict[str, dict[str, Any]] = field(default_factory=dict)
    cookie: str = ""

    async def arrive(self) -> float:
        """Seconds until the page has answered the first move of a slider."""
        start = time.perf_counter()
        answer = await AsyncHTTPClient().fetch(
            f"http://127.0.0.1:{self.port}/voila/render/{self.page}", request_timeout=PATIENCE, connect_timeout=PATIENCE
        )
        self.cookie = "; ".join(each.split(";")[0] for each in answer.headers.get_list("Set-Cookie"))
        found = re.search(r'"kernelId": "([0-9a-f-]{36})"', answer.body.decode())
        if not found:
            raise RuntimeError("a page without a process")
        self.kernel, self.session = found.group(1), uuid.uuid4().hex
        address = f"ws://127.0.0.1:{self.port}/api/kernels/{self.kernel}/channels?session_id={self.session}"
        self.line = await connect(
            address, subprotocols=[V1], max_size=None, open_timeout=PATIENCE, proxy=None, ping_interval=None
        )
        comm = uuid.uuid4().hex
        await self.send("comm_open", {"comm_id": comm, "target_name": "jupyter.widget.control", "data": {}})
        await self.send("comm_msg", {"comm_id": comm, "data": {"method": "request_states"}})
        self.slider = next(name for name, state in self.states.items() if state.get("_model_name") in SLIDERS)
        state = self.states[self.slider]
        low, high, step = state["min"], state["max"], state["step"]
        if state["_model_name"] == "FloatLogSliderModel":
            low, high = state["base"] ** low, state["base"] ** high
            self.grid = [low * (high / low) ** (k / 20) for k in range(21)]
        else:
            self.grid = [low + k * step for k in range(round((high - low) / step) + 1)][:40]
        await self.move(1)
        return time.perf_counter() - start

    async def send(self, kind: str, content: Any) -> None:
        """Send one message and wait until the process has dealt with it."""
        identity, data = pack("shell", kind, content, self.session)
        await self.line.send(data)
        while True:
            raw = await asyncio.wait_for(self.line.recv(), PATIENCE)
            assert isinstance(raw, bytes)
            message = unpack(raw)
            kind = message["header"]["msg_type"]
            if kind == "comm_msg":
                for name, known in (message["content"]["data"].get("states") or {}).items():
                    self.states[name] = known["state"]
            idle = kind == "status" and message["content"]["execution_state"] == "idle"
            if idle and message["parent"].get("msg_id") == identity:
                return

    async def move(self, k: int) -> float:
        """Seconds a move of the slider takes to come back as a picture."""
        start = time.perf_counter()
        there_and_back = [*self.grid, *reversed(self.grid)]
        value = there_and_back[k % len(there_and_back)]
        data = {"method": "update", "state": {"value": value}, "buffer_paths": []}
        await self.send("comm_msg", {"comm_id": self.slider, "data": data})
        return time.perf_counter() - start

    async def leave(self) -> None:
        """Close the tab."""
        await self.line.close()
        token = re.search(r"_xsrf=([^;]*)", self.cookie)
        if token:
            await AsyncHTTPClient().fetch(
                f"http://127.0.0.1:{self.port}/voila/api/shutdown/{self.kernel}",
                method="POST",
                body=f"_xsrf={token.group(1)}",
                headers={"Cookie": self.cookie},
                raise_error=False,
            )


def high(values: Sequence[float]) -> float:
    """The 95th percentile."""
    return statistics.quantiles(values, n=20)[-1] if len(values) > 1 else values[0]


async def together(port: int, page: str, number: int) -> tuple[list[Visitor], list[float], int]:
    """So many visitors at once: those who came through, how long each waited, and how many did not."""
    visitors = [Visitor(port, page) for _ in range(number)]
    arrivals = await asyncio.gather(
        *(asyncio.wait_for(visitor.arrive(), PATIENCE) for visitor in visitors), return_exceptions=True
    )
    through = [v for v, a in zip(visitors, arrivals, strict=True) if isinstance(a, float)]
    for failure in (a for a in arrivals if not isinstance(a, float)):
        print(f"    failed: {type(failure).__name__} {failure}")
    return through, [a for a in arrivals if isinstance(a, float)], number - len(through)


async def drag(visitors: Sequence[Visitor], seconds: float) -> list[float]:
    """All of them drag for a while, each one message after another as a browser does."""

    async def one(visitor: Visitor) -> list[float]:
        taken, k, end = [], 0, time.perf_counter() + seconds
        while time.perf_counter() < end:
            k += 1
            taken.append(await visitor.move(k))
        return taken

    return [each for own in await asyncio.gather(*(one(visitor) for visitor in visitors)) for each in own]


@dataclass
class Figures:
    """What one server gave."""

    arrival: list[float]
    failed: int
    slider: list[float]
    memory: float


async def measure(server: Server, page: str, seconds: float) -> Figures:
    """A class arrives; five of them drag while the others sit there."""
    begun = server.work()
    visitors, arrivals, failed = await together(server.port, page, CLASS)
    arriving = (server.work() - begun) / CLASS
    await asyncio.sleep(8)  # whatever the server does after a rush is over
    begun = server.work()
    slider = await drag(visitors[:DRAGGERS], seconds)
    moving = (server.work() - begun) / len(slider)
    memory = server.memory() / max(1, len(visitors))
    await asyncio.gather(*(visitor.leave() for visitor in visitors))
    figures = Figures(arrivals, failed, slider, memory)
    middle, last, memory_text = statistics.median(arrivals), max(arrivals), f"{memory:.0f} MiB a visitor"
    moves = f"p50 {1e3 * statistics.median(slider):.0f} ms, p95 {1e3 * high(slider):.0f} ms ({len(slider)} moves)"
    print(f"  {server.name:10s} first interactive: median {middle:.2f} s, last {last:.2f} s, {failed} failed")
    print(f"  {'':10s} slider {moves}; {memory_text}")
    print(f"  {'':10s} work: {arriving:.2f} s of a core to open a page, {1e3 * moving:.0f} ms a move", flush=True)
    return figures


async def growth(server: Server, page: str, moves: int = 500) -> tuple[float, float]:
    """MiB a page's process holds after fifty moves, and after so many more."""
    known = {process.pid for process in server.below()}
    visitor = Visitor(server.port, page)
    await visitor.arrive()
    (own, *_) = [process for process in server.below() if process.pid not in known]
    for k in range(50):
        await visitor.move(k)
    before = own.memory_full_info().uss
    for k in range(moves):
        await visitor.move(k)
    after = own.memory_full_info().uss
    await visitor.leave()
    return before / 2**20, after / 2**20


async def many_loads(server: Server, page: str, loads: int) -> tuple[int, list[float]]:
    """Class after class, until so many pages were loaded: how many got stuck, and how long the others took."""
    stuck, taken = 0, []
    for _ in range(loads // CLASS):
        visitors, arrivals, failed = await together(server.port, page, CLASS)
        stuck, taken = stuck + failed, taken + arrivals
        await asyncio.gather(*(visitor.leave() for visitor in visitors))
    return stuck, taken


def in_browsers(server: Server, page: str, number: int = 3) -> list[float]:
    """Real Chromium, one tab after another: seconds until the figure is there."""
    from browser import chromium, visitor

    taken = []
    with chromium() as browser:
        for _ in range(number):
            with visitor(browser) as visit:
                start = time.perf_counter()
                visit.page.goto(f"http://127.0.0.1:{server.port}/voila/render/{page}")
                visit.page.wait_for_selector(".pegp-picture", timeout=PATIENCE * 1000)
                taken.append(time.perf_counter() - start)
    return taken


def wait_until_full(server: Server, number: int) -> None:
    """Until so many pages wait on the shelf; the nursery is one process more."""
    deadline = time.monotonic() + 300
    while len(server.below()) < number + 2 and time.monotonic() < deadline:
        time.sleep(0.2)
    time.sleep(3)


def load(page: Path, seconds: float, loads: int, browsers: bool) -> None:
    """The load table."""
    AsyncHTTPClient.configure(None, max_clients=200)
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        shutil.copy(page, folder / page.name)
        print(f"{CLASS} visitors at once, then {DRAGGERS} of them dragging; {page.name}; {os.cpu_count()} cores")
        with running("stock", folder) as server:
            stock = asyncio.run(measure(server, page.name, seconds))
            if browsers:
                print(f"    in Chromium, alone: {', '.join(f'{t:.1f} s' for t in in_browsers(server, page.name))}")
        with running("ours, cold", folder, "--visitors", str(CLASS + 2)) as server:
            time.sleep(10)  # as long as it takes to say good morning
            cold = asyncio.run(measure(server, page.name, seconds))
            before, after = asyncio.run(growth(server, page.name))
            if browsers:
                print(f"    in Chromium, alone: {', '.join(f'{t:.1f} s' for t in in_browsers(server, page.name))}")
            stuck, taken = asyncio.run(many_loads(server, page.name, loads))
        with running("ours", folder, "--visitors", str(CLASS), "--ready", str(CLASS)) as server:
            wait_until_full(server, CLASS)
            ready = asyncio.run(measure(server, page.name, seconds))
    for name, ours in (("cold", cold), ("make serve", ready)):
        first = statistics.median(ours.arrival) / statistics.median(stock.arrival)
        last = max(ours.arrival) / max(stock.arrival)
        slider = high(ours.slider) / high(stock.slider)
        print(
            f"{name}: first interactive {first:.2f} of stock's (the last visitor {last:.2f}), "
            f"slider p95 {slider:.2f} of stock's, memory a visitor {ours.memory / stock.memory:.2f} of stock's"
        )
    print(f"one page's own memory: {before:.1f} MiB after 50 moves, {after:.1f} after 500 more")
    print(f"{len(taken) + stuck} page loads, {CLASS} at a time: {stuck} stuck, slowest {max(taken):.1f} s")


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--page", type=Path, default=ROOT / "notebooks" / "00_start_here.ipynb")
    parser.add_argument("--seconds", type=float, default=20, help="of dragging (20)")
    parser.add_argument("--loads", type=int, default=300, help="page loads to look for stuck ones in (300)")
    parser.add_argument("--steps", type=int, default=soak.STEPS, help="of the soak (a million)")
    parser.add_argument("--no-browser", action="store_true", help="leave Chromium out")
    parser.add_argument("--only", choices=["load", "soak"])
    given = parser.parse_args(arguments)
    if given.only != "soak":
        load(given.page, given.seconds, given.loads, not given.no_browser)
    if given.only != "load":
        soak.report(given.steps)


if __name__ == "__main__":
    main()
