"""pegp_lite: Gaussian-process bandits that change with time, when several experts each offer a prior."""

from pegp_lite.bandit.play import play
from pegp_lite.bandit.policies import (
    FullyBayesian,
    KnownPrior,
    MaximumLikelihood,
    Policy,
    PriorElimination,
    Random,
    RegretBalancing,
)
from pegp_lite.bandit.record import PriorsExhausted, Record
from pegp_lite.gp.kernels import matern, rbf
from pegp_lite.gp.priors import Prior, draw_function
from pegp_lite.problems import masks
from pegp_lite.problems.problem import Problem

__version__ = "0.1.0"

__all__ = [
    "FullyBayesian",
    "KnownPrior",
    "MaximumLikelihood",
    "Policy",
    "Prior",
    "PriorElimination",
    "PriorsExhausted",
    "Problem",
    "Random",
    "Record",
    "RegretBalancing",
    "draw_function",
    "masks",
    "matern",
    "play",
    "rbf",
]
