"""Page 10, Your own data: the widgets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import ipywidgets as widgets

from pegp_lite.figures.picture import Picture
from pegp_lite.figures.words import percent
from pegp_lite.pages.ask import Exercise, Prediction
from pegp_lite.pages.controls import Choice, Control, Slider, Written
from pegp_lite.pages.lessons.own.model import (
    AS_IS,
    COMMAS,
    FORMS,
    GAMES,
    MOST_BYTES,
    MOST_DAYS,
    OWN,
    Bench,
    usual_days,
)
from pegp_lite.pages.lessons.own.tables import TABLES, own_facts, own_table, sheet_page
from pegp_lite.pages.lessons.own.view import own_picture
from pegp_lite.pages.lessons.own.words import PE, trusted
from pegp_lite.pages.live import Hand
from pegp_lite.pages.page import Page, Scene, State
from pegp_lite.pages.upload import Upload
from pegp_lite.problems.sensors.days import MEANS
from pegp_lite.problems.sensors.examples import EXAMPLE
from pegp_lite.problems.sensors.sheet.read_options import SEPARATORS, TIME_FORMATS

DAY = r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])"
NUMBER = r"[-+]?\d{1,9}(\.\d{1,9})?"
KEPT = "It stays in this page’s memory and is gone when you close it."
HALF = 0.5
CONTROLS: tuple[Control, ...] = (
    Slider(name="hour", label="shown until hour", value=24, low=1, high=24,
           help="Walk through the day that is played"),
    Choice(name="data", label="data", options=(EXAMPLE, COMMAS, OWN), help="Two simulated examples, or your own file"),
    Written(name="test", label="day to play", pattern=f"({DAY})?", wanted="a day such as 2024-05-11", empty="the last",
            help="Empty: the last day of the file"),
    Slider(name="learn", label="days to learn from", value=5, low=1, high=MOST_DAYS, more=True,
           help="The last so many before the day that is played, unless you name them"),
    Written(name="days", label="or these days", pattern=f"({DAY}(, ?{DAY}){{0,{MOST_DAYS - 1}}})?", more=True,
            wanted=f"at most {MOST_DAYS} days such as 2024-05-11 with commas between", empty="the last ones before",
            help="Any days of the file with commas between; or press a day’s bar in the figure"),
    Choice(name="mean", label="experts expect of a sensor", options=MEANS, more=True,
           help="zero as in the paper; its mean of their day; or its course through the hours"),
    Slider(name="coverage", label="readings a sensor must have", value=0.7, low=0.1, high=1.0, step=0.05, more=True,
           help="Of its steps, as a share; sensors with fewer do not play"),
    Slider(name="game", label="which game is drawn", value=1, low=1, high=GAMES, more=True,
           help="The same day with other noise"),
    Choice(name="sep", label="columns apart by", options=(AS_IS, *SEPARATORS), more=True),
    Choice(name="decimal", label="decimal mark", options=(AS_IS, "point", "comma"), more=True),
    Written(name="time_format", label="dates are written", offers=TIME_FORMATS, empty=AS_IS, more=True,
            help="One of the words offered, or a pattern such as %d.%m.%Y %H:%M"),
    Choice(name="form", label="rows hold", options=FORMS, more=True),
    Written(name="columns", label="columns of sensor, value", empty=AS_IS, more=True,
            help="Two names with a comma, where a row is one reading"),
    Written(name="time", label="columns of the time", empty=AS_IS, more=True,
            help="One name, or two with a comma for date and hour"),
    Written(name="sensors", label="only these sensors", empty=AS_IS, more=True,
            help="Names with commas between; * stands for anything"),
    Written(name="ignore", label="not sensors", empty=AS_IS, more=True,
            help="Columns with commas between; * stands for anything"),
    Written(name="unit", label="unit", pattern=r"[^\x00-\x1f\x7f]{0,16}", wanted="at most 16 letters", empty=AS_IS,
            more=True),
    Written(name="missing", label="means no reading", empty=AS_IS, more=True,
            help="Marks such as 9999; “none” where 9999 is a reading"),
    Written(name="value_range", label="readings lie within", pattern=rf"({NUMBER}, ?{NUMBER})?", empty="anything",
            wanted="two numbers with a comma between", more=True, help="Others are errors: -20, 60"),
    Written(name="bin_minutes", label="minutes a step", pattern=r"\d{0,4}", wanted="a whole number", empty=AS_IS,
            more=True, help="Must divide the day; readings within are averaged"),
    Written(name="header", label="line of the names", pattern=r"\d{0,4}", wanted="a whole number", empty=AS_IS,
            more=True, help="0 where no line holds the columns’ names"),
    Choice(name="encoding", label="encoding", options=(AS_IS, "utf-8", "utf-16", "cp1252"), more=True),
    Choice(name="table", label="the CSV to download holds", options=TABLES, more=True),
)  # fmt: skip


class SheetText(widgets.HTML):
    """What was understood of the file; every word of the file is escaped."""

    def __repr__(self) -> str:
        return "The file, as it was understood."


class OwnDataPage(Page):
    """A page whose data a reader may bring; it lives on whatever they are."""

    def __init__(self, query: str | None) -> None:
        self.bench = Bench()
        self.upload = Upload(self._brought, MOST_BYTES, f"A CSV of at most {MOST_BYTES >> 20} MB. {KEPT}")
        self.sheet = SheetText()
        self.sheet.add_class("pegp-sheet")

        def picture(state: State, covered: bool) -> Picture:
            return own_picture(self.bench.found(state), state, covered)

        def facts(state: State) -> Mapping[str, str]:
            return own_facts(self.bench.found(state))

        scene = Scene(picture, lambda state: own_table(self.bench.found(state), state["table"]), self._moved, facts)
        super().__init__("10_your_own_data", CONTROLS, scene, covered=True, query=query, beside=[self.upload],
                         hint="Press a day’s bar to leave it out or take it back")  # fmt: skip
        self._tell()

    def draw(self) -> None:
        """As any page; what was understood of the file follows."""
        super().draw()
        self._tell()

    def _tell(self) -> None:
        found = self.bench.found(self.state)
        self.sheet.value = sheet_page(found)
        days = [] if found.reading is None else [str(day) for day in found.reading.table.days[1:]]
        self.widgets["test"].options = days

    def _moved(self, hand: Hand, state: State) -> Mapping[str, Any]:
        """A day's bar was pressed: it is left out, or taken back; the last one stays."""
        game = self.bench.found(state).game
        if game is None:
            return {}
        kept = sorted({str(day) for day in game.training_days} ^ {hand.key.removeprefix("day ")})
        usual = [str(day) for day in usual_days(game.table, game.test_day, state["learn"])]
        return {"days": "" if kept == usual else ",".join(kept[-MOST_DAYS:])} if kept else {}

    def _brought(self, name: str, content: bytes) -> None:
        self.bench.take(name, content)
        self.upload.say(f"{name}, {len(content):,} bytes. {KEPT}")
        self.set(**self.first | {"data": OWN})


