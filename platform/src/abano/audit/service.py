"""Write and read the audit log."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from abano.audit.repository import AuditFilter, AuditRepository
from abano.audit.rules import changes
from abano.auth.principals import Actor
from abano.database.unit_of_work import UnitOfWork
from abano.errors import InvalidInput
from abano.errors.messages import RefusedValue
from abano.kit.cursor import decode_cursor, encode_cursor
from abano.kit.ids import new_id
from abano.models.audit import AuditEntry


async def record(
    uow: UnitOfWork,
    actor: Actor,
    action: str,
    *,
    subject: tuple[str, object],
    before: Mapping[str, object] | None = None,
    after: Mapping[str, object] | None = None,
    now: datetime,
) -> None:
    """Record a change in the caller's transaction.

    ``action`` is domain and verb, such as ``booking.confirmed``; ``subject`` is kind and id. Only the differences of
    ``before`` and ``after`` are stored, with secrets and personal data redacted.
    """
    old, new = changes(before or {}, after or {})
    kind, identifier = subject
    entry = AuditEntry(
        tenant_id=uow.tenant_id,
        id=new_id(),
        happened_at=now,
        actor=actor.kind,
        admin_id=actor.admin_id,
        ip_address=actor.address,
        action=action,
        subject_kind=kind,
        subject_id=str(identifier),
        before=old,
        after=new,
    )
    await AuditRepository(uow).add(entry)


async def last_change(uow: UnitOfWork, action: str, kind: str, subject_id: str) -> AuditEntry | None:
    """The newest entry of an action on a subject."""
    criteria = AuditFilter(action=action, subject_kind=kind, subject_id=subject_id)
    rows = await AuditRepository(uow).newest(criteria, 1, None)
    return rows[0] if rows else None


@dataclass(frozen=True, slots=True)
class AuditPage:
    """Entries, newest first; ``next_cursor`` is None on the last page."""

    entries: tuple[AuditEntry, ...]
    next_cursor: str | None


async def read(uow: UnitOfWork, criteria: AuditFilter, *, limit: int, cursor: str | None) -> AuditPage:
    """One page of the log. Raises InvalidInput for an invalid cursor."""
    try:
        behind = decode_cursor(cursor) if cursor else None
    except RefusedValue as error:
        raise InvalidInput.of("cursor", error.sentence) from error
    rows = await AuditRepository(uow).newest(criteria, limit + 1, behind)
    page = tuple(rows[:limit])
    return AuditPage(page, encode_cursor(page[-1].happened_at, page[-1].id) if len(rows) > limit else None)
