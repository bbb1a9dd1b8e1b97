"""A hand-made client: opens pages and talks to their processes as no browser would."""

from __future__ import annotations

import http.client
import http.cookies
import json
import os
import re
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import nbformat
import psutil
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from serving import eventually, free_port, launched
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

V1 = "v1.kernel.websocket.jupyter.org"

TOY = """
import os, time
import numpy as np
import ipywidgets as widgets
from pegp_lite.figures.marks import Line
from pegp_lite.figures.picture import Axis, Panel, Picture
from pegp_lite.pages.ask import Exercise
from pegp_lite.pages.controls import Choice, Several, Slider, Switch
from pegp_lite.pages.page import Page, Scene

x = np.linspace(0, 1, 50)

def picture(state, covered):
    if state["n"] == 17:
        time.sleep(2)
    panel = Panel(x=Axis(low=0, high=1), y=Axis(low=0, high=1), marks=(Line(x=x, y=x ** state["n"]),))
    said = "; ".join(f"{name} is {value}" for name, value in state.items()) + "."
    return Picture(panels=(panel,), sentence=said)

page = Page("toy", [
    Slider(name="n", label="power", value=3, low=1, high=20),
    Slider(name="w", label="width", value=1.0, low=0.1, high=9, step=0.1),
    Slider(name="s", label="scale", value=1.0, low=0.01, high=100, step=0.1, log=True),
    Choice(name="how", label="way", options=["plain", "fancy"]),
    Switch(name="on", label="switch"),
    Several(name="who", label="who", options=["A", "B", "C"]),
], Scene(picture, lambda state: (["x"], [[0]])))
page
"""
MISCHIEF = """
def boom(_): raise RuntimeError("SECRET of " + os.getcwd())
def hog(_):
    kept = []
    while True:
        kept.append(np.ones(4_000_000))
def spin(_):
    said.value = "spinning"
    while True: pass
buttons = {"Raise": boom, "Die": lambda _: os._exit(3), "Hog": hog, "Spin": spin}
row = [widgets.Button(description=name) for name in buttons]
for button in row:
    button.on_click(buttons[button.description])
watched = widgets.IntSlider(description="raises", max=9)
watched.observe(boom, "value")
said = widgets.Label()
widgets.VBox([*row, watched, said])
"""


def write_toy(folder: Path, name: str = "toy.ipynb") -> Path:
    """A page with every kind of control, and buttons that misbehave."""
    cells = [
        new_markdown_cell("# Toy"),
        new_code_cell(TOY),
        new_code_cell('Exercise("How much?", lambda: 4.0, "Count.", "Because.", tolerance=0.1)'),
        new_code_cell(MISCHIEF),
    ]
    metadata = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    path = folder / name
    nbformat.write(new_notebook(cells=cells, metadata=metadata), path)
    return path


@dataclass
class Den:
    """A running server of ours."""

    port: int
    process: subprocess.Popen
    log: Path

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def kernels(self) -> list[psutil.Process]:
        """The pages' processes: the nursery's children, or, where there is none, the server's."""
        found = []
        for process in psutil.Process(self.process.pid).children(recursive=True):
            with suppress(psutil.NoSuchProcess):  # it may end while we look
                if process.status() != psutil.STATUS_ZOMBIE and not self._is_nursery(process):
                    found.append(process)
        return found

    @contextmanager
    def asleep(self) -> Iterator[None]:
        """While this lasts, no page's process gets anywhere."""
        stopped = self.kernels()
        try:
            for each in stopped:
                with suppress(psutil.NoSuchProcess):
                    each.suspend()
            yield
        finally:
            for each in stopped:
                with suppress(psutil.NoSuchProcess):
                    each.resume()

    def nursery(self) -> psutil.Process:
        """The process that forks the others."""
        (found,) = psutil.Process(self.process.pid).children()
        return found

    def wait_for_kernels(self, number: int, seconds: float) -> float:
        """Wait until so many processes run; how long it took."""
        return eventually(lambda: len(self.kernels()) == number, f"{number} processes", seconds)

    def wait_to_log(self, words: str, seconds: float = 120, after: int = 0) -> None:
        """Wait until the log says so, beyond its first `after` characters."""
        eventually(lambda: words in self.log.read_text()[after:], f"{words!r} in the log", seconds)

    def _is_nursery(self, process: psutil.Process) -> bool:
        return process.ppid() == self.process.pid and any("birth" in word for word in process.cmdline())


