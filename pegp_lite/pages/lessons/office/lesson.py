"""Page 06, the office: the widgets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from pegp_lite.claims.outcome import real_outcome
from pegp_lite.claims.toy_claims import PE, RANDOM
from pegp_lite.figures.words import percent
from pegp_lite.pages.ask import Exercise, Prediction
from pegp_lite.pages.controls import Choice, Control, Levels, Several, Slider, Switch
from pegp_lite.pages.lessons.office.model import (
    LABELS,
    Office,
    clock,
    find_office,
    first_choices,
    short_day,
    the_synthetic_office,
)
from pegp_lite.pages.lessons.office.record_view import record_picture, record_table, steps_and_minutes
from pegp_lite.pages.lessons.office.view import office_picture, office_table_of
from pegp_lite.pages.live import Hand
from pegp_lite.pages.page import Page, Scene, State
from pegp_lite.problems.sensors.days import day_name
from pegp_lite.problems.sensors.table import SensorTable

NOON = 73
NOBODY = "nobody"
RATES = (0.0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5)


def hours(steps: int, minutes: int, value: int, help: str) -> Levels:
    """A slider through a day's steps that tells the clock."""
    told = {float(step): clock(step, minutes) for step in range(1, steps + 1)}
    return Levels(name="time", label="time of day", value=value, levels=range(1, steps + 1), words=told, help=help)


def controls_for(office: Office) -> tuple[Control, ...]:
    """The live figure's controls; test days, training days and sensors are those of the table."""
    steps = 1440 // office.table.bin_minutes
    days = tuple(short_day(day, office.training_days) for day in office.training_days)
    return (
        hours(steps, office.table.bin_minutes, min(NOON, steps), "Nothing is played again: you turn a day’s pages"),
        Levels(name="epsilon", label="forgetting", symbol="ε", value=0.0, levels=RATES, words={0.0: "fitted"},
               help="Fitted: each day's own, under which it is most likely; else the same for all days"),
        Choice(name="test", label="test day", options=tuple(day_name(day) for day in office.test_days),
               value=day_name(office.test_day)),
        Switch(name="heat", label="tell all readings", value=True,
               help="Off: only the sensor you ask tells what it reads"),
        Slider(name="seeds", label="games", value=6, low=2, high=30, more=True),
        Several(name="policies", label="policies", options=tuple(LABELS), more=True),
        Several(name="training", label="training days", options=days, drawn=True),
        Choice(name="mine", label="the sensor you ask", options=(NOBODY, *office.table.sensors), drawn=True),
    )  # fmt: skip


class OfficePage(Page):
    """A page whose words depend on whether this computer has the real readings; as text it says just that."""

    def __repr__(self) -> str:
        return "The office, live: on the real readings where this computer has them, else on a synthetic office."


class RecordPage(Page):
    """The record; what answers its question is covered in the live office, too."""

    live: OfficePage

    def uncover(self) -> None:
        super().uncover()
        self.live.uncover()


@dataclass(frozen=True, eq=False)
class OfficeLesson:
    """The widgets of page 06: the record of the real day, and the office to play in."""

    page: RecordPage
    prediction: Prediction
    office: OfficePage
    exercise: Exercise

    def on_synthetic(self, **settings: Any) -> str:
        """The sentence under the live figure at these settings on the synthetic office, whatever readings there are."""
        office = the_synthetic_office()
        asked = {control.name: control.first for control in controls_for(office)} | settings
        state = {control.name: control.clean(asked[control.name]) for control in controls_for(office)}
        return office_picture(office, state, False).sentence


def intel_experiment(query: str | None = None, table: SensorTable | None = None) -> OfficeLesson:
    """Page 06; its office is `table`, or the real readings if there are any, else the synthetic one."""
    place = find_office() if table is None else Office(table)
    steps, minutes = steps_and_minutes()
    time = hours(steps, minutes, steps, "Or drag the time along the curves")
    page = RecordPage("06_intel_experiment", (time,), Scene(record_picture, record_table, _timed), covered=True,
                      on_top=True, query=query)  # fmt: skip
    scene = Scene(partial(office_picture, place), partial(office_table_of, place), partial(moved, place))
    page.live = OfficePage("06_office", controls_for(place), scene, prefix="live_", covered=True, on_top=True,
                           query=query)  # fmt: skip
    return OfficeLesson(page, _prediction(page), page.live, _exercise(place))


def _timed(hand: Hand, state: State) -> Mapping[str, Any]:
    return {"time": hand.x}


def moved(office: Office, hand: Hand, state: State) -> Mapping[str, Any]:
    """The time dragged, a sensor asked (or asked no more), a training day left out or taken back."""
    kind, _, name = hand.key.partition(" ")
    if kind == "sensor":
        return {"mine": NOBODY if state["mine"] == name else name}
    if kind == "day":
        return {"training": tuple(set(state["training"]) ^ {name}) or state["training"]}
    return {"time": hand.x}


def _prediction(page: Page) -> Prediction:
    def why(_: int) -> str:
        shares = real_outcome()["shares"][PE]
        top = sorted(shares, key=lambda day: -shares[day])[:2]
        return (
            f"{top[0]}, on {percent(shares[top[0]])} of the steps, and then {top[1]}, on {percent(shares[top[1]])}. "
            "Between them the whole lab was silent for a day and a night. What was left puts nearly all movement on a "
            "few sensors, and optimism follows whoever promises most."
        )

    return Prediction(
        "The test day is a Sunday, 14 March 2004. Thirteen earlier days offer themselves as experts. Which will "
        "PE-GP-UCB follow most?",
        ("the Sunday before", "yesterday", "a day more than half empty"),
        2,
        why,
        page,
    )


def _exercise(place: Office) -> Exercise:
    def lead() -> float:
        played = place.played(first_choices(place))
        return float(played.curve(RANDOM, "average").mean[-1] - played.curve(PE, "average").mean[-1])

    return Exercise(
        "Reset the office and drag the time to the end of the day. By how many degrees is PE-GP-UCB’s average regret "
        "lower than random’s?",
        lead,
        "Subtract the two numbers in the line under the office, at the last step.",
        "An average of degrees a step: what the wrong sensors cost, whichever day was believed.",
        tolerance=0.02,
    )
