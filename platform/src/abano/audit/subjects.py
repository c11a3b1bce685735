"""How the console calls what was changed. Names are looked up when the log is read: it keeps none of its own."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from abano.affiliates.names import names_of_affiliates
from abano.audit.schemas import Subject
from abano.bookings.desk.names import references_of_bookings
from abano.identity.users import addresses_of_invitations
from abano.models.audit import AuditEntry
from abano.tenants.tenant import TenantId


async def names_of_subjects(
    session: AsyncSession, tenant_id: TenantId, entries: Sequence[AuditEntry], admins: Mapping[str, str]
) -> dict[Subject, str]:
    """The names of what ``entries`` are about, without those that have none or are gone.

    ``admins``: how each admin is called, by id.
    """
    names: dict[Subject, str] = {("admin", identifier): name for identifier, name in admins.items()}
    lookups = {
        "affiliate": names_of_affiliates,
        "booking": references_of_bookings,
        "invitation": addresses_of_invitations,
    }
    for kind, look_up in lookups.items():
        subjects = {entry.subject_id for entry in entries if entry.subject_kind == kind}
        ids = [found for subject in subjects if (found := _id(subject))]
        # A booking goes by its reference in most entries: that is its name.
        names |= {(kind, subject): subject for subject in subjects if kind == "booking" and not _id(subject)}
        if ids:
            found_names = await look_up(session, tenant_id, ids)
            names |= {(kind, str(identifier)): name for identifier, name in found_names.items()}
    return names


def _id(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
