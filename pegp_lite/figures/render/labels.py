"""Labels pushed apart: each as near to its own place as order and room allow."""

from __future__ import annotations

from collections.abc import Sequence

from pegp_lite.checks import Floats


def pushed_apart(values: Sequence[float] | Floats, gap: float, low: float, high: float) -> list[float]:
    """`values` moved to be at least `gap` apart, in their order, and within [low, high] where they fit.

    Neighbours that touch are joined to a group around their mean, again and again; then all move inside together.
    The browser's renderer does the same.
    """
    groups: list[tuple[list[int], float]] = []
    for k in sorted(range(len(values)), key=lambda k: values[k]):
        groups.append(([k], float(values[k])))
        while len(groups) > 1:
            (first, a), (second, b) = groups[-2:]
            if b - a >= gap * (len(first) + len(second)) / 2:
                break
            members = first + second
            groups[-2:] = [(members, sum(float(values[m]) for m in members) / len(members))]
    placed = [0.0] * len(values)
    for members, middle in groups:
        for k, member in enumerate(members):
            placed[member] = middle + gap * (k - (len(members) - 1) / 2)
    over = max(0.0, max(placed, default=high) - high)
    under = max(0.0, low - (min(placed, default=low) - over))
    return [value - over + under for value in placed]
