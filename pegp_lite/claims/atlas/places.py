"""A place on the map: the ten settings of the toy that matter, their values, and which places are charted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from functools import cache
from itertools import combinations, product
from types import MappingProxyType
from typing import Any

from pegp_lite.bandit.play import Ties
from pegp_lite.problems.problem import Problem
from pegp_lite.problems.toy import Mask, toy

TRUE = 2
JOINING = (2, 3, 1, 4, 5, 6, 7, 8, 9, 10, 0)  # who competes: the first so many of these, the true prior always


@dataclass(frozen=True)
class Setting:
    """One direction of the map: its `name` as a field of `Place`, a `label`, and the `values` that are charted.

    `words`: what to say in place of a value.

    >>> from pegp_lite.claims.atlas import SETTINGS
    >>> mask = next(each for each in SETTINGS if each.name == "mask")
    >>> mask.label, mask.said("hill")
    ('what is hidden on even steps', 'the true hill')
    """

    name: str
    label: str
    values: tuple[Any, ...]
    words: Mapping[Any, str] = field(default_factory=dict)

    def said(self, value: Any) -> str:
        """A value in words."""
        return self.words.get(value, str(value) if isinstance(value, str) else f"{value:g}")


SETTINGS: tuple[Setting, ...] = (
    Setting("rise", "tall hill above short ones", (0.5, 1.0, 2.0, 3.0, 4.0, 6.0, 8.0)),
    Setting("width", "hill width", (0.005, 0.0075, 0.01, 0.015, 0.02, 0.03, 0.05)),
    Setting("short", "height of the short hills", (0.0, 0.5, 1.0, 2.0, 3.0, 4.0, 6.0)),
    Setting("l", "the kernel's squared length l", (0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0)),
    Setting("noise_std", "noise R", (0.003, 0.01, 0.03, 0.1, 0.2, 0.5, 1.0)),
    Setting("epsilon", "forgetting rate ε", (0.0, 0.001, 0.005, 0.01, 0.02, 0.05, 0.1)),
    Setting("priors", "number of priors", (2, 3, 4, 5, 6, 8, 11)),
    Setting(
        "mask",
        "what is hidden on even steps",
        ("hill", "none", "random", "adversary"),
        {"hill": "the true hill", "none": "nothing", "random": "at random", "adversary": "the highest"},
    ),
    Setting("ties", "who wins a tie", ("random", "first"), {"random": "chance", "first": "the first"}),
    Setting("rule", "regret balancing's rule", ("printed", "upper"), {"printed": "as printed", "upper": "upper bound"}),
)
BY_NAME: Mapping[str, Setting] = MappingProxyType({setting.name: setting for setting in SETTINGS})
BY_CHOICE = ("ties", "rule")  # every plane is charted under each choice of these


@dataclass(frozen=True)
class Place:
    """The settings of one game of the toy; the defaults are ours.

    `rise` is by how much the tall hill is higher than the `short` ones, so that a tall hill is always tall. Of
    `priors` so many compete, the true one among them. `ties`: "first" or "random"; `rule`: regret balancing's. `width`,
    `l`, `noise_std`, `epsilon` and `mask` are as in `toy`.

    >>> from pegp_lite.claims.atlas import Place
    >>> Place().moved(priors=3).competing
    (1, 2, 3)
    """

    rise: float = 3.0
    width: float = 0.02
    short: float = 1.0
    l: float = 0.5
    noise_std: float = 0.01
    epsilon: float = 0.0
    priors: int = 11
    mask: Mask = "hill"
    ties: Ties = "random"
    rule: str = "printed"

    @property
    def competing(self) -> tuple[int, ...]:
        """The numbers of the priors that compete."""
        return competing(self.priors)

    def settings(self) -> dict[str, Any]:
        """By name."""
        return asdict(self)

    def moved(self, **to: Any) -> Place:
        """The same place with some settings changed."""
        return replace(self, **to)

    def sentence(self) -> str:
        """All settings in words."""
        return ", ".join(f"{each.label} {each.said(getattr(self, each.name))}" for each in SETTINGS)


# What the paper tells (eleven priors, a function that stands still, its hill hidden on even steps, the printed rule)
# is the same in both. Its heights, widths, noise and tie rule it does not tell: at its corner are numbers under which
# more of its claims hold than under ours.
CORNERS: Mapping[str, Place] = MappingProxyType(
    {
        "ours": Place(),
        "the paper's": Place(rise=2.0, width=0.01, short=4.0, l=1.0, noise_std=0.03, ties="first"),
    }
)


def competing(count: int) -> tuple[int, ...]:
    """Which priors compete where so many do, in order of their numbers."""
    if not 1 <= count <= len(JOINING):
        raise ValueError(f"from 1 to {len(JOINING)} priors can compete, got {count}")
    return tuple(sorted(JOINING[:count]))


def toy_at(
    rise: float,
    width: float,
    short: float,
    l: float,
    noise_std: float,
    epsilon: float,
    priors: int,
    mask: Mask,
    seeds: int,
    seed: int,
) -> Problem:
    """The game at a place; ties and regret balancing's rule are not the game's."""
    shape: dict[str, Any] = {"short": short, "tall": short + rise, "width": width, "l": l}
    luck: dict[str, Any] = {"seeds": seeds, "seed": seed}
    who = competing(priors)
    return toy(TRUE, **shape, noise_std=noise_std, epsilon=epsilon, priors=who, mask=mask, **luck)


@cache
def places() -> tuple[Place, ...]:
    """Every charted place: all planes of two settings through each corner, under both tie rules and both rules.

    >>> from pegp_lite.claims.atlas import places
    >>> len(places())
    7424
    """
    free = [setting for setting in SETTINGS if setting.name not in BY_CHOICE]
    found: dict[Place, None] = {}
    choices = [dict(zip(BY_CHOICE, each, strict=True)) for each in product(*(BY_NAME[n].values for n in BY_CHOICE))]
    for corner, choice, (x, y) in product(CORNERS.values(), choices, combinations(free, 2)):
        for one, other in product(x.values, y.values):
            found[corner.moved(**choice, **{x.name: one, y.name: other})] = None
    return tuple(found)


NAMES = tuple(each.name for each in fields(Place))
