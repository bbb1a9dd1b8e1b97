"""Page 07: break one assumption of the theory at a time and watch which of its promises go."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from pegp_lite.checks import Floats, Ints
from pegp_lite.figures.broken import FirstGame, RunningTest, StillTrusted
from pegp_lite.figures.canvas import Canvas
from pegp_lite.figures.regret import Curve, RegretCurves, curve_of
from pegp_lite.figures.words import number, within
from pegp_lite.pages.canvas_ask import Exercise, Prediction, Variation
from pegp_lite.pages.controls import Choice, Control, Slider
from pegp_lite.pages.lessons.breaks.breakages import KINDS, SEEDS, STEPS, STRONGEST, points
from pegp_lite.pages.lessons.breaks.promises import Outcome, outcome, promises, sums
from pegp_lite.pages.verdict_list import Item
from pegp_lite.pages.verdict_page import VerdictPage

DELTA = 0.1
CONTROLS: tuple[Control, ...] = (
    Choice(name="broken", label="what is broken", options=tuple(KINDS)),
    Slider(name="strength", label="how badly (0: not at all)", value=0, low=0, high=STRONGEST),
    Slider(name="delta", label="failure probability δ", value=DELTA, low=0.01, high=0.5, step=0.1, log=True),
    Slider(name="luck", label="other luck (twenty new games)", value=0, low=0, high=20),
)


class BreaksScene:
    """One game looked at closely, twenty games counted."""

    heading = "The promises"

    def __init__(self) -> None:
        self.canvas = Canvas(930, 500, columns=(1, 1.12), rows=(1, 1))
        game, regret, test, alive = self.canvas.axes
        self._game = self.canvas.add(FirstGame(game, points()))
        policies = ("PriorElimination", "KnownPrior", "Random")
        self._regret = self.canvas.add(RegretCurves(regret, policies, False, "", True))
        self._alive = self.canvas.add(StillTrusted(alive, STEPS))
        self._test = self.canvas.add(RunningTest(test, STEPS))
        self.png, self.svg = self.canvas.png, self.canvas.svg
        self.found = outcome("noise", 0, DELTA, 0)

    @property
    def items(self) -> list[Item]:
        """The promises and what became of them."""
        return promises(self.found)

    @property
    def note(self) -> str:
        """Why the failed assumption matters."""
        return self.found.game.why

    def say(self, state: Mapping[str, Any]) -> str:
        """The sentence at these settings; nothing is drawn."""
        return sentence(_found(state), str(state["broken"]))

    def show(self, state: Mapping[str, Any]) -> str:
        """Play the game broken this way (or remember), draw, and say what came of it."""
        self.found = found = _found(state)
        record, values = found.record, found.game.problem.values[0]
        steps = np.flatnonzero(record.points[0] >= 0)
        at = record.points[0, steps]
        honest = values[np.flatnonzero(~found.game.lies)[0]]
        lied = values[steps, at] != honest[at]
        self._game.update(_expectations(found), honest, points()[at], record.observations[0, steps], lied)
        self._regret.update(_curves(found))
        self._alive.update(*_alive(found))
        self._test.update(*sums(found))
        return sentence(found, str(state["broken"]))

    def table(self) -> tuple[list[str], list[list[Any]]]:
        """One row a game: where it ended, when it lost which priors."""
        found = self.found
        header = ["game", "PE-GP-UCB regret", "told regret", "left the band", "true prior out at", "all out at"]
        true = found.game.problem.true_prior
        out = found.record.eliminated_at[:, true] if isinstance(true, int) else np.full(SEEDS, -1)
        ends = np.nanmax(found.record.cumulative_regret, axis=1)
        told = found.told.cumulative_regret[:, -1]
        rows = zip(range(1, SEEDS + 1), ends, told, found.left_band, out, found.record.exhausted_at, strict=True)
        return header, [[g, float(a), float(b), bool(c), int(d), int(e)] for g, a, b, c, d, e in rows]


def _found(state: Mapping[str, Any]) -> Outcome:
    return outcome(KINDS[state["broken"]], int(state["strength"]), float(state["delta"]), int(state["luck"]))


def _expectations(found: Outcome) -> Floats:
    """The experts' means, (K, N); where they have none, the edges of their bands of two deviations."""
    priors = found.game.problem.priors
    if any(prior.mean.any() for prior in priors):
        return np.array([prior.mean for prior in priors])
    edges = np.array([2 * np.sqrt(prior.factor.variance) for prior in priors])
    return np.concatenate([edges, -edges])


