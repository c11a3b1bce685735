"""All SQL of messages to customers."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import ColumnElement, and_, case, delete, exists, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import aliased

from abano.booking_record.models import BookingDetails, BookingEvent, BookingRow
from abano.bookings.customer_emails.models import MessageSettings, MessageTexts, MessageUnsubscribe
from abano.core.errors import NotFound
from abano.db.repositories import Repository
from abano.messaging.outbox.booking_kinds import CustomerNotice, MessageTest
from abano.messaging.outbox.models import OutboxMessage
from abano.messaging.phone_consents.models import PhoneConsent

MAX_SHOWN = 100
# With the day of the pickup by the company's clock, in ISO 8601: a change of dates makes another one due.
REMINDER_KEY = "reminder:"


class Completed(NamedTuple):
    booking_id: UUID
    completed_at: datetime


class MessageRepository(Repository):
    """Messages, texts and settings of one tenant, within the caller's transaction."""

    async def settings(self, *, locked: bool = False) -> MessageSettings | None:
        query = select(MessageSettings).where(MessageSettings.tenant_id == self._tenant)
        found: MessageSettings | None = await self._session.scalar(
            query.with_for_update() if locked else query
        )
        return found

    async def add_settings(self, values: dict[str, Any]) -> bool:
        """False when someone else added them in the meantime."""
        statement = insert(MessageSettings).values(tenant_id=self._tenant, **values)
        return await self._added(statement.on_conflict_do_nothing().returning(MessageSettings.revision))

    async def texts(self) -> list[MessageTexts]:
        query = select(MessageTexts).where(MessageTexts.tenant_id == self._tenant)
        return list(await self._session.scalars(query))

    async def find_text(self, occasion: str, language: str, *, locked: bool = False) -> MessageTexts | None:
        query = select(MessageTexts).where(
            MessageTexts.tenant_id == self._tenant,
            MessageTexts.occasion == occasion,
            MessageTexts.language == language,
        )
        found: MessageTexts | None = await self._session.scalar(query.with_for_update() if locked else query)
        return found

    async def add_text(self, values: dict[str, Any]) -> bool:
        """False when someone else added it in the meantime."""
        statement = insert(MessageTexts).values(tenant_id=self._tenant, **values)
        return await self._added(statement.on_conflict_do_nothing().returning(MessageTexts.revision))

    async def delete_text(self, row: MessageTexts) -> None:
        await self._session.delete(row)
        await self._session.flush()

    async def find_booking(self, booking_id: UUID, *, locked: bool = False) -> BookingRow | None:
        query = select(BookingRow).where(BookingRow.tenant_id == self._tenant, BookingRow.id == booking_id)
        found: BookingRow | None = await self._session.scalar(query.with_for_update() if locked else query)
        return found

    async def find_details(self, booking_id: UUID) -> BookingDetails | None:
        query = select(BookingDetails).where(
            BookingDetails.tenant_id == self._tenant, BookingDetails.booking_id == booking_id
        )
        found: BookingDetails | None = await self._session.scalar(query)
        return found

    async def get_booking(self, booking_id: UUID, *, locked: bool = False) -> BookingRow:
        """Raises NotFound."""
        booking = await self.find_booking(booking_id, locked=locked)
        if booking is None:
            raise NotFound
        return booking

    async def of_booking(self, booking_id: UUID) -> list[OutboxMessage]:
        """Its messages, newest first."""
        query = (
            select(OutboxMessage)
            .where(OutboxMessage.tenant_id == self._tenant, OutboxMessage.booking_id == booking_id)
            .order_by(OutboxMessage.created_at.desc(), OutboxMessage.id.desc())
            .limit(MAX_SHOWN)
        )
        return list(await self._session.scalars(query))

    async def find_message(self, message_id: UUID, *, locked: bool = False) -> OutboxMessage | None:
        query = select(OutboxMessage).where(
            OutboxMessage.tenant_id == self._tenant, OutboxMessage.id == message_id
        )
        found: OutboxMessage | None = await self._session.scalar(query.with_for_update() if locked else query)
        return found

    async def is_superseded(self, message: OutboxMessage) -> bool:
        """Whether a newer message of the same occasion is pending. It has the same, more recent content."""
        query = select(
            exists().where(
                _waits(),
                OutboxMessage.tenant_id == self._tenant,
                OutboxMessage.booking_id == message.booking_id,
                OutboxMessage.kind == message.kind,
                OutboxMessage.payload["occasion"].astext == message.payload.get("occasion"),
                OutboxMessage.created_at > message.created_at,
            )
        )
        return bool(await self._session.scalar(query))

    async def was_notified(self, booking_id: UUID, occasions: Sequence[str]) -> bool:
        """Whether the customer was sent one of these."""
        query = select(
            exists().where(
                OutboxMessage.tenant_id == self._tenant,
                OutboxMessage.booking_id == booking_id,
                OutboxMessage.kind == CustomerNotice.kind,
                OutboxMessage.payload["occasion"].astext.in_(occasions),
                OutboxMessage.sent_at.is_not(None),
                OutboxMessage.outcome.is_distinct_from("skipped"),
            )
        )
        return bool(await self._session.scalar(query))

    async def is_verified(self, booking: BookingRow) -> bool:
        """Whether a colleague took or confirmed the booking."""
        query = select(
            exists().where(
                BookingEvent.tenant_id == self._tenant,
                BookingEvent.booking_id == booking.id,
                BookingEvent.to_status.in_(("confirmed", "active", "completed")),
            )
        )
        return booking.taken_by is not None or bool(await self._session.scalar(query))

    async def tests_since(self, since: datetime) -> int:
        query = select(func.count()).where(
            OutboxMessage.tenant_id == self._tenant,
            OutboxMessage.kind == MessageTest.kind,
            OutboxMessage.created_at > since,
        )
        return int(await self._session.scalar(query) or 0)

    async def is_unsubscribed(self, hashed: bytes) -> bool:
        query = select(
            exists().where(
                MessageUnsubscribe.tenant_id == self._tenant, MessageUnsubscribe.email_hash == hashed
            )
        )
        return bool(await self._session.scalar(query))

    async def add_unsubscribe(self, hashed: bytes, reason: str, now: datetime) -> None:
        values = {"tenant_id": self._tenant, "email_hash": hashed, "reason": reason, "created_at": now}
        await self._session.execute(insert(MessageUnsubscribe).values(**values).on_conflict_do_nothing())

    async def coming_up(self, now: datetime, until: datetime, zone: str) -> list[BookingRow]:
        """Confirmed bookings with a pickup in that time of which no reminder for that day was made."""
        reminded = aliased(OutboxMessage)
        day = func.to_char(func.timezone(zone, BookingRow.pickup_at), "YYYY-MM-DD")
        query = select(BookingRow).where(
            BookingRow.tenant_id == self._tenant,
            BookingRow.status == "confirmed",
            BookingRow.pickup_at > now,
            BookingRow.pickup_at < until,
            _can_be_reached(),
            ~exists().where(
                reminded.tenant_id == BookingRow.tenant_id,
                reminded.booking_id == BookingRow.id,
                reminded.once_key == func.concat(REMINDER_KEY, day),
            ),
        )
        return list(await self._session.scalars(query))

    async def completed(self, since: datetime, until: datetime) -> list[Completed]:
        """Bookings completed in the period without a thank-you message.

        Bookings completed before the company's first automatic message are excluded.
        """
        thanked, first = aliased(OutboxMessage), aliased(OutboxMessage)
        query = (
            select(BookingEvent.booking_id, func.max(BookingEvent.created_at))
            .join(BookingRow, _same_booking())
            .where(
                BookingEvent.tenant_id == self._tenant,
                BookingEvent.to_status == "completed",
                BookingEvent.created_at >= since,
                BookingEvent.created_at < until,
                BookingRow.status == "completed",
                _can_be_reached(),
                ~exists().where(
                    thanked.tenant_id == BookingEvent.tenant_id,
                    thanked.booking_id == BookingEvent.booking_id,
                    thanked.once_key == "thanks",
                ),
                exists().where(
                    first.tenant_id == self._tenant,
                    first.booking_id.is_not(None),
                    first.created_at <= BookingEvent.created_at,
                ),
            )
            .group_by(BookingEvent.booking_id)
        )
        return [Completed(*row) for row in await self._session.execute(query)]

    async def set_outcome(self, message_id: UUID, outcome: str, reason: str, now: datetime) -> None:
        await self._session.execute(
            update(OutboxMessage)
            .where(OutboxMessage.tenant_id == self._tenant, OutboxMessage.id == message_id)
            .values(outcome=outcome, outcome_reason=reason, outcome_at=now)
        )

    async def delete_old(self, before: datetime, about_bookings_before: datetime, limit: int) -> int:
        """Delete messages sent or given up before, oldest first. Those about bookings are kept longer."""
        done_at = func.coalesce(OutboxMessage.sent_at, OutboxMessage.dead_at)
        old = (
            select(OutboxMessage.id)
            .where(
                OutboxMessage.tenant_id == self._tenant,
                case((OutboxMessage.booking_id.is_(None), before), else_=about_bookings_before) > done_at,
            )
            .order_by(OutboxMessage.id)
            .limit(limit)
        )
        deleted = await self._session.execute(
            delete(OutboxMessage)
            .where(OutboxMessage.tenant_id == self._tenant, OutboxMessage.id.in_(old))
            .returning(OutboxMessage.id)
        )
        return len(deleted.all())

    async def _added(self, statement: Any) -> bool:
        return (await self._session.execute(statement)).first() is not None


def _can_be_reached() -> ColumnElement[bool]:
    """By email, or by a number that opted in to WhatsApp or SMS."""
    return or_(
        BookingRow.customer_email != "",
        exists().where(
            PhoneConsent.tenant_id == BookingRow.tenant_id,
            PhoneConsent.phone == func.split_part(BookingRow.customer_phone, " ext. ", 1),
            PhoneConsent.is_opted_in,
        ),
    )


def _waits() -> ColumnElement[bool]:
    return and_(OutboxMessage.sent_at.is_(None), OutboxMessage.dead_at.is_(None))


def _same_booking() -> ColumnElement[bool]:
    return and_(BookingRow.tenant_id == BookingEvent.tenant_id, BookingRow.id == BookingEvent.booking_id)
