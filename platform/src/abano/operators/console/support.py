"""Operators ask for access to a company's console. Their own log has every step before the company's."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from abano.core.errors import Conflict, Message, NotFound
from abano.db.engine import Database
from abano.db.unit_of_work import tenant_id_from_database
from abano.operators.console.audit import Author, record
from abano.operators.console.companies import Companies
from abano.operators.console.database import OperatorDatabase, fetch_one
from abano.team.support import service
from abano.team.support.schemas import SupportSessionOut
from abano.team.support.service import Asking
from abano.tenancy.directory.tenant import Tenant, host_origin, load_tenant

PAGE = "/admin/support"
IS_LEAVING = Message("support_company_leaving", "The company is being deleted.", for_operators=True)
NO_HOST = Message("support_no_host", "The company has no domain to open its console at.", for_operators=True)


class OperatorRecords:
    """The operators' side of support access, for the application that serves companies."""

    def __init__(self, db: OperatorDatabase) -> None:
        self._db = db

    async def is_active(self, operator_id: UUID) -> bool:
        """Raises DatabaseUnavailable."""
        async with self._db.transaction() as conn:
            return await fetch_one(conn, "is_operator", {"operator": operator_id}) is not None

    async def record(
        self,
        operator_id: UUID,
        ip: str | None,
        action: str,
        company: str,
        now: datetime,
        details: dict[str, Any],
    ) -> None:
        """Add an entry to the operators' audit log. Raises DatabaseUnavailable."""
        async with self._db.transaction() as conn:
            await record(conn, Author(operator_id, ip), action, company, now, details)


@dataclass(frozen=True, slots=True)
class Support:
    """``companies_db``: as the application serves companies, each within its own row security."""

    companies: Companies
    companies_db: Database
    records: OperatorRecords
    port: int

    async def list(self, slug: str, now: datetime) -> Sequence[SupportSessionOut]:
        """The newest sessions of a company. Raises NotFound."""
        # Not by its settings: a company that was just created has none yet.
        company = await self.companies.get(slug, now)
        async with self.companies_db.uow(tenant_id_from_database(company.id)) as uow:
            return [SupportSessionOut.of(row, now) for row in await service.list_sessions(uow)]

    async def request(self, slug: str, operator: Asking, *, reason: str, drafts: bool, now: datetime) -> None:
        """Raises NotFound, Conflict."""
        tenant = await self._tenant(slug, now)
        if tenant.deletes_at is not None:
            raise Conflict(IS_LEAVING())
        await self._note(operator, "requested", slug, now, {"reason": reason, "drafts": drafts})
        async with self.companies_db.uow(tenant.id) as uow:
            await service.request_access(uow, operator, reason=reason, asks_for_drafts=drafts, now=now)

    async def link(self, slug: str, session_id: UUID, operator: Asking, now: datetime) -> str:
        """A URL on the company's own host that opens the console once. Raises NotFound, Conflict."""
        tenant = await self._tenant(slug, now)
        if tenant.deletes_at is not None:
            raise Conflict(IS_LEAVING())
        if not tenant.primary_host:
            raise Conflict(NO_HOST())
        await self._note(operator, "link_made", slug, now, {"session": str(session_id)})
        async with self.companies_db.uow(tenant.id) as uow:
            _, token = await service.make_link(uow, session_id, operator.id, now)
        # In the fragment, so that no log and no Referer has it.
        return f"{host_origin(tenant.primary_host, self.port)}{PAGE}#{token}"

    async def end(self, slug: str, session_id: UUID, operator: Asking, now: datetime) -> None:
        """Raises NotFound."""
        tenant = await self._tenant(slug, now)
        await self._note(operator, "ended", slug, now, {"session": str(session_id)})
        async with self.companies_db.uow(tenant.id) as uow:
            await service.end_own(uow, session_id, operator, now)

    async def _tenant(self, slug: str, now: datetime) -> Tenant:
        company = await self.companies.get(slug, now)
        tenant = await load_tenant(self.companies_db, tenant_id_from_database(company.id))
        if tenant is None:
            raise NotFound
        return tenant

    async def _note(
        self, operator: Asking, verb: str, slug: str, now: datetime, details: dict[str, Any]
    ) -> None:
        await self.records.record(operator.id, operator.ip, f"support.{verb}", slug, now, details)
