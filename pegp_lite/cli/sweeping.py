"""`pegp sweep`: many settings, each a comparison on the same luck."""

from __future__ import annotations

import sys
from argparse import ArgumentTypeError, Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pegp_lite.cli.games import SHORT, chosen_policies
from pegp_lite.cli.helping import Commands, command, listed
from pegp_lite.cli.progress import Progress
from pegp_lite.problems import toy
from pegp_lite.writing import write_atomically

if TYPE_CHECKING:
    import pandas

    from pegp_lite.study.sweep import Swept

ABOUT = """\
Play every combination of settings, each a comparison on the same luck, and say who is best where.

A setting is one of the toy (tall, width, l, epsilon, noise_std, T, mask, ...), of the policies (delta;
RegretBalancing.rule means that one alone) or of the game (ties). All cores of this machine play, or a Dask cluster.
With --out each cell is kept as it is finished, and the same command later plays only what is missing.
"""
EXAMPLES = """\
  pegp sweep toy --grid tall=2,3,4 --grid width=0.01,0.02 --out results/map
  pegp sweep toy --grid epsilon=0,0.01,0.1 --grid T=50 --policies pe,bayes,random --seeds 10
  pegp sweep toy --grid tall=2,4 --grid ties=first,random --scheduler tcp://10.0.0.5:8786
"""


def add_sweep(commands: Commands) -> None:
    """The command `sweep`."""
    parser = command(commands, "sweep", sweep, "many settings, on all cores or a cluster", ABOUT, EXAMPLES)
    add = parser.add_argument
    add("game", choices=["toy"], help="which game to play")
    add("--grid", action="append", required=True, type=_axis, metavar="NAME=VALUE,...", help="a setting and its values")
    add("--seeds", type=int, default=30, help="how many games a cell (30)")
    add("--seed", type=int, default=0, help="same seed, same numbers (0)")
    add("--policies", metavar="pe,mle,...", help=f"of {', '.join(SHORT)} (all)")
    add("--delta", type=float, default=0.1, help="the failure probability of the theory (0.1)")
    add("--out", metavar="FOLDER", help="keep the cells here, with table.csv and sweep.nc")
    add("--workers", type=int, metavar="N", help="processes of this machine (as many as cores)")
    add("--scheduler", metavar="tcp://HOST:PORT", help="a Dask cluster plays instead")
    add("--quiet", action="store_true", help="no progress")


def sweep(options: Namespace) -> int:
    """Play every cell and print the table; 1 where cells failed."""
    axes = dict(options.grid)
    if len(axes) < len(options.grid):
        raise ValueError("a setting is named twice; give all its values at once: --grid tall=2,3,4")
    if options.scheduler is not None and options.workers is not None:
        raise ValueError(
            "--workers are processes of this machine, and --scheduler lets a cluster play: give one of them"
        )
    play = _sweeps().sweep
    policies = chosen_policies(options.policies, options.delta, toy(T=1, seeds=1))
    progress = Progress(quiet=options.quiet)
    try:
        found = play(
            toy, axes, policies, options.seeds, seed=options.seed, out=options.out,
            scheduler=options.scheduler, workers=options.workers, progress=progress,
        )  # fmt: skip
    except KeyboardInterrupt:
        progress.close()
        kept = f" The cells played are in {options.out}; the same command goes on from there." if options.out else ""
        print(f"Stopped.{kept}", file=sys.stderr)
        return 130
    progress.close()
    table = _printed(found)
    if options.out is not None:
        folder = Path(options.out)
        write_atomically(folder / "table.csv", table.to_csv(index=False).encode())
        found.save(folder / "sweep.nc")
        print(f"{len(table)} cells, table.csv and sweep.nc are in {folder}", file=sys.stderr)
    return 1 if found.failed else 0


def show_sweep(folder: Path) -> int:
    """Print the table of a sweep that was kept, without playing."""
    _printed(_sweeps().Swept.load(folder / "sweep.nc"))
    return 0


def _sweeps() -> Any:
    try:
        from pegp_lite.study import sweep
    except ModuleNotFoundError as error:
        raise ValueError(f"a sweep needs {error.name}, which is not here: pip install 'pegp_lite[sweep]'") from None
    return sweep


def _printed(found: Swept) -> pandas.DataFrame:
    """Its table, a row a cell, after printing it."""
    table = found.table()
    print(table.to_string(index=False, float_format=lambda value: f"{value:.4g}"))
    return table


def _axis(text: str) -> tuple[str, list[Any]]:
    name, equals, values = text.partition("=")
    found = [_value(word) for word in listed(values)]
    if not equals or not name.strip() or not found:
        raise ArgumentTypeError(f"a setting and its values were wanted, as in tall=2,3,4, got {text!r}")
    return name.strip(), found


def _value(word: str) -> Any:
    """A number where it is one, true or false, else the word."""
    for kind in (int, float):
        try:
            return kind(word)
        except ValueError:
            continue
    return {"true": True, "false": False, "none": None}.get(word.lower(), word)
