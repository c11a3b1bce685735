"""Use cases of a booking's messages at the desk: what became of each, and sending one again."""

from datetime import datetime
from typing import cast
from uuid import UUID
from zoneinfo import ZoneInfo

import orjson

from abano.audit.service import record
from abano.auth.principals import Actor
from abano.database.unit_of_work import UnitOfWork
from abano.errors import NotFound
from abano.messages.errors import MessageNotCurrent, NoAddressToWriteTo
from abano.messages.repository import MessageRepository
from abano.messages.rules import OCCASIONS, Occasion, still_holds
from abano.messages.schemas import BookingMessagesResponse, MessageOut, State
from abano.models.bookings import BookingRow
from abano.models.outbox import OutboxMessage
from abano.notifications.kinds import CustomerNotice
from abano.notifications.outbox import enqueue, enqueue_stored


async def list_messages(uow: UnitOfWork, booking_id: UUID) -> BookingMessagesResponse:
    """Newest first. Raises NotFound."""
    repository = MessageRepository(uow)
    booking = await repository.get_booking(booking_id)
    messages = await repository.of_booking(booking_id)
    return BookingMessagesResponse(
        messages=[_shown(each, booking) for each in messages], has_bounced=_has_bounced(messages, booking)
    )


async def resend(
    uow: UnitOfWork, actor: Actor, booking_id: UUID, message_id: UUID, zone: ZoneInfo, now: datetime
) -> None:
    """Send a message again, to the address that the booking has now.

    A message of an occasion tells the booking as it is now. Raises NotFound, NoAddressToWriteTo, MessageNotCurrent.
    """
    repository = MessageRepository(uow)
    booking = await repository.get_booking(booking_id, locked=True)
    message = await repository.find_message(message_id)
    if message is None or message.booking_id != booking_id:
        raise NotFound
    if "@" not in booking.customer_email:
        raise NoAddressToWriteTo
    if not _can_resend(message, booking):
        raise MessageNotCurrent
    if occasion := _occasion(message):
        day = booking.pickup_at.astimezone(zone).date().isoformat()
        notice = CustomerNotice(
            occasion=occasion, day=day if occasion == "reminder" else None, is_asked_for=True
        )
        await enqueue(uow, notice, now, booking_id=booking_id)
    else:
        payload = orjson.dumps(message.payload | {"to": booking.customer_email}).decode()
        await enqueue_stored(uow, message.kind, payload, now, booking_id=booking_id)
    await record(
        uow,
        actor,
        "booking.message_resent",
        subject=("booking", booking.reference),
        after={"message": occasion or message.kind},
        now=now,
    )


def _shown(message: OutboxMessage, booking: BookingRow) -> MessageOut:
    state = state_of(message)
    return MessageOut(
        id=message.id,
        kind=message.kind,
        occasion=_occasion(message),
        subject=message.subject or message.payload.get("subject"),
        recipient=message.recipient,
        state=state,
        reason=message.outcome_reason or (message.last_error if state in ("failed", "pending") else None),
        created_at=message.created_at,
        at=message.outcome_at or message.dead_at or message.sent_at,
        can_resend=_can_resend(message, booking),
    )


def state_of(message: OutboxMessage) -> State:
    if message.dead_at is not None:
        return "failed"
    if message.sent_at is None:
        return "pending"
    return cast(State, message.outcome or "sent")


def _occasion(message: OutboxMessage) -> Occasion | None:
    said = message.payload.get("occasion")
    return said if message.kind == CustomerNotice.kind and said in OCCASIONS else None


def _can_resend(message: OutboxMessage, booking: BookingRow) -> bool:
    if state_of(message) == "pending" or "@" not in booking.customer_email:
        return False
    occasion = _occasion(message)
    return occasion is None or still_holds(occasion, booking.status)


def _has_bounced(messages: list[OutboxMessage], booking: BookingRow) -> bool:
    """Whether the newest message to the present address of which anything was reported came back."""
    present = booking.customer_email.lower()
    reported = (
        each.outcome
        for each in messages
        if (each.recipient or "").lower() == present and each.outcome not in (None, "skipped")
    )
    return next(reported, None) == "bounced"
