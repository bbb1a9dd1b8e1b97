"""Drawings change their artists' data and nothing else, fit their figure, and say what they show."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from matplotlib.text import Text
from pictures import NAMES, PICTURES, PRIORS, SENSORS, X, curves, models, temperatures

from pegp_lite import figures as f
from pegp_lite.figures.drawing import boxes, spans, spread
from pegp_lite.figures.elimination import median_step
from pegp_lite.figures.floor import place_sensors
from pegp_lite.figures.limits import round_limits
from pegp_lite.figures.words import number, percent, within

pytestmark = pytest.mark.filterwarnings("error")
EVERY = pytest.mark.parametrize("name", list(PICTURES))
SIZES = pytest.mark.parametrize(("width", "height"), [(1100, 460), (780, 420)])


def drawn(name: str, width: int = 780, height: int = 420) -> tuple[f.Canvas, f.Drawing]:
    canvas = f.Canvas(width, height)
    return canvas, canvas.add(PICTURES[name].draw(canvas.axes[0]))


def artists(canvas: f.Canvas) -> list[int]:
    """The identities of all artists but the ticks, whose number follows the limits."""
    ticks = {id(a) for ax in canvas.figure.axes for axis in (ax.xaxis, ax.yaxis) for a in axis.findobj()}
    return sorted(id(artist) for artist in canvas.figure.findobj() if id(artist) not in ticks)


def words_of(canvas: f.Canvas) -> list[Text]:
    return [t for t in canvas.figure.findobj(Text) if t.get_visible() and t.get_text().strip()]


@EVERY
def test_an_update_makes_no_artist_and_changes_the_picture(name: str) -> None:
    canvas, drawing = drawn(name)
    seen, before = {canvas.png()}, artists(canvas)
    said = {drawing.describe()}
    for change in PICTURES[name].changes:
        change(drawing)
        seen.add(canvas.png())
        said.add(drawing.describe())
        assert artists(canvas) == before
    assert len(seen) == len(said) == 1 + len(PICTURES[name].changes)


@EVERY
def test_the_same_state_gives_the_same_picture_by_any_way(name: str) -> None:
    """What is drawn over a kept background is what a new figure shows, and the order of updates leaves no trace."""
    first, second = PICTURES[name].changes
    canvas, drawing = drawn(name)
    fresh, new = drawn(name)
    canvas.png()
    for change in (first, second, first):
        change(drawing)
        canvas.png()
    fresh.settle()
    first(new)
    assert canvas.png() == fresh.png()
    assert drawing.describe() == new.describe()


@EVERY
@SIZES
def test_no_word_is_cut_off_or_small(name: str, width: int, height: int) -> None:
    canvas, drawing = drawn(name, width, height)
    canvas.png()
    for change in (lambda _: None, *PICTURES[name].changes):
        change(drawing)
        canvas.png()
        for text in words_of(canvas):
            assert text.get_fontsize() >= 11
            box = text.get_window_extent()
            ticks = not text.get_in_layout() or not box.width
            inside = box.x0 >= 0 and box.y0 >= 0 and box.x1 <= width and box.y1 <= height
            assert inside or ticks or not on_axis(canvas, text), f"{text.get_text()!r} at {box.extents}"


def on_axis(canvas: f.Canvas, text: Text) -> bool:
    """Whether a text is shown: tick labels beyond the limits are not."""
    for ax in canvas.figure.axes:
        for axis, low, high in ((ax.xaxis, *ax.get_xlim()), (ax.yaxis, *ax.get_ylim())):
            for tick in (*axis.get_major_ticks(), *axis.get_minor_ticks()):
                if text in (tick.label1, tick.label2):
                    return ax.axison and min(low, high) <= tick.get_loc() <= max(low, high)
    return True


@EVERY
def test_labels_of_a_column_do_not_overlap(name: str) -> None:
    canvas, drawing = drawn(name)
    canvas.png()
    moving = [a for a in drawing.moving if isinstance(a, Text) and a.get_visible() and a.get_text()]
    middles = sorted((t.get_window_extent().y0 + t.get_window_extent().y1) / 2 for t in moving)
    assert all(np.diff(middles) >= 11.5)


def test_nothing_imports_pyplot() -> None:
    script = "import sys, pegp_lite.figures; sys.exit('matplotlib.pyplot' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


@EVERY
@pytest.mark.parametrize("columns", [(1, 1), (3, 2)])
def test_a_panel_beside_another_keeps_its_words_inside(name: str, columns: tuple[int, int]) -> None:
    canvas = f.Canvas(columns=columns)
    for ax, each in zip(canvas.axes, ("regret", name), strict=True):
        canvas.add(PICTURES[each].draw(ax))
    canvas.png()
    for text in words_of(canvas):
        box = text.get_window_extent()
        inside = box.x0 >= 0 and box.x1 <= 1100 and box.y0 >= 0 and box.y1 <= 460
        assert inside or not on_axis(canvas, text), f"{text.get_text()!r} at {box.extents}"
    drawn_on = canvas.axes[1].get_window_extent()
    assert drawn_on.width >= 120, "the labels should leave room for the picture"


def test_regret_says_where_each_policy_ends() -> None:
    regret = np.ones((4, 10)) * np.array([[1.0], [1.2], [0.8], [1.0]])
    two = {"PriorElimination": f.curve_of(regret), "Random": f.curve_of(7 * regret)}
    said = f.draw_regret(f.Canvas().axes[0], two).describe()
    assert said == (
        "After 10 steps the mean cumulative regret of 4 seeds is 10.00 ± 0.82 for PE-GP-UCB and 70.0 ± 5.7 for random."
    )


def test_seeds_that_end_leave_the_mean_to_the_others_and_are_counted() -> None:
    regret = np.ones((3, 4))
    regret[0, 2:] = np.nan
    curve = f.curve_of(regret)
    assert curve.mean.tolist() == [1, 2, 3, 4]
    assert (curve.seeds, curve.ended, curve.last) == (3, 1, 3)
    all_gone = f.curve_of(np.where(np.arange(4) < 2, regret, np.nan))
    assert all_gone.last == 1
    said = f.draw_regret(f.Canvas().axes[0], {"PriorElimination": all_gone, "Random": curve}).describe()
    assert "2 at step 2, where it ends for" not in said
    assert "2 for PE-GP-UCB at step 2, where it ends" in said
    assert "(2 of 3 seeds still in play)" in said


def test_average_regret_divides_by_the_step() -> None:
    assert f.curve_of([[1.0, 3.0, 5.0]], average=True).mean.tolist() == [1, 2, 3]


def test_a_policy_far_above_is_cut_off_with_an_arrow_and_only_then() -> None:
    flat = {name: f.curve_of(np.ones((2, 9)) * level) for name, level in zip("abc", (1, 2, 50), strict=True)}
    drawing = f.draw_regret(f.Canvas().axes[0], flat)
    assert drawing.cut == (False, False, True)
    assert drawing.ax.get_ylim()[1] < 50
    drawing.update({**flat, "c": f.curve_of(np.ones((2, 9)) * 3)})
    assert drawing.cut == (False, False, False)


def test_selection_names_favourites_and_leaves_out_those_without() -> None:
    none = np.full(2, np.nan)
    shares = {"PriorElimination": [0.2, 0.8], "MaximumLikelihood": [0.9, 0.1], "FullyBayesian": none}
    said = f.draw_selection(f.Canvas().axes[0], shares, ["0", "7 March"], 1).describe()
    assert said == (
        "PE-GP-UCB trusted 7 March on 80% of its steps (the true one); "
        "maximum likelihood trusted prior 0 on 90% of its steps and the true one on 10%."
    )
    assert np.allclose(f.shares_of([[0, 1, 1, -1]], 3), [1 / 3, 2 / 3, 0])
    assert np.isnan(f.shares_of([[-1, -1]], 3)).all()


def test_eliminations_tell_who_went_when() -> None:
    gone = np.array([[3, 0, 0], [5, 0, 2], [4, 0, 0]])
    assert median_step(gone).tolist() == [4, 0, 0]
    said = f.draw_eliminations(f.Canvas().axes[0], gone, ["a", "b", "c"], 9, 1).describe()
    assert said == (
        "By step 9, 1 of 3 priors are out in at least half of 3 seeds: a (step 4); "
        "the true one, b, lives in 3 of 3 seeds."
    )
    drawing = f.draw_eliminations(f.Canvas().axes[0], gone[1], ["a", "b", "c"], 9, 1, now=4)
    assert drawing.describe() == "By step 4, 1 of 3 priors are out: c (step 2); the true one, b, lives."


def test_posterior_says_what_the_trusted_prior_expects() -> None:
    mean = np.array([X, 1 - X])
    state = {"mean": mean, "half_width": np.full(mean.shape, 0.25), "point": 30, "prior": 1, "step": 4}
    said = f.draw_posterior(f.Canvas().axes[0], X, ["0", "up"], seen=([0.1], [0.2]), **state).describe()
    assert said == (
        "Step 4: 2 of 2 priors alive, 1 observation; the next look goes to x = 0.5, where up expects 0.25 to 0.75."
    )


def test_a_star_lies_in_both_bands_and_a_diamond_in_one() -> None:
    drawing = f.draw_star_diamond(f.Canvas().axes[0], X, *models(0.0), ([], []), ([0.5, 0.9, 0.5], [0.5, 1.2, 5.0]))
    assert drawing.kinds.tolist() == [2, 1, 0]
    said = drawing.describe()
    assert "0.5 at x = 0.5 is a star" in said
    assert "1.2 at x = 0.9 is a diamond: it lies outside the band of GP2" in said
    assert "5 at x = 0.5 is outside every band" in said


def test_the_allowance_rejects_what_exceeds_it() -> None:
    drawing = f.draw_allowance(f.Canvas().axes[0], ["a", "b"], [-2.0, 1.0], [0.5, 0.5], [1.0, 1.0])
    assert drawing.rejected.tolist() == [True, False]
    assert drawing.describe() == "Summed errors: a 2 of 1.5 allowed, rejected; b 1 of 1.5 allowed, kept."


def test_the_floor_plan_says_synthetic_in_picture_and_words() -> None:
    canvas = f.Canvas()
    values = np.arange(12.0) + 15
    values[2] = np.nan
    drawing = f.draw_floor(canvas.axes[0], SENSORS, None, values, 0, "9:00", synthetic=True)
    assert drawing.describe() == (
        "Synthetic data. 9:00: sensor 12 is hottest with 26 °C; "
        "asked was sensor 1 with 15 °C, 11 below; 1 sensor silent."
    )
    assert "synthetic" in [text.get_text() for text in words_of(canvas)]
    real = f.draw_floor(f.Canvas().axes[0], SENSORS, None, temperatures(0))
    assert "ynthetic" not in real.describe()


def test_sensors_without_a_place_line_up_below_the_others() -> None:
    places, known = place_sensors([[0, 0], [4, 6], [np.nan, 1]], 3)
    assert known.tolist() == [True, True, False]
    assert places[2].tolist() == [2.0, pytest.approx(-0.9)]
    grid, known = place_sensors(None, 7)
    assert not known.any()
    assert len({tuple(place) for place in grid}) == 7


@pytest.mark.parametrize("steps", [1, 2])
def test_one_prior_and_one_step_are_enough(steps: int) -> None:
    one = {"PriorElimination": f.curve_of(np.ones((1, steps)))}
    for draw in (
        lambda ax: f.draw_regret(ax, one),
        lambda ax: f.draw_selection(ax, {"PriorElimination": [1.0]}, ["0"], 0),
        lambda ax: f.draw_eliminations(ax, [0], ["0"], steps, 0),
        lambda ax: f.draw_eliminations(ax, [1], ["0"], steps),
        lambda ax: f.draw_prior_means(ax, X, PRIORS[:1], 0),
        lambda ax: f.draw_posterior(ax, X[:1], ["0"], mean=[[1.0]], half_width=[[0.2]], point=0, prior=0),
        lambda ax: f.draw_floor(ax, ["1"], [[3.0, 4.0]], [21.0], 0),
    ):
        canvas = f.Canvas()
        drawing = canvas.add(draw(canvas.axes[0]))
        assert canvas.png()
        assert drawing.describe().endswith(".")


def test_many_priors_stay_legible() -> None:
    names = [f"{day} March" for day in range(1, 20)]
    looks = [f.prior_look(k, name) for k, name in enumerate(names)]
    assert len({(look.color, look.linestyle) for look in looks}) == len(names)
    canvas = f.Canvas(780, 420)
    mean = np.arange(19)[:, None] + X
    canvas.add(f.draw_posterior(canvas.axes[0], X, names, mean=mean, half_width=0 * mean))
    canvas.png()
    assert all(text.get_window_extent().x1 <= 780 and text.get_window_extent().y0 >= 0 for text in words_of(canvas))


def test_dead_priors_are_crossed_out_in_the_key() -> None:
    canvas = f.Canvas()
    zeros = np.zeros((4, len(X)))
    drawing = canvas.add(f.draw_posterior(canvas.axes[0], X, NAMES, mean=zeros, half_width=zeros + 1))
    before = canvas.png()
    drawing.update(zeros, zeros + 1, alive=[True, True, False, True])
    assert canvas.png() != before
    handles = canvas.axes[0].get_legend().legend_handles
    assert [handle.get_marker() for handle in handles[:4]] == ["", "", "x", ""]


def test_labels_spread_keep_order_and_distance() -> None:
    rng = np.random.default_rng(0)
    for _ in range(200):
        places = rng.random(rng.integers(1, 9))
        moved = spread(places, 0.1, 0.0, 1.0)
        order = np.argsort(places, kind="stable")
        assert (np.diff(moved[order]) >= 0.1 - 1e-9).all()
        assert moved.min() >= -1e-9
        assert moved.max() <= 1 + 1e-9
    assert np.array_equal(spread(np.array([0.2, np.nan, 0.8]), 0.1, 0, 1), [0.2, np.nan, 0.8], equal_nan=True)


def test_limits_are_round_and_hold_the_data() -> None:
    assert round_limits(0, 34) == (0, 40)
    assert round_limits(-0.3, 0.9) == (-0.5, 1.0)
    assert round_limits(5, 5) == (5, 6)
    assert round_limits(np.nan, 1) == (0, 1)


def test_shapes() -> None:
    assert boxes([0.0, 1.0], [1.0, np.nan], 0.0, 2.0).tolist()[0] == [[0, 0], [0, 2], [1, 2], [1, 0]]
    runs = spans(np.arange(5.0), np.array([True, True, False, False, True]))
    assert [(run[0, 0], run[2, 0]) for run in runs] == [(-0.5, 1.5), (3.5, 4.5)]


def test_numbers_read_well() -> None:
    assert [number(v) for v in (0, -0.0, 13.53, 0.042, 1234.5, -2, 0.5, 1e-7)] == [
        "0", "0", "13.5", "0.042", "1,234", "−2", "0.5", "1.00e−07",
    ]  # fmt: skip
    assert within(13.46, 0.532) == "13.46 ± 0.53"
    assert [percent(v) for v in (0, 0.001, 0.5, 0.999, 1)] == ["0%", "under 1%", "50%", "over 99%", "100%"]


def test_curves_of_another_length_are_fine() -> None:
    drawing = f.draw_regret(f.Canvas().axes[0], curves(1.0))
    drawing.update(curves(1.0, steps=7))
    assert drawing.ax.get_xlim() == (1, 7)
