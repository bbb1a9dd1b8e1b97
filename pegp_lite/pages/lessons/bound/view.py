"""Page 04's first picture: regret and bound against the horizon, the theorem, and what each proof step gives away."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from pegp_lite.bandit.policies import PriorElimination
from pegp_lite.checks import Floats
from pegp_lite.figures.marks import Bars, Handle, Line, Mark, Points, Text, Words, symbol
from pegp_lite.figures.picture import Axis, Panel, Picture
from pegp_lite.figures.words import counted, number, percent
from pegp_lite.pages.lessons.bound.model import STEPS, STEPS_UP, TERMS, Case, case_of

LARGEST = "the one that gives away most"  # the step explained unless another is pressed
REGRET = "real regret"
OURS = PriorElimination.look.hue  # whose regret it is
ROWS = (REGRET, *(step.name for step in STEPS_UP))
LIMITS = (0.05, 5000.0)  # of regret and bound, whatever the settings, with room below for the hand
DASHES = {"elimination": (2.0, 4.0), "noise": (1.0, 7.0), "information": (10.0, 5.0)}
CELLS = {REGRET: (0.0, 0.17), "elimination": (0.22, 0.44), "noise": (0.48, 0.69), "information": (0.73, 1.0)}
SYMBOLS: dict[str, Words] = {
    REGRET: "regret",
    "elimination": ("2|", symbol("U"), "|", symbol("B")),
    "noise": ("2√(", symbol("ξ"), "|", symbol("U"), "|", symbol("T"), ")"),
    "information": ("2", symbol("β"), "√(", symbol("CT"), "|", symbol("U"), "|", symbol("γ"), ")"),
}
BETWEEN = ((0.195, "≤"), (0.46, "+"), (0.71, "+"))


def case_at(state: Mapping[str, Any]) -> Case:
    """The game at these settings."""
    return case_of(int(state["priors"]), state["epsilon"], state["R"], state["delta"], int(state["seed"]))


def bound_picture(state: Mapping[str, Any], covered: bool) -> Picture:
    """The figure at these settings; `covered`: of the game only its regret, of the bound only its formula."""
    case, T = case_at(state), int(state["T"])
    return Picture(
        title="A real game’s regret, and the bound",
        panels=(_chart(case, T, covered), _formula(case, T, state["step"], covered), _ledger(case, T, covered)),
        height=640,
        letters=290,
        sentence=_waiting(case, T) if covered else sentence(case, T, state["step"]),
    )


def lit_by(row: str) -> tuple[str, ...]:
    """The cells of the formula that light up with a row of the ledger."""
    return next((step.terms for step in STEPS_UP if step.name == row), (REGRET,))


def _chart(case: Case, T: int, covered: bool) -> Panel:
    t = np.arange(1.0, STEPS + 1)
    curves = {REGRET: case.levels[0]}
    if not covered:
        curves |= {"the bound": case.levels[-1], **dict(zip(TERMS, case.terms, strict=True))}
    curves = {name: np.where(values > 0, values, np.nan) for name, values in curves.items()}
    marks: list[Mark] = []
    if not covered:
        marks += [Line(x=t, y=curves[cell], color="marker", width=12, when=row) for row in ROWS for cell in lit_by(row)]
    for name, values in curves.items():
        if np.isnan(values).all():  # nobody to eliminate: nothing to draw or to name
            continue
        strong = {REGRET: OURS, "the bound": "ink"}.get(name, "ink-3")
        look: dict[str, Any] = {"color": strong, "width": 2.0 if name in TERMS else 3.2, "dash": DASHES.get(name, ())}
        bold = name not in TERMS
        marks.append(Line(x=t, y=values, opacity=0.35, label=name, label_color="ink-2" if not bold else "", bold=bold,
                          **look))  # fmt: skip
        marks.append(Line(x=t[:T], y=values[:T], name=name, **look))
        marks.append(Points(x=[T], y=values[T - 1 : T], color=strong, size=4 if name in TERMS else 6))
    marks.append(
        Handle(x=T, y=0.4, key="T", name="horizon T", words=f"T = {T}", reach_x=(2, STEPS), step_x=1, rule=True)
    )
    return Panel(
        x=Axis(low=0, high=STEPS + 1, ticks=(1, 10, 20, 30, 40, 50), tell="T",
               labels=((symbol("T"), " = 1"), "10", "20", "30", "40", "50")),
        y=Axis(low=LIMITS[0], high=LIMITS[1], name="regret so far; each line ten times the one below",
               log=True, ticks=(1, 10, 100, 1000)),
        marks=tuple(marks),
        share=2.2,
    )  # fmt: skip


def _formula(case: Case, T: int, pressed: str, covered: bool) -> Panel:
    values = {REGRET: case.levels[0, T - 1], **dict(zip(TERMS, case.terms[:, T - 1], strict=True))}
    marks: list[Mark] = []
    if not covered:
        chosen = {} if pressed == LARGEST else {pressed: ""}
        for row, when in [*chosen.items(), *((row, row) for row in ROWS)]:
            color = "marker" if when else "marker-soft"
            marks += [Line(x=CELLS[cell], y=[1.0, 1.0], color=color, width=26, when=when) for cell in lit_by(row)]
    for cell, (left, right) in CELLS.items():
        x = (left + right) / 2
        name = "" if cell == REGRET else cell
        number_ = number(float(values[cell])) if cell == REGRET or not covered else "?"
        marks += [
            Text(x=x, y=0, words=name, color="ink-2", anchor="middle", dy=5),
            Text(x=x, y=1, words=SYMBOLS[cell], anchor="middle", bold=True, halo=False, dy=5,
                 color=OURS if cell == REGRET else "ink"),
            Text(x=x, y=2, words=number_, anchor="middle", dy=5, bold=cell == REGRET,
                 color=OURS if cell == REGRET else "ink"),
        ]  # fmt: skip
    for x, sign in BETWEEN:
        marks += [Text(x=x, y=row, words=sign, anchor="middle", dy=5) for row in (1, 2)]
    return Panel(
        x=Axis(low=0, high=1, ticks=(), line=False),
        y=Axis(low=2.5, high=-0.5, ticks=(), line=False, grid=False),
        marks=tuple(marks),
        share=1.0,
    )


def _ledger(case: Case, T: int, covered: bool) -> Panel:
    levels = case.levels[:, T - 1]
    share, row = np.clip(levels / levels[-1], 0.0, 1.0), np.arange(len(levels))
    start, given = np.append(0.0, share[:-1]), np.diff(levels)
    colors = (OURS, *("bad" if fall < 0 else "ink-3" for fall in given))
    said = (number(float(levels[0])), *(_signed(float(each)) for each in given))
    names = tuple(
        f"{name}\n{words}, {percent(float(abs(end - begin)))} of the bound"
        for name, words, begin, end in zip(ROWS, said, start, share, strict=True)
    )
    marks: list[Mark] = [
        Bars(x0=np.zeros(len(row)), x1=start, y0=row - 0.32, y1=row + 0.32, color="track"),
        Bars(x0=start, x1=share, y0=row - 0.32, y1=row + 0.32, color=colors, keys=ROWS, press=False),
        *(Text(x=max(a, b), y=k, words=words, bold=True, dx=6, dy=5)
          for k, (words, a, b) in enumerate(zip(said, start, share, strict=True))),
        # A step that gives away little is too thin to point at: the whole row answers.
        Bars(x0=np.zeros(len(row)), x1=np.full(len(row), 1.16), y0=row - 0.5, y1=row + 0.5, color="plate", opacity=0.0,
             names=names, keys=ROWS),
    ]  # fmt: skip
    return Panel(
        title="What each step of the proof gives away",
        note="" if covered else f"up to {number(float(levels[-1]))}",
        x=Axis(low=0, high=1.16, ticks=(), line=False),
        y=Axis(low=len(row) - 0.5, high=-0.5, ticks=tuple(row.tolist()), labels=ROWS, grid=False),
        marks=tuple(marks),
        share=2.4,
        covered=covered,
        dense=True,
    )


def _signed(value: float) -> str:
    return f"+{number(value)}" if value >= 0 else f"✗ −{number(-value)}"


def _game(case: Case, T: int) -> str:
    return (
        f"After {T} steps with {counted(case.problem.n_priors, 'prior')} the regret is {number(case.levels[0, T - 1])}"
    )


def _waiting(case: Case, T: int) -> str:
    return (
        f"{_game(case, T)}: that is what PE-GP-UCB missed in this game, where each prior promises a tall hill in "
        "another place and one of them is right. How far above it the theorem’s promise lies, the figure says once you "
        "have answered."
    )


def sentence(case: Case, T: int, pressed: str = LARGEST) -> str:
    """Regret, bound, its terms, and the pressed step of the proof or the one that gives away most."""
    at = T - 1
    regret, total = case.levels[0, at], case.levels[-1, at]
    parts = ", ".join(
        f"{number(float(value))} for {term}" for term, value in zip(TERMS, case.terms[:, at], strict=True)
    )
    given: Floats = np.diff(case.levels[:, at])
    which = int(np.argmax(given)) if pressed == LARGEST else ROWS.index(pressed) - 1
    step, most = STEPS_UP[which], "most, " if pressed == LARGEST else ""
    times = f", {number(total / regret)} times as much" if regret > 0 else ""
    text = (
        f"{_game(case, T)} and the bound {number(total)}{times}: {parts} (γ = {number(case.ledger.bound.gain[at])}). "
        f"“{step.name}” gives away {most}{number(given[which])}: {step.why}."
    )
    failed = [each for each in case.ledger.failed_events if each.step <= T]
    if failed:
        text += f" In this game the {failed[0].event} failed at step {failed[0].step}, so nothing was promised."
    return text


def bound_table(state: Mapping[str, Any]) -> tuple[list[str], list[list[Any]]]:
    """A row a horizon up to T: the regret, the three terms, the bound and the steps between."""
    case, T = case_at(state), int(state["T"])
    header = ["T", "regret", *TERMS, "bound", *(f"after: {step.name}" for step in STEPS_UP[:-1])]
    columns = [np.arange(1, STEPS + 1), case.levels[0], *case.terms, case.levels[-1], *case.levels[1:-1]]
    return header, np.column_stack(columns)[:T].tolist()
