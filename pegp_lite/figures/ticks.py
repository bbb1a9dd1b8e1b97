"""Where ticks stand and what they say: round numbers 1, 2 and 5 times a power of ten, or powers of ten."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor, log10

from pegp_lite.figures.marks import Words


@dataclass(frozen=True)
class Tick:
    """A place on an axis and what stands there."""

    at: float
    words: Words


def ticks_between(
    low: float,
    high: float,
    count: int,
    at: Sequence[float] | None = None,
    labels: Sequence[Words] = (),
    log: bool = False,
    percent: bool = False,
) -> tuple[Tick, ...]:
    """About `count` ticks within the limits, or those `at` given places, with `labels` or their numbers."""
    low, high = min(low, high), max(low, high)
    if at is None:
        at = _powers(low, high, count) if log else _round(low, high, count)
    if labels:
        return tuple(Tick(float(place), words) for place, words in zip(at, labels, strict=True))
    gaps = [abs(b - a) for a, b in pairwise(at)]
    smallest = min(gaps, default=abs(at[0]) if at else 1.0)
    decimals = 0 if log or smallest >= 1 or smallest == 0 else ceil(-log10(smallest) - 1e-9)
    if percent:
        return tuple(Tick(float(place), f"{100 * place:.{max(0, decimals - 2)}f}%") for place in at)
    return tuple(Tick(float(place), _said(place, decimals)) for place in at)


def _round(low: float, high: float, count: int) -> list[float]:
    rough = (high - low) / max(1, count)
    power = 10.0 ** floor(log10(rough))
    step = power * next(size for size, up_to in ((1, 1.415), (2, 3.163), (5, 7.072), (10, 11)) if rough / power < up_to)
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    decimals = max(0, -floor(log10(step) + 1e-9))
    return [round(k * step, decimals) for k in range(first, last + 1)]


def _powers(low: float, high: float, count: int) -> list[float]:
    first, last = ceil(log10(low) - 1e-9), floor(log10(high) + 1e-9)
    every = max(1, ceil((last - first + 1) / max(1, count)))
    return [10.0**k for k in range(first, last + 1, every)] or [low, high]


def _said(value: float, decimals: int) -> str:
    """0.25, 130, 1.5k, 20k, 3M: at most five characters or so, with a real minus sign."""
    for size, unit in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(value) >= size and (size > 1e3 or abs(value) >= 1e4):
            return f"{value / size:.3g}{unit}".replace("-", "−")
    text = f"{value:.{decimals}f}" if decimals or value == round(value) else f"{value:.3g}"
    if decimals and float(text) == 0:
        text = "0"
    elif decimals and "." in text and float(text) == round(float(text)):
        text = f"{float(text):.0f}"
    return text.replace("-", "−")
