"""Slow strangers at the real server: it answers the others throughout, and soon all is as if they had never come."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from attacker import Client, Den, ask, running_server, write_toy
from strangers import HALF, Watch, addresses, an_army, besiege, elsewhere, moves, slow

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="counts what Linux counts")
PAGE = "toy.ipynb"
PLACES = 12


@pytest.fixture(scope="module")
def den(tmp_path_factory) -> Iterator[Den]:
    outer = tmp_path_factory.mktemp("slow")
    (outer / "pages").mkdir()
    write_toy(outer / "pages")
    with running_server(outer / "pages", outer, "--visitors", str(PLACES)) as server:
        yield server


@pytest.mark.parametrize("sources", [1, 250], ids=["one address", "many addresses"])
def test_slow_strangers_stop_nobody(den: Den, sources: int) -> None:
    """All sorts of them; what they cost in time stands in `make bench-hosting`, since a busy machine slows everyone."""
    with an_army(den, PAGE) as words, Client(den.address, PAGE) as visitor:
        visitor.learn()
        siege = besiege(den, visitor, words, addresses(sources))
        print(f"\nfrom {sources}: {siege}")
        assert not siege.failed  # whoever asked whether the server lives was told so
        assert siege.most < 800  # 500 and ten a place; others were seen out
        assert siege.work < 0.003  # of a core: they come from this same machine, so clocks say more of it than of us
        assert siege.log < 100_000
        assert siege.memory < 100
        moves(visitor, 5)


def test_a_system_with_few_descriptors_is_not_spun_at(tmp_path: Path) -> None:
    """As many as there are by default on many systems, and none more to be had."""
    if shutil.which("prlimit") is None:
        pytest.skip("needs prlimit")
    (tmp_path / "pages").mkdir()
    write_toy(tmp_path / "pages")
    with running_server(tmp_path / "pages", tmp_path, "--visitors", "4", before=["prlimit", "--nofile=300:300"]) as den:
        with elsewhere() as crowd, Client(den.address, PAGE) as visitor:
            visitor.learn()
            with Watch(den) as watch:
                crowd.submit(slow, den.port, [HALF] * 1200, addresses(100)).result()
                moves(visitor, 20)
        assert not watch.failed
        assert den.log.stat().st_size < 100_000


def test_a_server_that_is_full_says_so_to_balancers(tmp_path: Path) -> None:
    (tmp_path / "pages").mkdir()
    write_toy(tmp_path / "pages")
    with running_server(tmp_path / "pages", tmp_path, "--visitors", "2", "--per-address", "1") as server:
        assert ask(server.address, "/readyz")[::2] == (200, b"ok\n")
        first, second = Client(server.address, PAGE), Client(server.address, PAGE)
        assert first.load() == 200
        assert second.load() == 503  # its address has its share
        assert "your network" in second.html
        assert ask(server.address, "/readyz")[0] == 200
    with running_server(tmp_path / "pages", tmp_path, "--visitors", "1") as server:
        assert Client(server.address, PAGE).load() == 200
        assert ask(server.address, "/readyz")[::2] == (503, b"full\n")
        assert ask(server.address, "/healthz")[::2] == (200, b"full\n")
