"""`pegp run` and `pegp show`: play a game, print the outcome and keep it."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

from pegp_lite.cli.csv_options import add_csv_options
from pegp_lite.cli.games import SHORT, build, chosen_policies
from pegp_lite.cli.helping import Commands, command, listed
from pegp_lite.cli.progress import Progress
from pegp_lite.cli.sweeping import show_sweep
from pegp_lite.problems.sensors.days import MEANS
from pegp_lite.study.compare import Comparison, compare
from pegp_lite.study.results import load
from pegp_lite.study.results import run as run_into
from pegp_lite.study.results.exports import as_text, write_tables

ABOUT = """\
Play a game and print where each policy ended, with paired 95% intervals, and what the theory does not cover.

FILE.csv is a table of your own: a time column and one column a sensor, or one row a reading. One day is played, and
each earlier day is an expert. How the file is written is recognised and told; the options below correct it.

With --out the run is kept: records, CSV (regret, priors, seeds, and queries: who was asked when), JSON and figures. A
run that was stopped goes on with the same command, and one asked for more seeds or policies plays only those it lacks.
"""
EXAMPLES = """\
  pegp run toy --seeds 100                             more seeds, narrower intervals
  pegp run toy --tall 2 --l 0.25                       where fully Bayesian wins
  pegp run toy --epsilon 0.05 --policies pe,known,random    a toy that really moves
  pegp run intel --test-day 2004-03-12 --out results/12     another day of the lab
  pegp run readings.csv --bin-minutes 30 --test-day 2024-06-01 --unit C
  pegp run meters.csv --sep ";" --decimal , --time-format dmy --ignore "TOTAL,row_id" --mean hour
  pegp run log.csv --long sensor,value --sensors "roof*,hall" --out results/log
"""


def add_run(commands: Commands) -> None:
    """The command `run`."""
    run_ = command(commands, "run", run, "play a game: the toy, the lab, or a table of your own", ABOUT, EXAMPLES)
    add = run_.add_argument
    add("game", metavar="toy | intel | FILE.csv", help="which game to play")
    add("--seeds", type=int, default=30, help="how many games, each with its own luck (30)")
    add("--steps", type=int, help="how many steps (toy: 100; sensors: the whole day)")
    add("--policies", metavar="pe,mle,...", help=f"of {', '.join(SHORT)} (all that can play)")
    add("--delta", type=float, default=0.1, help="the failure probability of the theory (0.1)")
    add("--seed", type=int, default=0, help="fixes all luck: same seed, same numbers (0)")
    add("--out", metavar="FOLDER", help="keep the run here, with tables and figures")
    add("--noise", type=float, help="the noise's standard deviation (toy 0.01; sensors 0.1 of a deviation)")
    add("--epsilon", type=float, help="the forgetting rate (toy 0; sensors: fitted to each day)")
    add("--quiet", action="store_true", help="no progress")
    add = run_.add_argument_group("the toy").add_argument
    add("--true-prior", type=int, metavar="N", help="which prior is true, 0 to the number of hills (2)")
    add("--hills", type=int, help="how many hills (10)")
    add("--tall", type=float, help="height of the tall hill, the short ones have 1 (4)")
    add("--width", type=float, help="width of a hill (0.02)")
    add("--l", type=float, help="the kernel's squared length (0.5)")
    add("--points", type=int, help="points on the line (361)")
    add("--mask", choices=["hill", "none", "random", "adversary"], help="what is hidden (hill)")
    add("--mask-width", type=float, metavar="W", help="hidden to either side; 2 W of the line in all (0.05)")
    add = run_.add_argument_group("sensors").add_argument
    add("--data", metavar="FILE", help="the lab's readings, for intel (else found, else synthetic)")
    add("--test-day", metavar="YYYY-MM-DD", help="the day to play (intel 2004-03-14; else the last)")
    add("--training-days", type=listed, metavar="DAY,DAY,...", help="the days that make the priors (all before)")
    add("--mean", choices=MEANS, help="what priors expect of a sensor: zero as in the paper (default), its mean of "
        "that day, or its usual course through the hours")  # fmt: skip
    add("--min-coverage", type=float, metavar="SHARE", help="of its bins a sensor must have (0.7)")
    add("--only-measured", action="store_true", help="close a sensor where it was not read")
    add_csv_options(run_)


def add_show(commands: Commands) -> None:
    """The command `show`."""
    about = "Print a saved run and write its tables and figures again, without playing; of a sweep, print its table."
    show_ = command(commands, "show", show, "print and redraw a saved run, without playing", about,
                    "  pegp run toy --out results/toy\n  pegp show results/toy\n")  # fmt: skip
    show_.add_argument("folder", help="the --out of an earlier run")


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
    _print(played, built.made_by["not_covered"])
    if options.out is not None:
        _keep(played, Path(options.out))
    return 0


def show(options: Namespace) -> int:
    """Print a saved result and write its tables and figures again, without playing."""
    if (Path(options.folder) / "sweep.nc").is_file():
        return show_sweep(Path(options.folder))
    result = load(options.folder)
    _print(result.comparison, result.settings["made_by"].get("not_covered", ()))
    _keep(result.comparison, Path(options.folder))
    return 0


def _print(played: Comparison, not_covered: Iterable[str]) -> None:
    print(as_text(played), end="")
    for number, sentence in enumerate(not_covered):
        print("" if number else "\nWhat the theorem does not cover here:\n", end="")
        print(f"- {sentence}")


def _keep(played: Comparison, folder: Path) -> None:
    settings = dict(load(folder).settings)
    written = [*write_tables(played, folder, settings), *_figures(played, folder)]
    if not any(path.suffix == ".png" for path in written):
        print("No figures: matplotlib is not installed (pip install 'pegp_lite[plot]').", file=sys.stderr)
    print(f"{len(written)} files in {folder}: {', '.join(path.name for path in written)}", file=sys.stderr)


def _figures(played: Comparison, folder: Path) -> list[Path]:
    if find_spec("matplotlib") is None:
        return []
    from pegp_lite.figures.pictures import write_figures

    return write_figures(played, folder)
