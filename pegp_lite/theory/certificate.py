"""A certified upper end for the maximum information gain, of priors that stand still and of priors that move.

Write A(J) = log det(I + Q J) for the information that a *design* J gathers about the weights w_1 .. w_t,
whose prior covariance is Q (identity over the features, rho^|i - k| over time). A game's t queries are the
design O = sum_i phi_{x_i} phi_{x_i}^T / R^2, one rank-one piece a step, and gamma_t = max A(O) / 2. What J
leaves unknown is S_J = (Q^-1 + J)^-1. For ANY two positive semi-definite designs K (the "pad") and L (the
"plan")

    A(O) <= A(K) - A(K + L) + A(L) - tr(D L)
            + sum_i max_x [ log(1 + phi_x^T S_K phi_x / R^2) + phi_x^T D phi_x / R^2 ]

with D = S_L - S_{K+L}, S and D taken at step i inside the sum.

Proof. A(O) = A(O + K) - G(O) with G(O) = A(O + K) - A(O). First, A(O + K) = A(K) + log det(I + O S_K), and
Hadamard's inequality splits the determinant into the steps' logarithms. Second, G is convex: its second
derivative in a direction Z is tr(S_O Z S_O Z) - tr(S_{O+K} Z S_{O+K} Z) >= 0, because S_{O+K} <= S_O. So G
lies above its tangent at L, G(O) >= A(L + K) - A(L) - tr(D (O - L)). Both right sides are sums over the
steps, each at most its largest over x.

Two ends of the family are old friends. Without a pad it is the one-step bound t/2 log(1 + max k / R^2), exact
where the function is new at every step. With an endless pad it is A(L) + sum_i max_x phi_x^T S_L phi_x / R^2
- tr(S_L L): the concave D-optimal relaxation (a query may be split among points) plus its duality gap at L.
In between, the pad undoes what the relaxation gains by splitting one clear look into many blurred ones.

The plan here is the same mixture of points at each step, L = sum_x lambda_x phi_x phi_x^T / R^2, and the pad
a multiple of it. Rotated so that L is diagonal, the weights are r separate scalar chains and nothing larger
than (t, r) is needed.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pegp_lite.checks import Floats, Ints
from pegp_lite.gp.linear import product

PADS = (*(4.0 ** np.arange(-10, 6)), np.inf)
EVERY = 200  # every horizon up to here is certified on its own; later ones at steps of one per cent
TRIMMED = 1e-6  # features that add less than this share of the noise variance are left to the slack
BUDGET = 3e7  # multiplications allowed to one horizon's search for a plan


@dataclass(frozen=True, eq=False)
class _Plan:
    """A mixture of points, in the basis that makes it diagonal: `strength` (r,), `loads` (N, r)."""

    strength: Floats
    loads: Floats


def certified_upper(features: Floats, noise_std: float, epsilon: float, T: int) -> Floats:
    """Upper ends of gamma_1 .. gamma_T for the covariance features @ features.T; inf where not examined."""
    looks, lost = _trim(features / noise_std)
    trimmed = 0.5 * np.arange(1, T + 1) * np.log1p(lost)
    if not looks.shape[1]:
        return trimmed
    upper = np.full(T, np.inf)
    n, rank = looks.shape
    rounds = int(np.clip(BUDGET / (n * rank**2 + 25 * rank**3), 2, 12))
    mixture, pad = np.full(n, 1 / n), 0
    for horizons in _blocks(T):
        for _ in range(rounds):
            mixture = _improved(mixture, looks, epsilon, int(horizons[-1]))
        plan = _plan(mixture, looks)
        pad = _best_pad(plan, pad, epsilon, horizons[-1:])
        upper[horizons - 1] = _certificate(plan, PADS[pad], epsilon, horizons)
    return upper + trimmed


def _best_pad(plan: _Plan, start: int, epsilon: float, horizon: Ints) -> int:
    """The index of the pad with the lowest certificate, found by walking downhill from `start`."""
    found: dict[int, float] = {}
    best = start
    while True:
        near = range(max(0, best - 1), min(len(PADS), best + 2))
        for k in near:
            if k not in found:
                found[k] = float(_certificate(plan, PADS[k], epsilon, horizon)[0])
        lowest = min(near, key=found.__getitem__)
        if found[lowest] >= found[best]:
            return best
        best = lowest


def _trim(looks: Floats) -> tuple[Floats, float]:
    """Features without the last ones that hardly matter, and the largest variance lost, in units of R^2.

    log det(I + A + E) <= log det(I + A) + log det(I + E): what is lost costs at most t/2 log(1 + lost).
    """
    rest = np.cumsum(looks[:, ::-1] ** 2, axis=1)[:, ::-1].max(axis=0)  # lost by cutting at each column
    keep = int((rest > TRIMMED).sum())
    return looks[:, :keep], float(rest[keep]) if keep < len(rest) else 0.0


def _blocks(T: int) -> list[Ints]:
    """The horizons to certify, in groups that share a plan; each ends about a quarter later than the last."""
    horizons = list(range(1, min(T, EVERY) + 1))
    while horizons[-1] < T:
        horizons.append(min(T, int(np.ceil(horizons[-1] * 1.01)) + 1))
    blocks: list[list[int]] = [[]]
    end = 1.0
    for h in horizons:
        blocks[-1].append(h)
        if h >= end or h == T:
            blocks.append([])
            end = h * 1.25
    return [np.array(block) for block in blocks if block]


def _plan(mixture: Floats, looks: Floats) -> _Plan:
    strength, axes = np.linalg.eigh(product(looks.T * mixture, looks))
    return _Plan(np.maximum(strength, 0.0), product(looks, axes) ** 2)


def _improved(mixture: Floats, looks: Floats, epsilon: float, horizon: int) -> Floats:
    """One multiplicative step towards the best mixture: each point's weight grows with its slope of A."""
    plan = _plan(mixture, looks)
    unknown, weight = _smoothed(plan.strength, _precisions(plan.strength, epsilon, horizon), horizon, epsilon)
    slope = plan.loads @ (weight @ unknown)
    mixture = mixture * slope
    return mixture / mixture.sum()


