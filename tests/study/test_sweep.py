"""Sweeps: the same bits whoever plays, what a killed one goes on from, what a failed cell costs, and the questions."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from games import hilly_problem

from pegp_lite import FullyBayesian, KnownPrior, PriorElimination, Problem, Random, RegretBalancing, play
from pegp_lite.problems import toy
from pegp_lite.study.compare import compare
from pegp_lite.study.results.piece_files import ResultError
from pegp_lite.study.statistics import difference
from pegp_lite.study.sweep import CellsFailed, Swept, sweep
from pegp_lite.study.sweep.cells import Errand
from pegp_lite.study.sweep.crews import AHEAD, in_processes

SMALL = {"points": [41], "T": [20], "hills": [4]}
GRID: dict[str, list[Any]] = {"tall": [2.0, 4.0, 6.0], "rule": ["printed", "upper"], **SMALL}
SEEDS = 5


def wait_for(condition: Callable[[], Any], seconds: float = 180) -> Any:
    """What the condition gives once it is true."""
    end = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)
    return found


@pytest.fixture(scope="module")
def alone() -> Swept:
    return sweep(toy, GRID, seeds=SEEDS, seed=3, workers=1)


def test_each_cell_is_a_comparison_on_the_same_luck(alone: Swept) -> None:
    problem = toy(tall=4.0, points=41, T=20, hills=4, seeds=SEEDS, seed=3)
    rivals = [PriorElimination(), RegretBalancing(rule="upper"), KnownPrior(), Random()]
    there = compare(problem, rivals, SEEDS, seed=3)
    cell = alone.grid().sel(tall=4.0, rule="upper", points=41, T=20, hills=4)
    for name in there.records:
        np.testing.assert_array_equal(cell["regret"].sel(policy=name), there.regret(name)[:, -1])


def test_two_processes_give_the_bits_of_one(alone: Swept) -> None:
    told: list[tuple[int, int, str]] = []
    both = sweep(toy, GRID, seeds=SEEDS, seed=3, workers=2, progress=lambda *each: told.append(each))
    assert both.data.identical(alone.data)
    assert told == [(n, 6, "") for n in range(1, 7)]


def test_a_list_of_settings_plays_only_those(alone: Swept) -> None:
    cells = [{"tall": 6.0, "rule": "upper"}, {"tall": 2.0, "rule": "printed"}]
    found = sweep(toy, [{**each, "points": 41, "T": 20, "hills": 4} for each in cells], seeds=SEEDS, seed=3, workers=1)
    assert found.data.sizes["cell"] == 2
    np.testing.assert_array_equal(found.data["regret"], alone.data["regret"].isel(cell=[5, 0]))


def test_settings_reach_the_problem_the_policies_and_one_policy() -> None:
    rivals = {"calm": PriorElimination(), "bold": PriorElimination(), "random": Random()}

    def regrets(settings: dict[str, list[Any]]) -> Any:
        return sweep(toy, settings | SMALL, rivals, SEEDS, workers=1).data["regret"]

    plain, one, all_of_them = regrets({}), regrets({"bold.delta": [0.9]}), regrets({"delta": [0.9]})
    assert (plain.sel(policy="calm") == one.sel(policy="calm")).all()
    assert (plain.sel(policy="bold") != one.sel(policy="bold")).any()
    assert (all_of_them.sel(policy="calm") == one.sel(policy="bold")).all()
    assert (plain != regrets({"noise_std": [0.5]})).any()


def test_ties_are_the_game_s() -> None:
    found = sweep(toy, {"ties": ["first", "random"], **SMALL}, seeds=SEEDS, workers=1)
    problem = toy(points=41, T=20, hills=4, seeds=SEEDS)
    for cell, ties in enumerate(("first", "random")):
        record = play(problem, PriorElimination(), ties=ties)  # type: ignore[arg-type]
        np.testing.assert_array_equal(
            found.data["regret"].sel(policy="PriorElimination")[cell], record.cumulative_regret[:, -1]
        )


def test_the_known_prior_stays_away_where_nobody_knows_it() -> None:
    found = sweep(toy, {"priors": [(0, 1, 3), (0, 1, 2)], **SMALL}, seeds=2, workers=1)
    known = found.data["regret"].sel(policy="KnownPrior")
    assert np.isnan(known[0]).all()
    assert np.isfinite(known[1]).all()
    assert list(found.data["priors"].values) == ["(0, 1, 3)", "(0, 1, 2)"]


def test_a_failed_cell_is_reported_and_the_rest_is_there(tmp_path: Path) -> None:
    with pytest.warns(CellsFailed, match=r"1 of 3 cells failed, the first with tall much.*must be a number"):
        found = sweep(toy, {"tall": [2.0, "much", 4.0], **SMALL}, seeds=2, workers=2, out=tmp_path / "out")
    assert [failure.settings["tall"] for failure in found.failed] == ["much"]
    assert np.isfinite(found.data["regret"].values).all(axis=(1, 2)).tolist() == [True, False, True]
    assert found.best().values[1] == ""
    assert len(list((tmp_path / "out" / "cells").iterdir())) == 2
    again = Swept.load(found.save(tmp_path / "found.nc"))
    assert again.failed == found.failed


def test_a_cell_that_kills_its_process_fails_alone() -> None:
    here = os.getpid()

    def deadly(tall: float, seeds: int) -> Problem:
        if tall == 3.0 and os.getpid() != here:
            os._exit(9)
        return toy(tall=tall, points=21, T=5, seeds=seeds)

    with pytest.warns(CellsFailed, match="1 of 5 cells failed, the first with tall 3.0: the process"):
        found = sweep(deadly, {"tall": [1.0, 2.0, 3.0, 4.0, 5.0]}, seeds=2, workers=2)
    assert np.isfinite(found.data["regret"].values).all(axis=(1, 2)).tolist() == [True, True, False, True, True]


LONG = {"tall": [1.0 + n / 10 for n in range(20)], "points": [101], "T": [200]}
# It waits to be killed when there is something to go on from: however late that comes, it has not got to the end.
KILLED = f"""
import sys, time
from pegp_lite.problems import toy
from pegp_lite.study.sweep import sweep
if __name__ == "__main__":
    halt = lambda done, *_: done >= 3 and time.sleep(600)
    sweep(toy, {LONG}, seeds=4, workers=2, out=sys.argv[1], progress=halt)
