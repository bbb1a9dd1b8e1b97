"""What was found of a claim, as the row beside the panel that is its evidence, and in a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from pegp_lite.claims.verdicts import FAILS, HOLDS, UNTOLD, Finding, Part
from pegp_lite.figures.picture import Claim
from pegp_lite.figures.picture import Verdict as Shape
from pegp_lite.figures.words import listed

SHAPES: Mapping[str, Shape] = {HOLDS: "holds", FAILS: "fails", UNTOLD: "open"}


def row_of(finding: Finding, text: str) -> Claim:
    """A finding as a row: the claim in a few words, its verdict, and the number that settled it."""
    part = deciding_part(finding)
    number, verdict = finding.claim.key, finding.verdict
    if part is None:
        return Claim(number=number, text=text, verdict=SHAPES[verdict], chip=verdict, words=finding.note)
    words = signed(f"{part.numbers} {part.what}")
    low, middle, high = part.low, part.mean, part.high
    known = bool(np.isfinite([low, middle, high]).all())
    return Claim(
        number=number, text=text, verdict=SHAPES[verdict], chip=verdict, words=words, deciding=part.bar,
        low=low if known else None, middle=middle if known else None, high=high if known else None,
    )  # fmt: skip


def deciding_part(finding: Finding) -> Part | None:
    """The part that settled a claim: the first that failed, could not be told, or held; None where none was tested."""
    return next((part for part in finding.parts if part.verdict == finding.verdict), None)


def deciding(finding: Finding) -> str:
    """The same in words."""
    part = deciding_part(finding)
    return finding.note if part is None else signed(str(part))


def signed(text: str) -> str:
    """Numbers with a real minus sign."""
    return text.replace(" -", " −").replace("[-", "[−").replace("-", "−", 1 if text.startswith("-") else 0)


def summed_up(findings: Sequence[Finding]) -> str:
    """`Claim 5 holds; claims 3 and 4 do not hold; claims 1 and 2 cannot be told.`"""
    verbs = {HOLDS: ("holds", "hold"), FAILS: ("does not hold", "do not hold"), UNTOLD: (UNTOLD, UNTOLD)}
    parts = []
    for verdict, words in verbs.items():
        keys = [finding.claim.key for finding in findings if finding.verdict == verdict]
        if keys:
            parts.append(f"{'claims' if len(keys) > 1 else 'claim'} {listed(keys)} {words[len(keys) > 1]}")
    text = "; ".join(parts)
    return f"{text[:1].upper()}{text[1:]}."
