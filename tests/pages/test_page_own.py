"""Page 10 without a browser: the numbers of `pegp run`, corrections that bite, a sentence for hostile files."""

from __future__ import annotations

import base64
import csv
import gzip
import hashlib
import io
import math
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from csv_zoo import VALUES, comma, german, grid, long_rows, text
from hypothesis import given
from hypothesis import strategies as st

from pegp_lite.cli import main
from pegp_lite.cli.csv_options import NAMES
from pegp_lite.pages.lessons.own.lesson import CONTROLS, YourOwnData, your_own_data
from pegp_lite.pages.lessons.own.model import COMMAS, FORMS, MOST_BYTES, OWN, examples, steps_until
from pegp_lite.pages.lessons.own.tables import REGRET, WHO, harmless
from pegp_lite.pages.lessons.own.words import SETTING
from pegp_lite.pages.upload import PIECE, Upload, named
from pegp_lite.problems.sensors.examples import EXAMPLE, example_csv

SCRIPT = "<img src=x onerror=alert(1)>"


@pytest.fixture
def lesson() -> YourOwnData:
    made = your_own_data("")
    made.prediction.commit(None)
    return made


def send(upload: Upload, name: str, content: bytes, size: int | None = None) -> None:
    """As the script in the browser does it."""
    for at in range(math.ceil(len(content) / PIECE)):
        piece = base64.b64encode(content[at * PIECE : (at + 1) * PIECE]).decode()
        upload.value = {"name": name, "size": len(content) if size is None else size, "at": at, "turn": 1,
                        "piece": piece}  # fmt: skip


def table_of(lesson: YourOwnData, which: str) -> list[dict[str, str]]:
    lesson.page.set(table=which)
    text = lesson.page.file("CSV")[2].decode()
    return list(csv.DictReader(line for line in io.StringIO(text) if not line.startswith("# ")))


def test_the_numbers_are_those_of_the_command_line(lesson: YourOwnData, tmp_path: Path) -> None:
    file, out = tmp_path / EXAMPLE, tmp_path / "out"
    file.write_text(example_csv(), encoding="utf-8")
    assert main(["run", str(file), "--seeds", "10", "--quiet", "--out", str(out)]) == 0
    for which, name in ((REGRET, "regret.csv"), (WHO, "queries.csv")):
        with (out / name).open(encoding="utf-8") as kept:
            assert table_of(lesson, which) == list(csv.DictReader(kept))


def test_the_table_says_who_was_asked_by_name_and_clock(lesson: YourOwnData) -> None:
    rows = [row for row in table_of(lesson, WHO) if row["policy"] == "PE-GP-UCB" and row["seed"] == "0"]
    assert [row["time"] for row in rows][:2] == ["2024-05-11 00:00", "2024-05-11 01:00"]
    found = lesson.page.bench.found(lesson.page.state)
    assert found.game is not None
    assert found.played is not None
    record = found.played["PriorElimination"]
    assert [row["name"] for row in rows] == [found.game.sensors[i] for i in record.points[0]]
    best = found.game.readings().max(1) - found.game.readings()[np.arange(24), record.points[0]]
    assert np.cumsum(best) == pytest.approx(found.played.regret("PriorElimination")[0])


def test_a_file_that_cannot_be_told_is_asked_about_and_corrected(lesson: YourOwnData) -> None:
    page = lesson.page
    plain = page.sentence
    page.set(data=COMMAS)
    assert "may be 6 May 2024" in page.sentence
    assert "“dates are written”" in page.sentence
    assert "06/05/2024" in lesson.sheet.value
    page.set(time_format="dmy")
    assert page.sentence == plain.replace(EXAMPLE, COMMAS)
    page.set(ignore="attic*, hall*", unit="°R")
    found = page.bench.found(page.state)
    assert found.game is not None
    assert found.game.sensors == ("north", "east", "south", "west", "kitchen", "library")
    assert "°R" in page.sentence
    assert "°C" not in page.sentence
    page.set(decimal="point")
    assert "could not be drawn" not in page.sentence
    assert page.sentence != plain


