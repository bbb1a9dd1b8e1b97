"""Where a request comes from: the address it is counted under, and the kind of page that made it."""

from __future__ import annotations

from collections.abc import Mapping
from ipaddress import IPv6Address, ip_address


def counted_as(address: str) -> str:
    """The address under which someone is counted: for IPv6 a whole household's network, which has billions."""
    try:
        known = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(known, IPv6Address):
        if known.ipv4_mapped is not None:
            return str(known.ipv4_mapped)
        if not known.is_loopback:
            return f"{IPv6Address(int(known) >> 64 << 64)}/64"
    return str(known)


def came_from(peer: str, headers: Mapping[str, str], proxied: bool) -> str | None:
    """The address a request is counted under; None where a proxy of ours does not tell.

    A proxy adds the address it saw to the end of `X-Forwarded-For`; what stands before, a visitor may have written. Of
    several proxies on this machine the last ones add loopback.
    """
    if not proxied:
        return counted_as(peer)
    for each in reversed(headers.get("X-Forwarded-For", "").split(",")):
        try:
            address = ip_address(each.strip())
        except ValueError:
            return None
        if not address.is_loopback:
            return counted_as(str(address))
    return None


def may_open_a_page(headers: Mapping[str, str]) -> bool:
    """Whether a request may start a process: a person opens a page, or a page of ours does.

    Browsers say what a request is for. Another site's page may link here, but it may not load a page of ours as its
    picture, script or frame, nor have one fetched in case someone wants it. Clients that say nothing are not browsers
    with somebody's page in them.
    """
    if "prefetch" in headers.get("Sec-Purpose", headers.get("Purpose", "")):
        return False
    if headers.get("Sec-Fetch-Site", "none") in ("none", "same-origin"):
        return True
    return headers.get("Sec-Fetch-Mode") == "navigate" and headers.get("Sec-Fetch-Dest") == "document"
