"""From a table of sensors to a game: the priors are the days', the values the test day's."""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import date

import numpy as np
import pytest
from intel_files import TABLE, needs_readings
from scipy.stats import multivariate_normal

from pegp_lite import MaximumLikelihood, PriorElimination, Random, draw_function, play
from pegp_lite.gp.priors import Prior
from pegp_lite.problems.sensors.contest import sensor_game
from pegp_lite.problems.sensors.days import Day, day_covariance, day_names, fill_gaps
from pegp_lite.problems.sensors.forgetting import fit_epsilon, log_likelihood
from pegp_lite.problems.sensors.intel import intel
from pegp_lite.problems.sensors.office import synthetic_office
from pegp_lite.problems.sensors.table import DataError, SensorTable

OFFICE = synthetic_office(days=5, sensors=9)


def some_covariance(n: int, rng: np.random.Generator) -> np.ndarray:
    root = rng.standard_normal((n, n))
    covariance = root @ root.T
    return covariance / covariance.diagonal().max()


@pytest.mark.parametrize("epsilon", [0.0, 1e-6, 0.03, 0.5, 1.0])
@pytest.mark.parametrize("noise_std", [0.01, 0.3, 2.0])
def test_the_likelihood_is_the_dense_gaussian_s(epsilon, noise_std):
    rng = np.random.default_rng(1)
    T, N = 7, 3
    covariance, readings = some_covariance(N, rng), rng.standard_normal((T, N))
    steps = np.abs(np.subtract.outer(np.arange(T), np.arange(T)))
    dense = np.kron((1 - epsilon) ** (steps / 2), covariance) + noise_std**2 * np.eye(T * N)
    for heard in (np.ones(T, bool), np.array([1, 0, 0, 1, 1, 0, 1], bool)):
        rows = np.repeat(heard, N)
        wanted = multivariate_normal.logpdf(readings.ravel()[rows], cov=dense[np.ix_(rows, rows)])
        ours = log_likelihood([epsilon], readings, covariance, noise_std, heard)
        np.testing.assert_allclose(ours, [wanted], rtol=1e-9)


def test_several_days_at_once_are_each_day_alone():
    rng = np.random.default_rng(2)
    days = rng.standard_normal((3, 6, 4)).cumsum(1)
    covariances = np.array([some_covariance(4, rng) for _ in range(3)])
    heard = rng.random((3, 6)) < 0.8
    together = log_likelihood([0.1, 0.4], days, covariances, 0.2, heard)
    rates = fit_epsilon(days, covariances, 0.2, heard)
    for d in range(3):
        np.testing.assert_allclose(together[d], log_likelihood([0.1, 0.4], days[d], covariances[d], 0.2, heard[d]))
        assert rates[d] == pytest.approx(fit_epsilon(days[d], covariances[d], 0.2, heard[d]), rel=1e-9)


@pytest.mark.parametrize("epsilon", [0.01, 0.1, 0.6])
def test_the_fitted_rate_is_the_best_of_a_fine_search_and_near_the_truth(epsilon):
    rng = np.random.default_rng(3)
    prior = Prior("day", np.zeros(8), some_covariance(8, rng), epsilon)
    readings = draw_function(prior, 200, rng) + rng.normal(0, 0.1, (200, 8))
    fine = np.geomspace(1e-5, 1, 2000)
    found = fit_epsilon(readings, prior.covariance, 0.1)
    best = fine[np.argmax(log_likelihood(fine, readings, prior.covariance, 0.1))]
    assert found == pytest.approx(best, rel=0.03)
    assert found == pytest.approx(epsilon, rel=0.35)


def test_a_day_that_never_moves_has_rate_zero_and_one_that_keeps_nothing_has_one():
    rng = np.random.default_rng(4)
    covariance = some_covariance(5, rng)
    still = np.repeat(rng.multivariate_normal(np.zeros(5), covariance, 1), 50, axis=0)
    assert fit_epsilon(still, covariance, 0.1) <= 1e-5
    assert fit_epsilon(rng.multivariate_normal(np.zeros(5), covariance, 300), covariance, 0.1) > 0.9


