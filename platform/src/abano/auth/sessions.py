"""Sessions of admins."""

from abano.auth.principals import Admin, admin_of
from abano.auth.repository import SignedInRepository
from abano.database.engine import Database
from abano.database.unit_of_work import TenantId
from abano.kit.clock import Clock
from abano.kit.ids import token_hash


async def find_signed_in(db: Database, tenant_id: TenantId, token: str, clock: Clock) -> Admin | None:
    """The admin of a session token, or None."""
    # A session that ended, or an admin who was disabled, is not let in by a replica that does not know yet.
    async with db.uow(tenant_id, fresh=True) as uow:
        row = await SignedInRepository(uow).admin_by_token(token_hash(token), clock.now())
    return admin_of(row, tenant_id) if row else None
