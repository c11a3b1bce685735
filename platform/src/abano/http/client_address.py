"""Whom a request comes from, when proxies stand in between (decision 17)."""

from collections.abc import Sequence
from functools import lru_cache
from ipaddress import ip_address


def client_address(peer: str | None, forwarded_for: Sequence[str], trusted_proxies: int) -> str | None:
    """The client's address in its canonical form, or None when it cannot be told for certain.

    ``peer`` is the address of the TCP connection, ``forwarded_for`` the X-Forwarded-For header lines in order.
    Each trusted proxy appended exactly one entry; what stands left of those was written by the client itself.
    With fewer entries than trusted proxies the setting is wrong: the answer is None (it fails closed).
    """
    if trusted_proxies == 0:
        return _canonical(peer)
    entries = [entry.strip() for line in forwarded_for for entry in line.split(",")]
    if len(entries) < trusted_proxies:
        return None
    return _canonical(entries[-trusted_proxies])


@lru_cache(maxsize=10_000)
def _canonical(text: str | None) -> str | None:
    """The plain form of an address; an IPv4 address wrapped in IPv6 is unwrapped; anything else is None."""
    if not text:
        return None
    bare = text
    if text.startswith("["):  # [2001:db8::1]:443
        bare = text[1:].partition("]")[0]
    elif text.count(":") == 1:  # 192.0.2.1:443
        bare = text.partition(":")[0]
    try:
        address = ip_address(bare)
    except ValueError:
        return None
    mapped = getattr(address, "ipv4_mapped", None)
    return str(mapped or address)
