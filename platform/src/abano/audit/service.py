"""Writing and reading the audit log."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from abano.audit.repository import AuditRepository
from abano.audit.rules import changes
from abano.identity.service import Admin
from abano.kit.ids import new_id
from abano.models.audit import AuditEntry
from abano.tenancy import TenantId


@dataclass(frozen=True, slots=True)
class Actor:
    """Who makes a change, and from where. Without an admin it is the operator at the command line."""

    admin: Admin | None
    address: str | None = None

    @property
    def admin_id(self) -> UUID | None:
        return self.admin.id if self.admin else None


OPERATOR = Actor(admin=None)


async def record(
    session: AsyncSession,
    tenant_id: TenantId,
    actor: Actor,
    action: str,
    *,
    subject: tuple[str, object],
    before: Mapping[str, object] | None = None,
    after: Mapping[str, object] | None = None,
    now: datetime,
) -> None:
    """Note a change in the caller's transaction: both are kept, or neither.

    ``action`` is domain and verb, such as ``booking.confirmed``; ``subject`` is kind and id. Of ``before`` and
    ``after`` only what differs is kept, secrets and personal data redacted.
    """
    old, new = changes(before or {}, after or {})
    kind, identifier = subject
    entry = AuditEntry(
        tenant_id=tenant_id,
        id=new_id(),
        happened_at=now,
        actor="admin" if actor.admin else "operator",
        admin_id=actor.admin_id,
        ip_address=actor.address,
        action=action,
        subject_kind=kind,
        subject_id=str(identifier),
        before=old,
        after=new,
    )
    await AuditRepository(session, tenant_id).add(entry)
