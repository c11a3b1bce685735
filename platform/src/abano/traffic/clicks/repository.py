"""All access to clicks and their visits, for frequent writes."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from psycopg import AsyncCursor

from abano.database.unit_of_work import PipelineTransaction
from abano_shared.named_sql import load_named_sql

BATCH = 5000
REMEMBERED = timedelta(days=90)
QUERIES = load_named_sql("abano.traffic.clicks", "queries.sql")


class ClickRepository:
    """Clicks and visits of one tenant, within the caller's transaction."""

    def __init__(self, transaction: PipelineTransaction) -> None:
        self._connection = transaction.connection
        self._tenant = transaction.tenant_id

    async def save_click(self, values: Mapping[str, Any]) -> None:
        await self._connection.execute(QUERIES["save_click"], {**values, "tenant_id": self._tenant})

    async def save_visit(self, visit_id: UUID, address: str, *, is_paid: bool, now: datetime) -> None:
        await self._execute(
            "save_visit", {"id": visit_id, "address": address, "is_paid": is_paid, "now": now}
        )

    async def latest_by_fingerprint(self, fingerprint: str, now: datetime) -> str | None:
        return await self._latest(
            "latest_by_fingerprint", {"fingerprint": fingerprint, "since": now - REMEMBERED}
        )

    async def latest_by_address(self, address: str, now: datetime) -> str | None:
        return await self._latest("latest_by_address", {"address": address, "since": now - REMEMBERED})

    async def delete_before(self, before: datetime) -> int:
        """Delete one batch of click records and one of visits older than ``before``. Returns the number deleted."""
        deleted = 0
        for query in ("delete_clicks", "delete_visits"):
            cursor = await self._execute(query, {"before": before, "batch": BATCH})
            deleted += max(cursor.rowcount, 0)
        return deleted

    async def delete_erasures(self, before: datetime) -> None:
        """Delete erasures older than ``before``, which the warehouse has applied long ago."""
        await self._execute("delete_erasures", {"before": before})

    async def delete_write_counts(self, before: datetime) -> None:
        await self._execute("delete_write_counts", {"before": before})

    async def _latest(self, query: str, values: dict[str, Any]) -> str | None:
        row = await (await self._execute(query, values)).fetchone()
        return row[0] if row else None

    async def _execute(self, query: str, values: dict[str, Any]) -> AsyncCursor[tuple[Any, ...]]:
        return await self._connection.execute(QUERIES[query], {"tenant": self._tenant, **values})
