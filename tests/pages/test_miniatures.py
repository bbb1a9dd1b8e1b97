"""The start page's pictures are the lessons' own, small, without words that answer, and as `make js` left them."""

from __future__ import annotations

import base64
import json
import sys
from typing import Any

import numpy as np
import pytest
from serving import ROOT

from pegp_lite.pages.lessons.start.model import LOOKS, NAMES, the_game
from pegp_lite.pages.lessons.start.view import LIMITS
from pegp_lite.pages.miniatures import ANOTHER, start_pictures
from pegp_lite.pages.pages import PAGES, grouped

sys.path.insert(0, str(ROOT / "tools"))
CLOSE = 0.01  # numbers are rounded to three digits, and not every machine computes the same last bit


@pytest.fixture(scope="module")
def made() -> dict[str, Any]:
    return start_pictures()


def numbers_of(sent: dict[str, Any]) -> np.ndarray:
    return np.frombuffer(base64.b64decode(sent["numbers"]), dtype="<f4")


def alike(kept: Any, now: Any) -> bool:
    """Equal but for the last bits of numbers."""
    if isinstance(now, dict) and "numbers" in now and "drawing" in now:
        if alike(kept["drawing"], now["drawing"]) and kept["sentence"] == now["sentence"]:
            return np.allclose(numbers_of(kept), numbers_of(now), atol=CLOSE, equal_nan=True)
        return False
    if isinstance(now, dict):
        return kept.keys() == now.keys() and all(alike(kept[key], now[key]) for key in now)
    if isinstance(now, list | tuple):
        return len(kept) == len(now) and all(map(alike, kept, now))
    if isinstance(now, float):
        return abs(kept - now) <= CLOSE
    return bool(kept == now)


def test_the_pictures_are_what_the_lessons_draw(made: dict[str, Any]) -> None:
    from build_figures import BEFORE, PICTURES

    text = PICTURES.read_text()
    assert len(text.encode()) < 200_000
    kept = json.loads(text.removeprefix(BEFORE).rstrip(";\n"))
    assert alike(kept, made), "run make js: a page's figure is of another source"
    assert not alike(kept, made | {"hero": made["hero"][:-1]})


def test_every_page_has_a_miniature_without_words(made: dict[str, Any]) -> None:
    assert set(made["pages"]) == {page.name for page in PAGES if page.module.endswith(".lesson")}
    for name, sent in made["pages"].items():
        (panel,) = sent["drawing"]["panels"]
        assert panel["marks"], name
        assert not {mark["kind"] for mark in panel["marks"]} & {"text", "handle", "wall"}, name
        assert not any(mark.get("label") or mark.get("keys") for mark in panel["marks"]), name
    (star,) = made["pages"]["02_star_and_diamond"]["drawing"]["panels"]
    assert "diamond" in [mark.get("marker") for mark in star["marks"]], "what the page is about"


@pytest.mark.parametrize("name", ["00_start_here", "03_the_algorithm"])
def test_where_experts_fall_a_miniature_shows_some_out_and_some_not(made: dict[str, Any], name: str) -> None:
    (panel,) = made["pages"][name]["drawing"]["panels"]
    out = [mark for mark in panel["marks"] if mark.get("marker") == "cross"]
    lines = [mark for mark in panel["marks"] if mark["kind"] == "line"]
    assert 0 < len(out) < len(lines)
    assert any(mark.get("opacity", 1) < 1 for mark in lines)


def test_the_hero_does_not_answer_page_00_s_question() -> None:
    def first_to_fall(*which: Any) -> str:
        gone = the_game(*which).record.eliminated_at[0]
        return min((int(out), name) for out, name in zip(gone, NAMES, strict=True) if out)[1]

    assert first_to_fall(*ANOTHER) != first_to_fall()


def test_the_hero_tells_a_whole_game_on_axes_that_hold_it(made: dict[str, Any]) -> None:
    game = the_game(*ANOTHER)
    assert len(made["hero"]) == LOOKS + 1
    assert sorted(game.out_at(LOOKS)) == sorted(game.record.eliminated_at[0])
    assert sum(out > 0 for out in game.out_at(LOOKS)) == 2
    story, shown = game.story, game.story.alive[:, :, None]
    assert np.where(shown, story.mean + story.half_width, 0).max() < LIMITS[1]
    assert np.where(shown, story.mean - story.half_width, 0).min() > LIMITS[0]


def test_the_groups_hold_every_page_once_and_add_up() -> None:
    groups: list[Any] = grouped()
    assert sorted(name for group in groups for name in group["pages"]) == [page.name for page in PAGES]
    assert sum(group["minutes"] for group in groups) == sum(page.minutes for page in PAGES)
