"""Page 06 without a browser: the same words on every computer where that matters, and nothing is played twice."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path

import numpy as np
import pytest
from intel_files import TABLE, needs_readings

from pegp_lite.claims.intel_claims import intel_findings
from pegp_lite.claims.ledger import play_intel
from pegp_lite.claims.outcome import real_outcome
from pegp_lite.claims.toy_claims import FB, MLE, PE, RANDOM, RB
from pegp_lite.figures.marks import Line, Points, Text, plain
from pegp_lite.figures.render.browser import described
from pegp_lite.pages.lessons.office import model as office_model
from pegp_lite.pages.lessons.office.floor_view import place_sensors
from pegp_lite.pages.lessons.office.lesson import OfficeLesson, controls_for, intel_experiment
from pegp_lite.pages.lessons.office.model import (
    PLAYERS,
    Choices,
    Office,
    choices_of,
    first_choices,
    recorded,
    the_synthetic_office,
)
from pegp_lite.pages.lessons.office.record_view import SAID
from pegp_lite.pages.lessons.office.view import all_day, moment_of
from pegp_lite.pages.page import Page
from pegp_lite.problems import intel, synthetic_office
from pegp_lite.problems.sensors.table import DataError, SensorTable
from pegp_lite.study.compare import compare

NOTEBOOK = Path(__file__).parents[2] / "notebooks" / "06_intel_experiment.ipynb"
PROSE = " ".join("".join(cell["source"]) for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"])
FEW = {"seeds": 2}
NAMES = [control.name for control in controls_for(the_synthetic_office())]


@pytest.fixture(scope="module")
def lesson() -> OfficeLesson:
    lesson = intel_experiment(query="live_seeds=2", table=the_synthetic_office().table)
    lesson.prediction.commit(None)
    return lesson


@pytest.fixture(autouse=True)
def as_opened(lesson: OfficeLesson) -> None:
    lesson.office.set(**lesson.office.first | FEW)


def drawn(page: Page) -> object:
    return described(page.figure.picture)


MOVES = {
    "time": 74, "epsilon": 0.02, "test": "8 March", "training": ("1", "7"), "policies": ("PE-GP-UCB", "random"),
    "seeds": 3, "heat": False, "mine": "12",
}  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_every_control_changes_picture_words_and_address(lesson: OfficeLesson, name: str) -> None:
    page = lesson.office
    picture, sentence, address = drawn(page), page.sentence, page.query
    page.widgets[name].value = MOVES[name]
    assert page.sentence != sentence or name == "heat"
    assert drawn(page) != picture
    assert page.query != address
    page.set(**page.first | FEW)
    assert (page.sentence, drawn(page)) == (sentence, picture)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("value", [math.nan, -1e300, None])
def test_nonsense_leaves_the_page_alive(lesson: OfficeLesson, name: str, value: object) -> None:
    lesson.office.set(**{name: value})
    assert "could not be drawn" not in lesson.office.sentence


@pytest.mark.parametrize(
    "extreme",
    [
        {"time": 144, "epsilon": 0.5, "policies": ("fully Bayesian",), "mine": "3"},
        {"time": 1, "test": "3 March", "training": ("13",)},
        {"training": ("7",), "policies": ("random",), "heat": False},
        {"test": "5 March", "training": ("1", "4", "9")},
    ],
)
def test_extremes_are_drawn_and_said(lesson: OfficeLesson, extreme: dict) -> None:
    lesson.office.set(**FEW | extreme)
    assert "could not be drawn" not in lesson.office.sentence
    assert "nan" not in lesson.office.sentence
    assert len(lesson.office.scene.table(lesson.office.state)[1]) == 144


def test_the_game_and_its_numbers_are_those_of_the_package(lesson: OfficeLesson) -> None:
    page = lesson.office
    page.set(time=100, seeds=2)
    game = intel(synthetic_office())
    played = compare(game.problem, seeds=2).presented(game.unit_scale, game.table.unit, game.label)
    for name in played.records:
        assert f"{played.label(name)} {played.curve(name, 'average').mean[99]:.2f}" in page.sentence
    readings = game.readings()[99]
    asked = played[PE].points[0, 99]
    assert f"sensor {game.sensors[readings.argmax()]} is hottest with {readings.max():.1f} °C" in page.sentence
    assert f"asks sensor {game.sensors[asked]} with {readings[asked]:.1f} °C" in page.sentence
    assert f"on the word of {played.prior_names[played[PE].chosen_priors[0, 99]]}" in page.sentence
    header, rows = page.scene.table(page.state)
    column = header.index("PE-GP-UCB average regret")
    np.testing.assert_allclose([row[column] for row in rows], played.curve(PE, "average").mean)


def test_a_hand_asks_a_sensor_drags_the_time_and_picks_days(lesson: OfficeLesson) -> None:
    page = lesson.office
    page.figure.value = {"key": "sensor 12", "told": 1}
    assert page.state["mine"] == "12"
    place, game = the_synthetic_office(), intel(synthetic_office())
    readings, at = game.readings(), game.sensors.index("12")
    assert f"You ask sensor 12 with {readings[72, at]:.1f} °C, {readings[72].max() - readings[72, at]:.1f} below" in (
        page.sentence
    )
    costs = all_day(place, choices_of(place, page.state), place.table.sensors.index("12"))
    np.testing.assert_allclose(costs, (readings.max(axis=1) - readings[:, at]).cumsum() / np.arange(1, 145))
    line = [m for m in page.figure.picture.panels[1].marks if isinstance(m, Line) and m.name == "sensor 12 all day"]
    np.testing.assert_allclose(line[0].y, costs)
    page.figure.value = {"key": "sensor 12", "told": 2}
    assert "You ask" not in page.sentence
    page.figure.value = {"key": "time", "x": 30.0, "held": True, "told": 3}
    assert "At 04:50" in page.sentence
    page.figure.value = {"key": "day 10", "told": 4}
    assert "12 training days" in page.sentence
    page.set(training=("3",))
    page.figure.value = {"key": "day 3", "told": 5}
    assert page.state["training"] == ("3",), "one day must stay"
    lesson.page.figure.value = {"key": "time", "x": 43.0, "told": 1}
    assert "At 07:00" in lesson.page.sentence
    lesson.page.reset()


def test_hidden_readings_are_not_sent(lesson: OfficeLesson) -> None:
    lesson.office.set(heat=False, mine="12")
    floor = lesson.office.figure.picture.panels[0]
    sensors = next(mark for mark in floor.marks if isinstance(mark, Points) and len(mark.x) > 1)
    told = [word for word in sensors.words if word not in ("", "–")]
    assert len(told) == 1
    assert sum("press to ask it" in name for name in sensors.names) >= len(sensors.names) - 1
    now = moment_of(the_synthetic_office(), lesson.office.state)
    assert sensors.words[now.table.sensors.index("12")] == told[0]


def test_where_readings_are_hidden_nobody_names_the_hottest(lesson: OfficeLesson) -> None:
    def named() -> bool:
        picture = lesson.office.figure.picture
        texts = [plain(mark.words) for panel in picture.panels for mark in panel.marks if isinstance(mark, Text)]
        return any(re.search(rf"{hottest}\b", each) for each in [picture.sentence, *texts])

    lesson.office.set(heat=True, mine="nobody", time=73)
    now = moment_of(the_synthetic_office(), lesson.office.state)
    hottest = f"sensor {now.table.sensors[now.hottest]}"
    assert named()
    assert now.hottest not in now.asked.values()
    lesson.office.set(heat=False)
    assert not named()


def test_before_the_answer_nobody_tells_whom_they_trust() -> None:
    lesson = intel_experiment("", table=the_synthetic_office().table)
    for page in (lesson.page, lesson.office):
        layout, _ = described(page.figure.picture)
        assert sum(panel["covered"] for panel in layout["panels"]) == 1
        for panel in layout["panels"]:
            del panel["toggles"]  # all thirteen days, to be taken out or let in: they tell nothing
        for word in ("10 March", "on the word of", "trusts", "relies"):
            assert word not in str(layout) + page.sentence
    lesson.prediction.commit(2)
    assert not lesson.page.covered
    assert not lesson.office.covered


def test_the_verdicts_are_those_of_the_ledger() -> None:
    place = the_synthetic_office()
    ours = intel_findings(place.played(first_choices(place, 4)), True)
    theirs = intel_findings(play_intel(intel(place.table), 4), True)
    assert [(f.claim.key, f.verdict, f.parts) for f in ours] == [(f.claim.key, f.verdict, f.parts) for f in theirs]


def test_claims_about_the_absent_cannot_be_told() -> None:
    place = the_synthetic_office()
    every = first_choices(place, 2)
    alone = intel_findings(place.played(Choices(every.test, every.training, None, 2, (PE,))), True)
    assert [f.verdict for f in alone[:5]] == ["cannot be told"] * 5
    assert "random" in alone[0].note
    assert alone[5].parts
    without = Choices(every.test, tuple(d for d in every.training if d.day not in (4, 7)), None, 2, (PE, MLE, RANDOM))
    told = {f.claim.key: f for f in intel_findings(place.played(without), True)}
    assert told["10"].note == "7 March is not in the game"
    assert told["11"].note == "4 March is not in the game"


def test_nothing_is_played_twice(lesson: OfficeLesson, monkeypatch: pytest.MonkeyPatch) -> None:
    page = lesson.office
    page.set(epsilon=0.2, policies=("PE-GP-UCB",), seeds=3)
    asked: list[tuple[list[str], int]] = []

    def watched(problem, policies, seeds, already=None):
        have = already.policies if already else {}
        asked.append(([name for name in policies if name not in have], seeds))
        return compare(problem, policies, seeds, already=already)

    monkeypatch.setattr(office_model, "compare", watched)
    for time in range(1, 144, 20):
        page.set(time=time)
    page.set(seeds=2)
    page.set(seeds=3)
    page.set(mine="12", heat=False)
    assert asked == []
    page.set(policies=("PE-GP-UCB", "random"))
    assert asked == [(["Random"], 3)]
    page.set(seeds=4)
    assert asked[1:] == [([], 4)]


def test_a_day_is_never_learnt_from_before_it_has_been() -> None:
    place = the_synthetic_office()
    choices = Choices(place.test_days[1], place.training_days, None, 2, (PE,))
    assert place.usable(choices) == place.table.days[:3]
    only_later = Choices(place.test_days[1], place.training_days[5:], None, 2, (PE,))
    assert place.usable(only_later) == place.table.days[1:3]


def test_synthetic_is_on_its_face(lesson: OfficeLesson) -> None:
    assert lesson.office.sentence.startswith("Synthetic office. ")
    floor = lesson.office.figure.picture.panels[0]
    assert "SYNTHETIC" in str(floor.note)
    assert {mark.name for mark in floor.marks if isinstance(mark, Line) and "windows" in mark.name} == {
        "windows, east",
        "windows, south",
        "windows, west",
    }


def test_what_nbval_compares_is_the_same_with_and_without_real_readings(
    lesson: OfficeLesson, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    table = synthetic_office(days=6, sensors=8, seed=3)
    rows = ["time," + ",".join(table.sensors)]
    rows += [
        f"{time}," + ",".join("" if np.isnan(v) else f"{v:.2f}" for v in values)
        for time, values in zip(table.times, table.readings, strict=True)
    ]
    path = tmp_path / "mine.csv"
    path.write_text("\n".join(rows))
    monkeypatch.setenv("PEGP_INTEL_DATA", str(path))
    real = intel_experiment(query="")
    real.prediction.commit(None)
    assert real.office.sentence.startswith("Real readings (mine.csv). 6 March, 5 training days")
    assert "SYNTHETIC" not in str(described(real.office.figure.picture))
    for part in ("page", "office", "prediction", "exercise"):
        assert repr(getattr(real, part)) == repr(getattr(lesson, part))
    assert real.on_synthetic(seeds=2) == lesson.on_synthetic(seeds=2)


def test_readings_that_cannot_be_used_are_told_of(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PEGP_INTEL_DATA", str(tmp_path / "nowhere.csv"))
    place = office_model.find_office()
    assert place.table.synthetic
    assert "there is no file" in place.note
    assert "there is no file" in intel_experiment("").office.sentence
    with pytest.raises(DataError, match="three are wanted"):
        Office(synthetic_office(days=2, sensors=4))


def test_the_record_of_the_real_readings(lesson: OfficeLesson) -> None:
    found = real_outcome()
    page = lesson.page
    for step in (1, 60, 144):
        page.set(time=step)
        assert f"PE-GP-UCB {found['policies'][PE]['mean'][step - 1]:.2f}" in page.sentence
    assert "10 March (66%)" in page.sentence
    header, rows = page.scene.table(page.state)
    assert len(rows) == 144
    assert len(header) == len(rows[0]) == 11
    shown = {claim.number: claim.chip for panel in page.figure.picture.panels for claim in panel.claims}
    assert shown == {key: recorded(key) for key in SAID}
    assert {claim["key"] for claim in found["claims"]} == set(SAID)


def test_the_text_tells_the_record(lesson: OfficeLesson) -> None:
    found = real_outcome()
    assert f"{found['policies'][PE]['mean'][-1]:.2f} °C" in PROSE
    seventh = next(claim for claim in found["claims"] if claim["key"] == "10")
    shares = [each["parts"][1]["mean"] for each in (seventh, seventh["paper_view"])]
    assert f"{shares[0]:.0%} of its steps there, and {shares[1]:.0%} in the first thirty games" in PROSE
    assert "anything from 0% to 95%" in PROSE
    assert "between 0% and 95%" in seventh["note"]
    ends = {name: curve["mean"][-1] for name, curve in found["policies"].items()}
    assert f"{ends[MLE] - ends[FB]:.2f} °C before maximum likelihood" in PROSE
    assert sorted(ends, key=lambda name: ends[name]) == [PE, RB, FB, MLE, RANDOM]
    lowest = next(claim for claim in found["claims"] if claim["key"] == "6")["variants"]
    assert "one common rate, 0.02, 0.05 or 0.1, and it no longer leads" in PROSE
    assert {lowest[f"one forgetting rate, {rate}"] for rate in (0.02, 0.05, 0.1)} == {"does not hold"}
    verdicts = [recorded(key) for key in SAID]
    assert (verdicts.count("holds"), verdicts.count("does not hold"), verdicts.count("cannot be told")) == (1, 4, 1)
    early, noon = ({name: curve["mean"][at] for name, curve in found["policies"].items()} for at in (42, 72))
    assert "(#set?time=43): only PE-GP-UCB is ahead of chance" in PROSE
    assert [name for name in early if early[name] < early[RANDOM]] == [PE]
    assert max(noon, key=lambda name: noon[name]) == RANDOM


def test_the_text_tells_the_synthetic_day(lesson: OfficeLesson) -> None:
    assert "on the synthetic day PE-GP-UCB loses more as you push" in PROSE
    place = the_synthetic_office()
    first = first_choices(place)
    ends = []
    for rate in (0.02, 0.1, 0.5):
        played = place.played(Choices(first.test, first.training, rate, 6, (PE,)))
        ends.append(float(played.curve(PE, "average").mean[-1]))
    assert ends == sorted(ends)


@needs_readings
def test_the_text_tells_the_real_readings() -> None:
    readings = SensorTable.read(TABLE, None, unit="C")
    game, other = intel(readings), intel(readings, epsilon=0.02)
    table = game.table
    columns = table.columns_of(game.sensors)
    missing = [float(np.isnan(table.readings[table.rows_of(day)][:, columns]).mean()) for day in table.days[9:11]]
    assert f"two days with {missing[0]:.0%} and {missing[1]:.0%} of their readings missing" in PROSE
    fitted, one = (compare(each.problem, seeds=8) for each in (game, other))
    for name in (PE, MLE, FB, RB):
        assert one.curve(name, "average").mean[-1] < fitted.curve(name, "average").mean[-1], name


def test_prediction_and_exercise(lesson: OfficeLesson) -> None:
    card = intel_experiment("", table=the_synthetic_office().table)
    card.prediction.commit(2)
    assert card.prediction.card["lead"].startswith("✓")
    shares = real_outcome()["shares"][PE]
    assert max(shares, key=lambda day: shares[day]) == "10 March"
    lesson.office.set(**lesson.office.first | {"time": 144})
    found = re.search(r"PE-GP-UCB ([\d.]+), .*random ([\d.]+)\. ", lesson.office.sentence)
    assert found
    assert not lesson.exercise.check("0.1")
    assert lesson.exercise.check(f"{float(found[2]) - float(found[1]):.2f}")


def test_what_is_said_at_other_settings_does_not_move_the_page(lesson: OfficeLesson) -> None:
    before = lesson.office.state, lesson.office.sentence
    assert "At 00:00" in lesson.office.said_at(time=1)
    assert (lesson.office.state, lesson.office.sentence) == before
    assert set(PLAYERS) == set(real_outcome()["policies"])


def test_sensors_without_a_place_line_up_below_the_others() -> None:
    places, known = place_sensors([[0, 0], [4, 6], [np.nan, 1]], 3)
    assert known.tolist() == [True, True, False]
    assert places[2].tolist() == [2.0, pytest.approx(-0.9)]
    grid, known = place_sensors(None, 7)
    assert not known.any()
    assert len({tuple(place) for place in grid}) == 7
