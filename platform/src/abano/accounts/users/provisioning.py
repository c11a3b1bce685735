"""Create admins and reset second factors from the command line."""

from abano.accounts.access.principals import OPERATOR, Admin
from abano.accounts.users.repository import AdminRepository
from abano.accounts.users.second_factor import reset_for
from abano.accounts.users.users import create_admin
from abano.core.clock import SystemClock
from abano.core.config import Settings
from abano.core.errors import Message, NotFound
from abano.db.engine import Database
from abano.tenancy.directory.service import NoSuchTenant, find_tenant

NO_SUCH_ADMIN = Message("no_such_admin", "There is no admin with this e-mail address.", for_operators=True)


async def add_admin(
    settings: Settings, *, tenant_slug: str, email: str, role: str, name: str, password: str
) -> Admin:
    """Add an admin to a company. Raises NoSuchTenant, InvalidInput, AdminExists."""
    tenant_id = find_tenant(settings.database_url, tenant_slug)
    if tenant_id is None:
        raise NoSuchTenant
    db = Database(settings, in_background=True)
    await db.open()
    try:
        return await create_admin(
            db, tenant_id, email=email, password=password, name=name, role=role, clock=SystemClock()
        )
    finally:
        await db.close()


async def reset_second_factor(settings: Settings, *, tenant_slug: str, email: str) -> None:
    """Remove an admin's second factor, when no owner can. Raises NoSuchTenant, NotFound, Conflict."""
    tenant_id = find_tenant(settings.database_url, tenant_slug)
    if tenant_id is None:
        raise NoSuchTenant
    db = Database(settings, in_background=True)
    await db.open()
    try:
        async with db.uow(tenant_id) as uow:
            row = await AdminRepository(uow).by_email(email)
            if row is None:
                raise NotFound(NO_SUCH_ADMIN())
            await reset_for(uow, OPERATOR, row.id, now=SystemClock().now())
    finally:
        await db.close()
