"""Adding admins from the command line."""

from abano.config import Settings
from abano.db import Database
from abano.identity.service import Admin
from abano.identity.users import create_admin
from abano.kit.clock import SystemClock
from abano.tenants.service import NoSuchTenant, find_tenant


async def add_admin(
    settings: Settings, *, tenant_slug: str, email: str, role: str, name: str, password: str
) -> Admin:
    """Add an admin to a company. Raises NoSuchTenant, InvalidInput, AdminExists."""
    tenant_id = find_tenant(settings.database_url, tenant_slug)
    if tenant_id is None:
        raise NoSuchTenant
    db = Database(settings)
    await db.open()
    try:
        return await create_admin(
            db, tenant_id, email=email, password=password, name=name, role=role, clock=SystemClock()
        )
    finally:
        await db.close()
