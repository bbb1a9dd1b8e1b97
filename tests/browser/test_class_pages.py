"""A class in real browsers: students and a lecturer, votes on the card, the reveal, the offer; alone nothing of it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from attacker import Den, running_server
from chromium import Visit, visitor
from playwright.sync_api import Browser, Route, expect
from school import QUESTION, Lecturer
from serving import ROOT, eventually

from pegp_lite.pages.lessons.turn.match import match_of
from pegp_lite.pages.lessons.turn.model import Turn

STAR, TURN = "02_star_and_diamond", "08_your_turn"


@pytest.fixture(scope="module")
def den(tmp_path_factory) -> Iterator[Den]:
    where = tmp_path_factory.mktemp("class")
    with running_server(ROOT / "notebooks", where, "--visitors", "8", "--class") as server:
        yield server


@pytest.fixture
def lecturer(den: Den) -> Lecturer:
    eventually(lambda: "your desk:" in den.log.read_text(), "the desk's address in what is printed")
    found = Lecturer(den.address, re.findall(r"/desk/([\w-]+)", den.log.read_text())[0])
    assert found.enter() == 200
    assert found.do("clear all") == 204
    return found


def opened(visit: Visit, den: Den, page: str, query: str = "") -> None:
    visit.open(f"{den.address}/voila/render/{page}.ipynb{query}")
    visit.settle()


def test_vote_reveal_and_vote_again(den: Den, browser: Browser, lecturer: Lecturer) -> None:
    with visitor(browser) as ann, visitor(browser) as bob:
        for student in (ann, bob):
            opened(student, den, STAR)
        card, other = (student.page.locator(".pegp-predict").first for student in (ann, bob))
        card.locator(".opt").nth(0).click()
        expect(card.locator(".wait")).to_contain_text("Your vote is in")
        card.locator(".opt").nth(1).click()
        other.locator(".opt").nth(2).click()
        bob.until(lambda: lecturer.counts() == [0, 1, 1], "both votes")
        assert ann.page.locator(".pegp-veil").count() > 0, "a vote must not uncover the answer"
        assert card.locator(".bars").count() == 0
        ann.page.evaluate(
            "() => { window.shifted = 0; new PerformanceObserver(list => list.getEntries()"
            ".forEach(entry => (window.shifted += entry.value))).observe({ type: 'layout-shift' }); }"
        )
        assert lecturer.do("reveal", question=QUESTION) == 204
        for student, reply in ((ann, "✓ Right."), (bob, "✗ Not so.")):
            box = student.page.locator(".pegp-predict").first
            expect(box.locator(".told")).to_contain_text(reply)
            expect(box.locator(".bars caption")).to_have_text("the class: 2 votes")
            expect(box.locator(".bars tr td:last-child")).to_have_text(["0", "1", "1"])
        assert ann.page.evaluate("() => window.shifted") <= 0.01, "the reveal moved the page"
        assert lecturer.do("again", question=QUESTION) == 204
        expect(other.locator(".once-more")).to_contain_text("Vote again")
        other.locator(".once-more").get_by_role("button", name="not by this look").click()
        bob.until(lambda: lecturer.counts() == [0, 1, 0], "the second vote")
        assert lecturer.do("reveal", question=QUESTION) == 204
        expect(other.locator(".bars caption")).to_have_text(["round 1: 2 votes", "round 2: 1 vote"])
        bob.page.reload()
        expect(bob.page.locator(".pegp-predict").first.locator(".bars")).to_have_count(2)
        for student in (ann, bob):
            student.assert_clean()


def test_who_comes_after_the_reveal_is_shown_the_answer(den: Den, browser: Browser, lecturer: Lecturer) -> None:
    assert lecturer.do("reveal", question=QUESTION) == 204
    with visitor(browser) as late:
        opened(late, den, STAR)
        for _ in range(2):
            card = late.page.locator(".pegp-predict").first
            expect(card.locator(".told")).to_contain_text("nobody had trusted GP2")
            expect(late.page.locator(".pegp-scene").first.locator(".pegp-veil")).to_have_count(0)
            late.page.reload()
        late.assert_clean()


def test_after_a_rehearsal_the_same_browser_finds_the_question_open(
    den: Den, browser: Browser, lecturer: Lecturer
) -> None:
    with visitor(browser) as visit:
        opened(visit, den, STAR)
        card = visit.page.locator(".pegp-predict").first
        card.locator(".opt").first.click()
        visit.until(lambda: lecturer.counts() == [1, 0, 0], "the vote")
        assert lecturer.do("reveal", question=QUESTION) == 204
        expect(card.locator(".told")).to_contain_text("✗ Not so.")
        assert lecturer.do("clear all") == 204
        opened(visit, den, STAR)
        card.locator(".opt").nth(1).click()
        visit.until(lambda: lecturer.counts() == [0, 1, 0], "the vote on the day")
        expect(visit.page.locator(".pegp-scene").first.locator(".pegp-veil")).to_be_visible()
        visit.assert_clean()


def test_a_second_round_before_the_reveal_asks_for_another_vote(den: Den, browser: Browser, lecturer: Lecturer) -> None:
    with visitor(browser) as visit:
        opened(visit, den, STAR)
        card = visit.page.locator(".pegp-predict").first
        card.locator(".opt").first.click()
        expect(card.locator(".wait")).to_contain_text("Your vote is in")
        visit.until(lambda: lecturer.counts() == [1, 0, 0], "the vote")
        assert lecturer.do("again", question=QUESTION) == 204
        expect(card.locator(".wait")).to_contain_text("vote again")
        assert card.locator(".bars").count() == 0, "nobody has revealed the first round"
        assert visit.page.locator(".pegp-veil").count() > 0
        card.locator(".opt").nth(1).click()
        visit.until(lambda: lecturer.counts() == [0, 1, 0], "the second vote")
        visit.assert_clean()


def test_a_reveal_shows_the_bars_even_before_the_pages_own_process_answers(
    den: Den, browser: Browser, lecturer: Lecturer
) -> None:
    with visitor(browser) as visit:
        opened(visit, den, STAR)
        visit.page.locator(".pegp-predict .opt").first.click()
        visit.until(lambda: lecturer.counts() == [1, 0, 0], "the vote")
        with den.asleep():
            assert lecturer.do("reveal", question=QUESTION) == 204
            expect(visit.page.locator(".pegp-predict .bars caption").first).to_have_text("the class: 1 vote")
        expect(visit.page.locator(".pegp-predict .told").first).to_contain_text("✗ Not so.")
        visit.assert_clean()


def test_a_game_finished_before_the_news_is_handed_in_with_them(den: Den, browser: Browser, lecturer: Lecturer) -> None:
    with visitor(browser) as visit:
        early = [True]

        def news(route: Route) -> None:
            route.fulfill(status=204) if early else route.continue_()  # 204: nothing yet, ask again

        visit.page.route("**/class/news*", news)
        opened(visit, den, TURN)
        visit.page.get_by_role("button", name="Skip to the end").click()
        visit.settle()
        assert lecturer.see()["games"] == []
        early.clear()
        visit.until(lambda: lecturer.see()["games"], "a score on the desk")
        visit.assert_clean()


def test_an_offer_waits_until_it_is_taken(den: Den, browser: Browser, lecturer: Lecturer) -> None:
    with visitor(browser) as visit:
        opened(visit, den, STAR)
        before = visit.page.url
        assert lecturer.do("offer", page=STAR, query="y=0.6") == 204
        offer = visit.page.locator(".pegp-offer")
        expect(offer).to_contain_text("in another state")
        assert visit.page.url == before, "a page must not jump under the hand"
        offer.get_by_role("button", name="Not now").click()
        expect(offer).to_have_count(0)
        assert lecturer.do("offer", page=STAR, query="y=0.6") == 204
        expect(offer).to_be_visible()
        offer.get_by_role("link", name="Open it").click()
        visit.page.wait_for_url("**/*?y=0.6*")
        visit.page.wait_for_selector(".pegp-frame .panels")
        expect(offer).to_have_count(0)
        visit.assert_clean()


def test_the_lecturers_own_page_can_show_itself_to_all(den: Den, browser: Browser, lecturer: Lecturer) -> None:
    with visitor(browser) as visit:
        visit.page.goto(f"{den.address}/desk/{lecturer.secret}")
        opened(visit, den, STAR, "?notes&y=0.6")
        notes = visit.page.locator("details.notes")
        expect(notes).to_contain_text("Only the expert that was trusted is tested")
        visit.page.get_by_role("button", name="Show to all").click()
        visit.until(lambda: (lecturer.see()["offer"] or {}).get("query") == "y=0.6", "the view on offer")
        visit.page.locator(".pegp-predict").first.get_by_role("button", name="Reveal to all").click()
        visit.until(lambda: any(each["revealed"] for each in lecturer.see()["questions"]), "the reveal")
        visit.assert_clean()


def test_a_finished_game_is_handed_in(den: Den, browser: Browser, lecturer: Lecturer) -> None:
    played = Turn(match_of("still", 7)).skip_to_end()
    with visitor(browser) as visit:
        opened(visit, den, TURN)
        visit.page.get_by_role("button", name="Skip to the end").click()
        visit.until(lambda: lecturer.see()["games"], "a score on the desk")
        (game,) = lecturer.see()["games"]
        assert game["class"] == [round(float(played.regret[-1]), 3)]
        visit.assert_clean()


def test_a_game_that_somebody_else_played_is_nobodys_score(den: Den, browser: Browser, lecturer: Lecturer) -> None:
    finished = Turn(match_of("still", 9)).skip_to_end().written
    with visitor(browser) as visit:
        handed_in: list[str] = []
        visit.page.on(
            "request", lambda request: handed_in.append(request.url) if "class/score" in request.url else None
        )
        opened(visit, den, TURN, f"?game=9&played={finished}")
        expect(visit.page.locator(".pegp-figure .title").first).to_contain_text("again")
        visit.page.locator("a[href*='played=']").click()
        expect(visit.page.locator(".pegp-figure .title").first).to_contain_text("again")
        visit.settle()
        visit.page.get_by_role("button", name="Next game").click()
        visit.settle()
        visit.page.get_by_role("button", name="Skip to the end").click()
        visit.until(lambda: lecturer.see()["games"], "a score on the desk")
        assert len(handed_in) == 1
        assert [game["game"] for game in lecturer.see()["games"]] == [8]
        visit.assert_clean()


def test_the_lecturer_offers_a_game_without_their_own_looks(den: Den, browser: Browser, lecturer: Lecturer) -> None:
    played = Turn(match_of("still", 12)).look(30).written
    with visitor(browser) as visit:
        visit.page.goto(f"{den.address}/desk/{lecturer.secret}")
        opened(visit, den, TURN, f"?game=12&played={played}")
        visit.page.get_by_role("button", name="Show to all").click()
        visit.until(lambda: lecturer.see()["offer"], "the view on offer")
        assert lecturer.see()["offer"]["query"] == "game=12"
        visit.assert_clean()


def test_a_clicker_leads_from_the_figure_to_the_question_and_back_and_casts_no_vote(
    den: Den, browser: Browser, lecturer: Lecturer
) -> None:
    with visitor(browser, 1024, 768) as visit:
        visit.page.goto(f"{den.address}/desk/{lecturer.secret}")
        opened(visit, den, STAR, "?present=1")
        veil = visit.page.locator(".pegp-shown .pegp-veil").first
        expect(veil).to_contain_text("Covered until your lecturer shows the answers")
        expect(visit.page.locator(".pegp-presenter .keys")).to_contain_text("question and votes")
        veil.get_by_role("button").click()
        card = visit.page.locator(".pegp-shown .pegp-predict").first
        for key in ("Space", "PageDown"):
            expect(card).to_be_visible()
            visit.page.keyboard.press(key)
            expect(card).to_be_hidden()
            visit.page.keyboard.press("v")
        assert sum(lecturer.counts()) == 0
        for _ in range(2):
            assert lecturer.do("again", question=QUESTION) == 204
        assert lecturer.do("reveal", question=QUESTION) == 204
        expect(card.locator(".bars")).to_have_count(2)
        expect(card.get_by_role("button", name="Vote again")).to_be_in_viewport(ratio=1)
        visit.assert_clean()


def test_alone_a_prediction_is_no_vote(browser: Browser, tmp_path_factory) -> None:
    where = tmp_path_factory.mktemp("alone")
    with running_server(ROOT / "notebooks", where, "--visitors", "2") as server, visitor(browser) as visit:
        asked: list[str] = []
        visit.page.on("request", lambda request: asked.append(request.url))
        opened(visit, server, STAR)
        card = visit.page.locator(".pegp-predict").first
        assert "Vote" not in card.inner_text()
        assert card.locator(".pegp-class").count() == 0
        card.locator(".opt").nth(1).click()
        expect(card.locator(".told")).to_contain_text("✓ Right.")
        visit.page.keyboard.press("p")
        keys = visit.page.locator(".pegp-presenter .keys")
        expect(keys).to_contain_text("question")
        assert "vote" not in keys.inner_text()
        assert not [url for url in asked if "/class/" in url or "/desk" in url]
        visit.page.goto(server.address)
        expect(visit.page.locator("main")).to_contain_text("For the lecturer")
        assert "vote" not in visit.page.locator("main").inner_text()
        visit.assert_clean()
