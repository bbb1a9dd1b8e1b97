"""The pictures of a comparison tell its numbers, keep words legible, and go by the policies' own names and looks."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib.text import Text as Drawn
from matplotlib.transforms import Bbox

from pegp_lite import Comparison, Prior, PriorElimination, Problem, Random, compare, draw_functions, rbf
from pegp_lite.bandit.looks import faces
from pegp_lite.bandit.players import OURS
from pegp_lite.figures import (
    Axis,
    Bars,
    Line,
    Panel,
    Picture,
    Points,
    Text,
    eliminations_picture,
    pictures_of,
    plain,
    regret_picture,
    svg,
    trust_picture,
    write_figures,
)
from pegp_lite.figures.eliminations import eliminations_panel, eliminations_sentence, median_step
from pegp_lite.figures.limits import round_limits
from pegp_lite.figures.palette import color
from pegp_lite.figures.regret import reached, regret_panel, regret_sentence
from pegp_lite.figures.render.matplotlib import figure
from pegp_lite.figures.trust import trust_panel, trust_sentence
from pegp_lite.figures.words import number, percent, within
from pegp_lite.problems.toy import toy
from pegp_lite.study.compare import SIX
from pegp_lite.study.statistics import estimate, prior_shares

pytestmark = pytest.mark.filterwarnings("error")
X = Axis(low=1, high=9, name="step t")


@cache
def toy_played() -> Comparison:
    return compare(toy(seeds=4, T=30, points=61)).presented(1.0, "", "toy")


@cache
def office_played() -> Comparison:
    """With a unit, on data that are synthetic."""
    return toy_played().presented(0.5, "°C", "synthetic office")


@cache
def crowd(steps: int = 12, priors: int = 19, seeds: int = 2) -> Comparison:
    """Every policy there is, on priors with long names; nobody knows which is right."""
    x = np.linspace(0, 1, 40)
    hills = [3 * np.exp(-((x - at) ** 2) / 0.01) for at in np.linspace(0, 1, priors)]
    rivals = [Prior(f"the {k + 1}th of March, a holiday", hill, rbf(x, 0.1)) for k, hill in enumerate(hills)]
    values = draw_functions(rivals[3 % priors], steps, [np.random.default_rng(s) for s in range(seeds)])
    many = [kind() for kind in OURS.values() if not kind.needs_true_prior]
    return compare(Problem(rivals, values, 0.1), many, seeds)


def drawings() -> dict[str, Picture]:
    """Every picture of a comparison, plain and odd ones."""
    found = {f"toy {name}": each for name, each in pictures_of(toy_played()).items()}
    found |= {f"office {name}": each for name, each in pictures_of(office_played()).items()}
    found |= {f"crowd {name}": each for name, each in pictures_of(crowd()).items()}
    found |= {f"short {name}": each for name, each in pictures_of(crowd(1, 2, 1)).items()}
    return found


DRAWINGS = drawings()


def boxes(picture: Picture) -> list[tuple[str, float, tuple[float, ...]]]:
    """Every word of a picture as matplotlib draws it: the text, its size in pixels, its box as shares of the sheet."""
    drawn = figure(picture)
    drawn.draw_without_rendering()
    size = drawn.bbox.size
    shown = [text for text in drawn.findobj(Drawn) if text.get_visible() and text.get_text().strip()]
    outside = [
        label
        for ax in drawn.axes
        for axis, limits in ((ax.xaxis, ax.get_xlim()), (ax.yaxis, ax.get_ylim()))
        for tick in axis.get_major_ticks()
        if not min(limits) <= tick.get_loc() <= max(limits)
        for label in (tick.label1, tick.label2)
    ]
    return [
        (t.get_text(), t.get_fontsize() / 0.72, tuple((extent(t).get_points() / size).ravel().tolist()))
        for t in shown
        if t not in outside
    ]


def extent(text: Drawn) -> Bbox:
    """The box of the words alone, without a leader."""
    return Drawn.get_window_extent(text)


@pytest.mark.parametrize("name", list(DRAWINGS))
def test_no_word_is_cut_off_or_small(name: str) -> None:
    found = boxes(DRAWINGS[name])
    assert len(found) > 5
    for words, size, (left, low, right, high) in found:
        assert size >= 13, words
        assert left >= 0, words
        assert low >= 0, words
        assert right <= 1, words
        assert high <= 1, words


@pytest.mark.parametrize("name", list(DRAWINGS))
def test_names_of_policies_and_priors_do_not_lie_on_each_other(name: str) -> None:
    """Half of a line's height apart at the least, wherever two stand side by side."""
    picture = DRAWINGS[name]
    (panel,) = picture.panels
    named = {plain(line.label) for line in panel.labelled}
    named |= {plain(mark.words) for mark in panel.marks if isinstance(mark, Text)}
    found = [(words, box) for words, _, box in boxes(picture) if words in named]
    for k, (one, (left, low, right, high)) in enumerate(found):
        for other, (left_, low_, right_, high_) in found[:k]:
            if left < right_ and left_ < right:
                apart = abs((low + high) - (low_ + high_)) / 2
                assert apart >= 0.5 * max(high - low, high_ - low_), f"{one} and {other}"


