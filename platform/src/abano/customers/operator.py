"""The same from the command line, for any company."""

from typing import Any

from abano.auth.principals import OPERATOR
from abano.config import Settings
from abano.customers import service
from abano.database.engine import Database
from abano.kit.clock import SystemClock
from abano.tenants.service import NoSuchTenant, find_tenant
from abano.tenants.tenant import TenantId


async def export_customer(settings: Settings, *, tenant_slug: str, email: str) -> dict[str, Any]:
    """Raises NoSuchTenant, InvalidInput, NobodyFound."""
    tenant_id = _tenant(settings, tenant_slug)
    db = Database(settings)
    await db.open()
    try:
        return await service.export(db, settings, tenant_id, OPERATOR, email, SystemClock())
    finally:
        await db.close()


async def erase_customer(settings: Settings, *, tenant_slug: str, email: str) -> dict[str, int]:
    """Raises NoSuchTenant, InvalidInput, NobodyFound."""
    tenant_id = _tenant(settings, tenant_slug)
    db = Database(settings)
    await db.open()
    try:
        return await service.erase(db, settings, tenant_id, OPERATOR, email, SystemClock())
    finally:
        await db.close()


def _tenant(settings: Settings, slug: str) -> TenantId:
    found = find_tenant(settings.database_url, slug)
    if found is None:
        raise NoSuchTenant
    return found
