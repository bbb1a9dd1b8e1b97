"""Numbers in sentences and tables, as people write them."""

from __future__ import annotations

import math


def shown(value: float | None, digits: int = 3) -> str:
    """So many digits that count, without powers of ten up to a million: 0.0123, 12.3, 12,300; "?" for no number."""
    if value is None or not math.isfinite(value):
        return "?"
    short = float(f"{value:.{digits}g}")
    return f"{short:,.0f}" if 10**digits <= abs(short) < 1e6 else f"{short:.{digits}g}"
