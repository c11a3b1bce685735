"""SQL of tills."""

from datetime import datetime
from typing import NamedTuple, cast
from uuid import UUID

from sqlalchemy import select, text
from sqlalchemy.orm import aliased

from abano.accounts.access.models import AdminRow
from abano.bookings.lifecycle.models import BookingRow
from abano.core.errors import Conflict
from abano.db.driver_errors import stands_for
from abano.db.unit_of_work import UnitOfWork
from abano.payments.journal.models import JournalEntry, JournalNote, Till

_EXPECTED = text(
    "select t.id, till_expected(t) from tills t where t.tenant_id = :tenant_id and t.id = any(:ids)"
)


@stands_for("tills_open_once")
class TillAlreadyOpen(Conflict):
    """You have an open till already. Count it before you open another."""


@stands_for("AB007")
class TillIsClosed(Conflict):
    """This till is closed. What is closed does not change any more."""


class ListedTill(NamedTuple):
    till: Till
    admin_name: str
    closed_by_name: str | None


class TillLine(NamedTuple):
    entry: JournalEntry
    reference: str | None
    note: str | None


class TillRepository:
    """The tills of one tenant, within the caller's transaction."""

    def __init__(self, uow: UnitOfWork) -> None:
        self._session = uow.session
        self._tenant = uow.tenant_id

    async def find_open(self, admin_id: UUID) -> Till | None:
        query = select(Till).where(
            Till.tenant_id == self._tenant, Till.admin_id == admin_id, Till.counted_at.is_(None)
        )
        return cast("Till | None", await self._session.scalar(query))

    async def find(self, till_id: UUID) -> Till | None:
        return await self._session.get(Till, (self._tenant, till_id))

    async def hold(self, till_id: UUID) -> Till | None:
        """Lock the till against cash that comes or goes."""
        query = (
            select(Till)
            .where(Till.tenant_id == self._tenant, Till.id == till_id)
            .with_for_update(key_share=True)
            .execution_options(populate_existing=True)
        )
        return cast("Till | None", await self._session.scalar(query))

    async def add(self, till: Till) -> None:
        """Raises TillAlreadyOpen."""
        self._session.add(till)
        await self._session.flush()

    async def add_difference(self, entry: JournalEntry) -> None:
        self._session.add(entry)
        await self._session.flush()

    async def save(self, till: Till) -> None:
        """Write the changes. Raises TillIsClosed."""
        await self._session.flush()
        await self._session.refresh(till)

    async def expected(self, till_ids: list[UUID]) -> dict[UUID, int]:
        """What is to be in each till now, in minor units."""
        values = {"tenant_id": self._tenant, "ids": till_ids}
        return {row[0]: row[1] for row in await self._session.execute(_EXPECTED, values)}

    async def newest(self, admin_id: UUID | None, since: datetime, limit: int) -> list[ListedTill]:
        """Of one person or of all, newest first; those that are not closed however old they are."""
        person, closer = aliased(AdminRow), aliased(AdminRow)
        query = (
            select(Till, person.name, closer.name)
            .join(person, (person.tenant_id == Till.tenant_id) & (person.id == Till.admin_id))
            .outerjoin(closer, (closer.tenant_id == Till.tenant_id) & (closer.id == Till.closed_by))
            .where(
                Till.tenant_id == self._tenant,
                (Till.opened_at >= since) | Till.closed_at.is_(None),
            )
            .order_by(Till.closed_at.is_not(None), Till.opened_at.desc())
            .limit(limit)
        )
        if admin_id is not None:
            query = query.where(Till.admin_id == admin_id)
        return [ListedTill(*row) for row in await self._session.execute(query)]

    async def lines(self, till_id: UUID) -> list[TillLine]:
        """Oldest first."""
        query = (
            select(JournalEntry, BookingRow.reference, JournalNote.body)
            .outerjoin(
                BookingRow,
                (BookingRow.tenant_id == JournalEntry.tenant_id) & (BookingRow.id == JournalEntry.booking_id),
            )
            .outerjoin(
                JournalNote,
                (JournalNote.tenant_id == JournalEntry.tenant_id) & (JournalNote.entry_id == JournalEntry.id),
            )
            .where(JournalEntry.tenant_id == self._tenant, JournalEntry.till_id == till_id)
            .order_by(JournalEntry.created_at, JournalEntry.id)
        )
        return [TillLine(*row) for row in await self._session.execute(query)]
