"""What the command line can say about a CSV: each option corrects one thing that was recognised, or could not be."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace

from pegp_lite.cli.helping import listed
from pegp_lite.problems.sensors.sheet.read_options import TIME_FORMATS, ReadOptions

NAMES = (
    *("sep", "decimal", "time", "time_format", "long", "wide", "sensors", "ignore", "unit", "missing", "header"),
    *("encoding", "bin_minutes", "value_range"),
)


def add_csv_options(parser: ArgumentParser) -> None:
    """Options that say how a CSV is written; what is not said is recognised, and told."""
    group = parser.add_argument_group("how your file is written (recognised where nothing is said)")
    add = group.add_argument
    add("--sep", metavar="MARK", help="what stands between columns: , ; | tab space")
    add("--decimal", metavar="MARK", help='the decimal mark: "." or ","')
    add("--time", type=listed, metavar="COLUMN[,COLUMN]", help="the time's column, or date and hour in two")
    add("--time-format", metavar="FORM", help=f'{", ".join(TIME_FORMATS)}, or a pattern: "%%d.%%m.%%Y %%H:%%M"')
    add("--long", nargs="?", const=[], type=listed, metavar="SENSOR,VALUE", help="one row a reading, in these columns")
    add("--wide", action="store_true", default=None, help="one column a sensor, although times repeat")
    add("--sensors", type=listed, metavar="NAME,...", help="only these columns; * stands for anything")
    add("--ignore", type=listed, metavar="NAME,...", help="not these columns")
    add("--unit", help="the readings' unit, for words only (blank, unless the file says it)")
    add("--missing", type=listed, metavar="MARK,...", help='more marks for "nothing was read", such as 9999')
    add("--header", type=int, metavar="LINE", help="the line of the column names, 0 for none")
    add("--encoding", help="of the text, where it is not UTF-8: latin-1, utf-16, ...")
    add("--bin-minutes", type=int, metavar="M", help="length of a step (10, or the file's own where that is longer)")
    add("--value-range", type=_range, metavar="LOW,HIGH", help="readings outside are errors: --value-range=-20,60")


def csv_options(options: Namespace) -> ReadOptions:
    """What was said of the file."""
    said = {name: getattr(options, name) for name in NAMES}
    return ReadOptions(**{name: value for name, value in said.items() if value is not None})


def _range(text: str) -> tuple[float, float]:
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        raise ArgumentTypeError(f"two numbers with a comma between were wanted, got {text!r}") from None
    return low, high
