# %% [markdown]
# # Your campaign
#
# So far the package played games whose truth it held. Now nobody holds it: a greenhouse with twelve beds, three gardeners
# who each swear to know where it is warm, and you with a thermometer and time for one reading an hour. A `Campaign` tells
# you where to look (`ask`), you look, you tell it what you saw (`tell`). That is all.
#
# Temperatures are degrees above the greenhouse's mean.

# %%
import warnings

import numpy as np

from pegp_lite import Campaign
from pegp_lite.exercises import your_campaign as check
from pegp_lite.exercises.your_campaign import BEDS, DELTA, NOISE, Greenhouse, gardeners
from pegp_lite.theory import confidence_width, noise_allowance

# %%
greenhouse, priors = Greenhouse(), gardeners()
for prior in priors:
    print(
        f"{prior.name} expects the warmest bed to be {BEDS[prior.mean.argmax()]}, {prior.mean.max():.1f} above the mean"
    )

# %% [markdown]
# ## 1. What can be reached is known only today
#
# Some beds are being watered, some are behind a trolley. Nobody knows before the hour comes, and nobody has to: the campaign
# is told when it is asked.


# %%
def mask_of(beds):
    """One boolean for each of BEDS: True for those in the list."""
    # BLANK: an array of twelve booleans
    return np.array([bed in beds for bed in BEDS])
    # END


# %%
mask_of = check.mask_of(mask_of)

# %% [markdown]
# ## 2. An hour
#
# Ask, measure, tell. `campaign.ask(mask)` returns the step, the bed's `label`, whom it trusts and what that gardener
# expects; `greenhouse.measure(bed, hour)` is your thermometer.


# %%
def an_hour(campaign):
    """Ask for a bed among those open in this hour, measure there, tell."""
    # BLANK: ask with today's mask; measure at the bed asked for, in the hour campaign.t; tell the reading
    asked = campaign.ask(mask_of(greenhouse.open_at(campaign.t)))
    reading = greenhouse.measure(asked.label, campaign.t)
    campaign.tell(reading)
    # END


# %%
an_hour = check.an_hour(an_hour)

# %% [markdown]
# The morning shift, and how the gardeners stand after it. `error` beyond `allowed` is what line 12 rejects.

# %%
campaign = Campaign(priors, NOISE, points=BEDS)
for _ in range(5):
    an_hour(campaign)
print(campaign.status())

# %% [markdown]
# ## 3. An hour without a look
#
# The tap broke and nobody had time. Time passes all the same: bands grow wider, and nobody is charged.


# %%
def missed(campaign, hours):
    """Let some hours pass in which nothing was measured."""
    # BLANK: one call
    campaign.skip(hours)
    # END


# %%
missed = check.missed(missed)

# %%
missed(campaign, 1)
print(
    "it is hour",
    campaign.t,
    "and the last reading was in hour",
    1 + np.flatnonzero(campaign.record().points[0] >= 0)[-1],
)

# %% [markdown]
# ## 4. Save, go home, resume tomorrow
#
# A campaign is saved as what happened, in a file one can read, and played again on loading. It wants the priors it was begun
# with: other ones are refused.

# %%
print("saved as", campaign.save("greenhouse.json").name)


# %%
def resume(path):
    """The campaign in the file, ready to go on."""
    # BLANK: one call
    return Campaign.load(path, priors)
    # END


# %%
resume = check.resume(resume)

# %%
tomorrow = resume("greenhouse.json")
mask = mask_of(greenhouse.open_at(campaign.t))
print("today it would ask for", campaign.ask(mask).label, "and tomorrow for", tomorrow.ask(mask).label)

# %% [markdown]
# ## 5. A wrong reading
#
# The thermometer lay in the sun. Told as it is, the reading may throw out an honest gardener, for good.

# %%
asked = tomorrow.ask(mask)
with warnings.catch_warnings(record=True) as said:
    told = tomorrow.tell(25.0)
print(f"{asked.label} read 25.0 where {asked.prior} expected {asked.mean:.1f}; rejected: {told.rejected}")
print("The campaign says:", said[0].message)

# %% [markdown]
# Go back to the file, which is from before. The hour itself has passed. (On the command line: `pegp campaign undo`.)


# %%
def mend(path):
    """The campaign as it was saved, with the hour of the wrong reading passed without a look."""
    # BLANK: load, let an hour pass, return the campaign
    campaign = Campaign.load(path, priors)
    campaign.skip()
    return campaign
    # END


# %%
mend = check.mend(mend)

# %%
campaign = mend("greenhouse.json")
while campaign.t <= 24:
    an_hour(campaign)
print("trusted after a day:", campaign.alive)

# %% [markdown]
# ## 6. Who was rejected, and why
#
# The record of a campaign holds every reading beside what the gardener trusted had predicted. So line 12 can be read off
# again, as it stood when it spoke.


# %%
def why(record, p):
    """The summed error of a rejected prior and what was allowed, at the step of its rejection."""
    used = record.chosen_priors[0] == p
    beta = confidence_width(1 + np.flatnonzero(used), len(BEDS), DELTA)
    xi = noise_allowance(record.eliminated_at[0, p], len(priors), NOISE, DELTA)
    # BLANK: |sum of errors| on the hours used, and sqrt(xi |S|) plus the sum of beta sigma
    errors = (record.observations - record.predicted_mean)[0, used]
    return abs(errors.sum()), np.sqrt(xi * used.sum()) + beta @ record.predicted_std[0, used]
    # END


# %%
why = check.why(why)

# %%
record = campaign.record()
for p in np.flatnonzero(record.eliminated_at[0]):
    error, allowed = why(record, p)
    print(f"{priors[p].name} went in hour {record.eliminated_at[0, p]}: off by {error:.2f}, allowed {allowed:.2f}")

# %%
asked = campaign.ask()
print(
    f"Warmest, as far as we know: {asked.label}. {asked.prior} expects {asked.mean:.1f} there, at most {asked.upper:.1f}."
)

# %% [markdown]
# **Change these lines and see:** tell 25.0 and go on without mending: who is left after a day, and does the campaign notice?
# Let `missed` pass ten hours: what happens to `upper`? Begin with `Campaign(priors[:2], ...)`: neither of the two is right,
# and after some hours the campaign says so.
