"""HTTP client for tenant-supplied URLs: never connects to private networks.

Resolves a host once and connects to the checked IP, so that a host that changes
its IP in between (DNS rebinding) is not reached. Each redirect is checked the same way.
"""

import asyncio
import socket
import ssl
from collections.abc import Awaitable, Callable, Sequence
from functools import cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Literal

import httpx

from abano_shared.fair_turns import end_turn

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network
Resolve = Callable[[str, int], Awaitable[Sequence[str]]]
# NAT64 (RFC 6052): the embedded IPv4 address is checked.
_NAT64 = ip_network("64:ff9b::/96")
# Python calls these global: IPv4 within IPv6 (RFC 4291, 2.5.5.1), a network's own translation (RFC 8215), and
# addresses of a site (RFC 3879).
_INNER_V6 = (ip_network("::/96"), ip_network("64:ff9b:1::/48"), ip_network("fec0::/10"))
_PORTS = {"http": 80, "https": 443}


class NotPublicIp(httpx.RequestError):
    """The IP is not public."""


class UnknownHost(httpx.ConnectError):
    """The host does not resolve."""


def is_public(address: Address) -> bool:
    """Whether an IP is global and unicast."""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return is_public(address.ipv4_mapped)
        if address in _NAT64:
            return is_public(IPv4Address(int(address) & 0xFFFFFFFF))
        if any(address in inner for inner in _INNER_V6):
            return False
        # Tunnels to an embedded IPv4 address.
        if address.sixtofour is not None or address.teredo is not None:
            return False
    return address.is_global and not address.is_multicast


@cache
def tls_context() -> ssl.SSLContext:
    """For every client of outside services: reading the authorities takes longer than a request."""
    return httpx.create_ssl_context()


async def resolve(host: str, port: int) -> Sequence[str]:
    """The IPs of a host, by the system resolver. Raises OSError."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(item[4][0]) for item in found))


async def resolve_public_ips(
    host: str, port: int, *, allowed: Sequence[Network] = (), resolver: Resolve = resolve
) -> list[Address]:
    """The IPs of ``host``, all public or in an ``allowed`` network.

    Raises NotPublicIp when one is not, UnknownHost.
    """
    try:
        # A link-local IPv6 address may have a zone suffix.
        addresses = [ip_address(item.partition("%")[0]) for item in await resolver(host, port)]
    except (OSError, UnicodeError, ValueError) as error:
        raise UnknownHost(f"{host} has no address") from error
    if not addresses:
        raise UnknownHost(f"{host} has no address")
    for address in addresses:
        is_allowed = any(address.version == net.version and address in net for net in allowed)
        if not is_allowed and not is_public(address):
            raise NotPublicIp(f"{host} is not a public address")
    return addresses


class PublicTransport(httpx.AsyncBaseTransport):
    """Connects to public IPs only; TLS still verifies the host name."""

    def __init__(
        self,
        *,
        allowed: Sequence[Network] = (),
        resolver: Resolve = resolve,
        inner: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._allowed = allowed
        self._resolver = resolver
        self._inner = inner or httpx.AsyncHTTPTransport(verify=tls_context())

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Raises NotPublicIp and UnknownHost besides httpx's own errors."""
        url = request.url
        port = url.port or _PORTS.get(url.scheme)
        if port is None:
            raise NotPublicIp(f"{url.scheme} is not called")
        addresses = await resolve_public_ips(url.host, port, allowed=self._allowed, resolver=self._resolver)
        for position, address in enumerate(addresses):
            # The Host header keeps the original host name.
            pinned = httpx.Request(
                request.method,
                url.copy_with(host=str(address)),
                headers=request.headers,
                stream=request.stream,
                extensions={**request.extensions, "sni_hostname": url.host},
            )
            try:
                return await self._inner.handle_async_request(pinned)
            except (httpx.ConnectError, httpx.ConnectTimeout):
                # Nothing was sent yet: try the next IP.
                if position == len(addresses) - 1:
                    raise
        raise UnknownHost(f"{url.host} has no address")

    async def aclose(self) -> None:
        await self._inner.aclose()


def public_client(
    *,
    timeout: float,
    allowed: Sequence[Network] = (),
    resolver: Resolve = resolve,
    redirects: int = 0,
) -> httpx.AsyncClient:
    """A client for tenant-supplied URLs. ``timeout`` in seconds per step; ``redirects``: maximum number.

    Proxies of the environment are ignored: they would resolve the host again.
    """
    return httpx.AsyncClient(
        timeout=timeout,
        transport=PublicTransport(allowed=allowed, resolver=resolver),
        follow_redirects=redirects > 0,
        max_redirects=redirects,
        trust_env=False,
    )


class PublicFetchFailed(Exception):
    """``reason``: why the fetch failed."""

    def __init__(self, reason: Literal["not_public", "not_reached", "too_much"]) -> None:
        self.reason = reason
        super().__init__(reason)


async def fetch_public(
    address: str,
    *,
    max_bytes: int,
    seconds: float,
    redirects: int = 0,
    make_client: Callable[..., httpx.AsyncClient] = public_client,
) -> bytes:
    """Fetch a URL: at most ``max_bytes``, within ``seconds`` in total. Raises PublicFetchFailed."""
    if not address.startswith(("http://", "https://")):
        raise PublicFetchFailed("not_public")
    content = bytearray()
    end_turn()
    try:
        # Total time limit: a server that trickles bytes never hits the timeouts of single steps.
        async with (
            asyncio.timeout(seconds),
            make_client(timeout=seconds, redirects=redirects) as client,
            client.stream("GET", address) as answer,
        ):
            if answer.status_code != httpx.codes.OK:
                raise PublicFetchFailed("not_reached")
            async for chunk in answer.aiter_bytes():
                content += chunk
                if len(content) > max_bytes:
                    raise PublicFetchFailed("too_much")
    except NotPublicIp:
        raise PublicFetchFailed("not_public") from None
    except (TimeoutError, httpx.HTTPError, httpx.InvalidURL, ValueError):
        raise PublicFetchFailed("not_reached") from None
    return bytes(content)
