"""How long, and for how much, the server waits for one request. Uvicorn itself waits for ever and for anything.

Whoever sends a byte now and then, or a head without end, would otherwise hold a connection and its memory for as long
as they like (RFC 9110 and RFC 6585 name the answers, 408 and 431). How long an answer takes is not bounded here.
"""

import asyncio
import logging
from collections import deque
from http import HTTPStatus

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

log = logging.getLogger("abano.http")


class AmbiguousRequest(ValueError):
    """This header can be understood in more than one way."""


class PatientHttp(HttpToolsProtocol):
    """Uvicorn's HTTP with an end to its patience, which costs a glance at the clock a request."""

    # From its first byte to its last; a phone at the edge of a cell sends our largest body in that time.
    MESSAGE_SECONDS = 30.0
    LONGEST_HEAD = 64 * 1024
    # Head, body and what chunks add. Bodies are bounded closer, with a kinder answer, by BodyLimit.
    LONGEST_MESSAGE = 2 * 1024 * 1024

    _awaited_since: float | None = None
    _in_head = True
    _received = 0
    _watch: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._awaited_since = self.loop.time()
        self._look_again()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._watch is not None:
            self._watch.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        # Before it is read: what a whole request ends in is not the next one's head.
        self._received += len(data)
        super().data_received(data)
        if self._received > (self.LONGEST_HEAD if self._in_head else self.LONGEST_MESSAGE):
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE if self._in_head else None)

    def on_message_begin(self) -> None:
        self._awaited_since = self.loop.time()
        self._received = 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._in_head = False
        self._check_framing()
        super().on_headers_complete()
        # Fields after the body (trailers) are nothing we ask for: they are not kept.
        self.headers = deque(maxlen=0)  # type: ignore[assignment]

    def _check_framing(self) -> None:
        """Whose request this is and where it ends must be said once, and in a way that we read as a proxy would.

        RFC 9112, sections 3.2 and 6.1. What is raised here the parser turns into a 400 and an end of the connection.
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

    def _look_again(self) -> None:
        self._watch = self.loop.call_later(self.MESSAGE_SECONDS / 4, self._look)

    def _look(self) -> None:
        since = self._awaited_since
        if since is not None and self.loop.time() - since > self.MESSAGE_SECONDS:
            self._refuse(HTTPStatus.REQUEST_TIMEOUT)
        else:
            self._look_again()

    def _refuse(self, status: HTTPStatus | None) -> None:
        """End the connection; say why where nothing was said yet."""
        if self.transport.is_closing():
            return
        cycle: RequestResponseCycle | None = self.cycle
        begun = cycle is not None and cycle.response_started and not cycle.response_complete
        if cycle is not None:
            cycle.disconnected = True
        if status is not None and not begun:
            head = (
                f"HTTP/1.1 {status.value} {status.phrase}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
            )
            self.transport.write(head.encode())
        log.info("a request that did not end was cut off")
        self.transport.close()
        # Whoever does not read the answer either is not waited for.
        self.loop.call_later(1.0, self.transport.abort)
