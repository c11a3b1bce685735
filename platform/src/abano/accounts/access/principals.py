"""Principals: admins of the console, affiliates, and the operator."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, cast
from uuid import UUID

from abano.accounts.access.models import AdminRow, CustomRole
from abano.accounts.access.repository import SignedInRepository
from abano.accounts.access.rights import BUILT_IN, AnyRole, Right, Role
from abano.core.clock import Clock
from abano.core.ids import token_hash
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId

ADMIN_COOKIE = "abano_admin"
# Browsers accept the __Host- prefix only over TLS and from this host, so that no other subdomain can set it.
SECURE_ADMIN_COOKIE = f"__Host-{ADMIN_COOKIE}"
ActorKind = Literal["admin", "operator", "affiliate", "api_key"]


@dataclass(frozen=True, slots=True)
class SupportGrant:
    """What an owner allowed an operator who looks at the console to help. ``id``: of the support session."""

    id: UUID
    reason: str
    expires_at: datetime
    may_change_drafts: bool


@dataclass(frozen=True, slots=True)
class Admin:
    """A signed-in admin. ``language``: their choice, or None. ``has_daily_email``: gets a task email.

    ``role_id`` and ``role_name`` are those of the company's own role, if ``role`` is ``custom``. With ``support`` it
    is an operator, who has no account in the company.
    """

    id: UUID
    tenant_id: TenantId
    email: str
    name: str
    role: AnyRole
    language: str | None = None
    has_daily_email: bool = False
    role_id: UUID | None = None
    role_name: str | None = None
    rights: frozenset[Right] = frozenset()
    support: SupportGrant | None = None

    def may(self, *rights: Right) -> bool:
        """Whether the admin has one of ``rights``."""
        return not self.rights.isdisjoint(rights)


def admin_cookie(*, secure: bool) -> str:
    """The name of the session cookie; ``secure`` with TLS, as in production."""
    return SECURE_ADMIN_COOKIE if secure else ADMIN_COOKIE


def admin_of(row: AdminRow, tenant_id: TenantId, custom_role: CustomRole | None = None) -> Admin:
    """The admin of a row, with the company's own role that they have, if any: without it they have no rights."""
    rights = cast(list[Right], custom_role.rights) if custom_role else BUILT_IN.get(cast(Role, row.role), ())
    return Admin(
        row.id,
        tenant_id,
        row.email,
        row.name,
        cast(AnyRole, row.role),
        row.language,
        row.has_daily_email,
        row.role_id,
        custom_role.name if custom_role else None,
        frozenset(rights),
    )


@dataclass(frozen=True, slots=True)
class Actor:
    """The author of a change, and the IP address.

    Without an admin it is an API key, the affected affiliate, or the operator at the command line. An operator with
    support access counts as the operator, too.
    """

    admin: Admin | None
    ip: str | None = None
    is_affiliate: bool = False
    api_key_id: UUID | None = None

    @property
    def kind(self) -> ActorKind:
        if self.admin:
            return "operator" if self.admin.support else "admin"
        if self.api_key_id:
            return "api_key"
        return "affiliate" if self.is_affiliate else "operator"

    @property
    def admin_id(self) -> UUID | None:
        return self.admin.id if self.admin and not self.admin.support else None

    def may(self, *rights: Right) -> bool:
        """Whether an admin acts who has one of ``rights``."""
        return self.admin is not None and self.admin.may(*rights)


OPERATOR = Actor(admin=None)


# Sessions of admins.


async def find_signed_in(db: Database, tenant_id: TenantId, token: str, clock: Clock) -> Admin | None:
    """The admin of a session token, or None."""
    # Not from a replica, which may not know yet that the session ended or the admin was disabled.
    async with db.uow(tenant_id, fresh=True) as uow:
        found = await SignedInRepository(uow).admin_by_token(token_hash(token), clock.now())
    return admin_of(found[0], tenant_id, found[1]) if found else None
