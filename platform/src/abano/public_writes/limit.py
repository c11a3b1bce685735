"""Rate limit of public writes by address, shared by all copies without a database call for each request.

Each copy counts in memory and twice a second adds its counts to Postgres, which returns the totals. So an address can
exceed the limit by what it sends to each copy within half a second; no request waits for the database.
"""

import asyncio
import hashlib
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from abano.database.engine import Database
from abano.database.unit_of_work import PipelineTransaction, TenantId
from abano.errors import DatabaseUnavailable, TooManyRequests
from abano.tenants.traffic import limit_subject, minute_of
from abano_shared.named_sql import load_named_sql

log = logging.getLogger(__name__)
FLUSH_SECONDS = 0.5
QUERIES = load_named_sql("abano.public_writes", "queries.sql")


class TooManyWrites(TooManyRequests):
    """That was a lot at once. Nothing is lost; please try again in a moment."""


@dataclass(slots=True)
class _Count:
    """``total``: the count in Postgres at the last flush; ``pending``: this copy's writes since."""

    minute: datetime
    total: int = 0
    pending: int = 0


class WriteCountRepository:
    """Counts of one tenant's writes, within the caller's transaction."""

    def __init__(self, transaction: PipelineTransaction) -> None:
        self._connection = transaction.connection
        self._tenant = transaction.tenant_id

    async def add(self, rows: Sequence[tuple[bytes, datetime, int]]) -> dict[tuple[bytes, datetime], int]:
        """Add writes by subject and minute. Returns the totals."""
        subjects, minutes, writes = map(list, zip(*rows, strict=True))
        values = {"tenant": self._tenant, "subjects": subjects, "minutes": minutes, "writes": writes}
        cursor = await self._connection.execute(QUERIES["add_writes"], values)
        return {(subject, minute): writes for subject, minute, writes in await cursor.fetchall()}


class WriteLimit:
    """Counts public writes by tenant and address."""

    def __init__(self, db: Database, secret: str) -> None:
        self._db = db
        self._key = hashlib.sha256(secret.encode()).digest()
        self._counts: dict[tuple[TenantId, bytes], _Count] = {}
        self._flusher: asyncio.Task[None] | None = None

    def count_write(self, tenant_id: TenantId, address: str, allowed: int, now: datetime) -> None:
        """Count one write. Raises TooManyWrites above ``allowed`` a minute."""
        minute = minute_of(now)
        key = (tenant_id, self._hash(address))
        count = self._counts.get(key)
        if count is None or count.minute != minute:
            count = self._counts[key] = _Count(minute)
        if count.total + count.pending >= allowed:
            raise TooManyWrites(retry_after=max(1, 60 - int((now - minute).total_seconds())))
        count.pending += 1
        if self._flusher is None or self._flusher.done():
            self._flusher = asyncio.create_task(self._flush_soon())

    async def flush(self) -> None:
        """Add this copy's counts to Postgres and read the totals. Raises DatabaseUnavailable."""
        pending: dict[TenantId, list[tuple[bytes, datetime, int]]] = {}
        newest = max((count.minute for count in self._counts.values()), default=None)
        for (tenant_id, subject), count in list(self._counts.items()):
            if count.pending:
                pending.setdefault(tenant_id, []).append((subject, count.minute, count.pending))
            elif newest is not None and count.minute < newest:
                del self._counts[tenant_id, subject]
        for tenant_id, rows in pending.items():
            async with self._db.pipeline_transaction(tenant_id) as transaction:
                totals = await WriteCountRepository(transaction).add(rows)
            for subject, minute, written in rows:
                current = self._counts.get((tenant_id, subject))
                if current and current.minute == minute:
                    current.total = totals[subject, minute]
                    current.pending -= written

    async def close(self) -> None:
        """Stop; pending counts are discarded."""
        if self._flusher is not None:
            self._flusher.cancel()
            await asyncio.gather(self._flusher, return_exceptions=True)

    async def _flush_soon(self) -> None:
        await asyncio.sleep(FLUSH_SECONDS)
        try:
            await self.flush()
        except DatabaseUnavailable:
            log.warning("public writes could not be counted together; each copy counts alone for now")

    def _hash(self, address: str) -> bytes:
        subject = limit_subject(address).encode()
        return hashlib.blake2b(subject, key=self._key, digest_size=16).digest()
