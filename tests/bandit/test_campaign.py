"""Ask and tell: the same game as `play`, with a person in place of the truth, and nothing lost between two evenings."""

from __future__ import annotations

import json
import math
import pickle
import warnings
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from games import hilly_problem, moving_problem
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import beta, fade, mean_until, xi

import pegp_lite as pl
from pegp_lite import Campaign
from pegp_lite.bandit.campaign_file import CampaignError
from pegp_lite.gp import priors as opinions
from pegp_lite.study.compare import all_policies

NAMES = ["north", "east", "south", "west", "roof", "cellar", "door", "stairs"]


@dataclass(frozen=True)
class Wanderer(pl.Policy):
    """A stranger's: random, with a memory that its every choice and every observation change."""

    name = "wanderer"

    def start(self, view: pl.View) -> dict:
        return {"chosen": 0, "seen": 0.0}

    def choose(self, view: pl.View) -> tuple:
        view.state["chosen"] += 1
        trusted = np.array([rng.choice(np.flatnonzero(live)) for rng, live in zip(view.rng, view.alive, strict=True)])
        return trusted, np.array(
            [rng.choice(np.flatnonzero(row)) for rng, row in zip(view.rng, view.available, strict=True)]
        )

    def observed(self, view: pl.View, points: np.ndarray, values: np.ndarray) -> None:
        view.state["seen"] += float(values[0]) + view.state["chosen"]


RIVALS = [
    *(pl.CorralPriors(), pl.EventTriggeredGPUCB(), pl.HedgePriors(), pl.ResettingGPUCB(), pl.SlidingWindowGPUCB()),
    *(pl.SoftRevision(), pl.WeightedGPUCB()),
]
POLICIES = [*all_policies(moving_problem()), pl.RegretBalancing(rule="upper"), Wanderer(), *RIVALS]
by_policy = pytest.mark.parametrize("policy", POLICIES, ids=lambda p: type(p).__name__)


def campaign(policy: pl.Policy | None = None, **more) -> Campaign:
    return Campaign(moving_problem().priors, 0.2, policy, NAMES, true_prior="rough", **more)


def summary(one: Campaign) -> tuple:
    """Everything a campaign says of itself, comparable bit for bit."""
    record = one.record()
    arrays = [np.asarray(getattr(record, name)).tobytes() for name in ("points", "chosen_priors", "observations")]
    state = repr(one.status()), one.t, one.alive, one.exhausted, repr(one.record().predicted_mean)
    return *arrays, *state


def dense(prior: pl.Prior, steps: list[tuple[int, int, float]], t: int, noise_std: float) -> tuple:
    """Textbook regression on observations (step, point, value) at any steps before t."""
    times, x, y = (np.array([step[k] for step in steps]) for k in range(3))
    covariance, mean = np.asarray(prior.covariance), mean_until(prior, max(t, 30))
    if not steps:
        return mean[t - 1], np.sqrt(np.diag(covariance))
    gram = covariance[np.ix_(x, x)] * fade(prior.epsilon, np.abs(np.subtract.outer(times, times)))
    cross = covariance[x] * fade(prior.epsilon, t - times)[:, None]
    solved = np.linalg.solve(gram + noise_std**2 * np.eye(len(x)), cross)
    variance = np.diag(covariance) - np.sum(cross * solved, axis=0)
    return mean[t - 1] + solved.T @ (y - mean[times - 1, x]), np.sqrt(np.maximum(variance, 0))


