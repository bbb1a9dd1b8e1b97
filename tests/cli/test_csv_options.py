"""A CSV of one's own on the command line: every option reaches the reader, and everything is told and kept."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from csv_zoo import SENSORS, VALUES, comma, german, grid, iso, long_rows, text, with_column

from pegp_lite.cli import main
from pegp_lite.problems.sensors.days import MEANS
from pegp_lite.problems.sensors.examples import EXAMPLE, ROOMS
from pegp_lite.study.results import load

QUICK = ("--seeds", "2", "--policies", "pe,random", "--quiet")
GERMAN = text(grid(german, comma), ";")
ODD = with_column(with_column(grid(), 1, "row_id", str), 6, "TOTAL", lambda i: f"{VALUES[i].sum():.2f}")


@pytest.fixture(autouse=True)
def _elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)


def played(content: bytes, *options: str) -> dict[str, object]:
    """What made a kept run of a file, without its figures."""
    Path("mine.csv").write_bytes(content)
    assert main(["run", "mine.csv", *QUICK, "--out", "out", *options]) == 0
    return dict(load("out").settings["made_by"])


def rows_of(path: str) -> list[dict[str, str]]:
    with Path(path).open() as file:
        return list(csv.DictReader(file))


@pytest.fixture
def _no_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pegp_lite.figures.pictures.write_figures", lambda *_: [])


@pytest.mark.usefixtures("_no_figures")
@pytest.mark.parametrize(
    ("content", "options", "sensors"),
    [
        pytest.param(GERMAN, [], SENSORS, id="recognised"),
        pytest.param(GERMAN, ["--sep", ";", "--decimal", ",", "--time-format", "dmy"], SENSORS, id="said"),
        pytest.param(text(grid(time_name="when"), "|"), ["--sep", "|", "--time", "when"], SENSORS, id="time"),
        pytest.param(text(grid(german)), ["--time-format", "%d.%m.%Y %H:%M"], SENSORS, id="pattern"),
        pytest.param(text(ODD), ["--ignore", "row_id,TOTAL"], SENSORS, id="ignore"),
        pytest.param(text(ODD), ["--sensors", "hall,roo*"], ("hall", "roof"), id="sensors"),
        pytest.param(text(ODD), ["--sensors", "*"], SENSORS, id="a pattern catches no total unawares"),
        pytest.param(text(ODD), ["--sensors", "hall,TOTAL"], ("hall", "TOTAL"), id="a name spelled out is meant"),
        pytest.param(text([["t", "who", "what"], *long_rows()]), ["--long", "who,what"], SENSORS, id="long"),
        pytest.param(text([["t", "who", "what"], *long_rows()]), ["--long"], SENSORS, id="long, recognised"),
        pytest.param(text(grid()).decode().encode("utf-16"), ["--encoding", "utf-16"], SENSORS, id="encoding"),
        pytest.param(b"a report\n" + text(grid()), ["--header", "2"], SENSORS, id="header"),
        pytest.param(text(grid()).replace(b",20.00", b",77777"), ["--missing", "77777"], SENSORS, id="missing"),
        pytest.param(text(grid()), ["--value-range=-5,60", "--bin-minutes", "120"], SENSORS, id="range and bins"),
    ],
)
def test_every_option_reaches_the_reader(content: bytes, options: Sequence[str], sensors: Sequence[str]) -> None:
    assert played(content, *options)["sensors"] == list(sensors)


def test_a_total_that_was_asked_for_is_still_pointed_out(capsys: pytest.CaptureFixture[str]) -> None:
    Path("mine.csv").write_bytes(text(ODD))
    assert main(["data", "mine.csv", "--sensors", "hall,TOTAL"]) == 0
    assert '"TOTAL" plays as asked, although its name says that it is a total' in capsys.readouterr().out


@pytest.mark.usefixtures("_no_figures")
def test_a_total_and_a_row_number_are_pointed_out_and_do_not_play(capsys: pytest.CaptureFixture[str]) -> None:
    made_by = played(text(ODD))
    assert made_by["sensors"] == list(SENSORS)
    said = capsys.readouterr().err
    assert '"row_id": its name says that it numbers the rows' in said
    assert '"TOTAL": its name says that it is a total' in said
    last = [row for row in rows_of("out/seeds.csv") if row["policy"] == "random"]
    assert all(float(row["cumulative_regret"]) > 0 for row in last)


@pytest.mark.usefixtures("_no_figures")
def test_settings_hold_every_option_the_names_and_what_is_not_covered(capsys: pytest.CaptureFixture[str]) -> None:
    made_by = played(text(grid()), "--mean", "day", "--epsilon", "0.2", "--steps", "6", "--unit", "kWh")
    read = made_by["read"]
    assert isinstance(read, dict)
    assert read["unit"] == "kWh"
    assert {"sep", "decimal", "time_format", "long", "sensors", "ignore", "missing"} <= set(read)
    wanted = {"mean": "day", "epsilon": 0.2, "steps": 6, "noise_std": 0.1, "min_coverage": 0.7, "seeds": 2}
    assert {name: made_by[name] for name in wanted} == wanted
    assert made_by["test_day"] == "2024-03-01"
    assert made_by["training_days"] == ["2024-02-27", "2024-02-28", "2024-02-29"]
    shown = capsys.readouterr().out
    for sentence in made_by["not_covered"]:  # type: ignore[attr-defined]
        assert f"- {sentence}" in shown
    assert "The true prior is not known" in shown
    assert "is an assumption and was not measured" in shown
    main(["show", "out"])
    assert capsys.readouterr().out == shown


@pytest.mark.usefixtures("_no_figures")
def test_queries_say_who_was_asked_when() -> None:
    played(text(grid()), "--steps", "5")
    record = load("out").comparison["PriorElimination"]
    asked = rows_of("out/queries.csv")
    assert len(asked) == 2 * 2 * 5
    ours = [row for row in asked if row["policy"] == "PE-GP-UCB"]
    assert [row["name"] for row in ours] == [SENSORS[point] for point in record.points.ravel()]
    assert [row["time"] for row in ours[:3]] == ["2024-03-01 00:00", "2024-03-01 01:00", "2024-03-01 02:00"]
    assert {row["trusted"] for row in ours} <= {"27 February", "28 February", "29 February"}
    true = [VALUES[72 + int(row["step"]) - 1, SENSORS.index(row["name"])] for row in ours]
    seen = np.array([float(row["value"]) for row in ours])
    assert 0 < np.abs(seen - true).max() < 2
    best = [VALUES[72 + int(row["step"]) - 1].max() for row in ours]
    np.testing.assert_allclose([float(row["regret"]) for row in ours], np.subtract(best, true), atol=1e-4)


@pytest.mark.usefixtures("_no_figures")
def test_the_unit_is_blank_unless_somebody_says_it(capsys: pytest.CaptureFixture[str]) -> None:
    for content, options, shown in (
        (text(grid()), [], "regret   a step"),
        (text(grid()), ["--unit", "kWh"], "regret (kWh)"),
        (text(grid(names=[f"{name} [kWh]" for name in SENSORS])), [], "regret (kWh)"),
    ):
        Path("mine.csv").write_bytes(content)
        assert main(["run", "mine.csv", *QUICK, *options]) == 0
        assert shown in capsys.readouterr().out


@pytest.mark.parametrize("mean", MEANS)
def test_sensors_that_always_differ_are_spoken_of_where_the_mean_is_zero(
    mean: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("mine.csv").write_bytes(text(grid(values=VALUES * [1, 10, 100, 1000])))
    assert main(["run", "mine.csv", *QUICK, "--mean", mean]) == 0
    shown = capsys.readouterr().out
    hall, *_, cellar = VALUES[:72].mean(0)
    assert (f'"cellar" reads {cellar:.1f}00 on average'.replace(".", ",") in shown) == (mean == "zero")
    assert (f'"hall" {hall:.1f})' in shown) == (mean == "zero")


def test_data_looks_at_a_file_and_plays_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    rows = grid(german, comma)
    Path("mine.csv").write_bytes(text([*rows, *rows[5:7], [rows[9][0], *["0,5"] * 4]], ";"))
    assert main(["data", "mine.csv"]) == 0
    shown = capsys.readouterr().out
    for words in ('Time: "time", day first', "Sensors: 4, unit not given: hall", "a decimal comma", "Days: 4",
                  "2 repeated word for word left out (first: line 98)", "1 row shares a time with"):  # fmt: skip
        assert words in shown
    assert [path.name for path in Path().iterdir()] == ["mine.csv"]


def test_data_looks_at_a_single_day_and_says_what_is_missing_to_play(capsys: pytest.CaptureFixture[str]) -> None:
    Path("day.csv").write_bytes(text(grid()[:25]))
    assert main(["data", "day.csv"]) == 0
    assert "one day more is needed" in capsys.readouterr().out
    assert main(["run", "day.csv"]) == 2
    assert "to look at it all the same: `pegp data`" in capsys.readouterr().err


def test_the_example_is_written_once_and_can_be_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["data", "example"]) == 0
    assert main(["run", EXAMPLE, *QUICK, "--out", "out"]) == 0
    assert load("out").settings["made_by"]["sensors"] == list(ROOMS)
    assert json.loads(Path("out/summary.json").read_text())["unit"] == "°C"
    before = Path(EXAMPLE).read_bytes()
    assert main(["data", "example"]) == 2
    assert "exists and is left alone" in capsys.readouterr().err
    assert Path(EXAMPLE).read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["run", "mine.csv", "--decimal", "x"], '--decimal must be "." or ","'),
        (["run", "mine.csv", "--sensors", "cave"], "no column cave, asked for by --sensors"),
        (["run", "toy", "--sep", ";"], "the toy has no --sep"),
        (["run", "intel", "--decimal", ","], "the Intel readings has no --decimal"),
        (["data", "intel", "--unit", "C"], "--unit is about a file of yours"),
        (["data", "nothing.csv"], "neither intel nor example, and there is no such file"),
        (["data", "mine.csv", "--to", "there"], "only looked at"),
    ],
)
def test_what_cannot_be_meant_is_said(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("mine.csv").write_bytes(text(grid(iso)))
    assert main(arguments) == 2
    assert said in capsys.readouterr().err
