"""Every number in the prose of every notebook is computed again, here or by the test that is named for it.

A number without an entry fails, and so does an entry whose words stand nowhere any more. What counts as a number, and
what is only a name ("line 12", "14 March"), stands in tests/prose.py.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Sequence
from functools import cache

import numpy as np
import pytest
from prose import FOLDER, claimed_nowhere, numbers_of, prose_of
from scipy.stats import norm
from serving import ROOT

from pegp_lite.claims.outcome import real_outcome
from pegp_lite.gp.priors import Prior
from pegp_lite.pages.controls import Control
from pegp_lite.pages.lessons.algorithm import lesson as algorithm
from pegp_lite.pages.lessons.algorithm.model import MASKS, SETS, Mask, run_of, true_hill
from pegp_lite.pages.lessons.bound import lesson as bound
from pegp_lite.pages.lessons.bound.model import case_of
from pegp_lite.pages.lessons.breaks import breakages
from pegp_lite.pages.lessons.confidence import lesson as confidence
from pegp_lite.pages.lessons.confidence.model import FUNCTIONS
from pegp_lite.pages.lessons.start.model import the_game
from pegp_lite.pages.lessons.toy.model import EXPERTS, POINTS, Settings
from pegp_lite.pages.lessons.toy.model import SEEDS as GAMES
from pegp_lite.pages.lessons.turn import match
from pegp_lite.problems.toy import toy_points
from pegp_lite.study.statistics import estimate

Numbers = Sequence[float]
Entry = Callable[[], Numbers] | str  # the numbers of the words, in their order; or the test that computes them
HEDGES = ("some ", "almost ", "about ")  # after which a tenth more or less is right
PAPER = "the paper's"  # as printed in it, not ours to compute
EXAMPLE = "an example"  # of what somebody might ask for
PAGES = "tests/pages/test_page_"
RIVALS = "tests/bandit/test_rivals.py::test_soft_revision_with_"
LEVEL = inspect.signature(estimate).parameters["level"].default
LIVE = "the printed sentence of its own lab cell, which nbval compares"


def slider(controls: Sequence[Control], name: str) -> Control:
    return next(control for control in controls if control.name == name)


def off_at_look_2() -> Numbers:
    game = the_game()
    seen = game.record.observations[0, 1]
    return [float(np.abs(seen - game.story.mean[1, :2, game.record.points[0, 1]]).max())]


@cache
def rejections(mask: str, epsilon: float) -> tuple[float, float]:
    """Of page 03's three hills: wrong priors rejected on average, and the step of the last."""
    gone = [run_of(SETS[1], Mask(mask, true_hill(SETS[1])), epsilon, seed).trace.alive for seed in range(21)]
    assert all(alive[-1, 1] for alive in gone), "the true prior lives"
    last = [max((alive[:, p].sum() for p in (0, 2) if not alive[-1, p]), default=0) for alive in gone]
    return float(np.mean([(~alive[-1]).sum() for alive in gone])), float(np.mean(last))


def bound_over_regret(delta: float) -> tuple[float, float]:
    """Page 04's bound at this delta: how many times the regret, and the bound itself."""
    levels = case_of(6, 0.0, 0.1, delta, 0).levels[:, -1]
    return float(levels[-1] / levels[0]), float(levels[-1])


