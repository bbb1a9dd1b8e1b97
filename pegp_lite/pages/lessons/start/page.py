"""Page 00: a game of ten looks, played once and scrubbed with one slider, in which two of three experts fall."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from pegp_lite import Prior, PriorElimination, play
from pegp_lite.checks import Floats
from pegp_lite.figures import Canvas, Drawing, draw_allowance, draw_posterior
from pegp_lite.figures.style import BAD, BODY, prior_look
from pegp_lite.figures.words import counted, listed, number
from pegp_lite.pages.canvas_ask import Exercise, Prediction, Variation
from pegp_lite.pages.canvas_page import Page, Table
from pegp_lite.pages.controls import Control, Slider
from pegp_lite.pages.lessons.start.opening import DELTA, LOOKS, LUCK, NAMES, opening_game, tell
from pegp_lite.pages.on_canvas import OnCanvas

LIMITS = (-8.0, 14.0)  # holds every band of the game, so that the axis never moves
MOST = 12.5  # likewise the sums


class Promises(Drawing):
    """Each expert's name over the hill it promised; a rejected one is crossed out, its hill left as a ghost."""

    def __init__(self, ax: Axes, x: Floats, priors: tuple[Prior, ...]) -> None:
        super().__init__(ax)
        self._names = [prior.name for prior in priors]
        self._looks = [prior_look(p, prior.name) for p, prior in enumerate(priors)]
        across = ax.get_xaxis_transform()
        words: dict[str, Any] = {
            "transform": across,
            "ha": "center",
            "va": "top",
            "fontsize": BODY,
            "fontweight": "bold",
        }
        words["bbox"] = {"facecolor": "white", "edgecolor": "none", "pad": 2.0, "alpha": 0.9}
        self._ghosts, self._words = [], []
        for prior, look in zip(priors, self._looks, strict=True):
            (ghost,) = ax.plot(x, prior.mean, color=look.color, linewidth=1.2, linestyle=":", alpha=0.8, zorder=2.5)
            self._ghosts.append(self.add(ghost))
            where = float(x[np.argmax(prior.mean)])
            self._words.append(self.add(ax.text(where, 0.92, prior.name, zorder=6, **words)))

    def update(self, out_at: list[int]) -> None:
        """`out_at` (P,): the step at which each was rejected, 0 while in the game."""
        for ghost, text, name, look, out in zip(
            self._ghosts, self._words, self._names, self._looks, out_at, strict=True
        ):
            ghost.set_visible(out > 0)
            text.set(text=f"✗ {name}: out at {out}" if out else name, color=BAD if out else look.color)


