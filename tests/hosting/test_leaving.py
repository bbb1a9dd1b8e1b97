"""Nothing is left of a visit in the server, however it ends."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

import psutil
import pytest
from attacker import Client, Den, kill, running_server, write_toy
from serving import eventually

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="counts what Linux counts")
PAGE = "toy.ipynb"
VISITS = 4


@pytest.fixture(scope="module")
def den(tmp_path_factory) -> Iterator[Den]:
    outer = tmp_path_factory.mktemp("leaving")
    (outer / "pages").mkdir()
    write_toy(outer / "pages")
    with running_server(outer / "pages", outer, "--visitors", "4", "--gone-seconds", "2") as server:
        yield server


def say_goodbye_and_stay(visitor: Client, den: Den) -> None:
    """As a browser whose websocket ends a moment after the goodbye."""
    visitor.say_goodbye()
    assert visitor.closed_with()
    visitor.close()


def vanish(visitor: Client, den: Den) -> None:
    visitor.close()
    den.wait_for_kernels(0, 60)


def close_and_lose_the_process(visitor: Client, den: Den) -> None:
    """While the server keeps what the process says for a line that may come back."""
    visitor.close()
    for each in den.kernels():
        kill(each)


def lose_the_process(visitor: Client, den: Den) -> None:
    for each in den.kernels():
        kill(each)
    assert visitor.closed_with()
    visitor.close()


@pytest.mark.parametrize("end", [say_goodbye_and_stay, vanish, close_and_lose_the_process, lose_the_process])
def test_no_socket_is_left_of_a_visit(den: Den, end: Callable[[Client, Den], None]) -> None:
    own = psutil.Process(den.process.pid)

    def visits(number: int) -> None:
        for _ in range(number):
            visitor = Client(den.address, PAGE).open()
            visitor.learn()
            end(visitor, den)
        den.wait_for_kernels(0, 60)

    visits(1)  # what is there once and for all
    before = own.num_fds()
    visits(VISITS)
    eventually(lambda: own.num_fds() <= before + 1, f"the {before} descriptors of before, not {own.num_fds()}", 60)
