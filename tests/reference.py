"""A plain dense reference for the exactness tests: textbook formulas, one seed, all refitted at every step.

Written from the paper ("Time-Varying Gaussian Process Bandits with Unknown Prior") alone; it shares no code
with the package and never imports it. Steps are counted from 1 as in the paper, points and priors from 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import cho_solve, cholesky

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

TIE = 1e-9  # scores this close to the best count as equal


class PriorLike(Protocol):
    """Whatever describes a prior: mean (N,) or (T, N), covariance (N, N), forgetting rate in [0, 1]."""

    @property
    def name(self) -> str: ...
    @property
    def mean(self) -> Any: ...
    @property
    def covariance(self) -> Any: ...
    @property
    def epsilon(self) -> float: ...


# ---------------------------------------------------------------- the Gaussian process (section 2)


def mean_until(prior: PriorLike, t: int) -> Floats:
    """The prior means (t, N) of the steps 1..t, whether they stand still or move."""
    mean = np.asarray(prior.mean, dtype=float)
    return mean[:t] if mean.ndim == 2 else np.tile(mean, (t, 1))


def fade(epsilon: float, lag: Any) -> Floats:
    """(1 - epsilon)^(lag / 2), the temporal factor of section 2: 1 at lag 0 even when epsilon is 1."""
    lag = np.asarray(lag, dtype=float)
    return np.where(lag == 0, 1.0, (1.0 - epsilon) ** (lag / 2))


def posterior(
    prior: PriorLike, points: Any, observations: Any, t: int, noise_std: float
) -> tuple[Floats, Floats, float]:
    """Mean (N,) and std (N,) of f(., t), and log P(D_{t-1} | prior), given one query at each step 1..t-1.

    The two formulas of section 2, "Gaussian Process Model", with each residual taken against the prior
    mean at the observation's own point and step (the notes' first slip).
    """
    x, y, times = np.asarray(points, dtype=int), np.asarray(observations, dtype=float), np.arange(1, t)
    assert len(x) == len(y) == t - 1
    covariance, prior_mean = np.asarray(prior.covariance, dtype=float), mean_until(prior, t)
    if t == 1:
        return prior_mean[0], np.sqrt(np.diag(covariance)), 0.0

    gram = covariance[np.ix_(x, x)] * fade(prior.epsilon, np.abs(times[:, None] - times[None, :]))
    cross = covariance[x, :] * fade(prior.epsilon, t - times)[:, None]  # (t-1, N): k((x_i, i), (x, t))
    residual = y - prior_mean[times - 1, x]
    factor = cholesky(gram + noise_std**2 * np.eye(t - 1), lower=True, check_finite=False)

    weights = cho_solve((factor, True), residual)
    mean = prior_mean[t - 1] + cross.T @ weights
    variance = np.diag(covariance) - np.sum(cross * cho_solve((factor, True), cross), axis=0)
    log_determinant = 2 * np.sum(np.log(np.diag(factor)))
    log_evidence = -0.5 * (residual @ weights + log_determinant + (t - 1) * np.log(2 * np.pi))
    return mean, np.sqrt(np.maximum(variance, 0.0)), float(log_evidence)


def beta(t: int, size: int, delta: float) -> float:
    """The confidence width of Theorem 4.1 (A); `size` is |X|, the whole domain."""
    return float(np.sqrt(2 * np.log(2 * size * np.pi**2 * t**2 / delta)))


def xi(t: int, candidates: int, noise_std: float, delta: float) -> float:
    """The noise allowance of Theorem 4.1; `candidates` is |U|, the priors at the start."""
    return float(2 * noise_std**2 * np.log(candidates * np.pi**2 * t**2 / delta))


# ---------------------------------------------------------------- one game


@dataclass
class Run:
    """What one seed's game left behind; the fields of the package's Record without the seed axis."""

    points: Ints
    chosen_priors: Ints
    observations: Floats
    regret: Floats
    eliminated_at: Ints
    predicted_mean: Floats
    predicted_std: Floats
    exhausted_at: int = 0


def first_best(scores: Floats, allowed: Bools) -> tuple[int, ...]:
    """The first index, in reading order, of the allowed scores within 1e-9 of the best allowed one."""
    near = allowed & (scores >= scores[allowed].max() - TIE)
    return tuple(int(i) for i in np.argwhere(near)[0])


def bayesian_score(log_evidence: Floats, ucb: Floats) -> Floats:
    """Section 7's sum over priors of UCB times P(p | D), with the hyperprior 1 / |U|."""
    weights = np.exp(log_evidence - log_evidence.max())
    return (weights / weights.sum()) @ ucb


