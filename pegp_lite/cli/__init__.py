"""The command line: `python -m pegp_lite run|show|claims|data`."""

from __future__ import annotations

import argparse
import os
import sys
import warnings
from collections.abc import Sequence
from typing import Any

from pegp_lite import __version__
from pegp_lite.cli import commands
from pegp_lite.problems.sensors.download import DownloadError

ABOUT = """\
Play Gaussian-process bandits whose prior is unknown: PE-GP-UCB and its rivals, on the same luck.

  python -m pegp_lite run toy                          the paper's toy: eleven priors over ten hills
  python -m pegp_lite run intel --out results/lab      the Intel lab, with tables and figures
  python -m pegp_lite run readings.csv                 your own sensors: a time column, one column a sensor
  python -m pegp_lite claims                           every claim of the paper, tested
  python -m pegp_lite data intel                       fetch the lab's readings (34 MB, once)
"""
RUN = """\
Play a game and print where each policy ended, with paired 95% intervals.

With --out the run is kept: records, CSV, JSON and figures. A run that was stopped goes on with the same command, and
one asked for more seeds or policies plays only those it lacks.
"""
RUN_EXAMPLES = """\
examples:
  run toy --seeds 100                                  more seeds, narrower intervals
  run toy --tall 2 --l 0.25                            where fully Bayesian wins
  run toy --epsilon 0.05 --policies pe,known,random    a toy that really moves
  run intel --test-day 2004-03-12 --out results/12     another day of the lab
  run readings.csv --bin-minutes 30 --test-day 2024-06-01 --unit C
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; 0 when done, 2 when something given cannot be used, 130 when stopped."""
    options = parser().parse_args(arguments)
    with warnings.catch_warnings():
        warnings.simplefilter("default")
        warnings.showwarning = _say
        try:
            return int(options.command(options))
        except (ValueError, DownloadError) as error:
            print(f"pegp_lite: {error}", file=sys.stderr)
        except BrokenPipeError:  # the reader of our output has seen enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 0
        except OSError as error:
            print(f"pegp_lite: {error.strerror or error}: {error.filename or ''}".rstrip(": "), file=sys.stderr)
        except KeyboardInterrupt:
            print("Stopped.", file=sys.stderr)
            return 130
    return 2


def parser() -> argparse.ArgumentParser:
    """The parser of all commands."""
    top = _parser(argparse.ArgumentParser, prog="python -m pegp_lite", description=ABOUT)
    top.add_argument("--version", action="version", version=f"pegp_lite {__version__}")
    found = top.add_subparsers(title="commands", required=True, metavar="run | show | claims | data")
    _add_run(_parser(found.add_parser, "run", help="play a game", description=RUN, epilog=RUN_EXAMPLES))
    show = _parser(found.add_parser, "show", help="print and redraw a saved run, without playing")
    show.add_argument("folder", help="the --out of an earlier run")
    show.set_defaults(command=commands.show)
    _add_claims(_parser(found.add_parser, "claims", help="test every claim of the paper"))
    data = _parser(found.add_parser, "data", help="fetch readings")
    data.add_argument("which", choices=["intel"], help="the Intel lab's readings, from their original address")
    data.add_argument(
        "--to", metavar="FILE", help="where to put them (default: the user's cache, where run finds them)"
    )
    data.add_argument("--quiet", action="store_true", help="no progress")
    data.set_defaults(command=commands.data)
    return top


def _add_run(run: argparse.ArgumentParser) -> None:
    run.add_argument("game", metavar="toy | intel | FILE.csv", help="which game to play")
    run.add_argument("--seeds", type=int, default=30, help="how many games, each with its own luck (30)")
    run.add_argument("--steps", type=int, help="how many steps (toy: 100; sensors: the whole day)")
    run.add_argument("--policies", metavar="pe,mle,...", help="of pe, mle, bayes, rb, rb-upper, known, random (all)")
    run.add_argument("--delta", type=float, default=0.1, help="the failure probability of the theory (0.1)")
    run.add_argument("--seed", type=int, default=0, help="fixes all luck: same seed, same numbers (0)")
    run.add_argument("--out", metavar="FOLDER", help="keep the run here, with tables and figures")
    run.add_argument(
        "--noise", type=float, help="the noise's standard deviation (toy 0.01; sensors 0.1 of a deviation)"
    )
    run.add_argument("--epsilon", type=float, help="the forgetting rate (toy 0; sensors: fitted to each day)")
    run.add_argument("--quiet", action="store_true", help="no progress")
    toy = run.add_argument_group("the toy")
    toy.add_argument("--true-prior", type=int, metavar="N", help="which prior is true, 0 to the number of hills (2)")
    toy.add_argument("--hills", type=int, help="how many hills (10)")
    toy.add_argument("--tall", type=float, help="height of the tall hill, the short ones have 1 (4)")
    toy.add_argument("--width", type=float, help="width of a hill (0.02)")
    toy.add_argument("--l", type=float, help="the kernel's squared length (0.5)")
    toy.add_argument("--points", type=int, help="points on the line (361)")
    toy.add_argument("--mask", choices=["hill", "none", "random", "adversary"], help="what is hidden (hill)")
    toy.add_argument(
        "--mask-width", type=float, metavar="W", help="hidden to either side; 2 W of the line in all (0.05)"
    )
    sensors = run.add_argument_group("sensors")
    sensors.add_argument("--data", metavar="FILE", help="the lab's readings, for intel (else found, else synthetic)")
    sensors.add_argument("--test-day", metavar="YYYY-MM-DD", help="the day to play (intel 2004-03-14; else the last)")
    sensors.add_argument("--training-days", type=_days, metavar="DAY,DAY,...", help="the days that make the priors")
    sensors.add_argument("--bin-minutes", type=int, metavar="M", help="length of a step (10)")
    sensors.add_argument("--min-coverage", type=float, metavar="SHARE", help="of its bins a sensor must have (0.7)")
    sensors.add_argument("--only-measured", action="store_true", help="close a sensor where it was not read")
    sensors.add_argument("--unit", help="the readings' unit, for words only (C)")
    run.set_defaults(command=commands.run)


def _add_claims(claims: argparse.ArgumentParser) -> None:
    claims.add_argument("--format", choices=["table", "markdown", "json"], default="table")
    claims.add_argument(
        "--seeds", type=int, default=30, help="as in the paper (30); ten times as many where they cannot tell"
    )
    claims.add_argument("--seed", type=int, default=0, help="same seed, same numbers (0)")
    claims.add_argument("--data", metavar="FILE", help="the lab's readings (else found, else the synthetic office)")
    claims.add_argument("--out", metavar="FILE", help="write there and not to the terminal")
    claims.add_argument("--quick", action="store_true", help="leave out the variants of the Intel game")
    claims.add_argument("--quiet", action="store_true", help="no progress")
    claims.add_argument(
        "--refresh-outcome",
        action="store_true",
        help="for makers: play the real readings and write the outcome's record to --out",
    )
    claims.set_defaults(command=commands.claims)


def _parser(make: Any, *names: str, **settings: Any) -> argparse.ArgumentParser:
    found: argparse.ArgumentParser = make(*names, formatter_class=argparse.RawDescriptionHelpFormatter, **settings)
    return found


def _days(text: str) -> list[str]:
    return [day.strip() for day in text.split(",") if day.strip()]


def _say(message: Any, *_: Any, **__: Any) -> None:
    """A warning as a plain sentence."""
    print(f"note: {message}", file=sys.stderr)
