"""What is charted at a place: the six policies on the same luck, who is lowest and how surely, and the five claims."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from pegp_lite.bandit.players import SIX
from pegp_lite.bandit.policies import RegretBalancing
from pegp_lite.claims.atlas.places import Place, toy_at
from pegp_lite.claims.toy_claims import toy_findings
from pegp_lite.claims.verdicts import HOLDS, Verdict
from pegp_lite.study.compare import SEEDS, Comparison, compare, named
from pegp_lite.study.statistics import Estimate, difference

POLICIES = tuple(kind.__name__ for kind in SIX)
RIVALS = tuple(kind.__name__ for kind in SIX if not kind.needs_true_prior)  # who can win: nobody told them the truth
CLAIMS = ("1", "2", "3", "4", "5")
SEED = 0


@dataclass(frozen=True)
class Cell:
    """One `place` and what was found there.

    `regret`: mean at the end, by policy; a game whose priors were all rejected counts as long as it is played.
    `best` has the lowest of those not told the truth, `second` the next; `low`, `lead`, `high`: best minus second,
    paired by seed, with its 95% interval. `verdicts`: by the claim's key.

    >>> from pegp_lite.claims.atlas import Place, the_map
    >>> cell = the_map().at(Place(width=0.05))
    >>> cell.best in cell.regret, cell.low <= cell.lead <= cell.high
    (True, True)
    """

    place: Place
    regret: Mapping[str, float]
    best: str
    second: str
    lead: float
    low: float
    high: float
    verdicts: Mapping[str, Verdict]

    @property
    def sure(self) -> bool:
        """Whether the paired interval leaves no doubt who is best."""
        return self.high < 0

    @property
    def holding(self) -> tuple[str, ...]:
        """The claims that hold here."""
        return tuple(key for key, verdict in self.verdicts.items() if verdict == HOLDS)


def play_place(place: Place, seeds: int = SEEDS, seed: int = SEED) -> Comparison:
    """All six policies at a `place`, on the same luck: so many `seeds`, the first of them `seed`.

    >>> from pegp_lite.claims.atlas import Place, play_place
    >>> len(play_place(Place(priors=2), seeds=2).records)
    6
    """
    settings = place.settings()
    ties, rule = settings.pop("ties"), settings.pop("rule")
    problem = toy_at(**settings, seeds=seeds, seed=seed)
    rivals = named([RegretBalancing(rule=rule) if kind is RegretBalancing else kind() for kind in SIX])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a set of priors that ran empty shows in the regret and in the claims
        return compare(problem, rivals, seeds, seed, ties=ties)


def chart(place: Place, seeds: int = SEEDS, seed: int = SEED) -> Cell:
    """Play a `place` and say what was found there; `seeds` and `seed` as in `play_place`.

    >>> from pegp_lite.claims.atlas import Place, chart
    >>> sorted(chart(Place(priors=2), seeds=2).verdicts)
    ['1', '2', '3', '4', '5']
    """
    played = play_place(place, seeds, seed)
    regret = np.stack([played.regret(name)[:, -1] for name in POLICIES])
    return cell_of(place, regret, verdicts_of(played))


def verdicts_of(played: Comparison) -> dict[str, Any]:
    """The verdicts on claims 1 to 5, by key."""
    return {finding.claim.key: finding.verdict for finding in toy_findings(played)}


def cell_of(place: Place, regret: Any, verdicts: Mapping[str, Verdict]) -> Cell:
    """A cell from the regret of each policy and seed at the end, (6, S)."""
    means = dict(zip(POLICIES, np.nanmean(regret, axis=1).tolist(), strict=True))
    first, second = sorted(RIVALS, key=lambda name: means[name])[:2]
    apart: Estimate = difference(regret[POLICIES.index(first)], regret[POLICIES.index(second)])
    ends = (float(apart.mean), float(apart.low), float(apart.high))
    return Cell(place, means, first, second, *ends, {key: verdicts[key] for key in CLAIMS})
