"""Adding admins from the command line and at the first start."""

from typing import cast, get_args

from abano.config import Settings
from abano.db import Database
from abano.errors import InvalidInput
from abano.identity.service import Admin, Role, create_admin
from abano.kit.clock import SystemClock
from abano.tenants.service import NoSuchTenant, find_tenant

SHORTEST_PASSWORD = 8


async def add_admin(
    settings: Settings, *, tenant_slug: str, email: str, role: str, name: str, password: str
) -> Admin:
    """Add an admin to a company. Raises NoSuchTenant, InvalidInput, AdminExists."""
    if role not in get_args(Role):
        raise InvalidInput.of("role", f"A role is one of {', '.join(get_args(Role))}.")
    if "@" not in email:
        raise InvalidInput.of("email", "Please enter a valid email address")
    if len(password) < SHORTEST_PASSWORD:
        raise InvalidInput.of("password", "Password must be at least 8 characters")
    tenant_id = find_tenant(settings.database_url, tenant_slug)
    if tenant_id is None:
        raise NoSuchTenant
    db = Database(settings)
    await db.open()
    try:
        return await create_admin(
            db,
            tenant_id,
            email=email,
            password=password,
            name=name,
            role=cast(Role, role),
            clock=SystemClock(),
        )
    finally:
        await db.close()
