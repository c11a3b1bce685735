"""SQL of messages by WhatsApp and SMS."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import and_, delete, func, or_, select, text, update
from sqlalchemy.dialects.postgresql import insert

from abano.booking_record.models import BookingRow
from abano.bookings.phone_messages.models import PhoneMessage, PhoneTemplate
from abano.core.ids import new_id
from abano.db.repositories import Repository
from abano.jobs.registry import tenants_by
from abano.messaging.phone_consents.models import PhoneChannel, PhoneConsent
from abano.messaging.phone_consents.rules import Source

SHOWN = 200
tenants_with_due_phone_messages = tenants_by(
    "select tenant_id from phone_messages where state in ('pending', 'sending') and due_at <= %(now)s"
    " group by tenant_id order by min(due_at)"
)
# The booking that a number writes about: one under way or coming up, else its newest. Of several, that of the last
# message to it.
_BOOKING_OF_PHONE = text("""
select b.id from bookings b
left join lateral (
  select max(m.created_at) as at from phone_messages m
  where m.tenant_id = b.tenant_id and m.booking_id = b.id and m.phone = :phone and not m.is_inbound
) asked on true
where b.tenant_id = :tenant and b.phone_key = :phone and b.phone_key <> '' and b.return_at > :since
order by b.status in ('active', 'confirmed', 'pending') desc, asked.at desc nulls last,
  case when b.status in ('active', 'confirmed', 'pending') then b.pickup_at end, b.created_at desc
