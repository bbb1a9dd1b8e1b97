"""What a policy is called and what tells its curve from the others: by names, since colours stand in the palette.

A policy says both in its own class (`name` and `look`). One whose code is not at hand, such as that of a result
somebody sent, is registered under its class's name. One that says nothing gets what is free.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple, TypeGuard

# The first of each are our own policies'; the spare ones are for everybody else's.
SPARE_HUES = ("spare0", "spare1", "spare2")
SPARE_MARKERS = ("pentagon", "hexagon", "left", "right")
HUES = ("pe", "ml", "fb", "rb", "kp", "rd", *SPARE_HUES)
MARKERS = ("none", "circle", "square", "triangle", "hourglass", "plus", *SPARE_MARKERS)
DASHES = ("solid", "dash", "dashdot", "dot", "long", "dashdotdot")


@dataclass(frozen=True)
class Look:
    """A hue, a marker and a dash, by name (`HUES`, `MARKERS`, `DASHES`); `hero`: the line drawn thickest.

    `hue`, `marker` and `dash`: which.

    >>> from pegp_lite import Look
    >>> Look("spare0", "pentagon", "dash").marker
    'pentagon'
    """

    hue: str
    marker: str
    dash: str
    hero: bool = False

    def __post_init__(self) -> None:
        for what, name, known in (
            ("hue", self.hue, HUES),
            ("marker", self.marker, MARKERS),
            ("dash", self.dash, DASHES),
        ):
            if name not in known:
                raise ValueError(f"{what} must be one of {', '.join(known)}, got {name!r}")


class Face(NamedTuple):
    """How a policy appears in a figure: its label and its look."""

    label: str
    look: Look


_registered: dict[str, tuple[str, Look | None]] = {}


def register(kind: str, label: str, look: Look | None = None) -> None:
    """Say what a policy of the class named `kind` is called and how it looks, where its code is not at hand."""
    _registered[kind] = (label, look)


def register_class(kind: type) -> None:
    """Remember the `name` and `look` that a policy's class says of itself."""
    name, look = vars(kind).get("name"), vars(kind).get("look")
    register(kind.__name__, name if _is_name(name) else kind.__name__, look if isinstance(look, Look) else None)


def label_of(policy: object) -> str:
    """What a policy calls itself: its own `name`, or its class's name where it has none.

    A name inherited is its parent's, not its own: two policies of one label could not be told apart.
    """
    own = getattr(policy, "name", None) if _says(policy, "name") else None
    return own if _is_name(own) else type(policy).__name__


def look_of(policy: object) -> Look | None:
    """The look a policy asks for, or None."""
    own = getattr(policy, "look", None) if _says(policy, "look") else None
    return own if isinstance(own, Look) else _registered.get(kind_of(policy), ("", None))[1]


def kind_of(policy: object) -> str:
    """The name of a policy's class, or of the class it stands for."""
    return str(getattr(policy, "stands_for", type(policy).__name__))


def faces(policies: Mapping[str, object] | Iterable[str]) -> dict[str, Face]:
    """The label and look of each, no two alike: policies by name, or names of classes alone.

    A policy that goes by another name than its class's is called by that. Of two that ask for one look, or call
    themselves alike, the first has it; who asks for none gets the free one that differs most from those taken.
    """
    known = policies if isinstance(policies, Mapping) else dict.fromkeys(policies)
    asked: dict[str, Look | None] = {}
    labels: dict[str, str] = {}
    for key, policy in known.items():
        label, look = _registered.get(key, (key, None))
        if policy is not None:
            label, look = label_of(policy) if key == kind_of(policy) else key, look_of(policy)
        labels[key] = label if label not in labels.values() else f"{label} ({key})"
        asked[key] = None if look in asked.values() else look
    found: dict[str, Look] = {key: look for key, look in asked.items() if look is not None}
    for key in known:
        if key not in found:
            found[key] = _free(labels[key], list(found.values()))
    return {key: Face(labels[key], found[key]) for key in known}


def _free(label: str, taken: list[Look]) -> Look:
    """A look not taken, in a spare hue and marker if there is one; `label` decides among equals."""
    choices = [Look(*names) for names in product(HUES, MARKERS[1:], DASHES[1:]) if names[0] != "kp"]
    turn = zlib.crc32(label.encode()) % len(choices)
    used = {part for look in taken for part in (look.hue, look.marker, look.dash)}

    def merit(look: Look) -> tuple[bool, bool, int]:
        new = sum(part not in used for part in (look.hue, look.marker, look.dash))
        return look not in taken, look.hue in SPARE_HUES and look.marker in SPARE_MARKERS, new

    return max([*choices[turn:], *choices[:turn]], key=merit)


def _says(policy: object, word: str) -> bool:
    """Whether a policy says something of itself, in its instance or its class, rather than inherit it."""
    return word in vars(type(policy)) or word in getattr(policy, "__dict__", {})


def _is_name(name: object) -> TypeGuard[str]:
    return isinstance(name, str) and bool(name.strip())