CLAIMS: dict[str, dict[str, Entry]] = {
    "00": {
        "both were off by almost 5": off_at_look_2,
        "0 never changes, 1 is a new function": lambda: [
            1 - Prior("any", [0.0], [[1.0]], epsilon).memory ** 2 for epsilon in (0, 1)
        ],
    },
    "01": {
        "five hundred functions": lambda: [FUNCTIONS],
        "in 95 of 100 cases": lambda: [100 * (1 - 2 * norm.sf(2)), 100],
        "not a million-fold": lambda: [slider(confidence.PRICE, "points").high],
    },
    "03": {
        "fifteen lines": PAPER,
        "Over the 21 draws that the luck slider offers": lambda: [slider(algorithm.CONTROLS, "seed").high + 1],
        "throws out 0.9 of the 2 wrong priors": lambda: [rejections(MASKS[0], 0.0)[0], rejections(MASKS[1], 0.0)[0]],
        "goes at step 8 on average": lambda: [rejections(MASKS[1], 0.0)[1]],
        r"at step 11 when \varepsilon = 0.05": lambda: [rejections(MASKS[1], 0.05)[1], 0.05],
    },
    "04": {
        "A hundred times smaller δ": lambda: [slider(bound.CONTROLS, "delta").value / 0.001],
        "some sixty times the regret": lambda: [bound_over_regret(0.1)[0]],
        "being a hundred times surer costs 12% more": lambda: [
            0.1 / 0.001, bound_over_regret(0.001)[1] / bound_over_regret(0.1)[1] - 1
        ],
        "four and eleven of them": lambda: [slider(bound.CONTROLS, "priors").high],
    },
    "05": {
        "the line from 0 to 1, and eleven experts": lambda: [toy_points()[0], toy_points()[-1], EXPERTS],
        "all thirty games": lambda: [GAMES],
        "in which a thousand times": EXAMPLE,
        "that costs 14 units of regret on average, 6.4 in the luckiest game and 18.9 in the unluckiest":
            PAGES + "toy.py::test_the_text_tells_what_thirty_games_say",
        "Those games cost 64 to 86": PAGES + "toy.py::test_the_text_tells_what_thirty_games_say",
        "the bracket is a 95% interval": lambda: [LEVEL],
        "Thirty games, as in the paper": lambda: [GAMES],
        "is now −6.42 −9.37, −3.47": PAGES + "toy.py::test_the_text_tells_what_three_hundred_games_say",
        "… beside 30": lambda: [GAMES],
        "here with 300 games either: maximum likelihood gets stuck in 19% of them":
            PAGES + "toy.py::test_the_text_tells_what_three_hundred_games_say",
        "gives the true expert 61% of its steps": PAGES + "toy.py::test_the_text_tells_what_three_hundred_games_say",
        "361 points on the line, short hills 1, tall 4": lambda: [POINTS, Settings().short, Settings().tall],
    },
    "06": {
        "the lowest average regret, 1.89 °C": PAGES + "office.py::test_the_text_tells_the_record",
        "the paper's thirty games": PAPER,
        "these three hundred can": lambda: [real_outcome()["settings"]["seeds"]],
        "0.05 °C before maximum likelihood": PAGES + "office.py::test_the_text_tells_the_record",
        "It spends 48% of its steps there, and 39% in the first thirty games":
            PAGES + "office.py::test_the_text_tells_the_record",
        "anything from 0% to 95%": PAGES + "office.py::test_the_text_tells_the_record",
        "65% and 52% of their readings missing": PAGES + "office.py::test_the_text_tells_the_real_readings",
        "one common rate, 0.02, 0.05 or 0.1": PAGES + "office.py::test_the_text_tells_the_record",
        r"ends lower with \varepsilon = 0.02": PAGES + "office.py::test_the_text_tells_the_real_readings",
    },
    "07": {
        "Twenty small games": lambda: [breakages.SEEDS],
        "sixty steps": lambda: [breakages.STEPS],
        "twenty games": lambda: [breakages.SEEDS],
        "a 95% interval above": lambda: [LEVEL],
        "12 of 60 steps": LIVE,
    },
    "08": {
        "You have twenty looks": lambda: [match.ROUNDS],
        "end in forty games": lambda: [match.GAMES],
    },
    "09": {
        "thirty games": lambda: [GAMES],
        "Thirty games settle": lambda: [GAMES],
        "the paired 95% interval": lambda: [LEVEL],
        "has 7,424 settings": PAGES + "regions.py::test_the_text_tells_what_the_map_holds",
        "in 92 settings, and these are 1, 3 and 5": PAGES + "regions.py::test_the_text_tells_what_the_map_holds",
        "in 6,843 settings and cannot be told in 581": PAGES + "regions.py::test_the_text_tells_what_the_map_holds",
        "in 984 of 3,712 settings": PAGES + "regions.py::test_the_text_tells_what_the_map_holds",
        "in none of 3,712": PAGES + "regions.py::test_the_text_tells_what_the_map_holds",
        "the paper's eleven priors": lambda: [EXPERTS],
        "in 0 of 2,752 settings": PAGES + "regions.py::test_the_text_tells_what_the_map_holds",
        "in 3 of 2,752 with": PAGES + "regions.py::test_the_text_tells_what_the_map_holds",
        "in 13 of 960 settings": PAGES + "regions.py::test_the_text_tells_what_the_map_holds",
        "in 3,887 settings, surely in 2,505": PAGES + "regions.py::test_the_text_tells_what_the_map_holds",
        "in 1,281, surely in 233": PAGES + "regions.py::test_the_text_tells_what_the_map_holds",
        "With α = 1 it is": RIVALS + "alpha_1_is_maximum_likelihood_up_to_ties",
        "with α = 0 plain": RIVALS + "alpha_0_never_leaves_anybody_out",
    },
    "10": {"a hundred games in place of ten": EXAMPLE},
}  # fmt: skip
ENTRIES = [(page, words) for page, entries in CLAIMS.items() for words in entries]


