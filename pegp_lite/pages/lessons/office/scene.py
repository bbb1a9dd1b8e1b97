"""What page 06 draws: the floor plan at one moment, average regret up to it, and whom each policy trusted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from pegp_lite.claims.intel_claims import intel_findings
from pegp_lite.claims.toy_claims import MLE, PE, RB
from pegp_lite.figures.canvas import Canvas
from pegp_lite.figures.drawing import Drawing
from pegp_lite.figures.floor import FloorPlan
from pegp_lite.figures.regret import Curve, RegretCurves
from pegp_lite.figures.selection import Selection
from pegp_lite.figures.style import INK, policy_look
from pegp_lite.figures.words import counted, listed, number
from pegp_lite.pages.claim_rows import summed_up
from pegp_lite.pages.lessons.office.game import PLAYERS, Choices, Office, items, short_day
from pegp_lite.pages.verdict_list import Item
from pegp_lite.problems.sensors.contest import SensorGame
from pegp_lite.problems.sensors.days import day_name
from pegp_lite.study.compare import Comparison

LABELS = {policy.name: name for name, policy in PLAYERS.items()}
TRUSTING = (PE, MLE, RB)


class Askers(Drawing):
    """Each policy's mark beside the sensor it asks, on the floor plan."""

    def __init__(self, plan: FloorPlan, policies: Sequence[str]) -> None:
        super().__init__(plan.ax)
        self._places = plan.places
        reach = 0.045 * float(np.ptp(plan.places, axis=0).max())
        turns = np.pi / 2 + 2 * np.pi * np.arange(len(policies)) / len(policies)
        self._offsets = reach * np.column_stack([np.cos(turns), np.sin(turns)])
        marks = {"linestyle": "none", "markersize": 10, "markeredgecolor": "white", "markeredgewidth": 1.2}
        self._marks = [
            self.line(7, color=look.color, marker=look.marker, **marks) for look in map(policy_look, policies)
        ]

    def update(self, sensors: Sequence[int | None]) -> None:
        """The sensor that each policy asks; None where it does not play."""
        for mark, offset, sensor in zip(self._marks, self._offsets, sensors, strict=True):
            at = self._places[[sensor]] + offset if sensor is not None else np.empty((0, 2))
            mark.set_data(*at.T)

    def describe(self) -> str:
        """Nothing of its own."""
        return ""


class Now(Drawing):
    """An upright line at the present step."""

    def __init__(self, ax: Axes) -> None:
        super().__init__(ax)
        self._line = self.line(6, color=INK, linewidth=1.4, linestyle=":")

    def update(self, step: int) -> None:
        """Move it."""
        self._line.set_data([step, step], self.ax.get_ylim())

    def describe(self) -> str:
        """Nothing of its own."""
        return ""


def trust_of_days(ax: Axes, days: Sequence[str], top: float) -> Selection:
    """The selection histogram over training days; `top`: how high the axis goes, since its key stands above 100%."""
    drawn = Selection(ax, TRUSTING, days, None)
    if len(days) > 10:  # or their names would run together
        ax.set_xticklabels([day if k % 2 == 0 else "" for k, day in enumerate(days)])
    ax.set_ylim(0, top)
    ax.set_xlabel("training day")
    return drawn


class OfficeScene:
    """The office, kept and updated: scrubbing through the day plays nothing again."""

    def __init__(self, office: Office) -> None:
        self.office, self.choices, self.step = office, first_choices(office), 1
        self.steps = 1440 // office.table.bin_minutes
        self.canvas = Canvas(930, 500, columns=(1.2, 1.1), rows=(1, 1))
        grid = self.canvas.axes[0].get_gridspec()
        for ax in (self.canvas.axes[0], self.canvas.axes[2]):
            ax.remove()
        floor = self.canvas.figure.add_subplot(grid[:, 0])  # type: ignore[index]
        _, regret, _, trust = self.canvas.axes
        self.canvas.axes = (floor, regret, trust)
        table = office.table
        unit = "°C" if table.unit == "C" else table.unit
        plan = FloorPlan(floor, table.sensors, table.positions, office.limits, unit, table.synthetic)
        self._plan, self._askers = self.canvas.add(plan), self.canvas.add(Askers(plan, tuple(PLAYERS)))
        self._regret = self.canvas.add(RegretCurves(regret, tuple(PLAYERS), True, unit, True))
        self._now = self.canvas.add(Now(regret))
        days = office.training_days
        self._trust = self.canvas.add(trust_of_days(trust, [short_day(day, days) for day in days], 1.6))
        self.png, self.svg = self.canvas.png, self.canvas.svg

    @property
    def heading(self) -> str:
        """What the verdicts are about."""
        day = day_name(self.choices.test)
        if self.office.table.synthetic:
            return f"The paper's claims, on the SYNTHETIC office of {day}; beside it, what the real readings gave"
        return f"The paper's claims, on the real readings of {day}"

    @property
    def note(self) -> str:
        """What went wrong with the real readings, if anything did."""
        return self.office.note

    @property
    def items(self) -> list[Item]:
        """The verdicts at the settings last shown."""
        return items(self.office.played(self.choices), self.office.table.synthetic)

    def say(self, state: Mapping[str, Any]) -> str:
        """The sentence at these settings; nothing is drawn."""
        choices = choices_of(self.office, state)
        return sentence(self.office, choices, int(state["time"]))

    def show(self, state: Mapping[str, Any]) -> str:
        """Play what was not played yet, draw, and say what is seen."""
        choices = choices_of(self.office, state)
        game, played = self.office.game_of(choices), self.office.played(choices)
        self.choices, self.step = choices, min(int(state["time"]), game.problem.n_steps)
        columns = self.office.table.columns_of(game.sensors)
        values = np.full(len(self.office.table.sensors), np.nan)
        values[columns] = game.readings()[self.step - 1]
        asked = {name: int(columns[point]) for name, point in _asked(played, self.step).items()}
        self._plan.update(values, asked.get(PE), clock(game, self.step))
        self._askers.update([asked.get(name) for name in PLAYERS])
        self._regret.update({name: _curve(played, name, self.steps) for name in PLAYERS})
        self._now.update(self.step)
        self._trust.update({name: self._shares(played, name) for name in TRUSTING})
        return sentence(self.office, choices, self.step)

    def table(self) -> tuple[list[str], list[list[Any]]]:
        """One row a step: the time, the hottest sensor, and of each policy the sensor asked and its average regret."""
        game, played = self.office.game_of(self.choices), self.office.played(self.choices)
        curves = {name: played.curve(name, "average").mean for name in played.records}
        header = ["step", "time", "hottest sensor", f"its reading ({game.table.unit})"]
        for name in curves:
            header += [f"{played.label(name)} asked", f"{played.label(name)} average regret"]
        rows = []
        readings = game.readings()
        for t in range(1, game.problem.n_steps + 1):
            top = int(readings[t - 1].argmax())
            row: list[Any] = [t, clock(game, t), game.sensors[top], float(readings[t - 1, top])]
            asked = _asked(played, t)
            for name, curve in curves.items():
                row += [game.sensors[asked[name]] if name in asked else "", float(curve[t - 1])]
            rows.append(row)
        return header, rows

    def _shares(self, played: Comparison, name: str) -> Any:
        """Shares over the days on the buttons; NaN for a day that is not learnt from."""
        shares = np.full(len(self.office.training_days), np.nan)
        if name in played.records:
            found = dict(zip(self.office.usable(self.choices), played.shares(name), strict=True))
            for k, day in enumerate(self.office.training_days):
                shares[k] = found.get(day, np.nan)
        return shares


