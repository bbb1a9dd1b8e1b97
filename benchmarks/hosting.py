"""`make bench-hosting`: a class arrives, beside stock Voilà on the same machine in the same run; then the soak."""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

for name in ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ.setdefault(name, "1")  # for the soak; servers set their own
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tornado.httpclient import AsyncHTTPClient  # noqa: E402

from benchmarks import soak  # noqa: E402
from benchmarks.servers import ROOT, Server, running  # noqa: E402
from benchmarks.visitors import PATIENCE, Visitor, drag, high, together  # noqa: E402

CLASS, DRAGGERS = 30, 5
NOTEBOOKS = ROOT / "notebooks"


@dataclass
class Figures:
    """What one server gave."""

    arrival: list[float]
    failed: int
    slider: list[float]
    memory: float


async def measure(server: Server, page: str, seconds: float, alone: bool = False) -> Figures:
    """A class arrives; five of them drag while the others sit there, all through the same values or each `alone`."""
    begun = server.work()
    visitors, arrivals, failed = await together(server.port, page, CLASS)
    arriving = (server.work() - begun) / CLASS
    await asyncio.sleep(8)  # whatever the server does after a rush is over
    begun = server.work()
    slider = await drag(visitors[:DRAGGERS], seconds, alone)
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
    from chromium import chromium, visitor

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


def compared(name: str, ours: Figures, stock: Figures) -> None:
    """One line of ratios."""
    first = statistics.median(ours.arrival) / statistics.median(stock.arrival)
    last = max(ours.arrival) / max(stock.arrival)
    slider, memory = high(ours.slider) / high(stock.slider), ours.memory / stock.memory
    print(
        f"{name}, of stock's: first interactive {first:.2f} (the last visitor {last:.2f}; wanted 0.2), "
        f"slider p95 {slider:.2f} (wanted 0.33), memory a visitor {memory:.2f}",
        flush=True,
    )


def a_class(page: Path, seconds: float, loads: int, browsers: bool) -> None:
    """Everybody follows the lecturer: the same slider, the same values."""
    with on_its_own(page) as folder:
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
    compared("cold", cold, stock)
    compared("make serve", ready, stock)
    print(f"one page's own memory: {before:.1f} MiB after 50 moves, {after:.1f} after 500 more")
    print(f"{len(taken) + stuck} page loads, {CLASS} at a time: {stuck} stuck, slowest {max(taken):.1f} s", flush=True)


def explorers(page: Path, seconds: float) -> None:
    """Everybody looks at something else, so that no picture can be sent twice."""
    with on_its_own(page) as folder:
        print(f"the same, every picture new; {page.name}")
        with running("stock", folder) as server:
            stock = asyncio.run(measure(server, page.name, seconds, alone=True))
        with running("ours", folder, "--visitors", str(CLASS), "--ready", str(CLASS)) as server:
            wait_until_full(server, CLASS)
            ours = asyncio.run(measure(server, page.name, seconds, alone=True))
    compared("make serve, every picture new", ours, stock)


@contextmanager
def on_its_own(page: Path) -> Iterator[Path]:
    """A folder that holds this page and nothing else."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(page, folder)
        yield Path(folder)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20, help="of dragging (20)")
    parser.add_argument("--loads", type=int, default=300, help="page loads to look for stuck ones in (300)")
    parser.add_argument("--steps", type=int, default=soak.STEPS, help="of the soak (a million)")
    parser.add_argument("--no-browser", action="store_true", help="leave Chromium out")
    parser.add_argument("--only", choices=["load", "soak"])
    given = parser.parse_args(arguments)
    if given.only != "soak":
        AsyncHTTPClient.configure(None, max_clients=200)
        a_class(NOTEBOOKS / "00_start_here.ipynb", given.seconds, given.loads, not given.no_browser)
        explorers(NOTEBOOKS / "02_star_and_diamond.ipynb", given.seconds)
    if given.only != "load":
        soak.report(given.steps)


if __name__ == "__main__":
    main()
