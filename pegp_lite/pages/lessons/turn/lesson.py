"""Page 08, Your turn: the widgets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import ipywidgets as widgets
import numpy as np

from pegp_lite.figures.picture import Picture
from pegp_lite.pages.ask import Exercise, Prediction
from pegp_lite.pages.controls import Choice, Control, Slider
from pegp_lite.pages.lessons.turn.cards import ScoreCards
from pegp_lite.pages.lessons.turn.ending import ended
from pegp_lite.pages.lessons.turn.match import HILLS, LAST_GAME, LEVELS, PE, ROUNDS, match_of, usual_ends
from pegp_lite.pages.lessons.turn.model import Turn, read_turn
from pegp_lite.pages.lessons.turn.rivals import LABELS, regret_until
from pegp_lite.pages.lessons.turn.view import playing, point_at
from pegp_lite.pages.live import Hand
from pegp_lite.pages.page import Page, Scene, State, Table

NOBODY = "nobody"
EXPERTS = tuple(f"expert {n}" for n in range(len(HILLS) + 1))
KINDS = {label: kind for kind, label in LABELS.items()}
PLAYING, AFTERWARDS = ("place", "hint"), ("round", "rival")


@dataclass(frozen=True, kw_only=True)
class Played(Control):
    """A game as it was played so far, in one word: in the address for a reload and for others, and not to be seen."""

    @property
    def first(self) -> str:
        return ""

    def widget(self) -> widgets.ValueWidget:
        return widgets.Text(layout=widgets.Layout(display="none"))

    def clean(self, value: Any) -> str:
        try:
            return self.read(value)
        except (TypeError, ValueError):
            return ""

    def read(self, text: str) -> str:
        return read_turn(text).written if text else ""


CONTROLS: tuple[Control, ...] = (
    Slider(name="place", label="where to look", symbol="x", value=0.5, low=0.0, high=1.0, step=0.01,
           help="A press in the figure looks at once; this is the careful way"),
    Slider(name="round", label="round", value=ROUNDS, low=1, high=ROUNDS, help="Walk through the game once more"),
    Choice(name="hint", label="hint: the upper bound of", options=(NOBODY, *EXPERTS),
           help="How high this expert thinks the function may be, given your looks"),
    Choice(name="rival", label="beside you", options=tuple(KINDS), help="Whose looks are shown"),
    Choice(name="level", label="level", options=tuple(LEVELS), more=True),
    Slider(name="game", label="number of the game", value=7, low=0, high=LAST_GAME, more=True,
           help="The same number is the same game for everybody"),
    Played(name="played", label="the game played", more=True),
)  # fmt: skip


def turn_at(state: State) -> Turn:
    """The game of these settings; what was played at another level or number is not part of it."""
    match = match_of(state["level"], int(state["game"]))
    kept = read_turn(state["played"]) if state["played"] else Turn(match)
    return kept if (kept.match.level, kept.match.number) == (match.level, match.number) else Turn(match)


def picture(state: State, covered: bool) -> Picture:
    """The game as it stands, or, once it is over, all that was hidden."""
    turn = turn_at(state)
    if turn.over:
        return ended(turn, KINDS[state["rival"]], int(state["round"]))
    hint = None if state["hint"] == NOBODY else EXPERTS.index(state["hint"])
    return playing(turn, state["place"], hint if hint in turn.match.experts else None, covered)


def table(state: State) -> Table:
    """A row a round: your look and regret so far; when the game is over also everybody else's."""
    turn = turn_at(state)
    header = ["round", "your x", "seen", "your regret so far", "PE-GP-UCB's regret so far"]
    pe = regret_until(turn.match, PE, turn.played)
    rows: list[list[Any]] = [
        [t + 1, float(turn.match.x[point]), float(turn.seen[t]), float(turn.regret[t]),
         float(pe[min(t, len(pe) - 1)])]
        for t, point in enumerate(turn.choices.looks)
    ] or [[0, "", "", 0.0, 0.0], [ROUNDS, "", "", "", ""]]  # fmt: skip
    if turn.over:
        for kind, label in LABELS.items():
            record = turn.match.rivals[kind]
            header += [f"{label} x", f"{label} regret so far"]
            summed = record.cumulative_regret[0]
            for t, row in enumerate(rows):
                point = int(record.points[0, t])
                row += [float(turn.match.x[point]), float(summed[t])] if point >= 0 else ["", ""]
    return header, rows


def moved(hand: Hand, state: State) -> Mapping[str, Any]:
    """A press looks, where one may; the handle only goes there; an expert's name asks for its hint."""
    turn = turn_at(state)
    if hand.key.startswith("expert"):
        return {"hint": NOBODY if state["hint"] == hand.key else hand.key}
    place = round(hand.x or 0.0, 2)
    if hand.key != "look" or turn.over:
        return {"place": place}
    return {"place": place, "played": turn.look(point_at(place)).written}


