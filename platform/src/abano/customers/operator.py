"""Export and erasure from the command line, for any company."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from abano.auth.principals import OPERATOR
from abano.config import Settings
from abano.customers.personal_data import PersonalData
from abano.customers.service import CustomerService
from abano.database.engine import Database
from abano.database.unit_of_work import TenantId
from abano.kit.clock import SystemClock
from abano.tenants.service import NoSuchTenant, find_tenant


async def export_customer(
    settings: Settings, data: PersonalData, *, tenant_slug: str, email: str
) -> dict[str, Any]:
    """Raises NoSuchTenant, InvalidInput, UnknownCustomer."""
    tenant_id = _tenant(settings, tenant_slug)
    async with _service(settings, data) as customers:
        return await customers.export(tenant_id, OPERATOR, email)


async def erase_customer(
    settings: Settings, data: PersonalData, *, tenant_slug: str, email: str
) -> dict[str, int]:
    """Raises NoSuchTenant, InvalidInput, UnknownCustomer."""
    tenant_id = _tenant(settings, tenant_slug)
    async with _service(settings, data) as customers:
        return await customers.erase(tenant_id, OPERATOR, email)


@asynccontextmanager
async def _service(settings: Settings, data: PersonalData) -> AsyncIterator[CustomerService]:
    db = Database(settings)
    await db.open()
    try:
        yield CustomerService(db, settings, SystemClock(), data)
    finally:
        await db.close()


def _tenant(settings: Settings, slug: str) -> TenantId:
    if (tenant_id := find_tenant(settings.database_url, slug)) is None:
        raise NoSuchTenant
    return tenant_id
