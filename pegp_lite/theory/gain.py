"""How much T observations can tell about a function at most: the maximum information gain, as a bracket."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from weakref import WeakKeyDictionary

import numpy as np

from pegp_lite.checks import Floats, Ints, as_count, as_positive
from pegp_lite.gp.belief import Belief
from pegp_lite.gp.factor import Factor
from pegp_lite.gp.linear import product
from pegp_lite.gp.priors import Prior
from pegp_lite.theory.certificate import certified_upper

BLOCK = 1024  # columns looked at at once
ROUNDING = 1e-10  # share added to the upper end so that rounding in its sums cannot undercut it

_known: WeakKeyDictionary[Factor, dict[tuple[float, float, int], InformationGain]] = WeakKeyDictionary()


@dataclass(frozen=True, eq=False)
class InformationGain:
    """lower[t-1] <= gamma_t <= upper[t-1] in nats, all (T,); querying `points[:t]` attains `lower`.

    `lower` and `upper`: the bracket.

    >>> import numpy as np
    >>> from pegp_lite import Prior, rbf
    >>> from pegp_lite.theory import information_gain
    >>> prior = Prior("flat", np.zeros(5), rbf(np.linspace(0, 1, 5), 0.1))
    >>> information_gain(prior, 0.1, T=3).points.shape
    (3,)
    """

    lower: Floats
    upper: Floats
    points: Ints


def information_gain(prior: Prior, noise_std: float, T: int) -> InformationGain:
    """A bracket of gamma_t = max_{x_1..x_t} 1/2 log |I + R^-2 K_t| for t = 1 .. T (Section 2).

    K_t has entries k(x_i, x_j) (1 - epsilon)^(|i - j| / 2): one query a step, time cannot be chosen. R is `noise_std`.

    Lower end: greedy, each query where the posterior is widest. Its choices do not depend on the horizon, so
    one pass serves all. For epsilon = 0 it is at least (1 - 1/e) of the maximum; in practice within a few per
    cent.

    Upper end: certified, the smallest of

    - t/2 log(1 + max k / R^2), no query telling more than the first could (exact for epsilon = 1);
    - the certificate of `pegp_lite.theory.certificate`, a guarantee for every epsilon: for epsilon = 0 the
      D-optimal relaxation max over mixtures of points, plus its duality gap; for epsilon > 0 the same through
      time with a pad;
    - gamma_{s+t} <= gamma_s + gamma_t and gamma_s <= gamma_t for s <= t, which also fill horizons not
      examined.

    What the features leave out of the covariance, entries of at most e = max |K - Phi Phi^T|, is covered by a
    slack of t^(3/2) e / (2 R^2): log det is concave and |tr((I + K_t/R^2)^-1 E)| <= sqrt(t) * t e. It is
    about 1e-9 t^(3/2) for R = 0.01. Results are kept for as long as a prior with this covariance lives.
    `prior`: whose gain. `noise_std`: R. `T`: the longest horizon. Returns an `InformationGain`.

    >>> import numpy as np
    >>> from pegp_lite import Prior, rbf
    >>> from pegp_lite.theory import information_gain
    >>> prior = Prior("flat", np.zeros(5), rbf(np.linspace(0, 1, 5), 0.1))
    >>> gain = information_gain(prior, noise_std=0.1, T=3)
    >>> bool((gain.lower <= gain.upper).all())
    True
    """
    if not isinstance(prior, Prior):
        raise ValueError(f"information_gain needs a Prior, got {type(prior).__name__}")
    noise_std, T = as_positive("noise_std", noise_std), as_count("T", T)
    known = _known.setdefault(prior.factor, {})
    key = (prior.epsilon, noise_std, T)
    if key not in known:
        known[key] = _bracket(prior, noise_std, T)
    return known[key]


def largest_gain(priors: Sequence[Prior], noise_std: float, T: int) -> Floats:
    """gamma_t = max_p gamma_t^p over `priors`, R = `noise_std`, certified from above, for t = 1 .. T (Theorem 4.1).

    `priors`: the experts. `noise_std`: R. `T`: the longest horizon. Returns (T,).

    >>> import numpy as np
    >>> from pegp_lite import Prior, rbf
    >>> from pegp_lite.theory import largest_gain
    >>> x = np.linspace(0, 1, 5)
    >>> largest_gain([Prior("flat", np.zeros(5), rbf(x, 0.1))], noise_std=0.1, T=3).shape
    (3,)
    """
    return np.max([information_gain(prior, noise_std, T).upper for prior in priors], axis=0)


def _bracket(prior: Prior, noise_std: float, T: int) -> InformationGain:
    lower, points = _greedy(prior, noise_std, T)
    steps = np.arange(1, T + 1)
    features, noise_variance = prior.factor.features, noise_std**2
    upper = steps / 2 * np.log1p(prior.variance.max() / noise_variance)
    if prior.epsilon < 1:
        left_out = _left_out(prior)
        slack = steps**1.5 * left_out / (2 * noise_variance)
        upper = np.minimum(upper, certified_upper(features, noise_std, prior.epsilon, T) + slack)
    upper = _closed(upper) * (1 + ROUNDING)
    for array in (lower, upper, points):
        array.flags.writeable = False
    return InformationGain(lower, upper, points)


def _left_out(prior: Prior) -> float:
    """max |K - Phi Phi^T|, a block of columns at a time."""
    features, largest = prior.factor.features, 0.0
    for some in np.array_split(np.arange(prior.n_points), -(-prior.n_points // BLOCK)):
        largest = max(largest, float(np.abs(prior.columns(some) - product(features[some], features.T)).max()))
    return largest


def _greedy(prior: Prior, noise_std: float, T: int) -> tuple[Floats, Ints]:
    """The information after each greedy query and the queries; what is seen there plays no part."""
    belief, alone = Belief([prior], noise_std), np.zeros(1, dtype=np.int64)
    widest, points = np.empty(T), np.empty(T, dtype=np.int64)
    for t in range(T):
        std = belief.std(alone, alone)[0]
        points[t] = np.argmax(std)
        widest[t] = std[points[t]]
        belief.observe(points[t : t + 1], np.zeros(1))
        belief.advance()
    return 0.5 * np.log1p((widest / noise_std) ** 2).cumsum(), points


def _closed(upper: Floats) -> Floats:
    """The smallest bounds that follow from `upper` because gamma never falls and is sub-additive."""
    upper = np.minimum.accumulate(upper[::-1])[::-1]
    for t in range(1, len(upper)):
        upper[t] = min(upper[t], (upper[:t] + upper[:t][::-1]).min())
    return np.minimum.accumulate(upper[::-1])[::-1].copy()
