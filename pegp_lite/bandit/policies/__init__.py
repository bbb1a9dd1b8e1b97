"""The policies: each says which priors it would trust now, and which it gives up after an observation.

The paper's six, and seven rivals of its related work.
"""

from pegp_lite.bandit.policies.contract import Policy
from pegp_lite.bandit.policies.corral import CorralPriors
from pegp_lite.bandit.policies.event_triggered import EventTriggeredGPUCB
from pegp_lite.bandit.policies.fully_bayesian import FullyBayesian
from pegp_lite.bandit.policies.hedge import HedgePriors
from pegp_lite.bandit.policies.known_prior import KnownPrior
from pegp_lite.bandit.policies.maximum_likelihood import MaximumLikelihood
from pegp_lite.bandit.policies.prior_elimination import PriorElimination
from pegp_lite.bandit.policies.random_choice import Random
from pegp_lite.bandit.policies.regret_balancing import RegretBalancing
from pegp_lite.bandit.policies.resetting import ResettingGPUCB
from pegp_lite.bandit.policies.sliding_window import SlidingWindowGPUCB
from pegp_lite.bandit.policies.soft_revision import SoftRevision
from pegp_lite.bandit.policies.weighted import WeightedGPUCB

__all__ = [
    "CorralPriors",
    "EventTriggeredGPUCB",
    "FullyBayesian",
    "HedgePriors",
    "KnownPrior",
    "MaximumLikelihood",
    "Policy",
    "PriorElimination",
    "Random",
    "RegretBalancing",
    "ResettingGPUCB",
    "SlidingWindowGPUCB",
    "SoftRevision",
    "WeightedGPUCB",
]
