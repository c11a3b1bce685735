"""Use cases of events from Meta and Twilio: replies of customers and what became of messages, each counted once."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from abano.bookings.phone_messages.providers import Inbound, Report
from abano.bookings.phone_messages.repository import PhoneRepository
from abano.bookings.phone_messages.rules import (
    OLDEST_EVENT,
    asks_to,
    follows,
)
from abano.db.unit_of_work import UnitOfWork
from abano.messaging.phone_consents.rules import Channel

# A booking that ended longer ago than this is not what a customer writes about.
RECENT = timedelta(days=90)


async def handle(
    uow: UnitOfWork, channel: Channel, messages: Sequence[Inbound], reports: Sequence[Report], now: datetime
) -> int:
    """Store replies and states. Returns how many were new."""
    counted = 0
    for message in messages:
        counted += await _receive(uow, channel, message, now)
    for report in reports:
        counted += await _note(uow, channel, report, now)
    return counted


async def _receive(uow: UnitOfWork, channel: Channel, message: Inbound, now: datetime) -> bool:
    at = min(message.at or now, now)
    if at < now - OLDEST_EVENT:
        return False
    repository, asked = PhoneRepository(uow), asks_to(message.text, channel)
    added = await repository.add(
        # By the provider's clock: a repeated event does not open the window for replies again.
        at,
        channel=channel,
        is_inbound=True,
        phone=message.phone,
        booking_id=await repository.booking_of(message.phone, now - RECENT),
        body=message.text,
        state="received",
        provider_id=message.provider_id,
        # What is done about these is done below.
        handled_at=at if asked else None,
    )
    if added is None:
        return False
    if asked:
        await repository.keep_consent(channel, message.phone, "customer", at, is_opted_in=asked == "start")
    return True


async def _note(uow: UnitOfWork, channel: Channel, report: Report, now: datetime) -> bool:
    repository = PhoneRepository(uow)
    row = await repository.reported(channel, report.provider_id, report.message_id)
    if row is None:
        return False
    if report.is_opted_out:
        await repository.keep_consent(channel, row.phone, "customer", now, is_opted_in=False)
    if not follows(row.state, report.state):
        return False
    await repository.change(
        row.id,
        state=report.state,
        reason=report.reason,
        provider_id=report.provider_id,
        changed_at=min(report.at or now, now),
    )
    return True
