"""A kept figure gives valid, repeatable PNG and SVG, fast, and never jumps."""

from __future__ import annotations

import io
import time
import zlib
from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.image import imread
from pictures import PICTURES

from pegp_lite.figures import Canvas, style
from pegp_lite.figures.quick import StampingRenderer, encode_png

pytestmark = pytest.mark.filterwarnings("error")


def two_panels() -> tuple[Canvas, list]:
    canvas = Canvas(columns=(3, 2))
    names = ("posterior", "eliminations")
    return canvas, [canvas.add(PICTURES[n].draw(ax)) for n, ax in zip(names, canvas.axes, strict=True)]


def pixels(png: bytes) -> np.ndarray:
    return np.round(255 * imread(io.BytesIO(png))[:, :, :3]).astype(int)


def test_pngs_hold_the_pixels_they_were_made_of() -> None:
    rng = np.random.default_rng(0)
    given = rng.integers(0, 256, (7, 5, 4)).astype(np.uint8)
    assert np.array_equal(pixels(encode_png(given)), given[:, :, :3])


@pytest.mark.parametrize(("width", "height"), [(1100, 460), (780, 420), (390, 300)])
def test_a_canvas_has_the_pixels_asked_for(width: int, height: int) -> None:
    assert pixels(Canvas(width, height).png()).shape == (height, width, 3)


def test_output_is_the_same_each_time_and_for_each_canvas() -> None:
    (one, _), (two, _) = two_panels(), two_panels()
    assert one.png() == one.png() == two.png()
    assert one.svg() == one.svg() == two.svg()
    assert one.png(dpi=200) == two.png(dpi=200)


def test_saving_leaves_the_quick_picture_as_it_was() -> None:
    canvas, _ = two_panels()
    before = canvas.png()
    canvas.svg()
    assert pixels(canvas.png(dpi=200)).shape == (920, 2200, 3)
    assert canvas.png() == before


def test_svg_is_well_formed_undated_and_complete() -> None:
    canvas, _ = two_panels()
    text = canvas.svg()
    root = ElementTree.fromstring(text)
    assert root.tag.endswith("svg")
    assert b"dc:date" not in text
    alone = Canvas(columns=(3, 2)).svg()
    assert text.count(b"<path") > alone.count(b"<path") + 10, "the moving artists should be saved too"


def test_the_quick_way_shows_what_matplotlib_shows() -> None:
    """Words may sit half a pixel off, everything else is the same."""
    canvas, _ = two_panels()
    quick = pixels(canvas.png())
    FigureCanvasAgg(canvas.figure)
    out = io.BytesIO()
    with style.context():
        canvas.figure.savefig(out, format="png", dpi=100)
    slow = pixels(out.getvalue())
    assert quick.shape == slow.shape
    assert np.abs(quick - slow).mean() < 3
    blocks = [
        np.add.reduceat(np.add.reduceat(each, range(0, 460, 20)), range(0, 1100, 20), axis=1) for each in (quick, slow)
    ]
    assert np.abs(blocks[0] - blocks[1]).max() / 400 < 25


def test_axes_stay_where_they_are() -> None:
    canvas, (posterior, _) = two_panels()
    canvas.png()
    before = [ax.get_position().extents.tolist() for ax in canvas.axes]
    for change in PICTURES["posterior"].changes:
        change(posterior)
        canvas.png()
    assert [ax.get_position().extents.tolist() for ax in canvas.axes] == before


def test_the_background_is_drawn_again_only_when_it_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    canvas, (posterior, eliminations) = two_panels()
    canvas.png()
    drawn = []
    monkeypatch.setattr(FigureCanvasAgg, "draw", lambda self: drawn.append(1))
    eliminations.update([3, 0, 0, 7], now=5)
    canvas.png()
    assert not drawn
    zeros = np.zeros((4, 61))
    posterior.update(zeros, zeros + 40)
    canvas.png()
    assert drawn


def test_words_are_drawn_once_and_then_stamped(monkeypatch: pytest.MonkeyPatch) -> None:
    canvas, (_, eliminations) = two_panels()
    canvas.png()
    made = []
    for name in ("_stamp", "_stamp_whole"):
        monkeypatch.setattr(StampingRenderer, name, lambda *_: made.append(1))
    eliminations.update(np.array([[3, 0, 0, 7], [2, 0, 0, 9], [5, 0, 0, 0]]))
    canvas.png()
    assert not made


def test_an_update_is_much_faster_than_a_plain_save() -> None:
    """About 20 ms against 80 on the machine of its making; here only that it is worth the trouble."""
    canvas, (posterior, _) = two_panels()
    first, _ = PICTURES["posterior"].changes

    def quick() -> None:
        first(posterior)
        canvas.png()

    def plain() -> None:
        first(posterior)
        canvas.figure.savefig(io.BytesIO(), format="png")

    times = {}
    for work in (plain, quick):
        work()
        taken = []
        for _ in range(7):
            start = time.process_time()
            work()
            taken.append(time.process_time() - start)
        times[work.__name__] = min(taken)
    assert times["quick"] < 0.6 * times["plain"], times


def test_chunks_carry_their_checksums() -> None:
    png = Canvas(100, 100).png()
    at, kinds = 8, []
    while at < len(png):
        size = int.from_bytes(png[at : at + 4], "big")
        kind, body = png[at + 4 : at + 8], png[at + 8 : at + 8 + size]
        assert zlib.crc32(kind + body) == int.from_bytes(png[at + 8 + size : at + 12 + size], "big")
        kinds.append(kind)
        at += 12 + size
    assert kinds == [b"IHDR", b"IDAT", b"IEND"]
