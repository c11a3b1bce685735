"""Sessions and bookings of each version in an experiment, as the analytics service counts them."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Protocol

import orjson

from abano.analytics.client import Answer, Figure, ResolvedQuery
from abano.analytics.service import AnalyticsUnavailable
from abano.database.unit_of_work import TenantId
from abano.quiz.experiments.rules import Arm, Count

# Until then some processes and open pages do not know of a new experiment and ask everybody the same version.
NOTICE = timedelta(minutes=1)


class Figures(Protocol):
    """Where figures come from: ``abano.analytics.service.QuizAnalytics``."""

    async def figure(
        self, tenant_id: TenantId, figure: Figure, query: ResolvedQuery, *, known_tag: str
    ) -> Answer: ...


async def count_sessions(
    figures: Figures, tenant_id: TenantId, query: ResolvedQuery
) -> tuple[Count, bool] | None:
    """Sessions and those that booked, and whether that is known late; None while figures cannot be reached."""
    try:
        answer = await figures.figure(tenant_id, "overview", query, known_tag="")
    except AnalyticsUnavailable:
        return None
    if answer.body is None:
        return None
    found = orjson.loads(answer.body)
    counted = found["analytics"]
    count = Count(counted["totalSessions"], counted["conversionCount"])
    return count, bool(found["realTimeMetadata"]["stale"])


async def count_arms(
    figures: Figures, tenant_id: TenantId, arms: Sequence[Arm], started_at: datetime, ends_at: datetime
) -> tuple[list[Count], bool] | None:
    """For each arm, and whether any is known late. The same question each time, so that figures stay at hand."""
    counts: list[Count] = []
    is_late = False
    for arm in arms:
        query = (
            ("since", _instant(started_at + NOTICE)),
            ("until", _instant(ends_at)),
            ("quizVersion", arm.version),
        )
        found = await count_sessions(figures, tenant_id, query)
        if found is None:
            return None
        counts.append(found[0])
        is_late = is_late or found[1]
    return counts, is_late


def _instant(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
