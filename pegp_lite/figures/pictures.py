"""The figures of one comparison, as files want them: one canvas each. Needs matplotlib."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from pegp_lite.figures import Canvas, curve_of, draw_eliminations, draw_regret, draw_selection
from pegp_lite.figures.style import BAD, INK, SMALL
from pegp_lite.study.compare import Comparison
from pegp_lite.study.results.piece_files import slug
from pegp_lite.writing import write_atomically


def pictures(comparison: Comparison) -> Iterator[tuple[str, Canvas]]:
    """Name and canvas of each figure: regret, which priors were trusted, when they were rejected."""
    average = bool(comparison.unit)  # in a unit of its own, regret a step is what the paper plots
    canvas = _canvas(comparison)
    curves = {name: curve_of(comparison.scale * record.regret, average) for name, record in comparison.records.items()}
    canvas.add(draw_regret(canvas.axes[0], curves, average, comparison.unit, policies=comparison.policies))
    yield "regret", canvas

    canvas = _canvas(comparison)
    shares = {name: comparison.shares(name) for name in comparison.records}
    if any(np.isfinite(share).any() for share in shares.values()):
        drawn = draw_selection(
            canvas.axes[0], shares, comparison.prior_names, comparison.true_prior, comparison.policies
        )
        canvas.add(drawn)
        yield "selection", canvas

    for name, record in comparison.records.items():
        if record.eliminated_at.any():
            canvas = _canvas(comparison, comparison.label(name))
            names, true_prior = comparison.prior_names, comparison.true_prior
            canvas.add(draw_eliminations(canvas.axes[0], record.eliminated_at, names, comparison.n_steps, true_prior))
            yield f"eliminations_{slug(name)}", canvas


def write_figures(comparison: Comparison, folder: Path) -> list[Path]:
    """Draw regret, prior selection and eliminations as PNG and SVG."""
    written = []
    for name, canvas in pictures(comparison):
        for ending, content in (("png", canvas.png(dpi=200)), ("svg", canvas.svg())):
            written.append(folder / f"{name}.{ending}")
            write_atomically(written[-1], content)
    return written


def _canvas(comparison: Comparison, more: str = "") -> Canvas:
    """A canvas with the data's name on its face, loud where they are synthetic."""
    canvas = Canvas()
    words = ", ".join(word for word in (comparison.title, more, f"{comparison.seeds} seeds") if word)
    loud = {"color": BAD, "fontweight": "bold"} if "synthetic" in comparison.title else {"color": INK}
    canvas.figure.suptitle(words, x=0.99, ha="right", fontsize=SMALL, **loud)
    return canvas
