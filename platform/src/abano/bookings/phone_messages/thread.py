"""Use cases of the desk: a booking's messages by WhatsApp and SMS, replies, consent, and the inbox."""

from collections.abc import Mapping
from datetime import datetime
from typing import cast
from uuid import UUID

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.booking_record.models import BookingRow
from abano.bookings.customer_emails.repository import MessageRepository
from abano.bookings.customer_emails.rules import OCCASIONS, Occasion, still_holds
from abano.bookings.phone_messages.models import PhoneMessage
from abano.bookings.phone_messages.repository import PhoneRepository
from abano.bookings.phone_messages.rules import (
    REFERENCE_UNKNOWN,
    PhoneChannelOff,
    PhoneMessageNotRepeatable,
    PhoneNotOptedIn,
    PhoneNumberUnusable,
    PhoneWindowClosed,
    State,
    window_until,
)
from abano.bookings.phone_messages.schemas import (
    BookingPhoneMessagesResponse,
    PhoneConsentOut,
    PhoneInboxMessageOut,
    PhoneInboxResponse,
    PhoneMessageOut,
    PhoneTextRequest,
)
from abano.bookings.phone_messages.sending import phone_of
from abano.core.errors import InvalidInput, NotFound
from abano.db.unit_of_work import UnitOfWork
from abano.messaging.phone_consents.rules import Channel, Source
from abano.messaging.phone_consents.service import enabled_channels
from abano.team.users.users import load_admin_names

_REPEATABLE = frozenset({"failed", "unknown", "skipped"})


async def show(uow: UnitOfWork, booking_id: UUID, now: datetime) -> BookingPhoneMessagesResponse:
    """Oldest first. Raises NotFound."""
    booking = await MessageRepository(uow).get_booking(booking_id)
    repository, phone = PhoneRepository(uow), phone_of(booking)
    messages = await repository.of_booking(booking_id)
    names = await load_admin_names(uow) if any(each.author_id for each in messages) else {}
    return BookingPhoneMessagesResponse(
        phone=phone,
        consents=await _consents(uow, phone, now) if phone else [],
        messages=[_shown(each, names, booking) for each in messages],
    )


async def _consents(uow: UnitOfWork, phone: str, now: datetime) -> list[PhoneConsentOut]:
    repository = PhoneRepository(uow)
    found = await repository.consents(phone)
    shown = []
    for channel in await enabled_channels(uow):
        consent = found.get(channel)
        until = window_until(await repository.last_inbound(channel, phone))
        is_open = until is not None and now < until
        has_agreed = consent is not None and consent.is_opted_in
        is_refused = consent is not None and not consent.is_opted_in
        shown.append(
            PhoneConsentOut(
                channel=channel,
                is_opted_in=has_agreed,
                source=cast(Source, consent.source) if consent else None,
                changed_at=consent.changed_at if consent else None,
                can_write=not is_refused and (is_open or (channel == "sms" and has_agreed)),
                window_until=until if channel == "whatsapp" and is_open else None,
            )
        )
    return shown


async def write(
    uow: UnitOfWork, actor: Actor, booking_id: UUID, request: PhoneTextRequest, now: datetime
) -> None:
    """Send what a colleague wrote. Raises NotFound, PhoneNumberUnusable, PhoneChannelOff, PhoneNotOptedIn,
    PhoneWindowClosed.
    """
    booking, phone, repository = await _reachable(uow, booking_id, request.channel)
    consents = {each.channel: each for each in await _consents(uow, phone, now)}
    consent = consents[request.channel]
    if not consent.can_write:
        is_refused = consent.changed_at is not None and not consent.is_opted_in
        if request.channel == "whatsapp" and not is_refused:
            raise PhoneWindowClosed
        raise PhoneNotOptedIn
    await repository.add(
        now,
        channel=request.channel,
        phone=phone,
        booking_id=booking_id,
        body=request.text,
        author_id=actor.admin_id,
        state="pending",
    )
    await repository.settle(booking_id, request.channel, now)
    await _record(uow, actor, "booking.phone_message_written", booking, request.channel, now)


