"""Votes on the pages' predictions: one a browser and question, changeable until revealed. Counts alone go out.

Pure book-keeping. A browser is known by its random token of this session, kept only so that a vote can be changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pegp_lite.pages.questions import Question

MOST_ROUNDS = 6  # of one question


class Refused(ValueError):
    """A vote that does not count, and why."""


@dataclass(eq=False)
class Ballot:
    """The votes on one question: those of the present round by browser, the counts of earlier rounds."""

    options: int
    votes: dict[str, int] = field(default_factory=dict)
    revealed: bool = False
    earlier: list[tuple[int, ...]] = field(default_factory=list)
    known: int = 0  # of the earlier rounds, how many the class has seen

    @property
    def counts(self) -> tuple[int, ...]:
        """How many chose each option."""
        found = Counter(self.votes.values())
        return tuple(found[k] for k in range(self.options))

    @property
    def touched(self) -> bool:
        """Whether there is anything to tell."""
        return bool(self.votes or self.earlier or self.revealed)


@dataclass(eq=False)
class Votes:
    """All ballots, by the question's id. `most`: browsers that may vote on one question."""

    questions: Mapping[str, Question]
    most: int
    ballots: dict[str, Ballot] = field(default_factory=dict)

    def cast(self, browser: str, question: str, choice: Any) -> bool:
        """Count a vote, or change it; whether anything changed. `Refused` where it cannot count."""
        ballot = self.ballot(question)
        if isinstance(choice, bool) or not isinstance(choice, int) or not 0 <= choice < ballot.options:
            raise Refused(f"there are options 0 to {ballot.options - 1}")
        if ballot.revealed:
            raise Refused("the answer has been shown")
        if browser not in ballot.votes and len(ballot.votes) >= self.most:
            raise Refused("more votes than there are places")
        if ballot.votes.get(browser) == choice:
            return False
        ballot.votes[browser] = choice
        return True

    def reveal(self, question: str) -> None:
        """Close the vote and let everybody see its counts, and those of the rounds before."""
        ballot = self.ballot(question)
        ballot.revealed, ballot.known = True, len(ballot.earlier)

    def again(self, question: str) -> None:
        """Keep the counts and open the next round."""
        ballot = self.ballot(question)
        if len(ballot.earlier) + 1 >= MOST_ROUNDS:
            raise Refused(f"a question has at most {MOST_ROUNDS} rounds")
        ballot.earlier.append(ballot.counts)
        ballot.known = len(ballot.earlier) if ballot.revealed else ballot.known
        ballot.votes, ballot.revealed = {}, False

    def clear(self, question: str) -> None:
        """Forget everything about a question."""
        self.ballot(question)
        del self.ballots[question]

    def ballot(self, question: str) -> Ballot:
        """The ballot of a question that we know; `Refused` where we do not."""
        if question not in self.questions:
            raise Refused("there is no such question")
        return self.ballots.setdefault(question, Ballot(len(self.questions[question].options)))

    def for_browser(self, browser: str) -> dict[str, dict[str, Any]]:
        """What a page may know: its own votes, and counts once they were revealed."""
        return {
            name: {
                "round": len(ballot.earlier) + 1,
                "mine": ballot.votes.get(browser),
                "revealed": ballot.revealed,
                "counts": list(ballot.counts) if ballot.revealed else None,
                "earlier": [list(counts) for counts in ballot.earlier[: ballot.known]],
            }
            for name, ballot in self.ballots.items()
            if ballot.touched
        }

    def for_desk(self) -> list[dict[str, Any]]:
        """Every question with its counts as they grow, in the pages' order."""
        told = []
        for name, question in self.questions.items():
            ballot = self.ballots.get(name) or Ballot(len(question.options))
            told.append(
                {
                    "id": name,
                    "page": question.page,
                    "question": question.words,
                    "options": list(question.options),
                    "right": question.right,
                    "round": len(ballot.earlier) + 1,
                    "revealed": ballot.revealed,
                    "counts": list(ballot.counts),
                    "earlier": [list(counts) for counts in ballot.earlier],
                }
            )
        return told
