"""What page 05 draws: the paper's Figs. 2 and 3 for all seeds and policies, and every single game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from pegp_lite.checks import Floats
from pegp_lite.claims.toy_claims import FB, MLE, PE, RB
from pegp_lite.figures.canvas import Canvas
from pegp_lite.figures.hills import Hills
from pegp_lite.figures.regret import RegretCurves, curve_of
from pegp_lite.figures.selection import Selection
from pegp_lite.figures.strip import Strip
from pegp_lite.figures.style import INK, TITLE
from pegp_lite.pages.lessons.toy.verdicts import (
    POINTS,
    PRIORS,
    SIX,
    STEPS,
    Played,
    Settings,
    played,
    sentence,
    settings_of,
)
from pegp_lite.pages.verdict_list import Item
from pegp_lite.problems.toy import toy, toy_points

HIGHEST = 6.0
CENTRES = [hill / (PRIORS - 2) for hill in range(PRIORS - 1)]


class Trust(Selection):
    """The selection histogram with a shade on the true prior that can be moved."""

    def __init__(self, ax: Axes, policies: Sequence[str], names: Sequence[str]) -> None:
        super().__init__(ax, policies, names, None)
        ax.set_ylim(0, 1.47)  # a small panel: the key needs a third of it
        ax.set_xlabel("prior (the true one shaded)")
        ax.set_title("share of steps on each prior", loc="left", fontsize=TITLE, color=INK, pad=10)
        self._shade = self.polygons("#E6E6E6", linewidths=0, zorder=0.5)

    def mark(self, true: int) -> None:
        """Put the shade on another prior."""
        self._true = true
        self._shade.set_verts([[(true - 0.5, 0), (true - 0.5, 1), (true + 0.5, 1), (true + 0.5, 0)]])


class ToyScene:
    """Four panels that are updated, never made anew; the verdicts stand in words below them."""

    heading = "The paper's claims, at these settings"
    note = ""

    def __init__(self) -> None:
        self.canvas = Canvas(930, 520, columns=(1, 1.15), rows=(1, 1.12))
        means, regret, trust, games = self.canvas.axes
        self._hills = self.canvas.add(Hills(means, toy_points(POINTS), CENTRES, HIGHEST))
        self._regret = self.canvas.add(RegretCurves(regret, SIX, False, "", True))
        self._trust = self.canvas.add(Trust(trust, (PE, MLE, RB), [str(p) for p in range(PRIORS)]))
        self._games = self.canvas.add(Strip(games, (PE, FB, RB, MLE), "regret of each game at the end (bar: mean)"))
        self.png, self.svg = self.canvas.png, self.canvas.svg
        self.chosen = Settings()

    @property
    def found(self) -> Played:
        """What is on view."""
        return played(self.chosen)

    @property
    def items(self) -> list[Item]:
        """The verdicts on view."""
        return self.found.items

    def say(self, state: Mapping[str, Any]) -> str:
        """The sentence at these settings; nothing is drawn."""
        return sentence(settings_of(state))

    def show(self, state: Mapping[str, Any]) -> str:
        """Play at these settings (or remember), draw, and say what came out."""
        self.chosen = chosen = settings_of(state)
        problem, comparison = self.found.problem, self.found.comparison
        family = toy(tall=chosen.tall, points=POINTS, seeds=1, T=1, mask="none").priors
        hidden = None
        if problem.available is not None and chosen.mask == "hill":
            hidden = ~np.asarray(problem.available)[1]
        self._hills.update([prior.mean for prior in family], chosen.priors, chosen.true_prior, hidden)
        nobody = np.full((1, STEPS), np.nan)  # the known prior does not play where the true one was taken out
        records = comparison.records
        self._regret.update({name: curve_of(records[name].regret if name in records else nobody) for name in SIX})
        self._trust.update({name: self._shares(name) for name in (PE, MLE, RB)})
        self._trust.mark(chosen.true_prior)
        self._games.update({name: comparison.regret(name)[:, -1] for name in (PE, FB, RB, MLE)})
        return sentence(chosen)

    def table(self) -> tuple[list[str], list[list[float]]]:
        """Mean and standard error of cumulative regret at every step, a pair of columns a policy."""
        comparison = self.found.comparison
        curves = {comparison.label(name): comparison.curve(name) for name in comparison.records}
        header = ["step", *(f"{name} {what}" for name in curves for what in ("mean", "standard error"))]
        columns = [column for curve in curves.values() for column in (curve.mean, curve.error)]
        return header, [[t + 1, *(float(column[t]) for column in columns)] for t in range(STEPS)]

    def _shares(self, name: str) -> Floats:
        """Shares over all eleven numbers; those that do not play have none."""
        shares = np.full(PRIORS, np.nan)
        shares[list(self.chosen.priors)] = self.found.comparison.shares(name)
        return shares