limit 1
""")


class PhoneRepository(Repository):
    """Channels, consents and messages of one tenant, within the caller's transaction."""

    async def channel(self, channel: str, *, locked: bool = False) -> PhoneChannel | None:
        query = select(PhoneChannel).where(
            PhoneChannel.tenant_id == self._tenant, PhoneChannel.channel == channel
        )
        found: PhoneChannel | None = await self._session.scalar(query.with_for_update() if locked else query)
        return found

    async def channels(self) -> dict[str, PhoneChannel]:
        query = select(PhoneChannel).where(PhoneChannel.tenant_id == self._tenant)
        return {row.channel: row for row in await self._session.scalars(query)}

    async def add_channel(self, values: dict[str, Any]) -> bool:
        """False when someone else added it in the meantime."""
        statement = insert(PhoneChannel).values(tenant_id=self._tenant, **values).on_conflict_do_nothing()
        return (await self._session.execute(statement.returning(PhoneChannel.revision))).first() is not None

    async def drop_channel(self, row: PhoneChannel) -> None:
        await self._session.delete(row)
        await self._session.flush()

    async def templates(self) -> list[PhoneTemplate]:
        query = select(PhoneTemplate).where(PhoneTemplate.tenant_id == self._tenant)
        return list(await self._session.scalars(query))

    async def template(self, channel: str, occasion: str, language: str) -> PhoneTemplate | None:
        key = (self._tenant, channel, occasion, language)
        return await self._session.get(PhoneTemplate, key)

    async def keep_template(self, channel: str, occasion: str, language: str, values: dict[str, Any]) -> None:
        key = {"tenant_id": self._tenant, "channel": channel, "occasion": occasion, "language": language}
        statement = insert(PhoneTemplate).values(**key, **values)
        await self._session.execute(statement.on_conflict_do_update(index_elements=list(key), set_=values))

    async def drop_template(self, row: PhoneTemplate) -> None:
        await self._session.delete(row)
        await self._session.flush()

    async def consents(self, phone: str) -> dict[str, PhoneConsent]:
        query = select(PhoneConsent).where(
            PhoneConsent.tenant_id == self._tenant, PhoneConsent.phone == phone
        )
        return {row.channel: row for row in await self._session.scalars(query)}

    async def keep_consent(
        self,
        channel: str,
        phone: str,
        source: Source,
        now: datetime,
        *,
        is_opted_in: bool,
        changed_by: UUID | None = None,
    ) -> None:
        values = {
            "is_opted_in": is_opted_in,
            "source": source,
            "changed_by": changed_by,
            "changed_at": now,
        }
        key = {"tenant_id": self._tenant, "channel": channel, "phone": phone}
        statement = insert(PhoneConsent).values(**key, **values)
        await self._session.execute(statement.on_conflict_do_update(index_elements=list(key), set_=values))

    async def claim(self, now: datetime, lease: timedelta) -> PhoneMessage | None:
        """The next due message, as being sent. One whose sender died is returned with its state ``sending``."""
        query = (
            select(PhoneMessage)
            .where(
                PhoneMessage.tenant_id == self._tenant,
                PhoneMessage.state.in_(("pending", "sending")),
                PhoneMessage.due_at <= now,
            )
            .order_by(PhoneMessage.due_at)
            .limit(1)
            .with_for_update(skip_locked=True)
        )
        found: PhoneMessage | None = await self._session.scalar(query)
        if found is not None:
            found.due_at = now + lease
            await self._session.flush()
        return found

    async def change(self, message_id: UUID, **values: Any) -> None:
        await self._session.execute(
            update(PhoneMessage)
            .where(PhoneMessage.tenant_id == self._tenant, PhoneMessage.id == message_id)
            .values(**values)
        )

    async def sent_since(self, channel: str, since: datetime) -> int:
        """Messages that began to be sent since then: the daily limit is of what may have cost."""
        query = select(func.count()).where(
            PhoneMessage.tenant_id == self._tenant,
            PhoneMessage.channel == channel,
            ~PhoneMessage.is_inbound,
            PhoneMessage.sent_at > since,
        )
        return int(await self._session.scalar(query) or 0)

    async def last_inbound(self, channel: str, phone: str) -> datetime | None:
        query = select(func.max(PhoneMessage.created_at)).where(
            PhoneMessage.tenant_id == self._tenant,
            PhoneMessage.phone == phone,
            PhoneMessage.channel == channel,
            PhoneMessage.is_inbound,
        )
        return await self._session.scalar(query)

    async def add(self, now: datetime, **values: Any) -> UUID | None:
        """None if the provider's message is already known."""
        stored = {"created_at": now, "due_at": now, "changed_at": now} | values
        statement = insert(PhoneMessage).values(tenant_id=self._tenant, id=new_id(), **stored)
        added = await self._session.scalar(statement.on_conflict_do_nothing().returning(PhoneMessage.id))
        return added if isinstance(added, UUID) else None

    async def reported(self, channel: str, provider_id: str, message_id: UUID | None) -> PhoneMessage | None:
        """The message of a report, locked: by the provider's id, else by ours while it has none."""
        named = PhoneMessage.provider_id == provider_id
        if message_id is not None:
            named = or_(named, and_(PhoneMessage.id == message_id, PhoneMessage.provider_id.is_(None)))
        query = (
            select(PhoneMessage)
            .where(
                PhoneMessage.tenant_id == self._tenant,
                PhoneMessage.channel == channel,
                ~PhoneMessage.is_inbound,
                named,
            )
            .with_for_update()
        )
        found: PhoneMessage | None = await self._session.scalar(query)
        return found

    async def booking_of(self, phone: str, since: datetime) -> UUID | None:
        values = {"tenant": self._tenant, "phone": phone, "since": since}
        found = await self._session.scalar(_BOOKING_OF_PHONE, values)
        return found if isinstance(found, UUID) else None

    async def of_booking(self, booking_id: UUID) -> Sequence[PhoneMessage]:
        """Oldest first, the newest ones of many."""
        query = (
            select(PhoneMessage)
            .where(PhoneMessage.tenant_id == self._tenant, PhoneMessage.booking_id == booking_id)
            .order_by(PhoneMessage.created_at.desc(), PhoneMessage.id.desc())
            .limit(SHOWN)
        )
        return list(await self._session.scalars(query))[::-1]

    async def inbox(self) -> Sequence[tuple[PhoneMessage, BookingRow | None]]:
        """Inbound messages that no colleague dealt with and their bookings, newest first."""
        query = (
            select(PhoneMessage, BookingRow)
            .outerjoin(
                BookingRow,
                and_(
                    BookingRow.tenant_id == PhoneMessage.tenant_id, BookingRow.id == PhoneMessage.booking_id
                ),
            )
            .where(
                PhoneMessage.tenant_id == self._tenant,
                PhoneMessage.is_inbound,
                PhoneMessage.handled_at.is_(None),
            )
            .order_by(PhoneMessage.created_at.desc(), PhoneMessage.id.desc())
            .limit(SHOWN)
        )
        return [(message, booking) for message, booking in await self._session.execute(query)]

    async def settle(self, booking_id: UUID, channel: str, now: datetime) -> None:
        """A colleague answered what the customer wrote on this channel."""
        await self._session.execute(
            update(PhoneMessage)
            .where(
                PhoneMessage.tenant_id == self._tenant,
                PhoneMessage.booking_id == booking_id,
                PhoneMessage.channel == channel,
                PhoneMessage.is_inbound,
                PhoneMessage.handled_at.is_(None),
            )
            .values(handled_at=now)
        )

    async def find(self, message_id: UUID) -> PhoneMessage | None:
        """Locked."""
        query = select(PhoneMessage).where(
            PhoneMessage.tenant_id == self._tenant, PhoneMessage.id == message_id
        )
        found: PhoneMessage | None = await self._session.scalar(query.with_for_update())
        return found

    async def find_reference(self, reference: str) -> UUID | None:
        query = select(BookingRow.id).where(
            BookingRow.tenant_id == self._tenant, BookingRow.reference == reference
        )
        return await self._session.scalar(query)

    async def delete_old(self, before: datetime) -> None:
        await self._session.execute(
            delete(PhoneMessage).where(
                PhoneMessage.tenant_id == self._tenant,
                PhoneMessage.created_at < before,
                PhoneMessage.state.not_in(("pending", "sending")),
            )
        )
