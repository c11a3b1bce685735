"""Connections to a module's database are kept for its next test, as clean as new ones.

Every test opens and closes pools of its own. A new server process reads the catalogue again for each table that it
meets; one that is kept has it in its memory.
"""

import select
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
from psycopg import generators, pq
from psycopg.abc import PQGenConn
from psycopg.conninfo import conninfo_to_dict

NAMES = ("host", "dbname", "user", "options", "application_name")
Key = tuple[str, ...]
# Of one kind; pools of the tests are no larger.
MOST = 6
# All that ``discard all`` does, but for the plans; the role stays the one of the address.
AS_NEW = (
    b"close all; reset session authorization; reset role; reset all; deallocate all; unlisten *;"
    b" select pg_advisory_unlock_all(); discard sequences; discard temp"
)


def closed() -> pq.abc.PGconn:
    gone = pq.PGconn.connect_start(b"host=/nowhere")
    gone.finish()
    return gone


class KeptConnections:
    """Idle connections of this process, by what they were opened with."""

    def __init__(self) -> None:
        self._idle: dict[Key, list[pq.abc.PGconn]] = defaultdict(list)
        self._closed = closed()
        # Only what a test's own database is reached by.
        self.database = ""

    def take(self, conninfo: str) -> pq.abc.PGconn | None:
        given = conninfo_to_dict(conninfo)
        idle = self._idle[tuple(str(given.get(name) or "") for name in NAMES)]
        while idle:
            conn = idle.pop()
            # Readable while idle: the server ended it.
            if not select.select([conn.socket], [], [], 0)[0]:
                return conn
            conn.finish()
        return None

    def keep(self, connection: psycopg.AsyncConnection[Any] | psycopg.Connection[Any]) -> bool:
        """Take over what a closing connection is made of, unless it does not answer as a new one would."""
        try:
            return self._keep(connection)
        except psycopg.Error:
            return False

    def _keep(self, connection: psycopg.AsyncConnection[Any] | psycopg.Connection[Any]) -> bool:
        conn = connection.pgconn
        if conn.status != pq.ConnStatus.OK or conn.db.decode() != self.database:
            return False
        values = {option.keyword.decode(): (option.val or b"").decode() for option in conn.info}
        idle = self._idle[tuple(values.get(name, "") for name in NAMES)]
        if len(idle) >= MOST or conn.pipeline_status != pq.PipelineStatus.OFF:
            return False
        if conn.transaction_status in {pq.TransactionStatus.INTRANS, pq.TransactionStatus.INERROR}:
            conn.exec_(b"rollback")
        if conn.transaction_status != pq.TransactionStatus.IDLE:
            return False
        conn.notice_handler = conn.notify_handler = None
        if conn.exec_(AS_NEW).status != pq.ExecStatus.COMMAND_OK:
            return False
        connection.pgconn = self._closed
        idle.append(conn)
        return True

    def end(self) -> None:
        for idle in self._idle.values():
            for conn in idle:
                conn.finish()
        self._idle.clear()


@contextmanager
def kept_connections() -> Iterator[KeptConnections]:
    kept = KeptConnections()
    connect, close = generators.connect, psycopg.AsyncConnection.close

    def take_or_connect(conninfo: str) -> PQGenConn[pq.abc.PGconn]:
        known = kept.take(conninfo)
        if known is None:
            known = yield from connect(conninfo)
        return known

    async def keep_or_close(self: psycopg.AsyncConnection[Any]) -> None:
        pool = getattr(self, "_pool", None)
        if self.closed or (pool and getattr(pool, "close_returns", False)) or not kept.keep(self):
            await close(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(generators, "connect", take_or_connect)
        patch.setattr(psycopg.AsyncConnection, "close", keep_or_close)
        yield kept
    kept.end()