def test_a_policy_s_name_and_look_are_its_own_and_no_two_are_alike() -> None:
    panel = DRAWINGS["crowd regret"].panels[0]
    curves = [mark for mark in panel.marks if isinstance(mark, Line)]
    played = crowd()
    assert {curve.name for curve in curves} == {played.label(name) for name in played.records}
    assert len({(curve.color, curve.dash, curve.marker) for curve in curves}) == len(curves)
    for curve in curves:
        look = next(face.look for face in played.faces.values() if face.label == curve.name)
        assert (curve.color, curve.marker or "none") == (look.hue, look.marker)


def test_regret_says_where_each_policy_ends() -> None:
    regret = np.ones((4, 10)) * np.array([[1.0], [1.2], [0.8], [1.0]])
    two = {"PE-GP-UCB": estimate(regret.cumsum(axis=1)), "random": estimate(7 * regret.cumsum(axis=1))}
    assert regret_sentence(two) == (
        "After 10 steps the mean cumulative regret of 4 seeds is 10.00 ± 0.82 for PE-GP-UCB and 70.0 ± 5.7 for random."
    )
    alone = {"random": estimate(regret[:1].cumsum(axis=1))}
    assert regret_sentence(alone, unit="°C") == "After 10 steps the cumulative regret (°C) is 10 for random."


def test_games_that_end_leave_the_mean_to_the_others_and_are_counted() -> None:
    regret = np.ones((3, 4))
    regret[0, 2:] = np.nan
    some, none = estimate(regret.cumsum(axis=1)), estimate(np.where(np.arange(4) < 2, regret, np.nan).cumsum(axis=1))
    said = regret_sentence({"PE-GP-UCB": none, "random": some})
    assert "2 for PE-GP-UCB at step 2, where it ends" in said
    assert "4 for random (2 of 3 seeds still in play)" in said
    picture = regret_panel({faces(["Random"])["Random"]: some}, X, Axis(low=0, high=5))
    (line,) = [mark for mark in picture.marks if isinstance(mark, Line)]
    np.testing.assert_array_equal(line.y, [1, 2, 3, 4])


def test_a_picture_of_regret_holds_the_comparison_s_numbers() -> None:
    for played, kind in ((toy_played(), "cumulative"), (office_played(), "average")):
        panel = regret_picture(played).panels[0]
        lines = {mark.name: mark for mark in panel.marks if isinstance(mark, Line)}
        assert len(lines) == len(SIX)
        for name in played.records:
            np.testing.assert_allclose(lines[played.label(name)].y, played.curve(name, kind).mean)
    assert "(°C)" in plain(panel.title)
    assert plain(panel.title).startswith("Average")


def test_a_policy_far_above_is_cut_off_named_where_it_leaves_and_only_then() -> None:
    a, b, c = faces(["a", "b", "c"]).values()

    def level(value: float) -> tuple[np.ndarray, np.ndarray]:
        return value * np.arange(1.0, 10), np.full(9, np.nan)

    far = {a: level(1), b: level(2), c: level(50)}
    top = round_limits(0, reached(far.values()))[1]
    assert top < 50
    panel = regret_panel(far, X, Axis(low=0, high=top))
    (said,) = [mark for mark in panel.marks if isinstance(mark, Text)]
    assert said.words == "c ↑ 450"
    assert float(said.x) == 1
    assert [plain(line.label) for line in panel.labelled] == ["a", "b"]
    near = {a: level(1), b: level(2), c: level(5)}
    assert reached(near.values()) == 45
    assert len(regret_panel(near, X, Axis(low=0, high=45)).labelled) == 3
    assert reached([level(1), level(50)]) == 450, "of two, neither is cut off"
    assert reached([(np.full(3, np.nan),) * 2]) == 1.0