def consulted(policy: str, alive: Bools, used: list[list[int]], true_prior: int | None) -> list[int]:
    """The priors that the policy looks at in this step."""
    living = np.flatnonzero(alive).tolist()
    if policy == "elimination":  # Algorithm 1, line 3
        return living
    if policy in ("likelihood", "bayesian"):
        return list(range(len(alive)))
    if policy == "balancing":  # Algorithm 2, line 3, with R^p(t) = t
        return [min(living, key=lambda p: (len(used[p]), p))]
    if policy == "known" and true_prior is not None:
        return [true_prior]
    raise ValueError(f"no such policy here: {policy!r} with true_prior={true_prior!r}")


def choose(policy: str, ucb: Floats, log_evidence: Floats, open_now: Bools) -> tuple[int, int]:
    """The row of ucb (-1: none in particular) and the point to query; one row for each prior consulted."""
    rows = np.ones(len(ucb), dtype=bool)
    if policy == "bayesian":
        return -1, first_best(bayesian_score(log_evidence, ucb), open_now)[0]
    if policy == "likelihood":  # the most likely prior first, then its best point
        row = first_best(log_evidence, rows)[0]
        return row, first_best(ucb[row], open_now)[0]
    row, point = first_best(ucb, rows[:, None] & open_now[None, :])  # Algorithm 1, line 7; 2, line 4
    return row, point


def rejected_by_error(chosen: int, steps: list[int], error: Floats, width: Floats, allowance: float) -> list[int]:
    """Algorithm 1, lines 11-14: the chosen prior goes if its errors add up to more than they may."""
    total = abs(sum(error[i - 1] for i in steps))
    limit = np.sqrt(allowance * len(steps)) + sum(width[i - 1] for i in steps)
    return [chosen] if total > limit else []


def rejected_by_balance(
    alive: Bools, used: list[list[int]], y: Floats, width: Floats, allowance: float, rule: str
) -> list[int]:
    """Algorithm 2, lines 9-12: priors whose rewards, width and all, fall short of the best lower bound."""
    living = [p for p in range(len(alive)) if alive[p]]
    if any(not used[p] for p in living):
        return []
    average = {p: np.mean([y[i - 1] for i in used[p]]) for p in living}
    slack = {p: np.sqrt(allowance / len(used[p])) for p in living}
    spread = {p: np.mean([width[i - 1] for i in used[p]]) for p in living}
    best = max(average[p] - slack[p] for p in living)
    sign = {"printed": -1.0, "upper": 1.0}[rule]
    return [p for p in living if not average[p] + sign * slack[p] + spread[p] >= best]


