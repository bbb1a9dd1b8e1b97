"""The classroom: votes, scores and the view on offer, told to pages and to the desk as far as each may know.

Knows no server: the time and who is here are handed in. News go out by two bells, one for the pages and one for the
desk, so that thirty growing bars wake the desk alone.
"""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from pegp_lite.hosting.classroom.scores import Scores
from pegp_lite.hosting.classroom.votes import Refused, Votes
from pegp_lite.hosting.wire.allowance import Allowance
from pegp_lite.pages.questions import Question

QUERY = re.compile(r"[\w=&.%+~*,!:;-]{0,2000}", re.ASCII)
DOINGS = ("reveal", "again", "clear", "offer", "withdraw", "clear scores", "clear all")
MOST_WAITING = 6  # requests for news that one browser may leave open: one a tab


class Open(Protocol):
    """An open page, as far as the classroom is concerned."""

    visitor: str
    page: str
    lines: Any  # true where the browser is connected


@dataclass(eq=False)
class Bell:
    """Something to wait for: rings with every change, and the number of rings says what one has heard."""

    rings: int = 0
    waiting: set[asyncio.Future[None]] = field(default_factory=set)

    def ring(self) -> None:
        """Tell all who wait."""
        self.rings += 1
        for each in self.waiting:
            if not each.done():
                each.set_result(None)

    async def wait(self, heard: int, seconds: float) -> None:
        """Until there is more than was `heard`, or the time is up."""
        if heard != self.rings:
            return
        waits = asyncio.get_running_loop().create_future()
        self.waiting.add(waits)
        try:
            await asyncio.wait([waits], timeout=seconds)
        finally:
            self.waiting.discard(waits)


@dataclass(eq=False)
class Guest:
    """What one browser may still ask: votes and scores, news, and how many of its requests wait."""

    acts: Allowance = field(default_factory=lambda: Allowance(burst=20, rate=1))
    asks: Allowance = field(default_factory=lambda: Allowance(burst=30, rate=3))
    waiting: int = 0


class Room:
    """One class. `most`: places there are; `pages`: the names that may be offered; `here`: the pages open now."""

    def __init__(
        self,
        questions: Mapping[str, Question],
        most: int,
        pages: Iterable[str],
        here: Callable[[], Iterable[Open]],
        clock: Callable[[], float],
    ) -> None:
        self.votes, self.scores = Votes(questions, 2 * most), Scores(2 * most)
        self.offered: dict[str, str] | None = None
        self.pages, self.here, self.clock = frozenset(pages), here, clock
        self.news, self.desk_news = Bell(), Bell()
        self.guests: dict[str, Guest] = {}

    def knows(self, browser: str, page: str | None = None) -> bool:
        """Whether a browser has a page open and connected: this one, or any."""
        return bool(browser) and any(
            each.visitor == browser and bool(each.lines) and page in (None, _bare(each.page)) for each in self.here()
        )

    def expects(self, browser: str) -> bool:
        """Whether a browser has a page open, or is opening one."""
        return bool(browser) and any(each.visitor == browser for each in self.here())

    def guest(self, browser: str) -> Guest:
        """What this browser has used up; those that are here no more are forgotten."""
        if browser not in self.guests:
            present = {each.visitor for each in self.here()}
            self.guests = {name: guest for name, guest in self.guests.items() if name in present or guest.waiting}
            self.guests[browser] = Guest()
        return self.guests[browser]

    def vote(self, browser: str, question: Any, choice: Any) -> None:
        """A vote from a page; `Refused` where it does not count."""
        if not isinstance(question, str) or question not in self.votes.questions:
            raise Refused("there is no such question")
        if not self.knows(browser, self.votes.questions[question].page):
            raise Refused("the page of this question is not open in this browser")
        if self.votes.cast(browser, question, choice):
            self.desk_news.ring()

    def hand_in(self, browser: str, written: Any) -> None:
        """A finished game from a page."""
        if not self.knows(browser):
            raise Refused("no page is open in this browser")
        if self.scores.hand_in(browser, written):
            self.desk_news.ring()

    def act(self, doing: Any, question: Any = None, page: Any = None, query: Any = "") -> None:
        """What the lecturer does; `Refused` where it makes no sense."""
        if doing not in DOINGS:
            raise Refused(f"one can {', '.join(DOINGS)}")
        if doing in ("reveal", "again", "clear"):
            if not isinstance(question, str):
                raise Refused("there is no such question")
            {"reveal": self.votes.reveal, "again": self.votes.again, "clear": self.votes.clear}[doing](question)
        elif doing == "offer":
            if page not in self.pages or not isinstance(query, str) or not QUERY.fullmatch(query):
                raise Refused("there is no such view")
            self.offered = {"page": page, "query": query, "number": secrets.token_hex(4)}  # anew after a restart, too
        elif doing == "withdraw":
            self.offered = None
        else:
            self.scores.clear()
            if doing == "clear all":
                self.votes.ballots.clear()
                self.offered = None
        self.news.ring()
        self.desk_news.ring()

    def for_browser(self, browser: str) -> dict[str, Any]:
        """What a page may know."""
        return {"heard": self.news.rings, "votes": self.votes.for_browser(browser), "offer": self.offered}

    def for_desk(self) -> dict[str, Any]:
        """What the lecturer sees."""
        places: dict[str, int] = {}
        for each in self.here():
            if each.lines:
                places[_bare(each.page)] = places.get(_bare(each.page), 0) + 1
        return {
            "heard": self.desk_news.rings,
            "here": dict(sorted(places.items())),
            "browsers": len({each.visitor for each in self.here() if each.lines}),
            "questions": self.votes.for_desk(),
            "games": self.scores.for_desk(),
            "offer": self.offered,
        }


def _bare(page: str) -> str:
    return page.removesuffix(".ipynb")
