"""All policies on one problem, on the same luck: same functions, same noise, same masks."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any

import numpy as np

from pegp_lite.bandit.looks import Face, faces
from pegp_lite.bandit.play import Ties, play_together, warn_if_exhausted
from pegp_lite.bandit.players import SIX, as_data
from pegp_lite.bandit.policies import Policy
from pegp_lite.bandit.record import Record, cut, join
from pegp_lite.bandit.view import read_only
from pegp_lite.checks import Floats, as_count
from pegp_lite.problems.problem import Problem
from pegp_lite.study.statistics import Estimate, Regret, difference, estimate, prior_shares, regret_by_seed

Progress = Callable[[int, int, str], None]
SEEDS = 30
CHUNK = 100  # seeds played in lock step at most: more would only fill memory
NUMBERS = 2**20  # and no more of them than make this many pairs of prior and point that somebody believes in


@dataclass(frozen=True, eq=False)
class Comparison:
    """Records of several policies on one problem, by the policy's class name, and what is needed to read them.

    `records` and `policies` are of the same names; row s of every record is the same seed. `prior_names`, `true_prior`
    and `n_points` are the problem's, and `fingerprint` tells it from others. `seed` and `ties` are those of `compare`.
    `scale` turns regret into `unit` (both trivial for the toy); `title`
    is what a figure says on its face.

    >>> from pegp_lite import compare
    >>> from pegp_lite.problems.toy import toy
    >>> comparison = compare(toy(seeds=3, T=20, points=61))
    >>> comparison.seeds, comparison.n_steps, comparison.label("PriorElimination")
    (3, 20, 'PE-GP-UCB')
    >>> comparison.curve("Random").mean.shape
    (20,)
    """

    records: Mapping[str, Record]
    policies: Mapping[str, Policy]
    prior_names: tuple[str, ...]
    true_prior: int | None
    n_points: int
    seed: int
    fingerprint: str = ""
    scale: float = 1.0
    unit: str = ""
    title: str = ""
    ties: Ties = "random"

    def __post_init__(self) -> None:
        for word in ("records", "policies"):
            object.__setattr__(self, word, MappingProxyType(dict(getattr(self, word))))

    def __reduce__(self) -> tuple[type[Comparison], tuple[Any, ...]]:
        values = [getattr(self, field.name) for field in fields(self)]
        return type(self), tuple(dict(value) if isinstance(value, Mapping) else value for value in values)

    def __getitem__(self, name: str) -> Record:
        if name not in self.records:
            raise KeyError(f"no policy {name!r} was played; there are {', '.join(self.records)}")
        return self.records[name]

    def label(self, name: str) -> str:
        """What to call a policy in a sentence: "PE-GP-UCB" for PriorElimination."""
        return self.faces[name].label

    @cached_property
    def faces(self) -> dict[str, Face]:
        """The label and look of each policy, no two alike."""
        return faces(self.policies)

    @property
    def seeds(self) -> int:
        """How many seeds were played, S."""
        return len(next(iter(self.records.values())).points)

    @property
    def n_steps(self) -> int:
        """T."""
        return next(iter(self.records.values())).points.shape[1]

    def regret(self, name: str, kind: Regret = "cumulative") -> Floats:
        """Regret of every seed at every step in the comparison's unit, (S, T).

        `kind`: "cumulative" up to the step, the "average" of those steps, or the step's own, "instant".
        """
        return regret_by_seed(self[name], kind, self.scale)

    def curve(self, name: str, kind: Regret = "cumulative") -> Estimate:
        """Mean regret of a `kind` over the seeds at every step, with standard error and 95% interval, each (T,)."""
        if (name, kind) not in self._curves:
            self._curves[name, kind] = Estimate(*map(read_only, estimate(self.regret(name, kind))))
        return self._curves[name, kind]

    @cached_property
    def _curves(self) -> dict[tuple[str, Regret], Estimate]:
        """Those asked for so far: claims, panels and sentence of one page want the same ones."""
        return {}

    def versus(self, one: str, other: str, kind: Regret = "cumulative") -> Estimate:
        """Regret (of a `kind`) of `one` minus `other` at every step, paired by seed, with 95% interval, each (T,)."""
        return difference(self.regret(one, kind), self.regret(other, kind))

    def shares(self, name: str) -> Floats:
        """Each prior's share of all steps, mean over the seeds, (P,); NaN for a policy that trusts no single one."""
        return estimate(prior_shares(self[name], len(self.prior_names))).mean

    def presented(self, scale: float, unit: str, title: str) -> Comparison:
        """The same comparison, to be read in this unit and under this title."""
        return replace(self, scale=scale, unit=unit, title=title)


def all_policies(problem: Problem, delta: float = 0.1) -> list[Policy]:
    """One of each policy that can play: all six, or five where nobody knows the true prior."""
    return [kind(delta=delta) for kind in SIX if problem.true_prior is not None or not kind.needs_true_prior]


