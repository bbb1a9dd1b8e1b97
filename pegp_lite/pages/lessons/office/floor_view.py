"""The office from above at one moment: walls, sensors with what they read, who asks which, and the one you ask."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from pegp_lite.bandit.looks import Face
from pegp_lite.checks import Bools, Floats
from pegp_lite.figures.curves import marker_of
from pegp_lite.figures.marks import Line, Mark, Points, Rule, Run, Text
from pegp_lite.figures.palette import HEAT
from pegp_lite.figures.picture import Axis, Panel
from pegp_lite.problems.sensors.office import FLOOR
from pegp_lite.problems.sensors.table import SensorTable

EDGE = 1.6  # metres from the outermost sensors to the walls we draw
APART = 2.6  # metres that the drawn places keep from one another, so that each reading can be seen
ROOM = 0.62  # of the scale of readings: so far left the hottest leaves room for words beyond it
AROUND = 1.25  # metres from a sensor to the marks of those who ask it


@dataclass(frozen=True, eq=False)
class Moment:
    """What is known at one step: readings (N,) of all sensors in their unit, NaN where there are none."""

    table: SensorTable
    limits: tuple[float, float]
    unit: str
    clock: str
    readings: Floats
    asked: Mapping[Face, int]  # the sensor each policy asks
    mine: int | None  # the one the reader asks
    shown: bool  # whether all readings are told, or only those asked

    @property
    def hottest(self) -> int:
        """The sensor of the highest reading."""
        return int(np.nanargmax(self.readings))

    def said(self, sensor: int) -> str:
        """A sensor and what it reads."""
        value = self.readings[sensor]
        reads = f"{value:.1f} {self.unit}" if np.isfinite(value) else "silent"
        told = self.shown or sensor == self.mine
        return f"sensor {self.table.sensors[sensor]}" + (f": {reads}" if told else ": press to ask it")


def floor(now: Moment) -> Panel:
    """The plan: a disc a sensor, with its reading inside; pressed, you ask it."""
    places, placed = place_sensors(now.table.positions, len(now.table.sensors))
    low, high = _walls(now.table, places)
    places = _apart(places) if placed.all() else places
    marks: list[Mark] = _building(now.table, low, high) if placed.any() else []
    known = np.isfinite(now.readings)
    told = known & (now.shown | (np.arange(len(known)) == now.mine))
    levels = np.clip(((now.readings - now.limits[0]) / np.ptp(now.limits) * len(HEAT)), 0, len(HEAT) - 1)
    heat = np.where(told, np.nan_to_num(levels), 0).astype(int)
    marks.append(
        Points(
            x=places[:, 0], y=places[:, 1], size=10, color=tuple("ink-3" if k else "edge" for k in known),
            fill=tuple(HEAT[h] if t else "plate" for h, t in zip(heat, told, strict=True)),
            words=tuple(_letters(*each) for each in zip(now.readings, told, known, strict=True)),
            word_color=tuple("plate" if h >= 4 else "ink" for h in heat),
            names=tuple(now.said(k) for k in range(len(places))),
            keys=tuple(f"sensor {name}" for name in now.table.sensors),
        )
    )  # fmt: skip
    if now.shown:
        at = places[now.hottest]
        marks.append(_circle(at, 1.45, "ink", 2.6))
        marks.append(Text(x=at[0], y=at[1], words="hottest", bold=True, anchor="middle", dy=-20))
    turns = np.pi / 2 + 2 * np.pi * np.arange(len(now.asked)) / max(1, len(now.asked))
    for (face, sensor), turn in zip(now.asked.items(), turns, strict=True):
        x, y = places[sensor] + AROUND * np.array([np.cos(turn), np.sin(turn)])
        name = f"{face.label} asks sensor {now.table.sensors[sensor]}"
        marks.append(Points(x=[x], y=[y], color=face.look.hue, marker=marker_of(face) or "circle", names=(name,)))
    if now.mine is not None:
        marks.append(_circle(places[now.mine], 1.7, "marker-edge", 3.2))
        marks.append(
            Text(x=places[now.mine, 0], y=places[now.mine, 1], words="you", bold=True, anchor="end", dx=-18, dy=5)
        )
    where = "" if placed.any() else "; where they stand is not known"
    return Panel(
        title="The office from above",
        note=(Run("SYNTHETIC ", "bad", bold=True) if now.table.synthetic else "", f"{now.clock}, {now.unit}{where}"),
        tab="Office",
        x=Axis(low=low[0] - 1, high=high[0] + 1, ticks=(), line=False),
        y=Axis(low=low[1] - 1, high=high[1] + 1, ticks=(), line=False, grid=False),
        marks=tuple(marks),
        dense=True,
        equal=True,
        share=1.4,
    )


def asking(now: Moment) -> Panel:
    """What each policy's sensor reads at this moment, below the hottest of all."""
    who = [(face.label, face.look.hue, marker_of(face) or "circle", sensor) for face, sensor in now.asked.items()]
    if now.mine is not None:
        who.append(("you", "marker-edge", "circle", now.mine))
    top = now.readings[now.hottest]
    marks: list[Mark] = [Rule(at=top, color="ink", width=2.6)]
    for row, (_, hue, marker, sensor) in enumerate(who):
        value = now.readings[sensor]
        marks.append(Rule(at=row, upright=False, start=value, end=top, color=hue, width=2))
        marks.append(Points(x=[value], y=[row], color=hue, marker=marker, size=7, names=(now.said(sensor),)))
        # Beyond the hottest where there is room, else before the marker.
        x, beyond = (value, False) if top > now.limits[0] + ROOM * np.ptp(now.limits) else (top, True)
        marks.append(Text(x=x, y=row, words=f"sensor {now.table.sensors[sensor]}, {value:.1f}", color="ink-2",
                          anchor="start" if beyond else "end", dx=10 if beyond else -12, dy=5))  # fmt: skip
    hottest = f"hottest: {now.said(now.hottest)}" if now.shown else "the hottest, wherever it is"
    marks.append(Text(x=top, y=-1.1, words=hottest, bold=True, anchor="end" if top > sum(now.limits) / 2 else "start",
                      dx=-6, dy=4))  # fmt: skip
    labels = tuple((Run(label, hue if label != "you" else "ink", bold=label == "you"),) for label, hue, _, _ in who)
    return Panel(
        title="Whom they ask now",
        note=f"in the first game, {now.unit}",
        tab="Asked",
        x=Axis(low=now.limits[0], high=now.limits[1], ticks=4),
        y=Axis(low=max(len(who), 5) - 0.4, high=-1.7, ticks=tuple(range(len(who))), labels=labels, grid=False,
               line=False),
        marks=tuple(marks),
        dense=True,
    )  # fmt: skip


