"""What a link shows: the figures of its view, and nothing else of the company."""

import asyncio
from datetime import date, datetime
from typing import Any, NamedTuple

import orjson

from abano.accounts.access.throttle import (
    clear,
    log_refusal,
    place,
    require_no_wait,
    subject,
    wait_after_attempt,
)
from abano.analytics.figures.client import Answer, ResolvedQuery
from abano.analytics.figures.pages import FindLabels, Labelled
from abano.analytics.figures.query import TimelineQuery
from abano.analytics.figures.service import AnalyticsUnavailable, QuizAnalytics
from abano.analytics.saved_views.repository import InsightViewRepository
from abano.analytics.saved_views.service import (
    ATTEMPT_LIMIT,
    MAX_READS,
    Segment,
    SharedViewGone,
    compared_segments,
    figure_query,
    segment_name,
)
from abano.core.config import Settings
from abano.core.errors import InvalidInput, RefusedValue
from abano.core.ids import token_hash
from abano.db.engine import Database
from abano.tenancy.directory.tenant import Tenant
from abano_shared.contract.figures import Figure

SHOWN: tuple[Figure, ...] = ("overview", "answers", "funnel")


class Opened(NamedTuple):
    """What a link shows, and until when."""

    name: str
    query: TimelineQuery
    name_a: str
    others: list[Segment]
    expires_at: datetime


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

    async def open(self, token: str, ip: str | None, language: str | None) -> bytes:
        """JSON. Raises SharedViewGone, TooManyRequests, AnalyticsUnavailable."""
        name, query, name_a, others, expires_at = await self._read(token, ip)
        today = self._now.astimezone(self._tenant.zone).date()
        own, campaigns, compared = await asyncio.gather(
            self._segment(query, query, today, language),
            self._figure("campaigns", query.resolved(self._tenant.zone, today), None),
            self._compared(query, others, today, language),
        )
        content = {
            "success": True,
            "name": name,
            "company": self._tenant.name,
            "timezone": self._tenant.timezone,
            "expiresAt": expires_at,
            **own,
            "campaigns": campaigns["campaigns"],
            "nameA": name_a,
            **compared,
            "currency": campaigns["currency"],
            "realTimeMetadata": campaigns["realTimeMetadata"],
        }
        return orjson.dumps(content)

    async def _compared(
        self, query: TimelineQuery, others: list[Segment], today: date, language: str | None
    ) -> dict[str, Any]:
        """The other segments; all are drawn by the unit of the longest one."""
        if not others:
            return {"compared": [], "timelineA": None}
        longest = max(query, *(one.query for one in others), key=lambda one: _length_of(one, today))
        found = await asyncio.gather(*(self._segment(one.query, longest, today, language) for one in others))
        return {
            "compared": [
                {"letter": one.letter, "name": one.name, **figures}
                for one, figures in zip(others, found, strict=True)
            ],
            "timelineA": await self._timeline(query, longest, today),
        }

    async def _segment(
        self, query: TimelineQuery, longer: TimelineQuery, today: date, language: str | None
    ) -> dict[str, Any]:
        resolved = query.resolved(self._tenant.zone, today)
        (overview, answers, funnel), timeline = await asyncio.gather(
            asyncio.gather(*(self._figure(figure, resolved, language) for figure in SHOWN)),
            self._timeline(query, longer, today),
        )
        first, last = query.days(today)
        return {
            "first": first,
            "last": last,
            "filters": [{"name": name, "value": value} for name, value in query.given()],
            "overview": overview["analytics"],
            "answers": answers["answerDistribution"],
            "funnel": funnel["funnel"],
            "timeline": timeline,
        }

    async def _timeline(
        self, query: TimelineQuery, longer: TimelineQuery, today: date
    ) -> dict[str, Any] | None:
        """By the unit of ``longer``; None where there would be too many of them."""
        try:
            figure = longer.timeline(self._tenant.zone, today)
        except InvalidInput:
            return None
        content = await self._figure(figure, query.resolved(self._tenant.zone, today), None)
        return {"unit": content["unit"], "buckets": content["timeline"]}

    async def _read(self, token: str, ip: str | None) -> Opened:
        key, tenant_id = self._settings.secret_key.get_secret_value(), self._tenant.id
        counted = subject(key, "shared figures", tenant_id, place(ip))
        if ip:
            async with self._db.uow(tenant_id) as uow:
                wait = await wait_after_attempt(uow, counted, ATTEMPT_LIMIT, self._now)
            require_no_wait(wait)
        async with self._db.uow(tenant_id) as uow:
            found = await InsightViewRepository(uow).read(token_hash(token), self._now, MAX_READS)
            if found is not None:
                await clear(uow, counted)
                view, expires_at = found
                try:
                    return Opened(
                        view.name,
                        figure_query(view.query),
                        segment_name(view.query, "A"),
                        compared_segments(view.query),
                        expires_at,
                    )
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


def _length_of(query: TimelineQuery, today: date) -> int:
    """In days."""
    first, last = query.days(today)
    return (last - first).days


def _content(answer: Answer) -> dict[str, Any]:
    if answer.body is None:
        raise AnalyticsUnavailable
    return dict(orjson.loads(answer.body))
