"""Numbers and lists as a sentence wants them: for the line of text under each figure."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np


def number(value: float) -> str:
    """Three figures, no exponent below a billion, a real minus sign: 13.5, 0.042, 1,230, −2."""
    if not np.isfinite(value):
        return "unknown"
    size = abs(value)
    if size >= 1e9 or 0 < size < 1e-4:
        text = f"{value:.2e}"
    elif size >= 100:
        text = f"{value:,.0f}"
    else:
        decimals = 1 if size >= 10 else 2 if size >= 0.095 else 4
        text = f"{value:.{decimals}f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text.replace("-", "−")


def within(value: float, error: float) -> str:
    """A mean and its standard error, both to the error's second figure: 13.53 ± 0.53, 216.1 ± 4.6."""
    if not (np.isfinite(value) and np.isfinite(error) and error > 0):
        return number(value)
    decimals = int(np.clip(1 - np.floor(np.log10(float(f"{error:.1e}"))), 0, 6))
    return f"{value:,.{decimals}f} ± {error:,.{decimals}f}".replace("-", "−")


def called(name: str) -> str:
    """A prior's name in a sentence: one that is only a number is introduced as a prior."""
    return f"prior {name}" if name.isdigit() else name


def percent(share: float) -> str:
    """A share as whole per cent; what is not quite nothing or everything does not read as such."""
    if not np.isfinite(share):
        return "unknown"
    if 0 < share < 0.005:
        return "under 1%"
    if 0.995 < share < 1:
        return "over 99%"
    return f"{100 * share:.0f}%"


def listed(items: Iterable[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    words = list(items)
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}" if words else "none"


def counted(count: int, noun: str) -> str:
    """`1 seed`, `30 seeds`."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
