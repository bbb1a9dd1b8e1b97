"""GP-Hedge over priors: lots are drawn, and the odds follow what each would have earned by its own account."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pegp_lite.bandit.looks import Look
from pegp_lite.bandit.policies.contract import Policy
from pegp_lite.bandit.policies.nominees import drawn, nominees
from pegp_lite.bandit.view import View
from pegp_lite.checks import Floats, Ints, as_positive


@dataclass
class Account:
    """Gains so far and the points nominated for this step, each (S, P)."""

    gains: Floats
    nominees: Ints


@dataclass(frozen=True)
class HedgePriors(Policy):
    """GP-Hedge (Hoffman et al. 2011) with priors in place of acquisition functions.

    Each prior nominates x^p_t = argmax mu^p + beta_t sigma^p; one is played, drawn with chances proportional to
    exp(rate g^p); then every gain grows by what its prior now believes of its nominee, g^p += mu^p_t(x^p_t).
    `rate`: by default sqrt(8 log|U| / t), the order of Hedge's analysis for gains within 1, at every step.
    No prior is ever rejected, and one that promises much is paid by its own promises.
    `delta`: sets beta_t, in (0, 1).

    >>> from pegp_lite import HedgePriors, play
    >>> from pegp_lite.problems.toy import toy
    >>> record = play(toy(seeds=2, T=20, points=61), HedgePriors())
    >>> round(float(record.cumulative_regret[:, -1].mean()), 1)
    33.1
    """

    name = "GP-Hedge"
    look = Look("spare2", "hexagon", "dash")
    rate: float | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.rate is not None:
            as_positive("rate", self.rate)

    def start(self, view: View) -> Account:
        """Nobody has gained anything."""
        return Account(np.zeros((view.n_rows, view.n_priors)), np.zeros((view.n_rows, view.n_priors), dtype=np.int64))

    def choose(self, view: View) -> tuple[Ints | None, Ints]:
        """A prior by lot, and its nominee."""
        account: Account = view.state
        account.nominees = nominees(view)
        rate = np.sqrt(8 * np.log(view.n_priors) / view.t) if self.rate is None else self.rate
        prior = drawn(view, np.exp(rate * (account.gains - account.gains.max(axis=1, keepdims=True))))
        return prior, account.nominees[np.arange(view.n_rows), prior]

    def observed(self, view: View, points: Ints, values: Floats) -> None:
        """Every prior is credited with its own opinion of its nominee."""
        account: Account = view.state
        rows, priors = np.divmod(np.arange(account.gains.size), view.n_priors)
        credit = view.mean(rows, priors)[np.arange(len(rows)), account.nominees.ravel()]
        account.gains += credit.reshape(account.gains.shape)
