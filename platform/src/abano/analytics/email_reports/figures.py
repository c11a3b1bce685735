"""What a report is made of, asked of the analytics service; and whether it has all of a period."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import parse_qsl, urlencode

import orjson
from pydantic import ValidationError

from abano.analytics.email_reports.rules import Period, Span, before
from abano.analytics.figures.client import AnalyticsAway, AnalyticsClient
from abano.analytics.figures.pages import Labels
from abano.analytics.figures.query import FigureQuery, instants
from abano.core.errors import InvalidInput, Message
from abano.db.unit_of_work import TenantId
from abano.tenancy.directory.tenant import Tenant
from abano_shared.contract.answers import (
    AnswerFigures,
    AnswersResponse,
    CampaignFigures,
    CampaignsResponse,
    OverviewFigures,
    OverviewResponse,
    TimelineResponse,
)
from abano_shared.contract.figures import Figure

# The filters of a view, as an address has them: checked, and in one order.

FILTER_UNKNOWN = Message("report_filter_unknown", "This filter can't be saved: {name}")
PERIOD = frozenset({"year", "month", "from", "to"})
MAX_FILTERS = 30


def figure_query(query: str, first: str = "", last: str = "") -> FigureQuery:
    """The filters over these days. Raises pydantic's ValidationError, and ValueError for too many."""
    values: dict[str, str | list[str]] = {"from": first, "to": last}
    for name, value in parse_qsl(query, max_num_fields=MAX_FILTERS):
        if name == "answer":
            values["answer"] = [*values.get("answer", []), value]
        elif name not in PERIOD:
            values[name] = value
    return FigureQuery.model_validate(values)


def kept_query(query: str) -> str:
    """As it is stored; the period is left out. Raises InvalidInput."""
    try:
        filters = figure_query(query).given()
    except ValidationError as error:
        name = str(error.errors()[0]["loc"][0])
        raise InvalidInput.of("query", FILTER_UNKNOWN(name=name)) from None
    except ValueError:
        raise InvalidInput.of("query", FILTER_UNKNOWN(name="…")) from None
    return urlencode(filters)


# Answers of each kind and campaigns in one report.
MAX_ANSWERS = 4
MAX_CAMPAIGNS = 6


class NotYet(Exception):
    """The analytics service does not know all of the period."""


@dataclass(frozen=True, slots=True)
class ReportedAnswer:
    question: str
    figures: AnswerFigures


@dataclass(frozen=True, slots=True)
class Day:
    sessions: int
    conversions: int


@dataclass(frozen=True, slots=True)
class Figures:
    """Of one period. ``above`` and ``below``: answers that book more or less often, beyond chance."""

    now: OverviewFigures
    past: OverviewFigures
    days: tuple[Day, ...]
    past_days: tuple[Day, ...]
    campaigns: tuple[CampaignFigures, ...]
    past_booked_minor: int
    above: tuple[ReportedAnswer, ...]
    below: tuple[ReportedAnswer, ...]
    currency: str

    @property
    def booked_minor(self) -> int:
        return _booked(self.campaigns)


@dataclass(frozen=True, slots=True)
class Asking:
    """One company's questions to the analytics service. ``query``: filters, as in an address."""

    client: AnalyticsClient
    tenant: Tenant
    query: str

    async def overview(self, period: Period) -> OverviewResponse:
        return OverviewResponse.model_validate(await self._ask("overview", period))

    async def _ask(self, figure: Figure, period: Period) -> dict[str, Any]:
        """Raises AnalyticsAway."""
        asked = figure_query(self.query, period.first.isoformat(), period.last.isoformat())
        resolved = asked.resolved(self.tenant.zone, period.last)
        answer = await self.client.figure(self.tenant.id, figure, resolved, "")
        if answer.body is None:
            raise AnalyticsAway("no answer")
        content: dict[str, Any] = orjson.loads(answer.body)
        return content

    async def knows(self, period: Period) -> bool:
        """Whether everything of the period is counted. Raises AnalyticsAway."""
        return _is_known((await self.overview(period)).real_time_metadata.data_through, period, self.tenant)

    async def figures(self, span: Span, period: Period, labels: Labels) -> Figures:
        """Raises AnalyticsAway, NotYet."""
        earlier = before(span, period)
        overview = await self.overview(period)
        if not _is_known(overview.real_time_metadata.data_through, period, self.tenant):
            raise NotYet
        past = await self.overview(earlier)
        campaigns = await self._campaigns(period)
        past_campaigns = await self._campaigns(earlier)
        answers = AnswersResponse.model_validate(await self._ask("answers", period))
        return Figures(
            overview.analytics,
            past.analytics,
            await self._days(period),
            await self._days(earlier),
            tuple(sorted(campaigns.campaigns, key=lambda each: -each.total_sessions)),
            _booked(past_campaigns.campaigns),
            _reported_answers(answers, labels, "above"),
            _reported_answers(answers, labels, "below"),
            campaigns.currency,
        )

    async def _campaigns(self, period: Period) -> CampaignsResponse:
        return CampaignsResponse.model_validate(await self._ask("campaigns", period))

    async def _days(self, period: Period) -> tuple[Day, ...]:
        timeline = TimelineResponse.model_validate(await self._ask("timeline-day", period))
        return tuple(Day(each.total_sessions, each.conversion_count) for each in timeline.timeline)


def _booked(campaigns: Sequence[CampaignFigures]) -> int:
    return round(sum(campaign.booked_value for campaign in campaigns) * 100)


def _is_known(through: datetime | None, period: Period, tenant: Tenant) -> bool:
    _, until = instants(period.first, period.last, tenant.zone)
    return through is not None and through >= until


def _reported_answers(answers: AnswersResponse, labels: Labels, evidence: str) -> tuple[ReportedAnswer, ...]:
    """The strongest first."""
    found = [
        ReportedAnswer(
            labels.get((question.question_id, None), question.question_text),
            answer.model_copy(update={"text": labels.get((question.question_id, answer.value), answer.text)}),
        )
        for question in answers.answer_distribution
        for answer in question.answers
        if answer.evidence == evidence
    ]
    return tuple(sorted(found, key=lambda answer: -abs(answer.figures.lift or 0))[:MAX_ANSWERS])


async def knows_all(client: AnalyticsClient, tenant: Tenant, period: Period) -> bool:
    """False also while the service is away."""
    try:
        return await Asking(client, tenant, "").knows(period)
    except AnalyticsAway:
        return False


def has_tenant(tenant: Tenant | None, tenant_id: TenantId) -> Tenant:
    """Raises LookupError for a company that has just been removed."""
    if tenant is None:
        raise LookupError(str(tenant_id))
    return tenant
