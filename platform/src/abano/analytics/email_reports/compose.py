"""Reports and alerts as they are when they are sent."""

import asyncio
from dataclasses import dataclass, replace
from datetime import date
from typing import cast
from urllib.parse import quote
from uuid import UUID

from abano.analytics.email_reports.figures import Asking, Figures, figure_query, has_tenant
from abano.analytics.email_reports.letters import (
    alert_letter,
    alert_sentence,
    filters_text,
    period_text,
    report_letter,
    report_pictures,
)
from abano.analytics.email_reports.repository import InsightRepository
from abano.analytics.email_reports.rules import Period, Span, period_of
from abano.analytics.email_reports.service import PATH, unsubscribe_key
from abano.analytics.figures.client import AnalyticsClient
from abano.core.languages.texts import Texts, texts_in
from abano.db.unit_of_work import TenantId
from abano.jobs.registry import TaskContext
from abano.marketing.quiz.service import QuizService
from abano.messaging.outbox.kinds import InsightAlerts, InsightReport
from abano.messaging.outbox.layout import (
    Button,
    Letter,
    Picture,
    Recipient,
    Text,
    html_of,
    one_line,
    plain_of,
)
from abano.messaging.outbox.models import OutboxMessage
from abano.messaging.outbox.service import Skipped, load_recipient
from abano.tenancy.directory.tenant import load_tenant

PAGE = "/admin/quiz-analytics"


@dataclass(frozen=True, slots=True)
class Reader:
    """Who gets a message, and how the company shows itself to them."""

    email: str
    texts: Texts
    recipient: Recipient


async def compose_report(
    context: TaskContext, tenant_id: TenantId, message: OutboxMessage, origin: str
) -> Text | Skipped:
    """The composer of ``InsightReport``. Raises AnalyticsAway and NotYet: then it is tried again later."""
    report = InsightReport.model_validate(message.payload)
    span = cast(Span, report.span)
    reader = await _reader(context, tenant_id, report.admin_id, report.subscription_id, origin)
    if isinstance(reader, Skipped):
        return reader
    period = period_of(span, report.first)
    tenant = has_tenant(await load_tenant(context.db, tenant_id), tenant_id)
    texts = reader.texts
    labels = await QuizService(context.db).labels(tenant_id, texts.language)
    client = AnalyticsClient(context.settings, context.db)
    try:
        figures = await Asking(client, tenant, report.query).figures(span, period, labels)
    finally:
        await client.close()
    pictures = await asyncio.to_thread(report_pictures, figures, period, texts, reader.recipient.brand.pine)
    return _written(
        context, tenant_id, reader, _letter(reader, report, span, period, figures, pictures), report
    )


def _letter(
    reader: Reader,
    report: InsightReport,
    span: Span,
    period: Period,
    figures: Figures,
    pictures: tuple[Picture, ...],
) -> Letter:
    filters = figure_query(report.query).given()
    return report_letter(
        figures,
        reader.texts,
        title=period_text(span, period, reader.texts),
        filters=filters_text(filters, reader.texts),
        span=span,
        url=page_url(reader.recipient.public_origin, period.first, period.last, report.query),
        pictures=pictures,
    )


async def compose_alerts(
    context: TaskContext, tenant_id: TenantId, message: OutboxMessage, origin: str
) -> Text | Skipped:
    """The composer of ``InsightAlerts``."""
    alerts = InsightAlerts.model_validate(message.payload)
    reader = await _reader(context, tenant_id, alerts.admin_id, alerts.subscription_id, origin)
    if isinstance(reader, Skipped):
        return reader
    tenant = has_tenant(await load_tenant(context.db, tenant_id), tenant_id)
    today = context.clock.now().astimezone(tenant.zone).date()
    async with context.db.uow(tenant_id) as uow:
        found = [
            each for each in await InsightRepository(uow).alerts(today) if each.created_at > alerts.since
        ]
    if not found:
        return Skipped("outdated")
    sentences = [alert_sentence(alert, reader.texts, tenant.zone) for alert in found]
    url = f"{reader.recipient.public_origin}{PAGE}"
    return _written(context, tenant_id, reader, alert_letter(sentences, reader.texts, url), alerts)


def page_url(origin: str, first: date, last: date, query: str) -> str:
    """The console's page with what the report is of."""
    filters = f"&{query}" if query else ""
    return f"{origin}{PAGE}?from={first}&to={last}{filters}"


async def _reader(
    context: TaskContext, tenant_id: TenantId, admin_id: UUID, subscription_id: UUID | None, origin: str
) -> Reader | Skipped:
    async with context.db.uow(tenant_id) as uow:
        repository = InsightRepository(uow)
        admin = await repository.find_reader(admin_id)
        if admin is None:
            return Skipped("no_email")
        if subscription_id and await repository.find_subscription(subscription_id) is None:
            return Skipped("unsubscribed")
        recipient = await load_recipient(uow, origin)
        language = admin.language or recipient.team_language
        return Reader(admin.email, texts_in(language), await load_recipient(uow, origin, language))


def _written(
    context: TaskContext,
    tenant_id: TenantId,
    reader: Reader,
    letter: Letter,
    message: InsightReport | InsightAlerts,
) -> Text:
    texts, recipient = reader.texts, reader.recipient
    headers = {}
    if message.subscription_id:
        secret = context.settings.secret_key.get_secret_value()
        key = unsubscribe_key(secret, tenant_id, message.subscription_id)
        url = f"{recipient.public_origin}{PATH}?key={quote(key)}&lang={texts.language}"
        button = Button(texts.gettext("Unsubscribe"), url)
        letter = replace(letter, unsubscribe=button)
        headers = {"List-Unsubscribe": f"<{url}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    subject = one_line(f"{recipient.name}: {letter.heading}")
    return Text(
        subject,
        plain_of(letter, recipient),
        html_of(letter, recipient, subject, texts.language),
        to=one_line(reader.email),
        language=texts.language,
        headers=headers,
        pictures=letter.pictures,
    )
