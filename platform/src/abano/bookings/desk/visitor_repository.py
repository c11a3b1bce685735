"""SQL of what customers did with their own booking, and of documents."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import Select, and_, delete, func, or_, select, update

from abano.accounts.access.models import AdminRow
from abano.booking_record.models import (
    BookingDetails,
    BookingEvent,
    BookingRow,
    CustomerAction,
)
from abano.db.repositories import AddingRepository
from abano.storage.models import MediaFile

MAX_SHOWN = 100


class ListedAction(NamedTuple):
    """``seen_by``: the name of the colleague."""

    action: CustomerAction
    reference: str
    customer_name: str
    seen_by: str | None


class DocumentRow(NamedTuple):
    """A driver's document. ``seen_by``: the name of who scanned it, or checked what the customer sent."""

    action: CustomerAction
    content_type: str
    bytes: int
    seen_by: str | None


class VisitorRepository(AddingRepository):
    """Actions of one tenant's customers, within the caller's transaction."""

    async def find_details(self, booking_id: UUID) -> BookingDetails | None:
        return await self._session.get(BookingDetails, (self._tenant, booking_id))

    async def find_action(self, action_id: UUID) -> CustomerAction | None:
        """Lock the action."""
        query = (
            select(CustomerAction)
            .where(CustomerAction.tenant_id == self._tenant, CustomerAction.id == action_id)
            .with_for_update()
        )
        return await self._session.scalar(query)

    async def documents(self, booking_id: UUID) -> list[DocumentRow]:
        """Photos that the customer sent, and scans of the desk, oldest first."""
        query = (
            select(CustomerAction, MediaFile.content_type, MediaFile.bytes, AdminRow.name)
            .join(
                MediaFile,
                (MediaFile.tenant_id == CustomerAction.tenant_id) & (MediaFile.id == CustomerAction.file_id),
            )
            .outerjoin(
                AdminRow,
                (AdminRow.tenant_id == CustomerAction.tenant_id) & (AdminRow.id == CustomerAction.seen_by),
            )
            .where(CustomerAction.tenant_id == self._tenant, CustomerAction.booking_id == booking_id)
            .order_by(CustomerAction.created_at, CustomerAction.id)
        )
        return [DocumentRow(*row) for row in await self._session.execute(query)]

    async def find_document(self, booking_id: UUID, file_id: UUID) -> CustomerAction | None:
        """The action with this file."""
        query = select(CustomerAction).where(
            CustomerAction.tenant_id == self._tenant,
            CustomerAction.booking_id == booking_id,
            CustomerAction.file_id == file_id,
        )
        return await self._session.scalar(query)

    async def forget_document(self, actions: Sequence[UUID]) -> None:
        """A scan goes as a whole; what the customer did is kept without its photo."""
        named = (CustomerAction.tenant_id == self._tenant) & CustomerAction.id.in_(actions)
        await self._session.execute(delete(CustomerAction).where(named, CustomerAction.kind == "scan"))
        await self._session.execute(update(CustomerAction).where(named).values(file_id=None))

    async def completed_at(self, booking_id: UUID) -> datetime | None:
        return await self._session.scalar(
            select(func.max(BookingEvent.created_at)).where(
                BookingEvent.tenant_id == self._tenant,
                BookingEvent.booking_id == booking_id,
                BookingEvent.to_status == "completed",
            )
        )

    async def forget_documents(self, cancelled_before: datetime, ended_before: datetime) -> list[UUID]:
        """Remove documents of bookings cancelled, or ended, before then and return their files.

        A rental ends at its return, or when it was completed if that was later; never while the car is out.
        """
        completed = (
            select(func.max(BookingEvent.created_at))
            .where(
                BookingEvent.tenant_id == BookingRow.tenant_id,
                BookingEvent.booking_id == BookingRow.id,
                BookingEvent.to_status == "completed",
            )
            .scalar_subquery()
        )
        past = (
            select(CustomerAction.id, CustomerAction.file_id)
            .join(
                BookingRow,
                (BookingRow.tenant_id == CustomerAction.tenant_id)
                & (BookingRow.id == CustomerAction.booking_id),
            )
            .where(
                CustomerAction.tenant_id == self._tenant,
                CustomerAction.file_id.is_not(None),
                or_(
                    and_(BookingRow.status == "cancelled", BookingRow.updated_at < cancelled_before),
                    and_(
                        BookingRow.status.not_in(["active", "cancelled"]),
                        BookingRow.return_at < ended_before,
                        func.coalesce(completed, BookingRow.return_at) < ended_before,
                    ),
                ),
            )
        )
        found = list(await self._session.execute(past))
        await self.forget_document([action for action, _ in found])
        return [file for _, file in found if file]

    async def count(self, booking_id: UUID, kind: str) -> int:
        query = select(func.count()).where(
            CustomerAction.tenant_id == self._tenant,
            CustomerAction.booking_id == booking_id,
            CustomerAction.kind == kind,
        )
        return await self._session.scalar(query) or 0

    async def of_booking(self, booking_id: UUID) -> list[ListedAction]:
        """Newest first, at most MAX_SHOWN."""
        query = self._listed().where(CustomerAction.booking_id == booking_id, CustomerAction.kind != "scan")
        query = query.order_by(CustomerAction.created_at.desc(), CustomerAction.id.desc())
        return [ListedAction(*row) for row in await self._session.execute(query)]

    async def unseen(self) -> list[ListedAction]:
        """Oldest first, at most MAX_SHOWN."""
        query = self._listed().where(CustomerAction.seen_at.is_(None))
        query = query.order_by(CustomerAction.created_at, CustomerAction.id)
        return [ListedAction(*row) for row in await self._session.execute(query)]

    def _listed(self) -> Select[CustomerAction, str, str, str | None]:
        return (
            select(CustomerAction, BookingRow.reference, BookingRow.customer_name, AdminRow.name)
            .join(
                BookingRow,
                (BookingRow.tenant_id == CustomerAction.tenant_id)
                & (BookingRow.id == CustomerAction.booking_id),
            )
            .outerjoin(
                AdminRow,
                (AdminRow.tenant_id == CustomerAction.tenant_id) & (AdminRow.id == CustomerAction.seen_by),
            )
            .where(CustomerAction.tenant_id == self._tenant)
            .limit(MAX_SHOWN)
        )
