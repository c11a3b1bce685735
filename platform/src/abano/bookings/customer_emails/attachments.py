"""What is attached to a message to a customer: the rental's calendar event, and its voucher."""

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from abano.booking_record.models import BookingRow
from abano.bookings.customer_emails.calendar import NAME, Rental, calendar_file, method_of, sequence_of
from abano.bookings.customer_emails.letters import Facts
from abano.bookings.customer_emails.repository import MessageRepository
from abano.bookings.customer_emails.rules import Occasion, filled
from abano.bookings.voucher.service import FILE_NAME, Collected, collect_voucher
from abano.catalog.published.snapshot import Catalog
from abano.core.pdf.pdf import render_pdf
from abano.db.unit_of_work import UnitOfWork
from abano.messaging.outbox.layout import Attachment, Recipient

WITH_CALENDAR: frozenset[Occasion] = frozenset({"received", "confirmed", "changed", "cancelled"})
WITH_VOUCHER: frozenset[Occasion] = frozenset({"confirmed", "changed"})
# Of a booking that the company has confirmed.
FIRM = frozenset({"confirmed", "active"})


@dataclass(frozen=True, slots=True)
class Writing:
    """The inputs of a message. ``secret``: the installation's.

    ``is_unverified``: no colleague has checked the booking, and its email address may belong to someone else.
    The message then leaves out text the visitor entered, and the number of such messages per recipient is
    limited.
    """

    uow: UnitOfWork
    booking: BookingRow
    occasion: Occasion
    recipient: Recipient
    catalog: Catalog
    language: str
    secret: str
    now: datetime
    is_unverified: bool = False

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.catalog.rules.timezone)


async def calendar_of(writing: Writing, facts: Facts, title: str, manage: str) -> tuple[Attachment, ...]:
    """The booking's calendar event, tentative until confirmed; a cancellation if an event was sent before."""
    booking, is_cancelled = writing.booking, writing.occasion == "cancelled"
    if writing.occasion not in WITH_CALENDAR:
        return ()
    if is_cancelled and not await _has_event(writing):
        return ()
    rental = Rental(
        booking_id=booking.id,
        sequence=sequence_of(booking.created_at, booking.updated_at),
        title=f"{filled(title, {'car': facts.car})} ({writing.recipient.name})",
        place=facts.pickup_place,
        description="\n".join(
            line
            for line in (
                booking.reference,
                facts.meeting_point,
                facts.instructions,
                f"{facts.return_place}, {facts.return_time}",
            )
            if line
        ),
        url=manage,
        starts=booking.pickup_at.astimezone(writing.zone),
        ends=booking.return_at.astimezone(writing.zone),
        company=writing.recipient.name,
        company_email=str(writing.catalog.rules.contacts.get("email") or writing.recipient.email),
        customer=facts.name,
        customer_email=booking.customer_email,
        is_firm=booking.status != "pending",
    )
    content = calendar_file(rental, is_cancelled=is_cancelled, now=writing.now)
    parameters = {"method": method_of(is_cancelled=is_cancelled), "charset": "utf-8"}
    return (Attachment(NAME, "text/calendar", content, parameters),)


async def _has_event(writing: Writing) -> bool:
    sent_with = tuple(WITH_CALENDAR - {"cancelled"})
    return await MessageRepository(writing.uow).was_notified(writing.booking.id, sent_with)


async def voucher_for(writing: Writing) -> Collected | None:
    """The data of a confirmed booking's voucher. None if the message has no voucher."""
    booking = writing.booking
    if writing.occasion not in WITH_VOUCHER or booking.status not in FIRM:
        return None
    details = await MessageRepository(writing.uow).find_details(booking.id)
    return await collect_voucher(writing.uow, writing.catalog, booking, details, writing.recipient.name)


def voucher_file(voucher: Collected) -> Attachment:
    name = FILE_NAME.format(reference=voucher.voucher.reference)
    return Attachment(name, "application/pdf", render_pdf(voucher.document))