@contextmanager
def running_server(
    folder: Path, where: Path, *flags: str, port: int | None = None, before: Sequence[str] = ()
) -> Iterator[Den]:
    """`python -m pegp_lite.hosting` on a folder, started by the command `before`, ended with all it started."""
    port = port or free_port()
    log = where / f"server-{port}.log"
    command = [*before, sys.executable, "-m", "pegp_lite.hosting", str(folder), "--port", str(port), *flags]
    with launched(command, port, log, {**os.environ, "PYTHONWARNINGS": "default"}) as process:
        yield Den(port, process, log)


def kill(process: psutil.Process) -> None:
    """End one process that a test started."""
    os.kill(process.pid, signal.SIGKILL)


def ask(
    address: str, path: str, method: str = "GET", body: str = "", **headers: str
) -> tuple[int, http.client.HTTPMessage, bytes]:
    """One request exactly as written: nothing tidies its path."""
    parts = urlsplit(address)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=60)
    try:
        connection.putrequest(method, path, skip_host="Host" in headers)
        for name, value in headers.items():
            connection.putheader(name.replace("_", "-"), value)
        if body:
            connection.putheader("Content-Type", "application/x-www-form-urlencoded")
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body.encode() if body else None)
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read()
    finally:
        connection.close()


def pack(channel: str, kind: str, content: Any, session: str, buffers: Sequence[bytes] = ()) -> tuple[str, bytes]:
    """A message of the v1 protocol, and its id."""
    identity = uuid.uuid4().hex
    header = {"msg_id": identity, "msg_type": kind, "session": session, "username": "", "version": "5.3"}
    metadata = {"version": "1.0.0"}  # of the protocol by which all states are asked for
    parts = [json.dumps(part).encode() for part in (header, {}, metadata, content)] + list(buffers)
    pieces = [channel.encode(), *parts]
    offsets = [8 * (len(pieces) + 2)]
    for piece in pieces:
        offsets.append(offsets[-1] + len(piece))
    return identity, b"".join(n.to_bytes(8, "little") for n in [len(offsets), *offsets]) + b"".join(pieces)


def unpack(data: bytes) -> dict[str, Any]:
    """A message of the v1 protocol as a dictionary."""
    count = int.from_bytes(data[:8], "little")
    offsets = [int.from_bytes(data[8 * (k + 1) : 8 * (k + 2)], "little") for k in range(count)]
    pieces = [data[a:b] for a, b in pairwise(offsets)]
    names = ("header", "parent", "metadata", "content")
    return {"channel": pieces[0].decode()} | {n: json.loads(p) for n, p in zip(names, pieces[1:5], strict=True)}


