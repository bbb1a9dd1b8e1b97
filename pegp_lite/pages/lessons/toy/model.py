"""Page 05's numbers: the toy at a reader's settings, all policies on the same luck, and claims 1 to 5 judged on it."""

from __future__ import annotations

import warnings
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from pegp_lite.bandit.play import Ties
from pegp_lite.bandit.players import OURS, RELATED
from pegp_lite.bandit.players import SIX as KINDS
from pegp_lite.bandit.policies import Policy, RegretBalancing
from pegp_lite.checks import Floats
from pegp_lite.claims.toy_claims import FB, MLE, PE, RANDOM, RB, toy_findings
from pegp_lite.claims.verdicts import Finding
from pegp_lite.problems.problem import Problem
from pegp_lite.problems.toy import Mask, toy
from pegp_lite.study.compare import Comparison, compare

POINTS, STEPS, EXPERTS, SEEDS = 361, 100, 11, 30
KNOWN = "KnownPrior"
FOUR = (PE, FB, RB, MLE)  # who can win in the paper's experiment
USUAL = tuple(kind.__name__ for kind in KINDS)
FURTHER = tuple(kind.__name__ for kind in RELATED)  # the rivals of the related work
DRAWN = (RANDOM, KNOWN, *FURTHER, MLE, RB, FB, PE)  # the later lie over the earlier
CENTRES = tuple(hill / (EXPERTS - 2) for hill in range(EXPERTS - 1))
MASKS: Mapping[str, Mask] = {
    "the true hill": "hill", "nothing": "none", "points at random": "random", "the highest points": "adversary",
}  # fmt: skip
TIES: Mapping[str, Ties] = {"chance": "random", "the first": "first"}
RULES = {"as printed": "printed", "upper bound": "upper"}
CALLED = {kind.name: name for name, kind in OURS.items()}  # classes by what people call them
KEPT = 8  # games whose records are kept for others that differ in a policy's settings or the number of seeds


@dataclass(frozen=True)
class Settings:
    """What the reader chose: the toy's numbers, and who plays."""

    tall: float = 4.0
    epsilon: float = 0.0
    true_expert: int = 2
    experts: tuple[int, ...] = tuple(range(EXPERTS))
    mask: Mask = "hill"
    mask_width: float = 0.05
    mask_every: int = 2
    short: float = 1.0
    width: float = 0.02
    l: float = 0.5
    ties: Ties = "random"
    rule: str = "printed"
    delta: float = 0.1
    noise_std: float = 0.01
    seeds: int = SEEDS
    who: tuple[str, ...] = USUAL

    def problem(self) -> Problem:
        """The game."""
        return toy(
            self.true_expert, short=self.short, tall=self.tall, width=self.width, l=self.l, points=POINTS, T=STEPS,
            noise_std=self.noise_std, priors=self.experts, mask=self.mask, mask_width=self.mask_width,
            mask_every=self.mask_every, epsilon=self.epsilon, seeds=self.seeds,
        )  # fmt: skip

    def policies(self) -> list[Policy]:
        """Who plays; nobody can be told a true prior that is not in the set."""
        kinds = [OURS[name] for name in self.who]
        kinds = [kind for kind in kinds if self.true_expert in self.experts or not kind.needs_true_prior]
        return [
            RegretBalancing(self.delta, rule=self.rule) if kind is RegretBalancing else kind(delta=self.delta)  # type: ignore[arg-type]
            for kind in kinds
        ]


def settings_of(state: Mapping[str, Any]) -> Settings:
    """The settings in a page's state."""
    return Settings(
        tall=float(state["tall"]), epsilon=float(state["epsilon"]), true_expert=int(state["true"]),
        experts=tuple(int(word) for word in state["priors"]), mask=MASKS[state["mask"]],
        mask_width=float(state["wide"]), mask_every=int(state["often"]), short=float(state["short"]),
        width=float(state["width"]), l=float(state["l"]), ties=TIES[state["ties"]], rule=RULES[state["rule"]],
        delta=float(state["delta"]), noise_std=float(state["R"]), seeds=int(state["seeds"]),
        who=tuple(CALLED[label] for label in state["who"]),
    )  # fmt: skip


@dataclass(frozen=True, eq=False)
class Played:
    """Every policy's record on the game, and what that says of the paper's claims."""

    comparison: Comparison
    findings: tuple[Finding, ...]

    @property
    def rivals(self) -> tuple[str, ...]:
        """Those who played to win: all but random search and whoever was told the true prior for comparison."""
        return tuple(name for name in (*FOUR, *FURTHER) if name in self.comparison.records)

    def ends(self, name: str) -> Floats:
        """The regret of every game at the end, (S,)."""
        return self.comparison.regret(name)[:, -1]

    @property
    def wins(self) -> int:
        """In how many games PE-GP-UCB ends with less regret than fully Bayesian."""
        return int((self.ends(PE) < self.ends(FB)).sum())


_earlier: OrderedDict[Settings, Comparison] = OrderedDict()


@lru_cache(maxsize=24)
def played(chosen: Settings) -> Played:
    """All policies at these settings; of an earlier game that differs only in who plays, nothing is played again."""
    alike = replace(chosen, delta=0.1, rule="printed", seeds=SEEDS, who=USUAL)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # rejected priors and empty sets are said in words, not in the log
        comparison = compare(
            chosen.problem(), chosen.policies(), chosen.seeds, ties=chosen.ties, already=_earlier.pop(alike, None)
        )
        _earlier[alike] = comparison
        while len(_earlier) > KEPT:
            _earlier.popitem(last=False)
        return Played(comparison, tuple(toy_findings(comparison)))


@lru_cache(maxsize=24)
def promises(tall: float, short: float, width: float, l: float, epsilon: float) -> tuple[Floats, ...]:
    """What each of the eleven says the function is on average, (N,) each."""
    shape: dict[str, float] = {"tall": tall, "short": short, "width": width, "l": l, "epsilon": epsilon}
    family = toy(0, **shape, points=POINTS, seeds=1, T=1, mask="none").priors  # type: ignore[arg-type]
    return tuple(prior.mean_over(1) for prior in family)