def test_shapes_that_do_not_match_are_refused():
    with pytest.raises(ValueError, match="got 4 x 3 with 2 x 2"):
        fit_epsilon(np.zeros((4, 3)), np.eye(2), 0.1)
    with pytest.raises(ValueError, match="noise_std"):
        fit_epsilon(np.zeros((4, 3)), np.eye(3), 0.0)


def test_gaps_are_bridged_by_straight_lines():
    nan = np.nan
    day = np.array([[nan, 1, nan], [2, nan, nan], [nan, 3, nan], [4, nan, nan]])
    filled = fill_gaps(day)
    np.testing.assert_allclose(filled[:, :2], [[2, 1], [2, 2], [3, 3], [4, 3]])
    np.testing.assert_allclose(filled[:, 2], filled[:, :2].mean(1))


def test_a_day_s_covariance_leaves_silent_bins_out():
    rng = np.random.default_rng(5)
    readings = rng.standard_normal((20, 3)) * [1, 2, 3]
    heard = np.arange(20) < 12
    mean, covariance = day_covariance(Day(date(2004, 3, 1), readings, heard))
    np.testing.assert_allclose(mean, readings[:12].mean(0))
    plain = np.cov(readings[:12].T)
    np.testing.assert_allclose(covariance, plain / plain.diagonal().max())
    assert covariance.diagonal().max() <= 1
    with pytest.raises(DataError, match="1 March 2004: every sensor stands still"):
        day_covariance(Day(date(2004, 3, 1), np.ones((20, 3)), heard))


def test_days_of_two_years_have_their_year():
    assert day_names([date(2004, 3, 1), date(2005, 3, 1)]) == ["1 March 2004", "1 March 2005"]
    assert day_names([date(2004, 3, 1), date(2004, 4, 12)]) == ["1 March", "12 April"]


def test_the_game_is_standardised_once_and_turns_back_into_readings():
    game = sensor_game(OFFICE)
    assert game.test_day == date(2004, 3, 5)
    assert [prior.name for prior in game.problem.priors] == ["1 March", "2 March", "3 March", "4 March"]
    assert game.problem.values.shape == (144, 9)
    training = OFFICE.readings[: 4 * 144]
    assert game.unit_offset == pytest.approx(np.nanmean(training))
    assert game.unit_scale == pytest.approx(np.nanstd(training))
    measured = OFFICE.day("2004-03-05").readings
    seen = np.isfinite(measured)
    np.testing.assert_allclose(game.readings()[seen], measured[seen])
    assert game.in_unit(1.0) == pytest.approx(game.unit_scale)
    assert game.label.startswith("synthetic")
    for prior, epsilon in zip(game.problem.priors, game.epsilons, strict=True):
        assert prior.covariance.diagonal().max() == pytest.approx(1)
        assert not prior.mean.any()
        assert 0 < epsilon == prior.epsilon < 1


def test_days_rates_noise_and_steps_are_free_to_choose():
    game = sensor_game(OFFICE, "2004-03-02", ["2004-03-05", "2004-03-01"], epsilon=[0.1, 0.2], noise_std=0.3, steps=10)
    assert game.training_days == (date(2004, 3, 1), date(2004, 3, 5))
    assert list(game.epsilons) == [0.1, 0.2]
    assert game.problem.noise_std == 0.3
    assert game.problem.n_steps == 10
    assert list(sensor_game(OFFICE, epsilon=0.05).epsilons) == [0.05] * 4


def test_only_measured_closes_a_sensor_where_it_was_not_read():
    game = sensor_game(OFFICE, only_measured=True)
    assert game.problem.available is not None
    np.testing.assert_array_equal(game.problem.available, np.isfinite(OFFICE.day("2004-03-05").readings))
    play(game.problem, Random(), seeds=2)


def test_thin_sensors_and_days_stay_out():
    readings = OFFICE.readings.copy()
    readings[::2, 3] = np.nan
    readings[-100:, 5] = np.nan
    readings[20:144] = np.nan
    game = sensor_game(replace(OFFICE, readings=readings))
    assert set(OFFICE.sensors) - set(game.sensors) == {"4", "6"}
    assert date(2004, 3, 1) not in game.training_days
    assert game.notes == (
        "Not learnt from, hardly any readings: 1 March.",
        "Left out for want of readings: 4, 6.",
    )
    assert game.table.sensors == game.sensors


