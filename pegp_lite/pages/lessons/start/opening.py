"""The game of page 00: three experts, ten looks, two falls; and what everybody believed on the way. No widgets."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pegp_lite import Prior, Problem, draw_function, rbf
from pegp_lite.bandit.record import Record
from pegp_lite.bandit.schedules import confidence_width, noise_allowance
from pegp_lite.checks import Bools, Floats
from pegp_lite.gp.belief import Belief

NAMES, CENTRES, LOOKS, NOISE, DELTA, LUCK = ("left", "middle", "right"), (0.2, 0.5, 0.8), 10, 0.2, 0.1, 7


def opening_game(looks: int = LOOKS) -> tuple[Floats, Problem]:
    """The points x (N,) and the game: three experts promise a hill of height 5, each elsewhere; "right" is right."""
    x = np.linspace(0.0, 1.0, 201)
    covariance = rbf(x, 0.05)
    priors = [
        Prior(name, 5 * np.exp(-((x - c) ** 2) / (2 * 0.05**2)), covariance)
        for name, c in zip(NAMES, CENTRES, strict=True)
    ]
    f = draw_function(priors[2], 1, np.random.default_rng(LUCK))
    return x, Problem(priors, np.repeat(f, looks, axis=0), NOISE, true_prior="right")


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
    """Play a record's first seed through once more, keeping what every expert believed at every step."""
    T, P = problem.n_steps, problem.n_priors
    steps = np.arange(1, T + 2)
    beta, xi = confidence_width(steps, problem.n_points, delta), noise_allowance(steps, P, problem.noise_std, delta)
    belief, alone, everyone = Belief(problem.priors, problem.noise_std), np.zeros(P, dtype=np.int64), np.arange(P)
    mean, half = np.empty((2, T + 1, P, problem.n_points))
    errors, noise, widths = np.zeros((3, T + 1, P))
    uses, gone = np.zeros(P), record.eliminated_at[0]
    for n in range(T + 1):
        mean[n], half[n] = belief.mean(alone, everyone), beta[n] * belief.std(alone, everyone)
        if n == T:
            break
        point, trusted, y = record.points[0, n], record.chosen_priors[0, n], record.observations[0, n]
        errors[n + 1], widths[n + 1] = errors[n], widths[n]
        errors[n + 1, trusted] += y - mean[n, trusted, point]
        widths[n + 1, trusted] += half[n, trusted, point]
        uses[trusted] += 1
        still = (gone == 0) | (gone > n)  # a rejected expert's last test stays on view
        noise[n + 1] = np.where(still, np.sqrt(xi[n] * uses), noise[n])
        belief.observe(np.array([point]), np.array([y]))
        belief.advance()
    after = np.arange(T + 1)[:, None]
    return Story(mean, half, errors, noise, widths, (gone == 0) | (gone > after))
