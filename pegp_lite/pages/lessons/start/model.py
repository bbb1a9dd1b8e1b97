"""The game of page 00: three experts, ten looks, two falls; and what everybody believed on the way. No widgets."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from pegp_lite import Prior, PriorElimination, Problem, draw_function, play, rbf
from pegp_lite.bandit.record import Record
from pegp_lite.bandit.replay import replay, unroll
from pegp_lite.bandit.schedules import confidence_width, noise_allowance
from pegp_lite.checks import Bools, Floats

NAMES, CENTRES, LOOKS, NOISE, DELTA, LUCK = ("left", "middle", "right"), (0.2, 0.5, 0.8), 10, 0.2, 0.1, 7


def opening_game(looks: int = LOOKS, true: str = "right", luck: int = LUCK) -> tuple[Floats, Problem]:
    """The points x (N,) and the game: three experts promise a hill of height 5, each elsewhere; `true` is right."""
    x = np.linspace(0.0, 1.0, 201)
    covariance = rbf(x, 0.05)
    priors = [
        Prior(name, 5 * np.exp(-((x - c) ** 2) / (2 * 0.05**2)), covariance)
        for name, c in zip(NAMES, CENTRES, strict=True)
    ]
    f = draw_function(priors[NAMES.index(true)], 1, np.random.default_rng(luck))
    return x, Problem(priors, np.repeat(f, looks, axis=0), NOISE, true_prior=true)


@dataclass(frozen=True, eq=False)
class Story:
    """A game as it stood after n = 0 .. T looks, for P experts over N points."""

    mean: Floats  # (T + 1, P, N), what each expert believes then
    half_width: Floats  # (T + 1, P, N), beta_{n+1} sigma, the band for the next look
    errors: Floats  # (T + 1, P), sum of eta over the looks the expert was trusted for
    noise: Floats  # (T + 1, P), sqrt(xi_n uses), as it was at the expert's last test once rejected
    widths: Floats  # (T + 1, P), sum of beta sigma
    alive: Bools  # (T + 1, P)


def tell(problem: Problem, record: Record, delta: float) -> Story:
    """A record's first seed once more, with what every expert believed at every step and after the last."""
    T, P = problem.n_steps, problem.n_priors
    trace, experts, alone = unroll(problem, record, delta), np.arange(P), np.zeros(P, dtype=np.int64)
    beta = confidence_width(np.arange(1, T + 2), problem.n_points, delta)
    beliefs = [(belief.mean(alone, experts), belief.std(alone, experts)) for belief in replay(problem, record)]
    gone = record.eliminated_at[0]
    last_test = np.where(gone == 0, T, gone)  # what it came to stays on view
    noise = trace.noise[np.minimum(np.arange(1, T + 1)[:, None], last_test) - 1, experts]
    before_any: Floats = np.zeros((1, P))
    errors, noise, widths = (np.concatenate([before_any, sums]) for sums in (trace.errors, noise, trace.widths))
    mean, std = (np.array(each) for each in zip(*beliefs, strict=True))
    return Story(mean, beta[:, None, None] * std, errors, noise, widths, trace.alive)


@dataclass(frozen=True, eq=False)
class Opening:
    """The game as it was played, with its story."""

    x: Floats
    problem: Problem
    record: Record
    story: Story

    def out_at(self, n: int) -> tuple[int, ...]:
        """At which look each expert was thrown out, as far as n looks tell; 0 while in the game."""
        return tuple(int(out) if 0 < out <= n else 0 for out in self.record.eliminated_at[0])

    def highest(self, n: int, point: int) -> tuple[int, float]:
        """The living expert whose band reaches highest at this point after n looks, and how high."""
        upper = self.story.mean[n, :, point] + self.story.half_width[n, :, point]
        upper = np.where(self.story.alive[n], upper, -np.inf)
        return int(np.argmax(upper)), float(upper.max())

    def first_test(self, n: int, p: int) -> tuple[float, float]:
        """What bands and noise would be allowed to expert p if look n + 1 were its first test."""
        mean, half_width = self.story.mean[n, p], self.story.half_width[n, p]
        noise = np.sqrt(noise_allowance(n + 1, len(NAMES), NOISE, DELTA))
        return float(half_width[np.argmax(mean + half_width)]), float(noise)

    def point(self, place: float) -> int:
        """The index of the point nearest to this place."""
        return round(place * (len(self.x) - 1))


@lru_cache(maxsize=4)
def the_game(true: str = "right", luck: int = LUCK) -> Opening:
    """The one game of the page, which is always the same; or another of its kind."""
    x, problem = opening_game(LOOKS, true, luck)
    record = play(problem, PriorElimination(DELTA), 1, seed=luck)
    return Opening(x, problem, record, tell(problem, record, DELTA))
