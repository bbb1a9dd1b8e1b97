"""A figure that is kept: made once without pyplot, then only what moved is drawn again and packed as PNG."""

from __future__ import annotations

import io
from collections.abc import Hashable, Sequence
from typing import Any, TypeVar, cast

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from pegp_lite.figures import style
from pegp_lite.figures.drawing import Drawing
from pegp_lite.figures.quick import QuickCanvas, encode_png

D = TypeVar("D", bound=Drawing)
TICK_ROOM = 0.5  # inches kept for the labels of a y axis, so that growing numbers do not run off the figure


class Canvas:
    """A figure of `width` x `height` pixels at 100 dpi with a grid of axes, and the drawings on it.

    `png()` draws the background once (axes, grid, words) and keeps it; each further call lays the moving artists
    over it, unless limits or a drawing's `fixed_state` changed. The layout is found once, at the first picture,
    and stays: nothing jumps.
    """

    def __init__(
        self, width: int = 1100, height: int = 460, columns: Sequence[float] = (1,), rows: Sequence[float] = (1,)
    ) -> None:
        with style.context():
            self.figure = Figure(figsize=(width / 100 + 1e-9, height / 100 + 1e-9), dpi=100, layout="constrained")
            self._agg = QuickCanvas(self.figure)
            made = self.figure.subplots(
                len(rows), len(columns), squeeze=False, width_ratios=list(columns), height_ratios=list(rows)
            )
        self.axes: tuple[Axes, ...] = tuple(made.ravel())
        engine = cast(Any, self.figure.get_layout_engine())
        engine.set(w_pad=0.08, h_pad=0.08, wspace=0.02, hspace=0.02)
        style.apply_style(self.figure)
        self._drawings: list[Drawing] = []
        self._settled = False
        self._background: Any = None
        self._background_of: Hashable = None

    def add(self, drawing: D) -> D:
        """Take a drawing in, so that its moving artists are drawn over the kept background."""
        self._drawings.append(drawing)
        for artist in drawing.moving:
            artist.set_animated(True)
        self._background = None
        return drawing

    def settle(self) -> None:
        """Find the layout, once; from then on axes keep their places."""
        engine = self.figure.get_layout_engine()
        if self._settled or engine is None:
            return
        self._settled = True
        held = [(text, text.get_text(), widest) for each in self._drawings for text, widest in each.reserve]
        with style.context():
            for text, _, widest in held:
                text.set_text(widest)
            engine.execute(self.figure)
            self.figure.set_layout_engine("none")
            self._keep_room_for_ticks()
            for text, words, _ in held:
                text.set_text(words)
            for drawing in self._drawings:
                drawing.arrange()

    def png(self, dpi: int | None = None) -> bytes:
        """The picture as PNG: quickly at 100 dpi for the screen, or at another `dpi` for a download."""
        self.settle()
        if dpi is not None:
            return self._saved("png", dpi=dpi, metadata={"Software": None})
        with style.context():
            self._paint()
        return encode_png(np.asarray(self._agg.buffer_rgba()))

    def svg(self) -> bytes:
        """The picture as SVG, the same bytes each time."""
        self.settle()
        return self._saved("svg", metadata={"Date": None, "Creator": "pegp_lite"})

    def _paint(self) -> None:
        now = self._fixed_state()
        if self._background is None or now != self._background_of:
            self._agg.draw()
            self._background, self._background_of = self._agg.copy_from_bbox(self.figure.bbox), now
        self._agg.restore_region(self._background)
        for drawing in self._drawings:
            for artist in sorted(drawing.moving, key=lambda each: each.get_zorder()):
                drawing.ax.draw_artist(artist)

    def _fixed_state(self) -> Hashable:
        axes = tuple((*ax.viewLim.extents, ax.get_xscale(), ax.get_yscale()) for ax in self.figure.axes)
        return axes, tuple(drawing.fixed_state for drawing in self._drawings)

    def _keep_room_for_ticks(self) -> None:
        width = self.figure.get_figwidth()
        for ax in self.axes:
            labels = [label for label in ax.get_yticklabels() if label.get_visible() and label.get_text()]
            if labels and ax.axison:
                widest = max(label.get_window_extent().width for label in labels) / self.figure.dpi
                place, more = ax.get_position(), max(0.0, TICK_ROOM - widest) / width
                ax.set_position((place.x0 + more, place.y0, place.width - more, place.height))

    def _saved(self, kind: str, **settings: Any) -> bytes:
        self._background = None  # saving draws at its own size
        out = io.BytesIO()
        with style.context():
            self.figure.savefig(out, format=kind, **settings)
        return out.getvalue()
