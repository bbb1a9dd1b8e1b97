"""What imports what, and what the README promises."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
# From the leaves up: a module may import only what stands before it.
ORDER = [
    "checks", "linear", "schedules", "kernels", "masks", "factor", "priors", "problem", "belief", "game", "policies",
    "record", "play",
]  # fmt: skip


@pytest.mark.parametrize("module", ["pegp_lite", "pegp_lite.play", "pegp_lite.theory"])
def test_the_core_loads_numpy_and_scipy_only(module: str) -> None:
    script = f"import sys, {module}; print(*sorted({{name.split('.')[0] for name in sys.modules}}))"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    assert "numpy" in loaded
    outside = {"matplotlib", "ipywidgets", "IPython", "voila", "sklearn", "pandas", "traitlets"}
    assert not outside & set(loaded)


def test_imports_run_in_one_direction() -> None:
    for place, module in enumerate(ORDER):
        source = (ROOT / "pegp_lite" / f"{module}.py").read_text()
        at_run_time = source.replace("if TYPE_CHECKING:\n    from pegp_lite.game import Game", "")
        imported = set(re.findall(r"from pegp_lite\.(\w+) import", at_run_time))
        assert imported <= set(ORDER[:place]), f"{module} imports {imported - set(ORDER[:place])}"


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
