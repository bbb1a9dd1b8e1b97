"""Page 06: the warmest sensor of an office, with yesterday and the days before as experts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pegp_lite.claims.outcome import real_outcome
from pegp_lite.claims.toy_claims import PE
from pegp_lite.figures.words import percent
from pegp_lite.pages.canvas_ask import Exercise, Prediction, Variation
from pegp_lite.pages.canvas_page import Page
from pegp_lite.pages.controls import Choice, Control, Several, Slider
from pegp_lite.pages.lessons.office.game import PLAYERS, Office, find_office, short_day, the_synthetic_office
from pegp_lite.pages.lessons.office.record import RecordScene
from pegp_lite.pages.lessons.office.scene import LABELS, OfficeScene, choices_of, first_choices, sentence
from pegp_lite.pages.verdict_page import VerdictPage
from pegp_lite.problems.sensors.days import day_name
from pegp_lite.problems.sensors.table import SensorTable

NOON = 73


def controls_for(office: Office) -> list[Control]:
    """The page's controls; test days and training days are those of the table."""
    steps = 1440 // office.table.bin_minutes
    days = [short_day(day, office.training_days) for day in office.training_days]
    tests = [day_name(day) for day in office.test_days]
    return [
        Slider(name="time", label="time of day (steps of ten minutes)", value=min(NOON, steps), low=1, high=steps),
        Slider(
            name="epsilon",
            label="forgetting rate ε (0: fitted to each day)",
            value=0,
            low=0,
            high=0.5,
            step=0.02,
            help="By hand it is the same for all days",
        ),
        Choice(name="test", label="test day", options=tests, value=day_name(office.test_day)),
        Several(name="training", label="training days (March)", options=days),
        Several(name="policies", label="policies", options=tuple(LABELS)),
        Slider(name="seeds", label="games (seeds)", value=6, low=2, high=12),
    ]


class OfficePage(VerdictPage):
    """A page whose words depend on whether this computer has the real readings; as text it says just that."""

    def __repr__(self) -> str:
        return "The office, live: on the real readings where this computer has them, else on a synthetic office."


@dataclass(frozen=True, eq=False)
class OfficeLesson:
    """The widgets of page 06, and what does not depend on the computer: the synthetic office and the record."""

    page: VerdictPage
    record: Page
    prediction: Prediction
    variation: Variation
    exercise: Exercise

    def on_synthetic(self, **settings: Any) -> str:
        """The sentence under the figure at these settings, on the synthetic office, whatever readings there are."""
        office = the_synthetic_office()
        asked = {control.name: control.first for control in controls_for(office)} | settings
        state = {control.name: control.clean(asked[control.name]) for control in controls_for(office)}
        return sentence(office, choices_of(office, state), int(state["time"]))


def intel_experiment(query: str | None = None, table: SensorTable | None = None) -> OfficeLesson:
    """Page 06 on `table`, or on the real readings if there are any, else on the synthetic office."""
    place = find_office() if table is None else Office(table)
    page = OfficePage("06_intel_experiment", controls_for(place), OfficeScene(place), query)
    recorded = RecordScene()
    clock = Slider(
        name="time", label="time of day (steps of ten minutes)", value=recorded.steps, low=1, high=recorded.steps
    )
    prediction = Prediction(
        "The test day is a Sunday, 14 March 2004. Thirteen earlier days offer themselves as experts. Which will "
        "PE-GP-UCB follow most, on the real readings?",
        ["the Sunday before, 7 March", "yesterday, 13 March", "a day with half its readings missing"],
        _answer,
    )
    variation = Variation(
        "Nobody says that each day should choose its own forgetting rate. Give all days the same, ε = 0.1, and see who "
        "moves ahead.",
        "One rate for all days",
        lambda: page.set(**page.first | {"epsilon": 0.1}),
    )
    exercise = Exercise(
        "Press Reset and read the average regrets at the end of the day (move the time to its right end). By how many "
        "degrees is PE-GP-UCB better than random?",
        lambda: _lead_over_random(place),
        "Subtract the two numbers in the line under the figure, at the last step.",
        "An average of degrees a step: what the wrong sensors cost, whichever day was believed.",
        tolerance=0.02,
    )
    return OfficeLesson(page, Page("06_real_outcome", [clock], recorded, ""), prediction, variation, exercise)


def _lead_over_random(place: Office) -> float:
    played = place.played(first_choices(place))
    ends = {name: float(played.curve(name, "average").mean[-1]) for name in PLAYERS}
    return ends["Random"] - ends[PE]


def _answer(choice: str) -> str:
    shares = real_outcome()["shares"][PE]
    top = sorted(shares, key=lambda day: -shares[day])[:2]
    right = " You were right." if choice.startswith("a day with half") else ""
    return (
        f"{top[0]}, on {percent(shares[top[0]])} of the steps, and then {top[1]}, on {percent(shares[top[1]])}.{right} "
        "On these two days the whole lab fell silent for a night and a morning. What was left puts nearly all movement "
        "on a few sensors, 10 March forgets fastest of all, and optimism follows whoever promises most. The paper says "
        f"4 and 12 March; together those get {percent(shares['4 March'] + shares['12 March'])} here."
    )
