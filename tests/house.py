"""The package's source as syntax trees: what the rules of the house are tested on."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "pegp_lite"
FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def sources() -> dict[str, Path]:
    """Every module by its dotted name."""
    return {_dotted(path): path for path in sorted(PACKAGE.rglob("*.py"))}


@cache
def tree_of(module: str) -> ast.Module:
    """A module's syntax tree."""
    return ast.parse(sources()[module].read_text())


def place(module: str) -> str:
    """Where a module stands in the package: `gp/priors.py`."""
    return sources()[module].relative_to(PACKAGE).as_posix()


@cache
def imports(module: str) -> list[tuple[str, str]]:
    """What a module imports from the package, but for types alone: (module, name), the name "" for a whole module."""
    tree, found = tree_of(module), []
    guards = [node for node in ast.walk(tree) if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)]
    for_types = {id(inner) for guard in guards for inner in ast.walk(guard)}
    for node in ast.walk(tree):
        if id(node) in for_types:
            continue
        if isinstance(node, ast.Import):
            found += [(alias.name, "") for alias in node.names if alias.name in sources()]
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "pegp_lite":
            assert not node.level, f"{module} imports by a relative path"
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                found.append((whole, "") if whole in sources() else (str(node.module), alias.name))
    return found


def is_private(name: str) -> bool:
    """Whether a name is a module's own: `_x`, not `__x__`."""
    return name.startswith("_") and not name.endswith("__") and name != "_"


def own_names(tree: ast.AST) -> set[str]:
    """What a module defines or assigns, attributes included."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, FUNCTIONS | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            found.add(node.attr)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
    return found


def classes() -> Iterator[tuple[str, ast.ClassDef]]:
    """Every class of the package with its module."""
    for module in sources():
        for node in ast.walk(tree_of(module)):
            if isinstance(node, ast.ClassDef):
                yield module, node


def calls_of(name: str) -> dict[str, int]:
    """How often something of this name, or a method so named, is called in each module."""
    found: dict[str, int] = {}
    for module in sources():
        for node in ast.walk(tree_of(module)):
            called = node.func if isinstance(node, ast.Call) else None
            if name == (getattr(called, "id", None) or getattr(called, "attr", None)):
                found[place(module)] = found.get(place(module), 0) + 1
    return found


def _dotted(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
