"""Page 08's reader: looks and accusations, each game played by the engine itself, so that one loop scores everybody."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from pegp_lite.bandit.play import play_together
from pegp_lite.bandit.record import Record
from pegp_lite.bandit.replay import replay
from pegp_lite.bandit.schedules import confidence_width
from pegp_lite.checks import Floats, Ints
from pegp_lite.gp.belief import Belief
from pegp_lite.pages.lessons.turn.match import DELTA, LEVELS, POINTS, ROUNDS, Match, match_of
from pegp_lite.pages.lessons.turn.reader import NOTHING, Choices, Reader, read_choices
from pegp_lite.problems.problem import Problem

LETTERS = {level.letter: level.name for level in LEVELS.values()}


@dataclass(frozen=True, eq=False)
class Turn:
    """A reader's game so far. `refused` says why the last choices were not taken, if they were not."""

    match: Match
    choices: Choices = NOTHING
    refused: str = ""

    @cached_property
    def record(self) -> Record | None:
        """The rounds so far, as the engine played them; None before the first."""
        if not self.choices.looks:
            return None
        return play_together(self.problem, [self.policy], seed=self.match.number)[0]

    @property
    def written(self) -> str:
        """The game and what was chosen in it, in a word: "7s50.31x4" is game 7 at the level s; empty before a look."""
        said = self.choices.write()
        return f"{self.match.number}{self.match.level.letter}{said}" if said else ""

    @property
    def policy(self) -> Reader:
        """The reader, as one who plays."""
        return policy_of(self.match, self.choices)

    @property
    def problem(self) -> Problem:
        """The rounds of the game that were played."""
        return first_rounds(self.match.problem, self.played)

    @property
    def played(self) -> int:
        """How many rounds were played."""
        return len(self.choices.looks)

    @property
    def alive(self) -> tuple[int, ...]:
        """The numbers of the experts not thrown out."""
        gone = {who for _, who in self.choices.accusations}
        return tuple(n for n in self.match.experts if n not in gone)

    @property
    def over(self) -> bool:
        """Whether all rounds are played, or nobody is left to listen to."""
        return self.played == ROUNDS or not self.alive

    @property
    def seen(self) -> Floats:
        """What came back from each look, (t,)."""
        return np.empty(0) if self.record is None else self.record.observations[0]

    @property
    def regret(self) -> Floats:
        """The sum of the regret after each round, (t,)."""
        return np.empty(0) if self.record is None else self.record.cumulative_regret[0]

    def look(self, point: int) -> Turn:
        """One more look, at this point; a hidden one is refused."""
        if self.over:
            return replace(self, refused="The game is over.")
        if not 0 <= point < POINTS:
            return replace(self, refused=f"There is no point {point}; they run from 0 to {POINTS - 1}.")
        if not self.match.open_at(self.played + 1)[point]:
            return replace(self, refused=f"x = {self.match.x[point]:.2f} is hidden in round {self.played + 1}.")
        return Turn(self.match, replace(self.choices, looks=(*self.choices.looks, point)))

    def accuse(self, expert: int) -> Turn:
        """Throw an expert out, after the look made last; who throws out the last one has ended the game."""
        if not self.played:
            return replace(self, refused="Look once before you throw anybody out.")
        if self.over or expert not in self.alive:
            return replace(self, refused=f"Expert {expert} cannot be thrown out now.")
        charges = (*self.choices.accusations, (self.played, expert))
        return Turn(self.match, replace(self.choices, accusations=charges))

    def skip_to_end(self) -> Turn:
        """Look where you looked last, or at the open point nearest to it, until the rounds are over."""
        turn = self
        while not turn.over:
            wanted = turn.choices.looks[-1] if turn.played else POINTS // 2
            free: Ints = np.flatnonzero(turn.match.open_at(turn.played + 1))
            turn = turn.look(int(free[np.argmin(np.abs(free - wanted))]))
        return turn

    def upper_bound(self, expert: int) -> Floats:
        """The hint: an expert's upper confidence bound for the coming round, given your looks, (N,)."""
        belief = Belief(self.match.problem.priors, self.match.problem.noise_std)
        if self.record is not None:
            *_, belief = replay(self.problem, self.record)
        return upper_bounds(belief, self.match.experts.index(expert), self.played + 1)


def policy_of(match: Match, choices: Choices) -> Reader:
    """Somebody's choices as a policy for `match.problem`."""
    accused = tuple((at, match.experts.index(who)) for at, who in choices.accusations)
    return Reader(DELTA, choices.looks, accused)


def first_rounds(problem: Problem, t: int) -> Problem:
    """The first t steps of a problem."""
    mask = problem.available
    return replace(problem, values=problem.values[..., :t, :], available=None if mask is None else mask[..., :t, :])


def upper_bounds(belief: Belief, prior: int, t: int) -> Floats:
    """mu + beta_t sigma of one prior in the belief's only row, (N,)."""
    pair = np.array([0]), np.array([prior])
    bound: Floats = belief.mean(*pair)[0] + confidence_width(t, POINTS, DELTA) * belief.std(*pair)[0]
    return bound


def turn_of(match: Match, choices: Choices) -> Turn:
    """Somebody's choices made again one by one: those that the game does not allow are left out, and said."""
    turn, refused = Turn(match), ""
    for t, point in enumerate(choices.looks, 1):
        turn = turn.look(point)
        for at, who in choices.accusations:
            turn = turn.accuse(who) if at == t and not turn.refused else turn
        if turn.refused:
            refused = turn.refused
            break
    return replace(turn, refused=refused)


def read_turn(text: str) -> Turn:
    """The game that `Turn.written` wrote; ValueError where it did not."""
    found = re.fullmatch(rf"([0-9]{{1,4}})([{''.join(LETTERS)}])(.*)", text)
    if not found:
        raise ValueError(f'a game looks like "7s50.31x4.10", got {text[:40]!r}')
    return turn_of(match_of(LETTERS[found[2]], int(found[1])), read_choices(found[3]))
