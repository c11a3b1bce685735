"""Calls to addresses that users typed: only public ones are reached, whatever a name resolves or redirects to.

A name is resolved here, every address is looked at, and the connection goes to one that was: a second answer of the
resolver cannot lead elsewhere. Redirects are followed one by one, each through the same check.
"""

import asyncio
import ipaddress
import socket
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import urljoin, urlsplit

import httpcore
import httpx

from abano.errors import InvalidInput
from abano.errors.messages import Message

PORTS = frozenset({80, 443})
MOST_REDIRECTS = 3
LONGEST_ADDRESS = 2_000

NOT_PUBLIC = Message(
    "address_not_public", "Give an address of the public internet, such as https://example.com/…"
)
NOT_REACHED = Message("address_not_reached", "This address does not answer")
TOO_MUCH = Message("address_answers_too_much", "What is at this address is too large")
# Networks that lead to an IPv4 address within them.
_NAT64 = ipaddress.ip_network("64:ff9b::/96")

Resolve = Callable[[str, int], Awaitable[list[str]]]
IsPublic = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class Answer:
    """``address``: where it came from in the end."""

    status: int
    content: bytes
    content_type: str
    address: str


class _NotPublic(Exception):
    """A connection to an address that is not public was refused."""


def is_public(address: str) -> bool:
    """Whether an IP address is one of the public internet."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return False
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed in _NAT64:
            return is_public(str(ipaddress.IPv4Address(int(parsed) & 0xFFFFFFFF)))
        inner = parsed.ipv4_mapped or parsed.sixtofour or (parsed.teredo[1] if parsed.teredo else None)
        if inner is not None:
            return is_public(str(inner))
    return parsed.is_global and not parsed.is_multicast


def has_public_form(address: str) -> bool:
    """Whether an address may be tried: http or https, a host, a usual port, nobody's password."""
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        return False
    return (
        len(address) <= LONGEST_ADDRESS
        and parts.scheme in {"http", "https"}
        and bool(parts.hostname)
        and parts.username is None
        and (port is None or port in PORTS)
    )


async def resolve(host: str, port: int) -> list[str]:
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(entry[4][0]) for entry in found]


class _PublicNetwork(httpcore.AsyncNetworkBackend):
    """Connects to public addresses alone."""

    def __init__(self, resolve: Resolve, is_public: IsPublic) -> None:
        self._inner = httpcore.AnyIOBackend()
        self._resolve = resolve
        self._is_public = is_public

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - the interface of httpcore
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        try:
            addresses = await asyncio.wait_for(self._resolve(host, port), timeout)
        except (OSError, UnicodeError) as error:
            raise httpcore.ConnectError(str(error)) from error
        if not addresses or not all(map(self._is_public, addresses)):
            raise _NotPublic
        return await self._inner.connect_tcp(addresses[0], port, timeout, local_address, socket_options)

    async def sleep(self, seconds: float) -> None:
        await self._inner.sleep(seconds)


@dataclass(frozen=True, slots=True)
class PublicCalls:
    """Calls with their checks. Tests give ones that let a server of their own through."""

    resolve: Resolve = resolve
    is_public: IsPublic = is_public
    has_public_form: Callable[[str], bool] = has_public_form

    async def send(
        self,
        address: str,
        *,
        method: str = "GET",
        content: bytes | None = None,
        headers: Mapping[str, str] | None = None,
        most_bytes: int,
        seconds: float,
        redirects: int = MOST_REDIRECTS,
        field: str = "address",
    ) -> Answer:
        """The answer, at most ``most_bytes`` long and within ``seconds`` in all; redirects of a GET are followed.

        Raises InvalidInput, naming ``field``: NOT_PUBLIC, NOT_REACHED or TOO_MUCH.
        """
        try:
            async with asyncio.timeout(seconds):
                return await self._send(
                    address, method, content, headers, most_bytes, redirects if method == "GET" else 0, field
                )
        except _NotPublic:
            raise InvalidInput.of(field, NOT_PUBLIC()) from None
        except (TimeoutError, OSError, ValueError, httpcore.NetworkError, httpcore.TimeoutException,
                httpcore.ProtocolError, httpcore.UnsupportedProtocol):  # fmt: skip
            raise InvalidInput.of(field, NOT_REACHED()) from None

    async def _send(
        self,
        address: str,
        method: str,
        content: bytes | None,
        headers: Mapping[str, str] | None,
        most_bytes: int,
        redirects: int,
        field: str,
    ) -> Answer:
        sent = {
            "Host": _host(address),
            "User-Agent": "Abano",
            "Accept-Encoding": "identity",
            **(headers or {}),
        }
        network = _PublicNetwork(self.resolve, self.is_public)
        async with httpcore.AsyncConnectionPool(
            ssl_context=httpx.create_ssl_context(trust_env=False), network_backend=network
        ) as pool:
            for _ in range(redirects + 1):
                if not self.has_public_form(address):
                    raise _NotPublic
                sent["Host"] = _host(address)
                async with pool.stream(
                    method, address, headers=list(sent.items()), content=content
                ) as response:
                    found = {name.lower(): value for name, value in response.headers}
                    if response.status in {301, 302, 303, 307, 308} and redirects and b"location" in found:
                        address = urljoin(address, found[b"location"].decode("latin-1"))
                        continue
                    body = bytearray()
                    async for chunk in response.aiter_stream():
                        body += chunk
                        if len(body) > most_bytes:
                            raise InvalidInput.of(field, TOO_MUCH())
                    content_type = found.get(b"content-type", b"").decode("latin-1")
                    return Answer(response.status, bytes(body), content_type, address)
        raise InvalidInput.of(field, NOT_REACHED())


def _host(address: str) -> str:
    return urlsplit(address).netloc
