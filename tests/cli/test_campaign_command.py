"""`pegp campaign`: what it says, what it refuses, and that a file holds the same campaign as the engine in memory."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from pegp_lite import Campaign, PriorElimination, matern, rbf
from pegp_lite.cli import main
from pegp_lite.gp.priors import Prior
from pegp_lite.problems.opinions import from_data, from_days, from_recipe
from pegp_lite.problems.sensors.examples import EXAMPLE, ROOMS
from pegp_lite.problems.sensors.reading import read_table
from pegp_lite.study.ongoing import Skipped, begin, ongoing, undo
from pegp_lite.writing import only_writer

RECIPE = """
unit = "kg"
noise = 0.3
[points]
"bench 1" = [0, 0]
"bench 2" = [0, 4]
"bench 3" = [3, 4]
[[experts]]
name = "Anna"
length = 3.0
deviation = 2.0
mean = 12.0
epsilon = 0.02
[[experts]]
name = "Ben"
kernel = "matern"
smoothness = 2.5
length = 1.0
deviation = 4.0
mean = { "bench 1" = 14, "bench 3" = 11 }
"""
PLACES = np.array([[0, 0], [0, 4], [3, 4]])


@pytest.fixture(autouse=True)
def _elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    Path("b.toml").write_text(RECIPE)


def said(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    """What a command of a campaign prints, or how it refuses."""
    capsys.readouterr()
    assert main(["campaign", *arguments]) == code
    shown = capsys.readouterr()
    return shown.out if code == 0 else shown.err


def by_hand() -> tuple[Prior, Prior]:
    """The recipe's experts in kg / 4, from the formulas."""
    anna = Prior("Anna", np.full(3, 12 / 4), (2 / 4) ** 2 * rbf(PLACES, 3.0**2), 0.02)
    return anna, Prior("Ben", np.array([14, 0, 11]) / 4, matern(PLACES, 2.5, 1.0))


def test_a_recipe_gives_the_priors_that_it_says() -> None:
    import tomllib

    found = from_recipe(tomllib.loads(RECIPE), "b.toml")
    assert (found.points, found.unit, found.scale) == (("bench 1", "bench 2", "bench 3"), "kg", 4.0)
    assert found.noise_std == 0.3 / 4
    for ours, wanted in zip(found.priors, by_hand(), strict=True):
        np.testing.assert_allclose(ours.mean, wanted.mean)
        np.testing.assert_allclose(ours.covariance, wanted.covariance)
        assert ours.epsilon == wanted.epsilon


def test_a_grid_names_its_points() -> None:
    expert = {"name": "a", "length": 1, "deviation": 1}
    found = from_recipe({"noise": 1, "grid": [[0, 1, 3], [5, 6, 2]], "experts": [expert]}, "grid")
    assert found.points == ("0, 5", "0, 6", "0.5, 5", "0.5, 6", "1, 5", "1, 6")


def test_past_days_are_experts_in_the_readings_unit(capsys: pytest.CaptureFixture[str]) -> None:
    main(["data", "example"])
    table = read_table(Path(EXAMPLE)).table
    found = from_days(table, mean="day", noise=0.5)
    assert found.points == ROOMS
    assert [prior.name for prior in found.priors] == ["6 May", "7 May", "8 May", "9 May", "10 May", "11 May"]
    assert found.noise_std * found.scale == pytest.approx(0.5)
    assert found.offset == pytest.approx(np.nanmean(table.readings))
    assert found.in_unit(found.standardised(21.4)) == pytest.approx(21.4)
    kept = from_data(json.loads(json.dumps(found.as_data())))
    for one, other in zip(found.priors, kept.priors, strict=True):
        assert one.mean.tobytes() == other.mean.tobytes()
        assert one.covariance.tobytes() == other.covariance.tobytes()


def test_commands_say_what_the_engine_says(capsys: pytest.CaptureFixture[str]) -> None:
    """Ten asks and tells through the file, each read anew, beside a campaign in memory, in kg / 4."""
    said(capsys, "new", "b.json", "--experts", "b.toml", "--seed", "3")
    beside = Campaign(by_hand(), 0.3 / 4, PriorElimination(), ["bench 1", "bench 2", "bench 3"], 3)
    for step in range(1, 11):
        closed = ["--closed", "bench 1"] if step % 3 == 0 else []
        wanted = beside.ask(np.array([False, True, True]) if closed else None)
        asked = json.loads(said(capsys, "ask", "b.json", "--json", *closed))
        assert (asked["step"], asked["label"], asked["prior"]) == (step, wanted.label, wanted.prior)
        np.testing.assert_allclose(
            [asked["mean"], asked["std"], asked["upper"]], np.multiply([wanted.mean, wanted.std, wanted.upper], 4)
        )
        value = 12 + np.sin(step)
        told = beside.tell(value / 4)
        found = json.loads(said(capsys, "tell", "b.json", f"{value:.17g}", "--json"))
        assert (found["rejected"], found["alive"]) == (list(told.rejected), list(beside.alive))
    status = json.loads(said(capsys, "status", "b.json", "--json"))
    np.testing.assert_allclose([each["value"] for each in status["measured"]], 12 + np.sin(np.arange(1, 11)))
    for ours, each in zip(status["experts"], beside.status(), strict=True):
        assert (ours["uses"], ours["rejected_at"]) == (each.uses, each.rejected_at)
        assert ours["error"] == pytest.approx(4 * each.error)
        assert ours["allowed"] == pytest.approx(4 * each.allowed)