def _precisions(strength: Floats, epsilon: float, T: int) -> Floats:
    """Each chain's precision before its look at each step, (T, ..., r).

    A scalar Kalman recursion, p_1 = 1 and 1 / p_{t+1} = (1 - epsilon) / (p_t + strength) + epsilon: a Moebius map.
    With 1 + `rise` and -`fall` its fixed points, (p - 1 - rise) / (p + fall) shrinks by one factor at every step.
    Written so that nothing cancels, however slowly the function moves.
    """
    steps = np.arange(T)
    if epsilon == 0:
        return 1 + np.multiply.outer(steps, strength)
    if epsilon == 1:
        return np.ones((T, *strength.shape))
    moving = strength * (1 - epsilon) / epsilon
    rise = 2 * moving / (1 + strength + np.sqrt((1 + strength) ** 2 + 4 * moving))
    fall = strength / (epsilon * (1 + rise))
    log_factor = np.log1p(-epsilon) - 2 * np.log1p(epsilon * (rise + strength))
    left = np.multiply.outer(steps, log_factor)
    return 1 - rise * np.expm1(left) / (1 + rise / (1 + fall) * np.exp(left))


def _smoothed(strength: Floats, before: Floats, horizon: int, epsilon: float) -> tuple[Floats, Floats]:
    """Each chain's variance given all looks up to `horizon`, and how many steps each row stands for.

    The past and, by symmetry in time, the future each add their precision to the look itself; the prior's own
    precision of 1 is then counted twice. Step i equals step horizon + 1 - i; without movement all are equal.
    """
    rows = 1 if epsilon == 0 else (horizon + 1) // 2
    precision = strength + before[:rows] + before[horizon - rows : horizon][::-1] - 1
    weight = np.full(rows, float(horizon) if epsilon == 0 else 2.0)
    if epsilon > 0 and horizon % 2:
        weight[-1] = 1.0
    return 1 / precision, weight


def _certificate(plan: _Plan, pad: float, epsilon: float, horizons: Ints) -> Floats:
    """The right side of the inequality above, halved, at each horizon; K is `pad` times the plan."""
    endless, loads = pad == np.inf, plan.loads.T
    shares = np.array([1.0] if endless else [1.0, pad, 1 + pad])  # L, K and K + L as multiples of L
    designs = shares[:, None] * plan.strength
    before = _precisions(designs, epsilon, int(horizons[-1]))
    A = np.log1p(designs / before).sum(axis=2).cumsum(axis=0)
    constant = A[:, 0] if endless else A[:, 0] + A[:, 1] - A[:, 2]
    values = np.empty(len(horizons))
    for k, h in enumerate(horizons):
        S, weight = _smoothed(designs, before, int(h), epsilon)
        D = S[:, 0] if endless else S[:, 0] - S[:, 2]
        score = product(D, loads)
        if not endless:
            score += np.log1p(product(S[:, 1], loads))
        values[k] = constant[h - 1] + weight @ (score.max(axis=1) - D @ plan.strength)
    return values / 2
