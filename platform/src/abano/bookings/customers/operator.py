"""Export and erasure from the command line, for any company."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from abano.accounts.access.principals import OPERATOR
from abano.bookings.customers.rights import Asked, CustomerService, PersonalData
from abano.core.clock import SystemClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.db.unit_of_work import UnitOfWork
from abano.tenancy.directory.service import NoSuchTenant, find_tenant


async def export_customer(
    settings: Settings, data: PersonalData, *, tenant_slug: str, email: str
) -> dict[str, Any]:
    """Raises NoSuchTenant, InvalidInput, UnknownCustomer."""
    service = CustomerService(settings, data)
    async with _tenant_uow(settings, tenant_slug) as uow:
        return await service.export(uow, OPERATOR, Asked(email), SystemClock().now())


async def erase_customer(
    settings: Settings, data: PersonalData, *, tenant_slug: str, email: str
) -> dict[str, int]:
    """Raises NoSuchTenant, InvalidInput, UnknownCustomer."""
    service = CustomerService(settings, data)
    async with _tenant_uow(settings, tenant_slug) as uow:
        erased = await service.erase(uow, OPERATOR, Asked(email), SystemClock().now())
    service.clean_up(erased)
    return erased.counts


@asynccontextmanager
async def _tenant_uow(settings: Settings, slug: str) -> AsyncIterator[UnitOfWork]:
    if (tenant_id := find_tenant(settings.database_url, slug)) is None:
        raise NoSuchTenant
    db = Database(settings, in_background=True)
    await db.open()
    try:
        async with db.uow(tenant_id) as uow:
            yield uow
    finally:
        await db.close()
