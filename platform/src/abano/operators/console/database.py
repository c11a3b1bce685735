"""The operator console's connections: as abano_operator, which sees no names, contacts or contents of companies."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from abano.core.config import Settings
from abano.core.expensive_work import holding_connection
from abano.db.cluster import make_pool, milliseconds
from abano.db.driver_errors import translate_errors
from abano.db.roles import ConnectionCheck, operator_places
from abano.db.server_connection import GRACE_SECONDS
from abano.db.unit_of_work import Connection
from abano_shared.named_sql import load_named_sql

QUERIES = load_named_sql("abano.operators.console", "queries.sql")
# Few people use it.
CONNECTIONS = 2


class OperatorDatabase:
    """Opens nothing until ``open`` is called."""

    def __init__(self, settings: Settings, *, refuse_unsafe_roles: bool = False) -> None:
        places = operator_places(settings)
        check = ConnectionCheck(places[0]) if refuse_unsafe_roles and places else None
        self._pool = make_pool(
            settings.operator_url,
            CONNECTIONS,
            settings.pool_wait_seconds,
            "abano-operators",
            None,
            check,
            milliseconds(settings.statement_seconds),
            settings.statement_seconds + GRACE_SECONDS,
        )

    async def open(self) -> None:
        """Start the pool without waiting for connections."""
        await self._pool.open(wait=False)

    async def close(self) -> None:
        await self._pool.close()

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Connection]:
        """A transaction that commits at the end of the block. Raises DatabaseUnavailable."""
        with translate_errors(), holding_connection():
            async with self._pool.connection() as conn, conn.transaction():
                yield conn


async def fetch_one(conn: Connection, name: str, values: Mapping[str, object]) -> tuple[Any, ...] | None:
    """The first row of a named statement that returns rows."""
    return await (await conn.execute(QUERIES[name].encode(), values)).fetchone()


async def fetch_all(conn: Connection, name: str, values: Mapping[str, object]) -> list[tuple[Any, ...]]:
    """The rows of a named statement that returns some."""
    return await (await conn.execute(QUERIES[name].encode(), values)).fetchall()
