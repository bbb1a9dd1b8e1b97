"""What a policy is, and how to write one of your own.

Subclass `Policy`, give it a `name`, and override one of three: `candidates` (whom to trust now), `survivors` (whom to
keep after an observation) or `choose` (prior and point at once). Each is handed a `View` of the policy's own rows,
one for each seed, and works on all of them together. A policy is a setting without a memory: what it wants to
remember during a game it returns from `start`, finds again as `view.state` and brings up to date in `observed`.

    class Trusting(Policy):
        name = "the second expert, come what may"

        def candidates(self, view):
            return view.only(np.full(view.n_rows, 1))
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from pegp_lite.bandit.looks import Look, register_class
from pegp_lite.bandit.view import View
from pegp_lite.checks import Bools, Floats, Ints, as_probability


@dataclass(frozen=True)
class Policy:
    """Optimism: the point and prior of the highest UCB among the candidate priors and the available points.

    `delta`: how much risk the theory's widths may take, in (0, 1). A class that `needs_true_prior` finds it as
    `view.told`; one that says `learns = False` has no beliefs kept for it.

    >>> import numpy as np
    >>> from pegp_lite import Policy, play
    >>> from pegp_lite.problems.toy import toy
    >>> class Trusting(Policy):
    ...     name = "the second expert, come what may"
    ...     def candidates(self, view):
    ...         return view.only(np.full(view.n_rows, 1))
    >>> set(play(toy(seeds=2, T=20, points=61), Trusting()).chosen_priors.ravel().tolist())
    {1}
    """

    name: ClassVar[str]  # its label everywhere; without one, the class's own name
    look: ClassVar[Look]  # how figures draw it; without one, they choose
    needs_true_prior: ClassVar[bool] = False
    learns: ClassVar[bool] = True
    delta: float = 0.1

    def __init_subclass__(cls, **settings: Any) -> None:
        super().__init_subclass__(**settings)
        register_class(cls)

    def __post_init__(self) -> None:
        object.__setattr__(self, "delta", as_probability("delta", self.delta))

    def start(self, view: View) -> Any:
        """The policy's memory for one game, made new before its first step and kept as `view.state`."""
        return None

    def candidates(self, view: View) -> Bools:
        """The priors over which to be optimistic, booleans (S, P), at least one a row; by default all that live."""
        return view.alive

    def choose(self, view: View) -> tuple[Ints | None, Ints]:
        """The prior trusted, (S,), with -1 (or None for all rows) where no single one is, and the point, (S,)."""
        return view.most_optimistic(self.candidates(view))

    def observed(self, view: View, points: Ints, values: Floats) -> None:
        """Told of each observation, (S,) points and (S,) values, while `view.t` is still its step.

        Beliefs and sums have taken it in; `view.predicted_mean` and `predicted_std` are from just before.
        """

    def survivors(self, view: View) -> Bools:
        """The priors still alive after the observation just made, (S, P); it may also bring some back."""
        return view.alive