"""


def test_killed_in_the_middle_it_goes_on_and_plays_only_what_is_missing(tmp_path: Path) -> None:
    script, out = tmp_path / "killed.py", tmp_path / "out"
    script.write_text(KILLED)
    started = subprocess.Popen([sys.executable, str(script), str(out)])
    wait_for(lambda: len(list(out.glob("cells/*.npz"))) >= 3)
    children = descendants(started.pid)
    started.kill()
    started.wait()
    wait_for(lambda: not any(alive(child) for child in children))  # nothing is left behind
    kept = {path: path.stat().st_mtime_ns for path in out.glob("cells/*.npz")}
    assert 3 <= len(kept) < 20
    next(iter(kept)).write_bytes(b"half a file")
    damaged = next(iter(kept))

    told: list[int] = []
    found = sweep(toy, LONG, seeds=4, workers=2, out=out, progress=lambda done, *_: told.append(done))
    assert told == list(range(len(kept), 21))
    assert all(path.stat().st_mtime_ns == when for path, when in kept.items() if path != damaged)
    assert found.data.identical(sweep(toy, LONG, seeds=4, workers=2).data)
    sweep(toy, LONG, seeds=4, out=out, progress=lambda *each: pytest.fail(f"played again: {each}"))


UNGUARDED = """
from pegp_lite import Random
from pegp_lite.problems import toy
from pegp_lite.study.sweep import sweep
def mine(tall):
    return toy(tall=tall, points=41, T=5, hills=4, seeds=2)
