"""A line of the claims ledger."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pegp_lite.claims.verdicts import Finding


@dataclass(frozen=True)
class Entry:
    """One line of the ledger.

    `finding` is the verdict with the seeds asked for; `again`, where that could not be told, the same test with ten
    times the seeds; `variants`, for the Intel claims, the verdict under other choices that the paper leaves open;
    `recorded`, where the readings are synthetic, the verdict that the real ones gave.
    """

    finding: Finding
    again: Finding | None = None
    variants: Mapping[str, str] = field(default_factory=dict)
    recorded: str = ""

    @property
    def key(self) -> str:
        """The claim's number, or the name of the theory's claim."""
        return self.finding.claim.key

    def judged(self) -> str:
        """The verdict in words, with the seeds it rests on; where those could not tell, also what more of them say."""
        looks = [self.finding] if self.again is None else [self.finding, self.again]
        return ", ".join(f"{look.verdict} with {look.seeds} seeds" for look in looks)

    def survived(self) -> str:
        """How the verdict fares under other choices, in words; empty where none was tried."""
        agree = [name for name, verdict in self.variants.items() if verdict == self.finding.verdict]
        others = [f"{verdict} ({name})" for name, verdict in self.variants.items() if name not in agree]
        same = f"the same in {len(agree)} of {len(self.variants)}"
        return "; ".join([same, *others]) if self.variants else ""
