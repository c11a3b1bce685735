"""Principals: admins of the console, affiliates, and the operator."""

from dataclasses import dataclass
from typing import Literal, cast
from uuid import UUID

from abano.accounts.access.models import AdminRow
from abano.accounts.access.repository import SignedInRepository
from abano.core.clock import Clock
from abano.core.ids import token_hash
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId

ADMIN_COOKIE = "abano_admin"
# Browsers accept the __Host- prefix only over TLS and from this host, so that no other subdomain can set it.
SECURE_ADMIN_COOKIE = f"__Host-{ADMIN_COOKIE}"
# ``desk`` manages bookings and the fleet, without access to payouts and settings. ``driver`` only records the
# day's handovers and returns.
Role = Literal["owner", "manager", "desk", "analyst", "driver"]
ActorKind = Literal["admin", "operator", "affiliate", "api_key"]


@dataclass(frozen=True, slots=True)
class Admin:
    """A signed-in admin. ``language``: their choice, or None. ``has_daily_email``: gets a task email."""

    id: UUID
    tenant_id: TenantId
    email: str
    name: str
    role: Role
    language: str | None = None
    has_daily_email: bool = False


def admin_cookie(*, secure: bool) -> str:
    """The name of the session cookie; ``secure`` with TLS, as in production."""
    return SECURE_ADMIN_COOKIE if secure else ADMIN_COOKIE


def admin_of(row: AdminRow, tenant_id: TenantId) -> Admin:
    """The admin of a row."""
    return Admin(
        row.id, tenant_id, row.email, row.name, cast(Role, row.role), row.language, row.has_daily_email
    )


@dataclass(frozen=True, slots=True)
class Actor:
    """The author of a change, and the IP address.

    Without an admin it is an API key, the affected affiliate, or the operator at the command line.
    """

    admin: Admin | None
    ip: str | None = None
    is_affiliate: bool = False
    api_key_id: UUID | None = None

    @property
    def kind(self) -> ActorKind:
        if self.admin:
            return "admin"
        if self.api_key_id:
            return "api_key"
        return "affiliate" if self.is_affiliate else "operator"

    @property
    def admin_id(self) -> UUID | None:
        return self.admin.id if self.admin else None


OPERATOR = Actor(admin=None)


# Sessions of admins.


async def find_signed_in(db: Database, tenant_id: TenantId, token: str, clock: Clock) -> Admin | None:
    """The admin of a session token, or None."""
    # Not from a replica, which may not know yet that the session ended or the admin was disabled.
    async with db.uow(tenant_id, fresh=True) as uow:
        row = await SignedInRepository(uow).admin_by_token(token_hash(token), clock.now())
    return admin_of(row, tenant_id) if row else None
