"""`pegp notebooks`: the notebooks to write code in, copied out of the package to where a student can change them."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from pegp_lite.cli.helping import Commands, command
from pegp_lite.pages.folder import notebooks_folder
from pegp_lite.writing import write_atomically

HERE = "pegp_notebooks"
ABOUT = """\
Copy the notebooks to write code in to a folder of yours: build the algorithm, run a campaign, make a study.

Each blank is checked beside the package, with a hint that names the mistake. What is there already is left alone, so
the same command brings back one that you have moved away.
"""
EXAMPLES = """\
  pegp notebooks                                       into pegp_notebooks; then: jupyter lab pegp_notebooks
  pegp notebooks lab3                                  into a folder of another name
  pegp notebooks teacher --solutions                   solved
"""


def add_notebooks(commands: Commands) -> None:
    """The command `notebooks`."""
    parser = command(commands, "notebooks", copy, "notebooks to write code in, to a folder of yours", ABOUT, EXAMPLES)
    parser.add_argument("folder", nargs="?", default=HERE, help=f"where to put them ({HERE})")
    parser.add_argument("--solutions", action="store_true", help="the solved ones")


def copy(options: Namespace) -> int:
    """Copy those that are not there yet."""
    source, target = notebooks_folder() / "code", Path(options.folder)
    target.mkdir(parents=True, exist_ok=True)
    for notebook in sorted((source / "solutions" if options.solutions else source).glob("*.ipynb")):
        if (target / notebook.name).exists():
            print(f"{target / notebook.name} is there already and is left alone")
        else:
            write_atomically(target / notebook.name, notebook.read_bytes())
            print(target / notebook.name)
    print(f"Now: jupyter lab {target}")
    return 0
