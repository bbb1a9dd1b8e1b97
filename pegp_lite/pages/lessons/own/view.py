"""Page 10 as a picture, in the file's own words: its day, its sensors, its unit and its clock."""

from __future__ import annotations

from datetime import date

import numpy as np

from pegp_lite.figures.marks import Bars, Line, Mark, Points, Run, Text
from pegp_lite.figures.palette import expert, words_of
from pegp_lite.figures.picture import Axis, Panel, Picture
from pegp_lite.figures.words import counted, percent
from pegp_lite.pages.lessons.own.model import Found, clock, steps_until, usual_days
from pegp_lite.pages.lessons.own.words import PE, amount, asked_for, introduced, said, short
from pegp_lite.pages.page import State
from pegp_lite.problems.sensors.contest import SensorGame
from pegp_lite.study.compare import Comparison

HEIGHT = 560  # with nothing to play, too: no control moves while a file is corrected
ROWS = 8  # sensors that get a row of their own
HOURS = (0, 6, 12, 18, 24)
TITLES = ("Who was asked when", "Regret, summed", "Which day was trusted")
TABS = ("Asked", "Regret", "Trust")


def own_picture(found: Found, state: State, covered: bool) -> Picture:
    """The day that is played; who was asked, what it cost and who was trusted once the reader has answered."""
    game, played = found.game, found.played
    if game is None or played is None:
        nothing = Panel(title="Nothing to play yet", note="the line below says why")
        return Picture(panels=(nothing,), height=HEIGHT, sentence=asked_for(found))
    t = steps_until(game, state["hour"])
    panels = [_readings(game, played, state, t, covered)]
    if covered:
        panels += [Panel(title=title, covered=True, tab=tab) for title, tab in zip(TITLES, TABS, strict=True)]
    else:
        panels += [_asked(game, played, state, t), _regret(game, played, t), _trust(game, played, state, t)]
    return Picture(
        panels=tuple(panels), columns=2, tabs=(0, 1, 2, 3), height=HEIGHT, letters=240,
        sentence=introduced(game) if covered else said(game, played, t),
    )  # fmt: skip


def _readings(game: SensorGame, played: Comparison, state: State, t: int, covered: bool) -> Panel:
    values = game.readings()
    hours = _hours(game, len(values))
    marks: list[Mark] = [
        Line(x=hours, y=values[:, i], color="edge", width=1.2, opacity=0.55, name=short(name))
        for i, name in enumerate(game.sensors)
    ]
    best = int(np.argmax(values.max(0)))
    marks.append(Line(x=hours, y=values.max(1), color="truth", width=2.2, name="the highest reading"))
    peak = int(values[:, best].argmax())
    marks.append(
        Text(x=hours[peak], y=values[peak, best], words=short(game.sensors[best]), dy=-8, anchor="middle", bold=True)
    )
    if not covered:
        record, seed = played[PE], state["game"] - 1
        steps = np.flatnonzero(record.points[seed, :t] >= 0)
        for p in np.unique(record.chosen_priors[seed, steps]).tolist():
            of = steps[record.chosen_priors[seed, steps] == p]
            names = tuple(
                f"{clock(game, k + 1)}: asked {short(game.sensors[record.points[seed, k]])}\n"
                f"trusting {played.prior_names[p]}, regret {amount(game, record.regret[seed, k] * game.unit_scale)}"
                for k in of
            )
            at = values[of, record.points[seed, of]]
            marks.append(Points(x=hours[of], y=at, color=expert(p), size=5, names=names))
    low, high = float(values.min()), float(values.max())
    room = 0.12 * (high - low or 1.0)
    return Panel(
        x=_day(), y=Axis(low=low - room / 2, high=high + room, name=short(game.table.unit) or "reading", ticks=4),
        marks=tuple(marks), title=f"Readings, {game.test_day}",
        note="black: highest" if covered else "dots: asked", tab="Readings", dense=True,
    )  # fmt: skip


