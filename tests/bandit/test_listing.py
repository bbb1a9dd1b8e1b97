"""Each line of Algorithm 1 is found in the package, and where it is found it is carried out."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from pegp_lite import Prior, PriorElimination, Problem, play, rbf
from pegp_lite.bandit import listing
from pegp_lite.bandit.listing import algorithm_lines, places_of

ROOT = Path(__file__).parents[2]
ENDS = {6, 14, 15}  # the listing's `end for`, `end if`, `end for`


def test_every_line_that_does_something_has_one_place_and_the_file_holds_it_there():
    lines = algorithm_lines()
    assert set(lines) == set(range(1, 16)) - ENDS
    for line, place in lines.items():
        text = (ROOT / place.path).read_text().splitlines()[place.number - 1]
        assert text.strip() == f"{place.code}  # Algorithm 1, line {line}"
        module = importlib.import_module(place.path.removesuffix(".py").replace("/", "."))
        holder: object = module
        for name in place.function.split("."):
            holder = getattr(holder, name)
        assert callable(holder)


def test_a_game_of_pe_gp_ucb_runs_every_one_of_these_lines_and_in_this_order():
    wanted = {(str(ROOT / place.path), place.number): line for line, place in algorithm_lines().items()}
    ran: list[int] = []

    def watch(frame, event, argument):
        if (line := wanted.get((frame.f_code.co_filename, frame.f_lineno))) is not None and event == "line":
            ran.append(line)
        return watch

    x = np.linspace(0, 1, 5)
    priors = [Prior("flat", np.zeros(5), rbf(x, 0.1)), Prior("tall", np.full(5, 9.0), rbf(x, 0.1))]
    before = sys.gettrace()
    sys.settrace(watch)
    try:
        record = play(Problem(priors, np.zeros((3, 5)), 0.1), PriorElimination())
    finally:
        sys.settrace(before)
    assert record.eliminated_at[0].tolist() == [0, 1], "the tall promise is to be rejected at once"
    assert set(ran) == set(wanted.values())
    first_step = list(dict.fromkeys(ran))
    # The package fits (line 4) when it is told (line 10), before the next step asks for the fit.
    assert [line for line in first_step if line != 4] == [1, 2, 3, 5, 7, 9, 10, 11, 8, 12, 13]


def test_the_labels_of_the_page_are_understood():
    assert [place.function for place in places_of("7")] == ["View.most_optimistic"]
    assert len(places_of("9–10")) == 2
    for label in ("2", "3–5", "4–5", "8–10", "11–12", "13"):
        assert places_of(label)


def test_a_line_marked_twice_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    (tmp_path / "again.py").write_text("def again():\n    return 7  # Algorithm 1, line 7\n")
    spec = importlib.util.spec_from_file_location("again", tmp_path / "again.py")
    module: ModuleType = importlib.util.module_from_spec(spec)
    monkeypatch.setattr(listing, "MODULES", (*listing.MODULES, module))
    algorithm_lines.cache_clear()
    try:
        with pytest.raises(ValueError, match="line 7 of Algorithm 1 is marked twice"):
            algorithm_lines()
    finally:
        algorithm_lines.cache_clear()
