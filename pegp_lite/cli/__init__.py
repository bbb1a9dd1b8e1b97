"""The command line: `pegp app | serve | run | campaign | sweep | claims | show | data | notebooks`."""

from __future__ import annotations

import argparse
import os
import re
import sys
import warnings
from collections.abc import Sequence
from typing import Any

from pegp_lite import __version__
from pegp_lite.cli.campaigning import add_campaign
from pegp_lite.cli.claiming import add_claims
from pegp_lite.cli.copying import add_notebooks
from pegp_lite.cli.fetching import add_data
from pegp_lite.cli.helping import commands_of, parser_of
from pegp_lite.cli.running import add_run, add_show
from pegp_lite.cli.serving import add_app, add_serve
from pegp_lite.cli.sweeping import add_sweep
from pegp_lite.problems.sensors.download import DownloadError

ABOUT = """\
Gaussian-process bandits whose prior is unknown: PE-GP-UCB and its rivals, to see, to play and to use.

  pegp app                                             the pages, in your browser
  pegp run toy                                         the paper's toy: eleven priors over ten hills
  pegp run intel --out results/lab                     the Intel lab, with tables and figures
  pegp run readings.csv                                your own sensors: a time column, one column a sensor
  pegp campaign new greenhouse.json --days past.csv    then ask and tell, where you measure yourself
  pegp sweep toy --grid tall=2,3,4 --grid width=0.01,0.02    who is best where
  pegp claims                                          every claim of the paper, tested
  pegp data intel                                      fetch the lab's readings (34 MB, once)
  pegp notebooks                                       three to write code in, for JupyterLab

Every command has its own help with examples: pegp run --help
"""
_BELOW_ZERO = re.compile(r"-\.?\d")  # argparse takes "-5,2" and "-1e1" for options, but for a blank in front


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; 0 when done, 2 when something given cannot be used, 130 when stopped."""
    given = sys.argv[1:] if arguments is None else arguments
    options = parser().parse_args([f" {each}" if _BELOW_ZERO.match(each) else each for each in given])
    with warnings.catch_warnings():
        warnings.simplefilter("default")
        warnings.simplefilter("ignore", DeprecationWarning)  # of libraries, to those who program them
        warnings.showwarning = _say
        try:
            return int(options.command(options))
        except (ValueError, DownloadError) as error:
            print(f"pegp: {error}", file=sys.stderr)
        except BrokenPipeError:  # the reader of our output has seen enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 0
        except OSError as error:
            print(f"pegp: {error.strerror or error}: {error.filename or ''}".rstrip(": "), file=sys.stderr)
        except KeyboardInterrupt:
            print("Stopped.", file=sys.stderr)
            return 130
    return 2


def parser() -> argparse.ArgumentParser:
    """The parser of all commands."""
    top = parser_of(argparse.ArgumentParser, prog="pegp", description=ABOUT)
    top.add_argument("--version", action="version", version=f"pegp_lite {__version__}")
    commands = commands_of(top)
    for add in (add_app, add_serve, add_run, add_campaign, add_sweep, add_claims, add_show, add_data, add_notebooks):
        add(commands)
    return top


def _say(message: Any, *_: Any, **__: Any) -> None:
    """A warning as a plain sentence."""
    print(f"note: {message}", file=sys.stderr)
