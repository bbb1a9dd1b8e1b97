"""Page 06's first picture: the real day as it was recorded, which needs no readings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from pegp_lite.bandit.looks import faces
from pegp_lite.claims.outcome import real_outcome
from pegp_lite.claims.toy_claims import MLE, PE, RB
from pegp_lite.claims.verdicts import Part
from pegp_lite.figures.marks import Handle
from pegp_lite.figures.picture import Axis, Claim, Panel, Picture
from pegp_lite.figures.regret import regret_panel
from pegp_lite.figures.trust import trust_panel
from pegp_lite.figures.words import listed, percent
from pegp_lite.pages.claim_rows import SHAPES, signed
from pegp_lite.pages.lessons.office.model import PLAYERS, clock

TRUSTING = (PE, MLE, RB)
FACES = faces(PLAYERS)
HIGHEST = 5.0  # °C, of the average regret, with room above all curves for the hand
SAID = {
    "6": "PE is best, most so early (fitted ε)",
    "7": "Fully Bayesian is second",
    "8": "Regret balancing is like random",
    "9": "Maximum likelihood is hardly better",
    "10": "Maximum likelihood keeps to 7 March",
    "11": "PE-GP-UCB relies on 4 and 12 March",
}

SHORTER = {
    " minus ": " − ", "PE-GP-UCB": "PE", " °C": "",
    "steps on which regret balancing is no better": "of the steps no better",
    "maximum likelihood": "likelihood", "regret balancing": "balancing", "fully Bayesian": "Bayesian",
}  # fmt: skip


@cache
def steps_and_minutes() -> tuple[int, int]:
    """T of the recorded game, and how long a step is."""
    found = real_outcome()
    return len(found["policies"][PE]["mean"]), int(found["settings"]["bin_minutes"])


def record_picture(state: Mapping[str, Any], covered: bool) -> Picture:
    """The day at these settings; `covered`: nobody can tell whom PE-GP-UCB followed."""
    found, step = real_outcome(), int(state["time"])
    return Picture(
        panels=(_regret(found, step), _trust(found, covered)),
        columns=2,
        height=520,
        letters=335,
        tabs=(0, 1),
        sentence=record_sentence(step, covered),
    )


def time_axis(steps: int, minutes: int) -> Axis:
    """The day in steps, told by the clock."""
    ticks = tuple(1 + hour * 60 // minutes for hour in (0, 6, 12, 18))
    return Axis(low=1, high=steps, ticks=ticks, labels=("00:00", "06:00", "12:00", "18:00"), tell="step")


def time_handle(step: int, steps: int, minutes: int, at: float) -> Handle:
    """The moment, to be dragged along the curves."""
    return Handle(x=step, y=at, key="time", name="time of day", words=clock(step, minutes), reach_x=(1, steps),
                  step_x=1, rule=True)  # fmt: skip


def _regret(found: Mapping[str, Any], step: int) -> Panel:
    steps, minutes = steps_and_minutes()
    panel = regret_panel(
        {FACES[name]: (each["mean"], each["error"]) for name, each in found["policies"].items()},
        time_axis(steps, minutes),
        Axis(low=0, high=HIGHEST, ticks=(0, 1, 2, 3, 4, 5)),
        every=36,
        title="Average regret so far",
        note=f"°C, 14 March 2004, mean of {found['settings']['seeds']} games",
        more=(time_handle(step, steps, minutes, HIGHEST - 0.35),),
    )
    return replace(panel, claims=tuple(recorded_row(key) for key in ("6", "7", "8", "9")))


def _trust(found: Mapping[str, Any], covered: bool) -> Panel:
    days = list(found["shares"][PE])
    shares = {FACES[name]: np.array(list(found["shares"][name].values())) for name in TRUSTING}
    numbers = tuple(day.split()[0] for day in days)
    panel = trust_panel(shares, days, numbers, what="day", note="share of steps on each day of March")
    return replace(panel, claims=tuple(recorded_row(key) for key in ("10", "11")), covered=covered)


@cache
def recorded_row(key: str) -> Claim:
    """A claim as the record decided it, with 300 games; the paper's view and the variants are in the words."""
    claim = next(each for each in real_outcome()["claims"] if each["key"] == key)
    units = {"C": "°C", "": "%"}
    parts = [
        Part(p["what"], p["mean"], p["low"], p["high"], p["verdict"], units[p["unit"]], 0.0 if p["unit"] else 0.5)
        for p in claim["parts"]
    ]
    part = next(each for each in parts if each.verdict == claim["verdict"])
    words = signed(f"{part.numbers} {part.what}")
    for long, short in SHORTER.items():
        words = words.replace(long, short)
    return Claim(
        number=key, text=SAID[key], verdict=SHAPES[claim["verdict"]], chip=claim["verdict"], words=words,
        low=part.low, middle=part.mean, high=part.high, deciding=part.bar,
    )  # fmt: skip


def record_sentence(step: int, covered: bool) -> str:
    """The curves at one moment, and once uncovered whom two policies followed."""
    found = real_outcome()
    so_far = {name: each["mean"][step - 1] for name, each in found["policies"].items()}
    ranked = sorted(so_far, key=lambda name: float(so_far[name]))
    said = listed(f"{FACES[name].label} {so_far[name]:.2f}" for name in ranked)
    start = (
        f"The real 14 March 2004, as recorded. At {clock(step, steps_and_minutes()[1])} the average regret so far in "
        f"°C, over {found['settings']['seeds']} games, is {said}."
    )
    favourites = _favourites(found)
    if step < steps_and_minutes()[0]:
        favourites = f"Over the whole day {favourites}"  # of whom was trusted the record keeps no hours
    return start if covered else f"{start} {favourites}"


def _favourites(found: Mapping[str, Any]) -> str:
    parts = []
    for name in (PE, MLE):
        shares = found["shares"][name]
        top = sorted(shares, key=lambda day: -shares[day])[:2]
        days = listed(f"{day} ({percent(shares[day])})" for day in top)
        parts.append(f"{FACES[name].label} trusted {days} most")
    return "; ".join(parts) + "."


def record_table(state: Mapping[str, Any]) -> tuple[list[str], list[list[Any]]]:
    """Mean and standard error of average regret at every step."""
    curves = real_outcome()["policies"]
    header = ["step", *(f"{FACES[n].label} {what}" for n in curves for what in ("mean", "standard error"))]
    columns = [column for each in curves.values() for column in (each["mean"], each["error"])]
    steps, _ = steps_and_minutes()
    return header, [[t + 1, *(float(column[t]) for column in columns)] for t in range(steps)]