def _asked(game: SensorGame, played: Comparison, state: State, t: int) -> Panel:
    record, seed = played[PE], state["game"] - 1
    points, chosen = record.points[seed, :t], record.chosen_priors[seed, :t]
    whole = record.points[seed]
    counts = np.bincount(whole[whole >= 0], minlength=len(game.sensors))
    shown = [int(i) for i in np.argsort(-counts, kind="stable") if counts[i]][:ROWS]
    rest = len(game.sensors) - len(shown)
    row_of = {i: row for row, i in enumerate(shown)}
    labels = [short(game.sensors[i]) for i in shown] + ([f"{counted(rest, 'other')}"] if rest else [])
    hours, wide = _hours(game, t), game.table.bin_minutes / 60
    marks: list[Mark] = []
    for p in np.unique(chosen[chosen >= 0]).tolist():
        day = played.prior_names[p]
        of = np.flatnonzero((points >= 0) & (chosen == p))
        rows = np.array([row_of.get(int(points[k]), len(shown)) for k in of], float)
        names = tuple(f"{clock(game, k + 1)}: {short(game.sensors[points[k]])}\ntrusting {day}" for k in of.tolist())
        marks.append(
            Bars(
                x0=hours[of], x1=hours[of] + wide, y0=rows - 0.38, y1=rows + 0.38, color=expert(p), names=names, gap=0.5
            )
        )
    return Panel(
        x=_day(), marks=tuple(marks), title=TITLES[0], note=f"game {state['game']}; colour: day",
        tab=TABS[0], dense=True,
        y=Axis(low=len(labels) - 0.5, high=-0.5, ticks=tuple(range(len(labels))), labels=tuple(labels), grid=False),
    )  # fmt: skip


def _regret(game: SensorGame, played: Comparison, t: int) -> Panel:
    means = {name: played.curve(name).mean for name in played.records}
    top = max(float(np.nanmax(mean)) for mean in means.values()) or 1.0
    hours = _hours(game, t) + game.table.bin_minutes / 60
    marks: list[Mark] = []
    for name, mean in means.items():
        look, hero = played.faces[name].look, name == PE
        marks.append(
            Line(
                x=np.append(0.0, hours), y=np.append(0.0, mean[:t]), color=look.hue, width=3.0 if hero else 2.0,
                dash=() if hero else (7.0, 4.0), name=played.label(name), label=played.label(name), bold=hero,
            )
        )  # fmt: skip
    unit = f" in {short(game.table.unit)}" if game.table.unit else ""
    return Panel(
        x=_day(), y=Axis(low=0, high=1.05 * top, ticks=4), marks=tuple(marks), title=f"Regret, summed{unit}",
        note=f"mean of {played.seeds} games", tab=TABS[1], dense=True,
    )  # fmt: skip


def _trust(game: SensorGame, played: Comparison, state: State, t: int) -> Panel:
    record, seed = played[PE], state["game"] - 1
    counts = np.bincount(record.chosen_priors[seed, :t].clip(-1) + 1, minlength=len(played.prior_names) + 1)[1:]
    gone = record.eliminated_at[seed]
    days: list[date] = sorted({*game.training_days, *usual_days(game.table, game.test_day, state["learn"])})
    marks: list[Mark] = []
    for row, day in enumerate(days):
        key = f"day {day}"
        if day not in game.training_days:
            marks.append(Text(x=0, y=row, words="left out: press to take it", color="ink-3", dx=6, dy=5, key=key))
            continue
        p = game.training_days.index(day)
        share, out = counts[p] / t, 0 < gone[p] <= t
        words: list[str | Run] = [f"{percent(share)}, {counts[p]} of {counted(t, 'step')}"]
        if out:
            words.append(Run(f"  ✗ rejected at {clock(game, int(gone[p]))}", "bad"))
        name = f"{played.prior_names[p]}: press to leave it out"
        marks.append(
            Bars(
                x0=[0.0], x1=[max(share, 0.004)], y0=[row - 0.32], y1=[row + 0.32], color=expert(p), names=(name,),
                keys=(key,), opacity=0.45 if out else 1.0,
            )
        )  # fmt: skip
        marks.append(
            Text(x=share, y=row, words=tuple(words), color=words_of(expert(p)), dx=8, dy=5, halo=False, key=key)
        )
    return Panel(
        x=Axis(low=0, high=1.6, ticks=(0, 0.5, 1), percent=True),
        y=Axis(low=len(days) - 0.5, high=-0.5, ticks=tuple(range(len(days))), grid=False,
               labels=tuple(str(day) for day in days)),
        marks=tuple(marks), title=TITLES[2], note=f"game {state['game']}", tab=TABS[2], dense=True,
    )  # fmt: skip


def _day() -> Axis:
    return Axis(low=0, high=24, ticks=HOURS, labels=tuple(f"{hour:02d}:00" for hour in HOURS), tell="hour")


def _hours(game: SensorGame, steps: int) -> np.ndarray:
    return np.arange(steps) * (game.table.bin_minutes / 60)
