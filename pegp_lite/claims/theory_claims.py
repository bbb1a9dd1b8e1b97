"""The theory's claims, measured on games whose true prior is known."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from pegp_lite.bandit.play import play
from pegp_lite.bandit.policies import KnownPrior, PriorElimination
from pegp_lite.bandit.record import Record
from pegp_lite.checks import Floats
from pegp_lite.claims.statements import BY_KEY
from pegp_lite.claims.verdicts import Finding, Outcome, above, below, rate, share
from pegp_lite.gp.kernels import rbf
from pegp_lite.gp.priors import Prior, draw_function
from pegp_lite.problems.problem import Problem
from pegp_lite.problems.toy import toy
from pegp_lite.study.statistics import Estimate, difference, estimate, part_regret, prior_shares
from pegp_lite.theory import regret_bound

DELTA = 0.1
LONG = 1600


def theory_finding(key: str, seeds: int, seed: int = 0) -> Finding:
    """The verdict on one of the theory's claims."""
    checks = {
        "preserved": _preserved,
        "bound": _bounded,
        "last rejection": _last_rejection,
        "price": _price,
        "growth": _growth,
        "output scale": _output_scale,
    }
    data = "toy" if key != "output scale" else "two priors"
    return Finding(BY_KEY[key], data, seeds, *checks[key](seeds, seed))


@lru_cache(maxsize=1)  # two claims are about these very games
def _many(seeds: int, seed: int) -> dict[str, tuple[Problem, Record]]:
    """PE-GP-UCB on the still and on the moving toy."""
    games = {kind: toy(epsilon=e, seeds=seeds, seed=seed) for kind, e in (("still", 0.0), ("moving", 0.05))}
    return {kind: (game, play(game, PriorElimination(DELTA), seed=seed)) for kind, game in games.items()}


def _preserved(seeds: int, seed: int) -> Outcome:
    parts = []
    for kind, (game, record) in _many(seeds, seed).items():
        lost = record.eliminated_at[:, int(game.true_prior or 0)] > 0
        parts.append(below(f"{kind}: seeds that lost the true prior", rate(lost), DELTA, "%"))
    return tuple(parts), f"delta = {DELTA:g}"


def _bounded(seeds: int, seed: int) -> Outcome:
    parts, ratios = [], []
    for kind, (game, record) in _many(seeds, seed).items():
        bound, regret = regret_bound(game, record, DELTA).total, record.cumulative_regret
        above_it = (regret > bound).any(axis=1)
        parts.append(below(f"{kind}: seeds above the bound", rate(above_it), DELTA, "%"))
        ratios.append(f"{kind}: R_T {np.nanmean(regret[:, -1]):.3g}, bound {np.nanmean(bound[:, -1]):.3g}")
    return tuple(parts), "; ".join(ratios)


def _last_rejection(seeds: int, seed: int) -> Outcome:
    long = _still(LONG, seeds, seed)
    at = {T: np.where(long.eliminated_at <= T, long.eliminated_at, 0).max(axis=1) / T for T in (100, LONG)}
    fall = difference(at[LONG], at[100])
    parts = (below("t*/T, 1,600 minus 100 steps", fall), below("t*/T at 1,600 steps", estimate(at[LONG]), 0.05))
    return parts, f"last rejection at step {long.eliminated_at.max()} in any seed"


def _price(seeds: int, seed: int) -> Outcome:
    parts, ratios = [], []
    for rivals in ((2, 3), (1, 2, 3, 4), tuple(range(11))):
        game = toy(priors=rivals, seeds=seeds, seed=seed)
        ours, floor = (part_regret(record, 0.5) for record in _both(game, seed))
        price = difference(ours, np.sqrt(len(rivals)) * floor)
        parts.append(below(f"{len(rivals)} priors: regret a step minus sqrt|U| times the known prior's", price))
        ratios.append(f"{ours.mean() / floor.mean():.2f} of at most {np.sqrt(len(rivals)):.2f}")
    return tuple(parts), f"measured factors {', '.join(ratios)}"


def _growth(seeds: int, seed: int) -> Outcome:
    long = _still(LONG, seeds, seed).cumulative_regret
    in_T = power(long[:, LONG - 1], long[:, 99], LONG / 100)
    moved = {}
    for epsilon in (0.001, 0.1):
        game = toy(epsilon=epsilon, T=400, seeds=seeds, seed=seed)
        moved[epsilon] = part_regret(play(game, PriorElimination(DELTA), seed=seed), 0.5)
    in_epsilon = power(moved[0.1], moved[0.001], 100)
    parts = (
        below("power of T, still", in_T, 0.5),
        above("power of epsilon, moving", in_epsilon, 1 / 6),
    )
    regrets = ", ".join(f"{m.mean():.2g} at epsilon {e:g}" for e, m in moved.items())
    return parts, f"late regret a step {regrets}; the Matern rates were not tested"


def _output_scale(seeds: int, seed: int) -> Outcome:
    x = np.linspace(0, 1, 101)
    covariance = rbf(x, 0.01)
    priors = [Prior("wide", np.zeros(101), covariance), Prior("narrow", np.zeros(101), covariance / 16)]
    streams = [np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(s, 0))) for s in range(seeds)]
    drawn = np.stack([draw_function(priors[1], 1, stream) for stream in streams])
    game = Problem(priors, np.broadcast_to(drawn, (seeds, 100, 101)), 0.05, true_prior="narrow")
    ours, floor = _both(game, seed)
    end, floor_end = (record.cumulative_regret[:, -1] for record in (ours, floor))
    parts = (
        above("share of steps on the wide prior", share(prior_shares(ours, 2)[:, 0]), 0.9, "%"),
        below("seeds that reject it", rate(ours.eliminated_at[:, 0] > 0), 0.5, "%"),
        above("regret minus the known prior's", difference(end, floor_end)),
    )
    return parts, f"R_T {end.mean():.3g}, known prior {floor_end.mean():.3g}"


@lru_cache(maxsize=1)
def _still(T: int, seeds: int, seed: int) -> Record:
    return play(toy(T=T, seeds=seeds, seed=seed), PriorElimination(DELTA), seed=seed)


def _both(game: Problem, seed: int) -> tuple[Record, Record]:
    """PE-GP-UCB and the floor on the same luck."""
    return play(game, PriorElimination(DELTA), seed=seed), play(game, KnownPrior(DELTA), seed=seed)


def power(later: Floats, earlier: Floats, ratio: float) -> Estimate:
    """By which power mean regret grew when something grew `ratio`-fold; the interval by the jackknife over seeds.

    Of the means and not seed by seed: a seed that has found the best point has no regret to take a logarithm of.
    """
    n = len(later)
    if n < 2:
        return estimate([np.nan])
    without = [(each.sum() - each) / (n - 1) for each in (later, earlier)]
    whole = np.log(later.mean() / earlier.mean())
    pseudo = n * whole - (n - 1) * np.log(without[0] / without[1])
    return estimate(pseudo / np.log(ratio))
