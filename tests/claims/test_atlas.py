"""The map: what is charted, that it is what the games give, and what it says of the claims."""

from __future__ import annotations

import math
import random
from itertools import product

import pytest

from pegp_lite.claims.atlas import CORNERS, SETTINGS, Place, chart, places, play_place, the_map
from pegp_lite.claims.atlas.charted import packed, read
from pegp_lite.claims.atlas.places import competing
from pegp_lite.problems import toy
from pegp_lite.study.compare import compare
from pegp_lite.study.results.versions import versions


def test_the_map_has_every_place_that_is_asked_for_and_says_what_made_it() -> None:
    chart = the_map()
    assert len(chart) == len(places()) >= 2000
    assert set(chart.cells) == set(places())
    assert set(chart.about["versions"]) == set(versions())
    assert (chart.about["seeds"], chart.about["seed"]) == (30, 0)
    assert all(math.isfinite(cell.lead) and cell.low <= cell.lead <= cell.high for cell in chart)


def test_any_two_settings_make_a_plane_through_either_corner() -> None:
    free = [setting for setting in SETTINGS if setting.name not in ("ties", "rule")]
    for corner, x, y in product(CORNERS.values(), free, SETTINGS):
        if x is not y:
            plane = [corner.moved(**{x.name: a, y.name: b}) for a in x.values for b in y.values]
            assert all(place in the_map().cells for place in plane), (x.name, y.name)


def test_twenty_places_at_random_are_what_the_map_says() -> None:
    for place in random.SystemRandom().sample(places(), 20):
        kept, found = the_map().cells[place], chart(place)
        assert kept.verdicts == found.verdicts, place
        assert (kept.best, kept.second) == (found.best, found.second), place
        assert kept.regret == pytest.approx(found.regret, rel=1e-4), place
        assert (kept.lead, kept.low, kept.high) == pytest.approx(
            (found.lead, found.low, found.high), rel=1e-3, abs=1e-4
        )


def test_our_corner_is_the_toy_at_its_defaults() -> None:
    ours, there = play_place(CORNERS["ours"]), compare(toy())
    assert ours.fingerprint == there.fingerprint
    for name in there.records:
        assert (ours.regret(name) == there.regret(name)).all()


def test_ties_and_the_rule_reach_the_game() -> None:
    plain = chart(Place(), seeds=4)
    assert chart(Place(ties="first"), seeds=4).regret["MaximumLikelihood"] != plain.regret["MaximumLikelihood"]
    upper = chart(Place(noise_std=0.5, rule="upper"), seeds=4)
    printed = chart(Place(noise_std=0.5), seeds=4)
    assert upper.regret["RegretBalancing"] != printed.regret["RegretBalancing"]
    assert upper.regret["PriorElimination"] == printed.regret["PriorElimination"]


def test_the_true_prior_always_competes() -> None:
    assert [competing(count) for count in (2, 4)] == [(2, 3), (1, 2, 3, 4)]
    assert all(2 in competing(count) for count in range(1, 12))
    assert competing(11) == tuple(range(11))
    with pytest.raises(ValueError, match="from 1 to 11 priors can compete, got 12"):
        competing(12)


def test_a_file_keeps_everything() -> None:
    cells = [chart(place, seeds=3) for place in places()[:3]]
    again = read(packed(cells, {"made": "today"}))
    assert [cell.place for cell in again] == list(places()[:3])
    for kept, cell in zip(again, cells, strict=True):
        assert (kept.best, kept.second, kept.verdicts) == (cell.best, cell.second, cell.verdicts)
        assert kept.regret == pytest.approx(cell.regret, rel=1e-4)


def test_what_the_text_tells_of_the_map() -> None:
    """No place has all five claims; claim 3 lives with "first"; 4 and 5 exclude each other as printed."""
    found = the_map()
    assert found.holding("1", "2", "3", "4", "5")[0] == 0
    assert found.most_claims() == 3
    assert found.holding("3", where={"ties": "random"})[0] == 0
    assert found.holding("3", where={"ties": "first"})[0] > 900
    assert all(found.holding("3", where={"width": width})[0] == 0 for width in (0.02, 0.03, 0.05))
    assert found.holding("4", "5", where={"rule": "printed", "priors": 11})[0] == 0
    assert found.holding("4", "5", where={"rule": "upper", "priors": 11})[0] > 0
    assert 0 < found.holding("4", "5", where={"rule": "printed"})[0] < 20