class TurnPage(Page):
    """The page with its buttons: to look, to throw out, to end; they follow the game."""

    def __init__(self, query: str | None) -> None:
        self.look = widgets.Button(description="Look here", button_style="primary", tooltip="Look at the place chosen")
        self.skip = widgets.Button(description="Skip to the end", tooltip="Look at the last place until the end")
        self.next = widgets.Button(description="Next game", tooltip="The game of the next number")
        self.out = {
            n: widgets.Button(description=f"✗ {n}", tooltip=f"Throw expert {n} out") for n in range(len(HILLS) + 1)
        }
        throw = widgets.HTML("<span class='pegp-hint'>throw out</span>")
        out = widgets.Box([throw, *self.out.values()])
        out.add_class("pegp-throw")
        row = widgets.Box([self.look, self.skip, self.next, out])
        row.add_class("pegp-doing")
        hint = "Press in the figure to look there; press an expert’s number for a hint"
        super().__init__(
            "08_your_turn", CONTROLS, Scene(picture, table, moved), covered=True, hint=hint, beside=[row], query=query
        )
        self.more.description = "Level and game"
        self.look.on_click(lambda _: self._do(self.turn.look(point_at(self.state["place"]))))
        self.skip.on_click(lambda _: self._do(self.turn.skip_to_end()))
        self.next.on_click(lambda _: self.set(game=(int(self.state["game"]) + 1) % (LAST_GAME + 1), played=""))
        for n, button in self.out.items():
            button.on_click(lambda _, n=n: self._do(self.turn.accuse(n)))
        self.scores = ScoreCards(self.turn)
        self._arrange()

    @property
    def turn(self) -> Turn:
        """The game as it stands."""
        return turn_at(self.state)

    def draw(self) -> None:
        """Bring figure, address and buttons to the present settings."""
        self._arrange()  # first: the room for the figure follows from what stands below it
        super().draw()
        self.scores.show(self.turn)

    def _do(self, turn: Turn) -> None:
        self.set(played=turn.written)

    def _arrange(self) -> None:
        """Show what can be done now and nothing else; the first control shown is the main one."""
        turn = self.turn
        for names, shown in ((PLAYING, not turn.over), (AFTERWARDS, turn.over)):
            for name in names:
                self.widgets[name].layout.display = None if shown else "none"
            (self.widgets[names[0]].add_class if shown else self.widgets[names[0]].remove_class)("pegp-main")
        open_now = not turn.over and bool(turn.match.open_at(turn.played + 1)[point_at(self.state["place"])])
        (self.add_class if turn.over else self.remove_class)("pegp-over")
        self.look.disabled, self.skip.disabled = not open_now, turn.over
        for n, button in self.out.items():
            button.disabled = turn.over or not turn.played or n not in turn.alive


@dataclass(frozen=True, eq=False)
class YourTurn:
    """The widgets of page 08."""

    page: TurnPage
    scores: ScoreCards
    prediction: Prediction
    exercise: Exercise


def your_turn(query: str | None = None) -> YourTurn:
    """Page 08, its settings taken from `query` or from the address it was opened with."""
    page = TurnPage(query)
    return YourTurn(page, page.scores, _prediction(page), _exercise())


def _prediction(page: Page) -> Prediction:
    def right() -> int:
        ends = {kind: float(np.nanmean(values)) for kind, values in usual_ends("still").items()}
        likely = min(ends["FullyBayesian"], ends["MaximumLikelihood"])
        found = ends["PriorElimination"], likely, ends["RegretBalancing"]
        return int(np.argmin(found))

    return Prediction(
        "Over many such games, which algorithm that is not told who is right ends with the least regret?",
        ("PE-GP-UCB", "one that goes by likelihood", "regret balancing"),
        right,
        "Twenty rounds are few. Likelihood drops a wrong expert almost at the first look; line 12 waits until neither "
        "band nor noise can explain the errors. For its patience PE-GP-UCB gets a promise about every single game; "
        "likelihood has none, and now and then pays for it.",
        page,
    )


def _exercise() -> Exercise:
    def right() -> float:
        gone = match_of("still", 7).rivals[PE].eliminated_at[0]
        return float(gone[gone > 0].min())

    return Exercise(
        "Game 7, level _still_. In which round does PE-GP-UCB throw out its first expert?",
        right,
        "Play, or skip to the end: the sentence under the figure counts who is out, and the last panel has a row for "
        "each player.",
        "It had trusted the tallest promise, looked, and been told otherwise by more than band and noise allow.",
    )
