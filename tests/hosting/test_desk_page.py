"""The lecturer's desk in a real browser: bars grow, a reveal is pressed, a view is offered, the code is projected."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from attacker import Client, Den, running_server, write_toy
from chromium import chromium, visitor
from playwright.sync_api import Browser, Page, expect
from school import PAGE, QUESTION, Student
from serving import eventually

from pegp_lite.pages.lessons.turn.match import match_of
from pegp_lite.pages.lessons.turn.model import Turn

NEXT = "03_the_algorithm"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture(scope="module")
def den(tmp_path_factory) -> Iterator[Den]:
    folder = tmp_path_factory.mktemp("desk")
    for name in (PAGE, NEXT):
        write_toy(folder, f"{name}.ipynb")
    with running_server(folder, folder, "--visitors", "6", "--class") as server:
        eventually(lambda: "your desk:" in server.log.read_text(), "the desk's address")
        yield server


@pytest.fixture
def desk(browser: Browser, den: Den) -> Iterator[Page]:
    printed = next(line for line in den.log.read_text().splitlines() if line.startswith("your desk:"))
    with visitor(browser) as visit:
        visit.page.goto(printed.split()[2])
        yield visit.page
        assert not visit.outside
        assert not [error for error in visit.errors if "409" not in error]  # one is provoked


def test_a_lecturer_at_work(den: Den, desk: Page) -> None:
    assert desk.url == f"{den.address}/desk"
    expect(desk.locator("#here")).to_have_text("Nobody is here yet.")
    with Client(den.address, f"{PAGE}.ipynb") as one, Client(den.address, f"{PAGE}.ipynb") as two:
        expect(desk.locator("#here")).to_contain_text("2 browsers here: 2 on 02 star and diamond")
        box = desk.locator(f'[data-question="{QUESTION}"]')
        assert Student(one).vote(1) == 204
        assert Student(two).vote(0) == 204
        expect(box.locator("caption")).to_have_text("2 votes")
        box.get_by_role("button", name="Reveal").click()
        expect(box.locator("caption")).to_have_text("2 votes, revealed")
        assert Student(one).now()["votes"][QUESTION]["counts"] == [1, 1, 0]
        box.get_by_role("button", name="Vote again").click()
        expect(box.locator("caption")).to_have_text(["round 1: 2 votes", "round 2: 0 votes"])
        desk.get_by_label("a page's address").fill(f"{den.address}/voila/render/{PAGE}.ipynb?y=0.6#x")
        desk.get_by_role("button", name="Show to all").click()
        expect(desk.locator("#offered")).to_contain_text(f"On offer: {PAGE}?y=0.6")
        assert Student(two).now()["offer"]["query"] == "y=0.6"
        desk.get_by_label("a page's address").fill("https://evil.example/x")
        desk.get_by_label("a page's address").press("Enter")
        expect(desk.locator("#trouble")).to_have_text("there is no such view")
        assert Student(one).call("class/score", {"game": Turn(match_of("still", 7)).skip_to_end().written})[0] == 204
        expect(desk.locator("#games .ring")).to_have_count(1)
        expect(desk.locator("#games")).to_contain_text("PE-GP-UCB")
        for width in (1440, 1024, 390):
            desk.set_viewport_size({"width": width, "height": 800})
            assert desk.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), width
            votes, code = desk.locator("#questions").bounding_box(), desk.locator("#invite").bounding_box()
            assert votes
            assert code
            beside = code["x"] >= votes["x"] + votes["width"]
            assert beside if width >= 1024 else code["y"] > votes["y"]
            # Else the letters of the scores are shrunk; they are drawn anew a moment after the page has its size.
            desk.wait_for_function(
                "() => { const svg = document.querySelector('#games svg');"
                " return svg.viewBox.baseVal.width <= svg.clientWidth + 1; }"
            )
        desk.get_by_role("button", name="Project the scores").click()
        expect(desk.locator("#questions")).to_be_hidden()  # bars that grow are for the lecturer
        expect(desk.locator("#games .ring")).to_be_visible()
        desk.keyboard.press("Escape")
        expect(desk.locator("#questions")).to_be_visible()
        desk.get_by_role("button", name="Forget all").click()
        expect(box.locator("caption")).to_have_text(["0 votes"])


def test_the_code_can_be_projected(desk: Page) -> None:
    desk.set_viewport_size({"width": 1024, "height": 768})
    small = desk.locator("svg.qr").bounding_box()
    desk.get_by_role("button", name="Project it").click()
    expect(desk.locator("#invite").get_by_role("button")).to_have_text("Back to the desk")
    large = desk.locator("svg.qr").bounding_box()
    assert small
    assert large
    assert large["width"] > 500 > small["width"]
    assert large["y"] + large["height"] < 768
    desk.keyboard.press("Escape")
    expect(desk.locator("#questions")).to_be_visible()
    expect(desk.locator("#invite").get_by_role("button")).to_have_text("Project it")


def test_it_says_that_the_votes_belong_to_one_server(desk: Page) -> None:
    expect(desk.locator("footer")).to_contain_text("Where several servers share an address, each has a desk of its own")


def test_a_button_stays_under_the_finger_while_votes_come_in(den: Den, desk: Page) -> None:
    with Client(den.address, f"{PAGE}.ipynb") as one:
        box = desk.locator(f'[data-question="{QUESTION}"]')
        reveal = box.get_by_role("button", name="Reveal")
        reveal.hover()
        desk.mouse.down()
        with desk.expect_response(lambda answer: "/desk/news" in answer.url):
            assert Student(one).vote(1) == 204
        desk.mouse.up()
        expect(box.locator("caption")).to_have_text("1 vote, revealed")
        desk.get_by_role("button", name="Forget all").click()


def test_the_question_of_the_page_where_the_class_is_comes_first_though_the_pointer_rests_on_another(
    den: Den, desk: Page
) -> None:
    first = desk.locator("#questions article").first
    with Client(den.address, f"{PAGE}.ipynb") as one:
        assert Student(one).vote(1) == 204
        reveal = first.get_by_role("button", name="Reveal")
        reveal.click()
        expect(first).to_contain_text("1 vote, revealed")
    with Client(den.address, f"{NEXT}.ipynb"), Client(den.address, f"{NEXT}.ipynb"):
        expect(first).to_have_attribute("data-question", f"{NEXT}/first")
        desk.get_by_role("button", name="Forget all").click()