def _walls(table: SensorTable, places: Floats) -> tuple[Floats, Floats]:
    if table.synthetic:
        return np.zeros(2), np.array(FLOOR)
    return places.min(axis=0) - EDGE, places.max(axis=0) + EDGE


def _building(table: SensorTable, low: Floats, high: Floats) -> list[Mark]:
    """Walls around the sensors; windows where we built them, and nowhere else: the lab's are not in its data."""
    x, y = [low[0], high[0], high[0], low[0], low[0]], [low[1], low[1], high[1], high[1], low[1]]
    drawn: list[Mark] = [Line(x=x, y=y, fill="paper", color="ink-2", width=3)]
    if not table.synthetic:
        return drawn
    for x, y, name in (
        ([high[0]] * 2, [low[1] + 2, high[1] - 2], "windows, east"),
        ([low[0] + 2, high[0] - 2], [low[1]] * 2, "windows, south"),
        ([low[0]] * 2, [low[1] + 2, high[1] - 2], "windows, west"),
    ):
        drawn.append(Line(x=x, y=y, color="ink-2", width=7, name=name))
        drawn.append(Line(x=x, y=y, color="plate", width=3))
    return drawn


def _letters(value: float, told: bool, known: bool) -> str:
    """What stands in a sensor's disc: its reading, nothing while it was not asked, a dash where it is silent."""
    return f"{value:.0f}" if told else "" if known else "–"


def _circle(at: Floats, radius: float, color: str, width: float) -> Line:
    turn = np.linspace(0, 2 * np.pi, 33)
    return Line(x=at[0] + radius * np.cos(turn), y=at[1] + radius * np.sin(turn), color=color, width=width)


def place_sensors(positions: Any, count: int) -> tuple[Floats, Bools]:
    """Where to draw each sensor, (N, 2), and whether that is its real place; the others line up below, or as a grid."""
    given = np.full((count, 2), np.nan) if positions is None else np.array(positions, dtype=float)
    placed: Bools = np.isfinite(given).all(axis=1)
    lost = np.flatnonzero(~placed)
    if len(lost) == count:
        columns = int(np.ceil(np.sqrt(1.6 * count)))
        return np.column_stack([np.arange(count) % columns, -(np.arange(count) // columns)]).astype(float), placed
    if len(lost):
        low, high = given[placed].min(axis=0), given[placed].max(axis=0)
        below = low[1] - 0.15 * max(high[1] - low[1], 1.0)
        given[lost] = np.column_stack([np.linspace(low[0], high[0], len(lost) + 2)[1:-1], np.full(len(lost), below)])
    return given, placed


def _apart(places: Floats) -> Floats:
    """The same places, where two lie closer than their discs are wide moved away from each other."""
    places = places.copy()
    for _ in range(30):
        between = places[:, None] - places
        far = np.hypot(*np.moveaxis(between, -1, 0)) + np.eye(len(places)) * APART
        if (far >= APART).all():
            break
        lacking = np.maximum(APART - far, 0) / 2
        places += (between / np.maximum(far, 1e-9)[..., None] * lacking[..., None]).sum(axis=1)
    return places