class StartScene(OnCanvas):
    """Above: hills, bands and looks so far. Below: each expert's summed errors against what the theory allows."""

    def __init__(self) -> None:
        self.x, self.problem = opening_game()
        self.record = play(self.problem, PriorElimination(DELTA), 1, seed=LUCK)
        self.story = tell(self.problem, self.record, DELTA)
        super().__init__(Canvas(930, 460, rows=(2.1, 1)))
        story, start = self.story, {"mean": self.story.mean[0], "half_width": self.story.half_width[0]}
        self._bands = self.keep(draw_posterior(self.canvas.axes[0], self.x, NAMES, limits=LIMITS, **start))
        self._promises = self.keep(Promises(self.canvas.axes[0], self.x, tuple(self.problem.priors)))
        sums = (story.errors[0], story.noise[0], story.widths[0])
        self._sums = self.keep(draw_allowance(self.canvas.axes[1], NAMES, *sums))

    def show(self, state: Mapping[str, Any]) -> str:
        n, story, record = int(state["looks"]), self.story, self.record
        last = n == LOOKS
        self._bands.update(
            story.mean[n],
            story.half_width[n],
            (self.x[record.points[0, :n]], record.observations[0, :n]),
            truth=self.problem.values_at(1) if last else None,
            point=None if last else int(record.points[0, n]),
            prior=None if last else int(record.chosen_priors[0, n]),
            alive=story.alive[n],
        )
        gone = record.eliminated_at[0]
        self._promises.update([int(out) if 0 < out <= n else 0 for out in gone])
        self._sums.update(story.errors[n], story.noise[n], story.widths[n])
        self._sums.ax.set_xlim(0, MOST)
        return f"PE-GP-UCB {self._what_happened(n)} {self._what_next(n)}"

    def table(self) -> Table:
        """One row a look: where, whom it trusted, what it saw, and that expert's sums after it."""
        story, record, rows = self.story, self.record, []
        for n in range(1, LOOKS + 1):
            p = int(record.chosen_priors[0, n - 1])
            allowed = story.noise[n, p] + story.widths[n, p]
            rows.append(
                [
                    n, self.x[record.points[0, n - 1]], NAMES[p], record.observations[0, n - 1],
                    record.predicted_mean[0, n - 1], abs(story.errors[n, p]), allowed,
                    "rejected" if record.eliminated_at[0, p] == n else "kept",
                ]
            )  # fmt: skip
        header = ["look", "x", "expert trusted", "seen", "expected", "summed error", "allowed", "verdict"]
        return header, rows

    def _what_happened(self, n: int) -> str:
        if n == 0:
            return "before its first look: left, middle and right each promise a hill, and none has been tested."
        record, story = self.record, self.story
        p, point = int(record.chosen_priors[0, n - 1]), int(record.points[0, n - 1])
        error, allowed = abs(story.errors[n, p]), story.noise[n, p] + story.widths[n, p]
        out = record.eliminated_at[0, p] == n
        seen, expected = record.observations[0, n - 1], record.predicted_mean[0, n - 1]
        verdict = f"{NAMES[p]} is thrown out" if out else f"{NAMES[p]} stays"
        return (
            f"after {counted(n, 'look')}: at x = {number(self.x[point])} {NAMES[p]} expected {number(expected)}, and "
            f"{number(seen)} was seen. Its summed error is {number(error)} of {number(allowed)} allowed: {verdict}."
        )

    def _what_next(self, n: int) -> str:
        left = listed(name for name, lives in zip(NAMES, self.story.alive[n], strict=True) if lives)
        if n == LOOKS:
            return f"Only {left} is left, and the grey line shows the function: {left} was right."
        p, point = int(self.record.chosen_priors[0, n]), int(self.record.points[0, n])
        still = "" if n == 0 else f"Still in the game: {left}. "
        return f"{still}It will look next at x = {number(self.x[point])}, on the word of {NAMES[p]}."


@dataclass(frozen=True, eq=False)
class Start:
    """The widgets of page 00."""

    page: Page
    prediction: Prediction
    variation: Variation
    exercise: Exercise


def start_here(query: str | None = None) -> Start:
    """Page 00, its settings taken from `query` or from the address it was opened with."""
    scene = StartScene()
    controls: list[Control] = [
        Slider(
            name="looks",
            label="looks taken so far (steps t)",
            value=0,
            low=0,
            high=LOOKS,
            help="How many points the game has queried: 0 is before the first",
        )
    ]
    page = Page("00_start_here", controls, scene, query)
    gone = scene.record.eliminated_at[0]
    first = int(gone[1])
    prediction = Prediction(
        "The first look goes to the hill that <i>left</i> promised, and finds no hill. "
        "Which expert will be thrown out first?",
        list(NAMES),
        lambda choice: (
            f"It is <i>middle</i>, at look {first}{', as you said' if choice == 'middle' else ''}. Left missed by "
            f"{number(abs(scene.story.errors[1, 0]))} at look 1, but before any data its band was wide: "
            f"{number(scene.story.noise[1, 0] + scene.story.widths[1, 0])} were allowed. Now move the slider."
        ),
    )
    variation = Variation(
        "Go to the look after which the first expert falls, then step back by one with the left arrow key. "
        "What did that expert promise at the place marked by the triangle?",
        "Show the first fall",
        lambda: page.set(looks=first),
    )
    exercise = Exercise(
        "Left was asked first and missed badly. After which look is it thrown out?",
        lambda: float(gone[0]),
        "Watch the name <i>left</i> above the figure, and the bars below it, while you move the slider.",
        "One bad miss was within its first, wide band. It learned from the looks, promised again, and missed again.",
    )
    return Start(page, prediction, variation, exercise)
