"""`pegp data`: fetch the lab's readings, write an example, or say what was understood of a file."""

from __future__ import annotations

import sys
from argparse import Namespace
from dataclasses import replace
from pathlib import Path

from pegp_lite.cli.csv_options import NAMES, add_csv_options, csv_options
from pegp_lite.cli.helping import Commands, command
from pegp_lite.cli.progress import Progress
from pegp_lite.problems.sensors.examples import EXAMPLE, example_csv
from pegp_lite.problems.sensors.reading import read_table
from pegp_lite.problems.sensors.sources import download_intel
from pegp_lite.writing import write_atomically

ABOUT = """\
Get readings to play with, or look at your own before you play.

`data intel` fetches the Intel lab's readings (34 MB, once) from their original address, where `run intel` finds them.
`data example` writes a small simulated table here. `data FILE.csv` plays nothing: it says what was understood of
your file (time, sensors, unit, gaps, what was left out and why), and takes the options that correct it.
"""
EXAMPLES = """\
  pegp data intel                                      the lab's readings, into the user's cache
  pegp data example                                    simulated_office.csv, to try things on
  pegp data meters.csv                                 what was understood of a file of yours
  pegp data meters.csv --sep ";" --decimal , --ignore "TOTAL,row_id"
"""


def add_data(commands: Commands) -> None:
    """The command `data`."""
    parser = command(commands, "data", data, "fetch readings, or look at your own", ABOUT, EXAMPLES)
    parser.add_argument("which", metavar="intel | example | FILE.csv", help="which readings")
    parser.add_argument("--to", metavar="FILE", help="where to put them (intel: the user's cache, where run looks)")
    parser.add_argument("--quiet", action="store_true", help="no progress")
    add_csv_options(parser)


def data(options: Namespace) -> int:
    """Fetch, write or look."""
    if options.which not in ("intel", "example"):
        return _look(options)
    for name in NAMES:
        if getattr(options, name) is not None:
            raise ValueError(
                f"--{name.replace('_', '-')} is about a file of yours, and data {options.which} reads none"
            )
    return _fetch(options) if options.which == "intel" else _example(options)


def _look(options: Namespace) -> int:
    path = Path(options.which)
    if not path.is_file():
        raise ValueError(f'"{options.which}" is neither intel nor example, and there is no such file')
    if options.to is not None:
        raise ValueError("--to is for what is fetched or written; a file of yours is only looked at")
    found = read_table(path, replace(csv_options(options), min_days=1))  # one day can be looked at, if not played
    for sentence in found.sentences():
        print(sentence)
    days = found.table.days
    print(f"Days: {len(days)}, {days[0]} to {days[-1]}, in steps of {found.table.bin_minutes} min.")
    if len(days) < 2:
        print("To play it, one day more is needed: one to learn from and one to play on.")
    return 0


def _example(options: Namespace) -> int:
    path = Path(EXAMPLE if options.to is None else options.to)
    if path.exists():
        raise ValueError(f"{path} exists and is left alone; name another place with --to")
    write_atomically(path, example_csv().encode())
    print(f"A simulated office is in {path}; now: pegp run {path}")
    return 0


def _fetch(options: Namespace) -> int:
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
