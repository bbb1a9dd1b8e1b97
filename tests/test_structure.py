"""What imports what, and what the README promises."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
# From the leaves up: a module or package may import only itself and what stands before it.
ORDER = (
    *("explorer", "checks", "shown", "streams", "writing", "gp", "problems", "bandit", "theory", "study", "exercises"),
    *("figures", "claims", "pages", "hosting", "cli"),
)


@pytest.mark.parametrize("module", ["pegp_lite", "pegp_lite.bandit.play", "pegp_lite.theory"])
def test_the_core_loads_numpy_and_scipy_only(module: str) -> None:
    script = f"import sys, {module}; print(*sorted({{name.split('.')[0] for name in sys.modules}}))"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    assert "numpy" in loaded
    seen = {"matplotlib", "ipywidgets", "IPython", "voila", "traitlets"}
    outside = seen | {"sklearn", "pandas", "xarray", "dask", "distributed"}
    assert not outside & set(loaded)


def imported_units(path: Path) -> set[str]:
    """The modules and packages right below pegp_lite that a file imports, but for those only types need."""
    found: set[str] = set()
    tree = ast.parse(path.read_text())
    guards = [node for node in ast.walk(tree) if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)]
    for_types = {id(inner) for guard in guards for inner in ast.walk(guard)}
    for node in ast.walk(tree):
        if (
            id(node) in for_types
            or not isinstance(node, ast.ImportFrom)
            or not (node.module or "").startswith("pegp_lite")
        ):
            continue
        parts = (node.module or "").split(".")
        found |= {parts[1]} if len(parts) > 1 else {alias.name for alias in node.names if alias.name in ORDER}
    return found


def test_imports_run_in_one_direction() -> None:
    for path in sorted((ROOT / "pegp_lite").rglob("*.py")):
        unit = path.relative_to(ROOT / "pegp_lite").parts[0].removesuffix(".py")
        if unit.startswith("__"):
            continue
        allowed = set(ORDER[: ORDER.index(unit) + 1])
        assert imported_units(path) <= allowed, f"{path.name} imports {imported_units(path) - allowed}"


def test_only_pages_use_widgets_and_only_what_is_seen_draws() -> None:
    for library, users in {
        "ipywidgets": {"pages", "hosting"},
        "matplotlib": {"figures", "pages", "hosting"},
    }.items():
        for path in sorted((ROOT / "pegp_lite").rglob("*.py")):
            unit = path.relative_to(ROOT / "pegp_lite").parts[0].removesuffix(".py")
            if unit not in users:
                assert not re.search(rf"^\s*(import|from) {library}", path.read_text(), re.MULTILINE), path


def test_the_readme_shows_both_commands_first_and_its_example_runs() -> None:
    readme = (ROOT / "README.md").read_text()
    first_screen = "\n".join(readme.splitlines()[:40])
    assert "make app" in first_screen
    assert "make test" in first_screen
    example = re.search(r"```python\n(.*?)```", first_screen, re.DOTALL)
    assert example, "the first screen should hold an example"
    assert len(example[1].strip().splitlines()) <= 12
    ran = subprocess.run([sys.executable, "-c", example[1]], capture_output=True, text=True, check=True, cwd=ROOT)
    shown = re.search(r"```text\n(.*?)```", readme, re.DOTALL)
    assert shown, "the README should show what the example prints"
    assert ran.stdout.strip() == shown[1].strip()
