"""What a campaign says to the person who runs it."""

from __future__ import annotations

from typing import NamedTuple


class Asked(NamedTuple):
    """What to measure next. `mean`, `std` and `upper` are what the trusted prior says of it, NaN where none is."""

    step: int
    point: int
    label: str
    prior: str | None
    mean: float
    std: float
    upper: float


class Told(NamedTuple):
    """What an observation changed: the names of the priors it rejected, and whether none was left."""

    rejected: tuple[str, ...]
    exhausted: bool


class Standing(NamedTuple):
    """How one prior stands: |error| above `allowed` would reject it. `rejected_at` is None while it never was."""

    name: str
    alive: bool
    uses: int
    error: float
    allowed: float
    log_evidence: float
    rejected_at: int | None


class Standings(tuple[Standing, ...]):
    """A line for each prior; printed, it is a table, and `pandas.DataFrame(status)` is one too."""

    def __str__(self) -> str:
        cells = [[word.replace("_", " ") for word in Standing._fields], *(map(_text, line) for line in self)]
        lines = [list(line) for line in cells]
        wide = [max(len(line[k]) for line in lines) for k in range(len(Standing._fields))]
        return "\n".join(
            "  ".join(cell.ljust(w) for cell, w in zip(line, wide, strict=True)).rstrip() for line in lines
        )


def _text(value: object) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.4g}" if isinstance(value, float) else str(value)
