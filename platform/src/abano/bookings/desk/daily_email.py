"""The day's tasks by email, each morning, for colleagues who chose it under Account settings."""

from collections.abc import Sequence
from datetime import datetime, time
from zoneinfo import ZoneInfo

from abano.bookings.desk.today import list_tasks
from abano.bookings.desk.today_repository import TodayRepository
from abano.bookings.desk.today_rules import TaskKind
from abano.bookings.desk.today_schemas import ConflictTask, TaskOut
from abano.catalog.published.service import load_catalog
from abano.core.languages.texts import Texts, format_moment, texts_in
from abano.db.unit_of_work import TenantId
from abano.jobs.registry import TaskContext, TaskRegistry
from abano.messaging.outbox.kinds import DailyTasks
from abano.messaging.outbox.layout import Button, Letter, Part, Text, html_of, one_line, plain_of
from abano.messaging.outbox.models import OutboxMessage
from abano.messaging.outbox.outbox import enqueue
from abano.messaging.outbox.service import Skipped, load_recipient
from abano.tenancy.directory.tenant import load_tenant

# In the company's time zone. If no worker runs by noon, the day's email is skipped.
SENT_AT, NOT_AFTER = time(7), time(12)
# More than these are counted, not listed.
MAX_LISTED = 25
TODAY, ACCOUNT = "/admin/today", "/admin/account"


def register(registry: TaskRegistry) -> None:
    registry.every(seconds=900, name="desk.daily_email", run=send_daily_emails, lane="requests", sends=True)


async def send_daily_emails(context: TaskContext, tenant_id: TenantId) -> None:
    """Enqueue the day's email for everyone who has not had it yet, once a day."""
    tenant, now = await load_tenant(context.db, tenant_id), context.clock.now()
    if tenant is None or not is_time(now, tenant.zone):
        return
    today = now.astimezone(tenant.zone).date()
    async with context.db.uow(tenant_id) as uow:
        reached = await TodayRepository(uow).mark_daily_email(today)
        for admin_id in reached:
            await enqueue(uow, DailyTasks(admin_id=admin_id, day=today), now)


def is_time(now: datetime, zone: ZoneInfo) -> bool:
    return SENT_AT <= now.astimezone(zone).time() < NOT_AFTER


async def compose_daily_email(
    context: TaskContext, tenant_id: TenantId, message: OutboxMessage, origin: str
) -> Text | Skipped:
    """The composer of ``DailyTasks``. A day without tasks sends nothing."""
    wanted, now = DailyTasks.model_validate(message.payload), context.clock.now()
    tenant = await load_tenant(context.db, tenant_id)
    if tenant is None or now.astimezone(tenant.zone).date() != wanted.day:
        return Skipped("outdated")
    async with context.db.uow(tenant_id) as uow:
        admin = await TodayRepository(uow).find_colleague(wanted.admin_id)
        if admin is None:
            return Skipped("no_email")
        if not admin.has_daily_email:
            return Skipped("unsubscribed")
        tasks, conflicts = await list_tasks(uow, tenant, await load_catalog(uow), admin.id, now)
        recipient = await load_recipient(uow, origin)
        recipient = await load_recipient(uow, origin, admin.language or recipient.team_language)
    due = [each for each in tasks if each.urgency in {"now", "today"}]
    if not due and not conflicts:
        return Skipped("nothing_due")
    texts = texts_in(admin.language or recipient.team_language)
    letter = daily_letter(due, conflicts, texts, tenant.zone, recipient.public_origin)
    subject = one_line(f"{recipient.name}: {letter.heading}")
    return Text(
        subject,
        plain_of(letter, recipient),
        html_of(letter, recipient, subject, texts.language),
        to=one_line(admin.email),
        language=texts.language,
    )


def daily_letter(
    tasks: Sequence[TaskOut], conflicts: Sequence[ConflictTask], texts: Texts, zone: ZoneInfo, origin: str
) -> Letter:
    """Calendar conflicts, then the tasks by kind, in the order of Today."""
    names = _names(texts)
    rows: dict[TaskKind, list[tuple[str, str]]] = {}
    for task in tasks[:MAX_LISTED]:
        moment = format_moment(task.at.astimezone(zone), texts.locale)
        facts = (task.customer_name, task.car, task.plate, task.place, moment)
        rows.setdefault(task.kind, []).append((task.reference, ", ".join(filter(None, facts))))
    double = [(each.plate, _conflict(each, texts, zone)) for each in conflicts[:MAX_LISTED]]
    total = len(tasks) + len(conflicts)
    rest = total - min(len(tasks), MAX_LISTED) - len(double)
    more = texts.ngettext("And {count} more task.", "And {count} more tasks.", rest) if rest > 0 else ""
    return Letter(
        texts.ngettext("{count} task today", "{count} tasks today", total),
        [more] if more else [],
        parts=[
            *([Part(texts.gettext("Calendar conflicts"), double)] if double else []),
            *(Part(names[kind], found) for kind, found in rows.items()),
        ],
        button=Button(texts.gettext("Open Today"), f"{origin}{TODAY}"),
        unsubscribe=Button(
            texts.gettext("You can turn off this email under Account settings."), f"{origin}{ACCOUNT}"
        ),
    )


def _conflict(conflict: ConflictTask, texts: Texts, zone: ZoneInfo) -> str:
    starts, ends = (
        format_moment(each.astimezone(zone), texts.locale) for each in (conflict.starts_at, conflict.ends_at)
    )
    if conflict.reference:
        what = texts.gettext(
            "{calendar} overlaps booking {reference}",
            calendar=conflict.calendar,
            reference=conflict.reference,
        )
    else:
        what = texts.gettext(
            "{calendar} overlaps block {block}", calendar=conflict.calendar, block=conflict.title
        )
    return f"{what}, {starts} – {ends}"


def _names(texts: Texts) -> dict[TaskKind, str]:
    return {
        "late_return": texts.gettext("Late returns"),
        "late_pickup": texts.gettext("Late pickups"),
        "confirm": texts.gettext("Waiting for confirmation"),
        "transfer": texts.gettext("Vehicle transfers"),
        "costs": texts.gettext("Return costs"),
        "fee": texts.gettext("Cancellation fees"),
        "card_hold": texts.gettext("Card holds that expire soon"),
        "payment": texts.gettext("Balances due"),
        "no_vehicle": texts.gettext("No vehicle assigned"),
        "documents": texts.gettext("Licence missing"),
        "pickup": texts.gettext("Pickups"),
        "return": texts.gettext("Returns"),
    }
