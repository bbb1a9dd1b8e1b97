"""Page 02 without a browser: star or diamond, who is tested, and the sums, against formulas of their own."""

from __future__ import annotations

import math

import numpy as np
import pytest
from drawn import drawn
from prose import FOLDER, SETTING
from reference import beta, posterior, xi

from pegp_lite import Prior, rbf
from pegp_lite.figures.marks import Handle, Wall
from pegp_lite.figures.picture import Panel
from pegp_lite.figures.render.browser import described
from pegp_lite.figures.words import number
from pegp_lite.pages.lessons.star.lesson import StarAndDiamond, star_and_diamond
from pegp_lite.pages.lessons.star.model import EARLIER, POINTS, USES, luck, meet, sum_up
from pegp_lite.pages.lessons.star.sums_view import sums_of_state
from pegp_lite.pages.live import Hand
from pegp_lite.pages.page import Page

OTHER = {"y": 0.6, "x": 0.6, "height": 1.0, "earlier": 2, "noise": 0.3, "delta": 0.01}
OTHER_SUMS = {"miss": 2.0, "width": 0.5, "noise": 0.6, "quiet": 5, "luck": 4, "per_use": False}


@pytest.fixture
def lesson() -> StarAndDiamond:
    """The page after both predictions."""
    lesson = star_and_diamond("")
    lesson.prediction.commit(None)
    lesson.late.commit(None)
    return lesson


@pytest.mark.parametrize("name", OTHER)
def test_every_control_changes_picture_and_sentence(lesson: StarAndDiamond, name: str) -> None:
    picture, sentence = drawn(lesson.page), lesson.page.sentence
    lesson.page.set(**{name: OTHER[name]})
    assert drawn(lesson.page) != picture
    assert lesson.page.sentence != sentence or name in ("earlier", "delta")


@pytest.mark.parametrize("name", OTHER_SUMS)
def test_every_control_of_the_sums_does_too(lesson: StarAndDiamond, name: str) -> None:
    picture, sentence = drawn(lesson.sums), lesson.sums.sentence
    lesson.sums.set(**{name: OTHER_SUMS[name]})
    assert drawn(lesson.sums) != picture
    assert lesson.sums.sentence != sentence


def test_nothing_tells_before_the_reader_has_answered() -> None:
    lesson = star_and_diamond("")
    for page in (lesson.page, lesson.sums):
        layout, _ = described(page.figure.picture)
        told = str(layout) + page.sentence + str(lesson.prediction.card) + str(lesson.late.card)
        for word in ("star", "diamond", "kept", "keeps", "not tested", "out at", "rejected", "23 uses"):
            assert word not in told.replace("in both bands", "").replace("'glyph': 'star'", "").replace(
                "'glyph': 'diamond'", ""
            ), word


@pytest.mark.parametrize("earlier", range(len(EARLIER) + 1))
@pytest.mark.parametrize(("x", "y"), [(0.3, 2.0), (0.3, 0.3), (1.0, 5.0), (0.0, -2.0), (0.55, 0.0)])
def test_a_meeting_is_the_paper_s_arithmetic(x: float, y: float, earlier: int) -> None:
    now = meet(x, y, 4.0, earlier, 0.1, 0.1)
    line = np.linspace(0, 1, POINTS)
    hill = 4.0 * np.exp(-((line - 0.3) ** 2) / (2 * 0.09**2))
    points, values = [round(100 * a) for a, _ in EARLIER[:earlier]], [b for _, b in EARLIER[:earlier]]
    at, upper = round(100 * x), []
    for p, mean in enumerate((hill, np.zeros(POINTS))):
        expected, std, _ = posterior(Prior("p", mean, 0.25 * rbf(line, 0.02)), points, values, earlier + 1, 0.1)
        half = beta(earlier + 1, POINTS, 0.1) * std
        assert now.mean[p] == pytest.approx(expected, abs=1e-7)
        assert now.half_width[p] == pytest.approx(half, abs=1e-5)
        assert now.error[p] == pytest.approx(y - expected[at], abs=1e-7)
        assert now.inside[p] == (abs(y - expected[at]) <= half[at])
        allowed = half[at] + math.sqrt(xi(earlier + 1, 2, 0.1, 0.1))
        assert now.rejected[p] == (abs(y - expected[at]) > allowed)
        upper.append(expected[at] + half[at])
    assert now.trusted == (None if abs(upper[0] - upper[1]) < 1e-9 else int(upper[1] > upper[0]))


