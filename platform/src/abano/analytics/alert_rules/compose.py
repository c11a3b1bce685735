"""The email about an alert rule that fires."""

from urllib.parse import urlencode

from abano.analytics.alert_rules.letters import firing_sentence
from abano.analytics.alert_rules.repository import AlertRuleRepository
from abano.analytics.email_reports.compose import page_url
from abano.analytics.email_reports.figures import figure_query, has_tenant
from abano.analytics.email_reports.letters import filters_text
from abano.analytics.email_reports.repository import InsightRepository
from abano.core.languages.texts import texts_in
from abano.db.unit_of_work import TenantId
from abano.jobs.registry import TaskContext
from abano.messaging.outbox.kinds import InsightRuleFired
from abano.messaging.outbox.layout import Button, Letter, Text, html_of, one_line, plain_of
from abano.messaging.outbox.models import OutboxMessage
from abano.messaging.outbox.service import Skipped, load_recipient
from abano.tenancy.directory.tenant import load_tenant


async def compose_firing(
    context: TaskContext, tenant_id: TenantId, message: OutboxMessage, origin: str
) -> Text | Skipped:
    """The composer of ``InsightRuleFired``."""
    fired = InsightRuleFired.model_validate(message.payload)
    tenant = has_tenant(await load_tenant(context.db, tenant_id), tenant_id)
    async with context.db.uow(tenant_id) as uow:
        found = await AlertRuleRepository(uow).find_firings(fired.firing_ids)
        admin = await InsightRepository(uow).find_reader(fired.admin_id)
        if not found:
            return Skipped("outdated")
        if admin is None:
            return Skipped("no_email")
        recipient = await load_recipient(uow, origin)
        texts = texts_in(admin.language or recipient.team_language)
        recipient = await load_recipient(uow, origin, texts.language)
    rule, firing = found[0]
    filters = figure_query(rule.query).given()
    paragraphs = [firing_sentence(rule, each, texts, tenant.currency) for _, each in found]
    if filters:
        paragraphs.append(texts.gettext("Sessions with {filters}.", filters=filters_text(filters, texts)))
    paragraphs.append(
        texts.gettext(
            "You get one email until this is over. Change or switch off the alert in quiz analytics."
        )
    )
    # Several have no page in common but that of all sessions.
    link = (
        firing.link
        if len(found) == 1
        else page_url("", firing.first_day, firing.last_day, urlencode(filters))
    )
    url = f"{recipient.public_origin}{link}"
    heading = texts.gettext("Alert: {name}", name=rule.name)
    letter = Letter(heading, paragraphs, button=Button(texts.gettext("Open analytics"), url))
    subject = one_line(f"{recipient.name}: {letter.heading}")
    return Text(
        subject,
        plain_of(letter, recipient),
        html_of(letter, recipient, subject, texts.language),
        to=one_line(admin.email),
        language=texts.language,
    )
