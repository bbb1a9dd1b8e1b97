"""Commands whose help teaches: a description, the options, and examples to copy."""

from __future__ import annotations

import argparse
import csv
from collections.abc import Callable
from typing import Any

Commands = Any  # what `add_subparsers` returns; argparse has no public name for it


def parser_of(make: Callable[..., Any], *names: str, **settings: Any) -> argparse.ArgumentParser:
    """A parser whose description and examples are printed as they were written."""
    found: argparse.ArgumentParser = make(*names, formatter_class=argparse.RawDescriptionHelpFormatter, **settings)
    return found


def commands_of(parser: argparse.ArgumentParser) -> Commands:
    """Room for commands; without one the parser prints its help, which lists them."""

    def shown(_: argparse.Namespace) -> int:
        parser.print_help()
        return 0

    parser.set_defaults(command=shown)
    return parser.add_subparsers(title="commands", metavar="COMMAND")


def command(
    commands: Commands,
    name: str,
    does: Callable[[argparse.Namespace], int],
    help: str,
    about: str = "",
    shown: str = "",
) -> argparse.ArgumentParser:
    """One more command: `help` is its line in the list, `about` and the examples `shown` are its own help."""
    examples = f"examples:\n{shown}" if shown else None
    added = parser_of(commands.add_parser, name, help=help, description=about or help, epilog=examples)
    added.set_defaults(command=does)
    return added


def listed(text: str) -> list[str]:
    """Words with commas between; one that holds a comma itself stands in double quotes."""
    return [word.strip() for row in csv.reader([text], skipinitialspace=True) for word in row if word.strip()]