@dataclass
class Client:
    """A visitor without a browser: a page's process, a line to it, and what its widgets say."""

    address: str
    page: str
    query: str = ""
    cookies: dict[str, str] = field(default_factory=dict)
    states: dict[str, dict[str, Any]] = field(default_factory=dict)
    heard: list[bytes] = field(default_factory=list)
    stack: ExitStack = field(default_factory=ExitStack)

    def open(self) -> Client:
        """Load the page and connect."""
        self.load()
        self.connect()
        return self

    def load(self) -> int:
        """Load the page as a browser would; its status."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        path = f"/voila/render/{self.page}" + (f"?{self.query}" if self.query else "")
        status, headers, body = ask(self.address, path, Cookie=cookie)
        for line in headers.get_all("Set-Cookie") or []:
            for name, morsel in http.cookies.SimpleCookie(line).items():
                self.cookies[name] = morsel.value
        self.html = body.decode()
        found = re.search(r'"kernelId": "([0-9a-f-]{36})"', self.html)
        self.kernel = found.group(1) if found else ""
        return status

    def connect(self, protocols: Sequence[str] | None = (V1,), **headers: str) -> ClientConnection:
        """Open the websocket."""
        self.session = uuid.uuid4().hex
        address = f"{self.address.replace('http', 'ws')}/api/kernels/{self.kernel}/channels?session_id={self.session}"
        opening = connect(
            address,
            subprotocols=list(protocols) if protocols else None,  # type: ignore[arg-type]
            additional_headers=headers,
            max_size=None,
            max_queue=None,  # reads on while it sends, as browsers do, so that a close frame is never stuck
            open_timeout=60,
            proxy=None,
        )
        self.line = self.stack.enter_context(opening)
        return self.line

    def close(self) -> None:
        """Close all lines."""
        self.stack.close()

    def __enter__(self) -> Client:
        return self.open()

    def __exit__(self, *_: Any) -> None:
        self.close()
        self.say_goodbye()

    def say_goodbye(self) -> int:
        """What a browser sends as its page is closed."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        body = f"_xsrf={self.cookies.get('_xsrf', '')}"
        return ask(self.address, f"/voila/api/shutdown/{self.kernel}", "POST", body, Cookie=cookie)[0]

    # ------------------------------------------------------------ messages
    def send(self, kind: str, content: Any, channel: str = "shell", buffers: Sequence[bytes] = ()) -> str:
        identity, data = pack(channel, kind, content, self.session, buffers)
        self.line.send(data)
        return identity

    def receive(self, seconds: float) -> dict[str, Any] | None:
        """The next message, or None where none comes in time."""
        try:
            data = self.line.recv(timeout=max(0.001, seconds))
        except TimeoutError:
            return None
        assert isinstance(data, bytes)
        self.heard.append(data)
        message = unpack(data)
        content = message["content"]
        if message["header"]["msg_type"] == "comm_msg":
            state = content["data"].get("state")
            if state and "comm_id" in content:
                self.states.setdefault(content["comm_id"], {}).update(state)
            for each, known in (content["data"].get("states") or {}).items():
                self.states[each] = known["state"]
        return message

    def wait_for(self, identity: str, seconds: float = 60) -> list[dict[str, Any]]:
        """All messages until the process is done with one of ours."""
        messages, deadline = [], time.monotonic() + seconds
        while time.monotonic() < deadline:
            message = self.receive(deadline - time.monotonic())
            if message is None:
                break
            messages.append(message)
            done = message["header"]["msg_type"] == "status" and message["content"]["execution_state"] == "idle"
            if done and message["parent"].get("msg_id") == identity:
                return messages
        raise TimeoutError(f"no end to {identity} within {seconds} s")

    def learn(self) -> dict[str, dict[str, Any]]:
        """The state of every widget."""
        comm = uuid.uuid4().hex
        self.wait_for(self.send("comm_open", {"comm_id": comm, "target_name": "jupyter.widget.control", "data": {}}))
        self.states.clear()
        request = {"comm_id": comm, "data": {"method": "request_states"}}
        self.wait_for(self.send("comm_msg", request))
        return self.states

    def widget(self, description: str) -> str:
        """The id of the widget that goes by this name."""
        found = [name for name, state in self.states.items() if state.get("description") == description]
        assert len(found) == 1, f"{len(found)} widgets called {description}"
        return found[0]

    def set(self, widget: str, **state: Any) -> str:
        """Tell a widget its new state."""
        data = {"method": "update", "state": state, "buffer_paths": []}
        return self.send("comm_msg", {"comm_id": widget, "data": data})

    def click(self, widget: str) -> str:
        data = {"method": "custom", "content": {"event": "click"}}
        return self.send("comm_msg", {"comm_id": widget, "data": data})

    def spin(self) -> str:
        """Start the toy's endless computation, and wait until it has begun: an interrupt before that hits nothing."""
        identity = self.click(self.widget("Spin"))
        while not any(state.get("value") == "spinning" for state in self.states.values()):
            assert self.receive(60), "the computation did not begin within 60 s"
        return identity

    @property
    def sentence(self) -> str:
        """What the page says under its figure."""
        return next(str(state["sentence"]) for state in self.states.values() if state.get("sentence"))

    def closed_with(self, seconds: float = 60) -> int | None:
        """The code the server closes the line with, 1006 where it did not wait for us to read one, None while open."""
        deadline = time.monotonic() + seconds
        try:
            while time.monotonic() < deadline:
                self.receive(deadline - time.monotonic())
        except ConnectionClosed as ending:
            return ending.rcvd.code if ending.rcvd else 1006
        return None
