"""Facts about requests: the client IP behind proxies, and cached responses of the client."""

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from ipaddress import ip_address

from starlette.requests import Request

from abano_shared.request_limits import RequestLimits


def client_ip(peer: str | None, forwarded_for: Sequence[str], trusted_proxies: int) -> str | None:
    """The client's IP in canonical form, or None when it cannot be determined.

    ``peer`` is the IP of the TCP connection, ``forwarded_for`` the X-Forwarded-For header lines in order.
    Each trusted proxy appends exactly one entry; entries to the left of those come from the client and are ignored.
    With fewer entries than trusted proxies the setting is wrong, and the result is None (fail closed).
    """
    if trusted_proxies == 0:
        return _canonical(peer)
    entries = [entry.strip() for line in forwarded_for for entry in line.split(",")]
    if len(entries) < trusted_proxies:
        return None
    return _canonical(entries[-trusted_proxies])


@lru_cache(maxsize=10_000)
def _canonical(text: str | None) -> str | None:
    """The IP without port, an IPv4-mapped IPv6 IP as IPv4; None for anything else."""
    if not text:
        return None
    bare = text
    if text.startswith("["):  # [2001:db8::1]:443
        bare = text[1:].partition("]")[0]
    elif text.count(":") == 1:  # 192.0.2.1:443
        bare = text.partition(":")[0]
    try:
        ip = ip_address(bare)
    except ValueError:
        return None
    mapped = getattr(ip, "ipv4_mapped", None)
    return str(mapped or ip)


# Conditional requests.


def etag_of(body: bytes) -> str:
    return f'"{hashlib.sha256(body).hexdigest()[:20]}"'


def is_known(request: Request, etag: str) -> bool:
    """Whether If-None-Match contains the tag. Weak comparison: plain and compressed bodies share a tag."""
    known = request.headers.get("if-none-match", "").split(",")
    return etag.removeprefix("W/") in {tag.strip().removeprefix("W/") for tag in known}


# The limits on requests to the platform and its worker.

LIMITS = RequestLimits(
    # Enough for a phone with a weak signal to upload the largest body.
    seconds=30.0,
    head_bytes=64 * 1024,
    # BodyLimit has lower limits and a better error.
    request_bytes=2 * 1024 * 1024,
)
