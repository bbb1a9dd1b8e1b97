"""What we borrow from the insides of Voilà, Jupyter and Tornado."""

from __future__ import annotations

from tornado.iostream import IOStream


def bytes_taken(stream: IOStream) -> int:
    """Bytes that went out by this stream so far."""
    return stream._total_write_done_index


def bytes_unread(stream: IOStream | None) -> int:
    """Bytes that wait to go out by this stream."""
    return 0 if stream is None else len(stream._write_buffer or b"")
