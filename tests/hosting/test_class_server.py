"""Thirty scripted students and a lecturer on one real server, and those who would spoil it for them."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from attacker import Client, Den, ask, running_server, write_toy
from school import OPTIONS, PAGE, QUESTION, Lecturer, Student, call
from serving import eventually

from pegp_lite.pages.lessons.turn.match import match_of
from pegp_lite.pages.lessons.turn.model import Turn

STUDENTS = 30


@pytest.fixture(scope="module")
def den(tmp_path_factory) -> Iterator[Den]:
    folder = tmp_path_factory.mktemp("class")
    write_toy(folder, f"{PAGE}.ipynb")
    with running_server(folder, folder, "--visitors", str(STUDENTS + 8), "--class") as server:
        yield server


@pytest.fixture(scope="module")
def students(den: Den) -> Iterator[list[Student]]:
    with ThreadPoolExecutor(6) as several:
        clients = list(several.map(lambda _: Client(den.address, f"{PAGE}.ipynb").open(), range(STUDENTS)))
    yield [Student(client) for client in clients]
    for client in clients:
        client.close()
        client.say_goodbye()


@pytest.fixture(scope="module")
def lecturer(den: Den) -> Lecturer:
    eventually(lambda: "your desk:" in den.log.read_text(), "the desk's address in what is printed")
    secret = re.search(r"/desk/([\w-]+)", den.log.read_text())
    assert secret
    found = Lecturer(den.address, secret.group(1))
    assert found.enter() == 200
    return found


@pytest.fixture(autouse=True)
def clean(lecturer: Lecturer) -> None:
    assert lecturer.do("clear all") == 204


def test_a_class_votes_and_a_reveal_reaches_every_open_page(students: list[Student], lecturer: Lecturer) -> None:
    over = threading.Event()
    for student in students:
        student.news.clear()
    listeners = [threading.Thread(target=student.listen, args=(over,)) for student in students]
    for listener in listeners:
        listener.start()
    eventually(lambda: all(student.news for student in students), "everybody listens")
    with ThreadPoolExecutor(6) as several:
        statuses = list(several.map(lambda pair: pair[1].vote(pair[0] % OPTIONS), enumerate(students)))
    assert statuses == [204] * STUDENTS
    expected = [sum(k % OPTIONS == option for k in range(STUDENTS)) for option in range(OPTIONS)]
    assert lecturer.counts() == expected
    assert lecturer.see()["here"] == {PAGE: STUDENTS}
    assert lecturer.do("reveal", question=QUESTION) == 204
    assert lecturer.do("offer", page=PAGE, query="y=0.6") == 204

    def heard_both(student: Student) -> bool:
        revealed = any((told["votes"].get(QUESTION) or {}).get("counts") == expected for told in student.news)
        return revealed and any(told["offer"] and told["offer"]["query"] == "y=0.6" for told in student.news)

    eventually(lambda: all(heard_both(student) for student in students), "all pages hear of it")
    over.set()
    lecturer.do("withdraw")  # rings, so that nobody waits in vain
    for listener in listeners:
        listener.join()


def test_a_reload_or_a_second_tab_is_still_the_same_browser(
    den: Den, students: list[Student], lecturer: Lecturer
) -> None:
    first = students[0]
    assert first.vote(1) == 204
    with Client(den.address, f"{PAGE}.ipynb", cookies=dict(first.client.cookies)) as tab:
        second = Student(tab)
        assert second.now()["votes"][QUESTION]["mine"] == 1
        assert second.vote(0) == 204
        assert lecturer.counts() == [1] + [0] * (OPTIONS - 1)
    assert first.now()["votes"][QUESTION]["mine"] == 0


def test_who_has_no_page_open_counts_for_nothing(den: Den, lecturer: Lecturer, students: list[Student]) -> None:
    token = "A" * 22
    for cookies in ({}, {"pegp-visitor": token, "_xsrf": "x"}, {"pegp-visitor": "'; --", "_xsrf": "x"}):
        assert call(den.address, cookies, "class/vote", {"question": QUESTION, "choice": 0})[0] == 403
        assert call(den.address, cookies, "class/news")[0] == 403
    gone = Client(den.address, f"{PAGE}.ipynb").open()
    gone.close()
    gone.say_goodbye()
    eventually(lambda: Student(gone).vote(0) == 403, "a page that is closed has no vote")
    assert sum(lecturer.counts()) == 0


def test_a_vote_from_another_site_or_without_the_token_is_refused(students: list[Student], lecturer: Lecturer) -> None:
    student, body = students[0], {"question": QUESTION, "choice": 0}
    assert student.call("class/vote", body, Origin="http://evil.example")[0] in (403, 404)
    cookies = dict(student.client.cookies)
    address = student.client.address
    assert call(address, cookies, "class/vote", body, **{"X-XSRFToken": "forged"})[0] == 403
    cookies.pop("_xsrf")
    assert call(address, cookies, "class/vote", body)[0] == 403
    assert sum(lecturer.counts()) == 0


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"question": "nothing/first", "choice": 0}, 409),
        ({"question": QUESTION, "choice": OPTIONS}, 409),
        ({"question": QUESTION, "choice": -1}, 409),
        ({"question": QUESTION, "choice": "0"}, 409),
        ({"question": [QUESTION], "choice": 0}, 409),
        ({}, 409),
        ("[]", 400),
        ("{", 400),
        ("[" * 900, 400),
        ({"question": QUESTION, "choice": 0, "more": "x" * 2000}, 413),
        ("x" * 60_000, 413),
    ],
)
def test_nonsense_changes_nothing(students: list[Student], lecturer: Lecturer, body: Any, status: int) -> None:
    assert students[1].call("class/vote", body)[0] == status
    assert sum(lecturer.counts()) == 0


def test_ten_thousand_votes_from_one_browser_count_once_and_nobody_else_notices(
    students: list[Student], lecturer: Lecturer
) -> None:
    pest, other = students[2], students[3]

    def press(k: int) -> int:
        return pest.vote(k % OPTIONS)

    with ThreadPoolExecutor(4) as several:
        statuses = list(several.map(press, range(10_000)))
    assert set(statuses) <= {204, 429}
    assert statuses.count(429) > 9_000
    assert other.vote(1) == 204
    assert sum(lecturer.counts()) == 2


def test_one_browser_cannot_keep_the_server_waiting(students: list[Student], lecturer: Lecturer) -> None:
    heard = students[4].now()["heard"]
    with ThreadPoolExecutor(40) as several:
        waiting = [several.submit(students[4].call, f"class/news?heard={heard}") for _ in range(40)]

        def refused() -> int:
            return sum(each.done() and each.result()[0] == 429 for each in waiting)

        eventually(lambda: refused() >= 30, "most are refused at once")
        assert students[5].now()["heard"] == heard
        assert lecturer.do("reveal", question=QUESTION) == 204  # news, for which the others need not wait any more


def test_after_the_reveal_a_vote_stands(students: list[Student], lecturer: Lecturer) -> None:
    assert students[6].vote(0) == 204
    assert lecturer.do("reveal", question=QUESTION) == 204
    assert students[6].vote(1) == 409
    assert lecturer.counts() == [1] + [0] * (OPTIONS - 1)
    assert lecturer.do("again", question=QUESTION) == 204
    assert students[6].vote(1) == 204
    told = students[7].now()["votes"][QUESTION]
    assert (told["round"], told["counts"], told["earlier"]) == (2, None, [[1] + [0] * (OPTIONS - 1)])


# ---------------------------------------------------------------- the desk


def test_the_desk_is_not_there_for_whoever_does_not_know_the_secret(
    den: Den, students: list[Student], lecturer: Lecturer
) -> None:
    guesses = [
        "",
        "x",
        "desk",
        lecturer.secret[:-1],
        lecturer.secret + "x",
        lecturer.secret.swapcase(),
        "%00",
        "../desk",
    ]
    for guess in guesses:
        status, headers, body = ask(den.address, f"/desk/{guess}")
        assert status == 404
        assert "pegp-desk" not in str(headers)
        assert lecturer.secret.encode() not in body
    student = students[8]
    for cookie in (None, "", "x" * 22, lecturer.secret[:-1]):
        cookies = student.client.cookies | ({} if cookie is None else {"pegp-desk": cookie})
        for path in ("desk", "desk/news"):
            assert call(den.address, cookies, path)[0] == 404
        for doing in ("reveal", "clear all", "offer"):
            assert call(den.address, cookies, "desk/act", {"do": doing, "question": QUESTION, "page": PAGE})[0] == 404
        assert call(den.address, cookies, "class/news")[1]["desk"] is False
    assert student.now()["votes"] == {}
    assert student.now()["offer"] is None


def test_the_secret_does_not_stay_on_the_screen_and_stands_in_no_log(den: Den, lecturer: Lecturer) -> None:
    assert lecturer.secret.encode() not in lecturer.page
    assert b"<svg" in lecturer.page
    assert call(den.address, lecturer.cookies, "desk/act", "{")[0] == 400
    lines = [line for line in den.log.read_text().splitlines() if lecturer.secret in line]
    assert len(lines) == 1
    assert lines[0].startswith("your desk:")


def test_another_site_cannot_use_the_lecturers_browser(den: Den, lecturer: Lecturer, students: list[Student]) -> None:
    body = {"do": "reveal", "question": QUESTION}
    assert call(den.address, lecturer.cookies, "desk/act", body, Origin="http://evil.example")[0] in (403, 404)
    assert call(den.address, lecturer.cookies, "desk/act", body, **{"X-XSRFToken": "forged"})[0] == 403
    assert students[9].now()["votes"] == {}


def test_only_views_of_ours_can_be_offered(lecturer: Lecturer, students: list[Student]) -> None:
    for page, query in (("//evil.example/x", ""), ("nothing", ""), (PAGE, '"><script>'), (PAGE, "x" * 3000)):
        assert lecturer.do("offer", page=page, query=query) == 409
    assert lecturer.do("offer", page=PAGE, query="y=" + "1" * 5000) == 413
    assert students[10].now()["offer"] is None


def test_scores_are_worked_out_by_the_server(lecturer: Lecturer, students: list[Student]) -> None:
    turn = Turn(match_of("still", 7)).skip_to_end()
    handed = {"game": turn.written, "regret": 0.0}
    for student in students[11:14]:
        assert student.call("class/score", handed)[0] == 204
    assert students[11].call("class/score", handed)[0] == 204
    assert students[14].call("class/score", {"game": "7s50"})[0] == 409
    (game,) = lecturer.see()["games"]
    assert game["class"] == [pytest.approx(float(turn.regret[-1]), abs=1e-3)] * 3
    assert set(game["algorithms"]) >= {"PE-GP-UCB", "fully Bayesian", "known prior"}


def test_alone_there_is_no_class(tmp_path: Path) -> None:
    write_toy(tmp_path, f"{PAGE}.ipynb")
    with (
        running_server(tmp_path, tmp_path, "--visitors", "2") as server,
        Client(server.address, f"{PAGE}.ipynb") as client,
    ):
        assert '"pegpClass": false' in client.html
        for path in ("class/news", "desk", "desk/news", "desk/x"):
            assert call(server.address, client.cookies, path)[0] == 404
        assert call(server.address, client.cookies, "class/vote", {"question": QUESTION, "choice": 0})[0] == 404
        assert "your desk" not in server.log.read_text()
