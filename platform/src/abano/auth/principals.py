"""Who acts: an admin of the console, an affiliate, or the operator."""

from dataclasses import dataclass
from typing import Literal, cast
from uuid import UUID

from abano.models.admins import AdminRow
from abano.tenants.tenant import TenantId

ADMIN_COOKIE = "abano_admin"
# Browsers take a cookie of this name only from this very host and by TLS, so no neighbour can set one.
SECURE_ADMIN_COOKIE = f"__Host-{ADMIN_COOKIE}"
Role = Literal["owner", "manager", "analyst"]
ActorKind = Literal["admin", "operator", "affiliate"]


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


@dataclass(frozen=True, slots=True)
class Actor:
    """Who makes a change, and from where.

    Without an admin it is the affiliate that the change is about, or the operator at the command line.
    """

    admin: Admin | None
    address: str | None = None
    is_affiliate: bool = False

    @property
    def kind(self) -> ActorKind:
        if self.admin:
            return "admin"
        return "affiliate" if self.is_affiliate else "operator"

    @property
    def admin_id(self) -> UUID | None:
        return self.admin.id if self.admin else None


OPERATOR = Actor(admin=None)
