"""Blanks of `2_your_campaign`: what is open, an hour of asking and telling, and an hour missed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from pegp_lite.bandit.campaign import Campaign
from pegp_lite.exercises.blank import Blank, Slip, calling
from pegp_lite.exercises.your_campaign.greenhouse import (
    BEDS,
    Greenhouse,
    campaign_after,
    garden_hour,
    new_campaign,
    said,
)

Hour = Callable[[Campaign], Any]

mask_of = Blank(
    "mask_of",
    lambda beds: np.array([bed in beds for bed in BEDS]),
    calling((["bed 1", "bed 12"],), (["bed 7"],), (list(BEDS[2:9]),)),
    "One boolean for each of the twelve `BEDS`, in their order: True where the bed is among those given.",
    (
        Slip(lambda beds: np.array([bed not in beds for bed in BEDS]), "the other way round: True means *open*."),
        Slip(
            lambda beds: np.array([BEDS.index(bed) for bed in beds]),
            "those are the beds' numbers; a campaign wants a boolean for every bed, open or not.",
        ),
        Slip(
            lambda beds: np.array([int(bed in beds) for bed in BEDS]),
            "0 and 1 are numbers; a campaign wants True and False, so leave the `int` out.",
        ),
        Slip(
            lambda beds: [bed for bed in BEDS if bed in beds],
            "those are the beds' names; a campaign wants a boolean for every bed, open or not.",
        ),
        Slip(lambda beds: np.ones(len(BEDS), dtype=bool), "every bed is open there: True only for those in `beds`."),
        Slip(
            lambda beds: [str(bed in beds) for bed in BEDS],
            "'True' in quotes is a word; a campaign wants True and False themselves.",
        ),
        Slip(
            lambda beds: {bed: bed in beds for bed in BEDS},
            "that is a dict; the booleans alone, in the order of `BEDS`, are enough.",
        ),
        Slip(
            lambda beds: np.array([True for _ in beds]), "one boolean for every bed there is, not for every open one."
        ),
    ),
    "a boolean for every bed.",
)


def _hours(answer: Hour) -> list[Any]:
    campaign = new_campaign()
    for _ in range(6):
        answer(campaign)
    return [said(campaign)]


def _hour(
    mask: bool = True,
    told: str = "reading",
    late: int = 0,
    at: int | None = None,
    open_late: int = 0,
    closed: bool = False,
    idle: int = 0,
) -> Hour:
    def one(campaign: Campaign) -> None:
        house, hour = Greenhouse(), campaign.t
        open_now = mask_of.right(house.open_at(hour + open_late)) != closed
        asked = campaign.ask(open_now if mask else None)
        reading = house.measure(asked.label, hour + late)
        campaign.tell(reading if told == "reading" else getattr(asked, told), at)
        if idle:
            campaign.skip(idle)

    return one


def _worked(campaign: Campaign, hours: int) -> None:
    for _ in range(hours):
        garden_hour(campaign, Greenhouse())


an_hour = Blank(
    "an_hour",
    lambda campaign: garden_hour(campaign, Greenhouse()),
    _hours,
    "Three lines: `asked = campaign.ask(mask)`, with the mask of the beds open this hour; "
    "`reading = greenhouse.measure(asked.label, campaign.t)`; `campaign.tell(reading)`.",
    (
        Slip(
            lambda campaign: None, "nothing was told, so the hour never ends: `campaign.tell(reading)` moves the clock."
        ),
        Slip(_hour(mask=False), "it asked without a mask, and was sent to beds nobody can reach this hour."),
        Slip(_hour(told="mean"), "it told what the gardener expected, `asked.mean`, and not what was measured."),
        Slip(_hour(told="upper"), "it told the upper bound, `asked.upper`, and not what was measured."),
        *(
            Slip(
                _hour(open_late=by),
                "the mask is another hour's: the beds open now are those of `campaign.t`, before telling.",
            )
            for by in (1, -1)
        ),
        Slip(_hour(closed=True), "the mask is the wrong way round: it was sent to the beds that are closed."),
        Slip(_hour(late=-1), "it measured an hour too early: the hour is `campaign.t`, before telling."),
        Slip(_hour(idle=1), "telling ends the hour already: after it, `skip` lets another one pass."),
        Slip(
            lambda campaign: campaign.skip(),
            "`skip` lets the hour pass without a look; here it is asked, measured and told.",
        ),
        Slip(
            lambda campaign: _worked(campaign, 6),
            "more than one hour has passed in it; one is enough, the notebook calls it for each.",
        ),
        Slip(_hour(late=1), "it measured an hour too late: the hour is `campaign.t`, before telling."),
        Slip(
            _hour(at=0), "the reading was told for another bed than the one asked for: leave `point` out, or name it."
        ),
    ),
    "six hours, each bed asked for among those open.",
)


def _away(answer: Callable[[Campaign, int], Any]) -> list[Any]:
    found = []
    for hours in (1, 3):
        campaign = campaign_after(3)
        answer(campaign, hours)
        found.append(said(campaign))
    return found


def _tell(value: float) -> Callable[[Campaign, int], None]:
    def instead(campaign: Campaign, hours: int) -> None:
        for _ in range(hours):
            campaign.ask()
            campaign.tell(value)

    return instead


missed = Blank(
    "missed",
    lambda campaign, hours: campaign.skip(hours),
    _away,
    "A campaign can let time pass without a look: see `help(campaign.skip)`.",
    (
        Slip(lambda campaign, hours: None, "the clock still shows the hour you left: let it move on."),
        Slip(lambda campaign, hours: campaign.skip(), "one hour has passed, whatever `hours` is."),
        Slip(
            _tell(0.0), "0 degrees is a reading like any other, and somebody was charged for it. Nothing was measured."
        ),
        Slip(
            _worked,
            "it measured after all, and somebody was charged. `skip` lets the time pass without a look.",
        ),
        Slip(
            lambda campaign, hours: [campaign.tell(campaign.ask().mean) for _ in range(hours)],
            "what a gardener expects is no reading: nothing was measured, so nothing is told.",
        ),
        Slip(
            lambda campaign, hours: [campaign.skip(hours) for _ in range(hours)],
            "`skip(hours)` lets all of them pass already: call it once, without a loop.",
        ),
        Slip(
            lambda campaign, hours: campaign.skip(campaign.t + hours),
            "`skip` wants how many hours pass, not which hour it will be.",
        ),
        Slip(lambda campaign, hours: campaign.skip(hours + 1), "an hour too many has passed."),
    ),
    "time passes, nobody is charged.",
)
