"""Policies that are not ours: kept, read back and shown without their code, under their own name and look."""

from __future__ import annotations

import csv
import json
import pickle
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest
from games import hilly_problem

import pegp_lite as pl
from pegp_lite.bandit.looks import Look, label_of, look_of
from pegp_lite.bandit.players import SIX, Stranger, as_data, from_data
from pegp_lite.bandit.record import ARRAYS
from pegp_lite.cli import main
from pegp_lite.study.compare import compare
from pegp_lite.study.results import ResultError, load, run, save
from pegp_lite.study.results.exports import as_text, prior_rows, regret_rows, seed_rows, summary

PROBLEM = hilly_problem(seeds=3)
SHOW = """
import sys
from pegp_lite.cli import main
sys.exit(main(["show", sys.argv[1]]))
"""


@dataclass(frozen=True)
class Cautious(pl.PriorElimination):
    """A policy of somebody else's, with settings of several kinds."""

    name = "cautious elimination"
    look = Look("spare1", "hexagon", "dot")
    rates: tuple[float, ...] = (0.5, 0.25)
    table: np.ndarray = field(default_factory=lambda: np.arange(3), compare=False)
    how: object = field(default=print, compare=False)


@dataclass(frozen=True)
class Silent(pl.PriorElimination):
    """One that says nothing of itself."""


POLICIES = [pl.PriorElimination(), Cautious(), Silent()]


@pytest.mark.parametrize("kind", SIX)
def test_our_own_come_back_as_they_were(kind: type[pl.Policy]) -> None:
    policy = kind(delta=0.2)
    assert from_data(json.loads(json.dumps(as_data(policy)))) == policy


def test_a_strangers_settings_are_plain_data() -> None:
    data = json.loads(json.dumps(as_data(Cautious(delta=0.3))))
    assert data["kind"] == "Cautious"
    assert data["label"] == "cautious elimination"
    assert data["look"] == {"hue": "spare1", "marker": "hexagon", "dash": "dot", "hero": False}
    assert data["settings"] == {
        "delta": 0.3, "rates": [0.5, 0.25], "table": [0, 1, 2], "how": "<built-in function print>",
    }  # fmt: skip
    back = from_data(data)
    assert isinstance(back, Stranger)
    assert as_data(back) == data
    assert (label_of(back), look_of(back), back.delta) == ("cautious elimination", Cautious.look, 0.3)
    assert hash(back) == hash(from_data(data))


@pytest.mark.parametrize(
    "given", [{}, {"kind": "Y"}, {"kind": "Random", "speed": 3}, {"kind": "Y", "label": "", "look": 3, "settings": {}}]
)
def test_what_describes_no_policy_is_refused(given: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="does not describe a policy"):
        from_data(given)


def test_a_policys_own_name_is_its_label_everywhere() -> None:
    played = compare(PROBLEM, POLICIES)
    labels = {"PE-GP-UCB", "cautious elimination", "Silent"}
    assert {played.label(name) for name in played.records} == labels
    assert set(summary(played)["policies"]) == labels
    for rows in (regret_rows, prior_rows, seed_rows):
        assert {row["policy"] for row in rows(played)} == labels
    assert all(label in as_text(played) for label in labels)


def test_results_are_shown_without_the_code(tmp_path: Path) -> None:
    run(tmp_path, PROBLEM, POLICIES, seeds=3, presented=(1.0, "", "hills"))
    elsewhere = subprocess.run(
        [sys.executable, "-W", "error", "-c", SHOW, str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert elsewhere.returncode == 0, elsewhere.stderr
    assert "cautious elimination" in elsewhere.stdout
    with (tmp_path / "regret.csv").open() as table:
        assert {row["policy"] for row in csv.DictReader(table)} == {"PE-GP-UCB", "cautious elimination", "Silent"}
    assert (tmp_path / "regret.svg").stat().st_size > 0
    found = load(tmp_path).comparison
    assert found.faces["Cautious"] == ("cautious elimination", Cautious.look)
    assert len({face.look for face in found.faces.values()}) == 3
    with pytest.raises(ValueError, match="the code of Cautious is not at hand"):
        pl.play(PROBLEM, found.policies["Cautious"])


def test_a_kept_result_goes_on_where_the_code_is(tmp_path: Path) -> None:
    save(compare(PROBLEM, POLICIES, seeds=2), tmp_path)
    told: list[str] = []
    more = compare(
        PROBLEM, POLICIES, seeds=3, already=load(tmp_path).comparison, progress=lambda *now: told.append(str(now))
    )
    assert len([each for each in told if "Cautious" in each]) == 1
    whole = compare(PROBLEM, POLICIES, seeds=3)
    np.testing.assert_array_equal(more["Cautious"].points, whole["Cautious"].points)
    again = run(tmp_path, PROBLEM, POLICIES, seeds=3)
    np.testing.assert_array_equal(again["Cautious"].points, whole["Cautious"].points)
    with pytest.raises(ResultError, match="holds Cautious with other settings"):
        run(tmp_path, PROBLEM, [Cautious(rates=(0.1,))], seeds=3)


def test_comparisons_and_records_go_through_pickle(tmp_path: Path) -> None:
    played = compare(PROBLEM, POLICIES).presented(2.0, "C", "hills")
    save(played, tmp_path)
    for before in (played, load(tmp_path).comparison):
        assert before.faces  # what is computed on the way must not hinder
        after = pickle.loads(pickle.dumps(before))
        assert after.policies.keys() == before.policies.keys()
        assert {name: as_data(policy) for name, policy in after.policies.items()} == {
            name: as_data(policy) for name, policy in before.policies.items()
        }
        assert (after.scale, after.unit, after.title, after.fingerprint) == (2.0, "C", "hills", played.fingerprint)
        for name in before.records:
            for array in ARRAYS:
                np.testing.assert_array_equal(getattr(after[name], array), getattr(before[name], array))
        with pytest.raises(TypeError):
            after.records["Silent"] = after.records["Cautious"]  # as read-only as before


def test_zero_regret_is_a_number(capsys: pytest.CaptureFixture[str]) -> None:
    flat = pl.Prior("flat", np.zeros(2), np.eye(2))
    played = compare(pl.Problem([flat], np.zeros((4, 2)), 0.1), [pl.Random()], seeds=2)
    row = summary(played)["policies"]["random"]
    assert (row["cumulative_regret"], row["average_regret"]) == (0.0, 0.0)
    assert "?" not in as_text(played)
    assert main(["run", "toy", "--steps", "2", "--seeds", "1", "--points", "2", "--policies", "random", "--quiet"]) == 0
    assert "nan" not in capsys.readouterr().out