def test_words_for_a_person(capsys: pytest.CaptureFixture[str]) -> None:
    begun = said(capsys, "new", "b.json", "--experts", "b.toml")
    assert "3 points (bench 1, bench 2, bench 3), 2 experts (Anna, Ben); noise 0.3 kg." in begun
    assert "The true prior is not known" in begun
    asked = said(capsys, "ask", "b.json")
    assert asked.startswith('Step 1: measure at bench 1.\n"Ben" expects 14 kg there')
    assert said(capsys, "ask", "b.json") == asked
    assert "Asked for and not told yet: bench 1." in said(capsys, "status", "b.json")
    assert said(capsys, "tell", "b.json", "11.5", "--at", "bench 2").startswith("Step 1: 11.5 kg at bench 2.\n")
    assert said(capsys, "skip", "b.json", "4") == "Now at step 6.\n"
    said(capsys, "ask", "b.json", "--open", "bench 3")
    assert "at bench 3" in said(capsys, "tell", "b.json", "-2")
    assert "Highest so far: 11.5 kg at bench 2, step 1." in said(capsys, "status", "b.json")


def test_a_slip_can_be_taken_back_as_if_it_had_not_been(capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, "new", "b.json", "--experts", "b.toml")
    said(capsys, "ask", "b.json")
    assert "slip" not in said(capsys, "tell", "b.json", "13")
    said(capsys, "skip", "b.json", "2")
    said(capsys, "ask", "b.json")
    before = Path("b.json").read_text()
    slip = said(capsys, "tell", "b.json", "1300")
    assert "No expert held such a value possible there. If it is a slip: pegp campaign undo b.json" in slip
    taken = said(capsys, "undo", "b.json")
    assert taken.startswith("Taken back: 1300 at bench")
    assert taken.endswith("Now at step 4 again: pegp campaign ask b.json\n")
    said(capsys, "ask", "b.json")
    assert Path("b.json").read_text() == before
    assert said(capsys, "undo", "b.json") == "Taken back: the question at this step.\n"
    assert undo("b.json") == Skipped(step=2, steps=2)
    assert undo("b.json").value == 13.0  # type: ignore[union-attr]
    assert "nothing to take back" in said(capsys, "undo", "b.json", code=2)


def test_a_skip_is_taken_back_and_what_was_told_before_it_stays(capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, "new", "b.json", "--experts", "b.toml")
    said(capsys, "ask", "b.json")
    said(capsys, "tell", "b.json", "13")
    before = Path("b.json").read_text()
    said(capsys, "skip", "b.json", "100")
    told = said(capsys, "undo", "b.json")
    assert told == "Taken back: 100 steps without a measurement.\nNow at step 2 again: pegp campaign ask b.json\n"
    assert Path("b.json").read_text() == before


def test_experts_that_all_fail_start_again_and_it_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, "new", "b.json", "--experts", "b.toml")
    for _ in range(4):
        said(capsys, "ask", "b.json")
        capsys.readouterr()
        assert main(["campaign", "tell", "b.json", "5000"]) == 0
        shown = capsys.readouterr()
        if "rejected the last prior" in shown.err:
            break
    else:
        pytest.fail("5000 kg should have been too much for both")
    assert "2 of 2 experts are believed" in shown.out


def test_two_at_once_are_kept_apart(capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, "new", "b.json", "--experts", "b.toml")
    with only_writer(Path(".b.json.lock"), AssertionError()):
        assert "another process is at work on b.json" in said(capsys, "ask", "b.json", code=2)
    assert "measure at" in said(capsys, "ask", "b.json")


