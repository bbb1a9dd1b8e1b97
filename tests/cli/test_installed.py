"""The wheel in an environment of its own, outside the checkout: one command is all it takes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import venv
from dataclasses import dataclass
from pathlib import Path

import pytest
from serving import ROOT, fetch, free_port, launched

from pegp_lite.pages.pages import PAGES


@dataclass(frozen=True)
class Home:
    """A folder with an environment in it; `run` starts a program of that environment there."""

    folder: Path

    @property
    def programs(self) -> Path:
        return self.folder / "env" / ("Scripts" if os.name == "nt" else "bin")

    @property
    def environment(self) -> dict[str, str]:
        """As a new user has it, but for where the libraries' data files are."""
        ours = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "JUPYTER", "PEGP"))}
        return ours | {"JUPYTER_PATH": str(Path(sys.prefix) / "share" / "jupyter"), "XDG_CACHE_HOME": str(self.folder)}

    def run(self, program: str, *arguments: str) -> str:
        command = [str(self.programs / program), *arguments]
        ran = subprocess.run(
            command, cwd=self.folder, env=self.environment, capture_output=True, text=True, timeout=300
        )
        assert ran.returncode == 0, ran.stderr
        return ran.stdout


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """The wheel of this checkout, installed; all libraries come from the environment of this test, by a .pth file."""
    home = Home(tmp_path_factory.mktemp("elsewhere"))
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(home.folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    venv.create(home.folder / "env")
    names = {"base": str(home.folder / "env"), "platbase": str(home.folder / "env")}
    libraries = Path(sysconfig.get_path("purelib", "venv", names))
    (libraries / "of_the_test.pth").write_text(f"{sysconfig.get_path('purelib')}\n{sysconfig.get_path('platlib')}\n")
    (wheel,) = home.folder.glob("*.whl")
    pip = [sys.executable, "-m", "pip", "--python", str(home.programs / "python"), "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "-q", "--no-index", "--no-deps", str(wheel)], check=True, cwd=home.folder)
    where = home.run("python", "-c", "import pegp_lite; print(pegp_lite.__file__)")
    assert Path(where).is_relative_to(home.folder)
    return home


def test_pegp_app_serves_every_page(home: Home) -> None:
    port = free_port()
    command = [str(home.programs / "pegp"), "app", f"--port={port}", "--ready=0", "--gone-seconds=2"]
    with launched(command, port, home.folder / "app.log", home.environment, home.folder):
        start = fetch(f"http://127.0.0.1:{port}/")
        for page in PAGES:
            assert f'href="/voila/render/{page.name}.ipynb"' in start
            shown = fetch(f"http://127.0.0.1:{port}/voila/render/{page.name}.ipynb")
            assert "There was an error when executing cell" not in shown
            assert page.title in shown
            assert "application/vnd.jupyter.widget-view+json" in shown


def test_pegp_run_on_the_example_writes_tables_and_figures(home: Home) -> None:
    home.run("pegp", "data", "example")
    shown = home.run("pegp", "run", "simulated_office.csv", "--seeds", "2", "--out", "kept")
    assert "8 points" in shown
    written = {path.name for path in (home.folder / "kept").iterdir()}
    assert written >= {"regret.csv", "queries.csv", "summary.json", "settings.json", "regret.png", "selection.svg"}


def test_python_m_is_the_same_command(home: Home) -> None:
    assert home.run("python", "-m", "pegp_lite", "--help") == home.run("pegp", "--help")


DYING = """\
import os, sys
from pegp_lite.cli import main

def dying(*places, replace=os.replace):
    if sys.argv[1] == "after":
        replace(*places)
    os.kill(os.getpid(), 9)

os.replace = dying
main(sys.argv[2:])
"""


def test_ten_asks_and_tells_survive_being_killed_with_nothing_lost(home: Home) -> None:
    """Every command is a process of its own; some die by SIGKILL just before or just after their file is in place."""
    if not (home.folder / "simulated_office.csv").exists():
        home.run("pegp", "data", "example")
    for name in ("killed.json", "spared.json"):
        home.run("pegp", "campaign", "new", name, "--days", "simulated_office.csv", "--seed", "1")

    def die(when: str, *command: str) -> None:
        dying = [str(home.programs / "python"), "-c", DYING, when, "campaign", *command]
        ran = subprocess.run(dying, cwd=home.folder, env=home.environment, capture_output=True, text=True)
        assert ran.returncode == -9, ran.stderr

    def state(name: str) -> dict[str, object]:
        found: dict[str, object] = json.loads(home.run("pegp", "campaign", "status", name, "--json"))
        return found

    def same() -> bool:
        return (home.folder / "killed.json").read_bytes() == (home.folder / "spared.json").read_bytes()

    for step in range(1, 11):
        value = f"{20 + step % 4}"
        home.run("pegp", "campaign", "ask", "spared.json")
        if step % 3 == 1:
            die("before", "ask", "killed.json")
            assert state("killed.json")["asked"] is None
        if step % 3 == 2:
            die("after", "ask", "killed.json")
        else:
            home.run("pegp", "campaign", "ask", "killed.json")
        assert same()
        home.run("pegp", "campaign", "tell", "spared.json", value)
        if step % 2:
            die("before", "tell", "killed.json", value)
            home.run("pegp", "campaign", "tell", "killed.json", value)
        else:
            die("after", "tell", "killed.json", value)
        assert same()
    assert state("killed.json") == state("spared.json")
    assert len(state("killed.json")["measured"]) == 10  # type: ignore[arg-type]
