"""The theory made visible: schedules, information gain, the regret bound and its proof, as numbers."""

from pegp_lite.bandit.schedules import (
    confidence_width,
    confidence_width_continuous,
    function_bound,
    noise_allowance,
)
from pegp_lite.theory.assumptions import not_covered
from pegp_lite.theory.audit import Ledger, proof_ledger
from pegp_lite.theory.bound import RegretBound, lemma_constant, regret_bound
from pegp_lite.theory.coverage import Coverage, coverage
from pegp_lite.theory.gain import InformationGain, information_gain, largest_gain
from pegp_lite.theory.proof import EVENTS, Row
from pegp_lite.theory.rates import gain_growth, matern_exponent, regret_growth, through, turning_point

__all__ = [
    "EVENTS",
    "Coverage",
    "InformationGain",
    "Ledger",
    "RegretBound",
    "Row",
    "confidence_width",
    "confidence_width_continuous",
    "coverage",
    "function_bound",
    "gain_growth",
    "information_gain",
    "largest_gain",
    "lemma_constant",
    "matern_exponent",
    "noise_allowance",
    "not_covered",
    "proof_ledger",
    "regret_bound",
    "regret_growth",
    "through",
    "turning_point",
]