def test_in_python_it_can_be_asked_and_told_in_one_go() -> None:
    import tomllib

    begin("b.json", from_recipe(tomllib.loads(RECIPE), "b"), PriorElimination())
    with ongoing("b.json") as campaign:
        for value in (12.0, 13.0):
            campaign.ask()
            campaign.tell(value)
    with ongoing("b.json") as again:
        assert [each.value for each in again.measured] == [12.0, 13.0]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["ask", "none.json"], "there is no file none.json; begin a campaign with: pegp campaign new none.json"),
        (["new", "b.json"], "give --days FILE.csv or --experts FILE.toml"),
        (["new", "b.json", "--experts", "b.toml", "--days", "x.csv"], "wanted from one place"),
        (["new", "b.json", "--experts", "b.toml", "--mean", "day"], "--mean is for past days"),
        (["new", "old.json", "--experts", "b.toml"], "old.json exists and is left alone"),
        (["tell", "old.json", "3"], "nothing was asked for at step 1 yet; ask first"),
        (["ask", "old.json", "--open", "bench 9"], "there is no point 'bench 9'; points are bench 1, bench 2, bench 3"),
        (["ask", "old.json", "--closed", "bench 1,bench 2,bench 3"], "no open point"),
        (["skip", "old.json", "0"], "steps must be a whole number"),
        (["skip", "old.json", "100000000"], "at most 100,000 steps can be skipped at once, got 100,000,000"),
        (["ask", "."], ". is a folder; the file of a campaign was wanted"),
        (["new", ".", "--experts", "b.toml"], ". is a folder; the name of a new file was wanted"),
        (["ask", "b.toml"], "b.toml cannot be read as a campaign"),
    ],
)
def test_what_cannot_be_done_is_said_and_changes_nothing(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said(capsys, "new", "old.json", "--experts", "b.toml")
    before = Path("old.json").read_bytes()
    assert words in said(capsys, *arguments, code=2)
    assert Path("old.json").read_bytes() == before
    assert not Path("b.json").exists()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("noise = 0.3", "does not say the noise of a measurement"),
        ("length = 3.0", "expert 1: it lacks length"),
        ('kernel = "matern" -> kernel = "magic"', 'expert 2: kernel must be "rbf" or "matern", got \'magic\''),
        ('"bench 1" = 14 -> "bench 7" = 14', "expert 2: mean speaks of 'bench 7', which is no point"),
        ("deviation = 2.0 -> deviation = -2.0", "expert 1: deviation must be"),
        ("epsilon = 0.02 -> epsilon = 2", "expert 1: epsilon must be"),
        ("epsilon = 0.02 -> forgets = 2", "expert 1: nobody knows 'forgets'; known are deviation, epsilon"),
        ("[3, 4] -> [3]", "all places must have as many numbers"),
        ("[points] -> [places]", "nobody knows 'places'"),
        ('unit = "kg" -> unit = ', "cannot be read as TOML"),
        ('name = "Ben" -> name = "Anna"', "Anna"),
    ],
)
def test_a_recipe_that_is_wrong_says_where(change: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    old, _, new = change.partition(" -> ")
    assert old in RECIPE
    Path("b.toml").write_text(RECIPE.replace(old, new, 1))
    assert words in said(capsys, "new", "b.json", "--experts", "b.toml", code=2)
    assert not Path("b.json").exists()


@pytest.mark.parametrize("word", ["21,4", "-5,2", "-1e400", "1_000", "21.4 kg", "", "nan"])
def test_what_is_no_number_is_refused_before_anything_is_told(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["campaign", "tell", "b.json", word])
    assert f"with a decimal point, got {word!r}" in capsys.readouterr().err


def test_a_value_below_zero_may_have_an_exponent(capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, "new", "b.json", "--experts", "b.toml")
    said(capsys, "ask", "b.json")
    assert "Step 1: -10 kg" in said(capsys, "tell", "b.json", "-1e1")


@pytest.mark.parametrize("asked", ["x", True, {"point": None}, {"available": None, "point": 99}, {"available": None}])
def test_a_damaged_question_is_a_sentence(asked: object, capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, "new", "b.json", "--experts", "b.toml")
    kept = json.loads(Path("b.json").read_text())
    Path("b.json").write_text(json.dumps({**kept, "asked": asked}))
    for command in (["status"], ["tell", "12"], ["undo"]):
        assert "b.json cannot be played again: " in said(capsys, command[0], "b.json", *command[1:], code=2)


def test_a_file_that_was_edited_is_read_or_refused_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, "new", "b.json", "--experts", "b.toml")
    whole = Path("b.json").read_bytes()
    Path("b.json").write_bytes(b"\xef\xbb\xbf" + whole)  # the mark of an editor on Windows
    said(capsys, "ask", "b.json")
    kept = json.loads(Path("b.json").read_text())
    Path("b.json").write_text(json.dumps({**kept, "points": ["renamed", *kept["points"][1:]]}))
    assert "its points are not those of its experts" in said(capsys, "status", "b.json", code=2)
    Path("b.json").write_text("[" * 100_000)
    assert "cannot be read as a campaign" in said(capsys, "status", "b.json", code=2)
