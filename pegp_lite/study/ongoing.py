"""A campaign that lives in one file: its experts, its unit, what happened; a change is on disk when it returns."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from pegp_lite.bandit import campaign_file
from pegp_lite.bandit.campaign import Campaign
from pegp_lite.bandit.campaign_file import CampaignError
from pegp_lite.bandit.policies import Policy
from pegp_lite.bandit.sitting import OnExhausted
from pegp_lite.bandit.standing import Asked, Standings, Told
from pegp_lite.problems.opinions import Opinions, from_data
from pegp_lite.writing import only_writer

__all__ = ["begin", "ongoing", "undo"]

FAR = 6.0  # deviations


@dataclass(frozen=True)
class Measured:
    """A measurement that was told, in the campaign's unit."""

    step: int
    label: str
    value: float


@dataclass(frozen=True)
class Skipped:
    """So many steps without a measurement, from `step` on."""

    step: int
    steps: int


@dataclass(eq=False)
class Ongoing:
    """A campaign in its file, spoken to in its own unit.

    Use it as `with ongoing(path) as campaign:`, which lets nobody else write meanwhile.
    """

    path: Path
    opinions: Opinions
    campaign: Campaign
    waiting: str | None = None  # the point asked for at this step and not told yet

    @property
    def measured(self) -> list[Measured]:
        """What was told so far."""
        record, points = self.campaign.record(), self.opinions.points
        return [
            Measured(t + 1, points[point], float(f"{self.opinions.in_unit(value):.12g}"))  # as it was told
            for t, (point, value) in enumerate(zip(record.points[0].tolist(), record.observations[0], strict=True))
            if point >= 0
        ]

    def ask(self, only: Collection[str] | None = None, without: Collection[str] = ()) -> Asked:
        """Where to measure at this step, of the points `only` and not of those `without`."""
        mask = None
        if only is not None or without:
            wanted = self.opinions.points if only is None else self._known(only)
            mask = np.isin(self.opinions.points, list(wanted)) & ~np.isin(self.opinions.points, self._known(without))
        asked = self.campaign.ask(mask)
        self._save(asked.label)
        mean, upper = (self.opinions.in_unit(each) for each in (asked.mean, asked.upper))
        return asked._replace(mean=mean, std=asked.std * self.opinions.scale, upper=upper)

    def tell(self, value: float, point: str | None = None) -> Told:
        """What was measured, at the point asked for or at another."""
        if self.waiting is None:
            last = self.measured[-1:]
            so_far = f" (the last told: {last[0].value:g} at {last[0].label}, step {last[0].step})" if last else ""
            raise ValueError(f"nothing was asked for at step {self.campaign.t} yet{so_far}; ask first")
        if point is not None:
            self._known([point])
        told = self.campaign.tell(self.opinions.standardised(value), point)
        self._save(None)
        return told

    def far(self, value: float, point: str) -> bool:
        """Whether no expert, before the first look, held such a value possible at this point: often a slip."""
        z, at, noise = self.opinions.standardised(value), self.opinions.points.index(point), self.opinions.noise_std
        priors = self.opinions.priors
        return all(abs(z - p.mean[at]) > FAR * np.hypot(np.sqrt(p.covariance[at, at]), noise) for p in priors)

    def skip(self, steps: int = 1) -> None:
        """Let time pass without a measurement."""
        self.campaign.skip(steps)
        self._save(None)

    def status(self) -> Standings:
        """How each expert stands; errors in the campaign's unit."""
        scale = self.opinions.scale
        found = (
            each._replace(error=each.error * scale, allowed=each.allowed * scale) for each in self.campaign.status()
        )
        return Standings(found)

    def _known(self, names: Collection[str]) -> list[str]:
        unknown = [name for name in names if name not in self.opinions.points]
        if unknown:
            raise ValueError(f"there is no point {unknown[0]!r}; points are {', '.join(self.opinions.points[:20])}")
        return list(names)

    def _save(self, waiting: str | None) -> None:
        self.campaign.save(self.path, self.opinions.as_data())
        self.waiting = waiting


