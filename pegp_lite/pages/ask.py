"""Questions to the reader: a prediction to commit to, and an exercise that checks itself. Drawn in the browser.

In questions and replies **two stars** make words bold and _low lines_ set a symbol in italics.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from typing import Any

import ipywidgets as widgets
from traitlets import Dict, Unicode

from pegp_lite.pages.live import VERSION
from pegp_lite.pages.page import Page

LONGEST = 40  # characters of an answer


class Card(widgets.DOMWidget):
    """A question on a card; as text it is its own question, which is what nbval compares."""

    _model_name = Unicode("CardModel").tag(sync=True)
    _model_module = Unicode("pegp-lite").tag(sync=True)
    _model_module_version = Unicode(VERSION).tag(sync=True)
    _view_name = Unicode("CardView").tag(sync=True)
    _view_module = Unicode("pegp-lite").tag(sync=True)
    _view_module_version = Unicode(VERSION).tag(sync=True)

    card = Dict().tag(sync=True)
    value = Dict().tag(sync=True)  # the one thing that comes in

    def __init__(self, **card: Any) -> None:
        super().__init__(card=card)
        self.observe(lambda change: self.heard(change["new"]), "value")

    @property
    def question(self) -> str:
        """What is asked."""
        return str(self.card["question"])

    def heard(self, value: Any) -> None:
        """Take what the reader did."""
        raise NotImplementedError

    def tell(self, **news: Any) -> None:
        """Change what the card says."""
        self.card = self.card | news

    def __repr__(self) -> str:
        return self.question


def room_for(replies: Sequence[str]) -> str:
    """Words as long as the longest reply that give nothing away: they hold its place from the start."""
    return re.sub(r"\w", "n", max(replies, key=len, default=""))


class Prediction(Card):
    """Asks what the reader expects; what answers on `page` stays covered until they have said so.

    `right` is the index of the option that comes out, or a function that finds it; `why` says it in words, or makes
    them from the index chosen. Both may compute: they are asked when the reader commits.
    """

    def __init__(
        self,
        question: str,
        options: Sequence[str],
        right: int | Callable[[], int],
        why: str | Callable[[int], str],
        page: Page,
        name: str = "first",
    ) -> None:
        self._right, self._why, self.page, self.options = right, why, page, tuple(options)
        replies = [self._reply(k) for k in range(len(self.options))] if isinstance(why, str) else [why(0)]
        super().__init__(
            kind="prediction", id=name, question=question, options=list(self.options), told=False, mine=None,
            right=None, reply="", reserve=room_for(replies),
        )  # fmt: skip

    @property
    def right(self) -> int:
        """The option that comes out."""
        return self._right() if callable(self._right) else self._right

    def commit(self, choice: int | None) -> None:
        """Take the reader's answer, None: just show me. The first one stays."""
        if self.card["told"]:
            return
        right = self.right
        known = right if choice is None else choice
        lead = "" if choice is None else "✓ Right. " if choice == right else "✗ Not so. "
        self.tell(told=True, mine=choice, right=right, lead=lead, reply=self._reply(known))
        self.page.uncover()

    def heard(self, value: Any) -> None:
        """An option pressed, or "just show me"."""
        if not isinstance(value, dict):
            return
        choice = value.get("choice")
        if value.get("show") is True:
            self.commit(None)
        elif isinstance(choice, int) and not isinstance(choice, bool) and 0 <= choice < len(self.options):
            self.commit(choice)

    def _reply(self, choice: int) -> str:
        return self._why(choice) if callable(self._why) else self._why


class Exercise(Card):
    """A question whose answer is a number or one of several words, checked on the spot.

    A number is right within `tolerance`; `right` is called at the time of checking. `hint` is shown when asked for or
    when wrong, `why` when right.
    """

    def __init__(
        self,
        question: str,
        right: Callable[[], float | str],
        hint: str,
        why: str,
        options: Sequence[str] = (),
        tolerance: float = 0.0,
    ) -> None:
        self._right, self._hint, self._why, self._tolerance = right, hint, why, tolerance
        self.options = tuple(options)
        super().__init__(
            kind="exercise", id="exercise", question=question, options=list(options), state="open", answer="",
            said="", reserve=room_for([f"✓ Right. {why}", f"✗ Not yet. {hint}"]),
        )  # fmt: skip

    @property
    def solution(self) -> float | str:
        """The right answer now."""
        return self._right()

    def check(self, answer: str) -> bool:
        """Whether the answer is right; the card says so and why, or gives the hint."""
        right = self.solution
        if isinstance(right, str):
            correct = answer == right
        else:
            number = _number(answer)
            if not math.isfinite(number):
                self.tell(state="wrong", answer=answer, said="✗ That is not a number. Write it like 3 or 0.25.")
                return False
            correct = abs(number - right) <= self._tolerance
        said = f"✓ Right. {self._why}" if correct else f"✗ Not yet. {self._hint}"
        self.tell(state="right" if correct else "wrong", answer=answer, said=said)
        return bool(correct)

    def heard(self, value: Any) -> None:
        """An answer, or a wish for the hint."""
        if not isinstance(value, dict):
            return
        answer = value.get("answer")
        if value.get("hint") is True:
            self.tell(said=self._hint)
        elif isinstance(answer, str) and len(answer) <= LONGEST and (not self.options or answer in self.options):
            self.check(answer)


def _number(text: str) -> float:
    try:
        return float(text.strip().replace(",", ".").replace("−", "-"))
    except ValueError:
        return math.nan
