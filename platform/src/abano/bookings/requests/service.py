"""Use cases of what customers did: note it, tell the team, show it, and mark it as seen."""

from datetime import datetime
from typing import cast
from uuid import UUID

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.bookings.lifecycle.models import BookingDetails, BookingRow, CustomerAction
from abano.bookings.requests.repository import ListedAction, VisitorRepository
from abano.bookings.requests.schemas import ActionKind, ByCustomerResponse, CustomerActionOut, SecondDriver
from abano.core.errors import NotFound
from abano.core.ids import new_id
from abano.db.unit_of_work import UnitOfWork
from abano.messaging.outbox.kinds import BookingByCustomer
from abano.messaging.outbox.outbox import enqueue


async def note_action(
    uow: UnitOfWork,
    booking: BookingRow,
    kind: ActionKind,
    now: datetime,
    *,
    text: str = "",
    file_id: UUID | None = None,
    is_second_driver: bool = False,
) -> None:
    """Note what the customer did; the team is told, but for a cancellation, which has a message of its own."""
    action = CustomerAction(
        tenant_id=uow.tenant_id,
        id=new_id(),
        booking_id=booking.id,
        kind=kind,
        body=text,
        file_id=file_id,
        is_second_driver=is_second_driver,
        created_at=now,
    )
    await VisitorRepository(uow).add(action)
    if kind != "cancelled":
        message = BookingByCustomer(
            reference=booking.reference,
            customer_name=booking.customer_name,
            customer_email=booking.customer_email,
            car_name=booking.car_name,
            what=kind,
            text=text,
        )
        await enqueue(uow, message, now)


async def count_actions(uow: UnitOfWork, booking_id: UUID, kind: ActionKind) -> int:
    return await VisitorRepository(uow).count(booking_id, kind)


async def find_details(uow: UnitOfWork, booking_id: UUID) -> BookingDetails | None:
    return await VisitorRepository(uow).find_details(booking_id)


async def keep_details(uow: UnitOfWork, details: BookingDetails) -> None:
    """Add the details of a booking that has none yet."""
    await VisitorRepository(uow).add(details)


async def list_unseen(uow: UnitOfWork) -> list[CustomerActionOut]:
    return [_present(each) for each in await VisitorRepository(uow).unseen()]


async def list_actions(uow: UnitOfWork, booking_id: UUID) -> list[CustomerActionOut]:
    """Newest first."""
    return [_present(each) for each in await VisitorRepository(uow).of_booking(booking_id)]


async def show_by_customer(uow: UnitOfWork, booking_id: UUID) -> ByCustomerResponse:
    """What the customer told and did; nothing of a booking that is not there. Raises NotFound."""
    if await uow.session.get(BookingRow, (uow.tenant_id, booking_id)) is None:
        raise NotFound
    details = await find_details(uow, booking_id)
    return ByCustomerResponse(
        flight_number=details.flight_number if details else "",
        pickup_address=details.pickup_address if details else "",
        second_driver=second_driver_of(details),
        actions=await list_actions(uow, booking_id),
    )


async def mark_seen(uow: UnitOfWork, actor: Actor, action_id: UUID, now: datetime) -> None:
    """A colleague has seen to it; the first one stands. Raises NotFound."""
    action = await VisitorRepository(uow).find_action(action_id)
    if action is None:
        raise NotFound
    if action.seen_at is not None:
        return
    action.seen_at, action.seen_by = now, actor.admin_id
    await uow.session.flush()
    booking = await uow.session.get_one(BookingRow, (uow.tenant_id, action.booking_id))
    subject = ("booking", booking.reference)
    await record(uow, actor, "booking.action_seen", subject=subject, after={"kind": action.kind}, now=now)


async def get_picture(uow: UnitOfWork, booking_id: UUID, file_id: UUID) -> UUID:
    """The file of a licence of this booking. Raises NotFound."""
    if await VisitorRepository(uow).find_picture(booking_id, file_id) is None:
        raise NotFound
    return file_id


def second_driver_of(details: BookingDetails | None) -> SecondDriver | None:
    if details is None or not details.second_driver_name:
        return None
    return SecondDriver(
        name=details.second_driver_name,
        born=details.second_driver_born,
        licence=details.second_driver_licence,
    )


def _present(listed: ListedAction) -> CustomerActionOut:
    action = listed.action
    return CustomerActionOut(
        id=action.id,
        booking_id=action.booking_id,
        reference=listed.reference,
        customer_name=listed.customer_name,
        kind=cast(ActionKind, action.kind),
        text=action.body,
        picture_id=action.file_id,
        is_second_driver=action.is_second_driver,
        created_at=action.created_at,
        seen_at=action.seen_at,
        seen_by=listed.seen_by,
    )
