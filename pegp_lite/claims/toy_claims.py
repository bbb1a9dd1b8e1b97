"""Claims 1 to 5, on the toy."""

from __future__ import annotations

from itertools import permutations

import numpy as np

from pegp_lite.checks import Floats
from pegp_lite.claims.needs import Check, findings
from pegp_lite.claims.verdicts import Finding, Outcome, above, at, below, rate, share, within
from pegp_lite.study.compare import Comparison
from pegp_lite.study.statistics import Estimate, Regret, difference, eliminations, prior_shares

PE, MLE, FB, RB, RANDOM = "PriorElimination", "MaximumLikelihood", "FullyBayesian", "RegretBalancing", "Random"
RIVALS = (MLE, FB, RB, RANDOM)
MUCH = 0.9
FLAT = "prior 0"  # the one without a tall hill


def toy_findings(played: Comparison) -> list[Finding]:
    """The verdicts on claims 1 to 5 from a comparison on the toy; what lacks a policy or the true prior is not told."""
    checks = {
        "1": Check(_lowest, (PE, *RIVALS)),
        "2": Check(_between, (PE, *RIVALS)),
        "3": Check(_stuck, (MLE,), true_prior=True),
        "4": Check(_even, (RB,), true_prior=True),
        "5": Check(_commits, (PE,), true_prior=True),
    }
    return findings(checks, played, "toy")


def standings(played: Comparison, kind: Regret = "cumulative") -> str:
    """Mean regret at the end with its standard error, one policy after another."""
    ends = {name: played.curve(name, kind) for name in played.records}
    return ", ".join(f"{played.label(name)} {c.mean[-1]:.3g} +- {c.error[-1]:.2g}" for name, c in ends.items())


def versus(played: Comparison, one: str, other: str, kind: Regret = "cumulative") -> tuple[str, Estimate]:
    """The regret of two policies at the end, paired, and what to call the difference."""
    ours, theirs = _final(played, one, kind), _final(played, other, kind)
    return f"{played.label(one)} minus {played.label(other)}", difference(ours, theirs)


def _final(played: Comparison, name: str, kind: Regret = "cumulative") -> Floats:
    return played.regret(name, kind)[:, -1]


def _lowest(played: Comparison) -> Outcome:
    parts = [below(*versus(played, PE, other)) for other in RIVALS]
    worse = float((_final(played, PE) > _final(played, FB)).mean())
    return tuple(parts), f"R_T: {standings(played)}; fully Bayesian beats PE-GP-UCB in {worse:.0%} of the seeds"


def _between(played: Comparison) -> Outcome:
    three = (MLE, FB, RB)
    parts = []
    for name in three:
        parts += [below(*versus(played, name, RANDOM)), above(*versus(played, name, PE))]
    parts += [below(*_apart(played, *two)) for two in permutations(three, 2)]
    means = {name: float(np.mean(_final(played, name))) for name in (PE, *three)}
    spread, gap = max(means[n] for n in three) - min(means[n] for n in three), min(means[n] for n in three) - means[PE]
    return tuple(parts), f"the three lie within {spread:.3g} of each other, the lowest {gap:.3g} above PE-GP-UCB"


def _apart(played: Comparison, one: str, other: str) -> tuple[str, Estimate]:
    """How far `one` ends above `other`, less how far that ends above PE-GP-UCB: below 0 for those close together."""
    theirs, gap = (_final(played, other) - _final(played, PE), _final(played, one) - _final(played, other))
    return f"{played.label(one)} over {played.label(other)} less that over PE-GP-UCB", difference(gap, theirs)


def _stuck(played: Comparison) -> Outcome:
    late = prior_shares(played[MLE], len(played.prior_names), start=0.5)
    top = late.argmax(axis=1)
    stuck = (top != played.true_prior) & (late.max(axis=1) >= MUCH)
    right = (top == played.true_prior) & (late.max(axis=1) >= MUCH)
    pooled = np.where(np.arange(late.shape[1]) == played.true_prior, -1.0, late.mean(axis=0))
    wrong = int(pooled.argmax())
    parts = (
        above("by seed: seeds stuck on a wrong prior", rate(stuck), 0.5, "%"),
        above(
            f"pooled: share of {played.prior_names[wrong]}, the most used wrong one", share(late[:, wrong]), 0.5, "%"
        ),
    )
    settled = f"{right.mean():.0%} of seeds settle on the true prior"
    return parts, f"{settled}, which has {played.shares(MLE)[played.true_prior]:.0%} of all steps"


def _even(played: Comparison) -> Outcome:
    n = len(played.prior_names)
    shares = share(prior_shares(played[RB], n))
    parts = [within(f"{name}'s share", at(shares, p), 0.5 / n, 2 / n, "%") for p, name in enumerate(played.prior_names)]
    true_late = share(prior_shares(played[RB], n, start=0.75)[:, played.true_prior])
    late = below("the true prior's share of the last quarter", true_late, 0.5, "%")
    note = f"shares from {shares.mean.min():.0%} to {shares.mean.max():.0%}, even would be {1 / n:.0%}"
    return (*parts, late), note


def _commits(played: Comparison) -> Outcome:
    n, T, record, true = len(played.prior_names), played.n_steps, played[PE], played.true_prior
    with_hill = np.array([name != FLAT for name in played.prior_names])
    wrong = with_hill & (np.arange(n) != true)
    tried = (prior_shares(record, n) > 0)[:, with_hill].mean(axis=1)
    gone = (record.eliminated_at > 0) & (record.eliminated_at <= T / 4)
    parts = (
        above("priors with a tall hill tried", share(tried), MUCH, "%"),
        above("wrong ones rejected in the first quarter", share(gone[:, wrong].mean(axis=1)), MUCH, "%"),
        above("true prior's share of the second half", share(prior_shares(record, n, 0.5)[:, true]), MUCH, "%"),
    )
    found = eliminations(record)
    steps = found.median_step[wrong & (found.share > 0)]
    note = f"median step of rejection {np.min(steps):.0f} to {np.max(steps):.0f}" if len(steps) else "none rejected"
    if FLAT in played.prior_names:
        gone_flat = found.share[played.prior_names.index(FLAT)]
        note += f"; the prior without a tall hill was rejected in {gone_flat:.0%} of seeds"
    return parts, note
