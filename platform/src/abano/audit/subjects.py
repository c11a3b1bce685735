"""How the console calls what was changed. Names are looked up when the log is read: it keeps none of its own."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from abano.audit.schemas import Subject
from abano.models.audit import AuditEntry
from abano.tenants.tenant import TenantId

AdminNames = Callable[[AsyncSession, TenantId], Awaitable[Mapping[str, str]]]
NamesById = Callable[[AsyncSession, TenantId, Sequence[UUID]], Awaitable[Mapping[UUID, str]]]


@dataclass(frozen=True, slots=True)
class SubjectNames:
    """Where the names come from: the domains know them, and the program that wires them knows the domains.

    ``admins`` answers how each admin is called, by id; ``by_kind`` how subjects of a kind are, without those that are
    gone.
    """

    admins: AdminNames
    by_kind: Mapping[str, NamesById]

    async def of(
        self,
        session: AsyncSession,
        tenant_id: TenantId,
        entries: Sequence[AuditEntry],
        admins: Mapping[str, str],
    ) -> dict[Subject, str]:
        """The names of what ``entries`` are about, without those that have none. ``admins``: names by id."""
        names: dict[Subject, str] = {("admin", identifier): name for identifier, name in admins.items()}
        for kind, look_up in self.by_kind.items():
            subjects = {entry.subject_id for entry in entries if entry.subject_kind == kind}
            ids = [identifier for subject in subjects if (identifier := _id(subject))]
            # A booking goes by its reference in most entries: that is its name.
            names |= {
                (kind, subject): subject for subject in subjects if kind == "booking" and not _id(subject)
            }
            if ids:
                named = await look_up(session, tenant_id, ids)
                names |= {(kind, str(identifier)): name for identifier, name in named.items()}
        return names


def _id(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