def test_the_last_day_that_was_heard_is_played() -> None:
    """A file often ends with the midnight that closes its last day."""
    game = sensor_game(silent(slice(-100, None)))
    assert game.test_day == date(2004, 3, 4)
    assert game.notes == ("4 March is played: of what follows, too little was read.",)


def silent(rows: slice) -> SensorTable:
    readings = OFFICE.readings.copy()
    readings[rows] = np.nan
    return replace(OFFICE, readings=readings)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: sensor_game(OFFICE, "2004-03-01"), "no usable day before 2004-03-01"),
        (lambda: sensor_game(OFFICE.day("2004-03-01")), "no usable day before"),
        (lambda: sensor_game(OFFICE, "2004-04-01"), "has no 2004-04-01; it holds 2004-03-01 to 2004-03-05"),
        (lambda: sensor_game(OFFICE, training_days=["2004-02-01"]), "has no 2004-02-01"),
        (lambda: sensor_game(OFFICE, training_days=[]), "at least one day"),
        (lambda: sensor_game(OFFICE, steps=145), "at most 144, the bins of 2004-03-05, got 145"),
        (lambda: sensor_game(OFFICE, steps=0), "steps"),
        (lambda: sensor_game(OFFICE, min_coverage=1.5), "min_coverage"),
        (lambda: sensor_game(OFFICE, min_coverage=1.0), "0 of 9 sensors .*--min-coverage"),
        (lambda: sensor_game(OFFICE, noise_std=0), "noise_std"),
        (lambda: sensor_game(OFFICE, epsilon=[0.1, 0.2]), "one rate or 4, one for each training day"),
        (lambda: sensor_game(OFFICE, epsilon=2.0), "epsilon"),
        (lambda: sensor_game(silent(slice(-100, None)), "2004-03-05"), "0 of 9 sensors .* which is 3.% full"),
        (lambda: sensor_game(silent(slice(0, 130)), training_days=["2004-03-01"]), "too few to learn from"),
        (lambda: sensor_game(replace(OFFICE, readings=np.ones_like(OFFICE.readings))), "nothing to learn"),
        (lambda: sensor_game(synthetic_office(3, 4, bin_minutes=60), epsilon="fast"), "epsilon"),
    ],
)
def test_a_game_that_cannot_be_is_refused_with_the_reason(make, said):
    with pytest.raises(ValueError, match=said):
        make()


def test_intel_learns_from_the_month_of_its_test_day():
    office = synthetic_office(days=6, sensors=5, first_day="2004-02-28")
    assert [p.name for p in intel(office, "2004-03-04").problem.priors] == ["1 March", "2 March", "3 March"]
    assert len(intel(office, "2004-03-01").training_days) == 2


def test_intel_without_readings_says_synthetic(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("PEGP_INTEL_DATA", raising=False)
    game = intel()
    assert game.synthetic
    assert "synthetic" in game.label
    assert (game.problem.n_points, game.problem.n_priors, game.problem.n_steps) == (46, 13, 144)


@needs_readings
def test_intel_on_the_real_table():
    table = SensorTable.read(TABLE)
    start = time.process_time()
    game = intel(table)
    assert time.process_time() - start < 2, "13 priors should be ready well under half a second"
    assert (game.problem.n_points, game.problem.n_priors, game.problem.n_steps) == (46, 13, 144)
    assert not game.synthetic
    assert ((game.epsilons > 0.01) & (game.epsilons < 0.6)).all()
    played = {
        policy: play(game.problem, policy(), seeds=20) for policy in (PriorElimination, MaximumLikelihood, Random)
    }
    regret = {policy: game.in_unit(record.regret.mean()) for policy, record in played.items()}
    assert regret[PriorElimination] < regret[MaximumLikelihood] < regret[Random]
    assert regret[Random] == pytest.approx(3.8, abs=0.2)
    shares = np.bincount(played[MaximumLikelihood].chosen_priors.ravel(), minlength=13)
    assert game.problem.priors[np.argmax(shares)].name == "7 March"
