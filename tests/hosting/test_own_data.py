"""A server for others offers the page for visitors' own files only when told to."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest
from attacker import ask, running_server, write_toy

from pegp_lite.hosting.__main__ import add_arguments, settings_of

PAGE = "10_your_own_data"


@pytest.mark.parametrize(
    ("classroom", "given", "offered"),
    [
        (False, [], True),
        (False, ["--host", "0.0.0.0"], False),
        (True, [], False),
        (True, ["--own-data"], True),
        (False, ["--no-own-data"], False),
    ],
)
def test_who_is_offered_it(tmp_path: Path, classroom: bool, given: list[str], offered: bool) -> None:
    for name in (PAGE, "02_star_and_diamond"):
        write_toy(tmp_path, f"{name}.ipynb")
    parser = argparse.ArgumentParser()
    add_arguments(parser, classroom=classroom)
    settings = settings_of(parser.parse_args([str(tmp_path), *given]))
    assert (f"{PAGE}.ipynb" in settings.pages) == offered
    assert "02_star_and_diamond.ipynb" in settings.pages


@pytest.mark.parametrize("told", [True, False])
def test_what_is_not_offered_is_neither_listed_nor_served(tmp_path: Path, told: bool) -> None:
    folder = tmp_path / "pages"
    folder.mkdir()
    for name in (PAGE, "09_where_each_wins"):
        write_toy(folder, f"{name}.ipynb")
    with running_server(folder, tmp_path, "--class", *(["--own-data"] if told else [])) as server:
        link = f"/voila/render/{PAGE}.ipynb"
        assert (link.encode() in ask(server.address, "/")[2]) == told
        neighbour = ask(server.address, "/voila/render/09_where_each_wins.ipynb")
        assert neighbour[0] == 200
        assert (f"{PAGE}.ipynb".encode() in neighbour[2]) == told
        assert ask(server.address, link)[0] == (200 if told else 404)
