"""Somebody else's policies, priors, problem and picture do all that ours do: nothing is known of them beforehand."""

from __future__ import annotations

import ast
import os
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from thirdparty.stranger import SofterRevision, Thompson, bay, final_regrets
from thirdparty.stranger_page import bay_page

from pegp_lite import Campaign, PriorElimination, compare, play, unroll
from pegp_lite.bandit.record import ARRAYS, Record
from pegp_lite.figures import png, svg, write_figures
from pegp_lite.figures.render.browser import described
from pegp_lite.study.results import load, save
from pegp_lite.study.sweep import Swept, sweep

THEIRS = [SofterRevision(slack=2.0), Thompson()]
ALL = [PriorElimination(), *THEIRS]
HERE = Path(__file__).parent


def same(one: Record, other: Record) -> bool:
    return all(np.array_equal(getattr(one, a), getattr(other, a), equal_nan=True) for a in ARRAYS)


@pytest.fixture(scope="module")
def played():
    return compare(bay(), ALL, 3)


def test_they_are_written_with_public_names_alone() -> None:
    """Also those a public name leads to: nothing with an underscore is imported, called or read."""
    for name in ("stranger.py", "stranger_page.py"):
        tree = ast.parse((HERE / name).read_text())
        words = {each.attr for each in ast.walk(tree) if isinstance(each, ast.Attribute)}
        words |= {alias.name for each in ast.walk(tree) if isinstance(each, ast.ImportFrom) for alias in each.names}
        assert not [word for word in words if word.startswith("_")]


def test_alone_or_together_each_plays_the_same_game(played) -> None:
    for policy in ALL:
        assert same(play(bay(), policy, 3), played[type(policy).__name__])
    assert len({record.points.tobytes() for record in played.records.values()}) == 3


def test_a_lazy_prior_and_its_matrix_are_one_prior(played) -> None:
    written = compare(bay(lazy=False), ALL[:2], 3)
    for name in written.records:
        np.testing.assert_array_equal(written[name].points, played[name].points)
        np.testing.assert_allclose(written[name].regret, played[name].regret, atol=1e-9)


def test_two_games_of_one_policy_share_no_memory(played) -> None:
    thompson = Thompson()
    assert same(play(bay(), thompson, 3), play(bay(), thompson, 3))


def test_what_they_played_goes_through_pickle_and_unrolls(played) -> None:
    again = pickle.loads(pickle.dumps(played))
    assert all(same(again[name], played[name]) for name in played.records)
    assert again.label("Thompson") == "Thompson over priors"
    assert pickle.loads(pickle.dumps(THEIRS)) == THEIRS
    problem = pickle.loads(pickle.dumps(bay()))
    assert same(play(problem, Thompson(), 3), played["Thompson"])
    assert unroll(bay(), played["PriorElimination"]).n_steps == 15


def test_saved_and_shown_where_their_code_is_not_at_hand(played, tmp_path: Path) -> None:
    save(played, tmp_path / "kept")
    script = f"""
import sys
from pathlib import Path
from pegp_lite.figures import write_figures
from pegp_lite.study.results import load
kept = load({str(tmp_path / "kept")!r}).comparison
assert not any("thirdparty" in name or "stranger" in name for name in sys.modules)
files = write_figures(kept, Path({str(tmp_path)!r}))
print([kept.label(name) for name in kept.records], kept.faces["SofterRevision"].look.hue, len(files))
"""
    environment = {word: value for word, value in os.environ.items() if word != "PYTHONPATH"}
    command = [sys.executable, "-c", script]
    ran = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path, env=environment)
    said = ran.stdout.strip()
    assert said.startswith("['PE-GP-UCB', 'softer revision', 'Thompson over priors'] spare1 ")
    assert "softer revision" in (tmp_path / "regret.svg").read_text()
    more = compare(bay(), ALL, 3, already=load(tmp_path / "kept").comparison)
    assert all(same(more[name], played[name]) for name in played.records)


def test_in_figures_they_go_by_their_own_names_and_looks(played, tmp_path: Path) -> None:
    looks = [face.look for face in played.faces.values()]
    assert looks[1] == SofterRevision.look
    assert len(set(looks)) == 3
    written = write_figures(played, tmp_path)
    assert {path.stem for path in written} >= {"regret", "selection"}
    picture = final_regrets(played, ["SofterRevision", "Thompson"])
    assert picture.sentence == "Regret of softer revision and Thompson over priors."
    assert png(picture, dpi=50).startswith(b"\x89PNG")
    drawn = svg(picture).decode()
    layout, numbers = described(picture)
    lines = [mark for mark in layout["panels"][0]["marks"] if mark["kind"] == "line"]
    sent = np.frombuffer(numbers, "<f4")
    for line, face in zip(lines, list(played.faces.items())[1:], strict=True):
        name, (label, look) = face
        assert f">{label}<" in drawn
        assert (line["name"], line["color"]) == (label, look.hue)
        first, count = line["y"]
        np.testing.assert_allclose(sent[first : first + count], played.curve(name).mean, rtol=1e-6)


@pytest.mark.parametrize("workers", [1, 2])
def test_swept_in_other_processes_too(workers: int, tmp_path: Path) -> None:
    found = sweep(bay, {"epsilon": [0.05, 0.3], "slack": [1.0, 4.0]}, ALL, 2, out=tmp_path, workers=workers)
    assert not found.failed
    assert found.policies == ["PriorElimination", "SofterRevision", "Thompson"]
    at = found.grid().sel(epsilon=0.3, slack=1.0)
    alone = compare(bay(0.3), [SofterRevision(slack=1.0)], 2)
    np.testing.assert_array_equal(
        at["regret"].sel(policy="SofterRevision").values.ravel()[:2], alone.regret("SofterRevision")[:, -1]
    )
    kept = Swept.load(found.save(tmp_path / "swept.nc"))
    assert kept.policies == found.policies


@pytest.mark.parametrize("policy", THEIRS, ids=lambda each: each.name)
def test_in_a_campaign_saved_and_loaded(policy, tmp_path: Path) -> None:
    priors = bay().priors
    mine = Campaign(priors, 0.1, policy, seed=5)
    for value in (0.3, -0.2, 0.8):
        mine.ask()
        mine.tell(value)
        mine.skip()
    other = Campaign.load(mine.save(tmp_path / "c.json"), bay().priors, policy)
    assert other.ask() == mine.ask()


def test_on_a_page_of_their_own() -> None:
    page = bay_page("slack=1")
    assert page.state == {"slack": 1.0}
    first = page.sentence
    assert first.startswith("Regret of softer revision and Thompson over priors. In the end ")
    page.set(slack=6.0)
    assert page.query == "slack=6"
    played = compare(bay(steps=6), [SofterRevision(slack=6.0)], 2)
    assert page.sentence.endswith(f"In the end {played.curve('SofterRevision').mean[-1]:.3f}.")
    ends = [line.split(",") for line in page.file("CSV")[2].decode().splitlines() if line[:2] in ("0,", "1,")]
    np.testing.assert_allclose([float(end) for _, end in ends], played.regret("SofterRevision")[:, -1], rtol=1e-5)
