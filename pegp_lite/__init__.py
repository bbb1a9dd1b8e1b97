"""pegp_lite: Gaussian-process bandits that change with time, when several experts each offer a prior."""

from pegp_lite import masks
from pegp_lite.kernels import matern, rbf
from pegp_lite.play import play
from pegp_lite.policies import (
    FullyBayesian,
    KnownPrior,
    MaximumLikelihood,
    Policy,
    PriorElimination,
    Random,
    RegretBalancing,
)
from pegp_lite.priors import Prior, draw_function
from pegp_lite.problem import Problem
from pegp_lite.record import PriorsExhausted, Record

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
