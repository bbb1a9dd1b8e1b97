"""The claims ledger: every claim of the paper with its test, our number and a verdict."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from pegp_lite.claims.atlas import the_map
from pegp_lite.claims.entries import Entry
from pegp_lite.claims.intel_claims import VARIANTS, intel_findings
from pegp_lite.claims.outcome import real_outcome
from pegp_lite.claims.statements import CLAIMS
from pegp_lite.claims.theory_claims import theory_finding
from pegp_lite.claims.toy_claims import toy_findings
from pegp_lite.claims.verdicts import Finding
from pegp_lite.problems import SensorGame, SensorTable, intel, toy
from pegp_lite.problems.sensors.sources import office_table
from pegp_lite.study.compare import Comparison, compare
from pegp_lite.study.cores import on_all_cores

Note = Callable[[str], None]
SEEDS = 300  # that decide, in one look
PAPER = 30  # seeds of the paper: shown, but they decide nothing
THEORY = tuple(claim.key for claim in CLAIMS if claim.about == "theory")


@dataclass(frozen=True)
class Look:
    """What deciding and the paper's seeds say; `paper` is empty where no more seeds than the paper's decide."""

    decides: list[Finding]
    paper: list[Finding] = field(default_factory=list)

    def entry(self, n: int, **more: Any) -> Entry:
        """A line of the ledger from the n-th claim of this look."""
        return Entry(self.decides[n], self.paper[n] if self.paper else None, **more)


@dataclass(frozen=True, eq=False)
class Job:
    """One game to be played and judged, by any process; of the theory those of all `keys`, since some share games."""

    what: Literal["toy", "intel", "theory"]
    words: str
    seeds: int
    seed: int
    keys: tuple[str, ...] = ()
    table: SensorTable | None = None
    choices: Mapping[str, Any] = field(default_factory=dict)


def claims_ledger(
    seeds: int = SEEDS,
    seed: int = 0,
    table: SensorTable | None = None,
    note: Note | None = None,
    sensitivity: bool = True,
    workers: int | None = None,
) -> list[Entry]:
    """Verdicts on all claims, in the paper's order.

    So many `seeds` decide; `seed` fixes their luck. `table`: readings for claims 6 to 11; None takes the real ones
    where this computer has them, else the synthetic office. `note` is told what has been played. `sensitivity`: play
    claims 6 to 11 under other choices, too. `workers`: processes to play in; None takes all cores.

    >>> from pegp_lite.claims import claims_ledger
    >>> ledger = claims_ledger(seeds=3, sensitivity=False, workers=1)
    >>> [entry.key for entry in ledger][-6:]
    ['preserved', 'bound', 'last rejection', 'price', 'growth', 'output scale']
    """
    office = office_table() if table is None else table
    proven = Job("theory", f"theory, {len(THEORY)} claims", seeds, seed, THEORY)
    # The longest first: then no core waits long for another at the end.
    jobs = [proven, *intel_jobs(seeds, seed, office, sensitivity), Job("toy", f"toy, {seeds} seeds", seeds, seed)]
    theory, *lab, toys = on_all_cores(look, jobs, [job.words for job in jobs], note, workers)
    rest = [theory.entry(n) for n in range(len(theory.decides))]
    return [*toy_entries(toys), *intel_entries(lab, office), *rest]


def look(job: Job) -> Look:
    """Play a job and judge it."""
    if job.what == "theory":
        return Look([theory_finding(key, job.seeds, job.seed) for key in job.keys])
    if job.what == "toy":
        problem = toy(seeds=job.seeds, seed=job.seed)
        played = compare(problem, seeds=job.seeds, seed=job.seed)
        return _both(played, lambda: compare(problem, seeds=PAPER, seed=job.seed, already=played), toy_findings)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that a variant steps out of what the theory covers is what it is for
        game = intel(job.table, **job.choices)
    played = play_intel(game, job.seeds, job.seed)
    return _both(
        played, lambda: play_intel(game, PAPER, job.seed, played), lambda each: intel_findings(each, game.synthetic)
    )


def toy_entries(found: Look) -> list[Entry]:
    """Claims 1 to 5, with the share of the map in which each holds."""
    keys = [finding.claim.key for finding in found.decides]
    return [found.entry(n, mapped=the_map().tally(key)) for n, key in enumerate(keys)]


def intel_jobs(seeds: int, seed: int, table: SensorTable, sensitivity: bool = True) -> list[Job]:
    """The Intel game as we chose it, and under the other choices."""
    where = "synthetic office" if table.synthetic else "Intel lab"
    others = VARIANTS.items() if sensitivity else ()
    table = replace(table, report=None)  # how it was read is not wanted there, and cannot be sent
    plain = Job("intel", f"{where}, {seeds} seeds", seeds, seed, table=table)
    return [
        plain,
        *(Job("intel", f"{where}, {name}", seeds, seed, table=table, choices=choices) for name, choices in others),
    ]


def intel_entries(found: list[Look], table: SensorTable) -> list[Entry]:
    """Claims 6 to 11 from the looks at `intel_jobs`, in their order."""
    plain, *others = found
    recorded = {each["key"]: _recorded(each) for each in real_outcome()["claims"]} if table.synthetic else {}
    entries = []
    for n, finding in enumerate(plain.decides):
        named = zip(VARIANTS, others, strict=False)
        variants = {name: other.decides[n].verdict for name, other in named}
        entries.append(plain.entry(n, variants=variants, recorded=recorded.get(finding.claim.key, "")))
    return entries


def play_intel(game: SensorGame, seeds: int, seed: int = 0, already: Comparison | None = None) -> Comparison:
    """The five policies that need not be told the true prior, regret read in the table's unit."""
    played = compare(game.problem, seeds=seeds, seed=seed, already=already)
    return played.presented(game.unit_scale, game.table.unit, game.label)


def _both(played: Comparison, first: Callable[[], Comparison], judge: Callable[[Comparison], list[Finding]]) -> Look:
    """The verdicts of all seeds, and those of the paper's number of them where that is fewer."""
    return Look(judge(played), judge(first()) if played.seeds > PAPER else [])


def _recorded(line: Mapping[str, Any]) -> str:
    """The verdict on real readings in words, as the package's record has it."""
    paper = f" ({line['paper_view']['seeds']}: {line['paper_view']['verdict']})" if "paper_view" in line else ""
    return f"{line['verdict']} with {line['seeds']} seeds{paper}"
