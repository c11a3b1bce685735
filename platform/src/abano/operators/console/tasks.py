"""Background task: announcements become emails to owners, and are counted until all are sent or failed."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import text

from abano.db.engine import Database
from abano.db.unit_of_work import TenantId, UnitOfWork, tenant_id_from_database
from abano.jobs.registry import TaskContext, TaskRegistry
from abano.messaging.outbox.kinds import OperatorAnnouncement
from abano.messaging.outbox.outbox import enqueue
from abano.team.users.users import list_owners

MIN_WAIT, MAX_WAIT = timedelta(seconds=5), timedelta(hours=1)
# Longer than the outbox tries.
ABANDONED_AFTER = timedelta(days=3)
# In the directory.
_TENANTS = "select distinct company_id from announcement_companies where due_at <= %(now)s"
_DUE = """
select c.announcement_id, a.subject, a.body from announcement_companies c
join announcements a on a.id = c.announcement_id
where c.company_id = %(company)s and c.due_at <= %(now)s order by c.due_at, c.announcement_id
"""
_COUNTED = """
update announcement_companies
set written_at = %(written_at)s, emails = %(emails)s, sent = %(sent)s, failed = %(failed)s, due_at = %(due)s
where company_id = %(company)s and announcement_id = %(id)s
"""
# Where the company's rows are.
_WRITTEN = text("""
select written_at, email_ids from announcement_deliveries
where tenant_id = :tenant and announcement_id = :id for update
""")
_WRITE = text("""
insert into announcement_deliveries (tenant_id, announcement_id, written_at, email_ids)
values (:tenant, :id, :now, :ids)
""")
_COUNT = text("""
select count(*) filter (where sent_at is not null), count(*) filter (where dead_at is not null)
from outbox_messages where tenant_id = :tenant and id = any(:ids)
""")


@dataclass(frozen=True, slots=True)
class _Counts:
    written_at: datetime
    emails: int
    sent: int
    failed: int
    due: datetime | None


async def tenants_with_announcements(db: Database, now: datetime) -> list[TenantId]:
    """Companies on any cluster."""
    async with db.without_tenant() as conn:
        rows = await (await conn.execute(_TENANTS, {"now": now})).fetchall()
    return [tenant_id_from_database(row[0]) for row in rows]


async def deliver_announcements(context: TaskContext, tenant_id: TenantId) -> None:
    """Write the emails of what is new, and count those of before. Safe to repeat."""
    db, now = context.db, context.clock.now()
    async with db.without_tenant() as conn:
        cursor = await conn.execute(_DUE, {"company": tenant_id, "now": now})
        due = await cursor.fetchall()
    for announcement_id, subject, body in due:
        async with db.uow(tenant_id) as uow:
            counts = await _count(uow, announcement_id, now)
            if counts is None:
                counts = await _write(uow, announcement_id, subject, body, now)
        async with db.without_tenant() as conn:
            values = {
                "company": tenant_id,
                "id": announcement_id,
                "written_at": counts.written_at,
                "emails": counts.emails,
                "sent": counts.sent,
                "failed": counts.failed,
                "due": counts.due,
            }
            await conn.execute(_COUNTED, values)


async def _write(uow: UnitOfWork, announcement_id: UUID, subject: str, body: str, now: datetime) -> _Counts:
    ids = [
        await enqueue(
            uow,
            OperatorAnnouncement(to=owner.email, subject=subject, body=body, language=owner.language),
            now,
        )
        for owner in await list_owners(uow)
    ]
    values = {"tenant": uow.tenant_id, "id": announcement_id, "now": now, "ids": ids}
    await uow.session.execute(_WRITE, values)
    return _Counts(now, len(ids), 0, 0, now + MIN_WAIT if ids else None)


async def _count(uow: UnitOfWork, announcement_id: UUID, now: datetime) -> _Counts | None:
    """None: the emails are not written yet."""
    found = await uow.session.execute(_WRITTEN, {"tenant": uow.tenant_id, "id": announcement_id})
    row = found.one_or_none()
    if row is None:
        return None
    written_at, ids = row
    counted = await uow.session.execute(_COUNT, {"tenant": uow.tenant_id, "ids": ids})
    sent, failed = counted.one()
    since = now - written_at
    if since >= ABANDONED_AFTER:
        failed = len(ids) - sent
    # Rarer, the longer mail is away.
    due = None if sent + failed >= len(ids) else now + min(max(since, MIN_WAIT), MAX_WAIT)
    return _Counts(written_at, len(ids), sent, failed, due)


def register(registry: TaskRegistry) -> None:
    registry.every(
        seconds=2,
        name="operators.announce",
        run=deliver_announcements,
        due=tenants_with_announcements,
        sends=True,
        in_directory=True,
    )