async def resend(uow: UnitOfWork, actor: Actor, booking_id: UUID, message_id: UUID, now: datetime) -> None:
    """Send a copy of a message that was not sent, or of which that is not known.

    Raises NotFound, PhoneMessageNotRepeatable and what ``write`` raises.
    """
    message = await PhoneRepository(uow).find(message_id)
    if message is None or message.booking_id != booking_id:
        raise NotFound
    booking = await MessageRepository(uow).get_booking(booking_id)
    if not _can_resend(message, booking):
        raise PhoneMessageNotRepeatable
    channel = cast(Channel, message.channel)
    if message.occasion is None:
        await write(uow, actor, booking_id, PhoneTextRequest(channel=channel, text=message.body), now)
        return
    _, phone, repository = await _reachable(uow, booking_id, channel)
    consent = (await repository.consents(phone)).get(channel)
    if consent is None or not consent.is_opted_in:
        raise PhoneNotOptedIn
    await repository.add(
        now,
        channel=channel,
        phone=phone,
        booking_id=booking_id,
        occasion=message.occasion,
        day=message.day,
        is_asked_for=True,
        state="pending",
    )
    await _record(uow, actor, "booking.phone_message_resent", booking, channel, now)


async def set_consent(
    uow: UnitOfWork, actor: Actor, booking_id: UUID, channel: Channel, now: datetime, *, is_opted_in: bool
) -> None:
    """What the customer said to a colleague. Raises NotFound, PhoneNumberUnusable, PhoneChannelOff."""
    booking, phone, repository = await _reachable(uow, booking_id, channel)
    consent = (await repository.consents(phone)).get(channel)
    if consent is not None and consent.is_opted_in == is_opted_in:
        return
    await repository.keep_consent(
        channel, phone, "desk", now, is_opted_in=is_opted_in, changed_by=actor.admin_id
    )
    action = "booking.phone_opted_in" if is_opted_in else "booking.phone_opted_out"
    await _record(uow, actor, action, booking, channel, now)


async def show_inbox(uow: UnitOfWork) -> PhoneInboxResponse:
    """What no colleague dealt with, newest first."""
    found = await PhoneRepository(uow).inbox()
    return PhoneInboxResponse(
        messages=[
            PhoneInboxMessageOut(
                **dict(_shown(message, {}, None)),
                booking_id=booking.id if booking else None,
                reference=booking.reference if booking else None,
                customer_name=booking.customer_name if booking else None,
            )
            for message, booking in found
        ]
    )


async def take_from_inbox(
    uow: UnitOfWork, actor: Actor, message_id: UUID, reference: str | None, now: datetime
) -> None:
    """Assign an inbound message of no booking to one, or mark it as dealt with. Raises NotFound, InvalidInput."""
    repository = PhoneRepository(uow)
    message = await repository.find(message_id)
    if message is None or not message.is_inbound or (reference and message.booking_id is not None):
        raise NotFound
    booking_id = await repository.find_reference(reference) if reference else message.booking_id
    if reference and booking_id is None:
        raise InvalidInput.of("reference", REFERENCE_UNKNOWN())
    if message.handled_at is not None and not reference:
        return
    await repository.change(message_id, booking_id=booking_id, handled_at=now)
    await record(
        uow,
        actor,
        "phone_inbox.handled",
        subject=("phone_message", message_id),
        after={"channel": message.channel, "reference": reference or ""},
        now=now,
    )


async def _reachable(
    uow: UnitOfWork, booking_id: UUID, channel: Channel
) -> tuple[BookingRow, str, PhoneRepository]:
    booking, repository = await MessageRepository(uow).get_booking(booking_id), PhoneRepository(uow)
    phone = phone_of(booking)
    if phone is None:
        raise PhoneNumberUnusable
    if channel not in await enabled_channels(uow):
        raise PhoneChannelOff
    return booking, phone, repository


async def _record(
    uow: UnitOfWork, actor: Actor, action: str, booking: BookingRow, channel: Channel, now: datetime
) -> None:
    await record(
        uow, actor, action, subject=("booking", booking.reference), after={"channel": channel}, now=now
    )


def _can_resend(message: PhoneMessage, booking: BookingRow | None) -> bool:
    if booking is None or message.is_inbound or message.state not in _REPEATABLE:
        return False
    return message.occasion is None or still_holds(cast(Occasion, message.occasion), booking.status)


def _shown(message: PhoneMessage, names: Mapping[str, str], booking: BookingRow | None) -> PhoneMessageOut:
    return PhoneMessageOut(
        id=message.id,
        channel=cast(Channel, message.channel),
        is_inbound=message.is_inbound,
        phone=message.phone,
        occasion=message.occasion if message.occasion in OCCASIONS else None,
        body=message.body,
        author=names.get(str(message.author_id)) if message.author_id else None,
        state=cast(State, message.state),
        reason=message.reason,
        created_at=message.created_at,
        changed_at=message.changed_at,
        can_resend=_can_resend(message, booking),
    )