def play_dense(
    priors: Sequence[PriorLike],
    values: Any,
    noise: Any,
    noise_std: float,
    policy: str,
    delta: float = 0.1,
    available: Any = None,
    true_prior: int | None = None,
    rule: str = "printed",
) -> Run:
    """Play one seed: values (T, N), noise (T,); ties to the lowest prior, then to the lowest point.

    `policy` is "elimination" (Algorithm 1), "likelihood", "bayesian" (section 7), "balancing" (Algorithm 2)
    or "known" (GP-UCB under `true_prior`). When the last prior goes the game is over: the rest
    stays -1 and NaN.
    """
    values, noise = np.asarray(values, dtype=float), np.asarray(noise, dtype=float)
    horizon, size = values.shape
    mask = np.ones((horizon, size), dtype=bool) if available is None else np.asarray(available, dtype=bool)
    nothing, unknown = np.full(horizon, -1), np.full(horizon, np.nan)
    run = Run(
        nothing,
        nothing.copy(),
        unknown,
        unknown.copy(),
        np.zeros(len(priors), dtype=int),
        unknown.copy(),
        unknown.copy(),
    )
    alive = np.ones(len(priors), dtype=bool)
    used: list[list[int]] = [[] for _ in priors]  # S^p_t
    width, error = np.full(horizon, np.nan), np.full(horizon, np.nan)  # beta_i sigma_{i-1}(x_i, i) and eta_i

    for t in range(1, horizon + 1):
        now = t - 1  # where step t is kept
        who = consulted(policy, alive, used, true_prior)
        fits = [posterior(priors[p], run.points[:now], run.observations[:now], t, noise_std) for p in who]
        means, stds = np.array([f[0] for f in fits]), np.array([f[1] for f in fits])
        ucb = means + beta(t, size, delta) * stds
        row, point = choose(policy, ucb, np.array([f[2] for f in fits]), mask[now])
        prior = who[row] if row >= 0 else -1

        run.points[now], run.chosen_priors[now] = point, prior
        run.observations[now] = values[now, point] + noise[now]
        run.regret[now] = values[now][mask[now]].max() - values[now, point]
        if prior < 0:
            continue
        run.predicted_mean[now], run.predicted_std[now] = means[row, point], stds[row, point]
        used[prior].append(t)
        width[now] = beta(t, size, delta) * stds[row, point]
        error[now] = run.observations[now] - means[row, point]

        allowance, rejected = xi(t, len(priors), noise_std, delta), []
        if policy == "elimination":
            rejected = rejected_by_error(prior, used[prior], error, width, allowance)
        elif policy == "balancing":
            rejected = rejected_by_balance(alive, used, run.observations, width, allowance, rule)
        for p in rejected:
            alive[p], run.eliminated_at[p] = False, t
        if not alive.any():
            run.exhausted_at = t
            break
    return run


# ---------------------------------------------------------------- random games


class Candidate(NamedTuple):
    """A prior as plain data."""

    name: str
    mean: Floats
    covariance: Floats
    epsilon: float


@dataclass
class Game:
    """A small random problem; values (S, T, N), noise (S, T), available (T, N) or None."""

    priors: list[Candidate]
    values: Floats
    noise: Floats
    noise_std: float
    available: Bools | None
    true_prior: int
    delta: float


