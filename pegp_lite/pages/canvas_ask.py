"""Questions to the reader: a prediction to commit to, an exercise that checks itself, a variation to try."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import ipywidgets as widgets

from pegp_lite.pages.looks import looks


class Asked(widgets.VBox):
    """A boxed question; as text it is its own question, which is what nbval compares."""

    def __init__(self, lead: str, question: str, *parts: widgets.Widget) -> None:
        self.question = question
        super().__init__([looks(), widgets.HTML(f"<p class='pegp-question'><b>{lead}</b> {question}</p>"), *parts])
        self.add_class("pegp-ask")

    def __repr__(self) -> str:
        return self.question


def _note(text: str, kind: str = "") -> str:
    return f'<p class="pegp-note {kind}" role="status">{text}</p>' if text else ""


class Prediction(Asked):
    """Asks what the reader expects, and answers only once they have said so.

    `answer` maps a choice to what the page says about it; it is asked for when the reader commits, so that it can
    hold numbers computed now.
    """

    def __init__(self, question: str, options: Sequence[str], answer: Callable[[str], str]) -> None:
        self.choice = widgets.ToggleButtons(options=list(options), value=None)
        self.choice.style.button_width = "auto"
        self.reply = widgets.HTML(_note("Choose first; the page will hold you to it."))
        self._answer = answer
        self.choice.observe(self._committed, "value")
        super().__init__("Before you move anything:", question, self.choice, self.reply)

    def _committed(self, change: Any) -> None:
        if self.choice.value is not None:
            self.reply.value = _note(f"You said <b>{self.choice.value}</b>. {self._answer(self.choice.value)}", "told")


class Exercise(Asked):
    """A question whose answer is a number or one of several words, checked on the spot.

    A number is right within `tolerance`; `right` is called at the time of checking. `hint` is shown when wrong.
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
        if options:
            self.answer: widgets.ValueWidget = widgets.RadioButtons(options=list(options), value=None)
            self.answer.layout.width = "auto"
        else:
            self.answer = widgets.Text(placeholder="your number", layout=widgets.Layout(width="10em"))
        self.check = widgets.Button(description="Check", button_style="primary")
        self.reply = widgets.HTML(_note(""))
        self.check.on_click(lambda _: self.judge())
        super().__init__("Exercise.", question, self.answer, self.check, self.reply)

    @property
    def solution(self) -> float | str:
        """The right answer now."""
        return self._right()

    def judge(self) -> bool:
        """Whether the present answer is right; says so on the page."""
        given, right = self.answer.value, self.solution
        if given is None or not str(given).strip():
            self.reply.value = _note("Give an answer first.", "wrong")
            return False
        if isinstance(right, str):
            correct = given == right
        else:
            try:
                number = float(str(given)[:40].strip().replace(",", "."))
            except ValueError:
                number = math.nan
            if not math.isfinite(number):
                self.reply.value = _note("That is not a number. Write it like 3 or 0.25.", "wrong")
                return False
            correct = abs(number - right) <= self._tolerance
        shown = f"✓ Right. {self._why}" if correct else f"✗ Not yet. {self._hint}"
        self.reply.value = _note(shown, "right" if correct else "wrong")
        return bool(correct)


class Variation(Asked):
    """A button that puts the page into another state, and a sentence on what to look for there."""

    def __init__(self, invitation: str, label: str, go: Callable[[], None]) -> None:
        self.button = widgets.Button(description=label, button_style="info", layout=widgets.Layout(width="auto"))
        self.button.on_click(lambda _: go())
        super().__init__("Try this.", invitation, self.button)
