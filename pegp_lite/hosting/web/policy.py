"""The headers of every answer: what a browser may do with it, and what may not be done to it."""

from __future__ import annotations

from collections.abc import Mapping

ALWAYS: Mapping[str, str] = {
    "Referrer-Policy": "same-origin",  # with none at all, Firefox says goodbye as nobody, and is not heard
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cache-Control": "no-store",
}


def content_security_policy(host: str) -> str:
    """Scripts from our own files only, none written into a page, nothing from elsewhere.

    Voilà's bundle needs no `unsafe-eval`. Styles are written into pages by JupyterLab's own code, so those must be
    allowed; `ws:` is spelled out because not every browser counts a websocket as `'self'`.
    """
    return "; ".join(
        [
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data: blob:",
            "font-src 'self' data:",
            f"connect-src 'self' ws://{host} wss://{host}",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'self'",
        ]
    )
