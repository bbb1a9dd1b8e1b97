"""A record that somebody changed does not pass: every kind of change, in many random games, is found."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
import pytest

from pegp_lite import Prior, PriorElimination, PriorsExhausted, Problem, Record, draw_function, masks, matern, play, rbf
from pegp_lite.bandit.replay import unroll
from pegp_lite.theory import proof_ledger

GAMES = 60
DELTA = 0.1
APART = 1e-4  # a change smaller than this would be rounding, or a tie
GAIN = 1e3  # an upper end of gamma, far too large: not what is tested here, and slow to compute


def game(number: int, mask: bool = False) -> tuple[Problem, Record]:
    """Three priors that disagree, a function of one of them, and what PE-GP-UCB did."""
    rng = np.random.default_rng([number, mask])
    N, T, R = int(rng.choice([6, 15])), int(rng.choice([8, 20])), float(rng.choice([0.05, 0.3]))
    x = np.linspace(0, 1, N)
    kernels = [rbf(x, 0.1), matern(x, 1.5, 0.3), 0.4 * rbf(x, 0.02)]
    epsilon = float(rng.choice([0.0, 0.1]))
    priors = [Prior(f"prior {p}", 2 * rng.standard_normal(N), kernels[rng.integers(3)], epsilon) for p in range(3)]
    truth = int(rng.integers(3))
    available = masks.random(T, N, 0.5, rng) if mask or rng.random() < 0.5 else None
    values = np.stack([draw_function(priors[truth], T, rng) for _ in range(2)])
    problem = Problem(priors, values, R, available, truth)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PriorsExhausted)
        return problem, play(problem, PriorElimination(DELTA), seed=number)


def found_out(problem: Problem, record: Record) -> bool:
    """Whether the ledger refuses the record, or names a row that no event explains."""
    try:
        return bool(proof_ledger(problem, record, DELTA, np.full(problem.n_steps, GAIN)).unexplained)
    except ValueError as error:
        return "record" in str(error)


def copy_of(record: Record) -> Record:
    names = ("points", "chosen_priors", "observations", "regret", "eliminated_at", "predicted_mean", "predicted_std")
    return replace(record, **{name: getattr(record, name).copy() for name in names})


def look_elsewhere(problem: Problem, record: Record, seed: int, t: int, point: int) -> Record:
    """The record with another point at one step, and all that hangs on it right: a liar who takes trouble."""
    trace, changed = unroll(problem, record, DELTA, seed), copy_of(record)
    noise = record.observations[seed, t] - problem.values[seed, t, record.points[seed, t]]
    changed.points[seed, t] = point
    changed.observations[seed, t] = problem.values[seed, t, point] + noise
    changed.regret[seed, t] = np.atleast_2d(problem.best_values)[seed, t] - problem.values[seed, t, point]
    p = record.chosen_priors[seed, t]
    changed.predicted_mean[seed, t] = trace.mean[t, p, point]
    changed.predicted_std[seed, t] = trace.width[t, p, point] / trace.beta[t]
    return changed


def last_not_argmax(problem: Problem, record: Record) -> Iterator[Record]:
    for seed in range(2):
        trace = unroll(problem, record, DELTA, seed)
        t = trace.n_steps - 1
        worse = trace.ucb[t, trace.prior[t]] < trace.ucb[t, trace.prior[t], trace.point[t]] - APART
        for point in np.flatnonzero(worse & trace.available[t]):
            yield look_elsewhere(problem, record, seed, t, point)


def masked_point(problem: Problem, record: Record) -> Iterator[Record]:
    for seed in range(2):
        trace = unroll(problem, record, DELTA, seed)
        for t in (0, trace.n_steps // 2, trace.n_steps - 1):
            for point in np.flatnonzero(~trace.available[t]):
                yield look_elsewhere(problem, record, seed, t, point)


def width_altered(problem: Problem, record: Record) -> Iterator[Record]:
    wrong = np.argwhere((record.chosen_priors >= 0) & (record.chosen_priors != problem.true_prior))
    for seed, t in wrong:
        for factor in (0.5, 1.01, 3.0):
            if record.predicted_std[seed, t] > APART / 0.01:
                changed = copy_of(record)
                changed.predicted_std[seed, t] *= factor
                yield changed


def label_swapped(problem: Problem, record: Record) -> Iterator[Record]:
    for seed in range(2):
        trace = unroll(problem, record, DELTA, seed)
        for t in range(trace.n_steps):
            for p in range(problem.n_priors):
                point, chosen = trace.point[t], trace.prior[t]
                if abs(trace.ucb[t, p, point] - trace.ucb[t, chosen, point]) > APART:
                    changed = copy_of(record)
                    changed.chosen_priors[seed, t] = p
                    yield changed
                    careful = copy_of(changed)
                    careful.predicted_mean[seed, t] = trace.mean[t, p, point]
                    careful.predicted_std[seed, t] = trace.width[t, p, point] / trace.beta[t]
                    yield careful


def observation_altered(problem: Problem, record: Record) -> Iterator[Record]:
    for seed in range(2):
        trace = unroll(problem, record, DELTA, seed)
        for t in range(trace.n_steps - 1):  # after the last one nobody predicts any more
            changed = copy_of(record)
            changed.observations[seed, t] += 1.0
            after = unroll(problem, changed, DELTA, seed)
            later = np.arange(t + 1, trace.n_steps), trace.prior[t + 1 :], trace.point[t + 1 :]
            if np.abs(after.mean[later] - trace.mean[later]).max() > APART:
                yield changed


def regret_altered(problem: Problem, record: Record) -> Iterator[Record]:
    for seed, t in np.argwhere(record.points >= 0):
        changed = copy_of(record)
        changed.regret[seed, t] += 0.01
        yield changed


def rejection_altered(problem: Problem, record: Record) -> Iterator[Record]:
    for seed, p in np.ndindex(record.eliminated_at.shape):
        for t in {0, 1, problem.n_steps // 2, problem.n_steps} - {int(record.eliminated_at[seed, p])}:
            changed = copy_of(record)
            changed.eliminated_at[seed, p] = t
            yield changed


def end_altered(problem: Problem, record: Record) -> Iterator[Record]:
    for seed in range(2):
        for t in {0, 3, problem.n_steps} - {int(record.exhausted_at[seed])}:
            ends = record.exhausted_at.copy()
            ends[seed] = t
            yield replace(record, exhausted_at=ends)


Kind = Callable[[Problem, Record], Iterator[Record]]
KINDS: list[Kind] = [
    last_not_argmax,
    width_altered,
    label_swapped,
    masked_point,
    observation_altered,
    regret_altered,
    rejection_altered,
    end_altered,
]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_each_kind_of_tampering_is_found_in_many_games(kind: Kind) -> None:
    games = 0
    for number in range(2 * GAMES):
        problem, record = game(number, mask=kind is masked_point)
        changed = list(kind(problem, record))
        if not changed:
            continue
        games += 1
        rng = np.random.default_rng(number)
        for k in rng.permutation(len(changed))[:4]:
            assert found_out(problem, changed[k]), f"game {number}: change {k} of {len(changed)} passed"
        if games == GAMES:
            break
    assert games >= 40


def test_records_that_nobody_touched_pass() -> None:
    rejected = 0
    for number in range(GAMES):
        for mask in (False, True):
            problem, record = game(number, mask)
            assert not found_out(problem, record), f"game {number}"
            rejected += int((record.eliminated_at > 0).sum())
    assert rejected > GAMES, "games without a rejection would prove little"


def test_a_contradiction_says_where() -> None:
    problem, record = game(3)
    changed = copy_of(record)
    changed.predicted_std[1, 2] *= 2
    with pytest.raises(
        ValueError, match=r'at seed 1, step 3 prior "prior \d" predicted .* but the problem\'s predicts'
    ):
        proof_ledger(problem, changed, DELTA)
    changed = copy_of(record)
    changed.chosen_priors[0, 4] = 7
    with pytest.raises(ValueError, match="contradicts itself: at seed 0, step 5 it has a trusted prior too many"):
        proof_ledger(problem, changed, DELTA)
    with pytest.raises(ValueError, match="contradicts itself: it says that seed 1 ended at step 2, but priors"):
        proof_ledger(problem, replace(record, exhausted_at=np.array([0, 2])), DELTA)
