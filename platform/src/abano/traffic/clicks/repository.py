"""All SQL of clicks and visits, on plain connections."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from abano.database.unit_of_work import Connection, TenantId

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


async def save_click(conn: Connection, values: Mapping[str, Any]) -> None:
    await conn.execute(_SAVE, values)


async def save_visit(
    conn: Connection, tenant_id: TenantId, visit_id: UUID, address: str, *, is_paid: bool, now: datetime
) -> None:
    await conn.execute(
        "insert into ip_visits (tenant_id, id, ip_address, is_google_ads_traffic, visited_at)"
        " values (%s, %s, %s::inet, %s, %s)",
        (tenant_id, visit_id, address, is_paid, now),
    )


async def latest_by_fingerprint(
    conn: Connection, tenant_id: TenantId, fingerprint: str, now: datetime
) -> str | None:
    cursor = await conn.execute(
        "select gclid from click_records where tenant_id = %s and device_fingerprint = %s and gclid is not null"
        " and created_at > %s order by created_at desc limit 1",
        (tenant_id, fingerprint, now - REMEMBERED),
    )
    row = await cursor.fetchone()
    return row[0] if row else None


async def latest_by_address(conn: Connection, tenant_id: TenantId, address: str, now: datetime) -> str | None:
    cursor = await conn.execute(
        "select gclid from click_records where tenant_id = %s and ip_address = %s::inet and gclid is not null"
        " and created_at > %s order by created_at desc limit 1",
        (tenant_id, address, now - REMEMBERED),
    )
    row = await cursor.fetchone()
    return row[0] if row else None


async def delete_before(conn: Connection, tenant_id: TenantId, before: datetime) -> int:
    """Delete one batch of click records and one of visits older than ``before``. Returns the number deleted."""
    deleted = 0
    for table, column in (("click_records", "created_at"), ("ip_visits", "visited_at")):
        cursor = await conn.execute(
            f"delete from {table} where tenant_id = %s and id in"  # noqa: S608 - names from the line above
            f" (select id from {table} where tenant_id = %s and {column} < %s limit {BATCH})".encode(),
            (tenant_id, tenant_id, before),
        )
        deleted += max(cursor.rowcount, 0)
    return deleted


async def delete_erasures(conn: Connection, tenant_id: TenantId, before: datetime) -> None:
    """Delete erasures older than ``before``, which the warehouse has applied long ago."""
    await conn.execute(
        "delete from warehouse_erasures where tenant_id = %s and created_at < %s", (tenant_id, before)
    )


async def delete_write_counts(conn: Connection, tenant_id: TenantId, before: datetime) -> None:
    await conn.execute(
        "delete from public_write_counts where tenant_id = %s and minute < %s", (tenant_id, before)
    )
