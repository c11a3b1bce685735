"""Reports of a company: the analytics service's figures with the company's names."""

from datetime import date

import orjson

from abano.analytics.figures.client import Answer
from abano.analytics.figures.labels import FindLabels, Labels
from abano.analytics.figures.service import QuizAnalytics
from abano.analytics.rental_reports.names import NameRepository, Names
from abano.analytics.rental_reports.query import RentalListQuery, ReportQuery
from abano.analytics.rental_reports.schemas import ReportResponse
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId


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
