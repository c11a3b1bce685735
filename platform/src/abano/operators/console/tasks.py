"""Background task: announcements become emails to owners, and are counted until all are sent or failed."""

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Row, text

from abano.db.unit_of_work import TenantId, UnitOfWork
from abano.jobs.registry import TaskContext, TaskRegistry, tenants_by
from abano.messaging.outbox.kinds import OperatorAnnouncement
from abano.messaging.outbox.outbox import enqueue
from abano.team.users.users import list_owners

MIN_WAIT, MAX_WAIT = timedelta(seconds=5), timedelta(hours=1)
# Longer than the outbox tries.
ABANDONED_AFTER = timedelta(days=3)
tenants_with_announcements = tenants_by(
    "select distinct tenant_id from reporting.announcement_queue where due_at <= %(now)s"
)
_DUE = text("""
select announcement_id, subject, body, written_at, email_ids, emails from announcement_deliveries
where tenant_id = :tenant and due_at <= :now order by due_at, announcement_id for update
""")
_WRITTEN = text("""
update announcement_deliveries set written_at = :now, email_ids = :ids, emails = :emails, due_at = :due
where tenant_id = :tenant and announcement_id = :id
""")
_COUNT = text("""
select count(*) filter (where sent_at is not null), count(*) filter (where dead_at is not null)
from outbox_messages where tenant_id = :tenant and id = any(:ids)
""")
_COUNTED = text("""
update announcement_deliveries set sent = :sent, failed = :failed, due_at = :due
where tenant_id = :tenant and announcement_id = :id
""")


async def deliver_announcements(context: TaskContext, tenant_id: TenantId) -> None:
    """Write the emails of what is new, and count those of before. Safe to repeat."""
    now = context.clock.now()
    async with context.db.uow(tenant_id) as uow:
        for row in (await uow.session.execute(_DUE, {"tenant": tenant_id, "now": now})).all():
            await (_write(uow, row, now) if row.written_at is None else _count(uow, row, now))


async def _write(uow: UnitOfWork, row: Row[Any], now: datetime) -> None:
    ids = [
        await enqueue(
            uow,
            OperatorAnnouncement(to=owner.email, subject=row.subject, body=row.body, language=owner.language),
            now,
        )
        for owner in await list_owners(uow)
    ]
    values = {
        "tenant": uow.tenant_id,
        "id": row.announcement_id,
        "now": now,
        "ids": ids,
        "emails": len(ids),
        "due": now + MIN_WAIT if ids else None,
    }
    await uow.session.execute(_WRITTEN, values)


async def _count(uow: UnitOfWork, row: Row[Any], now: datetime) -> None:
    counted = await uow.session.execute(_COUNT, {"tenant": uow.tenant_id, "ids": row.email_ids})
    sent, failed = counted.one()
    since = now - row.written_at
    if since >= ABANDONED_AFTER:
        failed = row.emails - sent
    # Rarer, the longer mail is away.
    due = None if sent + failed >= row.emails else now + min(max(since, MIN_WAIT), MAX_WAIT)
    values = {"tenant": uow.tenant_id, "id": row.announcement_id, "sent": sent, "failed": failed, "due": due}
    await uow.session.execute(_COUNTED, values)


def register(registry: TaskRegistry) -> None:
    registry.every(
        seconds=2,
        name="operators.announce",
        run=deliver_announcements,
        due=tenants_with_announcements,
        sends=True,
    )
