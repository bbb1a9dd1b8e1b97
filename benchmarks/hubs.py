"""JupyterHub, started from the files that docs/hosting.md shows: one server for all, or one for each user."""

from __future__ import annotations

import asyncio
import importlib.util
import os
import shutil
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urljoin, urlsplit

import psutil
from tornado.httpclient import HTTPResponse

from benchmarks.proxies import FILES, adapted
from benchmarks.servers import ROOT, free_port, launched
from benchmarks.visitors import PATIENCE, Visitor
from tests.serving import eventually, fetch

# What a hub on loopback needs that has nobody's data, no rights and no real users.
LOOPBACK = """
c = get_config()
load_subconfig(FILE)
c.JupyterHub.ip = c.JupyterHub.hub_ip = "127.0.0.1"
c.JupyterHub.port, c.JupyterHub.hub_port = PORT, HUB
c.ConfigurableHTTPProxy.api_url = "http://127.0.0.1:API"
c.ConfigurableHTTPProxy.command = [PROXY]
c.JupyterHub.authenticator_class, c.JupyterHub.spawner_class = "dummy", "simple"
c.DummyAuthenticator.allow_all = True
c.SimpleLocalProcessSpawner.home_dir_template = HOMES
c.JupyterHub.concurrent_spawn_limit = 100
c.Spawner.args = ["--allow-root"]
c.Spawner.http_timeout = c.Spawner.start_timeout = 120
"""


def missing() -> str:
    """What is not installed here, with the command that installs it; empty where nothing is."""
    wanted = []
    if importlib.util.find_spec("jupyterhub") is None:
        wanted.append("pip install jupyterhub")
    if proxy_program() is None:
        wanted.append("npm install -g configurable-http-proxy")
    return ", ".join(wanted)


def proxy_program() -> str | None:
    """The proxy that JupyterHub starts."""
    return shutil.which("configurable-http-proxy")


def answers(address: str) -> bool:
    """Whether this is to be had."""
    try:
        fetch(address, 5)
    except OSError:
        return False
    return True


@dataclass
class Hub:
    """A running JupyterHub."""

    address: str
    pid: int

    def processes(self, words: str) -> list[psutil.Process]:
        """What it runs whose command line holds these words."""
        found = []
        for process in psutil.Process(self.pid).children(recursive=True):
            try:
                if words in " ".join(process.cmdline()):
                    found.append(process)
            except psutil.Error:
                continue
        return found


@contextmanager
def running_hub(file: str, changes: Mapping[str, str], where: Path) -> Iterator[Hub]:
    """JupyterHub with a documented file, changed so; ended with all it started."""
    documented = where / file
    documented.write_text(adapted((FILES / file).read_text(), changes))
    port = free_port()
    own: dict[str, Any] = {"FILE": repr(str(documented)), "PORT": port, "HUB": free_port(), "API": free_port()}
    own |= {"PROXY": repr(proxy_program()), "HOMES": repr(f"{where}/homes/{{username}}")}
    text = LOOPBACK
    for word, value in own.items():
        text = text.replace(word, str(value))
    (where / "jupyterhub_config.py").write_text(text)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"  # where users' servers are found
    env = os.environ | {"HOME": str(where), "PYTHONPATH": str(ROOT), "PATH": path}
    with launched([sys.executable, "-m", "jupyterhub"], port, where / "hub.log", env, where) as process:
        hub = Hub(f"http://127.0.0.1:{port}/", process.pid)
        eventually(lambda: answers(f"{hub.address}hub/health"), "a hub that answers", 60)
        try:
            yield hub
        finally:
            left = hub.processes("")
    for each in left:  # users' servers are sessions of their own
        if each.is_running():
            each.kill()


class HubUser(Visitor):
    """A visitor with an account, and a server that the hub starts for them."""

    @property
    def name(self) -> str:
        """Under which they log in."""
        return f"user{self.number}"

    async def log_in(self, hub: Hub) -> None:
        """As through the hub's own form; then, until their server is up, ask for it."""
        self.address = f"{hub.address}user/{self.name}/"
        await self.browse(f"{hub.address}hub/login")
        form = {"username": self.name, "password": "any"}
        answer = await self.post(f"{hub.address}hub/login", form)
        if answer.code != 302:
            raise RuntimeError(f"{self.name} could not log in: {answer.code}")
        await self.ask_for_server(hub)

    async def ask_for_server(self, hub: Hub) -> None:
        """Start it, however often it takes: the hub misses a server that died only half a minute later."""
        await self.browse(f"{hub.address}hub/home")
        deadline = time.monotonic() + PATIENCE
        while not await self.is_served():
            if time.monotonic() > deadline:
                raise RuntimeError(f"{self.name} has no server after {PATIENCE:.0f} s")
            await self.post(f"{hub.address}hub/spawn/{self.name}", {})
            await asyncio.sleep(2)

    async def is_served(self) -> bool:
        """Whether their server answers, and not the hub with a page that asks to wait."""
        answer = await self.browse(f"{self.address}lab")
        return answer.code == 200 and answer.effective_url.startswith(self.address)

    async def browse(self, address: str) -> HTTPResponse:
        """Go where the hub sends us: to its login service and back, with a cookie from each."""
        for _ in range(10):
            answer = await self.fetch("", address, follow_redirects=False)
            if answer.code not in (301, 302, 303):
                return answer
            address = urljoin(address, answer.headers["Location"])
        raise RuntimeError(f"sent in circles, last to {address}")

    async def post(self, address: str, form: Mapping[str, str]) -> HTTPResponse:
        """Send a form with the token that shows it to be the hub's own."""
        token = self.cookie(urlsplit(address).path)["_xsrf"]
        return await self.fetch(
            "", address, method="POST", body=urlencode({**form, "_xsrf": token}), follow_redirects=False
        )