@by_policy
@pytest.mark.parametrize("make", [hilly_problem, moving_problem])
def test_a_campaign_is_play_by_hand(policy: pl.Policy, make) -> None:
    problem = make(seeds=1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", pl.PriorsExhausted)
        played = pl.play(problem, policy, seed=4)
        mine = Campaign(problem.priors, problem.noise_std, policy, seed=4, true_prior=problem.true_prior)
        for t in range(1, int(played.exhausted_at[0] or problem.n_steps) + 1):
            asked = mine.ask(problem.available_at(t))
            assert mine.ask(problem.available_at(t)) == asked or np.isnan(asked.mean)
            assert (asked.step, asked.point) == (t, played.points[0, t - 1])
            prior = played.chosen_priors[0, t - 1]
            assert asked.prior == (problem.priors[prior].name if prior >= 0 else None)
            mine.tell(played.observations[0, t - 1])
    record = mine.record()
    np.testing.assert_array_equal(record.chosen_priors[0], played.chosen_priors[0, : mine.t - 1])
    np.testing.assert_allclose(record.predicted_mean[0], played.predicted_mean[0, : mine.t - 1], atol=1e-12)
    np.testing.assert_array_equal(record.eliminated_at, played.eliminated_at)
    np.testing.assert_array_equal(record.exhausted_at, played.exhausted_at)


ACTS = st.lists(
    st.tuples(st.sampled_from(["tell", "tell", "elsewhere", "skip", "ask twice", "save"]), st.integers(0, 2**16)),
    max_size=14,
)


@pytest.mark.parametrize("few", [opinions.FEW_FEATURES, 0], ids=["features", "columns"])
@settings(max_examples=60)
@given(acts=ACTS)
def test_with_skips_and_tells_elsewhere_it_is_the_dense_algorithm(acts: list, few: int, tmp_path_factory) -> None:
    """Algorithm 1 from textbook formulas, observation times and all; saved and loaded in between; in both forms."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(opinions, "FEW_FEATURES", few)
        play_densely_along(acts, moving_problem().priors, tmp_path_factory)


def play_densely_along(acts: list, priors: tuple, tmp_path_factory) -> None:
    noise_std, delta = 0.2, 0.3
    mine = Campaign(priors, noise_std, pl.PriorElimination(delta), NAMES, ties="first", on_exhausted="stop")
    seen: list[tuple[int, int, float]] = []
    alive, uses, errors, widths = np.ones(3, bool), np.zeros(3), np.zeros(3), np.zeros(3)
    for act, number in acts:
        rng, t = np.random.default_rng(number), mine.t
        if act == "skip":
            mine.skip(1 + number % 3)
            continue
        if act == "save":
            path = mine.save(tmp_path_factory.mktemp("kept") / "c.json")
            mine = Campaign.load(path, priors)
            continue
        mask = rng.random(8) < 0.7
        mask[rng.integers(8)] = True
        fits = [dense(prior, seen, t, noise_std) for prior in priors]
        mean, std = np.array([fit[0] for fit in fits]), np.array([fit[1] for fit in fits])
        bounds = np.where(alive[:, None] & mask, mean + beta(t, 8, delta) * std, -np.inf)
        p, x = (int(i[0]) for i in np.nonzero(bounds >= bounds.max() - 1e-9))
        if act == "ask twice":
            mine.ask(~mask if not mask.all() else None)  # another mask first: taken back
        asked = mine.ask(mask)
        assert (asked.point, asked.label, asked.prior) == (x, NAMES[x], priors[p].name)
        np.testing.assert_allclose((asked.mean, asked.std), (mean[p, x], std[p, x]), atol=1e-9)
        assert asked.upper == pytest.approx(bounds[p, x], abs=1e-9)
        y = 2 * rng.standard_normal()
        if act == "elsewhere":
            x = (x + 1 + int(rng.integers(7))) % 8
            told = mine.tell(y, NAMES[x] if number % 2 else x)
            assert told == ((), False)
        else:
            uses[p] += 1
            errors[p] += y - mean[p, x]
            widths[p] += beta(t, 8, delta) * std[p, x]
            alive[p] = abs(errors[p]) <= np.sqrt(xi(t, 3, noise_std, delta) * uses[p]) + widths[p]
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", pl.PriorsExhausted)
                told = mine.tell(y)
            assert told.rejected == (() if alive[p] else (priors[p].name,))
            assert told.exhausted == (not alive.any())
        seen.append((t, x, y))
        assert mine.alive == tuple(prior.name for prior, lives in zip(priors, alive, strict=True) if lives)
        if not alive.any():
            with pytest.raises(ValueError, match=f"every prior was rejected at step {t}"):
                mine.ask()
            break
    status = mine.status()
    np.testing.assert_allclose([line.error for line in status], errors, atol=1e-9)
    np.testing.assert_array_equal([line.uses for line in status], uses)
    allowed = np.sqrt(xi(mine.t, 3, noise_std, delta) * uses) + widths
    np.testing.assert_allclose([line.allowed for line in status], allowed, atol=1e-9)


@by_policy
@settings(max_examples=8)
@given(acts=ACTS, more=st.integers(1, 4))
def test_saved_at_any_moment_it_goes_on_as_if_it_had_not_been(
    policy: pl.Policy, acts: list, more: int, tmp_path_factory
) -> None:
    mine = campaign(policy, on_exhausted="restart")
    rng = np.random.default_rng(0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", pl.PriorsExhausted)
        for act, number in acts:
            if act == "skip":
                mine.skip(1 + number % 3)
            elif act != "save":
                asked = mine.ask(None if number % 2 else np.arange(8) % 3 != number % 3)
                if act != "ask twice":  # that one is left pending
                    mine.tell(rng.standard_normal(), None if act == "tell" else (asked.point + number) % 8)
        path = mine.save(tmp_path_factory.mktemp("kept") / "c.json")
        other = Campaign.load(path, moving_problem().priors, policy)
        assert summary(other) == summary(mine)
        assert other.save(path.with_name("again.json")).read_text() == path.read_text()
        for _ in range(more):
            assert repr(other.ask()) == repr(mine.ask())
            y = rng.standard_normal()
            assert other.tell(y) == mine.tell(y)
        assert summary(other) == summary(mine)


def test_one_asks_saves_goes_out_to_measure_and_tells_the_next_day(tmp_path: Path) -> None:
    mine = campaign()
    asked = mine.ask(np.arange(8) < 5)
    later = Campaign.load(mine.save(tmp_path / "greenhouse.json"), moving_problem().priors)
    assert later.tell(1.0) == campaign_told(mine)
    assert later.record().points[0, 0] == asked.point


def campaign_told(mine: Campaign):
    return mine.tell(1.0)


MISUSES = {
    "nothing asked": (False, lambda c: c.tell(1.0), "nothing was asked at step 3 yet"),
    "elsewhere, nothing asked": (False, lambda c: c.tell(1.0, 2), "nothing was asked at step 3 yet"),
    "not a number": (True, lambda c: c.tell(float("nan")), "the value told must be finite, got nan$"),
    "infinite": (True, lambda c: c.tell(np.inf), "the value told must be finite, got inf"),
    "words": (True, lambda c: c.tell("warm"), "the value told must be numbers"),
    "a word of digits": (True, lambda c: c.tell("3"), "must be one number, got '3'"),
    "two": (True, lambda c: c.tell([1.0, 2.0]), r"must be one number, got \[1.0, 2.0\]"),
    "nothing": (True, lambda c: c.tell(None), "the value told must be"),
    "yes": (True, lambda c: c.tell(True), "must be one number, got True"),
    "unknown point": (True, lambda c: c.tell(1.0, 8), "point must be a number from 0 to 7 or a label, got 8"),
    "unknown label": (True, lambda c: c.tell(1.0, "attic"), "or a label, got 'attic'"),
    "before the first": (True, lambda c: c.tell(1.0, -1), "or a label, got -1"),
    "all hidden": (True, lambda c: c.ask(np.zeros(8, bool)), r"no open point; .* call skip\(\)"),
    "no booleans": (True, lambda c: c.ask(np.ones(8)), "8 booleans, one a point .* got float64 of 8"),
    "too few": (True, lambda c: c.ask([True]), "8 booleans, one a point .* got bool of 1"),
    "back in time": (True, lambda c: c.skip(0), "steps must be a whole number of at least 1, got 0"),
}  # fmt: skip


@pytest.mark.parametrize(("ask", "misuse", "said"), MISUSES.values(), ids=MISUSES)
def test_misuse_is_told_and_changes_nothing(ask: bool, misuse, said: str) -> None:
    mine, twin = campaign(Wanderer()), campaign(Wanderer())
    for each in (mine, twin):
        each.ask()
        each.tell(0.5)
        each.skip()
        if ask:
            each.ask()
    with pytest.raises(ValueError, match=said):
        misuse(mine)
    assert summary(mine) == summary(twin)
    for each in (mine, twin):
        each.ask()
    assert mine.tell(0.1) == twin.tell(0.1)
    assert mine.ask() == twin.ask()


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda p: Campaign([], 0.1), "at least one Prior, got none"),
        (lambda p: Campaign(p, 0), "noise_std must be a positive finite number, got 0"),
        (lambda p: Campaign(p, 0.1, "greedy"), "policy must be a policy such as"),
        (lambda p: Campaign(p, 0.1, pl.KnownPrior()), "give the Problem, or the Campaign, a true_prior"),
        (lambda p: Campaign(p, 0.1, points=["a", "b"]), "points must be 8 different labels, got 2"),
        (lambda p: Campaign(p, 0.1, points=["a"] * 8), "got 8, 1 of them different"),
        (lambda p: Campaign(p, 0.1, ties="last"), 'ties must be "random" or "first"'),
        (lambda p: Campaign(p, 0.1, seed=-1), "seed must be"),
        (lambda p: Campaign(p, 0.1, on_exhausted="cry"), 'on_exhausted must be "stop", "restart" or "keep"'),
        (lambda p: Campaign(p, 0.1, true_prior="smith"), "true_prior must be an index"),
        (lambda p: Campaign([*p, pl.Prior("x", np.zeros(3), np.eye(3))], 0.1), '"smooth" has 8, "x" has 3'),
    ],
)
def test_a_campaign_that_cannot_begin_says_why(make, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        make(moving_problem().priors)


class Stumbling(Wanderer):
    """Fails on its second observation, after the beliefs have taken it in."""

    trips = True

    def observed(self, view: pl.View, points: np.ndarray, values: np.ndarray) -> None:
        super().observed(view, points, values)
        if view.t == 2 and type(self).trips:
            raise RuntimeError("I fell")


def test_a_policy_s_own_error_does_not_leave_half_a_step(monkeypatch: pytest.MonkeyPatch) -> None:
    mine, twin = campaign(Stumbling()), campaign(Wanderer())
    for each in (mine, twin):
        each.ask()
        each.tell(0.5)
        each.ask()
    with pytest.raises(RuntimeError, match="I fell"):
        mine.tell(0.7)
    assert summary(mine)[:-1] == summary(twin)[:-1]
    monkeypatch.setattr(Stumbling, "trips", False)
    assert mine.tell(0.7) == twin.tell(0.7)
    assert mine.ask() == twin.ask()


def absurd(**more) -> Campaign:
    """Two priors that promise far too much."""
    priors = [pl.Prior(name, np.full(3, height), np.eye(3)) for name, height in (("tall", 90.0), ("taller", 99.0))]
    return Campaign(priors, 0.1, **more)


def test_when_the_last_prior_goes_it_warns_and_stops() -> None:
    mine = absurd()
    mine.ask()
    assert mine.tell(0.0) == (("taller",), False)
    mine.ask()
    with pytest.warns(pl.PriorsExhausted, match="rejected the last prior at step 2.*the campaign stops here") as caught:
        told = mine.tell(0.0)
    assert caught[0].filename == __file__
    assert told == (("tall",), True)
    assert (mine.alive, mine.exhausted) == ((), True)
    assert [line.rejected_at for line in mine.status()] == [2, 1]
    np.testing.assert_array_equal(mine.record().exhausted_at, [2])
    with pytest.raises(ValueError, match="every prior was rejected at step 2, so there is nobody left to ask"):
        mine.ask()


def test_or_starts_the_set_again_or_keeps_the_last(tmp_path: Path) -> None:
    again, kept = absurd(on_exhausted="restart"), absurd(on_exhausted="keep")
    for mine in (again, kept):
        mine.ask()
        mine.tell(0.0)
        mine.ask()
    with pytest.warns(pl.PriorsExhausted, match="all start again"):
        assert again.tell(0.0).exhausted
    assert again.alive == ("tall", "taller")
    assert [line.uses for line in again.status()] == [0, 0]
    with pytest.warns(pl.PriorsExhausted, match="the last one is kept"):
        assert kept.tell(0.0) == ((), True)
    assert kept.alive == ("tall",)
    for mine in (again, kept):
        mine.ask()
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            mine.tell(0.0)  # "keep" has said so once
        assert summary(Campaign.load(mine.save(tmp_path / "c.json"), mine.priors)) == summary(mine)


def test_the_file_is_for_people_and_whole_or_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = campaign()
    mine.ask(np.arange(8) != 3)
    mine.tell(0.25, "cellar")
    path = mine.save(tmp_path / "greenhouse.json")
    text = path.read_text()
    assert '{"step": 1, "available": [0, 1, 2, 4, 5, 6, 7], "point": 5, "label": "cellar", "value": 0.25}' in text
    assert json.loads(text)["policy"] == {"kind": "PriorElimination", "delta": 0.1}
    mine.ask()

    def full(*_: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr("pegp_lite.writing.os.replace", full)
    with pytest.raises(OSError, match="no space left"):
        mine.save(path)
    assert path.read_text() == text
    assert [each.name for each in tmp_path.iterdir()] == ["greenhouse.json"]


def test_other_priors_are_refused_by_name(tmp_path: Path) -> None:
    mine = campaign()
    mine.ask()
    mine.tell(0.1)
    path, (smooth, rough, rising) = mine.save(tmp_path / "c.json"), moving_problem().priors
    x = np.linspace(0, 1, 8)

    def rougher(l: float, epsilon: float) -> pl.Prior:
        return pl.Prior("rough", np.zeros(8), pl.matern(x, 0.5, l), epsilon)

    nudged = smooth.about("smooth", np.eye(8)[3] * 0.01)
    others = {
        '"smooth" has another mean$': [nudged, rough, rising],
        '"rough" has another epsilon': [smooth, rougher(0.4, 0.31), rising],
        '"rough" has another covariance$': [smooth, rougher(0.41, 0.3), rising],
        '"rising" is missing': [smooth, rough],
        '"new" was not in it': [smooth, rough, rising, smooth.about("new", np.zeros(8))],
        "another order": [rough, smooth, rising],
    }  # fmt: skip
    for said, priors in others.items():
        with pytest.raises(CampaignError, match=said):
            Campaign.load(path, priors)
    recomputed = pl.Prior("smooth", np.zeros(8) + 1e-15, pl.rbf(x, 0.3) * (1 - 1e-15), 0.05)
    assert Campaign.load(path, [recomputed, rough, rising]).t == 2


def test_what_is_no_campaign_is_refused(tmp_path: Path) -> None:
    priors, path = moving_problem().priors, tmp_path / "c.json"
    with pytest.raises(CampaignError, match="there is no file"):
        Campaign.load(path, priors)
    mine = campaign()
    mine.ask()
    mine.tell(0.1)
    whole = json.loads(mine.save(path).read_text())
    seedless = {word: value for word, value in whole.items() if word != "seed"}
    (first,) = whole["happened"]
    for spoilt, said in (
        ("{", "cannot be read as a campaign"),
        ("[]", "does not hold a campaign"),
        (json.dumps({**whole, "format": 99}), "does not hold a campaign of this version"),
        (json.dumps(seedless), "not a whole campaign: it lacks seed"),
        (json.dumps({**whole, "happened": [{"step": 1}]}), "cannot be played again"),
        (json.dumps({**whole, "happened": [{**first, "point": 40}]}), "cannot be played again: point must"),
        (json.dumps({**whole, "happened": [first, first]}), "its steps do not go forward: 1 after step 1"),
        (json.dumps({**whole, "asked": {"available": [2], "point": 3}}), "another point than 3 would be asked for"),
        (json.dumps({**whole, "happened": [{**first, "available": [40]}]}), "played again: point must .* got 40"),
        (json.dumps({**whole, "happened": [{**first, "available": []}]}), "played again: available has no open point"),
        (json.dumps({**whole, "happened": [{**first, "value": math.nan}]}), "value of step 1 must be finite, got nan$"),
        (json.dumps({**whole, "t": 1}), "it stands at step 1, but something was measured at step 1"),
        (json.dumps({**whole, "priors": [1]}), "cannot be played again"),
    ):  # fmt: skip
        path.write_text(spoilt)
        with pytest.raises(CampaignError, match=said):
            Campaign.load(path, priors)


def test_a_foreign_policy_must_be_handed_in_to_go_on(tmp_path: Path) -> None:
    mine = campaign(Wanderer())
    mine.ask()
    mine.tell(0.1)
    path, priors = mine.save(tmp_path / "c.json"), moving_problem().priors
    with pytest.raises(CampaignError, match="its policy Wanderer is not one of ours; load it with policy="):
        Campaign.load(path, priors)
    with pytest.raises(CampaignError, match="played by another policy than the one given"):
        Campaign.load(path, priors, Wanderer(0.2))
    assert Campaign.load(path, priors, Wanderer()).ask() == mine.ask()


def test_the_status_reads_as_a_table_and_the_record_as_arrays() -> None:
    mine = campaign()
    asked = mine.ask()
    mine.tell(0.1)
    mine.skip(2)
    mine.ask()
    mine.tell(0.2, "roof")
    status = mine.status()
    lines = str(status).splitlines()
    assert lines[0].split() == "name alive uses error allowed log evidence rejected at".split()  # noqa: SIM905
    assert lines[2].split()[:3] == ["rough", "yes", str(status[1].uses)]
    assert sum(line.uses for line in status) == 1
    record = mine.record()
    np.testing.assert_array_equal(record.points, [[asked.point, -1, -1, 4]])
    np.testing.assert_array_equal(record.observations, [[0.1, np.nan, np.nan, 0.2]])
    assert (record.chosen_priors[0, 1:] == -1).all()
    assert np.isnan(record.regret).all()
    assert summary(pickle.loads(pickle.dumps(mine))) == summary(mine)


def test_time_without_looking_widens_the_belief_and_the_bands() -> None:
    mine, late = campaign(pl.KnownPrior()), campaign(pl.KnownPrior())
    late.skip(50)
    assert late.t == 51
    assert late.ask().upper > mine.ask().upper
    for each in (mine, late):
        each.tell(0.0)
    late.skip(400)
    assert late.ask().std == pytest.approx(1.0, abs=1e-6)
