"""The toy experiment at a reader's settings: all policies on the same luck, and the verdicts on claims 1 to 5."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pegp_lite.claims.toy_claims import FB, MLE, PE, RANDOM, RB, toy_findings
from pegp_lite.claims.verdicts import FAILS, HOLDS, UNTOLD, Finding
from pegp_lite.figures.words import counted, listed, number, within
from pegp_lite.pages.verdict_list import Item
from pegp_lite.problems.problem import Problem
from pegp_lite.problems.toy import toy
from pegp_lite.study.compare import Comparison, all_policies, compare

POINTS, STEPS, PRIORS = 361, 100, 11
KNOWN = "KnownPrior"
SIX = (PE, MLE, FB, RB, KNOWN, RANDOM)
MASKS = {
    "the true hill": "hill",
    "nothing": "none",
    "points at random": "random",
    "the highest points": "adversary",
}
TITLES = {
    "1": "1. PE-GP-UCB ends with the lowest regret",
    "2": "2. The three rivals end close together, between it and random",
    "3": "3. Maximum likelihood is stuck on a wrong prior",
    "4": "4. Regret balancing spreads evenly over the priors",
    "5": "5. PE-GP-UCB tries all, rejects the wrong, commits to the true one",
}
SIGNS: Mapping[str, bool | None] = {HOLDS: True, FAILS: False, UNTOLD: None}


@dataclass(frozen=True)
class Settings:
    """What the reader chose: the toy's numbers, and who plays."""

    tall: float = 4.0
    epsilon: float = 0.0
    true_prior: int = 2
    priors: tuple[int, ...] = tuple(range(PRIORS))
    mask: str = "hill"
    delta: float = 0.1
    noise_std: float = 0.01
    seeds: int = 30


def settings_of(state: Mapping[str, Any]) -> Settings:
    """The settings in a page's state."""
    return Settings(
        float(state["tall"]),
        float(state["epsilon"]),
        int(state["true"]),
        tuple(int(word) for word in state["priors"]),
        MASKS[state["mask"]],
        float(state["delta"]),
        float(state["R"]),
        int(state["seeds"]),
    )


@dataclass(frozen=True, eq=False)
class Played:
    """The game, every policy's record on it, and what that says of the paper's claims."""

    problem: Problem
    comparison: Comparison
    findings: tuple[Finding, ...]

    @property
    def items(self) -> list[Item]:
        """The verdicts as lines of a list."""
        return [Item(TITLES[f.claim.key], SIGNS[f.verdict], f.verdict, deciding(f)) for f in self.findings]


@lru_cache(maxsize=24)
def played(chosen: Settings) -> Played:
    """All policies at these settings; kept, since a hand goes back and forth."""
    problem = toy(
        chosen.true_prior,
        tall=chosen.tall,
        points=POINTS,
        T=STEPS,
        noise_std=chosen.noise_std,
        priors=chosen.priors,
        mask=chosen.mask,  # type: ignore[arg-type]
        epsilon=chosen.epsilon,
        seeds=chosen.seeds,
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # rejected priors and empty sets are said in words, not in the log
        comparison = compare(problem, all_policies(problem, chosen.delta), chosen.seeds)
        return Played(problem, comparison, tuple(toy_findings(comparison)))


def deciding(finding: Finding) -> str:
    """The part of a finding that settled it, in words: the first that failed, could not be told, or held."""
    for part in finding.parts:
        if part.verdict == finding.verdict:
            return str(part).replace(" -", " −").replace("[-", "[−")
    return finding.note


def sentence(chosen: Settings) -> str:
    """What came out at these settings: who ended where, who wins single games, and which claims stand."""
    found = played(chosen)
    comparison = found.comparison
    ends = {name: comparison.curve(name) for name in comparison.records}
    order = sorted((name for name in ends if name not in (KNOWN, RANDOM)), key=lambda name: ends[name].mean[-1])
    said = listed(f"{comparison.label(name)} {within(ends[name].mean[-1], ends[name].error[-1])}" for name in order)
    floor = f", {number(ends[KNOWN].mean[-1])} when told the true prior" if KNOWN in ends else ""
    better = int((comparison.regret(FB)[:, -1] < comparison.regret(PE)[:, -1]).sum())
    over = int((comparison[PE].exhausted_at > 0).sum())
    ended = f" In {counted(over, 'game')} PE-GP-UCB rejected every prior and stopped." if over else ""
    return (
        f"{counted(chosen.seeds, 'game')}, {counted(len(chosen.priors), 'prior')}, prior {chosen.true_prior} true, "
        f"tall hill {number(chosen.tall)}, ε = {number(chosen.epsilon)}, δ = {number(chosen.delta)}, "
        f"R = {number(chosen.noise_std)}. Regret after {STEPS} steps: {said}; random "
        f"{number(ends[RANDOM].mean[-1])}{floor}. "
        f"Fully Bayesian beats PE-GP-UCB in {better} of {counted(chosen.seeds, 'game')}.{ended} "
        f"{summed_up(found.findings)}"
    )


def summed_up(findings: tuple[Finding, ...]) -> str:
    """`Claim 5 holds; claims 3 and 4 do not hold; claims 1 and 2 cannot be told.`"""
    verbs = {HOLDS: ("holds", "hold"), FAILS: ("does not hold", "do not hold"), UNTOLD: (UNTOLD, UNTOLD)}
    parts = []
    for verdict, words in verbs.items():
        keys = [finding.claim.key for finding in findings if finding.verdict == verdict]
        if keys:
            parts.append(f"{'claims' if len(keys) > 1 else 'claim'} {listed(keys)} {words[len(keys) > 1]}")
    text = "; ".join(parts)
    return f"{text[:1].upper()}{text[1:]}."
