"""Use cases of the console: who gets reports, tests, alerts."""

from datetime import datetime, timedelta
from uuid import UUID

from abano.accounts.access.models import AdminRow
from abano.accounts.access.principals import Actor, Admin, admin_of
from abano.accounts.audit.service import record
from abano.analytics.email_reports.figures import figure_query, kept_query
from abano.analytics.email_reports.letters import alert_sentence, filters_text
from abano.analytics.email_reports.repository import InsightRepository
from abano.analytics.email_reports.rules import Kind, Span, last_period
from abano.analytics.email_reports.schemas import (
    AlertOut,
    ReaderOut,
    ReportsByMailResponse,
    SubscribeRequest,
    SubscriptionOut,
)
from abano.core.crypto import SignedTokens
from abano.core.errors import Conflict, InvalidInput, Message, NotFound, TooManyRequests
from abano.core.ids import new_id
from abano.core.languages.texts import Texts
from abano.db.unit_of_work import UnitOfWork
from abano.messaging.outbox.kinds import InsightReportTest
from abano.messaging.outbox.outbox import enqueue
from abano.tenancy.directory.tenant import Tenant

KINDS: tuple[Kind, ...] = ("week", "month", "alerts")
MAX_SUBSCRIPTIONS = 100
TESTS_AN_HOUR = 20
READER_UNKNOWN = Message("report_reader_unknown", "Choose a colleague with access to analytics.")


class SubscribedAlready(Conflict):
    """This colleague already gets this report."""


class TooManySubscriptions(Conflict):
    """You have reached the limit of reports. Delete one first."""


class TooManyReportTests(TooManyRequests):
    """You have sent too many tests. Try again in an hour."""


async def list_reports(uow: UnitOfWork, me: Admin | None, texts: Texts) -> ReportsByMailResponse:
    repository = InsightRepository(uow)
    is_on, _ = await repository.watch()
    return ReportsByMailResponse(
        readers=[
            ReaderOut(id=each.id, name=_name(each), is_me=me is not None and each.id == me.id)
            for each in await repository.readers()
        ],
        subscriptions=[
            SubscriptionOut(
                id=each.row.id,
                admin_id=each.admin.id,
                name=_name(each.admin),
                kind=each.row.kind,
                query=each.row.query,
                filters=filters_text(figure_query(each.row.query).given(), texts),
            )
            for each in await repository.subscriptions(KINDS)
        ],
        watches=is_on,
    )


async def subscribe(uow: UnitOfWork, actor: Actor, asked: SubscribeRequest, now: datetime) -> None:
    """Raises InvalidInput, SubscribedAlready, TooManySubscriptions."""
    repository = InsightRepository(uow)
    reader = await repository.find_reader(asked.admin_id)
    if reader is None or actor.admin is None:
        raise InvalidInput.of("adminId", READER_UNKNOWN())
    if len(await repository.subscriptions(KINDS)) >= MAX_SUBSCRIPTIONS:
        raise TooManySubscriptions
    query = "" if asked.kind == "alerts" else kept_query(asked.query)
    values = {"id": new_id(), "admin_id": reader.id, "kind": asked.kind, "query": query}
    if not await repository.add_subscription(values | {"created_by": actor.admin.id, "created_at": now}):
        raise SubscribedAlready
    after = {"kind": asked.kind, "filters": query}
    await record(uow, actor, "insight.subscribed", subject=("admin", reader.id), after=after, now=now)


async def end_subscription(uow: UnitOfWork, actor: Actor, subscription_id: UUID, now: datetime) -> None:
    """Raises NotFound."""
    row = await InsightRepository(uow).delete_subscription(subscription_id)
    if row is None:
        raise NotFound
    before = {"kind": row.kind, "filters": row.query}
    await record(uow, actor, "insight.unsubscribed", subject=("admin", row.admin_id), before=before, now=now)


async def end_by_link(uow: UnitOfWork, subscription_id: UUID, ip: str | None, now: datetime) -> None:
    """In the reader's name: the link is in their mail alone, and no one is signed in. Idempotent."""
    repository = InsightRepository(uow)
    row = await repository.delete_subscription(subscription_id)
    reader = await repository.admin(row.admin_id) if row else None
    if row is None or reader is None:
        return
    actor = Actor(admin_of(reader, uow.tenant_id), ip)
    before = {"kind": row.kind, "filters": row.query}
    await record(uow, actor, "insight.ended_by_link", subject=("admin", reader.id), before=before, now=now)


async def send_test(
    uow: UnitOfWork, admin: Admin, tenant: Tenant, span: Span, query: str, now: datetime
) -> None:
    """To oneself, of the last week or month. Raises InvalidInput, TooManyReportTests."""
    since = now - timedelta(hours=1)
    if await InsightRepository(uow).tests_since(since) >= TESTS_AN_HOUR:
        raise TooManyReportTests
    period = last_period(span, now.astimezone(tenant.zone).date())
    message = InsightReportTest(admin_id=admin.id, span=span, first=period.first, query=kept_query(query))
    await enqueue(uow, message, now)


async def set_watch(uow: UnitOfWork, actor: Actor, now: datetime, *, is_on: bool) -> None:
    repository = InsightRepository(uow)
    was_on, _ = await repository.watch()
    await repository.set_watch(is_on=is_on)
    if was_on != is_on:
        await record(
            uow,
            actor,
            "insight.watch_on" if is_on else "insight.watch_off",
            subject=("insight", "alerts"),
            before={"on": was_on},
            after={"on": is_on},
            now=now,
        )


async def list_alerts(uow: UnitOfWork, tenant: Tenant, texts: Texts, now: datetime) -> list[AlertOut]:
    """Nothing while the company is not watched."""
    repository = InsightRepository(uow)
    is_on, _ = await repository.watch()
    if not is_on:
        return []
    return [
        AlertOut(
            id=alert.id,
            measure=alert.measure,
            campaign=alert.campaign,
            since=alert.since,
            first_day=alert.since.astimezone(tenant.zone).date(),
            sentence=alert_sentence(alert, texts, tenant.zone),
        )
        for alert in await repository.alerts(now.astimezone(tenant.zone).date())
    ]


async def dismiss_alert(uow: UnitOfWork, actor: Actor, alert_id: UUID, now: datetime) -> None:
    """For the whole company, until it falls again. Raises NotFound."""
    repository = InsightRepository(uow)
    alert = await repository.find_alert(alert_id)
    if alert is None:
        raise NotFound
    if alert.dismissed_at is not None:
        return
    await repository.change_alert(alert_id, {"dismissed_at": now, "dismissed_by": actor.admin_id})
    after = {"measure": alert.measure, "campaign": alert.campaign}
    await record(uow, actor, "insight.alert_dismissed", subject=("insight", "alerts"), after=after, now=now)


def _name(admin: AdminRow) -> str:
    return admin.name or admin.email


# The link that ends a subscription with one click and without sign-in (RFC 8058).

PATH = "/api/insight/unsubscribe"
SUBSCRIPTION_KEYS = SignedTokens("report subscription", 16, 20)


def unsubscribe_key(secret: str, tenant_id: UUID, subscription_id: UUID) -> str:
    """What the link carries. Only who received a mail of this subscription has it."""
    return SUBSCRIPTION_KEYS.sign(secret, tenant_id, subscription_id.bytes)


def read_key(secret: str, tenant_id: UUID, key: str) -> UUID | None:
    """The subscription of a genuine key, else None."""
    payload = SUBSCRIPTION_KEYS.read(secret, tenant_id, key)
    return UUID(bytes=payload) if payload else None
