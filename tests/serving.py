"""Starting servers for the tests that visit them, first of all the real app, as `make app` does."""

import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def free_port() -> int:
    """A port that nobody listens on, from below those that systems hand out to whoever asks for any.

    One of those may be given to a browser's next connection before the server that it was meant for listens there.
    """
    while True:
        port = random.SystemRandom().randrange(10_000, 32_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def fetch(address: str, timeout: float = 120) -> str:
    with urllib.request.urlopen(address, timeout=timeout) as answer:
        return answer.read().decode()


def eventually(condition: Callable[[], object], what: str, seconds: float = 120, pause: float = 0.05) -> float:
    """Wait for a condition; how long it took. The limit is for what never comes, not for what is slow."""
    start = time.monotonic()
    while not condition():
        if time.monotonic() - start > seconds:
            pytest.fail(f"not within {seconds} s: {what}")
        time.sleep(pause)
    return time.monotonic() - start


def wait_until_listening(port: int, process: subprocess.Popen, log: Path, seconds: float = 180) -> None:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if process.poll() is not None:
            pytest.fail(f"the server ended with {process.returncode}:\n{log.read_text()}")
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    pytest.fail(f"the server was not listening after {seconds} s:\n{log.read_text()}")


@contextmanager
def launched(
    command: Sequence[str], port: int, log: Path, env: Mapping[str, str] = os.environ, cwd: Path = ROOT
) -> Iterator[subprocess.Popen]:
    """A server that listens on `port`, ended with all it started, even where the test that started it is killed."""
    with log.open("ab") as sink:
        process = subprocess.Popen(
            command,
            cwd=cwd,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=sink,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        with leashed(process):
            wait_until_listening(port, process, log)
            yield process
    finally:
        stop(process)


@contextmanager
def leashed(process: subprocess.Popen) -> Iterator[None]:
    """While this lasts, the end of our own process, however sudden, ends the other's whole group.

    A shell of its own waits at a pipe that only we hold open: no signal and no handler of ours is needed.
    """
    script = 'read nothing; kill -s TERM -- "-$0"; sleep 10; kill -s KILL -- "-$0"'
    guard = subprocess.Popen(
        ["sh", "-c", script, str(process.pid)], stdin=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True
    )
    try:
        yield
    finally:
        guard.kill()
        guard.communicate()


@contextmanager
def running_app(folder: Path, *settings: str) -> Iterator[str]:
    """The address of `make app`, run with the interpreter of this test."""
    if shutil.which("make") is None:
        pytest.skip("needs make")
    port = free_port()
    # A make around this test would hand its own -j and settings down through these.
    outer = {"MAKEFLAGS", "MFLAGS", "MAKELEVEL", "HOST", "PORT"}
    env = {name: value for name, value in os.environ.items() if name not in outer}
    command = ["make", "app", f"PORT={port}", f"PY={sys.executable}", "STAMP=", *settings]
    with launched(command, port, folder / "app.log", env):
        yield f"http://127.0.0.1:{port}"


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
