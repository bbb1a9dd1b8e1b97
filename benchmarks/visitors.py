"""Visitors of a server under load: websocket clients that do what a page's scripts do.

They load a page, connect, ask for all widgets and move a slider. Thirty browsers would take the two cores from the
server. Loopback only.
"""

from __future__ import annotations

import asyncio
import re
import statistics
import sys
import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tornado.httpclient import AsyncHTTPClient
from websockets.asyncio.client import connect

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / "tests")]

from attacker import V1, pack, unpack  # noqa: E402

PATIENCE = 120.0  # seconds after which a visitor counts as stuck
FRAME = 1 / 60  # seconds between two values of a slider under a hand
SLIDERS = ("IntSliderModel", "FloatSliderModel", "FloatLogSliderModel")


@dataclass
class Visitor:
    """One websocket client; `number` tells it from the others where each drags through values of its own."""

    port: int
    page: str
    number: int = 0
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

    async def move(self, k: int, alone: bool = False) -> float:
        """Seconds a move of the slider takes to come back as a picture; `alone`: one that nobody saw before."""
        start = time.perf_counter()
        there_and_back = [*self.grid[1:], *reversed(self.grid[1:])]
        value = there_and_back[k % len(there_and_back)] - alone * 1e-7 * (20_000 * self.number + k)
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
    visitors = [Visitor(port, page, k) for k in range(number)]
    arrivals = await asyncio.gather(
        *(asyncio.wait_for(visitor.arrive(), PATIENCE) for visitor in visitors), return_exceptions=True
    )
    through = [v for v, a in zip(visitors, arrivals, strict=True) if isinstance(a, float)]
    for failure in (a for a in arrivals if not isinstance(a, float)):
        print(f"    failed: {type(failure).__name__} {failure}")
    return through, [a for a in arrivals if isinstance(a, float)], number - len(through)


async def drag(visitors: Sequence[Visitor], seconds: float, alone: bool = False) -> list[float]:
    """All of them drag for a while; a hand brings a new value with every frame, a browser waits for the answer."""

    async def one(visitor: Visitor) -> list[float]:
        taken, k, begun = [], 0, time.perf_counter()
        while (now := time.perf_counter() - begun) < seconds:
            k += 1
            await asyncio.sleep(-now % FRAME)
            taken.append(await visitor.move(k, alone))
        return taken

    return [each for own in await asyncio.gather(*(one(visitor) for visitor in visitors)) for each in own]
