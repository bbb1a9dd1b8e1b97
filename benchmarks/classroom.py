"""What votes cost a class: the same hands on the same sliders, without and with everybody listening and voting."""

from __future__ import annotations

import asyncio
import json
import re
import time
from pathlib import Path
from urllib.parse import quote

from tornado.httpclient import HTTPResponse

from benchmarks.servers import Server, running
from benchmarks.visitors import Visitor, drag, high, together

BETWEEN = 2.0  # seconds between two votes of one student, far more than a class does
ROUNDS = 3  # of quiet and lively in turn, so that a machine that grows slower does not decide


async def call(visitor: Visitor, path: str, body: object = None) -> HTTPResponse:
    """A request as the page's script makes it."""
    if body is None:
        return await visitor.fetch(path)
    token = visitor.cookie("/").get("_xsrf", "")
    return await visitor.fetch(f"{path}?_xsrf={quote(token)}", method="POST", body=json.dumps(body))


async def attend(visitor: Visitor, question: str, heard_at: list[float]) -> None:
    """Listen for news for ever, and vote now and then."""

    async def listen() -> None:
        heard = -1
        while True:
            answer = await call(visitor, f"class/news?heard={heard}")
            if answer.code != 200:
                await asyncio.sleep(0.5)
                continue
            told = json.loads(answer.body)
            if told["heard"] != heard and heard >= 0:
                heard_at.append(time.perf_counter())
            heard = told["heard"]

    async def vote() -> None:
        k = visitor.number
        while True:
            await call(visitor, "class/vote", {"question": question, "choice": k % 3})
            k += 1
            await asyncio.sleep(BETWEEN)

    await asyncio.gather(listen(), vote())


async def compared(server: Server, page: str, seconds: float, visitors: int, hands: int) -> None:
    """Print the slider's p95 without and with votes, and how soon a reveal is heard."""
    question = f"{Path(page).stem}/first"
    lecturer = await enter(server, page)
    here, _, failed = await together([Visitor(server.address, page, k) for k in range(visitors)])
    quiet: list[float] = []
    lively: list[float] = []
    heard_at: list[float] = []
    for _ in range(ROUNDS):
        quiet += await drag(here[:hands], seconds / ROUNDS)
        attending = [asyncio.ensure_future(attend(visitor, question, heard_at)) for visitor in here]
        await asyncio.sleep(1)
        lively += await drag(here[:hands], seconds / ROUNDS)
        heard_at.clear()
        revealed = time.perf_counter()
        answer = await call(lecturer, "desk/act", {"do": "reveal", "question": question})
        if answer.code != 204:
            raise RuntimeError(f"the desk refused to reveal: {answer.code}")
        while len(heard_at) < len(here) and time.perf_counter() < revealed + 10:
            await asyncio.sleep(0.01)
        await call(lecturer, "desk/act", {"do": "clear", "question": question})
        for each in attending:
            each.cancel()
        await asyncio.gather(*attending, return_exceptions=True)
    slowest = max(heard_at, default=revealed + 10) - revealed
    await asyncio.gather(*(visitor.leave() for visitor in here))
    print(
        f"votes: slider p95 {1e3 * high(lively):.0f} ms with {len(here)} listening and voting every {BETWEEN:g} s, "
        f"{1e3 * high(quiet):.0f} ms without: {high(lively) / high(quiet):.2f} (wanted 1.2); "
        f"a reveal reached {len(heard_at)} pages within {slowest:.2f} s; {failed} failed",
        flush=True,
    )


async def enter(server: Server, page: str) -> Visitor:
    """Who opened the address printed at the start."""
    secret = re.search(r"/desk/([\w-]+)", server.log.read_text())
    if not secret:
        raise RuntimeError("the server printed no address of a desk")
    lecturer = Visitor(server.address, page)
    for path in (f"desk/{secret.group(1)}", "desk"):
        await lecturer.fetch(path, follow_redirects=False)
    return lecturer


def report(folder: Path, page: str, seconds: float, visitors: int, hands: int) -> None:
    """A class server of its own for this."""
    with running("ours", folder, "--class", "--visitors", str(visitors), "--ready", str(visitors)) as server:
        time.sleep(10)
        asyncio.run(compared(server, page, seconds, visitors, hands))
