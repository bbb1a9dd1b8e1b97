"""A thin square root of a covariance, K = Phi Phi^T, computed once for all priors that share K."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from weakref import WeakValueDictionary

import numpy as np

from pegp_lite.checks import Floats

FORGIVEN = 1e-6  # share of the largest variance by which rounding upstream (float32, CSV) may break K >= 0


@dataclass(frozen=True, eq=False)
class Factor:
    """Features of the points: `features` (N, r) with K = features @ features.T, and `variance` (N,) = diag K."""

    features: Floats
    variance: Floats


_known: WeakValueDictionary[bytes, Factor] = WeakValueDictionary()


def factorise(covariance: Floats) -> Factor:
    """The covariance's factor, shared between equal matrices; ValueError if K is not positive semi-definite."""
    key = hashlib.blake2b(covariance.tobytes(), digest_size=16).digest()
    factor = _known.get(key)
    if factor is None:
        factor = Factor(_features(covariance), np.diag(covariance).copy())
        factor = _known.setdefault(key, factor)
    return factor


def _features(covariance: Floats) -> Floats:
    scale = np.diag(covariance).max(initial=0.0)
    for tolerance in (len(covariance) * np.finfo(float).eps, FORGIVEN):
        features = _pivoted_cholesky(covariance, tolerance * scale)
        if features is not None and np.abs(covariance - features @ features.T).max() <= 2 * FORGIVEN * scale:
            return features
    smallest = np.linalg.eigvalsh(covariance)[0]
    raise ValueError(f"must be positive semi-definite, got a smallest eigenvalue of {smallest:.3g}")


def _pivoted_cholesky(covariance: Floats, tolerance: float) -> Floats | None:
    """Columns of a Cholesky factor (N, r), largest remaining variance first, until the rest is below `tolerance`.

    Chosen over an eigen-decomposition because its cost follows the rank (nine steps for the toy's 361 points)
    and because its sums run in one order whatever the number of BLAS threads: einsum, not a BLAS call.
    """
    remaining = np.diag(covariance).copy()
    rows = np.zeros((16, len(covariance)))
    rank = 0
    while rank < len(covariance):
        pivot = int(np.argmax(remaining))
        if remaining[pivot] <= tolerance:
            break
        if rank == len(rows):
            rows = np.concatenate([rows, np.zeros_like(rows)])
        rest = covariance[pivot] - np.einsum("rn,r->n", rows[:rank], rows[:rank, pivot])
        rows[rank] = rest / np.sqrt(remaining[pivot])
        remaining -= rows[rank] ** 2
        remaining[pivot] = 0.0
        rank += 1
    if remaining.min(initial=0.0) < -FORGIVEN * np.diag(covariance).max():
        return None
    return np.ascontiguousarray(rows[:rank].T)