@cache
def text_of(number: str) -> str:
    (path,) = FOLDER.glob(f"{number}_*.ipynb")
    return prose_of(path.name)


@pytest.mark.parametrize("number", sorted(path.name[:2] for path in FOLDER.glob("*.ipynb")))
def test_no_number_stands_in_a_notebook_without_an_entry(number: str) -> None:
    left = claimed_nowhere(text_of(number), list(CLAIMS.get(number, {})))
    assert not left, f"compute these in {__file__}, or name the test that does:\n" + "\n".join(left)


@pytest.mark.parametrize(("number", "words"), ENTRIES, ids=[f"{page}: {words}" for page, words in ENTRIES])
def test_a_number_is_what_is_computed(number: str, words: str) -> None:
    assert words in text_of(number), "these words stand in the notebook no more"
    entry, said = CLAIMS[number][words], numbers_of(words)
    assert said, "no number is in these words"
    if callable(entry):
        computed = entry()
        assert len(computed) == len(said), f"{words!r} says {len(said)} numbers, {len(computed)} were computed"
        for written, value in zip(said, computed, strict=True):
            hedged = any(words[: written.start].endswith(hedge) for hedge in HEDGES)
            close = 0.1 * value if hedged else written.unit / 2
            assert written.value == pytest.approx(value, rel=1e-9, abs=close + 1e-9), f"computed {value}"
    elif entry == LIVE:
        (path,) = FOLDER.glob(f"{number}_*.ipynb")
        assert words in path.read_text(encoding="utf-8").partition('"outputs"')[2]
    elif entry not in (PAPER, EXAMPLE):
        file, _, name = entry.partition("::")
        tests = [node for node in ast.parse((ROOT / file).read_text()).body if isinstance(node, ast.FunctionDef)]
        assert name in [test.name for test in tests], f"there is no {entry}"


def test_a_number_that_nobody_claims_is_found() -> None:
    text = "At step 8, on 14 March, line 12 takes 7% of five hundred (Zhou and Shroff, 2021)."
    assert [left.split()[0] for left in claimed_nowhere(text, [])] == ["'8'", "'7%'", "'five"]
    assert [left.split()[0] for left in claimed_nowhere(text, ["takes 7%"])] == ["'8'", "'five"]
    assert [number.value for number in numbers_of("−1.50, 12% and 7,424; a hundred, sixty")] == [
        -1.5, 0.12, 7424.0, 100.0, 60.0
    ]  # fmt: skip
