"""pegp_lite: Gaussian-process bandits that change with time, when several experts each offer a prior."""

from pegp_lite.bandit.campaign import Campaign
from pegp_lite.bandit.looks import Look
from pegp_lite.bandit.play import play
from pegp_lite.bandit.policies import (
    CorralPriors,
    EventTriggeredGPUCB,
    FullyBayesian,
    HedgePriors,
    KnownPrior,
    MaximumLikelihood,
    Policy,
    PriorElimination,
    Random,
    RegretBalancing,
    ResettingGPUCB,
    SlidingWindowGPUCB,
    SoftRevision,
    WeightedGPUCB,
)
from pegp_lite.bandit.record import PriorsExhausted, Record
from pegp_lite.bandit.replay import Trace, unroll
from pegp_lite.bandit.view import View
from pegp_lite.gp.kernels import Kernel, matern, rbf
from pegp_lite.gp.priors import Prior, draw_function, draw_functions
from pegp_lite.problems import masks
from pegp_lite.problems.problem import Problem
from pegp_lite.study.compare import Comparison, compare

__version__ = "0.1.0"

__all__ = [
    "Campaign",
    "Comparison",
    "CorralPriors",
    "EventTriggeredGPUCB",
    "FullyBayesian",
    "HedgePriors",
    "Kernel",
    "KnownPrior",
    "Look",
    "MaximumLikelihood",
    "Policy",
    "Prior",
    "PriorElimination",
    "PriorsExhausted",
    "Problem",
    "Random",
    "Record",
    "RegretBalancing",
    "ResettingGPUCB",
    "SlidingWindowGPUCB",
    "SoftRevision",
    "Trace",
    "View",
    "WeightedGPUCB",
    "compare",
    "draw_function",
    "draw_functions",
    "masks",
    "matern",
    "play",
    "rbf",
    "unroll",
]
