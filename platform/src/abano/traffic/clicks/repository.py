"""All SQL of clicks and their visits, for frequent writes."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from abano.database.unit_of_work import PipelineTransaction

BATCH = 5000
REMEMBERED = timedelta(days=90)
_SAVE = """
insert into click_records (
  tenant_id, id, gclid, gbraid, wbraid, device_fingerprint, ip_address, domain, source_url, referrer, user_agent,
  screen_resolution, timezone, language, platform, session_id, browser_storage_support, cross_domain_capable,
  tracking_method, consent_state, consent_id, created_at
) values (
  %(tenant_id)s, %(id)s, %(gclid)s, %(gbraid)s, %(wbraid)s, %(device_fingerprint)s, %(address)s::inet, %(domain)s,
  %(source_url)s, %(referrer)s, %(user_agent)s, %(screen_resolution)s, %(timezone)s, %(language)s, %(platform)s,
  %(session_id)s, %(browser_storage_support)s::jsonb, %(cross_domain_capable)s, %(tracking_method)s,
  %(consent_state)s, %(consent_id)s, %(now)s
)
"""


class ClickRepository:
    """Clicks and visits of one tenant, within the caller's transaction."""

    def __init__(self, transaction: PipelineTransaction) -> None:
        self._connection = transaction.connection
        self._tenant = transaction.tenant_id

    async def save_click(self, values: Mapping[str, Any]) -> None:
        await self._connection.execute(_SAVE, {**values, "tenant_id": self._tenant})

    async def save_visit(self, visit_id: UUID, address: str, *, is_paid: bool, now: datetime) -> None:
        await self._connection.execute(
            "insert into ip_visits (tenant_id, id, ip_address, is_google_ads_traffic, visited_at)"
            " values (%s, %s, %s::inet, %s, %s)",
            (self._tenant, visit_id, address, is_paid, now),
        )

    async def latest_by_fingerprint(self, fingerprint: str, now: datetime) -> str | None:
        cursor = await self._connection.execute(
            "select gclid from click_records where tenant_id = %s and device_fingerprint = %s and gclid is not null"
            " and created_at > %s order by created_at desc limit 1",
            (self._tenant, fingerprint, now - REMEMBERED),
        )
        row = await cursor.fetchone()
        return row[0] if row else None

    async def latest_by_address(self, address: str, now: datetime) -> str | None:
        cursor = await self._connection.execute(
            "select gclid from click_records where tenant_id = %s and ip_address = %s::inet and gclid is not null"
            " and created_at > %s order by created_at desc limit 1",
            (self._tenant, address, now - REMEMBERED),
        )
        row = await cursor.fetchone()
        return row[0] if row else None

    async def delete_before(self, before: datetime) -> int:
        """Delete one batch of click records and one of visits older than ``before``. Returns the number deleted."""
        deleted = 0
        for table, column in (("click_records", "created_at"), ("ip_visits", "visited_at")):
            cursor = await self._connection.execute(
                f"delete from {table} where tenant_id = %s and id in"  # noqa: S608 - names from the line above
                f" (select id from {table} where tenant_id = %s and {column} < %s limit {BATCH})".encode(),
                (self._tenant, self._tenant, before),
            )
            deleted += max(cursor.rowcount, 0)
        return deleted

    async def delete_erasures(self, before: datetime) -> None:
        """Delete erasures older than ``before``, which the warehouse has applied long ago."""
        await self._connection.execute(
            "delete from warehouse_erasures where tenant_id = %s and created_at < %s", (self._tenant, before)
        )

    async def delete_write_counts(self, before: datetime) -> None:
        await self._connection.execute(
            "delete from public_write_counts where tenant_id = %s and minute < %s", (self._tenant, before)
        )
