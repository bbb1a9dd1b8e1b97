"""The policies: each says which priors it would trust now, and which it gives up after an observation."""

from pegp_lite.bandit.policies.base import Policy
from pegp_lite.bandit.policies.fully_bayesian import FullyBayesian
from pegp_lite.bandit.policies.known_prior import KnownPrior
from pegp_lite.bandit.policies.maximum_likelihood import MaximumLikelihood
from pegp_lite.bandit.policies.prior_elimination import PriorElimination
from pegp_lite.bandit.policies.random_choice import Random
from pegp_lite.bandit.policies.regret_balancing import RegretBalancing

__all__ = [
    "FullyBayesian",
    "KnownPrior",
    "MaximumLikelihood",
    "Policy",
    "PriorElimination",
    "Random",
    "RegretBalancing",
]
