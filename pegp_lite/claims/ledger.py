"""The claims ledger: every claim of the paper with its test, our number and a verdict."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pegp_lite.claims.entries import Entry
from pegp_lite.claims.intel_claims import VARIANTS, intel_findings
from pegp_lite.claims.outcome import real_outcome
from pegp_lite.claims.statements import CLAIMS
from pegp_lite.claims.theory_claims import theory_findings
from pegp_lite.claims.toy_claims import toy_findings
from pegp_lite.claims.verdicts import UNTOLD, Finding
from pegp_lite.problems import SensorGame, SensorTable, intel, toy
from pegp_lite.study.compare import Comparison, compare

Note = Callable[[str], None]
MORE = 10  # where the seeds cannot tell, so many times as many are asked once more
THEORY = tuple(claim.key for claim in CLAIMS if claim.about == "theory")


def claims_ledger(
    seeds: int = 30,
    seed: int = 0,
    table: SensorTable | None = None,
    note: Note | None = None,
    sensitivity: bool = True,
) -> list[Entry]:
    """Verdicts on all claims, in the paper's order.

    `table`: readings for claims 6 to 11; None takes the real ones where this computer has them, else the synthetic
    office. `note` is told what is about to be played.
    """
    tell = note or (lambda _: None)
    entries = toy_entries(seeds, seed, tell)
    entries += intel_entries(seeds, seed, table, tell, sensitivity)
    first = theory_findings(THEORY, seeds, seed, tell)
    unsure = [finding.claim.key for finding in first if finding.verdict == UNTOLD]
    again = {f.claim.key: f for f in theory_findings(unsure, MORE * seeds, seed, tell)}
    return entries + [Entry(finding, again.get(finding.claim.key)) for finding in first]


def toy_entries(seeds: int, seed: int, note: Note) -> list[Entry]:
    """Claims 1 to 5."""
    note(f"toy, {seeds} seeds")
    played = compare(toy(seeds=seeds, seed=seed), seed=seed)
    first, again = toy_findings(played), {}
    if any(finding.verdict == UNTOLD for finding in first):
        note(f"toy, {MORE * seeds} seeds")
        larger = compare(toy(seeds=MORE * seeds, seed=seed), seed=seed, already=played)
        again = _unsure(first, toy_findings(larger))
    return [Entry(finding, again.get(finding.claim.key)) for finding in first]


def intel_entries(
    seeds: int, seed: int, table: SensorTable | None, note: Note, sensitivity: bool = True
) -> list[Entry]:
    """Claims 6 to 11, and how they fare under other choices."""
    game = intel(table)
    where = "synthetic office" if game.synthetic else "Intel lab"
    note(f"{where}, {seeds} seeds")
    played = play_intel(game, seeds, seed)
    first, again = intel_findings(played, game.synthetic), {}
    if any(finding.verdict == UNTOLD for finding in first):
        note(f"{where}, {MORE * seeds} seeds")
        again = _unsure(first, intel_findings(play_intel(game, MORE * seeds, seed, played), game.synthetic))
    variants: dict[str, dict[str, str]] = {finding.claim.key: {} for finding in first}
    for name, choices in VARIANTS.items() if sensitivity else ():
        note(f"{where}, {name}")
        other = intel(table, **choices)
        for finding in intel_findings(play_intel(other, seeds, seed), other.synthetic):
            variants[finding.claim.key][name] = finding.verdict
    recorded = {each["key"]: _recorded(each) for each in real_outcome()["claims"]} if game.synthetic else {}
    keys = [finding.claim.key for finding in first]
    return [
        Entry(finding, again.get(key), variants[key], recorded.get(key, ""))
        for key, finding in zip(keys, first, strict=True)
    ]


def play_intel(game: SensorGame, seeds: int, seed: int = 0, already: Comparison | None = None) -> Comparison:
    """The five policies that need not be told the true prior, regret read in the table's unit."""
    played = compare(game.problem, seeds=seeds, seed=seed, already=already)
    return played.presented(game.unit_scale, game.table.unit, game.label)


def _unsure(first: list[Finding], larger: list[Finding]) -> dict[str, Finding]:
    """The findings with more seeds for those claims that could not be told."""
    return {after.claim.key: after for before, after in zip(first, larger, strict=True) if before.verdict == UNTOLD}


def _recorded(line: Mapping[str, Any]) -> str:
    """The verdict on real readings in words, as the package's record has it."""
    again = f" ({MORE * line['seeds']}: {line['again']['verdict']})" if "again" in line else ""
    return f"{line['verdict']} with {line['seeds']} seeds{again}"
