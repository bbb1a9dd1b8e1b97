"""What the commands do, once their options are read."""

from __future__ import annotations

import shutil
import sys
from argparse import Namespace
from datetime import date
from importlib.util import find_spec
from pathlib import Path

from pegp_lite.cli.options import build, chosen_policies
from pegp_lite.cli.progress import Progress
from pegp_lite.study.compare import Comparison, compare
from pegp_lite.study.results import load
from pegp_lite.study.results import run as run_into
from pegp_lite.study.results.exports import as_text, write_tables
from pegp_lite.writing import write_atomically


def run(options: Namespace) -> int:
    """Play a game, print the outcome and, with --out, keep it."""
    built = build(options)
    policies = chosen_policies(options.policies, options.delta, built.problem)
    for note in built.notes:
        print(note, file=sys.stderr)
    progress = Progress(quiet=options.quiet)
    try:
        if options.out is None:
            played = compare(built.problem, policies, options.seeds, options.seed, progress)
            played = played.presented(*built.presented)
        else:
            played = run_into(
                options.out, built.problem, policies, options.seeds, options.seed,
                made_by=built.made_by, presented=built.presented, progress=progress,
            )  # fmt: skip
    except KeyboardInterrupt:
        progress.close()
        if options.out is not None:
            print(
                f"Stopped. What was finished is in {options.out}; the same command goes on from there.", file=sys.stderr
            )
        return 130
    progress.close()
    print(as_text(played), end="")
    if options.out is not None:
        _keep(played, Path(options.out))
    return 0


def show(options: Namespace) -> int:
    """Print a saved result and write its tables and figures again, without playing."""
    result = load(options.folder)
    print(as_text(result.comparison), end="")
    _keep(result.comparison, Path(options.folder))
    return 0


def data(options: Namespace) -> int:
    """Fetch the lab's readings."""
    from pegp_lite.problems.sensors.sources import download_intel

    progress = Progress(quiet=options.quiet)
    try:
        path = download_intel(options.to, progress=progress)
    except KeyboardInterrupt:
        progress.close()
        print("Stopped. What arrived is kept; the same command goes on from there.", file=sys.stderr)
        return 130
    finally:
        progress.close()
    print(f"The readings are in {path}")
    return 0


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
    from pegp_lite.claims.ledger import intel_entries, play_intel
    from pegp_lite.claims.outcome import outcome_of, write_outcome
    from pegp_lite.problems import intel
    from pegp_lite.problems.sensors.sources import office_table

    table = office_table(options.data)
    game = intel(table)
    if game.synthetic:
        raise ValueError("the outcome on record must come from real readings, and none were found: give --data")
    entries = intel_entries(options.seeds, options.seed, table, progress.note)
    played = play_intel(game, options.seeds, options.seed)
    progress.close()
    path = write_outcome(outcome_of(game, played, entries, date.today().isoformat()), options.out)
    print(f"The outcome is in {path}")
    return 0


def _keep(played: Comparison, folder: Path) -> None:
    settings = dict(load(folder).settings)
    written = [*write_tables(played, folder, settings), *_figures(played, folder)]
    if not any(path.suffix == ".png" for path in written):
        print("No figures: matplotlib is not installed.", file=sys.stderr)
    print(f"{len(written)} files in {folder}: {', '.join(path.name for path in written)}", file=sys.stderr)


def _figures(played: Comparison, folder: Path) -> list[Path]:
    if find_spec("matplotlib") is None:
        return []
    from pegp_lite.figures.pictures import write_figures

    return write_figures(played, folder)
