"""What we borrow from the insides of the libraries below us is still there: a failure here says what a version took."""

from __future__ import annotations

import ast
import asyncio
import re
import socket
import subprocess
import sys
from importlib.metadata import version

import pytest
from house import PACKAGE
from tornado.httpserver import HTTPServer
from tornado.ioloop import IOLoop
from tornado.iostream import IOStream
from tornado.netutil import bind_sockets
from tornado.web import Application, RequestHandler
from tornado.websocket import WebSocketHandler, websocket_connect

from pegp_lite.hosting import compat
from pegp_lite.hosting.kernels import nursery
from pegp_lite.hosting.kernels.process import OPTIONS, Output

ENTRIES = [
    pytest.param(library, owner, name, id=f"{library} {owner.__name__}.{name}")
    for library, owners in compat.BORROWED.items()
    for owner, names in owners.items()
    for name in names
]


@pytest.mark.parametrize(("library", "owner", "name"), ENTRIES)
def test_what_we_override_or_call_is_there(library, owner, name):
    assert hasattr(owner, name), f"{library} {version(library)} has no {owner.__name__}.{name} any more"


def test_nobody_else_borrows():
    insides = re.compile(r"(voila|jupyter_server|jupyter_client|jupyter_core)\b")
    found = []
    for path in sorted((PACKAGE / "hosting").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [each.name for each in node.names] if isinstance(node, ast.Import) else []
            found += [f"{path.name}: {name}" for name in names if insides.match(name) and path.name != "compat.py"]
    assert not found


def test_a_server_starts_without_the_grammar_that_takes_longer_than_itself():
    """A process of its own, since pytest's plugins have long imported it here."""
    started = "import sys, pegp_lite.hosting.server, jsonschema; print('lark' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", started], capture_output=True, text=True).stdout == "False\n"


def test_a_stream_s_bytes_are_told_apart_by_taken_and_unread():
    ours, theirs = socket.socketpair()

    async def story() -> None:
        stream = IOStream(ours)
        assert (compat.bytes_taken(stream), compat.bytes_unread(stream)) == (0, 0)
        stream.write(b"x" * 4_000_000)
        taken, unread = compat.bytes_taken(stream), compat.bytes_unread(stream)
        assert taken > 0 < unread
        assert taken + unread == 4_000_000
        stream.close()
        assert compat.bytes_unread(stream) == 0

    with theirs:
        IOLoop(make_current=False).run_sync(story)


def test_who_has_left_is_seen_by_the_request_and_by_the_line():
    told = []

    class Page(RequestHandler):
        async def get(self):
            told.append(compat.has_left(self.request))
            asked.set()
            await left.wait()
            while not compat.has_left(self.request):
                await asyncio.sleep(0)
            told.append(True)
            heard.set()

    class Line(WebSocketHandler):
        def open(self):
            told.append(compat.waiting_on(self))

        def on_close(self):
            told.append(compat.waiting_on(self))
            heard.set()

    async def story() -> None:
        (listener,) = bind_sockets(0, "127.0.0.1")
        server = HTTPServer(Application([("/page", Page), ("/line", Line)]))
        server.add_sockets([listener])
        port = listener.getsockname()[1]
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET /page HTTP/1.1\r\nHost: x\r\n\r\n")
        await asked.wait()
        writer.close()
        left.set()
        await heard.wait()
        heard.clear()
        line = await websocket_connect(f"ws://127.0.0.1:{port}/line")
        line.close()
        await heard.wait()
        server.stop()

    asked, left, heard = asyncio.Event(), asyncio.Event(), asyncio.Event()
    asyncio.run(asyncio.wait_for(story(), 60))
    assert told == [False, True, 0, None]


def test_a_nursery_s_kernels_are_found():
    nursery.register()
    factory = compat.KernelProvisionerFactory.instance()
    assert factory.provisioners[nursery.PROVISIONER].load() is nursery.NurseryProvisioner


@pytest.mark.parametrize("option", OPTIONS)
def test_a_process_s_options_are_ones(option):
    from ipykernel.kernelapp import IPKernelApp
    from IPython.core.history import HistoryManager
    from IPython.core.interactiveshell import InteractiveShell
    from IPython.core.shellapp import InteractiveShellApp

    known = {each.__name__: each for each in (IPKernelApp, HistoryManager, InteractiveShell, InteractiveShellApp)}
    found = re.fullmatch(r"--(\w+)\.(\w+)=.*", option)
    assert found, option
    assert found.group(2) in known[found.group(1)].class_traits(config=True), f"ipykernel {version('ipykernel')}"


def test_what_a_process_says_is_flushed_only_if_it_said_something(monkeypatch):
    from ipykernel.iostream import OutStream

    calls = []
    monkeypatch.setattr(OutStream, "flush", lambda self: calls.append("flush"))
    monkeypatch.setattr(OutStream, "write", lambda self, string: len(string))
    stream = Output.__new__(Output)
    stream.flush()
    assert not calls
    assert stream.write("abc") == 3
    stream.flush()
    stream.flush()
    assert calls == ["flush"]


def test_the_start_names_the_library_and_the_version(monkeypatch):
    compat.check()
    assert not list(compat.misfits())
    monkeypatch.delattr(compat.NotebookRenderer, "generate_content_generator")
    told = f"voila {version('voila')}: NotebookRenderer has no generate_content_generator"
    with pytest.raises(RuntimeError, match=re.escape(told)):
        compat.check()


def test_a_version_that_nobody_tried_is_told(monkeypatch):
    monkeypatch.setattr(compat, "version", lambda name: "99.0" if name == "tornado" else version(name))
    (told,) = compat.misfits()
    assert re.match(r"tornado 99\.0: tried with .*<.* only", told)
