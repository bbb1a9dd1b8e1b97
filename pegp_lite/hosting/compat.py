"""What we borrow from the insides of Voilà, Jupyter and Tornado: all of it, so that nobody else here does.

None of this is promised to us, so a new version may take it away. `check` looks at the start whether everything is
still there and names the library where it is not; the versions pyproject.toml allows end where nobody has looked. What
a page's process needs of ipykernel stands in kernels/process.py, since it must not load a server.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint, PackageNotFoundError, requires, version
from typing import Any, cast

# jsonschema, which Jupyter imports, would build a grammar of IRIs, longer than all of us take to start; nobody asks it.
sys.modules.setdefault("rfc3987_syntax", cast(Any, None))

from jupyter_client.connect import KernelConnectionInfo
from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from jupyter_client.provisioning.factory import KernelProvisionerFactory
from jupyter_client.provisioning.local_provisioner import LocalProvisioner
from jupyter_core.utils import run_sync
from jupyter_server.auth import IdentityProvider, User
from jupyter_server.base.handlers import JupyterHandler
from jupyter_server.services.kernels.connection.base import serialize_msg_to_ws_v1
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager, ServerKernelManager
from jupyter_server.services.kernels.websocket import KernelWebsocketHandler
from packaging.requirements import Requirement
from tornado.httpserver import HTTPServer
from tornado.httputil import HTTPServerRequest
from tornado.iostream import IOStream
from tornado.web import RequestHandler
from tornado.websocket import WebSocketHandler
from voila.app import Voila
from voila.notebook_renderer import NotebookRenderer
from voila.paths import collect_static_paths
from voila.utils import get_page_config

__all__ = [
    "AsyncMappingKernelManager",
    "IdentityProvider",
    "JupyterHandler",
    "KernelConnectionInfo",
    "KernelSpec",
    "KernelSpecManager",
    "KernelWebsocketHandler",
    "LocalProvisioner",
    "NotebookRenderer",
    "ServerKernelManager",
    "User",
    "Voila",
    "ZMQChannelsWebsocketConnection",
    "add_provisioner",
    "bytes_taken",
    "bytes_unread",
    "check",
    "collect_static_paths",
    "forget",
    "get_page_config",
    "has_left",
    "misfits",
    "run_sync",
    "serialize_msg_to_ws_v1",
    "waiting_on",
]

# What we override or call, by the library it belongs to: a name that is gone would not be missed, only never called.
BORROWED: dict[str, dict[Any, tuple[str, ...]]] = {
    "tornado": {
        IOStream: ("writing", "closed", "set_close_callback", "read_from_fd"),
        HTTPServer: (
            *("initialize", "handle_stream", "start_request", "on_close", "add_sockets", "stop"),
            "close_all_connections",
        ),
        RequestHandler: ("_request_summary", "log_exception", "compute_etag", "check_etag_header", "write_error"),
    },
    "jupyter_client": {
        KernelProvisionerFactory: ("instance", "GROUP_NAME", "provisioners"),
        LocalProvisioner: ("launch_kernel", "poll", "wait", "send_signal", "kill", "terminate", "connection_info"),
        KernelSpecManager: ("get_kernel_spec", "find_kernel_specs"),
    },
    "jupyter_server": {
        IdentityProvider: ("get_user",),
        JupyterHandler: ("check_host", "set_cors_headers", "base_url"),
        KernelWebsocketHandler: ("get", "open", "on_close", "on_message", "send_ping", "ping_callback", "last_pong"),
        ZMQChannelsWebsocketConnection: (
            *("handle_incoming_message", "handle_outgoing_message", "write_message", "channels"),
            *("on_kernel_restarted", "on_restart_failed", "disconnect", "nudge", "websocket_handler"),
        ),
        AsyncMappingKernelManager: (
            *("start_watching_activity", "stop_watching_activity", "_handle_kernel_died", "remove_kernel"),
            *("start_kernel", "shutdown_kernel", "interrupt_kernel", "shutdown_all", "allowed_message_types"),
            *("stop_buffering", "_kernel_connections", "_kernel_ports"),
        ),
        ServerKernelManager: ("emit", "execution_state", "reason", "cleanup_resources"),
    },
    "voila": {
        Voila: (
            *("initialize", "init_settings", "init_handlers", "connection_dir", "static_paths", "template_paths"),
            *("labextensions_path", "kernel_websocket_connection_class", "start", "stop"),
        ),
        NotebookRenderer: ("initialize", "load_notebook", "generate_content_generator"),
    },
}


def bytes_taken(stream: IOStream) -> int:
    """Bytes that went out by this stream so far."""
    return stream._total_write_done_index


def bytes_unread(stream: IOStream) -> int:
    """Bytes that wait to go out by this stream."""
    return len(stream._write_buffer or b"")


def forget(kernels: AsyncMappingKernelManager, kernel_id: str) -> None:
    """Drop what is kept for ever of a process that is no more.

    A line that closes while its process ends counts as one that may come back: its four sockets are kept, and knock
    without end. Of a process that died by itself two numbers stay as well.
    """
    with contextlib.suppress(Exception):  # it may be forgotten already
        kernels.stop_buffering(kernel_id)
    kernels._kernel_connections.pop(kernel_id, None)
    kernels._kernel_ports.pop(kernel_id, None)


def has_left(request: HTTPServerRequest) -> bool:
    """Whether whoever asked for this is no longer there to hear the answer."""
    connection: Any = request.connection
    return connection.stream.closed()


def waiting_on(line: WebSocketHandler) -> int | None:
    """Bytes that a browser has not taken of this websocket yet; None where it is closed, or about to be."""
    connection: Any = line.ws_connection
    return None if connection is None or connection.client_terminated else bytes_unread(connection.stream)


def add_provisioner(name: str, made_by: type[LocalProvisioner]) -> None:
    """Make jupyter_client know one more place that kernels come from, without a package that declares it."""
    place = f"{made_by.__module__}:{made_by.__name__}"
    factory = KernelProvisionerFactory.instance()
    factory.provisioners[name] = EntryPoint(name, place, KernelProvisionerFactory.GROUP_NAME)


def missing() -> Iterator[str]:
    """What is no longer where we borrow it, with the library's version."""
    for library, owners in BORROWED.items():
        for owner, names in owners.items():
            for name in names:
                if not hasattr(owner, name):
                    yield f"{library} {version(library)}: {owner.__name__} has no {name}"


def misfits() -> Iterator[str]:
    """Installed versions outside of what this package asks for."""
    try:
        asked = requires("pegp_lite") or []
    except PackageNotFoundError:  # run from a folder that nobody installed
        return
    for line in asked:
        wanted = Requirement(line)
        if wanted.name in (*BORROWED, "ipykernel") and not wanted.specifier.contains(version(wanted.name), True):
            yield f"{wanted.name} {version(wanted.name)}: tried with {wanted.specifier} only"


def check() -> None:
    """Refuse to start where something that we rely on has gone; `RuntimeError` names it, and versions nobody tried."""
    if gone := list(missing()):
        raise RuntimeError("; ".join([*gone, *misfits()]))
