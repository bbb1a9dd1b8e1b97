"""`pegp claims`: every claim of the paper, put to its test."""

from __future__ import annotations

import shutil
import sys
from argparse import Namespace
from datetime import date
from pathlib import Path

from pegp_lite.cli.helping import Commands, command
from pegp_lite.cli.progress import Progress
from pegp_lite.writing import write_atomically

ABOUT = """\
Play the games behind every claim of the paper, and say for each the test, the number and the verdict.

One look with 300 seeds decides; the paper's 30 are shown beside it, and for claims 1 to 5 the share of the map in which
they hold. What was changed in the tests since they were written down is confessed in pegp_lite.claims.statements.
"""
EXAMPLES = """\
  pegp claims --quick                                  the short version
  pegp claims --format markdown --out claims.md        for a report
  pegp claims --data lab/data.txt.gz                   on the lab's own readings
"""


def add_claims(commands: Commands) -> None:
    """The command `claims`."""
    add = command(commands, "claims", claims, "test every claim of the paper", ABOUT, EXAMPLES).add_argument
    add("--format", choices=["table", "markdown", "json"], default="table")
    add("--seeds", type=int, default=300, help="that decide, in one look (300); the paper's 30 are shown beside them")
    add("--seed", type=int, default=0, help="same seed, same numbers (0)")
    add("--data", metavar="FILE", help="the lab's readings (else found, else the synthetic office)")
    add("--out", metavar="FILE", help="write there and not to the terminal")
    add("--quick", action="store_true", help="leave out the variants of the Intel game")
    add("--quiet", action="store_true", help="no progress")
    add(
        "--refresh-outcome",
        action="store_true",
        help="for makers: play the real readings and write the outcome's record to --out",
    )


def claims(options: Namespace) -> int:
    """Put every claim of the paper to its test."""
    from pegp_lite.claims import as_json, as_markdown, as_table, claims_ledger
    from pegp_lite.problems.sensors.sources import office_table

    if options.refresh_outcome and options.out is None:
        raise ValueError("--refresh-outcome wants to be told where to write: give --out FILE")
    table = office_table(options.data)
    progress = Progress(quiet=options.quiet)
    if options.refresh_outcome:
        return _refresh(options, progress)
    entries = claims_ledger(options.seeds, options.seed, table, progress.note, not options.quick)
    progress.close()
    columns = min(shutil.get_terminal_size((100, 24)).columns, 120)
    text = {
        "table": lambda: as_table(entries, columns),
        "markdown": lambda: as_markdown(entries),
        "json": lambda: as_json(entries),
    }[options.format]()
    if options.out is None:
        print(text, end="")
    else:
        write_atomically(Path(options.out), text.encode())
        print(f"The ledger is in {options.out}", file=sys.stderr)
    return 0


def _refresh(options: Namespace, progress: Progress) -> int:
    """Play claims 6 to 11 on the real readings and write the outcome that the package carries."""
    from pegp_lite.claims.ledger import intel_entries, intel_jobs, look, play_intel
    from pegp_lite.claims.outcome import outcome_of, write_outcome
    from pegp_lite.problems import intel
    from pegp_lite.problems.sensors.sources import office_table
    from pegp_lite.study.cores import on_all_cores

    table = office_table(options.data)
    game = intel(table)
    if game.synthetic:
        raise ValueError("the outcome on record must come from real readings, and none were found: give --data")
    jobs = intel_jobs(options.seeds, options.seed, table)
    entries = intel_entries(on_all_cores(look, jobs, [job.words for job in jobs], progress.note), table)
    played = play_intel(game, options.seeds, options.seed)
    progress.close()
    path = write_outcome(outcome_of(game, played, entries, date.today().isoformat()), options.out)
    print(f"The outcome is in {path}")
    return 0
