"""`make prove-hosting` without its proxies: the documented files can be run, and a visitor knows what became of it."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest
from attacker import write_toy
from serving import ROOT, free_port

from benchmarks.proof import Outcome, comes_back, home, kill, told
from benchmarks.proxies import FILES, RECIPES, Recipe, adapted
from benchmarks.servers import running
from benchmarks.visitors import NAME, Visitor, together

PREFIX = "/pegp/"


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe.name)
def test_a_documented_file_becomes_one_for_loopback(recipe: Recipe, tmp_path: Path) -> None:
    text = recipe.written((10443, 10001, 10002), tmp_path).read_text()
    for port in (10443, 10001, 10002):
        assert f"{port}" in text
    for example in ("8866", "8867", "/etc/ssl", " :443", "listen 443"):
        assert example not in text
    assert f"{tmp_path / NAME}.pem" in text
    assert "pegp-server" in text or "pegp_server" in text


def test_a_file_that_says_something_else_is_noticed() -> None:
    with pytest.raises(ValueError, match="8867"):
        adapted("server 127.0.0.1:8866", {"127.0.0.1:8866": "127.0.0.1:1", "127.0.0.1:8867": "127.0.0.1:2"})


def test_the_documentation_shows_every_file() -> None:
    page = (ROOT / "docs" / "hosting.md").read_text()
    for file in FILES.iterdir():
        assert f"(proxies/{file.name})" in page


def test_what_fails_is_counted_and_said() -> None:
    async def fine() -> int:
        return 1

    async def wrong() -> int:
        raise RuntimeError("502")

    outcome = Outcome(visitors=2, moved=1, notice=2.4)
    assert asyncio.run(outcome.all("arriving", [fine(), wrong()])) == [1, None]
    outcome.expect(False, "a visitor moved")
    assert outcome.failures == ["arriving, 1: RuntimeError 502", "a visitor moved"]
    assert outcome.line("A proxy", 9.6) == "A proxy: 2 visitors, 2 failures, 1 moved, all told within 2 s; 10 s"


def test_cookies_go_where_they_came_from_and_end_when_told_to() -> None:
    visitor = Visitor("http://127.0.0.1/pegp/", "")
    visitor.cookies = {("/", "a"): "far", ("/pegp/", "a"): "near", ("/hub/", "b"): "elsewhere"}
    assert visitor.cookie("/pegp/voila/render/x") == {"a": "near"}
    assert visitor.cookie("/hub/login") == {"a": "far", "b": "elsewhere"}


def test_visitors_of_a_server_that_dies_are_told_and_come_back(tmp_path: Path) -> None:
    folder = tmp_path / "pages"
    folder.mkdir()
    page = write_toy(folder).name
    flags = ("--base-url", PREFIX, "--name", NAME, "--proxied")

    async def arrive(address: str) -> list[Visitor]:
        visitors, _, failed = await together([Visitor(address, page, k) for k in range(2)])
        assert not failed
        return visitors

    async def return_to(visitors: list[Visitor], server) -> None:
        before = [visitor.kernel for visitor in visitors]
        await asyncio.gather(*(told(visitor) for visitor in visitors))
        await asyncio.gather(*(comes_back(visitor) for visitor in visitors))
        for visitor, kernel in zip(visitors, before, strict=True):
            assert await home(visitor.kernel, [server], PREFIX) is server
            with pytest.raises(RuntimeError, match="no server"):
                await home(kernel, [server], PREFIX)

    async def story() -> None:
        port = free_port()
        with running("ours", folder, *flags, port=port) as first:
            address = f"http://127.0.0.1:{port}{PREFIX}"
            slashless = await Visitor(address.rstrip("/"), page).fetch("")
            assert slashless.code == 200
            assert slashless.effective_url == address
            visitors = await arrive(address)
            kill(first)
        with running("ours", folder, *flags, port=port) as second:
            await return_to(visitors, second)

    asyncio.run(story())
    shutil.rmtree(folder)
