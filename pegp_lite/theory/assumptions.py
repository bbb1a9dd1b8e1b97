"""Where the theory stops: what Theorem 4.1 does not cover about a set of priors, in plain sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np

from pegp_lite.bandit.schedules import confidence_width
from pegp_lite.checks import Floats
from pegp_lite.gp.priors import Prior
from pegp_lite.problems.problem import Problem

ALIKE = 1e-9  # two covariances or means count as the same within this share of their size
GROWS = 1.2  # a mean whose height rises in every quarter, by this factor in all, counts as growing
DIGITS = 1e-12  # a noise variance below this share of the largest variance drowns in rounding
SOME_STEPS = 64  # of a mean that is a function of t, looked at where no horizon is given
BLOCK = 1024  # columns looked at at once
STRANGE = 1e-3  # f is called implausible where something so rare under the true prior happened


def not_covered(
    of: Problem | Sequence[Prior], true_prior: int | str | Prior | None = None, noise_std: float | None = None
) -> list[str]:
    """What stands between these priors and Theorem 4.1, in sentences; empty where nothing was found.

    `of`: a Problem, which brings its true prior and its noise, or priors alone with `true_prior` (index, name
    or Prior) and `noise_std` where they are known. What finite arrays cannot show (that noise is Gaussian,
    that a mean stays bounded for ever) is taken on trust.

    >>> from pegp_lite.problems.toy import toy
    >>> from pegp_lite.theory import not_covered
    >>> not_covered(toy(seeds=1, points=61))
    []
    """
    problem = of if isinstance(of, Problem) else None
    priors = of.priors if isinstance(of, Problem) else of
    if not isinstance(priors, Sequence) or not priors or not all(isinstance(p, Prior) for p in priors):
        raise ValueError(f"not_covered needs a Problem or a list of at least one Prior, got {of!r}")
    if problem:
        true_prior, noise_std = problem.true_prior, problem.noise_std
    steps = problem.n_steps if problem else SOME_STEPS
    found = [*_true_prior(priors, true_prior), *_each(priors, noise_std, steps), *_pairs(priors, steps)]
    return found + list(_implausible(problem)) if problem else found


def _true_prior(priors: Sequence[Prior], true_prior: int | str | Prior | None) -> Iterator[str]:
    names = [prior.name for prior in priors]
    if true_prior is None:
        yield (
            "The true prior is not known, so nobody can say whether it is among these priors. The theorem "
            "needs it there: if all priors are wrong, all deserve to be rejected, and no bound on regret "
            "holds."
        )
        return
    known = {*names, *range(len(priors)), *(id(prior) for prior in priors)}
    if (id(true_prior) if isinstance(true_prior, Prior) else true_prior) not in known:
        name = true_prior.name if isinstance(true_prior, Prior) else true_prior
        yield (
            f'The true prior "{name}" is not among these priors ({", ".join(names)}). The theorem needs it '
            "there: without it every prior may be rejected, and no bound on regret holds."
        )


def _each(priors: Sequence[Prior], noise_std: float | None, steps: int) -> Iterator[str]:
    for prior in priors:
        largest = float(prior.variance.max())
        if largest > 1 + ALIKE:
            yield (
                f'Prior "{prior.name}" has a variance of {largest:g}; the theorem takes at most 1, so the '
                "bound on |f| in its first term is too small here. Measure in larger units (divide values, "
                f"means and noise by {np.sqrt(largest):.4g}, variances by {largest:.4g}) and it is covered."
            )
        if noise_std is not None and noise_std**2 < DIGITS * largest:
            yield (
                f'Noise of {noise_std:g} beside a variance of {largest:g} (prior "{prior.name}") is too '
                "small for the sixteen digits of a computer number: the theorem holds on paper, but the "
                "numbers here may not follow it."
            )
        heights = _quarters(_mean(prior, steps))
        if heights is not None:
            yield (
                f'The mean of prior "{prior.name}" keeps growing: its largest height is {heights[0]:.3g} in '
                f"the first quarter of the game and {heights[-1]:.3g} in the last. The first term of the "
                "bound grows with it, and no table of finite length can show that this would ever end."
            )


def _mean(prior: Prior, steps: int) -> Floats:
    """A mean as it was given, or the first so many steps of a function of t."""
    return prior.mean_over(steps) if callable(prior.mean) else prior.mean


def _quarters(mean: Floats) -> Floats | None:
    """The largest |mean| in each quarter of the game where it rises from quarter to quarter, else None."""
    if mean.ndim == 1 or len(mean) < 8:
        return None
    heights = np.array([part.max() for part in np.array_split(np.abs(mean).max(axis=1), 4)])
    rises = (np.diff(heights) > 0).all() and heights[-1] > GROWS * heights[0]
    return heights if rises else None


def _pairs(priors: Sequence[Prior], steps: int) -> Iterator[str]:
    for one, other in combinations(priors, 2):
        if one.n_points != other.n_points or one.epsilon != other.epsilon:
            continue
        if not _alike(_mean(one, steps), _mean(other, steps)):
            continue
        scale = _scale(one, other)
        if scale is None:
            continue
        if abs(scale - 1) <= ALIKE:
            yield (
                f'Priors "{one.name}" and "{other.name}" are the same prior twice. No observation can tell '
                "them apart, and the copy makes the bound larger, since |U| counts it: drop one."
            )
        else:
            wide, narrow = (other, one) if scale > 1 else (one, other)
            yield (
                f'Priors "{wide.name}" and "{narrow.name}" differ only in output scale (variances '
                f'{max(scale, 1 / scale):.4g} : 1). "{wide.name}" has the wider band, so it is always the '
                "more optimistic, gets trusted, and is hardly ever caught out. The bound stays true, but for "
                "the wider prior: PE-GP-UCB is not made to tell these two apart."
            )


def _scale(one: Prior, other: Prior) -> float | None:
    """The factor above zero by which `other`'s covariance is `one`'s as a whole, or None where there is none."""
    ours, theirs = one.variance, other.variance
    if not ours.any() or not theirs.any():
        return 1.0 if not ours.any() and not theirs.any() else None
    scale = float(np.vdot(ours, theirs) / np.vdot(ours, ours))
    most = max(scale * ours.max(), theirs.max())
    for some in np.array_split(np.arange(one.n_points), -(-one.n_points // BLOCK)):
        if np.abs(scale * one.columns(some) - other.columns(some)).max() > ALIKE * most:
            return None
    return scale


def _alike(one: Floats, other: Floats) -> bool:
    return bool(np.abs(one - other).max() <= ALIKE * max(np.abs(one).max(), np.abs(other).max()))


def _implausible(problem: Problem) -> Iterator[str]:
    """Whether f itself leaves the band in which the true prior expects it, at some point and step."""
    if not isinstance(problem.true_prior, int):
        return
    prior = problem.priors[problem.true_prior]
    band = confidence_width(np.arange(1, problem.n_steps + 1), problem.n_points, STRANGE)[:, None]
    off = np.abs(problem.values - prior.mean_over(problem.n_steps)) - band * np.sqrt(prior.variance)
    if off.max() > ALIKE * (1 + np.abs(problem.values).max()):
        *_, step, point = (int(i) for i in np.unravel_index(np.argmax(off), off.shape))
        yield (
            f'The function does not look drawn from the true prior "{prior.name}": at step {step + 1} and '
            f"point {point} (from 0) it is further from the mean than that prior thinks possible. The "
            "theorem is about functions drawn from the true prior."
        )
