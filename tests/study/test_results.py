"""A comparison on disk: whole at every moment, loaded as it was, continued without playing again."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
from games import hilly_problem

import pegp_lite as pl
from pegp_lite.bandit.record import ARRAYS, Record
from pegp_lite.study.compare import Comparison, compare, named
from pegp_lite.study.results import ResultError, load, run, save
from pegp_lite.writing import write_atomically

results = import_module("pegp_lite.study.results")
PROBLEM = hilly_problem(seeds=6)
TWO = [pl.PriorElimination(), pl.Random()]


def assert_equal(one: Comparison, other: Comparison, atol: float = 0.0) -> None:
    assert list(one.records) == list(other.records)
    assert one.policies == other.policies
    for field in ("prior_names", "true_prior", "n_points", "seed", "fingerprint", "scale", "unit", "title"):
        assert getattr(one, field) == getattr(other, field), field
    for name in one.records:
        for array in ARRAYS:
            got, wanted = getattr(one[name], array), getattr(other[name], array)
            assert got.dtype == wanted.dtype
            np.testing.assert_allclose(got, wanted, rtol=0, atol=atol, err_msg=f"{name}: {array}")


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int, int]]:
    """What is really played, from here on."""
    found: list[tuple[str, int, int]] = []

    def counting(problem: pl.Problem, policy: pl.Policy, seeds: int, seed: int, first: int) -> Record:
        found.append((type(policy).__name__, first, first + seeds))
        return pl.play(problem, policy, seeds, seed=seed, first=first)

    monkeypatch.setattr(results, "play", counting)
    return found


def test_what_is_saved_is_what_is_loaded(tmp_path: Path) -> None:
    policies = {
        "printed": pl.RegretBalancing(0.2),
        "the upper, too": pl.RegretBalancing(0.2, "upper"),
        "r": pl.Random(),
    }
    played = compare(PROBLEM, policies, seed=4).presented(2.5, "C", "an office")
    save(played, tmp_path / "kept", {"game": "hills"})
    result = load(tmp_path / "kept")
    assert_equal(result.comparison, played)
    assert result.settings["made_by"] == {"game": "hills"}
    assert result.settings["versions"]["numpy"] == np.__version__
    assert result.settings["policies"]["printed"] == {"kind": "RegretBalancing", "delta": 0.2, "rule": "printed"}


def test_saving_again_replaces_what_was_there(tmp_path: Path) -> None:
    save(compare(PROBLEM, TWO, seeds=2), tmp_path)
    save(compare(PROBLEM, TWO, seeds=5), tmp_path)
    assert load(tmp_path).comparison.seeds == 5
    assert len(list((tmp_path / "records").iterdir())) == 2


def test_a_run_is_continued_with_more_seeds_and_more_policies(
    tmp_path: Path, asked: list[tuple[str, int, int]]
) -> None:
    run(tmp_path, PROBLEM, TWO, seeds=2, seed=1)
    asked.clear()
    more = run(tmp_path, PROBLEM, [*TWO, pl.KnownPrior()], seeds=6, seed=1)
    assert asked == [("PriorElimination", 2, 6), ("Random", 2, 6), ("KnownPrior", 0, 6)]
    assert_equal(more, compare(PROBLEM, [*TWO, pl.KnownPrior()], seed=1), atol=1e-9)
    asked.clear()
    assert_equal(run(tmp_path, PROBLEM, [*TWO, pl.KnownPrior()], seeds=6, seed=1), more)
    fewer = run(tmp_path, PROBLEM, [pl.Random()], seeds=3, seed=1)
    assert asked == []
    assert fewer.seeds == 3
    assert_equal(load(tmp_path).comparison, more)  # a smaller question leaves the rest there


def test_an_interrupted_run_keeps_what_it_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: list[tuple[str, int, int]]
) -> None:
    monkeypatch.setattr(import_module("pegp_lite.study.compare"), "CHUNK", 2)

    def stop(done: int, total: int, name: str) -> None:
        if done == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(tmp_path, PROBLEM, TWO, seeds=6, progress=stop)
    half = load(tmp_path).comparison
    assert half.seeds == 2  # PE has all six, random two
    assert not list(tmp_path.rglob("*.part"))
    asked.clear()
    whole = run(tmp_path, PROBLEM, TWO, seeds=6)
    assert asked == [("Random", 2, 4), ("Random", 4, 6)]
    assert_equal(whole, compare(PROBLEM, TWO), atol=1e-9)


def test_a_loaded_comparison_can_be_continued_in_memory(tmp_path: Path) -> None:
    save(compare(PROBLEM, TWO, seeds=3), tmp_path)
    more = compare(PROBLEM, TWO, seeds=6, already=load(tmp_path).comparison)
    assert_equal(more, compare(PROBLEM, TWO, seeds=6), atol=1e-9)


def test_a_folder_with_something_else_is_refused_and_left_alone(tmp_path: Path) -> None:
    run(tmp_path / "a", PROBLEM, TWO, seeds=2)
    before = {path: path.read_bytes() for path in (tmp_path / "a").rglob("*") if path.is_file()}
    other = replace(PROBLEM, noise_std=0.1)
    with pytest.raises(ResultError, match="holds another game"):
        run(tmp_path / "a", other, TWO, seeds=4)
    with pytest.raises(ResultError, match="holds another game"):
        save(compare(other, TWO, seeds=2), tmp_path / "a")
    with pytest.raises(ResultError, match="played with seed 0, not 3"):
        run(tmp_path / "a", PROBLEM, TWO, seeds=4, seed=3)
    with pytest.raises(ResultError, match=r"holds Random with other settings \(kind Random, delta 0.1\)"):
        run(tmp_path / "a", PROBLEM, [pl.Random(0.3)], seeds=4)
    assert {path: path.read_bytes() for path in (tmp_path / "a").rglob("*") if path.is_file()} == before
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "thesis.tex").write_text("years of work")
    with pytest.raises(ResultError, match="holds other files and no result"):
        run(tmp_path / "b", PROBLEM, TWO, seeds=2)
    assert [path.name for path in (tmp_path / "b").iterdir()] == ["thesis.tex"]
    with pytest.raises(ResultError, match="is a file"):
        run(tmp_path / "b" / "thesis.tex", PROBLEM, TWO, seeds=2)


def test_what_cannot_be_loaded_says_why(tmp_path: Path) -> None:
    with pytest.raises(ResultError, match=r"holds no result: there is no settings\.json"):
        load(tmp_path)
    save(compare(PROBLEM, TWO, seeds=2), tmp_path)
    path = next((tmp_path / "records").glob("Random*"))
    path.write_bytes(path.read_bytes()[:200])
    with pytest.raises(ResultError, match=r"is damaged .*; delete it, and a new run will play it again"):
        load(tmp_path)
    path.unlink()
    assert list(load(tmp_path).comparison.records) == ["PriorElimination"]
    next((tmp_path / "records").glob("Prior*")).unlink()
    with pytest.raises(ResultError, match="no finished piece"):
        load(tmp_path)
    settings = json.loads((tmp_path / "settings.json").read_text())
    for wrong, said in (
        ({"format": 99}, "not of this version"),
        ({"format": 1, "policies": {"x": {"kind": "Y"}}}, "'Y'"),
    ):
        (tmp_path / "settings.json").write_text(json.dumps(settings | wrong))
        with pytest.raises(ResultError, match=said):
            load(tmp_path)
    (tmp_path / "settings.json").write_text("{")
    with pytest.raises(ResultError, match="cannot be read"):
        load(tmp_path)


def test_a_file_is_whole_or_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "deep" / "file"
    write_atomically(path, b"first")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pegp_lite.writing.os.replace", full)
    with pytest.raises(OSError, match="No space"):
        write_atomically(path, b"second")
    assert path.read_bytes() == b"first"
    assert [each.name for each in path.parent.iterdir()] == ["file"]


def test_names_that_look_alike_keep_their_own_files(tmp_path: Path) -> None:
    policies = named({"a b": pl.Random(), "a-b": pl.PriorElimination()})
    played = run(tmp_path, PROBLEM, policies, seeds=2)
    assert_equal(load(tmp_path).comparison, played)
