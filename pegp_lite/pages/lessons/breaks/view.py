"""Page 07's picture: the first game, every game's regret, the test of line 12, who is left; each with its promise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from pegp_lite.bandit.policies import KnownPrior, PriorElimination
from pegp_lite.checks import Bools, Floats, Ints
from pegp_lite.figures.marks import Line, Mark, Marker, Points, Text
from pegp_lite.figures.palette import expert, words_of
from pegp_lite.figures.picture import Axis, Claim, Panel, Picture, Verdict
from pegp_lite.figures.words import counted, number, within
from pegp_lite.pages.lessons.breaks.breakages import KINDS, SEEDS, STEPS, points
from pegp_lite.pages.lessons.breaks.promises import Outcome, Promise, outcome, promises, sums
from pegp_lite.study.statistics import estimate

# Where the axes of regret and of errors end, whatever the strength; a curve that goes beyond says how far.
REGRET = {"removed": 140.0, "many": 100.0, "scale": 20.0}
ERRORS = {"scale": 70.0}
T = np.arange(1, STEPS + 1)
OURS = PriorElimination.look.hue


def found_at(state: Mapping[str, Any], strength: int | None = None) -> Outcome:
    """What came of these settings, or of the same at another strength."""
    hard = int(state["strength"]) if strength is None else strength
    return outcome(KINDS[state["broken"]], hard, float(state["delta"]), int(state["luck"]))


def breaks_picture(state: Mapping[str, Any], covered: bool) -> Picture:
    """The figure at these settings, the unbroken game as a ghost; while covered, one unbroken game alone."""
    found, ghost = found_at(state, 0 if covered else None), found_at(state, 0)
    said = promises(found)
    panels = (
        _first_game(found, said[0]),
        _regret(found, ghost, said[3], covered),
        _test(found, said[4], covered),
        _left(found, ghost, said[1:3], covered),
    )
    waiting = "Nothing is broken yet: five experts, each with a tall hill of its own, the second one right. What goes "
    return Picture(
        panels=panels,
        columns=2,
        height=520,
        letters=420,
        tabs=(0, 1, 2, 3),
        sentence=waiting + "first, the figure says once you have answered." if covered else sentence(found, ghost),
    )


def _claim(number_: str, promise: Promise) -> Claim:
    verdict: Verdict = "open" if promise.holds is None else "holds" if promise.holds else "fails"
    return Claim(number=number_, text=promise.title, verdict=verdict, chip=promise.verdict, words=promise.detail)


def _first_game(found: Outcome, promise: Promise) -> Panel:
    problem, record, x = found.game.problem, found.record, points()
    priors = problem.priors
    hills = any(np.any(prior.mean) for prior in priors)
    marks: list[Mark] = []
    for k, prior in enumerate(priors[:12]):
        color = expert(k)
        if hills:
            marks.append(Line(x=x, y=prior.mean, color=color, width=1.6, dash=(5, 4), opacity=0.8, name=prior.name))
        else:
            edge = 2 * np.sqrt(prior.factor.variance)
            for side in (edge, -edge):
                marks.append(Line(x=x, y=side, color=color, width=1.6, dash=(5, 4), name=f"{prior.name}, 2σ"))
    honest = problem.values[0][np.flatnonzero(~found.game.lies)[0]]
    marks.append(Line(x=x, y=honest, color="truth", width=2.4, name="the function"))
    steps = np.flatnonzero(record.points[0] >= 0)
    at = record.points[0, steps]
    lied = problem.values[0][steps, at] != honest[at]
    kinds: tuple[tuple[Bools, Marker, str], ...] = ((~lied, "circle", "ink"), (lied, "cross", "bad"))
    for shown, marker, color in kinds:
        names = tuple(f"look {s + 1}" for s in steps[shown])
        marks.append(
            Points(x=x[at[shown]], y=record.observations[0, steps[shown]], marker=marker, color=color, size=4,
                   opacity=0.8, names=names)
        )  # fmt: skip
    if lied.any():
        marks.append(Text(x=0.98, y=4.9, words="✗ a reading from elsewhere", color="bad", anchor="end"))
    return Panel(
        title="The first game",
        note="dashed: what the experts expect",
        tab="Game",
        x=Axis(low=0, high=1, tell="x"),
        y=Axis(low=-2, high=5.5, ticks=(-2, 0, 2, 4)) if hills else Axis(low=-2.2, high=2.2, ticks=(-2, 0, 2)),
        marks=tuple(marks),
        dense=True,
        claims=(_claim("1", promise),),
    )


def _regret(found: Outcome, ghost: Outcome, promise: Promise, covered: bool) -> Panel:
    marks: list[Mark] = []
    total, top = np.nancumsum(found.record.regret, axis=1), REGRET.get(found.kind, 40.0)
    for k in range(SEEDS):
        end = int(found.record.exhausted_at[k]) or STEPS
        marks.append(Line(x=T[:end], y=total[k, :end], color=OURS, width=1.3, opacity=0.55))
        if end < STEPS:
            marks.append(Points(x=[end], y=[min(total[k, end - 1], top)], marker="cross", color="bad", size=4))
    for record, name, color, dash in (
        (ghost.record, "unbroken", "ink-2", (6, 4)),
        (found.told, "told the prior", KnownPrior.look.hue, ()),
    ):
        mean = np.nancumsum(record.regret, axis=1).mean(axis=0)
        marks.append(Line(x=T, y=mean, color=color, width=2, dash=dash, name=name, label=_up_to(name, mean, top)))
    return Panel(
        title="Regret of every game",
        note="✗: nobody was left to trust",
        tab="Regret",
        x=Axis(low=1, high=STEPS, ticks=(1, 20, 40, 60), tell="step"),
        y=Axis(low=0, high=top, ticks=4),
        marks=tuple(marks),
        dense=True,
        claims=(_claim("4", promise),),
        covered=covered,
    )


def _test(found: Outcome, promise: Promise, covered: bool) -> Panel:
    name, steps, errors, allowed = sums(found)
    index = next(k for k, prior in enumerate(found.game.problem.priors) if prior.name == name)
    color, top = expert(index), ERRORS.get(found.kind, 20.0)
    marks: list[Mark] = [
        Line(x=steps, y=allowed, color="ink", width=3, name="the wall", label=_up_to("the wall", allowed, top)),
        Line(x=steps, y=errors, color=color, width=3, name=f"errors of {name}", label=_up_to("errors", errors, top),
             label_color=words_of(color)),
    ]  # fmt: skip
    out = int(found.record.eliminated_at[0, index])
    if out:
        marks.append(Points(x=[out], y=[min(errors[-1], top)], marker="cross", color="bad", size=8))
    return Panel(
        title=f"Line 12 for {name}",
        note="the expert that the first game trusted most",
        tab="Line 12",
        x=Axis(low=1, high=STEPS, ticks=(1, 20, 40, 60), tell="step"),
        y=Axis(low=0, high=top, ticks=3),
        marks=tuple(marks),
        dense=True,
        claims=(_claim("5", promise),),
        covered=covered,
    )


def _up_to(name: str, values: Floats, top: float) -> str:
    """A curve's name at its end, and where it ends if that is beyond the axis."""
    return name if values[-1] <= top else f"{name} ↑ {number(float(values[-1]))}"


