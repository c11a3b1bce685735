"""Write and read the audit log."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from abano.accounts.access.principals import Actor
from abano.accounts.audit.models import AuditEntry
from abano.accounts.audit.repository import AuditFilter, AuditRepository
from abano.accounts.audit.rules import changes
from abano.accounts.audit.schemas import Subject
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
    old, new = changes(before or {}, after or {})
    kind, identifier = subject
    entry = AuditEntry(
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
    await AuditRepository(uow).add(entry)


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


# Names of the subjects of entries. They are looked up on reading, because the log stores no personal data.

AdminNames = Callable[[UnitOfWork], Awaitable[Mapping[str, str]]]
NamesById = Callable[[UnitOfWork, Sequence[UUID]], Awaitable[Mapping[UUID, str]]]


@dataclass(frozen=True, slots=True)
class SubjectNames:
    """Loaders of names, provided by the domains and wired at start.

    ``admins`` loads the admins' names by id; ``by_kind`` those of subjects of a kind that still exist.
    """

    admins: AdminNames
    by_kind: Mapping[str, NamesById]

    async def of(
        self,
        uow: UnitOfWork,
        entries: Sequence[AuditEntry],
        admins: Mapping[str, str],
    ) -> dict[Subject, str]:
        """The names of the subjects of ``entries`` that have one. ``admins``: names by id."""
        names: dict[Subject, str] = {("admin", identifier): name for identifier, name in admins.items()}
        for kind, look_up in self.by_kind.items():
            subjects = {entry.subject_id for entry in entries if entry.subject_kind == kind}
            ids = [identifier for subject in subjects if (identifier := _id(subject))]
            # Most entries have a booking's reference as its id: that is its name.
            names |= {
                (kind, subject): subject for subject in subjects if kind == "booking" and not _id(subject)
            }
            if ids:
                named = await look_up(uow, ids)
                names |= {(kind, str(identifier)): name for identifier, name in named.items()}
        return names

    async def of_api_keys(self, uow: UnitOfWork, entries: Sequence[AuditEntry]) -> Mapping[UUID, str]:
        """The names of the API keys that made the changes."""
        ids = {entry.api_key_id for entry in entries if entry.api_key_id}
        return await self.by_kind["api_key"](uow, sorted(ids)) if ids else {}


def _id(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
