"""`make app`, as a visitor meets it: the page comes up and its cells have run."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOK = ROOT / "notebooks" / "00_start_here.ipynb"
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}


class CellOutputs(HTMLParser):
    """Collect the text of a page's output areas: what the cells computed, not what the prose says."""

    def __init__(self) -> None:
        super().__init__()
        self.depth = 0
        self.text = ""

    def handle_starttag(self, tag, attrs):
        inside = self.depth > 0 or "jp-OutputArea" in (dict(attrs).get("class") or "").split()
        if inside and tag not in VOID:
            self.depth += 1

    def handle_endtag(self, tag):
        if self.depth > 0 and tag not in VOID:
            self.depth -= 1

    def handle_data(self, data):
        if self.depth > 0:
            self.text += data


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def fetch(address: str, timeout: float = 120) -> str:
    with urllib.request.urlopen(address, timeout=timeout) as answer:
        return answer.read().decode()


def wait_until_listening(port: int, process: subprocess.Popen, log: Path, seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if process.poll() is not None:
            pytest.fail(f"make app ended with {process.returncode}:\n{log.read_text()}")
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    pytest.fail(f"make app was not listening after {seconds} s:\n{log.read_text()}")


@contextmanager
def running_app(folder: Path, *settings: str) -> Iterator[str]:
    """Run `make app` with the interpreter of this test, and end it and all it started."""
    if shutil.which("make") is None:
        pytest.skip("needs make")
    port = free_port()
    # A make around this test would hand its own -j and settings down through these.
    outer = {"MAKEFLAGS", "MFLAGS", "MAKELEVEL", "HOST", "PORT"}
    env = {name: value for name, value in os.environ.items() if name not in outer}
    command = ["make", "app", f"PORT={port}", f"PY={sys.executable}", "STAMP=", *settings]
    log = folder / "app.log"
    with log.open("wb") as sink:
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=sink,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        wait_until_listening(port, process, log)
        yield f"http://127.0.0.1:{port}"
    finally:
        stop(process)


def stop(process: subprocess.Popen) -> None:
    """End the process group politely, then by force; return when none of it is left."""
    for number, seconds in ((signal.SIGTERM, 20), (signal.SIGKILL, 5)):
        deadline = time.monotonic() + seconds
        try:
            os.killpg(process.pid, number)
            while time.monotonic() < deadline:
                process.poll()
                os.killpg(process.pid, 0)
                time.sleep(0.05)
        except ProcessLookupError:
            process.wait()
            return
    raise RuntimeError(f"process group {process.pid} outlived SIGKILL")


@pytest.fixture(scope="module")
def app(tmp_path_factory) -> Iterator[str]:
    with running_app(tmp_path_factory.mktemp("app")) as address:
        yield address


def test_make_app_serves_a_page_whose_cells_have_run(app):
    page = fetch(app)
    outputs = CellOutputs()
    outputs.feed(page)
    assert "There was an error when executing cell" not in page
    assert "PE-GP-UCB" in outputs.text


# Refused by name (403), before anyone looks whether the file is there (404).
@pytest.mark.parametrize("name", [NOTEBOOK.name, "picture.png", "notes.txt"])
def test_no_file_beside_the_page_is_served(app, name):
    with pytest.raises(urllib.error.HTTPError) as refusal:
        fetch(f"{app}/voila/files/{name}")
    refusal.value.close()
    assert refusal.value.code == 403