def test_days_are_chosen_and_left_out_by_hand(lesson: YourOwnData) -> None:
    page = lesson.page

    def days() -> list[str]:
        game = page.bench.found(page.state).game
        return [] if game is None else [str(day) for day in game.training_days]

    assert days() == [f"2024-05-{day:02d}" for day in range(6, 11)]
    page.set(learn=2)
    assert days() == ["2024-05-09", "2024-05-10"]
    page.figure.value = {"key": "day 2024-05-09", "told": 1}
    assert days() == ["2024-05-10"]
    page.figure.value = {"key": "day 2024-05-10", "told": 2}
    assert days() == ["2024-05-10"], "one expert must stay"
    page.figure.value = {"key": "day 2024-05-09", "told": 3}
    assert days() == ["2024-05-09", "2024-05-10"]
    assert page.state["days"] == "", "as if nobody had pressed"
    page.set(test="2024-05-08", learn=5)
    assert days() == ["2024-05-06", "2024-05-07"]
    page.set(test="2024-05-06")
    assert "no usable day before" in page.sentence
    page.set(test="1999-01-01")
    assert "has no 1999-01-01" in page.sentence


def test_any_days_can_be_learnt_from_by_name(lesson: YourOwnData) -> None:
    page = lesson.page
    page.set(test="2024-05-08", days="2024-05-11, 2024-05-06")
    game = page.bench.found(page.state).game
    assert game is not None
    assert [str(day) for day in game.training_days] == ["2024-05-06", "2024-05-11"]
    assert your_own_data(page.query).page.state == page.state, "the address says the same"
    text = page.file("CSV")[2].decode()
    for line in (f"# file: {EXAMPLE}", "# learnt from: 2024-05-06, 2024-05-11", "# played: 2024-05-08 in 24 steps",
                 f"# sha256: {hashlib.sha256(example_csv().encode()).hexdigest()}"):  # fmt: skip
        assert line in text
    page.set(days="2024-05-08")
    assert "its expert has seen the answers" in lesson.sheet.value
    page.set(days="2024-06-01")
    assert "has no 2024-06-01" in page.sentence


def test_every_option_of_the_command_line_is_a_setting_here() -> None:
    settings = {control.name for control in CONTROLS}
    elsewhere = {"long": "columns", "wide": "form"}
    assert {elsewhere.get(name, name) for name in NAMES} <= settings
    assert {*SETTING.values()} <= {control.label for control in CONTROLS}, "an error names a setting that is there"


@pytest.mark.parametrize(
    ("content", "settings", "said"),
    [
        (b"Report,x,x,x,x\n" + text(grid()), {"header": "2"}, "until 24:00"),
        (text(grid()[1:]), {"header": "0"}, "column 2"),
        (text(grid()), {"sensors": "hall, ro*"}, "Sensors: 2"),
        (text(grid()), {"bin_minutes": "120"}, "12 steps of 120 min"),
        (text(grid()), {"bin_minutes": "7"}, "divides the day"),
        (text(grid(values=VALUES + 980)).replace(b"1000.00", b"9999"), {"missing": "none"}, "until 24:00"),
        (text(grid()), {"value_range": "0, 5"}, "not one usable reading"),
        (text(grid(german, comma), ";"), {"sep": "comma"}, "columns apart by"),
        (text(grid(german)), {"time_format": "%d.%m.%Y %H:%M", "mean": "hour"}, "until 24:00"),
        (text([["t", "who", "what"], *long_rows()]), {"form": FORMS[1], "columns": "who, what"}, "until 24:00"),
    ],
)
def test_every_correction_bites(lesson: YourOwnData, content: bytes, settings: dict[str, str], said: str) -> None:
    send(lesson.page.upload, "zoo.csv", content)
    lesson.page.set(**settings)
    assert said in lesson.page.sentence + lesson.sheet.value
    assert "could not be drawn" not in lesson.page.sentence