def accounts(page: Page) -> Panel:
    return page.figure.picture.panels[1]


def point(page: Page) -> Handle:
    return page.figure.picture.handles["point"]


@pytest.mark.parametrize(
    ("y", "glyph", "kind", "verdict"),
    [
        (2.0, "star", "A star.", "trusts GP1, tests only GP1, and keeps it"),
        (3.5, "diamond", "lies in the band of GP1 only", "keeps it"),
        (0.6, "diamond", "lies in the band of GP2 only", "throws it out"),
    ],
)
def test_the_sentence_says_what_the_picture_shows(
    lesson: StarAndDiamond, y: float, glyph: str, kind: str, verdict: str
) -> None:
    lesson.page.set(y=y)
    now = meet(**lesson.page.state)
    assert kind in lesson.page.sentence
    assert verdict in lesson.page.sentence
    assert point(lesson.page).glyph == glyph
    walls = [mark for mark in accounts(lesson.page).marks if isinstance(mark, Wall)]
    for wall, error, width in zip(walls, now.error, now.width, strict=True):
        assert wall.error == pytest.approx(abs(error))
        assert wall.track + wall.noise == pytest.approx(width + now.noise)
    allowed = float(now.width[0] + now.noise)
    assert f"off by {number(abs(float(now.error[0])))} of {number(allowed)} allowed" in lesson.page.sentence


def test_only_the_trusted_model_is_judged(lesson: StarAndDiamond) -> None:
    def said() -> list[str]:
        return ["".join(run.text for run in words) for words in accounts(lesson.page).y.labels]

    assert said() == ["GP1  ✓ kept", "GP2  – not tested"]
    lesson.page.set(y=0.0)
    assert said() == ["GP1  ✗ out", "GP2  – not tested"]
    lesson.page.set(height=0.0, y=6.0)
    assert said() == ["GP1  ✗ out", "GP2  ✗ out"]
    assert point(lesson.page).glyph == "cross"
    assert "either may be the one trusted" in lesson.page.sentence


def test_a_hand_moves_the_point_and_the_hill(lesson: StarAndDiamond) -> None:
    lesson.page.figure.value = {"key": "point", "x": 0.42, "y": 1.1, "told": 1}
    assert (lesson.page.state["x"], lesson.page.state["y"]) == (0.42, 1.1)
    lesson.page.figure.value = {"key": "point", "x": 7, "y": -99, "told": 2}
    assert (lesson.page.state["x"], lesson.page.state["y"]) == (1.0, -2.0)
    hill = lesson.page.figure.picture.handles["hill"]
    lesson.page.figure.value = {"key": "hill", "y": float(hill.y) - 1.5, "told": 3}
    assert lesson.page.state["height"] == pytest.approx(2.5)
    lesson.sums.figure.value = {"key": "miss", "y": 2.05, "told": 4}
    assert lesson.sums.state["miss"] == 2.05


def test_before_the_answer_a_hand_tells_nothing() -> None:
    page = star_and_diamond("").page
    page.scene.moved(Hand("point", 0.3, 2.0), page.state)
    page.figure.value = {"key": "point", "x": 0.3, "y": 2.0, "told": 1}
    assert "star" not in page.sentence
    assert point(page).glyph == "ring"


def test_a_miss_outside_the_band_may_be_forgiven_as_noise(lesson: StarAndDiamond) -> None:
    now = meet(0.3, 1.3, 4.0, 4, 0.1, 0.1)
    assert not now.inside[0]
    assert not now.rejected[0]


def test_bands_stay_on_the_axes_at_all_ends(lesson: StarAndDiamond) -> None:
    axis = lesson.page.figure.picture.panels[0].y
    for height in (0.0, 5.0):
        for earlier in (0, len(EARLIER)):
            now = meet(0.5, 0.0, height, earlier, 0.5, 0.001)
            assert axis.low < (now.mean - now.half_width).min()
            assert (now.mean + now.half_width).max() < axis.high


