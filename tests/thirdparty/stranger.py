"""What somebody else might add, in a file of their own and with the package's public names alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pegp_lite import Comparison, Kernel, Look, Policy, Prior, Problem, View, draw_functions, masks, matern
from pegp_lite.figures import Axis, Line, Panel, Picture, Text

X = np.linspace(0, 1, 90)


@dataclass(frozen=True)
class SofterRevision(Policy):
    """Gives nobody up: trusts, of all priors, those whose evidence is within `slack` nats of the best."""

    name = "softer revision"
    look = Look("spare1", "pentagon", "dash")
    slack: float = 3.0

    def candidates(self, view: View) -> np.ndarray:
        best = view.log_evidence.max(axis=1, keepdims=True)
        return view.log_evidence >= best - self.slack


class Thompson(Policy):
    """Draws a prior by its odds and a function from that prior's posterior, and goes to its top; says no look."""

    name = "Thompson over priors"

    def start(self, view: View) -> dict[str, int]:
        return {"drawn": 0}

    def choose(self, view: View) -> tuple[np.ndarray, np.ndarray]:
        odds = np.exp(view.log_evidence - view.log_evidence.max(axis=1, keepdims=True))
        odds /= odds.sum(axis=1, keepdims=True)
        priors = np.array([rng.choice(view.n_priors, p=each) for rng, each in zip(view.rng, odds, strict=True)])
        drawn = view.samples(np.arange(view.n_rows), priors)
        view.state["drawn"] += len(drawn)
        return priors, view.pick_point(drawn)


class Bridge(Kernel):
    """A Brownian bridge over [0, 1], by its columns."""

    def __init__(self, x: np.ndarray) -> None:
        self.x = x

    @property
    def variance(self) -> np.ndarray:
        return self.x * (1 - self.x)

    def columns(self, points: np.ndarray) -> np.ndarray:
        some = self.x[points][:, None]
        return np.minimum(some, self.x) - some * self.x


def tide(t: int) -> np.ndarray:
    """A mean that comes and goes for ever."""
    return np.sin(2 * np.pi * t / 12) * X


def bay(epsilon: float = 0.05, lazy: bool = True, steps: int = 15, seeds: int = 3) -> Problem:
    """A game of their own: a tide, a bridge and a rough sea, the last true; some of it hidden now and then."""
    bridge = Bridge(X)
    rivals = [
        Prior("tide", tide, matern(X, 1.5, 0.3, lazy=lazy), epsilon),
        Prior("bridge", np.zeros(len(X)), bridge if lazy else bridge.matrix(), epsilon),
        Prior("sea", np.cos(3 * X), 0.5 * matern(X, 0.5, 0.1, lazy=lazy), epsilon),
    ]
    values = draw_functions(rivals[2], steps, [np.random.default_rng(s) for s in range(seeds)])
    return Problem(rivals, values, 0.1, masks.interval(X, steps, 0.4, 0.6, every=3), true_prior="sea")


def final_regrets(comparison: Comparison, names: Sequence[str]) -> Picture:
    """A picture of their own: mean regret step by step, described and not drawn."""
    curves = {name: comparison.curve(name).mean for name in names}
    steps, top = np.arange(1, comparison.n_steps + 1), max(float(curve.max()) for curve in curves.values())
    lines = tuple(
        Line(x=steps, y=curve, color=comparison.faces[name].look.hue, name=face, label=face)
        for (name, curve), face in zip(curves.items(), map(comparison.label, names), strict=True)
    )
    words = Text(x=1, y=top, words="the sea is right", dx=8, dy=16)
    panel = Panel(x=Axis(low=1, high=comparison.n_steps, name="step"), y=Axis(low=0, high=top), marks=(*lines, words))
    return Picture(panels=(panel,), sentence=f"Regret of {' and '.join(map(comparison.label, names))}.")
