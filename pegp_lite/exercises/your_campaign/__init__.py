"""The blanks of `2_your_campaign`, and the greenhouse they are about."""

from pegp_lite.exercises.your_campaign.greenhouse import BEDS, DELTA, NOISE, Greenhouse, gardeners
from pegp_lite.exercises.your_campaign.hours import an_hour, mask_of, missed
from pegp_lite.exercises.your_campaign.keeping import mend, resume
from pegp_lite.exercises.your_campaign.reasons import why

__all__ = ["BEDS", "DELTA", "NOISE", "Greenhouse", "an_hour", "gardeners", "mask_of", "mend", "missed", "resume", "why"]
