"""Write and read the audit log."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from uuid import UUID

from abano.accounts.access.principals import Actor
from abano.accounts.audit.models import AuditEntry
from abano.accounts.audit.repository import AuditFilter, AuditRepository
from abano.accounts.audit.rules import changes
from abano.core.ids import new_id
from abano.core.paging import Page, PageRequest
from abano.db.unit_of_work import UnitOfWork


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
    await record_all(uow, actor, action, [(subject, before or {}, after or {})], now)


async def record_all(
    uow: UnitOfWork,
    actor: Actor,
    action: str,
    changed: Iterable[tuple[tuple[str, object], Mapping[str, object], Mapping[str, object]]],
    now: datetime,
) -> None:
    """Record changes, each with its subject, before and after, like ``record``."""
    entries = [_entry(uow, actor, action, *change, now) for change in changed]
    await AuditRepository(uow).add(*entries)


def _entry(
    uow: UnitOfWork,
    actor: Actor,
    action: str,
    subject: tuple[str, object],
    before: Mapping[str, object],
    after: Mapping[str, object],
    now: datetime,
) -> AuditEntry:
    old, new = changes(before, after)
    kind, identifier = subject
    return AuditEntry(
        tenant_id=uow.tenant_id,
        id=new_id(),
        happened_at=now,
        actor=actor.kind,
        admin_id=actor.admin_id,
        api_key_id=actor.api_key_id,
        ip_address=actor.ip,
        action=action,
        subject_kind=kind,
        subject_id=str(identifier),
        before=old,
        after=new,
    )


async def last_change(uow: UnitOfWork, action: str, kind: str, subject_id: str) -> AuditEntry | None:
    """The newest entry of an action on a subject."""
    criteria = AuditFilter(action=action, subject_kind=kind, subject_id=subject_id)
    page = await AuditRepository(uow).page(criteria, PageRequest("-happenedAt", 1))
    return page.items[0] if page.items else None


async def load_api_keys(uow: UnitOfWork, kind: str, subject_id: str) -> Mapping[datetime, UUID]:
    """The API keys that changed a subject, by when."""
    return await AuditRepository(uow).api_keys(kind, subject_id)


async def read(uow: UnitOfWork, criteria: AuditFilter, request: PageRequest) -> Page[AuditEntry]:
    """One page of the log. Raises InvalidInput for an invalid cursor."""
    return await AuditRepository(uow).page(criteria, request)
