"""`pegp app` and `pegp serve`: the pages, to yourself or to a class."""

from __future__ import annotations

from argparse import Namespace

from pegp_lite.cli.helping import Commands, command
from pegp_lite.hosting import __main__ as hosting

APP = """\
Serve the pages to yourself, on http://127.0.0.1:8866/ until Ctrl-C.

They are the notebooks that came with the package, or those of a FOLDER. Needs pip install "pegp_lite[app]".
"""
APP_EXAMPLES = """\
  pegp app                                             then open http://127.0.0.1:8866/
  pegp app --port 9000                                 where 8866 is taken
  pegp app my_notebooks                                pages of your own
"""
SERVE = """\
Serve the pages to a class: open to the network, with a copy of the first page ready for each visitor, votes on the
predictions and a desk for the lecturer, whose address is printed at the start.

Nobody can run code, read files or plant scripts; a visitor too many is asked to wait. No encryption: on a hostile
network put a proxy with TLS in front (docs/hosting.md).
"""
SERVE_EXAMPLES = """\
  pegp serve                                           then tell them http://your-address:8866/
  pegp serve --visitors 60 --name class.example.org    more of them, by a name
  pegp serve --host 127.0.0.1 --proxied --base-url /pegp/ --name class.example.org
"""


def add_app(commands: Commands) -> None:
    """The command `app`."""
    hosting.add_arguments(command(commands, "app", serve, "serve the pages to yourself", APP, APP_EXAMPLES), ready=1)


def add_serve(commands: Commands) -> None:
    """The command `serve`."""
    parser = command(commands, "serve", serve, "serve the pages to a class", SERVE, SERVE_EXAMPLES)
    hosting.add_arguments(parser, host="0.0.0.0", ready=None, classroom=True)


def serve(options: Namespace) -> int:
    """Serve until told to stop."""
    hosting.serve(hosting.settings_of(options))
    return 0