def test_table_reset_address_and_said_at(lesson: StarAndDiamond) -> None:
    header, rows = lesson.page.scene.table(lesson.page.state)
    now = meet(**lesson.page.state)
    assert len(rows) == POINTS
    assert all(len(row) == len(header) for row in rows)
    assert rows[0][7:] == ["GP1", pytest.approx(abs(now.error[0])), pytest.approx(now.width[0]), now.noise]
    assert rows[30][:3] == pytest.approx([0.3, now.mean[0, 30], now.mean[0, 30] - now.half_width[0, 30]])
    first = lesson.page.sentence
    assert lesson.page.said_at(y=0.0) != first
    assert lesson.page.sentence == first
    lesson.page.set(y=0.5, x=0.42)
    assert lesson.page.query == "y=0.5&x=0.42"
    other = star_and_diamond("y=0.5&x=0.42&sum_miss=2").page
    other.uncover()
    assert other.sentence == lesson.page.sentence
    lesson.page.reset_button.click()
    assert lesson.page.sentence == first
    assert star_and_diamond("y=0.5&sum_miss=2").sums.state["miss"] == 2.0


def test_the_sums_are_line_twelve(lesson: StarAndDiamond) -> None:
    noise = luck(2)
    sums = sum_up(1.3, 1.0, 0.3, 4, noise)
    total, rejected = 0.0, 0
    for n in range(1, USES + 1):
        total += 0.3 * noise[n - 1] + (1.3 if n > 4 else 0.0)
        allowed = math.sqrt(xi(n, 2, 0.3, 0.1) * n) + n * 1.0
        assert sums.errors[n - 1] == pytest.approx(abs(total))
        assert sums.allowed[n - 1] == pytest.approx(allowed)
        rejected = rejected or (n if abs(total) > allowed else 0)
    assert sums.rejected_at == rejected
    lesson.sums.set(quiet=4)
    assert (f"rejected at use {rejected}" if rejected else "still kept") in lesson.sums.sentence
    header, rows = lesson.sums.scene.table(lesson.sums.state)
    assert header[0] == "use"
    assert rows[9][1:] == pytest.approx([sums.errors[9], sums.noise[9], sums.widths[9], sums.allowed[9]])


def test_an_error_within_the_band_is_never_found_out() -> None:
    for miss in (0.0, 0.5, 1.0):
        assert sum_up(miss, 1.0, 0.3, 0, np.zeros(5000)).rejected_at == 0
    assert sum_up(1.05, 1.0, 0.3, 0, np.zeros(5000)).rejected_at > USES


def test_the_view_by_use_shows_the_same_test(lesson: StarAndDiamond) -> None:
    by_use = lesson.sums.sentence
    lesson.sums.set(per_use=False)
    assert by_use.split(":")[0] == lesson.sums.sentence.split(":")[0]
    sums = sums_of_state(lesson.sums.state)
    last = sums.rejected_at - 1
    assert f"sum to {sums.errors[last]:.4g} against {sums.allowed[last]:.4g} allowed" in lesson.sums.sentence
    assert f"average to {sums.errors[last] / (last + 1):.4g}" in by_use


def test_questions_answer() -> None:
    lesson = star_and_diamond("")
    assert lesson.page.covered
    lesson.prediction.value = {"choice": 0, "told": 1}
    assert lesson.prediction.card["lead"].startswith("✗ Not so.")
    assert "nobody had trusted GP2" in lesson.prediction.card["reply"]
    assert not lesson.page.covered
    lesson.prediction.value = {"choice": 1, "told": 2}
    assert lesson.prediction.card["mine"] == 0, "a choice, once revealed, stays"
    lesson.late.value = {"show": True, "told": 1}
    assert (lesson.late.card["mine"], lesson.late.card["right"]) == (None, 1)
    assert "23 uses" in lesson.late.card["reply"]
    n = np.arange(1, 50)
    right = n[n / 2 > np.sqrt(n)][0]
    for answer, state in (("4", "wrong"), ("five", "wrong"), (str(right), "right")):
        lesson.exercise.value = {"answer": answer, "told": answer}
        assert lesson.exercise.card["state"] == state


def test_the_three_phrases_put_a_star_a_diamond_and_a_point_in_no_band() -> None:
    prose = (FOLDER / "02_star_and_diamond.ipynb").read_text(encoding="utf-8")
    found = []
    for _, query in SETTING.findall(prose)[:3]:
        page = star_and_diamond(query).page
        page.uncover()
        found.append(page.sentence.split(".")[0])
    assert found == ["A star", "A diamond", "In no band"]
