"""A person at the table: choices made by hand, written down, and played again by the engine like any policy's."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from pegp_lite.bandit.policies import Policy
from pegp_lite.bandit.view import View
from pegp_lite.checks import Bools, Ints

LONGEST = 400  # letters of written choices that are read


@dataclass(frozen=True)
class Choices:
    """What a reader did: the points looked at, one a round, and (round, expert) for each accusation made after it."""

    looks: tuple[int, ...] = ()
    accusations: tuple[tuple[int, int], ...] = ()

    def write(self) -> str:
        """As it stands in an address: "50.31x4.10" looks at 50 and 31, throws expert 4 out, looks at 10."""
        rounds = [str(point) for point in self.looks]
        for at, who in self.accusations:
            rounds[at - 1] += f"x{who}"
        return ".".join(rounds)


NOTHING = Choices()


def read_choices(text: str) -> Choices:
    """The choices that `Choices.write` wrote; ValueError where it did not."""
    if not text:
        return NOTHING
    if len(text) > LONGEST or not re.fullmatch(r"[0-9]{1,3}(x[0-9])*(\.[0-9]{1,3}(x[0-9])*)*", text):
        raise ValueError(f'choices look like "50.31x4.10", got {text[:40]!r}')
    rounds = [part.split("x") for part in text.split(".")]
    accused = [(k, int(who)) for k, (_, *whom) in enumerate(rounds, 1) for who in whom]
    return Choices(tuple(int(point) for point, *_ in rounds), tuple(accused))


@dataclass(frozen=True)
class Reader(Policy):
    """Looks where somebody looked and gives up whom somebody accused; it trusts nobody and needs no beliefs.

    `looks`: a point for each step. `accused`: pairs of a step and the number of the prior thrown out after it.
    """

    name = "you"
    learns = False
    looks: tuple[int, ...] = ()
    accused: tuple[tuple[int, int], ...] = ()

    def choose(self, view: View) -> tuple[Ints | None, Ints]:
        """The point chosen at this step; no single prior is trusted."""
        if view.t > len(self.looks):
            raise ValueError(f"no look was chosen for step {view.t}, only for the first {len(self.looks)}")
        return None, np.full(view.n_rows, self.looks[view.t - 1])

    def survivors(self, view: View) -> Bools:
        """All but those accused at this step."""
        out = [prior for step, prior in self.accused if step == view.t]
        return view.alive & ~np.isin(np.arange(view.n_priors), out)