def test_a_file_of_the_reader_s_own_speaks_its_own_words(lesson: YourOwnData) -> None:
    rng = np.random.default_rng(1)
    lines = ["when;house 1 [kWh];house 2 [kWh];house 3 [kWh];TOTAL;row_id"]
    for k in range(3 * 48):
        time = np.datetime64("2023-11-13T00:00") + 30 * k
        use = np.round(rng.gamma(2.0, [0.5, 1.0, 2.0]), 2)
        cells = [str(time).replace("T", " "), *map(str, use), f"{use.sum():.2f}", str(k + 1)]
        lines.append(";".join(cell.replace(".", ",") for cell in cells))
    send(lesson.page.upload, "meters.csv", "\n".join(lines).encode())
    page = lesson.page
    assert page.state["data"] == OWN
    assert page.sentence.startswith("meters.csv, 15 November 2023, until 24:00: in 48 steps of 30 min")
    assert "kWh" in page.sentence
    assert "°C" not in page.sentence
    for word in ("TOTAL", "row_id", "not taken", "house 1 [kWh]"):
        assert word in lesson.sheet.value
    game = page.bench.found(page.state).game
    assert game is not None
    assert game.sensors == ("house 1", "house 2", "house 3")
    assert steps_until(game, 6) == 12
    assert "2023-11-14" in page.widgets["test"].options


def bomb() -> bytes:
    return gzip.compress(bytes(300 << 20), 9)


HOSTILE: dict[str, tuple[Any, str]] = {
    "columns": (lambda: b"time," + b",".join(b"s%d" % i for i in range(10_000)) + b"\n" + b"2024-01-01 00:00" + b",1" *
                10_000 + b"\n", "columns"),
    "gzip bomb": (bomb, "UTF-16"),
    "text bomb": (lambda: gzip.compress(b"time,a,b\n" + b"2024-01-01 00:00,1,2\n" * (2 << 20), 9), "MiB"),
    "zip": (lambda: b"PK\x03\x04" + bytes(100), "zip archive"),
    "web page": (lambda: b"<!doctype html><script>alert(1)</script>", "web page"),
    "noise": (lambda: np.random.default_rng(0).bytes(100_000), ""),
    "one line": (lambda: b"a" * (1 << 20), ""),
    "long with too many": (lambda: b"time,sensor,value\n" + b"".join(
        b"2024-01-%02d %02d:00,s%d,%d\n" % (d, h, s, (31 * d + 7 * h + s * s) % 9973)
        for d in (1, 2) for h in (0, 6, 12, 18) for s in range(300)
    ), "300 sensors"),
}  # fmt: skip


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_file_gets_a_sentence_and_the_page_lives_on(lesson: YourOwnData, kind: str) -> None:
    make, word = HOSTILE[kind]
    content = make()
    assert len(content) <= MOST_BYTES
    page, before = lesson.page, lesson.page.sentence
    send(page.upload, "x.csv", content)
    assert page.state["data"] == OWN
    assert page.sentence.startswith("x.csv")
    assert word in page.sentence
    assert "could not be drawn" not in page.sentence
    assert page.file("CSV")[2]
    page.reset()
    assert page.sentence == before


def test_scripts_and_formulas_in_a_file_are_words(lesson: YourOwnData) -> None:
    text = example_csv().replace("north [°C]", f"{SCRIPT} [°C]").replace("kitchen [°C]", "@SUM(1+9)*cmd|'!A0 [°C]")
    send(lesson.page.upload, f"../../{SCRIPT}.csv", text.encode())
    assert "until 24:00" in lesson.page.sentence
    assert "<img" not in lesson.sheet.value
    assert "&lt;img" in lesson.sheet.value
    cells = [cell for row in table_of(lesson, WHO) for cell in row.values()]
    assert any(cell.startswith("'@SUM") for cell in cells)
    assert not any(cell.startswith(("=", "@")) for cell in cells)


def test_a_formula_for_a_header_is_refused(lesson: YourOwnData) -> None:
    send(lesson.page.upload, "x.csv", example_csv().replace("south [°C]", "=cmd|' /C calc'!A0").encode())
    assert "a name was wanted, got \"=cmd|' /C calc'!A0\"" in lesson.page.sentence


