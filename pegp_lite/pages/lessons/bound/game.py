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

# Each step of the proof in a few words, and why it gives something away.
STEPS_UP = {
    "real regret": "",
    "rejections: each may cost 2B": "every prior is granted the worst fall f could have, at a step when it is rejected",
    "optimism: width − η + noise": "the upper bound is far above the best value there really is",
    "errors: all that line 12 allows": "priors are granted their whole allowance, and hardly use it",
    "noise: all that Lemma 5.1 allows": "noise mostly cancels, the proof lets it pile up",
    "as if priors shared the steps": "one prior gets most steps, but noise is allowed as if all shared them evenly",
    "as if all steps were equally wide": "bands start wide and end narrow, the proof spreads their widths evenly",
    "widths by information: C|U|γ": "each prior is granted the most that any choice of looks could teach it",
}
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
        """From the real regret up to the bound, a row for each of `STEPS_UP`, a column for each horizon."""
        ledger, bound = self.ledger, self.ledger.bound
        regret = ledger["final bound"].left
        critical = regret + ledger["critical steps"].slack
        split = ledger["split"].right
        errors = split + ledger["eta bound"].slack
        collected = ledger["collected"].right
        even = bound.realised_total + 2 * ledger["Cauchy-Schwarz on widths"].slack
        return np.concatenate([regret, critical, split, errors, collected, bound.realised_total, even, bound.total])


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
