"""Round limits for axes."""

from __future__ import annotations

import numpy as np

PLOT = 560.0  # pixels that a file's plot has at least, beside the names of its rows
LETTER, GAP = 8.2, 16.0  # pixels of a letter of its words, and around them


def round_limits(low: float, high: float, ticks: int = 5) -> tuple[float, float]:
    """Limits around [low, high] on a round step: the same data, the same limits, and few changes between."""
    if not (np.isfinite(low) and np.isfinite(high)):
        return 0.0, 1.0
    reach = high - low if high - low > 1e-9 * max(abs(low), abs(high), 1e-9) else max(abs(high), 1.0)
    raw = reach / ticks
    size = 10.0 ** np.floor(np.log10(raw))
    step = size * next(nice for nice in (1, 2, 2.5, 5, 10) if nice * size >= raw * (1 - 1e-9))
    bottom, top = step * np.floor(low / step + 1e-9), step * np.ceil(high / step - 1e-9)
    return float(bottom), float(top if top > bottom else bottom + step)


def widened(value: float, words: str) -> float:
    """Where an axis from 0 must end so that `words`, begun behind `value`, stay inside a file's panel."""
    return value / (1 - min(0.6, (GAP + LETTER * len(words)) / PLOT))