def _left(found: Outcome, ghost: Outcome, said: list[Promise], covered: bool) -> Panel:
    marks: list[Mark] = []
    for each, faint in ((ghost, True), (found, False)):
        for share, name, color in zip(alive(each), ("true", "wrong"), ("truth", "ink-3"), strict=True):
            if share is not None:
                label = "" if faint else name
                marks.append(
                    Line(
                        x=T,
                        y=share,
                        color="ink-2" if faint else color,
                        width=1.6 if faint else 3,
                        dash=(6, 4) if faint else (),
                        name=f"{name}, unbroken" if faint else name,
                        label=label,
                        label_color="" if name == "true" else "ink-2",
                        opacity=0.6 if faint else 1.0,
                    )
                )
    return Panel(
        title="Who is still trusted",
        note="share of priors; dashed: unbroken",
        tab="Left",
        x=Axis(low=1, high=STEPS, ticks=(1, 20, 40, 60), tell="step"),
        y=Axis(low=0, high=1.05, percent=True, ticks=(0, 0.5, 1)),
        marks=tuple(marks),
        dense=True,
        claims=tuple(_claim(str(k), promise) for k, promise in enumerate(said, 2)),
        covered=covered,
    )


def alive(found: Outcome) -> tuple[Floats | None, Floats | None]:
    """Shares still alive after each step: of the true prior over games, of the wrong ones over games and priors."""
    gone, true = found.record.eliminated_at, found.game.problem.true_prior
    if not isinstance(true, int):
        return None, _share(gone)
    return _share(gone[:, [true]]), _share(np.delete(gone, true, axis=1))


def _share(eliminated_at: Ints) -> Floats:
    gone = eliminated_at.ravel()
    return np.asarray(((gone == 0) | (gone > T[:, None])).mean(axis=1))


def sentence(found: Outcome, ghost: Outcome) -> str:
    """What is broken, what came of it in all games, and the assumption that failed."""
    ours, unbroken = (estimate(each.regret_a_step) for each in (found, ghost))
    true = found.game.problem.true_prior
    fate = "was not there" if true is None else f"was thrown out in {int(found.lost_truth.sum())}"
    text = (
        f"{found.game.what}. In {SEEDS} games with δ = {number(found.delta)} the function left the true prior’s band "
        f"in {int(found.left_band.sum())}, and the true prior {fate}. Regret a step, in all games: "
        f"{within(ours.mean, ours.error)} (unbroken {within(unbroken.mean, unbroken.error)})."
    )
    over = found.record.exhausted_at
    if (over > 0).any():
        games, first = counted(int((over > 0).sum()), "game"), int(over[over > 0].min())
        text += f" In {games} every prior was rejected, first at step {first}."
    return text + (f" Failed assumption: {found.game.assumption}." if found.game.assumption else "")


def breaks_table(state: Mapping[str, Any]) -> tuple[list[str], list[list[Any]]]:
    """One row a game: where it ended, when it lost which priors."""
    found = found_at(state)
    true = found.game.problem.true_prior
    out = found.record.eliminated_at[:, true] if isinstance(true, int) else np.full(SEEDS, -1)
    ends = np.nansum(found.record.regret, axis=1)
    told = found.told.cumulative_regret[:, -1]
    header = ["game", "PE-GP-UCB regret", "told regret", "left the band", "true prior out at", "all out at"]
    rows = zip(range(1, SEEDS + 1), ends, told, found.left_band, out, found.record.exhausted_at, strict=True)
    return header, [[g, float(a), float(b), bool(c), int(d), int(e)] for g, a, b, c, d, e in rows]
