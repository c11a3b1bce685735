"""Limits on the duration and size of a request. Uvicorn itself has none.

A client that sends one byte now and then, or endless headers, would otherwise hold a connection and its
memory indefinitely (RFC 9110 and RFC 6585 define the responses, 408 and 431). The duration of a response is
not limited here.

This extends uvicorn's protocol class, which is not a public interface: uvicorn's version is pinned.
"""

import asyncio
import logging
from collections import deque
from dataclasses import dataclass
from http import HTTPStatus
from typing import ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

log = logging.getLogger(__name__)


class AmbiguousRequest(ValueError):
    """This header is ambiguous."""


@dataclass(frozen=True, slots=True)
class RequestLimits:
    """``seconds`` are from a request's first byte to its last; it may be ended up to a quarter later.

    ``head_bytes`` limit the head; ``request_bytes`` limit head, body and chunk overhead.
    """

    seconds: float
    head_bytes: int
    request_bytes: int

    def protocol(self) -> type[HttpToolsProtocol]:
        """Uvicorn's HTTP protocol with these limits, for its setting ``http``."""
        return type("LimitedHttp", (LimitedHttp,), {"limits": self})


class LimitedHttp(HttpToolsProtocol):
    """Costs one clock reading per request."""

    limits: ClassVar[RequestLimits]

    _awaited_since: float | None = None
    _in_head = True
    _received = 0
    _watch: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._awaited_since = self.loop.time()
        self._schedule_check()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._watch is not None:
            self._watch.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        # Added before parsing, so that the end of one request does not count as the next one's head.
        self._received += len(data)
        super().data_received(data)
        if self._received > (self.limits.head_bytes if self._in_head else self.limits.request_bytes):
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE if self._in_head else None)

    def on_message_begin(self) -> None:
        self._awaited_since = self.loop.time()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._in_head = False
        self._check_framing()
        super().on_headers_complete()
        # Fields after the body (trailers) are nothing we ask for: they are not kept.
        self.headers = deque(maxlen=0)  # type: ignore[assignment]

    def _check_framing(self) -> None:
        """Host and length of a request must be unambiguous, so that every proxy reads them the same way.

        RFC 9112, sections 3.2 and 6.1. The parser turns errors raised here into a 400 and closes the
        connection.
        """
        hosts = [value for name, value in self.headers if name == b"host"]
        codings = [value for name, value in self.headers if name == b"transfer-encoding"]
        version = self.parser.get_http_version()
        if len(hosts) > 1 or (not hosts and version == "1.1"):
            raise AmbiguousRequest("Host")
        if codings and ([coding.strip().lower() for coding in codings] != [b"chunked"] or version != "1.1"):
            raise AmbiguousRequest("Transfer-Encoding")

    def on_message_complete(self) -> None:
        self._awaited_since = None
        self._in_head = True
        self._received = 0
        super().on_message_complete()

    def _schedule_check(self) -> None:
        self._watch = self.loop.call_later(self.limits.seconds / 4, self._check)

    def _check(self) -> None:
        since = self._awaited_since
        if since is not None and self.loop.time() - since > self.limits.seconds:
            self._refuse(HTTPStatus.REQUEST_TIMEOUT)
        else:
            self._schedule_check()

    def _refuse(self, status: HTTPStatus | None) -> None:
        """Close the connection, with an error response if none was sent."""
        if self.transport.is_closing():
            return
        cycle: RequestResponseCycle | None = self.cycle
        # While a head is read, the cycle is that of the previous request.
        answered = (
            cycle is not None and cycle.response_started and not (self._in_head and cycle.response_complete)
        )
        if cycle is not None:
            cycle.disconnected = True
        if status is not None and not answered:
            head = (
                f"HTTP/1.1 {status.value} {status.phrase}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
            )
            self.transport.write(head.encode())
        log.info("request cut off by a limit")
        self.transport.close()
        # Do not wait for a client that does not read the response either.
        self.loop.call_later(1.0, self.transport.abort)
