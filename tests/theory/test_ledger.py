"""The proof ledger on games that satisfy the theorem's assumptions, and on games that do not."""

from __future__ import annotations

import warnings
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
import pytest
from games import hilly_problem, moving_problem
from reference import posterior

from pegp_lite import (
    KnownPrior,
    MaximumLikelihood,
    Prior,
    PriorElimination,
    PriorsExhausted,
    Problem,
    Random,
    draw_function,
    masks,
    matern,
    play,
    rbf,
)
from pegp_lite.theory import EVENTS, Ledger, Row, proof_ledger, regret_bound

CONFIDENCE, NOISE, BOUNDED = EVENTS


@cache
def covariances(n: int) -> list[np.ndarray]:
    """Covariances with a diagonal of at most 1; cached so that their information gain is computed once."""
    rng, x = np.random.default_rng(n), np.linspace(0, 1, n)
    root = rng.standard_normal((n, max(1, n // 3)))
    root[rng.random(n) < 0.2] = 0.0  # points about which the prior is certain
    low = root @ root.T
    return [rbf(x, 0.1), matern(x, 0.5, 0.3), 0.3 * np.eye(n), low / max(low.max(), 1.0), rbf(x, 20.0)]


def random_game(seed: int, kind: str, seeds: int) -> tuple[Problem, float]:
    """Priors, masks and functions drawn from the true prior, as the theorem assumes; and a delta."""
    rng = np.random.default_rng([seed, seeds])
    n, T, n_priors = int(rng.choice([1, 4, 9])), int(rng.choice([1, 8, 25])), int(rng.integers(1, 6))
    priors = []
    for p in range(n_priors):
        epsilon = {"static": 0.0, "moving": rng.choice([0.02, 0.3, 1.0])}.get(kind, rng.choice([0.0, 0.02, 1.0]))
        mean = rng.standard_normal(n) * rng.choice([0.0, 0.3, 2.0])
        if kind == "mixed" and rng.random() < 0.5:
            mean = mean + np.cumsum(rng.standard_normal((T, n)), axis=0) / 3
        covariance = covariances(n)[rng.integers(5)]
        priors.append(Prior(f"prior {p}", mean, covariance, float(epsilon)))
    truth = int(rng.integers(n_priors))
    values = np.stack([draw_function(priors[truth], T, rng) for _ in range(seeds)])
    available = [None, masks.random(T, n, 0.5, rng), masks.adversary(values) if n > 1 else None][rng.integers(3)]
    shared = seeds == 1 and available is None
    noise_std = float(rng.choice([0.02, 0.5]))
    problem = Problem(priors, values[0] if shared else values, noise_std, available, truth)
    return problem, float(rng.choice([0.1, 0.5, 0.95]))


def played(problem: Problem, delta: float, policy: type[PriorElimination] = PriorElimination, **options) -> Ledger:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PriorsExhausted)
        return proof_ledger(problem, play(problem, policy(delta=delta), **options), delta)


KINDS = ["static", "moving", "mixed"]
GAMES = 84  # of each kind, with one seed and again with six: 504 games


@pytest.mark.parametrize("seeds", [1, 6])
@pytest.mark.parametrize("kind", KINDS)
def test_every_row_holds_whenever_the_three_events_do(kind: str, seeds: int) -> None:
    held = 0
    for game in range(GAMES):
        problem, delta = random_game(game, kind, seeds)
        ledger = played(problem, delta, seed=game)
        held += int(ledger.events_hold[:, -1].sum())
        for row in ledger.rows:
            slack = np.where(ledger.events_hold, row.slack, np.inf)
            assert not (slack < -1e-9).any(), f"game {game}: {row.name} has slack {np.nanmin(slack)}"
        assert not ledger.unexplained, f"game {game}"
    assert held > 0.95 * GAMES * seeds, "the assumptions hold, so the events should too, nearly always"


def test_the_rows_stand_in_the_order_of_the_proof() -> None:
    names = [row.name for row in played(moving_problem(), 0.1).rows]
    issue = [CONFIDENCE, NOISE, BOUNDED, "true prior kept", "instantaneous bound", "split", "eta bound",
             "noise sums", "Cauchy-Schwarz", "Lemma 5.3", "final bound"]  # fmt: skip
    assert [name for name in names if name in issue] == issue
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("problem", [hilly_problem(), moving_problem()], ids=["hilly", "moving"])
def test_both_sides_agree_with_plain_loops(problem: Problem) -> None:
    """Every row of one seed, computed again step by step from the printed formulas and dense posteriors."""
    delta, s, U = 0.3, 1, problem.n_priors
    record = play(problem, PriorElimination(delta=delta))
    ledger = proof_ledger(problem, record, delta)
    truth_at, f, R = problem.true_prior, problem.values[s], problem.noise_std
    truth = problem.priors[truth_at]
    x, p, y = record.points[s], record.chosen_priors[s], record.observations[s]
    C = 2 / np.log(1 + R**-2)

    def beta_at(t: int) -> float:
        return float(np.sqrt(2 * np.log(2 * problem.n_points * np.pi**2 * t**2 / delta)))

    eta, eps, width, var, regret, critical, t_star = [], [], [], [], [], [], 0
    for t in range(1, problem.n_steps + 1):
        beta = beta_at(t)
        xi = 2 * R**2 * np.log(U * np.pi**2 * t**2 / delta)
        mean, std, _ = posterior(truth, x[: t - 1].tolist(), y[: t - 1].tolist(), t, R)
        their_mean, their_std, _ = posterior(problem.priors[p[t - 1]], x[: t - 1].tolist(), y[: t - 1].tolist(), t, R)
        here = x[t - 1]
        eta.append(y[t - 1] - their_mean[here])
        eps.append(y[t - 1] - f[t - 1, here])
        width.append(beta * their_std[here])
        var.append(their_std[here] ** 2)
        best = f[t - 1][problem.available_at(t)].max()
        regret.append(best - f[t - 1, here])
        critical.append(t in record.eliminated_at[s])
        t_star = t if critical[-1] else t_star
        others = [i for i in range(t) if not critical[i]]
        by_prior = [[i for i in range(t) if p[i] == q] for q in range(U)]
        tallest = np.abs(truth.mean).max()
        first = 2 * U * (beta_at(t_star) + tallest + 1) if t_star else 0.0
        sums = [abs(sum(eps[i] for i in steps)) for steps in by_prior]
        allowed = [np.sqrt(xi * len(steps)) for steps in by_prior]
        worst = max((q for q in range(U) if by_prior[q]), key=lambda q: sums[q] - allowed[q])
        mine = by_prior[truth_at]
        own = allowed[truth_at] + sum(width[i] for i in mine)
        worst_x = int(np.argmax(np.abs(f[t - 1] - mean) - beta * std))
        widths, gamma = sum(width[i] for i in others), ledger.bound.gain[t - 1]
        lemma = beta * np.sqrt(C * t * U * gamma)
        expected = {
            CONFIDENCE: (abs(f[t - 1] - mean)[worst_x], beta * std[worst_x]),
            NOISE: (sums[worst], allowed[worst]),
            BOUNDED: (np.abs(f[:t]).max(), beta + tallest + 1),
            "the choice": (0, 0),
            "the rule": (0, 0),
            "true prior passes": (abs(sum(eta[i] for i in mine)), own),
            "true prior kept": (0, 0),
            "optimism": (best, their_mean[here] + width[-1]),
            "instantaneous bound": (regret[-1], width[-1] - eta[-1] + eps[-1]),
            "few critical steps": (sum(critical), U - 1),
            "critical steps": (sum(regret[i] for i in range(t) if critical[i]), first),
            "split": (sum(regret), first + widths + sum(eps[i] - eta[i] for i in others)),
            "eta bound": (-sum(eta[i] for i in others), sum(allowed) + widths),
            "noise sums": (sum(eps[i] for i in others), sum(allowed)),
            "collected": (sum(regret), first + 2 * sum(allowed) + 2 * widths),
            "Cauchy-Schwarz": (sum(allowed), np.sqrt(xi * U * t)),
            "data-dependent bound": (sum(regret), first + 2 * np.sqrt(xi * U * t) + 2 * widths),
            "Cauchy-Schwarz on widths": (widths, beta * np.sqrt(t * sum(var[i] for i in others))),
            "variances and gain": (sum(var[i] for i in others), C * U * gamma),
            "Lemma 5.3": (widths, lemma),
            "final bound": (sum(regret), first + 2 * np.sqrt(xi * U * t) + 2 * lemma),
        }  # fmt: skip
        lines = ledger.at(s, t)
        assert [line.name for line in lines] == list(expected)
        for line in lines:
            assert (line.left, line.right) == pytest.approx(expected[line.name], rel=1e-6, abs=1e-7), (
                f"{line.name}, {t}"
            )
            assert line.slack == line.right - line.left
            assert line.holds


# ---------------------------------------------------------------- games in which an event fails


def test_noise_louder_than_declared_is_named_and_what_it_broke() -> None:
    problem, rng = moving_problem(seeds=12), np.random.default_rng(5)
    noise = 10 * problem.noise_std * rng.standard_normal((12, problem.n_steps))
    ledger = played(problem, 0.1, noise=noise)
    failed = [each for each in ledger.failed_events if each.event == NOISE]
    assert len(failed) == 12
    assert not ledger.unexplained
    broken = {breach.row for each in failed for breach in each.broke}
    assert {"noise sums", "true prior passes", "true prior kept"} <= broken
    for each in failed:
        assert not ledger[NOISE].holds[each.seed, each.step - 1]
        assert ledger[NOISE].holds[each.seed, : each.step - 1].all()
        assert not ledger.events_hold[each.seed, each.step - 1 :].any()
        for breach in each.broke:
            assert breach.step >= each.step
            assert not ledger[breach.row].holds[breach.seed, breach.step - 1]
    told = str(next(each for each in failed if each.broke))
    assert "the noise event failed at step" in told
    assert "that broke" in told


def test_a_function_that_leaves_the_band_is_a_failed_confidence_event() -> None:
    problem = hilly_problem(seeds=2)
    values = problem.values.copy()
    values[1, 10:, 20] += 6.0  # a spike at one point, in one seed, from step 11 on
    ledger = played(replace(problem, values=values), 0.1)
    (confidence,) = (each for each in ledger.failed_events if each.event == CONFIDENCE)
    assert (confidence.seed, confidence.step) == (1, 11)
    assert {"optimism", "instantaneous bound"} <= {breach.row for breach in confidence.broke}
    assert ledger.events_hold[0].all()


def test_a_function_too_tall_is_a_failed_boundedness_event() -> None:
    flat = Prior("flat", np.zeros(3), np.eye(3))
    values = np.zeros((5, 3))
    values[3] = [0.0, -90.0, 80.0]
    ledger = played(Problem([flat, Prior("high", np.ones(3), np.eye(3))], values, 0.1, true_prior=0), 0.1)
    tall = next(each for each in ledger.failed_events if each.event == BOUNDED)
    assert (tall.seed, tall.step) == (0, 4)
    assert ledger[BOUNDED].left[0].tolist() == pytest.approx([0, 0, 0, 90, 90])


def test_nothing_is_claimed_after_a_seed_has_ended() -> None:
    problem = moving_problem(seeds=8)
    noise = 30 * problem.noise_std * np.random.default_rng(0).standard_normal((8, problem.n_steps))
    with pytest.warns(PriorsExhausted):
        record = play(problem, PriorElimination(), noise=noise)
    ledger, ended = proof_ledger(problem, record), record.exhausted_at
    assert (ended > 0).any()
    after = (ended[:, None] > 0) & (np.arange(1, problem.n_steps + 1) > ended[:, None])
    for row in ledger.rows:
        assert (np.isnan(row.left) == after).all()
        assert (np.isnan(row.slack) == after).all()
        assert row.holds[after].all()
    assert not ledger["true prior kept"].holds[ended > 0, ended[ended > 0] - 1].any()


def test_breaches_are_laid_to_the_event_that_came_before() -> None:
    sides = {
        CONFIDENCE: [0, 2, 0, 0],
        NOISE: [0, 0, 0, 2],
        BOUNDED: [0, 0, 0, 0],
        "both": [0, 2, 0, 2],
        "any": [2, 0, 0, 0],
    }
    rests_on = {"both": (CONFIDENCE, NOISE), "any": (BOUNDED,)}
    rows = tuple(
        Row(name, "", "", np.array([left], dtype=float), np.ones((1, 4)), rests_on.get(name, ()))
        for name, left in sides.items()
    )
    ledger = Ledger(rows, played(moving_problem(), 0.1).bound)
    assert ledger.failed_events == (
        (0, CONFIDENCE, 2, ((0, "both", 2),)),
        (0, NOISE, 4, ((0, "both", 4),)),
    )
    assert ledger.unexplained == ((0, "any", 1),)
    assert ledger.events_hold.tolist() == [[True, False, False, False]]
    assert "nothing: the proof still held" in str(ledger.failed_events[0]._replace(broke=()))


# ---------------------------------------------------------------- games that do not follow Algorithm 1


@dataclass(frozen=True)
class NeverRejects(PriorElimination):
    def survivors(self, game):
        return game.alive


@dataclass(frozen=True)
class ForgetsTheWidths(PriorElimination):
    def survivors(self, game):
        return game.alive & (np.abs(game.errors) <= np.sqrt(game.allowance * game.uses))


@dataclass(frozen=True)
class ForgetsTheSign(PriorElimination):
    def survivors(self, game):
        return game.alive & (game.errors <= np.sqrt(game.allowance * game.uses) + game.widths)


@dataclass(frozen=True)
class TrustsTheRejected(PriorElimination):
    def candidates(self, game):
        return np.ones_like(game.alive)


@pytest.mark.parametrize(
    ("policy", "row"),
    [
        (NeverRejects, "eta bound"),
        (ForgetsTheWidths, "true prior kept"),
        (ForgetsTheSign, "eta bound"),
        (TrustsTheRejected, "eta bound"),
    ],
)
def test_one_wrong_line_of_the_rule_is_reported(policy: type[PriorElimination], row: str) -> None:
    problem = hilly_problem(seeds=6)
    right, wrong = played(problem, 0.1), played(problem, 0.1, policy)
    assert right.events_hold.all()
    assert not right.unexplained
    blameless = wrong.events_hold[:, -1]
    assert blameless.any(), "the events must hold, else they would explain what follows"
    found = {breach.row for breach in wrong.unexplained if blameless[breach.seed]}
    assert {"the rule", row} <= found
    for breach in wrong.unexplained:
        assert not wrong[breach.row].holds[breach.seed, breach.step - 1]


def test_each_step_that_trusts_a_rejected_prior_counts() -> None:
    problem = hilly_problem(seeds=1)
    record = play(problem, PriorElimination())
    truth = record.chosen_priors[0] == problem.true_prior
    doctored = replace(record, eliminated_at=record.eliminated_at.copy())
    doctored.eliminated_at[0, problem.true_prior] = np.argmax(truth) + 1  # rejected at its first use, they say
    spared = record.eliminated_at[0].argmax()  # and this one never was, or the game would have ended
    doctored.eliminated_at[0, spared] = 0
    amiss = truth | (np.arange(1, len(truth) + 1) == record.eliminated_at[0, spared])
    assert proof_ledger(problem, doctored)["the rule"].left[0].tolist() == np.cumsum(amiss).tolist()


def test_another_delta_than_the_game_was_played_with_is_noticed() -> None:
    record = play(hilly_problem(), PriorElimination(delta=0.9))
    problem = hilly_problem()
    assert not proof_ledger(problem, record, 0.9).unexplained
    assert "the rule" in {breach.row for breach in proof_ledger(problem, record, 1e-9).unexplained}


# ---------------------------------------------------------------- bad input and small things


def test_records_that_do_not_fit() -> None:
    problem = hilly_problem()
    record = play(problem, PriorElimination())
    with pytest.raises(ValueError, match="needs the Problem that knows the true f, got NoneType"):
        proof_ledger(None, record)
    with pytest.raises(ValueError, match="give the Problem a true_prior, got None"):
        proof_ledger(replace(problem, true_prior=None), record)
    with pytest.raises(ValueError, match="got one of MaximumLikelihood"):
        proof_ledger(problem, play(problem, MaximumLikelihood()))
    for policy in (Random(), KnownPrior()):
        with pytest.raises(ValueError, match="must be of PriorElimination"):
            proof_ledger(problem, play(problem, policy))
    with pytest.raises(ValueError, match=r"is not of this problem: at seed \d, step \d+ its regret is"):
        proof_ledger(replace(problem, values=problem.values[::-1]), record)
    other = [Prior(prior.name, prior.mean, 0.5 * prior.covariance) for prior in problem.priors]
    with pytest.raises(ValueError, match=r"prior .* predicted .* but the problem's predicts"):
        proof_ledger(replace(problem, priors=other), record)  # the same f, other priors
    with pytest.raises(ValueError, match=r"prior .* predicted .* but the problem's predicts"):
        proof_ledger(replace(problem, noise_std=0.5), record)


def test_looking_up() -> None:
    ledger = played(moving_problem(), 0.1)
    assert ledger["final bound"].reference == "Theorem 4.1"
    with pytest.raises(KeyError, match="no row is named 'last bound'; there are confidence event, "):
        ledger["last bound"]
    with pytest.raises(ValueError, match="seed must be 0 to 2 and t 1 to 30, got 3 and 0"):
        ledger.at(3, 0)
    for row in ledger.rows:
        assert row.meaning.endswith(".")
        assert row.reference


def test_the_ledger_holds_the_bound() -> None:
    problem = moving_problem()
    record = play(problem, PriorElimination())
    alone, within = regret_bound(problem, record), proof_ledger(problem, record).bound
    assert (alone.total == within.total).all()
    assert (alone.realised_total == within.realised_total).all()
