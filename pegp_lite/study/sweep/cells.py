"""One cell of a sweep: which settings it has, where each of them goes, and what comes out when it is played."""

from __future__ import annotations

import hashlib
import inspect
import itertools
import json
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from pegp_lite.bandit.players import SIX, as_data
from pegp_lite.bandit.policies import Policy
from pegp_lite.checks import as_count
from pegp_lite.problems.problem import Problem
from pegp_lite.streams import as_seed
from pegp_lite.study.compare import Comparison, compare, named
from pegp_lite.study.results.versions import versions

Settings = dict[str, Any]
Measure = Callable[[Comparison], Mapping[str, Any]]
Outcome = dict[str, Any]  # plain arrays, numbers and words by name
PLAY = frozenset(inspect.signature(compare).parameters) - {
    *("problem", "policies", "seeds", "seed", "progress", "already"),
}


def settings_of(wanted: Mapping[str, Iterable[Any]] | Iterable[Mapping[str, Any]]) -> list[Settings]:
    """Every combination of a grid {"tall": [2, 4], ...}, or a list of settings as it stands."""
    if isinstance(wanted, Mapping):
        axes = {str(name): _values(name, given) for name, given in wanted.items()}
        return [dict(zip(axes, combination, strict=True)) for combination in itertools.product(*axes.values())]
    found = [dict(each) for each in wanted]
    if not found:
        raise ValueError("a sweep wants at least one cell, got an empty list of settings")
    odd = next((each for each in found if set(each) != set(found[0])), None)
    if odd is not None:
        raise ValueError(f"all cells of a list must set the same names: {sorted(found[0])}, got also {sorted(odd)}")
    return found


