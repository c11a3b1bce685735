"""Sends the questions of one company to the same copy of the analytics service, as long as that copy can be reached.

Each copy then remembers the figures of its own companies. When a copy is added or lost, only its part of them moves
(rendezvous hashing).
"""

import asyncio
import re
import socket
import time
from collections.abc import Callable, Coroutine
from functools import partial
from hashlib import blake2b
from typing import Any

import httpx

from abano.core.ttl_cache import TtlCache

# How old the list of copies may be.
ADDRESSES_SECONDS = 5.0
# For how long a copy that could not be reached is asked last.
AWAY_SECONDS = 5.0
TENANT_IN_PATH = re.compile(r"/internal/tenants/([0-9a-f-]{36})/")
# Errors before anything was sent.
NOT_REACHED = (httpx.ConnectError, httpx.ConnectTimeout)

Resolve = Callable[[str, int], Coroutine[Any, Any, list[str]]]


async def resolve(host: str, port: int) -> list[str]:
    """The addresses of ``host``, each copy once: IPv4 where there is any. Raises OSError."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    fourth = {str(address[0]) for family, *_, address in found if family is socket.AF_INET}
    return sorted(fourth or {str(address[0]) for *_, address in found})


def order_of(key: str, addresses: list[str]) -> list[str]:
    """The addresses in the order in which ``key`` prefers them, which does not depend on those that are missing."""
    return sorted(addresses, key=lambda address: blake2b(f"{key} {address}".encode(), digest_size=8).digest())


class Copies(httpx.AsyncBaseTransport):
    """Asks a company's own copy; the next one when it cannot be reached. One copy is asked without any of this."""

    def __init__(
        self,
        transport: httpx.AsyncBaseTransport,
        *,
        resolve: Resolve = resolve,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._transport = transport
        self._resolve = resolve
        self._clock = clock
        self._addresses: TtlCache[tuple[str, int], list[str]] = TtlCache(seconds=ADDRESSES_SECONDS)
        self._away_until: dict[str, float] = {}

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Raises httpx.TransportError."""
        url = request.url
        port = url.port or (443 if url.scheme == "https" else 80)
        try:
            addresses = await self._addresses.get((url.host, port), partial(self._resolve, url.host, port))
        except OSError as error:
            raise httpx.ConnectError(str(error), request=request) from error
        if len(addresses) < 2:
            return await self._transport.handle_async_request(request)
        *preferred, last = self._preferred(request, addresses)
        for address in preferred:
            try:
                return await self._transport.handle_async_request(_at(request, address))
            except NOT_REACHED:
                self._away_until[address] = self._clock() + AWAY_SECONDS
        return await self._transport.handle_async_request(_at(request, last))

    def _preferred(self, request: httpx.Request, addresses: list[str]) -> list[str]:
        found = TENANT_IN_PATH.search(request.url.path)
        now = self._clock()
        self._away_until = {address: until for address, until in self._away_until.items() if until > now}
        # Stable: those that are not away keep their order.
        return sorted(order_of(found[1] if found else "", addresses), key=self._away_until.__contains__)

    async def aclose(self) -> None:
        await self._transport.aclose()


def _at(request: httpx.Request, address: str) -> httpx.Request:
    """The same request to one address, with the header and the certificate of its host."""
    return httpx.Request(
        request.method,
        request.url.copy_with(host=address),
        headers=request.headers,
        stream=request.stream,
        extensions={**request.extensions, "sni_hostname": request.url.host},
    )
