"""A simulated greenhouse for `2_your_campaign`: twelve beds, three gardeners with an opinion, a hidden truth.

Temperatures are degrees above the greenhouse's mean. The same hour always brings the same, whoever plays.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pegp_lite.bandit.campaign import Campaign
from pegp_lite.exercises.blank import other_kind
from pegp_lite.gp.kernels import rbf
from pegp_lite.gp.priors import Prior, draw_function

BEDS = tuple(f"bed {number}" for number in range(1, 13))
NOISE = 0.3  # degrees
DELTA = 0.1
HOURS = 48


def gardeners() -> list[Prior]:
    """Three opinions on where it is warm: by the stove (bed 2), in the middle, at the south wall (bed 11)."""
    place = np.arange(len(BEDS)) / len(BEDS)
    covariance = rbf(place, 0.02)
    means = {
        name: 5.4 * np.exp(-((place - at) ** 2) / 0.02)
        for name, at in {"stove": 1 / 12, "middle": 5.5 / 12, "south wall": 10 / 12}.items()
    }
    return [Prior(name, mean, covariance, epsilon=0.01) for name, mean in means.items()]


class Greenhouse:
    """What a gardener can do: see which beds can be reached this hour, and hold a thermometer into one of them."""

    def __init__(self) -> None:
        self._truth = draw_function(gardeners()[2], HOURS, np.random.default_rng(8))

    def open_at(self, hour: int) -> list[str]:
        """The beds that can be reached in an hour; nobody knows before."""
        reached = np.random.default_rng([1, hour]).random(len(BEDS)) < 0.6
        reached[hour % len(BEDS)] = True
        return [bed for bed, here in zip(BEDS, reached, strict=True) if here]

    def measure(self, bed: str, hour: int) -> float:
        """A reading, in degrees above the mean, to a hundredth."""
        if bed not in BEDS:
            raise ValueError(f"a bed goes by its label, {BEDS[0]!r} to {BEDS[-1]!r}, got {bed!r}")
        k = BEDS.index(bed)
        blur = NOISE * np.random.default_rng([2, hour]).standard_normal(len(BEDS))[k]
        return round(float(self._truth[hour - 1, k] + blur), 2)


def new_campaign() -> Campaign:
    """A campaign over the beds, before its first hour."""
    return Campaign(gardeners(), NOISE, points=BEDS)


def garden_hour(campaign: Campaign, greenhouse: Greenhouse) -> None:
    """One hour as it should go."""
    reached = greenhouse.open_at(campaign.t)
    asked = campaign.ask(np.array([bed in reached for bed in BEDS]))
    campaign.tell(greenhouse.measure(asked.label, campaign.t))


def campaign_after(hours: int) -> Campaign:
    """A campaign after some hours."""
    campaign, greenhouse = new_campaign(), Greenhouse()
    for _ in range(hours):
        garden_hour(campaign, greenhouse)
    return campaign


def said(campaign: Any) -> Any:
    """Where a campaign stands: its clock, where it looked and what it saw, whom it trusts."""
    if not isinstance(campaign, Campaign):
        return other_kind(campaign, "a Campaign")
    record = campaign.record()
    beds = [BEDS[point] if point >= 0 else "nowhere" for point in record.points[0]]
    return {
        "hour": campaign.t,
        "beds": beds,
        "readings": record.observations[0].tolist(),
        "gardeners trusted": list(campaign.alive),
    }
