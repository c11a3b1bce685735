"""A read-only copy of a cluster, used while it is no more than some seconds behind."""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from sqlalchemy import event, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as SqlalchemyPoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from abano.core.config import sqlalchemy_url
from abano.core.errors import DatabaseUnavailable
from abano.db.driver_errors import translate_in_sqlalchemy
from abano.db.roles import ConnectionCheck

CHECK_SECONDS = 1.0
CONNECT_SECONDS = 2

_may_lag: ContextVar[bool] = ContextVar("may_lag", default=False)


@contextmanager
def reads_may_lag() -> Iterator[None]:
    """Units of work that begin within the block may read from a replica, and write nothing."""
    token = _may_lag.set(True)
    try:
        yield
    finally:
        _may_lag.reset(token)


def may_lag() -> bool:
    return _may_lag.get()


class Replica:
    """Its lag is measured by positions in the log: it is fresh when it has what the primary had some seconds ago."""

    def __init__(
        self,
        url: str,
        *,
        pool_size: int,
        max_lag: float,
        primary_position: Callable[[], Awaitable[int]],
        check: ConnectionCheck | None,
    ) -> None:
        """``max_lag`` in seconds. ``primary_position``: reads the end of the primary's log."""
        self._engine = create_async_engine(
            sqlalchemy_url(url),
            pool_size=pool_size,
            max_overflow=0,
            pool_timeout=CONNECT_SECONDS,
            pool_pre_ping=True,
            connect_args={"connect_timeout": CONNECT_SECONDS, "prepare_threshold": None},
        )
        event.listen(self._engine.sync_engine, "handle_error", translate_in_sqlalchemy)
        if check is not None:
            event.listen(self._engine.sync_engine, "connect", check.of_engine)
        self._max_lag = max_lag
        self._primary_position = primary_position
        # When which position was the primary's.
        self._seen: deque[tuple[float, int]] = deque()
        self._is_fresh = False
        self._checked = float("-inf")
        self._checking = asyncio.Lock()

    async def close(self) -> None:
        await self._engine.dispose()

    async def connect(self) -> AsyncConnection | None:
        """A connection to a fresh replica. None if it lags or is unavailable."""
        if not await self._fresh():
            return None
        try:
            return await self._engine.connect()
        except (DBAPIError, SqlalchemyPoolTimeout):
            self._is_fresh = False
            return None

    async def _fresh(self) -> bool:
        if time.monotonic() - self._checked >= CHECK_SECONDS and not self._checking.locked():
            async with self._checking:
                self._is_fresh = await self._look()
                self._checked = time.monotonic()
        return self._is_fresh

    async def _look(self) -> bool:
        now = time.monotonic()
        try:
            self._seen.append((now, await self._primary_position()))
            async with self._engine.connect() as conn:
                replayed = position(str(await conn.scalar(text("select pg_last_wal_replay_lsn()"))))
        except (DBAPIError, SqlalchemyPoolTimeout, DatabaseUnavailable):
            return False
        # An older position says nothing about the allowed lag.
        while self._seen and now - self._seen[0][0] > self._max_lag:
            self._seen.popleft()
        return any(replayed >= there for _, there in self._seen)


def position(lsn: str) -> int:
    """A position of the write-ahead log, such as 0/16B3748, as a number."""
    high, _, low = lsn.partition("/")
    return (int(high, 16) << 32) + int(low, 16)
