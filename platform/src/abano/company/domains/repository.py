"""All SQL of a company's domains."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import delete, select, update
from sqlalchemy.dialects.postgresql import insert

from abano.db.repositories import Repository
from abano.jobs.registry import tenants_by
from abano.tenancy.directory.models import DomainCheck, TenantDomain

# Tenants with domains to look at, in one index scan.
tenants_with_due_domains = tenants_by("select distinct tenant_id from domain_checks where due_at <= %(now)s")


class DomainRepository(Repository):
    """The domains of one tenant, within the caller's transaction."""

    async def own(self) -> Sequence[TenantDomain]:
        """Domains at which the site is served, the primary one first. Locked against concurrent changes."""
        query = (
            select(TenantDomain)
            .where(TenantDomain.tenant_id == self._tenant)
            .order_by(TenantDomain.is_primary.desc(), TenantDomain.host)
            .with_for_update()
        )
        return (await self._session.scalars(query)).all()

    async def checks(self) -> Sequence[DomainCheck]:
        query = select(DomainCheck).where(DomainCheck.tenant_id == self._tenant).order_by(DomainCheck.host)
        return (await self._session.scalars(query.execution_options(populate_existing=True))).all()

    async def request(self, host: str, by: object, now: datetime, *, is_proved: bool = False) -> None:
        """Add a domain to check. Idempotent."""
        values = {"requested_at": now, "requested_by": by, "due_at": now, "is_proved": is_proved}
        statement = insert(DomainCheck).values(tenant_id=self._tenant, host=host, **values)
        await self._session.execute(statement.on_conflict_do_nothing())

    async def due(self, now: datetime) -> Sequence[DomainCheck]:
        query = select(DomainCheck).where(DomainCheck.tenant_id == self._tenant, DomainCheck.due_at <= now)
        return (await self._session.scalars(query)).all()

    async def note(self, host: str, **values: Any) -> None:
        statement = update(DomainCheck).where(DomainCheck.tenant_id == self._tenant, DomainCheck.host == host)
        await self._session.execute(statement.values(**values))

    async def serve(self, host: str, *, is_primary: bool) -> None:
        """Serve the site there. Another company's domain breaks the constraint ``tenant_domains_host``."""
        row = TenantDomain(tenant_id=self._tenant, host=host, is_primary=is_primary)
        self._session.add(row)
        await self._session.flush()

    async def make_primary(self, host: str) -> None:
        await self._session.execute(
            update(TenantDomain)
            .where(TenantDomain.tenant_id == self._tenant)
            .values(is_primary=TenantDomain.host == host)
        )

    async def remove(self, host: str) -> None:
        for table in (TenantDomain, DomainCheck):
            await self._session.execute(
                delete(table).where(table.tenant_id == self._tenant, table.host == host)
            )
