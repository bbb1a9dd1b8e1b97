"""A line of the claims ledger."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pegp_lite.claims.verdicts import FAILS, HOLDS, UNTOLD, Finding

UPPER_END = {HOLDS: "not exceeded", FAILS: "exceeded"}


@dataclass(frozen=True)
class Entry:
    """One line of the ledger.

    `finding` is the verdict that decides; `paper` what the first thirty of its seeds say, the paper's view;
    `mapped`, for claims 1 to 5, how many settings of the map have each verdict; `variants`, for the Intel claims, the
    verdict under other choices that the paper leaves open; `recorded`, where the readings are synthetic, the verdict
    that the real ones gave.

    >>> from pegp_lite.claims import CLAIMS, Entry, Finding, Part
    >>> part = Part("PE-GP-UCB minus random", -3.21, -4.0, -2.4, "holds")
    >>> entry = Entry(Finding(CLAIMS[0], "toy", 30, (part,)))
    >>> entry.judged()
    'holds with 30 seeds'
    """

    finding: Finding
    paper: Finding | None = None
    mapped: Mapping[str, int] = field(default_factory=dict)
    variants: Mapping[str, str] = field(default_factory=dict)
    recorded: str = ""

    @property
    def key(self) -> str:
        """The claim's number, or the name of the theory's claim."""
        return self.finding.claim.key

    @property
    def word(self) -> str:
        """The verdict; of an upper end it is said that it was not exceeded, never that it holds."""
        return worded(self.finding)

    def judged(self) -> str:
        """The verdict in words with the seeds it rests on, and the paper's view."""
        said = f"{self.word} with {self.finding.seeds} seeds"
        return said if self.paper is None else f"{said} (with the paper's {self.paper.seeds}: {worded(self.paper)})"

    def where(self) -> str:
        """In how many of the mapped settings it holds, in words; empty for what is not on the map."""
        if not self.mapped:
            return ""
        held, of = self.mapped.get(HOLDS, 0), sum(self.mapped.values())
        rest = ", ".join(f"{verdict} in {self.mapped.get(verdict, 0):,}" for verdict in (UNTOLD, FAILS))
        return f"holds in {held:,} of {of:,} settings ({percent(held / of)}), {rest}"

    def survived(self) -> str:
        """How the verdict fares under other choices, in words; empty where none was tried."""
        agree = [name for name, verdict in self.variants.items() if verdict == self.finding.verdict]
        others = [f"{verdict} ({name})" for name, verdict in self.variants.items() if name not in agree]
        same = f"the same in {len(agree)} of {len(self.variants)}"
        return "; ".join([same, *others]) if self.variants else ""


def worded(finding: Finding) -> str:
    """A finding's verdict in the words that fit its claim."""
    return UPPER_END.get(finding.verdict, finding.verdict) if finding.claim.upper_end else finding.verdict


def percent(share: float) -> str:
    """A share that is small but not nothing does not read as nothing."""
    return "under 1%" if 0 < share < 0.005 else f"{share:.0%}"
