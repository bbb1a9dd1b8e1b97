"""Page 09 without a browser: planes, pictures, what is played live, and that the text says what the map holds."""

from __future__ import annotations

import asyncio
import math
import random
import re
from collections import Counter
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest

from pegp_lite.claims.atlas import CORNERS, SETTINGS, Place, chart, places, the_map
from pegp_lite.claims.atlas.places import BY_NAME
from pegp_lite.figures.marks import Bars, Line, Points, Text, plain
from pegp_lite.figures.render.browser import described
from pegp_lite.figures.words import number
from pegp_lite.pages.lessons.regions.filling import Filling
from pegp_lite.pages.lessons.regions.lesson import (
    CONTROLS,
    OURS,
    WhereEachWins,
    where_each_wins,
    widest_free_of_claim_3,
)
from pegp_lite.pages.lessons.regions.model import SHOWS, Charts, place_of, plane_of, state_of
from pegp_lite.pages.lessons.regions.onward import toy_address, toy_settings
from pegp_lite.pages.lessons.regions.view import map_picture
from pegp_lite.pages.lessons.toy.lesson import toy_experiment
from pegp_lite.pages.lessons.toy.model import played, settings_of
from pegp_lite.pages.pages import PAGES

ROOT = Path(__file__).parent.parent.parent
TEXT = " ".join((ROOT / "notebooks" / "09_where_each_wins.ipynb").read_text(encoding="utf-8").split())
AXES = {"x": BY_NAME["rise"].label, "y": BY_NAME["width"].label, "show": "who wins"}


@pytest.fixture
def lesson() -> WhereEachWins:
    """The page after its prediction."""
    lesson = where_each_wins("")
    lesson.prediction.commit(None)
    return lesson


def boxes(lesson: WhereEachWins) -> Bars:
    return next(mark for mark in lesson.page.figure.picture.panels[0].marks if isinstance(mark, Bars))


def test_nothing_tells_before_the_reader_has_answered() -> None:
    lesson = where_each_wins("")
    layout, _ = described(lesson.page.figure.picture)
    told = str(layout) + lesson.page.sentence + str(lesson.prediction.card)
    assert not re.search(r"PE-GP-UCB in|surely|is the most|05_toy", told)
    lesson.page.set(show="which claims hold", R=0.5)
    assert lesson.page.filling.left == 0  # nothing is played for a covered map
    lesson.prediction.commit(0)
    assert "Three is the most, in 92 of 7,424 settings" in lesson.prediction.card["reply"]
    assert lesson.prediction.right == 2
    assert lesson.page.filling.left > 0


@pytest.mark.parametrize("show", SHOWS)
def test_every_way_to_colour_is_drawn_by_shape_as_well(lesson: WhereEachWins, show: str) -> None:
    lesson.page.set(show=show)
    panel = lesson.page.figure.picture.panels[0]
    shapes = [mark for mark in panel.marks if isinstance(mark, Points)]
    words = [mark for mark in panel.marks if isinstance(mark, Text) and str(mark.words)[0] in "n12345"]
    assert sum(len(mark.x) for mark in shapes) + len(words) == 49
    assert len({(mark.marker, mark.color, mark.fill) for mark in shapes}) == len(shapes)
    assert len(boxes(lesson).keys) == len(set(boxes(lesson).keys)) == 49
    assert "49 settings: " in lesson.page.sentence


def test_a_plane_counts_as_the_map_does(lesson: WhereEachWins) -> None:
    plane = plane_of(OURS | AXES, Charts())
    cells = [the_map().cells[Place(rise=r, width=w)] for w in plane.y.values for r in plane.x.values]
    assert [cell for *_, cell in plane] == cells
    won = Counter(cell.best for cell in cells)
    assert {name: count for name, (count, _) in plane.winners().items()} == won
    assert f"PE-GP-UCB in {won['PriorElimination']} " in lesson.page.sentence
    assert plane.corners() == {"ours": (3, 4, True), "the paper's": (2, 2, False)}
    frames = [m for m in lesson.page.figure.picture.panels[0].marks if isinstance(m, Line)]
    assert [bool(frame.dash) for frame in frames] == [False, True]


