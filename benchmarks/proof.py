"""What must hold for visitors of several servers: each stays where it was, and comes back when its server dies."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from playwright.async_api import Page, async_playwright

from benchmarks.proxies import House
from benchmarks.servers import Server
from benchmarks.visitors import NAME, PATIENCE, Visitor
from tests.chromium import BROWSERS, FLAGS

ASK_AGAIN = 1.0  # seconds between two looks of a page that has lost its line
GIVE_UP = 20.0  # seconds after which it says that its session has ended, as watch.js does


@dataclass
class Outcome:
    """What visitors met with."""

    visitors: int = 0
    failures: list[str] = field(default_factory=list)
    moved: int = 0  # came back on another server than theirs, which was killed
    notice: float = 0.0  # seconds from the kill until the last of them was told
    remarks: list[str] = field(default_factory=list)

    def line(self, name: str, seconds: float) -> str:
        """The figures of one proxy."""
        told = f", all told within {self.notice:.0f} s" if self.moved else ""
        more = "".join(f"; {remark}" for remark in self.remarks)
        return (
            f"{name}: {self.visitors} visitors, {len(self.failures)} failures, {self.moved} moved{told}{more}; "
            f"{seconds:.0f} s"
        )

    async def all(self, what: str, steps: Sequence[Awaitable[Any]]) -> list[Any]:
        """Let all do something at once; what fails is noted, and None stands in its place."""
        done = await asyncio.gather(*(asyncio.wait_for(step, PATIENCE) for step in steps), return_exceptions=True)
        for k, each in enumerate(done):
            if isinstance(each, BaseException):
                self.failures.append(f"{what}, {k}: {type(each).__name__} {each}")
        return [None if isinstance(each, BaseException) else each for each in done]

    def expect(self, true: bool, what: str) -> None:
        """Note a failure unless this is true."""
        if not true:
            self.failures.append(what)


async def told(visitor: Visitor) -> None:
    """Until the page would say that its session has ended: when its line is closed and its process not to be had."""
    await visitor.lost()
    begun = time.monotonic()
    while time.monotonic() - begun < GIVE_UP:
        if (await visitor.fetch(f"api/kernels/{visitor.kernel}")).code in (404, 421):
            return
        await asyncio.sleep(ASK_AGAIN)


async def home(kernel: str, servers: Sequence[Server], prefix: str) -> Server:
    """The server that has this process, asked past the proxy."""
    for server in servers:
        direct = Visitor(server.address + prefix.lstrip("/"), "")
        if (await direct.fetch(f"api/kernels/{kernel}")).code == 200:
            return server
    raise RuntimeError("no server knows the page's process")


def kill(server: Server) -> None:
    """End a server as a failing machine would."""
    os.kill(server.process.pid, signal.SIGKILL)
    server.process.wait()


@asynccontextmanager
async def reader(address: str) -> AsyncIterator[Page | None]:
    """A page open in real Chromium; None where there is no Chromium."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        yield None
        return
    flags = [*FLAGS, f"--host-resolver-rules=MAP {NAME} 127.0.0.1"]
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=flags)
        try:
            page = await (await browser.new_context(ignore_https_errors=True)).new_page()
            page.set_default_timeout(PATIENCE * 1000)
            await page.goto(address)
            await page.wait_for_selector(".pegp-sentence")
            yield page
        finally:
            await browser.close()


async def kernel_of(page: Page) -> str:
    """The process behind a page in a browser."""
    return str(json.loads(await page.locator("#jupyter-config-data").text_content() or "{}")["kernelId"])


async def comes_back(visitor: Visitor) -> None:
    """Reload until the page is there again."""
    while True:
        try:
            await visitor.arrive()
            return
        except RuntimeError:  # the proxy says that there is nobody
            await asyncio.sleep(ASK_AGAIN)


