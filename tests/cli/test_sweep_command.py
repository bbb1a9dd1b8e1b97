"""`pegp sweep`: the same cells as the function, printed and kept."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("xarray")

from pegp_lite.cli import main
from pegp_lite.problems import toy
from pegp_lite.study.sweep import Swept, sweep

SMALL = ["--grid", "points=61", "--grid", "T=20", "--seeds", "3", "--quiet", "--workers", "1"]


def test_a_sweep_prints_and_keeps_what_the_function_finds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "map"
    command = ["sweep", "toy", "--grid", "tall=2,4", "--grid", "ties=first,random", *SMALL, "--out", str(out)]
    assert main(command) == 0
    shown = capsys.readouterr().out
    wanted = sweep(toy, {"tall": [2, 4], "ties": ["first", "random"], "points": [61], "T": [20]}, seeds=3, workers=1)
    kept = Swept.load(out / "sweep.nc")
    assert kept.data["regret"].values.tobytes() == wanted.data["regret"].values.tobytes()
    with (out / "table.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert [(row["tall"], row["ties"]) for row in rows] == [
        ("2", "first"),
        ("2", "random"),
        ("4", "first"),
        ("4", "random"),
    ]
    np.testing.assert_allclose(
        [float(row["PriorElimination"]) for row in rows], wanted.table()["PriorElimination"], rtol=1e-12
    )
    assert len(shown.splitlines()) == 5
    assert all(row["best"] in line for row, line in zip(rows, shown.splitlines()[1:], strict=True))
    assert main(["show", str(out)]) == 0
    assert capsys.readouterr().out == shown


def test_a_cluster_is_asked_by_its_address(monkeypatch: pytest.MonkeyPatch) -> None:
    found = {}

    def stop(*_: object, **settings: object) -> None:
        found.update(settings)
        raise KeyboardInterrupt

    monkeypatch.setattr("pegp_lite.study.sweep.sweep", stop)
    assert main(["sweep", "toy", "--grid", "tall=2", "--scheduler", "tcp://10.0.0.5:8786"]) == 130
    assert found["scheduler"] == "tcp://10.0.0.5:8786"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--grid", "nothing=3"], "nothing here has a setting 'nothing'"),
        (["--grid", "tall=2", "--grid", "tall=3"], "named twice"),
        (["--grid", "tall=2", "--policies", "best"], "policies are pe, mle"),
        (["--grid", "tall=2", "--workers", "2", "--scheduler", "tcp://x:1"], "give one of them"),
    ],
)
def test_what_cannot_be_swept_is_said(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sweep", "toy", *arguments]) == 2
    assert said in capsys.readouterr().err


def test_cells_that_fail_are_named_and_end_in_a_1(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sweep", "toy", "--grid", "width=0.02,-1", *SMALL]) == 1
    assert "1 of 2 cells failed, the first with width -1" in capsys.readouterr().err
