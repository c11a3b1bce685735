"""When a rule would have fired, before it is saved."""

from collections.abc import Mapping
from datetime import date, datetime, timedelta

from abano.analytics.ad_costs.service import CampaignCosts
from abano.analytics.alert_rules.course import Opened
from abano.analytics.alert_rules.letters import Fact, fact_sentence
from abano.analytics.alert_rules.missing import HOUR
from abano.analytics.alert_rules.reading import Asked, Figures, Reader, past
from abano.analytics.alert_rules.schemas import (
    MAX_PREVIEWED,
    AlertPreviewResponse,
    AlertQuestion,
    PreviewedOut,
)
from abano.analytics.alert_rules.service import COMPLETE_AFTER, check_question
from abano.analytics.figures.client import AnalyticsAway, AnalyticsClient
from abano.analytics.figures.query import instants
from abano.analytics.figures.service import AnalyticsUnavailable
from abano.core.expensive_work import BoundedWork
from abano.core.languages.texts import Texts
from abano.tenancy.directory.tenant import Tenant

PREVIEWED_DAYS = 90
_WORK = BoundedWork(at_once=1, waiting=8, max_each=2)


async def preview(
    client: AnalyticsClient,
    costs: CampaignCosts,
    tenant: Tenant,
    question: AlertQuestion,
    texts: Texts,
    now: datetime,
) -> AlertPreviewResponse:
    """The alerts of the last 90 days, by what judges the rule. Raises InvalidInput, AnalyticsUnavailable, TooBusy."""
    asked = check_question(question)
    reader = Reader(client, costs, tenant)
    try:
        figures, last, until = await _figures(reader, asked, tenant, now)
    except AnalyticsAway as error:
        raise AnalyticsUnavailable from error
    opened = await _WORK.run(past, figures, asked, last, until, tenant.zone, PREVIEWED_DAYS, owner=tenant.id)
    opened.reverse()
    return AlertPreviewResponse(
        first_day=last - timedelta(days=PREVIEWED_DAYS - 1),
        last_day=last,
        count=len(opened),
        alerts=[
            _shown(each, asked, figures.names, texts, tenant.currency) for each in opened[:MAX_PREVIEWED]
        ],
    )


async def _figures(
    reader: Reader, asked: Asked, tenant: Tenant, now: datetime
) -> tuple[Figures, date, datetime]:
    """With the last day and the end of what is judged: what is not complete yet is left out."""
    days = PREVIEWED_DAYS + asked.days
    if asked.is_missing:
        until = now.replace(minute=0, second=0, microsecond=0)
        figures = await reader.read_hours(asked, until, days)
        if figures.through < until:
            until = figures.through.replace(minute=0, second=0, microsecond=0)
            figures = await reader.read_hours(asked, until, days)
        return figures, (until - HOUR).astimezone(tenant.zone).date(), until
    last = (now - COMPLETE_AFTER).astimezone(tenant.zone).date() - timedelta(days=1)
    figures = await reader.read_days(asked, last, days)
    return figures, last, instants(last, last, tenant.zone)[1]


def _shown(
    opened: Opened, asked: Asked, names: Mapping[str, str], texts: Texts, currency: str
) -> PreviewedOut:
    verdict, question = opened.verdict, asked.question
    name = names.get(opened.part, opened.part) if opened.part else ""
    window = (question.hours + 23) // 24 if asked.is_missing else question.window
    fact = Fact(
        opened.day - timedelta(days=window - 1),
        opened.day,
        verdict.value,
        verdict.before,
        verdict.sessions,
        name,
    )
    return PreviewedOut(
        day=opened.day,
        part=name,
        value=verdict.value,
        before=verdict.before,
        sessions=verdict.sessions,
        sentence=fact_sentence(question, fact, texts, currency),
    )
