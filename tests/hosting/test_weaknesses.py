"""Ways in which a stranger once spoilt it for others, tried on the real server."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from attacker import Client, Den, ask, pack, running_server, write_toy
from serving import eventually, free_port
from strangers import lines
from websockets.exceptions import ConnectionClosed

from pegp_lite.hosting.kernels.shelf import Shelf
from pegp_lite.hosting.wire.messages import LONGEST
from pegp_lite.hosting.wire.visits import MOST_LINES, Reason

PAGE = "toy.ipynb"
RENDER = f"/voila/render/{PAGE}"


@pytest.fixture(scope="module")
def den(tmp_path_factory) -> Iterator[Den]:
    outer = tmp_path_factory.mktemp("weak")
    (outer / "pages").mkdir()
    write_toy(outer / "pages")
    with running_server(outer / "pages", outer, "--visitors", "8") as server:
        yield server


@pytest.mark.parametrize("path", ["/voila/static/" + "x" * 270 + ".js", "/voila/labextensions/" + "y" * 270])
def test_a_name_longer_than_names_can_be_is_not_there(den: Den, path: str) -> None:
    assert ask(den.address, path)[0] == 404
    assert "Traceback" not in den.log.read_text()


def test_a_script_asked_for_by_a_wrong_name_is_in_nobody_s_page(den: Den) -> None:
    assert ask(den.address, "/voila/static/voila.js?v=0bad0bad")[0] == 200
    with Client(den.address, PAGE) as client:
        assert "0bad" not in client.html


def test_another_site_s_page_starts_no_process(den: Den) -> None:
    den.wait_for_kernels(0, 60)  # those of the tests before have left
    site = {"Sec_Fetch_Site": "cross-site"}
    for mode, kind in (("no-cors", "image"), ("no-cors", "script"), ("navigate", "iframe"), ("cors", "empty")):
        status, headers, _ = ask(den.address, RENDER, **site, Sec_Fetch_Mode=mode, Sec_Fetch_Dest=kind)
        assert status == 403
        assert "Set-Cookie" not in headers
    assert not den.kernels()


def test_a_hundred_lines_opened_at_once_are_three(den: Den) -> None:
    client = Client(den.address, PAGE)
    assert client.load() == 200
    with ExitStack() as stack:  # none is closed before all are answered, or its place would be had again
        knocking = [stack.enter_context(socket.create_connection(("127.0.0.1", den.port), 60)) for _ in range(100)]
        for each, words in zip(knocking, lines(den, [client.kernel], 100), strict=True):
            each.sendall(words)
        answers = Counter(int(each.makefile("rb").readline().split()[1]) for each in knocking)
    client.say_goodbye()
    assert answers == {101: MOST_LINES, 429: 100 - MOST_LINES}


def test_what_is_too_long_is_answered_with_a_reason(den: Den) -> None:
    with Client(den.address, PAGE) as client:
        client.learn()
        client.set(client.widget("power"), value="x" * (LONGEST + 1))
        assert client.closed_with() == Reason.TOO_BIG


def test_one_name_under_many_sessions_is_one_message(den: Den) -> None:
    with Client(den.address, PAGE) as client:
        client.learn()
        content = {"comm_id": client.widget("power"), "data": {"method": "update", "state": {"value": 17}}}
        _, data = pack("shell", "comm_msg", content, "session0000")
        client.line.send(data)  # takes two seconds
        with suppress(ConnectionClosed):
            for k in range(1, 20):  # far fewer than a page may send
                client.line.send(data.replace(b"session0000", b"session%04d" % k))
        assert client.closed_with() in (Reason.TOO_MUCH, 1006)


def test_bytes_are_counted_and_not_messages_alone(den: Den) -> None:
    with Client(den.address, PAGE) as client:
        client.learn()
        with suppress(ConnectionClosed):
            for _ in range(60):
                client.set(client.widget("power"), nonsense="x" * 100_000)  # of which nothing reaches the page
        assert client.closed_with() in (Reason.TOO_MUCH, 1006)


def test_an_address_without_its_last_slash_leads_to_the_start_page(tmp_path: Path) -> None:
    write_toy(tmp_path)
    with running_server(tmp_path, tmp_path, "--base-url", "/services/pegp/") as server:
        status, headers, _ = ask(server.address, "/services/pegp")
        assert (status, headers["Location"]) == (301, "/services/pegp/")


def test_no_line_of_the_log_is_forged(den: Den) -> None:
    with Client(den.address, PAGE) as client:
        client.learn()
        client.send("x\n00:00:00 all is well\x1b[31m", {})
        den.wait_to_log("messages of this kind do not pass")
    said = den.log.read_text()
    assert "\x1b" not in said
    assert not [line for line in said.splitlines() if line.startswith("00:00:00 all is well")]


def test_a_name_that_looks_like_an_address_is_none(tmp_path: Path) -> None:
    (tmp_path / "pages").mkdir()
    write_toy(tmp_path / "pages")
    with running_server(tmp_path / "pages", tmp_path, "--host", "0.0.0.0") as server:
        for host in ("abad.cafe", "facade.de", "abad.cafe:8866", "dead.beef"):
            assert ask(server.address, "/", Host=host)[0] == 421
        assert ask(server.address, "/", Host="192.168.1.7:8866")[0] == 200
        assert ask(server.address, "/", Host="[2001:db8::7]:8866")[0] == 200


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM, signal.SIGINT])
def test_a_server_that_is_told_to_stop_leaves_nothing_behind(tmp_path: Path, monkeypatch, number: int) -> None:
    (tmp_path / "pages").mkdir()
    write_toy(tmp_path / "pages")
    with tempfile.TemporaryDirectory(prefix="t", dir="/tmp") as temporary:
        monkeypatch.setenv("TMPDIR", temporary)
        with running_server(tmp_path / "pages", tmp_path) as server:
            assert Client(server.address, PAGE).load() == 200
            kernels = server.kernels()
            assert list(Path(temporary).glob("pegp_lite_*"))
            os.kill(server.process.pid, number)
            assert server.process.wait(60) == 0
            eventually(lambda: not any(each.is_running() for each in kernels), "processes have ended")
            assert not list(Path(temporary).glob("pegp_lite_*"))


def test_a_long_way_to_the_temporary_folder_is_no_obstacle(tmp_path: Path, monkeypatch) -> None:
    """The names of sockets end at a hundred letters."""
    (tmp_path / "pages").mkdir()
    write_toy(tmp_path / "pages")
    far = tmp_path / ("x" * 100)
    far.mkdir()
    monkeypatch.setenv("TMPDIR", str(far))
    with running_server(tmp_path / "pages", tmp_path) as server:
        assert Client(server.address, PAGE).load() == 200


def test_the_shelf_waits_while_someone_needs_the_cores() -> None:
    begun: list[float] = []
    made: list[float] = []
    busy = True

    async def make(page):
        async def chunks():
            yield page

        begun.append(time.monotonic())
        await asyncio.sleep(0.1)
        made.append(time.monotonic())
        return f"kernel {len(made)}", chunks()

    async def retire(kernel):
        raise AssertionError(kernel)

    async def story():
        nonlocal busy
        shelf = Shelf({"a": 6}, make, retire, lambda: 9, busy=lambda: busy)
        filling = asyncio.ensure_future(shelf.fill(workers=2))
        while len(made) < 3:
            await asyncio.sleep(0.01)
        assert begun[2] - made[0] > 0.5  # nine tenths of the time are theirs
        busy = False
        while len(made) < 6:
            await asyncio.sleep(0.01)
        filling.cancel()

    asyncio.run(asyncio.wait_for(story(), 60))


SETTLED = """
import gc, sys
from tornado.ioloop import IOLoop
from pegp_lite.hosting.__main__ import main
IOLoop.current().start = lambda: print("frozen", gc.get_freeze_count())
main(sys.argv[1:])
"""


def test_a_server_that_runs_does_not_look_through_its_libraries_again(tmp_path: Path) -> None:
    """Python's collector does so whenever many have come, and everyone waits for it: a fifth of a second."""
    write_toy(tmp_path)
    command = [sys.executable, "-c", SETTLED, str(tmp_path), "--port", str(free_port()), "--no-fork"]
    said = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout
    assert int(said.split()[1]) > 50_000
