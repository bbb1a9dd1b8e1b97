"""The rules of the classroom, without a server: what counts, what is told to whom, and what forgers get."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegp_lite.hosting.classroom.invitation import class_address, qr_svg, qr_text
from pegp_lite.hosting.classroom.room import MOST_WAITING, QUERY, Bell, Room
from pegp_lite.hosting.classroom.scores import MOST_GAMES, Scores
from pegp_lite.hosting.classroom.votes import MOST_ROUNDS, Refused, Votes
from pegp_lite.hosting.settings import Settings
from pegp_lite.hosting.wire.allowance import Allowance
from pegp_lite.pages.lessons.turn.match import POINTS, ROUNDS, match_of
from pegp_lite.pages.lessons.turn.model import Turn
from pegp_lite.pages.questions import Question

STAR, START = "02_star/first", "00_start/first"
QUESTIONS = {
    START: Question("00_start", "Who falls?", ("A", "B"), 1),
    STAR: Question("02_star", "Is GP2 thrown out?", ("yes", "no", "later"), 1),
}


@dataclass
class Tab:
    visitor: str
    page: str
    lines: int = 1


@dataclass
class Place:
    """A room whose clock stands still until moved."""

    tabs: list[Tab] = field(default_factory=list)
    now: float = 100.0

    def __post_init__(self) -> None:
        self.room = Room(QUESTIONS, 30, ("00_start", "02_star"), lambda: self.tabs, lambda: self.now)


@pytest.fixture
def place() -> Place:
    return Place([Tab(f"s{k}", "02_star.ipynb") for k in range(30)])


def counts(room: Room, question: str = STAR) -> list[int]:
    return next(each["counts"] for each in room.for_desk()["questions"] if each["id"] == question)


# ---------------------------------------------------------------- votes


def test_thirty_votes_are_counted_once_each(place: Place) -> None:
    for k in range(30):
        place.room.vote(f"s{k}", STAR, k % 3)
        place.room.vote(f"s{k}", STAR, k % 3)  # a double click
    assert counts(place.room) == [10, 10, 10]


def test_a_vote_can_be_changed_until_it_is_revealed(place: Place) -> None:
    place.room.vote("s0", STAR, 0)
    place.room.vote("s0", STAR, 2)
    assert counts(place.room) == [0, 0, 1]
    place.room.act("reveal", STAR)
    with pytest.raises(Refused, match="shown"):
        place.room.vote("s0", STAR, 1)
    assert counts(place.room) == [0, 0, 1]


def test_no_page_hears_a_count_before_the_reveal_and_every_page_does_after(place: Place) -> None:
    place.room.vote("s0", STAR, 1)
    told = place.room.for_browser("s1")["votes"][STAR]
    assert told == {"round": 1, "mine": None, "revealed": False, "counts": None, "earlier": []}
    assert place.room.for_browser("s0")["votes"][STAR]["mine"] == 1
    place.room.act("reveal", STAR)
    assert place.room.for_browser("s1")["votes"][STAR]["counts"] == [0, 1, 0]


def test_vote_discuss_vote_again(place: Place) -> None:
    for k in range(4):
        place.room.vote(f"s{k}", STAR, 0)
    place.room.act("again", STAR)  # without a reveal: nobody hears of the first round yet
    assert place.room.for_browser("s0")["votes"][STAR]["earlier"] == []
    place.room.vote("s0", STAR, 1)
    place.room.act("reveal", STAR)
    told = place.room.for_browser("s0")["votes"][STAR]
    assert (told["round"], told["earlier"], told["counts"]) == (2, [[4, 0, 0]], [0, 1, 0])
    place.room.act("again", STAR)
    told = place.room.for_browser("s0")["votes"][STAR]
    assert (told["mine"], told["counts"], told["earlier"]) == (None, None, [[4, 0, 0], [0, 1, 0]])
    for _ in range(MOST_ROUNDS - 3):
        place.room.act("again", STAR)
    with pytest.raises(Refused, match="at most"):
        place.room.act("again", STAR)


def test_clearing_forgets_one_question_or_all(place: Place) -> None:
    place.tabs.append(Tab("s0", "00_start.ipynb"))
    place.room.vote("s0", START, 0)
    place.room.vote("s0", STAR, 0)
    place.room.act("clear", STAR)
    assert (counts(place.room, START), counts(place.room)) == ([1, 0], [0, 0, 0])
    place.room.act("clear all")
    assert place.room.for_browser("s0")["votes"] == {}


@pytest.mark.parametrize("choice", [-1, 3, 1.0, "1", True, None, [1], {}])
def test_only_an_option_of_the_question_is_a_choice(place: Place, choice: object) -> None:
    with pytest.raises(Refused):
        place.room.vote("s0", STAR, choice)
    assert counts(place.room) == [0, 0, 0]


@pytest.mark.parametrize("question", ["nothing", "", None, 3, [STAR], STAR + " "])
def test_a_vote_on_an_unknown_question_leaves_no_trace(place: Place, question: object) -> None:
    with pytest.raises(Refused, match="no such question"):
        place.room.vote("s0", question, 0)
    assert not place.room.votes.ballots


def test_only_browsers_with_the_page_open_vote(place: Place) -> None:
    place.tabs += [Tab("asleep", "02_star.ipynb", lines=0), Tab("elsewhere", "00_start.ipynb")]
    for browser in ("forged", "", "asleep", "elsewhere"):
        with pytest.raises(Refused, match="not open"):
            place.room.vote(browser, STAR, 0)
    assert counts(place.room) == [0, 0, 0]


def test_there_are_never_more_votes_than_places_allow() -> None:
    votes = Votes(QUESTIONS, most=5)
    for k in range(5):
        votes.cast(f"b{k}", STAR, 0)
    with pytest.raises(Refused, match="places"):
        votes.cast("b5", STAR, 0)
    assert votes.cast("b4", STAR, 1)  # who is in may change


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 2)), max_size=60))
def test_whatever_is_pressed_the_last_choice_of_each_browser_counts(presses: list[tuple[int, int]]) -> None:
    votes = Votes(QUESTIONS, most=6)
    for browser, choice in presses:
        votes.cast(str(browser), STAR, choice)
    last = dict(presses)
    assert votes.ballot(STAR).counts == tuple(list(last.values()).count(k) for k in range(3))


def test_the_desk_tells_who_is_here_and_nothing_of_who_they_are(place: Place) -> None:
    place.tabs.append(Tab("s0", "00_start.ipynb"))
    place.tabs.append(Tab("gone", "00_start.ipynb", lines=0))
    place.room.vote("s3", STAR, 1)
    told = place.room.for_desk()
    assert (told["here"], told["browsers"]) == ({"00_start": 1, "02_star": 30}, 30)
    assert "s3" not in repr(told)


# ---------------------------------------------------------------- the view on offer


def test_a_view_is_offered_and_withdrawn(place: Place) -> None:
    place.room.act("offer", page="02_star", query="y=0.6&x=0.3")
    first = place.room.for_browser("s0")["offer"]
    assert (first["page"], first["query"]) == ("02_star", "y=0.6&x=0.3")
    place.room.act("offer", page="02_star", query="y=0.6&x=0.3")
    assert place.room.for_browser("s0")["offer"] != first  # offered again, it is a new offer
    restarted = Place(place.tabs).room  # browsers remember what they have seen, servers do not
    restarted.act("offer", page="02_star", query="y=0.6&x=0.3")
    assert restarted.for_browser("s0")["offer"] != first
    place.room.act("withdraw")
    assert place.room.for_browser("s0")["offer"] is None


@pytest.mark.parametrize(
    ("page", "query"),
    [
        ("elsewhere", ""),
        ("//evil.example", ""),
        (None, ""),
        ("02_star", "<b>"),
        ("02_star", "a" * 2001),
        ("02_star", 3),
    ],
)
def test_only_views_of_ours_are_offered(place: Place, page: object, query: object) -> None:
    with pytest.raises(Refused):
        place.room.act("offer", page=page, query=query)
    assert place.room.offered is None


def test_an_address_as_the_pages_write_it_can_be_offered() -> None:
    for query in ("y=0.6", "level=true+expert+missing&game=7&looks=50.31x4.10", "mask=a%20b%2C%20c"):
        assert QUERY.fullmatch(query)


@pytest.mark.parametrize("doing", ["", "explode", None, 3, "Reveal"])
def test_the_desk_does_only_what_it_can(place: Place, doing: object) -> None:
    with pytest.raises(Refused):
        place.room.act(doing, STAR)


# ---------------------------------------------------------------- news


def test_growing_bars_wake_the_desk_alone(place: Place) -> None:
    before = place.room.news.rings, place.room.desk_news.rings
    place.room.vote("s0", STAR, 1)
    place.room.vote("s0", STAR, 1)  # nothing new
    assert (place.room.news.rings, place.room.desk_news.rings) == (before[0], before[1] + 1)
    place.room.act("reveal", STAR)
    assert place.room.news.rings == before[0] + 1


def test_who_waits_hears_the_bell_and_who_is_late_is_told_at_once() -> None:
    async def story() -> None:
        bell = Bell()
        heard = [asyncio.ensure_future(bell.wait(0, 60)) for _ in range(30)]
        await asyncio.sleep(0)
        assert len(bell.waiting) == 30
        bell.ring()
        await asyncio.gather(*heard)
        await bell.wait(0, 60)
        await bell.wait(bell.rings, 0.001)  # nothing new: the time runs out
        assert not bell.waiting

    asyncio.run(story())


def test_what_a_browser_used_up_is_forgotten_when_it_has_left(place: Place) -> None:
    for k in range(30):
        place.room.guest(f"s{k}")
    place.tabs.clear()
    place.room.guest("new")
    assert set(place.room.guests) == {"new"}
    assert MOST_WAITING >= 4  # as many tabs as one browser may have


def test_ten_thousand_votes_from_one_browser_are_cut_short() -> None:
    acts = Allowance(burst=20, rate=1)
    assert sum(acts.spend(1, 100 + k / 1000) for k in range(10_000)) <= 31


# ---------------------------------------------------------------- scores


def finished(level: str = "still", number: int = 7) -> tuple[str, float]:
    turn = Turn(match_of(level, number)).skip_to_end()
    return turn.written, float(turn.regret[-1])


def test_a_score_is_worked_out_here_and_the_first_one_counts() -> None:
    scores = Scores(most=3)
    choices, regret = finished()
    assert scores.hand_in("ann", choices)
    best = Turn(match_of("still", 7))
    while not best.over:
        values = best.match.problem.values[0, best.played]
        best = best.look(int(np.argmax(np.where(best.match.open_at(best.played + 1), values, -np.inf))))
    assert not scores.hand_in("ann", best.written)
    (told,) = scores.for_desk()
    assert told["class"] == [round(regret, 3)]
    rivals = match_of("still", 7).rivals
    assert told["algorithms"]["PE-GP-UCB"] == pytest.approx(rivals["PriorElimination"].regret.sum(), abs=1e-3)


@pytest.mark.parametrize(
    "written",
    [
        "7s50.50.50",
        "7s" + ".".join(["90"] * ROUNDS),  # hidden in some rounds
        "7s" + ".".join([str(POINTS + 5)] * ROUNDS),
        "7s" + "1" * 500,
        "7z50",
        "-1s50",
        "123456s50",
        "",
        None,
        7,
        ["7s50"],
    ],
)
def test_what_is_no_finished_game_has_no_score(written: object) -> None:
    scores = Scores(most=3)
    with pytest.raises(Refused):
        scores.hand_in("ann", written)
    assert scores.kept == {}


def test_scores_are_bounded() -> None:
    scores = Scores(most=2)
    choices, _ = finished()
    scores.hand_in("a", choices)
    scores.hand_in("b", choices)
    with pytest.raises(Refused, match="places"):
        scores.hand_in("c", choices)
    scores.kept |= {("still", 100 + k): {} for k in range(MOST_GAMES)}
    with pytest.raises(Refused, match="many"):
        scores.hand_in("a", finished("moving")[0])


def test_only_who_is_here_hands_in(place: Place) -> None:
    choices, _ = finished()
    with pytest.raises(Refused, match="no page"):
        place.room.hand_in("forged", choices)
    place.room.hand_in("s0", choices)
    assert len(place.room.for_desk()["games"]) == 1
    place.room.act("clear scores")
    assert place.room.for_desk()["games"] == []


# ---------------------------------------------------------------- the invitation


def test_the_address_is_one_that_students_can_use(tmp_path) -> None:
    (tmp_path / "a.ipynb").write_text("{}")
    assert class_address(Settings(folder=tmp_path)) == "http://127.0.0.1:8866/"
    assert class_address(Settings(folder=tmp_path, host="10.0.0.5", port=80)) == "http://10.0.0.5:80/"
    named = Settings(folder=tmp_path, names=("class.example.org",), proxied=True, base_url="/pegp/")
    assert class_address(named) == "https://class.example.org/pegp/"
    assert class_address(Settings(folder=tmp_path, host="::1")).startswith("http://[::1]:8866")
    everywhere = class_address(Settings(folder=tmp_path, host="0.0.0.0"))
    assert everywhere.startswith("http://")
    assert "0.0.0.0" not in everywhere


def test_addresses_become_codes() -> None:
    assert qr_svg("http://127.0.0.1:8866/").startswith("<svg")
    assert qr_text("http://127.0.0.1:8866/").count("\n") > 8
