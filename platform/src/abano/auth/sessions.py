"""Sessions of admins."""

from abano.auth.principals import Admin, admin_of
from abano.auth.repository import SignedInRepository
from abano.database.engine import Database
from abano.database.unit_of_work import TenantId
from abano.kit.clock import Clock
from abano.kit.ids import token_hash


async def find_signed_in(db: Database, tenant_id: TenantId, token: str, clock: Clock) -> Admin | None:
    """The admin of a session token, or None."""
    async with db.session(tenant_id) as session:
        row = await SignedInRepository(session, tenant_id).admin_by_token(token_hash(token), clock.now())
    return admin_of(row, tenant_id) if row else None