def test_trust_names_favourites_and_leaves_out_those_without() -> None:
    none = np.full(2, np.nan)
    shares = {"PE-GP-UCB": [0.2, 0.8], "maximum likelihood": [0.9, 0.1], "fully Bayesian": none}
    assert trust_sentence(shares, ["0", "7 March"], 1) == (
        "PE-GP-UCB trusted 7 March on 80% of its steps (the true one); "
        "maximum likelihood trusted prior 0 on 90% of its steps and the true one on 10%."
    )
    assert trust_sentence({"fully Bayesian": none}, ["0", "1"]) == "No policy trusts a single prior."


def test_a_picture_of_trust_holds_the_comparison_s_numbers_upright_and_flat() -> None:
    played = toy_played()
    (panel,) = trust_picture(played).panels
    bars = [mark for mark in panel.marks if isinstance(mark, Bars)][1:]
    names = ["PriorElimination", "MaximumLikelihood", "RegretBalancing"]
    for bar, name in zip(bars, names, strict=True):  # nobody who averages, was told, or draws at random
        np.testing.assert_allclose(bar.x1, prior_shares(played[name], 11).mean(axis=0))
        assert bar.color == played.faces[name].look.hue
    shares = {played.faces[name]: played.shares(name) for name in names}
    upright = trust_panel(shares, played.prior_names, played.prior_names, true=2)
    for flat, up in zip(bars, [mark for mark in upright.marks if isinstance(mark, Bars)][1:], strict=True):
        np.testing.assert_array_equal(flat.x1, up.y1)
        np.testing.assert_array_equal(flat.y1, up.x1)
    with pytest.raises(ValueError, match="none of Random chose whom to trust"):
        trust_picture(compare(toy(seeds=2, T=5, points=61), [Random()]))


def test_eliminations_tell_who_went_when() -> None:
    gone = np.array([[3, 0, 0], [5, 0, 2], [4, 0, 0]])
    assert median_step(gone).tolist() == [4, 0, 0]
    assert eliminations_sentence(gone, ["a", "b", "c"], 9, 1) == (
        "By step 9, 1 of 3 priors are out in at least half of 3 seeds: a (step 4); "
        "the true one, b, lives in 3 of 3 seeds."
    )
    said = eliminations_sentence(gone[1], ["3", "b", "c"], 9)
    assert said == "By step 9, 2 of 3 priors are out: c (step 2) and prior 3 (step 5)."
    panel = eliminations_panel(gone, ["a", "b", "c"], 9, 1)
    first, second, third = [mark for mark in panel.marks if isinstance(mark, Bars)]
    np.testing.assert_allclose((first.y1 - first.y0) / 0.72, [1, 2 / 3, 1 / 3, 0])
    np.testing.assert_array_equal(first.x0, [0, 3, 4, 5])
    assert second.color == "truth"
    assert float(third.x1[-1]) == 9
    (cross,) = [mark for mark in panel.marks if isinstance(mark, Points)]
    assert (cross.x.tolist(), cross.y.tolist()) == ([4], [0])
    notes = [mark.words for mark in panel.marks if isinstance(mark, Text)]
    assert notes == ["out in all by step 5", "alive in 100%", "alive in 67%"]
    assert panel.y.labels == ("a", "b (true)", "c")


def test_the_picture_of_eliminations_is_the_record_s() -> None:
    played = toy_played()
    picture = eliminations_picture(played, "PriorElimination")
    gone = played["PriorElimination"].eliminated_at
    assert picture.sentence == eliminations_sentence(gone, played.prior_names, 30, 2)
    assert plain(picture.title) == "toy, PE-GP-UCB, 4 seeds"


