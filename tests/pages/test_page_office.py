"""Page 06 without a browser: the same words on every computer where that matters, and nothing is played twice."""

from __future__ import annotations

import math
import re
from pathlib import Path

import numpy as np
import pytest
from drawn import drawn

from pegp_lite.claims.intel_claims import intel_findings
from pegp_lite.claims.ledger import play_intel
from pegp_lite.claims.outcome import real_outcome
from pegp_lite.claims.toy_claims import MLE, PE, RANDOM
from pegp_lite.pages.lessons.office import game as office_game
from pegp_lite.pages.lessons.office.game import PLAYERS, Choices, Office, recorded, the_synthetic_office
from pegp_lite.pages.lessons.office.page import OfficeLesson, controls_for, intel_experiment
from pegp_lite.pages.lessons.office.scene import first_choices
from pegp_lite.problems import intel, synthetic_office
from pegp_lite.problems.sensors.table import DataError
from pegp_lite.study.compare import compare

NOTEBOOK = Path(__file__).parents[2] / "notebooks" / "06_intel_experiment.ipynb"
FEW = {"seeds": 2}
NAMES = [control.name for control in controls_for(the_synthetic_office())]


@pytest.fixture(scope="module")
def lesson() -> OfficeLesson:
    return intel_experiment(query="seeds=2", table=the_synthetic_office().table)


@pytest.fixture(autouse=True)
def as_opened(lesson: OfficeLesson) -> None:
    lesson.page.set(**lesson.page.first | FEW)


MOVES = {
    "time": 74,
    "epsilon": 0.02,
    "test": "8 March",
    "training": ("1", "7"),
    "policies": ("PE-GP-UCB", "random"),
    "seeds": 3,
}


@pytest.mark.parametrize("name", NAMES)
def test_every_control_changes_picture_words_and_address(lesson: OfficeLesson, name: str) -> None:
    page = lesson.page
    picture, sentence, address = drawn(page), page.sentence, page.query
    page.widgets[name].value = MOVES[name]
    assert page.sentence != sentence
    assert drawn(page) != picture
    assert page.query != address
    assert "could not be drawn" not in page.sentence_box.value
    page.set(**page.first | FEW)
    assert (page.sentence, drawn(page)) == (sentence, picture)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("value", [math.nan, -1e300, None])
def test_nonsense_leaves_the_page_alive(lesson: OfficeLesson, name: str, value: object) -> None:
    lesson.page.set(**{name: value})
    assert "could not be drawn" not in lesson.page.sentence_box.value


@pytest.mark.parametrize(
    "extreme",
    [
        {"time": 144, "epsilon": 0.5, "policies": ("fully Bayesian",)},
        {"time": 1, "test": "3 March", "training": ("13",)},
        {"training": ("7",), "policies": ("random",)},
        {"test": "5 March", "training": ("1", "4", "9")},
    ],
)
def test_extremes_are_drawn_and_said(lesson: OfficeLesson, extreme: dict) -> None:
    lesson.page.set(**FEW | extreme)
    assert "could not be drawn" not in lesson.page.sentence_box.value
    assert "nan" not in lesson.page.sentence
    assert len(re.findall("<li", lesson.page.verdicts.value)) == 6
    assert len(lesson.page.scene.table()[1]) == 144


