"""The same proof for JupyterHub: there is no other server to move to, but the hub starts a new one."""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path

from benchmarks.hubs import Hub, HubUser, running_hub
from benchmarks.proof import Outcome, comes_back, kernel_of, reader, reads_the_notice, told
from benchmarks.servers import ROOT, free_port
from benchmarks.visitors import Visitor

SERVICE = "services/pegp/"


def service(page: str, number: int) -> Outcome:
    """One server for all, which the hub starts, and starts again when it has died."""
    port = free_port()
    changes = {"8866": str(port), '"--visitors=30"': f'"--visitors={number + 2}", "--ready=0"'}
    with (
        tempfile.TemporaryDirectory() as where,
        running_hub("jupyterhub_service.py", changes, Path(where)) as hub,
    ):
        return asyncio.run(_service(hub, page, number))


async def _service(hub: Hub, page: str, number: int) -> Outcome:
    outcome = Outcome(number)
    address = hub.address + SERVICE
    await comes_back(Visitor(address, page))  # the hub is there before its service
    slashless = await Visitor(address.rstrip("/"), page).fetch("")
    outcome.expect(slashless.code == 200, f"without its slash the address gives {slashless.code}")
    visitors = [Visitor(address, page, k) for k in range(number)]
    async with reader(f"{address}voila/render/{page}") as tab:
        await outcome.all("arriving", [each.arrive() for each in visitors])
        await outcome.all("moving", [each.move(2) for each in visitors])
        (server,) = [each for each in hub.processes(f"--base-url=/{SERVICE}") if each.ppid() == hub.pid]
        before = await kernel_of(tab) if tab else ""
        server.kill()
        begun = time.monotonic()
        await outcome.all("being told", [told(each) for each in visitors])
        outcome.notice = time.monotonic() - begun
        outcome.moved = sum(done is not None for done in await outcome.all("coming back", map(_back, visitors)))
        if tab:
            outcome.remarks.append(f'the browser read "{(await reads_the_notice(tab)).split(":")[0]}"')
            outcome.expect(await kernel_of(tab) != before, "the browser has the same process as before")
    return outcome


async def _back(visitor: Visitor) -> str:
    await comes_back(visitor)
    return visitor.kernel


def users(page: str, number: int) -> Outcome:
    """A server for each user; some of them die."""
    with (
        tempfile.TemporaryDirectory() as where,
        running_hub("jupyterhub_users.py", {"/srv/pegp_lite": str(ROOT)}, Path(where)) as hub,
    ):
        return asyncio.run(_users(hub, f"notebooks/{page}", number))


async def _users(hub: Hub, page: str, number: int) -> Outcome:
    outcome = Outcome(number)
    visitors = [HubUser(hub.address, page, k) for k in range(number)]
    for few in (visitors[k : k + 4] for k in range(0, number, 4)):  # a hub starts as many as its machine can bear
        await outcome.all("logging in", [each.log_in(hub) for each in few])
        await outcome.all("arriving", [each.arrive() for each in few])
    await outcome.all("moving", [each.move(2) for each in visitors])
    struck, spared = visitors[: number // 4], visitors[number // 4 :]
    owners = {process.environ().get("JUPYTERHUB_USER"): process for process in hub.processes("jupyterhub-singleuser")}
    for each in struck:
        owners[each.name].kill()
    begun = time.monotonic()
    await outcome.all("moving on their own servers", [each.move(3) for each in spared])
    await outcome.all("being told", [told(each) for each in struck])
    outcome.notice = time.monotonic() - begun
    await outcome.all("a new server", [each.ask_for_server(hub) for each in struck])
    outcome.moved = sum(done is not None for done in await outcome.all("coming back", map(_back, struck)))
    return outcome