def _curves(found: Outcome) -> dict[str, Curve]:
    return {record.policy: curve_of(record.regret) for record in (found.record, found.told, found.random)}


def _alive(found: Outcome) -> tuple[Floats | None, Floats | None]:
    """Shares still alive after each step: of the true prior over games, of the wrong ones over games and priors."""
    gone, true = found.record.eliminated_at, found.game.problem.true_prior
    if not isinstance(true, int):
        return None, _share_alive(gone)
    return _share_alive(gone[:, [true]]), _share_alive(np.delete(gone, true, axis=1))


def _share_alive(eliminated_at: Ints) -> Floats:
    steps = np.arange(1, STEPS + 1)[:, None]
    gone = eliminated_at.ravel()
    return np.asarray(((gone == 0) | (gone > steps)).mean(axis=1))


def sentence(found: Outcome, label: str) -> str:
    """What is broken, what came of it, and the assumption that failed."""
    ours, told = (curve_of(record.regret) for record in (found.record, found.told))
    runs = SEEDS - ours.ended
    if runs:
        ended = f"{within(ours.mean[-1], ours.error[-1])}" + (
            f" (in the {runs} games that reached the end)" * (runs < SEEDS)
        )
    else:
        ended = "unknown, since no game reached the end"
    true = found.game.problem.true_prior
    fate = "was not there" if true is None else f"was thrown out in {int(found.lost_truth.sum())}"
    follows = f"; it followed the true prior on {100 * found.follows:.0f}% of late steps" if true is not None else ""
    text = (
        f"{found.game.what}. In {SEEDS} games with δ = {number(found.delta)} the function left the true prior's band "
        f"in {int(found.left_band.sum())}, and the true prior {fate}. Regret of PE-GP-UCB: {ended}, and "
        f"{within(told.mean[-1], told.error[-1])} when told the prior{follows}."
    )
    if found.warning:
        over = found.record.exhausted_at
        first = int(over[over > 0].min())
        text += (
            f" In {int((over > 0).sum())} of the games every prior was rejected, first at step {first}: the algorithm "
            "then stops and says that most likely none of its priors is the true one."
        )
    return text + (f" Failed assumption: {found.game.assumption}." if found.game.assumption else "")


@dataclass(frozen=True, eq=False)
class BreaksLesson:
    """The widgets of page 07."""

    page: VerdictPage
    prediction: Prediction
    variation: Variation
    exercise: Exercise


def when_it_breaks(query: str | None = None) -> BreaksLesson:
    """Page 07, its settings taken from `query` or from the address it was opened with."""
    page = VerdictPage("07_when_it_breaks", CONTROLS, BreaksScene(), query)
    prediction = Prediction(
        "You are about to make the noise louder and louder than the algorithm was told. Which promise will go first?",
        ["the band of the true prior", "the true prior's life", "the regret bound"],
        _answer,
    )
    variation = Variation(
        "Let the mask lie on a few steps: the true hill is said to be open, but is shut, and its keeper hands out the "
        "reading of the next open place. Who will be blamed?",
        "Let the mask lie",
        lambda: page.set(**page.first | {"broken": "a lying mask", "strength": 4}),
    )
    exercise = Exercise(
        "Press Reset, choose <i>too many priors</i> and raise the strength. At which strength does PE-GP-UCB first "
        "follow the true prior on less than half of the steps of the second half?",
        _too_many,
        "The last promise in the list tells the share. Start at 0 and go up by one.",
        "It was never wrong about anybody. It merely had not finished asking: every wrong expert costs at least one "
        "look, and looks are what a game is made of.",
    )
    return BreaksLesson(page, prediction, variation, exercise)


def _answer(choice: str) -> str:
    first: dict[str, float] = {}
    for strength in range(STRONGEST + 1):
        for item in promises(outcome("noise", strength, DELTA, 0)):
            if item.holds is False:
                first.setdefault(item.title, 1 + strength / 2)
    band, lost = (next((f for t, f in first.items() if t.startswith(start)), None) for start in ("The f", "The t"))
    right = " You were right." if choice.startswith("the band") else ""
    return (
        f"The band goes first, at {number(band or np.nan)} times the noise.{right} The true prior falls only at "
        f"{number(lost or np.nan)} times, since the test sums its errors over many steps, and the bound is never "
        "touched: it is far too loose to notice. Now turn up the noise yourself."
    )


def _too_many() -> float:
    shares = [outcome("many", strength, DELTA, 0).follows for strength in range(STRONGEST + 1)]
    return float(next(strength for strength, share in enumerate(shares) if share < 0.5))
