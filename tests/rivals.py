"""Plain dense versions of the rivals of the related work: one seed, textbook formulas, all refitted at every step.

Like `reference`, it shares no code with the package and never imports it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray
from reference import Candidate, Game, beta, first_best, mean_until, posterior
from scipy.optimize import brentq

Floats = NDArray[np.float64]


@dataclass
class Known:
    """What one seed of a rival remembers: (step, point, value), and numbers of its own."""

    game: Game
    rng: np.random.Generator
    seen: list[tuple[int, int, float]] = field(default_factory=list)
    own: dict[str, Any] = field(default_factory=dict)

    def still(self, t: int, kept: list[tuple[int, int, float]], variances: list[float]) -> tuple[Floats, Floats]:
        """Mean and std of every point under the true prior, standing still, from observations of these noises."""
        prior = self.game.priors[self.game.true_prior]
        mean, K = mean_until(prior, t), prior.covariance
        if not kept:
            return mean[t - 1], np.sqrt(np.diag(K))
        x = [point for _, point, _ in kept]
        residual = np.array([value - mean[step - 1, point] for step, point, value in kept])
        inverse = np.linalg.inv(K[np.ix_(x, x)] + np.diag(variances))
        variance = np.diag(K) - np.einsum("in,ij,jn->n", K[x], inverse, K[x])
        return mean[t - 1] + K[:, x] @ inverse @ residual, np.sqrt(np.maximum(variance, 0))

    def moving(self, p: int, t: int) -> tuple[Floats, Floats, float]:
        """Mean, std and log evidence under prior p before step t, from everything seen."""
        points, values = [s[1] for s in self.seen[: t - 1]], [s[2] for s in self.seen[: t - 1]]
        return posterior(self.game.priors[p], points, values, t, self.game.noise_std)

    def after(self, p: int, t: int, point: int) -> float:
        """What prior p believes of a point at step t once the observation of step t is in."""
        prior, times = self.game.priors[p], np.arange(1, t + 1)
        x, y = [s[1] for s in self.seen[:t]], np.array([s[2] for s in self.seen[:t]])
        mean = mean_until(prior, t)
        fade = (1.0 - prior.epsilon) ** (np.abs(times[:, None] - times) / 2)
        gram = prior.covariance[np.ix_(x, x)] * fade + self.game.noise_std**2 * np.eye(t)
        cross = prior.covariance[point, x] * fade[-1]
        return float(mean[t - 1, point] + cross @ np.linalg.solve(gram, y - mean[times - 1, x]))


Pick = Callable[[Known, int, Any], tuple[int, int]]  # known, step, open points -> prior, point
Learn = Callable[[Known, int, int, float], None]


def play_rival(game: Game, s: int, pick: Pick, learn: Learn | None, rng: np.random.Generator) -> tuple[Any, ...]:
    """The points and priors one seed chooses, ties to the lowest, and what it kept for itself."""
    horizon, size = game.values.shape[1:]
    known, points, priors = Known(game, rng), [], []
    for t in range(1, horizon + 1):
        open_now = np.ones(size, dtype=bool) if game.available is None else game.available[t - 1]
        prior, point = pick(known, t, open_now)
        value = float(game.values[s, t - 1, point] + game.noise[s, t - 1])
        known.seen.append((t, point, value))
        if learn is not None:
            learn(known, t, point, value)
        points.append(point)
        priors.append(prior)
    return points, priors, known.own


def on_what_is_kept(keep: Callable[[Known, int], tuple[list[tuple[int, int, float]], list[float]]]) -> Pick:
    """GP-UCB under the true prior, standing still, on the observations and noise variances that `keep` says."""

    def pick(known: Known, t: int, open_now: Any) -> tuple[int, int]:
        mean, std = known.still(t, *keep(known, t))
        score = mean + beta(t, len(mean), known.game.delta) * std
        return known.game.true_prior, first_best(score, open_now)[0]

    return pick


def resetting(every: int) -> Pick:
    def keep(known: Known, t: int) -> Any:
        block = [s for s in known.seen if (s[0] - 1) // every == (t - 1) // every]
        return block, [known.game.noise_std**2] * len(block)

    return on_what_is_kept(keep)


def sliding(window: int) -> Pick:
    def keep(known: Known, t: int) -> Any:
        return known.seen[-window:], [known.game.noise_std**2] * min(window, len(known.seen))

    return on_what_is_kept(keep)


def weighted(discount: float) -> Pick:
    def keep(known: Known, t: int) -> Any:
        return known.seen, [known.game.noise_std**2 * discount ** -(t - 1 - step) for step, _, _ in known.seen]

    return on_what_is_kept(keep)


def triggered() -> tuple[Pick, Learn]:
    def keep(known: Known, t: int) -> Any:
        kept = known.seen[known.own.get("start", 0) : t - 1]
        return kept, [known.game.noise_std**2] * len(kept)

    def learn(known: Known, t: int, point: int, value: float) -> None:
        mean, std = known.still(t, *keep(known, t))
        game = known.game
        noise = np.sqrt(2 * game.noise_std**2 * np.log(np.pi**2 * t**2 / game.delta))
        if abs(value - mean[point]) > beta(t, len(mean), game.delta) * std[point] + noise:
            known.own["start"] = t
            known.own["resets"] = known.own.get("resets", 0) + 1

    return on_what_is_kept(keep), learn


def soft(alpha: float) -> Pick:
    def pick(known: Known, t: int, open_now: Any) -> tuple[int, int]:
        fits = [known.moving(p, t) for p in range(len(known.game.priors))]
        evidence = np.array([fit[2] for fit in fits])
        likely = evidence >= evidence.max() + (np.log(alpha) if alpha else -np.inf) - 1e-9
        ucb = np.array([fit[0] + beta(t, len(open_now), known.game.delta) * fit[1] for fit in fits])
        prior, point = first_best(ucb, likely[:, None] & open_now)
        return prior, point

    return pick


def nominated(known: Known, t: int, open_now: Any) -> list[int]:
    found = []
    for p in range(len(known.game.priors)):
        mean, std, _ = known.moving(p, t)
        found.append(first_best(mean + beta(t, len(mean), known.game.delta) * std, open_now)[0])
    return found


def by_lot(chances: Floats, luck: float) -> int:
    """The first whose chances, added up, pass the draw."""
    total = 0.0
    for p, chance in enumerate(chances / chances.sum()):
        total += chance
        if luck < total:
            return p
    return len(chances) - 1


def hedge(rate: float | None) -> tuple[Pick, Learn]:
    def pick(known: Known, t: int, open_now: Any) -> tuple[int, int]:
        many = len(known.game.priors)
        gains = known.own.setdefault("gains", np.zeros(many))
        known.own["nominees"] = nominated(known, t, open_now)
        speed = np.sqrt(8 * np.log(many) / t) if rate is None else rate
        prior = by_lot(np.exp(speed * (gains - gains.max())), known.rng.random())
        return prior, known.own["nominees"][prior]

    def learn(known: Known, t: int, point: int, value: float) -> None:
        for p, nominee in enumerate(known.own["nominees"]):
            known.own["gains"][p] += known.after(p, t, nominee)

    return pick, learn


def corral(rate: float | None, horizon: int) -> tuple[Pick, Learn]:
    def mixed(p: Floats) -> Floats:
        return (1 - 1 / horizon) * p + 1 / (horizon * len(p))

    def pick(known: Known, t: int, open_now: Any) -> tuple[int, int]:
        game, many = known.game, len(known.game.priors)
        if t == 1:
            known.own["p"] = np.full(many, 1 / many)
            known.own["eta"] = np.full(many, np.sqrt(many / horizon) if rate is None else rate)
            known.own["rho"] = np.full(many, 2.0 * many)
            bands = [(mean, beta(1, len(mean), game.delta) * std) for mean, std in map(prior_band, game.priors)]
            known.own["low"] = min((mean - reach).min() for mean, reach in bands)
            known.own["high"] = max((mean + reach).max() for mean, reach in bands)
        known.own["played"] = by_lot(mixed(known.own["p"]), known.rng.random())
        return known.own["played"], nominated(known, t, open_now)[known.own["played"]]

    def learn(known: Known, t: int, point: int, value: float) -> None:
        own = known.own
        p, eta, i = own["p"], own["eta"], own["played"]
        losses = np.zeros(len(p))
        losses[i] = min(1.0, max(0.0, (own["high"] - value) / (own["high"] - own["low"]))) / mixed(p)[i]

        def excess(shift: float) -> float:
            return float(np.sum(1 / (1 / p + eta * (losses - shift)))) - 1

        # Above the largest loss all chances have grown; below the first pole all are positive.
        pole = np.min(1 / (p * eta) + losses)
        top = min(losses.max(), pole * (1 - 1e-15))
        if len(p) > 1 and losses.max() > 0 and excess(0.0) < 0 < excess(top):
            shift = brentq(excess, 0.0, top, xtol=1e-300, rtol=1e-15)
            p = 1 / (1 / p + eta * (losses - shift))
        own["p"] = p / p.sum()
        for k, chance in enumerate(mixed(own["p"])):
            if 1 / chance > own["rho"][k]:
                own["rho"][k] = 2 / chance
                eta[k] *= np.exp(1 / np.log(horizon))

    return pick, learn


def prior_band(prior: Candidate) -> tuple[Floats, Floats]:
    """Mean and std of every point at the first step, before anything is seen."""
    return mean_until(prior, 1)[0], np.sqrt(np.diag(prior.covariance))