def compare(
    problem: Problem,
    policies: Sequence[Policy] | Mapping[str, Policy] | None = None,
    seeds: int | None = None,
    seed: int = 0,
    progress: Progress | None = None,
    already: Comparison | None = None,
    ties: Ties = "random",
) -> Comparison:
    """Play all `policies` (default: every one that can) on the same luck, in one pass.

    `seeds`: by default as many as the problem holds functions, else thirty. Policies go by the name of their class;
    where two of a kind differ in their settings, give a mapping from names of your own; their deltas may differ.
    `seed` fixes the luck; `ties` is as in `play`. `progress(done, in all, names)` is told of every pass. `already`: an
    earlier comparison on the same problem and seed, of which nothing is played again: only the seeds and policies
    that it lacks.
    `problem`: the game. Returns a `Comparison`.

    >>> from pegp_lite import PriorElimination, Random, compare
    >>> from pegp_lite.problems.toy import toy
    >>> found = compare(toy(seeds=3, T=20, points=61), [PriorElimination(), Random()])
    >>> apart = found.versus("PriorElimination", "Random")
    >>> bool(apart.high[-1] < 0)
    True
    """
    rivals = named(all_policies(problem) if policies is None else policies)
    count = as_count("seeds", problem.n_seeds or SEEDS) if seeds is None else as_count("seeds", seeds)
    have = _usable(already, problem, rivals, seed, ties)
    todo = passes(problem, rivals, missing(rivals, {name: len(record.points) for name, record in have.items()}, count))
    new: dict[str, list[Record]] = {name: [] for name in rivals}
    for done, (names, first, last) in enumerate(todo):
        if progress is not None:
            progress(done, len(todo), ", ".join(names))
        found = play_together(
            problem, [rivals[name] for name in names], last - first, seed=seed, ties=ties, first=first
        )
        for name, record in zip(names, found, strict=True):
            new[name].append(record)
    if progress is not None and todo:
        progress(len(todo), len(todo), "")
    for parts in new.values():
        if parts:
            warn_if_exhausted(join(parts))
    records = {name: cut(join([*([have[name]] if name in have else []), *new[name]]), count) for name in rivals}
    return together(problem, rivals, records, seed, ties)


def together(
    problem: Problem,
    policies: Mapping[str, Policy],
    records: Mapping[str, Record],
    seed: int,
    ties: Ties = "random",
) -> Comparison:
    """A comparison of records already played."""
    return Comparison(
        records,
        policies,
        tuple(prior.name for prior in problem.priors),
        problem.true_prior if isinstance(problem.true_prior, int) else None,
        problem.n_points,
        seed,
        fingerprint(problem),
        ties=ties,
    )


def fingerprint(problem: Problem) -> str:
    """A short sum that tells problems apart: priors, noise, masks, steps and the first seed's function."""
    first = problem.values if problem.n_seeds is None else problem.values[0]
    mask = problem.available
    arrays = [first] if mask is None else [first, mask if mask.ndim == 2 else mask[0]]
    arrays += [part for prior in problem.priors for part in (prior.mean_over(problem.n_steps), prior.sketch())]
    found = hashlib.blake2b(digest_size=12)
    found.update(repr([(p.name, p.epsilon) for p in problem.priors] + [problem.noise_std]).encode())
    for array in arrays:
        found.update(repr(array.shape).encode() + np.ascontiguousarray(array).tobytes())
    return found.hexdigest()


def named(policies: Sequence[Policy] | Mapping[str, Policy]) -> dict[str, Policy]:
    """Policies by name; two of one name are refused."""
    if isinstance(policies, Mapping):
        found = dict(policies)
    else:
        found = {type(policy).__name__: policy for policy in policies}
        if len(found) < len(policies):
            raise ValueError("two policies are of one kind; give a mapping from names of your own to policies")
    if not found:
        raise ValueError("policies must hold at least one policy, got none")
    return found


def missing(names: Mapping[str, Policy], have: Mapping[str, int], seeds: int) -> Iterator[tuple[str, int, int]]:
    """The pieces still to be played, as (policy, first seed, last seed + 1), each of at most `CHUNK` seeds."""
    for name in names:
        for first in range(have.get(name, 0), seeds, CHUNK):
            yield name, first, min(first + CHUNK, seeds)


def passes(
    problem: Problem, rivals: Mapping[str, Policy], pieces: Iterable[tuple[str, int, int]]
) -> list[tuple[tuple[str, ...], int, int]]:
    """The same pieces, those of the same seeds together, as (policies, first seed, last seed + 1).

    A pass takes fewer seeds where priors, points and policies that learn are many, for the sake of memory.
    """
    alike: dict[tuple[int, int], list[str]] = {}
    for name, first, last in pieces:
        alike.setdefault((first, last), []).append(name)
    found = []
    for (first, last), names in alike.items():
        learners = sum(rivals[name].learns for name in names)
        seeds = max(1, NUMBERS // (max(1, learners) * problem.n_priors * problem.n_points))
        found += [(tuple(names), start, min(start + seeds, last)) for start in range(first, last, seeds)]
    return sorted(found, key=lambda each: each[1])


def _usable(
    already: Comparison | None, problem: Problem, rivals: Mapping[str, Policy], seed: int, ties: Ties
) -> dict[str, Record]:
    """The earlier records that may stand: same game, same seed and ties, same settings of the policy."""
    if already is None:
        return {}
    if already.fingerprint != fingerprint(problem):
        raise ValueError("the earlier comparison is of another problem, so it cannot be continued on this one")
    if already.seed != seed:
        raise ValueError(f"the earlier comparison was played with seed {already.seed}, not {seed}")
    if already.ties != ties:
        raise ValueError(f"the earlier comparison broke ties by {already.ties!r}, not {ties!r}")
    before = {name: as_data(policy) for name, policy in already.policies.items()}
    return {name: already.records[name] for name, rival in rivals.items() if before.get(name) == as_data(rival)}
