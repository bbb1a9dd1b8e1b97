"""What the theory costs beside playing, and how tight its bracket of the information gain is."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.engine import SEEDS, Row, fastest, intel_shape, toy_shape
from pegp_lite import Prior, PriorElimination, Problem, play
from pegp_lite.theory import gain, information_gain, proof_ledger, regret_bound


def theory_cost(problem: Problem) -> tuple[float, float]:
    """Seconds for bound and ledger, nothing remembered from the try before, and seconds for one play."""
    playing, record = fastest(lambda: play(problem, PriorElimination(), seeds=SEEDS), 8)

    def bound_and_ledger() -> None:
        gain._known.clear()
        regret_bound(problem, record)
        proof_ledger(problem, record)

    return fastest(bound_and_ledger, 8)[0], playing


def rows() -> Iterator[Row]:
    """All rows of this file."""
    for shape, problem, wanted in (
        ("toy", toy_shape()[0], "; wanted below 10"),
        ("Intel", intel_shape(), ""),
    ):
        theory, playing = theory_cost(problem)
        figures = f"{theory * 1e3:.0f} ms / {playing * 1e3:.0f} ms{wanted}"
        yield f"{shape} shape, bound and proof ledger / one play", f"{theory / playing:.1f} x", figures
    kernel = toy_shape()[0].priors[0].covariance
    for epsilon in (0.0, 0.01, 0.1):
        bracket = information_gain(Prior("toy", kernel[0] * 0, kernel, epsilon), 0.01, 100)
        low, high = bracket.lower[-1], bracket.upper[-1]
        what = f"toy kernel, epsilon {epsilon:g}, gain at T = 100, upper / lower"
        yield what, f"{high / low:.3f}", f"{high:.2f} / {low:.2f} nats; wanted at most 1.1"
