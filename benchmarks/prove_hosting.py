"""`make prove-hosting`: the configurations of docs/hosting.md, run on loopback, with visitors and a failure."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks import hub_proof, hubs
from benchmarks.proof import Outcome, prove
from benchmarks.proxies import PREFIX, RECIPES, Recipe, behind
from benchmarks.servers import ROOT

PAGES, PAGE = ROOT / "notebooks", "00_start_here.ipynb"
VISITORS, NEWCOMERS = 20, 6


@dataclass(frozen=True)
class Case:
    """One way to host, and what it needs that is not installed (empty where all is there)."""

    name: str
    missing: str
    run: Callable[[int], Outcome]


def proxied(recipe: Recipe) -> Case:
    """Two servers behind this proxy; after one has died, the other is just full with all of them and a browser."""

    def run(visitors: int) -> Outcome:
        places = visitors + NEWCOMERS + 1
        with tempfile.TemporaryDirectory() as where, behind(recipe, PAGES, Path(where), places) as house:
            return asyncio.run(prove(house, PREFIX, PAGE, visitors, NEWCOMERS))

    return Case(recipe.name, "" if recipe.path else f"apt-get install {recipe.program}", run)


def cases() -> list[Case]:
    """All of docs/hosting.md."""
    return [
        *map(proxied, RECIPES),
        Case("JupyterHub, one service", hubs.missing(), lambda visitors: hub_proof.service(PAGE, visitors)),
        Case("JupyterHub, a server each", hubs.missing(), lambda visitors: hub_proof.users(PAGE, visitors)),
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a line for each; how many had failures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("only", nargs="*", help="words in the names of those to prove, such as nginx or hub (all)")
    parser.add_argument("--visitors", type=int, default=VISITORS, help=f"how many ({VISITORS})")
    given = parser.parse_args(arguments)
    wrong = 0
    for case in cases():
        if given.only and not any(word.lower() in case.name.lower() for word in given.only):
            continue
        if case.missing:
            print(f"{case.name}: not proven, since something is not installed ({case.missing})", flush=True)
            continue
        begun = time.monotonic()
        outcome = case.run(given.visitors)
        print(outcome.line(case.name, time.monotonic() - begun), flush=True)
        for failure in outcome.failures:
            print(f"    {failure}", flush=True)
        wrong += bool(outcome.failures)
    return wrong


if __name__ == "__main__":
    sys.exit(main())
