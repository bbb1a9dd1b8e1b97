"""The games of page 07: one small game, and five ways to break what the theory assumes about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, lru_cache

import numpy as np

from pegp_lite.checks import Bools, Floats
from pegp_lite.figures.words import counted, number
from pegp_lite.gp.kernels import rbf
from pegp_lite.gp.priors import Prior, draw_function
from pegp_lite.problems.problem import Problem
from pegp_lite.theory.assumptions import not_covered
from pegp_lite.theory.gain import largest_gain

POINTS, STEPS, SEEDS, R = 121, 60, 20, 0.1
HILLS, WIDTH, TALL, TRUE = (0.1, 0.3, 0.5, 0.7, 0.9), 0.04, 4.0, 1
SMOOTH, ROUGH = 0.5, 0.01  # the kernels' l: one for the hills, one for priors that differ in scale alone
SHUT = 0.08  # how far to either side of the true hill a lying mask shuts
STRONGEST = 10


@dataclass(frozen=True, eq=False)
class BrokenGame:
    """A game, the same with the true prior alone in the set, and what is wrong with it.

    `values` of `problem` are what can be read. `noise` (S, T) is what is added, whatever R says. `lies` (T,): the
    steps on which the mask lied. `what` says what was done, `assumption` names what the theory assumed instead
    and `why` explains what follows; both are empty where nothing is broken.
    """

    problem: Problem
    told: Problem
    noise: Floats
    lies: Bools
    what: str
    assumption: str = ""
    why: str = ""


def points() -> Floats:
    """Where the points lie, (N,)."""
    return np.linspace(0.0, 1.0, POINTS)


@lru_cache(maxsize=64)
def broken_game(kind: str, strength: int, luck: int) -> BrokenGame:
    """The game broken in one way, by a strength from 0 (not at all) to 10; `luck` picks functions and noise."""
    draw = np.array([np.random.default_rng([luck, s, 1]).standard_normal(STEPS) for s in range(SEEDS)])
    return _WAYS[kind](strength, luck, R * draw)


def gain_of(kind: str) -> Floats:
    """gamma_t for this kind's priors, (T,): at most that of the widest kernel, whatever the strength."""
    return _gain(ROUGH if kind == "scale" else SMOOTH)


@cache
def _gain(l: float) -> Floats:
    return np.asarray(largest_gain([Prior("any", np.zeros(POINTS), rbf(points(), l))], R, STEPS))


def hill_prior(name: str, place: float) -> Prior:
    """Five short hills, and a tall one where this expert says."""
    x = points()
    bumps = np.exp(-((x[:, None] - np.array(HILLS)) ** 2) / (2 * WIDTH**2)).sum(axis=1)
    return Prior(name, bumps + (TALL - 1) * np.exp(-((x - place) ** 2) / (2 * WIDTH**2)), rbf(x, SMOOTH))


@cache
def _experts() -> tuple[Prior, ...]:
    return tuple(hill_prior(f"hill {k}", place) for k, place in enumerate(HILLS, 1))


@cache
def _extras() -> tuple[Prior, ...]:
    """More experts, each with a hill of its own, spread by the golden ratio so that any number of them is even."""
    places = 0.02 + 0.96 * ((np.arange(1, 80) * 0.6180339887) % 1)
    return tuple(hill_prior(f"extra {k}", float(place)) for k, place in enumerate(places, 1))


@lru_cache(maxsize=16)
def _wiggles(l: float, luck: int) -> Floats:
    """What the functions of all seeds do around their mean, (S, 1, N)."""
    plain = Prior("plain", np.zeros(POINTS), rbf(points(), l))
    return np.stack([draw_function(plain, 1, np.random.default_rng([luck, s])) for s in range(SEEDS)])


def _honest(priors: tuple[Prior, ...], truth: Prior, wiggles: Floats, true: int | None) -> tuple[Problem, Problem]:
    """The problem with these priors, and with the true one alone."""
    values = np.broadcast_to(truth.mean + wiggles, (SEEDS, STEPS, POINTS))
    return Problem(priors, values, R, true_prior=true), Problem((truth,), values, R, true_prior=0)


NO_LIES: Bools = np.zeros(STEPS, dtype=bool)


def _nothing(strength: int, luck: int, noise: Floats) -> BrokenGame:
    problem, told = _honest(_experts(), _experts()[TRUE], _wiggles(SMOOTH, luck), TRUE)
    what = f"Nothing is broken, so strength {strength} has nothing to act on"
    return BrokenGame(problem, told, noise, NO_LIES, what)


