"""The regret bound term by term, against a record written by hand and on played games."""

from __future__ import annotations

from dataclasses import replace
from math import log, pi, sqrt

import numpy as np
import pytest
from games import hilly_problem, moving_problem

from pegp_lite import KnownPrior, Prior, PriorElimination, Problem, Random, Record, play
from pegp_lite.theory import lemma_constant, regret_bound


def by_hand(true_prior: int | None = 1) -> tuple[Problem, Record]:
    """Three priors on two points, four steps; prior 0 goes at step 2, prior 2 at step 3."""
    priors = [Prior(name, [height, 0.0], np.eye(2)) for name, height in (("a", 2.0), ("b", -0.5), ("c", 1.0))]
    problem = Problem(priors, np.tile([1.0, 3.0], (4, 1)), 0.5, true_prior=true_prior)
    points = np.array([[0, 1, 0, 1]])
    record = Record(
        policy="PriorElimination",
        points=points,
        chosen_priors=np.array([[0, 0, 2, 1]]),
        observations=problem.values[np.arange(4), points],
        regret=np.array([[2.0, 0.0, 2.0, 0.0]]),
        eliminated_at=np.array([[2, 0, 3]]),
        predicted_mean=np.zeros((1, 4)),
        predicted_std=np.array([[1.0, 0.8, 0.6, 0.4]]),
        exhausted_at=np.array([0]),
    )
    return problem, record


def test_every_term_by_hand() -> None:
    problem, record = by_hand()
    found = regret_bound(problem, record, 0.1, gain=[1.0, 1.5, 1.8, 2.0])
    beta = [sqrt(2 * log(2 * 2 * pi**2 * t**2 / 0.1)) for t in (1, 2, 3, 4)]
    xi = [2 * 0.25 * log(3 * pi**2 * t**2 / 0.1) for t in (1, 2, 3, 4)]
    # B_t = beta_t + 0.5 + 1 under prior b; t* is none, 2, 3, 3
    assert found.elimination[0] == pytest.approx([0, 6 * (beta[1] + 1.5), 6 * (beta[2] + 1.5), 6 * (beta[2] + 1.5)])
    assert found.noise[0] == pytest.approx([2 * sqrt(x * 3 * t) for t, x in enumerate(xi, 1)])
    C = 2 / log(1 + 1 / 0.25)
    assert found.constant == pytest.approx(C)
    gains = zip((1, 2, 3, 4), beta, (1.0, 1.5, 1.8, 2.0), strict=True)
    assert found.information[0] == pytest.approx([2 * b * sqrt(C * t * 3 * g) for t, b, g in gains])
    last = 2 * (beta[0] * 1.0 + beta[3] * 0.4)  # steps 2 and 3 were critical
    assert found.realised[0] == pytest.approx([2 * beta[0], 2 * beta[0], 2 * beta[0], last])
    assert found.total == pytest.approx(found.elimination + found.noise + found.information)
    assert found.realised_total == pytest.approx(found.elimination + found.noise + found.realised)


@pytest.mark.parametrize("problem", [hilly_problem(), moving_problem()], ids=["hilly", "moving"])
def test_regret_stays_below_both_forms_and_the_realised_one_is_tighter(problem: Problem) -> None:
    record = play(problem, PriorElimination(delta=0.2))
    found = regret_bound(problem, record, 0.2)
    assert found.total.shape == record.regret.shape
    assert (record.cumulative_regret <= found.realised_total).all()
    assert (found.realised <= found.information + 1e-9).all()
    assert (found.realised[:, -1] < 0.6 * found.information[:, -1]).all()
    assert (np.diff(found.total) >= 0).all()


def test_one_function_for_all_seeds_and_fewer_seeds_than_functions() -> None:
    problem = hilly_problem(seeds=3)
    shared = replace(problem, values=problem.values[0])
    record = play(shared, PriorElimination(), seeds=4)
    assert regret_bound(shared, record, 0.1).total.shape == (4, 30)
    few = play(problem, PriorElimination(), seeds=2)
    assert regret_bound(problem, few, 0.1).total.shape == (2, 30)


def test_after_the_last_prior_nothing_is_claimed() -> None:
    problem, record = by_hand()
    ended = replace(
        record,
        points=np.array([[0, 1, 0, -1]]),
        chosen_priors=np.array([[0, 1, 2, -1]]),
        observations=np.array([[1.0, 3.0, 1.0, np.nan]]),
        regret=np.array([[2.0, 0.0, 2.0, np.nan]]),
        eliminated_at=np.array([[1, 2, 3]]),
        predicted_std=np.array([[1.0, 0.8, 0.6, np.nan]]),
        exhausted_at=np.array([3]),
    )
    found = regret_bound(problem, ended, 0.1)
    for term in (found.elimination, found.noise, found.information, found.realised, found.total):
        assert np.isfinite(term[0, :3]).all()
        assert np.isnan(term[0, 3])


def test_constant_covers_variances_above_one() -> None:
    with pytest.warns(UserWarning, match="largest variance is 4"):
        wide = Prior("wide", np.zeros(2), 4 * np.eye(2))
    problem = Problem([wide, Prior("b", np.zeros(2), np.eye(2))], np.zeros((3, 2)), 0.5, true_prior=0)
    assert lemma_constant(problem) == pytest.approx(8 / log(17))
    narrow = Problem([Prior("c", np.zeros(2), 0.1 * np.eye(2))], np.zeros((3, 2)), 0.5, true_prior=0)
    assert lemma_constant(narrow) == pytest.approx(2 / log(5))  # below 1 the theorem's own
    variances = np.linspace(1e-6, 4, 1000)  # sigma^2 <= C/2 log(1 + sigma^2 / R^2), equal at the largest
    right = lemma_constant(problem) / 2 * np.log1p(variances / 0.25)
    assert (variances <= right + 1e-12).all()
    assert right[-1] == pytest.approx(4)


def test_records_that_do_not_fit() -> None:
    problem, record = by_hand()

    def refused(message: str, problem: object = problem, record: object = record, **options: object) -> None:
        with pytest.raises(ValueError, match=message):
            regret_bound(problem, record, **options)  # type: ignore[arg-type]

    refused("needs the Problem that knows the true f, got NoneType", problem=None)
    refused("must be the Record that play.. returned, got ndarray", record=np.zeros(3))
    refused("give the Problem a true_prior, got None", problem=by_hand(None)[0])
    refused("must be of PriorElimination, got one of Random", record=play(problem, Random()))
    refused("must be of PriorElimination, got one of KnownPrior", record=play(problem, KnownPrior()))
    refused("of 3 steps: it is 1 x 4", problem=replace(problem, values=problem.values[:3]))
    refused("of 2 priors: it has 3", problem=replace(problem, priors=problem.priors[:2]))
    refused("its regret is 2, the problem's is 4", problem=replace(problem, values=2 * problem.values))
    one = [Prior(prior.name, [0.0], np.eye(1)) for prior in problem.priors]
    refused("of 1 points: it queried number 1", problem=Problem(one, np.ones((4, 1)), 0.5, true_prior=1))
    rows = {name: np.repeat(value, 2, axis=0) for name, value in vars(record).items() if name != "policy"}
    twice = replace(record, **rows)
    refused("of 1 seeds: it has 2", problem=replace(problem, values=problem.values[None]), record=twice)
    refused(r"delta must be in \(0, 1\), got 1", delta=1.0)
    refused("gain must hold one number for each of 4 steps, got 3", gain=np.ones(3))
    refused("gain must not be negative, got -1", gain=-np.ones(4))
