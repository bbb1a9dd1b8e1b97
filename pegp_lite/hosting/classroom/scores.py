"""The scores of page 08's game. A browser hands in its choices; the regret is worked out here from the same game."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from pegp_lite.hosting.classroom.votes import Refused
from pegp_lite.pages.lessons.turn.match import ROUNDS, match_of
from pegp_lite.pages.lessons.turn.model import Turn, read_turn
from pegp_lite.pages.lessons.turn.rivals import scores as scores_of

MOST_GAMES = 40  # different games kept; a class plays a handful


@dataclass(eq=False)
class Scores:
    """The first finished game of each browser, by level and number. `most`: browsers kept for one game."""

    most: int
    kept: dict[tuple[str, int], dict[str, float]] = field(default_factory=dict)

    def hand_in(self, browser: str, written: Any) -> bool:
        """Keep a finished game, as `Turn.written` wrote it; whether it was this browser's first of it."""
        try:
            turn = read_turn(written if isinstance(written, str) else "")
        except ValueError as error:
            raise Refused(str(error)) from None
        if turn.refused or turn.played < ROUNDS:
            raise Refused("the game is not finished")
        game = turn.match.level.name, turn.match.number
        if game not in self.kept and len(self.kept) >= MOST_GAMES:
            raise Refused("too many different games")
        kept = self.kept.setdefault(game, {})
        if browser in kept:
            return False
        if len(kept) >= self.most:
            raise Refused("more scores than there are places")
        kept[browser] = float(turn.regret[-1])
        return True

    def clear(self) -> None:
        """Forget all."""
        self.kept.clear()

    def for_desk(self) -> list[dict[str, Any]]:
        """Each game with the class's regrets in order, and those of the algorithms; None for one that stopped early."""
        return [
            {
                "level": level,
                "game": number,
                "class": sorted(round(regret, 3) for regret in kept.values()),
                "algorithms": _algorithms(level, number),
            }
            for (level, number), kept in self.kept.items()
        ]


def _algorithms(level: str, number: int) -> dict[str, float | None]:
    rivals = scores_of(Turn(match_of(level, number)))
    return {score.label: round(score.regret, 3) if score.rounds == ROUNDS else None for score in rivals}
