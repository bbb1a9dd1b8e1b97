"""Matrix products that give the same bits, and take the same time, however many threads BLAS has."""

from __future__ import annotations

import numpy as np

from pegp_lite.checks import Floats

ONE_THREAD = 2**18  # multiply-adds of a matrix product up to which OpenBLAS stays on one thread
ONE_THREAD_VECTOR = 9216  # the same for a matrix times a vector


def product(left: Floats, right: Floats, out: Floats | None = None) -> Floats:
    """left @ right for (..., m, k) and (..., k, n), in slices small enough that BLAS stays on one thread.

    Threads split a product differently and so round it differently; and waking them for the thin products of
    this package costs more than the work (a hundred times more on a busy machine). What cannot be sliced
    thinly enough, and single rows, which BLAS hands to another routine, are summed by einsum.
    """
    m, k, n = *left.shape[-2:], right.shape[-1]
    rows = ONE_THREAD // max(1, k * n)
    if m == 1 or rows < 2:
        return np.einsum("...mk,...kn->...mn", left, right, out=out)
    if m <= rows:
        return np.matmul(left, right, out=out)
    if out is None:
        out = np.empty((*np.broadcast_shapes(left.shape[:-2], right.shape[:-2]), m, n))
    for start in range(0, m, rows):
        part = np.s_[..., start : start + rows, :]
        product(left[part], right, out[part])
    return out


def vector_product(matrices: Floats, vectors: Floats) -> Floats:
    """matrices @ vectors for stacks of (..., m, k) and (..., k), on one thread as `product`."""
    if matrices.shape[-2] * matrices.shape[-1] < ONE_THREAD_VECTOR:
        return (matrices @ vectors[..., None])[..., 0]
    return np.einsum("...mk,...k->...m", matrices, vectors)


def row_product(vectors: Floats, matrices: Floats) -> Floats:
    """vectors @ matrices for stacks of (..., k) and (..., k, n), on one thread as `product`."""
    if matrices.shape[-2] * matrices.shape[-1] < ONE_THREAD_VECTOR:
        return (vectors[..., None, :] @ matrices)[..., 0, :]
    return np.einsum("...k,...kn->...n", vectors, matrices)
