"""No opinion at all."""

from __future__ import annotations

from dataclasses import dataclass

from pegp_lite.bandit.looks import Look
from pegp_lite.bandit.policies.contract import Policy
from pegp_lite.bandit.view import View
from pegp_lite.checks import Ints


@dataclass(frozen=True)
class Random(Policy):
    """Any available point, each as likely as the next, whatever the tie rule: x_t ~ uniform on X_t.

    `delta` is there because every policy has one; nothing here depends on it.

    >>> from pegp_lite import Random, play
    >>> from pegp_lite.problems.toy import toy
    >>> record = play(toy(seeds=2, T=20, points=61), Random())
    >>> round(float(record.cumulative_regret[:, -1].mean()), 1)
    43.6
    """

    name = "random"
    look = Look("rd", "plus", "long")
    learns = False

    def choose(self, view: View) -> tuple[Ints | None, Ints]:
        """A point drawn from the policy's stream; no prior is trusted."""
        return None, view.draw_point()
