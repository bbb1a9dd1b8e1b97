"""`pegp campaign`: ask where to measure, measure, tell; everything between two commands is in one file."""

from __future__ import annotations

import math
from argparse import ArgumentParser, ArgumentTypeError

from pegp_lite.cli.campaign_steps import ask, new, skip, status, take_back, tell
from pegp_lite.cli.csv_options import add_csv_options
from pegp_lite.cli.games import SHORT
from pegp_lite.cli.helping import Commands, command, commands_of, listed, parser_of
from pegp_lite.problems.opinions import MEANS
from pegp_lite.problems.sensors.experts import NOISE_STD

ABOUT = """\
A policy at work on a function nobody knows: yours. Ask where to measure, measure there, tell what you saw.

  pegp campaign new greenhouse.json --days past.csv    each past day is an expert
  pegp campaign ask greenhouse.json                    "Step 1: measure at bench 3"
  pegp campaign tell greenhouse.json 21.4              what you saw there
  pegp campaign skip greenhouse.json                   an hour without a measurement
  pegp campaign status greenhouse.json                 who is still believed

The file holds everything, experts included, and is whole after every command, whenever the power goes.
"""
NEW = """\
Begin a campaign in a new FILE, which will hold all of it.

Experts come from --days, a CSV of past readings (each day an expert, sensors are the points, a step is a row's time),
or from --experts, a small TOML or JSON file of points and kernels:

  unit = "kg"
  noise = 0.3                                 deviation of one measurement
  [points]                                    a name and a place; or: grid = [[0, 10, 21]]
  "bench 1" = [0, 0]
  "bench 2" = [0, 4]
  [[experts]]
  name = "Anna"
  kernel = "rbf"                              or "matern", with smoothness = 1.5
  length = 3.0                                points so far apart are still alike
  deviation = 2.0                             how far from the mean a value may well be
  mean = 12.0                                 one number, a list, or by name
  epsilon = 0.02                              how much is forgotten a step
"""
NEW_EXAMPLES = """\
  pegp campaign new greenhouse.json --days past.csv --mean day --noise 0.5
  pegp campaign new benches.json --experts benches.toml
  pegp campaign new meters.json --days meters.csv --sep ";" --decimal , --training-days 2024-06-03,2024-06-04
"""
ASK = """\
Say where to measure at this step. Asked again, it says the same, unless other points are open.
"""
ASK_EXAMPLES = """\
  pegp campaign ask greenhouse.json
  pegp campaign ask greenhouse.json --closed "bench 3,bench 7"    these cannot be reached now
  pegp campaign ask greenhouse.json --open "bench 1,bench 2"      only these can
"""
TELL = """\
Tell what was measured, in the campaign's unit: at the point asked for, or elsewhere with --at (that teaches every
expert and is held against none). Time moves on by one step.
"""
TELL_EXAMPLES = """\
  pegp campaign tell greenhouse.json 21.4
  pegp campaign tell greenhouse.json 19.8 --at "bench 2"
"""


def add_campaign(commands: Commands) -> None:
    """The command `campaign` with its own commands."""
    top = parser_of(commands.add_parser, "campaign", help="ask and tell, on a function of yours", description=ABOUT)
    parts = commands_of(top)
    _add_new(command(parts, "new", new, "begin a campaign", NEW, NEW_EXAMPLES))
    parser = _of_file(command(parts, "ask", ask, "where to measure now", ASK, ASK_EXAMPLES))
    parser.add_argument("--open", type=listed, metavar="POINT,...", help="only these can be measured now")
    parser.add_argument("--closed", type=listed, default=[], metavar="POINT,...", help="these cannot")
    parser = _of_file(command(parts, "tell", tell, "what was measured", TELL, TELL_EXAMPLES))
    parser.add_argument("value", type=_value, help="the value, with a decimal point")
    parser.add_argument("--at", metavar="POINT", help="where, if not where it was asked for")
    shown = "  pegp campaign skip greenhouse.json\n  pegp campaign skip greenhouse.json 12\n"
    parser = _of_file(command(parts, "skip", skip, "let time pass without a measurement", "", shown))
    parser.add_argument("steps", type=_steps, nargs="?", default=1, help="how many steps (1)")
    shown = "  pegp campaign undo greenhouse.json\n"
    _of_file(command(parts, "undo", take_back, "take back the last question, value or skip", "", shown))
    shown = "  pegp campaign status greenhouse.json\n  pegp campaign status greenhouse.json --json\n"
    _of_file(command(parts, "status", status, "how each expert stands", "", shown))


def _add_new(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add("file", help="the campaign's file, a new one")
    add("--days", metavar="FILE.csv", help="past readings, each day an expert")
    add("--experts", metavar="FILE.toml", help="points and kernels")
    add("--policy", choices=[name for name in SHORT if name != "known"], default="pe", help="who chooses (pe)")
    add("--delta", type=float, default=0.1, help="the failure probability of the theory (0.1)")
    add("--seed", type=int, default=0, help="fixes how ties are broken (0)")
    add("--on-exhausted", choices=["stop", "restart", "keep"], default="restart",
        help="when the last expert is rejected: stop, all start again (default), or the last is kept")  # fmt: skip
    add = parser.add_argument_group("past days").add_argument
    add("--training-days", type=listed, metavar="DAY,DAY,...", help="only these days (all)")
    add("--mean", choices=MEANS, help="what a day expects of a sensor: zero (default), or its mean of that day")
    add("--noise", type=float, help=f"deviation of one measurement, in the unit ({NOISE_STD} of the readings')")
    add("--epsilon", type=float, help="the forgetting rate (fitted to each day)")
    add("--min-coverage", type=float, metavar="SHARE", help="of its bins a sensor must have (0.7)")
    add_csv_options(parser)


def _of_file(parser: ArgumentParser) -> ArgumentParser:
    parser.add_argument("file", help="the campaign's file")
    parser.add_argument("--json", action="store_true", help="answer in JSON, for programs")
    return parser


def _value(text: str) -> float:
    try:
        value = math.nan if "_" in text else float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise ArgumentTypeError(f"a number such as 21.4 was wanted, with a decimal point, got {text.strip()!r}")
    return value


def _steps(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise ArgumentTypeError(f"a whole number of steps was wanted, got {text.strip()!r}") from None