def test_the_game_and_its_numbers_are_those_of_the_package(lesson: OfficeLesson) -> None:
    lesson.page.set(time=100, seeds=2)
    game = intel(synthetic_office())
    played = compare(game.problem, seeds=2).presented(game.unit_scale, game.table.unit, game.label)
    for name in played.records:
        said = f"{played.label(name)} {played.curve(name, 'average').mean[99]:.2f}"
        assert said in lesson.page.sentence
    readings = game.readings()[99]
    asked = played[PE].points[0, 99]
    assert f"sensor {game.sensors[readings.argmax()]} is hottest with {readings.max():.1f} °C" in lesson.page.sentence
    assert f"asks sensor {game.sensors[asked]} with {readings[asked]:.1f} °C" in lesson.page.sentence
    assert f"on the word of {played.prior_names[played[PE].chosen_priors[0, 99]]}" in lesson.page.sentence
    header, rows = lesson.page.scene.table()
    column = header.index("PE-GP-UCB average regret")
    np.testing.assert_allclose([row[column] for row in rows], played.curve(PE, "average").mean)


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
    page = lesson.page
    page.set(epsilon=0.2, policies=("PE-GP-UCB",), seeds=3)
    asked: list[tuple[list[str], int]] = []

    def watched(problem, policies, seeds, already=None):
        have = already.policies if already else {}
        asked.append(([name for name in policies if name not in have], seeds))
        return compare(problem, policies, seeds, already=already)

    monkeypatch.setattr(office_game, "compare", watched)
    for time in range(1, 144, 20):
        page.set(time=time)
    page.set(seeds=2)
    page.set(seeds=3)
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
    assert lesson.page.sentence.startswith("Synthetic office, ")
    assert "SYNTHETIC" in lesson.page.verdicts.value
    assert "real: does not hold" in lesson.page.verdicts.value
    assert any("synthetic" in text.get_text() for ax in lesson.page.scene.canvas.figure.axes for text in ax.texts)


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
    assert real.page.sentence.startswith("Real readings (mine.csv), 6 March, 5 training days")
    assert "SYNTHETIC" not in real.page.verdicts.value
    for part in ("page", "record", "prediction", "variation", "exercise"):
        assert repr(getattr(real, part)) == repr(getattr(lesson, part))
    assert real.on_synthetic(seeds=2) == lesson.on_synthetic(seeds=2)


def test_readings_that_cannot_be_used_are_told_of(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PEGP_INTEL_DATA", str(tmp_path / "nowhere.csv"))
    place = office_game.find_office()
    assert place.table.synthetic
    assert "there is no file" in place.note
    with pytest.raises(DataError, match="three are wanted"):
        Office(synthetic_office(days=2, sensors=4))


def test_the_record_of_the_real_readings(lesson: OfficeLesson) -> None:
    found = real_outcome()
    page = lesson.record
    for step in (1, 60, 144):
        page.set(time=step)
        assert f"PE-GP-UCB {found['policies'][PE]['mean'][step - 1]:.2f}" in page.sentence
    assert "10 March (66%)" in page.sentence
    header, rows = page.scene.table()
    assert len(rows) == 144
    assert len(header) == len(rows[0]) == 11
    assert recorded("6") == "holds"


def test_the_text_tells_the_record(lesson: OfficeLesson) -> None:
    text = " ".join(NOTEBOOK.read_text(encoding="utf-8").replace("\\n", " ").split())
    found = real_outcome()
    assert f"{found['policies'][PE]['mean'][-1]:.2f} °C" in text
    seventh = next(claim for claim in found["claims"] if claim["key"] == "10")
    shares = [each["parts"][1]["mean"] for each in (seventh, seventh["paper_view"])]
    assert f"{shares[0]:.0%} of its steps there, and {shares[1]:.0%} in the first thirty games" in text
    assert "anything from 0% to 95%" in text
    assert "between 0% and 95%" in seventh["note"]
    ends = {name: curve["mean"][-1] for name, curve in found["policies"].items()}
    assert f"{ends['MaximumLikelihood'] - ends['FullyBayesian']:.2f} °C before maximum likelihood" in text
    lowest = next(claim for claim in found["claims"] if claim["key"] == "6")["variants"]
    assert {lowest[f"one forgetting rate, {rate}"] for rate in (0.02, 0.05)} == {"does not hold"}
    verdicts = [recorded(key) for key in office_game.TITLES]
    assert (verdicts.count("holds"), verdicts.count("does not hold"), verdicts.count("cannot be told")) == (1, 4, 1)


def test_prediction_variation_and_exercise(lesson: OfficeLesson) -> None:
    lesson.prediction.choice.value = "a day with half its readings missing"
    assert "You were right" in lesson.prediction.reply.value
    lesson.variation.button.click()
    assert lesson.page.state["epsilon"] == 0.1
    lesson.page.set(**lesson.page.first | {"time": 144})
    found = re.search(r"PE-GP-UCB ([\d.]+), .*random ([\d.]+)\. ", lesson.page.sentence)
    assert found
    lesson.exercise.answer.value = "0.1"
    assert not lesson.exercise.judge()
    lesson.exercise.answer.value = f"{float(found[2]) - float(found[1]):.2f}"
    assert lesson.exercise.judge()


def test_what_is_said_at_other_settings_does_not_move_the_page(lesson: OfficeLesson) -> None:
    before = lesson.page.state, lesson.page.sentence
    assert "At 00:00" in lesson.page.said_at(time=1)
    assert (lesson.page.state, lesson.page.sentence) == before
    assert set(PLAYERS) == set(real_outcome()["policies"])
