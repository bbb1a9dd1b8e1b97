"""The ledger as a table for the terminal, as Markdown and as JSON."""

from __future__ import annotations

import json
import math
import textwrap
from collections import Counter
from collections.abc import Sequence
from typing import Any

from pegp_lite.claims.entries import Entry, worded
from pegp_lite.claims.verdicts import FAILS, HOLDS, UNTOLD, Finding, Part, Verdict
from pegp_lite.study.results.versions import versions

CAVEAT = (
    "Claims 6 to 11 rest on one test day: their intervals speak of noise and ties on that day, not of other days. The "
    "paper does not give the noise, the filling of silent bins, nor how epsilon was fitted; ours were picked among "
    "about 180 combinations with the reading notes' numbers in view, and verdicts change with them: the variants "
    "show how often. The map of claims 1 to 5 is of planes through two corners of the toy's settings, thirty "
    "seeds each: a share of it is not a probability."
)


def as_table(entries: Sequence[Entry], width: int = 100) -> str:
    """The ledger's `entries` for a terminal of so many columns, its `width`.

    >>> from pegp_lite.claims import CLAIMS, Entry, Finding, Part, as_table
    >>> part = Part("PE-GP-UCB minus random", -3.21, -4.0, -2.4, "holds")
    >>> entry = Entry(Finding(CLAIMS[0], "toy", 30, (part,)))
    >>> "-> HOLDS WITH 30 SEEDS" in as_table([entry], width=80)
    True
    """
    blocks = []
    for entry in entries:
        claim = entry.finding.claim
        mark, about = (claim.key, entry.finding.data) if claim.key.isdigit() else ("*", claim.key)
        head = f"{mark:>3}  {about}: {claim.says}"
        lines = textwrap.wrap(head, width, subsequent_indent=" " * 5)
        lines.append(f"     -> {entry.judged().upper()}")
        for label, text in _details(entry):
            lines += textwrap.wrap(f"{label}: {text}", width, initial_indent=" " * 5, subsequent_indent=" " * 8)
        blocks.append("\n".join(lines))
    return "\n\n".join([*blocks, *(textwrap.fill(text, width) for text in (_tally(entries), CAVEAT))]) + "\n"


def as_markdown(entries: Sequence[Entry]) -> str:
    """The ledger's `entries` as a Markdown table.

    >>> from pegp_lite.claims import CLAIMS, Entry, Finding, Part, as_markdown
    >>> part = Part("PE-GP-UCB minus random", -3.21, -4.0, -2.4, "holds")
    >>> entry = Entry(Finding(CLAIMS[0], "toy", 30, (part,)))
    >>> as_markdown([entry]).splitlines()[0]
    '| claim | on | what it says | test | our number | verdict |'
    """
    rows = ["| claim | on | what it says | test | our number | verdict |", "|---|---|---|---|---|---|"]
    for entry in entries:
        claim = entry.finding.claim
        numbers = "<br>".join(f"*{label}*: {text}" for label, text in _details(entry) if label != "test")
        cells = (claim.key, entry.finding.data, claim.says, claim.test, numbers, f"**{entry.judged()}**")
        rows.append("| " + " | ".join(cell.replace("|U|", "\\|U\\|") for cell in cells) + " |")
    return "\n".join([*rows, "", _tally(entries), "", CAVEAT]) + "\n"


def as_json(entries: Sequence[Entry]) -> str:
    """The ledger's `entries` as JSON, with every part and the versions that made it.

    >>> from pegp_lite.claims import CLAIMS, Entry, Finding, Part, as_json
    >>> part = Part("PE-GP-UCB minus random", -3.21, -4.0, -2.4, "holds")
    >>> entry = Entry(Finding(CLAIMS[0], "toy", 30, (part,)))
    >>> '"verdict": "holds"' in as_json([entry])
    True
    """
    found = {"versions": versions(), "caveat": CAVEAT, "claims": [entry_as_dict(entry) for entry in entries]}
    return json.dumps(found, indent=1, ensure_ascii=False) + "\n"


def entry_as_dict(entry: Entry) -> dict[str, Any]:
    """One line of the ledger as plain values."""
    claim, finding = entry.finding.claim, entry.finding
    found = {
        "key": claim.key,
        "says": claim.says,
        "test": claim.test,
        "data": finding.data,
        "seeds": entry.finding.seeds,
        **_finding_as_dict(finding),
    }
    if claim.upper_end:
        found["worded"] = entry.word
    if entry.paper is not None:
        found["paper_view"] = {"seeds": entry.paper.seeds, **_finding_as_dict(entry.paper)}
    if entry.mapped:
        found["on_the_map"] = dict(entry.mapped)
    if entry.variants:
        found["variants"] = dict(entry.variants)
    if entry.recorded:
        found["recorded_from_real_readings"] = entry.recorded
    return found


def _finding_as_dict(finding: Finding) -> dict[str, Any]:
    parts = [
        {
            "what": part.what,
            "mean": _number(part.mean),
            "low": _number(part.low),
            "high": _number(part.high),
            "unit": "" if part.unit == "%" else part.unit,
            "verdict": part.verdict,
        }
        for part in finding.parts
    ]
    return {"verdict": finding.verdict, "note": finding.note, "parts": parts}


def _details(entry: Entry) -> list[tuple[str, str]]:
    found = [("test", entry.finding.claim.test), ("found", _shown(entry.finding))]
    if entry.paper is not None:
        found.append((f"the paper's view, {entry.paper.seeds} seeds", f"{worded(entry.paper)}; {_shown(entry.paper)}"))
    if entry.mapped:
        found.append(("on the map", entry.where()))
    if entry.variants:
        found.append(("other choices", entry.survived()))
    if entry.recorded:
        found.append(("recorded from the real readings", entry.recorded))
    return found


def _shown(finding: Finding) -> str:
    """The parts that decide the verdict, at most four of them, and the note."""
    deciding = [part for part in finding.parts if part.verdict == finding.verdict]
    shown = "; ".join(map(str, _most_telling(deciding)))
    return f"{shown}. {finding.note}" if finding.note else shown


def _most_telling(parts: Sequence[Part]) -> Sequence[Part]:
    return parts if len(parts) <= 4 else sorted(parts, key=lambda part: -abs(part.mean))[:4]


def _tally(entries: Sequence[Entry]) -> str:
    """How many hold."""
    return f"{len(entries)} claims: {_counted([entry.finding.verdict for entry in entries])}."


def _counted(verdicts: Sequence[Verdict]) -> str:
    count = Counter(verdicts)
    words = {HOLDS: "hold", FAILS: "do not hold", UNTOLD: "cannot be told"}
    return ", ".join(f"{count[verdict]} {word}" for verdict, word in words.items() if count[verdict])


def _number(value: float) -> float | None:
    """A number JSON knows: an unknown end of an interval is null."""
    return float(f"{value:.6g}") if math.isfinite(value) else None
