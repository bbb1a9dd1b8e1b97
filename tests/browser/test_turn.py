"""Page 08 under real hands: a whole game by mouse, by finger and by keys, each of them the engine's own record."""

from __future__ import annotations

from itertools import pairwise
from urllib.parse import parse_qs, urlsplit

import numpy as np
import pytest
from chromium import Visit, visitor
from playwright.sync_api import Browser, expect

from pegp_lite import play
from pegp_lite.figures.words import number
from pegp_lite.pages.lessons.turn.match import POINTS, ROUNDS, match_of
from pegp_lite.pages.lessons.turn.model import Turn, policy_of, read_turn, turn_of
from pegp_lite.pages.lessons.turn.reader import Choices

WANTED = [50, 30, 30, 70, 90, 30, 31, 29, 10, 30] * 2  # where hidden, the hand looks beside it


@pytest.fixture(scope="module")
def app(app: str) -> str:
    return f"{app}/voila/render/08_your_turn.ipynb"


def open_point(turn_number: int, game: int = 7) -> int:
    free = np.flatnonzero(match_of("still", game).open_at(turn_number))
    return int(free[np.argmin(np.abs(free - WANTED[turn_number - 1]))])


def game_of(visit: Visit) -> Turn:
    """What the address says was played."""
    asked = parse_qs(urlsplit(visit.page.url).query)
    return read_turn(asked["played"][0]) if "played" in asked else Turn(match_of("still", 7))


def spot(visit: Visit, point: int) -> tuple[float, float]:
    """Where on the screen a place of the first panel is, away from names and handle."""
    return visit.page.evaluate(
        """share => {
          const box = document.querySelector('.pegp-figure .place rect').getBoundingClientRect();
          return [box.left + share * box.width, box.top + 0.82 * box.height];
        }""",
        point / (POINTS - 1),
    )


def round_shown(visit: Visit, t: int) -> None:
    expect(visit.page.locator(".pegp-figure header").first).to_contain_text(f"Round {t} of {ROUNDS}")


def finished(visit: Visit, looks: list[int]) -> Turn:
    """The game is over on the screen, and its record is the engine's for the same choices."""
    expect(visit.page.locator(".pegp-sentence").first).to_contain_text("Your regret is")
    turn = game_of(visit)
    assert list(turn.choices.looks) == looks
    record = play(turn.match.problem, policy_of(turn.match, turn.choices), seed=turn.match.number)
    assert f"Your regret is {number(record.regret.sum())}" in visit.sentence
    assert "was right" in visit.sentence
    visit.assert_clean()
    return turn


def test_a_whole_game_with_the_mouse(app: str, browser: Browser) -> None:
    with visitor(browser) as visit:
        visit.open(app)
        looks = []
        for t in range(1, ROUNDS + 1):
            round_shown(visit, t)
            looks.append(open_point(t))
            visit.page.mouse.click(*spot(visit, looks[-1]))
            visit.settle()
            if t == 4:
                visit.page.get_by_role("button", name="✗ 3").click()
                visit.settle()
        turn = finished(visit, looks)
        assert turn.choices.accusations == ((4, 3),)
        visit.page.reload()
        expect(visit.page.locator(".pegp-sentence").first).to_contain_text("Your regret is")


def test_a_whole_game_with_a_finger(app: str, browser: Browser) -> None:
    with visitor(browser, 390, 844, touch=True) as visit:
        visit.open(app)
        looks = []
        for t in range(1, ROUNDS + 1):
            round_shown(visit, t)
            looks.append(open_point(t))
            visit.page.touchscreen.tap(*spot(visit, looks[-1]))
            visit.settle()
        # A finger is as wide as three places; the tap itself is exact.
        finished(visit, looks)


def test_a_whole_game_with_keys_alone(app: str, browser: Browser) -> None:
    with visitor(browser) as visit:
        visit.open(app)
        handle = visit.page.locator(".pegp-figure .handle").first
        button = visit.page.get_by_role("button", name="Look here")
        looks, at = [], 50
        for t in range(1, ROUNDS + 1):
            round_shown(visit, t)
            looks.append(open_point(t))
            handle.focus()
            while at != looks[-1]:
                away = looks[-1] - at
                key = "Arrow" + ("Right" if away > 0 else "Left")
                step = 10 if abs(away) >= 10 else 1
                handle.press(f"Shift+{key}" if step == 10 else key)
                at += step if away > 0 else -step
            visit.settle()
            if t == 1:
                button.focus()
                button.press("Enter")
            else:
                handle.press("Enter")
            visit.settle()
        finished(visit, looks)


