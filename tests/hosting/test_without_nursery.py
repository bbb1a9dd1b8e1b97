"""Where processes cannot be forked (macOS, Windows) each page starts a program: the same server, run so on Linux."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest
from attacker import Client, Den, ask, kill, running_server, write_toy

from pegp_lite.hosting.wire.visits import Reason

PAGE = "toy.ipynb"


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    made = tmp_path_factory.mktemp("unforked") / "pages"
    made.mkdir()
    write_toy(made)
    return made


@contextmanager
def running(folder: Path) -> Iterator[Den]:
    with running_server(folder, folder.parent, "--no-fork", "--visitors", "2") as server:
        yield server


@pytest.fixture(scope="module")
def den(folder: Path) -> Iterator[Den]:
    with running(folder) as server:
        yield server


def test_pages_stop_and_the_cap(den: Den) -> None:
    assert not psutil.Process(den.process.pid).children()  # no nursery
    with Client(den.address, PAGE, query="n=5") as client:
        client.learn()
        assert "n is 5;" in client.sentence
        (own,) = den.kernels()
        assert own.ppid() == den.process.pid
        client.wait_for(client.set(client.widget("power"), value=7))
        assert "n is 7;" in client.sentence
        spin = client.spin()
        cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        token = f"_xsrf={client.cookies['_xsrf']}"
        assert ask(den.address, f"/voila/api/stop/{client.kernel}", "POST", token, Cookie=cookie)[0] == 204
        client.wait_for(spin)
        client.wait_for(client.set(client.widget("power"), value=8))
        assert "n is 8;" in client.sentence
        with Client(den.address, PAGE):
            assert ask(den.address, f"/voila/render/{PAGE}")[0] == 503
    den.wait_for_kernels(0, 60)


def test_a_process_that_dies_is_told_and_its_place_is_free(den: Den) -> None:
    with Client(den.address, PAGE) as client:
        client.learn()
        (own,) = den.kernels()
        kill(own)
        assert client.closed_with() == Reason.DIED
        assert ask(den.address, f"/api/kernels/{client.kernel}")[0] == 404
    with Client(den.address, PAGE) as first, Client(den.address, PAGE) as second:
        assert first.learn()
        assert second.learn()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_a_server_takes_its_processes_along_however_it_ends(folder: Path, number: signal.Signals) -> None:
    with running(folder) as server:
        client = Client(server.address, PAGE).open()
        (own,) = server.kernels()
        os.kill(server.process.pid, number)
        server.process.wait(60)
        client.close()
        own.wait(60)
