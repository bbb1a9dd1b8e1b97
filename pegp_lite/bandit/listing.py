"""Where each line of Algorithm 1 stands in the package: found by the comments that mark it, never by kept numbers.

A line of code that carries out line 7 of the paper's listing ends in the comment `Algorithm 1, line 7`.
"""

from __future__ import annotations

import ast
import inspect
import re
from functools import cache
from types import ModuleType
from typing import NamedTuple

from pegp_lite.bandit import game, play, view
from pegp_lite.bandit.policies import prior_elimination
from pegp_lite.gp import belief

MODULES = (belief, view, game, play, prior_elimination)
MARK = re.compile(r"\s+# Algorithm 1, line (\d+)$")


class Place(NamedTuple):
    """A line of the package: its file as `pegp_lite/...`, its number from 1, the function it is in, and its text.

    `path`, `number`, `function`, `code`: in this order.

    >>> from pegp_lite.bandit.listing import algorithm_lines
    >>> algorithm_lines()[7].path
    'pegp_lite/bandit/view.py'
    """

    path: str
    number: int
    function: str
    code: str


@cache
def algorithm_lines() -> dict[int, Place]:
    """For each line of Algorithm 1 that does something (1 to 13 but for the `end for`), where the package does it.

    >>> algorithm_lines()[12].function
    'PriorElimination.survivors'
    """
    found: dict[int, Place] = {}
    for module in MODULES:
        for line, place in _marked(module):
            if line in found:
                raise ValueError(f"line {line} of Algorithm 1 is marked twice: {found[line]} and {place}")
            found[line] = place
    return dict(sorted(found.items()))


def places_of(label: str) -> tuple[Place, ...]:
    """The places of a listing's `label`, "7" or "4–5" (both ends included).

    >>> [place.function for place in places_of("4–5")]
    ['Belief.observe', 'Belief.upper_bounds']
    """
    first, _, last = label.partition("–")
    lines = algorithm_lines()
    return tuple(lines[n] for n in range(int(first), int(last or first) + 1) if n in lines)


def _marked(module: ModuleType) -> list[tuple[int, Place]]:
    source, path = inspect.getsource(module), module.__name__.replace(".", "/") + ".py"
    tree = ast.parse(source)
    return [
        (int(mark[1]), Place(path, number, _around(tree, number), text[: mark.start()].strip()))
        for number, text in enumerate(source.splitlines(), 1)
        if (mark := MARK.search(text))
    ]


def _around(tree: ast.AST, number: int) -> str:
    """The function or method, with its class, that holds a line."""
    holders = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and node.lineno <= number <= (node.end_lineno or 0)
    ]
    return ".".join(node.name for node in sorted(holders, key=lambda node: node.lineno))
