"""The blanks of `3_your_study`: an expert, a game and a policy of one's own, and what a comparison of them says."""

from pegp_lite.exercises.your_study.findings import row, sure
from pegp_lite.exercises.your_study.own_game import T, X, expert, game
from pegp_lite.exercises.your_study.own_policy import policy

__all__ = ["T", "X", "expert", "game", "policy", "row", "sure"]
