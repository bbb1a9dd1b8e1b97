"""A policy at work on a function nobody knows: ask where to look, look, tell what was seen."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, get_args

import numpy as np

from pegp_lite.bandit import campaign_file
from pegp_lite.bandit.campaign_file import CampaignError
from pegp_lite.bandit.play import Ties
from pegp_lite.bandit.players import Stranger, as_data, from_data
from pegp_lite.bandit.policies import Policy, PriorElimination
from pegp_lite.bandit.record import PriorsExhausted, Record
from pegp_lite.bandit.sitting import Choice, OnExhausted, Sitting
from pegp_lite.bandit.standing import Asked, Standing, Standings, Told
from pegp_lite.checks import Bools, as_count, as_finite, as_positive, shape_text
from pegp_lite.gp.priors import Prior
from pegp_lite.problems.problem import check_priors, index_of
from pegp_lite.streams import as_seed


class Campaign:
    """Ask, measure, tell, for as long as you like: the game of `play` with one row and you in place of the truth.

    `priors`: the experts. `noise_std`: of your measurements. `policy`: any policy; one that `needs_true_prior` wants
    `true_prior`, a number or a name. `points`: a label for each point (default: its number). `seed` and `ties`: as
    in `play`, whose first seed this is. `on_exhausted`, when the last prior is rejected: "stop" asking; "restart"
    the set, with nothing held against anybody; or "keep" the last as if it had passed. Steps count from 1.

    >>> import numpy as np
    >>> from pegp_lite import Campaign, Prior, rbf
    >>> low = Prior("low", np.zeros(3), rbf([0.0, 0.5, 1.0], 0.1))
    >>> campaign = Campaign([low, low.about("high", np.array([0, 0, 9.0]))], noise_std=0.1, points=["a", "b", "c"])
    >>> asked = campaign.ask()
    >>> asked.label, asked.prior
    ('c', 'high')
    >>> campaign.tell(0.2).rejected
    ('high',)
    """

    def __init__(
        self,
        priors: Sequence[Prior],
        noise_std: float,
        policy: Policy | None = None,
        points: Sequence[str] | None = None,
        seed: int = 0,
        ties: Ties = "random",
        *,
        true_prior: int | str | None = None,
        on_exhausted: OnExhausted = "stop",
    ) -> None:
        self.priors = _checked_priors(priors)
        self.noise_std = as_positive("noise_std", noise_std)
        self.policy = PriorElimination() if policy is None else policy
        self.points = _checked_labels(points, self.priors[0].n_points)
        self.seed, self.ties, self.on_exhausted = as_seed(seed), ties, on_exhausted
        self.true_prior = index_of(true_prior, self.priors)
        if on_exhausted not in get_args(OnExhausted):
            raise ValueError(f'on_exhausted must be "stop", "restart" or "keep", got {on_exhausted!r}')
        self._sitting = self._fresh()

    @property
    def t(self) -> int:
        """The present step, from 1: it counts steps of time, measured or skipped."""
        return self._sitting.game.t

    @property
    def alive(self) -> tuple[str, ...]:
        """The names of the priors that may be trusted."""
        return tuple(self.priors[p].name for p in np.flatnonzero(self._sitting.game.alive[0]))

    @property
    def exhausted(self) -> bool:
        """Whether the last prior was ever rejected; with "restart" and "keep" the campaign goes on all the same."""
        return self._sitting.exhausted_at > 0

    def ask(self, available: Any = None) -> Asked:
        """Where to look at this step. Asking again, with the same points open, gives the same answer.

        `available`: booleans, one a point, True where you could look now; None: everywhere.
        """
        mask = self._checked_mask(available)
        choice = self._sitting.choice
        if choice is None or not _same_mask(mask, choice.available):
            if self._sitting.over:
                raise ValueError(
                    f"every prior was rejected at step {self._sitting.exhausted_at}, so there is nobody left to ask; "
                    'begin a new campaign, or one with on_exhausted="restart" or "keep"'
                )
            choice = self._sitting.choose(mask)
        name = self.priors[choice.prior].name if choice.prior >= 0 else None
        return Asked(self.t, choice.point, self.points[choice.point], name, choice.mean, choice.std, choice.upper)

    def tell(self, value: float, point: int | str | None = None) -> Told:
        """The `value` measured at this step, at the point asked for or at `point` (its number or label).

        Measured elsewhere, it teaches every prior and nobody is charged for it. Time moves on by one step.
        """
        choice = self._sitting.choice
        if choice is None:
            raise ValueError(f"nothing was asked at step {self.t} yet: call ask() first, also to measure elsewhere")
        seen = as_finite("the value told", value)
        if seen.ndim or isinstance(value, bool | np.bool_ | str):
            raise ValueError(f"the value told must be one number, got {value!r}")
        k = choice.point if point is None else self._number_of(point)
        t, ran_out_before = self.t, self.exhausted
        try:
            rejected, nobody = self._sitting.tell(choice, k, float(seen))
        except BaseException:
            self._again(self._happened(), t, choice)  # an error of the policy's own must not leave half a step
            raise
        if nobody and not (ran_out_before and self.on_exhausted == "keep"):
            what = {"stop": "the campaign stops here", "restart": "all start again", "keep": "the last one is kept"}
            warnings.warn(
                f"{type(self.policy).__name__} rejected the last prior at step {t}: most likely none of them is the "
                f"true one; {what[self.on_exhausted]}",
                PriorsExhausted,
                stacklevel=2,
            )
        return Told(tuple(self.priors[p].name for p in rejected), nobody)

    def skip(self, steps: int = 1) -> None:
        """Let so many `steps` pass without a measurement; what was asked at this step is withdrawn."""
        self._sitting.skip(as_count("steps", steps))

    def status(self) -> Standings:
        """How each prior stands, a line each: print it, or make a table of it."""
        view, gone = self._sitting.view, self._sitting.rejected_at
        evidence = view.log_evidence[0] if self.policy.learns else np.full(len(self.priors), np.nan)
        allowed = np.sqrt(view.allowance * view.uses[0]) + view.widths[0]
        return Standings(
            Standing(
                prior.name,
                bool(view.alive[0, p]),
                int(view.uses[0, p]),
                float(view.errors[0, p]),
                float(allowed[p]),
                float(evidence[p]),
                int(gone[p]) or None,
            )
            for p, prior in enumerate(self.priors)
        )

    def record(self) -> Record:
        """All steps so far as arrays, (1, t - 1): -1 and NaN where nothing was measured; regret is NaN throughout."""
        return self._sitting.record()

    def save(self, path: str | PathLike[str], about: Mapping[str, Any] | None = None) -> Path:
        """Write what happened as JSON that a person can read, whole or not at all; returns the path.

        `about`: what else the file should hold, such as where the priors came from; `load` passes it over.
        """
        choice = self._sitting.choice
        kept = {
            "policy": as_data(self.policy),
            "noise_std": self.noise_std,
            "seed": self.seed,
            "ties": self.ties,
            "on_exhausted": self.on_exhausted,
            "true_prior": self.true_prior,
            "t": self.t,
            "asked": None if choice is None else {"available": _listed(choice.available), "point": choice.point},
            "priors": [campaign_file.known_by(prior) for prior in self.priors],
            "points": list(self.points),
            "happened": self._happened(),
            **({} if about is None else {"about": dict(about)}),
        }
        return campaign_file.write(Path(path), kept)

    @classmethod
    def load(cls, path: str | PathLike[str], priors: Sequence[Prior], policy: Policy | None = None) -> Campaign:
        """Read the campaign saved at `path` and play it again.

        `priors`: those it was begun with; others are refused. `policy`: only needed where it is not one of ours.
        """
        place, priors = Path(path), _checked_priors(priors)
        kept = campaign_file.read(place)
        try:
            campaign_file.check_same_priors(place, kept["priors"], priors)
            player = from_data(kept["policy"]) if policy is None else policy
            if isinstance(player, Stranger):
                raise ValueError(f"its policy {player.stands_for} is not one of ours; load it with policy=")
            if as_data(player) != kept["policy"]:
                raise ValueError(f"it was played by another policy than the one given: {kept['policy']}")
            settings = {word: kept[word] for word in ("points", "seed", "ties", "true_prior", "on_exhausted")}
            campaign = cls(priors, kept["noise_std"], player, **settings)
            asked = kept["asked"]
            campaign._again(kept["happened"], kept["t"], None)
            if asked and campaign.ask(campaign._mask_of(asked["available"])).point != asked["point"]:
                raise ValueError(f"another point than {asked['point']} would be asked for at step {campaign.t}")
        except CampaignError:
            raise
        except (KeyError, TypeError, IndexError) as error:
            why = f"something in it is missing or of another kind than was written ({error})"
            raise CampaignError(f"{place} cannot be played again: {why}") from error
        except ValueError as error:
            raise CampaignError(f"{place} cannot be played again: {error}") from error
        return campaign

    def _fresh(self) -> Sitting:
        of = self.priors, self.noise_std, self.policy, self.seed, self.ties, self.true_prior, self.on_exhausted
        return Sitting(*of)

    def _happened(self) -> list[dict[str, Any]]:
        return [
            {
                "step": step.t,
                "available": _listed(step.available),
                "point": step.point,
                "label": self.points[step.point],
                "value": step.value,
            }
            for step in self._sitting.steps
        ]

    def _again(self, happened: Sequence[dict[str, Any]], t: int, choice: Choice | None) -> None:
        """Play all that happened again from the start, up to step `t` and the choice last made."""
        sitting = self._fresh()
        for each in happened:
            if each["step"] < sitting.game.t:
                raise ValueError(f"its steps do not go forward: {each['step']} after step {sitting.game.t - 1}")
            sitting.skip(each["step"] - sitting.game.t)
            made = sitting.choose(self._mask_of(each["available"]))
            value = float(as_finite(f"the value of step {each['step']}", each["value"]))
            sitting.tell(made, self._number_of(each["point"]), value)
        if t < sitting.game.t:
            raise ValueError(f"it stands at step {t}, but something was measured at step {sitting.game.t - 1}")
        sitting.skip(t - sitting.game.t)
        if choice is not None:
            sitting.choose(choice.available)
        self._sitting = sitting

    def _number_of(self, point: Any) -> int:
        if isinstance(point, str) and point in self.points:
            return self.points.index(point)
        whole = isinstance(point, int | np.integer) and not isinstance(point, bool)
        if not whole or not 0 <= point < len(self.points):
            raise ValueError(f"point must be a number from 0 to {len(self.points) - 1} or a label, got {point!r}")
        return int(point)

    def _checked_mask(self, available: Any) -> Bools | None:
        if available is None:
            return None
        mask = np.array(available)
        if mask.dtype != bool or mask.shape != (len(self.points),):
            wanted = f"{len(self.points)} booleans, one a point (True: open)"
            raise ValueError(f"available must be {wanted}, got {mask.dtype} of {shape_text(mask.shape)}")
        if not mask.any():
            raise ValueError("available has no open point; if none can be measured now, call skip()")
        return mask

    def _mask_of(self, listed: Any) -> Bools | None:
        if listed is None:
            return None
        mask = np.zeros(len(self.points), dtype=bool)
        mask[[self._number_of(point) for point in listed]] = True
        return self._checked_mask(mask)


def _listed(mask: Bools | None) -> list[int] | None:
    return None if mask is None else np.flatnonzero(mask).tolist()


def _same_mask(one: Bools | None, other: Bools | None) -> bool:
    return one is other if one is None or other is None else np.array_equal(one, other)


def _checked_priors(given: Any) -> tuple[Prior, ...]:
    priors = tuple(given)
    check_priors(priors)
    for prior in priors[1:]:
        if prior.n_points != priors[0].n_points:
            raise ValueError(
                f'all priors must be over the same points: "{priors[0].name}" has {priors[0].n_points}, '
                f'"{prior.name}" has {prior.n_points}'
            )
    return priors


def _checked_labels(given: Any, n_points: int) -> tuple[str, ...]:
    if given is None:
        return tuple(map(str, range(n_points)))
    labels = tuple(map(str, given))
    if len(labels) != n_points or len(set(labels)) != n_points:
        raise ValueError(
            f"points must be {n_points} different labels, got {len(labels)}, {len(set(labels))} of them different"
        )
    return labels
