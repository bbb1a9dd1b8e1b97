"""The game: rival priors, the true values, which points are available when, and the noise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from pegp_lite.checks import Bools, Floats, as_finite, as_positive, set_fields, shape_text
from pegp_lite.gp.priors import Prior


@dataclass(frozen=True, eq=False)
class Problem:
    """A game that any policy can play, between rival `priors`, with observation noise of deviation `noise_std`.

    `values` (T, N), the true function, shared by all seeds, or (S, T, N), one for each seed.
    `available` (T, N), or (S, T, N) where seeds differ; None: every point at every step.
    `true_prior`: the index or the name of the prior the function was drawn from, where that is known.
    Arrays are kept as read-only views, so a function that never moves may be a broadcast that costs no memory.

    >>> import numpy as np
    >>> from pegp_lite import Prior, Problem, rbf
    >>> x = np.linspace(0, 1, 5)
    >>> flat = Prior("flat", np.zeros(5), rbf(x, 0.1))
    >>> problem = Problem([flat, flat.about("high", np.ones(5))], np.zeros((3, 5)), noise_std=0.1, true_prior="flat")
    >>> problem.n_steps, problem.n_points, problem.n_priors, problem.true_prior
    (3, 5, 2, 0)
    """

    priors: Sequence[Prior]
    values: Floats
    noise_std: float
    available: Bools | None = None
    true_prior: int | str | None = None

    def __post_init__(self) -> None:
        priors = tuple(self.priors)
        values = as_finite("values", self.values)
        if values.ndim not in (2, 3) or values.size == 0:
            raise ValueError(f"values must be (T, N) or (S, T, N), got {shape_text(values.shape)}")
        check_priors(priors)
        _check_fit(priors, *values.shape[-2:])
        set_fields(self, priors=priors, values=values, noise_std=as_positive("noise_std", self.noise_std))
        set_fields(self, available=_checked_mask(self.available, values.shape))
        set_fields(self, true_prior=index_of(self.true_prior, priors))

    @property
    def n_steps(self) -> int:
        """T, the horizon."""
        return self.values.shape[-2]

    @property
    def n_points(self) -> int:
        """N = |X|, the size of the whole domain."""
        return self.values.shape[-1]

    @property
    def n_priors(self) -> int:
        """|U|, the number of rival priors."""
        return len(self.priors)

    @property
    def n_seeds(self) -> int | None:
        """How many functions `values` holds; None where one function serves any number of seeds."""
        return len(self.values) if self.values.ndim == 3 else None

    def from_seed(self, first: int) -> Problem:
        """The same problem without the seeds before number `first`."""
        held = self.n_seeds
        if not isinstance(first, int | np.integer) or first < 0 or (held is not None and first >= held):
            wanted = "at least 0" if held is None else f"from 0 to {held - 1}"
            raise ValueError(f"first must be a seed's number, {wanted}, got {first!r}")
        if held is None:
            return self
        mask = self.available
        return replace(
            self, values=self.values[first:], available=mask if mask is None or mask.ndim == 2 else mask[first:]
        )

    def values_at(self, t: int) -> Floats:
        """The true function at step t (from 1): (N,) or (S, N)."""
        return self.values[..., t - 1, :]

    @cached_property
    def best_values(self) -> Floats:
        """The highest true value among the available points: (T,) or (S, T), kept because every policy needs it."""
        best = np.empty(self.values.shape[:-1])
        block = max(1, 2**20 // (best.size // self.n_steps * self.n_points))
        for start in range(0, self.n_steps, block):
            steps = np.s_[..., start : start + block, :]
            values = self.values[steps]
            if self.available is not None:
                values = values + np.where(self.available[steps], 0.0, -np.inf)
            best[..., start : start + block] = values.max(axis=-1)
        return best

    def available_at(self, t: int) -> Bools | None:
        """The points available at step t (from 1): (N,) or (S, N); None if all are."""
        return None if self.available is None else self.available[..., t - 1, :]


def check_priors(priors: Sequence[Any]) -> None:
    """Refuse rivals that cannot be told apart, or are none."""
    if not priors:
        raise ValueError("priors must hold at least one Prior, got none")
    names: set[str] = set()
    for prior in priors:
        if not isinstance(prior, Prior):
            raise ValueError(f"priors must be Prior objects, got {type(prior).__name__}")
        if prior.name in names:
            raise ValueError(f'two priors are named "{prior.name}"; names must differ')
        names.add(prior.name)


def _check_fit(priors: tuple[Any, ...], n_steps: int, n_points: int) -> None:
    for prior in priors:
        if prior.n_points != n_points:
            raise ValueError(f'Prior "{prior.name}" has {prior.n_points} points, values have {n_points}')
        if prior.n_mean_steps not in (None, n_steps):
            raise ValueError(f'Prior "{prior.name}": its mean has {prior.n_mean_steps} steps, values have {n_steps}')


def _checked_mask(given: Any, shape: tuple[int, ...]) -> Bools | None:
    if given is None:
        return None
    available = np.asarray(given)
    if available.dtype != bool:
        raise ValueError(f"available must be booleans (True: may be queried), got {available.dtype}")
    if available.shape not in (shape, shape[-2:]):
        wanted = shape_text(shape[-2:]) + ("" if len(shape) == 2 else f" or {shape_text(shape)}")
        raise ValueError(f"available must be {wanted} to match values, got {shape_text(available.shape)}")
    empty = np.argwhere(~available.any(axis=-1))
    if len(empty):
        *seed, step = (int(i) for i in empty[0])
        which = f"step {step + 1}" + (f" of seed {seed[0]}" if seed else "")
        raise ValueError(f"{which} has no available point ({len(empty)} such in all); each step needs at least one")
    view = available.view()
    view.flags.writeable = False
    return view


def index_of(true_prior: Any, priors: Sequence[Prior]) -> int | None:
    """The number of the true prior, given by number or name; None where it is not known."""
    names = [prior.name for prior in priors]
    if true_prior is None:
        return None
    if isinstance(true_prior, str) and true_prior in names:
        return names.index(true_prior)
    if isinstance(true_prior, int | np.integer) and not isinstance(true_prior, bool) and 0 <= true_prior < len(names):
        return int(true_prior)
    raise ValueError(f"true_prior must be an index from 0 to {len(names) - 1} or one of {names}, got {true_prior!r}")