def test_a_hidden_place_is_refused_in_words(app: str, browser: Browser) -> None:
    with visitor(browser) as visit:
        visit.open(f"{app}?played=7s50")
        visit.settle()
        shut = int(np.flatnonzero(~match_of("still", 7).open_at(2))[5])
        visit.page.mouse.click(*spot(visit, shut))
        visit.settle()
        expect(visit.page.locator(".pegp-sentence").first).to_contain_text("is hidden in this round")
        assert game_of(visit).played == 1
        expect(visit.page.get_by_role("button", name="Look here")).to_be_disabled()
        visit.assert_clean()


DISCS = """() => [...document.querySelectorAll('.pegp-figure svg.panel')].at(-1).querySelectorAll('path.glyph').values()
  .map(each => each.getBoundingClientRect()).map(({ left, top, width }) => [left, top, width]).toArray()"""


def test_who_was_thrown_out_together_stand_beside_one_another_on_a_phone(app: str, browser: Browser) -> None:
    looks = tuple(open_point(t) for t in range(1, ROUNDS + 1))
    game = turn_of(match_of("still", 7), Choices(looks, ((1, 3), (1, 4), (2, 5), (2, 1))))
    with visitor(browser, 390, 844, touch=True) as visit:
        visit.open(f"{app}?played={game.written}")
        expect(visit.page.locator(".pegp-sentence").first).to_contain_text("Your regret is")
        visit.settle()
        rows: dict[float, list[tuple[float, float]]] = {}
        for left, top, width in visit.page.evaluate(DISCS):
            rows.setdefault(round(top), []).append((left, width))
        assert max(map(len, rows.values())) >= 4
        for row in rows.values():
            discs = sorted(row)
            assert all(a + wide <= b for (a, wide), (b, _) in pairwise(discs))


@pytest.mark.parametrize("size", [(1440, 900), (1024, 768), (390, 844)])
def test_the_score_is_on_cards_and_the_rounds_are_dots(app: str, browser: Browser, size: tuple[int, int]) -> None:
    with visitor(browser, *size) as visit:
        visit.open(app)
        cards, dots = visit.page.locator(".pegp-score small"), visit.page.locator(".pegp-figure .rounds i")
        expect(cards).to_have_text(["no look yet", "0 of 6 experts out"])
        expect(dots).to_have_count(ROUNDS)
        before = visit.page.locator(".pegp-score").bounding_box()
        visit.page.get_by_role("button", name="Look here").click()
        expect(cards.first).to_contain_text("last look cost")
        expect(visit.page.locator(".pegp-figure .rounds .done")).to_have_count(1)
        assert visit.page.locator(".pegp-score").bounding_box() == before
        visit.assert_clean()


def test_a_hint_and_another_game(app: str, browser: Browser) -> None:
    with visitor(browser) as visit:
        visit.open(app)
        visit.page.locator(".pegp-figure [data-key='expert 2']").first.click()
        visit.settle()
        expect(visit.page.locator(".pegp-sentence").first).to_contain_text("Expert 2 thinks up to")
        visit.page.get_by_role("button", name="Next game").click()
        visit.settle()
        expect(visit.page.locator(".pegp-figure header").first).to_contain_text("game 8")
        visit.page.get_by_role("button", name="Skip to the end").click()
        visit.settle()
        expect(visit.page.locator(".pegp-sentence").first).to_contain_text("Your regret is")
        visit.assert_clean()


@pytest.mark.parametrize("size", [(1440, 900), (1024, 768), (390, 844)])
def test_a_game_that_is_over_has_all_its_buttons_on_the_first_screen(
    app: str, browser: Browser, size: tuple[int, int]
) -> None:
    over = Turn(match_of("still", 7)).skip_to_end()
    with visitor(browser, *size) as visit:
        visit.open(f"{app}?played={over.written}")
        rows = [visit.page.get_by_role("button", name=name) for name in ("Next game", "Level and game", "Reset")]
        boxes = [row.bounding_box() for row in rows]
        assert max(box["y"] + box["height"] for box in boxes if box) <= size[1]
        middles = [box["y"] + box["height"] / 2 for box in boxes if box]
        assert len(middles) == 3
        assert max(middles) - min(middles) < 6  # one row
        visit.settle()
        rows[0].click(timeout=10_000)  # and nothing lies over it
        expect(visit.page.locator(".pegp-figure header").first).to_contain_text("game 8")
