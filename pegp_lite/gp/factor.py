"""A thin square root of a covariance, K = Phi Phi^T, computed once for all priors that share K."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from weakref import WeakValueDictionary

import numpy as np

from pegp_lite.checks import Floats
from pegp_lite.gp.kernels import Kernel

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


def factorise_kernel(kernel: Kernel, most: int) -> Factor | None:
    """The kernel's factor, from its columns alone; None where it would take more than `most` features.

    ValueError if K is not positive semi-definite, as far as these columns show.
    """
    variance, negative = kernel.variance, f"{kernel!r} shows a negative variance"
    tolerance = len(kernel) * np.finfo(float).eps * variance.max()
    rows, remaining = pivoted_cholesky(lambda i: kernel.columns(np.array([i]))[0], variance, tolerance, most)
    if remaining.min() < -FORGIVEN * variance.max():
        raise ValueError(f"must be positive semi-definite, but {negative} of {remaining.min():.3g}")
    return None if remaining.max() > tolerance else Factor(np.ascontiguousarray(rows.T), variance)


def pivoted_cholesky(
    column: Callable[[int], Floats], diagonal: Floats, tolerance: float, most: int | None = None
) -> tuple[Floats, Floats]:
    """Columns of a Cholesky factor as rows (r, N), largest remaining variance first, and the variance that remains.

    `column(i)`: the matrix's i-th, (N,). It goes on until the rest is below `tolerance`, or `most` are found.
    Chosen over an eigen-decomposition because its cost follows the rank (nine steps for the toy's 361 points)
    and because its sums run in one order whatever the number of BLAS threads: einsum, not a BLAS call.
    """
    remaining = diagonal.copy()
    most = len(remaining) if most is None else min(most, len(remaining))
    rows = np.zeros((min(16, most), len(remaining)))
    rank = 0
    while rank < most:
        pivot = int(np.argmax(remaining))
        if remaining[pivot] <= tolerance:
            break
        if rank == len(rows):
            rows = np.concatenate([rows, np.zeros((min(rank, most - rank), len(remaining)))])
        rest = column(pivot) - np.einsum("rn,r->n", rows[:rank], rows[:rank, pivot])
        rows[rank] = rest / np.sqrt(remaining[pivot])
        remaining -= rows[rank] ** 2
        remaining[pivot] = 0.0
        rank += 1
    return rows[:rank], remaining


def _features(covariance: Floats) -> Floats:
    scale = np.diag(covariance).max(initial=0.0)
    for tolerance in (len(covariance) * np.finfo(float).eps, FORGIVEN):
        rows, remaining = pivoted_cholesky(covariance.__getitem__, np.diag(covariance), tolerance * scale)
        features = np.ascontiguousarray(rows.T)
        sound = remaining.min(initial=0.0) >= -FORGIVEN * scale
        if sound and np.abs(covariance - features @ features.T).max() <= 2 * FORGIVEN * scale:
            return features
    smallest = np.linalg.eigvalsh(covariance)[0]
    raise ValueError(f"must be positive semi-definite, got a smallest eigenvalue of {smallest:.3g}")
