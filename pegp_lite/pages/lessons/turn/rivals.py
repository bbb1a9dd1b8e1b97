"""What the algorithms did in the reader's game, round by round: where they looked, why, and whom they threw out."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

import numpy as np

from pegp_lite.bandit.looks import faces
from pegp_lite.bandit.policies import FullyBayesian
from pegp_lite.bandit.record import Record
from pegp_lite.bandit.replay import replay
from pegp_lite.bandit.schedules import confidence_width
from pegp_lite.checks import Floats
from pegp_lite.figures.words import listed, number
from pegp_lite.pages.lessons.turn.match import DELTA, PE, POINTS, RIVALS, ROUNDS, Match
from pegp_lite.pages.lessons.turn.model import Turn, upper_bounds

FACES = faces({type(rival).__name__: rival for rival in RIVALS})
LABELS = {kind: face.label for kind, face in FACES.items()}


@dataclass(frozen=True)
class Score:
    """How one player ended. `out`: (round, expert) for each expert thrown out, in order."""

    label: str
    regret: float
    rounds: int  # fewer than ROUNDS for who threw everybody out
    out: tuple[tuple[int, int], ...]

    def wrongly(self, true: int) -> tuple[int, ...]:
        """The experts thrown out though they were right: the true one or nobody."""
        return tuple(who for _, who in self.out if who == true)


@dataclass(frozen=True, eq=False)
class Look:
    """One look of a rival: where, what came back, and the curve whose highest open point it was."""

    point: int
    seen: float
    trusted: int | None  # the expert it went by, or None for a mixture of all
    bound: Floats  # (N,)


def score_of(record: Record, experts: tuple[int, ...], label: str) -> Score:
    """The first seed of a record as a score."""
    gone = record.eliminated_at[0]
    out = sorted((int(at), experts[p]) for p, at in enumerate(gone) if at)
    rounds = int(record.exhausted_at[0]) or record.points.shape[1]
    return Score(label, float(np.nansum(record.regret[0])), rounds, tuple(out))


def scores(turn: Turn) -> list[Score]:
    """The reader first, then the rivals in their order."""
    match = turn.match
    ours = [] if turn.record is None else [score_of(turn.record, match.experts, "you")]
    return ours + [score_of(record, match.experts_of(kind), LABELS[kind]) for kind, record in match.rivals.items()]


def regret_until(match: Match, kind: str, t: int) -> Floats:
    """A rival's summed regret after each of the first t rounds, shorter where it had stopped."""
    summed = match.rivals[kind].cumulative_regret[0, :t]
    return summed[np.isfinite(summed)]


def thrown_out(match: Match, t: int, kind: str = PE) -> int:
    """How many experts a rival had thrown out by the end of round t."""
    gone = match.rivals[kind].eliminated_at[0]
    return int(((gone > 0) & (gone <= t)).sum())


def look_of(match: Match, kind: str, t: int) -> Look | None:
    """A rival's look in round t (from 1), or None if it had stopped by then."""
    record, problem = match.rivals[kind], match.of(kind)
    point, prior = int(record.points[0, t - 1]), int(record.chosen_priors[0, t - 1])
    if point < 0:
        return None
    belief = next(islice(replay(problem, record), t - 1, None))
    if prior >= 0:
        trusted, bound = match.experts_of(kind)[prior], upper_bounds(belief, prior, t)
    else:
        odds = np.exp(belief.log_evidence - belief.log_evidence.max())
        mean, std = belief.mixture(odds / odds.sum())
        trusted, bound = None, mean[0] + confidence_width(t, POINTS, DELTA) * std[0]
    return Look(point, float(record.observations[0, t - 1]), trusted, bound)


def why(match: Match, kind: str, t: int) -> str:
    """A sentence on why a rival looked where it did in round t."""
    look, label = look_of(match, kind, t), LABELS[kind]
    if look is None:
        stopped = int(match.rivals[kind].exhausted_at[0])
        return f"{label} had thrown everybody out in round {stopped} and looks no more."
    reason = {
        "PriorElimination": f"of all experts left, expert {look.trusted} promised most, up to",
        "MaximumLikelihood": f"expert {look.trusted} explained the looks so far best, and promised up to",
        "RegretBalancing": f"it was expert {look.trusted}'s turn, who promised up to",
        "KnownPrior": f"it was told that expert {look.trusted} is right, who promised up to",
        FullyBayesian.__name__: "averaged by how well they explain the looks so far, the experts promised up to",
    }[kind]
    place, promised = f"{match.x[look.point]:.2f}", number(look.bound[look.point])
    gone = [match.experts_of(kind)[p] for p in np.flatnonzero(match.rivals[kind].eliminated_at[0] == t)]
    end = f", and threw out {listed(f'expert {who}' for who in gone)}" if gone else ""
    where = f"In round {t} {label} looked at x = {place}: {reason} {promised} there."
    return f"{where} It saw {number(look.seen)}{end}."


def verdict(turn: Turn) -> str:
    """The game in a sentence or two, once it is over."""
    ours, *others = scores(turn)
    pe = next(score for score in others if score.label == LABELS[PE])
    first = f"Your regret is {number(ours.regret)}, PE-GP-UCB's {number(pe.regret)}"
    if (ours.rounds, pe.rounds) != (ROUNDS, ROUNDS):
        stops = [f"{who.label} after round {who.rounds}" for who in (ours, pe) if who.rounds < ROUNDS]
        first += f" ({listed(stops)} with everybody thrown out)"
    elif ours.regret < pe.regret:
        first += ": you ended lower"
    best = min((score for score in others if score.rounds == ROUNDS), key=lambda score: score.regret)
    fairly, wrongly = len(ours.out) - len(ours.wrongly(turn.match.true)), ours.wrongly(turn.match.true)
    charges = f"You threw out {fairly} of {len(turn.match.experts) - (not turn.match.level.missing)} who were wrong"
    if wrongly:
        charges += f" and expert {turn.match.true}, who was right"
    here = " and had not come" if turn.match.level.missing else ""
    return (
        f"{first}; lowest of the algorithms is {best.label} with {number(best.regret)}. "
        f"Expert {turn.match.true} was right{here}. {charges}."
    )
