"""What a second worker is worth to a sweep."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.engine import Row, fastest
from pegp_lite.problems import toy
from pegp_lite.study.sweep import sweep

GRID = {"tall": [2.0 + n / 10 for n in range(40)], "width": [0.01, 0.015, 0.02, 0.03, 0.05]}


def rows() -> Iterator[Row]:
    """All rows of this file."""
    one, alone = fastest(lambda: sweep(toy, GRID, workers=1), 1)
    two, both = fastest(lambda: sweep(toy, GRID, workers=2), 1)
    if not both.data.identical(alone.data):
        raise AssertionError("two workers did not give the bits of one")
    cells = alone.data.sizes["cell"]
    figures = f"{two:.1f} s / {one:.1f} s, the same bits; wanted at most 0.6"
    yield f"sweep of {cells} cells (six policies x 30 seeds), two workers / one", f"{two / one:.2f} x", figures