@pytest.mark.parametrize("show", ["who wins", "which claims hold"])
def test_a_corner_s_name_leaves_room_for_what_its_box_shows(lesson: WhereEachWins, show: str) -> None:
    lesson.page.set(show=show)
    marks = lesson.page.figure.picture.panels[0].marks
    texts = [m for m in marks if isinstance(m, Text)]
    names = {plain(m.words): float(m.y) for m in texts if plain(m.words) in ("ours", "paper")}
    shown = [float(y) for m in marks if isinstance(m, Points) for y in m.y]
    shown += [float(m.y) for m in texts if plain(m.words) not in names]
    assert len(shown) == 49
    for row, name in ((4, "ours"), (2, "paper")):
        (lowered,) = {y for y in shown if row - 0.5 < y < row + 0.5} - {float(row)}
        assert names[name] - lowered > 0.45
        assert row - 0.5 < lowered < names[name] < row + 0.5


def test_a_setting_asked_for_on_both_axes_is_told_where_it_is(lesson: WhereEachWins) -> None:
    lesson.page.widgets["x"].value = BY_NAME["width"].label
    assert lesson.page.state["y"] == BY_NAME["rise"].label
    assert lesson.page.sentence.startswith("Hill width against tall hill above short ones, 49 settings: lowest")


def test_hovering_tells_a_cell_s_numbers(lesson: WhereEachWins) -> None:
    ours = boxes(lesson).names[4 * 7 + 3].splitlines()
    cell = the_map().cells[CORNERS["ours"]]
    assert ours[0] == "tall hill above short ones 3, hill width 0.02"
    assert "PE-GP-UCB 14.1" in ours
    assert len(ours) == 1 + len(cell.regret) + 3
    assert ours[-2] == "claims that hold: 5"


def test_another_setting_is_played_cell_by_cell(lesson: WhereEachWins) -> None:
    lesson.page.set(R=0.1, x=BY_NAME["ties"].label, y=BY_NAME["rule"].label, rise=1.0, l=2.0)
    assert lesson.page.filling.left == 4
    assert "not all of them played yet" in lesson.page.sentence
    assert [name.endswith("not played yet") for name in boxes(lesson).names] == [True] * 4
    lesson.page.filling.finish()
    assert lesson.page.filling.left == 0
    assert "4 settings: lowest on average is" in lesson.page.sentence
    assert lesson.page.sentence.endswith(
        "All other settings are ours, but for tall hill above short ones 1, the kernel's squared "
        "length l 2 and noise R 0.1."
    )
    found = chart(Place(rise=1.0, noise_std=0.1, l=2.0))
    assert f"PE-GP-UCB {number(found.regret['PriorElimination'])}" in boxes(lesson).names[0].splitlines()
    header, rows = lesson.page.scene.table(lesson.page.state)
    assert len(rows) == 4
    assert {len(row) for row in rows} == {len(header)}


def test_stop_and_go_on_between_the_cells() -> None:
    places = [Place(rise=0.75, width=0.011 + n / 1000, noise_std=0.07) for n in range(3)]
    shown: list[int] = []

    async def read() -> None:
        charts = Charts()
        filling = Filling(charts, lambda: shown.append(filling.left))
        filling.begin(places, 5)
        while not shown:
            await asyncio.sleep(0.01)
        filling.button.click()
        assert "stopped" in filling.words.value
        assert filling.button.description == "Go on"
        left = filling.left
        await asyncio.sleep(0.1)
        assert filling.left == left == 2
        filling.begin(places[1:], 5)  # another colour of the same plane
        assert "stopped" in filling.words.value
        filling.button.click()
        while filling.left:
            await asyncio.sleep(0.01)
        assert filling.button.disabled
        assert "Every box" in filling.words.value
        assert all(charts.at(place) for place in places)

    asyncio.run(read())
    assert shown == [2, 1, 0]


def test_new_wishes_replace_the_old_ones() -> None:
    async def read() -> None:
        charts = Charts()
        filling = Filling(charts, lambda: None)
        filling.begin([Place(rise=0.75, width=0.011 + n / 1000) for n in range(50)], 50)
        filling.begin([Place(rise=0.75, noise_std=0.07)], 1)
        while filling.left:
            await asyncio.sleep(0.01)
        assert charts.at(Place(rise=0.75, width=0.011)) is None
        assert charts.at(Place(rise=0.75, noise_std=0.07)) is not None

    asyncio.run(read())


