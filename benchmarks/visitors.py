"""Visitors of a server under load: websocket clients that do what a page's scripts do.

They load a page, connect, ask for all widgets and move a slider. Thirty browsers would take the two cores from the
server. Loopback only.
"""

from __future__ import annotations

import asyncio
import http.cookies
import re
import ssl
import statistics
import sys
import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tornado.httpclient import AsyncHTTPClient, HTTPResponse
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / "tests")]

from attacker import V1, pack, unpack  # noqa: E402

PATIENCE = 120.0  # seconds after which a visitor counts as stuck
FRAME = 1 / 60  # seconds between two values of a slider under a hand
SLIDERS = ("FloatSliderModel", "FloatLogSliderModel", "IntSliderModel")  # in this order: fine ones have more views
NAME = "class.example.org"  # the host name of docs/hosting.md; here it means loopback

AsyncHTTPClient.configure(None, max_clients=200, hostname_mapping={NAME: "127.0.0.1"})


def any_certificate() -> ssl.SSLContext:
    """For a proxy on loopback that certifies itself."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


@dataclass
class Visitor:
    """One websocket client; `number` tells it from the others: each drags through values of its own."""

    address: str  # of the server or the proxy in front, up to and with the slash before voila/
    page: str
    number: int = 0
    states: dict[str, dict[str, Any]] = field(default_factory=dict)
    cookies: dict[tuple[str, str], str] = field(default_factory=dict)  # by path and name, as a browser keeps them
    kernel: str = ""
    received: int = 0  # bytes over the websocket

    async def arrive(self) -> float:
        """Seconds until the page has answered the first move of a slider."""
        start = time.perf_counter()
        await self.load()
        await self.connect()
        comm = uuid.uuid4().hex
        await self.send("comm_open", {"comm_id": comm, "target_name": "jupyter.widget.control", "data": {}})
        await self.send("comm_msg", {"comm_id": comm, "data": {"method": "request_states"}})
        kinds = {name: state.get("_model_name") for name, state in self.states.items()}
        self.slider = min((n for n, kind in kinds.items() if kind in SLIDERS), key=lambda n: SLIDERS.index(kinds[n]))
        state = self.states[self.slider]
        low, high, step = state["min"], state["max"], state["step"]
        if state["_model_name"] == "FloatLogSliderModel":
            low, high = state["base"] ** low, state["base"] ** high
            self.grid = [low * (high / low) ** (k / 20) for k in range(21)]
        else:
            self.grid = [low + k * step for k in range(round((high - low) / step) + 1)][:40]
        await self.move(1)
        return time.perf_counter() - start

    def cookie(self, path: str) -> dict[str, str]:
        """The cookies that go with a request for this path; of two with one name the closer."""
        fitting = sorted(key for key in self.cookies if path.startswith(key[0]))
        return {name: self.cookies[below, name] for below, name in fitting}

    async def fetch(self, path: str, address: str = "", **how: Any) -> HTTPResponse:
        """One request below our address, or another; what it sets is kept, whatever its status."""
        where = (address or self.address) + path
        cookies = self.cookie(urlsplit(where).path)
        answer = await AsyncHTTPClient().fetch(
            where,
            headers={"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())},
            raise_error=False,
            validate_cert=False,
            request_timeout=PATIENCE,
            connect_timeout=PATIENCE,
            **how,
        )
        for line in answer.headers.get_list("Set-Cookie"):
            for name, morsel in http.cookies.SimpleCookie(line).items():
                key = morsel["path"] or "/", name
                if morsel["max-age"] == "0":
                    self.cookies.pop(key, None)
                else:
                    self.cookies[key] = morsel.value
        return answer

    async def load(self) -> None:
        """Load the page, and with it a process of its own."""
        answer = await self.fetch(f"voila/render/{self.page}")
        found = re.search(r'"kernelId": "([0-9a-f-]{36})"', answer.body.decode()) if answer.body else None
        if answer.code != 200 or not found:
            raise RuntimeError(f"a page without a process: {answer.code} {answer.reason}")
        self.kernel, self.session = found.group(1), uuid.uuid4().hex
        self.states.clear()

    async def connect(self) -> None:
        """Open the websocket as a browser does."""
        where = urlsplit(self.address)
        secure, cookies = where.scheme == "https", self.cookie(where.path)
        self.line = await connect(
            f"{'wss' if secure else 'ws'}://{where.netloc}{where.path}api/kernels/{self.kernel}/channels"
            f"?session_id={self.session}",
            host="127.0.0.1",
            port=where.port,
            ssl=any_certificate() if secure else None,
            additional_headers={"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())},
            origin=f"{where.scheme}://{where.netloc}",  # type: ignore[arg-type]
            subprotocols=[V1],  # type: ignore[list-item]
            max_size=None,
            open_timeout=PATIENCE,
            proxy=None,
            ping_interval=None,
        )

    async def send(self, kind: str, content: Any) -> None:
        """Send one message and wait until the process has dealt with it."""
        identity, data = pack("shell", kind, content, self.session)
        await self.line.send(data)
        while True:
            raw = await asyncio.wait_for(self.line.recv(), PATIENCE)
            assert isinstance(raw, bytes)
            self.received += len(raw)
            message = unpack(raw)
            kind = message["header"]["msg_type"]
            if kind == "comm_msg":
                for name, known in (message["content"]["data"].get("states") or {}).items():
                    self.states[name] = known["state"]
            idle = kind == "status" and message["content"]["execution_state"] == "idle"
            if idle and message["parent"].get("msg_id") == identity:
                return

    async def move(self, k: int) -> float:
        """Seconds a move of the slider takes to come back as a picture; a fine slider shows one nobody saw before."""
        start = time.perf_counter()
        there_and_back = [*self.grid[1:], *reversed(self.grid[1:])]
        value = there_and_back[k % len(there_and_back)]
        if self.states[self.slider]["_model_name"] != "IntSliderModel":
            value -= 1e-7 * (20_000 * self.number + k)
        data = {"method": "update", "state": {"value": value}, "buffer_paths": []}
        await self.send("comm_msg", {"comm_id": self.slider, "data": data})
        return time.perf_counter() - start

    async def lost(self) -> float:
        """Seconds until the line is closed under us."""
        start = time.perf_counter()
        try:
            while True:
                await asyncio.wait_for(self.line.recv(), PATIENCE)
        except ConnectionClosed:
            return time.perf_counter() - start

    async def leave(self) -> None:
        """Close the tab."""
        await self.line.close()
        token = self.cookie(urlsplit(self.address).path).get("_xsrf")
        if token:
            await self.fetch(f"voila/api/shutdown/{self.kernel}", method="POST", body=f"_xsrf={token}")


def high(values: Sequence[float]) -> float:
    """The 95th percentile."""
    return statistics.quantiles(values, n=20)[-1] if len(values) > 1 else values[0]


async def together(visitors: Sequence[Visitor]) -> tuple[list[Visitor], list[float], int]:
    """All arrive at once: those who came through, how long each waited, and how many did not."""
    arrivals = await asyncio.gather(
        *(asyncio.wait_for(visitor.arrive(), PATIENCE) for visitor in visitors), return_exceptions=True
    )
    through = [v for v, a in zip(visitors, arrivals, strict=True) if isinstance(a, float)]
    for failure in (a for a in arrivals if not isinstance(a, float)):
        print(f"    failed: {type(failure).__name__} {failure}")
    return through, [a for a in arrivals if isinstance(a, float)], len(visitors) - len(through)


async def drag(visitors: Sequence[Visitor], seconds: float) -> list[float]:
    """All of them drag for a while; a hand brings a new value with every frame, a browser waits for the answer."""

    async def one(visitor: Visitor) -> list[float]:
        taken, k, begun = [], 0, time.perf_counter()
        while (now := time.perf_counter() - begun) < seconds:
            k += 1
            await asyncio.sleep(-now % FRAME)
            taken.append(await visitor.move(k))
        return taken

    return [each for own in await asyncio.gather(*(one(visitor) for visitor in visitors)) for each in own]