def begin(
    path: str | PathLike[str], opinions: Opinions, policy: Policy, seed: int = 0, on_exhausted: OnExhausted = "restart"
) -> Ongoing:
    """Begin a campaign in a new file at `path`: the `opinions` are its experts, the `policy` asks.

    `seed` and `on_exhausted` are as in `Campaign`.

    >>> from pegp_lite import PriorElimination
    >>> from pegp_lite.problems.opinions import from_recipe
    >>> anna, ben = ({"name": name, "length": 1, "deviation": 1, "mean": at} for name, at in [("Anna", 3), ("Ben", 5)])
    >>> said = from_recipe({"noise": 0.1, "points": {"bed 1": [0], "bed 2": [4]}, "experts": [anna, ben]}, "two beds")
    >>> begun = begin("beds.json", said, PriorElimination())
    >>> begun.ask().prior
    'Ben'
    """
    place = Path(path)
    if place.is_dir():
        raise CampaignError(f"{place} is a folder; the name of a new file was wanted")
    with _alone(place):
        if place.exists():
            raise CampaignError(f"{place} exists and is left alone; name a new file")
        points = opinions.points
        campaign = Campaign(opinions.priors, opinions.noise_std, policy, points, seed, on_exhausted=on_exhausted)
        begun = Ongoing(place, opinions, campaign)
        campaign.save(place, opinions.as_data())
    return begun


@contextmanager
def ongoing(path: str | PathLike[str]) -> Iterator[Ongoing]:
    """The campaign of the file at `path`, as it was left; what is done within the `with` is on disk at once.

    >>> from pegp_lite import PriorElimination
    >>> from pegp_lite.problems.opinions import from_recipe
    >>> expert = {"name": "Anna", "length": 1, "deviation": 1}
    >>> said = from_recipe({"noise": 0.1, "points": {"bed 1": [0], "bed 2": [4]}, "experts": [expert]}, "two beds")
    >>> _ = begin("again.json", said, PriorElimination())
    >>> with ongoing("again.json") as campaign:
    ...     _ = campaign.ask()
    ...     _ = campaign.tell(1.5, "bed 2")
    >>> with ongoing("again.json") as campaign:
    ...     campaign.measured
    [Measured(step=1, label='bed 2', value=1.5)]
    >>> undo("again.json").value
    1.5
    """
    place = Path(path)
    if place.is_dir():
        raise CampaignError(f"{place} is a folder; the file of a campaign was wanted")
    if not place.is_file():
        raise CampaignError(f"there is no file {place}; begin a campaign with: pegp campaign new {place}")
    with _alone(place):
        kept = campaign_file.read(place)
        opinions = _opinions(place, kept)
        campaign = Campaign.load(place, opinions.priors)
        if campaign.points != opinions.points:
            raise CampaignError(f"{place}: its points are not those of its experts, as when one was renamed by hand")
        yield Ongoing(
            place, opinions, campaign, campaign.points[int(kept["asked"]["point"])] if kept["asked"] else None
        )


def undo(path: str | PathLike[str]) -> Measured | Skipped | None:
    """Take back what was done last, in the file at `path`.

    That is a question not yet answered (None), or the steps skipped since the last measurement, or that measurement,
    which is returned; see `ongoing`.

    >>> undo("none.json")
    Traceback (most recent call last):
    pegp_lite.bandit.campaign_file.CampaignError: there is no file none.json; begin a campaign with: ...
    """
    place = Path(path)
    with ongoing(place) as before:
        kept, measured = campaign_file.read(place), before.measured
        since = measured[-1].step + 1 if measured else 1
        taken: Measured | Skipped | None = None
        if not kept["asked"] and kept["t"] > since:
            taken = Skipped(since, kept["t"] - since)
        elif not kept["asked"]:
            if not measured:
                raise CampaignError(
                    f"{place}: nothing was asked, told or skipped yet, so there is nothing to take back"
                )
            taken = measured[-1]
            kept["happened"].pop()
        kept["asked"] = None
        kept["t"] = kept["t"] if taken is None else taken.step
        del kept["format"]
        campaign_file.write(place, kept)
    return taken


def _opinions(place: Path, kept: dict[str, Any]) -> Opinions:
    if "about" not in kept:
        raise CampaignError(f"{place} does not hold its experts; load it in Python, with Campaign.load")
    try:
        return from_data(kept["about"])
    except ValueError as error:
        raise CampaignError(f"{place}: {error}") from None


@contextmanager
def _alone(place: Path) -> Iterator[None]:
    busy = CampaignError(f"another process is at work on {place}; try again when it is done")
    with only_writer(place.with_name(f".{place.name}.lock"), busy):
        yield