def random_covariance(rng: np.random.Generator, size: int) -> Floats:
    """A covariance with diagonal <= 1: well or ill conditioned, of low rank, or blind at some points."""
    kind = rng.choice(["rbf", "long rbf", "grid", "wishart", "low rank", "blind"])
    if kind in ("rbf", "long rbf", "grid"):
        x = np.linspace(0, 1, size) if kind == "grid" else np.sort(rng.uniform(size=size))
        squared_length = 10 ** (rng.uniform(0, 2) if kind == "long rbf" else rng.uniform(-1.5, 0))
        covariance = np.exp(-((x[:, None] - x[None, :]) ** 2) / (2 * squared_length))
    else:
        rank = size + 2 if kind == "wishart" else rng.integers(1, size // 2 + 2)
        root = rng.normal(size=(size, rank))
        if kind == "blind":
            root[rng.uniform(size=size) < 0.3] = 0.0
        covariance = root @ root.T
    covariance = (covariance + covariance.T) / 2
    largest = max(float(np.diag(covariance).max()), 1e-300)
    scale = 1.0 if rng.uniform() < 0.5 else 10 ** rng.uniform(-2, 0)
    return covariance / largest * scale


def random_mean(rng: np.random.Generator, size: int, horizon: int, moves: bool) -> Floats:
    """Zero or constant (exact ties), zero but for rounding (ties too), or random; still or wandering."""
    scale = 10 ** rng.uniform(-1, 0.7)
    kind = rng.choice(["zero", "nearly zero", "constant", "random", "random", "random"])
    shape = {
        "zero": np.zeros(size),
        "nearly zero": rng.normal(size=size) * 1e-13 / scale,
        "constant": np.full(size, rng.normal()),
        "random": rng.normal(size=size),
    }
    mean = shape[str(kind)] * scale
    return mean + np.cumsum(rng.normal(size=(horizon, size)), axis=0) * scale / 3 if moves else mean


def random_epsilon(rng: np.random.Generator, kind: str) -> float:
    """0 for "static", in (0, 1] for "moving" with 1 among them, either for "mixed"."""
    if kind == "static" or (kind == "mixed" and rng.uniform() < 0.5):
        return 0.0
    return float(rng.choice([1.0, 1.0 - rng.uniform(), 0.3 - 0.3 * rng.uniform(), 10 ** rng.uniform(-3, -1)]))


def random_prior(
    rng: np.random.Generator, kind: str, name: str, size: int, horizon: int, earlier: list[Candidate]
) -> Candidate:
    """A new prior; or one like an earlier one: its twin, its twin but for one point, or of its kernel."""
    moves = kind == "mixed" and rng.uniform() < 0.3
    mean = random_mean(rng, size, horizon, moves)
    epsilon = random_epsilon(rng, kind)
    likeness = rng.choice(["twin", "near twin", "kernel", "kernel", "none", "none", "none"])
    if not earlier or likeness == "none":
        return Candidate(name, mean, random_covariance(rng, size), epsilon)
    model = earlier[rng.integers(len(earlier))]
    covariance = model.covariance if rng.uniform() < 0.5 else model.covariance.copy()
    if likeness == "kernel":
        return Candidate(name, mean, covariance, model.epsilon if rng.uniform() < 0.5 else epsilon)
    mean = model.mean.copy()
    if likeness == "near twin":
        mean[..., rng.integers(size)] += rng.normal()
    return Candidate(name, mean, covariance, model.epsilon)


def draw(rng: np.random.Generator, prior: Candidate, horizon: int) -> Floats:
    """A function (T, N) that follows the prior's own law: covariance K (1 - epsilon)^(|t - t'| / 2)."""
    eigenvalues, vectors = np.linalg.eigh(prior.covariance)
    root = vectors * np.sqrt(np.maximum(eigenvalues, 0.0))
    fresh = rng.normal(size=(horizon, len(root))) @ root.T
    path = [fresh[0]]
    for step in fresh[1:]:
        path.append(np.sqrt(1 - prior.epsilon) * path[-1] + np.sqrt(prior.epsilon) * step)
    return prior.mean + np.array(path)


def thin(priors: list[Candidate]) -> list[Candidate]:
    """Sure of themselves, means within 1: the noise allowance xi, not beta, decides who is rejected."""
    largest = max(1.0, *(float(np.abs(p.mean).max()) for p in priors))
    return [p._replace(mean=p.mean / largest, covariance=p.covariance * 1e-3) for p in priors]


def random_game(rng: np.random.Generator, kind: str, seeds: int = 1) -> Game:
    """A random small problem of kind "static", "moving" or "mixed", of one or more functions."""
    size, horizon = int(rng.integers(1, 13)), int(rng.integers(1, 26))
    priors: list[Candidate] = []
    for p in range(rng.integers(1, 6)):
        priors.append(random_prior(rng, kind, f"prior {p}", size, horizon, priors))
    true_prior, noise_std = int(rng.integers(len(priors))), float(10 ** rng.uniform(-2, 0))
    if rng.uniform() < 0.25:
        priors, noise_std = thin(priors), float(rng.uniform(0.2, 1))
    if rng.uniform() < 0.5:
        values = np.array([draw(rng, priors[true_prior], horizon) for _ in range(seeds)])
    else:  # arbitrary, to make every prior wrong
        values = rng.normal(size=(seeds, horizon, size)) * 10 ** rng.uniform(-1, 0.7) + rng.normal()
    available = None
    if rng.uniform() < 0.7:
        available = rng.uniform(size=(horizon, size)) < rng.uniform(0.2, 1)
        available[np.arange(horizon), rng.integers(size, size=horizon)] = True
    noise = rng.normal(size=(seeds, horizon)) * noise_std
    return Game(priors, values, noise, noise_std, available, true_prior, float(rng.choice([0.1, 0.01, 0.5])))
