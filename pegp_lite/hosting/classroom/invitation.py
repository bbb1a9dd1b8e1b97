"""The class's address as people can reach it, and addresses as QR codes: for the terminal and to be projected."""

from __future__ import annotations

import io
import socket

import segno

from pegp_lite.hosting.settings import Settings

NOWHERE = ("192.0.2.1", 9)  # an address for documentation: it only makes the system say which way it would go


def class_address(settings: Settings) -> str:
    """Where students find the pages: by the name they were told, or this machine's address on its network."""
    if settings.names:
        scheme, host = "https" if settings.proxied else "http", settings.names[0]
        port = "" if settings.proxied else f":{settings.port}"
        return f"{scheme}://{host}{port}{settings.base_url}"
    host = settings.host if settings.loopback or settings.host not in ("0.0.0.0", "::", "") else own_address()
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{settings.port}{settings.base_url}"


def own_address() -> str:
    """This machine's address as its network sees it; loopback where there is no network. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(NOWHERE)
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def qr_svg(address: str) -> str:
    """An address as the SVG of its QR code, to be written into a page; its size is for the style sheet to say."""
    return str(segno.make(address, error="m", micro=False).svg_inline(omitsize=True, border=2, svgclass="qr"))


def qr_text(address: str) -> str:
    """An address as a QR code made of letters, for a terminal."""
    drawn = io.StringIO()
    segno.make(address, error="l", micro=False).terminal(out=drawn, border=1, compact=True)
    return drawn.getvalue()
