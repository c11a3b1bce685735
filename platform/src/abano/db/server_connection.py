"""Connections that notice when their server is gone without a word: cut off, frozen, or replaced by a standby."""

import asyncio
import contextlib
import socket
import time
from typing import Any, ClassVar

from psycopg import AsyncConnection
from psycopg.conninfo import conninfo_to_dict
from psycopg.pq import TransactionStatus

# Beyond the time after which the server itself cancels a statement.
GRACE_SECONDS = 2.0
# For servers that let someone wait too long before: their next answer must come within this time.
SUSPECT_SECONDS = 2.0
CONNECT_TIMEOUT_SECONDS = 3
# Of each server, where the URL names several: the first of them may be the one that is gone.
NEXT_SERVER_SECONDS = 2
# A network that is cut is noticed within about ten seconds, by a connection at rest, too.
WATCHED = {
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}


class ServerConnection(AsyncConnection[tuple[Any, ...]]):
    """Is closed when an answer takes longer than ``max_silence`` seconds; the caller gets an OperationalError.

    The server limits statements, but a frozen one limits nothing, its kernel keeps the connection alive, and a
    commit may wait for a standby for ever.
    """

    max_silence: ClassVar[float] = float("inf")
    # By server: when it was last found silent.
    _silent_at: ClassVar[dict[str, float]] = {}
    _heard_at: float | None = None

    async def wait(self, gen: Any, *args: Any, **kwargs: Any) -> Any:
        limit = min(self.max_silence, SUSPECT_SECONDS) if self._is_suspect else self.max_silence
        if limit == float("inf"):
            return await super().wait(gen, *args, **kwargs)
        timer = asyncio.get_running_loop().call_later(limit, self._abandon)
        try:
            answer = await super().wait(gen, *args, **kwargs)
        finally:
            timer.cancel()
        self._heard_at = time.monotonic()
        return answer

    @property
    def _server(self) -> str:
        return f"{self.info.host}:{self.info.port}"

    @property
    def _is_suspect(self) -> bool:
        silent = self._silent_at.get(self._server)
        return silent is not None and self._heard_at is not None and self._heard_at < silent

    def _abandon(self) -> None:
        """End the connection if an answer is waited for; a listener waits for notifications as long as it likes."""
        if self.closed or self.pgconn.transaction_status != TransactionStatus.ACTIVE:
            return
        self._silent_at[self._server] = time.monotonic()
        # Only the socket: the caller reads its end, and handles it like any lost connection.
        with contextlib.suppress(OSError), socket.socket(fileno=self.fileno()) as own:
            try:
                own.shutdown(socket.SHUT_RDWR)
            finally:
                own.detach()


def connections(max_silence: float) -> type[ServerConnection]:
    """The class of connections that are closed after ``max_silence`` seconds without an answer."""
    return type("WatchedConnection", (ServerConnection,), {"max_silence": max_silence})


def connect_options(url: str, wait_seconds: float) -> dict[str, Any]:
    """Arguments for ``connect`` that bound connecting and silence of the network, unless ``url`` sets its own.

    Callers wait ``wait_seconds`` for a connection of the pool.
    """
    given = conninfo_to_dict(url)
    has_several = "," in str(given.get("host", ""))
    seconds = NEXT_SERVER_SECONDS if has_several else max(CONNECT_TIMEOUT_SECONDS, int(wait_seconds))
    return {
        name: value for name, value in {"connect_timeout": seconds, **WATCHED}.items() if name not in given
    }
