"""`make bench-hosting`: a class arrives, beside stock Voilà on the same machine in the same run; then
votes, slow strangers, visits by the hundred, and the filter by the million steps.
"""

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

from benchmarks import classroom, coming_and_going, siege, soak  # noqa: E402
from benchmarks.servers import ROOT, Server, running  # noqa: E402
from benchmarks.visitors import PATIENCE, Visitor, drag, high, together  # noqa: E402

CLASS, DRAGGERS, MANY = 30, 5, 15
PAGE = ROOT / "notebooks" / "02_star_and_diamond.ipynb"


@dataclass
class Figures:
    """What one server gave; `slider` for each number of visitors who dragged."""

    arrival: list[float]
    failed: int
    slider: dict[int, list[float]]
    memory: float


async def measure(server: Server, page: str, seconds: float, draggers: Sequence[int] = (DRAGGERS,)) -> Figures:
    """A class arrives; some drag while the others sit there, each through views that nobody saw before."""
    begun = server.work()
    visitors, arrivals, failed = await together([Visitor(server.address, page, k) for k in range(CLASS)])
    arriving = (server.work() - begun) / CLASS
    middle, last = statistics.median(arrivals), max(arrivals)
    print(f"  {server.name:10s} first interactive: median {middle:.2f} s, last {last:.2f} s, {failed} failed")
    await asyncio.sleep(8)  # whatever the server does after a rush is over
    memory = server.memory() / max(1, len(visitors))
    print(f"  {'':10s} {arriving:.2f} s of a core to open a page, {memory:.0f} MiB a visitor")
    sliders = {}
    for number in draggers:
        begun, own, received = server.work(), server.own_work(), sum(visitor.received for visitor in visitors)
        slider = sliders[number] = await drag(visitors[:number], seconds)
        moving, passing = (server.work() - begun) / len(slider), (server.own_work() - own) / len(slider)
        size = (sum(visitor.received for visitor in visitors) - received) / len(slider) / 1000
        spread = f"p50 {1e3 * statistics.median(slider):.0f} ms, p95 {1e3 * high(slider):.0f} ms"
        print(
            f"  {'':10s} {number} dragging: {spread} ({len(slider)} moves); "
            f"a move takes {1e3 * moving:.1f} ms of a core ({1e3 * passing:.1f} the server's own) and {size:.0f} kB",
            flush=True,
        )
    await asyncio.gather(*(visitor.leave() for visitor in visitors))
    return Figures(arrivals, failed, sliders, memory)


async def growth(server: Server, page: str, moves: int = 500) -> tuple[float, float]:
    """MiB a page's process holds after fifty moves, and after so many more."""
    known = {process.pid for process in server.below()}
    visitor = Visitor(server.address, page)
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
        visitors, arrivals, failed = await together([Visitor(server.address, page, k) for k in range(CLASS)])
        stuck, taken = stuck + failed, taken + arrivals
        await asyncio.gather(*(visitor.leave() for visitor in visitors))
    return stuck, taken


def in_browsers(server: Server, page: str, number: int = 3) -> None:
    """Real Chromium, one tab after another: seconds until the page is there, and what it fetches."""
    from chromium import chromium, visitor

    taken, fetched = [], []
    with chromium() as browser:
        for _ in range(number):
            with visitor(browser) as visit:
                sizes: list[float] = []
                network = visit.page.context.new_cdp_session(visit.page)
                network.send("Network.enable")
                network.on("Network.loadingFinished", lambda said, sizes=sizes: sizes.append(said["encodedDataLength"]))
                start = time.perf_counter()
                visit.page.goto(f"{server.address}voila/render/{page}")
                visit.page.wait_for_selector(".pegp-sentence", timeout=PATIENCE * 1000)
                taken.append(time.perf_counter() - start)
                fetched.append(sum(sizes) / 1e6)
    words = ", ".join(f"{seconds:.1f} s" for seconds in taken)
    print(f"  {'':10s} in Chromium, alone: {words}; {statistics.median(fetched):.1f} MB fetched", flush=True)


def wait_until_full(server: Server, number: int) -> None:
    """Until so many pages wait on the shelf; the nursery is one process more."""
    deadline = time.monotonic() + 300
    while len(server.below()) < number + 2 and time.monotonic() < deadline:
        time.sleep(0.2)
    time.sleep(3)


def compared(name: str, ours: Figures, stock: Figures) -> None:
    """A line of ratios."""
    first = statistics.median(ours.arrival) / statistics.median(stock.arrival)
    last = max(ours.arrival) / max(stock.arrival)
    bar = high(stock.slider[DRAGGERS])
    sliders = "; ".join(f"slider p95 with {n} dragging {high(taken) / bar:.2f}" for n, taken in ours.slider.items())
    print(
        f"{name}, of stock's with {DRAGGERS} dragging: first interactive {first:.2f} (the last visitor {last:.2f}; "
        f"wanted 0.2), {sliders} (wanted 0.33 with {DRAGGERS}, 1 with {MANY}), "
        f"memory a visitor {ours.memory / stock.memory:.2f}",
        flush=True,
    )


def a_class(page: Path, seconds: float, loads: int, browsers: bool) -> None:
    """A class at stock Voilà, at ours cold, and at ours with pages kept ready."""
    with on_its_own(page) as folder:
        print(f"{CLASS} visitors at once, then some dragging, every view new; {page.name}; {os.cpu_count()} cores")
        with running("stock", folder) as server:
            stock = asyncio.run(measure(server, page.name, seconds))
            if browsers:
                in_browsers(server, page.name)
        with running("ours, cold", folder, "--visitors", str(CLASS + 2)) as server:
            time.sleep(10)  # as long as it takes to say good morning
            cold = asyncio.run(measure(server, page.name, seconds, (DRAGGERS, MANY)))
            before, after = asyncio.run(growth(server, page.name))
            if browsers:
                in_browsers(server, page.name)
            stuck, taken = asyncio.run(many_loads(server, page.name, loads))
        with running("ours", folder, "--visitors", str(CLASS), "--ready", str(CLASS)) as server:
            wait_until_full(server, CLASS)
            ready = asyncio.run(measure(server, page.name, seconds, (DRAGGERS, MANY)))
    compared("cold", cold, stock)
    compared("make serve", ready, stock)
    print(f"one page's own memory: {before:.1f} MiB after 50 moves, {after:.1f} after 500 more")
    if taken:
        print(f"{len(taken) + stuck} page loads, {CLASS} at a time: {stuck} stuck, slowest {max(taken):.1f} s")


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
    parser.add_argument("--visits", type=int, default=500, help="that come and go (500)")
    parser.add_argument("--minutes", type=float, default=10, help="over which they do (10)")
    parser.add_argument("--steps", type=int, default=soak.STEPS, help="of the filter (a million)")
    parser.add_argument("--no-browser", action="store_true", help="leave Chromium out")
    parser.add_argument("--only", choices=["load", "votes", "strangers", "visits", "filter"])
    given = parser.parse_args(arguments)
    if given.only in (None, "load"):
        a_class(PAGE, given.seconds, given.loads, not given.no_browser)
    if given.only in (None, "votes"):
        with on_its_own(PAGE) as folder:
            classroom.report(folder, PAGE.name, given.seconds, CLASS, DRAGGERS)
    if given.only in (None, "strangers"):
        siege.report()
    if given.only in (None, "visits"):
        coming_and_going.report(PAGE, given.visits, given.minutes)
    if given.only in (None, "filter"):
        soak.report(given.steps)


if __name__ == "__main__":
    main()
