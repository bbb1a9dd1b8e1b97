"""From an interval to a verdict: holds, does not hold, cannot be told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from pegp_lite.claims.statements import Claim
from pegp_lite.study.statistics import Estimate, estimate
from pegp_lite.theory.coverage import clopper_pearson

Verdict = Literal["holds", "does not hold", "cannot be told"]
HOLDS: Verdict = "holds"
FAILS: Verdict = "does not hold"
UNTOLD: Verdict = "cannot be told"


@dataclass(frozen=True)
class Part:
    """One number that a claim rests on: `what` it is, its `mean` and 95% interval from `low` to `high`, its `verdict`.

    `unit` of the number, "%" for a share. `bar` is what it was compared with: of two the nearer one.

    >>> from pegp_lite.claims import Part
    >>> print(Part("PE-GP-UCB minus random", -3.21, -4.0, -2.4, "holds", unit="C"))
    PE-GP-UCB minus random -3.21 [-4, -2.4] C
    """

    what: str
    mean: float
    low: float
    high: float
    verdict: Verdict
    unit: str = ""
    bar: float | None = None

    @property
    def numbers(self) -> str:
        """The number and its interval."""
        shown = [_short(number, self.unit) for number in (self.mean, self.low, self.high)]
        unit = f" {self.unit}" if self.unit not in ("", "%") else ""
        return f"{shown[0]} [{shown[1]}, {shown[2]}]{unit}"

    def __str__(self) -> str:
        return f"{self.what} {self.numbers}"


@dataclass(frozen=True)
class Finding:
    """A `claim` and what came out: on which `data`, over how many `seeds`, the `parts`, a `note` on them, the verdict.

    >>> from pegp_lite.claims import CLAIMS, Finding, Part
    >>> part = Part("PE-GP-UCB minus random", -3.21, -4.0, -2.4, "holds")
    >>> Finding(CLAIMS[0], "toy", 30, (part,)).verdict
    'holds'
    """

    claim: Claim
    data: str
    seeds: int
    parts: tuple[Part, ...]
    note: str = ""

    @property
    def verdict(self) -> Verdict:
        """All parts must hold; one that does not is enough to fail."""
        return combined([part.verdict for part in self.parts])


Outcome = tuple[tuple[Part, ...], str]  # what a check of one claim returns: its parts and a word on them


def at(found: Estimate, index: int) -> Estimate:
    """One entry of an estimate of several numbers."""
    return Estimate(*(each[index] for each in found))


def combined(verdicts: Sequence[Verdict]) -> Verdict:
    """The verdict on a claim from those on its parts."""
    if FAILS in verdicts:
        return FAILS
    return UNTOLD if UNTOLD in verdicts or not verdicts else HOLDS


def below(what: str, found: Estimate, bar: float = 0.0, unit: str = "") -> Part:
    """Holds where the interval lies below `bar`, fails where it lies above."""
    return _part(what, found, unit, bar, holds=found.high < bar, fails=found.low > bar)


def above(what: str, found: Estimate, bar: float = 0.0, unit: str = "") -> Part:
    """Holds where the interval lies above `bar`, fails where it lies below."""
    return _part(what, found, unit, bar, holds=found.low > bar, fails=found.high < bar)


def within(what: str, found: Estimate, low: float, high: float, unit: str = "") -> Part:
    """Holds where the interval lies between the bars, fails where it lies wholly outside."""
    inside, outside = found.low > low and found.high < high, found.high < low or found.low > high
    bar = min((low, high), key=lambda each: abs(each - found.mean))
    return _part(what, found, unit, bar, holds=inside, fails=outside)


def share(per_seed: Any) -> Estimate:
    """The mean over seeds of a share (S,) or (S, P); its interval stays between 0 and 1."""
    found = estimate(per_seed)
    return found._replace(low=np.maximum(found.low, 0.0), high=np.minimum(found.high, 1.0))


def rate(happened: Any) -> Estimate:
    """The share of seeds (S,) in which something happened, with its Clopper-Pearson interval."""
    seen = np.asarray(happened, dtype=bool)
    low, high = clopper_pearson(np.asarray(seen.sum()), len(seen))
    mean = float(seen.mean())
    return Estimate(mean, float(np.sqrt(mean * (1 - mean) / len(seen))), float(low), float(high), len(seen))


def _part(what: str, found: Estimate, unit: str, bar: float, holds: Any, fails: Any) -> Part:
    verdict = HOLDS if holds else FAILS if fails else UNTOLD
    return Part(what, float(found.mean), float(found.low), float(found.high), verdict, unit, bar)


def _short(number: float, unit: str) -> str:
    """Three digits are more than the seeds can tell."""
    if unit == "%":
        return f"{100 * number:.0f}%" if np.isfinite(number) else "?"
    return f"{number:.3g}" if np.isfinite(number) else "?"
