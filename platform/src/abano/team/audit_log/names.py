"""Names of the subjects of entries. They are looked up on reading, because the log stores no personal data."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from abano.accounts.audit.models import AuditEntry
from abano.db.unit_of_work import UnitOfWork
from abano.team.audit_log.schemas import Subject

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
