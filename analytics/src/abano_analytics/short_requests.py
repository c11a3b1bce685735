"""How long, and for how much, the internal API waits for one request. Uvicorn itself waits for ever and for anything.

All that is asked here are short questions without a body, so one bound holds for head and body together. How long an
answer takes is not bounded here.
"""

import asyncio
import logging
from http import HTTPStatus

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

log = logging.getLogger(__name__)


class ShortRequests(HttpToolsProtocol):
    """Uvicorn's HTTP, which ends a connection whose request is not whole in time or grows too long."""

    # From its first byte to its last; a connection's first byte is waited for no longer either.
    REQUEST_SECONDS = 10.0
    # Two filters of 200 characters, each of them twelve bytes long in an address, are below 5 KiB.
    LONGEST_BYTES = 32 * 1024

    _patience: asyncio.TimerHandle | None = None
    _received = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_no_more()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        # Before it is read: what a whole request ends in does not count for the next one.
        self._received += len(data)
        super().data_received(data)
        if self._patience is not None and self._received > self.LONGEST_BYTES:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def on_message_begin(self) -> None:
        self._wait()
        super().on_message_begin()

    def on_message_complete(self) -> None:
        self._wait_no_more()
        super().on_message_complete()

    def _wait(self) -> None:
        self._wait_no_more()
        self._received = 0
        self._patience = self.loop.call_later(self.REQUEST_SECONDS, self._refuse, HTTPStatus.REQUEST_TIMEOUT)

    def _wait_no_more(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _refuse(self, status: HTTPStatus) -> None:
        """End the connection; say why unless an answer has begun."""
        self._wait_no_more()
        if self.transport.is_closing():
            return
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is not None:
            cycle.disconnected = True
        if cycle is None or not cycle.response_started:
            head = (
                f"HTTP/1.1 {status.value} {status.phrase}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
            )
            self.transport.write(head.encode())
        log.info("a request that was not whole in time or too long was cut off")
        self.transport.close()
        # Whoever does not read the answer either is not waited for.
        self.loop.call_later(1.0, self.transport.abort)
