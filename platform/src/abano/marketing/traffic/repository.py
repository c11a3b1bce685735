"""All SQL of clicks, visits and journeys."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from ipaddress import IPv4Network, IPv6Network
from typing import Any
from uuid import UUID

import orjson
from psycopg import AsyncCursor
from sqlalchemy import ColumnElement, cast, delete, func, select, update
from sqlalchemy.dialects.postgresql import INET

from abano.core.paging import Page, PageRequest
from abano.db.paging import SortKeys
from abano.db.repositories import PipelineRepository, Repository
from abano.db.unit_of_work import FunctionCalls
from abano.jobs.registry import tenants_by
from abano.marketing.traffic.models import IpVisit
from abano.tenancy.directory.models import TenantSettings
from abano_shared.named_sql import load_named_sql

BATCH = 5000
REMEMBERED = timedelta(days=90)
QUERIES = load_named_sql("abano.marketing.traffic", "queries.sql")


tenants_with_write_counts = tenants_by("select distinct tenant_id from public_write_counts")


class ClickRepository(PipelineRepository):
    """Clicks and visits of one tenant, within the caller's transaction."""

    async def save_click(self, values: Mapping[str, Any]) -> None:
        await self._connection.execute(QUERIES["save_click"], {**values, "tenant_id": self._tenant})

    async def save_visit(self, visit_id: UUID, ip: str, *, is_paid: bool, now: datetime) -> None:
        await self._execute("save_visit", {"id": visit_id, "ip": ip, "is_paid": is_paid, "now": now})

    async def latest_by_fingerprint(self, fingerprint: str, now: datetime) -> str | None:
        return await self._latest(
            "latest_by_fingerprint", {"fingerprint": fingerprint, "since": now - REMEMBERED}
        )

    async def latest_by_ip(self, ip: str, now: datetime) -> str | None:
        return await self._latest("latest_by_ip", {"ip": ip, "since": now - REMEMBERED})

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


# All SQL of visits and of excluded IPs.

Network = IPv4Network | IPv6Network
_SORT_KEYS = SortKeys({"visitedAt": IpVisit.visited_at, "ipAddress": IpVisit.ip_address}, IpVisit.id)


class VisitRepository(Repository):
    """Visits of one tenant, within the caller's transaction."""

    async def page(
        self, request: PageRequest, *, paid: bool | None, ip: str | Network | None
    ) -> Page[IpVisit]:
        """Raises InvalidInput for the cursor."""
        query = select(IpVisit).where(IpVisit.tenant_id == self._tenant)
        if paid is not None:
            query = query.where(IpVisit.is_google_ads_traffic == paid)
        if ip is not None:
            query = query.where(_matches(ip))
        return await _SORT_KEYS.fetch(self._session, query, lambda row: row, request)

    async def delete_all(self) -> int:
        result = await self._session.execute(delete(IpVisit).where(IpVisit.tenant_id == self._tenant))
        return int(getattr(result, "rowcount", 0))

    async def delete_one(self, visit_id: UUID) -> bool:
        statement = delete(IpVisit).where(IpVisit.tenant_id == self._tenant, IpVisit.id == visit_id)
        result = await self._session.execute(statement)
        return getattr(result, "rowcount", 0) == 1

    async def excluded(self, *, locked: bool = False) -> list[str]:
        """The company's excluded IPs and networks, as text."""
        query = select(TenantSettings.excluded_ips).where(TenantSettings.tenant_id == self._tenant)
        if locked:
            query = query.with_for_update()
        return [str(item) for item in await self._session.scalar(query) or []]

    async def exclude(self, networks: Sequence[Network], now: datetime) -> None:
        await self._session.execute(
            update(TenantSettings)
            .where(TenantSettings.tenant_id == self._tenant)
            .values(excluded_ips=list(networks), updated_at=now)
        )


def _matches(ip: str | Network) -> ColumnElement[bool]:
    if isinstance(ip, str):
        return func.host(IpVisit.ip_address).startswith(ip, autoescape=True)
    return IpVisit.ip_address.op("<<=")(cast(str(ip), INET))


# All access to the steps of visits.

JOURNEYS_QUERIES = load_named_sql("abano.marketing.traffic", "journeys.sql")


class JourneyCallRepository:
    """Journeys of one tenant: each write is one call of a function of the schema."""

    def __init__(self, calls: FunctionCalls) -> None:
        self._calls = calls

    async def store(self, visit: Mapping[str, Any]) -> None:
        """``visit``: its values by column, and its ``steps``. Steps already stored are not changed."""
        await self._calls.run(JOURNEYS_QUERIES["store"], {"visit": orjson.dumps(visit).decode()})


class JourneyRepository(PipelineRepository):
    """Journeys of one tenant, within the caller's transaction."""

    async def delete_before(self, before: datetime) -> int:
        """Delete one batch of steps older than ``before``. Returns the number deleted."""
        values = {"tenant": self._tenant, "before": before, "batch": BATCH}
        return (await self._connection.execute(JOURNEYS_QUERIES["delete_old"], values)).rowcount