def _louder(strength: int, luck: int, noise: Floats) -> BrokenGame:
    honest = _nothing(strength, luck, noise)
    if not strength:
        return replace(honest, what=f"The noise is as loud as R = {R:g} says")
    factor = 1 + strength / 2
    return replace(
        honest,
        noise=factor * noise,
        what=f"The noise is {number(factor)} times as loud as R = {R:g} says",
        assumption="the noise is Gaussian with standard deviation R",
        why="Bands shrink as if every reading were good to R, so they close around noise; and errors are forgiven only "
        "as far as R explains them, so in time even the true prior looks guilty.",
    )


def _scales(strength: int, luck: int, noise: Floats) -> BrokenGame:
    """The truth stays as it is; its rival's band grows from the same to eight times as wide."""
    x, ratio, widest = points(), 1 + 0.7 * strength, 1 + 0.7 * STRONGEST
    narrow = Prior("narrow", np.zeros(POINTS), rbf(x, ROUGH) / widest**2)
    wide = Prior("wide", np.zeros(POINTS), rbf(x, ROUGH) * (ratio / widest) ** 2)
    problem, told = _honest((narrow, wide), narrow, _wiggles(ROUGH, luck) / widest, 0)
    if not strength:
        return BrokenGame(problem, told, noise, NO_LIES, "The set holds the true prior and a copy of it")
    what = f"Two priors differ in output scale alone, their bands as 1 to {number(ratio)}, the narrow one true"
    why = " ".join(not_covered(problem))
    return BrokenGame(problem, told, noise, NO_LIES, what, "priors differ in more than their output scale", why)


def _removed(strength: int, luck: int, noise: Floats) -> BrokenGame:
    if not strength:
        return replace(_nothing(0, luck, noise), what="The true prior is in the set")
    shift = (HILLS[1] - HILLS[0]) / 2 * strength / STRONGEST
    truth = hill_prior("truth", HILLS[TRUE] + shift)
    problem, told = _honest(_experts(), truth, _wiggles(SMOOTH, luck), None)
    what = f"The true prior is not in the set: its tall hill stands {number(shift)} beside the nearest expert’s"
    found = not_covered(_experts(), true_prior=truth, noise_std=R)
    return BrokenGame(problem, told, noise, NO_LIES, what, "the true prior is in the set", " ".join(found))


def _many(strength: int, luck: int, noise: Floats) -> BrokenGame:
    count = round(len(HILLS) * 2 ** (0.4 * strength))
    priors = (_experts() + _extras())[:count]
    problem, told = _honest(priors, priors[TRUE], _wiggles(SMOOTH, luck), TRUE)
    what = f"{counted(count, 'prior')} compete, one of them true"
    if not strength:
        return BrokenGame(problem, told, noise, NO_LIES, what)
    why = (
        "The theorem covers any finite set. But the first term of its bound has |U| in it: every wrong prior must be "
        f"tried and caught before the game can be played well, and {STEPS} steps may be too few for {count}."
    )
    return BrokenGame(problem, told, noise, NO_LIES, what, "none; only time is too short for so many", why)


def _lying(strength: int, luck: int, noise: Floats) -> BrokenGame:
    honest = _nothing(strength, luck, noise)
    x = points()
    shut = np.abs(x - HILLS[TRUE]) <= SHUT
    still_open = np.flatnonzero(~shut)
    nearest = still_open[np.abs(x[still_open] - x[:, None]).argmin(axis=1)]
    even = np.arange(1, STEPS, 2)
    order = np.random.default_rng([luck, 7]).permutation(even)
    lies = NO_LIES.copy()
    lies[order[: round(len(even) * strength / STRONGEST)]] = True
    values = honest.problem.values.copy()
    values[:, lies] = values[:, lies][:, :, nearest]
    if not strength:
        return replace(honest, what="The mask never lies")
    return BrokenGame(
        replace(honest.problem, values=values),
        replace(honest.told, values=values),
        noise,
        lies,
        f"On {int(lies.sum())} of {STEPS} steps the mask calls the true hill open when it is shut: whoever asks there "
        "reads the nearest open point",
        "a reading belongs to the point that was asked",
        "To the learner the function seems to jump, which its prior rules out. The mask lied, and the true prior is "
        "blamed: the test can tell that something is wrong, but not what.",
    )


_WAYS: dict[str, Callable[[int, int, Floats], BrokenGame]] = {
    "nothing": _nothing,
    "noise": _louder,
    "scale": _scales,
    "removed": _removed,
    "many": _many,
    "mask": _lying,
}
KINDS = {
    "wrong noise level": "noise",
    "the true prior removed": "removed",
    "only output scales differ": "scale",
    "too many priors": "many",
    "a lying mask": "mask",
    "nothing": "nothing",
}
