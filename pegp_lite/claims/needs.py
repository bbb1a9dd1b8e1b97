"""What a check needs: a claim about somebody who did not play cannot be told, and the check says so itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pegp_lite.bandit.looks import faces
from pegp_lite.claims.statements import BY_KEY
from pegp_lite.claims.verdicts import Finding, Outcome
from pegp_lite.study.compare import Comparison


@dataclass(frozen=True)
class Check:
    """How a claim is tested on a comparison, and whom that takes: policies and priors by name, the true prior."""

    test: Callable[[Comparison], Outcome]
    policies: tuple[str, ...]
    priors: tuple[str, ...] = ()
    true_prior: bool = False

    def lacks(self, played: Comparison) -> str:
        """What is missing in a comparison, as a sentence; empty where nothing is."""
        absent = [faces([name])[name].label for name in self.policies if name not in played.records]
        absent += [name for name in self.priors if name not in played.prior_names]
        parts = []
        if absent:
            *some, last = absent
            who = f"{', '.join(some)} and {last}" if some else last
            parts.append(f"{who} {'are' if some else 'is'} not in the game")
        if self.true_prior and played.true_prior is None:
            parts.append("the true prior is not in the set")
        return "; ".join(parts)


def findings(checks: Mapping[str, Check], played: Comparison, data: str) -> list[Finding]:
    """The verdict of each check, by its claim's key; one that lacks what it needs has no parts: it cannot be told."""
    found = []
    for key, check in checks.items():
        lacking = check.lacks(played)
        parts, note = ((), lacking) if lacking else check.test(played)
        found.append(Finding(BY_KEY[key], data, played.seeds, parts, note))
    return found
