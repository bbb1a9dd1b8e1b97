"""The policies: each says which priors it would trust now, and which it gives up after an observation.

A policy is a frozen setting without a memory of its own: what a game remembers (beliefs, who is alive, sums of
errors) stands once, in `Game`, and every policy reads it there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np

from pegp_lite.bandit.looks import Look, register_class
from pegp_lite.checks import Bools, Floats, Ints, as_probability

if TYPE_CHECKING:
    from pegp_lite.bandit.game import Game


@dataclass(frozen=True)
class Policy:
    """Optimism: the point and prior of the highest UCB among the candidate priors and the available points."""

    name: ClassVar[str]  # its label everywhere; without one, the class's own name
    look: ClassVar[Look]  # how figures draw it; without one, they choose
    needs_true_prior: ClassVar[bool] = False
    learns: ClassVar[bool] = True  # whether it looks at beliefs at all
    delta: float = 0.1

    def __init_subclass__(cls, **settings: Any) -> None:
        super().__init_subclass__(**settings)
        register_class(cls)

    def __post_init__(self) -> None:
        object.__setattr__(self, "delta", as_probability("delta", self.delta))

    def choose(self, game: Game) -> tuple[Ints | None, Ints]:
        """The prior trusted, (S,), or None where no single one is, and the point queried, (S,)."""
        seeds, priors = np.nonzero(self.candidates(game))
        row, point = game.pick_point(game.belief.upper_bounds(seeds, priors, game.width), seeds)
        return priors[row], point

    def candidates(self, game: Game) -> Bools:
        """The priors over which to be optimistic, (S, P)."""
        raise NotImplementedError

    def survivors(self, game: Game) -> Bools:
        """The priors still alive after the observation just made, (S, P)."""
        return game.alive


@dataclass(frozen=True)
class PriorElimination(Policy):
    """PE-GP-UCB (Algorithm 1): doubly optimistic, rejects a prior whose errors exceed what theory allows."""

    name = "PE-GP-UCB"
    look = Look("pe", "circle", "solid", hero=True)

    def candidates(self, game: Game) -> Bools:
        """Line 7: every prior not yet rejected."""
        return game.alive

    def survivors(self, game: Game) -> Bools:
        """Lines 12 to 14: |sum eta| <= sqrt(xi_t |S|) + sum beta sigma, for the prior just used.

        Tested for all: a prior not used now keeps its sums while xi_t grows, so it cannot newly fail.
        """
        allowed = np.sqrt(game.allowance * game.uses) + game.widths
        return game.alive & (np.abs(game.errors) <= allowed)


@dataclass(frozen=True)
class MaximumLikelihood(Policy):
    """Trusts the prior under which the data so far are most likely, and plays its UCB (Section 7)."""

    name = "maximum likelihood"
    look = Look("ml", "square", "dash")

    def candidates(self, game: Game) -> Bools:
        """The prior of the highest log evidence."""
        return game.pick_prior(game.belief.log_evidence)


@dataclass(frozen=True)
class FullyBayesian(Policy):
    """Averages the UCBs of all priors, weighted by their posterior probability under equal odds (Section 7)."""

    name = "fully Bayesian"
    look = Look("fb", "triangle", "dashdot")

    def choose(self, game: Game) -> tuple[Ints | None, Ints]:
        """The point of the highest averaged UCB; no single prior is trusted."""
        odds = np.exp(game.belief.log_evidence - game.belief.log_evidence.max(axis=1, keepdims=True))
        mean, std = game.belief.mixture(odds / odds.sum(axis=1, keepdims=True))
        _, point = game.pick_point(mean + game.width * std, np.arange(len(odds)))
        return None, point


@dataclass(frozen=True)
class RegretBalancing(Policy):
    """Uses the priors in turn and drops those whose rewards lag behind (Appendix, with R^p(t) = t).

    `rule` "printed" compares lower bounds on both sides, as the paper prints it; "upper" gives each prior the
    benefit of its upper bound.
    """

    name = "regret balancing"
    look = Look("rb", "hourglass", "dot")
    rule: Literal["printed", "upper"] = "printed"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.rule not in ("printed", "upper"):
            raise ValueError(f'rule must be "printed" or "upper", got {self.rule!r}')

    def candidates(self, game: Game) -> Bools:
        """Line 3: the living prior used least."""
        return game.pick_prior(np.where(game.alive, -game.uses, -np.inf))

    def survivors(self, game: Game) -> Bools:
        """Lines 9 to 11, once every living prior has been used."""
        uses = np.maximum(game.uses, 1)
        reward, slack = game.rewards / uses, np.sqrt(game.allowance / uses)
        lower: Floats = reward - slack
        hope = game.widths / uses + (lower if self.rule == "printed" else reward + slack)
        best = np.where(game.alive, lower, -np.inf).max(axis=1, keepdims=True)
        all_used = ((game.uses > 0) | ~game.alive).all(axis=1, keepdims=True)
        return game.alive & ((hope >= best) | ~all_used)


@dataclass(frozen=True)
class KnownPrior(Policy):
    """GP-UCB (TV-GP-UCB where the function moves), told the true prior: the floor."""

    name = "known prior"
    look = Look("kp", "none", "solid")
    needs_true_prior = True

    def candidates(self, game: Game) -> Bools:
        """The true prior alone."""
        return np.broadcast_to(np.arange(game.alive.shape[1]) == game.problem.true_prior, game.alive.shape)


@dataclass(frozen=True)
class Random(Policy):
    """Any available point, each as likely as the next, whatever the tie rule."""

    name = "random"
    look = Look("rd", "plus", "long")
    learns = False

    def choose(self, game: Game) -> tuple[Ints | None, Ints]:
        """A point drawn from the policy's stream; no prior is trusted."""
        seeds = len(game.alive)
        equal = np.zeros((seeds, game.problem.n_points))
        _, point = game.pick_point(equal, np.arange(seeds), always_draw=True)
        return None, point
