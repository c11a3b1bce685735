"""All SQL of the outbox's delivery side."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import exists, func, select, update

from abano.db.engine import Database
from abano.db.repositories import Repository
from abano.jobs.registry import tenants_by
from abano.messaging.outbox.layout import Recipient, Text, brand_of
from abano.messaging.outbox.models import OutboxMessage
from abano.tenancy.directory.models import SellerSettings, TenantRow, TenantSettings
from abano.tenancy.directory.tenant import CHAT_WEBHOOK, read_secret

LAST_ERROR_LENGTH = 500
# A few with each email: the table never grows, and no statement is long.
_FORGET_COUNTS = """
delete from mail_counts where subject_hash in (
  select subject_hash from mail_counts where window_start <= %(ended)s limit 20 for update skip locked
)
"""
_COUNT_MAIL = """
insert into mail_counts as m (subject_hash, window_start, emails) values (%(subject)s, %(now)s, 1)
on conflict (subject_hash) do update set
  emails = case when m.window_start <= %(ended)s then 1 else m.emails + 1 end,
  window_start = case when m.window_start <= %(ended)s then excluded.window_start else m.window_start end
returning emails
"""


@dataclass(frozen=True, slots=True)
class QueueFigures:
    """``oldest_seconds``: how long the oldest message has been pending; 0 when there is none."""

    waiting: int
    dead: int
    oldest_seconds: float


# Tenants with pending messages, oldest first, in one index scan.
tenants_with_due_messages = tenants_by("""
select tenant_id from reporting.outbox_queue where sent_at is null and dead_at is null and due_at <= %(now)s
group by tenant_id order by min(due_at)
""")


async def count_mail(db: Database, subject_hash: bytes, window: timedelta, now: datetime) -> int:
    """Count an email to this reader; how many there are since the first one of the window, of all companies."""
    values = {"subject": subject_hash, "now": now, "ended": now - window}
    async with db.without_tenant() as conn:
        await conn.execute(_FORGET_COUNTS, values)
        [(emails,)] = await (await conn.execute(_COUNT_MAIL, values)).fetchall()
    return int(emails)


async def queue_figures(db: Database) -> QueueFigures:
    """The number of pending and of dead messages, over all tenants."""
    async with db.reporting() as conn:
        cursor = await conn.execute(
            "select count(*) filter (where dead_at is null), count(dead_at),"
            " coalesce(extract(epoch from greatest(now() - min(due_at) filter (where dead_at is null),"
            " '0 s')), 0)::float"
            " from reporting.outbox_queue where sent_at is null"
        )
        row = await cursor.fetchone()
    return QueueFigures(*row) if row else QueueFigures(0, 0, 0.0)


class OutboxRepository(Repository):
    """Messages of one tenant, within the caller's transaction."""

    async def claim(self, now: datetime, lease: timedelta) -> OutboxMessage | None:
        """Claim the next pending message. The claim expires after ``lease``, also if this process dies.

        None while the tenant is moved to another cluster: the target could send the message too.
        """
        is_moving = exists().where(TenantRow.id == self._tenant, TenantRow.moving_until > func.now())
        query = (
            select(OutboxMessage)
            .where(
                OutboxMessage.tenant_id == self._tenant,
                OutboxMessage.sent_at.is_(None),
                OutboxMessage.dead_at.is_(None),
                OutboxMessage.due_at <= now,
                ~is_moving,
            )
            .order_by(OutboxMessage.due_at)
            .limit(1)
            .with_for_update(skip_locked=True)
        )
        message = await self._session.scalar(query)
        if message is not None:
            message.due_at = now + lease
            message.attempts += 1
            await self._session.flush()
        return message

    async def postpone(self, message: OutboxMessage, due_at: datetime) -> None:
        """A claimed message is sent later, without having been tried."""
        await self._update(message.id, due_at=due_at, attempts=message.attempts - 1)

    async def mark_sent(self, message: OutboxMessage, sent: Text, now: datetime) -> None:
        """Of a message about a booking the address and the subject are kept."""
        shown = {"recipient": sent.to, "subject": sent.subject} if message.booking_id else {}
        await self._update(message.id, sent_at=now, last_error=None, **shown)

    async def mark_skipped(self, message_id: UUID, reason: str, now: datetime) -> None:
        """The message is not sent, and never will be."""
        await self._update(
            message_id,
            sent_at=now,
            last_error=None,
            outcome="skipped",
            outcome_reason=reason,
            outcome_at=now,
        )

    async def mark_tried(self, message_id: UUID, error: str, now: datetime) -> None:
        """Record the error of the only attempt. It is not retried, and does not count as dead."""
        await self._update(message_id, sent_at=now, last_error=error[:LAST_ERROR_LENGTH])

    async def outcome(self, message_id: UUID, kind: str) -> tuple[datetime | None, str | None] | None:
        """When a message of this kind was finished, and its error. None if there is no such message."""
        query = select(OutboxMessage.sent_at, OutboxMessage.last_error).where(
            OutboxMessage.tenant_id == self._tenant,
            OutboxMessage.id == message_id,
            OutboxMessage.kind.in_((kind, f"chat:{kind}")),
        )
        row = (await self._session.execute(query)).one_or_none()
        return None if row is None else (row.sent_at, row.last_error)

    async def count_since(self, kind: str, since: datetime) -> int:
        """How many messages of a kind were written since then."""
        query = (
            select(func.count())
            .select_from(OutboxMessage)
            .where(
                OutboxMessage.tenant_id == self._tenant,
                OutboxMessage.kind.in_((kind, f"chat:{kind}")),
                OutboxMessage.created_at > since,
            )
        )
        return int(await self._session.scalar(query) or 0)

    async def newest_since(self, kind: str, since: datetime) -> datetime | None:
        """The time of the newest message of a kind. None if there is none since then."""
        query = select(func.max(OutboxMessage.created_at)).where(
            OutboxMessage.tenant_id == self._tenant,
            OutboxMessage.kind == kind,
            OutboxMessage.created_at > since,
        )
        return await self._session.scalar(query)

    async def mark_failed(
        self, message_id: UUID, error: str, *, due_at: datetime | None, now: datetime
    ) -> None:
        """Schedule a retry at ``due_at``, or mark the message as dead when that is None."""
        error = error[:LAST_ERROR_LENGTH]
        if due_at is None:
            await self._update(message_id, last_error=error, dead_at=now)
        else:
            await self._update(message_id, last_error=error, due_at=due_at)

    async def recipient(
        self, origin: str = "", language: str | None = None, *, secret_key: str | None = None
    ) -> Recipient:
        """The company's message settings.

        ``origin``: of the company's site, if it has not set one. ``language``: of the company's address.
        ``secret_key``: of the installation, needed to decrypt the chat URL.
        """
        query = select(TenantSettings, SellerSettings).outerjoin(
            SellerSettings, SellerSettings.tenant_id == TenantSettings.tenant_id
        )
        row = (await self._session.execute(query)).one()
        settings: TenantSettings = row[0]
        seller: SellerSettings | None = row[1]
        contacts, integrations = settings.contacts, settings.integrations
        origin = str(contacts.get("publicOrigin") or "").rstrip("/") or origin
        return Recipient(
            name=settings.name,
            email=str(contacts.get("notificationEmail") or contacts.get("email") or ""),
            webhook_url=read_secret(secret_key, self._tenant, integrations, CHAT_WEBHOOK)
            if secret_key
            else "",
            public_origin=origin,
            team_language=settings.team_language or settings.languages[0],
            languages=tuple(settings.languages),
            brand=brand_of(
                settings.brand,
                contacts,
                language=language or settings.languages[0],
                origin=origin,
                seller=(seller.legal_name, seller.registration_number, seller.tax_id) if seller else (),
            ),
        )

    async def _update(self, message_id: UUID, **values: Any) -> None:
        await self._session.execute(
            update(OutboxMessage)
            .where(OutboxMessage.tenant_id == self._tenant, OutboxMessage.id == message_id)
            .values(**values)
        )
