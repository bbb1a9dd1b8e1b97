"""What may pass between a visitor's browser and a page's process: only what widgets need, cut to size.

The browser side of this line is hostile: anyone can write a client. The page's side talks too much: its errors hold
tracebacks with paths, its greeting holds versions. Both are cleaned here, by functions that know no server.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

PROTOCOL = "v1.kernel.websocket.jupyter.org"
LONGEST = 128 * 1024  # bytes of one message from a browser; a widget's value is far smaller
HEARD_OUT = 2**20  # bytes we read of one all the same, so that we can say that it was too long
MOST_PARTS = 12  # offsets in a message: channel, four parts and a few that we then refuse
IDENTITY = re.compile(r"[\w.-]{1,100}", re.ASCII)
DEEPEST = 12  # levels of nesting we read

INWARD = ("comm_open", "comm_close", "comm_msg", "comm_info_request", "kernel_info_request")
OUTWARD = frozenset({"comm_open", "comm_close", "comm_msg", "comm_info_reply", "status"})
CONTROL = "jupyter.widget.control"  # by which a browser asks for the state of all widgets at once
# What a hand on a widget changes. A slider's limits, a widget's class or its layout are not for visitors to set.
SETTABLE = frozenset({"value", "index", "selected_index", "playing", "_playing", "repeat", "_repeat"})


class Refused(ValueError):
    """A message that must not pass."""


@dataclass(frozen=True)
class Message:
    """A message that may pass: its parts ready to be signed and sent, and what it costs of the visitor's budget."""

    parts: list[bytes]
    id: str
    cost: int
    works: bool  # whether the page's process has to do something for it that the visitor waits for

    @property
    def size(self) -> int:
        """Its bytes."""
        return sum(map(len, self.parts))


def split(data: bytes) -> tuple[str, list[bytes]]:
    """Channel and parts of a v1 websocket message; `Refused` where it is none.

    The library's own reader believes the count in the first eight bytes, so one message can keep it busy for ever.
    """
    if len(data) > LONGEST:
        raise Refused("too long")
    count = int.from_bytes(data[:8], "little")
    if not 6 <= count <= MOST_PARTS or len(data) < 8 * (count + 1):
        raise Refused("not a message")
    offsets = [int.from_bytes(data[8 * (k + 1) : 8 * (k + 2)], "little") for k in range(count)]
    if offsets[0] != 8 * (count + 1) or offsets[-1] != len(data) or offsets != sorted(offsets):
        raise Refused("not a message")
    channel, *parts = (data[start:end] for start, end in pairwise(offsets))
    try:
        return channel.decode("ascii"), parts
    except UnicodeDecodeError:
        raise Refused("not a channel") from None


def inward(data: bytes | str) -> Message:
    """A browser's message, rebuilt from the few things in it that we know; `Refused` where it is not for us."""
    if isinstance(data, str):
        raise Refused("text")
    channel, parts = split(data)
    if channel != "shell" or len(parts) != 4:
        raise Refused("only the shell channel, and no buffers")
    header, _, metadata, content = (_read(part) for part in parts)
    kind, identity, session = header.get("msg_type"), _name(header.get("msg_id")), _name(header.get("session"))
    if kind not in INWARD:
        raise Refused(f"messages of this kind do not pass: {kind!r:.40}")
    cost, works = 1, False
    clean: dict[str, Any]
    if kind == "comm_info_request":
        clean = {"target_name": "jupyter.widget"}
    elif kind == "kernel_info_request":
        clean = {}
    elif kind == "comm_open":
        if content.get("target_name") != CONTROL:
            raise Refused("visitors do not make widgets")
        clean, cost = {"comm_id": _name(content.get("comm_id")), "target_name": CONTROL, "data": {}}, 10
    elif kind == "comm_close":
        clean = {"comm_id": _name(content.get("comm_id")), "data": {}}
    else:
        body = _body(content.get("data"))
        clean = {"comm_id": _name(content.get("comm_id")), "data": body}
        works = body["method"] in ("update", "custom")
        cost = 20 if body["method"] == "request_states" else 1
    version = metadata.get("version")
    told = {"version": version} if isinstance(version, str) and IDENTITY.fullmatch(version) else {}
    head = {"msg_id": identity, "msg_type": kind, "session": session, "username": "visitor", "version": "5.3"}
    return Message([_write(part) for part in (head, {}, told, clean)], identity, cost, works)


def outward(parts: list[Any]) -> tuple[list[Any], str, str] | None:
    """A process's message as a visitor may see it, its kind, and the message it answers; None where it stays here."""
    header = json.loads(bytes(parts[0]))
    kind = header.get("msg_type")
    parent = json.loads(bytes(parts[1])).get("msg_id", "")
    if kind in OUTWARD:
        return parts, kind, parent
    if kind == "kernel_info_reply":
        return [*parts[:3], _write(greeting()), *parts[4:]], kind, parent
    if kind == "error":
        ename = json.loads(bytes(parts[3])).get("ename")
        return [*parts[:3], _write(mishap(ename == "KeyboardInterrupt"))], kind, parent
    return None


def greeting() -> dict[str, Any]:
    """What a browser needs to know of a process: that it speaks Python and the protocol, and no version of anything."""
    return {
        "status": "ok",
        "protocol_version": "5.3",
        "implementation": "python",
        "implementation_version": "",
        "language_info": {"name": "python", "version": "", "mimetype": "text/x-python", "file_extension": ".py"},
        "banner": "",
        "help_links": [],
    }


def mishap(stopped: bool) -> dict[str, Any]:
    """What a visitor is told of an error: that there was one."""
    said = "It was stopped." if stopped else "This step failed."
    return {"ename": "Stopped" if stopped else "Error", "evalue": said, "traceback": []}


def _read(part: bytes) -> dict[str, Any]:
    try:
        value = json.loads(part)
    except (ValueError, RecursionError):
        raise Refused("not JSON") from None
    if not isinstance(value, dict):
        raise Refused("not an object")
    return value


def _write(value: Any) -> bytes:
    return json.dumps(value).encode()


def _name(value: Any) -> str:
    if not isinstance(value, str) or not IDENTITY.fullmatch(value):
        raise Refused("not a name")
    return value


def _body(data: Any) -> dict[str, Any]:
    """What a widget is told: a few traits to change, an event, or to say its state."""
    if not isinstance(data, dict):
        raise Refused("not an object")
    method = data.get("method")
    if method in ("request_state", "request_states"):
        return {"method": method}
    if method == "custom":
        event = data.get("content")
        if not isinstance(event, dict) or _depth(event) > 3 or len(_write(event)) > 2000:
            raise Refused("not an event")
        return {"method": "custom", "content": event}
    state = data.get("state")
    if method != "update" or not isinstance(state, dict):
        raise Refused("not an update")
    # Where nothing is left the empty update still goes on: a browser waits for its answer before it sends the next.
    kept = {name: value for name, value in state.items() if name in SETTABLE and _depth(value) <= DEEPEST}
    return {"method": "update", "state": kept, "buffer_paths": []}


def _depth(value: Any, limit: int = DEEPEST + 1) -> int:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    if inner is None or limit <= 0:
        return 0
    return 1 + max((_depth(each, limit - 1) for each in inner), default=0)
