"""SQL of what customers told and did by themselves."""

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import Select, func, select, update

from abano.accounts.access.models import AdminRow
from abano.bookings.lifecycle.models import BookingDetails, BookingRow, CustomerAction
from abano.db.unit_of_work import UnitOfWork

MOST_SHOWN = 100


class ListedAction(NamedTuple):
    """``seen_by``: the name of the colleague."""

    action: CustomerAction
    reference: str
    customer_name: str
    seen_by: str | None


class VisitorRepository:
    """Actions of one tenant's customers, within the caller's transaction."""

    def __init__(self, uow: UnitOfWork) -> None:
        self._session = uow.session
        self._tenant = uow.tenant_id

    async def add(self, row: CustomerAction | BookingDetails) -> None:
        self._session.add(row)
        await self._session.flush()

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

    async def find_picture(self, booking_id: UUID, file_id: UUID) -> CustomerAction | None:
        """The licence of a booking that came with this photograph."""
        query = select(CustomerAction).where(
            CustomerAction.tenant_id == self._tenant,
            CustomerAction.booking_id == booking_id,
            CustomerAction.file_id == file_id,
        )
        return await self._session.scalar(query)

    async def forget_pictures(self, cancelled_before: datetime) -> list[UUID]:
        """The photographs of bookings that were cancelled by then; that they came is still said."""
        of_cancelled = (
            select(CustomerAction.id, CustomerAction.file_id)
            .join(
                BookingRow,
                (BookingRow.tenant_id == CustomerAction.tenant_id)
                & (BookingRow.id == CustomerAction.booking_id),
            )
            .where(
                CustomerAction.tenant_id == self._tenant,
                CustomerAction.file_id.is_not(None),
                BookingRow.status == "cancelled",
                BookingRow.updated_at < cancelled_before,
            )
        )
        found = list(await self._session.execute(of_cancelled))
        await self._session.execute(
            update(CustomerAction)
            .where(
                CustomerAction.tenant_id == self._tenant,
                CustomerAction.id.in_([action for action, _ in found]),
            )
            .values(file_id=None)
        )
        return [file for _, file in found if file]

    async def count(self, booking_id: UUID, kind: str) -> int:
        query = select(func.count()).where(
            CustomerAction.tenant_id == self._tenant,
            CustomerAction.booking_id == booking_id,
            CustomerAction.kind == kind,
        )
        return await self._session.scalar(query) or 0

    async def of_booking(self, booking_id: UUID) -> list[ListedAction]:
        """Newest first, at most MOST_SHOWN."""
        query = self._listed().where(CustomerAction.booking_id == booking_id)
        query = query.order_by(CustomerAction.created_at.desc(), CustomerAction.id.desc())
        return [ListedAction(*row) for row in await self._session.execute(query)]

    async def unseen(self) -> list[ListedAction]:
        """Oldest first, at most MOST_SHOWN."""
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
            .limit(MOST_SHOWN)
        )
