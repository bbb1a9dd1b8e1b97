"""What a policy answered, looked over before the game goes on it: an error says what is wrong and where."""

from __future__ import annotations

from typing import Any

import numpy as np

from pegp_lite.bandit.policies.contract import Policy
from pegp_lite.bandit.view import View
from pegp_lite.checks import Bools, Ints, shape_text


def checked_flags(what: str, given: Any, policy: Policy, view: View) -> Bools:
    """`given` as booleans (S, P); `what` is the method that returned it."""
    wanted = (view.n_rows, view.n_priors)
    flags = np.asarray(given)
    if flags.dtype != bool or flags.shape != wanted:
        raise ValueError(
            f"{_who(policy)}.{what} must return booleans, {shape_text(wanted)} (rows x priors), "
            f"got {flags.dtype} of {shape_text(flags.shape)}"
        )
    return flags


def checked_candidates(given: Any, policy: Policy, view: View) -> Bools:
    """`given` as booleans (S, P) with a candidate in every row."""
    flags = checked_flags("candidates", given, policy, view)
    someone = np.logical_or.reduce(flags, axis=1)
    if np.count_nonzero(someone) < len(someone):
        row = int(np.argmin(someone))
        raise ValueError(f"{_who(policy)}.candidates left no prior to trust in row {row} at step {view.t}")
    return flags


def checked_choice(given: Any, policy: Policy, view: View) -> tuple[Ints | None, Ints]:
    """`given` as priors (S,), or None, and available points (S,)."""
    if not isinstance(given, tuple) or len(given) != 2:
        raise ValueError(f"{_who(policy)}.choose must return a pair (priors or None, points), got {_seen(given)}")
    priors, points = given
    points = _numbers("points", points, 0, view.n_points, policy, view)
    open_now = view.is_open(points)
    if np.count_nonzero(open_now) < len(open_now):
        row = int(np.argmin(open_now))
        raise ValueError(
            f"{_who(policy)}.choose took point {points[row]} in row {row} at step {view.t}, which is hidden then"
        )
    return None if priors is None else _numbers("priors", priors, -1, view.n_priors, policy, view), points


def _numbers(what: str, given: Any, low: int, high: int, policy: Policy, view: View) -> Ints:
    numbers = np.asarray(given)
    if numbers.dtype.kind not in "iu" or numbers.shape != (view.n_rows,):
        raise ValueError(
            f"{_who(policy)}.choose must return {what} as {view.n_rows} whole numbers, one a row, "
            f"got {numbers.dtype} of {shape_text(numbers.shape)}"
        )
    wrong = (numbers < low) | (numbers >= high)
    if wrong.any():
        row = int(np.argmax(wrong))
        raise ValueError(
            f"{_who(policy)}.choose must return {what} from {low} to {high - 1}, "
            f"got {numbers[row]} in row {row} at step {view.t}"
        )
    return numbers


def _who(policy: Policy) -> str:
    return type(policy).__name__


def _seen(given: Any) -> str:
    return f"an array of {shape_text(given.shape)}" if isinstance(given, np.ndarray) else repr(given)