@dataclass(frozen=True, eq=False)
class YourOwnData:
    """The widgets of page 10."""

    page: OwnDataPage
    prediction: Prediction
    sheet: SheetText
    exercise: Exercise


def your_own_data(query: str | None = None) -> YourOwnData:
    """Page 10, its settings taken from `query` or from the address it was opened with."""
    page = OwnDataPage(query)
    return YourOwnData(page, _prediction(page), page.sheet, _exercise())


def _prediction(page: OwnDataPage) -> Prediction:
    def shares() -> tuple[tuple[str, ...], Any, int]:
        """The days' names, how much each is trusted, and which is the last one before the day that is played."""
        found = page.bench.found(page.state)
        if found.game is None or found.game.training_days[0] > found.game.test_day:
            found = page.bench.found(page.first)
        assert found.game is not None  # the example can be played
        assert found.played is not None
        names = found.played.prior_names
        before = sum(day < found.game.test_day for day in found.game.training_days) - 1
        return names, trusted(found.played[PE], found.played.n_steps, len(names)), before

    def right() -> int:
        _, share, before = shares()
        return 2 if share.max() < HALF else 0 if share.argmax() == before else 1

    def why(_: int) -> str:
        names, share, before = shares()
        leader = int(share.argmax())
        return (
            f"{names[leader]} was trusted in {percent(share[leader])} of the steps, the day before in "
            f"{percent(share[before])}. Optimism asks who promises most, not who is nearest in time; a day loses trust "
            "only when what it promised is not there."
        )

    return Prediction(
        "The last day of this file is played, and each day before it is an expert: it knows how the sensors moved "
        "together then. Which day will PE-GP-UCB trust most?",
        ("the day before", "an earlier one", "none for half of the time"),
        right,
        why,
        page,
    )


def _exercise() -> Exercise:
    return Exercise(
        "A table of meters has a column TOTAL, the sum of all others, and by mistake it plays as a sensor. Sooner or "
        "later every learner asks it and nobody else. What is the regret of each step from then on?",
        lambda: 0.0,
        "Regret is the highest value that could be had minus the one that was asked. Which column is highest at every "
        "step?",
        "Everybody scores perfectly and nobody has learnt anything. So a column that is a total or counts the rows is "
        "pointed out and not taken, and you can name others.",
    )
