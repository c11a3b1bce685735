"""Changing a booking's status: the one way, for tasks and admins alike."""

from datetime import datetime
from typing import Literal, cast
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from abano.bookings.repository import BookingRepository
from abano.bookings.rules import Status, may_follow
from abano.errors import Conflict
from abano.kit.ids import new_id
from abano.models.bookings import BookingEvent, BookingRow
from abano.notifications.outbox import enqueue
from abano.tenancy import TenantId


class StatusNotAllowed(Conflict):
    """A booking cannot go from its present status to that one."""


async def change_status(
    session: AsyncSession,
    tenant_id: TenantId,
    booking: BookingRow,
    status: Status,
    *,
    actor: Literal["customer", "admin", "system"],
    reason: str,
    now: datetime,
    admin_id: UUID | None = None,
) -> None:
    """Change a booking that the caller holds locked, note who did it, and tell the company of a cancellation.

    Raises StatusNotAllowed.
    """
    before = cast(Status, booking.status)
    if not may_follow(before, status):
        raise StatusNotAllowed(f"A booking that is {before} cannot become {status}.")
    booking.status = status
    booking.updated_at = now
    event = BookingEvent(
        tenant_id=tenant_id,
        id=new_id(),
        booking_id=booking.id,
        from_status=before,
        to_status=status,
        actor=actor,
        admin_id=admin_id,
        reason=reason,
        created_at=now,
    )
    await BookingRepository(session, tenant_id).add_event(event)
    if status == "cancelled":
        message = {
            "reference": booking.reference,
            "customerName": booking.customer_name,
            "carName": booking.car_name,
            "reason": reason,
        }
        await enqueue(session, tenant_id, "booking.cancelled", message, now)