@dataclass(frozen=True, eq=False)
class Errand:
    """What every cell of a sweep has in common; goes to each worker once and plays any cell there.

    `policies` None: all six, without the known prior where nobody knows the true one.
    """

    make_problem: Callable[..., Problem]
    policies: Mapping[str, Policy] | None
    seeds: int
    seed: int
    measure: Measure | None = None

    @classmethod
    def of(
        cls,
        make_problem: Callable[..., Problem],
        policies: Sequence[Policy] | Mapping[str, Policy] | None,
        seeds: int,
        seed: int,
        measure: Measure | None,
    ) -> Errand:
        """The errand, its arguments checked."""
        if not callable(make_problem):
            raise ValueError(f"make_problem must be a function that returns a Problem, got {make_problem!r}")
        rivals = None if policies is None else named(policies)
        return cls(make_problem, rivals, as_count("seeds", seeds), as_seed(seed), measure)

    @property
    def rivals(self) -> dict[str, Policy]:
        """The policies by name, before any setting changes them."""
        return named([kind() for kind in SIX]) if self.policies is None else dict(self.policies)

    def described(self) -> dict[str, Any]:
        """The errand in words and numbers, for files."""
        return {
            "make_problem": _called(self.make_problem),
            "measure": None if self.measure is None else _called(self.measure),
            "policies": {
                name: {"told": policy.needs_true_prior, **as_data(policy)} for name, policy in self.rivals.items()
            },
            "seeds": self.seeds,
            "seed": self.seed,
        }

    def key(self, settings: Settings) -> str:
        """A short sum of all that decides a cell's numbers: the same cell asked for again has the same key."""
        whole = json.dumps([self.described(), settings], sort_keys=True, default=repr)
        return hashlib.blake2b(whole.encode(), digest_size=12).hexdigest()

    def places(self, names: Iterable[str]) -> dict[str, str | list[str]]:
        """Where each setting goes: "problem" if that takes it, else the policies that have it ("Name.setting" means
        one alone), else "game" ("ties"); a name nobody knows is refused."""
        takes, takes_any = _keywords(self.make_problem)
        found: dict[str, str | list[str]] = {}
        for name in names:
            having = _having(self.rivals, name)
            if name in takes:
                found[name] = "problem"
            elif having:
                found[name] = having
            elif name in PLAY:
                found[name] = "game"
            elif takes_any:
                found[name] = "problem"
            else:
                raise ValueError(
                    f"nothing here has a setting {name!r}: {_called(self.make_problem)} takes {', '.join(takes)}; "
                    f"policies take {', '.join(_policy_settings(self.rivals))}; a game takes {', '.join(sorted(PLAY))}"
                )
        return found

    def problem(self, settings: Settings) -> Problem:
        """The game of one cell."""
        takes, _ = _keywords(self.make_problem)
        luck = {name: value for name, value in (("seeds", self.seeds), ("seed", self.seed)) if name in takes}
        made = self.make_problem(**luck | self._for("problem", settings))
        if not isinstance(made, Problem):
            raise ValueError(f"{_called(self.make_problem)} must return a Problem, got {type(made).__name__}")
        return made

    def play(self, settings: Settings) -> Comparison:
        """One cell: all policies on the same luck."""
        problem, rivals = self.problem(settings), self.rivals
        for setting, place in self.places(settings).items():
            if isinstance(place, list):
                name = setting.rpartition(".")[2]
                rivals |= {who: replace(rivals[who], **{name: settings[setting]}) for who in place}
        if self.policies is None and problem.true_prior is None:
            rivals = {name: policy for name, policy in rivals.items() if not policy.needs_true_prior}
        return compare(problem, rivals, self.seeds, self.seed, **self._for("game", settings))

    def _for(self, place: str, settings: Settings) -> Settings:
        return {name: settings[name] for name, goes in self.places(settings).items() if goes == place}

    def outcome(self, settings: Settings) -> Outcome:
        """One cell's numbers: `regret` (policies, S) at the end, seeds that ran out of priors, what `measure` found."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # seeds that ran out are counted, and nobody watches a worker's log
            played = self.play(settings)
            found = {} if self.measure is None else dict(self.measure(played))
        nobody = np.full(self.seeds, np.nan)
        ends = {name: played.regret(name)[:, -1] for name in played.records}
        over = {name: int((record.exhausted_at > 0).sum()) for name, record in played.records.items()}
        return {
            "regret": np.stack([ends.get(name, nobody) for name in self.rivals]),
            "ran_out": np.array([over.get(name, 0) for name in self.rivals]),
            "fingerprint": played.fingerprint,
            "versions": json.dumps(versions()),
            "measured": json.loads(json.dumps(found, default=_plain)),
        }


def _values(name: Any, given: Any) -> list[Any]:
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise ValueError(f"axis {name!r} must be a list of values, got {given!r}")
    values = list(given)
    if not values:
        raise ValueError(f"axis {name!r} must hold at least one value, got none")
    return values


def _keywords(function: Callable[..., Any]) -> tuple[list[str], bool]:
    """The names a function takes, and whether it takes any other as well."""
    parameters = inspect.signature(function).parameters.values()
    kinds = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return [p.name for p in parameters if p.kind in kinds], any(p.kind == p.VAR_KEYWORD for p in parameters)


def _having(rivals: Mapping[str, Policy], setting: str) -> list[str]:
    """The policies that a setting's name means."""
    who, _, name = setting.rpartition(".")
    return [each for each, policy in rivals.items() if who in ("", each) and name in {f.name for f in fields(policy)}]


def _policy_settings(rivals: Mapping[str, Policy]) -> list[str]:
    return sorted({field.name for policy in rivals.values() for field in fields(policy)})


def _plain(value: Any) -> Any:
    """A number or array of numpy's as files know it."""
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    raise ValueError(f"measure must give numbers or words, got {type(value).__name__}")


def _called(function: Callable[..., Any]) -> str:
    """A function's name with its module's."""
    name = getattr(function, "__qualname__", None) or type(function).__qualname__
    return f"{getattr(function, '__module__', '?')}.{name}"
