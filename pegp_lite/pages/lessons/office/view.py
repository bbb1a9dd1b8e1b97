"""Page 06's second picture: the office live, on the real readings where there are any, else on a synthetic office."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from pegp_lite.claims.intel_claims import intel_findings
from pegp_lite.claims.toy_claims import PE
from pegp_lite.figures.curves import axis_top
from pegp_lite.figures.marks import Line, Mark
from pegp_lite.figures.palette import expert
from pegp_lite.figures.picture import Axis, Panel, Picture, Toggle
from pegp_lite.figures.regret import regret_panel
from pegp_lite.figures.trust import trust_panel
from pegp_lite.figures.words import counted, listed, number
from pegp_lite.pages.claim_rows import summed_up
from pegp_lite.pages.lessons.office.floor_view import Moment, asking, floor
from pegp_lite.pages.lessons.office.model import PLAYERS, Choices, Office, asked_at, choices_of, clock, short_day
from pegp_lite.pages.lessons.office.record_view import FACES, TRUSTING, time_axis, time_handle
from pegp_lite.problems.sensors.days import day_name
from pegp_lite.study.compare import Comparison

TOPS = (1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 20.0)


def unit_of(office: Office) -> str:
    """The readings' unit as a sentence says it."""
    return "°C" if office.table.unit == "C" else office.table.unit


def moment_of(office: Office, state: Mapping[str, Any]) -> Moment:
    """What is known at the page's step."""
    choices = choices_of(office, state)
    game, played = office.game_of(choices), office.played(choices)
    step = min(int(state["time"]), game.problem.n_steps)
    columns = office.table.columns_of(game.sensors)
    readings = np.full(len(office.table.sensors), np.nan)
    readings[columns] = game.readings()[step - 1]
    mine = office.table.sensors.index(state["mine"]) if state["mine"] in office.table.sensors else None
    asked = {FACES[name]: int(columns[point]) for name, point in asked_at(played, step).items()}
    if mine is not None and not np.isfinite(readings[mine]):
        mine = None  # not in this game: too often silent
    return Moment(
        office.table, office.limits, unit_of(office), clock(step, office.table.bin_minutes), readings, asked, mine,
        bool(state["heat"]),
    )  # fmt: skip


def office_picture(office: Office, state: Mapping[str, Any], covered: bool) -> Picture:
    """Floor plan, regret, who asks what now, and trust; `covered`: nobody can tell whom the policies trusted."""
    choices, now = choices_of(office, state), moment_of(office, state)
    played = office.played(choices)
    step = min(int(state["time"]), played.n_steps)
    return Picture(
        panels=(
            floor(now),
            _regret(office, choices, step, now),
            _trust(office, choices, played, covered),
            asking(now),
        ),
        columns=2,
        height=640,
        letters=420,
        tabs=(0, 1, 3, 2),
        sentence=office_sentence(office, choices, step, now, covered),
    )


def all_day(office: Office, choices: Choices, sensor: int) -> np.ndarray:
    """Average regret so far of one who asks the same sensor all day, (T,)."""
    game = office.game_of(choices)
    column = [*office.table.columns_of(game.sensors)].index(sensor)
    readings = game.readings()
    return np.asarray((readings.max(axis=1) - readings[:, column]).cumsum() / np.arange(1, len(readings) + 1))


def _regret(office: Office, choices: Choices, step: int, now: Moment) -> Panel:
    played = office.played(choices)
    curves = {FACES[name]: played.curve(name, "average") for name in PLAYERS if name in played.records}
    top = axis_top([float(np.nanmax(each.mean[10:])) for each in curves.values()], TOPS)
    more: list[Mark] = []
    if now.mine is not None:
        more.append(
            Line(x=np.arange(1, played.n_steps + 1), y=all_day(office, choices, now.mine), color="ink", width=2.2,
                 dash=(3, 3), name=f"sensor {office.table.sensors[now.mine]} all day", label="you, all day", bold=True)
        )  # fmt: skip
    more.append(time_handle(step, played.n_steps, office.table.bin_minutes, 0.92 * top))
    return regret_panel(
        curves,
        time_axis(played.n_steps, office.table.bin_minutes),
        Axis(low=0, high=top, ticks=4),
        every=36,
        title="Average regret so far",
        note=f"{now.unit}, mean of {counted(played.seeds, 'game')}",
        more=more,
    )


