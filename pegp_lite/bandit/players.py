"""Who played, as plain data: so that a result can be kept, read and shown where a policy's code is not at hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any, NoReturn

import numpy as np

from pegp_lite.bandit.looks import Look, label_of, look_of
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

SIX: tuple[type[Policy], ...] = (
    *(PriorElimination, MaximumLikelihood, FullyBayesian, RegretBalancing, KnownPrior, Random),
)
RELATED: tuple[type[Policy], ...] = (
    *(ResettingGPUCB, SlidingWindowGPUCB, WeightedGPUCB, EventTriggeredGPUCB, SoftRevision, HedgePriors, CorralPriors),
)  # the rivals of the related work
OURS = {kind.__name__: kind for kind in (*SIX, *RELATED)}


@dataclass(frozen=True)
class Stranger(Policy):
    """Stands for a policy whose code is not at hand: its class's name, its label, its look and its settings."""

    stands_for: str = ""
    name: str = ""  # type: ignore[misc]
    look: Look | None = None  # type: ignore[misc,assignment]
    settings: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def choose(self, *_: Any, **__: Any) -> NoReturn:
        """Nobody can say what it would do."""
        raise ValueError(f"the code of {self.stands_for} is not at hand: its results can be shown, not played on")


def as_data(policy: Policy) -> dict[str, Any]:
    """A policy as what JSON can hold: its kind and settings; of one that is not ours also its label and look."""
    kind = type(policy)
    if OURS.get(kind.__name__) is kind:
        return {"kind": kind.__name__, **asdict(policy)}
    if isinstance(policy, Stranger):
        named, settings = policy.stands_for, dict(policy.settings)
    else:
        words = dict.fromkeys([each.name for each in fields(policy)] + list(vars(policy)))
        named = kind.__name__
        settings = {word: _plain(getattr(policy, word)) for word in words if not word.startswith("_")}
    look = look_of(policy)
    return {"kind": named, "label": label_of(policy), "look": look and asdict(look), "settings": settings}


def from_data(given: Mapping[str, Any]) -> Policy:
    """The policy that `as_data` described: one of ours as it was, another as a `Stranger` that can be shown.

    ValueError where the data do not describe one.
    """
    try:
        kind, settings = given["kind"], {word: value for word, value in given.items() if word != "kind"}
        if kind in OURS:
            return OURS[kind](**settings)
        look = Look(**given["look"]) if given["look"] else None
        kept = dict(given["settings"])
        label, delta = str(given["label"]), kept.get("delta", 0.1)
        return Stranger(delta=delta, stands_for=str(kind), name=label, look=look, settings=kept)
    except (KeyError, TypeError) as error:
        raise ValueError(f"{dict(given)!r} does not describe a policy ({error})") from None


def _plain(value: Any) -> Any:
    """`value` with nothing in it but numbers, words, lists and mappings; anything else as Python would print it."""
    if isinstance(value, np.ndarray | np.generic):
        return _plain(value.tolist())
    if isinstance(value, Mapping):
        return {str(word): _plain(inner) for word, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
    return value if value is None or isinstance(value, bool | int | float | str) else repr(value)
