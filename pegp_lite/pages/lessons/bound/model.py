"""The games behind the page on the regret bound: one played game, its bound and its way up from regret to bound."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from pegp_lite.bandit.play import play
from pegp_lite.bandit.policies import PriorElimination
from pegp_lite.bandit.record import Record
from pegp_lite.checks import Floats
from pegp_lite.gp.kernels import matern, rbf
from pegp_lite.gp.priors import Prior
from pegp_lite.problems.problem import Problem
from pegp_lite.problems.toy import toy, toy_points
from pegp_lite.theory import InformationGain, Ledger, information_gain, proof_ledger

STEPS, POINTS, MOST = 50, 81, 11  # T, |X| and the largest |U|
_RIVALS = (2, 5, 8, 0, 10, 1, 3, 4, 6, 7, 9)  # who joins, in this order; prior 2 is the true one

TERMS = ("elimination", "noise", "information")


@dataclass(frozen=True)
class StepUp:
    """One inequality of the proof: its name, why it gives something away, and the terms of the bound it ends in."""

    name: str
    why: str
    terms: tuple[str, ...]


STEPS_UP = (
    StepUp("rejections cost 2B each",
           "every prior is granted the worst fall f could have, at a step when it is rejected", ("elimination",)),
    StepUp("optimism", "the upper bound is far above the best value there really is", ("noise", "information")),
    StepUp("errors: all of line 12", "priors are granted their whole allowance, and hardly use it",
           ("noise", "information")),
    StepUp("noise: all of Lemma 5.1", "noise mostly cancels, the proof lets it pile up", ("noise",)),
    StepUp("steps shared evenly", "one prior gets most steps, but noise is allowed as if all shared them evenly",
           ("noise",)),
    StepUp("widths spread evenly", "bands start wide and end narrow, the proof spreads their widths evenly",
           ("information",)),
    StepUp("widths by C|U|γ", "each prior is granted the most that any choice of looks could teach it",
           ("information",)),
)  # fmt: skip
KERNELS = ("squared exponential", "Matérn 5/2", "Matérn 3/2", "Matérn 1/2")
SMOOTHNESS = dict(zip(KERNELS, (None, 2.5, 1.5, 0.5), strict=True))
GROWTH_STEPS, GROWTH_POINTS = 50, 51


@dataclass(frozen=True, eq=False)
class Case:
    """A game of `STEPS` steps; every horizon up to there can be read from it."""

    problem: Problem
    record: Record
    ledger: Ledger

    @cached_property
    def levels(self) -> Floats:
        """The real regret, then a row for each of `STEPS_UP` up to the bound; a column for each horizon."""
        ledger, bound = self.ledger, self.ledger.bound
        regret = ledger["final bound"].left
        critical = regret + ledger["critical steps"].slack
        split = ledger["split"].right
        errors = split + ledger["eta bound"].slack
        collected = ledger["collected"].right
        even = bound.realised_total + 2 * ledger["Cauchy-Schwarz on widths"].slack
        return np.concatenate([regret, critical, split, errors, collected, bound.realised_total, even, bound.total])

    @cached_property
    def terms(self) -> Floats:
        """The three `TERMS` of the bound, a column for each horizon."""
        return np.concatenate([getattr(self.ledger.bound, term) for term in TERMS])


@lru_cache(maxsize=64)
def case_of(n_priors: int, epsilon: float, noise_std: float, delta: float, seed: int) -> Case:
    """The toy game with `n_priors` of its priors, played once for all horizons: no schedule knows T."""
    rivals = tuple(sorted(_RIVALS[:n_priors]))
    problem = toy(
        2, width=0.03, points=POINTS, T=STEPS, noise_std=noise_std, priors=rivals, epsilon=epsilon, seeds=1, seed=seed
    )
    record = play(problem, PriorElimination(delta), seed=seed)
    gain = _gain(epsilon, noise_std).upper
    return Case(problem, record, proof_ledger(problem, record, delta, gain))


@lru_cache(maxsize=256)
def _gain(epsilon: float, noise_std: float) -> InformationGain:
    """All the toy's priors share a covariance, so they share gamma; it knows neither delta nor the number of priors."""
    prior = toy(2, width=0.03, points=POINTS, T=1, epsilon=epsilon, seeds=1).priors[0]
    return information_gain(prior, noise_std, STEPS)


@lru_cache(maxsize=256)
def growth_of(kernel: str, epsilon: float, noise_std: float) -> InformationGain:
    """The bracket of gamma_1 .. gamma_T for one kernel of length 0.2 on a line of points."""
    x, nu = toy_points(GROWTH_POINTS), SMOOTHNESS[kernel]
    covariance = rbf(x, 0.04) if nu is None else matern(x, nu, 0.2)
    return information_gain(Prior(kernel, np.zeros(GROWTH_POINTS), covariance, epsilon), noise_std, GROWTH_STEPS)
