"""Blanks of `2_your_campaign`: a campaign from a file, and one without its wrong reading."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pegp_lite.bandit.campaign import Campaign
from pegp_lite.exercises.blank import Blank, Slip
from pegp_lite.exercises.your_campaign.greenhouse import (
    Greenhouse,
    campaign_after,
    garden_hour,
    gardeners,
    new_campaign,
    said,
)


def _from_file(answer: Callable[[Any], Any], hours: int = 4) -> list[Any]:
    with tempfile.TemporaryDirectory() as folder:
        path = campaign_after(hours).save(Path(folder) / "greenhouse.json")
        return [said(answer(path))]


def _load(path: Any) -> Campaign:
    return Campaign.load(path, gardeners())


BEGINS_ANEW = Slip(
    lambda path: new_campaign(), "that begins a new campaign; `Campaign.load` goes on with the one in the file."
)
ONLY_WORDS = Slip(
    lambda path: json.loads(Path(path).read_text()),
    "those are the words in the file; `Campaign.load(path, priors)` plays them again and gives a campaign.",
)
JUST_THE_PATH = Slip(
    lambda path: path, "that is the file's name; `Campaign.load(path, priors)` makes a campaign of it."
)


def _of_the_notebook(skipped: int) -> Campaign:
    """The notebook's own campaign, which stands in its greenhouse.json: not the one in the file handed over."""
    campaign = campaign_after(5)
    campaign.skip(skipped)
    return campaign


NOT_THIS_FILE = "that is the campaign from above in the notebook; take the one in the file that is handed over, `path`."

resume = Blank(
    "resume",
    _load,
    _from_file,
    "`Campaign.load` wants the file and the priors the campaign was begun with.",
    (
        Slip(lambda path: None, "it gives nothing back; is there a `return`?"),
        *(BEGINS_ANEW, ONLY_WORDS, JUST_THE_PATH),
        Slip(lambda path: _of_the_notebook(1), NOT_THIS_FILE),
        Slip(lambda path: _mended(path), "an hour has passed since: load it and leave its clock alone."),
    ),
    "the campaign goes on where it stopped.",
)


def _mended(path: Any, hours: int = 1) -> Campaign:
    campaign = _load(path)
    campaign.skip(hours)
    return campaign


def _invented(path: Any) -> Campaign:
    campaign = _load(path)
    campaign.tell(campaign.ask().mean)
    return campaign


def _measured(path: Any) -> Campaign:
    campaign = _load(path)
    garden_hour(campaign, Greenhouse())
    return campaign


mend = Blank(
    "mend",
    _mended,
    _from_file,
    "Go back to the file written before the wrong reading, then let that hour pass without a look.",
    (
        Slip(
            lambda path: None,
            "it gives nothing back; is there a `return`? Of the campaign, for `skip` itself gives nothing.",
        ),
        Slip(_load, "the clock is an hour behind now: that hour has passed, only without a look."),
        Slip(_invented, "that makes up a reading in place of the wrong one; nothing was measured, so tell nothing."),
        Slip(lambda path: _mended(path, 2), "an hour too many has passed."),
        *(BEGINS_ANEW, ONLY_WORDS, JUST_THE_PATH),
        Slip(lambda path: _of_the_notebook(2), NOT_THIS_FILE),
        Slip(
            _measured,
            "that measures once more; the hour is over, and nobody looked: let it pass with `skip`.",
        ),
    ),
    "as if the thermometer had stayed in its box.",
)
