"""What a link shows: the figures of its view, and nothing else of the company."""

import asyncio
from datetime import datetime
from typing import Any

import orjson

from abano.analytics.client import Answer, Figure, ResolvedQuery
from abano.analytics.labels import FindLabels, Labelled
from abano.analytics.query import FigureQuery
from abano.analytics.service import AnalyticsUnavailable, QuizAnalytics
from abano.auth.throttle import clear, log_refusal, place, require_no_wait, subject, wait_after_attempt
from abano.config import Settings
from abano.database.engine import Database
from abano.errors.messages import RefusedValue
from abano.insight_views.errors import SharedViewGone
from abano.insight_views.repository import InsightViewRepository
from abano.insight_views.rules import MOST_READS, TRIES
from abano.insight_views.stored_query import figure_query
from abano.kit.ids import token_hash
from abano.tenants.tenant import Tenant

SHOWN: tuple[Figure, ...] = ("overview", "answers", "funnel", "campaigns")


class SharedViews:
    """Reads one company's views by their links, at ``now``."""

    def __init__(
        self,
        db: Database,
        tenant: Tenant,
        settings: Settings,
        now: datetime,
        analytics: QuizAnalytics,
        find_labels: FindLabels,
    ) -> None:
        self._db, self._tenant, self._settings, self._now = db, tenant, settings, now
        self._analytics, self._find_labels = analytics, find_labels

    async def open(self, token: str, address: str | None, language: str | None) -> bytes:
        """JSON. Raises SharedViewGone, TooManyRequests, AnalyticsUnavailable."""
        name, query, expires_at = await self._read(token, address)
        today = self._now.astimezone(self._tenant.zone).date()
        first, last = query.days(today)
        resolved = query.resolved(self._tenant.zone, today)
        figures = await asyncio.gather(*(self._figure(figure, resolved, language) for figure in SHOWN))
        overview, answers, funnel, campaigns = figures
        content = {
            "success": True,
            "name": name,
            "company": self._tenant.name,
            "first": first,
            "last": last,
            "timezone": self._tenant.timezone,
            "expiresAt": expires_at,
            "filters": [{"name": name, "value": value} for name, value in query.filters()],
            "overview": overview["analytics"],
            "answers": answers["answerDistribution"],
            "funnel": funnel["funnel"],
            "campaigns": campaigns["campaigns"],
            "currency": campaigns["currency"],
            "realTimeMetadata": overview["realTimeMetadata"],
        }
        return orjson.dumps(content)

    async def _read(self, token: str, address: str | None) -> tuple[str, FigureQuery, datetime]:
        key, tenant_id = self._settings.secret_key.get_secret_value(), self._tenant.id
        counted = subject(key, "shared figures", tenant_id, place(address))
        if address:
            async with self._db.uow(tenant_id) as uow:
                wait = await wait_after_attempt(uow, counted, TRIES, self._now)
            require_no_wait(wait)
        async with self._db.uow(tenant_id) as uow:
            found = await InsightViewRepository(uow).read(token_hash(token), self._now, MOST_READS)
            if found is not None:
                await clear(uow, counted)
                view, expires_at = found
                try:
                    return view.name, figure_query(view.query), expires_at
                except RefusedValue as error:
                    # Saved by a release that read more than this one does.
                    raise SharedViewGone from error
        log_refusal("shared figures", tenant_id, counted)
        raise SharedViewGone

    async def _figure(self, figure: Figure, query: ResolvedQuery, language: str | None) -> dict[str, Any]:
        answer = await self._analytics.figure(self._tenant.id, figure, query, known_tag="")
        if language and figure in {"answers", "funnel"}:
            labels = await self._find_labels(self._tenant.id, language)
            answer = Labelled(labels).apply(answer) if labels else answer
        return _content(answer)


def _content(answer: Answer) -> dict[str, Any]:
    if answer.body is None:
        raise AnalyticsUnavailable
    return dict(orjson.loads(answer.body))