def test_synthetic_data_are_loud_on_the_face_of_every_file(tmp_path: Path) -> None:
    for picture in pictures_of(office_played()).values():
        (title,) = picture.title
        assert (title.color, title.bold) == ("bad", True)
        assert "synthetic office, " in title.text
        assert title.text in svg(picture).decode()
        assert to_bad(picture)
    for picture in pictures_of(toy_played()).values():
        assert picture.title[0].color == "ink"
        assert not to_bad(picture)


def to_bad(picture: Picture) -> bool:
    """Whether matplotlib writes the title in the colour of what is bad."""
    drawn = figure(picture)
    return drawn.get_suptitle() == plain(picture.title) and color("bad") in {
        text.get_color() for text in drawn.findobj(Drawn) if text.get_text() == plain(picture.title)
    }


def test_files_are_written_whole_and_the_same_each_time(tmp_path: Path) -> None:
    played = compare(toy(seeds=2, T=8, points=61), [PriorElimination(), Random()])
    written = write_figures(played, tmp_path)
    assert {path.name for path in written} >= {"regret.png", "regret.svg", "selection.png", "selection.svg"}
    before = {path: path.read_bytes() for path in written}
    write_figures(played, tmp_path)
    assert {path: path.read_bytes() for path in written} == before
    for path in written:
        if path.suffix == ".svg":
            assert ElementTree.fromstring(before[path]).tag.endswith("svg")
            assert b"dc:date" not in before[path]
    assert "random" in (tmp_path / "regret.svg").read_text(), "an SVG keeps its words as text"


def test_without_matplotlib_pictures_are_made_and_files_say_what_is_missing() -> None:
    script = """
import sys
sys.modules["matplotlib"] = None
from pegp_lite import PriorElimination, compare
from pegp_lite.figures import pictures_of, png
from pegp_lite.problems.toy import toy
found = pictures_of(compare(toy(seeds=2, T=8, points=61), [PriorElimination()]))
print(len(found["regret"].panels))
try:
    png(found["regret"])
except ModuleNotFoundError as error:
    print(error)
"""
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines() == ["1", "files of pictures need matplotlib: pip install 'pegp_lite[plot]'"]


def test_nothing_loads_matplotlib_before_a_file_is_asked_for_and_pyplot_never() -> None:
    script = """
import sys
from pegp_lite.figures import Axis, Panel, Picture, svg
import pegp_lite.pages.page
before = "matplotlib" in sys.modules
svg(Picture(panels=(Panel(x=Axis(low=0, high=1), y=Axis(low=0, high=1)),), sentence="Nothing."))
print(before, "matplotlib" in sys.modules, "matplotlib.pyplot" in sys.modules)
"""
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["False", "True", "False"]


def test_limits_are_round_and_hold_the_data() -> None:
    assert round_limits(0, 34) == (0, 40)
    assert round_limits(-0.3, 0.9) == (-0.5, 1.0)
    assert round_limits(5, 5) == (5, 6)
    assert round_limits(np.nan, 1) == (0, 1)


def test_numbers_read_well() -> None:
    assert [number(v) for v in (0, -0.0, 13.53, 0.042, 1234.5, -2, 0.5, 1e-7)] == [
        "0", "0", "13.5", "0.042", "1,234", "−2", "0.5", "1.00e−07",
    ]  # fmt: skip
    assert within(13.46, 0.532) == "13.46 ± 0.53"
    assert within(0.2228, 0.00998) == "0.223 ± 0.010"  # the error's own rounding adds no figure
    assert [percent(v) for v in (0, 0.001, 0.5, 0.999, 1)] == ["0%", "under 1%", "50%", "over 99%", "100%"]


def test_a_title_s_note_stands_behind_it_and_lighter() -> None:
    panel = Panel(x=X, y=Axis(low=0, high=1), title="Regret", note="mean of 3 games")
    drawn = figure(Picture(panels=(panel,), sentence=""))
    drawn.draw_without_rendering()
    title, note = (next(t for t in drawn.findobj(Drawn) if t.get_text() == words) for words in ("Regret", panel.note))
    assert note.get_window_extent().x0 > title.get_window_extent().x1
    assert (title.get_fontweight(), note.get_fontweight()) == ("bold", "normal")
    lone = figure(Picture(panels=(replace(panel, title=""),), sentence=""))
    assert panel.note in [t.get_text() for t in lone.findobj(Drawn)]
