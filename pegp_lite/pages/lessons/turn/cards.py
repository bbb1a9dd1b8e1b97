"""Page 08's score, on a card each for the reader and PE-GP-UCB: of the rounds that both have played, and no more."""

from __future__ import annotations

import ipywidgets as widgets

from pegp_lite.figures.words import number
from pegp_lite.pages.lessons.turn.match import PE
from pegp_lite.pages.lessons.turn.model import Turn
from pegp_lite.pages.lessons.turn.rivals import LABELS, regret_until, thrown_out

GLYPH = '<svg viewBox="-10 -10 20 20" aria-hidden="true"><circle r="7"/></svg>'


class ScoreCards(widgets.HTML):
    """Both regrets so far; as text they are a line, which is what nbval compares."""

    def __init__(self, turn: Turn) -> None:
        super().__init__()
        self.add_class("pegp-score")
        self._shown: object = None
        self.show(turn)

    def show(self, turn: Turn) -> None:
        """The score of this game as it stands; who only moves the hand has it unchanged, and nothing is worked out."""
        now = turn.match.level, turn.match.number, turn.choices
        if now == self._shown:
            return
        self._shown = now
        self.told = scores_so_far(turn)
        cards = (f"<div><b>{GLYPH}{who}</b><strong>{regret}</strong><small>{word}</small></div>"
                 for who, regret, word in self.told)  # fmt: skip
        self.value = "".join(cards)

    def __repr__(self) -> str:
        return "; ".join(f"{who}: {regret}, {word}" for who, regret, word in self.told)


def scores_so_far(turn: Turn) -> tuple[tuple[str, str, str], ...]:
    """Who, the regret, and a word on it: the reader first."""
    pe = regret_until(turn.match, PE, turn.played)
    out, all_of_them = thrown_out(turn.match, turn.played), len(turn.match.experts)
    last = "no look yet"
    if turn.played:
        before = turn.regret[-2] if turn.played > 1 else 0.0
        last = f"last look cost {number(turn.regret[-1] - before)}"
    stopped = len(pe) < turn.played
    return (
        ("You", number(turn.regret[-1]) if turn.played else "0", last),
        (
            LABELS[PE],
            number(pe[-1]) if len(pe) else "0",
            f"all {all_of_them} out: stopped" if stopped else f"{out} of {all_of_them} experts out",
        ),
    )
