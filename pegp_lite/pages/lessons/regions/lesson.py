"""Page 09, Where each wins: the widgets."""

from __future__ import annotations

from dataclasses import dataclass

from pegp_lite.claims.atlas import CORNERS, SETTINGS, the_map
from pegp_lite.claims.atlas.places import BY_NAME
from pegp_lite.figures.picture import Picture
from pegp_lite.pages.ask import Exercise, Prediction
from pegp_lite.pages.controls import Choice, Control, Levels
from pegp_lite.pages.lessons.regions.filling import Filling
from pegp_lite.pages.lessons.regions.model import SHOWS, Charts, in_address, plane_of, state_of
from pegp_lite.pages.lessons.regions.view import map_picture, map_table
from pegp_lite.pages.page import Page, Scene, State

LABELS = tuple(each.label for each in SETTINGS)
OURS = state_of(CORNERS["ours"])
COUNTS = ("all five", "four", "three", "two")


def _number(name: str, help: str = "") -> Levels:
    each = BY_NAME[name]
    label, _, symbol = each.label.rpartition(" ") if len(each.label.rpartition(" ")[2]) == 1 else (each.label, "", "")
    value = OURS[in_address(each)]
    return Levels(
        name=in_address(each), label=label, symbol=symbol, levels=each.values, value=value, help=help, more=True
    )


def _words(name: str, help: str) -> Choice:
    each = BY_NAME[name]
    options = tuple(each.said(value) for value in each.values)
    return Choice(name=in_address(each), label=each.label, options=options, help=help, more=True)


CONTROLS: tuple[Control, ...] = (
    Choice(name="show", label="colour", options=SHOWS, help="Who wins and how surely, or what holds"),
    Choice(name="x", label="across", options=LABELS, value=BY_NAME["rise"].label, help="From left to right"),
    Choice(name="y", label="upwards", options=LABELS, value=BY_NAME["width"].label, help="From below"),
    _number("noise_std", "Where it is on no axis: another noise is another map"),
    _words("ties", "Two bounds are equal: chance decides, or the first in the computer's list"),
    _words("rule", "Line 11 of regret balancing: lower bounds on both sides, or the upper one on the left"),
    _words("mask", "Which points may not be queried"),
    *(_number(name) for name in ("rise", "width", "short", "l", "epsilon", "priors")),
)


class MapPage(Page):
    """A page that plays what its map lacks."""

    def __init__(self, charts: Charts, query: str | None) -> None:
        self._charts = charts
        self.filling = Filling(charts, self._played)

        def picture(state: State, covered: bool) -> Picture:
            return map_picture(state, covered, charts)

        scene = Scene(picture, lambda state: map_table(state, charts))
        super().__init__("09_where_each_wins", CONTROLS, scene, covered=True, beside=[self.filling], query=query,
                         hint="Rest on a box for its numbers, press it to play it on page 05")  # fmt: skip

    def draw(self) -> None:
        """As any page; what the plane lacks is then played, once the reader may see it."""
        plane = plane_of(self.state, self._charts)
        if plane.y.label != self.state["y"]:  # asked to be on both axes
            return self.set(y=plane.y.label)
        super().draw()
        self.filling.begin(() if self.covered else plane.missing, plane.size)

    def _played(self) -> None:
        super().draw()


@dataclass(frozen=True, eq=False)
class WhereEachWins:
    """The widgets of page 09."""

    page: MapPage
    prediction: Prediction
    exercise: Exercise


def where_each_wins(query: str | None = None) -> WhereEachWins:
    """Page 09, its settings taken from `query` or from the address it was opened with."""
    page = MapPage(Charts(), query)
    return WhereEachWins(page, _prediction(page), _exercise())


def _prediction(page: Page) -> Prediction:
    def why(_: int) -> str:
        found = the_map()
        most = found.most_claims()
        those = [cell for cell in found if len(cell.holding) == most]
        return (
            f"{_many(most)} is the most, in {len(those)} of {len(found):,} settings. Each claim has a region of its "
            "own, and the regions do not meet in one point. That does not make a claim wrong: it says where it holds."
        )

    return Prediction(
        f"We played the toy experiment in {len(the_map()):,} settings: other heights, widths, noises, ways to break a "
        "tie. In the best of them, how many of the paper’s five claims hold together?",
        COUNTS,
        lambda: 5 - the_map().most_claims(),
        why,
        page,
    )


def _many(count: int) -> str:
    return COUNTS[5 - count].capitalize()


def _exercise() -> Exercise:
    return Exercise(
        "Colour by claim 3, let the first of equals win a tie, and put hill width on one axis. From which width on "
        "does maximum likelihood get stuck in no setting of the map?",
        widest_free_of_claim_3,
        "Look for the lowest row (or the first column) from which no box is a full circle; then try other settings for "
        "the second axis.",
        "With narrow hills all priors far from the data have likelihoods that are equal to the last bit, and the first "
        "of equals is prior 0. Wide hills overlap a little: then nothing is equal, and likelihood finds its way.",
    )


def widest_free_of_claim_3() -> float:
    """The least charted width from which on claim 3 holds nowhere on the map."""
    widths = BY_NAME["width"].values
    held = [the_map().holding("3", where={"width": width})[0] for width in widths]
    return float(next(width for n, width in enumerate(widths) if not any(held[n:])))
