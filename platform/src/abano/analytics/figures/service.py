"""Figures and reports of a tenant: fresh from the analytics service, else the last known ones marked stale."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Mapping, Sequence
from contextlib import suppress
from datetime import date, timedelta
from typing import Any, TypeVar

import httpx
import orjson

from abano.analytics.figures.client import (
    AnalyticsAway,
    AnalyticsClient,
    Answer,
    Counting,
    ReportPart,
    ResolvedQuery,
)
from abano.analytics.figures.findings import CauseFilter, Days, Segment, Sources, findings
from abano.analytics.figures.money import Addition
from abano.analytics.figures.names import NameRepository, Names
from abano.analytics.figures.pages import FindLabels, Labelled, Labels
from abano.analytics.figures.query import FIRST_YEAR, FigureQuery, QuestionQuery, RentalListQuery, ReportQuery
from abano.analytics.figures.schemas import Finding, FindingsResponse, ReportResponse
from abano.core.errors import AbanoError
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId
from abano.tenancy.directory.tenant import Tenant
from abano_shared.contract.answers import (
    CampaignFigures,
    ContractModel,
    FileRows,
    FunnelStep,
    OverviewFigures,
    QuestionFigures,
)
from abano_shared.contract.figures import Figure, FileFormat, Table
from abano_shared.contract.filters import NONE, Match

# Bookings credited to the last session of 90 days, as the page does at first.
MONEY: Figure = "money-90-last"
# An answer is some 10 kB; the oldest unused go first.
MAX_KEPT = 256


class AnalyticsUnavailable(AbanoError):
    """Analytics is unavailable right now. Nothing was lost. Try again in a moment."""

    status = 503

    def __init__(self) -> None:
        super().__init__(retry_after=5)


Content = TypeVar("Content")
Key = tuple[TenantId, Figure | ReportPart, ResolvedQuery]


async def _available(asking: Awaitable[Content]) -> Content:
    """The answer. Raises AnalyticsUnavailable."""
    try:
        return await asking
    except AnalyticsAway as error:
        raise AnalyticsUnavailable from error


class QuizAnalytics:
    """Queries the analytics service and caches a limited number of responses per process."""

    def __init__(self, client: AnalyticsClient) -> None:
        self._client = client
        self._kept: OrderedDict[Key, Answer] = OrderedDict()

    async def close(self) -> None:
        await self._client.close()

    async def figure(
        self, tenant_id: TenantId, figure: Figure, query: ResolvedQuery, *, known_tag: str
    ) -> Answer:
        """The requested figure. Without a body if ``known_tag`` is current.

        Raises AnalyticsUnavailable if the service is unavailable and nothing is cached.
        """
        asking = self._client.figure(tenant_id, figure, query, known_tag)
        return await self._or_last_known((tenant_id, figure, query), asking, known_tag)

    async def report(
        self, tenant_id: TenantId, part: ReportPart, query: ResolvedQuery, *, known_tag: str
    ) -> Answer:
        """The report that is asked for, like ``figure``. Raises AnalyticsUnavailable."""
        asking = self._client.report(tenant_id, part, query, known_tag)
        return await self._or_last_known((tenant_id, part, query), asking, known_tag)

    async def _or_last_known(self, key: Key, asking: Awaitable[Answer], known_tag: str) -> Answer:
        try:
            answer = await asking
        except AnalyticsAway:
            return self._last_known(key, known_tag)
        self._keep(key, answer)
        return answer

    async def page(
        self,
        tenant_id: TenantId,
        figures: Sequence[Figure],
        query: ResolvedQuery,
        known_tags: Mapping[Figure, str],
    ) -> dict[Figure, Answer | Counting]:
        """Several figures of one query. Those with a current tag in ``known_tags`` have no body.

        Raises AnalyticsUnavailable if the service is unavailable and nothing is cached.
        """
        try:
            answers = await self._client.figures(tenant_id, figures, query, known_tags.values())
        except AnalyticsAway:
            return self._last_known_page(tenant_id, figures, query, known_tags)
        for figure, answer in answers.items():
            if isinstance(answer, Answer):
                self._keep((tenant_id, figure, query), answer)
        # A 304 applies to every figure the caller has.
        return answers or {figure: Answer(tag, None) for figure, tag in known_tags.items()}

    async def sessions(self, tenant_id: TenantId, query: ResolvedQuery) -> bytes:
        """A page of the sessions of a bar, as JSON. Never cached. Raises AnalyticsUnavailable."""
        return await _available(self._client.sessions(tenant_id, query))

    async def own_funnel(self, tenant_id: TenantId, query: ResolvedQuery) -> bytes:
        """A funnel of picked steps, as JSON. Raises AnalyticsUnavailable."""
        return await _available(self._client.own_funnel(tenant_id, query))

    async def own_funnel_sessions(self, tenant_id: TenantId, query: ResolvedQuery) -> bytes:
        """A page of the sessions of visits at a step, as JSON. Raises AnalyticsUnavailable."""
        return await _available(self._client.own_funnel_sessions(tenant_id, query))

    async def own_event(self, tenant_id: TenantId, query: ResolvedQuery) -> bytes:
        """How often a defined event happened, as JSON. Raises AnalyticsUnavailable."""
        return await _available(self._client.own_event(tenant_id, query))

    async def event_timeline(self, tenant_id: TenantId, query: ResolvedQuery) -> bytes:
        """Sessions with an event over time, as JSON. Raises AnalyticsUnavailable."""
        return await _available(self._client.event_timeline(tenant_id, query))

    async def seen_most(self, tenant_id: TenantId, query: ResolvedQuery) -> bytes:
        """The most seen pages and pressed links, as JSON. Raises AnalyticsUnavailable."""
        return await _available(self._client.seen_most(tenant_id, query))

    async def export(
        self, tenant_id: TenantId, table: Table, query: ResolvedQuery, form: FileFormat
    ) -> httpx.Response:
        """A file on its way, to be passed on in pieces. Raises AnalyticsUnavailable."""
        return await _available(self._client.open_export(tenant_id, table, query, form))

    async def file(self, tenant_id: TenantId, rows: FileRows, form: FileFormat) -> httpx.Response:
        """The same with rows that the caller has. Raises AnalyticsUnavailable."""
        return await _available(self._client.open_file(tenant_id, rows, form))

    def _keep(self, key: Key, answer: Answer) -> None:
        if answer.body is None:
            return
        self._kept[key] = answer
        self._kept.move_to_end(key)
        while len(self._kept) > MAX_KEPT:
            self._kept.popitem(last=False)

    def _last_known_page(
        self,
        tenant_id: TenantId,
        figures: Sequence[Figure],
        query: ResolvedQuery,
        known_tags: Mapping[Figure, str],
    ) -> dict[Figure, Answer | Counting]:
        """Raises AnalyticsUnavailable when nothing of it is known."""
        found: dict[Figure, Answer | Counting] = {}
        for figure in figures:
            with suppress(AnalyticsUnavailable):
                found[figure] = self._last_known((tenant_id, figure, query), known_tags.get(figure, ""))
        if not found:
            raise AnalyticsUnavailable
        return found

    def _last_known(self, key: Key, known_tag: str) -> Answer:
        kept = self._kept.get(key)
        if kept is None or kept.body is None:
            raise AnalyticsUnavailable
        tag = f'"{kept.tag.strip(chr(34))}-away"'
        if tag in known_tag:
            return Answer(tag, None)
        content: dict[str, Any] = orjson.loads(kept.body)
        content["realTimeMetadata"]["stale"] = True
        return Answer(tag, orjson.dumps(content))


# Funnels by one value of a filter each, to find out who leaves at a question.
CAUSES: dict[CauseFilter, int] = {"device": 3, "utmCampaign": 5}
# The analytics service counts several figures of a page anyway; findings must not keep it from doing so.
MAX_AT_ONCE = 2


class FindingsReader:
    """Reads what findings are computed from: figures of the period, of parts of it, and of the one before."""

    def __init__(self, analytics: QuizAnalytics, tenant: Tenant, today: date) -> None:
        self._analytics, self._tenant, self._today = analytics, tenant, today
        self._slots = asyncio.Semaphore(MAX_AT_ONCE)
        self._is_counting = self._is_stale = False

    async def read(self, query: QuestionQuery, costs: Addition, labels: Labels) -> FindingsResponse:
        """Raises AnalyticsUnavailable."""
        first, last = query.days(self._today)
        # Today is not over and compared with nothing.
        until = min(last, self._today - timedelta(days=1))
        before = query.days_before(until)
        has_before = until >= first and before[0].year >= FIRST_YEAR
        page = await self._figures(query, ("overview", "answers", "funnel", "campaigns", "choices", MONEY))
        whole, earlier = (
            await asyncio.gather(self._days(_over(query, first, until)), self._days(_over(query, *before)))
            if has_before
            else (None, None)
        )
        overview, answers = page.get("overview"), page.get("answers")
        found: list[Finding] = []
        if overview and answers:
            if labels:
                answers = Labelled(labels).relabelled(answers)
                page["funnel"] = Labelled(labels).relabelled(page.get("funnel", {}))
            sums = page.get(MONEY, {})
            with_costs = (
                orjson.loads(costs.apply(Answer('""', orjson.dumps(sums))).body or b"{}") if sums else {}
            )
            found = findings(
                Sources(
                    overview=OverviewFigures.model_validate(overview["analytics"]),
                    questions=_models(QuestionFigures, answers["answerDistribution"]),
                    steps=_models(FunnelStep, page.get("funnel", {}).get("funnel", [])),
                    campaigns=_models(CampaignFigures, page.get("campaigns", {}).get("campaigns", [])),
                    segments=await self._segments(query, page.get("choices", {}).get("choices", {})),
                    whole_days=whole,
                    days_before=earlier,
                    currency=sums.get("currency", ""),
                    # Costs without sessions come after the rows that both have.
                    money=list(zip(with_costs.get("campaigns", []), sums.get("campaigns", []), strict=False)),
                )
            )
        return FindingsResponse(
            success=True,
            counting=self._is_counting,
            stale=self._is_stale,
            before_from=before[0] if earlier else None,
            before_to=before[1] if earlier else None,
            findings=found,
        )

    async def _days(self, query: FigureQuery) -> Days | None:
        page = await self._figures(query, ("overview", "campaigns"))
        if page.keys() != {"overview", "campaigns"}:
            return None
        return Days(
            OverviewFigures.model_validate(page["overview"]["analytics"]),
            _models(CampaignFigures, page["campaigns"]["campaigns"]),
        )

    async def _segments(self, query: FigureQuery, choices: Mapping[str, Any]) -> list[Segment]:
        asked = [
            (name, choice["value"])
            for name, most in CAUSES.items()
            if name not in dict(query.given())
            for choice in choices.get(name, [])[:most]
            if choice["value"] not in {NONE, "unknown"}
        ]
        pages = await asyncio.gather(
            *(self._figures(_narrowed(query, name, value), ("funnel",)) for name, value in asked)
        )
        return [
            Segment(name, value, _models(FunnelStep, page["funnel"]["funnel"]))
            for (name, value), page in zip(asked, pages, strict=True)
            if "funnel" in page
        ]

    async def _figures(self, query: FigureQuery, figures: Sequence[Figure]) -> dict[str, Any]:
        """The bodies of those that are counted."""
        resolved = query.resolved(self._tenant.zone, self._today)
        async with self._slots:
            answers = await self._analytics.page(self._tenant.id, figures, resolved, {})
        bodies: dict[str, Any] = {}
        for figure, answer in answers.items():
            if isinstance(answer, Counting):
                self._is_counting = True
            elif answer.body is not None:
                bodies[figure] = orjson.loads(answer.body)
                self._is_stale |= bodies[figure]["realTimeMetadata"]["stale"]
        return bodies


Contract = TypeVar("Contract", bound=ContractModel)


def _models(kind: type[Contract], rows: Sequence[Mapping[str, Any]]) -> list[Contract]:
    return [kind.model_validate(row) for row in rows]


def _over(query: FigureQuery, first: date, last: date) -> FigureQuery:
    return query.model_copy(update={"year": None, "month": None, "first": first, "last": last})


def _narrowed(query: FigureQuery, name: CauseFilter, value: str) -> FigureQuery:
    exactly = Match("is", (value,)).text
    return query.model_copy(update={"device" if name == "device" else "utm_campaign": exactly})


class Reports:
    """Reports of one company, for an admin who may see references and affiliates, or may not."""

    def __init__(
        self, db: Database, analytics: QuizAnalytics, tenant_id: TenantId, *, shows_references: bool
    ) -> None:
        self._db, self._analytics, self._tenant_id = db, analytics, tenant_id
        self._shows_references = shows_references

    async def report(
        self, query: ReportQuery, today: date, find_labels: FindLabels, known_tag: str = ""
    ) -> Answer:
        """As JSON; without a body when ``known_tag`` still names it. Raises AnalyticsUnavailable, InvalidInput."""
        asked = query.resolved(today)
        labels = await find_labels(self._tenant_id, query.lang) if query.lang else {}
        names = await self._names(labels)
        answer = await self._analytics.report(
            self._tenant_id, "rentals", asked, known_tag=names.inner_tag(known_tag)
        )
        if answer.body is None:
            return Answer(names.tag(answer.tag), None)
        days = dict(asked)
        period = {name: days[name] for name in ("first", "last", "beforeFirst", "beforeLast")}
        content = names.named_report(answer, query.cut, period, query.question)
        return Answer(names.tag(answer.tag), orjson.dumps(content))

    async def read(self, query: ReportQuery, today: date, find_labels: FindLabels) -> ReportResponse:
        """The same as an object."""
        answer = await self.report(query, today, find_labels)
        return ReportResponse.model_validate_json(answer.body or b"{}")

    async def rentals(self, query: RentalListQuery, today: date, known_tag: str = "") -> Answer:
        """The rentals behind a figure. Raises AnalyticsUnavailable, InvalidInput."""
        asked = query.resolved(today)
        names = await self._names({})
        answer = await self._analytics.report(
            self._tenant_id, "rentals/list", asked, known_tag=names.inner_tag(known_tag)
        )
        if answer.body is None:
            return Answer(names.tag(answer.tag), None)
        return Answer(names.tag(answer.tag), orjson.dumps(names.named_list(answer)))

    async def _names(self, labels: Labels) -> Names:
        async with self._db.uow(self._tenant_id) as uow:
            names = NameRepository(uow)
            return Names(
                vehicles=await names.vehicles(),
                cars=await names.cars(),
                places=await names.places(),
                affiliates=await names.affiliates() if self._shows_references else {},
                shows_references=self._shows_references,
                answers=labels,
            )