def test_what_the_page_can_be_told_beside(lesson: YourOwnData) -> None:
    text = example_csv()
    send(lesson.page.upload, "x.csv", text.encode("utf-16-le"))
    assert "“encoding”" in lesson.page.sentence
    lesson.page.set(encoding="utf-16")
    assert "until 24:00" in lesson.page.sentence
    lines = text.splitlines()
    lines[20] = ",".join([lines[20].split(",")[0], "9999", *lines[20].split(",")[2:]])
    send(lesson.page.upload, "x.csv", "\n".join(lines).encode())
    assert lesson.page.state["encoding"] == "as recognised", "corrections are of one file"
    assert "“means no reading”" in lesson.page.sentence
    lesson.page.set(missing="9999")
    assert "until 24:00" in lesson.page.sentence


@given(st.text(min_size=1))
def test_no_cell_begins_a_formula(cell: str) -> None:
    assert harmless(cell)[0] not in "=+-@\t\r"
    assert harmless(cell).endswith(cell)
    assert harmless(-1.5) == -1.5


def test_pieces_that_do_not_fit_are_dropped() -> None:
    taken: list[tuple[str, bytes]] = []
    upload = Upload(lambda name, content: taken.append((name, content)), most=3 * PIECE)
    content = np.random.default_rng(0).bytes(2 * PIECE + 5)
    send(upload, "a/b.csv", content)
    assert taken == [("b.csv", content)]
    piece = base64.b64encode(content[:PIECE]).decode()
    whole = {"name": "a", "size": len(content), "at": 0, "turn": 2, "piece": piece}
    for wrong in ({"size": 4 * PIECE}, {"at": 2}, {"piece": piece[:8]}, {"piece": "*"}, {"size": -1}, {"at": True},
                  {"name": 3}, {"piece": "A" * 100_000}):  # fmt: skip
        upload.value = whole | wrong
    assert len(taken) == 1
    send(upload, "big", bytes(4 * PIECE))
    assert len(taken) == 1
    assert "too many" in upload.card["said"]
    send(upload, "again.csv", content)
    assert len(taken) == 2


@given(st.text())
def test_a_file_s_name_is_one_short_printable_word(name: str) -> None:
    found = named(name)
    assert 0 < len(found) <= 60
    assert "/" not in found
    assert found.isprintable()


def test_a_shared_address_knows_no_file() -> None:
    made = your_own_data("data=your+file&hour=6")
    assert "No file of yours is here yet" in made.page.sentence
    made.prediction.commit(0)
    assert made.prediction.card["told"]
    made.page.set(data=EXAMPLE)
    assert "until 06:00" in made.page.sentence


def test_the_two_examples_hold_the_same_readings(lesson: YourOwnData) -> None:
    assert [each.name for each in examples()] == [EXAMPLE, COMMAS]
    page = lesson.page
    tables = []
    for settings in ({"data": EXAMPLE}, {"data": COMMAS, "time_format": "dmy"}):
        reading = page.bench.found(page.first | settings).reading
        assert reading is not None
        tables.append(reading.table.readings)
    assert np.array_equal(*tables, equal_nan=True)


def test_a_row_a_reading_says_which_column_names_the_sensor(lesson: YourOwnData) -> None:
    send(lesson.page.upload, "rows.csv", text([["time", "sensor", "value"], *long_rows()]))
    parts = lesson.sheet.value.split("<tr class=part>")[1].split("</tr>")[0]
    assert re.findall(r"<td>(.*?)</td>", parts) == ["time", "name of the sensor", "reading"]


def test_a_sheet_with_many_gaps_can_be_played_with_a_smaller_share(lesson: YourOwnData) -> None:
    header, *rows = example_csv().splitlines()
    holed = [",".join(cell if c == 0 or (r + c) % 5 < 3 else "" for c, cell in enumerate(row.split(",")))
             for r, row in enumerate(rows)]  # fmt: skip
    send(lesson.page.upload, "gaps.csv", "\n".join([header, *holed]).encode())
    wanted = "Here those are the settings “readings a sensor must have” and “day to play”, behind the button below."
    assert wanted in lesson.page.sentence
    lesson.page.set(coverage=0.5)
    assert lesson.page.sentence.startswith("gaps.csv, 11 May 2024, until 24:00: in 24 steps")
