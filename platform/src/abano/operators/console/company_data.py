"""Operators have a company exported for its owners, or delete it after the grace period.

Their own log has every step before the company's. No operator gets the export: it holds customers' personal data.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from abano.accounts.access.principals import Actor
from abano.company.leaving.exports import (
    TooManyExports,
    check_room,
    list_exports,
    request_export_for_owners,
)
from abano.company.leaving.schemas import CompanyExportOut
from abano.company.leaving.service import (
    OTHER_NAME,
    NoDeletion,
    load_deletion,
    request_deletion_by_operator,
    undo_deletion,
)
from abano.core.errors import Conflict, InvalidInput, Message
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId, tenant_id_from_database
from abano.operators.console.companies import Companies, Company
from abano.operators.console.moves import Moves
from abano.operators.console.support import OperatorRecords
from abano.team.support.service import Asking

EXPORTS_FULL = Message(
    "operator_exports_full",
    "There are three exports already. An owner can delete one; the oldest is removed after a week.",
    for_operators=True,
)
REMOVAL_BEGAN = Message(
    "operator_removal_began", "The removal has begun. It cannot be undone.", for_operators=True
)


@dataclass(frozen=True, slots=True)
class CompanyData:
    """``deletes_at``: None unless it is being deleted. Exports: newest first, without their content."""

    company_name: str
    exports: Sequence[CompanyExportOut]
    deletes_at: datetime | None = None
    requested_at: datetime | None = None
    requested_by: Literal["owner", "operator"] | None = None
    has_begun: bool = False


@dataclass(frozen=True, slots=True)
class CompanyRecords:
    """``companies_db``: as the application serves companies, each within its own row security."""

    companies: Companies
    companies_db: Database
    records: OperatorRecords
    moves: Moves

    async def load(self, slug: str, now: datetime) -> CompanyData:
        """Raises NotFound."""
        company, tenant_id = await self._company(slug, now)
        async with self.companies_db.uow(tenant_id) as uow:
            exports = [CompanyExportOut.of(row) for row in await list_exports(uow, "everything")]
        deletion = await load_deletion(self.companies_db, tenant_id)
        if deletion is None:
            return CompanyData(company.name, exports)
        return CompanyData(
            company.name,
            exports,
            deletion.deletes_at,
            deletion.requested_at,
            deletion.requested_by,
            has_begun=deletion.began_at is not None,
        )

    async def export(self, slug: str, operator: Asking, *, reason: str, now: datetime) -> None:
        """Have the worker write everything to a file for the owners. Raises NotFound, Conflict."""
        company, tenant_id = await self._company(slug, now)
        await self.moves.check_stays(company)
        try:
            async with self.companies_db.uow(tenant_id) as uow:
                await check_room(uow)
            await self._note(operator, "export_requested", slug, now, {"reason": reason})
            async with self.companies_db.uow(tenant_id) as uow:
                await request_export_for_owners(uow, _actor(operator), why=reason, now=now)
        except TooManyExports:
            raise Conflict(EXPORTS_FULL()) from None

    async def delete(self, slug: str, operator: Asking, *, name: str, reason: str, now: datetime) -> None:
        """Close the site, and have everything removed after the grace period. Asked again, nothing changes.

        Raises NotFound, InvalidInput for another name, MoveUnderWay, WayBackKept, CompanyMoving.
        """
        company, tenant_id = await self._company(slug, now)
        if name.strip().casefold() != company.name.strip().casefold():
            raise InvalidInput.of("companyName", OTHER_NAME(name=company.name))
        await self.moves.check_stays(company)
        if await load_deletion(self.companies_db, tenant_id) is not None:
            return
        await self.moves.check_no_way_back(slug)
        await self._note(operator, "deletion_requested", slug, now, {"reason": reason})
        await request_deletion_by_operator(
            self.companies_db, tenant_id, _actor(operator), why=reason, now=now
        )
        self.companies.forget()

    async def keep(self, slug: str, operator: Asking, *, reason: str, now: datetime) -> None:
        """Undo the deletion, of an owner too. Raises NotFound, NoDeletion, Conflict: the removal has begun."""
        _, tenant_id = await self._company(slug, now)
        deletion = await load_deletion(self.companies_db, tenant_id)
        if deletion is None:
            raise NoDeletion
        if deletion.began_at is not None:
            raise Conflict(REMOVAL_BEGAN())
        await self._note(operator, "deletion_undone", slug, now, {"reason": reason})
        await undo_deletion(self.companies_db, tenant_id, _actor(operator), now, why=reason)
        self.companies.forget()

    async def _company(self, slug: str, now: datetime) -> tuple[Company, TenantId]:
        company = await self.companies.get(slug, now)
        return company, tenant_id_from_database(company.id)

    async def _note(
        self, operator: Asking, verb: str, slug: str, now: datetime, details: dict[str, str]
    ) -> None:
        await self.records.record(operator.id, operator.ip, f"company.{verb}", slug, now, details)


def _actor(operator: Asking) -> Actor:
    return Actor(None, operator.ip)