def first_choices(office: Office, seeds: int = 6) -> Choices:
    """The paper's settings, with fewer games than its thirty."""
    return Choices(office.test_day, office.training_days, None, seeds, tuple(PLAYERS))


def choices_of(office: Office, state: Mapping[str, Any]) -> Choices:
    """The choices in a page's state."""
    tests = {day_name(day): day for day in office.test_days}
    days = {short_day(day, office.training_days): day for day in office.training_days}
    return Choices(
        tests.get(state["test"], office.test_day),
        tuple(days[word] for word in state["training"] if word in days),
        float(state["epsilon"]) or None,
        int(state["seeds"]),
        tuple(LABELS[word] for word in state["policies"]),
    )


def clock(game: SensorGame, step: int) -> str:
    """The time of day at which a step begins, "14:20"."""
    minutes = (step - 1) * game.table.bin_minutes
    return f"{minutes // 60:02d}:{minutes % 60:02d}"


def _asked(played: Comparison, step: int) -> dict[str, int]:
    """The point that each policy queries in the first game at this step."""
    points = {name: int(record.points[0, step - 1]) for name, record in played.records.items()}
    return {name: point for name, point in points.items() if point >= 0}


def _curve(played: Comparison, name: str, steps: int) -> Curve:
    """A policy's average regret; one without numbers where it does not play."""
    if name not in played.records:
        return Curve(np.full(steps, np.nan), np.full(steps, np.nan))
    found = played.curve(name, "average")
    return Curve(found.mean, np.nan_to_num(found.error), played.seeds)


def sentence(office: Office, choices: Choices, time: int) -> str:
    """Where the day stands, who asks which sensor, how the policies fare, and which claims stand."""
    game, played = office.game_of(choices), office.played(choices)
    step = min(time, game.problem.n_steps)
    readings = game.readings()[step - 1]
    unit = "°C" if game.table.unit == "C" else game.table.unit
    hottest = int(readings.argmax())
    rates = game.epsilons
    fitted = f"ε fitted, {number(rates.min())} to {number(rates.max())}" if choices.epsilon is None else ""
    asked = _asked(played, step)
    first = PE if PE in asked else next(iter(asked), None)
    who = ""
    if first is not None:
        trusted = int(played[first].chosen_priors[0, step - 1])
        word = f", on the word of {played.prior_names[trusted]}" if trusted >= 0 else ""
        who = (
            f"; in the first game {played.label(first)} asks sensor {game.sensors[asked[first]]} with "
            f"{readings[asked[first]]:.1f} {unit}{word}"
        )
    so_far = {name: played.curve(name, "average").mean[step - 1] for name in played.records}
    ranked = sorted(so_far, key=lambda name: so_far[name])
    regrets = listed(f"{played.label(name)} {so_far[name]:.2f}" for name in ranked)
    return (
        f"{office.name}, {day_name(choices.test)}, {counted(len(office.usable(choices)), 'training day')}, "
        f"{fitted or f'ε = {number(choices.epsilon or 0)}'}, {counted(choices.seeds, 'game')}. At {clock(game, step)} "
        f"sensor {game.sensors[hottest]} is hottest with {readings[hottest]:.1f} {unit}{who}. Average regret so far in "
        f"{unit}: {regrets}. {summed_up(tuple(intel_findings(played, office.table.synthetic)))}"
    )