found = sweep(mine, {"tall": [2.0, 3.0]}, [Random()], seeds=2, workers=2)
print(len(found.failed), found.data["regret"].shape)
"""


@pytest.mark.parametrize("piped", [True, False], ids=["from a pipe", "without a guard"])
def test_a_script_needs_no_guard_and_no_file(piped: bool, tmp_path: Path) -> None:
    script = tmp_path / "bare.py"
    script.write_text(UNGUARDED)
    command = [sys.executable, "-" if piped else str(script)]
    ran = subprocess.run(command, input=UNGUARDED if piped else "", capture_output=True, text=True)
    assert ran.stderr == ""
    assert ran.stdout == "0 (2, 1, 2)\n"


def test_without_cloudpickle_a_function_of_the_main_script_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    main = sys.modules["__main__"]
    monkeypatch.setattr(main, "made_here", lambda: None, raising=False)
    main.made_here.__module__, main.made_here.__qualname__ = "__main__", "made_here"  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "cloudpickle", None)
    with pytest.raises(ValueError, match="functions of the main script go to other processes with cloudpickle only"):
        next(in_processes(2, Errand.of(main.made_here, [Random()], 2, 0, None), [(0, {})]))  # type: ignore[attr-defined]


def test_cells_are_handed_out_only_a_few_ahead() -> None:
    errand = Errand.of(toy, [Random()], 2, 0, None)
    asked = 0

    def tasks() -> Iterator[tuple[int, dict[str, Any]]]:
        nonlocal asked
        for asked in range(1, 31):
            yield asked, {"points": 21, "T": 5}

    for done, _ in enumerate(in_processes(2, errand, tasks())):
        assert asked - done <= 2 * AHEAD
    assert (asked, done) == (30, 29)


def test_a_folder_of_another_game_is_refused(tmp_path: Path) -> None:
    steps = [8]

    def game(noise_std: float, seeds: int) -> Problem:
        return hilly_problem(seeds, steps[0], noise_std=noise_std)

    axes = {"noise_std": [0.1, 0.2]}
    sweep(game, axes, seeds=2, workers=1, out=tmp_path / "out")
    steps[0] = 9
    with pytest.raises(ResultError, match="which has changed"):
        sweep(game, axes, seeds=2, workers=1, out=tmp_path / "out")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear")
    with pytest.raises(ResultError, match="holds other files"):
        sweep(game, axes, seeds=2, workers=1, out=tmp_path / "mine")


@pytest.mark.parametrize(
    ("make", "settings", "more", "says"),
    [
        (toy, {"talll": [1]}, {}, "nothing here has a setting 'talll'.*toy takes true_prior, hills"),
        (toy, {"tall": 4}, {}, "axis 'tall' must be a list of values, got 4"),
        (toy, {"mask": "hill"}, {}, "axis 'mask' must be a list of values"),
        (toy, {"tall": []}, {}, "axis 'tall' must hold at least one value"),
        (toy, [], {}, "at least one cell"),
        (toy, [{"tall": 1}, {"width": 1}], {}, "must set the same names"),
        ("toy", {"tall": [1]}, {}, "make_problem must be a function"),
        (toy, {"tall": [1]}, {"workers": 0}, "workers must be a whole number of at least 1, got 0"),
        (toy, {"tall": [1]}, {"scheduler": "tcp://127.0.0.1:1", "workers": 2}, "not both"),
        (toy, {"tall": [1]}, {"policies": []}, "at least one policy"),
    ],
)
def test_what_cannot_be_swept_is_refused(make: Any, settings: Any, more: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        sweep(make, settings, seeds=2, **more)


def test_a_problem_is_wanted_back() -> None:
    def wrong(tall: float) -> Any:
        return tall

    with pytest.warns(CellsFailed, match="must return a Problem, got float"):
        sweep(wrong, {"tall": [1.0]}, seeds=2, workers=1)


def test_best_and_lead_and_versus_are_paired(alone: Swept) -> None:
    regret = alone.data["regret"]
    rivals = [name for name in alone.policies if name != "KnownPrior"]
    for cell in range(alone.data.sizes["cell"]):
        means = regret.isel(cell=cell).mean("seed").sel(policy=rivals)
        first, second = (str(means["policy"].values[k]) for k in np.argsort(means.values)[:2])
        lead = alone.lead().isel(cell=cell)
        assert [str(lead["best"].values), str(lead["second"].values)] == [first, second]
        apart = difference(*(regret.isel(cell=cell).sel(policy=name) for name in (first, second)))
        assert [float(lead[each]) for each in ("mean", "low", "high")] == pytest.approx(list(apart[:1] + apart[2:4]))
        assert str(alone.best(level=0.95).values[cell]) == (first if apart.high < 0 else "")
    assert set(alone.best(among=["KnownPrior", "Random"]).values) == {"KnownPrior"}
    versus = alone.versus("FullyBayesian", "Random")
    assert (versus["high"] < 0).all()
    with pytest.raises(ValueError, match=r"policies here are PriorElimination, .*got 'Nobody'"):
        alone.versus("FullyBayesian", "Nobody")


def test_table_and_heatmap(alone: Swept) -> None:
    table = alone.table()
    assert list(table["tall"]) == [2.0, 2.0, 4.0, 4.0, 6.0, 6.0]
    assert table["PriorElimination"].to_numpy() == pytest.approx(
        alone.data["regret"].sel(policy="PriorElimination").mean("seed").values
    )
    drawn = alone.heatmap("tall", "rule")
    assert (drawn.x, drawn.y, drawn.values.shape) == ([2.0, 4.0, 6.0], ["printed", "upper"], (2, 3))
    assert drawn.words[1][2] == str(alone.best().values[5])
    assert drawn.values[1, 2] == pytest.approx(float(alone.lead()["mean"][5]))
    pooled = alone.heatmap("T", "rule", of="RegretBalancing")
    assert pooled.values[0, 0] == pytest.approx(table.loc[table["rule"] == "printed", "RegretBalancing"].mean())
    fixed = alone.heatmap("T", "rule", of=("Random", "KnownPrior"), tall=4.0)
    assert fixed.values[0, 0] == pytest.approx(float(table.loc[2, "Random"] - table.loc[2, "KnownPrior"]))
    assert fixed.what == "Random minus KnownPrior"
    for wrong in ({"x": "tall", "y": "tall"}, {"x": "tall", "y": "colour"}, {"x": "tall", "y": "rule", "T": 3}):
        with pytest.raises(ValueError):
            alone.heatmap(**wrong)  # type: ignore[arg-type]


def test_what_was_measured_comes_along_and_everything_goes_through_a_file(tmp_path: Path) -> None:
    def measure(played: Any) -> dict[str, Any]:
        final = {name: float(played.regret(name)[0, -1]) for name in played.records}
        return {"first seed": final, "steps": np.int64(played.n_steps), "word": "so"}

    found = sweep(toy, {"tall": [2.0, 4.0], **SMALL}, [FullyBayesian(), Random()], 3, workers=2, measure=measure)
    np.testing.assert_array_equal(found.data["first seed"], found.data["regret"].isel(seed=0))
    assert found.data["steps"].values.tolist() == [20, 20]
    assert found.heatmap("tall", "T", of="steps").values.tolist() == [[20, 20]]
    again = Swept.load(found.save(tmp_path / "found.nc"))
    assert again.data.identical(found.data)
    assert '"numpy"' in again.data.attrs["versions"]
    assert again.data.attrs["made_by"].startswith('{"make_problem": "pegp_lite.problems.toy.toy"')
    (tmp_path / "other.nc").write_bytes(b"something else")
    with pytest.raises(ResultError, match="not a sweep"):
        Swept.load(tmp_path / "other.nc")


def descendants(pid: int) -> list[int]:
    """The processes a process has started, and theirs (Linux)."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            child, parent = int(status.parent.name), int(status.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        if parent == pid:
            found += [child, *descendants(child)]
    return found


def alive(pid: int) -> bool:
    """Whether a process runs (a zombie does not)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