async def reads_the_notice(page: Page) -> str:
    """What the notice says; then reload, as it offers to, until the page is there again."""
    link = page.locator(".pegp-notice.gone a.pegp-reload")
    await link.wait_for()
    words = await page.locator(".pegp-notice span").inner_text()
    await link.click()
    await page.locator(".pegp-notice").wait_for(state="detached")
    await page.wait_for_selector(".pegp-sentence")
    return words


async def prove(house: House, prefix: str, page: str, number: int, newcomers: int) -> Outcome:
    """Twenty come and stay; the server where the browser is dies; all are soon where they can work."""
    outcome = Outcome(number)
    visitors = [Visitor(house.address, page, k) for k in range(number)]
    find: Callable[[Visitor], Awaitable[Server]] = lambda each: home(each.kernel, house.servers, prefix)  # noqa: E731
    slashless = await Visitor(house.address.rstrip("/"), page).fetch("")
    outcome.expect(slashless.code == 200, f"without its slash the address gives {slashless.code}")
    async with reader(f"{house.address}voila/render/{page}") as tab:
        await outcome.all("arriving", [each.arrive() for each in visitors])
        homes = await outcome.all("finding its server", [find(each) for each in visitors])
        outcome.expect(len({id(each) for each in homes}) == 2, "all visitors are on one server")
        await outcome.all("moving", [each.move(k) for each in visitors for k in (2,)])
        await outcome.all("leaving", [each.leave() for each in visitors])
        await outcome.all("coming back", [each.arrive() for each in visitors])
        for k, (before, now) in enumerate(zip(homes, await outcome.all("staying", map(find, visitors)), strict=True)):
            outcome.expect(before is now, f"visitor {k} did not stay where it was")

        victim = await home(await kernel_of(tab), house.servers, prefix) if tab else homes[0]
        struck = [each for each, where in zip(visitors, homes, strict=True) if where is victim]
        spared = [each for each in visitors if each not in struck]
        kill(victim)
        begun = time.monotonic()
        rest = [server for server in house.servers if server is not victim]
        arriving = [Visitor(house.address, page, number + k) for k in range(newcomers)]
        await outcome.all("arriving after the kill", [each.arrive() for each in arriving])
        await outcome.all("moving on the other server", [each.move(3) for each in spared])
        await outcome.all("being told", [told(each) for each in struck])
        outcome.notice = time.monotonic() - begun
        await outcome.all("coming back", [each.arrive() for each in struck])
        now = await outcome.all("being elsewhere", [home(each.kernel, rest, prefix) for each in struck])
        outcome.moved = sum(each is not None for each in now)
        if tab:
            outcome.remarks.append(f'the browser read "{(await reads_the_notice(tab)).split(":")[0]}"')
            outcome.expect(await home(await kernel_of(tab), rest, prefix) in rest, "the browser is nowhere")
        await late(outcome, house, prefix, page, victim.port, spared[0])
    return outcome


async def late(outcome: Outcome, house: House, prefix: str, page: str, port: int, stuck: Visitor) -> None:
    """The dead server comes back; the other is full: who is stuck to that one must find the place on the first."""
    (full,) = [server for server in house.servers if server.port != port]
    again = house.start(port)
    begun, tries = time.monotonic(), 0
    sticky = {key: value for key, value in stuck.cookies.items() if "server" in key[1]}
    visitor = Visitor(house.address, page, cookies=sticky)
    while time.monotonic() - begun < 60:
        tries += 1
        answer = await visitor.fetch(f"voila/render/{page}")
        if answer.code == 200:
            await visitor.arrive()
            where = await home(visitor.kernel, [full, again], prefix)
            outcome.expect(where is again, "a full server let one more in")
            outcome.remarks.append(f"from a full server to one with room in {tries} tries")
            return
        outcome.expect(answer.code == 503, f"a full server behind the proxy gives {answer.code}")
        await asyncio.sleep(1)
    outcome.failures.append(f"stuck to a full server for {tries} tries, though the other has room")