def _trust(office: Office, choices: Choices, played: Comparison, covered: bool) -> Panel:
    days, used = office.training_days, office.usable(choices)
    names = tuple(short_day(day, days) for day in days)
    shares = {}
    for name in TRUSTING:
        if name in played.records:
            found = dict(zip(used, played.shares(name), strict=True))
            shares[FACES[name]] = np.array([found.get(day, np.nan) for day in days])
    toggles = tuple(
        Toggle(
            key=f"day {word}", words=word, state="in" if day in used else "out", color=expert(k),
            name=f"{day_name(day)}: {'learnt from' if day in used else 'left out'}",
        )
        for k, (day, word) in enumerate(zip(days, names, strict=True))
    )  # fmt: skip
    called, note = [day_name(day) for day in days], "share of steps on each training day"
    return replace(
        trust_panel(shares, called, names, what="day", note=note),
        toggles=toggles,
        toggle_note="Press a day to leave it out, or to learn from it again.",
        covered=covered,
    )


def office_sentence(office: Office, choices: Choices, step: int, now: Moment, covered: bool) -> str:
    """Where the day stands, who asks which sensor, how the policies fare, and which claims stand."""
    game, played = office.game_of(choices), office.played(choices)
    asked, unit, top = asked_at(played, step), now.unit, now.readings[now.hottest]
    rates = game.epsilons
    fitted = f"ε fitted, {number(rates.min())} to {number(rates.max())}" if choices.epsilon is None else ""
    first = PE if PE in asked else next(iter(asked), None)
    who = ""
    if first is not None:
        sensor = now.asked[FACES[first]]
        trusts = int(played[first].chosen_priors[0, step - 1])
        word = f", on the word of {played.prior_names[trusts]}" if trusts >= 0 and not covered else ""
        who = f"; in the first game {FACES[first].label} asks {_reads(now, sensor)}{word}"
    hottest = _reads(now, now.hottest).replace(" with", " is hottest with") if now.shown else "the hottest is not told"
    you = f" You ask {_reads(now, now.mine)}, {top - now.readings[now.mine]:.1f} below." if now.mine is not None else ""
    so_far = {name: played.curve(name, "average").mean[step - 1] for name in played.records}
    regrets = listed(f"{FACES[name].label} {so_far[name]:.2f}" for name in sorted(so_far, key=lambda n: so_far[n]))
    stand = "" if covered else f" {summed_up(tuple(intel_findings(played, office.table.synthetic)))}"
    learnt = counted(len(office.usable(choices)), "training day")
    return (
        f"{office.note} {office.name}. {day_name(choices.test)}, {learnt}, "
        f"{fitted or f'ε = {number(choices.epsilon or 0)}'}, {counted(choices.seeds, 'game')}. At {now.clock} "
        f"{hottest}{who}.{you} Average regret so far in {unit}: "
        f"{regrets}.{stand}"
    ).strip()


def _reads(now: Moment, sensor: int) -> str:
    return f"sensor {now.table.sensors[sensor]} with {now.readings[sensor]:.1f} {now.unit}"


def office_table_of(office: Office, state: Mapping[str, Any]) -> tuple[list[str], list[list[Any]]]:
    """One row a step: the time, the hottest sensor, and of each policy the sensor asked and its average regret."""
    choices = choices_of(office, state)
    game, played = office.game_of(choices), office.played(choices)
    curves = {name: played.curve(name, "average").mean for name in played.records}
    header = ["step", "time", "hottest sensor", f"its reading ({game.table.unit})"]
    for name in curves:
        header += [f"{played.label(name)} asked", f"{played.label(name)} average regret"]
    rows = []
    readings = game.readings()
    for t in range(1, game.problem.n_steps + 1):
        top = int(readings[t - 1].argmax())
        row: list[Any] = [t, clock(t, game.table.bin_minutes), game.sensors[top], float(readings[t - 1, top])]
        asked = asked_at(played, t)
        for name, each in curves.items():
            row += [game.sensors[asked[name]] if name in asked else "", float(each[t - 1])]
        rows.append(row)
    return header, rows
