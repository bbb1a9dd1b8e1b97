"""Many settings, each a comparison on the same luck: on one core, on all of them, or on a Dask cluster.

    found = sweep(toy, {"tall": [2, 4, 6], "width": [0.01, 0.02], "ties": ["first", "random"]}, seeds=30, out="map")
    found.best()                       who has the lowest mean regret in each cell
    found.versus("PriorElimination", "FullyBayesian")
    found.table(); found.heatmap("tall", "width"); found.save("map.nc")

A script needs no `if __name__ == "__main__":` around it: the processes that play do not run the script again.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from os import PathLike
from typing import Any

from pegp_lite.bandit.policies import Policy
from pegp_lite.problems.problem import Problem
from pegp_lite.study.compare import SEEDS, Progress
from pegp_lite.study.sweep.assembly import assembled
from pegp_lite.study.sweep.cell_files import CellFiles
from pegp_lite.study.sweep.cells import Errand, Measure, Outcome, settings_of
from pegp_lite.study.sweep.crews import crew_for
from pegp_lite.study.sweep.swept import Failure, Heatmap, Swept

__all__ = ["CellsFailed", "Failure", "Heatmap", "Swept", "sweep"]


class CellsFailed(UserWarning):
    """Some cells of a sweep could not be played; the others are there.

    >>> from pegp_lite.study.sweep import CellsFailed
    >>> issubclass(CellsFailed, UserWarning)
    True
    """


def sweep(
    make_problem: Callable[..., Problem],
    settings: Mapping[str, Iterable[Any]] | Iterable[Mapping[str, Any]],
    policies: Sequence[Policy] | Mapping[str, Policy] | None = None,
    seeds: int = SEEDS,
    *,
    seed: int = 0,
    out: str | PathLike[str] | None = None,
    scheduler: Any = None,
    workers: int | None = None,
    measure: Measure | None = None,
    progress: Progress | None = None,
) -> Swept:
    """Play every cell: each combination of `settings` (a mapping from names to lists) or each of a list of settings.

    A setting is a keyword of `make_problem`, of a policy ("rule", "delta"; "RegretBalancing.rule" means that one
    alone) or of the game ("ties"). `policies`, `seeds` and `seed`: as for `compare`; None plays all that can.

    `workers` processes of this machine play (default: as many as cores; 1 stays in this process), or a Dask cluster:
    `scheduler` is its address or a `Client`. The numbers are the same bits in either case. With `out`, a folder, each
    cell is written as it is finished, and the same call later plays only what is missing. `measure(comparison)` may
    add numbers or words of its own, a value a name, or a mapping from policies to numbers. A cell that fails is
    reported in `Swept.failed` and by a warning; it is tried again next time. `progress(done, in all, words)`.

    >>> from pegp_lite.study.sweep import sweep
    >>> from pegp_lite.problems.toy import toy
    >>> found = sweep(toy, {"tall": [2, 4], "points": [61], "T": [20]}, seeds=3, workers=1)
    >>> found.axes, found.data.sizes["cell"]
    (['tall', 'points', 'T'], 2)
    """
    errand = Errand.of(make_problem, policies, seeds, seed, measure)
    cells = settings_of(settings)
    errand.places(cells[0])
    files = None if out is None else CellFiles(out, errand, cells)
    outcomes: list[Outcome | None] = [None if files is None else files.read(each) for each in cells]
    have = [number for number, outcome in enumerate(outcomes) if outcome is not None]
    if files is not None and have:
        files.check(cells[have[0]], outcomes[have[0]] or {})
    todo = [(number, each) for number, each in enumerate(cells) if outcomes[number] is None]
    failed: dict[int, Failure] = {}
    for done in crew_for(scheduler, workers, len(todo))(errand, todo):
        outcomes[done.number] = done.outcome
        if done.outcome is None:
            failed[done.number] = Failure(cells[done.number], done.error)
        elif files is not None:
            files.write(cells[done.number], done.outcome)
        if progress is not None:
            have.append(done.number)
            progress(len(have), len(cells), f"{len(failed)} failed" if failed else "")
    failures = [failed[number] for number in sorted(failed)]
    if failures:
        text = f"{len(failed)} of {len(cells)} cells failed, the first with {failures[0]}"
        warnings.warn(text, CellsFailed, stacklevel=2)
    return assembled(cells, outcomes, failures, errand.described())