def test_a_place_goes_to_the_controls_and_back() -> None:
    for place in (*CORNERS.values(), Place(mask="adversary", rule="upper", priors=4, epsilon=0.02)):
        assert place_of(state_of(place)) == place


def test_one_setting_on_both_axes_is_put_on_one(lesson: WhereEachWins) -> None:
    lesson.page.set(x=BY_NAME["l"].label, y=BY_NAME["l"].label)
    plane = plane_of(lesson.page.state, Charts())
    assert plane.x is not plane.y


@pytest.mark.parametrize("value", [1e300, -1e300, math.nan, "x", None, [], {}])
def test_whatever_arrives_is_cleaned(lesson: WhereEachWins, value: Any) -> None:
    for control in CONTROLS:
        state = lesson.page.first | {control.name: control.clean(value)}
        map_picture(state, True, Charts())


def test_a_box_leads_to_page_05_with_its_settings() -> None:
    place = CORNERS["the paper's"].moved(priors=4, mask="adversary")
    page, query = toy_address(place).split("?")
    assert (ROOT / "notebooks" / page).exists()
    assert {name: values[0] for name, values in parse_qs(query).items()} == toy_settings(place)
    lesson = next(each for each in PAGES if each.name == Path(page).stem)
    for control in import_module(lesson.module).CONTROLS:
        if control.name in toy_settings(place):
            control.read(toy_settings(place)[control.name])  # or page 05 could not open it
    assert toy_settings(place)["tall"] == "6"
    assert toy_settings(place)["priors"] == "1.2.3.4"


def test_the_text_tells_what_the_map_holds() -> None:
    found = the_map()
    most = found.most_claims()
    three = [cell for cell in found if len(cell.holding) == most]
    second = found.tally("2")
    first, chance = (found.holding("3", where={"ties": ties}) for ties in ("first", "random"))
    printed, upper = (found.holding("4", "5", where={"rule": rule, "priors": 11}) for rule in ("printed", "upper"))
    fewer = [found.holding("4", "5", where={"rule": "printed", "priors": n}) for n in BY_NAME["priors"].values[:-1]]
    won, sure = Counter(cell.best for cell in found), Counter(cell.best for cell in found if cell.sure)
    for said in (
        f"has {len(found):,} settings",
        f"The most is three, in {len(three)} settings, and these are 1, 3 and 5 in all but one",
        f"does not hold in {second['does not hold']:,} settings and cannot be told in {second['cannot be told']}",
        f"in {first[0]} of {first[1]:,} settings if the first",
        f"in none of {chance[1]:,} if chance",
        f"in {printed[0]} of {printed[1]:,} settings [as printed]",
        f"in {upper[0]} of {upper[1]:,} with the [upper bound]",
        f"in {sum(held for held, _ in fewer)} of {sum(of for _, of in fewer)} settings as printed",
        f"in {won['FullyBayesian']:,} settings, surely in {sure['FullyBayesian']:,}",
        f"PE-GP-UCB in {won['PriorElimination']:,}, surely in {sure['PriorElimination']}",
    ):
        assert said in TEXT, said
    assert most == 3
    assert sum(cell.holding == ("1", "3", "5") for cell in three) == len(three) - 1
    assert second["holds"] == chance[0] == won["Random"] == 0
    assert widest_free_of_claim_3() == 0.02


def test_phrases_name_settings_and_values_that_exist() -> None:
    lesson = where_each_wins("")
    phrases = re.findall(r"#set\?([^)]*)\)", TEXT)
    assert len(phrases) >= 6
    controls = {control.name: control for control in CONTROLS}
    for phrase in phrases:
        for name, (value,) in parse_qs(phrase, strict_parsing=True).items():
            assert controls[name].write(controls[name].read(value)) == value
        lesson.page.open_address(phrase)
        assert "the address said otherwise" not in lesson.page.sentence
    assert {each.name for each in SETTINGS} >= {"rise", "width"}


def test_page_05_opened_from_a_box_plays_that_box() -> None:
    for place in random.SystemRandom().sample(places(), 3):
        lesson = toy_experiment(toy_address(place).partition("?")[2])
        assert "the address said otherwise" not in lesson.page.sentence, place
        shown = played(settings_of(lesson.page.state)).findings
        assert {finding.claim.key: finding.verdict for finding in shown} == the_map().cells[place].verdicts, place
