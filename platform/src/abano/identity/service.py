"""Who is signed in. The use cases stand beside: sign_in, sessions, users, invitations, password_reset, …"""

from dataclasses import dataclass
from typing import Literal, cast
from uuid import UUID

from abano.database.engine import Database
from abano.identity.repository.sessions import SessionRepository
from abano.kit.clock import Clock
from abano.kit.ids import token_hash
from abano.models.admins import AdminRow
from abano.tenants.tenant import TenantId

ADMIN_COOKIE = "abano_admin"
# Browsers take a cookie of this name only from this very host and by TLS, so no neighbour can set one.
SECURE_ADMIN_COOKIE = f"__Host-{ADMIN_COOKIE}"
Role = Literal["owner", "manager", "analyst"]


@dataclass(frozen=True, slots=True)
class Admin:
    """Someone who is signed in."""

    id: UUID
    tenant_id: TenantId
    email: str
    name: str
    role: Role


def admin_cookie(*, secure: bool) -> str:
    """The name of the session cookie; ``secure`` where the site has TLS, as in production."""
    return SECURE_ADMIN_COOKIE if secure else ADMIN_COOKIE


def admin_of(row: AdminRow, tenant_id: TenantId) -> Admin:
    """The person of a row."""
    return Admin(row.id, tenant_id, row.email, row.name, cast(Role, row.role))


async def find_signed_in(db: Database, tenant_id: TenantId, token: str, clock: Clock) -> Admin | None:
    """The admin whose session cookie this is, or None."""
    async with db.session(tenant_id) as session:
        row = await SessionRepository(session, tenant_id).admin_by_token(token_hash(token), clock.now())
    return admin_of(row, tenant_id) if row else None
