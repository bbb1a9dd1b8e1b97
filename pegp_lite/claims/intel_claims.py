"""Claims 6 to 11, on the lab's readings or, where there are none, on the synthetic office."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np

from pegp_lite.claims.needs import Check, findings
from pegp_lite.claims.toy_claims import FB, MLE, PE, RANDOM, RB, RIVALS, standings, versus
from pegp_lite.claims.verdicts import FAILS, HOLDS, UNTOLD, Finding, Outcome, Part, above, below, share
from pegp_lite.study.compare import Comparison
from pegp_lite.study.statistics import difference, part_regret, prior_shares

# The same game under choices the paper leaves open: what a verdict is worth shows in whether it survives them.
VARIANTS: Mapping[str, Mapping[str, Any]] = {
    "noise 0.05": {"noise_std": 0.05},
    "noise 0.2": {"noise_std": 0.2},
    "one forgetting rate, 0.02": {"epsilon": 0.02},
    "one forgetting rate, 0.05": {"epsilon": 0.05},
    "one forgetting rate, 0.1": {"epsilon": 0.1},
    "covariances not scaled": {"scaled": False},
    "not scaled, one rate, 0.02": {"scaled": False, "epsilon": 0.02},
    "not scaled, one rate, 0.05": {"scaled": False, "epsilon": 0.05},
    "only sensors read at the time": {"only_measured": True},
    "sensors from half coverage on": {"min_coverage": 0.5},
    "without 10 and 11 March": {"training_days": [f"2004-03-{day:02d}" for day in (*range(1, 10), 12, 13)]},
}
SLIGHT = 0.1
SEVENTH, FOURTH_AND_TWELFTH = "7 March", ("4 March", "12 March")


def intel_findings(played: Comparison, synthetic: bool) -> list[Finding]:
    """The verdicts on claims 6 to 11 from a comparison, regret in C; what lacks a policy or a day is not told."""
    data = "synthetic office" if synthetic else "Intel lab"
    checks = {
        "6": Check(_best, (PE, *RIVALS)),
        "7": Check(_second, (PE, *RIVALS)),
        "8": Check(_no_better, (RB, RANDOM)),
        "9": Check(_slightly, (MLE, RB, RANDOM)),
        "10": Check(_seventh, (MLE,), (SEVENTH,)),
        "11": Check(_fourth_and_twelfth, (PE,), FOURTH_AND_TWELFTH),
    }
    return findings(checks, played, data)


_versus = partial(versus, kind="average")


def _best(played: Comparison) -> Outcome:
    lead = {
        part: played.scale * (part_regret(played[FB], *part) - part_regret(played[PE], *part))
        for part in ((0.0, 0.25), (0.25, 1.0))
    }
    early, late = lead.values()
    parts = [below(*_versus(played, PE, other), unit="C") for other in RIVALS]
    parts.append(above("lead over fully Bayesian, first quarter minus rest", difference(early, late), unit="C"))
    return tuple(parts), f"average regret in C: {standings(played, 'average')}"


def _second(played: Comparison) -> Outcome:
    parts = [below(*_versus(played, FB, other), unit="C") for other in (MLE, RB, RANDOM)]
    return (*parts, above(*_versus(played, FB, PE), unit="C")), ""


def _no_better(played: Comparison) -> Outcome:
    apart = difference(played.regret(RB, "average"), played.regret(RANDOM, "average"))
    bar = -SLIGHT * played.curve(RANDOM, "average").mean
    better, no_better = float((apart.high < bar).mean()), float((apart.low > bar).mean())
    verdict = HOLDS if no_better > 0.5 else FAILS if better > 0.5 else UNTOLD
    steps = Part("steps on which regret balancing is no better", no_better, no_better, 1 - better, verdict, "%")
    return (steps,), f"at the end: {_versus(played, RB, RANDOM)[1]} C"


def _slightly(played: Comparison) -> Outcome:
    ours, theirs = (played.scale * part_regret(played[name], 0.0, 0.5) for name in (MLE, RANDOM))
    apart = difference(ours, theirs)
    verdict = FAILS if apart.high < 0 else HOLDS
    half = Part("maximum likelihood minus random, first half", apart.mean, apart.low, apart.high, verdict, "C")
    return (below(*_versus(played, MLE, RB), unit="C"), half), ""


def _seventh(played: Comparison) -> Outcome:
    shares = prior_shares(played[MLE], len(played.prior_names))
    seventh = played.prior_names.index(SEVENTH)
    others = np.where(np.arange(len(played.prior_names)) == seventh, -1.0, shares.mean(axis=0))
    following = int(others.argmax())
    name = played.prior_names[following]
    parts = (
        above(f"share of 7 March minus that of {name}", difference(shares[:, seventh], shares[:, following]), 0, "%"),
        above("share of 7 March", share(shares[:, seventh]), 0.5, "%"),
    )
    its = shares[:, seventh]
    spread = float(np.std(its, ddof=1)) if len(its) > 1 else float("nan")
    luck = f"its share in one seed lies between {its.min():.0%} and {its.max():.0%}, standard deviation {spread:.0%}"
    return parts, f"most used: {most_used(played, MLE)}; {luck}"


def _fourth_and_twelfth(played: Comparison) -> Outcome:
    shares = prior_shares(played[PE], len(played.prior_names))
    two = shares[:, [played.prior_names.index(day) for day in FOURTH_AND_TWELFTH]].sum(axis=1)
    return (above("share of 4 and 12 March", share(two), 0.5, "%"),), f"most used: {most_used(played, PE)}"


def most_used(played: Comparison, name: str, how_many: int = 3) -> str:
    """The priors a policy trusted most, with their shares of all steps."""
    shares = played.shares(name)
    top = np.argsort(-shares)[:how_many]
    return ", ".join(f"{played.prior_names[p]} {shares[p]:.0%}" for p in top if shares[p] >= 0.005)
